"""Sample a world consistent with what a seat knows."""

from __future__ import annotations

from concordia_env.constants import LEGATUS, NONE
from concordia_env.rules.partners import partner_of
from env_core.jit import kernel
from env_core.rng import draw, reseed, shuffle, sort


@kernel
def determinise(tables, games, i, seat, key_0, key_1):
    """Deal the hidden part of game ``i`` anew.

    Hidden is the order of the decks, where it is known which deck comes first: the cards of each
    deck are shuffled among themselves. Hidden from other teams is also what a Legatus suggests. The
    chance to come is replaced as well, dice included. The world follows from the key and what the
    seat knows alone.
    """
    g = games[i]
    t = tables[g.scenario]
    reseed(g, key_0, key_1)
    g.loaded[:] = NONE
    start = 0
    for index in range(1, g.deck_size + 1):
        end = index == g.deck_size
        if end or t.card_deck[g.deck[index]] != t.card_deck[g.deck[start]]:
            sort(g.deck, start, index)
            shuffle(g, g.deck, start, index)
            start = index
    if g.suggested != NONE and g.seat != seat and g.seat != partner_of(t, seat):
        suggest_anything(t, g)


@kernel
def suggest_anything(t, g):
    """Any card in the hand of the seat that answers, but a Legatus."""
    cards = 0
    for card in range(t.num_cards):
        if t.card_title[card] != LEGATUS:
            cards += g.hand[g.seat, card]
    left = draw(g, cards)
    for card in range(t.num_cards):
        if t.card_title[card] != LEGATUS:
            left -= g.hand[g.seat, card]
        if left < 0:
            g.suggested = t.card_title[card]
            return
