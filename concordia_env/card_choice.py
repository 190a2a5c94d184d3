"""Which card a scripted player plays, copies, repeats or suggests.

A card is worth what its role brings the seat, less what the reaction of Contrarius costs; in team
play also what it brings the partner, who executes the same role or the other half. Each role is
valued once; the choices read the table.
"""

from __future__ import annotations

import numpy as np

from concordia_env.actions import (
    A_CHOICE_CARD,
    A_COPY,
    A_COPY_HALF,
    A_DONE,
    A_HALF,
    A_ROLE,
    NUM_HALVES,
)
from concordia_env.constants import (
    ANSWER_PROCONSUL,
    CHOICE_ROLES,
    CHOICES,
    CONTRARIUS,
    COPY,
    DIPLOMAT,
    FIRST_CHOICE,
    HALF_ROLES,
    LEGATUS,
    MAGISTER,
    NONE,
    PLAY,
    PREFECT,
    PROCONSUL,
    REPEAT,
    ROLES,
    SEATS,
    SENATOR,
    SUGGEST,
    TRIBUNE,
)
from concordia_env.foresight import reaction_cost
from concordia_env.planner import NEVER
from concordia_env.role_values import prospect, value_recruit, value_role, value_round
from concordia_env.rules.partners import in_teams, may_copy_again, partner_of
from concordia_env.rules.titles import other_half, roles_of, top_title
from env_core.jit import kernel

NUM_ROLES = len(ROLES)
NUM_HALF_ACTIONS = 2 * len(CHOICES)
OWN, MATE = range(2)  # rows of the values: the decider, and the partner who acts with it
LEADING_ON = 1 << DIPLOMAT | 1 << MAGISTER | 1 << LEGATUS  # roles that only lead to others
LEADS_ON = tuple(LEADING_ON >> action & 1 for action in range(A_HALF + NUM_HALF_ACTIONS))
SECOND_PREFECT = 0.7  # share of a partner's Prefect that counts: the best province is gone by then
SUGGESTION = 0.5  # points that a partner's suggestion adds to a card


@kernel
def choose_card(t, g, style, mask):
    """The decision of the phases play, copy, repeat and suggest."""
    values = np.empty((2, NUM_ROLES))  # the one allocation of the bot
    value_roles(t, g, style, values)
    if g.phase == PLAY:
        return choose_play(t, g, style, mask, values)
    if g.phase == COPY:
        return choose_copy(t, g, mask, values)
    if g.phase == REPEAT:
        return choose_repeat(mask, values)
    return choose_suggestion(t, g, mask, values)


@kernel
def acts_with_partner(t, g):
    """Whether the partner executes the card too; who answers a Proconsul is alone."""
    return in_teams(t) and g.answer != ANSWER_PROCONSUL


@kernel
def value_roles(t, g, style, values):
    """What every role within reach brings the decider and, in team play, the partner.

    A Tribune's value is without the cards that he takes back.
    """
    values[:] = 0.0
    roles = roles_within_reach(t, g)
    for who in range(2 if acts_with_partner(t, g) else 1):
        seat = np.int64(g.seat if who == OWN else partner_of(t, g.seat))
        p = prospect(t, g, seat, style)
        for role in range(NUM_ROLES):
            if roles >> role & 1:
                values[who, role] = value_role(t, g, p, role)
                if who == OWN:
                    values[who, role] -= reaction_cost(t, g, role)
        cards = np.int64(g.pile_size[seat]) + (who == OWN)
        values[who, TRIBUNE] = value_recruit(t, g, p.outlook, cards)
    values[OWN, TRIBUNE] -= reaction_cost(t, g, TRIBUNE)


@kernel
def roles_within_reach(t, g):
    """Roles, as bits, of the own cards and of those that could be copied; in team play both's."""
    seat = np.int64(g.seat)
    roles = shown_roles(t, g, seat) | own_roles(t, g, seat)
    if in_teams(t):
        roles |= own_roles(t, g, partner_of(t, seat))
    return roles & ~(LEADING_ON | 1 << TRIBUNE)


