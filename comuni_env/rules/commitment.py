"""A seat's secret commitment: armies for the alliance and the city, pairs, exchanges.

Nothing moves before the reveal; all that is chosen waits in the record.
"""

from __future__ import annotations

import numpy as np

from comuni_env.actions import A_ALLIANCE, A_CITY, A_DONE, A_EXCHANGE, A_PAIRS
from comuni_env.constants import (
    ALLIANCE,
    ARMIES,
    CITY,
    EMPEROR,
    EXCHANGE,
    GETS,
    GIVES,
    GOLD,
    MOST_ALLIANCE,
    PAIR,
    PAIRS,
    PILGRIMS,
)
from comuni_env.rules.invasion import armies_for, leader_bonus, strength
from comuni_env.rules.stock import armies_at_hand
from env_core.jit import kernel

NUM_EXCHANGES = len(GIVES)


@kernel
def most_alliance(g, seat):
    """More than half of all armies are the first place for sure."""
    return min(armies_at_hand(g, seat), MOST_ALLIANCE)


@kernel
def most_city(t, g, seat, alliance):
    """No more than hold the attack if nobody else contributes."""
    attack = strength(t, g, seat) - alliance - leader_bonus(t, g, seat)
    return min(armies_at_hand(g, seat) - alliance, armies_for(g, seat, attack))


@kernel
def missing_armies(g, seat):
    """Armies of the commitment that pairs of other stones stand in for."""
    return max(0, g.alliance[seat] + g.city[seat] - g.stones[seat, ARMIES])


@kernel
def least_pairs(g, seat):
    """Pairs of pilgrims that are needed because gold does not suffice."""
    return max(0, missing_armies(g, seat) - g.stones[seat, GOLD] // PAIR)


@kernel
def most_pairs(g, seat):
    return min(missing_armies(g, seat), g.stones[seat, PILGRIMS] // PAIR)


@kernel
def left_over(g, seat, stone):
    """Stones that are left after the commitment and the exchanges so far."""
    left = g.stones[seat, stone]
    if stone == ARMIES:
        left -= min(left, g.alliance[seat] + g.city[seat])
    elif stone == PILGRIMS:
        left -= PAIR * g.pilgrim_pairs[seat]
    elif stone == GOLD:
        left -= PAIR * g.gold_pairs[seat]
    for kind in range(NUM_EXCHANGES):
        if GIVES[kind] == stone:
            left -= PAIR * g.exchanges[seat, kind]
        elif GETS[kind] == stone:
            left += g.exchanges[seat, kind]
    return left


@kernel
def first_exchange(g, seat):
    """Exchanges are made in their order: none before the last one made."""
    first = 0
    for kind in range(NUM_EXCHANGES):
        if g.exchanges[seat, kind] > 0:
            first = kind
    return first


@kernel
def legal_commitment(t, g, mask):
    seat = g.seat
    if g.phase == ALLIANCE:
        return mark(mask, A_ALLIANCE, 0, most_alliance(g, seat))
    if g.phase == CITY:
        return mark(mask, A_CITY, 0, most_city(t, g, seat, np.int64(g.alliance[seat])))
    if g.phase == PAIRS:
        return mark(mask, A_PAIRS, least_pairs(g, seat), most_pairs(g, seat))
    mask[A_DONE] = True
    count = 1
    for kind in range(first_exchange(g, seat), NUM_EXCHANGES):
        if left_over(g, seat, GIVES[kind]) >= PAIR:
            mask[A_EXCHANGE + kind] = True
            count += 1
    return count


@kernel
def mark(mask, block, low, high):
    """Numbers of a block of actions; how many they are."""
    for number in range(low, high + 1):
        mask[block + number] = True
    return max(0, high + 1 - low)


@kernel
def apply_commitment(t, g, action):
    """True when the last seat has committed."""
    seat = g.seat
    if g.phase == ALLIANCE:
        g.alliance[seat] = action - A_ALLIANCE
        g.phase = CITY
        return False
    if g.phase == CITY:
        g.city[seat] = action - A_CITY
        g.phase = PAIRS
        return False
    if g.phase == PAIRS:
        g.pilgrim_pairs[seat] = action - A_PAIRS
        g.gold_pairs[seat] = missing_armies(g, seat) - g.pilgrim_pairs[seat]
        if g.invasions == EMPEROR:
            g.phase = EXCHANGE
            return False
    elif action != A_DONE:
        g.exchanges[seat, action - A_EXCHANGE] += 1
        return False
    g.seat = (seat + 1) % t.players
    g.phase = ALLIANCE
    return g.seat == g.active
