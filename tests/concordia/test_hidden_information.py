"""What a seat may not know never changes what it sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial

import numpy as np
import pytest

from concordia_env import concordia_v0, solitaria_v0, venus_v0
from concordia_env.observation import OBSERVATION
from env_core.game import Game
from tests.conftest import play


@pytest.mark.parametrize("info", ["open", "hidden"])
def test_the_order_of_the_deck_shows_nowhere(info: str) -> None:
    rng = np.random.default_rng(4)
    game = concordia_v0.game(num_players=5, info=info, seed=9)
    for _ in range(25):
        play(game, rng, 8)
        if game.over:
            break
        for seat in range(5):
            other = game.determinise(seat, seed=int(rng.integers(10**6)))
            other.check()
            assert np.array_equal(other.observe(seat), game.observe(seat))
            assert other.snapshot(seat) == game.snapshot(seat)
            assert other.legal() == game.legal()


def test_determinised_decks_keep_their_order_of_numerals() -> None:
    game = concordia_v0.game(num_players=5, seed=3)
    decks = [game.determinise(0, seed=seed).snapshot()["deck"] for seed in range(20)]
    numerals = [[card.split("-")[1] for card in deck] for deck in decks]
    assert all(line == numerals[0] for line in numerals)
    assert numerals[0] == sorted(numerals[0], key=["i", "ii", "iii", "iv", "v"].index)
    assert len({tuple(deck) for deck in decks}) == 20
    assert game.snapshot()["deck"] != decks[0]


@pytest.mark.parametrize(
    "deal",
    [
        partial(concordia_v0.game, num_players=4),
        partial(venus_v0.game, num_players=6, team=True),
        partial(solitaria_v0.game, difficulty="novice"),
    ],
)
def test_a_world_follows_from_what_the_seat_knows_and_the_seed(deal: Callable[..., Game]) -> None:
    """Two games that differ only in what is hidden have the same worlds, byte for byte."""
    rng = np.random.default_rng(6)
    game = deal(seed=6)
    while not game.over:
        for seat in range(game.num_seats):
            other = game.determinise(seat, seed=1)
            world = game.determinise(seat, seed=2)
            assert other.determinise(seat, seed=2)._games.tobytes() == world._games.tobytes()
        play(game, rng, 10)


def test_hidden_hands_do_not_show() -> None:
    """Two positions that differ only in another seat's hand and covered pile look the same."""
    game = concordia_v0.game(num_players=2, info="hidden", seed=2)
    for action in ("play Mercator3", "done", "play Prefect", "collect"):
        game.apply(action)
    game.apply("play Senator")
    if game.phase == "purchase":
        game.apply("done")
    view = game.snapshot()
    player = view["players"][1]
    covered = player["pile"].index("base-start-prefect")
    player["pile"].append("base-start-senator")
    player["hand"].remove("base-start-senator")
    first = type(game).from_snapshot(view)
    player["pile"][covered] = "base-start-architect"
    player["hand"].remove("base-start-architect")
    player["hand"].insert(1, "base-start-prefect")
    second = type(game).from_snapshot(view)
    assert first != second
    assert np.array_equal(first.observe(0), second.observe(0))
    assert first.snapshot(0) == second.snapshot(0)
    assert not np.array_equal(first.observe(1), second.observe(1))


def test_open_information_shows_all_hands_and_scores() -> None:
    game = concordia_v0.game(num_players=3, seed=2)
    hidden = concordia_v0.game(num_players=3, info="hidden", seed=2)
    shown = OBSERVATION.views(game.observe(0))
    covered = OBSERVATION.views(hidden.observe(0))
    for seat in range(3):
        assert shown["hands"][seat].sum() > 0
        assert shown["seats"][seat, -1] > 0
    assert covered["hands"][0].sum() > 0
    assert not covered["hands"][1:].any()
    assert not covered["devotion"][1:].any()
    assert not covered["seats"][1:, -10:].any()


def test_the_next_card_is_as_likely_as_any_of_its_deck() -> None:
    """Determinising does not favour the true order."""
    game = concordia_v0.game(num_players=2, seed=5)
    truth = game.snapshot()["deck"]
    seen = Counter(game.determinise(0, seed=seed).snapshot()["deck"][0] for seed in range(800))
    same_deck = [card for card in truth if card.split("-")[1] == truth[0].split("-")[1]]
    assert set(seen) == set(same_deck)
    expected = 800 / len(same_deck)
    assert abs(seen[truth[0]] - expected) < 5 * expected**0.5
