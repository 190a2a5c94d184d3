"""Final payoffs and the shaping potential, for every game and face.

Ranks decide: 0 is best, partners share one, and -1 marks rows that do not play.
"""

from __future__ import annotations

from env_core.jit import kernel

REWARDS = ("rank", "win", "score", "duel")
RANK, WIN, SCORE, DUEL = range(4)
POINTS_PER_UNIT = 100.0  # of the "score" reward and of the shaping potential


@kernel
def side_total(points, ranks, rank):
    """The total of the side with a rank: partners share it and add up their points."""
    total = 0
    for party in range(len(ranks)):
        if ranks[party] == rank:
            total += points[party, points.shape[1] - 1]
    return total


@kernel
def margin(points, ranks, seat):
    """The lead of the seat's side over the best other one, which is the first or the second."""
    best = 1 if ranks[seat] == 0 else 0
    return side_total(points, ranks, ranks[seat]) - side_total(points, ranks, best)


@kernel
def payoffs(kind, points, ranks, out):
    """Write each seat's payoff.

    RANK: from +1 to -1 in equal steps. WIN: 1 for the winner, else 0. SCORE: the margin / 100.
    DUEL: 1 for the winner, else -1.
    """
    last = 0
    for seat in range(len(ranks)):
        last = max(last, ranks[seat])
    for seat in range(len(out)):
        if kind == RANK:
            out[seat] = 1.0 - 2.0 * ranks[seat] / last
        elif kind == WIN:
            out[seat] = 1.0 if ranks[seat] == 0 else 0.0
        elif kind == DUEL:
            out[seat] = 1.0 if ranks[seat] == 0 else -1.0
        else:
            out[seat] = margin(points, ranks, seat) / POINTS_PER_UNIT


def reward_index(reward: str) -> int:
    """The number of a reward; ValueError names those allowed."""
    if reward not in REWARDS:
        raise ValueError(f"reward must be one of {', '.join(REWARDS)}, not {reward!r}")
    return REWARDS.index(reward)
