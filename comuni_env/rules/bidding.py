"""Bids with envoys, and where displaced envoys go."""

from __future__ import annotations

from comuni_env.actions import A_BID, A_RELOCATE, A_WITHDRAW, BIDS
from comuni_env.constants import GOLD, MOST_BID, NONE, PAIR, PILGRIMS, RELOCATE
from comuni_env.rules.stock import gold_at_hand, pay
from env_core.jit import kernel


@kernel
def least_bid(g, column):
    """Nothing for a free column, else one more than the rival."""
    return 0 if g.envoy[column] == NONE else g.bid[column] + 1


@kernel
def legal_bids(t, g, mask):
    """Any column with cards and without an own envoy, for more than a rival has bid."""
    most = min(MOST_BID, gold_at_hand(g, g.seat))
    count = 0
    for column in range(t.num_columns):
        if g.cards[column, 0] == NONE or g.envoy[column] == g.seat:
            continue
        least = least_bid(g, column)
        for gold in range(least, most + 1):
            mask[A_BID + column * BIDS + gold] = True
        count += max(0, most + 1 - least)
    return count


@kernel
def apply_bid(t, g, column, gold):
    """Own gold first; each missing one is exchanged for two pilgrims."""
    missing = max(0, gold - g.stones[g.seat, GOLD])
    pay(g, g.seat, PILGRIMS, PAIR * missing)
    g.supply[GOLD] -= missing
    g.stones[g.seat, GOLD] -= gold - missing
    g.envoys[g.seat] -= 1
    return place_envoy(g, column, gold)


@kernel
def place_envoy(g, column, gold):
    """The deciding seat's envoy and gold go to the column; True unless a rival is displaced."""
    rival = g.envoy[column]
    g.displaced = g.bid[column]
    g.envoy[column] = g.seat
    g.bid[column] = gold
    if rival == NONE:
        return True
    g.seat = rival
    g.phase = RELOCATE
    return False


@kernel
def legal_relocate(t, g, mask):
    """Take envoy and gold back, or pay a pilgrim for a free column or one with a lower bid."""
    mask[A_WITHDRAW] = True
    count = 1
    if g.stones[g.seat, PILGRIMS] < t.relocate:
        return count
    for column in range(t.num_columns):
        if g.cards[column, 0] == NONE or g.envoy[column] == g.seat:
            continue
        if g.envoy[column] == NONE or g.bid[column] < g.displaced:
            mask[A_RELOCATE + column] = True
            count += 1
    return count


@kernel
def apply_relocate(t, g, action):
    if action == A_WITHDRAW:
        g.envoys[g.seat] += 1
        g.stones[g.seat, GOLD] += g.displaced
        g.displaced = 0
        return True
    pay(g, g.seat, PILGRIMS, t.relocate)
    return place_envoy(g, action - A_RELOCATE, g.displaced)
