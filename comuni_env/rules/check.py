"""Invariants of a game record as one kernel, for tests, debugging and hand-made positions."""

from __future__ import annotations

import numpy as np

from comuni_env.constants import (
    ALLIANCE,
    BUILD,
    COLUMN_CARDS,
    COLUMNS,
    COMUNI,
    DECKS,
    DISCARD,
    EMPEROR,
    EXCHANGE,
    GIVES,
    GOLD,
    HEIGHT,
    INVASIONS,
    KINDS,
    NONE,
    OVER,
    PROJECT,
    RELOCATE,
    RESTORE,
    STONES,
    TAKE,
    TARGET,
)
from comuni_env.rules.commitment import (
    least_pairs,
    left_over,
    missing_armies,
    most_alliance,
    most_city,
    most_pairs,
)
from comuni_env.rules.hand import hand_size
from env_core.jit import kernel

FAULTS = (
    "",
    "stones: supply, stocks and gold on the columns do not make the stones of the game",
    "stones: a number is negative",
    "cards: a card is missing or there are too many of it",
    "columns: the cards are not sorted, more than fit, or could have been filled up from a deck",
    "columns: gold without an envoy, or envoys in stock, on columns and displaced are not all",
    "seats: comuni are not in the order of their numbers, or a figure is negative",
    "buildings: a number of buildings or wall sections, or of bonus walls, is not possible",
    "table: active seat, leader, guild masters or number of turns do not fit the players",
    "end: decks, invasions, last_turns and phase over disagree",
    "heroes: more tiles than invasions, or a gap between them",
    "phase: the seat or a figure of the running phase does not fit it",
    "commitments: they are not those of the seats asked so far, or more than the seat can pay",
)
(
    FINE, STONE_COUNT, STONE_SIGN, CARD_COUNT, COLUMN_ORDER, ENVOYS, SEAT_RANGE, BUILDING_RANGE,
    TABLE_RANGE, END, HERO_ORDER, PHASE_FIGURE, COMMITTED,
) = range(13)  # fmt: skip
NUM_STONES = len(STONES)
NUM_KINDS = len(KINDS)
NUM_EXCHANGES = len(GIVES)


@kernel
def check(tables, games, i):
    """Index into FAULTS of the first invariant that does not hold; 0 when all do."""
    g = games[i]
    t = tables[g.scenario]
    if not table_in_range(t, g):
        return TABLE_RANGE
    if not stones_conserved(t, g):
        return STONE_COUNT
    if not stones_positive(t, g):
        return STONE_SIGN
    if not cards_complete(t, g):
        return CARD_COUNT
    if not columns_sorted(t, g):
        return COLUMN_ORDER
    if not envoys_complete(t, g):
        return ENVOYS
    for seat in range(t.players):
        if not seat_in_range(g, seat):
            return SEAT_RANGE
        if not buildings_in_range(g, seat):
            return BUILDING_RANGE
        if not heroes_packed(g, seat):
            return HERO_ORDER
    if not 0 <= g.bonus_walls <= t.bonus_walls:
        return BUILDING_RANGE
    if not end_fits(t, g):
        return END
    if not phase_fits(t, g):
        return PHASE_FIGURE
    if not commitments_fit(t, g):
        return COMMITTED
    return FINE


@kernel
def table_in_range(t, g):
    if not (0 <= g.active < t.players and 0 <= g.leader < t.players and g.turns >= 1):
        return False
    if g.last_turns == NONE and g.leader != g.active:
        return False
    for kind in range(NUM_KINDS):
        if not NONE <= g.guild_master[kind] < t.players:
            return False
    return NONE <= g.last_turns <= t.players


@kernel
def stones_conserved(t, g):
    for stone in range(NUM_STONES):
        total = g.supply[stone]
        for seat in range(t.players):
            total += g.stones[seat, stone]
        if stone == GOLD:
            total += g.displaced
            for column in range(COLUMNS):
                total += g.bid[column]
        if total != t.supply[stone]:
            return False
    return True


@kernel
def stones_positive(t, g):
    """Exchanges against the Emperor ask for no supply, so that it may fall below 0 at the end."""
    for stone in range(NUM_STONES):
        if g.supply[stone] < 0 and g.phase != OVER:
            return False
        for seat in range(t.players):
            if g.stones[seat, stone] < 0:
                return False
    return True


@kernel
def cards_complete(t, g):
    for face in range(t.num_faces):
        left = -g.spent[face]
        for deck in range(DECKS):
            left += t.deck_cards[deck, face]
            for index in range(g.deck_size[deck]):
                left -= g.deck[deck, index] == face
        for column in range(t.num_columns):
            for slot in range(COLUMN_CARDS):
                left -= g.cards[column, slot] == face
        for seat in range(t.players):
            left -= g.hand[seat, face]
        if left != 0:
            return False
    return True


@kernel
def columns_sorted(t, g):
    """Outside a project and an invasion the columns are full unless all decks are empty."""
    filled = g.phase not in (RELOCATE, TAKE) and not ALLIANCE <= g.phase <= EXCHANGE
    for column in range(COLUMNS):
        size = t.column_size[column] if column < t.num_columns else 0
        for slot in range(COLUMN_CARDS):
            face = g.cards[column, slot]
            if face == NONE:
                if filled and slot < size and g.last_turns == NONE:
                    return False
                continue
            if slot >= size:
                return False
            if slot > 0 and not NONE < g.cards[column, slot - 1] <= face:
                return False
    return True


