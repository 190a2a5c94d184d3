"""The start of Contrarius as a veteran: a house beside the capital, his colonists on their way."""

from __future__ import annotations

from concordia_env.actions import A_PLACE
from concordia_env.constants import (
    CITIES,
    CONTRARIUS,
    FIRST_ROUTE_PLACE,
    HOME,
    LAND,
    NONE,
    SEA,
    VETERAN,
)
from concordia_env.rules.colonists import ends_at, move_colonist
from concordia_env.rules.turn import start_turn
from env_core.jit import kernel


@kernel
def route_to(t, city, kind):
    """The route of the kind that joins the capital to the city, or NONE."""
    start = kind * CITIES + t.capital
    for route in range(t.num_routes):
        if t.steps[start, route] == 1 and ends_at(t, route, city):
            return route
    return NONE


@kernel
def dearest_neighbour(t, g, land, sea):
    """The city without his house that such a route joins to the capital; ties by the alphabet."""
    best = NONE
    dearest = NONE
    for index in range(t.num_cities):
        city = int(t.alphabet[index])
        joined = (land and route_to(t, city, LAND) != NONE) or (
            sea and route_to(t, city, SEA) != NONE
        )
        if joined and g.houses[city, CONTRARIUS] == 0 and g.city_good[city] > dearest:
            dearest = g.city_good[city]
            best = city
    return best


@kernel
def settle_beside_capital(t, g):
    """His first house; where two kinds of routes lead there a human says which he takes."""
    city = dearest_neighbour(t, g, True, True)
    found_house(g, city)
    if route_to(t, city, LAND) != NONE and route_to(t, city, SEA) != NONE:
        g.seat = t.reactor
        g.phase = VETERAN
        return
    send_out(t, g, city, LAND if route_to(t, city, SEA) == NONE else SEA)


@kernel
def found_house(g, city):
    g.houses[city, CONTRARIUS] = 1
    g.houses_left[CONTRARIUS] -= 1


@kernel
def send_out(t, g, city, kind):
    """One colonist to his house, the other to the dearest city that its routes lead to."""
    other = 1 - kind
    send(t, g, route_to(t, city, kind), kind)
    second = dearest_neighbour(t, g, other == LAND, other == SEA)
    if second == NONE:
        move_colonist(t, g, CONTRARIUS, HOME, other * CITIES + t.capital)
        return
    send(t, g, route_to(t, second, other), other)
    if t.start_houses == 2:
        found_house(g, second)


@kernel
def send(t, g, route, kind):
    move_colonist(t, g, CONTRARIUS, HOME, kind * CITIES + t.capital)
    move_colonist(t, g, CONTRARIUS, kind * CITIES + t.capital, FIRST_ROUTE_PLACE + route)


@kernel
def legal_veteran(t, g, mask):
    mask[A_PLACE + LAND * CITIES + t.capital] = True
    mask[A_PLACE + SEA * CITIES + t.capital] = True
    return 2


@kernel
def apply_veteran(t, g, action):
    city = 0
    while g.houses[city, CONTRARIUS] == 0:
        city += 1
    send_out(t, g, city, (action - A_PLACE) // CITIES)
    start_turn(g, 0)
    return False
