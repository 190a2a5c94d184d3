"""What a batch does with its rows in every game: seats, shaping, payoffs, and choices by the mask.

The loops that call a game's own kernels stay in its package: kernels cannot be handed over.
"""

from __future__ import annotations

from env_core.jit import kernel
from env_core.rewards import SCORE, payoffs
from env_core.rng import draw
from env_core.rows import NOBODY, assign_seats


@kernel
def seat_row(row, settings, stream, i, t, first_seat):
    """Seat the players of a game just dealt; ``first_seat`` decides first."""
    assign_seats(row, settings, stream, i, t.players, t.teams)
    row.episode += 1
    row.length = 0
    row.last_seat = first_seat if row.learner == NOBODY else row.learner


@kernel
def start_shaping(row, settings, players, points, ranks):
    """Shaping counts from the deal: what it gives a seat is nobody's merit."""
    row.origin[:] = 0.0
    potential(row, settings, players, points, ranks)
    for seat in range(players):
        row.origin[seat] = row.potential[seat]
        row.potential[seat] = 0.0


@kernel
def potential(row, settings, players, points, ranks):
    """The shaping potential of every seat: its margin if the game ended now, less the deal's.

    So the sum of all rewards is the final payoff.
    """
    payoffs(SCORE, points, ranks, row.potential[:players])
    for seat in range(players):
        row.potential[seat] = row.potential[seat] * settings.shaping - row.origin[seat]


@kernel
def shape(row, settings, players, points, ranks, reward):
    """Pay the change of the potential since it was paid last."""
    for seat in range(players):
        reward[seat] -= row.potential[seat]
    potential(row, settings, players, points, ranks)
    for seat in range(players):
        reward[seat] += row.potential[seat]


@kernel
def finish_row(row, settings, players, over, points, ranks, reward):
    """Pay out a game that is over or cut off."""
    if settings.shaping != 0 and not over:
        shape(row, settings, players, points, ranks, reward)
    row.final_length = row.length
    row.final_learner = row.last_seat
    if over:
        payoffs(settings.reward, points, ranks, row.payoff[:players])
        for seat in range(players):
            reward[seat] += row.payoff[seat] - row.potential[seat]
    row.potential[:] = 0.0


@kernel
def keep_result(points, ranks, final_points, final_ranks):
    """Copy points and ranks of a game that has ended.

    Number by number: assigning arrays takes ten seconds to compile.
    """
    for party in range(len(ranks)):
        final_ranks[party] = ranks[party]
        for category in range(points.shape[1]):
            final_points[party, category] = points[party, category]


@kernel
def first_illegal(mask, actions, index):
    """The first row whose action is not legal, or -1."""
    for k in range(len(index)):
        i = index[k]
        if actions[i] < 0 or actions[i] >= mask.shape[1] or not mask[i, actions[i]]:
            return i
    return -1


@kernel
def random_action(stream, mask):
    """A uniformly drawn legal action."""
    count = 0
    for action in range(len(mask)):
        count += mask[action]
    left = draw(stream, count)
    action = 0
    while True:
        if mask[action]:
            if left == 0:
                return action
            left -= 1
        action += 1
