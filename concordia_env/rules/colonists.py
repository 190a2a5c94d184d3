"""Colonists: settling new ones and moving those on the board (Tribune, Colonist, Architect)."""

from __future__ import annotations

from concordia_env.actions import A_COLLECT, A_DONE, A_PLACE
from concordia_env.constants import (
    CITIES,
    COLLECTED,
    COLONIST_CASH,
    COLONISTS_OF_KIND,
    FIRST_ROUTE_PLACE,
    FOOD,
    HOME,
    NONE,
    RECRUIT,
    SETTLE,
    SETTLED,
    TOOL,
    TRIBUNE_FREE_CARDS,
)
from concordia_env.rules.notice import notice
from concordia_env.rules.scoring import score_interim
from concordia_env.rules.storehouse import colonists_on_board, take_back_pile
from env_core.jit import kernel


@kernel
def kind_of_place(t, place):
    if place >= FIRST_ROUTE_PLACE:
        return t.route_kind[place - FIRST_ROUTE_PLACE]
    return place // CITIES


@kernel
def ends_at(t, route, city):
    return t.route_ends[route, 0] == city or t.route_ends[route, 1] == city


@kernel
def move_colonist(t, g, party, source, target):
    """Move one of the party's colonists from one place (or HOME of the target's kind) to another.

    Colonists of a kind are interchangeable: their slots stay sorted, so equal positions have
    equal records.
    """
    first = COLONISTS_OF_KIND * kind_of_place(t, target)
    slot = first
    while g.colonists[party, slot] != source:
        slot += 1
    last = first + COLONISTS_OF_KIND - 1
    while slot < last and g.colonists[party, slot + 1] < target:
        g.colonists[party, slot] = g.colonists[party, slot + 1]
        slot += 1
    while slot > first and g.colonists[party, slot - 1] > target:
        g.colonists[party, slot] = g.colonists[party, slot - 1]
        slot -= 1
    g.colonists[party, slot] = target
    if source >= FIRST_ROUTE_PLACE:
        g.on_route[source - FIRST_ROUTE_PLACE] = NONE
    if target >= FIRST_ROUTE_PLACE:
        g.on_route[target - FIRST_ROUTE_PLACE] = party


@kernel
def can_settle(t, g, seat, kind):
    """A new colonist costs a food and a tool, and one of the kind must be at home."""
    if g.goods[seat, FOOD] == 0 or g.goods[seat, TOOL] == 0:
        return False
    return g.colonists[seat, COLONISTS_OF_KIND * kind] == HOME


@kernel
def settle(t, g, action):
    g.goods[g.seat, FOOD] -= 1
    g.goods[g.seat, TOOL] -= 1
    move_colonist(t, g, g.seat, HOME, action - A_PLACE)


@kernel
def start_tribune(t, g):
    """Take all cards back, a sestertius for each beyond the third, then perhaps one colonist."""
    seat = g.executor
    taken = take_back_pile(g, seat)
    g.money[seat] += max(0, taken - TRIBUNE_FREE_CARDS)
    if t.intermediate_scoring == 1:
        score_interim(t, g, seat)
    g.phase = RECRUIT
    return False


@kernel
def legal_recruit(t, g, mask):
    mask[A_DONE] = True
    count = 1
    for kind in range(2):
        if can_settle(t, g, g.seat, kind):
            mask[A_PLACE + kind * CITIES + t.capital] = True
            count += 1
    return count


@kernel
def apply_recruit(t, g, action):
    if action != A_DONE:
        settle(t, g, action)
    return True


@kernel
def start_colonist(t, g):
    g.phase = SETTLE
    return False


@kernel
def legal_settle(t, g, mask):
    """Cash, or new colonists in the capital or own cities that have a route of their kind."""
    mask[A_DONE if g.settled == 1 else A_COLLECT] = True
    count = 1
    for kind in range(2):
        if not can_settle(t, g, g.seat, kind):
            continue
        for city in range(t.num_cities):
            home = city == t.capital or g.houses[city, g.seat] == 1
            if home and t.city_has_kind[city, kind] == 1:
                mask[A_PLACE + kind * CITIES + city] = True
                count += 1
    return count


@kernel
def apply_settle(t, g, action):
    if action == A_DONE:
        return True
    if action == A_COLLECT:
        g.money[g.seat] += COLONIST_CASH + colonists_on_board(g, g.seat)
        notice(t, g, COLLECTED, NONE)
        return True
    settle(t, g, action)
    notice(t, g, SETTLED, NONE)
    g.settled = 1
    return False