@kernel
def envoys_complete(t, g):
    for column in range(COLUMNS):
        if not NONE <= g.envoy[column] < t.players or g.bid[column] < 0:
            return False
        if g.envoy[column] == NONE and g.bid[column] > 0:
            return False
        if g.envoy[column] != NONE and g.cards[column, 0] == NONE:
            return False
    for seat in range(t.players):
        envoys = g.envoys[seat] + (g.phase == RELOCATE and g.seat == seat)
        for column in range(COLUMNS):
            envoys += g.envoy[column] == seat
        if envoys != t.envoys or g.envoys[seat] < 0:
            return False
    return True


@kernel
def seat_in_range(g, seat):
    if not 0 <= g.comune[seat] < COMUNI or g.points[seat] < 0 or g.loot[seat] < 0:
        return False
    return seat == 0 or g.comune[seat - 1] < g.comune[seat]


@kernel
def buildings_in_range(g, seat):
    for height in range(HEIGHT):
        if g.walls[seat, height] < 0:
            return False
        for kind in range(NUM_KINDS):
            if g.buildings[seat, kind, height] < 0:
                return False
    return True


@kernel
def heroes_packed(g, seat):
    for slot in range(INVASIONS):
        value = g.heroes[seat, slot]
        if value < 0 or (value > 0 and slot >= g.invasions):
            return False
        if value > 0 and slot > 0 and g.heroes[seat, slot - 1] == 0:
            return False
    return True


@kernel
def end_fits(t, g):
    """An empty deck has brought its invasion, or is just bringing it; deck D fixes the end."""
    committing = ALLIANCE <= g.phase <= EXCHANGE
    empty = 0
    while empty < DECKS and g.deck_size[empty] == 0:
        empty += 1
    for deck in range(empty, DECKS):
        if g.deck_size[deck] == 0:
            return False
    if (empty == DECKS) != (g.last_turns != NONE):
        return False
    if g.phase == OVER:
        return g.invasions == INVASIONS and g.last_turns == 0
    if empty == DECKS:
        return g.invasions == EMPEROR and (not committing or g.last_turns == 0)
    return g.invasions == empty - committing


@kernel
def phase_fits(t, g):
    """Figures that belong to another phase rest; the deciding seat is the active one or asked."""
    phase = g.phase
    committing = ALLIANCE <= phase <= EXCHANGE
    if phase == OVER:
        if g.seat != NONE:
            return False
    elif not 0 <= g.seat < t.players:
        return False
    elif phase != RELOCATE and not committing and g.seat != g.active:
        return False
    if phase == EXCHANGE and g.invasions != EMPEROR:
        return False
    if not NONE <= g.exchanged < NUM_EXCHANGES or (g.exchanged != NONE and phase != PROJECT):
        return False
    if g.displaced < 0 or (g.displaced > 0 and phase != RELOCATE):
        return False
    if phase == TAKE:
        if g.left < 1 or not 0 <= g.floor < NUM_STONES:
            return False
    elif g.left != 0:
        return False
    if phase not in (BUILD, TARGET) and (g.building_steps != 0 or g.wall_steps != 0):
        return False
    if (phase == TARGET) != (g.card != NONE):
        return False
    if phase == TARGET and g.hand[g.seat, g.card] == 0:
        return False
    if phase == DISCARD:
        return hand_size(t, g, g.seat) > t.hand_limit
    if phase == RESTORE and t.end_turn == 0:
        return hand_size(t, g, g.seat) <= t.hand_limit
    return True


@kernel
def commitments_fit(t, g):
    """Complete for seats asked before, as far as the phase says for who decides, else none."""
    committing = ALLIANCE <= g.phase <= EXCHANGE
    waiting = not committing
    for offset in range(t.players):
        seat = (g.active + offset) % t.players
        deciding = committing and seat == g.seat
        if waiting:
            steps = 0
        elif deciding:
            steps = int(g.phase - ALLIANCE)
        else:
            steps = 3
        if not commitment_fits(t, g, seat, steps):
            return False
        waiting = waiting or deciding
    return True


@kernel
def commitment_fits(t, g, seat, steps):
    """The first ``steps`` of alliance, city and pairs are chosen and can be paid."""
    if (g.alliance[seat] != NONE) != (steps >= 1) or (g.city[seat] != NONE) != (steps >= 2):
        return False
    paired = steps >= 3
    if (g.pilgrim_pairs[seat] != NONE) != paired or (g.gold_pairs[seat] != NONE) != paired:
        return False
    for kind in range(NUM_EXCHANGES):
        number = g.exchanges[seat, kind]
        if number < 0 or (number > 0 and not (paired and g.invasions == EMPEROR)):
            return False
    if steps >= 1 and not 0 <= g.alliance[seat] <= most_alliance(g, seat):
        return False
    if steps >= 2 and not 0 <= g.city[seat] <= most_city(t, g, seat, np.int64(g.alliance[seat])):
        return False
    if not paired:
        return True
    if not least_pairs(g, seat) <= g.pilgrim_pairs[seat] <= most_pairs(g, seat):
        return False
    if g.gold_pairs[seat] != missing_armies(g, seat) - g.pilgrim_pairs[seat]:
        return False
    for stone in range(NUM_STONES):
        if left_over(g, seat, stone) < 0:
            return False
    return True
