"""One registry of names for all players."""

from __future__ import annotations

import numpy as np

from agents.base import Agent
from agents.bots import Bot
from comuni_env.bots import BOTS as COMUNI_BOTS
from concordia_env.bots import BOTS as CONCORDIA_BOTS

BOTS = tuple(dict.fromkeys((*CONCORDIA_BOTS, *COMUNI_BOTS)))


def make(name: str, seed: int | np.random.SeedSequence | None = None) -> Agent:
    """The player of a name; ``seed`` is that of its own chance.

    Raises:
        ValueError: no such player; the message names those there are.
    """
    if name in BOTS:
        return Bot(name, seed)
    raise ValueError(f"unknown agent {name!r}: {', '.join(BOTS)}")
