"""Claiming: the cards of all columns with an own envoy, and their stones of choice."""

from __future__ import annotations

from comuni_env.constants import COLUMN_CARDS, GOLD, NONE
from comuni_env.rules.choice import start_take
from env_core.jit import kernel


@kernel
def claim(t, g):
    """Cards to the hand, gold to the supply, envoys to the stock; then the stones of choice."""
    seat = g.seat
    choices = 0
    for column in range(t.num_columns):
        if g.envoy[column] != seat:
            continue
        for slot in range(COLUMN_CARDS):
            if g.cards[column, slot] != NONE:
                g.hand[seat, g.cards[column, slot]] += 1
                g.cards[column, slot] = NONE
        g.supply[GOLD] += g.bid[column]
        g.bid[column] = 0
        g.envoy[column] = NONE
        g.envoys[seat] += 1
        choices += t.column_stone[column]
    return start_take(g, choices)
