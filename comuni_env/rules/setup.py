"""Deal a game: comuni, decks and columns."""

from __future__ import annotations

from comuni_env.constants import COMUNI, DECKS, GOLD, NONE, STONES
from comuni_env.rules.invasion import clear_commitments
from comuni_env.rules.refill import draw_card, lay_card
from comuni_env.rules.turn import start_turn
from env_core.jit import kernel
from env_core.rng import draw, reseed, shuffle

NUM_STONES = len(STONES)


@kernel
def clear(g):
    """An empty table."""
    g.num_events = 0
    g.deck[:] = NONE
    g.deck_size[:] = 0
    g.cards[:] = NONE
    g.envoy[:] = NONE
    g.bid[:] = 0
    g.supply[:] = 0
    g.bonus_walls = 0
    g.guild_master[:] = NONE
    g.spent[:] = 0
    g.comune[:] = 0
    g.points[:] = 0
    g.stones[:] = 0
    g.envoys[:] = 0
    g.hand[:] = 0
    g.buildings[:] = 0
    g.walls[:] = 0
    g.activated[:] = 0
    g.loot[:] = 0
    g.heroes[:] = 0
    g.active = 0
    g.leader = 0
    g.last_turns = NONE
    g.turns = 0
    g.invasions = 0
    g.last_alliance[:] = 0
    g.last_city[:] = 0
    g.exchanged = NONE
    g.displaced = 0
    g.left = 0
    g.floor = GOLD
    g.building_steps = 0
    g.wall_steps = 0
    g.card = NONE
    clear_commitments(g)


@kernel
def clear_table(games, i):
    """Make game ``i`` an empty table of scenario 0, to be filled by hand."""
    games[i].scenario = 0
    clear(games[i])


@kernel
def draw_comuni(t, g):
    """As many comuni as players, seated by their numbers."""
    left = t.players
    for comune in range(COMUNI):
        if draw(g, COMUNI - comune) < left:
            g.comune[t.players - left] = comune
            left -= 1


@kernel
def seat_players(t, g):
    for stone in range(NUM_STONES):
        g.supply[stone] = t.supply[stone]
    for seat in range(t.players):
        g.envoys[seat] = t.envoys
        for stone in range(NUM_STONES):
            g.stones[seat, stone] = t.comune_start[g.comune[seat], stone]
            g.supply[stone] -= g.stones[seat, stone]


@kernel
def build_decks(t, g):
    """Each deck shuffled on its own; the columns are filled from deck A."""
    for deck in range(DECKS):
        for face in range(t.num_faces):
            for _ in range(t.deck_cards[deck, face]):
                g.deck[deck, g.deck_size[deck]] = face
                g.deck_size[deck] += 1
        shuffle(g, g.deck[deck], 0, g.deck_size[deck])
    for column in range(t.num_columns):
        for _ in range(t.column_size[column]):
            lay_card(g, column, draw_card(g, 0))


@kernel
def deal(t, g, key_0, key_1):
    reseed(g, key_0, key_1)
    clear(g)
    draw_comuni(t, g)
    seat_players(t, g)
    build_decks(t, g)
    g.bonus_walls = t.bonus_walls
    start_turn(g, 0)
