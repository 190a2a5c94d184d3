"""What the roles are worth to the seat that decides, in points: each with its best use."""

from __future__ import annotations

import numpy as np

from concordia_env.actions import A_COLLECT, A_PRODUCE
from concordia_env.constants import (
    MASON,
    NONE,
    PREFECT_PM,
    SENATOR,
    SLOTS,
    TRIBUNE_FREE_CARDS,
)
from concordia_env.foresight import collect_cost, produce_cost
from concordia_env.rules.market import pays_surcharge
from concordia_env.rules.specialists import houses_of_good
from concordia_env.rules.storehouse import free_spaces
from concordia_env.valuation import (
    card_gain,
    colonist_cash,
    colonist_gain,
    cost_worth,
    holdings,
    income_worth,
    missing,
    money_worth,
    pack_goods,
    settlers,
    slot_cost,
    unit_worth,
)
from env_core.jit import kernel

# Share of an average turn with the cards taken back that counts for the Tribune: among humans, and
# against Contrarius.
ROUND = (0.6, 1.27)
OTHERS = 0.55  # share of the others' produce that counts against a province


@kernel
def value_specialist(t, g, v, wants, role):
    good = int(role) - MASON
    value = 0.0
    for unit in range(min(houses_of_good(t, g, v.seat, good), free_spaces(g, v.seat))):
        value += unit_worth(t, g, v, wants, good, g.goods[v.seat, good] + unit)
    return value


@kernel
def value_produce(t, g, v, wants, role, province):
    """Own goods of the province, as far as there is room, less a share of what others get."""
    bonus = int(g.bonus[province])
    units = 2 if g.magnus == v.seat or role == PREFECT_PM else 1
    value = 0.0
    for unit in range(units):
        value += unit_worth(t, g, v, wants, bonus, g.goods[v.seat, bonus] + unit)
    others = 0.0
    for city in range(t.num_cities):
        if t.city_province[city] != province or city == t.capital:
            continue
        good = int(g.city_good[city])
        for owner in range(t.players):
            if g.houses[city, owner] == 0:
                continue
            if owner == v.seat:
                units += 1
                value += unit_worth(t, g, v, wants, good, g.goods[v.seat, good])
            else:
                others += t.price[good]
    free = free_spaces(g, v.seat)
    if units > free:
        value *= free / units
    if t.players > 1:
        value -= OTHERS * v.coin * others / (t.players - 1)
    return value - produce_cost(t, g, role, province)


@kernel
def best_prefect(t, g, v, wants, role):
    """Value and action: the best province or the coins."""
    coins = 0
    for province in range(t.num_provinces):
        if g.coin_side[province] == 1:
            coins += int(t.coins[g.bonus[province]])
    best = income_worth(g, v, coins) - collect_cost(t, g)
    action = A_COLLECT
    for province in range(t.num_provinces):
        if t.province_in_play[province] == 1 and g.coin_side[province] == 0:
            value = value_produce(t, g, v, wants, role, province)
            if value > best:
                best = value
                action = A_PRODUCE + province
    return best, action


@kernel
def best_trade(t, g, v, wants, money, traded):
    """Gain, good and number (negative: sold) of the best trade; ``traded`` goods are bits."""
    purse = money_worth(v, money)
    best = 0.0
    best_good = NONE
    best_number = 0
    free = free_spaces(g, v.seat)
    for good in range(5):
        if traded >> good & 1:
            continue
        held = int(g.goods[v.seat, good])
        price = int(t.price[good])
        for sign in (-1, 1):
            goods = 0.0
            for number in range(1, 1 + (held if sign < 0 else min(free, money // price))):
                unit = held - number if sign < 0 else held + number - 1
                goods += sign * unit_worth(t, g, v, wants, good, unit)
                gain = goods + money_worth(v, money - sign * number * price) - purse
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
    gain, good, number = best_trade(t, g, v, wants, money, np.int64(0))
    if good != NONE:
        money -= number * int(t.price[good])
        value += gain + best_trade(t, g, v, wants, money, 1 << good)[0]
    return value


@kernel
def value_colonist(t, g, v):
    cash = income_worth(g, v, colonist_cash(g, v.seat))
    return max(cash, settlers(g, v.seat) * colonist_gain(t, v))


@kernel
def best_purchase(t, g, v, surcharge, stock, gone):
    """Net gain of the best card, its slot, the good of choice (or NONE) and its packed cost.

    The good of choice is the cheapest one left; ``gone`` is a slot already bought.
    """
    held = holdings(t, g, v)
    best = 0.0
    best_slot = NONE
    best_choice = NONE
    best_cost = 0
    for slot in range(SLOTS):
        if g.display[slot] == NONE or slot == gone:
            continue
        cost = slot_cost(t, g, slot, surcharge)
        if missing(stock, cost) > 0:
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
def value_purchase(t, g, v, role):
    surcharge = pays_surcharge(role)
    stock = pack_goods(g, v.seat)
    gain, slot, _, cost = best_purchase(t, g, v, surcharge, stock, NONE)
    if role == SENATOR and slot != NONE:
        gain += best_purchase(t, g, v, surcharge, stock - cost, slot)[0]
    return gain


@kernel
def value_tribune(t, g, v, round_value):
    """Coins, a colonist, and an average turn of the round that follows.

    ``round_value`` sums up what the cards taken back would bring now.
    """
    turns = int(g.pile_size[v.seat]) + 1
    value = income_worth(g, v, max(0, turns - TRIBUNE_FREE_CARDS))
    if settlers(g, v.seat) > 0:
        value += max(0.0, colonist_gain(t, v))
    if g.turns_left == NONE:
        value += ROUND[t.contrarius] * round_value / turns
    return value
