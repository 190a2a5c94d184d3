"""The scripted players: every decision by direct valuation, without chance and without search.

``greedy_action`` is the one entry; each phase has a ``choose_...`` kernel. ``valuation.py`` says
what things are worth to a style.
"""

from __future__ import annotations

import numpy as np

from comuni_env.actions import (
    A_ALLIANCE,
    A_BID,
    A_CARD,
    A_CITY,
    A_CLAIM,
    A_DISCARD,
    A_DONE,
    A_INCOME,
    A_PAIRS,
    A_RELOCATE,
    A_RESTORE,
    A_TAKE,
    A_WITHDRAW,
    BIDS,
)
from comuni_env.constants import (
    ALLIANCE,
    ARMIES,
    BUILD,
    CITY,
    COLUMN_CARDS,
    DISCARD,
    EMPEROR,
    GOLD,
    KINDS,
    MOST_RESTORED,
    NONE,
    PAIRS,
    PILGRIMS,
    PROJECT,
    RELOCATE,
    RESTORE,
    STONES,
    TAKE,
    TARGET,
    W_BIDS,
    W_HEROES,
    W_INCOMES,
    W_LOOT,
    W_STONES,
    YIELDS,
)
from comuni_env.rules.bidding import least_bid
from comuni_env.rules.commitment import least_pairs, most_alliance, most_city
from comuni_env.rules.hand import hand_size
from comuni_env.rules.income import kind_yield
from comuni_env.rules.invasion import defence
from comuni_env.rules.stock import gold_at_hand
from comuni_env.tables import ANY
from comuni_env.valuation import NEVER, NOW, best_target, card_worth, outlook, stone_worth
from env_core.jit import kernel

NUM_STONES = len(STONES)
NUM_KINDS = len(KINDS)

HELD = 0.6  # of a column's value is that of a bid for it: a claim has to follow
MARGIN = 1  # gold above the least bid, where a column is worth it
CARDS_AT_ONCE = 4  # more cards than that are hard to use
ARMY_KEPT = 0.2  # points of an army that is not sent against the Emperor ...
ARMY_NEXT = 0.6  # ... and against the others
LOOT_POINT = 1.0
HERO_SHARE = 0.55  # of a hero tile, for a contribution as large as the largest of the last time


@kernel
def best_stone(t, g, v, mask):
    """The stone worth most among those that may be taken, or NONE."""
    best = NONE
    worth = NEVER
    for stone in range(NUM_STONES):
        if mask[A_TAKE + stone] and stone_worth(t, g, v, stone) > worth:
            worth = stone_worth(t, g, v, stone)
            best = stone
    return best


@kernel
def income_value(t, g, v):
    """Stones of an income, those of choice at the best price."""
    base = t.comune_yield[g.comune[v.seat]]
    value = 0.0
    best = 0.0
    for kind in range(NUM_KINDS):
        stone = YIELDS[kind]
        worth = stone_worth(t, g, v, stone)
        number = min(base[stone] + kind_yield(g, v.seat, kind), g.supply[stone])
        value += number * worth
        best = max(best, worth)
    return (value + base[ANY] * best) * t.style[v.style, W_INCOMES]


@kernel
def column_value(t, g, v, column):
    """Its cards, and a stone of choice."""
    value = 0.0
    for slot in range(COLUMN_CARDS):
        if g.cards[column, slot] != NONE:
            value += card_worth(t, g, v, np.int64(g.cards[column, slot]))
    if t.column_stone[column] == 1:
        value += stone_worth(t, g, v, ARMIES)
    return value


@kernel
def choose_project(t, g, mask, v):
    """Claim when enough is at stake, else the best of a bid and an income."""
    if not mask[A_INCOME]:
        return A_CLAIM
    at_stake = 0.0
    cards = hand_size(t, g, v.seat)
    for column in range(t.num_columns):
        if g.envoy[column] == v.seat:
            at_stake += column_value(t, g, v, column)
            for slot in range(COLUMN_CARDS):
                cards += g.cards[column, slot] != NONE
    best = income_value(t, g, v)
    action = A_INCOME
    claim = at_stake * CARDS_AT_ONCE / max(CARDS_AT_ONCE, cards)
    if mask[A_CLAIM] and claim > best:
        best = claim
        action = A_CLAIM
    # A bid needs a turn to claim what it brings.
    value, bid = best_bid(t, g, v)
    if value > best and cards < CARDS_AT_ONCE and v.turns >= 1.0:
        action = bid
    return action


@kernel
def best_bid(t, g, v):
    """Value and action of the best bid: one more than needed where gold allows."""
    purse = gold_at_hand(g, v.seat)
    gold_worth = stone_worth(t, g, v, GOLD)
    held = HELD * t.style[v.style, W_BIDS]
    best = NEVER
    action = A_INCOME
    for column in range(t.num_columns):
        if g.envoy[column] == v.seat or g.cards[column, 0] == NONE:
            continue
        least = least_bid(g, column)
        gold = min(least + MARGIN, max(least, g.stones[v.seat, GOLD]))
        if least > purse or gold >= BIDS:
            continue
        value = held * column_value(t, g, v, column) - gold * gold_worth
        if value > best:
            best = value
            action = A_BID + column * BIDS + gold
    return best, action


