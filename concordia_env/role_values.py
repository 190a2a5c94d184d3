"""What the roles are worth to the seat that decides, in points: each with its best use."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from concordia_env.actions import A_COLLECT, A_PRODUCE
from concordia_env.constants import (
    ARCHITECT,
    COLONIST,
    CONSUL,
    MARS,
    MASON,
    MERCATOR3,
    MERCATOR5,
    MINERVA,
    NONE,
    PRAETOR,
    PREFECT,
    PREFECT_PM,
    PROCONSUL,
    SENATOR,
    SLOTS,
    TRIBUNE_FREE_CARDS,
    W_PRODUCTION,
    W_RIVALS,
    W_ROUND,
    W_TRADE,
    WEAVER,
)
from concordia_env.foresight import collect_cost, produce_cost
from concordia_env.planner import ALL_HOUSES, ANY, plan
from concordia_env.rules.market import is_for_sale, pays_surcharge
from concordia_env.rules.partners import in_teams, partner_of
from concordia_env.rules.scoring import by_unit
from concordia_env.rules.storehouse import free_spaces
from concordia_env.valuation import (
    Outlook,
    card_gain,
    card_lack,
    colonist_cash,
    colonist_gain,
    cost_worth,
    covers,
    holdings,
    income_worth,
    money_worth,
    outlook,
    pack_goods,
    settlers,
    slot_cost,
    unit_worth,
)
from env_core.jit import kernel

# Share of an average turn with the cards taken back that counts for the Tribune: among humans, and
# against Contrarius.
ROUND = (0.6, 1.27)
SALES, ANY_TRADE, BUYS = np.int64(-1), np.int64(0), np.int64(1)
OTHERS = 0.55  # share of the others' produce that counts against a province


class Prospect(NamedTuple):
    """A seat with all that its roles are valued by."""

    outlook: Outlook
    held: int  # units on the board, packed
    wants: int  # bits: goods that the next house or card lacks
    building: float  # gain of an Architect


@kernel
def prospect(t, g, seat, style):
    v = outlook(t, g, seat, style)
    held = holdings(t, g, seat)
    building = plan(t, g, v, by_unit(held, MARS), ANY, ALL_HOUSES)
    return Prospect(v, held, building.lack | card_lack(t, g, v, held), building.gain)


@kernel
def value_role(t, g, p, role):
    """What the role brings the seat of a prospect now, by itself."""
    v = p.outlook
    if role == ARCHITECT:
        return p.building
    if role in (PREFECT, PREFECT_PM):
        return best_prefect(t, g, v, p.wants, role)[0]
    if role == COLONIST:
        return value_colonist(t, g, v)
    if role in (MERCATOR3, MERCATOR5):
        return value_mercator(t, g, v, p.wants, 3 if role == MERCATOR3 else 5)
    if role in (SENATOR, CONSUL, PRAETOR, PROCONSUL):
        return value_purchase(t, g, v, p.held, role)
    if MASON <= role <= WEAVER:
        return value_specialist(t, g, p, role)
    return 0.0


@kernel
def value_specialist(t, g, p, role):
    v = p.outlook
    good = np.int64(role) - MASON
    value = 0.0
    for unit in range(min(by_unit(p.held, MINERVA + good), free_spaces(g, v.seat))):
        value += unit_worth(t, g, v, p.wants, good, g.goods[v.seat, good] + unit)
    return t.style[v.style, W_PRODUCTION] * value


@kernel
def value_produce(t, g, v, wants, role, province, partner):
    """Own goods of the province, as far as there is room, less a share of what opponents get."""
    bonus = np.int64(g.bonus[province])
    units = 2 if g.magnus == v.seat or role == PREFECT_PM else 1
    value = 0.0
    for unit in range(units):
        value += unit_worth(t, g, v, wants, bonus, g.goods[v.seat, bonus] + unit)
    others = 0.0
    team = 0.0
    for index in range(t.num_cities):
        city = np.int64(t.province_cities[province, index])
        if city == NONE:
            break
        good = np.int64(g.city_good[city])
        own = np.int64(g.houses[city, v.seat])
        houses = 0
        for owner in range(t.players):
            houses += g.houses[city, owner]
        if own == 1:
            units += 1
            value += unit_worth(t, g, v, wants, good, np.int64(g.goods[v.seat, good]))
        if partner != v.seat:
            mate = np.int64(g.houses[city, partner])
            team += mate * t.price[good]
            houses -= mate
        others += (houses - own) * t.price[good]
    free = free_spaces(g, v.seat)
    if units > free:
        value *= free / units
    value *= t.style[v.style, W_PRODUCTION]
    opponents = t.players - (2 if in_teams(t) else 1)
    if opponents > 0:
        value -= t.style[v.style, W_RIVALS] * OTHERS * v.coin * others / opponents
    return value + v.coin * team - produce_cost(t, g, role, province)


@kernel
def best_prefect(t, g, v, wants, role):
    """Value and action: the best province or the coins."""
    coins = 0
    for province in range(t.num_provinces):
        if g.coin_side[province] == 1:
            coins += np.int64(t.coins[g.bonus[province]])
    best = income_worth(g, v, coins) - collect_cost(t, g)
    action = A_COLLECT
    partner = partner_of(t, v.seat)
    for province in range(t.num_provinces):
        if t.province_in_play[province] == 1 and g.coin_side[province] == 0:
            value = value_produce(t, g, v, wants, role, province, partner)
            if value > best:
                best = value
                action = A_PRODUCE + province
    return best, action


@kernel
def best_trade(t, g, v, wants, money, traded, signs):
    """Gain, good and number (negative: sold) of the best trade; ``traded`` goods are bits.

    ``signs`` is ANY_TRADE, or SALES or BUYS alone.
    """
    purse = money_worth(v, money)
    best = 0.0
    best_good = NONE
    best_number = 0
    free = free_spaces(g, v.seat)
    for good in range(5):
        if traded >> good & 1:
            continue
        held = np.int64(g.goods[v.seat, good])
        price = np.int64(t.price[good])
        for sign in (SALES, BUYS):
            if signs == -sign:
                continue
            goods = 0.0
            last = 0.0
            for number in range(1, 1 + (held if sign < 0 else min(free, money // price))):
                unit = held - number if sign < 0 else held + number - 1
                goods += sign * unit_worth(t, g, v, wants, good, unit)
                gain = goods + money_worth(v, money - sign * number * price) - purse
                if gain <= last:  # each further unit is worth less
                    break
                last = gain
                if gain > best:
                    best = gain
                    best_good = good
                    best_number = sign * number
    return best, best_good, best_number


@kernel
def value_mercator(t, g, v, wants, coins):
    """The coins and the two best trades, judged one after the other."""
    value = income_worth(g, v, coins)
    money = np.int64(g.money[v.seat]) + coins
    gain, good, number = best_trade(t, g, v, wants, money, np.int64(0), ANY_TRADE)
    if good != NONE:
        money -= number * np.int64(t.price[good])
        value += gain + best_trade(t, g, v, wants, money, 1 << good, ANY_TRADE)[0]
    return t.style[v.style, W_TRADE] * value


@kernel
def value_colonist(t, g, v):
    cash = income_worth(g, v, colonist_cash(g, v.seat))
    return max(cash, settlers(g, v.seat) * colonist_gain(t, v))


@kernel
def best_purchase(t, g, v, held, role, stock, gone):
    """Net gain of the best card, its slot, the good of choice (or NONE) and its packed cost.

    The good of choice is the cheapest one left; ``gone`` is a slot already bought.
    """
    surcharge = pays_surcharge(role)
    best = 0.0
    best_slot = NONE
    best_choice = NONE
    best_cost = 0
    for slot in range(SLOTS):
        if slot == gone or not is_for_sale(t, g, role, slot):
            continue
        cost = slot_cost(t, g, slot, surcharge)
        if not covers(stock, cost):
            continue
        choice = NONE
        if surcharge and t.slot_any[slot] == 1:
            choice = 0
            while choice < 5 and (stock - cost) >> (8 * choice) & 255 == 0:
                choice += 1
            if choice == 5:
                continue
            cost += 1 << (8 * choice)
        gain = card_gain(t, g, v, held, g.display[slot]) - cost_worth(t, v, cost)
        if gain > best:
            best = gain
            best_slot = slot
            best_choice = choice
            best_cost = cost
    return best, best_slot, best_choice, best_cost


@kernel
def value_purchase(t, g, v, held, role):
    stock = pack_goods(g, v.seat)
    gain, slot, _, cost = best_purchase(t, g, v, held, role, stock, NONE)
    if role == SENATOR and slot != NONE:
        gain += best_purchase(t, g, v, held, role, stock - cost, slot)[0]
    return gain


@kernel
def value_recruit(t, g, v, cards):
    """Coins for so many cards taken back, and a colonist."""
    value = income_worth(g, v, max(0, cards - TRIBUNE_FREE_CARDS))
    if settlers(g, v.seat) > 0:
        value += max(0.0, colonist_gain(t, v))
    return value


@kernel
def value_round(t, g, style, round_value, turns):
    """An average turn of the round that follows a Tribune.

    ``round_value`` sums up what the cards taken back would bring now.
    """
    if g.turns_left != NONE:
        return 0.0
    return t.style[style, W_ROUND] * ROUND[t.contrarius] * round_value / turns
