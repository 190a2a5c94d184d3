"""Speed of search and of games between bots: ``python -m benchmarks.bench_search``.

Rows: simulations a second from the middle of a game, on one thread unless it says more, with
rollouts of one round, with those of the default length, both forecast where they are cut off, and
with rollouts to the end, each of which plays the rest of a game; complete 4-player games a second
among ``greedy`` players, in the compiled loop and as a tournament of two processes, whose start is
included.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import agents
from agents.playing import play_keys
from agents.search import Search
from benchmarks.report import publish, rates, summary
from comuni_env import comuni_v0
from concordia_env import concordia_v0, solitaria_v0, venus_v0
from env_core.game import Game
from experiments.pool import play_all
from experiments.schedule import Round
from experiments.setting import Setting

MIDDLE = 12  # turns of every seat
# Simulations of a run, by the player's options.
SEARCHES = {
    "ismcts:{}:turns={round}": 10_000,
    "ismcts:{}": 5000,
    "mcts:{}": 5000,
    "mcts:{}:threads=2": 5000,
    "ismcts:{}:turns=full": 500,
}


def positions() -> dict[str, Game]:
    """A game of every kind, played to its middle by bots."""
    games: dict[str, Game] = {
        "imperium 4 players": concordia_v0.game("imperium", 4, seed=1),
        "italia 2 players": concordia_v0.game("italia", 2, seed=1),
        "Venus in teams, hellas": venus_v0.game("hellas", 4, True, seed=1),
        "Contrarius, italia": solitaria_v0.game("italia", seed=1),
        "comuni 4 players": comuni_v0.game(num_players=4, seed=1),
    }
    bot = agents.make("balanced")
    for game in games.values():
        while game.turns < MIDDLE * game.num_seats:
            game.apply(bot.act(game))
    return games


def search(name: str, simulations: int, game: Game) -> int:
    player = agents.make(name.format(simulations, round=game.num_seats), seed=0)
    assert isinstance(player, Search)
    return sum(choice.visits for choice in player.choices(game))


def greedy_games(games: int, game: Game) -> int:
    """Complete games among greedy players in the compiled loop."""
    keys = np.random.default_rng(0).integers(2**32, size=(games, 2), dtype=np.uint32)
    players = np.full((games, game.num_seats), game.engine.bots.index("greedy"))
    play_keys(game.engine, game._tables, keys, players)
    return games


def greedy_tournament(games: int, seats: int) -> int:
    """The same as a tournament of two processes."""
    setting = Setting("concordia", "imperium", seats)
    rounds = [Round(number, ("greedy",) * seats) for number in range(games // seats)]
    return sum(len(results) for _, results in play_all(setting, 0, rounds, 2))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--games", type=int, default=1000, help="of a run in the compiled loop")
    parser.add_argument("--tournament", type=int, default=20_000, help="games of a tournament")
    parser.add_argument("--out", type=Path, help="JSON file; default benchmarks/results")
    options = parser.parse_args()
    named: dict[str, tuple[str, Callable[[], int]]] = {}
    tables = positions()
    for table, game in tables.items():
        for name, simulations in SEARCHES.items():
            what = f"{table}: {name.replace(':{}', '').format(round='a round')}"
            named[what] = ("simulations/s", partial(search, name, simulations, game))
    first = next(iter(tables.values()))
    named["games among greedy, compiled loop"] = (
        "games/s",
        partial(greedy_games, options.games, first),
    )
    measured: dict[str, list[float]] = {what: [] for what in named}
    for _ in range(options.runs):  # interleaved, so that a slow spell of the machine hits all
        for what, (_, count) in named.items():
            measured[what] += rates(count, 1)
    rows: list[dict[str, Any]] = [
        {"what": what, "unit": named[what][0], **summary(found)} for what, found in measured.items()
    ]
    tournaments = rates(partial(greedy_tournament, options.tournament, 4), 3)
    what = "games among greedy, tournament of 2 processes"
    rows.append({"what": what, "unit": "games/s", **summary(tournaments)})
    publish("bench_search", rows, "python -m benchmarks.bench_search", options.out)


if __name__ == "__main__":
    main()
