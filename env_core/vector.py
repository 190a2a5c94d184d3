"""A batch as a Gymnasium vector environment, with same-step autoreset."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from env_core.batch import Batch
from env_core.solo import final_info, observation_space


class BatchVectorEnv(VectorEnv):
    """The learner's stream of every row; masks are in ``info["action_mask"]``."""

    def __init__(self, batch: Batch) -> None:
        """Wrap a batch with opponents."""
        self.batch = batch
        self.num_envs = batch.num_envs
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.render_mode = None
        self.single_observation_space = observation_space(batch)
        self.single_action_space = spaces.Discrete(batch.engine.num_actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Deal new games in all rows."""
        super().reset(seed=seed)
        self.batch.reset(seed)
        return self.batch.obs.copy(), self._info()

    def step(
        self, actions: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Step all rows; finished ones show their next game and keep the last observation."""
        batch = self.batch
        seats = batch.seat.copy()
        batch.step(actions)
        reward = batch.reward[np.arange(self.num_envs), seats]
        info = self._info()
        done = batch.terminated | batch.truncated
        if done.any():
            info["final_obs"] = np.full(self.num_envs, None, object)
            info["final_info"] = np.full(self.num_envs, None, object)
            info["_final_obs"] = info["_final_info"] = done.copy()
            for row in np.flatnonzero(done):
                info["final_obs"][row] = batch.final_obs[row].copy()
                info["final_info"][row] = final_info(batch, int(row))
        return batch.obs.copy(), reward, batch.terminated.copy(), batch.truncated.copy(), info

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.batch.mask.view(np.int8).copy()}

    def close_extras(self, **kwargs: Any) -> None:
        self.batch.close()
