"""The forecast of the final totals: exact at the end, blind to what is hidden, better than none."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial

import numpy as np
import pytest

from agents import make
from concordia_env import concordia_v0, solitaria_v0, venus_v0
from concordia_env.constants import NONE, PARTIES
from concordia_env.forecast import forecast
from concordia_env.game import ConcordiaGame
from tests.conftest import PLAYERS, play

JIT_OFF = os.environ.get("NUMBA_DISABLE_JIT") == "1"

Deal = Callable[..., ConcordiaGame]
DEALS: list[Deal] = [
    *(partial(concordia_v0.game, num_players=players) for players in PLAYERS),
    partial(venus_v0.game, num_players=4),
    partial(venus_v0.game, num_players=6, team=True),
    *(partial(solitaria_v0.game, num_players=players) for players in (1, 2)),
]


def totals_of(game: ConcordiaGame) -> np.ndarray:
    """The forecast of all parties that play."""
    totals = np.zeros(PARTIES)
    forecast(game._tables, game._games, 0, game._points, totals)
    return totals[[game.party_names.index(party) for party in game.scores()]]


def scores_of(game: ConcordiaGame) -> np.ndarray:
    return np.array([score["total"] for score in game.scores().values()], float)


@pytest.mark.skipif(JIT_OFF, reason="plays whole games")
@pytest.mark.parametrize("deal", DEALS)
def test_it_is_the_score_when_the_game_is_over(deal: Deal) -> None:
    for seed in range(3):
        game = deal(seed=seed)
        play(game, np.random.default_rng(seed))
        assert np.array_equal(totals_of(game), scores_of(game))


@pytest.mark.parametrize("deal", DEALS)
def test_it_changes_nothing_and_does_not_know_the_deck(deal: Deal) -> None:
    game = deal(seed=4)
    rng = np.random.default_rng(4)
    for _ in range(10 if JIT_OFF else 200):
        if game.over:
            break
        before = game._games.tobytes()
        totals = totals_of(game)
        assert game._games.tobytes() == before
        other = game.clone()
        other._games["deck"] = NONE
        assert np.array_equal(totals_of(other), totals)
        play(game, rng, 1)


@pytest.mark.skipif(JIT_OFF, reason="plays whole games")
@pytest.mark.parametrize("deal", DEALS)
def test_it_predicts_better_than_the_score_now(deal: Deal) -> None:
    agent = make("greedy")
    errors = []
    for seed in range(30):
        game = deal(seed=seed)
        seen = []
        while not game.over:
            if game.turns >= 5 * game.num_seats and game.phase == "play":
                seen.append((totals_of(game), scores_of(game)))
            game.apply(agent.act(game))
        final = scores_of(game)
        errors += [[abs(guess - final).mean() for guess in guesses] for guesses in seen]
    forecast_error, score_error = np.mean(errors, axis=0)
    assert forecast_error < 0.75 * score_error
