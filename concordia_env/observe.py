"""The observation of a seat: a flat vector of named blocks, seen from that seat.

Seats are relative: 0 is the observer, then clockwise. Nothing in it depends on the order of the
deck; with ``info="hidden"`` nothing of the other seats' hands and piles shows but their sizes and
top cards.
"""

from __future__ import annotations

import numpy as np

from concordia_env.constants import (
    CATEGORIES,
    CITIES,
    COLONISTS,
    COLONISTS_OF_KIND,
    CONTRARIUS,
    DICE,
    FIRST_ROUTE_PLACE,
    GODS,
    GODS_OF_CARD,
    HOME,
    MOST_STEPS,
    NONE,
    PARTIES,
    PHASES,
    PROVINCES,
    ROLES,
    ROUTES,
    SEATS,
    SLOTS,
    TO,
    TOTAL,
    TRACK,
    UNIT_BITS,
    UNITS,
    USES,
)
from concordia_env.rules.architect import has_goods
from concordia_env.rules.contrarius import best_specialist
from concordia_env.rules.diplomat import top_role
from concordia_env.rules.scoring import by_unit, devotion, score_cards
from concordia_env.rules.storehouse import colonists_on_board, free_spaces, funds
from env_core.blocks import Block, Blocks
from env_core.jit import kernel

NUM_PHASES = len(PHASES)
NUM_ROLES = len(ROLES)
NUM_GODS = len(GODS)
NUM_CATEGORIES = len(CATEGORIES)

CARD_WIDTH = NUM_ROLES + NUM_GODS + 5 + 2
PROVINCE_WIDTH = 8
CITY_WIDTH = 5 + PARTIES + 4 + 2
SEAT_WIDTH = 16 + NUM_CATEGORIES + 1
CONTRARIUS_WIDTH = 9 + NUM_CATEGORIES + 1 + 5

OBSERVATION = Blocks(
    [
        Block("phase", (NUM_PHASES,), "one-hot: the phase"),
        Block("role", (NUM_ROLES,), "one-hot: the role being executed"),
        Block("decider", (SEATS,), "one-hot, relative: the seat that decides"),
        Block("turn", (SEATS,), "one-hot, relative: the seat whose turn it is"),
        Block("end", (2,), "1 once the end is fixed; turns after this one / 6"),
        Block("clock", (1,), "turns begun per seat / 100"),
        Block("deck", (1 + NUM_ROLES,), "cards in the deck / 30; of each role / 5"),
        Block(
            "display",
            (SLOTS, CARD_WIDTH),
            "per slot: role (19), gods (7), goods to pay with the surcharge (5, / 3), "
            "1 if it charges a good of choice, 1 if the observer's goods cover it all",
        ),
        Block(
            "provinces",
            (PROVINCES, PROVINCE_WIDTH),
            "per province: bonus good (5), 1 if the marker shows coins, own houses / 3, "
            "houses of others / 6",
        ),
        Block(
            "cities",
            (CITIES, CITY_WIDTH),
            "per city: good (5), house of each party, relative, Contrarius last (7), colonists "
            "inside / 3: own land, own sea, others' land, others' sea (negative where the "
            "Architect has picked one up); sestertii of the next house / 25; 1 if the observer has "
            "goods, money and a house for it",
        ),
        Block(
            "reach",
            (CITIES,),
            "per city: 1 / (1 + d), d the least steps of an own colonist to a route there; 0 from "
            "seven on",
        ),
        Block(
            "routes",
            (ROUTES, 2),
            "per route: own colonist (1; 0.5 if it has moved in this Architect; -1 if picked up); "
            "another party's colonist (its relative seat / 6)",
        ),
        Block(
            "seats",
            (SEATS, SEAT_WIDTH),
            "per seat, relative: 1 if it plays, money / 50, goods (5, / 12), free spaces / 12, "
            "colonists at home / 3: land, sea, on the board / 6, houses left / 15, hand / 20, "
            "pile / 20, 1 if it holds the Praefectus Magnus, 1 if it holds the Concordia card; "
            "points if the game ended now: seven gods, Concordia, VP (9, / 50), total / 150",
        ),
        Block("hands", (SEATS, NUM_ROLES), "per seat, relative: cards in hand by role / 3"),
        Block("tops", (SEATS, NUM_ROLES), "per seat, relative: one-hot, role on top of the pile"),
        Block(
            "devotion",
            (SEATS, UNITS),
            "per seat, relative: points of all own cards per unit of each god / 5, Minerva's by "
            "good",
        ),
        Block(
            "action",
            (14,),
            "the running action: steps left / 6, goods traded (5), 1 after a buy, purchases left "
            "/ 2, 1 after a settle, goods the decider may still keep (5, / 6)",
        ),
        Block(
            "contrarius",
            (CONTRARIUS_WIDTH,),
            "all 0 where he does not play: 1, points on the track / 50, houses left / 15, houses "
            "on the track / 5, points to the next of them / 10, colonists at home / 3: land, sea, "
            "on the board / 6, 1 if he holds the Concordia card; points if the game ended now: "
            "seven gods, Concordia, VP (9, / 50), total / 150; good of his best specialist (5)",
        ),
        Block("contrarius_cards", (2, NUM_ROLES), "his cards by role / 3: face up, then face down"),
        Block("vetoes", (SEATS,), "per seat, relative: 1 while it has its veto"),
        Block(
            "reaction",
            (len(DICE) + SLOTS + len(USES) + 1,),
            "one-hot: die thrown (4), its face (7), what it or the site is for (5); steps of the "
            "reaction that wait / 8",
        ),
        Block("site", (CITIES,), "one-hot: city that Contrarius is about to build in"),
    ]
)

