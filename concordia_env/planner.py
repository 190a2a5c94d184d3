"""The Architect's plan of the scripted players: which houses, and which colonist goes where."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from concordia_env.constants import (
    COLONISTS,
    FAR,
    FIRST_ROUTE_PLACE,
    HOME,
    NONE,
    ROUTE_BITS,
    ROUTES,
)
from concordia_env.rules.architect import house_price
from concordia_env.rules.partners import in_teams
from concordia_env.valuation import (
    Draft,
    draft,
    house_gain,
    house_goods,
    missing,
    payable_goods,
)
from env_core.jit import kernel

LATER = 0.4  # share of a house's gain that counts where it cannot be paid yet
STEP = 0.08  # points that a step of a colonist must bring
NEVER = -1000.0

# Arguments of the planner. As literals numba would compile it anew for each of them.
ANY = np.int64(NONE)  # any colonist may move
ALL_HOUSES = np.bool_(False)
FIRST_MOVE = np.bool_(True)


class Routes(NamedTuple):
    """A set of routes, as bits."""

    first: int
    second: int


class Plan(NamedTuple):
    """What an Architect would do."""

    gain: float  # of the houses built at once
    place: int  # first colonist to move, or NONE
    route: int  # where to
    lack: int  # goods, as bits, that keep it from the next house


@kernel
def planned_place(g, v, stands, slot):
    """Where a plan has put the colonist; ``stands`` packs a byte for each slot, 0 if not moved."""
    route = (stands >> (8 * slot) & 255) - 1
    return np.int64(g.colonists[v.seat, slot]) if route < 0 else FIRST_ROUTE_PLACE + route


@kernel
def leeway(g, v, slot, steps, stands, mover):
    """Steps that the colonist may go; a ``mover`` (place) is the only one that moves."""
    place = g.colonists[v.seat, slot]
    if stands >> (8 * slot) & 255 > 0 or (mover != NONE and place != mover):
        return 0
    if place >= FIRST_ROUTE_PLACE and g.moved[place - FIRST_ROUTE_PLACE] == 1:
        return 0
    return steps


@kernel
def free_routes(g):
    """Routes without a colonist."""
    first = 0
    second = 0
    for route in range(ROUTE_BITS):
        first |= np.int64(g.on_route[route] == NONE) << route
    for route in range(ROUTE_BITS, ROUTES):
        second |= np.int64(g.on_route[route] == NONE) << (route - ROUTE_BITS)
    return Routes(first, second)


@kernel
def has(routes, route):
    if route < ROUTE_BITS:
        return routes.first >> route & 1
    return routes.second >> (route - ROUTE_BITS) & 1


@kernel
def routes_in_reach(t, g, v, free, steps, stands, mover):
    """Routes that a colonist is on or can come to."""
    first = 0
    second = 0
    for slot in range(COLONISTS):
        place = planned_place(g, v, stands, slot)
        if place == HOME:
            continue
        if place != mover:
            first |= t.within[place, 0, 0]
            second |= t.within[place, 0, 1]
        most = leeway(g, v, slot, steps, stands, mover)
        first |= t.within[place, most, 0] & free.first
        second |= t.within[place, most, 1] & free.second
    return Routes(first, second)


@kernel
def nearest(t, g, v, route, steps, stands, mover):
    """The colonist with the least steps to the route and these; FAR if none can come there."""
    least = FAR
    best_slot = NONE
    for slot in range(COLONISTS):
        place = planned_place(g, v, stands, slot)
        if place == HOME:
            continue
        distance = np.int64(t.steps[place, route])
        if distance == 0:
            if place == mover:
                continue
        elif g.on_route[route] != NONE or distance > leeway(g, v, slot, steps, stands, mover):
            continue
        if distance < least:
            least = distance
            best_slot = slot
    return best_slot, least


@kernel
def way_to(t, g, v, d, city, reach, steps, stands, mover):
    """Colonist, route and steps of the best way to a city in reach.

    Of equally long ways the one is best whose other end is the better city.
    """
    best = NEVER
    best_slot = NONE
    best_route = NONE
    best_steps = FAR
    for index in range(t.num_routes):
        route = np.int64(t.city_routes[city, index])
        if route == NONE:
            break
        if not has(reach, route):
            continue
        other = np.int64(t.route_ends[route, 0]) + np.int64(t.route_ends[route, 1]) - city
        slot, distance = nearest(t, g, v, route, steps, stands, mover)
        score = -STEP * distance
        if not d.closed >> other & 1:
            score += LATER * max(0.0, house_gain(t, g, v, d, other))
        if score > best:
            best = score
            best_slot = slot
            best_route = route
            best_steps = distance
    return best_slot, best_route, best_steps


@kernel
def city_score(t, g, v, d, city):
    """Gain of a house, or a share of it if it cannot be paid yet."""
    gain = house_gain(t, g, v, d, city)
    if gain > 0 and not payable(t, g, d, city):
        gain *= LATER * v.time
    return gain


@kernel
def payable(t, g, d, city):
    return d.payable >> np.int64(g.city_good[city]) & 1 and house_price(t, g, city) <= d.money


@kernel
def best_city(t, g, v, d, routes):
    """Of the cities at the routes that of most gain; NONE if there is no gain."""
    best = 0.0
    best_city = NONE
    for city in range(t.num_cities):
        at = t.routes_at[city, 0] & routes.first | t.routes_at[city, 1] & routes.second
        if at != 0 and not d.closed >> city & 1:
            score = city_score(t, g, v, d, city)
            if score > best:
                best = score
                best_city = city
    return best_city


@kernel
def with_house(t, g, d, city):
    """The draft after building in the city."""
    good = np.int64(g.city_good[city])
    province = 1 << np.int64(t.city_province[city])
    venus = d.venus & ~province
    if t.venus == 1 and not in_teams(t):
        venus |= province & ~d.provinces
    stock = d.stock - house_goods(good)
    return Draft(
        d.provinces | province,
        venus,
        d.kinds | 1 << good,
        d.closed | 1 << city,
        stock,
        d.money - house_price(t, g, city),
        payable_goods(stock),
    )


@kernel
def without(d, city):
    """The draft with one more city not to build in."""
    closed = d.closed | 1 << city
    return Draft(d.provinces, d.venus, d.kinds, closed, d.stock, d.money, d.payable)


@kernel
def plan(t, g, v, steps, mover, move_only):
    """House after house where most is gained, up to the first one that cannot be paid.

    With ``move_only`` the plan ends with its first move.
    """
    d = draft(t, g, v)
    free = free_routes(g)
    gain = 0.0
    stands = np.int64(0)
    while True:
        reach = routes_in_reach(t, g, v, free, steps, stands, mover)
        city = best_city(t, g, v, d, reach)
        if city == NONE:
            return Plan(gain, NONE, NONE, 0)
        slot, route, distance = way_to(t, g, v, d, city, reach, steps, stands, mover)
        if move_only and distance > 0:
            return Plan(gain, np.int64(g.colonists[v.seat, slot]), route, 0)
        if payable(t, g, d, city):
            gain += house_gain(t, g, v, d, city)
            d = with_house(t, g, d, city)
        elif move_only:
            d = without(d, city)
        else:
            lack = missing(d.stock, house_goods(np.int64(g.city_good[city])))
            return Plan(gain, NONE, NONE, lack)
        stands |= (route + 1) << (8 * slot)
        steps -= distance
