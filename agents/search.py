"""Search in worlds dealt anew: ``mcts`` and ``ismcts``, with a budget of simulations or of time.

``mcts`` deals some worlds that fit what the seat knows, searches a tree in each, and adds up the
visits. ``ismcts`` deals a world for every simulation and lets all of them share one tree. Neither
ever looks at the world there is: decks, dice to come and secret commitments are dealt anew from the
player's own chance, so that its choice is a function of what the seat may see and of its seed.
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np

from agents.base import Seed
from agents.playing import handles
from agents.tree import DEEPEST, NODE, NONE, PARTIES, PLAN, ROOT, clear_tree, grow
from env_core.game import Engine, Game
from env_core.jit import compile_once
from env_core.rng import STREAM

ROUNDS = 4  # of a rollout, unless turns are said
LEAST_TURNS = 8  # of it
FULL = 2**40  # turns: rollouts go to the end of the game
WORLDS = 8  # of mcts
CHUNK = 32  # simulations between two looks at the clock
AT_ONCE = 5000  # simulations between two chances to interrupt
NODES_PER_SECOND = 60_000  # of one tree: more than it grows


@dataclass(frozen=True)
class Budget:
    """How long to search: simulations in all, or seconds."""

    simulations: int = 0
    seconds: float = 0.0


class Choice(NamedTuple):
    """What the search found out about a legal action."""

    action: int
    visits: int  # simulations that began with it
    value: float  # mean utility for the seat: the expected share of others left behind


class Search:
    """A player who searches; see the module for the two kinds."""

    def __init__(
        self,
        name: str,
        budget: Budget,
        fresh: bool,
        seed: Seed = None,
        *,
        bot: str = "balanced",
        turns: int | None = None,
        threads: int = 1,
        exploration: float = 0.3,
        trust: float = 0.7,
        caution: float = 0.02,
    ) -> None:
        """Describe the search.

        Args:
            name: of the player.
            budget: of each decision.
            fresh: a world for every simulation (``ismcts``), or a tree for each of some worlds.
            seed: of the player's own chance.
            bot: the compiled bot that advises at every node and plays the rollouts.
            turns: turns after the present one at which rollouts are cut off and forecast;
                default: four rounds, and at least eight turns.
            threads: trees that grow at the same time; ``ismcts`` has a tree for each.
            exploration: weight of the bonus for what was tried little.
            trust: share of that bonus that the bot's choice gets.
            caution: what an untried action is thought to be worse than the average.
        """
        self.name = name
        self._budget = budget
        self._fresh = fresh
        self._bot = bot
        self._turns = turns
        self._threads = threads
        self._weights = {"exploration": exploration, "trust": trust, "caution": caution}
        self._chance = np.random.default_rng(seed)
        self._trees: list[Tree] = []

    def act(self, game: Game) -> int:
        """The action that was visited most; of equals the better one."""
        return max(self.choices(game), key=lambda choice: (choice.visits, choice.value)).action

    def choices(self, game: Game) -> list[Choice]:
        """All legal actions with what the search found out about them, most visited first."""
        if game.over:
            raise ValueError("the game is over: nobody decides")
        number = self._threads if self._fresh else WORLDS
        self._prepare(game, number)
        what = f"the search in {game.engine.package}, some ten seconds"
        compile_once("agents", partial(self._trees[0].simulate, 0), what)
        self._run()
        visits = dict.fromkeys(game.legal_ids().tolist(), 0)
        values = dict.fromkeys(visits, 0.0)
        for tree in self._trees:
            for action, count, value in tree.at_root():
                visits[action] += count
                values[action] += value
        listed = [Choice(a, n, values[a] / n if n else 0.0) for a, n in visits.items()]
        return sorted(listed, key=lambda choice: (-choice.visits, -choice.value))

    def _prepare(self, game: Game, number: int) -> None:
        """Trees with room for the budget, each at the root of a world of its own."""
        engine = game.engine
        if self._bot not in engine.bots:
            raise ValueError(f"{engine.package} has no bot {self._bot!r}: {', '.join(engine.bots)}")
        share, left = divmod(self._budget.simulations, number)
        seconds = self._budget.seconds * min(self._threads, number) / number
        if [tree.engine for tree in self._trees] != [engine] * number:
            room = share + 2 + int(seconds * NODES_PER_SECOND)
            self._trees = [Tree(engine, game._tables.dtype, room) for _ in range(number)]
        turns = self._turns or max(LEAST_TURNS, ROUNDS * game.num_seats)
        figures = {
            "seat": game.seat,
            "bot": engine.bots.index(self._bot),
            "fresh": self._fresh,
            "cut": game.turns + turns,
            "secret_from": engine.secret_phases[0],
            "secret_to": engine.secret_phases[1],
            "spread": engine.spread,
            **self._weights,
        }
        plan = np.zeros(1, PLAN)
        for name, figure in figures.items():
            plan[name] = figure
        for index, tree in enumerate(self._trees):
            words = self._chance.integers(2**32, size=(PARTIES + 1, 2), dtype=np.uint32)
            tree.begin(game, plan, words, Budget(share + (index < left), seconds))

    def _run(self) -> None:
        if self._threads == 1:
            for tree in self._trees:
                tree.grow()
            return
        with ThreadPoolExecutor(self._threads, thread_name_prefix="search") as pool:
            list(pool.map(Tree.grow, self._trees))


class Tree:
    """The arrays of one tree, and the game that it starts from."""

    def __init__(self, engine: Engine, table_type: np.dtype, room: int) -> None:
        """Allocate once what all decisions of a game need."""
        self.engine = engine
        names = ("apply", "bot_rows", "rank", "determinise", "forecast")
        self._kernels = [handles(engine, table_type)[name] for name in names]
        self._nodes = np.zeros(room, NODE)
        self._games = np.zeros(2, engine.record)
        self._streams = np.zeros(PARTIES, STREAM)
        parties = engine.score_shape[0]
        self._scratch = (
            np.zeros((1, engine.num_actions), np.bool_),
            np.zeros(1, np.int64),
            np.zeros(engine.num_actions, np.int64),
            np.zeros(DEEPEST, np.int64),
            np.zeros(DEEPEST, np.int64),
            np.zeros(PARTIES, np.int64),
            np.zeros(engine.score_shape, np.int32),
            np.zeros(parties),
            np.zeros(parties, np.int32),
            np.zeros(parties),
            np.zeros(parties),
        )

    def begin(self, game: Game, plan: np.ndarray, words: np.ndarray, budget: Budget) -> None:
        """Start anew at a world dealt for the searching seat from the last two words."""
        self._budget = budget
        self._plan = plan
        self._tables = game._tables
        self._start = game._mask
        self._games[0] = game._games[0]
        engine = self.engine
        engine.determinise(self._tables, self._games, 0, int(plan["seat"][0]), *words[-1])
        self._streams["key"] = words[:-1]
        self._streams["counter"] = 0
        self._scratch[5][:] = plan["bot"]
        self._size = clear_tree(self._nodes)

    def grow(self) -> None:
        """Spend the budget."""
        if self._budget.seconds:
            until = time.perf_counter() + self._budget.seconds
            self.simulate(1)
            while time.perf_counter() < until:
                self.simulate(CHUNK)
            return
        for done in range(0, self._budget.simulations, AT_ONCE):
            self.simulate(min(AT_ONCE, self._budget.simulations - done))

    def simulate(self, number: int) -> None:
        """Run so many simulations."""
        head = (self._tables, self._games, self._plan, self._nodes, self._size, number)
        self._size = grow(*self._kernels, *head, self._streams, self._start, *self._scratch)

    def at_root(self) -> list[tuple[int, int, float]]:
        """Action, visits and sum of utilities of the children of the root."""
        found = []
        child = int(self._nodes["child"][ROOT])
        while child != NONE:
            node = self._nodes[child]
            action = int(node["key"]) % self.engine.num_actions
            found.append((action, int(node["visits"]), float(node["value"])))
            child = int(node["sibling"])
        return found
