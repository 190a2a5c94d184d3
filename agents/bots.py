"""The compiled bots as players of single games."""

from __future__ import annotations

import numpy as np

from agents.base import Seed
from env_core.game import Game
from env_core.rng import new_stream


class Bot:
    """A compiled bot; the same one that plays inside the step of a batch."""

    def __init__(self, name: str, seed: Seed = None) -> None:
        """Take a bot by its name; ``seed`` is that of its own chance, if it has any."""
        self.name = name
        if not isinstance(seed, np.random.SeedSequence):
            seed = np.random.SeedSequence(seed)
        self._stream = new_stream(seed)
        self._actions = np.zeros(1, np.int64)

    def act(self, game: Game) -> int:
        """The bot's decision; ValueError if the game has no bot of this name, or is over."""
        engine = game.engine
        if self.name not in engine.bots:
            raise ValueError(f"{engine.package} has no bot {self.name!r}: {', '.join(engine.bots)}")
        if game.over:
            raise ValueError("the game is over: nobody decides")
        arrays = (game._tables, game._games, self._stream, game._mask[None], self._actions)
        engine.bot_rows(engine.bots.index(self.name), *arrays)
        return int(self._actions[0])
