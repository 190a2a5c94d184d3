"""Games as PettingZoo AEC environments.

``RawEnv`` trusts its caller; ``CheckedEnv`` behaves as PettingZoo's standard wrappers do (call
order, bounds, an illegal move ends the game), with the checks built in because the wrappers cost
up to thirteen times the step.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.env import AECIterable, AECIterator
from pettingzoo.utils.env_logger import EnvLogger

from env_core.game import Game, as_index
from env_core.rewards import SCORE, payoffs, reward_index

ILLEGAL_REWARD = -1.0
RENDER_MODES = ("human", "ansi")


class RawEnv(AECEnv[str, dict[str, np.ndarray], int]):
    """A game as an AEC environment; an illegal action raises ValueError and changes nothing."""

    def __init__(
        self,
        game: Game,
        name: str,
        reward: str = "rank",
        shaping: float = 0.0,
        max_turns: int = 1000,
        render_mode: str | None = None,
    ) -> None:
        """Wrap a game; the arguments are those of the game's module.

        Args:
            game: any game of the scenario; ``reset`` deals a new one in its place.
            name: the environment's name with its version.
            reward: final payoff: "rank", "win" or "score".
            shaping: weight of the potential-based shaping.
            max_turns: turns of each seat before the game is truncated.
            render_mode: None, "human" or "ansi".
        """
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f"render_mode must be None or one of {', '.join(RENDER_MODES)}")
        if max_turns < 1:
            raise ValueError(f"max_turns must be at least 1, not {max_turns!r}")
        self.metadata = {
            "name": name,
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.game = game
        self.render_mode = render_mode
        self.shaping = float(shaping)
        self._reward = reward_index(reward)
        self._max_turns = max_turns * game.num_seats
        self._seeds: np.random.SeedSequence | None = None
        self.possible_agents = [f"player_{seat}" for seat in range(game.num_seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._payoff = np.zeros(game.num_seats)
        engine = game.engine
        shape = (engine.observation_size,)
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-np.inf, np.inf, shape, np.float32),
                    "action_mask": spaces.Box(0, 1, (engine.num_actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._action_spaces = {
            agent: spaces.Discrete(engine.num_actions) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game; the same seed gives the game of ``game(seed=...)``.

        Without a seed the environment goes on with its own sequence of seeds.
        """
        if seed is not None:
            self._seeds = deal = np.random.SeedSequence(seed)
        elif self._seeds is None:
            self._seeds = deal = np.random.SeedSequence()
        else:
            deal = self._seeds.spawn(1)[0]
        self.game.restart(deal.generate_state(2, np.uint32))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._origin = self._potential = np.zeros(len(self.agents))
        self._origin = self._shape(*self.game.standing(), over=False)
        self._potential = np.zeros(len(self.agents))
        self.agent_selection = self.agents[self.game.seat or 0]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What the agent sees, and what it may do: nothing while another decides."""
        game = self.game
        seat = self._seat_of[agent]
        if seat == game.seat:
            mask = game.action_mask().view(np.int8)
        else:
            mask = np.zeros(game.engine.num_actions, np.int8)
        return {"observation": game.observe_known(seat), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Carry out the action of ``agent_selection``; dead agents take None."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.game.apply(action)
        self._after_action(agent)

    def _after_action(self, agent: str) -> None:
        """Rewards, ends and the next agent; most decisions change nothing but the last."""
        game = self.game
        seat = game.seat
        if seat is not None:
            self.agent_selection = self.possible_agents[seat]
        ended = seat is None or game.turns > self._max_turns
        if ended or self.shaping:
            self._cumulative_rewards[agent] = 0.0
            self._settle(over=seat is None, truncated=ended and seat is not None)
            if ended:
                self._deads_step_first()

    def _settle(self, over: bool, truncated: bool) -> None:
        """Pay out: the shaping of this decision, and the final payoff when the game is over."""
        points, ranks = self.game.standing()
        reward = self._shape(points, ranks, over)
        if over:
            payoffs(self._reward, points, ranks, self._payoff)
            reward += self._payoff
        self.rewards = dict(zip(self.agents, reward.tolist(), strict=True))
        self._accumulate_rewards()
        names = self.game.score_names
        for seat, agent in enumerate(self.agents):
            self.infos[agent] = {"points": dict(zip(names, points[seat].tolist(), strict=True))}
        if over or truncated:
            self.terminations = dict.fromkeys(self.agents, over)
            self.truncations = dict.fromkeys(self.agents, truncated)
            for seat, agent in enumerate(self.agents):
                self.infos[agent] |= {"rank": int(ranks[seat]), "scores": self.game.scores()}

    def _shape(self, points: np.ndarray, ranks: np.ndarray, over: bool) -> np.ndarray:
        """Change of the potential; none is left once the game is over.

        It is the margin if the game ended now, less that of the deal, which is nobody's merit.
        """
        potential = np.zeros(len(self.agents))
        if self.shaping and not over:
            payoffs(SCORE, points, ranks, self._payoff)
            potential = self.shaping * self._payoff - self._origin
        change = potential - self._potential
        self._potential = potential
        return change

    def render(self) -> str | None:
        """The position as text: returned with "ansi", printed with "human"."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() does nothing without a render_mode")
            return None
        if self.render_mode == "human":
            print(self.game.render())
            return None
        return self.game.render()

    def close(self) -> None:
        """Nothing to release."""


