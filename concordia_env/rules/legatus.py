"""The Legatus: ask the partner to play a card, which both then execute, the partner first."""

from __future__ import annotations

from concordia_env.actions import A_CHOICE_CARD, A_ROLE
from concordia_env.constants import (
    ANSWER_LEGATUS,
    FIRST_CHOICE,
    LEGATUS,
    NONE,
    PLAY,
    SUGGEST,
)
from concordia_env.rules.partners import partner_of
from env_core.jit import kernel


@kernel
def start_legatus(t, g):
    g.legatus = 1
    g.phase = SUGGEST
    return False


@kernel
def suggest_action(title):
    if title >= FIRST_CHOICE:
        return A_CHOICE_CARD + title - FIRST_CHOICE
    return A_ROLE + title


@kernel
def legal_suggest(t, g, mask):
    """Any card of the partner's hand, which is shown for this, but a Legatus."""
    count = 0
    partner = partner_of(t, g.seat)
    for card in range(t.num_cards):
        title = t.card_title[card]
        if g.hand[partner, card] == 0 or title == LEGATUS:
            continue
        if not mask[suggest_action(title)]:
            mask[suggest_action(title)] = True
            count += 1
    return count


@kernel
def apply_suggest(t, g, action):
    """The partner is not bound by the suggestion."""
    g.suggested = action - A_ROLE
    if action >= A_CHOICE_CARD:
        g.suggested = FIRST_CHOICE + action - A_CHOICE_CARD
    ask_answer(g, partner_of(t, g.seat), ANSWER_LEGATUS)
    return False


@kernel
def ask_answer(g, seat, answer):
    """Let a partner play a card out of turn."""
    g.role = NONE
    g.executor = NONE
    g.answer = answer
    g.seat = seat
    g.phase = PLAY
