"""What every player is: something that decides for the seat that has to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from env_core.game import Game

Seed = int | Sequence[int] | np.random.SeedSequence | None  # None: fresh entropy


class Agent(Protocol):
    """A player of any seat of any game.

    It is handed the whole game, and uses only what the deciding seat may see: observations,
    snapshots of that seat, or worlds that ``determinise`` deals anew.
    """

    name: str  # the string that makes it

    def act(self, game: Game) -> int:
        """The id of a legal action for the seat that decides; the game is left as it is."""
        ...
