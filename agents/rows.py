"""Players for all rows of a batch at once."""

from __future__ import annotations

import numpy as np

from agents.base import Agent
from env_core.batch import Batch, Policy

Decider = str | Policy | Agent  # a compiled bot's name, a policy (obs, mask) -> actions, any player


def decide(player: Decider, batch: Batch) -> np.ndarray:
    """The player's action in every row."""
    if isinstance(player, str):
        return batch.bot_actions(player)
    if callable(player):
        return player(batch.obs, batch.mask)
    return np.array([player.act(batch.game(row)) for row in range(batch.num_envs)])
