"""Sample a world consistent with what a seat knows."""

from __future__ import annotations

from concordia_env.constants import NONE
from env_core.jit import kernel
from env_core.rng import reseed, shuffle


@kernel
def determinise(tables, games, i, seat, key_0, key_1):
    """Deal the hidden part of game ``i`` anew.

    Only the order of the decks is hidden, and it is known which deck comes first: the cards of
    each deck are shuffled among themselves. The chance to come is replaced as well, dice included.
    """
    g = games[i]
    t = tables[g.scenario]
    reseed(g, key_0, key_1)
    g.loaded[:] = NONE
    start = 0
    for index in range(1, g.deck_size + 1):
        end = index == g.deck_size
        if end or t.card_deck[g.deck[index]] != t.card_deck[g.deck[start]]:
            shuffle(g, g.deck, start, index)
            start = index
