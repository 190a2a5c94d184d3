"""What things are worth to the seat that decides, or to its partner, in points.

The values look ahead by rule of thumb only: cards and houses still to come, and the produce of a
house, count in proportion to the time left. Nothing hidden from the seat enters them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

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
    MERCURIUS,
    MINERVA,
    NONE,
    SATURNUS,
    SLOTS,
    TOOL,
    UNIT_BITS,
    VENUS,
    VESTA,
    VESTA_SESTERTII,
)
from concordia_env.rules.architect import house_price
from concordia_env.rules.partners import funds, in_teams, partner_of
from concordia_env.rules.scoring import bits, by_unit, devotion, houses_by_province
from concordia_env.rules.storehouse import colonists_on_board
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
MORE_CARDS = (0.0, 1.8, 2.5, 1.2, 1.9, 1.5, 1.3)  # points per unit, of cards yet to be bought
MORE_UNITS = (0.0, 7.0, 7.0, 4.0, 5.0, 2.8, 0.8)  # units yet to come in a whole game
MOST_UNITS = (0.0, 15.0, 12.0, 7.0, 5.0, 6.0, 15.0)

PRODUCTIONS = 1.5  # times that a house produces in a whole game
# Two figures: among humans, and against Contrarius, whose reaction is counted in every value.
CARD_USE = (1.2, 1.8)  # points of one more card to play for a whole game
TEAM_CARD_USE = 2.0  # where both partners execute the card
UNITS_AHEAD = (1.0, 1.4)  # factor of MORE_UNITS
SPECIALIST_USE = 1.9  # times that a specialist is played in a whole game
MOBILITY = 1.3  # points of one more colonist's steps for a whole game


class Outlook(NamedTuple):
    """A seat, the decider or its partner, and what it expects."""

    seat: int
    time: float  # share of the game to come, 0 in the last round
    need: float  # points of a sestertius to a seat without money
    coin: float  # points of one more sestertius
    cards: int  # points of the own cards for each unit, packed
    venus: float  # points of one more unit of Venus; in team play it is the partner's as well


class Draft(NamedTuple):
    """The decider's houses and storehouse, as a plan would leave them."""

    provinces: int  # bits: with an own house
    venus: int  # bits: where one more house, the first or the second, makes a unit of Venus
    kinds: int  # bits: goods of own houses
    closed: int  # bits: cities not to build in
    stock: int  # goods, packed a byte each
    money: int


@kernel
def cards_for_sale(g):
    cards = np.int64(g.deck_size)
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
        houses = min(houses, np.int64(g.houses_left[seat]))
    if t.contrarius == 1:
        houses = min(houses, np.int64(g.houses_left[CONTRARIUS]) + bits(g.track))
    return min(cards_for_sale(g) / all_cards, houses / HOUSES)


@kernel
def unit_of(t, card, god):
    return MINERVA + np.int64(t.card_good[card]) if god == MINERVA else np.int64(god)


@kernel
def holdings(t, g, v):
    """Units that the seat has on the board, packed."""
    packed = colonists_on_board(g, v.seat) << (UNIT_BITS * MARS)
    if t.venus == 1:
        settled, doubled, _ = houses_by_province(t, g, v.seat)
        if in_teams(t):
            doubled = settled & houses_by_province(t, g, partner_of(t, v.seat))[0]
        packed += bits(doubled) << (UNIT_BITS * VENUS)
    provinces = 0
    kinds = 0
    for city in range(t.num_cities):
        if g.houses[city, v.seat] == 1:
            good = np.int64(g.city_good[city])
            province = np.int64(t.city_province[city])
            packed += 1 << (UNIT_BITS * (MINERVA + good))
            packed += np.int64(good != BRICK) << (UNIT_BITS * JUPITER)
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
def known_cards(t, g, seat):
    """Points per unit of a seat's cards; of a partner's hidden ones those that he began with."""
    if seat == g.seat or t.hidden == 0:
        return devotion(t, g, seat)
    total = 0
    for card in range(t.num_cards):
        total += t.start_hand[seat, card] * t.card_devotion[card]
    return total


