"""Scenarios as parameters, and random play shared by the tests."""

from __future__ import annotations

import numpy as np

from concordia_env.boards import board_names
from env_core.game import Game

BOARDS = board_names()
PLAYERS = (2, 3, 4, 5)
# Tables of Venus: players, and whether they play in teams.
VENUS = ((2, False), (3, False), (4, False), (5, False), (4, True), (6, True))
# Every board and every player count, without the full product where tests are slow.
MIXED = [(board, PLAYERS[index % 4]) for index, board in enumerate(BOARDS)] + [
    ("ionium", 3),
    ("ionium", 4),
    ("imperium", 5),
    ("italia", 2),
]


def random_action(game: Game, rng: np.random.Generator) -> int:
    legal = game.legal_ids()
    return int(legal[rng.integers(len(legal))])


def play(game: Game, rng: np.random.Generator, decisions: int = 10**6) -> list[int]:
    """Play at random to the end or for some decisions; the actions taken."""
    actions = []
    while not game.over and len(actions) < decisions:
        actions.append(random_action(game, rng))
        game.apply(actions[-1])
    return actions
