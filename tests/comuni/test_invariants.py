"""Random games with every number of players: invariants hold after every decision."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from comuni_env import comuni_v0
from comuni_env.bots import play_randomly
from env_core.rng import key_of_seed, new_stream
from tests.conftest import PLAYERS, random_action

OPTIONS = [
    {},
    {"columns": "descending"},
    {"after_invasion": "end_turn", "set_bonus": "tallest"},
]


def tri(height: int) -> int:
    return height * (height + 1) // 2


def check_sums(view: dict[str, Any]) -> None:
    """What a hand-made position need not satisfy, but every game does.

    Points are those of the buildings; every storey was a card that is spent, or a bonus wall.
    """
    storeys = 0
    for player in view["seats"]:
        built = [height for kind in player["buildings"].values() for height in kind]
        assert player["points"] == sum(map(tri, built))
        storeys += sum(built) + sum(player["walls"])
    assert storeys <= len(view["spent"]) + 11 - view["bonus_walls"]
    complete = sum(player["walls"].count(4) for player in view["seats"])
    assert 11 - view["bonus_walls"] == min(11, complete)


@pytest.mark.parametrize("options", OPTIONS, ids=["default", "descending", "readings"])
@pytest.mark.parametrize("players", PLAYERS)
def test_invariants_hold_after_every_decision(players: int, options: dict[str, str]) -> None:
    rng = np.random.default_rng(players)
    game = comuni_v0.game(num_players=players, **options, seed=players)
    for _ in range(5):
        while not game.over:
            game.check()
            assert game.action_mask().sum() >= 2
            if game.phase == "project":
                check_sums(game.snapshot())
            game.apply(random_action(game, rng))
        game.check()
        assert (game.phase, game.legal()) == ("over", [])
        assert game.snapshot()["invasions"] == 4
        game.restart(key_of_seed(int(rng.integers(2**32))))


@pytest.mark.parametrize("players", PLAYERS)
def test_different_actions_lead_to_different_positions(players: int) -> None:
    """No decision offers the same thing twice."""
    rng = np.random.default_rng(1)
    game = comuni_v0.game(num_players=players, seed=4)
    while not game.over:
        after = set()
        for action in game.legal_ids():
            other = game.clone()
            other.apply(int(action))
            after.add(other)
        assert len(after) == len(game.legal_ids())
        game.apply(random_action(game, rng))


@pytest.mark.parametrize("options", OPTIONS, ids=["default", "descending", "readings"])
@pytest.mark.parametrize("players", PLAYERS)
def test_random_games_end_long_before_they_are_cut_off(
    players: int, options: dict[str, str]
) -> None:
    stream = new_stream(3)
    game = comuni_v0.game(num_players=players, **options)
    longest = 0.0
    for seed in range(300):
        game.restart(key_of_seed(seed))
        play_randomly(game._tables, game._games, 0, game._mask, stream, 10**6)
        assert game.over
        longest = max(longest, game.turns / players)
    assert longest < 50 < comuni_v0.MAX_TURNS / 4


def test_equal_positions_have_equal_records() -> None:
    """Nothing that a snapshot does not show distinguishes two positions."""
    rng = np.random.default_rng(9)
    game = comuni_v0.game(num_players=3, seed=9)
    while not game.over:
        assert type(game).from_snapshot(game.snapshot()) == game
        game.apply(random_action(game, rng))
    assert type(game).from_snapshot(game.snapshot()) == game
