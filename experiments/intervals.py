"""95 % intervals: of shares by Wilson's score, of anything else by the bootstrap."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

import numpy as np

RESAMPLES = 2000


def wilson(wins: int, games: int) -> tuple[float, float]:
    """The score interval of a share: right for few games and for shares near 0 and 1."""
    z = 1.96
    share = wins / games
    centre = share + z * z / (2 * games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return (centre - half) / (1 + z * z / games), (centre + half) / (1 + z * z / games)


def share(part: int, whole: int) -> dict[str, float]:
    """A share with its interval, which is right where all or none succeed, too."""
    low, high = wilson(part, whole)
    return {"value": part / whole, "low": low, "high": high}


def bootstrap(
    statistic: Callable[[np.ndarray], float | np.ndarray],
    units: int,
    seed: int,
    resamples: int = RESAMPLES,
) -> np.ndarray:
    """The lower and the upper end of a statistic's percentile interval.

    Args:
        statistic: of the units with the numbers that it is handed, drawn with repetition; one
            figure or an array of them, nan where these units say nothing.
        units: how many there are, independent of each other.
        seed: of the draws.
        resamples: how often the statistic is taken.
    """
    rng = np.random.default_rng(seed)
    drawn = [statistic(rng.integers(units, size=units)) for _ in range(resamples)]
    return np.nanquantile(np.array(drawn), [0.025, 0.975], axis=0, method="inverted_cdf")
