"""Ratings: strengths found again, copies of an agent, the scale, and who never wins."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from experiments.ratings import Choices, drawn_prior, scaled

STRENGTHS = np.array([-1.5, -0.5, 0.0, 0.6, 1.4])


def simulated(line_ups: Sequence[Sequence[int]], seed: int) -> list[tuple[int, list[int]]]:
    """Rankings as the model has them: log-strengths with Gumbel noise, best first."""
    rng = np.random.default_rng(seed)
    rankings = []
    for unit, line_up in enumerate(line_ups):
        worth = STRENGTHS[list(line_up)] + rng.gumbel(size=len(line_up))
        rankings.append((unit, [line_up[place] for place in np.argsort(-worth)]))
    return rankings


def ratings(rankings: Sequence[tuple[int, Sequence[int]]], agents: int) -> np.ndarray:
    units = 1 + max(unit for unit, _ in rankings)
    return scaled(Choices(rankings, agents).strengths(np.ones(units)), 0)


@pytest.mark.parametrize("sides", [2, 3, 4])
@pytest.mark.parametrize("copies", [False, True])
def test_known_strengths_are_found(sides: int, copies: bool) -> None:
    rng = np.random.default_rng(sides)
    line_ups = [rng.choice(5, sides, replace=copies).tolist() for _ in range(6000)]
    found = ratings(simulated(line_ups, seed=1), 5)
    assert found == pytest.approx(scaled(STRENGTHS, 0), abs=40)


def test_400_points_are_odds_of_ten_to_one() -> None:
    rankings = [(0, [0, 1])] * 1000 + [(0, [1, 0])] * 10_000
    assert ratings(rankings, 2) == pytest.approx([1000, 1400], abs=1)


def test_all_ratings_move_with_the_anchor() -> None:
    choices = Choices(simulated([[0, 1, 2, 3, 4]] * 200, seed=2), 5)
    strengths = choices.strengths(np.ones(200))
    first, last = scaled(strengths, 0), scaled(strengths, 4)
    assert (first[0], last[4]) == (1000, 1000)
    assert first - last == pytest.approx(np.full(5, first[4] - 1000))


def test_copies_of_an_agent_share_their_luck() -> None:
    """Of three equal players, two are one agent's: the other is first in a third of the games."""
    rankings = [(0, [1, 0, 0])] * 100 + [(0, [0, 1, 0])] * 100 + [(0, [0, 0, 1])] * 100
    assert ratings(rankings, 2) == pytest.approx([1000, 1000], abs=1)


def test_an_order_of_copies_says_nothing() -> None:
    rankings = [(0, [0, 1])] * 30 + [(0, [1, 0])] * 20
    more = [*rankings, *[(0, [0, 0])] * 50]
    assert ratings(more, 2) == pytest.approx(ratings(rankings, 2))


def test_units_count_as_often_as_they_are_drawn() -> None:
    once = simulated([[0, 1, 2]] * 3, seed=3)
    drawn = [ranking for ranking in once for _ in range((2, 0, 1)[ranking[0]])]
    weighed = Choices(once, 3).strengths(np.array([2.0, 0.0, 1.0]))
    assert weighed == pytest.approx(Choices(drawn, 3).strengths(np.ones(3)))


def test_who_never_wins_is_rated_with_an_interval() -> None:
    """The more games it lost, the lower, and always far from exact."""
    rng = np.random.default_rng(0)
    lows, values, highs = [], [], []
    for games in (10, 1000):
        choices = Choices([(0, [0, 1])] * games, 2)
        drawn = [choices.strengths(np.ones(1), drawn_prior(rng, 2)) for _ in range(400)]
        low, high = np.quantile([scaled(each, 0)[1] for each in drawn], [0.025, 0.975])
        lows.append(low)
        highs.append(high)
        values.append(scaled(choices.strengths(np.ones(1)), 0)[1])
    assert values[1] < values[0] - 400
    for low, value, high in zip(lows, values, highs, strict=True):
        assert low + 100 < value < high - 50
    # Ten losses leave room for what a thousand losses say.
    assert lows[0] < values[1] + 400


def test_without_rankings_all_are_equal() -> None:
    assert scaled(Choices([], 3).strengths(np.ones(1)), 0) == pytest.approx([1000] * 3)