O_PHASE = OBSERVATION.start("phase")
O_ROLE = OBSERVATION.start("role")
O_DECIDER = OBSERVATION.start("decider")
O_TURN = OBSERVATION.start("turn")
O_END = OBSERVATION.start("end")
O_CLOCK = OBSERVATION.start("clock")
O_DECK = OBSERVATION.start("deck")
O_DISPLAY = OBSERVATION.start("display")
O_PROVINCES = OBSERVATION.start("provinces")
O_CITIES = OBSERVATION.start("cities")
O_REACH = OBSERVATION.start("reach")
O_ROUTES = OBSERVATION.start("routes")
O_SEATS = OBSERVATION.start("seats")
O_HANDS = OBSERVATION.start("hands")
O_TOPS = OBSERVATION.start("tops")
O_DEVOTION = OBSERVATION.start("devotion")
O_ACTION = OBSERVATION.start("action")
O_CONTRARIUS = OBSERVATION.start("contrarius")
O_CONTRARIUS_CARDS = OBSERVATION.start("contrarius_cards")
O_VETOES = OBSERVATION.start("vetoes")
O_REACTION = OBSERVATION.start("reaction")
O_SITE = OBSERVATION.start("site")
REACTION_FACE = len(DICE)  # columns of the reaction
REACTION_USE = REACTION_FACE + SLOTS
REACTION_STEPS = REACTION_USE + len(USES)
CITY_COLONISTS = 5 + PARTIES  # columns of a city
CITY_PRICE = CITY_COLONISTS + 4

# Steps of sums: of the vector's own type, so that they round alike with the JIT off.
FIFTH = np.float32(1 / 5)
THIRD = np.float32(1 / 3)


@kernel
def relative(t, viewer, party):
    """Position of a party seen from the viewer; Contrarius keeps his own."""
    if party >= SEATS:
        return party
    return party - viewer if party >= viewer else party - viewer + t.players


@kernel
def observe(tables, games, i, viewer, points, out):
    """Write the viewer's observation of game ``i``; ``points`` is room for the scores.

    Numbers are scaled by factors known at compile time: a division takes several times as long.
    """
    g = games[i]
    t = tables[g.scenario]
    out[:] = 0.0
    observe_table(t, g, viewer, out)
    observe_display(t, g, viewer, out)
    observe_cities(t, g, viewer, out)
    observe_colonists(t, g, viewer, out)
    observe_reach(t, g, viewer, out)
    for seat in range(t.players):
        shown = seat == viewer or t.hidden == 0
        observe_seat(t, g, seat, relative(t, viewer, seat), shown, points[seat], out)
    if t.contrarius == 1:
        observe_contrarius(t, g, points[CONTRARIUS], out)
        observe_reaction(t, g, viewer, out)


@kernel
def observe_table(t, g, viewer, out):
    """Phase, turn, end, deck and the running action."""
    out[O_PHASE + g.phase] = 1.0
    if g.role != NONE:
        out[O_ROLE + g.role] = 1.0
    if g.seat != NONE:
        out[O_DECIDER + relative(t, viewer, g.seat)] = 1.0
        for good in range(5):
            out[O_ACTION + 9 + good] = g.pool[g.seat, good] * (1 / 6)
    out[O_TURN + relative(t, viewer, g.turn)] = 1.0
    if g.turns_left != NONE:
        out[O_END] = 1.0
        out[O_END + 1] = g.turns_left * (1 / 6)
    out[O_CLOCK] = g.turns / (100 * t.players)
    out[O_DECK] = g.deck_size * (1 / 30)
    for index in range(g.deck_size):
        out[O_DECK + 1 + t.card_role[g.deck[index]]] += FIFTH
    out[O_ACTION] = g.steps * (1 / 6)
    for good in range(5):
        out[O_ACTION + 1 + good] = g.traded[good]
    out[O_ACTION + 6] = g.bought
    out[O_ACTION + 7] = g.buys * (1 / 2)
    out[O_ACTION + 8] = g.settled


