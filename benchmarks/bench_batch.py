"""Speed of the native batch: ``python -m benchmarks.bench_batch``.

Rows: a Python-driven batch of 4-player Imperium games with observation and mask written, the time
of choosing actions left out and counted in; the same of solo games against Contrarius on Italia, of
Venus and of Venus in teams, and how fast a decision of those is beside one of the base game; with
three ``greedy`` opponents inside the step, as learner's decisions and as all decisions;
PettingZoo's connect four as a yardstick, all interleaved in one run.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

from pettingzoo.classic import connect_four_v3

from benchmarks.bench_engine import drive, ratio_row
from benchmarks.report import publish, rates, summary
from comuni_env import comuni_v0
from concordia_env import concordia_v0, solitaria_v0, venus_v0
from env_core.batch import Batch


def step_rates(batch: Batch, steps: int) -> tuple[float, float]:
    """Rows stepped per second: the steps alone, and with ``sample`` choosing the actions."""
    choosing = 0.0
    start = time.perf_counter()
    for _ in range(steps):
        before = time.perf_counter()
        actions = batch.sample()
        choosing += time.perf_counter() - before
        batch.step(actions)
    total = time.perf_counter() - start
    rows = steps * batch.num_envs
    return rows / (total - choosing), rows / total


def decisions_per_step(batch: Batch, steps: int) -> float:
    """All decisions, those of the bots included, for one of the learner's."""
    before = batch.decisions
    for _ in range(steps):
        batch.step(batch.sample())
    return (batch.decisions - before) / (steps * batch.num_envs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--envs", type=int, default=1024)
    parser.add_argument("--steps", type=int, default=100, help="batch steps of a run")
    parser.add_argument("--out", type=Path, help="JSON file; default benchmarks/results")
    options = parser.parse_args()
    batches = {
        f"batch of {options.envs}, {threads} thread{'s' * (threads > 1)}": concordia_v0.vec_env(
            options.envs, threads=threads, seed=1
        )
        for threads in (1, 2)
    }
    batches["batch against Contrarius, 2 threads"] = solitaria_v0.vec_env(
        options.envs, threads=2, seed=1
    )
    venus = {"batch of Venus, 2 threads": False, "batch of Venus in teams, 2 threads": True}
    for name, team in venus.items():
        batches[name] = venus_v0.vec_env(
            options.envs, board="imperium", team=team, threads=2, seed=1
        )
    batches["batch of Comuni, 5 players, 2 threads"] = comuni_v0.vec_env(
        options.envs, num_players=5, threads=2, seed=1
    )
    greedy = concordia_v0.vec_env(options.envs, opponents="greedy", threads=2, seed=1)
    for batch in [*batches.values(), greedy]:
        step_rates(batch, options.steps)  # warm up, and leave the games' openings behind
    ratio = decisions_per_step(greedy, options.steps)
    connect_four = connect_four_v3.raw_env()
    found: dict[str, list[float]] = {}
    for _ in range(options.runs):
        for name, batch in batches.items():
            alone, chosen = step_rates(batch, options.steps)
            found.setdefault(name, []).append(alone)
            found.setdefault(f"{name}, with sample()", []).append(chosen)
        alone, _ = step_rates(greedy, options.steps)
        found.setdefault("against 3 greedy bots, learner's", []).append(alone)
        found.setdefault("against 3 greedy bots, all", []).append(alone * ratio)
        found.setdefault("connect_four_v3 raw_env", []).extend(
            rates(lambda: drive(connect_four, 2_000), 1)
        )
    rows: list[dict[str, Any]] = [
        {"what": name, "unit": "decisions/s", **summary(values)} for name, values in found.items()
    ]
    base = found[f"batch of {options.envs}, 2 threads"]
    rows += [ratio_row(f"{name} / base", found[name], base) for name in venus]
    connect_four_rates = found["connect_four_v3 raw_env"]
    rows.append(ratio_row("batch, 2 threads / connect four", base, connect_four_rates))
    publish("bench_batch", rows, "python -m benchmarks.bench_batch", options.out)


if __name__ == "__main__":
    main()
