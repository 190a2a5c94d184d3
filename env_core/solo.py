"""One learner against opponents, as a Gymnasium environment.

The learner's stream: only its own decisions are shown, rewards that arrive between them are added
up, the final payoff always arrives, and every observation is the learner's.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from env_core.batch import Batch
from env_core.game import Game

RENDER_MODES = ("human", "ansi")


def observation_space(batch: Batch) -> spaces.Box:
    return spaces.Box(-np.inf, np.inf, (batch.engine.observation_size,), np.float32)


def final_info(batch: Batch, row: int) -> dict[str, Any]:
    """What is known of the game that ended last in a row.

    ``points`` by category, ``rank`` and ``seat`` of the learner, ``scores`` of all parties, and
    ``totals`` of the sides, best first: partners are one side and add up their points.
    """
    seat = int(batch.final_learner[row])
    rank = int(batch.final_ranks[row, seat])
    scores = {
        party: dict(zip(batch.game_type.score_names, points.tolist(), strict=True))
        for party, points, place in zip(
            batch.game_type.party_names,
            batch.final_points[row],
            batch.final_ranks[row],
            strict=True,
        )
        if place >= 0
    }
    ranks = batch.final_ranks[row]
    totals = [int(batch.final_points[row, ranks == r, -1].sum()) for r in range(ranks.max() + 1)]
    return {
        "points": scores[seat],
        "scores": scores,
        "totals": totals,
        "rank": rank,
        "won": rank == 0,
        "is_success": rank == 0,  # the name that stable-baselines3 logs
        "seat": seat,
    }


class SoloEnv(gymnasium.Env[np.ndarray, np.int64]):
    """A batch of one row whose opponents are played inside the step."""

    def __init__(self, batch: Batch, render_mode: str | None = None) -> None:
        """Wrap a batch of one row with opponents."""
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f"render_mode must be None or one of {', '.join(RENDER_MODES)}")
        self.metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}
        self.batch = batch
        self.render_mode = render_mode
        self.observation_space = observation_space(batch)
        self.action_space = spaces.Discrete(batch.engine.num_actions)
        self._dealt = True  # whether the batch has already dealt the game that reset begins

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin a new game; without a seed the deals go on where they were."""
        super().reset(seed=seed)
        if seed is not None or not self._dealt:
            self.batch.reset(seed)
        self._dealt = False
        return self.batch.obs[0].copy(), self._info()

    def step(self, action: int | np.int64) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Carry out the learner's action; ValueError if it is not legal."""
        batch = self.batch
        seat = int(batch.seat[0])
        batch.step(np.array([action]))
        reward = float(batch.reward[0, seat])
        terminated, truncated = bool(batch.terminated[0]), bool(batch.truncated[0])
        if terminated or truncated:
            self._dealt = True
            mask = np.ones(batch.engine.num_actions, np.int8)
            info = {"action_mask": mask, **final_info(batch, 0)}
            return batch.final_obs[0].copy(), reward, terminated, truncated, info
        return batch.obs[0].copy(), reward, False, False, self._info()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().view(np.int8), "seat": int(self.batch.seat[0])}

    def action_masks(self) -> np.ndarray:
        """The legal actions as one boolean each: what sb3-contrib asks for."""
        return self.batch.mask[0].copy()

    @property
    def game(self) -> Game:
        """A copy of the game as it stands."""
        return self.batch.game(0)

    def render(self) -> str | None:
        """The position as text: returned with "ansi", printed with "human"."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() does nothing without a render_mode")
            return None
        text = self.game.render()
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        self.batch.close()
