"""The ``greedy`` player: every decision by direct valuation, without chance and without search.

``greedy_action`` is the one entry; each phase has a ``choose_...`` kernel. What things are worth
is said in ``valuation.py``; here is the Architect's plan, which several decisions look at.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from concordia_env.actions import (
    A_ACCEPT,
    A_BUY,
    A_CITY,
    A_COLLECT,
    A_COPY,
    A_DONE,
    A_KEEP,
    A_PLACE,
    A_PURCHASE,
    A_ROLE,
    A_ROUTE,
    A_SELL,
    A_VETO,
)
from concordia_env.constants import (
    ARCHITECT,
    BUILD,
    CLOTH,
    COLONIST,
    COLONISTS,
    CONSUL,
    CONTRARIUS,
    COPY,
    DIPLOMAT,
    FAR,
    FIRST_ROUTE_PLACE,
    FOR_HOUSE,
    FOR_PRODUCE,
    HOME,
    KEEP,
    LEAD,
    MASON,
    MERCATOR3,
    MERCATOR5,
    NONE,
    ONTO,
    PICK,
    PLAY,
    PREFECT,
    PREFECT_PHASE,
    PREFECT_PM,
    PURCHASE,
    SENATOR,
    STOREHOUSE,
    TO,
    TRADE,
    TRIBUNE,
    VETERAN,
    VETO,
    WEAVER,
)
from concordia_env.foresight import reaction_cost
from concordia_env.rules.architect import house_price
from concordia_env.rules.diplomat import top_role
from concordia_env.rules.market import any_action, pays_surcharge
from concordia_env.rules.storehouse import colonists_on_board
from concordia_env.valuation import (
    Draft,
    best_prefect,
    best_purchase,
    best_trade,
    card_lack,
    colonist_cash,
    colonist_gain,
    draft,
    house_gain,
    house_goods,
    income_worth,
    missing,
    outlook,
    pack_goods,
    settlers,
    unit_worth,
    value_colonist,
    value_mercator,
    value_purchase,
    value_specialist,
    value_tribune,
)
from env_core.jit import kernel

LATER = 0.4  # share of a house's gain that counts where it cannot be paid yet
STEP = 0.08  # points that a step of a colonist must bring
NEVER = -1000.0

# Arguments of the planner. As literals numba would compile it anew for each of them.
ANY = np.int64(NONE)  # any colonist may move
ALL_HOUSES = np.bool_(False)
FIRST_MOVE = np.bool_(True)


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
    return int(g.colonists[v.seat, slot]) if route < 0 else FIRST_ROUTE_PLACE + route


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
def cities_in_reach(t, g, v, steps, stands, mover):
    """Cities that a colonist is at or can come to, as bits."""
    cities = 0
    for slot in range(COLONISTS):
        place = planned_place(g, v, stands, slot)
        if place == HOME:
            continue
        if place >= FIRST_ROUTE_PLACE and place != mover:
            route = place - FIRST_ROUTE_PLACE
            cities |= 1 << int(t.route_ends[route, 0]) | 1 << int(t.route_ends[route, 1])
        most = leeway(g, v, slot, steps, stands, mover)
        if most == 0 or (slot > 0 and g.colonists[v.seat, slot - 1] == place and stands == 0):
            continue
        for route in range(t.num_routes):
            if t.steps[place, route] <= most and g.on_route[route] == NONE:
                cities |= 1 << int(t.route_ends[route, 0]) | 1 << int(t.route_ends[route, 1])
    return cities


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
def way_to(t, g, v, d, city, steps, stands, mover):
    """Colonist, route and steps of the best way to a city in reach.

    Of equally long ways the one is best whose other end is the better city.
    """
    best = NEVER
    best_slot = NONE
    best_route = NONE
    best_steps = FAR
    for route in range(t.num_routes):
        if t.route_ends[route, 0] == city:
            other = int(t.route_ends[route, 1])
        elif t.route_ends[route, 1] == city:
            other = int(t.route_ends[route, 0])
        else:
            continue
        slot, distance = nearest(t, g, v, route, steps, stands, mover)
        if slot == NONE:
            continue
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
    if house_price(t, g, city) > d.money:
        return False
    return missing(d.stock, house_goods(int(g.city_good[city]))) == 0


@kernel
def best_city(t, g, v, d, cities):
    """Of cities given as bits that of most gain; NONE if there is no gain."""
    best = 0.0
    best_city = NONE
    for city in range(t.num_cities):
        if (cities & ~d.closed) >> city & 1:
            score = city_score(t, g, v, d, city)
            if score > best:
                best = score
                best_city = city
    return best_city


@kernel
def with_house(t, g, d, city):
    """The draft after building in the city."""
    good = int(g.city_good[city])
    return Draft(
        d.provinces | 1 << int(t.city_province[city]),
        d.kinds | 1 << good,
        d.closed | 1 << city,
        d.stock - house_goods(good),
        d.money - house_price(t, g, city),
    )


@kernel
def plan(t, g, v, steps, mover, move_only):
    """House after house where most is gained, up to the first one that cannot be paid.

    With ``move_only`` the plan ends with its first move.
    """
    d = draft(t, g, v)
    gain = 0.0
    stands = np.int64(0)
    while True:
        city = best_city(t, g, v, d, cities_in_reach(t, g, v, steps, stands, mover))
        if city == NONE:
            return Plan(gain, NONE, NONE, 0)
        slot, route, distance = way_to(t, g, v, d, city, steps, stands, mover)
        if move_only and distance > 0:
            return Plan(gain, np.int64(g.colonists[v.seat, slot]), route, 0)
        if payable(t, g, d, city):
            gain += house_gain(t, g, v, d, city)
            d = with_house(t, g, d, city)
        elif move_only:
            d = Draft(d.provinces, d.kinds, d.closed | 1 << city, d.stock, d.money)
        else:
            lack = missing(d.stock, house_goods(int(g.city_good[city])))
            return Plan(gain, NONE, NONE, lack)
        stands |= (route + 1) << (8 * slot)
        steps -= distance


@kernel
def net_value(t, g, v, wants, building, role):
    """What the role brings now, less what the reaction of Contrarius costs."""
    return value_role(t, g, v, wants, building, role) - reaction_cost(t, g, role)


@kernel
def value_role(t, g, v, wants, building, role):
    """What the role brings now; ``building`` is the gain of an Architect."""
    if role == ARCHITECT:
        return building
    if role in (PREFECT, PREFECT_PM):
        return best_prefect(t, g, v, wants, role)[0]
    if role == COLONIST:
        return value_colonist(t, g, v)
    if role == MERCATOR3:
        return value_mercator(t, g, v, wants, 3)
    if role == MERCATOR5:
        return value_mercator(t, g, v, wants, 5)
    if role in (SENATOR, CONSUL):
        return value_purchase(t, g, v, role)
    if MASON <= role <= WEAVER:
        return value_specialist(t, g, v, wants, role)
    return 0.0


@kernel
def copyable_roles(t, g, seat):
    """Roles on top of the other piles, or those that Contrarius shows to a single player."""
    roles = 0
    if t.players == 1:
        for card in range(t.num_cards):
            role = t.card_role[card]
            if g.hand[CONTRARIUS, card] == 1 and role not in (DIPLOMAT, TRIBUNE):
                roles |= 1 << int(role)
    for other in range(t.players):
        role = top_role(t, g, other)
        if other != seat and role != NONE and role != DIPLOMAT:
            roles |= 1 << int(role)
    return roles


@kernel
def copies_in_pile(t, g, seat, role):
    copies = 0
    for index in range(g.pile_size[seat]):
        copies += t.card_role[g.pile[seat, index]] == role
    return copies


@kernel
def choose_play(t, g, mask, v):
    """The role of most value; the Diplomat is worth the best role it can copy."""
    prospect = plan(t, g, v, np.int64(colonists_on_board(g, v.seat)), ANY, ALL_HOUSES)
    wants = prospect.lack | card_lack(t, g, v)
    copyable = copyable_roles(t, g, v.seat) if mask[A_ROLE + DIPLOMAT] else 0
    best = NEVER
    best_role = TRIBUNE
    copied = NEVER
    round_value = 0.0
    for role in range(ARCHITECT, PREFECT_PM + 1):
        held = mask[A_ROLE + role]
        may_copy = copyable >> role & 1
        played = copies_in_pile(t, g, v.seat, role)
        if role == DIPLOMAT or not (held or may_copy or played > 0):
            continue
        value = net_value(t, g, v, wants, prospect.gain, role)
        round_value += played * value
        if held and value > best:
            best = value
            best_role = role
        if may_copy:
            copied = max(copied, value)
    if copied > best:
        best = copied
        best_role = DIPLOMAT
    if value_tribune(t, g, v, round_value) - reaction_cost(t, g, TRIBUNE) >= best:
        best_role = TRIBUNE
    return A_ROLE + best_role


@kernel
def choose_copy(t, g, mask, v):
    prospect = plan(t, g, v, np.int64(colonists_on_board(g, v.seat)), ANY, ALL_HOUSES)
    wants = prospect.lack | card_lack(t, g, v)
    best = NEVER
    action = A_DONE
    for choice in range(A_COPY + t.players):
        if mask[choice]:
            role = int(top_role(t, g, choice - A_COPY)) if choice >= A_COPY else choice - A_ROLE
            value = net_value(t, g, v, wants, prospect.gain, role)
            if value > best:
                best = value
                action = choice
    return action


@kernel
def choose_pick(t, g, v):
    place = plan(t, g, v, np.int64(g.steps), ANY, FIRST_MOVE).place
    return A_DONE if place == NONE else A_PLACE + place


@kernel
def choose_to(t, g, mask, v):
    """The route planned for the colonist picked; any, if it was picked without a plan."""
    route = plan(t, g, v, np.int64(g.steps), np.int64(g.picked), FIRST_MOVE).route
    if route == NONE:
        route = 0
        while not mask[A_ROUTE + route]:
            route += 1
    return A_ROUTE + route


@kernel
def choose_build(t, g, mask, v):
    d = draft(t, g, v)
    best = 0.0
    action = A_DONE
    for city in range(t.num_cities):
        if mask[A_CITY + city]:
            gain = house_gain(t, g, v, d, city)
            if gain > best:
                best = gain
                action = A_CITY + city
    return action


@kernel
def choose_settle(t, g, mask, v):
    """A colonist where it is nearest to the best house, if that is worth more than the cash."""
    action = A_COLLECT if mask[A_COLLECT] else A_DONE
    gain = settlers(g, v.seat) * colonist_gain(t, v)
    cash = income_worth(g, v, colonist_cash(g, v.seat)) if action == A_COLLECT else 0.0
    if gain <= cash:
        return action
    d = draft(t, g, v)
    best = NEVER
    for place in range(FIRST_ROUTE_PLACE):
        if not mask[A_PLACE + place]:
            continue
        value = place_value(t, g, v, d, place)
        if value > best:
            best = value
            action = A_PLACE + place
    return action


@kernel
def place_value(t, g, v, d, place):
    """Gain of the best house within two steps of the place."""
    best = 0.0
    for route in range(t.num_routes):
        distance = t.steps[place, route]
        if distance > 2 or g.on_route[route] != NONE:
            continue
        for end in range(2):
            city = int(t.route_ends[route, end])
            if not d.closed >> city & 1:
                best = max(best, house_gain(t, g, v, d, city) - STEP * distance)
    return best


@kernel
def choose_keep(t, g, mask, v, wants):
    best = NEVER
    action = A_DONE
    for good in range(5):
        if mask[A_KEEP + good]:
            worth = unit_worth(t, g, v, wants, good, g.goods[v.seat, good])
            if worth > best:
                best = worth
                action = A_KEEP + good
    return action


@kernel
def choose_trade(t, g, v, wants):
    traded = np.int64(0)
    for good in range(5):
        traded |= int(g.traded[good]) << good
    _, good, number = best_trade(t, g, v, wants, np.int64(g.money[v.seat]), traded)
    if good == NONE:
        return A_DONE
    if number > 0:
        return A_BUY + good * STOREHOUSE + number - 1
    return A_SELL + good * STOREHOUSE - number - 1


@kernel
def choose_purchase(t, g, v):
    stock = pack_goods(g, v.seat)
    _, slot, choice, _ = best_purchase(t, g, v, pays_surcharge(g.role), stock, NONE)
    if slot == NONE:
        return A_DONE
    if choice == NONE:
        return A_PURCHASE + slot
    return any_action(slot, choice)


@kernel
def choose_for_contrarius(g, mask):
    """The first colonist and route that there are; the veto against his dearest houses."""
    if g.phase == VETO:
        return A_VETO if g.use in (FOR_HOUSE, FOR_PRODUCE) and g.face >= CLOTH else A_ACCEPT
    action = A_PLACE
    while not mask[action]:
        action += 1
    return action


@kernel
def greedy_action(t, g, mask):
    """The action of the seat that decides; a pure function of what it may see."""
    phase = g.phase
    if phase in (LEAD, ONTO, VETO, VETERAN):
        return choose_for_contrarius(g, mask)
    v = outlook(t, g)
    if phase == PLAY:
        return choose_play(t, g, mask, v)
    if phase == PICK:
        return choose_pick(t, g, v)
    if phase == TO:
        return choose_to(t, g, mask, v)
    if phase == BUILD:
        return choose_build(t, g, mask, v)
    if phase == PURCHASE:
        return choose_purchase(t, g, v)
    if phase == COPY:
        return choose_copy(t, g, mask, v)
    if phase not in (TRADE, PREFECT_PHASE, KEEP):
        return choose_settle(t, g, mask, v)
    wants = plan(
        t, g, v, np.int64(colonists_on_board(g, v.seat)), ANY, ALL_HOUSES
    ).lack | card_lack(t, g, v)
    if phase == TRADE:
        return choose_trade(t, g, v, wants)
    if phase == PREFECT_PHASE:
        return best_prefect(t, g, v, wants, g.role)[1]
    return choose_keep(t, g, mask, v, wants)
