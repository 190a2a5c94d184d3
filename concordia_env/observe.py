"""Write the observation of a seat into the blocks of ``observation.py``.

Nothing in it depends on the order of the deck, nor on a suggestion among other partners; with
``info="hidden"`` nothing of the other seats' hands and piles shows but their sizes and top cards.
"""

from __future__ import annotations

import numpy as np

from concordia_env.constants import (
    CITIES,
    COLONISTS,
    COLONISTS_OF_KIND,
    CONTRARIUS,
    FIRST_ROUTE_PLACE,
    GODS_OF_CARD,
    HOME,
    MOST_STEPS,
    NONE,
    OWN_CARD,
    PARTIES,
    SEATS,
    SLOTS,
    SUGGEST,
    TEAMS,
    TO,
    TOTAL,
    TRACK,
    UNIT_BITS,
    UNITS,
)
from concordia_env.observation import (
    CARD_WIDTH,
    CITY_COLONISTS,
    CITY_PRICE,
    CITY_WIDTH,
    NUM_CATEGORIES,
    NUM_GODS,
    NUM_ROLES,
    NUM_TITLES,
    O_ACTION,
    O_CITIES,
    O_CLOCK,
    O_CONTRARIUS,
    O_CONTRARIUS_CARDS,
    O_COPIED,
    O_DECIDER,
    O_DECK,
    O_DEVOTION,
    O_DISPLAY,
    O_END,
    O_HANDS,
    O_PARTNER,
    O_PHASE,
    O_PROVINCES,
    O_REACH,
    O_REACTION,
    O_ROLE,
    O_ROUTES,
    O_SEATS,
    O_SITE,
    O_SUGGESTED,
    O_TOPS,
    O_TURN,
    O_TURN_PARTS,
    O_VETOES,
    PROVINCE_WIDTH,
    REACTION_FACE,
    REACTION_STEPS,
    REACTION_USE,
    SEAT_WIDTH,
    TURN_NEXT_ROLE,
    TURN_NEXT_SEAT,
)
from concordia_env.rules.architect import has_goods
from concordia_env.rules.contrarius import best_specialist
from concordia_env.rules.partners import funds, in_teams, partner_of
from concordia_env.rules.scoring import by_unit, devotion, score_cards
from concordia_env.rules.storehouse import colonists_on_board, free_spaces
from concordia_env.rules.titles import top_title
from env_core.jit import kernel

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
        position = relative(t, viewer, seat)
        observe_seat(t, g, seat, position, out)
        if seat == viewer or t.hidden == 0:
            observe_cards(t, g, seat, position, points[seat], out)
        elif looks_at_hand(t, g, viewer, seat):
            observe_hand(t, g, seat, position, out)
    if in_teams(t):
        observe_team(t, g, viewer, out)
    if t.contrarius == 1:
        observe_contrarius(t, g, points[CONTRARIUS], out)
        observe_reaction(t, g, viewer, out)


@kernel
def looks_at_hand(t, g, viewer, seat):
    """Who suggests a card sees the partner's hand, whatever the setting."""
    return g.phase == SUGGEST and g.seat == viewer and seat == partner_of(t, viewer)


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
        out[O_DECK + 1 + t.card_title[g.deck[index]]] += FIFTH
    out[O_ACTION] = g.steps * (1 / 6)
    for good in range(5):
        out[O_ACTION + 1 + good] = g.traded[good]
    out[O_ACTION + 6] = g.bought
    out[O_ACTION + 7] = g.buys * (1 / 2)
    out[O_ACTION + 8] = g.settled
    out[O_TURN_PARTS] = g.magister


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
        out[start + t.card_title[card]] = 1.0
        gods = start + NUM_TITLES
        for index in range(GODS_OF_CARD):
            if t.card_gods[card, index] == NONE:
                break
            out[gods + t.card_gods[card, index]] = 1.0
        cost = gods + NUM_GODS
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
    purse = funds(t, g, viewer) if g.houses_left[viewer] > 0 else NONE
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
def observe_seat(t, g, seat, position, out):
    """One seat's pieces, and of its cards what lies open."""
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
    title = top_title(t, g, seat)
    if title != NONE:
        out[O_TOPS + position * NUM_TITLES + title] = 1.0
    hand = 0
    for card in range(t.num_cards):
        hand += g.hand[seat, card]
    out[start + 12] = hand * (1 / 20)


@kernel
def observe_hand(t, g, seat, position, out):
    hands = O_HANDS + position * NUM_TITLES
    for card in range(t.num_cards):  # no branch: which cards are held cannot be foretold
        out[hands + t.card_title[card]] += g.hand[seat, card] * THIRD


@kernel
def observe_cards(t, g, seat, position, points, out):
    """The seat's hand, and what all its cards score."""
    observe_hand(t, g, seat, position, out)
    start = O_SEATS + position * SEAT_WIDTH
    cards = devotion(t, g, seat)
    for unit in range(UNITS):
        out[O_DEVOTION + position * UNITS + unit] = by_unit(cards, unit) * (1 / 5)
    score_cards(t, g, seat, cards, points)
    for category in range(NUM_CATEGORIES):
        out[start + 16 + category] = points[category] * (1 / 50)
    out[start + 16 + NUM_CATEGORIES] = points[TOTAL] * (1 / 150)


@kernel
def observe_team(t, g, viewer, out):
    """The turn of a team; a suggestion shows only to the two partners."""
    partner = partner_of(t, viewer)
    out[O_PARTNER + relative(t, viewer, partner)] = 1.0
    out[O_TURN_PARTS + 1] = g.legatus
    if g.answer != NONE:
        out[O_TURN_PARTS + 2 + g.answer] = 1.0
    if g.next_seat != NONE:
        role = NUM_ROLES if g.next_role == OWN_CARD else g.next_role
        out[O_TURN_PARTS + TURN_NEXT_ROLE + role] = 1.0
        out[O_TURN_PARTS + TURN_NEXT_SEAT + relative(t, viewer, g.next_seat)] = 1.0
    if g.suggested != NONE and (g.seat == viewer or g.seat == partner):
        out[O_SUGGESTED + g.suggested] = 1.0
    for position in range(t.teams):
        copied = int(g.copied[(viewer + position) % t.teams])
        for seat in range(t.players):
            row = O_COPIED + relative(t, viewer, seat) * TEAMS
            out[row + position] = copied >> seat & 1


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
        title = O_CONTRARIUS_CARDS + t.card_title[card]
        if g.hand[CONTRARIUS, card] == 1:
            out[title] += THIRD
        elif g.face_down[card] == 1:
            out[title + NUM_TITLES] += THIRD


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
