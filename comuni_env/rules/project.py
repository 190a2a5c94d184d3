"""The project of a turn: bid, claim or income, and exchanges while supplies are short."""

from __future__ import annotations

from comuni_env.actions import A_BID, A_CLAIM, A_EXCHANGE, A_INCOME, BIDS
from comuni_env.constants import (
    GETS,
    GIVES,
    NONE,
    PAIR,
    PROJECT,
    SHORT_SUPPLY,
)
from comuni_env.rules.bidding import apply_bid, legal_bids
from comuni_env.rules.claim import claim
from comuni_env.rules.income import income
from comuni_env.rules.stock import exchange
from env_core.jit import kernel

NUM_EXCHANGES = len(GIVES)


@kernel
def start_project(g):
    g.seat = g.active
    g.phase = PROJECT
    g.exchanged = NONE


@kernel
def legal_project(t, g, mask):
    """With all envoys on the board a claim is compulsory."""
    count = legal_exchanges(g, mask)
    if g.envoys[g.seat] < t.envoys:
        mask[A_CLAIM] = True
        count += 1
    if g.envoys[g.seat] > 0:
        mask[A_INCOME] = True
        count += 1 + legal_bids(t, g, mask)
    return count


@kernel
def legal_exchanges(g, mask):
    """Waiting costs nothing unless a supply may run dry; exchanges follow in a fixed order."""
    count = 0
    for kind in range(max(0, g.exchanged), NUM_EXCHANGES):
        give = GIVES[kind]
        get = GETS[kind]
        short = g.supply[give] < SHORT_SUPPLY or g.supply[get] < SHORT_SUPPLY
        if short and g.supply[get] >= 1 and g.stones[g.seat, give] >= PAIR:
            mask[A_EXCHANGE + kind] = True
            count += 1
    return count


@kernel
def apply_project(t, g, action):
    if action >= A_EXCHANGE:
        g.exchanged = action - A_EXCHANGE
        exchange(g, g.seat, action - A_EXCHANGE, 1)
        return False
    g.exchanged = NONE
    if action == A_INCOME:
        return income(t, g)
    if action == A_CLAIM:
        return claim(t, g)
    return apply_bid(t, g, (action - A_BID) // BIDS, (action - A_BID) % BIDS)
