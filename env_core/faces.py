"""The functions that every environment module offers, made from its scenario function.

A module gives them its own names (``env = FACES.env``), so that a user of one module finds the way
in all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import cycle, islice
from typing import TYPE_CHECKING, Any

from env_core.aec import CheckedEnv, RawEnv
from env_core.batch import Batch, Opponents, Policy
from env_core.game import Game
from env_core.solo import SoloEnv
from env_core.vector import BatchVectorEnv

if TYPE_CHECKING:
    from env_core.sb3 import BatchVecEnv

REWARDS = {"rank": "rank", "win": "win", "score": "score"}


class Faces:
    """All faces of one kind of game; ``options`` are always those of its scenario."""

    def __init__(
        self,
        name: str,
        game_type: type[Game],
        scenario: Callable[..., Any],
        rewards: Mapping[str, str] = REWARDS,
        max_turns: int = 1000,
    ) -> None:
        """Remember what distinguishes the module.

        Args:
            name: the environment's name with its version.
            game_type: the family's game class.
            scenario: makes a scenario of options, or raises ValueError.
            rewards: the module's names of rewards, "rank" among them, and the kinds of
                ``env_core.rewards`` that they stand for.
            max_turns: turns of each seat before a game is truncated, unless the caller says
                otherwise; far above what real games need.
        """
        self.name = name
        self.game_type = game_type
        self.scenario = scenario
        self.rewards = dict(rewards)
        self.max_turns = max_turns

    def _reward(self, name: str) -> str:
        if name not in self.rewards:
            raise ValueError(f"reward must be one of {', '.join(self.rewards)}, not {name!r}")
        return self.rewards[name]

    def _turns(self, max_turns: int | None) -> int:
        return self.max_turns if max_turns is None else max_turns

    def env(
        self,
        *,
        reward: str = "rank",
        shaping: float = 0.0,
        max_turns: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> CheckedEnv:
        """The AEC environment with call order, bounds and legality checked."""
        game = self.game_type(self.scenario(**options), seed=0)
        return CheckedEnv(
            game, self.name, self._reward(reward), shaping, self._turns(max_turns), render_mode
        )

    def raw_env(
        self,
        *,
        reward: str = "rank",
        shaping: float = 0.0,
        max_turns: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> RawEnv:
        """The AEC environment that trusts its caller: an illegal action raises ValueError."""
        game = self.game_type(self.scenario(**options), seed=0)
        return RawEnv(
            game, self.name, self._reward(reward), shaping, self._turns(max_turns), render_mode
        )

    def vec_env(
        self,
        num_envs: int,
        *,
        reward: str = "rank",
        shaping: float = 0.0,
        max_turns: int | None = None,
        opponents: Opponents | None = None,
        seat: int | str = "rotate",
        threads: int | None = None,
        seed: int | None = None,
        partner: str | Policy | None = None,
        **options: Any,
    ) -> Batch:
        """A native batch of games; ``env_core.batch.Batch`` describes the arguments.

        An option of the scenario may be a list, which is spread over the rows in turn; a single
        value goes with all.
        """
        lists = {k: v if isinstance(v, list | tuple) else [v] for k, v in options.items()}
        if empty := [key for key, values in lists.items() if not values]:
            raise ValueError(f"{empty[0]}: the list is empty")
        kinds = max(map(len, lists.values()), default=1)
        rows = zip(*(islice(cycle(values), kinds) for values in lists.values()), strict=True)
        scenarios = [self.scenario(**dict(zip(lists, row, strict=True))) for row in rows]
        return Batch(
            self.game_type,
            scenarios or [self.scenario()],
            num_envs,
            self._reward(reward),
            shaping,
            self._turns(max_turns),
            opponents,
            seat,
            threads,
            seed,
            partner,
        )

    def vector_env(
        self, num_envs: int, *, opponents: Opponents = "greedy", **options: Any
    ) -> BatchVectorEnv:
        """A Gymnasium vector environment: one learner a row; arguments of ``vec_env``."""
        return BatchVectorEnv(self.vec_env(num_envs, opponents=opponents, **options))

    def sb3_vec_env(
        self, num_envs: int, *, opponents: Opponents = "greedy", **options: Any
    ) -> BatchVecEnv:
        """A stable-baselines3 VecEnv with masks: one learner a row; arguments of ``vec_env``."""
        from env_core.sb3 import BatchVecEnv  # imports torch

        return BatchVecEnv(self.vec_env(num_envs, opponents=opponents, **options))

    def solo_env(
        self,
        *,
        opponents: Opponents = "greedy",
        seat: int | str | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> SoloEnv:
        """The Gymnasium environment of one learner; arguments of ``vec_env``.

        ``seat=None`` lets the learner take each seat in turn.
        """
        where = "rotate" if seat is None else seat
        return SoloEnv(self.vec_env(1, opponents=opponents, seat=where, **options), render_mode)