@kernel
def own_roles(t, g, seat):
    """Roles of the cards in hand and pile, as far as they are known."""
    roles = 0
    for card in range(t.num_cards):
        if known_hand(t, g, seat, card) > 0:
            roles |= roles_of(t.card_title[card])
    if seat == g.seat or t.hidden == 0:
        for index in range(g.pile_size[seat]):
            roles |= roles_of(t.card_title[g.pile[seat, index]])
    return roles


@kernel
def known_hand(t, g, seat, card):
    """Copies of a card that the seat holds; of a partner's hidden hand those it began with."""
    if seat == g.seat or t.hidden == 0 or g.phase == SUGGEST:
        return g.hand[seat, card]
    return t.start_hand[seat, card]


@kernel
def shown_roles(t, g, seat):
    """Roles on top of the other piles, or those that Contrarius shows to a single player."""
    roles = 0
    if t.players == 1:
        for card in range(t.num_cards):
            if g.hand[CONTRARIUS, card] == 1:
                roles |= roles_of(t.card_title[card])
    for other in range(t.players):
        if other != seat:
            roles |= roles_of(top_title(t, g, other))
    return roles & ~(1 << TRIBUNE | 1 << DIPLOMAT)


@kernel
def card_value(t, g, values, role, other):
    """What a card brings the side: its role to who plays it, the other role to the partner."""
    value = values[OWN, role]
    if not acts_with_partner(t, g):
        return value
    if role == PROCONSUL:
        return value + best_alone(t, g, values)
    share = SECOND_PREFECT if role == PREFECT and other == PREFECT else 1.0
    return value + share * values[MATE, other]


@kernel
def best_alone(t, g, values):
    """What the best card of the partner's hand brings him alone."""
    best = 0.0
    partner = partner_of(t, g.seat)
    for card in range(t.num_cards):
        if known_hand(t, g, partner, card) > 0:
            roles = roles_of(t.card_title[card]) & ~(LEADING_ON | 1 << TRIBUNE)
            for role in range(NUM_ROLES):
                if roles >> role & 1:
                    best = max(best, values[MATE, role])
    return best


@kernel
def better_half(t, g, values, title):
    """The value of a card, used for the better one of its halves."""
    if title < FIRST_CHOICE:
        return card_value(t, g, values, title, title)
    first, second = CHOICE_ROLES[title - FIRST_CHOICE]
    return max(
        card_value(t, g, values, first, second),
        card_value(t, g, values, second, first),
    )


@kernel
def legatus_value(t, g, values):
    """The best card of the partner's hand, which both execute."""
    best = 0.0
    partner = partner_of(t, g.seat)
    for card in range(t.num_cards):
        title = t.card_title[card]
        if known_hand(t, g, partner, card) > 0 and title not in (TRIBUNE, DIPLOMAT, LEGATUS):
            best = max(best, better_half(t, g, values, title))
    return best


@kernel
def best_copy(t, g, values, repeated):
    """The best card that a Diplomat would find; ``repeated`` is the value of a Magister."""
    best = NEVER
    if not in_teams(t):
        roles = shown_roles(t, g, np.int64(g.seat))
        for role in range(NUM_ROLES):
            if roles >> role & 1:
                best = max(best, repeated if role == MAGISTER else values[OWN, role])
        return best
    for other in range(t.players):
        title = top_title(t, g, other)
        if other % t.teams == g.seat % t.teams or title in (NONE, DIPLOMAT, LEGATUS):
            continue
        if may_copy_again(t, g, g.seat, other):
            best = max(best, better_half(t, g, values, title))
    return best


@kernel
def best_repetition(t, g, values):
    """The value of the own card that was played last; NEVER if it cannot be repeated."""
    best = NEVER
    roles = roles_of(top_title(t, g, g.seat)) & ~(1 << SENATOR | 1 << MAGISTER)
    for role in range(NUM_ROLES):
        if roles >> role & 1:
            again = best_copy(t, g, values, NEVER) if role == DIPLOMAT else values[OWN, role]
            best = max(best, again)
    return best


