"""Readings of doubtful passages as options, and the second order of the columns."""

from __future__ import annotations

import numpy as np
import pytest

from comuni_env import comuni_v0
from tests.comuni.positions import Position, perform, player
from tests.conftest import play


def invaded(after_invasion: str) -> comuni_v0.ComuniGame:
    """The first seat claims, holds three cards and has drawn the last card of deck A."""
    position = Position("Lucca", "Siena").left(1).envoy(0, 1, 0)
    snapshot = position.game().snapshot()
    game = comuni_v0.ComuniGame.from_snapshot(snapshot, after_invasion=after_invasion)
    game.apply("claim")  # nobody has an army: the invasion passes without a decision
    assert game.snapshot()["invasions"] == 1
    return game


def test_the_turn_goes_on_after_an_invasion() -> None:
    game = invaded("continue")
    assert (game.phase, game.seat) == ("build", 0)


def test_an_invasion_may_end_the_turn() -> None:
    """The columns are filled all the same; hand limit, guild masters and loot are passed over."""
    game = invaded("end_turn")
    assert (game.phase, game.seat) == ("project", 1)
    assert all(len(column["cards"]) for column in game.snapshot()["columns"])
    assert len(player(game, 0)["hand"]) == 3


@pytest.mark.parametrize(("reading", "bonus"), [("all", 1), ("tallest", 3)])
def test_set_bonus_of_all_buildings_or_of_the_tallest(reading: str, bonus: int) -> None:
    heights = {"economy": [2, 1], "military": [2], "culture": [3], "religion": [2]}
    snapshot = Position("Lucca", "Siena", deck="B").buildings(0, **heights).game().snapshot()
    game = comuni_v0.ComuniGame.from_snapshot(snapshot, set_bonus=reading)
    assert game.scores()[0]["set"] == bonus
    assert game.scores()[1]["set"] == 0


def test_stones_of_choice_follow_the_order_of_the_columns() -> None:
    """In descending order the sixth and the seventh column bring a stone."""
    game = comuni_v0.game(num_players=5, columns="descending", seed=1)
    perform(game, "bid 6 0", "bid 3 0", "income")
    while game.seat != 0:
        game.apply(game.legal()[-1])
    game.apply("claim")
    assert game.phase == "take"
    game.apply("take gold")
    while game.seat != 1 or game.phase != "project":
        game.apply(game.legal()[-1])
    game.apply("claim")
    assert game.phase != "take"


def test_options_are_kept_by_copies_and_saves() -> None:
    options = {"columns": "descending", "after_invasion": "end_turn", "set_bonus": "tallest"}
    game = comuni_v0.game(num_players=4, **options, seed=2)
    play(game, np.random.default_rng(2), 40)
    again = type(game).from_bytes(game.to_bytes())
    assert again == game
    assert again.scenario == game.scenario
    assert type(game).from_snapshot(game.snapshot(), **options) == game
    with pytest.raises(ValueError, match=r"snapshot|inconsistent"):
        type(game).from_snapshot(game.snapshot())
