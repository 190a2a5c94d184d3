"""Late games of Venus, and moments of a team's turn that are found in them by random play."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from concordia_env import venus_v0
from concordia_env.game import ConcordiaGame
from tests.concordia.venus_positions import late_position

Snapshot = dict[str, Any]


def opponent_keeps(view: Snapshot) -> bool:
    """The partner, who executes second, has produced, and an opponent has too little room."""
    act, teams = view["act"], len(view["copied"])
    opponent = view["phase"] == "keep" and (view["seat"] - view["turn"]) % teams != 0
    return opponent and act["queue"] == [] and act["answer"] is None and not act["legatus"]


MOMENTS: dict[str, Callable[[Snapshot], bool]] = {
    "a Legatus suggests": lambda view: view["phase"] == "suggest",
    "a suggestion is answered": lambda view: view["act"]["answer"] == "legatus",
    "a Proconsul's partner waits": lambda view: any(
        role == "own" for _, role in view["act"]["queue"]
    ),
    "a Proconsul is answered": lambda view: (
        view["act"]["answer"] == "proconsul" and view["phase"] == "play"
    ),
    "a card is executed alone": lambda view: (
        view["act"]["answer"] == "proconsul" and view["phase"] != "play"
    ),
    "an opponent keeps goods of the partner's Prefect": opponent_keeps,
}


def late_game(seed: int, team: bool = True, **options: Any) -> ConcordiaGame:
    """A late position, some seat to play a card."""
    rng = random.Random(seed)
    game = venus_v0.game(team=team, seed=seed, **options)
    while game.phase == "place":
        game.apply(rng.choice(game.legal()))
    return type(game).from_snapshot(late_position(game.snapshot(), rng), seed=seed)


def moment(name: str, seed: int = 0, **options: Any) -> ConcordiaGame:
    """A game at the first such moment, from this seed on."""
    while True:
        game, rng = late_game(seed, **options), random.Random(seed)
        while not game.over:
            if MOMENTS[name](game.snapshot()):
                return game
            game.apply(rng.choice(game.legal()))
        seed += 1
