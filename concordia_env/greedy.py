"""The ``greedy`` player: every decision by direct valuation, without chance and without search.

``greedy_action`` is the one entry; each phase has a ``choose_...`` kernel. ``valuation.py`` says
what things are worth, ``role_values.py`` what roles are, ``foresight.py`` what the reaction of
Contrarius costs; ``planner.py`` makes the Architect's plan, which several decisions look at.
"""

from __future__ import annotations

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
    CONSUL,
    CONTRARIUS,
    COPY,
    DIPLOMAT,
    FIRST_ROUTE_PLACE,
    FOR_HOUSE,
    FOR_PRODUCE,
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
from concordia_env.planner import ALL_HOUSES, ANY, FIRST_MOVE, NEVER, STEP, plan
from concordia_env.role_values import (
    best_prefect,
    best_purchase,
    best_trade,
    value_colonist,
    value_mercator,
    value_purchase,
    value_specialist,
    value_tribune,
)
from concordia_env.rules.diplomat import top_role
from concordia_env.rules.market import any_action, pays_surcharge
from concordia_env.rules.storehouse import colonists_on_board
from concordia_env.valuation import (
    card_lack,
    colonist_cash,
    colonist_gain,
    draft,
    house_gain,
    income_worth,
    outlook,
    pack_goods,
    settlers,
    unit_worth,
)
from env_core.jit import kernel


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
