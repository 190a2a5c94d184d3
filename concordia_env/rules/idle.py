"""Idle roles: those that would change nothing for a seat, and are therefore not offered to it."""

from __future__ import annotations

from concordia_env.constants import (
    ARCHITECT,
    CONSUL,
    DIPLOMAT,
    MAGISTER,
    MASON,
    ROLES,
    SENATOR,
    WEAVER,
)
from concordia_env.rules.architect import architect_is_idle
from concordia_env.rules.market import purchase_idle
from concordia_env.rules.specialists import specialist_is_idle
from concordia_env.rules.titles import roles_of, title_under, top_title
from env_core.jit import kernel

NUM_ROLES = len(ROLES)


@kernel
def is_idle(t, g, seat, role):
    """Whether the role would change nothing for the seat."""
    if role == MAGISTER:
        return g.magister == 1 or repeatable_roles(t, g, seat) == 0
    return does_nothing(t, g, seat, role)


@kernel
def does_nothing(t, g, seat, role):
    """The same for roles that lead to no other role."""
    if role == ARCHITECT:
        return architect_is_idle(t, g, seat)
    if role == SENATOR or role == CONSUL:
        return purchase_idle(t, g, seat, role)
    if MASON <= role <= WEAVER:
        return specialist_is_idle(t, g, seat, role)
    return False


@kernel
def repeatable_roles(t, g, seat):
    """What a Magister of the seat could do again, as bits: roles of the card under its top card.

    Neither the Senator nor another Magister; a Diplomat only if he would find something to copy.
    """
    roles = roles_of(title_under(t, g, seat, 1)) & ~(1 << SENATOR | 1 << MAGISTER)
    for role in range(NUM_ROLES):
        if not roles >> role & 1:
            continue
        if nothing_to_copy(t, g, seat) if role == DIPLOMAT else does_nothing(t, g, seat, role):
            roles &= ~(1 << role)
    return roles


@kernel
def nothing_to_copy(t, g, seat):
    """Whether a Diplomat that a Magister repeats would be idle: no second Magister in a turn."""
    for other in range(t.players):
        if other == seat:
            continue
        roles = roles_of(top_title(t, g, other)) & ~(1 << DIPLOMAT | 1 << MAGISTER)
        for role in range(NUM_ROLES):
            if roles >> role & 1 and not does_nothing(t, g, seat, role):
                return False
    return True
