"""The Diplomat: execute the role that lies on top of another seat's pile."""

from __future__ import annotations

from concordia_env.actions import A_COPY, A_DONE, A_ROLE
from concordia_env.constants import (
    ARCHITECT,
    CONSUL,
    CONTRARIUS,
    COPY,
    DIPLOMAT,
    MASON,
    NONE,
    SENATOR,
    TRIBUNE,
    WEAVER,
)
from concordia_env.rules.architect import architect_is_idle
from concordia_env.rules.market import purchase_idle
from concordia_env.rules.notice import reacts
from concordia_env.rules.specialists import specialist_is_idle
from env_core.jit import kernel


@kernel
def start_diplomat(t, g):
    g.phase = COPY
    return False


@kernel
def top_role(t, g, seat):
    """Role of the card on top of the seat's pile, or NONE."""
    if g.pile_size[seat] == 0:
        return NONE
    return t.card_role[g.pile[seat, g.pile_size[seat] - 1]]


@kernel
def is_idle(t, g, seat, role):
    """Whether the role would change nothing for the seat."""
    if role == ARCHITECT:
        return architect_is_idle(t, g, seat)
    if role == SENATOR or role == CONSUL:
        return purchase_idle(t, g, seat, role)
    if MASON <= role <= WEAVER:
        return specialist_is_idle(t, g, seat, role)
    return False


@kernel
def legal_copy(t, g, mask):
    """Not a Diplomat, nothing idle; of equal roles only that of the lowest seat.

    Where Contrarius reacts, no role is idle.
    """
    if t.players == 1:
        return legal_copy_of_contrarius(t, g, mask)
    mask[A_DONE] = True
    count = 1
    seen = 0
    for seat in range(t.players):
        role = top_role(t, g, seat)
        if seat == g.seat or role == NONE or role == DIPLOMAT or seen & (1 << role):
            continue
        if reacts(t, g) or not is_idle(t, g, g.seat, role):
            seen |= 1 << role
            mask[A_COPY + seat] = True
            count += 1
    return count


@kernel
def legal_copy_of_contrarius(t, g, mask):
    """Alone against him: one of his cards that lie face up, which must be used if there is one."""
    count = 0
    for card in range(t.num_cards):
        role = t.card_role[card]
        if g.hand[CONTRARIUS, card] == 0 or role == DIPLOMAT or role == TRIBUNE:
            continue
        if not mask[A_ROLE + role]:
            mask[A_ROLE + role] = True
            count += 1
    if count == 0:
        mask[A_DONE] = True
        return 1
    return count