class CheckedEnv(RawEnv):
    """The environment with the checks of PettingZoo's standard wrappers built in."""

    _needs_reset = frozenset(
        ("rewards", "terminations", "truncations", "infos", "agent_selection", "agents")
    )

    def __getattr__(self, name: str) -> Any:
        """Only names that ``reset`` has not set yet arrive here."""
        if name in self._needs_reset:
            raise AttributeError(f"{name} cannot be accessed before reset")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    @property
    def _has_reset(self) -> bool:
        return "agents" in self.__dict__

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._has_updated = True
        super().reset(seed, options)

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        if not self._has_reset:
            EnvLogger.error_observe_before_reset()
        return super().observe(agent)

    def render(self) -> str | None:
        if not self._has_reset:
            EnvLogger.error_render_before_reset()
        return super().render()

    def agent_iter(self, max_iter: int = 2**63) -> AECIterable:
        if not self._has_reset:
            EnvLogger.error_agent_iter_before_reset()
        return _OrderedIterable(self, max_iter)

    def step(self, action: Any) -> None:
        if not self._has_reset:
            EnvLogger.error_step_before_reset()
        self._has_updated = True
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            assert action is None or self.action_space(agent).contains(action), _OUT_OF_BOUNDS
            self._was_dead_step(action)
            return
        game = self.game
        number = as_index(action)
        assert 0 <= number < game.engine.num_actions, _OUT_OF_BOUNDS
        if game.is_legal(number):
            game.apply_legal(number)
            self._after_action(agent)
        else:
            self._end_by_illegal_move(agent)

    def _end_by_illegal_move(self, culprit: str) -> None:
        EnvLogger.warn_on_illegal_move()
        self._cumulative_rewards[culprit] = 0.0
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards[culprit] = ILLEGAL_REWARD
        self._accumulate_rewards()
        self._deads_step_first()


_OUT_OF_BOUNDS = "action is not in action space"


class _OrderedIterable(AECIterable):
    def __iter__(self) -> AECIterator:
        return _OrderedIterator(self.env, self.max_iter)


class _OrderedIterator(AECIterator):
    """Refuses to go on when the loop's body has not stepped."""

    def __next__(self) -> str:
        agent: str = super().__next__()
        assert self.env._has_updated, "need to call step() or reset() in a loop over `agent_iter`"
        self.env._has_updated = False
        return agent

    def __iter__(self) -> Iterator[str]:
        return self
