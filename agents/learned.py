"""Trained networks as players: a saved MaskablePPO model decides for one game or for many."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from agents.base import Seed
from env_core.game import Game


def checkpoints(run: Path) -> list[Path]:
    """The checkpoints of a run folder, oldest first."""
    # They are named by their steps; what a kill left half-written has another ending.
    return sorted((run / "checkpoints").glob("*.zip"))


def newest_checkpoint(run: Path) -> Path:
    """The last checkpoint of a run folder; a file stands for itself."""
    found = [run] if run.is_file() else checkpoints(run)
    if not found:
        raise ValueError(f"no checkpoint in {run}: expected a run folder of train_ppo or a .zip")
    return found[-1]


@lru_cache(maxsize=8)
def load_model(path: Path) -> MaskablePPO:
    """The model of a checkpoint, shared by all that play with it; ValueError if it is none."""
    try:
        return MaskablePPO.load(path, device="cpu")
    except (OSError, ValueError, KeyError, AttributeError, RuntimeError) as error:
        raise ValueError(f"{path}: not a model of MaskablePPO: {error}") from error


class Learned:
    """A trained network; it takes its likeliest action, or draws one."""

    def __init__(self, path: Path, seed: Seed = None, sample: bool = False) -> None:
        """Load a model; the player's name is that of its checkpoint.

        Args:
            path: a checkpoint, or a run folder of ``experiments.train_ppo`` for its newest one.
            seed: of the draws.
            sample: draw actions by their probabilities instead of taking the likeliest.
        """
        checkpoint = newest_checkpoint(path)
        self.name = f"ppo:{checkpoint}{':sample' if sample else ''}"
        self.model = load_model(checkpoint)
        self._rng = np.random.default_rng(seed) if sample else None

    def act(self, game: Game) -> int:
        """The network's action; ValueError if it was trained on other observations or actions."""
        if game.over:
            raise ValueError("the game is over: nobody decides")
        return int(self.policy(game.observe()[None], game.action_mask()[None])[0])

    def policy(self, obs: np.ndarray, mask: np.ndarray) -> np.ndarray:
        """An action for every row: what batches and opponents ask for."""
        chances = self.probabilities(obs, mask)
        if self._rng is None:
            return chances.argmax(1)
        return (chances.cumsum(1) > self._rng.random((len(chances), 1))).argmax(1)

    def probabilities(self, obs: np.ndarray, mask: np.ndarray) -> np.ndarray:
        """The probability of every action in every row, float64 (N, A)."""
        self._check_shape(self.model.observation_space.shape, obs.shape[1:], "observations")
        actions: Any = self.model.action_space
        self._check_shape((int(actions.n),), mask.shape[1:], "actions")
        with torch.no_grad():
            tensor, _ = self.model.policy.obs_to_tensor(obs)
            found: Any = self.model.policy.get_distribution(tensor, action_masks=mask)
            chances = found.distribution.probs.double().numpy() * mask
        return np.asarray(chances / chances.sum(1, keepdims=True))

    def _check_shape(self, own: Any, given: tuple[int, ...], what: str) -> None:
        if tuple(own) != given:
            raise ValueError(
                f"{self.name} was trained on {what} of shape {tuple(own)}, this game has {given}: "
                "another game, or another version of it"
            )
