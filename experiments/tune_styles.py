"""Tune a style's weights by self-play: ``python -m experiments.tune_styles concordia builder``.

CMA-ES in the logarithms of the weights. The fitness of a candidate is what one seat earns among
seats of ``--against``, over tables of all sizes: the rank payoff, and a little of the margin, which
tells candidates apart sooner. Every generation has its own deals, the same for all its candidates.
What gives a style its character is kept by bounds. The search starts from the weights that
``data/styles.toml`` of the package holds, and leaves those that it found there; their share of wins
is measured on other deals.
"""

from __future__ import annotations

import argparse
import importlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cma
import numpy as np
from tqdm import tqdm

from agents.playing import play_keys
from comuni_env.game import ComuniGame
from comuni_env.scenario import comuni_scenario
from concordia_env.game import ConcordiaGame
from concordia_env.scenario import base_scenario, venus_scenario
from env_core.files import write_atomically
from env_core.game import Game
from experiments.intervals import wilson

GAMES: dict[str, type[Game]] = {"concordia": ConcordiaGame, "comuni": ComuniGame}
LEAST, MOST = 0.2, 4.0  # of a weight that is not bound otherwise
# Lowest and highest weights that keep a style recognisable.
BOUNDS: dict[str, dict[str, tuple[float, float]]] = {
    "builder": {
        "houses": (1.6, 4), "provinces": (1.2, 3), "colonists": (1.3, 4), "cards": (0.2, 1),
    },
    "trader": {"production": (0.8, 3), "trade": (1.6, 4)},
    "collector": {"favourite": (1.8, 4), "cards": (1.1, 3)},
    "economy": {
        "economy": (1.8, 4), "religion": (1.8, 4), "incomes": (1.2, 3), "gold": (1, 3),
        "military": (0.2, 0.7), "armies": (0.3, 1.5),
    },
    "defender": {
        "walls": (1.5, 4), "armies": (1.2, 3), "heroes": (1.5, 4), "loot": (1.2, 3),
        "military": (1.2, 3), "economy": (0.2, 1), "culture": (0.2, 1), "religion": (0.2, 1),
    },
    "culture": {
        "culture": (2, 5), "religion": (1.8, 5), "guild_masters": (1.3, 4), "set": (1.3, 4),
        "craftsmen": (1.1, 4), "military": (0.2, 0.9), "walls": (0.2, 1.5),
    },
}  # fmt: skip
MARGIN = 0.01  # of the fitness, for each point
FRESH = 10**6  # added to the seed for the games that measure the result


def tables_of(game: str) -> list[Any]:
    """The scenarios that a style is tuned on."""
    if game == "comuni":
        return [comuni_scenario(players) for players in (2, 3, 4, 5)]
    return [
        base_scenario("italia", 2),
        base_scenario("imperium", 4),
        base_scenario("crete", 3),
        venus_scenario("hellas", 4),
    ]


