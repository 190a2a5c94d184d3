"""The expected final total of every party: its score now, and the growth that its features promise.

The growth is linear in the features, with weights for each mode (``data/forecast.toml``, fitted by
``experiments/fit_forecast.py``). Nothing hidden enters but what the score itself counts. Once the
game is over all features are 0, and the forecast is the score.
"""

from __future__ import annotations

from concordia_env.constants import (
    CARDS,
    CONTRARIUS,
    FEATURES,
    HOUSES,
    JUPITER,
    MARS,
    MERCURIUS,
    MINERVA,
    NONE,
    OVER,
    SATURNUS,
    TOTAL,
    UNITS,
    VENUS,
)
from concordia_env.rules.scoring import by_unit, devotion, score
from concordia_env.valuation import holdings, time_left
from env_core.jit import kernel

FIRST_OF_CONTRARIUS = FEATURES.index("contrarius")
NEAR_END = 3  # houses left at which a party is about to end the game


@kernel
def best_other(t, points, party):
    """The highest total among the other parties."""
    best = NONE
    for seat in range(t.players):
        if seat != party:
            best = max(best, points[seat, TOTAL])
    if t.contrarius == 1 and party != CONTRARIUS:
        best = max(best, points[CONTRARIUS, TOTAL])
    return best


@kernel
def seat_features(t, g, seat, points, time):
    """The features of a seat, in the order of FEATURES up to those of Contrarius."""
    cards = devotion(t, g, seat)
    held = holdings(t, g, seat)
    minerva = 0
    for unit in range(MINERVA, UNITS):
        minerva += by_unit(cards, unit)
    hand = 0
    for card in range(t.num_cards):
        hand += g.hand[seat, card]
    goods = 0
    for good in range(5):
        goods += g.goods[seat, good] * t.price[good]
    crowd = 0
    for other in range(t.players):
        crowd += HOUSES - g.houses_left[other]
    houses = HOUSES - g.houses_left[seat]
    wait = (seat - g.turn) % t.players
    total = points[seat, TOTAL]
    return (
        1.0,
        time,
        time * time,
        time * t.players,
        time * total,
        time * (total - best_other(t, points, seat)),
        time * g.money[seat],
        time * goods,
        float(g.money[seat]),
        float(goods),
        time * houses,
        time * by_unit(held, SATURNUS),
        time * by_unit(held, MERCURIUS),
        time * by_unit(held, MARS),
        time * (hand + g.pile_size[seat]),
        time * hand,
        time * by_unit(cards, JUPITER),
        time * by_unit(cards, SATURNUS),
        time * by_unit(cards, VENUS),
        time * by_unit(cards, MERCURIUS),
        time * by_unit(cards, MARS),
        time * minerva,
        time * (crowd - houses),
        wait / t.players,
        1.0 if wait <= g.turns_left else 0.0,
        float(max(0, NEAR_END - g.houses_left[seat])) if g.turns_left == NONE else 0.0,
    )


@kernel
def contrarius_features(g, points, time):
    """The features of Contrarius, who has neither storehouse nor turns of his own."""
    cards = 0
    for card in range(CARDS):
        cards += g.hand[CONTRARIUS, card] + g.face_down[card]
    houses = HOUSES - g.houses_left[CONTRARIUS]
    return (
        1.0,
        time,
        time * time,
        time * points[CONTRARIUS, TOTAL],
        time * houses,
        time * cards,
    )


@kernel
def features(tables, games, i, points, rows):
    """Fill ``rows`` (parties x features) of all that play, and score into ``points``."""
    g = games[i]
    t = tables[g.scenario]
    score(tables, games, i, points)
    rows[:] = 0.0
    if g.phase == OVER:
        return
    time = time_left(t, g)
    for seat in range(t.players):
        own = seat_features(t, g, seat, points, time)
        for index in range(len(own)):
            rows[seat, index] = own[index]
    if t.contrarius == 1:
        his = contrarius_features(g, points, time)
        for index in range(len(his)):
            rows[CONTRARIUS, FIRST_OF_CONTRARIUS + index] = his[index]


@kernel
def forecast(tables, games, i, points, totals):
    """Fill ``totals`` with the expected final totals of all parties that play."""
    g = games[i]
    t = tables[g.scenario]
    score(tables, games, i, points)
    for party in range(len(totals)):
        totals[party] = points[party, TOTAL]
    if g.phase == OVER:
        return
    time = time_left(t, g)
    for seat in range(t.players):
        own = seat_features(t, g, seat, points, time)
        for index in range(len(own)):
            totals[seat] += t.forecast[index] * own[index]
    if t.contrarius == 1:
        his = contrarius_features(g, points, time)
        for index in range(len(his)):
            totals[CONTRARIUS] += t.forecast[FIRST_OF_CONTRARIUS + index] * his[index]
