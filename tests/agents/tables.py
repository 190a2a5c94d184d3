"""Games of every family for the tests of players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import agents
from comuni_env import comuni_v0
from concordia_env import concordia_v0, solitaria_v0, venus_v0
from env_core.game import Game

GAMES: dict[str, Callable[..., Game]] = {
    "concordia": lambda **o: concordia_v0.game(**{"board": "italia", "num_players": 3, **o}),
    "venus": lambda **o: venus_v0.game(**{"board": "hellas", "num_players": 3, **o}),
    "teams": lambda **o: venus_v0.game(**{"board": "hellas", "num_players": 4, "team": True, **o}),
    "solitaria": lambda **o: solitaria_v0.game(**{"board": "italia", **o}),
    "two and Contrarius": lambda **o: solitaria_v0.game(**{"num_players": 2, **o}),
    "comuni": lambda **o: comuni_v0.game(**{"num_players": 3, **o}),
}


def advance(game: Game, turns: int) -> Game:
    """Let ``greedy`` play for all seats until so many turns have begun."""
    bot = agents.make("greedy", seed=0)
    while not game.over and game.turns < turns:
        game.apply(bot.act(game))
    return game


def positions(name: str, seed: int = 1, **options: Any) -> list[Game]:
    """An early, a middle and a late position of a game."""
    return [advance(GAMES[name](seed=seed, **options), turns) for turns in (1, 12, 24)]
