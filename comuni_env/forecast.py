"""What every seat will have in the end: the evaluation where search cuts its rollouts off.

The forecast is the score, were the game over now, and weighted features of what is still to come.
All of them vanish with the end, so that it is exact then. The weights are those of
``data/forecast.toml``. Neither the order of the decks nor secret commitments enter. The stocks of
all seats do, with ``info="hidden"`` as well: perfect recall knows them.
"""

from __future__ import annotations

import numpy as np

from comuni_env.constants import (
    COLUMN_CARDS,
    DECKS,
    F_AHEAD,
    F_CLAIMS,
    F_GAP,
    F_GAP_ALONE,
    F_GUILD_MASTERS,
    F_INACTIVE,
    F_INVASIONS,
    F_KINDS,
    F_LEAD,
    F_LEVELS,
    F_LOOT,
    F_MAJORITIES,
    F_READY,
    F_SET,
    F_SOON,
    F_STONES,
    F_TURNS,
    F_WAIT,
    F_WALLS,
    F_YIELDS,
    FACES,
    FEATURES,
    GUILD_MASTERS,
    INVASIONS,
    KINDS,
    MAJORITIES,
    NONE,
    OVER,
    PROJECT,
    SET,
    STONES,
    TOTAL,
)
from comuni_env.rules.income import kind_yield, tallest
from comuni_env.rules.invasion import defence, leader_bonus, strength
from comuni_env.rules.refill import first_deck
from comuni_env.rules.scoring import score
from comuni_env.rules.stock import armies_at_hand
from comuni_env.valuation import LONG, TURNS, turns_ahead
from env_core.jit import kernel

NUM_FEATURES = len(FEATURES)
NUM_STONES = len(STONES)
NUM_KINDS = len(KINDS)
ALL_ARMIES = np.int64(99)  # man every wall card
SENT = 0.5  # of the other seats' armies, perhaps


@kernel
def forecast(tables, games, i, points, totals):
    """Fill ``totals`` with the expected final total of every seat of game ``i``.

    ``points`` is scratch: it holds the score of the position afterwards.
    """
    rows = np.empty((len(totals), NUM_FEATURES))
    features(tables, games, i, points, rows)
    t = tables[games[i].scenario]
    totals[:] = 0.0
    for seat in range(t.players):
        totals[seat] = points[seat, TOTAL]
        for feature in range(NUM_FEATURES):
            totals[seat] += t.forecast[feature] * rows[seat, feature]


@kernel
def features(tables, games, i, points, rows):
    """Fill the row of every seat of game ``i`` with its features, and ``points`` with its score."""
    g = games[i]
    t = tables[g.scenario]
    score(tables, games, i, points)
    rows[:] = 0.0
    if g.phase == OVER:
        return
    mean = 0.0
    for seat in range(t.players):
        mean += points[seat, TOTAL] / t.players
    for seat in range(t.players):
        row = rows[seat]
        turns = turns_ahead(t, g, seat)
        if seat == g.active and g.phase == PROJECT:
            turns += 1.0
        left = turns / TURNS
        soon = min(1.0, turns / LONG)
        row[F_TURNS] = left
        row[F_SOON] = soon
        row[F_WAIT] = soon * ((seat - g.active) % t.players) / t.players
        row[F_AHEAD] = left * (points[seat, TOTAL] - mean)
        row[F_SET] = soon * points[seat, SET]
        row[F_MAJORITIES] = soon * points[seat, MAJORITIES]
        row[F_GUILD_MASTERS] = soon * points[seat, GUILD_MASTERS]
        row[F_LOOT] = soon * g.loot[seat]
        stock_features(t, g, seat, soon, row)
        city_features(g, seat, left, soon, row)
    if g.invasions < INVASIONS:
        attack_features(t, g, rows)


@kernel
def stock_features(t, g, seat, soon, row):
    """Stones, levels of the cards in hand, and the cards that own envoys hold."""
    for stone in range(NUM_STONES):
        row[F_STONES + stone] = soon * g.stones[seat, stone]
    levels = 0
    for face in range(FACES):
        levels += g.hand[seat, face] * t.face_level[face]
    row[F_LEVELS] = soon * levels
    claims = 0
    for column in range(t.num_columns):
        if g.envoy[column] == seat:
            for slot in range(COLUMN_CARDS):
                claims += g.cards[column, slot] != NONE
    row[F_CLAIMS] = soon * claims


@kernel
def city_features(g, seat, left, soon, row):
    """What the next incomes bring, and would bring with all kinds activated; kinds of the set."""
    for kind in range(NUM_KINDS):
        top = tallest(g, seat, kind)
        row[F_YIELDS] += left * kind_yield(g, seat, kind)
        if g.activated[seat, kind] == 0:
            row[F_INACTIVE] += left * top
        if top > 0:
            row[F_KINDS] += soon


@kernel
def attack_features(t, g, rows):
    """The attacks to come, and what walls, armies and the others' armies do against them.

    The gaps count more as the next attack comes near; one is for others that send nothing.
    """
    left = INVASIONS - g.invasions
    deck = first_deck(g)
    cards = g.deck_size[deck] if deck < DECKS else 0
    near = max(0.0, 1.0 - DECKS * cards / t.num_cards)
    armies = 0
    for seat in range(t.players):
        armies += armies_at_hand(g, seat)
    for seat in range(t.players):
        row = rows[seat]
        own = np.int64(armies_at_hand(g, seat))
        attack = strength(t, g, seat)
        row[F_INVASIONS] = left
        row[F_LEAD] = left * (attack - t.strength[g.invasions])
        row[F_WALLS] = left * (defence(g, seat, ALL_ARMIES) - ALL_ARMIES)
        row[F_READY] = left * own
        gap = attack - leader_bonus(t, g, seat) - defence(g, seat, own)
        row[F_GAP] = near * max(0.0, gap - SENT * (armies - own))
        row[F_GAP_ALONE] = near * max(0, gap)
