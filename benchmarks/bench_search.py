"""Speed of search and of games between bots: ``python -m benchmarks.bench_search``.

Rows: simulations a second from a position in the middle of a game, with rollouts that are cut off
after a round and forecast, and with rollouts to the end of the game (each of those is a complete
rest of a game); the share that two threads add; complete games a second of a tournament among
``greedy`` players on two cores.
"""

from __future__ import annotations

import agents
from agents.search import Search
from comuni_env import comuni_v0
from concordia_env import concordia_v0, solitaria_v0, venus_v0
from env_core.game import Game

MIDDLE = 12  # turns of every seat
SEARCHES = {
    "ismcts": 4000,
    "mcts": 4000,
    "mcts:threads=2": 4000,
    "ismcts:turns=full": 300,
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
    kind, _, rest = name.partition(":")
    player = agents.make(":".join(filter(None, (kind, str(simulations), rest))), seed=0)
    assert isinstance(player, Search)
    return sum(choice.visits for choice in player.choices(game))
