"""The engine of Solitaria against its independent oracle, decision by decision."""

from __future__ import annotations

import random

import pytest

from concordia_env import solitaria_v0
from env_core.game import Game
from tests.concordia.late_positions import (
    before_two_track_houses,
    late_position,
    walled_in,
)
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


def step(game: Game, snapshot: oracle.Snapshot, action: str) -> oracle.Snapshot:
    """Apply an action in both; the oracle's snapshot, equal to the engine's."""
    known = len(game.events)
    game.apply(action)
    events = iter(game.events[known:])
    after = oracle.apply(snapshot, action, events)
    assert next(events, None) is None
    assert game.snapshot() == after
    assert game.scores() == oracle.scores(after)
    return after


def compare(game: Game, rng: random.Random) -> oracle.Snapshot:
    """Legal actions, snapshots, events, scores and ranking are equal up to the end, returned."""
    snapshot = game.snapshot()
    while not game.over:
        legal = oracle.legal(snapshot)
        assert sorted(game.legal()) == sorted(legal)
        # Uniform play builds little: two times in five it may not pass.
        active = [action for action in legal if action != "done"]
        action = rng.choice(active if rng.random() < 0.4 else legal)
        snapshot = step(game, snapshot, action)
    assert snapshot["phase"] == "over"
    assert game.ranking() == oracle.ranking(snapshot)
    return snapshot


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
    position = late_position(game.snapshot(), rng)
    compare(type(game).from_snapshot(position, seed=seed), rng)


@pytest.mark.parametrize("players", [1, 2])
def test_nowhere_to_build_agrees(players: int) -> None:
    game = solitaria_v0.game(board="crete", num_players=players, seed=players)
    position = walled_in(game.snapshot())
    compare(type(game).from_snapshot(position, seed=players), random.Random(players))


@pytest.mark.parametrize("seed", range(4))
def test_two_track_houses_agree(seed: int) -> None:
    first = solitaria_v0.game(
        board="imperium", difficulty="strong_expert_8", num_players=2, seed=seed
    )
    position = before_two_track_houses(first.snapshot(), "Italia")
    game = type(first).from_snapshot(position, seed=seed)
    asked = step(game, position, "play Prefect")
    while asked["phase"] in ("prefect", "keep"):
        asked = step(game, asked, game.legal()[0] if game.phase == "keep" else "produce Italia")
    assert asked["act"]["todo"] == ["track 16"]
    compare(game, random.Random(seed))


@pytest.mark.parametrize("players", [1, 2])
def test_ties_agree(players: int) -> None:
    """Contrarius level with the best human, whoever owns the Concordia card (5.3)."""
    game = solitaria_v0.game(board="crete", num_players=players, start_vp=200, seed=players)
    final = compare(game, random.Random(players))
    for owner in (*range(players), "C"):
        final["concordia"] = owner
        totals = {party: points["total"] for party, points in oracle.scores(final).items()}
        final["contrarius"]["vp"] += max(totals[seat] for seat in range(players)) - totals["C"]
        ranking = oracle.ranking(final)
        assert "C" in ranking[:2]
        assert type(game).from_snapshot(final).ranking() == ranking


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
