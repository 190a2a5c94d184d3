"""Invariants of a game record as one kernel, for tests, debugging and hand-made positions."""

from __future__ import annotations

from concordia_env.constants import (
    ARCHITECT,
    BUILD,
    CITIES,
    COLONIST,
    COLONISTS,
    COLONISTS_OF_KIND,
    CONSUL,
    CONTRARIUS,
    COPY,
    DIPLOMAT,
    FIRST_ROUTE_PLACE,
    HOME,
    HOUSES,
    KEEP,
    LEAD,
    LETTERS,
    MERCATOR3,
    MERCATOR5,
    NONE,
    ONTO,
    OVER,
    PARTIES,
    PICK,
    PLAY,
    PREFECT,
    PREFECT_PHASE,
    PREFECT_PM,
    PURCHASE,
    RECRUIT,
    SENATOR,
    SETTLE,
    SLOTS,
    TO,
    TRACK,
    TRADE,
    TRADES,
    TRIBUNE,
    VETERAN,
    VETO,
)
from concordia_env.rules.colonists import kind_of_place
from concordia_env.rules.storehouse import colonists_on_board, free_spaces, pool_size
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
)
(
    FINE, TOKENS, MARKERS, HOUSE_COUNT, COLONIST_PLACE, COLONIST_ROUTE, STOREHOUSE_SPACE,
    CARD_COUNT, DISPLAY_ORDER, TABLE_RANGE, END, ROLE_PHASE, ACTION_FIGURE, POOLS, REACTION,
) = range(15)  # fmt: skip
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
    if not display_packed(g):
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
    """Slots are sorted; a colonist in a city is in the capital or where the party has a house."""
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
            if city != t.capital and g.houses[city, party] == 0:
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
            if t.card_role[g.pile[seat, index]] == TRIBUNE:
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
def display_packed(g):
    """Gaps are only at the right end, or left by purchases of the running action."""
    gaps = 0
    inner_gaps = 0
    for slot in range(SLOTS):
        if g.display[slot] == NONE:
            gaps += 1
        else:
            inner_gaps = gaps
    if g.phase == PURCHASE:
        return gaps <= 1 or g.deck_size == 0
    return inner_gaps == 0 and (gaps == 0 or g.deck_size == 0)


@kernel
def table_in_range(t, g):
    players = t.players
    if g.phase == OVER:
        if g.seat != NONE:
            return False
    elif not 0 <= g.seat < players:
        return False
    if g.phase == VETERAN:
        return g.seat == t.reactor and g.turn == 0 and g.turns == 0
    if g.phase not in (OVER, KEEP, VETO) and g.seat != g.turn:
        return False
    if g.turns == 0 or g.turn != (g.turns - 1) % players:
        return False
    if (g.magnus == NONE) != (players == 1) or g.magnus >= players:
        return False
    return g.concordia < players or (g.concordia == CONTRARIUS and t.contrarius == 1)


@kernel
def end_fits(t, g):
    """Turns are counted down once the Concordia card is taken, and at 0 the game may be over."""
    if (g.turns_left == NONE) != (g.concordia == NONE) or g.turns_left >= t.players + t.contrarius:
        return False
    return g.phase != OVER or g.turns_left == 0


@kernel
def role_fits(t, g):
    phase = g.phase
    role = g.role
    if phase in (PLAY, OVER, LEAD, ONTO, VETO, VETERAN):
        return role == NONE
    if phase == COPY:
        return role == DIPLOMAT
    if phase == RECRUIT:
        return role == TRIBUNE
    if phase == PICK or phase == TO or phase == BUILD:
        return role == ARCHITECT
    if phase == KEEP and role == NONE:
        return g.turn == t.reactor  # the reaction to a Mercator
    if phase == PREFECT_PHASE or phase == KEEP:
        return role == PREFECT or role == PREFECT_PM
    if phase == SETTLE:
        return role == COLONIST
    if phase == TRADE:
        return role == MERCATOR3 or role == MERCATOR5
    return phase == PURCHASE and (role == SENATOR or role == CONSUL)


@kernel
def figures_fit(t, g):
    phase = g.phase
    moving = phase == PICK or phase == TO
    moved = 0
    for route in range(t.num_routes):
        moved += g.moved[route]
        if g.moved[route] == 1 and g.on_route[route] != g.seat:
            return False
    if not moving and (g.steps != 0 or moved > 0):
        return False
    if moving and g.steps + moved > colonists_on_board(g, g.seat):
        return False
    if (phase == TO or phase == ONTO) != (g.picked != NONE):
        return False
    if g.picked != NONE and not stands_on(g, g.seat if phase == TO else CONTRARIUS, g.picked):
        return False
    trades = 0
    for good in range(5):
        trades += g.traded[good]
    if trades >= TRADES or (trades > 0 and phase != TRADE) or g.bought > trades:
        return False
    if g.settled == 1 and phase != SETTLE:
        return False
    if phase != PURCHASE:
        return g.buys == 0
    return 1 <= g.buys <= (2 if g.role == SENATOR else 1)


@kernel
def stands_on(g, party, place):
    for slot in range(COLONISTS):
        if g.colonists[party, slot] == place:
            return True
    return False


@kernel
def pools_fit(t, g):
    """Only in phase keep; who decides has too little room, earlier seats are finished."""
    for seat in range(t.players):
        if g.phase != KEEP and pool_size(g, seat) > 0:
            return False
    if g.phase != KEEP:
        return True
    for offset in range(t.players):
        seat = (g.executor + offset) % t.players
        if seat == g.seat:
            return 0 < free_spaces(g, seat) < pool_size(g, seat)
        if pool_size(g, seat) > 0:
            return False
    return False


@kernel
def reaction_fits(t, g):
    """A die waits in phase veto, a site in phases lead and onto, steps only in a reaction."""
    reacting = g.role == NONE and g.phase in (KEEP, LEAD, ONTO, VETO)
    if reacting and g.turn != t.reactor:
        return False
    if (g.phase == VETO) != (g.die != NONE) or (g.phase in (LEAD, ONTO)) != (g.site != NONE):
        return False
    if g.site != NONE and (g.city_good[g.site] == NONE or g.houses[g.site, CONTRARIUS] == 1):
        return False
    if g.phase == VETO and g.veto[g.seat] == 0:
        return False
    for seat in range(t.players):
        if g.veto[seat] == 1 and (t.contrarius == 0 or t.players == 1):
            return False
    if g.todo_size > 0 and not reacting:
        return False
    return g.react == NONE or (g.role != NONE and g.turn == t.reactor)
