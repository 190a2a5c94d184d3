"""Bookkeeping of one row of a batch: its deals, its seats and who decides for them.

The compiled step of each game family works on these records; see ``batch.py`` for their meaning to
the caller.
"""

from __future__ import annotations

import numpy as np

from env_core.jit import kernel
from env_core.rng import draw, philox

MAX_SEATS = 6
MAX_OPPONENTS = 32  # different opponents in a pool

# Who decides for a seat: the caller, a compiled bot (BOT + its number), or one of the caller's
# policies (POLICY + its number).
CALLER = 0
BOT = 1
POLICY = 1000

DRAWN = -1  # the learner's partner is one of the opponents' pool, like the other seats

# Which seat learns: every seat is the caller's, a fixed one, each in turn, or a random one.
ALL, FIXED, ROTATE, RANDOM = range(4)
NOBODY = -1

ROW = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("deal", np.uint32, 2),  # key of the row's deals
                ("episode", np.uint32),  # games begun
                ("waiting", np.int16),  # 1 when the next step has to deal first
                ("scenario", np.int16),
                ("learner", np.int16),  # the caller's seat, or NOBODY when all are
                ("last_seat", np.int16),  # who decided last on the caller's behalf
                ("control", np.int16, MAX_SEATS),
                ("length", np.int32),  # the caller's decisions in this game
                ("final_length", np.int32),  # and in the game that ended last
                ("decisions", np.int64),  # of all seats since the row was made
                ("final_learner", np.int16),
                ("origin", np.float64, MAX_SEATS),  # potential of the deal, from which it counts
                ("potential", np.float64, MAX_SEATS),  # shaping paid so far in this game
                ("payoff", np.float64, MAX_SEATS),  # of the game that ended last
            ]
        ),
    )
)

SETTINGS = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("reward", np.int64),
                ("shaping", np.float64),
                ("max_turns", np.int64),  # of each seat
                ("seating", np.int64),
                ("seat", np.int64),  # with FIXED
                ("pool", np.int64, MAX_OPPONENTS),  # opponents to draw from
                ("pool_size", np.int64),
                ("partner", np.int64),  # who decides for the learner's partner, or DRAWN
            ]
        ),
    )
)


@kernel
def episode_key(row):
    """Key of the row's next deal: the first is the row's own, the others follow from it."""
    if row.episode == 0:
        return row.deal[0], row.deal[1]
    zero = np.uint64(0)
    words = philox(
        np.uint64(row.episode), zero, zero, zero, np.uint64(row.deal[0]), np.uint64(row.deal[1])
    )
    return np.uint32(words[0]), np.uint32(words[1])


@kernel
def assign_seats(row, settings, stream, i, players, teams):
    """Choose the learner's seat and draw the opponents of a new game.

    Seats with the same number modulo ``teams`` are partners.
    """
    row.learner = NOBODY
    if settings.seating == FIXED:
        row.learner = settings.seat
    elif settings.seating == ROTATE:
        row.learner = (i + int(row.episode)) % players
    elif settings.seating == RANDOM:
        row.learner = draw(stream, players)
    for seat in range(players):
        row.control[seat] = CALLER
        if row.learner == NOBODY or seat == row.learner:
            continue
        if settings.partner != DRAWN and seat % teams == row.learner % teams:
            row.control[seat] = settings.partner
        else:
            row.control[seat] = settings.pool[draw(stream, settings.pool_size)]
