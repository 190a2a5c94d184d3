"""The forecast of the final totals: exact at the end, blind to what is hidden, better than none."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from agents import make
from comuni_env import comuni_v0
from comuni_env.constants import ALLIANCE, EXCHANGE, FEATURES, MODES, SEATS
from comuni_env.forecast import forecast
from env_core.weights import read_weights
from experiments import fit_forecast
from tests.conftest import PLAYERS, play

JIT_OFF = os.environ.get("NUMBA_DISABLE_JIT") == "1"


def totals_of(game: comuni_v0.ComuniGame) -> np.ndarray:
    totals = np.zeros(SEATS)
    forecast(game._tables, game._games, 0, game._points, totals)
    return totals[: game.num_seats]


def scores_of(game: comuni_v0.ComuniGame) -> np.ndarray:
    return np.array([score["total"] for score in game.scores().values()], float)


@pytest.mark.parametrize("players", PLAYERS)
def test_it_is_the_score_when_the_game_is_over(players: int) -> None:
    for seed in range(3):
        game = comuni_v0.game(num_players=players, seed=seed)
        play(game, np.random.default_rng(seed))
        assert np.array_equal(totals_of(game), scores_of(game))


def test_it_changes_nothing_and_knows_neither_decks_nor_commitments() -> None:
    game = comuni_v0.game(num_players=3, seed=4)
    rng = np.random.default_rng(4)
    secret = 0
    while not game.over:
        before = game._games.tobytes()
        totals = totals_of(game)
        assert game._games.tobytes() == before
        other = game.clone()
        other._games["deck"] = 0
        for field in ("alliance", "city", "pilgrim_pairs", "gold_pairs", "exchanges"):
            other._games[field] = 0
        assert np.array_equal(totals_of(other), totals)
        secret += ALLIANCE <= game._games["phase"][0] <= EXCHANGE
        play(game, rng, 1)
    assert secret > 10


@pytest.mark.skipif(JIT_OFF, reason="plays whole games")
@pytest.mark.parametrize("players", PLAYERS)
def test_it_predicts_better_than_the_score_now(players: int) -> None:
    """The totals, and who will be ahead of whom."""
    agent = make("greedy")
    errors, right = [], []
    for seed in range(60):
        game = comuni_v0.game(num_players=players, seed=seed)
        seen = []
        while not game.over:
            if game.turns >= 5 * players and game.phase == "project":
                seen.append((totals_of(game), scores_of(game)))
            game.apply(agent.act(game))
        final = scores_of(game)
        errors += [[abs(guess - final).mean() for guess in guesses] for guesses in seen]
        right += [[same_order(guess, final) for guess in guesses] for guesses in seen]
    forecast_error, score_error = np.mean(errors, axis=0)
    assert forecast_error < 0.75 * score_error
    forecast_right, score_right = np.mean(right, axis=0)
    assert forecast_right > score_right


def same_order(guess: np.ndarray, final: np.ndarray) -> float:
    """Share of pairs of seats that are in the order in which they will be."""
    first, second = np.triu_indices(len(final), 1)
    return float(np.mean((guess[first] > guess[second]) == (final[first] > final[second])))


def test_the_fit_finds_the_weights_that_made_the_growth() -> None:
    """A feature that never occurs weighs nothing."""
    rng = np.random.default_rng(1)
    features = rng.normal(size=(2000, 3)) * [1.0, 100.0, 0.0]
    growth = features @ [3.0, -0.02, 5.0] + rng.normal(size=2000)
    assert fit_forecast.fit(features, growth) == pytest.approx([3.0, -0.02, 0.0], abs=0.1)


@pytest.mark.skipif(JIT_OFF, reason="plays whole games")
def test_the_command_writes_a_file_that_the_tables_can_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "forecast.toml"
    line = ["fit_forecast", "comuni", "--games", "40", "--out", str(path)]
    monkeypatch.setattr("sys.argv", line)
    fit_forecast.main()
    weights = read_weights(path, MODES, FEATURES)
    assert np.isfinite(weights).all()
    assert (weights != 0).any(axis=1).all()
    assert capsys.readouterr().out.count("R^2") == 2 * len(MODES)
    monkeypatch.setattr("sys.argv", [*line[:3], "5"])
    with pytest.raises(SystemExit):
        fit_forecast.main()
    assert "--games must be at least 20, not 5" in capsys.readouterr().err
