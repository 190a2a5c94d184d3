"""Sample a world consistent with what a seat knows."""

from __future__ import annotations

import numpy as np

from comuni_env.constants import ALLIANCE, DECKS, EMPEROR, EXCHANGE, GIVES, NONE, PAIR
from comuni_env.rules.commitment import (
    least_pairs,
    left_over,
    missing_armies,
    most_alliance,
    most_city,
    most_pairs,
)
from env_core.jit import kernel
from env_core.rng import draw, reseed, shuffle, sort

NUM_EXCHANGES = len(GIVES)


@kernel
def determinise(tables, games, i, seat, key_0, key_1):
    """Deal the hidden part of game ``i`` anew: the order of each deck and secret commitments.

    The world follows from the key and what the seat knows alone.
    """
    g = games[i]
    t = tables[g.scenario]
    reseed(g, key_0, key_1)
    for deck in range(DECKS):
        sort(g.deck[deck], 0, g.deck_size[deck])
        shuffle(g, g.deck[deck], 0, g.deck_size[deck])
    if ALLIANCE <= g.phase <= EXCHANGE:
        deal_commitments(t, g, seat)


@kernel
def deal_commitments(t, g, viewer):
    """Seats asked before the viewer have committed something, seats after it nothing.

    A viewer that does not decide cannot tell how far the others are: if it has committed, the seat
    after it comes next, else the first of all.
    """
    deciding = g.seat == viewer
    committed = g.alliance[viewer] != NONE
    before = deciding or committed
    for offset in range(t.players):
        seat = (g.active + offset) % t.players
        if seat == viewer:
            before = False
            continue
        forget(g, seat)
        if before:
            commit_randomly(t, g, seat)
    if not deciding:
        g.seat = (viewer + 1) % t.players if committed else g.active
        g.phase = ALLIANCE


@kernel
def forget(g, seat):
    g.alliance[seat] = NONE
    g.city[seat] = NONE
    g.pilgrim_pairs[seat] = NONE
    g.gold_pairs[seat] = NONE
    g.exchanges[seat, :] = 0


@kernel
def commit_randomly(t, g, seat):
    """Each choice uniform among those that the seat has."""
    g.alliance[seat] = draw(g, most_alliance(g, seat) + 1)
    g.city[seat] = draw(g, most_city(t, g, seat, np.int64(g.alliance[seat])) + 1)
    least = least_pairs(g, seat)
    g.pilgrim_pairs[seat] = least + draw(g, most_pairs(g, seat) - least + 1)
    g.gold_pairs[seat] = missing_armies(g, seat) - g.pilgrim_pairs[seat]
    if g.invasions == EMPEROR:
        for kind in range(NUM_EXCHANGES):
            g.exchanges[seat, kind] = draw(g, left_over(g, seat, GIVES[kind]) // PAIR + 1)
