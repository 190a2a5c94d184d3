"""The Architect: move colonists, then build houses."""

from __future__ import annotations

from concordia_env.actions import A_CITY, A_DONE, A_PLACE, A_ROUTE
from concordia_env.constants import (
    BRICK,
    BUILD,
    COLONISTS,
    FIRST_ROUTE_PLACE,
    FOOD,
    HOME,
    NONE,
    PARTIES,
    PICK,
    TO,
)
from concordia_env.rules.colonists import move_colonist
from concordia_env.rules.ending import trigger_end
from concordia_env.rules.partners import funds, pay
from concordia_env.rules.storehouse import colonists_on_board
from env_core.jit import kernel


@kernel
def start_architect(t, g):
    """One step for each own colonist on the board, freely shared among them."""
    g.steps = colonists_on_board(g, g.executor)
    g.phase = PICK
    return False


@kernel
def can_move(t, g, place, steps):
    """Whether a free route lies within the steps."""
    for route in range(t.num_routes):
        if t.steps[place, route] <= steps and g.on_route[route] == NONE:
            return True
    return False


@kernel
def may_pick(t, g, seat, slot, steps):
    """Whether the colonist is on the board, has not moved in this Architect, and can."""
    place = g.colonists[seat, slot]
    if place == HOME:
        return False
    if place >= FIRST_ROUTE_PLACE and g.moved[place - FIRST_ROUTE_PLACE] == 1:
        return False
    return can_move(t, g, place, steps)


@kernel
def legal_pick(t, g, mask):
    mask[A_DONE] = True
    count = 1
    if g.steps == 0:
        return count
    for slot in range(COLONISTS):
        action = A_PLACE + g.colonists[g.seat, slot]
        if may_pick(t, g, g.seat, slot, g.steps) and not mask[action]:
            mask[action] = True
            count += 1
    return count


@kernel
def apply_pick(t, g, action):
    if action == A_DONE:
        g.steps = 0
        g.moved[:] = 0
        g.phase = BUILD
    else:
        g.picked = action - A_PLACE
        g.phase = TO
    return False


@kernel
def legal_to(t, g, mask):
    count = 0
    for route in range(t.num_routes):
        if t.steps[g.picked, route] <= g.steps and g.on_route[route] == NONE:
            mask[A_ROUTE + route] = True
            count += 1
    return count


@kernel
def apply_to(t, g, action):
    route = action - A_ROUTE
    g.steps -= t.steps[g.picked, route]
    move_colonist(t, g, g.seat, g.picked, FIRST_ROUTE_PLACE + route)
    g.moved[route] = 1
    g.picked = NONE
    g.phase = PICK
    return False


@kernel
def houses_in_city(g, city):
    count = 0
    for party in range(PARTIES):
        count += g.houses[city, party]
    return count


@kernel
def house_price(t, g, city):
    """The n-th house of a city costs n times the sestertii of its good."""
    return t.house_sestertii[g.city_good[city]] * (houses_in_city(g, city) + 1)


@kernel
def has_goods(g, seat, good):
    """A house costs a brick and the city's good; in a brick city a food and no brick."""
    if good == BRICK:
        return g.goods[seat, FOOD] > 0
    return g.goods[seat, BRICK] > 0 and g.goods[seat, good] > 0


@kernel
def can_build(t, g, seat, city):
    """One own house a city, none in the capital; paid with goods and sestertii."""
    if city == t.capital or g.houses[city, seat] == 1 or g.houses_left[seat] == 0:
        return False
    return has_goods(g, seat, g.city_good[city]) and funds(t, g, seat) >= house_price(t, g, city)


@kernel
def legal_build(t, g, mask):
    """Cities at the ends of routes with an own colonist; one inside a city enables nothing."""
    mask[A_DONE] = True
    count = 1
    for slot in range(COLONISTS):
        route = g.colonists[g.seat, slot] - FIRST_ROUTE_PLACE
        if route < 0:
            continue
        for end in range(2):
            city = t.route_ends[route, end]
            if not mask[A_CITY + city] and can_build(t, g, g.seat, city):
                mask[A_CITY + city] = True
                count += 1
    return count


@kernel
def apply_build(t, g, action):
    if action == A_DONE:
        return True
    seat = g.seat
    city = action - A_CITY
    good = g.city_good[city]
    pay(t, g, seat, house_price(t, g, city))
    if good == BRICK:
        g.goods[seat, FOOD] -= 1
    else:
        g.goods[seat, BRICK] -= 1
        g.goods[seat, good] -= 1
    g.houses[city, seat] = 1
    g.houses_left[seat] -= 1
    if g.houses_left[seat] == 0:
        trigger_end(t, g, seat)
    return False


@kernel
def architect_is_idle(t, g, seat):
    """Nothing to move and nothing to build."""
    steps = colonists_on_board(g, seat)
    for slot in range(COLONISTS):
        if may_pick(t, g, seat, slot, steps):
            return False
        route = g.colonists[seat, slot] - FIRST_ROUTE_PLACE
        if route >= 0:
            for end in range(2):
                if can_build(t, g, seat, t.route_ends[route, end]):
                    return False
    return True
