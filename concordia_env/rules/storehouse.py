"""Storehouses, hands and piles: free spaces, goods that arrive, cards laid down and taken back."""

from __future__ import annotations

from concordia_env.actions import A_KEEP
from concordia_env.constants import COLONISTS, HOME, KEEP, NONE, STOREHOUSE
from concordia_env.rules.partners import forget_copies
from env_core.jit import kernel


@kernel
def colonists_on_board(g, party):
    count = 0
    for slot in range(COLONISTS):
        if g.colonists[party, slot] != HOME:
            count += 1
    return count


@kernel
def free_spaces(g, seat):
    """A storehouse has 12 spaces; each good and each colonist at home takes one."""
    free = STOREHOUSE - COLONISTS + colonists_on_board(g, seat)
    for good in range(5):
        free -= g.goods[seat, good]
    return free


@kernel
def gain(g, seat, good, number):
    """Take in goods of one kind; what finds no space is lost."""
    g.goods[seat, good] += min(number, free_spaces(g, seat))


@kernel
def pool_size(g, seat):
    size = 0
    for good in range(5):
        size += g.pool[seat, good]
    return size


@kernel
def take_in(t, g):
    """Take in the pools, the executor first, then clockwise; True when all are empty.

    A pool that fits is taken whole. One that does not makes its owner decide (phase keep), unit by
    unit, until no space is free; the rest is lost.
    """
    for offset in range(t.players):
        seat = (g.executor + offset) % t.players
        size = pool_size(g, seat)
        if size == 0:
            continue
        free = free_spaces(g, seat)
        if 0 < free < size:
            g.seat = seat
            g.phase = KEEP
            return False
        for good in range(5):
            if free > 0:
                g.goods[seat, good] += g.pool[seat, good]
            g.pool[seat, good] = 0
    return True


@kernel
def legal_keep(t, g, mask):
    count = 0
    for good in range(5):
        if g.pool[g.seat, good] > 0:
            mask[A_KEEP + good] = True
            count += 1
    return count


@kernel
def apply_keep(t, g, action):
    good = action - A_KEEP
    g.pool[g.seat, good] -= 1
    g.goods[g.seat, good] += 1
    return take_in(t, g)


@kernel
def drop_hand(g, seat, card):
    """Lay a hand card on top of the own pile."""
    g.hand[seat, card] -= 1
    g.pile[seat, g.pile_size[seat]] = card
    g.pile_size[seat] += 1
    forget_copies(g, seat)


@kernel
def take_back_pile(g, seat):
    """Return the whole pile to the hand; the number of cards taken."""
    taken = g.pile_size[seat]
    for index in range(taken):
        g.hand[seat, g.pile[seat, index]] += 1
        g.pile[seat, index] = NONE
    g.pile_size[seat] = 0
    forget_copies(g, seat)
    return taken