@kernel
def choose_play(t, g, style, mask, values):
    """The card of most value; Diplomat, Magister and Legatus are worth what they lead to.

    Of equal cards it is one that acts by itself, but for the Magister: what he repeats lies on the
    pile only now.
    """
    best = NEVER
    best_action = A_ROLE + TRIBUNE
    for leads_on in range(2):
        for action in range(A_HALF + NUM_HALF_ACTIONS):
            if not mask[action] or action == A_ROLE + TRIBUNE or LEADS_ON[action] != leads_on:
                continue
            value = play_value(t, g, action, values)
            if value > best or (value == best and action == A_ROLE + MAGISTER):
                best = value
                best_action = action
    if tribune_value(t, g, style, values) >= best:
        best_action = A_ROLE + TRIBUNE
    return best_action


@kernel
def play_value(t, g, action, values):
    if action >= A_HALF:
        roles = CHOICE_ROLES[(action - A_HALF) // 2]
        half = (action - A_HALF) % 2
        value = card_value(t, g, values, roles[half], roles[1 - half])
        title = FIRST_CHOICE + (action - A_HALF) // 2
    else:
        title = action - A_ROLE
        if title == DIPLOMAT:
            value = best_copy(t, g, values, best_repetition(t, g, values))
        elif title == MAGISTER:
            value = best_repetition(t, g, values)
        elif title == LEGATUS:
            value = legatus_value(t, g, values)
        else:
            value = card_value(t, g, values, title, title)
    return value + SUGGESTION if g.suggested == title else value


@kernel
def tribune_value(t, g, style, values):
    """Coins, colonists and the round that follows; in team play of both partners."""
    turns = 1.0
    total = 0.0
    value = values[OWN, TRIBUNE]
    for who in range(2 if acts_with_partner(t, g) else 1):
        if who == MATE:
            value += values[MATE, TRIBUNE]
            if t.hidden == 1:
                continue
        seat = g.seat if who == OWN else partner_of(t, g.seat)
        turns += g.pile_size[seat]
        for index in range(g.pile_size[seat]):
            title = t.card_title[g.pile[seat, index]]
            if title not in (DIPLOMAT, MAGISTER, LEGATUS):
                total += better_half(t, g, values, title)
    return value + value_round(t, g, style, total, turns)


@kernel
def choose_copy(t, g, mask, values):
    """The best card that may be copied; each of its halves is an action of its own."""
    best = NEVER
    best_action = A_DONE
    for action in range(A_COPY_HALF + SEATS * NUM_HALVES):
        if not mask[action]:
            continue
        title = action - A_ROLE  # of a card of Contrarius
        role = title
        if action >= A_COPY_HALF:
            title = top_title(t, g, (action - A_COPY_HALF) // NUM_HALVES)
            role = HALF_ROLES[(action - A_COPY_HALF) % NUM_HALVES]
        elif action >= A_COPY:
            title = top_title(t, g, action - A_COPY)
            role = title
        if role == LEGATUS:
            value = legatus_value(t, g, values)
        elif role == MAGISTER:
            value = 0.0  # he repeats what lies under the Diplomat
        else:
            value = card_value(t, g, values, role, other_half(title, role))
        if value > best:
            best = value
            best_action = action
    return best_action


@kernel
def choose_repeat(mask, values):
    """The better half of a choice card."""
    best = NEVER
    best_action = A_DONE
    for role in range(NUM_ROLES):
        if mask[A_ROLE + role] and values[OWN, role] > best:
            best = values[OWN, role]
            best_action = A_ROLE + role
    return best_action


@kernel
def choose_suggestion(t, g, mask, values):
    """The partner's card that brings both most; nothing is known of his Tribune and Diplomat."""
    best = NEVER
    best_action = A_DONE
    for action in range(A_COPY):
        if not mask[action]:
            continue
        title = action - A_ROLE
        if action >= A_CHOICE_CARD:
            title = FIRST_CHOICE + action - A_CHOICE_CARD
        value = 0.0
        if title not in (TRIBUNE, DIPLOMAT):
            value = better_half(t, g, values, title)
        if value > best:
            best = value
            best_action = action
    return best_action