class Bench:
    """Plays one style with weights of choice among others."""

    def __init__(self, game: str, style: str, against: Sequence[str], games: int) -> None:
        """Prepare tables of all sizes; ``games`` on each decide about a candidate."""
        self.game_type = GAMES[game]
        self.bots = self.game_type.engine.bots
        for name in (style, *against):
            if name not in self.bots or name == "random":
                raise ValueError(f"no style {name!r}; styles: {', '.join(self.bots[1:])}")
        self.style = self.bots.index(style)
        self.against = [self.bots.index(name) for name in against]
        self.scenarios = tables_of(game)
        self.games = games
        names = importlib.import_module(f"{self.game_type.engine.package}.constants").WEIGHTS
        self.names: tuple[str, ...] = names

    def results(self, weights: np.ndarray, seed: int) -> list[tuple[np.ndarray, np.ndarray]]:
        """On every table: ranks, 0 for the first, and margins to the mean of the others."""
        found = []
        for number, scenario in enumerate(self.scenarios):
            rng = np.random.default_rng([seed, number])
            tables = self.game_type._tables_of(scenario).copy()
            tables["style"][0, self.style - 1] = weights
            players = rng.choice(self.against, (self.games, scenario.players))
            own = np.arange(self.games), np.arange(self.games) % scenario.players
            players[own] = self.style
            keys = rng.integers(2**32, size=(self.games, 2), dtype=np.uint32)
            points, ranks = play_keys(self.game_type.engine, tables, keys, players)
            totals = points[:, : scenario.players, -1]
            margin = (totals[own] - totals.mean(1)) * scenario.players / (scenario.players - 1)
            found.append((ranks[own], margin))
        return found

    def fitness(self, weights: np.ndarray, seed: int) -> float:
        """Mean payoff over all tables."""
        results = zip(self.scenarios, self.results(weights, seed), strict=True)
        payoffs = [1 - 2 * rank / (s.players - 1) + MARGIN * lead for s, (rank, lead) in results]
        return float(np.mean([payoff.mean() for payoff in payoffs]))

    def report(self, weights: np.ndarray, seed: int) -> str:
        """Share of wins on every table."""
        shares = []
        for scenario, (ranks, _) in zip(self.scenarios, self.results(weights, seed), strict=True):
            low, high = wilson(int((ranks == 0).sum()), self.games)
            share = f"{(ranks == 0).mean():.1%} ({low:.1%} to {high:.1%})"
            shares.append(f"{scenario.players} players: {share}")
        return ", ".join(shares)


def tune(bench: Bench, style: str, start: np.ndarray, generations: int, seed: int) -> np.ndarray:
    """The weights that CMA-ES finds."""
    bounds = [BOUNDS.get(style, {}).get(name, (LEAST, MOST)) for name in bench.names]
    low, high = np.log(bounds).T
    options = {"bounds": [low, high], "seed": seed, "verbose": -9}
    search = cma.CMAEvolutionStrategy(np.clip(np.log(start), low + 0.01, high - 0.01), 0.3, options)
    with tqdm(range(generations), unit="generation", disable=None) as bar:
        for generation in bar:
            candidates = search.ask()
            values = [bench.fitness(np.exp(each), seed + generation) for each in candidates]
            search.tell(candidates, [-value for value in values])
            bar.set_postfix(mean=f"{np.mean(values):.3f}", best=f"{max(values):.3f}")
    return np.exp(search.result.xfavorite)  # the mean, within the bounds


def with_style(text: str, style: str, source: str, weights: dict[str, float]) -> str:
    """The text of a styles file with one table replaced."""
    lines = [f'[{style}]\nsource = "{source}"\n']
    lines += [f"{name} = {weight:.3g}\n" for name, weight in weights.items()]
    return re.sub(rf"\[{style}\]\n([^\[\n].*\n)*", lambda _: "".join(lines), text)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("style")
    parser.add_argument("--against", nargs="+", default=["greedy"], help="styles of the others")
    parser.add_argument("--games", type=int, default=60, help="of a candidate on each table")
    parser.add_argument("--generations", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    try:
        bench = Bench(options.game, options.style, options.against, options.games)
    except ValueError as error:
        parser.error(str(error))
    package = bench.game_type.engine.package
    path = Path(importlib.import_module(package).__path__[0]) / "data" / "styles.toml"
    start = bench.game_type._tables_of(bench.scenarios[0])["style"][0, bench.style - 1]
    found = tune(bench, options.style, start, options.generations, options.seed)
    command = f"python -m experiments.tune_styles {options.game} {options.style}"
    command += f" --against {' '.join(options.against)} --games {options.games}"
    command += f" --generations {options.generations} --seed {options.seed}"
    weights = dict(zip(bench.names, found.tolist(), strict=True))
    write_atomically(path, with_style(path.read_text(), options.style, command, weights))
    bench.games = 1000
    print(f"{options.style} against {', '.join(options.against)}, on other deals:")
    print(bench.report(found, FRESH + options.seed))


if __name__ == "__main__":
    main()
