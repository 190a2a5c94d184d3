"""What things and roles are worth to the seat that decides, in points.

The values look ahead by rule of thumb only: cards and houses still to come, and the produce of a
house, count in proportion to the time left. Nothing hidden from the seat enters them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from concordia_env.actions import A_COLLECT, A_PRODUCE
from concordia_env.constants import (
    BRICK,
    COLONIST_CASH,
    COLONISTS,
    CONCORDIA_POINTS,
    CONTRARIUS,
    FOOD,
    GODS_OF_CARD,
    HOUSES,
    JUPITER,
    MARS,
    MASON,
    MERCURIUS,
    MINERVA,
    NONE,
    PREFECT_PM,
    SATURNUS,
    SENATOR,
    SLOTS,
    TOOL,
    TRIBUNE_FREE_CARDS,
    UNIT_BITS,
    VESTA,
    VESTA_SESTERTII,
)
from concordia_env.foresight import collect_cost, produce_cost
from concordia_env.rules.architect import house_price
from concordia_env.rules.market import pays_surcharge
from concordia_env.rules.scoring import bits, by_unit, devotion
from concordia_env.rules.specialists import houses_of_good
from concordia_env.rules.storehouse import colonists_on_board, free_spaces
from env_core.jit import kernel

# Money and goods.
VESTA_RATE = 1 / VESTA_SESTERTII  # points of a sestertius at the end
COIN = 0.35  # points of the first sestertius late in the game ...
COIN_TIME = 0.22  # ... and what a whole game ahead adds
PURSE = 40.0  # sestertii that halve the worth of further ones beyond Vesta's
NEED = 1.2  # worth of the first unit of a good, in prices
SLOPE = 0.4  # what each unit in stock takes off
SURPLUS = 0.45  # least worth of a unit, in prices at the present worth of a sestertius
WANT = 0.6  # more for the unit that the next house or card lacks

# By unit: the gods in their order, in Minerva's place the goods of her specialists.
MORE_CARDS = (0.0, 1.8, 2.5, 0.0, 1.9, 1.5, 1.3)  # points per unit, of cards yet to be bought
MORE_UNITS = (0.0, 7.0, 7.0, 0.0, 5.0, 2.8, 0.8)  # units yet to come in a whole game
MOST_UNITS = (0.0, 15.0, 12.0, 0.0, 5.0, 6.0, 15.0)

PRODUCTIONS = 1.5  # times that a house produces in a whole game
# Two figures: among humans, and against Contrarius, whose reaction is counted in every value.
CARD_USE = (1.2, 1.8)  # points of one more card to play for a whole game
UNITS_AHEAD = (1.0, 1.4)  # factor of MORE_UNITS
ROUND = (0.6, 1.27)  # share of an average turn with the cards taken back, for the Tribune
SPECIALIST_USE = 1.9  # times that a specialist is played in a whole game
OTHERS = 0.55  # share of the others' produce that counts against a province
MOBILITY = 1.3  # points of one more colonist's steps for a whole game


class Outlook(NamedTuple):
    """The decider and what it expects."""

    seat: int
    time: float  # share of the game to come, 0 in the last round
    need: float  # points of a sestertius to a seat without money
    coin: float  # points of one more sestertius
    cards: int  # points of the own cards for each unit, packed


class Draft(NamedTuple):
    """The decider's houses and storehouse, as a plan would leave them."""

    provinces: int  # bits: with an own house
    kinds: int  # bits: goods of own houses
    closed: int  # bits: cities not to build in
    stock: int  # goods, packed a byte each
    money: int


@kernel
def cards_for_sale(g):
    cards = int(g.deck_size)
    for slot in range(SLOTS):
        cards += g.display[slot] != NONE
    return cards


@kernel
def time_left(t, g):
    """Share of the game to come: of the cards for sale or of the fastest builder's houses."""
    if g.turns_left != NONE:
        return 0.0
    all_cards = 0
    for card in range(t.num_cards):
        all_cards += t.card_deck[card] > 0
    houses = HOUSES
    for seat in range(t.players):
        houses = min(houses, int(g.houses_left[seat]))
    if t.contrarius == 1:
        houses = min(houses, int(g.houses_left[CONTRARIUS]) + bits(g.track))
    return min(cards_for_sale(g) / all_cards, houses / HOUSES)


@kernel
def unit_of(t, card, god):
    return MINERVA + int(t.card_good[card]) if god == MINERVA else int(god)


@kernel
def holdings(t, g, v):
    """Units that the decider has on the board, packed."""
    packed = colonists_on_board(g, v.seat) << (UNIT_BITS * MARS)
    provinces = 0
    kinds = 0
    for city in range(t.num_cities):
        if g.houses[city, v.seat] == 1:
            good = int(g.city_good[city])
            province = int(t.city_province[city])
            packed += 1 << (UNIT_BITS * (MINERVA + good))
            packed += int(good != BRICK) << (UNIT_BITS * JUPITER)
            packed += (~provinces >> province & 1) << (UNIT_BITS * SATURNUS)
            packed += (~kinds >> good & 1) << (UNIT_BITS * MERCURIUS)
            provinces |= 1 << province
            kinds |= 1 << good
    return packed


@kernel
def points_per_unit(v, unit):
    """Points that one more unit will score, with the cards still to come."""
    return by_unit(v.cards, unit) + MORE_CARDS[min(unit, MINERVA)] * v.time


@kernel
def outlook(t, g):
    """The outlook of the seat that decides."""
    seat = int(g.seat)
    time = time_left(t, g)
    need = VESTA_RATE if g.turns_left != NONE else COIN + COIN_TIME * time
    thrift = PURSE / (PURSE + g.money[seat])
    coin = VESTA_RATE + (need - VESTA_RATE) * thrift * thrift
    return Outlook(seat, time, need, coin, devotion(t, g, seat))