@kernel
def observe_display(t, g, viewer, out):
    stock = 0
    for good in range(5):
        stock += g.goods[viewer, good]
    for slot in range(SLOTS):
        card = g.display[slot]
        if card == NONE:
            continue
        start = O_DISPLAY + slot * CARD_WIDTH
        out[start + t.card_role[card]] = 1.0
        for index in range(GODS_OF_CARD):
            if t.card_gods[card, index] == NONE:
                break
            out[start + NUM_ROLES + t.card_gods[card, index]] = 1.0
        cost = start + NUM_ROLES + NUM_GODS
        left = stock - t.slot_any[slot]
        covered = True
        for good in range(5):
            need = t.card_cost[card, good] + t.slot_goods[slot, good]
            out[cost + good] = need * (1 / 3)
            covered &= g.goods[viewer, good] >= need
            left -= need
        out[cost + 5] = t.slot_any[slot]
        out[cost + 6] = covered and left >= 0


@kernel
def observe_cities(t, g, viewer, out):
    """Cities with their houses, then provinces."""
    purse = funds(g, viewer) if g.houses_left[viewer] > 0 else NONE
    payable = 0  # bits of the goods whose houses the viewer's storehouse can pay for
    for good in range(5):
        payable |= int(has_goods(g, viewer, good)) << good
    own_houses = 0  # by province, packed
    all_houses = 0
    players = t.players  # kept at hand: each write to ``out`` would have it read again
    for city in range(t.num_cities):
        good = g.city_good[city]
        if good == NONE:
            continue
        start = O_CITIES + city * CITY_WIDTH
        out[start + good] = 1.0
        houses = 0
        seat = viewer
        for position in range(players):
            house = int(g.houses[city, seat])
            houses += house
            out[start + 5 + position] = house
            seat = seat + 1 if seat + 1 < players else 0
        house = int(g.houses[city, CONTRARIUS])
        houses += house
        out[start + 5 + CONTRARIUS] = house
        own = int(g.houses[city, viewer])
        shift = UNIT_BITS * int(t.city_province[city])
        own_houses += own << shift
        all_houses += houses << shift
        price = t.house_sestertii[good] * (houses + 1)
        out[start + CITY_PRICE] = price * (1 / 25)
        out[start + CITY_PRICE + 1] = payable >> good & (price <= purse) & (own == 0)
    for province in range(t.num_provinces):
        if g.bonus[province] != NONE:
            start = O_PROVINCES + province * PROVINCE_WIDTH
            own = by_unit(own_houses, province)
            out[start + g.bonus[province]] = 1.0
            out[start + 5] = g.coin_side[province]
            out[start + 6] = own * (1 / 3)
            out[start + 7] = (by_unit(all_houses, province) - own) * (1 / 6)


@kernel
def observe_colonists(t, g, viewer, out):
    for party in range(PARTIES):
        for slot in range(COLONISTS):
            place = g.colonists[party, slot]
            if place == HOME:
                continue
            if place < FIRST_ROUTE_PLACE:
                column = slot // COLONISTS_OF_KIND + (0 if party == viewer else 2)
                start = O_CITIES + place % CITIES * CITY_WIDTH + CITY_COLONISTS
                out[start + column] += THIRD
                continue
            route = place - FIRST_ROUTE_PLACE
            if party == viewer:
                out[O_ROUTES + 2 * route] = 0.5 if g.moved[route] == 1 else 1.0
            else:
                out[O_ROUTES + 2 * route + 1] = relative(t, viewer, party) * (1 / 6)
    if g.picked == NONE:
        return
    own = g.seat == viewer and g.phase == TO  # in phase onto it is one of Contrarius's
    if g.picked < FIRST_ROUTE_PLACE:
        column = g.picked // CITIES + (0 if own else 2)
        where = O_CITIES + g.picked % CITIES * CITY_WIDTH + CITY_COLONISTS + column
    else:
        where = O_ROUTES + 2 * (g.picked - FIRST_ROUTE_PLACE) + (0 if own else 1)
    out[where] = -out[where]


