"""The observation of a seat: a flat vector of named blocks, seen from that seat.

Seats are relative: 0 is the observer, then clockwise. Nothing in it depends on the order of the
decks. While secret commitments are made a seat sees its own alone, and nothing of who is deciding
or how far the others are. With ``info="hidden"`` stones, hands, loot and heroes of the other seats
do not show, but for the number of their cards.
"""

from __future__ import annotations

import numpy as np

from comuni_env.constants import (
    ALLIANCE,
    CATEGORIES,
    COLUMN_CARDS,
    COLUMNS,
    COMMITMENT,
    COMUNI,
    DECKS,
    EXCHANGE,
    FACES,
    GIVES,
    HEIGHT,
    INVASIONS,
    KINDS,
    MAJORITIES,
    NONE,
    PHASES,
    SEATS,
    STONES,
    TAKE,
    TOTAL,
    YIELDS,
)
from comuni_env.rules.bidding import least_bid
from comuni_env.rules.guilds import kind_points
from comuni_env.rules.income import kind_yield
from comuni_env.rules.invasion import defence, leader_bonus, strength
from comuni_env.rules.scoring import score_majorities, score_seat
from comuni_env.rules.stock import armies_at_hand, gold_at_hand
from comuni_env.tables import ANY
from env_core.blocks import Block, Blocks
from env_core.jit import kernel

NUM_PHASES = len(PHASES)
NUM_KINDS = len(KINDS)
NUM_STONES = len(STONES)
NUM_CATEGORIES = len(CATEGORIES)
NUM_EXCHANGES = len(GIVES)

COLUMN_WIDTH = FACES + SEATS + 4
SEAT_WIDTH = 9 + COMUNI + 2 * NUM_KINDS + HEIGHT + 2 * NUM_STONES + NUM_CATEGORIES + 1

OBSERVATION = Blocks(
    [
        Block(
            "phase",
            (NUM_PHASES + 1,),
            f"one-hot: the phase, or {COMMITMENT} while other seats commit in secret",
        ),
        Block(
            "decider",
            (SEATS,),
            "one-hot, relative: the seat that decides; all 0 while other seats commit in secret",
        ),
        Block("active", (SEATS,), "one-hot, relative: the seat whose turn it is"),
        Block("leader", (SEATS,), "one-hot, relative: the seat with the alliance leader"),
        Block("end", (2,), "1 once deck D is empty; turns yet to begin / 5"),
        Block("clock", (1,), "turns begun per seat / 50"),
        Block("invasions", (INVASIONS + 1,), "one-hot: invasions resolved"),
        Block("last_invasion", (SEATS, 2), "per seat, relative: armies of alliance and city / 10"),
        Block("deck_sizes", (DECKS,), "cards left in each deck / 20"),
        Block("next_deck", (FACES,), "cards of each face in the deck to draw from / 3"),
        Block("later_decks", (FACES,), "cards of each face in the decks after it / 5"),
        Block(
            "columns",
            (COLUMNS, COLUMN_WIDTH),
            "per column: cards of each face (26), whose envoy stands there, relative (5), 1 for "
            "a stone of choice, gold there / 10, least bid / 10, 1 if the observer could make it",
        ),
        Block("supply", (NUM_STONES + 1,), "stones in supply / 50; bonus walls / 11"),
        Block("guild_masters", (NUM_KINDS, SEATS), "per kind: one-hot, relative: who holds it"),
        Block(
            "seats",
            (SEATS, SEAT_WIDTH),
            "per seat, relative: 1 if it plays, comune (5), points / 50, envoys in stock / 3, "
            "cards in hand / 5, stones (4, / 10), armies it could send / 20, loot / 10, points of "
            "all buildings of each kind (4, / 20), 1 if the kind is activated (4), wall sections "
            "by height (4, / 5), strength of the next attack / 30, defence with all its armies in "
            "the city / 30, stones of the next income (4, / 5), of choice / 2; points if the game "
            "ended now: track, guild masters, majorities, heroes, loot, set (6, / 20), total / 50",
        ),
        Block(
            "buildings",
            (SEATS, NUM_KINDS, HEIGHT),
            "per seat, relative: number of buildings of each kind and height / 2",
        ),
        Block("hands", (SEATS, FACES), "per seat, relative: cards in hand by face / 2"),
        Block(
            "running",
            (NUM_EXCHANGES + 2 + NUM_STONES + 2 + FACES,),
            "one-hot: last exchange of the project (4); gold of the displaced envoy / 10, stones "
            "of choice left / 2; one-hot: first stone allowed (4); steps of buildings and walls "
            "in this phase / 3; one-hot: card to build with (26)",
        ),
        Block(
            "commitment",
            (3 + 4 + NUM_EXCHANGES,),
            "of the observer: 1 once alliance, city and pairs are chosen; armies for alliance and "
            "city, pairs of pilgrims and of gold, exchanges of each kind (4), all / 10",
        ),
    ]
)

