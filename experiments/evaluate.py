"""Measure agents: ``python -m experiments.evaluate --agent greedy ppo:runs/RUN``.

Every agent plays every board and difficulty named, on the same deals, its seat rotating from game
to game; in teams it plays both seats of one, unless ``--partner`` names another partner. Prints the
share of games won with its 95 % interval, the mean points, the mean margin to the best other party
or team and the mean place, over all games and, with several seats, by seat or team.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    # Unbound, two threads of torch sometimes share a core and run many times slower for a whole
    # process. OpenMP reads this when torch is imported.
    os.environ.setdefault("OMP_PROC_BIND", "true")

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from tqdm import tqdm

import agents
from agents.learned import load_model, newest_checkpoint
from agents.rows import Decider, decide
from concordia_env.cards import DIFFICULTIES
from env_core.batch import Policy
from env_core.files import write_atomically
from experiments.intervals import wilson
from experiments.provenance import command, versions
from experiments.setting import BOARD, GAMES, PARTNERS, PLAYERS, Setting

MAX_ROWS = 256
SHOWN = (
    "games", "win_share", "win_low", "win_high", "mean_points", "mean_margin", "mean_place",
    "truncated",
)  # fmt: skip


def ppo_policy(model: MaskablePPO, argmax: bool) -> Policy:
    """A trained network that samples its actions, or takes the likeliest."""
    return lambda obs, mask: model.predict(obs, deterministic=argmax, action_masks=mask)[0]


def agent_of(name: str, argmax: bool = False, seed: int = 0) -> Decider:
    """The player of a name: a compiled bot as it is, the policy of ``ppo:PATH``, or any other."""
    if name in agents.BOTS:
        return name
    kind, _, path = name.partition(":")
    if kind == "ppo" and path:
        return ppo_policy(load_model(newest_checkpoint(Path(path))), argmax)
    return agents.make(name, seed)


def pinned(names: str) -> str:
    """The same list with run folders replaced by their newest checkpoints, which stay the same."""
    parts = (name.partition(":") for name in names.split(","))
    return ",".join(
        f"ppo:{newest_checkpoint(Path(path))}" if kind == "ppo" else kind + colon + path
        for kind, colon, path in parts
    )


def opponents_of(names: str) -> list[str | Policy]:
    """Opponents from a comma-separated list: bots by name, and trained networks as ppo:PATH.

    They play inside the step of a batch, so that players of single games cannot be among them.
    """
    found = [agent_of(name) if name.startswith("ppo:") else name for name in names.split(",")]
    return [opponent for opponent in found if isinstance(opponent, str) or callable(opponent)]


def evaluate(
    agent: Decider, setting: Setting, opponents: Sequence[str | Policy], games: int, seed: int
) -> list[dict[str, Any]]:
    """Play complete games with rotating seats; the final ``info`` of each.

    The caller's random streams are left as they were.
    """
    rows = min(games, MAX_ROWS)
    vec = setting.games(rows, opponents, seed)
    # Each row plays a number of games fixed in advance: the first games to finish would be the
    # short ones.
    left = np.full(rows, games // rows)
    left[: games % rows] += 1
    finished: list[dict[str, Any]] = []
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        vec.reset()
        while left.any():
            _, _, done, infos = vec.step(decide(agent, vec.batch))
            for row in np.flatnonzero(done & (left > 0)):
                left[row] -= 1
                finished.append(infos[row])
    vec.close()
    return finished


def margin(info: dict[str, Any]) -> int:
    """Points ahead of the best other side, which is the first or the second."""
    totals, rank = info["totals"], info["rank"]
    return int(totals[rank] - totals[1 if rank == 0 else 0])


def summary(finished: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Share of wins with its interval, mean points of the side and mean place (1 is first)."""
    games = len(finished)
    wins = sum(info["won"] for info in finished)
    low, high = wilson(wins, games)
    return {
        "games": games,
        "wins": wins,
        "win_share": wins / games,
        "win_low": low,
        "win_high": high,
        "mean_points": float(np.mean([info["totals"][info["rank"]] for info in finished])),
        "mean_margin": float(np.mean([margin(info) for info in finished])),
        "mean_place": float(np.mean([info["rank"] + 1 for info in finished])),
        "mean_decisions": float(np.mean([info["episode"]["l"] for info in finished])),
        "truncated": sum(info["TimeLimit.truncated"] for info in finished),
    }


def by_side(finished: Sequence[dict[str, Any]], setting: Setting) -> dict[str, dict[str, Any]]:
    """Summaries of all games and, if the agent played several seats or teams, of those of each."""
    played = [setting.side(info["seat"]) for info in finished]
    parts = {"": finished}
    if len(set(played)) > 1:
        for side in sorted(set(played)):
            parts[f", {side}"] = [i for i, s in zip(finished, played, strict=True) if s == side]
    return {name: summary(part) for name, part in parts.items()}


def print_table(rows: dict[str, dict[str, Any]]) -> None:
    width = max(map(len, rows))
    print(" " * width + "".join(f"{name.replace('_', ' '):>13}" for name in SHOWN))
    for name, row in rows.items():
        cells = [f"{x:.3f}" if isinstance(x, float) else f"{x:,}" for x in map(row.get, SHOWN)]
        print(f"{name:<{width}}" + "".join(f"{cell:>13}" for cell in cells))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--agent", nargs="+", required=True, help="names as of agents.make")
    parser.add_argument("--game", default="concordia", help=", ".join(GAMES))
    boards = f"names or paths of files; default {BOARD}"
    parser.add_argument("--board", nargs="+", default=[""], help=boards)
    players = ", ".join(f"{game} {number}" for game, number in PLAYERS.items())
    parser.add_argument("--players", type=int, default=0, help=f"default: {players}")
    parser.add_argument("--team", action="store_true", help="of venus: teams of two")
    parser.add_argument(
        "--partner", default="", help=f"in teams: {', '.join(PARTNERS)}; default: {PARTNERS[0]}"
    )
    parser.add_argument("--difficulty", nargs="+", default=[""], help="of solitaria, or all")
    parser.add_argument("--opponents", default="random", help="names or ppo:PATH, with commas")
    parser.add_argument("--max-turns", type=int, default=1000, help="of a seat, then the game ends")
    parser.add_argument("--games", type=int, default=1000, help="of each agent in each setting")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--argmax", action="store_true", help="likeliest action, not a sample")
    parser.add_argument("--out", type=Path, help="JSON file to write")
    options = parser.parse_args()
    if options.games < 1:
        parser.error(f"--games must be at least 1, not {options.games}")
    difficulties = DIFFICULTIES if options.difficulty == ["all"] else options.difficulty
    rows: dict[str, dict[str, Any]] = {}
    try:
        opponents = opponents_of(options.opponents)
        combinations = list(product(options.agent, options.board, difficulties))
        for name, board, difficulty in tqdm(combinations, disable=None, leave=False):
            setting = Setting(
                options.game,
                board,
                options.players,
                difficulty,
                options.max_turns,
                options.team,
                options.partner,
            )
            agent = agent_of(name, options.argmax, options.seed)
            finished = evaluate(agent, setting, opponents, options.games, options.seed)
            for part, row in by_side(finished, setting).items():
                rows[f"{name}, {setting}{part}"] = row
    except ValueError as error:
        parser.error(str(error))
    print_table(rows)
    if options.out:
        result = {"command": command("experiments.evaluate"), "versions": versions(), "rows": rows}
        write_atomically(options.out, json.dumps(result, indent=1) + "\n")
        print(f"written to {options.out}")


if __name__ == "__main__":
    main()
