"""Contrarius himself: his cards, his colonists, and the steps that he still has to do."""

from __future__ import annotations

from concordia_env.constants import (
    CITIES,
    COLONISTS_OF_KIND,
    CONTRARIUS,
    FOR_HOUSE,
    HOME,
    MASON,
    NONE,
    PURCHASE_DIE,
    STEP_ROLL,
    WEAVER,
)
from concordia_env.rules.colonists import move_colonist
from concordia_env.rules.ending import trigger_end
from concordia_env.rules.market import refill, sold_out
from env_core.jit import kernel


@kernel
def push_step(g, kind, figure, use):
    """A step before all that wait."""
    g.todo[g.todo_size, 0] = kind
    g.todo[g.todo_size, 1] = figure
    g.todo[g.todo_size, 2] = use
    g.todo_size += 1


@kernel
def best_specialist(t, g):
    """Good of his best specialist: the dearest one. Cards that were copied count too."""
    best = NONE
    for card in range(t.num_cards):
        role = t.card_title[card]
        if MASON <= role <= WEAVER and g.hand[CONTRARIUS, card] + g.face_down[card] > 0:
            best = max(best, role - MASON)
    return best


@kernel
def take_card(t, g, slot):
    """The card of the slot, else the first; with nothing on display he builds instead."""
    if g.display[slot] == NONE:
        slot = 0
    card = g.display[slot]
    if card == NONE:
        push_step(g, STEP_ROLL, PURCHASE_DIE, FOR_HOUSE)
        return
    g.hand[CONTRARIUS, card] = 1
    g.display[slot] = NONE
    if sold_out(g):
        trigger_end(t, g, CONTRARIUS)
    refill(g)


@kernel
def at_home(g, kind):
    return g.colonists[CONTRARIUS, COLONISTS_OF_KIND * kind] == HOME


@kernel
def place_colonist(t, g, kind):
    """A colonist of the kind in the capital, else one of the other; with all out the first card."""
    if not at_home(g, kind):
        kind = 1 - kind
    if at_home(g, kind):
        move_colonist(t, g, CONTRARIUS, HOME, kind * CITIES + t.capital)
    else:
        take_card(t, g, 0)
