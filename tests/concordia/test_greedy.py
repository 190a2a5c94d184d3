"""The greedy player: legal, pure, blind to what is hidden, and better than chance."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import pytest

from concordia_env import concordia_v0
from concordia_env.actions import NUM_ACTIONS
from concordia_env.constants import NONE, OVER, STYLES
from concordia_env.greedy import greedy_action
from concordia_env.layout import new_games
from concordia_env.rules.engine import apply, setup
from concordia_env.rules.scoring import rank, score
from concordia_env.scenario import base_scenario
from concordia_env.tables import tables_of
from env_core.episodes import random_action
from env_core.jit import kernel
from env_core.rng import new_stream
from tests.concordia.positions import DATA, Position

BOARDS = sorted(path.name.removesuffix(".toml") for path in (DATA / "boards").iterdir())
JIT_OFF = os.environ.get("NUMBA_DISABLE_JIT") == "1"
GREEDY = STYLES.index("greedy")


@kernel
def play_out(tables, games, seed, greedy, stream, mask, most):  # type: ignore[no-untyped-def]
    """Play a game, ``greedy`` (NONE: all seats) against random seats; False if it errs."""
    setup(tables, games, 0, 0, seed, 0, mask)
    g = games[0]
    for _ in range(most):
        if g.phase == OVER:
            break
        action = random_action(stream[0], mask)
        if greedy == NONE or greedy == g.seat:
            action = greedy_action(tables[0], g, GREEDY, mask)
        if not mask[action]:
            return False
        apply(tables, games, 0, action, mask)
    return True


def run(board: str, players: int, seed: int, greedy: int) -> tuple[Any, Any]:
    """The tables and the record of a game played out; fails on an illegal choice."""
    tables, games = tables_of(base_scenario(board, players)), new_games(1)
    mask = np.zeros(NUM_ACTIONS, np.bool_)
    most = 60 if JIT_OFF else 5000
    assert play_out(tables, games, np.uint32(seed), greedy, new_stream(seed), mask, most)
    return tables, games


def decide(game: Any) -> int:
    return int(greedy_action(game._tables[0], game._games[0], GREEDY, game._mask))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("board", BOARDS)
def test_legal_and_done_in_time(board: str, players: int) -> None:
    for seed in range(1 if JIT_OFF else 20):
        run(board, players, seed, greedy=seed % players)
        _, games = run(board, players, seed, greedy=NONE)
        assert JIT_OFF or (games[0].phase == OVER and games[0].turns < 60 * players)


def test_pure_and_blind_to_hidden_cards() -> None:
    game: Any = concordia_v0.game(board="italia", num_players=3, seed=5)
    for step in range(30 if JIT_OFF else 300):
        if game.over:
            break
        before = game._games.tobytes()
        action = decide(game)
        assert game._games.tobytes() == before
        assert decide(game.determinise(game.seat, seed=step)) == action
        other = game.clone()
        other._games["hand"][0, np.arange(7) != game.seat] = 0
        other._games["deck"] = NONE
        assert decide(other) == action
        game.apply_legal(action if step % 3 else int(np.flatnonzero(game.action_mask())[0]))


@pytest.mark.skipif(JIT_OFF, reason="plays hundreds of games")
@pytest.mark.parametrize(("board", "players"), [("italia", 2), ("imperium", 4)])
def test_beats_random_players(board: str, players: int) -> None:
    points, ranks = np.zeros((7, 10), np.int32), np.zeros(7, np.int32)
    wins, total = 0, 0
    for seed in range(200):
        tables, games = run(board, players, seed, greedy=seed % players)
        score(tables, games, 0, points)
        rank(tables, games, 0, points, ranks)
        wins += ranks[seed % players] == 0
        total += points[seed % players, -1]
    assert wins >= 196
    assert total >= 200 * 120


def test_obvious_moves() -> None:
    spent = [f"base-start-{name}" for name in ("architect", "prefect", "prefect", "mercator")]
    game = Position(2).storehouse(0).money(0, 0).played(0, *spent).game()
    assert game.action_text(decide(game)) == "play Tribune"
    position = Position(2)
    game = position.coins(*list(position.provinces)[:-1]).magnus(1).game()
    game.apply("play Prefect")
    assert game.action_text(decide(game)) == "collect"
