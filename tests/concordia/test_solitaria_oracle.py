"""The engine of Solitaria against its independent oracle, decision by decision."""

from __future__ import annotations

import random

import pytest

from concordia_env import solitaria_v0
from env_core.game import Game
from tests.concordia.late_positions import late_position
from tests.conftest import BOARDS
from tests.oracle import solitaria as oracle

DIFFICULTIES = list(oracle.START_VP)
# Every board solo and in the two-player variant, every difficulty in both; the last six add pairs.
CASES = [
    (board, DIFFICULTIES[(index + shift) % len(DIFFICULTIES)], players)
    for players, shift in ((1, 0), (2, 3))
    for index, board in enumerate(BOARDS)
] + [
    ("italia", "expert", 1),
    ("hellas", "strong_expert_8", 1),
    ("imperium", "strong_veteran", 1),
    ("crete", "strong_expert_8", 2),
    ("cyprus", "veteran", 2),
    ("ionium", "expert", 2),
]


def new_game(seed: int, rng: random.Random) -> Game:
    board, difficulty, players = CASES[seed]
    return solitaria_v0.game(
        board=board,
        difficulty=difficulty,
        num_players=players,
        display=rng.choice(["printed", "wine"]),
        start_vp=rng.choice([None, None, 13]),
        seed=seed,
    )


def compare(game: Game, rng: random.Random) -> None:
    """Legal actions, snapshots, events, scores and ranking are equal up to the end."""
    snapshot = game.snapshot()
    while not game.over:
        legal = oracle.legal(snapshot)
        assert sorted(game.legal()) == sorted(legal)
        # Uniform play builds little: two times in five it may not pass.
        active = [action for action in legal if action != "done"]
        action = rng.choice(active if rng.random() < 0.4 else legal)
        known = len(game.events)
        game.apply(action)
        events = iter(game.events[known:])
        snapshot = oracle.apply(snapshot, action, events)
        assert next(events, None) is None
        assert game.snapshot() == snapshot
        assert game.scores() == oracle.scores(snapshot)
    assert snapshot["phase"] == "over"
    assert game.ranking() == oracle.ranking(snapshot)


@pytest.mark.parametrize("seed", range(len(CASES)))
def test_engine_and_oracle_agree(seed: int) -> None:
    rng = random.Random(seed)
    game = new_game(seed, rng)
    oracle.check_setup(game.snapshot())
    assert game.events == []
    compare(game, rng)


@pytest.mark.parametrize("seed", range(len(CASES)))
def test_late_positions_agree(seed: int) -> None:
    """Overflows in a reaction, an emptied supply, the last card: what full games rarely show."""
    rng = random.Random(seed)
    game = new_game(seed, rng)
    while game.phase == "veteran":
        game.apply(rng.choice(game.legal()))
    compare(type(game).from_snapshot(late_position(game.snapshot(), rng)), rng)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("players", [1, 2])
def test_set_up(board: str, players: int) -> None:
    """The set-up of every difficulty is one that the oracle allows, before and after its choice."""
    for seed, difficulty in enumerate(DIFFICULTIES * 3):
        game = solitaria_v0.game(board=board, difficulty=difficulty, num_players=players, seed=seed)
        oracle.check_setup(game.snapshot())
        if game.snapshot()["phase"] == "veteran":
            game.apply(game.legal()[seed % 2])
            oracle.check_setup(game.snapshot())
