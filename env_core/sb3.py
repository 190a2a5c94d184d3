"""A batch as a stable-baselines3 VecEnv, with masks for sb3-contrib's MaskablePPO.

All masks come from one array, and finished rows carry the episode statistics that
stable-baselines3 logs (``rollout/ep_rew_mean``, ``rollout/success_rate``), so that neither
ActionMasker nor Monitor is needed. ``GameLog`` adds places and points.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import VecEnv

from env_core.batch import Batch
from env_core.solo import final_info, observation_space


class BatchVecEnv(VecEnv):
    """The learner's stream of every row of a batch with opponents.

    To stop and go on with exactly the same steps, keep ``state()`` and the random streams of torch
    and NumPy next to the saved model; later, ``MaskablePPO.load(path, env, force_reset=False)``,
    ``env.set_state(...)``, the streams, and ``learn(..., reset_num_timesteps=False)``.
    """

    def __init__(self, batch: Batch) -> None:
        """Wrap a batch with opponents."""
        self.batch = batch
        self.render_mode = None
        space = spaces.Discrete(batch.engine.num_actions)
        super().__init__(batch.num_envs, observation_space(batch), space)
        self._returns = np.zeros(batch.num_envs)
        self._every = np.arange(batch.num_envs)
        self._begun = time.perf_counter()
        self._nothing: list[dict[str, Any]] = [{} for _ in range(batch.num_envs)]

    def reset(self) -> np.ndarray:
        """Deal new games; the seed is the one ``seed()`` was given, once."""
        self.batch.reset(self._seeds[0])
        self._reset_seeds()
        self._returns[:] = 0.0
        return self.batch.obs.copy()

    def step_async(self, actions: np.ndarray) -> None:
        self._actions = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Step all rows; finished ones show their next game."""
        batch = self.batch
        seats = batch.seat.copy()
        batch.step(self._actions)
        rewards = batch.reward[self._every, seats].astype(np.float32)
        self._returns += rewards
        dones = batch.terminated | batch.truncated
        infos = list(self._nothing)
        for row in np.flatnonzero(dones):
            infos[row] = self._final_info(int(row))
            self._returns[row] = 0.0
        return batch.obs.copy(), rewards, dones, infos

    def _final_info(self, row: int) -> dict[str, Any]:
        batch = self.batch
        return {
            "terminal_observation": batch.final_obs[row].copy(),
            "TimeLimit.truncated": bool(batch.truncated[row]),
            "episode": {
                "r": float(self._returns[row]),
                "l": int(batch.final_length[row]),
                "t": time.perf_counter() - self._begun,
            },
            **final_info(batch, row),
        }

    def state(self) -> dict[str, np.ndarray]:
        """All that ``set_state`` needs to go on from here: the batch's, and the returns so far."""
        return {**self.batch.state(), "returns": self._returns.copy()}

    def set_state(self, state: dict[str, np.ndarray]) -> None:
        """Return to a saved state of games with the same arguments; nothing is dealt anew."""
        self.batch.set_state(state)
        self._returns[:] = state["returns"]

    def action_masks(self) -> np.ndarray:
        """The legal actions of all rows, bool (N, A)."""
        return self.batch.mask

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> Any:
        """``action_masks`` is answered from one array; there are no other methods of a row."""
        if method_name != "action_masks":
            raise AttributeError(f"rows of a batch have no method {method_name!r}")
        if indices is None:
            return self.batch.mask.copy()  # many times faster than picking all rows
        return self.batch.mask[list(self._get_indices(indices))]

    def has_attr(self, attr_name: str) -> bool:
        return attr_name == "action_masks" or hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        value = getattr(self, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError(f"rows of a batch cannot be changed: {attr_name!r}")

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        """As by Monitor: finished rows carry its statistics, which evaluations then go by."""
        return [wrapper_class is Monitor for _ in self._get_indices(indices)]

    def get_images(self) -> Sequence[np.ndarray | None]:
        return [None] * self.num_envs

    def _get_indices(self, indices: Any) -> Iterable[int]:
        if indices is None:
            return range(self.num_envs)
        return [indices] if isinstance(indices, int) else indices

    def close(self) -> None:
        self.batch.close()


class GameLog(BaseCallback):
    """Logs the games that finish: share won, place (1 is first) and points.

    The means are over the games since the logger wrote last. Use it in ``learn(callback=...)``.
    """

    def _on_step(self) -> bool:
        for row in np.flatnonzero(self.locals["dones"]):
            info = self.locals["infos"][row]
            self.logger.record_mean("games/won", float(info["won"]))
            self.logger.record_mean("games/place", info["rank"] + 1)
            for name, points in info["points"].items():
                self.logger.record_mean(f"points/{name}", points)
        return True
