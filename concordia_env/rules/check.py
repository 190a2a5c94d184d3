"""Invariants of a game record as one kernel, for tests, debugging and hand-made positions."""

from __future__ import annotations

from concordia_env.constants import (
    CITIES,
    COLONISTS,
    COLONISTS_OF_KIND,
    CONTRARIUS,
    FIRST_ROUTE_PLACE,
    HOME,
    HOUSES,
    LETTERS,
    NONE,
    PARTIES,
    PURCHASE,
    SLOTS,
    TRACK,
    TRIBUNE,
)
from concordia_env.rules.check_turn import (
    copies_fit,
    end_fits,
    figures_fit,
    partner_acts,
    pools_fit,
    reaction_fits,
    role_fits,
    table_in_range,
    turn_fits,
)
from concordia_env.rules.colonists import kind_of_place
from concordia_env.rules.place import may_start_in
from concordia_env.rules.storehouse import free_spaces
from env_core.jit import kernel

FAULTS = (
    "",
    "tokens: the cities of a letter do not hold exactly its tokens",
    "markers: a province's bonus is not the dearest good of its cities",
    "houses: those on the board and in supply do not make 15, or one stands where none may",
    "colonists: a colonist stands on a route of the other kind, in a foreign city or out of play",
    "colonists: two stand on one route, or the routes disagree with the colonists",
    "storehouse: goods and colonists at home take more than 12 spaces, or a number is negative",
    "cards: a card is missing, there are too many of it, or a Tribune is not in hand",
    "display: cards do not stand from the left, or the deck could have filled a gap",
    "table: seat, turn, number of turns, Magnus or Concordia card do not fit the players",
    "end: turns_left, the Concordia card and phase over disagree",
    "action: the role does not fit the phase",
    "action: a figure of the running action does not fit its phase",
    "action: goods wait to be taken in, but not in phase keep or not with their owner first",
    "reaction: die, site, steps or vetoes of Contrarius do not fit the phase",
    "turn: answer, suggestion, queue, Magister or Legatus do not fit the phase",
    "copied: not the opponents of a team who show a card that can be copied",
)
(
    FINE, TOKENS, MARKERS, HOUSE_COUNT, COLONIST_PLACE, COLONIST_ROUTE, STOREHOUSE_SPACE,
    CARD_COUNT, DISPLAY_ORDER, TABLE_RANGE, END, ROLE_PHASE, ACTION_FIGURE, POOLS, REACTION,
    TURN_PARTS, COPIES,
) = range(17)  # fmt: skip
NUM_LETTERS = len(LETTERS)


@kernel
def check(tables, games, i):
    """Index into FAULTS of the first invariant that does not hold; 0 when all do."""
    g = games[i]
    t = tables[g.scenario]
    if not tokens_match(t, g):
        return TOKENS
    if not markers_match(t, g):
        return MARKERS
    for seat in range(t.players):
        if not houses_match(t, g, seat):
            return HOUSE_COUNT
        if not places_fit(t, g, seat):
            return COLONIST_PLACE
        if not storehouse_fits(g, seat):
            return STOREHOUSE_SPACE
    if t.contrarius == 1:
        if not houses_match(t, g, CONTRARIUS):
            return HOUSE_COUNT
        if not places_fit(t, g, CONTRARIUS):
            return COLONIST_PLACE
    if not routes_match(t, g):
        return COLONIST_ROUTE
    for card in range(t.num_cards):
        if not card_complete(t, g, card):
            return CARD_COUNT
    if not display_packed(t, g):
        return DISPLAY_ORDER
    if not table_in_range(t, g):
        return TABLE_RANGE
    if not end_fits(t, g):
        return END
    if not role_fits(t, g):
        return ROLE_PHASE
    if not figures_fit(t, g):
        return ACTION_FIGURE
    if not pools_fit(t, g):
        return POOLS
    if not reaction_fits(t, g):
        return REACTION
    if not turn_fits(t, g):
        return TURN_PARTS
    if not copies_fit(t, g):
        return COPIES
    return FINE


