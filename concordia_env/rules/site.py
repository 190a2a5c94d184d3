"""Where Contrarius builds, which of his colonists goes there, and what the house brings."""

from __future__ import annotations

from concordia_env.actions import A_PLACE, A_ROUTE
from concordia_env.constants import (
    COLONISTS,
    CONTRARIUS,
    FAR,
    FIRST_ROUTE_PLACE,
    FOR_COLONIST,
    FOR_PRODUCE,
    HOME,
    LAND,
    LEAD,
    NONE,
    ONTO,
    RECRUIT_DIE,
    SEA,
    STEP_ROLL,
    TRACK,
)
from concordia_env.rules.architect import houses_in_city
from concordia_env.rules.colonists import ends_at, move_colonist
from concordia_env.rules.contrarius import at_home, push_step, take_card
from concordia_env.rules.ending import trigger_end
from concordia_env.rules.prefect import yield_goods
from concordia_env.rules.storehouse import colonists_on_board, take_in
from env_core.jit import kernel

COINS_TO_TURN_BACK = 3  # markers with coins, for a province that has already produced


@kernel
def steps_to(t, g, place, route):
    """Steps of his colonist from the place onto the route; FAR if another colonist stands there."""
    steps = t.steps[place, route]
    if steps > 0 and g.on_route[route] != NONE:
        return FAR
    return int(steps)


@kernel
def nearest(t, g, city):
    """The least steps of any of his colonists to a route at the city; 0 if one stands there."""
    least = FAR
    for route in range(t.num_routes):
        if ends_at(t, route, city):
            for slot in range(COLONISTS):
                place = g.colonists[CONTRARIUS, slot]
                if place != HOME:
                    least = min(least, steps_to(t, g, place, route))
    return least


@kernel
def settled_in(t, g, province):
    """Whether he has a house in the province."""
    for city in range(t.num_cities):
        if t.city_province[city] == province and g.houses[city, CONTRARIUS] == 1:
            return True
    return False


@kernel
def city_for(t, g, good):
    """The city of the good that he prefers of those in reach, or NONE.

    An empty one before others, then one in a province new to him, then by the alphabet.
    """
    reach = colonists_on_board(g, CONTRARIUS)
    best = NONE
    least = 4
    for index in range(t.num_cities):
        city = int(t.alphabet[index])
        if g.city_good[city] != good or g.houses[city, CONTRARIUS] == 1:
            continue
        drawback = 2 * int(houses_in_city(g, city) > 0) + settled_in(t, g, t.city_province[city])
        if drawback < least and nearest(t, g, city) <= reach:
            least = drawback
            best = city
    return best


@kernel
def build(t, g, good, use):
    """Build in a city of the good, else of the next cheaper one, after brick of cloth.

    False while a human has to say which colonist goes there. If there is no house or no city he
    recruits a colonist instead, and with all of them out takes the first card.
    """
    if g.houses_left[CONTRARIUS] > 0 or g.track > 0:
        for cheaper in range(5):
            city = city_for(t, g, (good - cheaper) % 5)
            if city != NONE:
                g.site = city
                g.use = use
                if nearest(t, g, city) == 0:
                    return build_house(t, g)
                g.seat = g.turn
                g.phase = LEAD
                return False
    if at_home(g, LAND) or at_home(g, SEA):
        push_step(g, STEP_ROLL, RECRUIT_DIE, FOR_COLONIST)
    elif g.display[0] != NONE:
        take_card(t, g, 0)
    return True


@kernel
def can_be_led(t, g, place, least):
    """Whether a way of the least steps to the site begins at the place."""
    for route in range(t.num_routes):
        if ends_at(t, route, g.site) and steps_to(t, g, place, route) == least:
            return True
    return False


@kernel
def legal_lead(t, g, mask):
    """The human chooses among his colonists with the shortest way."""
    count = 0
    least = nearest(t, g, g.site)
    for slot in range(COLONISTS):
        place = g.colonists[CONTRARIUS, slot]
        if place == HOME or mask[A_PLACE + place]:
            continue
        if can_be_led(t, g, place, least):
            mask[A_PLACE + place] = True
            count += 1
    return count


@kernel
def apply_lead(t, g, action):
    g.picked = action - A_PLACE
    g.phase = ONTO
    return False


@kernel
def legal_onto(t, g, mask):
    """And among the routes at the end of that way."""
    count = 0
    least = nearest(t, g, g.site)
    for route in range(t.num_routes):
        if ends_at(t, route, g.site) and steps_to(t, g, g.picked, route) == least:
            mask[A_ROUTE + route] = True
            count += 1
    return count


@kernel
def apply_onto(t, g, action):
    move_colonist(t, g, CONTRARIUS, g.picked, FIRST_ROUTE_PLACE + action - A_ROUTE)
    g.picked = NONE
    return build_house(t, g)


@kernel
def build_house(t, g):
    """The house comes from his supply, else from the highest position of the track.

    After a Mercator its province produces. True when no goods wait to be kept.
    """
    city = int(g.site)
    use = int(g.use)
    g.site = NONE
    g.use = NONE
    if g.houses_left[CONTRARIUS] > 0:
        g.houses_left[CONTRARIUS] -= 1
    else:
        highest = TRACK - 1
        while not g.track >> highest & 1:
            highest -= 1
        g.track &= ~(1 << highest)
    g.houses[city, CONTRARIUS] = 1
    if g.houses_left[CONTRARIUS] == 0 and g.track == 0:
        trigger_end(t, g, CONTRARIUS)
    return use != FOR_PRODUCE or produce_for_humans(t, g, t.city_province[city])


@kernel
def produce_for_humans(t, g, province):
    """The province produces, without a bonus; if it has already, enough coins turn back."""
    if g.coin_side[province] == 0:
        g.coin_side[province] = 1
        yield_goods(t, g, province)
        return take_in(t, g)
    coins = 0
    for other in range(t.num_provinces):
        coins += g.coin_side[other]
    if coins >= COINS_TO_TURN_BACK:
        g.coin_side[:] = 0
    return True
