"""N games as arrays: one compiled call per step over all of them.

Rows are independent: each has its own record, its own streams and its own seats, so that a batch of
N equals N single games step by step, whatever the number of threads. A game that ends is replaced
in the same step; its last observation, points and ranks are kept.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np

from env_core.game import Engine, Game
from env_core.jit import compile_once
from env_core.rewards import reward_index
from env_core.rng import STREAM
from env_core.rows import (
    ALL,
    BOT,
    CALLER,
    DRAWN,
    FIXED,
    MAX_OPPONENTS,
    MAX_SEATS,
    POLICY,
    RANDOM,
    ROTATE,
    ROW,
    SETTINGS,
)

Policy = Callable[[np.ndarray, np.ndarray], np.ndarray]
Opponents = str | Policy | Sequence[str | Policy]
LEARNER = "learner"  # as a partner: the caller plays both seats of a team
SEATINGS = {"rotate": ROTATE, "random": RANDOM}
_ROWS_PER_THREAD = 128  # below that a thread costs more than it helps


class Batch:
    """A batch of games. Results stand in arrays that every step overwrites in place.

    Attributes:
        obs: observations of the deciding seats, float32 (N, D).
        mask: legal actions, bool (N, A).
        seat: the seats that decide, (N,).
        reward: what each seat earned since the last step, float64 (N, P).
        terminated, truncated: whether the step ended the row's game, bool (N,).
        final_obs: last observation of the row's game that ended last, by who decided last, (N, D).
        final_points, final_ranks: its points (N, parties, categories) and ranks (N, parties).
    """

    def __init__(
        self,
        game_type: type[Game],
        scenarios: Sequence[Any],
        num_envs: int,
        reward: str = "rank",
        shaping: float = 0.0,
        max_turns: int = 1000,
        opponents: Opponents | None = None,
        seat: int | str = "rotate",
        threads: int | None = None,
        seed: int | None = None,
        partner: str | Policy | None = None,
    ) -> None:
        """Deal ``num_envs`` games; row i plays scenario i modulo their number.

        Args:
            game_type: the family's game class.
            scenarios: one or more scenarios to spread over the rows.
            num_envs: number of rows.
            reward: final payoff: "rank", "win" or "score".
            shaping: weight of the potential-based shaping.
            max_turns: turns of each seat before a game is truncated.
            opponents: None asks the caller for every seat. Else the caller plays one seat a row,
                and the others are played by a bot's name, by a policy ``(obs, mask) -> actions``,
                or by a list of those, drawn anew for every seat and game.
            seat: the caller's seat: a number, "rotate" or "random".
            threads: default: one per core.
            seed: seed of all chance; None takes fresh entropy.
            partner: in games of teams, who plays the seat of the caller's partner: None draws
                from the opponents as for any other seat, "learner" is the caller himself, else
                a bot's name or a policy.
        """
        if num_envs < 1:
            raise ValueError(f"num_envs must be at least 1, not {num_envs!r}")
        if max_turns < 1:
            raise ValueError(f"max_turns must be at least 1, not {max_turns!r}")
        self.game_type = game_type
        self.engine: Engine = game_type.engine
        self.scenarios = tuple(scenarios)
        self.num_envs = num_envs
        self.threads = threads or os.cpu_count() or 1
        self.policies: list[Policy] = []
        compile_once(self.engine.package, self.engine.run_all_kernels)
        self._tables = np.concatenate([game_type._tables_of(s) for s in self.scenarios])
        self._settings = np.zeros(1, SETTINGS)
        self._settings["reward"] = reward_index(reward)
        self._settings["shaping"] = shaping
        self._settings["max_turns"] = max_turns
        self._players = min(int(n) for n in self._tables["players"])
        self._seat_learner(opponents, seat)
        self._seat_partner(partner)
        self._allocate()
        self._pool: ThreadPoolExecutor | None = None
        self.reset(seed)

    def _seat_learner(self, opponents: Opponents | None, seat: int | str) -> None:
        settings = self._settings
        if opponents is None:
            settings["seating"] = ALL
            return
        pool = [opponents] if isinstance(opponents, str) or callable(opponents) else opponents
        codes = [self._opponent_code(opponent) for opponent in pool]
        if not 1 <= len(codes) <= MAX_OPPONENTS:
            raise ValueError(f"opponents must be 1 to {MAX_OPPONENTS}, not {len(codes)}")
        settings["pool"][0, : len(codes)] = codes
        settings["pool_size"] = len(codes)
        if isinstance(seat, str):
            if seat not in SEATINGS:
                raise ValueError(f"seat must be a number, 'rotate' or 'random', not {seat!r}")
            settings["seating"] = SEATINGS[seat]
        else:
            if not 0 <= seat < self._players:
                raise ValueError(f"seat must be in 0..{self._players - 1}, not {seat}")
            settings["seating"] = FIXED
            settings["seat"] = seat

    def _seat_partner(self, partner: str | Policy | None) -> None:
        self._settings["partner"] = DRAWN
        if partner is None:
            return
        if (self._tables["teams"] == self._tables["players"]).any():
            raise ValueError(f"partner={partner!r}: in this game nobody has a partner")
        if self._settings["seating"][0] == ALL:
            raise ValueError(f"partner={partner!r}: without opponents the caller plays all seats")
        code = CALLER if partner == LEARNER else self._opponent_code(partner)
        self._settings["partner"] = code

    def _opponent_code(self, opponent: str | Policy) -> int:
        if callable(opponent):
            self.policies.append(opponent)
            return POLICY + len(self.policies) - 1
        return BOT + self._bot(opponent)

    def _bot(self, name: str) -> int:
        if name not in self.engine.bots:
            bots = ", ".join(self.engine.bots)
            raise ValueError(f"unknown opponent {name!r}; bots: {bots}, or a policy function")
        return self.engine.bots.index(name)

    def _allocate(self) -> None:
        rows, engine = self.num_envs, self.engine
        seats = max(int(n) for n in self._tables["players"])
        self._games = np.zeros(rows, engine.record)
        self._rows = np.zeros(rows, ROW)
        self._rows["scenario"] = np.arange(rows) % len(self.scenarios)
        self._streams = np.zeros(rows, STREAM)  # of the bots and of the seating
        self._samplers = np.zeros(rows, STREAM)
        self._actions = np.zeros(rows, np.int64)
        self._every = np.arange(rows)
        self._points = np.zeros((rows, *engine.score_shape), np.int32)
        self._ranks = np.zeros((rows, engine.score_shape[0]), np.int32)
        self.obs = np.zeros((rows, engine.observation_size), np.float32)
        self.mask = np.zeros((rows, engine.num_actions), np.bool_)
        self.seat = np.zeros(rows, np.int64)
        self.reward = np.zeros((rows, min(seats, MAX_SEATS)))
        self.terminated = np.zeros(rows, np.bool_)
        self.truncated = np.zeros(rows, np.bool_)
        self.final_obs = np.zeros_like(self.obs)
        self.final_points = np.zeros_like(self._points)
        self.final_ranks = np.zeros_like(self._ranks)

    def reset(self, seed: int | None = None) -> None:
        """Deal new games in all rows.

        With a seed, row i begins with the game of ``np.random.SeedSequence(seed).spawn(N)[i]``.
        Without one the rows go on with their own deals.
        """
        if seed is not None or not self._rows["deal"].any():
            for row, child in enumerate(np.random.SeedSequence(seed).spawn(self.num_envs)):
                words = child.generate_state(6, np.uint32)
                self._rows["deal"][row] = words[:2]
                self._streams["key"][row] = words[2:4]
                self._samplers["key"][row] = words[4:]
            self._rows["episode"] = 0
            self._streams["counter"] = 0
            self._samplers["counter"] = 0
        self._rows["potential"] = 0
        self._clear_results()
        self._rows["waiting"] = 1
        self._run(self._every)
        self._ask_policies()

    def step(self, actions: np.ndarray) -> None:
        """Carry out one legal action in every row.

        Raises:
            ValueError: an action is not legal; the message names choices, nothing is changed.
        """
        actions = np.asarray(actions)
        if actions.shape != (self.num_envs,) or actions.dtype.kind not in "iu":
            raise ValueError(
                f"actions must be {self.num_envs} whole numbers, not {actions.dtype} "
                f"of shape {actions.shape}"
            )
        self._actions[:] = actions
        self._check_legal(self._every)
        self._clear_results()
        self._run(self._every)
        self._ask_policies()

    def sample(self) -> np.ndarray:
        """A legal action for every row, uniform, from the batch's own streams."""
        return self.bot_actions("random")

    def bot_actions(self, name: str) -> np.ndarray:
        """What a compiled bot would decide in every row, with chance of the batch's own streams."""
        bot = self._bot(name)
        actions = np.empty(self.num_envs, np.int64)
        engine = self.engine
        engine.bot_rows(bot, self._tables, self._games, self._samplers, self.mask, actions)
        return actions

    def game(self, row: int) -> Game:
        """A copy of the row's game as an object of its own."""
        scenario = self.scenarios[int(self._rows["scenario"][row])]
        return self.game_type.from_record(scenario, self._games[row : row + 1])

    @property
    def learner(self) -> np.ndarray:
        """The caller's seat in every row; -1 where all seats are the caller's."""
        return self._rows["learner"]

    @property
    def decisions(self) -> int:
        """Decisions made so far in all rows, those of bots and policies included."""
        return int(self._rows["decisions"].sum())

    @property
    def final_length(self) -> np.ndarray:
        """The caller's decisions in the row's game that ended last."""
        return self._rows["final_length"]

    @property
    def final_learner(self) -> np.ndarray:
        """The caller's seat in the row's game that ended last."""
        return self._rows["final_learner"]

    def state(self) -> dict[str, np.ndarray]:
        """All that ``set_state`` needs to go on from here, as arrays of bytes."""
        return {n: np.frombuffer(part.tobytes(), np.uint8) for n, part in self._parts().items()}

    def set_state(self, state: dict[str, np.ndarray]) -> None:
        """Return to a saved state of a batch with the same arguments."""
        parts = self._parts()
        for name, part in parts.items():
            if name not in state or np.asarray(state[name]).nbytes != part.nbytes:
                raise ValueError(f"this state is not of a batch like this one: {name} differ")
        for name, part in parts.items():
            part[:] = np.frombuffer(np.asarray(state[name]).tobytes(), part.dtype)
        self._clear_results()
        shown = (self.obs, self.mask, self.seat, self._points)
        self.engine.show_rows(self._tables, self._games, 0, self.num_envs, *shown)

    def _parts(self) -> dict[str, np.ndarray]:
        return {
            "games": self._games,
            "rows": self._rows,
            "streams": self._streams,
            "samplers": self._samplers,
        }

    def _clear_results(self) -> None:
        self.reward[:] = 0.0
        self.terminated[:] = False
        self.truncated[:] = False

    def _check_legal(self, index: np.ndarray) -> None:
        row = self.engine.first_illegal(self.mask, self._actions, index)
        if row >= 0:
            error = self.game(row).illegal(int(self._actions[row]))
            raise ValueError(f"row {row}: {error}")

    def _run(self, index: np.ndarray) -> None:
        """Step the rows, in slices on several threads where that pays."""
        kernel = self.engine.step_rows
        arrays = (
            self._actions, self.obs, self.mask, self.seat, self.reward, self.terminated,
            self.truncated, self._points, self._ranks, self.final_obs, self.final_points,
            self.final_ranks,
        )  # fmt: skip
        head = (self._tables, self._games, self._rows, self._streams, self._settings, index)
        slices = min(self.threads, max(1, len(index) // _ROWS_PER_THREAD))
        bounds = [len(index) * k // slices for k in range(slices + 1)]
        if slices == 1:
            kernel(*head, 0, len(index), *arrays)
            return
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self.threads - 1, thread_name_prefix="batch")
        waiting = [
            self._pool.submit(kernel, *head, first, last, *arrays)
            for first, last in pairwise(bounds[1:])
        ]
        kernel(*head, 0, bounds[1], *arrays)
        for future in waiting:
            future.result()

    def _ask_policies(self) -> None:
        """Let the caller's policies decide, batch by batch, until every row is the caller's."""
        while self.policies:
            control = self._rows["control"][self._every, self.seat]
            waiting = np.flatnonzero(control >= POLICY)
            if len(waiting) == 0:
                return
            for number in np.unique(control[waiting]):
                asked = np.flatnonzero(control == number)
                policy = self.policies[number - POLICY]
                self._actions[asked] = policy(self.obs[asked], self.mask[asked])
            self._check_legal(waiting)
            self._run(waiting)

    def close(self) -> None:
        """Stop the threads."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_pool": None}
