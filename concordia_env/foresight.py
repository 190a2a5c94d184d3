"""What the reaction of Contrarius to a role costs the seat that plays it, in points.

Rules of thumb for the ``greedy`` player: points on the track are exact, houses, cards and colonists
count with what they score for him in a usual game.
"""

from __future__ import annotations

from concordia_env.constants import (
    ARCHITECT,
    COLONIST,
    CONSUL,
    MASON,
    MERCATOR3,
    MERCATOR5,
    PREFECT_PM,
    SENATOR,
    TRIBUNE,
    WEAVER,
)
from concordia_env.rules.notice import reacts
from concordia_env.rules.reaction import VP_FOR_COINS, VP_FOR_SPECIALIST, houses_in_province
from env_core.jit import kernel

# Tuned on a thousand games at standard difficulty.
WEIGHT = 0.42  # of his points against the own ones
HOUSE = 9.8  # with its produce for the cards that he takes later
CARD = 7.5
RECRUIT = 1.5  # a colonist or a card


@kernel
def reaction_cost(t, g, role):
    """Of a role whose reaction does not depend on how it is executed; 0 for a Prefect."""
    if not reacts(t, g):
        return 0.0
    cost = 0.0
    if role == TRIBUNE:
        cost = HOUSE + RECRUIT
    elif role == ARCHITECT:
        cost = CARD
    elif role in (MERCATOR3, MERCATOR5, SENATOR, CONSUL):
        cost = HOUSE
    elif role == COLONIST:
        cost = RECRUIT
    elif MASON <= role <= WEAVER:
        cost = float(VP_FOR_SPECIALIST)
    return WEIGHT * cost


@kernel
def collect_cost(t, g):
    return WEIGHT * VP_FOR_COINS if reacts(t, g) else 0.0


@kernel
def produce_cost(t, g, role, province):
    if not reacts(t, g):
        return 0.0
    least = 2 if role == PREFECT_PM else 1
    return WEIGHT * max(least, houses_in_province(t, g, province))
