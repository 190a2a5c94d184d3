"""Points per god, now or at the end; ranks with the rules' tie-break; intermediate scoring."""

from __future__ import annotations

import numpy as np

from concordia_env.constants import (
    BRICK,
    CATEGORIES,
    CONCORDIA_CARD,
    CONCORDIA_POINTS,
    CONTRARIUS,
    INTERIM_PRIZES,
    JUPITER,
    MARS,
    MERCURIUS,
    MINERVA,
    NONE,
    SATURNUS,
    SEATS,
    TOTAL,
    UNIT_BITS,
    UNIT_MOST,
    VENUS,
    VESTA,
    VESTA_SESTERTII,
    VP,
)
from concordia_env.rules.partners import in_teams, partner_of
from concordia_env.rules.storehouse import colonists_on_board
from env_core.jit import kernel

NUM_CATEGORIES = len(CATEGORIES)


@kernel
def bits(mask):
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@kernel
def wealth(t, g, party):
    """Money and goods; Contrarius has neither."""
    if party == CONTRARIUS:
        return 0
    value = int(g.money[party])
    for good in range(5):
        value += g.goods[party, good] * t.price[good]
    return value


@kernel
def houses_by_province(t, g, party):
    """Bits of the provinces with an own house, of those with two, and houses by good, packed."""
    settled = 0
    doubled = 0
    by_good = 0
    for city in range(t.num_cities - 1):  # the last is the capital
        house = int(g.houses[city, party])
        province = house << int(t.city_province[city])
        doubled |= settled & province
        settled |= province
        by_good += house << (UNIT_BITS * max(0, int(g.city_good[city])))  # NONE out of play
    return settled, doubled, by_good


@kernel
def devotion(t, g, party):
    """Points of all the party's cards for each unit, packed."""
    total = 0
    for card in range(t.num_cards):
        total += g.hand[party, card] * t.card_devotion[card]
    if party == CONTRARIUS:
        for card in range(t.num_cards):
            total += g.face_down[card] * t.card_devotion[card]
        return total
    for index in range(g.pile_size[party]):
        total += t.card_devotion[g.pile[party, index]]
    return total


@kernel
def by_unit(packed, unit):
    return packed >> (UNIT_BITS * unit) & UNIT_MOST


@kernel
def score_party(t, g, party, points):
    """Fill ``points`` with the party's score by category and its total, as if the game ended."""
    score_cards(t, g, party, devotion(t, g, party), points)


@kernel
def score_cards(t, g, party, cards, points):
    """The same where the devotion of the party's cards is known already.

    Venus looks at provinces with two own houses, in team play with a house of both partners.
    """
    settled, doubled, by_good = houses_by_province(t, g, party)
    if party < t.players and in_teams(t):
        shared, _, _ = houses_by_province(t, g, partner_of(t, party))
        doubled = settled & shared
    minerva = 0
    kinds = 0
    houses = 0
    for good in range(5):
        number = by_unit(by_good, good)
        minerva += by_unit(cards, MINERVA + good) * number
        kinds += number > 0
        houses += number
    points[VESTA] = by_unit(cards, VESTA) * (wealth(t, g, party) // VESTA_SESTERTII)
    points[JUPITER] = by_unit(cards, JUPITER) * (houses - by_unit(by_good, BRICK))
    points[SATURNUS] = by_unit(cards, SATURNUS) * bits(settled)
    points[VENUS] = by_unit(cards, VENUS) * bits(doubled)
    points[MERCURIUS] = by_unit(cards, MERCURIUS) * kinds
    points[MARS] = by_unit(cards, MARS) * colonists_on_board(g, party)
    points[MINERVA] = minerva
    points[CONCORDIA_CARD] = CONCORDIA_POINTS if g.concordia == party else 0
    points[VP] = g.vp[party]
    total = 0
    for category in range(NUM_CATEGORIES):
        total += points[category]
    points[TOTAL] = total


@kernel
def score(tables, games, i, points):
    """Fill ``points`` (parties x categories and total) for every party of game ``i``."""
    g = games[i]
    t = tables[g.scenario]
    for seat in range(t.players):
        score_party(t, g, seat, points[seat])
    if t.contrarius == 1:
        score_party(t, g, CONTRARIUS, points[CONTRARIUS])


@kernel
def tie_order(t, g, party):
    """Of sides with equal points the one with the lowest number is first.

    The holder of the Praefectus Magnus, then who would receive him first: he travels to the right;
    of partners the first counts. Where Contrarius plays, first the owner of the Concordia card, and
    he himself last.
    """
    if t.contrarius == 1 and g.concordia == party:
        return -1
    if party == CONTRARIUS:
        return SEATS
    order = int(g.magnus - party) % int(t.players)
    return min(order, int(g.magnus - partner_of(t, party)) % int(t.players))


@kernel
def side_of(t, party):
    """A side is named by its first party."""
    return party if party == CONTRARIUS else party % t.teams


@kernel
def side_points(t, points, party):
    """Points of a party, with those of its partner."""
    if party < t.players and in_teams(t):
        return points[party, TOTAL] + points[partner_of(t, party), TOTAL]
    return points[party, TOTAL]


@kernel
def rank(tables, games, i, points, ranks):
    """Fill ``ranks`` (0 is best, -1 for nobody) from scored ``points``; partners share one."""
    g = games[i]
    t = tables[g.scenario]
    ranks[:] = -1
    for seat in range(t.players):
        ranks[seat] = 0
    if t.contrarius == 1:
        ranks[CONTRARIUS] = 0
    for party in range(len(ranks)):
        for other in range(len(ranks)):
            if ranks[party] == -1 or ranks[other] == -1:
                continue
            if side_of(t, other) != other or side_of(t, party) == other:
                continue
            lead = side_points(t, points, other) - side_points(t, points, party)
            if lead > 0 or (lead == 0 and tie_order(t, g, other) < tie_order(t, g, party)):
                ranks[party] += 1


@kernel
def score_interim(t, g, seat):
    """Store the seat's score at its first Tribune; after the last one the best two are paid."""
    if g.interim[seat] != NONE:
        return
    points = np.empty(TOTAL + 1, np.int32)  # the one allocation of the rules, once a seat and game
    score_party(t, g, seat, points)
    g.interim[seat] = points[TOTAL]
    best = NONE
    second = NONE
    for other in range(t.players):
        total = g.interim[other]
        if total == NONE:
            return
        if total > best:
            second = best
            best = total
        elif best > total > second:
            second = total
    for other in range(t.players):
        if g.interim[other] == best:
            g.money[other] += INTERIM_PRIZES[0]
        elif g.interim[other] == second:
            g.money[other] += INTERIM_PRIZES[1]
