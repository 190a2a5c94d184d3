"""Deal a game: city tokens, markers, decks, hands and pieces."""

from __future__ import annotations

from concordia_env.constants import (
    CITIES,
    CONTRARIUS,
    DECKS,
    HOME,
    HOUSES,
    LAND,
    LETTERS,
    MASON,
    NONE,
    PLAY,
    SEA,
    SLOTS,
    TRACK,
    VETERAN,
    WEAVER,
)
from concordia_env.rules.colonists import move_colonist
from concordia_env.rules.market import draw_card, refill
from concordia_env.rules.partners import in_teams
from concordia_env.rules.place import ask_place
from concordia_env.rules.turn import clear_turn, start_turn
from concordia_env.rules.veteran import settle_beside_capital
from env_core.jit import kernel
from env_core.rng import draw, reseed, shuffle

NUM_LETTERS = len(LETTERS)


@kernel
def clear(g):
    """An empty table."""
    g.num_events = 0
    g.loaded[:] = NONE
    g.ask_card = 0
    g.city_good[:] = NONE
    g.bonus[:] = NONE
    g.coin_side[:] = 0
    g.houses[:] = 0
    g.on_route[:] = NONE
    g.houses_left[:] = 0
    g.colonists[:] = HOME
    g.money[:] = 0
    g.goods[:] = 0
    g.vp[:] = 0
    g.hand[:] = 0
    g.face_down[:] = 0
    g.pile[:] = NONE
    g.pile_size[:] = 0
    g.interim[:] = NONE
    g.veto[:] = 0
    g.track = 0
    g.display[:] = NONE
    g.deck[:] = NONE
    g.deck_size = 0
    g.concordia = NONE
    g.copied[:] = 0
    g.turn = 0
    g.turns = 0
    g.turns_left = NONE
    g.react = NONE
    g.react_half = 0
    g.react_province = NONE
    g.todo[:] = 0
    g.todo_size = 0
    g.die = NONE
    g.face = NONE
    g.site = NONE
    g.use = NONE
    clear_turn(g)


@kernel
def clear_table(games, i):
    """Make game ``i`` an empty table of scenario 0, to be filled by hand."""
    games[i].scenario = 0
    clear(games[i])


@kernel
def deal_tokens(t, g):
    """The tokens of each letter go to its cities at random."""
    for letter in range(NUM_LETTERS):
        left = 0
        for good in range(5):
            left += t.tokens[letter, good]
        dealt = 0  # tokens of the letter laid so far, packed a byte a good
        for city in range(t.num_cities):
            if t.city_letter[city] != letter or t.city_in_play[city] == 0:
                continue
            number = draw(g, left)
            good = -1
            while number >= 0:
                good += 1
                number -= t.tokens[letter, good] - ((dealt >> (8 * good)) & 255)
            g.city_good[city] = good
            dealt += 1 << (8 * good)
            left -= 1


@kernel
def lay_markers(t, g):
    """A province's marker shows the dearest good among its cities."""
    for city in range(t.num_cities):
        province = t.city_province[city]
        g.bonus[province] = max(g.bonus[province], g.city_good[city])


@kernel
def build_deck(t, g):
    """Each deck shuffled on its own, deck I on top, the first cards to the display."""
    for deck in range(DECKS, 0, -1):
        first = g.deck_size
        for card in range(t.num_cards):
            if t.card_deck[card] == deck:
                g.deck[g.deck_size] = card
                g.deck_size += 1
        shuffle(g, g.deck, first, g.deck_size)
    for slot in range(SLOTS):
        g.display[slot] = draw_card(g)


@kernel
def seat_players(t, g):
    for seat in range(t.players):
        g.houses_left[seat] = HOUSES
        g.money[seat] = t.start_money[seat]
        g.vp[seat] = t.start_vp
        g.veto[seat] = t.contrarius == 1 and t.players == 2
        for good in range(5):
            g.goods[seat, good] = t.start_goods[good]
        for card in range(t.num_cards):
            g.hand[seat, card] = t.start_hand[seat, card]
        if seat < t.teams:  # in team play the others begin elsewhere
            for kind in (LAND, SEA):
                move_colonist(t, g, seat, HOME, kind * CITIES + t.capital)
    g.magnus = t.players - 1 if t.players > 1 else NONE


@kernel
def seat_contrarius(t, g):
    """His cards and the leftmost specialist on display, his houses and his first colonists."""
    g.hand[CONTRARIUS] = t.contrarius_cards
    for slot in range(SLOTS):
        card = g.display[slot]
        if MASON <= t.card_title[card] <= WEAVER:
            g.hand[CONTRARIUS, card] = 1
            g.display[slot] = NONE
            break
    refill(g)
    g.num_events = 0  # this is still the set-up
    g.houses_left[CONTRARIUS] = HOUSES
    for index in range(TRACK):
        if t.start_track[index] != NONE:
            g.track |= 1 << index
            g.houses_left[CONTRARIUS] -= 1
    if t.start_houses > 0:
        settle_beside_capital(t, g)
        return
    for kind in (LAND, SEA):
        move_colonist(t, g, CONTRARIUS, HOME, kind * CITIES + t.capital)


@kernel
def deal(t, g, key_0, key_1):
    reseed(g, key_0, key_1)
    clear(g)
    deal_tokens(t, g)
    lay_markers(t, g)
    build_deck(t, g)
    seat_players(t, g)
    g.phase = PLAY
    if t.contrarius == 1:
        seat_contrarius(t, g)
    if in_teams(t):
        ask_place(g, t.teams)
    elif g.phase != VETERAN:
        start_turn(g, 0)