@kernel
def tokens_match(t, g):
    for letter in range(NUM_LETTERS):
        for good in range(5):
            left = t.tokens[letter, good]
            used = False
            for city in range(t.num_cities):
                if t.city_letter[city] == letter and t.city_in_play[city] == 1:
                    used = True
                    left -= g.city_good[city] == good
            if used and left != 0:
                return False
    return True


@kernel
def markers_match(t, g):
    for province in range(t.num_provinces):
        dearest = NONE
        for city in range(t.num_cities):
            if t.city_province[city] == province:
                dearest = max(dearest, g.city_good[city])
        if g.bonus[province] != dearest or (dearest == NONE and g.coin_side[province] == 1):
            return False
    return True


@kernel
def houses_match(t, g, party):
    built = 0
    for city in range(t.num_cities):
        if g.houses[city, party] == 1 and g.city_good[city] == NONE:
            return False
        built += g.houses[city, party]
    if party == CONTRARIUS:
        for index in range(TRACK):
            built += g.track >> index & 1
    return g.houses_left[party] >= 0 and built + g.houses_left[party] == HOUSES


@kernel
def places_fit(t, g, party):
    """Slots are sorted; a colonist in a city is in the capital or where the party has a house.

    In team play the second half of the seats may begin in other cities.
    """
    for slot in range(COLONISTS):
        place = g.colonists[party, slot]
        kind = slot // COLONISTS_OF_KIND
        if slot % COLONISTS_OF_KIND > 0 and g.colonists[party, slot - 1] > place:
            return False
        if place == HOME:
            continue
        if kind_of_place(t, place) != kind:
            return False
        if place < FIRST_ROUTE_PLACE:
            city = place % CITIES
            began = t.teams <= party < t.players and may_start_in(t, city)
            if city != t.capital and g.houses[city, party] == 0 and not began:
                return False
            if t.city_has_kind[city, kind] == 0:
                return False
        elif t.steps[place, place - FIRST_ROUTE_PLACE] != 0:
            return False  # out of play, or nobody may stop there
    return True


@kernel
def routes_match(t, g):
    standing = 0
    for party in range(PARTIES):
        for slot in range(COLONISTS):
            route = g.colonists[party, slot] - FIRST_ROUTE_PLACE
            if route >= 0:
                standing += 1
                if g.on_route[route] != party:
                    return False
    for route in range(t.num_routes):
        standing -= g.on_route[route] != NONE
    return standing == 0


@kernel
def storehouse_fits(g, seat):
    for good in range(5):
        if g.goods[seat, good] < 0 or g.pool[seat, good] < 0:
            return False
    return g.money[seat] >= 0 and free_spaces(g, seat) >= 0


@kernel
def card_complete(t, g, card):
    """Start cards stay with their seats; every card for sale is in exactly one place."""
    copies = 0
    for seat in range(t.players):
        held = g.hand[seat, card]
        for index in range(g.pile_size[seat]):
            if t.card_title[g.pile[seat, index]] == TRIBUNE:
                return False  # it takes itself back
            held += g.pile[seat, index] == card
        if t.card_deck[card] == 0 and held != t.start_hand[seat, card]:
            return False
        copies += held
    contrarius = g.hand[CONTRARIUS, card] + g.face_down[card]
    if t.card_deck[card] == 0:
        return contrarius == t.contrarius_cards[card]
    copies += contrarius
    for slot in range(SLOTS):
        copies += g.display[slot] == card
    for index in range(g.deck_size):
        copies += g.deck[index] == card
    return copies == 1


@kernel
def display_packed(t, g):
    """Gaps are only at the right end, or left by purchases of the running turn."""
    gaps = 0
    inner_gaps = 0
    for slot in range(SLOTS):
        if g.display[slot] == NONE:
            gaps += 1
        else:
            inner_gaps = gaps
    if g.phase == PURCHASE or partner_acts(t, g):
        return gaps <= 1 or g.deck_size == 0
    return inner_gaps == 0 and (gaps == 0 or g.deck_size == 0)
