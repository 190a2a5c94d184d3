"""Chance after the set-up: cards drawn and dice thrown, each logged as an event."""

from __future__ import annotations

from concordia_env.constants import DIE_FACES, NONE
from concordia_env.layout import EVENTS, LOADED
from env_core.jit import kernel
from env_core.rng import draw

# Codes of events: a card is its own, a throw FIRST_THROW + die * THROWS + face.
FIRST_THROW = 100
THROWS = 10


@kernel
def log_event(g, code):
    """Dice thrown over and over could overflow the log; what is beyond it is not kept."""
    if g.num_events < EVENTS:
        g.events[g.num_events] = code
        g.num_events += 1


@kernel
def throw(t, g, die):
    """The face that a die shows: one fixed in advance, or any."""
    face = g.loaded[die, 0]
    if face == NONE:
        face = t.dice[die, draw(g, DIE_FACES)]
    else:
        for index in range(LOADED - 1):
            g.loaded[die, index] = g.loaded[die, index + 1]
        g.loaded[die, LOADED - 1] = NONE
    log_event(g, FIRST_THROW + die * THROWS + face)
    return face
