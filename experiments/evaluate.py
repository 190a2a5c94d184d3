"""Measure one agent on one scenario: ``python -m experiments.evaluate --agent ppo:runs/RUN``.

The agent's seat rotates from game to game. Prints the share of games won with its 95 % interval,
the mean points and the mean place, over all games and by seat.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shlex
import sys
from collections.abc import Sequence
from importlib.metadata import version
from math import sqrt
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    # Unbound, two threads of torch sometimes share a core and run many times slower for a whole
    # process. OpenMP reads this when torch is imported.
    os.environ.setdefault("OMP_PROC_BIND", "true")

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from concordia_env import concordia_v0
from env_core.batch import Policy
from env_core.files import write_atomically

PACKAGES = (
    "contrarius",
    "numpy",
    "numba",
    "gymnasium",
    "torch",
    "stable-baselines3",
    "sb3-contrib",
)
MAX_ROWS = 256
SHOWN = ("games", "win_share", "win_low", "win_high", "mean_points", "mean_place", "truncated")


def random_policy(seed: int) -> Policy:
    """Uniform among the legal actions."""
    rng = np.random.default_rng(seed)
    return lambda obs, mask: np.argmax(rng.random(mask.shape, np.float32) * mask, axis=1)


def ppo_policy(model: MaskablePPO, argmax: bool) -> Policy:
    """A trained network that samples its actions, or takes the likeliest."""
    return lambda obs, mask: model.predict(obs, deterministic=argmax, action_masks=mask)[0]


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


def agent_of(name: str, seed: int, argmax: bool = False) -> Policy:
    """The policy of a name: ``random`` or ``ppo:PATH``."""
    if name == "random":
        return random_policy(seed)
    kind, _, path = name.partition(":")
    if kind == "ppo" and path:
        model = MaskablePPO.load(newest_checkpoint(Path(path)), device="cpu")
        return ppo_policy(model, argmax)
    raise ValueError(f"unknown agent {name!r}: random, or ppo: and a run folder or checkpoint")


def pinned(names: str) -> str:
    """The same list with run folders replaced by their newest checkpoints, which stay the same."""
    parts = (name.partition(":") for name in names.split(","))
    return ",".join(
        f"ppo:{newest_checkpoint(Path(path))}" if kind == "ppo" else kind + colon + path
        for kind, colon, path in parts
    )


def opponents_of(names: str) -> list[str | Policy]:
    """Opponents from a comma-separated list: bots by name, and trained networks as ppo:PATH."""
    return [
        agent_of(name, seed=0) if name.startswith("ppo:") else name for name in names.split(",")
    ]


def wilson(wins: int, games: int) -> tuple[float, float]:
    """The 95 % score interval of a share: right for few games and for shares near 0 and 1."""
    z = 1.96
    share = wins / games
    centre = share + z * z / (2 * games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return (centre - half) / (1 + z * z / games), (centre + half) / (1 + z * z / games)


def evaluate(
    policy: Policy,
    board: str,
    players: int,
    opponents: Sequence[str | Policy],
    games: int,
    seed: int,
    max_turns: int,
) -> list[dict[str, Any]]:
    """Play complete games with rotating seats; the final ``info`` of each.

    The caller's random streams are left as they were.
    """
    rows = min(games, MAX_ROWS)
    vec = concordia_v0.sb3_vec_env(
        num_envs=rows,
        board=board,
        num_players=players,
        opponents=opponents,
        seat="rotate",
        max_turns=max_turns,
        threads=1,  # others would inherit the one core that the first is bound to
        seed=seed,
    )
    # Each row plays a number of games fixed in advance: the first games to finish would be the
    # short ones.
    left = np.full(rows, games // rows)
    left[: games % rows] += 1
    finished: list[dict[str, Any]] = []
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        obs: Any = vec.reset()
        while left.any():
            mask = np.stack(vec.env_method("action_masks"))
            obs, _, done, infos = vec.step(policy(obs, mask))
            for row in np.flatnonzero(done & (left > 0)):
                left[row] -= 1
                finished.append(infos[row])
    vec.close()
    return finished


def summary(finished: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Share of wins with its interval, mean points and mean place (1 is first)."""
    games = len(finished)
    wins = sum(info["won"] for info in finished)
    low, high = wilson(wins, games)
    return {
        "games": games,
        "wins": wins,
        "win_share": wins / games,
        "win_low": low,
        "win_high": high,
        "mean_points": float(np.mean([info["points"]["total"] for info in finished])),
        "mean_place": float(np.mean([info["rank"] + 1 for info in finished])),
        "mean_decisions": float(np.mean([info["episode"]["l"] for info in finished])),
        "truncated": sum(info["TimeLimit.truncated"] for info in finished),
    }


def by_seat(finished: Sequence[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Summaries of all games and of the games in each seat."""
    seats = sorted({info["seat"] for info in finished})
    parts = {f"seat {s}": [info for info in finished if info["seat"] == s] for s in seats}
    return {name: summary(part) for name, part in {"all": finished, **parts}.items()}


def versions() -> dict[str, str]:
    """What a result depends on."""
    return {"python": platform.python_version(), **{name: version(name) for name in PACKAGES}}


def command(module: str) -> str:
    """The command line that repeats this run."""
    return shlex.join(["python", "-m", module, *sys.argv[1:]])


def print_table(rows: dict[str, dict[str, Any]]) -> None:
    print("        " + "".join(f"{name.replace('_', ' '):>13}" for name in SHOWN))
    for name, row in rows.items():
        cells = [f"{x:.3f}" if isinstance(x, float) else f"{x:,}" for x in map(row.get, SHOWN)]
        print(f"{name:<8}" + "".join(f"{cell:>13}" for cell in cells))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--agent", required=True, help="random, or ppo: and a run or checkpoint")
    parser.add_argument("--board", default="italia", help="a name or the path of a board file")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--opponents", default="random", help="names or ppo:PATH, with commas")
    parser.add_argument("--max-turns", type=int, default=1000, help="of a seat, then the game ends")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--argmax", action="store_true", help="likeliest action, not a sample")
    parser.add_argument("--out", type=Path, help="JSON file to write")
    options = parser.parse_args()
    if options.games < 1:
        parser.error(f"--games must be at least 1, not {options.games}")
    try:
        rows = by_seat(
            evaluate(
                agent_of(options.agent, options.seed, options.argmax),
                options.board,
                options.players,
                opponents_of(options.opponents),
                options.games,
                options.seed,
                options.max_turns,
            )
        )
    except ValueError as error:
        parser.error(str(error))
    print_table(rows)
    if options.out:
        result = {
            "command": command("experiments.evaluate"),
            "options": {**vars(options), "out": str(options.out)},
            "versions": versions(),
            "rows": rows,
        }
        write_atomically(options.out, json.dumps(result, indent=1) + "\n")
        print(f"written to {options.out}")


if __name__ == "__main__":
    main()
