"""What things are worth to the seat that decides, or to its partner, in points.

Every scripted player weighs the values in its style: the weights are data (``styles.toml``).
The values look ahead by rule of thumb only: cards and houses still to come, and the produce of a
house, count in proportion to the time left. Nothing hidden from the seat enters them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from concordia_env.constants import (
    BRICK,
    CLOTH,
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
    UNITS,
    VENUS,
    VESTA,
    VESTA_SESTERTII,
    W_CARDS,
    W_COLONISTS,
    W_FAVOURITE,
    W_GOODS,
    W_GROWTH,
    W_HASTE,
    W_HOUSES,
    W_MONEY,
    W_PRODUCTION,
    W_PROVINCES,
    W_USE,
    WINE,
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


TOP_BITS = 0x8080808080  # of the bytes of packed goods


class Outlook(NamedTuple):
    """A seat, the decider or its partner, and what it expects."""

    seat: int
    style: int  # row of the weights
    time: float  # share of the game to come, 0 in the last round
    need: float  # points of a sestertius to a seat without money
    coin: float  # points of one more sestertius
    cards: int  # points of the own cards for each unit, packed
    favourite: int  # god for whom the cards score most, if the style prefers him, or NONE
    # Points that one more unit will score, with the cards still to come.
    saturnus: float
    venus: float  # in team play the partner's as well
    mercurius: float
    mars: float
    # Of a house wherever it stands.
    goods: tuple[float, ...]  # points of Minerva and Jupiter, by its good
    produce: float  # prices of its good that it produces until the end
    last: float  # points of ending the game with it


class Draft(NamedTuple):
    """The decider's houses and storehouse, as a plan would leave them."""

    provinces: int  # bits: with an own house
    venus: int  # bits: where one more house, the first or the second, makes a unit of Venus
    kinds: int  # bits: goods of own houses
    closed: int  # bits: cities not to build in
    stock: int  # goods, packed a byte each
    money: int
    payable: int  # bits: goods of houses that the stock suffices for


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
    houses = HOUSES
    for seat in range(t.players):
        houses = min(houses, np.int64(g.houses_left[seat]))
    if t.contrarius == 1:
        houses = min(houses, np.int64(g.houses_left[CONTRARIUS]) + bits(g.track))
    return min(cards_for_sale(g) / t.num_for_sale, houses / HOUSES)


@kernel
def unit_of(t, card, god):
    return MINERVA + np.int64(t.card_good[card]) if god == MINERVA else np.int64(god)


@kernel
def holdings(t, g, seat):
    """Units that the seat has on the board, packed."""
    packed = colonists_on_board(g, seat) << (UNIT_BITS * MARS)
    if t.venus == 1:
        settled, doubled, _ = houses_by_province(t, g, seat)
        if in_teams(t):
            doubled = settled & houses_by_province(t, g, partner_of(t, seat))[0]
        packed += bits(doubled) << (UNIT_BITS * VENUS)
    provinces = 0
    kinds = 0
    for city in range(t.num_cities):
        if g.houses[city, seat] == 1:
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
def favour(t, style, favourite, god):
    """What the points of a god count."""
    return t.style[style, W_FAVOURITE] if god == favourite else 1.0


@kernel
def unit_points(t, style, favourite, cards, ahead, unit):
    """Points that one more unit will score, with the cards ``ahead``."""
    god = min(unit, MINERVA)
    return favour(t, style, favourite, god) * (by_unit(cards, unit) + MORE_CARDS[god] * ahead)


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
def favourite_god(t, g, seat, cards, time):
    """The god for whom the cards, as points per unit, promise most."""
    held = holdings(t, g, seat)
    best = 0.0
    favourite = NONE
    for god in range(JUPITER, MINERVA + 1):
        points = 0.0
        for unit in range(god, UNITS if god == MINERVA else god + 1):
            points += by_unit(cards, unit) * (by_unit(held, unit) + MORE_UNITS[god] * time)
        if points > best:
            best = points
            favourite = god
    return favourite


