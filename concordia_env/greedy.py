"""The scripted players: every decision by direct valuation, without chance and without search.

``greedy_action`` is the one entry; each phase has a ``choose_...`` kernel, those that are about
cards in ``card_choice.py``. ``valuation.py`` says what things are worth, ``role_values.py`` what
roles are, ``foresight.py`` what the reaction of Contrarius costs; ``planner.py`` makes the
Architect's plan, which several decisions look at. A style, by its number in STYLES, weighs the
values.
"""

from __future__ import annotations

import numpy as np

from concordia_env.actions import (
    A_ACCEPT,
    A_BUY,
    A_CITY,
    A_COLLECT,
    A_DONE,
    A_KEEP,
    A_PLACE,
    A_PURCHASE,
    A_ROUTE,
    A_SELL,
    A_VETO,
)
from concordia_env.card_choice import choose_card
from concordia_env.constants import (
    BUILD,
    CITIES,
    CLOTH,
    COPY,
    FIRST_ROUTE_PLACE,
    FOR_HOUSE,
    FOR_PRODUCE,
    KEEP,
    LEAD,
    NONE,
    ONTO,
    PICK,
    PLACE,
    PLAY,
    PREFECT_PHASE,
    PURCHASE,
    REPEAT,
    STOREHOUSE,
    SUGGEST,
    TO,
    TRADE,
    VETERAN,
    VETO,
)
from concordia_env.planner import ANY, FIRST_MOVE, NEVER, STEP, plan
from concordia_env.role_values import (
    ANY_TRADE,
    BUYS,
    SALES,
    best_prefect,
    best_purchase,
    best_trade,
    prospect,
)
from concordia_env.rules.market import any_action
from concordia_env.rules.partners import in_teams
from concordia_env.valuation import (
    colonist_cash,
    colonist_gain,
    draft,
    holdings,
    house_gain,
    income_worth,
    outlook,
    pack_goods,
    settlers,
    unit_worth,
)
from env_core.jit import kernel


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
            city = np.int64(t.route_ends[route, end])
            if not d.closed >> city & 1:
                best = max(best, house_gain(t, g, v, d, city) - STEP * distance)
    return best


@kernel
def choose_keep(t, g, mask, v, wants):
    best = NEVER
    action = A_DONE
    for good in range(5):
        if mask[A_KEEP + good]:
            worth = unit_worth(t, g, v, wants, good, np.int64(g.goods[v.seat, good]))
            if worth > best:
                best = worth
                action = A_KEEP + good
    return action


@kernel
def choose_trade(t, g, v, wants):
    traded = np.int64(0)
    for good in range(5):
        traded |= np.int64(g.traded[good]) << good
    money = np.int64(g.money[v.seat])
    signs = ANY_TRADE
    if in_teams(t):  # nothing can be sold after a buy
        signs = BUYS if g.bought == 1 else SALES
    _, good, number = best_trade(t, g, v, wants, money, traded, signs)
    if good == NONE and signs == SALES:
        _, good, number = best_trade(t, g, v, wants, money, traded, BUYS)
    if good == NONE:
        return A_DONE
    if number > 0:
        return A_BUY + good * STOREHOUSE + number - 1
    return A_SELL + good * STOREHOUSE - number - 1


@kernel
def choose_purchase(t, g, v):
    stock = pack_goods(g, v.seat)
    held = holdings(t, g, v.seat)
    _, slot, choice, _ = best_purchase(t, g, v, held, np.int64(g.role), stock, NONE)
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
def choose_place(t, g, mask, v):
    """A city with good houses near by."""
    d = draft(t, g, v)
    best = NEVER
    action = A_CITY
    for city in range(t.num_cities):
        if not mask[A_CITY + city]:
            continue
        value = 0.0
        for kind in range(2):
            if t.city_has_kind[city, kind] == 1:
                value += place_value(t, g, v, d, kind * CITIES + city)
        if value > best:
            best = value
            action = A_CITY + city
    return action


@kernel
def greedy_action(t, g, style, mask):
    """The action of the seat that decides; a pure function of what it may see."""
    phase = g.phase
    if phase in (LEAD, ONTO, VETO, VETERAN):
        return choose_for_contrarius(g, mask)
    if phase in (PLAY, COPY, REPEAT, SUGGEST):
        return choose_card(t, g, style, mask)
    v = outlook(t, g, np.int64(g.seat), style)
    if phase == PICK:
        return choose_pick(t, g, v)
    if phase == TO:
        return choose_to(t, g, mask, v)
    if phase == BUILD:
        return choose_build(t, g, mask, v)
    if phase == PURCHASE:
        return choose_purchase(t, g, v)
    if phase == PLACE:
        return choose_place(t, g, mask, v)
    if phase not in (TRADE, PREFECT_PHASE, KEEP):
        return choose_settle(t, g, mask, v)
    wants = prospect(t, g, v.seat, style).wants
    if phase == TRADE:
        return choose_trade(t, g, v, wants)
    if phase == PREFECT_PHASE:
        return best_prefect(t, g, v, wants, np.int64(g.role))[1]
    return choose_keep(t, g, mask, v, wants)