@kernel
def outlook(t, g, seat):
    """The outlook of the seat that decides, or of its partner."""
    time = time_left(t, g)
    need = VESTA_RATE if g.turns_left != NONE else COIN + COIN_TIME * time
    thrift = PURSE / (PURSE + g.money[seat])
    coin = VESTA_RATE + (need - VESTA_RATE) * thrift * thrift
    cards = known_cards(t, g, seat)
    venus = 0.0
    if t.venus == 1:
        venus = by_unit(cards, VENUS) + MORE_CARDS[VENUS] * time
        if in_teams(t):
            venus += by_unit(known_cards(t, g, partner_of(t, seat)), VENUS)
    return Outlook(seat, time, need, coin, cards, venus)


@kernel
def money_worth(v, money):
    """Points of a purse: the more it holds, the closer to Vesta's rate; ``coin`` is its slope."""
    return VESTA_RATE * money + (v.need - VESTA_RATE) * PURSE * money / (PURSE + money)


@kernel
def income_worth(g, v, sestertii):
    money = np.int64(g.money[v.seat])
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
        stock += np.int64(g.goods[seat, good]) << (8 * good)
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
    closed = 1 << np.int64(t.capital)
    for city in range(t.num_cities):
        if g.houses[city, v.seat] == 1:
            provinces |= 1 << np.int64(t.city_province[city])
            kinds |= 1 << np.int64(g.city_good[city])
            closed |= 1 << city
    money = np.int64(funds(t, g, v.seat))  # as wide as what a plan leaves of it
    venus = venus_sites(t, g, v.seat) if t.venus == 1 else 0
    return Draft(provinces, venus, kinds, closed, pack_goods(g, v.seat), money)


@kernel
def venus_sites(t, g, seat):
    """Provinces, as bits, where a house makes a unit of Venus.

    With one own house there, in team play with one of the partner's and none of the own.
    """
    settled, doubled, _ = houses_by_province(t, g, seat)
    if in_teams(t):
        return houses_by_province(t, g, partner_of(t, seat))[0] & ~settled
    return settled & ~doubled


@kernel
def house_goods(good):
    """Goods that a house takes, packed."""
    if good == BRICK:
        return 1 << (8 * FOOD)
    return 1 + (1 << (8 * good))


@kernel
def house_gain(t, g, v, d, city):
    """Points of a house and of its produce to come, less what it costs."""
    good = np.int64(g.city_good[city])
    gain = points_per_unit(v, MINERVA + good)
    worth = PRODUCTIONS * v.time * t.price[good] - house_price(t, g, city)
    if good == BRICK:
        worth -= t.price[FOOD]
    else:
        worth -= t.price[BRICK] + t.price[good]
        gain += points_per_unit(v, JUPITER)
    province = np.int64(t.city_province[city])
    if not d.provinces >> province & 1:
        gain += points_per_unit(v, SATURNUS)
    if d.venus >> province & 1:
        gain += v.venus
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
    return min(home, np.int64(min(g.goods[seat, FOOD], g.goods[seat, TOOL])))


@kernel
def colonist_cash(g, seat):
    return COLONIST_CASH + colonists_on_board(g, seat)


@kernel
def card_gain(t, g, v, held, card):
    """Points that a card will score for the packed ``holdings``, and its use until the end."""
    gain = (TEAM_CARD_USE if in_teams(t) else CARD_USE[t.contrarius]) * v.time
    ahead = UNITS_AHEAD[t.contrarius] * v.time
    for index in range(GODS_OF_CARD):
        god = np.int64(t.card_gods[card, index])
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
        need = np.int64(t.card_cost[card, good])
        if surcharge:
            need += np.int64(t.slot_goods[slot, good])
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