@kernel
def outlook(t, g, seat, style):
    """The outlook of the seat that decides, or of its partner."""
    time = time_left(t, g)
    need = t.style[style, W_MONEY] * (COIN + COIN_TIME * time)
    if g.turns_left != NONE:
        need = VESTA_RATE
    thrift = PURSE / (PURSE + g.money[seat])
    coin = VESTA_RATE + (need - VESTA_RATE) * thrift * thrift
    cards = known_cards(t, g, seat)
    favourite = NONE
    if t.style[style, W_FAVOURITE] != 1.0:
        favourite = favourite_god(t, g, seat, cards, time)
    ahead = t.style[style, W_GROWTH] * time
    venus = 0.0
    if t.venus == 1:
        venus = unit_points(t, style, favourite, cards, ahead, VENUS)
        if in_teams(t):
            venus += by_unit(known_cards(t, g, partner_of(t, seat)), VENUS)
    jupiter = unit_points(t, style, favourite, cards, ahead, JUPITER)
    ends = g.houses_left[seat] == 1 and g.turns_left == NONE
    return Outlook(
        seat,
        style,
        time,
        need,
        coin,
        cards,
        favourite,
        t.style[style, W_PROVINCES] * unit_points(t, style, favourite, cards, ahead, SATURNUS),
        venus,
        unit_points(t, style, favourite, cards, ahead, MERCURIUS),
        unit_points(t, style, favourite, cards, ahead, MARS),
        (
            unit_points(t, style, favourite, cards, ahead, MINERVA),
            unit_points(t, style, favourite, cards, ahead, MINERVA + FOOD) + jupiter,
            unit_points(t, style, favourite, cards, ahead, MINERVA + TOOL) + jupiter,
            unit_points(t, style, favourite, cards, ahead, MINERVA + WINE) + jupiter,
            unit_points(t, style, favourite, cards, ahead, MINERVA + CLOTH) + jupiter,
        ),
        t.style[style, W_PRODUCTION] * PRODUCTIONS * time,
        t.style[style, W_HASTE] * CONCORDIA_POINTS if ends else 0.0,
    )


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
    return t.price[good] * max(SURPLUS * v.coin, t.style[v.style, W_GOODS] * v.need * worth)


@kernel
def pack_goods(g, seat):
    stock = 0
    for good in range(5):
        stock += np.int64(g.goods[seat, good]) << (8 * good)
    return stock


@kernel
def covers(stock, cost):
    """Whether a packed stock holds enough for a packed cost: no byte borrows from its top bit."""
    return ((stock | TOP_BITS) - cost) & TOP_BITS == TOP_BITS


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
    stock = pack_goods(g, v.seat)
    return Draft(provinces, venus, kinds, closed, stock, money, payable_goods(stock))


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
def payable_goods(stock):
    """Bits of the goods for whose houses a packed stock suffices."""
    payable = 0
    for good in range(5):
        payable |= np.int64(covers(stock, house_goods(good))) << good
    return payable


@kernel
def house_gain(t, g, v, d, city):
    """Points of a house and of its produce to come, less what it costs."""
    good = np.int64(g.city_good[city])
    province = np.int64(t.city_province[city])
    gain = v.goods[good]
    if not d.provinces >> province & 1:
        gain += v.saturnus
    if d.venus >> province & 1:
        gain += v.venus
    if not d.kinds >> good & 1:
        gain += v.mercurius
    worth = v.produce * t.price[good] - house_price(t, g, city) - t.house_goods[good]
    return t.style[v.style, W_HOUSES] * gain + v.last + v.coin * worth


@kernel
def colonist_gain(t, v):
    """Points of one more colonist on the board, less the food and the tool."""
    points = v.mars + MOBILITY * v.time
    return t.style[v.style, W_COLONISTS] * points - v.coin * (t.price[FOOD] + t.price[TOOL])


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
    use = TEAM_CARD_USE if in_teams(t) else CARD_USE[t.contrarius]
    gain = t.style[v.style, W_USE] * use * v.time
    ahead = t.style[v.style, W_GROWTH] * UNITS_AHEAD[t.contrarius] * v.time
    for index in range(GODS_OF_CARD):
        god = np.int64(t.card_gods[card, index])
        if god in (NONE, VESTA):
            continue
        unit = unit_of(t, card, god)
        own = by_unit(held, unit)
        points = t.card_vp[card] * min(MOST_UNITS[god], own + MORE_UNITS[god] * ahead)
        gain += t.style[v.style, W_CARDS] * favour(t, v.style, v.favourite, god) * points
        if god == MINERVA:
            use = t.style[v.style, W_PRODUCTION] * SPECIALIST_USE * v.time
            gain += use * own * t.price[unit - MINERVA] * v.coin
    if g.turns_left == NONE and g.deck_size == 0 and cards_for_sale(g) == 1:
        gain += t.style[v.style, W_HASTE] * CONCORDIA_POINTS
    return gain


@kernel
def slot_cost(t, g, slot, surcharge):
    """Goods of a slot's card and surcharge, packed; a good of choice is not among them."""
    cost = t.card_goods[g.display[slot]]
    return cost + t.slot_surcharge[slot] if surcharge else cost


@kernel
def cost_worth(t, v, cost):
    """Points of packed goods at their prices."""
    sestertii = 0
    for good in range(5):
        sestertii += ((cost >> (8 * good)) & 255) * t.price[good]
    return sestertii * v.coin


@kernel
def card_lack(t, g, v, held):
    """Goods, as bits, that keep the seat from the best card it cannot pay."""
    stock = pack_goods(g, v.seat)
    best = 0.0
    lack = 0
    for slot in range(SLOTS):
        if g.display[slot] == NONE:
            continue
        cost = slot_cost(t, g, slot, True)
        if not covers(stock, cost):
            gain = card_gain(t, g, v, held, g.display[slot]) - cost_worth(t, v, cost)
            if gain > best:
                best = gain
                lack = missing(stock, cost)
    return lack
