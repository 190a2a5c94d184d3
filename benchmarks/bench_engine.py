"""Speed of the engine and of the AEC environments: ``python -m benchmarks.bench_engine``.

Rows: complete random games inside the compiled loop, masks included, and how fast a decision of
Venus is beside one of the base game; the AEC environments driven from Python, observation and mask
included; PettingZoo's connect four in the same run as a yardstick; seconds of a cold compilation, a
second start and a bare import, each in a fresh process.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Any

os.environ["NUMBA_NRT_STATS"] = "1"  # counts allocations; read when numba is imported

import numpy as np
from numba.core.runtime import rtsys
from pettingzoo import AECEnv
from pettingzoo.classic import connect_four_v3

from benchmarks.report import publish, rates, summary
from comuni_env import bots as comuni_bots
from comuni_env import comuni_v0
from concordia_env import bots as concordia_bots
from concordia_env import concordia_v0, venus_v0
from env_core.game import Game
from env_core.rng import key_of_seed, new_stream

FIRST_DECISION = "from {package} import {module}; {module}.game(seed=1).legal()"
COLD = {"concordia": ("concordia_env", "concordia_v0"), "comuni": ("comuni_env", "comuni_v0")}


def random_games(game: Game, games: int) -> int:
    """Play complete games at random in the compiled loop; decisions made."""
    bots = comuni_bots if game.engine.package == "comuni_env" else concordia_bots
    stream = new_stream(0)
    decisions = 0
    for seed in range(games):
        game.restart(key_of_seed(seed))
        decisions += bots.play_randomly(game._tables, game._games, 0, game._mask, stream, 10**6)
    return decisions


def allocations_per_decision(board: str, players: int) -> float:
    """Allocations of compiled code: a long call against a short one, both of one game."""
    game = concordia_v0.game(board=board, num_players=players, seed=0)
    stream = new_stream(0)
    allocated = []
    for decisions in (10, 300):
        before = rtsys.get_allocation_stats().alloc
        concordia_bots.play_randomly(game._tables, game._games, 0, game._mask, stream, decisions)
        allocated.append(rtsys.get_allocation_stats().alloc - before)
    return (allocated[1] - allocated[0]) / 290


def drive(env: AECEnv, decisions: int) -> int:
    """Step an AEC environment with a cheap choice among the legal actions."""
    env.reset(seed=1)
    done = 0
    while done < decisions:
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.reset()
            continue
        legal = observation["action_mask"].view(np.bool_).nonzero()[0]
        env.step(legal[done % len(legal)])
        done += 1
    return done


def seconds(code: str, cache: str) -> float:
    """Wall time of a fresh Python process that runs the code."""
    environment = {**os.environ, "CONTRARIUS_JIT_CACHE": cache}
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, env=environment, capture_output=True)
    return time.perf_counter() - start


def ratio_row(name: str, ours: list[float], theirs: list[float]) -> dict[str, Any]:
    """How much faster, run by run."""
    ratios = [a / b for a, b in zip(ours, theirs, strict=True)]
    return {"what": name, "unit": "times", **summary(ratios)}


def compiled_rows(games: int, runs: int) -> list[dict[str, Any]]:
    """Random play in the compiled loop; Venus on the board and with the players of the base row."""
    base = "imperium 4 players"
    venus = {f"Venus{teams}, {base}": bool(teams) for teams in ("", " in teams")}
    tables: dict[str, Game] = {
        base: concordia_v0.game("imperium", 4),
        "italia 2 players": concordia_v0.game("italia", 2),
        **{name: venus_v0.game("imperium", 4, team) for name, team in venus.items()},
        "comuni 5 players": comuni_v0.game(num_players=5),
    }
    measured: dict[str, list[float]] = {name: [] for name in tables}
    for _ in range(runs):  # interleaved, so that a slow spell of the machine hits all
        for name, game in tables.items():
            measured[name] += rates(partial(random_games, game, games), 1)
    rows: list[dict[str, Any]] = [
        {"what": f"compiled random play, {name}", "unit": "decisions/s", **summary(found)}
        for name, found in measured.items()
    ]
    return rows + [ratio_row(f"{name} / base", measured[name], measured[base]) for name in venus]


def startup_rows() -> list[dict[str, Any]]:
    """Seconds of a bare interpreter, an import, a cold compilation and second starts."""
    named: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as cache:
        for name, (package, module) in COLD.items():
            code = FIRST_DECISION.format(package=package, module=module)
            named[f"cold compilation, {name}"] = [seconds(code, cache)]
            named[f"second start, {name}"] = [seconds(code, cache) for _ in range(3)]
        imports = [seconds("from concordia_env import concordia_v0", cache) for _ in range(3)]
        named["import alone, concordia"] = imports
    return [{"what": name, "unit": "s", **summary(values)} for name, values in named.items()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--games", type=int, default=300, help="random games of a run")
    parser.add_argument("--decisions", type=int, default=20_000, help="AEC decisions of a run")
    parser.add_argument("--out", type=Path, help="JSON file; default benchmarks/results")
    options = parser.parse_args()
    rows = compiled_rows(options.games, options.runs)
    environments: dict[str, AECEnv] = {
        "raw_env, imperium 4 players": concordia_v0.raw_env(),
        "env, imperium 4 players": concordia_v0.env(),
        "connect_four_v3 raw_env": connect_four_v3.raw_env(),
        "connect_four_v3 env": connect_four_v3.env(),
    }
    measured: dict[str, list[float]] = {name: [] for name in environments}
    for _ in range(options.runs):  # interleaved too
        for name, env in environments.items():
            measured[name] += rates(partial(drive, env, options.decisions // 4), 1)
    rows += [{"what": n, "unit": "decisions/s", **summary(v)} for n, v in measured.items()]
    ours, theirs = (measured[n] for n in ("raw_env, imperium 4 players", "connect_four_v3 raw_env"))
    rows.append(ratio_row("raw_env / connect_four_v3 raw_env", ours, theirs))
    allocations = [allocations_per_decision("imperium", 4)]
    rows.append({"what": "allocations", "unit": "per decision", **summary(allocations)})
    publish("bench_engine", rows + startup_rows(), "python -m benchmarks.bench_engine", options.out)


if __name__ == "__main__":
    main()
