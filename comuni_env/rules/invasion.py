"""Invasions: strength of the attack, defence of a city, and the reveal."""

from __future__ import annotations

import numpy as np

from comuni_env.constants import ALLIANCE, ARMIES, GIVES, GOLD, HEIGHT, NONE, PAIR, PILGRIMS, TILES
from comuni_env.rules.stock import exchange, pay
from env_core.jit import kernel

NUM_EXCHANGES = len(GIVES)


@kernel
def start_invasion(t, g):
    """Commitments are asked from the active seat clockwise."""
    g.seat = g.active
    g.phase = ALLIANCE


@kernel
def clear_commitments(g):
    g.alliance[:] = NONE
    g.city[:] = NONE
    g.pilgrim_pairs[:] = NONE
    g.gold_pairs[:] = NONE
    g.exchanges[:] = 0


@kernel
def strength(t, g, seat):
    """Of the attack on a seat before any alliance: the more points it has, the stronger."""
    lowest = g.points[0]
    for other in range(1, t.players):
        lowest = min(lowest, g.points[other])
    return t.strength[g.invasions] + g.points[seat] - lowest


@kernel
def leader_bonus(t, g, seat):
    return t.leader_defence if g.leader == seat else 0


@kernel
def defence(g, seat, armies):
    """Armies man the most valuable wall cards, worth 1 more than their storey; others count 1."""
    value = 0
    cards = 0  # wall cards of a storey: one in every section at least as high
    for storey in range(HEIGHT, 0, -1):
        cards += g.walls[seat, storey - 1]
        manned = min(armies, cards)
        value += manned * (storey + 1)
        armies -= manned
    return value + armies


@kernel
def armies_for(g, seat, value):
    """The least number of armies whose defence reaches a value."""
    armies = 0
    cards = 0
    for storey in range(HEIGHT, 0, -1):
        cards += g.walls[seat, storey - 1]
        manned = max(0, min(cards, (value + storey) // (storey + 1)))
        value -= manned * (storey + 1)
        armies += manned
    return armies + max(0, value)


@kernel
def reveal(t, g):
    """Loot, heroes, payments and exchanges, all at once."""
    alliance = 0
    for seat in range(t.players):
        alliance += g.alliance[seat]
    for seat in range(t.players):
        attack = max(0, strength(t, g, seat) - alliance)
        held = defence(g, seat, np.int64(g.city[seat])) + leader_bonus(t, g, seat)
        g.loot[seat] += max(0, attack - held)
    award_heroes(t, g)
    for seat in range(t.players):
        settle(g, seat)
        g.last_alliance[seat] = g.alliance[seat]
        g.last_city[seat] = g.city[seat]
    clear_commitments(g)
    g.invasions += 1


@kernel
def award_heroes(t, g):
    """Tiles for the largest contributions; ties go to fewer points, then to the lower number."""
    first = NONE
    for tile in range(TILES):
        best = NONE
        for seat in range(t.players):
            if seat == first or g.alliance[seat] == 0:
                continue
            if best == NONE or (g.alliance[seat], -g.points[seat]) > (
                g.alliance[best],
                -g.points[best],
            ):
                best = seat
        if best == NONE:
            return
        slot = 0
        while g.heroes[best, slot] != 0:
            slot += 1
        g.heroes[best, slot] = t.tiles[g.invasions, tile]
        first = best


@kernel
def settle(g, seat):
    """Pay what the seat has committed, pairs in place of missing armies; then its exchanges."""
    pairs = g.pilgrim_pairs[seat] + g.gold_pairs[seat]
    pay(g, seat, ARMIES, g.alliance[seat] + g.city[seat] - pairs)
    pay(g, seat, PILGRIMS, PAIR * g.pilgrim_pairs[seat])
    pay(g, seat, GOLD, PAIR * g.gold_pairs[seat])
    for kind in range(NUM_EXCHANGES):
        exchange(g, seat, kind, g.exchanges[seat, kind])
