"""Playing a card, and starting the roles of a turn one after the other."""

from __future__ import annotations

from concordia_env.actions import (
    A_COPY,
    A_COPY_HALF,
    A_DONE,
    A_HALF,
    A_ROLE,
    NUM_HALVES,
)
from concordia_env.constants import (
    ANSWER_LEGATUS,
    ANSWER_PROCONSUL,
    ARCHITECT,
    BEGIN,
    CHOICE_ROLES,
    COLONIST,
    CONSUL,
    CONTRARIUS,
    DIPLOMAT,
    FIRST_CHOICE,
    HALF_ROLES,
    LEGATUS,
    MAGISTER,
    MERCATOR3,
    MERCATOR5,
    NONE,
    OWN_CARD,
    PRAETOR,
    PREFECT,
    PREFECT_PM,
    PROCONSUL,
    SENATOR,
    TRIBUNE,
)
from concordia_env.rules.architect import start_architect
from concordia_env.rules.colonists import start_colonist, start_tribune
from concordia_env.rules.diplomat import start_diplomat
from concordia_env.rules.legatus import start_legatus
from concordia_env.rules.magister import start_magister
from concordia_env.rules.market import start_purchase
from concordia_env.rules.mercator import start_mercator
from concordia_env.rules.notice import notice
from concordia_env.rules.partners import in_teams, note_copy, partner_of
from concordia_env.rules.prefect import start_prefect
from concordia_env.rules.specialists import start_specialist
from concordia_env.rules.storehouse import drop_hand
from concordia_env.rules.titles import other_half, top_title
from env_core.jit import kernel


@kernel
def legal_play(t, g, mask):
    """Every role in hand; the hand is never empty, as the Tribune takes itself back.

    Of a choice card either half. A Legatus is no answer to a partner's card.
    """
    count = 0
    for card in range(t.num_cards):
        if g.hand[g.seat, card] == 0:
            continue
        title = t.card_title[card]
        halves = title >= FIRST_CHOICE
        action = A_HALF + 2 * (title - FIRST_CHOICE) if halves else A_ROLE + title
        if mask[action] or (title == LEGATUS and g.answer != NONE):
            continue
        mask[action] = True
        count += 1
        if halves:
            mask[action + 1] = True
            count += 1
    return count


@kernel
def apply_play(t, g, action):
    """Of several cards with the title the first in the card table is played."""
    title = action - A_ROLE
    role = title
    if action >= A_HALF:
        title = FIRST_CHOICE + (action - A_HALF) // 2
        role = CHOICE_ROLES[title - FIRST_CHOICE][(action - A_HALF) % 2]
    card = 0
    while g.hand[g.seat, card] == 0 or t.card_title[card] != title:
        card += 1
    drop_hand(g, g.seat, card)
    g.suggested = NONE
    if g.answer == ANSWER_LEGATUS:
        g.answer = NONE
    call_partner(t, g, title, role)
    begin_role(g, g.seat, role)
    return False


@kernel
def apply_copy(t, g, action):
    """The role of another seat's top card, or of a card of Contrarius, which is turned down."""
    if action == A_DONE:
        return True
    if action >= A_COPY:
        source = action - A_COPY
        title = 0
        role = 0
        if action >= A_COPY_HALF:
            source = (action - A_COPY_HALF) // NUM_HALVES
            title = top_title(t, g, source)
            role = HALF_ROLES[(action - A_COPY_HALF) % NUM_HALVES]
        else:
            title = top_title(t, g, source)
            role = title
        note_copy(t, g, g.seat, source)
        call_partner(t, g, title, role)
        begin_role(g, g.seat, role)
        return False
    card = 0
    while g.hand[CONTRARIUS, card] == 0 or t.card_title[card] != action - A_ROLE:
        card += 1
    g.hand[CONTRARIUS, card] = 0
    g.face_down[card] = 1
    begin_role(g, g.seat, action - A_ROLE)
    return False


@kernel
def apply_repeat(t, g, action):
    if action == A_DONE:
        return True
    begin_role(g, g.seat, action - A_ROLE)
    return False


@kernel
def begin_role(g, seat, role):
    """Let a seat execute a role next; ``start_role`` follows within the same step."""
    g.seat = seat
    g.executor = seat
    g.role = role
    g.phase = BEGIN


@kernel
def call_partner(t, g, title, role):
    """Note what the partner will execute after the role of a card.

    The same role, or the other half of a choice card; after a Proconsul a card of his own. What a
    Diplomat or a Legatus leads to is not known yet, and who answers a Proconsul acts alone.
    """
    if not in_teams(t) or g.answer == ANSWER_PROCONSUL or role in (DIPLOMAT, LEGATUS):
        return
    g.next_seat = partner_of(t, g.seat)
    g.next_role = OWN_CARD if role == PROCONSUL else other_half(title, role)


@kernel
def start_role(t, g):
    """Execute the role that was begun; True when that needed no decision."""
    role = g.role
    if role not in (PREFECT, PREFECT_PM, COLONIST, DIPLOMAT):  # these are not fixed yet
        notice(t, g, 0, NONE)
    if role == TRIBUNE:
        return start_tribune(t, g)
    if role == ARCHITECT:
        return start_architect(t, g)
    if role in (PREFECT, PREFECT_PM):
        return start_prefect(t, g)
    if role == COLONIST:
        return start_colonist(t, g)
    if role == MERCATOR3:
        return start_mercator(t, g, 3)
    if role == MERCATOR5:
        return start_mercator(t, g, 5)
    if role == DIPLOMAT:
        return start_diplomat(t, g)
    if role == SENATOR:
        return start_purchase(t, g, 2)
    if role in (CONSUL, PRAETOR, PROCONSUL):
        return start_purchase(t, g, 1)
    if role == MAGISTER:
        return start_magister(t, g)
    if role == LEGATUS:
        return start_legatus(t, g)
    return start_specialist(t, g)
