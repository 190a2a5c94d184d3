"""One registry of names for all players.

A name is a compiled bot, or a kind of player with its arguments after colons:

    random, greedy, balanced, ...       the compiled bots, see docs/bots.md
    mcts:1000   ismcts:50ms             search with a budget of simulations or milliseconds
    ppo:PATH                            a trained network: a checkpoint, or the newest of a run
    human                               a person at the terminal

A search takes options after its budget: ``mcts:1000:turns=full:threads=2:bot=greedy``; a network
``:sample``, to draw its actions instead of taking the likeliest.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from agents.base import Agent, Seed
from agents.bots import Bot
from agents.human import Human
from agents.search import FULL, Budget, Search
from comuni_env.bots import BOTS as COMUNI_BOTS
from concordia_env.bots import BOTS as CONCORDIA_BOTS

BOTS = tuple(dict.fromkeys((*CONCORDIA_BOTS, *COMUNI_BOTS)))
SEARCHES = ("mcts", "ismcts")
OPTIONS = ("turns", "threads", "bot")  # of a search
NAMES = (*BOTS, *(f"{kind}:BUDGET" for kind in SEARCHES), "ppo:PATH", "human")


def make(name: str, seed: Seed = None) -> Agent:
    """The player of a name; ``seed`` is that of its own chance.

    Raises:
        ValueError: no such player; the message names those there are.
    """
    kind, *arguments = name.split(":")
    if name in BOTS:
        return Bot(name, seed)
    if name == "human":
        return Human(name)
    if kind in SEARCHES and arguments:
        return _search(name, kind, arguments, seed)
    if kind == "ppo" and arguments:
        from agents.learned import Learned  # imports torch

        sample = len(arguments) > 1 and arguments[-1] == "sample"
        path = ":".join(arguments[:-1] if sample else arguments)
        return Learned(Path(path), seed, sample)
    raise ValueError(f"unknown agent {name!r}; agents: {', '.join(NAMES)}")


def _search(name: str, kind: str, arguments: Sequence[str], seed: Seed) -> Search:
    given = [argument.partition("=") for argument in arguments[1:]]
    options = {key: value for key, _, value in given}
    if unknown := [key for key, equals, _ in given if not equals or key not in OPTIONS]:
        raise ValueError(f"{name!r}: unknown option {unknown[0]!r}; options: {', '.join(OPTIONS)}")
    turns = options.get("turns")
    bot = options.get("bot", "balanced")
    if bot not in BOTS:
        raise ValueError(f"{name!r}: unknown bot {bot!r}; bots: {', '.join(BOTS)}")
    return Search(
        name,
        _budget(name, arguments[0]),
        kind == "ismcts",
        seed,
        bot=bot,
        turns=None if turns is None else FULL if turns == "full" else _whole(name, "turns", turns),
        threads=_whole(name, "threads", options.get("threads", "1")),
    )


def _budget(name: str, text: str) -> Budget:
    """So many simulations, or milliseconds."""
    if text.endswith("ms"):
        return Budget(seconds=_whole(name, "budget", text.removesuffix("ms")) / 1000)
    return Budget(simulations=_whole(name, "budget", text))


def _whole(name: str, what: str, text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise ValueError(f"{name!r}: {what} must be a whole number above 0, not {text!r}")
    return int(text)