@kernel
def choose_relocate(t, g, mask, v):
    """The best column that the displaced gold reaches, if it is worth a pilgrim."""
    best = t.relocate * stone_worth(t, g, v, PILGRIMS)
    best += g.displaced * stone_worth(t, g, v, GOLD)
    held = HELD * t.style[v.style, W_BIDS]
    action = A_WITHDRAW
    for column in range(t.num_columns):
        if mask[A_RELOCATE + column]:
            value = held * column_value(t, g, v, column)
            if value > best:
                best = value
                action = A_RELOCATE + column
    return action


@kernel
def commitment_value(t, g, v, alliance, city):
    """Loot avoided and a hero's tile, less the armies sent; of loot only the own counts."""
    loot = max(0.0, v.gap - alliance - defence(g, v.seat, city))
    weights = t.style[v.style]
    value = -LOOT_POINT * weights[W_LOOT] * loot
    worth = ARMY_KEPT if g.invasions == EMPEROR else ARMY_NEXT * weights[W_STONES + ARMIES]
    value -= worth * (alliance + city)
    return value + hero_value(t, g, v, alliance) * weights[W_HEROES]


@kernel
def hero_value(t, g, v, alliance):
    """The better tile for more than the others sent last time, the other for nearly as much."""
    most = 1
    for other in range(t.players):
        if other != v.seat and g.invasions > 0:
            most = max(most, g.last_alliance[other])
    if alliance > most:
        return t.tiles[g.invasions, 0] * (HERO_SHARE + 0.2)
    if alliance == most:
        return t.tiles[g.invasions, 0] * HERO_SHARE
    return t.tiles[g.invasions, 1] * HERO_SHARE * alliance / most


@kernel
def best_city(t, g, v, alliance):
    """Value and number of the best armies for the city beside a contribution."""
    best = NEVER
    armies = 0
    for city in range(most_city(t, g, v.seat, alliance) + 1):
        value = commitment_value(t, g, v, alliance, city)
        if value > best:
            best = value
            armies = city
    return best, armies


@kernel
def choose_alliance(t, g, v):
    best = NEVER
    armies = 0
    for alliance in range(most_alliance(g, v.seat) + 1):
        value = best_city(t, g, v, alliance)[0]
        if value > best:
            best = value
            armies = alliance
    return A_ALLIANCE + armies


@kernel
def choose_card(t, g, mask, v):
    """The card whose best use brings most, if it brings anything."""
    best = 0.0
    action = A_DONE
    for face in range(t.num_faces):
        if mask[A_CARD + face]:
            value = best_target(t, g, v, face, NOW)[0]
            if value > best:
                best = value
                action = A_CARD + face
    return action


@kernel
def choose_discard(t, g, mask, v):
    """Of the cards that may go the one worth least."""
    best = -NEVER
    action = A_DISCARD
    for face in range(t.num_faces):
        if mask[A_DISCARD + face]:
            value = card_worth(t, g, v, face)
            if value < best:
                best = value
                action = A_DISCARD + face
    return action


@kernel
def choose_restore(t, g, mask, v):
    best = NEVER
    action = A_RESTORE
    worth = stone_worth(t, g, v, PILGRIMS)
    for tiles in range(MOST_RESTORED + 1):
        if mask[A_RESTORE + tiles]:
            value = tiles * t.style[v.style, W_LOOT] - worth * t.restore[tiles]
            if value > best:
                best = value
                action = A_RESTORE + tiles
    return action


@kernel
def greedy_action(t, g, mask, style):
    """The action of the seat that decides, by a style; a pure function of what it may see."""
    phase = g.phase
    v = outlook(t, g, style)
    if phase == PROJECT:
        return choose_project(t, g, mask, v)
    if phase == BUILD:
        return choose_card(t, g, mask, v)
    if phase == TARGET:
        return best_target(t, g, v, g.card, NOW)[1]
    if phase == RESTORE:
        return choose_restore(t, g, mask, v)
    if phase == TAKE:
        return A_TAKE + best_stone(t, g, v, mask)
    if phase == RELOCATE:
        return choose_relocate(t, g, mask, v)
    if phase == ALLIANCE:
        return choose_alliance(t, g, v)
    if phase == CITY:
        return A_CITY + best_city(t, g, v, np.int64(g.alliance[v.seat]))[1]
    if phase == PAIRS:
        return A_PAIRS + least_pairs(g, v.seat)
    if phase == DISCARD:
        return choose_discard(t, g, mask, v)
    return A_DONE
