"""The table of a tournament: what every agent and every seat achieved, with 95 % intervals.

Deals are the unit of all intervals but those of shares, as games of one deal are not independent.
A game that was cut off is played and won by nobody; its points and places count nowhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, permutations
from math import isnan, nan
from typing import Any

import numpy as np

from experiments import intervals
from experiments.match import Result
from experiments.ratings import PRIOR, Choices, drawn_prior, scaled
from experiments.schedule import Contest

MEANS = ("mean_score", "mean_margin", "mean_place")
ANCHOR = "greedy"  # is rated 1000 where it plays; else the first agent is
RESAMPLES = 1000
DIGITS = 4
NOTHING = {"value": nan, "low": nan, "high": nan}

# One side of one game; the means of what was not finished are nan.
APPEARANCE = np.dtype(
    [
        ("round", np.int64),
        ("agent", np.int64),
        ("side", np.int64),
        ("won", np.bool_),
        ("means", np.float64, len(MEANS)),
        ("decisions", np.int64),
        ("seconds", np.float64),
    ]
)

Figure = dict[str, float | None]  # value, low and high
Ranking = tuple[int, tuple[int, ...]]  # number of the round, and the agents, best first


def appearances(
    contest: Contest, results: Sequence[Sequence[Result]]
) -> tuple[np.ndarray, list[Ranking]]:
    """Who did what on which side, one row a side and game, and the rankings of finished games."""
    rows: list[tuple[Any, ...]] = []
    rankings: list[Ranking] = []
    entrants = {name: number for number, name in enumerate(contest.entrants)}
    alone = [entrants[name] for name in contest.entrants if name not in contest.agents]
    for each, games in zip(contest.rounds(), results, strict=True):
        for rotation, game in enumerate(games):
            names = each.sides(rotation, contest.setting.num_sides)
            line = [*(entrants[name] for name in names), *alone]
            # Contrarius and compiled bots are not asked for decisions.
            missing = len(line) - len(game.decisions)
            asked = zip(game.decisions + [0] * missing, game.seconds + [0] * missing, strict=True)
            for side, (agent, (decisions, seconds)) in enumerate(zip(line, asked, strict=True)):
                means = means_of(game, side)
                won = game.ranks[side : side + 1] == [0]
                rows.append((each.number, agent, side, won, means, decisions, seconds))
            if game.ranks:
                order = np.argsort(game.ranks).tolist()
                rankings.append((each.number, tuple(line[side] for side in order)))
    return np.array(rows, APPEARANCE), rankings


def means_of(game: Result, side: int) -> tuple[float, ...]:
    """Score, margin to the best other side and place (1 is first) of a finished game."""
    if not game.ranks:
        return (np.nan,) * len(MEANS)
    others = game.points[:side] + game.points[side + 1 :]
    return game.points[side], game.points[side] - max(others), game.ranks[side] + 1


class Means:
    """Sums of a kind of players by round, from which means of any choice of rounds are quick."""

    def __init__(self, rows: np.ndarray, players: np.ndarray, number: int, rounds: int) -> None:
        """Add up the rows of each of ``number`` players."""
        finished = ~np.isnan(rows["means"][:, 0])
        where = rows["round"][finished], players[finished]
        self.games = np.zeros((rounds, number))
        self.sums = np.zeros((rounds, number, len(MEANS)))
        np.add.at(self.games, where, 1)
        np.add.at(self.sums, where, rows["means"][finished])

    def of(self, counts: np.ndarray) -> np.ndarray:
        """Means (players, MEANS) if each round counts so often; nan without a finished game."""
        games = (counts @ self.games)[:, None]
        sums = np.tensordot(counts, self.sums, 1)
        return np.divide(sums, games, out=np.full_like(sums, np.nan), where=games > 0)


def table(contest: Contest, results: Sequence[Sequence[Result]]) -> dict[str, Any]:
    """The table of a contest from the results of all its rounds."""
    rows, rankings = appearances(contest, results)
    entrants, sides, rounds = contest.entrants, contest.setting.num_sides, len(results)
    seated = rows[rows["side"] < sides]
    agents = Means(rows, rows["agent"], len(entrants), rounds)
    seats = Means(seated, seated["side"], sides, rounds)
    choices = Choices(rankings, len(entrants))
    fitted = choices.strengths(np.ones(rounds))
    anchor = entrants.index(ANCHOR) if ANCHOR in entrants else 0
    unrated = ~agents.games.any(axis=0)

    def figures(drawn: np.ndarray, prior: np.ndarray) -> np.ndarray:
        counts = np.bincount(drawn, minlength=rounds).astype(np.float64)
        ratings = scaled(choices.strengths(counts, prior, fitted), anchor)
        ratings[unrated] = nan
        return np.concatenate([agents.of(counts).ravel(), seats.of(counts).ravel(), ratings])

    rng = np.random.default_rng([contest.seed, 1])  # not the numbers that draw the rounds
    found = with_intervals(
        figures(np.arange(rounds), PRIOR),
        lambda drawn: figures(drawn, drawn_prior(rng, len(entrants))),
        rounds,
        contest.seed,
    )
    # Taken in the order in which ``figures`` has them: agents, seats, ratings.
    of_agents = {
        name: tally(rows[rows["agent"] == number]) | dict(zip(MEANS, found, strict=False))
        for number, name in enumerate(entrants)
    }
    of_seats = {
        contest.setting.side(side): tally(rows[rows["side"] == side])
        | dict(zip(MEANS, found, strict=False))
        for side in range(sides)
    }
    for number, (row, rating) in enumerate(zip(of_agents.values(), found, strict=True)):
        row |= {"rating": rating} | thought(rows[rows["agent"] == number])
    return {
        "games": sum(map(len, results)),
        "cut_off": sum(map(len, results)) - len(rankings),
        "agents": of_agents,
        "seats": of_seats,
        "ahead": ahead(entrants, rankings),
    }


def with_intervals(
    values: np.ndarray, figures: Callable[[np.ndarray], np.ndarray], rounds: int, seed: int
) -> Iterator[Figure]:
    """Every figure with its interval; None where no finished game says anything."""
    known = np.flatnonzero(~np.isnan(values))
    ends = np.full((2, len(values)), np.nan)
    ends[:, known] = intervals.bootstrap(
        lambda drawn: figures(drawn)[known], rounds, seed, RESAMPLES
    )
    for value, low, high in zip(values, *ends, strict=True):
        yield {"value": rounded(value), "low": rounded(low), "high": rounded(high)}


def rounded(value: float) -> float | None:
    return None if isnan(value) else round(float(value), DIGITS)


def tally(rows: np.ndarray) -> dict[str, Any]:
    """Games played and the share of them that was won."""
    share = intervals.share(int(rows["won"].sum()), len(rows)) if len(rows) else NOTHING
    return {"games": len(rows), "win_share": {key: rounded(x) for key, x in share.items()}}


def thought(rows: np.ndarray) -> dict[str, float | None]:
    """Decisions a game and milliseconds a decision, over the games in which both were counted."""
    rows = rows[rows["decisions"] > 0]
    decisions = int(rows["decisions"].sum())
    if not decisions:
        return {"decisions_per_game": None, "ms_per_decision": None}
    return {
        "decisions_per_game": rounded(decisions / len(rows)),
        "ms_per_decision": rounded(1000 * rows["seconds"].sum() / decisions),
    }


def ahead(entrants: Sequence[str], rankings: Sequence[Ranking]) -> dict[str, dict[str, Any]]:
    """How often each agent ended before each other, of all times that they met."""
    before: Counter[tuple[int, int]] = Counter()
    for order, times in Counter(order for _, order in rankings).items():
        for pair in combinations(order, 2):
            before[pair] += times
    found: dict[str, dict[str, Any]] = {name: {} for name in entrants}
    for first, second in permutations(range(len(entrants)), 2):
        if met := before[first, second] + before[second, first]:
            share = rounded(before[first, second] / met)
            found[entrants[first]][entrants[second]] = {"met": met, "share": share}
    return found
