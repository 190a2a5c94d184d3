"""The engine against an independent plain-Python implementation, decision by decision."""

from __future__ import annotations

import random

import pytest

from concordia_env import concordia_v0
from tests.concordia.against_oracle import compare
from tests.conftest import MIXED
from tests.oracle import concordia as oracle


@pytest.mark.parametrize("seed", range(len(MIXED)))
def test_engine_and_oracle_agree(seed: int) -> None:
    """Legal actions, snapshots, events, scores and ranking are equal throughout a game."""
    rng = random.Random(seed)
    board, players = MIXED[seed]
    game = concordia_v0.game(
        board=board,
        num_players=players,
        display=rng.choice(["printed", "wine"]),
        intermediate_scoring=rng.random() < 0.5,
        seed=seed,
    )
    compare(game, oracle, rng)