@kernel
def observe_reach(t, g, viewer, out):
    """How near each city is to the viewer's colonists."""
    for slot in range(COLONISTS):
        place = g.colonists[viewer, slot]
        if place == HOME or (slot % COLONISTS_OF_KIND and g.colonists[viewer, slot - 1] == place):
            continue
        for city in range(CITIES):
            out[O_REACH + city] = max(out[O_REACH + city], t.nearness[place, city])


@kernel
def observe_seat(t, g, seat, position, shown, points, out):
    """One seat's pieces; its cards and score only where they are shown."""
    start = O_SEATS + position * SEAT_WIDTH
    out[start] = 1.0
    out[start + 1] = g.money[seat] * (1 / 50)
    for good in range(5):
        out[start + 2 + good] = g.goods[seat, good] * (1 / 12)
    out[start + 7] = free_spaces(g, seat) * (1 / 12)
    land = 0
    sea = 0
    for slot in range(COLONISTS_OF_KIND):
        land += g.colonists[seat, slot] == HOME
        sea += g.colonists[seat, COLONISTS_OF_KIND + slot] == HOME
    out[start + 8] = land * (1 / 3)
    out[start + 9] = sea * (1 / 3)
    out[start + 10] = (COLONISTS - land - sea) * (1 / 6)
    out[start + 11] = g.houses_left[seat] * (1 / 15)
    out[start + 13] = g.pile_size[seat] * (1 / 20)
    out[start + 14] = g.magnus == seat
    out[start + 15] = g.concordia == seat
    role = top_role(t, g, seat)
    if role != NONE:
        out[O_TOPS + position * NUM_ROLES + role] = 1.0
    hand = 0
    for card in range(t.num_cards):
        hand += g.hand[seat, card]
    out[start + 12] = hand * (1 / 20)
    if not shown:
        return
    hands = O_HANDS + position * NUM_ROLES
    for card in range(t.num_cards):  # no branch: which cards are held cannot be foretold
        out[hands + t.card_role[card]] += g.hand[seat, card] * THIRD
    cards = devotion(t, g, seat)
    for unit in range(UNITS):
        out[O_DEVOTION + position * UNITS + unit] = by_unit(cards, unit) * (1 / 5)
    score_cards(t, g, seat, cards, points)
    for category in range(NUM_CATEGORIES):
        out[start + 16 + category] = points[category] * (1 / 50)
    out[start + 16 + NUM_CATEGORIES] = points[TOTAL] * (1 / 150)


@kernel
def observe_contrarius(t, g, points, out):
    """Contrarius has no storehouse and no secrets."""
    start = O_CONTRARIUS
    out[start] = 1.0
    out[start + 1] = g.vp[CONTRARIUS] * (1 / 50)
    out[start + 2] = g.houses_left[CONTRARIUS] * (1 / 15)
    ahead = 0
    for index in range(TRACK - 1, -1, -1):
        if g.track >> index & 1:
            out[start + 3] += FIFTH
            ahead = int(t.start_track[index]) - int(g.vp[CONTRARIUS])
    out[start + 4] = ahead * (1 / 10)
    for slot in range(COLONISTS):
        if g.colonists[CONTRARIUS, slot] == HOME:
            out[start + 5 + slot // COLONISTS_OF_KIND] += THIRD
    out[start + 7] = colonists_on_board(g, CONTRARIUS) * (1 / 6)
    out[start + 8] = g.concordia == CONTRARIUS
    score_cards(t, g, CONTRARIUS, devotion(t, g, CONTRARIUS), points)
    for category in range(NUM_CATEGORIES):
        out[start + 9 + category] = points[category] * (1 / 50)
    out[start + 9 + NUM_CATEGORIES] = points[TOTAL] * (1 / 150)
    good = best_specialist(t, g)
    if good != NONE:
        out[start + 9 + NUM_CATEGORIES + 1 + good] = 1.0
    for card in range(t.num_cards):
        role = O_CONTRARIUS_CARDS + t.card_role[card]
        if g.hand[CONTRARIUS, card] == 1:
            out[role] += THIRD
        elif g.face_down[card] == 1:
            out[role + NUM_ROLES] += THIRD


@kernel
def observe_reaction(t, g, viewer, out):
    """What of his reaction waits for a human."""
    for seat in range(t.players):
        out[O_VETOES + relative(t, viewer, seat)] = g.veto[seat]
    if g.die != NONE:
        out[O_REACTION + g.die] = 1.0
        out[O_REACTION + REACTION_FACE + g.face] = 1.0
    if g.use != NONE:
        out[O_REACTION + REACTION_USE + g.use] = 1.0
    out[O_REACTION + REACTION_STEPS] = g.todo_size * (1 / MOST_STEPS)
    if g.site != NONE:
        out[O_SITE + g.site] = 1.0
