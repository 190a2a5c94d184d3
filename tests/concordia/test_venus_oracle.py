"""Venus, individual and in teams, against an independent implementation, decision by decision."""

from __future__ import annotations

import random
from typing import Any

import pytest

from concordia_env import venus_v0
from tests.concordia.against_oracle import compare
from tests.concordia.venus_positions import late_position
from tests.conftest import BOARDS
from tests.oracle import venus as oracle

# Every board with every number of players, alone and in teams.
CASES = [
    (board, players, team)
    for board in BOARDS
    for team, counts in ((False, (2, 3, 4, 5)), (True, (4, 6)))
    for players in counts
]


def new_game(seed: int, rng: random.Random) -> Any:
    board, players, team = CASES[seed]
    return venus_v0.game(
        board=board,
        num_players=players,
        team=team,
        display=rng.choice(["printed", "wine"]),
        intermediate_scoring=rng.random() < 0.5,
        seed=seed,
    )


def compare_to_the_end(game: Any, rng: random.Random) -> None:
    """In teams the sums of partners too."""
    final = compare(game, oracle, rng)
    if game.scenario.team:
        assert game.team_scores() == oracle.team_scores(final)


@pytest.mark.parametrize("seed", range(len(CASES)))
def test_engine_and_oracle_agree(seed: int) -> None:
    rng = random.Random(seed)
    game = new_game(seed, rng)
    oracle.check_setup(game.snapshot())
    compare_to_the_end(game, rng)


@pytest.mark.parametrize("seed", range(len(CASES)))
def test_late_positions_agree(seed: int) -> None:
    """Crowded boards, rich partners, few cards left: what games from the deal rarely show."""
    rng = random.Random(seed)
    game = new_game(seed, rng)
    while game.phase == "place":
        game.apply(rng.choice(game.legal()))
    compare_to_the_end(
        type(game).from_snapshot(late_position(game.snapshot(), rng), seed=seed), rng
    )
