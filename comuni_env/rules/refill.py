"""The decks and the columns that are filled from them."""

from __future__ import annotations

from comuni_env.constants import DECKS, NONE
from comuni_env.layout import EVENTS
from env_core.jit import kernel


@kernel
def first_deck(g):
    """The deck that the next card comes from; DECKS when all are empty."""
    deck = 0
    while deck < DECKS and g.deck_size[deck] == 0:
        deck += 1
    return deck


@kernel
def draw_card(g, deck):
    """Take the next card off a deck."""
    g.deck_size[deck] -= 1
    face = g.deck[deck, g.deck_size[deck]]
    g.deck[deck, g.deck_size[deck]] = NONE
    return face


@kernel
def lay_card(g, column, face):
    """Put a card into a column with a free slot; the cards stay sorted."""
    slot = 0
    while g.cards[column, slot] != NONE:
        slot += 1
    while slot > 0 and g.cards[column, slot - 1] > face:
        g.cards[column, slot] = g.cards[column, slot - 1]
        slot -= 1
    g.cards[column, slot] = face


@kernel
def refill(t, g):
    """Fill the columns from the left; drawn cards are events.

    Returns True when the last card of deck A, B or C was drawn: the invasion comes at once, and
    the refill is called again after it. The last card of deck D fixes the number of turns.
    """
    deck = first_deck(g)
    for column in range(t.num_columns):
        last = t.column_size[column] - 1
        while deck < DECKS and g.cards[column, last] == NONE:
            face = draw_card(g, deck)
            lay_card(g, column, face)
            if g.num_events < EVENTS:
                g.events[g.num_events] = face
                g.num_events += 1
            if g.deck_size[deck] == 0:
                if deck < DECKS - 1:
                    return True
                g.last_turns = t.players
                deck = DECKS
    return False
