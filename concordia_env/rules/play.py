"""Playing a card and starting its role."""

from __future__ import annotations

from concordia_env.actions import A_COPY, A_DONE, A_ROLE
from concordia_env.constants import (
    ARCHITECT,
    COLONIST,
    CONSUL,
    CONTRARIUS,
    DIPLOMAT,
    MERCATOR3,
    MERCATOR5,
    NONE,
    PREFECT,
    PREFECT_PM,
    SENATOR,
    TRIBUNE,
)
from concordia_env.rules.architect import start_architect
from concordia_env.rules.colonists import start_colonist, start_tribune
from concordia_env.rules.diplomat import start_diplomat, top_role
from concordia_env.rules.market import start_purchase
from concordia_env.rules.mercator import start_mercator
from concordia_env.rules.notice import notice
from concordia_env.rules.prefect import start_prefect
from concordia_env.rules.specialists import start_specialist
from concordia_env.rules.storehouse import drop_hand
from env_core.jit import kernel


@kernel
def legal_play(t, g, mask):
    """Every role in hand; the hand is never empty, as the Tribune takes itself back."""
    count = 0
    for card in range(t.num_cards):
        if g.hand[g.seat, card] > 0:
            action = A_ROLE + t.card_role[card]
            if not mask[action]:
                mask[action] = True
                count += 1
    return count


@kernel
def apply_play(t, g, action):
    """Of several cards with the role the first in the card table is played."""
    card = 0
    while g.hand[g.seat, card] == 0 or t.card_role[card] != action - A_ROLE:
        card += 1
    drop_hand(g, g.seat, card)
    return start_role(t, g, g.seat, t.card_role[card])


@kernel
def apply_copy(t, g, action):
    if action == A_DONE:
        return True
    if action >= A_COPY:
        return start_role(t, g, g.seat, top_role(t, g, action - A_COPY))
    card = 0
    while g.hand[CONTRARIUS, card] == 0 or t.card_role[card] != action - A_ROLE:
        card += 1
    g.hand[CONTRARIUS, card] = 0
    g.face_down[card] = 1
    return start_role(t, g, g.seat, t.card_role[card])


@kernel
def start_role(t, g, seat, role):
    """Begin to execute a role; True when that needed no decision."""
    g.executor = seat
    g.role = role
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
    if role == CONSUL:
        return start_purchase(t, g, 1)
    return start_specialist(t, g)