@kernel
def money_worth(v, money):
    """Points of a purse: the more it holds, the closer to Vesta's rate; ``coin`` is its slope."""
    return VESTA_RATE * money + (v.need - VESTA_RATE) * PURSE * money / (PURSE + money)


@kernel
def income_worth(g, v, sestertii):
    money = int(g.money[v.seat])
    return money_worth(v, money + sestertii) - money_worth(v, money)


@kernel
def unit_worth(t, g, v, wants, good, held):
    """Points of one more unit of a good when so many are held; ``wants`` are bits of goods."""
    worth = NEED - SLOPE * held
    if wants >> good & 1 and held <= g.goods[v.seat, good]:
        worth += WANT
    return t.price[good] * max(SURPLUS * v.coin, v.need * worth)


@kernel
def pack_goods(g, seat):
    stock = 0
    for good in range(5):
        stock += int(g.goods[seat, good]) << (8 * good)
    return stock


@kernel
def missing(stock, cost):
    """Goods, as bits, of which a packed stock holds too few for a packed cost."""
    lack = 0
    for good in range(5):
        if (stock >> (8 * good)) & 255 < (cost >> (8 * good)) & 255:
            lack |= 1 << good
    return lack


@kernel
def draft(t, g, v):
    """The present houses and storehouse."""
    provinces = 0
    kinds = 0
    closed = 1 << int(t.capital)
    for city in range(t.num_cities):
        if g.houses[city, v.seat] == 1:
            provinces |= 1 << int(t.city_province[city])
            kinds |= 1 << int(g.city_good[city])
            closed |= 1 << city
    money = np.int64(g.money[v.seat])  # as wide as what a plan leaves of it
    return Draft(provinces, kinds, closed, pack_goods(g, v.seat), money)


@kernel
def house_goods(good):
    """Goods that a house takes, packed."""
    if good == BRICK:
        return 1 << (8 * FOOD)
    return 1 + (1 << (8 * good))


@kernel
def house_gain(t, g, v, d, city):
    """Points of a house and of its produce to come, less what it costs."""
    good = int(g.city_good[city])
    gain = points_per_unit(v, MINERVA + good)
    worth = PRODUCTIONS * v.time * t.price[good] - house_price(t, g, city)
    if good == BRICK:
        worth -= t.price[FOOD]
    else:
        worth -= t.price[BRICK] + t.price[good]
        gain += points_per_unit(v, JUPITER)
    if not d.provinces >> int(t.city_province[city]) & 1:
        gain += points_per_unit(v, SATURNUS)
    if not d.kinds >> good & 1:
        gain += points_per_unit(v, MERCURIUS)
    if g.houses_left[v.seat] == 1 and g.turns_left == NONE:
        gain += CONCORDIA_POINTS
    return gain + v.coin * worth


@kernel
def colonist_gain(t, v):
    """Points of one more colonist on the board, less the food and the tool."""
    return points_per_unit(v, MARS) + MOBILITY * v.time - v.coin * (t.price[FOOD] + t.price[TOOL])


@kernel
def settlers(g, seat):
    """Colonists that the seat could settle at once."""
    home = COLONISTS - colonists_on_board(g, seat)
    return min(home, int(min(g.goods[seat, FOOD], g.goods[seat, TOOL])))


@kernel
def colonist_cash(g, seat):
    return COLONIST_CASH + colonists_on_board(g, seat)


@kernel
def card_gain(t, g, v, held, card):
    """Points that a card will score for the packed ``holdings``, and its use until the end."""
    gain = CARD_USE[t.contrarius] * v.time
    ahead = UNITS_AHEAD[t.contrarius] * v.time
    for index in range(GODS_OF_CARD):
        god = int(t.card_gods[card, index])
        if god in (NONE, VESTA):
            continue
        unit = unit_of(t, card, god)
        own = by_unit(held, unit)
        gain += t.card_vp[card] * min(MOST_UNITS[god], own + MORE_UNITS[god] * ahead)
        if god == MINERVA:
            gain += SPECIALIST_USE * v.time * own * t.price[unit - MINERVA] * v.coin
    if g.turns_left == NONE and cards_for_sale(g) == 1:
        gain += CONCORDIA_POINTS
    return gain


@kernel
def slot_cost(t, g, slot, surcharge):
    """Goods of a slot's card and surcharge, packed; a good of choice is not among them."""
    card = g.display[slot]
    cost = 0
    for good in range(5):
        need = int(t.card_cost[card, good])
        if surcharge:
            need += int(t.slot_goods[slot, good])
        cost += need << (8 * good)
    return cost


@kernel
def cost_worth(t, v, cost):
    """Points of packed goods at their prices."""
    sestertii = 0
    for good in range(5):
        sestertii += ((cost >> (8 * good)) & 255) * t.price[good]
    return sestertii * v.coin


@kernel
def card_lack(t, g, v):
    """Goods, as bits, that keep the seat from the best card it cannot pay."""
    held = holdings(t, g, v)
    stock = pack_goods(g, v.seat)
    best = 0.0
    lack = 0
    for slot in range(SLOTS):
        if g.display[slot] == NONE:
            continue
        cost = slot_cost(t, g, slot, True)
        short = missing(stock, cost)
        if short > 0:
            gain = card_gain(t, g, v, held, g.display[slot]) - cost_worth(t, v, cost)
            if gain > best:
                best = gain
                lack = short
    return lack


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