O_PHASE = OBSERVATION.start("phase")
O_DECIDER = OBSERVATION.start("decider")
O_ACTIVE = OBSERVATION.start("active")
O_LEADER = OBSERVATION.start("leader")
O_END = OBSERVATION.start("end")
O_CLOCK = OBSERVATION.start("clock")
O_INVASIONS = OBSERVATION.start("invasions")
O_LAST_INVASION = OBSERVATION.start("last_invasion")
O_DECK_SIZES = OBSERVATION.start("deck_sizes")
O_NEXT_DECK = OBSERVATION.start("next_deck")
O_LATER_DECKS = OBSERVATION.start("later_decks")
O_COLUMNS = OBSERVATION.start("columns")
O_SUPPLY = OBSERVATION.start("supply")
O_GUILD_MASTERS = OBSERVATION.start("guild_masters")
O_SEATS = OBSERVATION.start("seats")
O_BUILDINGS = OBSERVATION.start("buildings")
O_HANDS = OBSERVATION.start("hands")
O_RUNNING = OBSERVATION.start("running")
O_COMMITMENT = OBSERVATION.start("commitment")

# Steps of sums: of the vector's own type, so that they round alike with the JIT off.
THIRD = np.float32(1 / 3)
FIFTH = np.float32(1 / 5)


@kernel
def relative(t, viewer, seat):
    """Position of a seat seen from the viewer."""
    return seat - viewer if seat >= viewer else seat - viewer + t.players


@kernel
def observe(tables, games, i, viewer, points, out):
    """Write the viewer's observation of game ``i``; ``points`` is room for the scores.

    Numbers are scaled by factors known at compile time: a division takes several times as long.
    """
    g = games[i]
    t = tables[g.scenario]
    out[:] = 0.0
    observe_table(t, g, viewer, out)
    observe_decks(g, out)
    observe_columns(t, g, viewer, out)
    if t.hidden == 0:
        score_majorities(t, g, points)
    else:
        points[viewer, MAJORITIES] = 0  # they would tell of the others' stones
    for seat in range(t.players):
        position = relative(t, viewer, seat)
        observe_seat(t, g, seat, position, out)
        if seat == viewer or t.hidden == 0:
            observe_stock(t, g, seat, position, points[seat], out)
    observe_running(g, out)
    observe_commitment(g, viewer, out)


@kernel
def observe_table(t, g, viewer, out):
    """Phase, turn, end, supply and guild masters."""
    if ALLIANCE <= g.phase <= EXCHANGE and g.seat != viewer:
        out[O_PHASE + NUM_PHASES] = 1.0
    else:
        out[O_PHASE + g.phase] = 1.0
        if g.seat != NONE:
            out[O_DECIDER + relative(t, viewer, g.seat)] = 1.0
    out[O_ACTIVE + relative(t, viewer, g.active)] = 1.0
    out[O_LEADER + relative(t, viewer, g.leader)] = 1.0
    if g.last_turns != NONE:
        out[O_END] = 1.0
        out[O_END + 1] = g.last_turns * (1 / 5)
    out[O_CLOCK] = g.turns / (50 * t.players)
    out[O_INVASIONS + g.invasions] = 1.0
    for stone in range(NUM_STONES):
        out[O_SUPPLY + stone] = g.supply[stone] * (1 / 50)
    out[O_SUPPLY + NUM_STONES] = g.bonus_walls * (1 / 11)
    for kind in range(NUM_KINDS):
        holder = g.guild_master[kind]
        if holder != NONE:
            out[O_GUILD_MASTERS + kind * SEATS + relative(t, viewer, holder)] = 1.0


@kernel
def observe_decks(g, out):
    """Which cards are left is known, not their order."""
    start = O_NEXT_DECK
    step = THIRD
    for deck in range(DECKS):
        size = g.deck_size[deck]
        out[O_DECK_SIZES + deck] = size * (1 / 20)
        for index in range(size):
            out[start + g.deck[deck, index]] += step
        if size > 0:
            start = O_LATER_DECKS
            step = FIFTH


@kernel
def observe_columns(t, g, viewer, out):
    purse = gold_at_hand(g, viewer) if g.envoys[viewer] > 0 else NONE
    for column in range(t.num_columns):
        start = O_COLUMNS + column * COLUMN_WIDTH
        for slot in range(COLUMN_CARDS):
            if g.cards[column, slot] == NONE:
                break
            out[start + g.cards[column, slot]] += THIRD
        start += FACES
        if g.envoy[column] != NONE:
            out[start + relative(t, viewer, g.envoy[column])] = 1.0
        start += SEATS
        least = least_bid(g, column)
        own = g.envoy[column] == viewer
        out[start] = t.column_stone[column]
        out[start + 1] = g.bid[column] * (1 / 10)
        out[start + 2] = least * (1 / 10)
        out[start + 3] = least <= purse and not own and g.cards[column, 0] != NONE


