"""Stones: gains, payments, and exchanges of two for one."""

from __future__ import annotations

from comuni_env.constants import (
    ARMIES,
    CRAFTSMEN,
    GETS,
    GIVES,
    GOLD,
    PAIR,
    PILGRIMS,
)
from env_core.jit import kernel


@kernel
def gain(g, seat, stone, number):
    """Stones from the supply, as far as it reaches."""
    number = min(number, g.supply[stone])
    g.supply[stone] -= number
    g.stones[seat, stone] += number


@kernel
def pay(g, seat, stone, number):
    """Stones to the supply."""
    g.stones[seat, stone] -= number
    g.supply[stone] += number


@kernel
def exchange(g, seat, kind, times):
    """Give two stones for one, several times; nothing asks whether the supply has them."""
    pay(g, seat, GIVES[kind], PAIR * times)
    pay(g, seat, GETS[kind], -times)


@kernel
def gold_at_hand(g, seat):
    """The most that a bid can be: own gold, and gold for pairs of pilgrims."""
    pairs = g.stones[seat, PILGRIMS] // PAIR
    return g.stones[seat, GOLD] + min(pairs, g.supply[GOLD])


@kernel
def armies_at_hand(g, seat):
    """Armies that can be sent: own ones, and pairs of gold and of pilgrims.

    Pairs count without an army in the supply.
    """
    gold = g.stones[seat, GOLD] // PAIR
    pilgrims = g.stones[seat, PILGRIMS] // PAIR
    return g.stones[seat, ARMIES] + gold + pilgrims


@kernel
def has_craftsmen(g, seat, number):
    """Whether the seat can pay so many craftsmen, some by pairs of pilgrims.

    Exchanged craftsmen return to the supply one by one, so that one of them serves again.
    """
    own = g.stones[seat, CRAFTSMEN]
    if number <= own:
        return True
    pairs = g.stones[seat, PILGRIMS] // PAIR
    return number <= own + pairs and g.supply[CRAFTSMEN] + own >= 1


@kernel
def pay_craftsmen(g, seat, number):
    """Own ones first, then two pilgrims for each one missing."""
    own = min(number, g.stones[seat, CRAFTSMEN])
    pay(g, seat, CRAFTSMEN, own)
    pay(g, seat, PILGRIMS, PAIR * (number - own))
