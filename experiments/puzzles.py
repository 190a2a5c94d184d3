"""Saved positions with a clearly best move: ``python -m experiments.puzzles --agents greedy``.

A quick probe of any player: how many of the best moves does it find? The positions stand in
``experiments/puzzle_positions/GAME.json``, each with its snapshot, the best action and its lead
over the next best; ``experiments.find_puzzles`` says how they were found. A player that draws lots,
or searches with little time, may solve others with another ``--seed``.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tqdm import tqdm

import agents
from comuni_env.game import ComuniGame
from concordia_env.game import ConcordiaGame
from env_core.files import write_atomically
from env_core.game import Game
from experiments.provenance import command, versions

FOLDER = Path(__file__).parent / "puzzle_positions"
GAMES: dict[str, type[Game]] = {
    "concordia": ConcordiaGame,
    "venus": ConcordiaGame,
    "solitaria": ConcordiaGame,
    "comuni": ComuniGame,
}


def load_puzzles(game: str) -> list[dict[str, Any]]:
    """The saved positions of a game; ValueError if there are none."""
    path = FOLDER / f"{game}.json"
    if not path.exists():
        maker = f"python -m experiments.find_puzzles --game {game}"
        raise ValueError(f"no puzzles of {game} are saved yet: {maker} finds some")
    puzzles: list[dict[str, Any]] = json.loads(path.read_text())["puzzles"]
    return puzzles


def restore(game: str, puzzle: dict[str, Any]) -> Game:
    """The game of a position; its chance to come is fixed, so that a probe can be repeated."""
    return GAMES[game].from_snapshot(puzzle["snapshot"], seed=0)  # type: ignore[call-arg]


def probe(agent: str, game: str, seed: int) -> list[bool] | None:
    """Whether the player finds the best move of each position; None if it cannot play the game."""
    bots = GAMES[game].engine.bots
    if agent in agents.BOTS and agent not in bots:
        return None
    found = []
    for number, puzzle in enumerate(load_puzzles(game)):
        state = restore(game, puzzle)
        action = agents.make(agent, seed=[seed, number]).act(state)
        found.append(state.action_text(action) == puzzle["best"])
    return found


def table(rows: dict[str, dict[str, int | None]], totals: dict[str, int]) -> str:
    """Solved positions as a Markdown table: agents by games."""
    heads = [f"{game} ({total})" for game, total in totals.items()]
    lines = [["puzzles solved", *heads], ["---"] * (len(heads) + 1)]
    for agent, solved in rows.items():
        cells = ["-" if solved[game] is None else str(solved[game]) for game in totals]
        lines.append([agent, *cells])
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--agents", nargs="+", required=True, help="names as in agents.make")
    saved = [game for game in GAMES if (FOLDER / f"{game}.json").exists()]
    parser.add_argument(
        "--games", nargs="+", choices=GAMES, default=saved, help="default: all with saved puzzles"
    )
    parser.add_argument("--seed", type=int, default=0, help="of the agents' own chance")
    parser.add_argument("--out", type=Path, help="JSON file to write")
    options = parser.parse_args(argv)
    rows: dict[str, dict[str, int | None]] = {}
    try:
        for agent in options.agents:
            agents.make(agent)  # a wrong name is found before the first game
        totals = {game: len(load_puzzles(game)) for game in options.games}
        for agent in tqdm(options.agents, disable=None, leave=False):
            found = {game: probe(agent, game, options.seed) for game in options.games}
            rows[agent] = {game: None if f is None else sum(f) for game, f in found.items()}
    except ValueError as error:
        parser.error(str(error))
    print(table(rows, totals), end="")
    if options.out:
        made = {"command": command("experiments.puzzles"), "versions": versions()}
        result = {**made, "seed": options.seed, "totals": totals, "rows": rows}
        write_atomically(options.out, json.dumps(result, indent=1) + "\n")
        print(f"written to {options.out}")


if __name__ == "__main__":
    main()
