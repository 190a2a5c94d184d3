"""Ratings of players from complete rankings: Plackett-Luce by maximum likelihood.

A ranking is a chain of choices: who is first among all, who is next among the rest. An agent is
chosen with a chance proportional to its strength, times its copies where one agent plays several
sides; a choice among copies of one agent says nothing and is left out. Choices are counted instead
of kept, so that a fit takes milliseconds however many games there are. (The package choix, made for
such models, counts no equal rankings and sums the copies of one agent wrongly.)
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log

import numpy as np

POINTS = 400 / log(10)  # of a rating per unit of log-strength: 400 points are odds of 10 to 1
ANCHOR = 1000.0  # the rating of the agent that the others are compared with
# What each agent has also won and lost, in games against a player of strength 1: the rating of one
# that always wins or loses stays finite, and others hardly move.
PRIOR = np.array([[0.5], [0.5]])
LEAST_PRIOR = 1e-4  # below the 2.5 % quantile of a drawn one
LONGEST_STEP = 2.0  # in log-strength; Newton's own can be far too long at first
EXACT = 1e-6  # likewise
MOST_STEPS = 100


class Choices:
    """The choices of many rankings, each with the unit (a deal) that it belongs to."""

    def __init__(self, rankings: Sequence[tuple[int, Sequence[int]]], agents: int) -> None:
        """Take rankings as pairs: the unit, and the agents by number, best first."""
        kinds: dict[tuple[int, ...], int] = {}
        of_ranking: dict[tuple[int, ...], list[int]] = {}
        units, choices = [], []
        for unit, ranking in rankings:
            order = tuple(ranking)
            if order not in of_ranking:
                made = [choice(order[place:], agents) for place in range(len(order) - 1)]
                told = [each for each in made if np.count_nonzero(each[1:]) > 1]
                of_ranking[order] = [kinds.setdefault(each, len(kinds)) for each in told]
            choices += of_ranking[order]
            units += [unit] * len(of_ranking[order])
        self.agents = agents
        self.units = np.array(units, np.int64)
        self.choices = np.array(choices, np.int64)
        table = np.array(list(kinds), np.int64).reshape(-1, agents + 1)
        self.chosen, self.copies = table[:, 0], table[:, 1:]

    def strengths(
        self,
        counts: np.ndarray,
        prior: np.ndarray = PRIOR,
        start: np.ndarray | None = None,
    ) -> np.ndarray:
        """The likeliest log-strengths, each unit counting ``counts[unit]`` times."""
        weights = np.bincount(self.choices, counts[self.units], len(self.chosen))
        wins = np.bincount(self.chosen, weights, self.agents)
        found = np.zeros(self.agents) if start is None else start
        won, lost = prior
        for _ in range(MOST_STEPS):
            shares = self.copies * np.exp(found - found.max())
            shares /= shares.sum(axis=1, keepdims=True)
            chance = 1 / (1 + np.exp(-found))  # against the player of strength 1
            gradient = wins - weights @ shares + won * (1 - chance) - lost * chance
            curvature = np.diag(weights @ shares + (won + lost) * chance * (1 - chance))
            curvature -= shares.T @ (weights[:, None] * shares)
            step = np.linalg.solve(curvature, gradient)
            longest = np.abs(step).max()
            found = found + step / max(1.0, longest / LONGEST_STEP)
            if longest < EXACT:
                break
        return found


def drawn_prior(rng: np.random.Generator, agents: int) -> np.ndarray:
    """A prior for one resample of a bootstrap.

    However the games are drawn, who never won one has won none. Its interval comes from here: it
    is about that of Jeffreys for a share of 0 or 1.
    """
    return np.maximum(rng.gamma(PRIOR, size=(2, agents)), LEAST_PRIOR)


def choice(remaining: Sequence[int], agents: int) -> tuple[int, ...]:
    """The first of these, and how many of each agent they are."""
    return (remaining[0], *np.bincount(remaining, minlength=agents).tolist())


def scaled(strengths: np.ndarray, anchor: int) -> np.ndarray:
    """Ratings of log-strengths; that of agent ``anchor`` is 1000."""
    return ANCHOR + POINTS * (strengths - strengths[anchor])