@kernel
def observe_seat(t, g, seat, position, out):
    """What lies open before a seat."""
    start = O_SEATS + position * SEAT_WIDTH
    out[start] = 1.0
    out[start + 1 + g.comune[seat]] = 1.0
    start += 1 + COMUNI
    out[start] = g.points[seat] * (1 / 50)
    out[start + 1] = g.envoys[seat] * (1 / 3)
    cards = 0
    for face in range(FACES):
        cards += g.hand[seat, face]
    out[start + 2] = cards * (1 / 5)
    start += 5 + NUM_STONES
    for kind in range(NUM_KINDS):
        out[start + kind] = kind_points(g, seat, kind) * (1 / 20)
        out[start + NUM_KINDS + kind] = g.activated[seat, kind]
        for height in range(HEIGHT):
            place = O_BUILDINGS + (position * NUM_KINDS + kind) * HEIGHT + height
            out[place] = g.buildings[seat, kind, height] * (1 / 2)
    start += 2 * NUM_KINDS
    for height in range(HEIGHT):
        out[start + height] = g.walls[seat, height] * (1 / 5)
    start += HEIGHT
    if g.invasions < INVASIONS:
        out[start] = strength(t, g, seat) * (1 / 30)
    base = t.comune_yield[g.comune[seat]]
    for kind in range(NUM_KINDS):
        stone = YIELDS[kind]
        out[start + 2 + stone] = (base[stone] + kind_yield(g, seat, kind)) * (1 / 5)
    out[start + 2 + NUM_STONES] = base[ANY] * (1 / 2)
    if g.invasions > 0:
        out[O_LAST_INVASION + 2 * position] = g.last_alliance[seat] * (1 / 10)
        out[O_LAST_INVASION + 2 * position + 1] = g.last_city[seat] * (1 / 10)


@kernel
def observe_stock(t, g, seat, position, points, out):
    """What a seat has behind its screen, and its score."""
    start = O_SEATS + position * SEAT_WIDTH + 1 + COMUNI + 3
    for stone in range(NUM_STONES):
        out[start + stone] = g.stones[seat, stone] * (1 / 10)
    armies = armies_at_hand(g, seat)
    out[start + NUM_STONES] = armies * (1 / 20)
    out[start + NUM_STONES + 1] = g.loot[seat] * (1 / 10)
    start += NUM_STONES + 2 + 2 * NUM_KINDS + HEIGHT + 1
    out[start] = (defence(g, seat, armies) + leader_bonus(t, g, seat)) * (1 / 30)
    start += 2 + NUM_STONES
    score_seat(t, g, seat, points)
    for category in range(NUM_CATEGORIES):
        out[start + category] = points[category] * (1 / 20)
    out[start + NUM_CATEGORIES] = points[TOTAL] * (1 / 50)
    for face in range(FACES):
        out[O_HANDS + position * FACES + face] = g.hand[seat, face] * (1 / 2)


@kernel
def observe_running(g, out):
    """What the running phase has to remember, as far as all see it."""
    start = O_RUNNING
    if g.exchanged != NONE:
        out[start + g.exchanged] = 1.0
    start += NUM_EXCHANGES
    out[start] = g.displaced * (1 / 10)
    out[start + 1] = g.left * (1 / 2)
    start += 2
    if g.phase == TAKE:
        out[start + g.floor] = 1.0
    start += NUM_STONES
    out[start] = g.building_steps * (1 / 3)
    out[start + 1] = g.wall_steps * (1 / 3)
    if g.card != NONE:
        out[start + 2 + g.card] = 1.0


@kernel
def observe_commitment(g, viewer, out):
    """The viewer's own; what the others chose waits for the reveal.

    Who can send nothing is not asked. Its empty commitment shows from the first, or it would tell
    that the seats before have chosen.
    """
    start = O_COMMITMENT
    if ALLIANCE <= g.phase <= EXCHANGE and armies_at_hand(g, viewer) == 0:
        out[start : start + 3] = 1.0
        return
    if g.alliance[viewer] == NONE:
        return
    out[start] = 1.0
    out[start + 3] = g.alliance[viewer] * (1 / 10)
    if g.city[viewer] == NONE:
        return
    out[start + 1] = 1.0
    out[start + 4] = g.city[viewer] * (1 / 10)
    if g.pilgrim_pairs[viewer] == NONE:
        return
    out[start + 2] = 1.0
    out[start + 5] = g.pilgrim_pairs[viewer] * (1 / 10)
    out[start + 6] = g.gold_pairs[viewer] * (1 / 10)
    for kind in range(NUM_EXCHANGES):
        out[start + 7 + kind] = g.exchanges[viewer, kind] * (1 / 10)
