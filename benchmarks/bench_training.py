"""Speed of MaskablePPO from end to end: ``python -m benchmarks.bench_training``.

Rows: training as ``experiments.train_ppo`` does it, next to the same training on a VecEnv that does
nothing (the ceiling: what is left is stable-baselines3 and torch); then, on that VecEnv, what
raises the ceiling, one change at a time from the defaults of stable-baselines3. All rows take turns
in every run, so that a slow spell of the machine hits all; the rows that are compared with their
ceilings take several turns, since the difference is smaller than the noise of one.
"""

from __future__ import annotations

import argparse
import os
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

os.environ.setdefault("OMP_PROC_BIND", "true")  # read when torch is imported

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnv

from benchmarks.report import publish, summary
from env_core.sb3 import BatchVecEnv
from experiments.train_ppo import Args, MaskedSoftmax, make_games, new_model

DEFAULTS = Args()


class IdleGames(VecEnv):
    """Shows the same observations and masks for ever."""

    def __init__(self, games: BatchVecEnv) -> None:
        super().__init__(games.num_envs, games.observation_space, games.action_space)
        self.obs = games.reset()
        self.masks = games.action_masks().copy()
        self.infos: list[dict[str, Any]] = [{} for _ in range(games.num_envs)]

    def reset(self) -> np.ndarray:
        return self.obs

    def step_async(self, actions: np.ndarray) -> None:
        pass

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        return self.obs, np.zeros(self.num_envs), np.zeros(self.num_envs, bool), self.infos

    def env_method(self, method_name: str, *args: Any, **kwargs: Any) -> Any:
        return self.masks

    def has_attr(self, attr_name: str) -> bool:
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [None] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        pass

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def close(self) -> None:
        pass


@dataclass
class Case:
    """One row: what is trained and how."""

    what: str
    args: Args
    idle: bool = True
    validate: bool = False
    fused: bool = True
    turns: int = 1  # in every run

    def make(self) -> MaskablePPO:
        games = make_games(self.args, [self.args.opponents])
        model = new_model(self.args, IdleGames(games) if self.idle else games)
        if self.fused:
            model.policy.action_dist = MaskedSoftmax(games.batch.engine.num_actions)
        return model

    def frames_per_second(self, model: MaskablePPO) -> float:
        """Of one rollout and one update."""
        torch.set_num_threads(self.args.threads)
        torch.distributions.Distribution.set_default_validate_args(self.validate)
        start = time.perf_counter()
        model.learn(1, reset_num_timesteps=False)
        return model.n_steps * model.n_envs / (time.perf_counter() - start)

    def row(self, values: list[float]) -> dict[str, Any]:
        args = self.args
        settings = {
            "games": args.envs,
            "batch x epochs": f"{args.batch} x {args.epochs}",
            "net": ",".join(map(str, args.net)),
            "threads": args.threads,
        }
        return {"what": self.what, **settings, "unit": "frames/s", **summary(values)}


def cases(frames: int, threads: int) -> list[Case]:
    """The table's rows."""

    def args(games: int = 256, **changes: Any) -> Args:
        changes = {"threads": threads, **changes}
        return replace(DEFAULTS, envs=games, rollout=frames // games, **changes)

    found = []
    for games in (64, 256):
        found.append(Case("concordia, train_ppo's settings", args(games), idle=False, turns=6))
        found.append(Case("ceiling of that", args(games), turns=6))
    net = (64, 64)
    plain = {"validate": True, "fused": False}
    return [
        *found,
        Case("defaults of SB3", args(batch=64, epochs=10, net=net), **plain),
        Case("larger batches", args(batch=1024, epochs=4, net=net), **plain),
        Case("and no validation", args(batch=1024, epochs=4, net=net), fused=False),
        Case("and fused softmax", args(batch=1024, epochs=4, net=net)),
        Case("and still larger batches", args(batch=4096, epochs=4, net=net)),
        Case("other net", args(net=(128,))),
        Case("other net", args(net=(256,))),
        Case("other net", args(net=(256, 256))),
        Case("one thread", args(threads=1)),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--frames", type=int, default=8192, help="decisions of a run, per row")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--out", type=Path, help="JSON file; default benchmarks/results")
    options = parser.parse_args()
    table = cases(options.frames, options.threads)
    models = [case.make() for case in table]
    for case, model in zip(table, models, strict=True):
        case.frames_per_second(model)  # warm up
    measured: list[list[float]] = [[] for _ in table]
    for _ in range(options.runs):
        for turn in range(max(case.turns for case in table)):
            turns = [*zip(table, models, measured, strict=True)]
            # To and fro: of two neighbours that are compared, each is as often the second.
            for case, model, values in turns if turn % 2 == 0 else reversed(turns):
                if turn < case.turns:
                    values.append(case.frames_per_second(model))
    rows = [case.row(values) for case, values in zip(table, measured, strict=True)]
    for ours in (0, 2):  # concordia's rows, each followed by its ceiling
        shares = [a / b for a, b in zip(measured[ours], measured[ours + 1], strict=True)]
        unmeasured = dict.fromkeys(rows[0])
        share = {"what": "share of the ceiling", "games": table[ours].args.envs, "unit": "times"}
        rows.append({**unmeasured, **share, **summary(shares)})
    publish("bench_training", rows, "python -m benchmarks.bench_training", options.out)


if __name__ == "__main__":
    main()
