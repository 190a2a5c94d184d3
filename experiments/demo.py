"""Watch a whole game between random players, then how fast the engine plays: ``make demo``."""

from __future__ import annotations

import argparse
import time

import numpy as np

from concordia_env import concordia_v0
from concordia_env.bots import play_randomly
from concordia_env.game import ConcordiaGame
from env_core.rng import key_of_seed, new_stream


def play_and_print(game: ConcordiaGame, rng: np.random.Generator) -> None:
    """Play at random, one line a turn."""
    line: list[str] = []
    turn = 0
    while not game.over:
        if game.turns != turn:
            if line:
                print("; ".join(line))
            turn = game.turns
            line = [f"turn {turn:3d}, seat {game.seat}"]
        legal = game.legal()
        action = legal[rng.integers(len(legal))]
        line.append(f"seat {game.seat} {action}" if game.phase == "keep" else action)
        game.apply(action)
    print("; ".join(line))


def print_scores(game: ConcordiaGame) -> None:
    """The final score of every seat by god."""
    names = game.score_names
    print("\nrank  seat  " + "  ".join(f"{name:>9}" for name in names))
    scores = game.scores()
    for place, seat in enumerate(game.ranking(), start=1):
        points = "  ".join(f"{scores[seat][name]:9d}" for name in names)
        print(f"{place:4d}  {seat:4d}  {points}")


def measure(board: str, players: int, seconds: float) -> tuple[int, int, float]:
    """Complete random games in the compiled loop: games, decisions, seconds."""
    game = concordia_v0.game(board=board, num_players=players, seed=0)
    stream = new_stream(0)
    games = decisions = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        game.restart(key_of_seed(games))
        decisions += play_randomly(game._tables, game._games, 0, game._mask, stream, 10**6)
        games += 1
    return games, decisions, time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--board", default="imperium")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    game = concordia_v0.game(board=options.board, num_players=options.players, seed=options.seed)
    play_and_print(game, np.random.default_rng(options.seed))
    print()
    print(game)
    print_scores(game)
    games, decisions, seconds = measure(options.board, options.players, 3.0)
    print(
        f"\nrandom players in the compiled loop, one thread: {games:,} complete games, "
        f"{decisions:,} decisions in {seconds:.1f} s = {decisions / seconds:,.0f} decisions/s"
    )


if __name__ == "__main__":
    main()
