"""What a card is called, and the roles that it stands for: one, or two of a choice card."""

from __future__ import annotations

from concordia_env.constants import CHOICE_ROLES, FIRST_CHOICE, NONE
from env_core.jit import kernel


@kernel
def roles_of(title):
    """The roles that a card of the title offers, as bits."""
    if title == NONE:
        return 0
    if title < FIRST_CHOICE:
        return 1 << int(title)
    first, second = CHOICE_ROLES[title - FIRST_CHOICE]
    return 1 << first | 1 << second


@kernel
def other_half(title, role):
    """The role left to the partner: the other half of a choice card, else the same one."""
    if title < FIRST_CHOICE:
        return role
    first, second = CHOICE_ROLES[title - FIRST_CHOICE]
    return second if role == first else first


@kernel
def top_title(t, g, seat):
    """Title of the card on top of the seat's pile, or NONE."""
    return title_under(t, g, seat, 0)


@kernel
def title_under(t, g, seat, depth):
    """Title of the card so many cards below the top of the seat's pile, or NONE."""
    index = g.pile_size[seat] - 1 - depth
    if index < 0:
        return NONE
    return int(t.card_title[g.pile[seat, index]])
