"""The Diplomat: execute the role that lies on top of another seat's pile."""

from __future__ import annotations

from concordia_env.actions import A_COPY, A_COPY_HALF, A_DONE, A_ROLE, NUM_HALVES
from concordia_env.constants import (
    ANSWER_PROCONSUL,
    CONTRARIUS,
    COPY,
    DIPLOMAT,
    FIRST_CHOICE,
    HALF_ROLES,
    LEGATUS,
    NONE,
    TRIBUNE,
)
from concordia_env.rules.idle import is_idle
from concordia_env.rules.notice import reacts
from concordia_env.rules.partners import in_teams, may_copy_again
from concordia_env.rules.titles import roles_of, top_title
from env_core.jit import kernel


@kernel
def start_diplomat(t, g):
    g.phase = COPY
    return False


@kernel
def legal_copy(t, g, mask):
    """Not a Diplomat, nothing idle; of equal roles only that of the lowest seat.

    Where Contrarius reacts, no role is idle.
    """
    if t.players == 1:
        return legal_copy_of_contrarius(t, g, mask)
    mask[A_DONE] = True
    if in_teams(t):
        return 1 + legal_copy_of_opponents(t, g, mask)
    count = 1
    seen = 1 << DIPLOMAT
    for seat in range(t.players):
        if seat == g.seat:
            continue
        title = top_title(t, g, seat)
        roles = roles_of(title) & ~seen
        if roles == 0:
            continue
        for half in range(NUM_HALVES if title >= FIRST_CHOICE else 1):
            role = HALF_ROLES[half] if title >= FIRST_CHOICE else title
            if roles >> role & 1 and (reacts(t, g) or not is_idle(t, g, g.seat, role)):
                seen |= 1 << role
                mark_copy(mask, seat, title, half)
                count += 1
    return count


@kernel
def mark_copy(mask, seat, title, half):
    if title >= FIRST_CHOICE:
        mask[A_COPY_HALF + seat * NUM_HALVES + half] = True
    else:
        mask[A_COPY + seat] = True


@kernel
def legal_copy_of_opponents(t, g, mask):
    """Team play: any top card of the other teams that the own one has not copied yet.

    A Legatus only once a turn, and not by who answers a Proconsul.
    """
    count = 0
    for seat in range(t.players):
        title = top_title(t, g, seat)
        if seat % t.teams == g.seat % t.teams or title == NONE or title == DIPLOMAT:
            continue
        if title == LEGATUS and (g.legatus == 1 or g.answer == ANSWER_PROCONSUL):
            continue
        if not may_copy_again(t, g, g.seat, seat):
            continue
        roles = roles_of(title)
        for half in range(NUM_HALVES if title >= FIRST_CHOICE else 1):
            if title < FIRST_CHOICE or roles >> HALF_ROLES[half] & 1:
                mark_copy(mask, seat, title, half)
                count += 1
    return count


@kernel
def legal_copy_of_contrarius(t, g, mask):
    """Alone against him: one of his cards that lie face up, which must be used if there is one."""
    count = 0
    for card in range(t.num_cards):
        role = t.card_title[card]
        if g.hand[CONTRARIUS, card] == 0 or role == DIPLOMAT or role == TRIBUNE:
            continue
        if not mask[A_ROLE + role]:
            mask[A_ROLE + role] = True
            count += 1
    if count == 0:
        mask[A_DONE] = True
        return 1
    return count
