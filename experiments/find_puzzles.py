"""Find positions with a clearly best move: ``python -m experiments.find_puzzles --game comuni``.

Bots play games and stop somewhere. A position is kept if two deep searches (``ismcts`` with full
rollouts, other seeds) agree on the best action and see it ahead, and if games played out from it
confirm that: in the same worlds, dealt anew, every candidate is followed by the same bot for all
seats, and the best action leads each other one by a point or more with all of the 95 % interval.
That lead over the next best, in points of the final margin to the best other side, is the puzzle's
``margin``.
At least ``--hard`` of the puzzles are missed by the ``greedy`` bot. Every puzzle is kept when it is
found: a search that was interrupted, or one for more puzzles, goes on with the same command.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from tqdm import tqdm

import agents
from agents.playing import play_out
from agents.search import Choice, Search
from comuni_env import comuni_v0
from concordia_env import concordia_v0, solitaria_v0, venus_v0
from env_core.files import write_atomically
from env_core.game import Game
from experiments.provenance import command, versions
from experiments.puzzles import FOLDER, GAMES

MODULES = {
    "concordia": concordia_v0,
    "venus": venus_v0,
    "solitaria": solitaria_v0,
    "comuni": comuni_v0,
}
TABLES: dict[str, list[dict[str, Any]]] = {
    "concordia": [
        {"board": board, "num_players": players}
        for board, players in (("italia", 2), ("imperium", 4), ("hispania", 3), ("imperium", 5))
    ],
    "venus": [
        {"board": "hellas", "num_players": 4, "team": True},
        {"board": "ionium", "num_players": 3},
        {"board": "cyprus", "num_players": 2},
        {"board": "imperium", "num_players": 6, "team": True},
    ],
    "solitaria": [
        {"board": "italia", "difficulty": "standard"},
        {"board": "imperium", "difficulty": "veteran"},
        {"board": "crete", "difficulty": "expert"},
        {"board": "italia", "difficulty": "standard", "num_players": 2},
    ],
    "comuni": [{"num_players": players} for players in (2, 3, 4, 5)],
}
BOT = "balanced"  # plays the games, and plays them out
QUICK, DEEP = "ismcts:1000", "ismcts:3000:turns=full"
MOST_TURNS = 26  # of a seat, at which a game is stopped
LEAST_LEGAL = 4
LEAST_SHARE = 0.6  # of the visits that go to the best action of a quick search
LEAST_LEAD = 0.02  # of its value in the deep ones
LEAST_MARGIN = 1.0  # point, at the lower end of the interval
WORLDS = 400
CANDIDATES = 4  # besides what greedy does


def stopped_games(game: str, seed: int) -> Iterator[Game]:
    """Games between bots, each stopped at some decision with a choice."""
    rng = np.random.default_rng(seed)
    bot = agents.make(BOT, seed)
    while True:
        for options in TABLES[game]:
            state: Game = MODULES[game].game(**options, seed=int(rng.integers(2**31)))
            turns = rng.integers(1, MOST_TURNS * state.num_seats)
            wait = rng.integers(4)  # decisions
            while not state.over and (
                state.turns < turns or wait > 0 or len(state.legal_ids()) < LEAST_LEGAL
            ):
                wait -= state.turns >= turns
                state.apply(bot.act(state))
            if not state.over:
                yield state


def search(state: Game, name: str, seed: int) -> list[Choice]:
    player = agents.make(name, seed)
    assert isinstance(player, Search)
    return player.choices(state)


def margins(state: Game, actions: Sequence[int], seed: int) -> np.ndarray:
    """Final margins of the deciding side (worlds, actions) after each action in the same worlds."""
    seat = state.seat
    assert seat is not None
    found = np.zeros((WORLDS, len(actions)))
    for row, child in zip(found, np.random.SeedSequence(seed).spawn(WORLDS), strict=True):
        world = state.determinise(seat, child)
        for k, action in enumerate(actions):
            played = world.clone()
            played.apply_legal(action)
            play_out(played, BOT)
            points, ranks = played.standing()
            sides = [points[ranks == rank, -1].sum() for rank in range(ranks.max() + 1)]
            own = ranks[seat]
            row[k] = sides[own] - max(side for rank, side in enumerate(sides) if rank != own)
    return found


def lead(values: dict[int, float], best: int, rivals: Sequence[int]) -> float:
    """The value of the best action above that of the nearest other one."""
    return values[best] - max(values[rival] for rival in rivals)


def puzzle_of(state: Game, seed: int) -> dict[str, Any] | None:
    """What is known of the position if one action is clearly best, else None."""
    quick = search(state, QUICK, seed)
    if quick[0].visits < LEAST_SHARE * sum(choice.visits for choice in quick):
        return None
    best = quick[0].action
    greedy = agents.make("greedy").act(state)
    for number in (1, 2):
        deep = search(state, DEEP, seed + number)
        values = {choice.action: choice.value for choice in deep}
        rivals = [choice.action for choice in deep[1 : 1 + CANDIDATES]]
        rivals += [greedy] if greedy not in (best, *rivals) else []
        if deep[0].action != best or lead(values, best, rivals) < LEAST_LEAD:
            return None
    found = margins(state, [best, *rivals], seed)
    leads = found[:, :1] - found[:, 1:]
    error = 1.96 * leads.std(0, ddof=1) / np.sqrt(WORLDS)
    nearest = int(leads.mean(0).argmin())
    if (leads.mean(0) - error).min() < LEAST_MARGIN:
        return None
    return {
        "best": state.action_text(best),
        "next_best": state.action_text(rivals[nearest]),
        "margin": round(float(leads.mean(0)[nearest]), 2),
        "margin_error": round(float(error[nearest]), 2),
        "value": round(values[best], 3),
        "next_value": round(values[rivals[nearest]], 3),
        "greedy": state.action_text(greedy),
        "snapshot": state.snapshot(),
    }


def find(
    game: str, number: int, hard: float, seed: int, found: Sequence[dict[str, Any]] = ()
) -> Iterator[dict[str, Any]]:
    """The puzzles up to so many that follow those found already.

    Easy ones, which greedy solves, count only as long as they leave room for enough hard ones.
    """
    easy = number - round(hard * number) - sum(p["best"] == p["greedy"] for p in found)
    tried = found[-1]["tried"] if found else 0
    left = number - len(found)
    with tqdm(total=number, initial=len(found), unit="puzzle", disable=None) as bar:
        for place, state in enumerate(stopped_games(game, seed), start=1):
            if left <= 0:
                return
            bar.set_postfix(tried=place)
            puzzle = puzzle_of(state, seed * 1_000_000 + place) if place > tried else None
            if puzzle is None:
                continue
            solved = puzzle["best"] == puzzle["greedy"]
            if solved and easy <= 0:
                continue
            easy -= solved
            left -= 1
            bar.update()
            yield {"tried": place, **puzzle}


def write(out: Path, search: dict[str, Any], puzzles: Sequence[dict[str, Any]]) -> None:
    """Keep the puzzles, a line each."""
    lines = ",\n".join(json.dumps(puzzle) for puzzle in puzzles)
    head = {"command": command("experiments.find_puzzles"), "versions": versions()}
    write_atomically(out, f'{json.dumps({**head, **search})[:-1]}, "puzzles": [\n{lines}\n]}}\n')


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", choices=GAMES, required=True)
    parser.add_argument("--number", type=int, default=30)
    parser.add_argument("--hard", type=float, default=0.7, help="share that greedy misses")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="default: experiments/puzzle_positions/GAME.json")
    options = parser.parse_args(argv)
    if options.number < 1 or not 0 <= options.hard <= 1:
        parser.error("--number must be at least 1, --hard a share from 0 to 1")
    out = options.out or FOLDER / f"{options.game}.json"
    what = {"game": options.game, "seed": options.seed}
    puzzles: list[dict[str, Any]] = []
    if out.exists():
        kept = json.loads(out.read_text())
        if any(kept.get(key) != value for key, value in what.items()):
            parser.error(f"{out} is of another search; choose another --out")
        puzzles = kept["puzzles"]
    try:
        for puzzle in find(options.game, options.number, options.hard, options.seed, list(puzzles)):
            puzzles.append(puzzle)
            write(out, what, puzzles)
    except KeyboardInterrupt:
        print(f"interrupted with {len(puzzles)} puzzles; the same command goes on")
        return
    print(f"{len(puzzles)} puzzles in {out}")


if __name__ == "__main__":
    main()
