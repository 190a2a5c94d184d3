"""What things are worth to the seat that decides, in points.

The values look ahead by rule of thumb only: what stones, walls and buildings bring counts in
proportion to the turns and invasions to come. Each style multiplies them by weights of its own.
Nothing behind another seat's screen enters them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from comuni_env.actions import A_NEW, A_RAISE, A_WALL_NEW, A_WALL_RAISE, RAISES
from comuni_env.constants import (
    ARMIES,
    CRAFTSMEN,
    DECKS,
    HEIGHT,
    INVASIONS,
    KINDS,
    NONE,
    W_GUILD_MASTERS,
    W_KINDS,
    W_LEAD,
    W_LOOT,
    W_SET,
    W_STONES,
    W_WALLS,
    YIELDS,
)
from comuni_env.rules.building import BUILDING, WALL, action_cost, level_cost, may_build
from comuni_env.rules.guilds import FIRST_HEIGHT, kind_points
from comuni_env.rules.income import tallest
from comuni_env.rules.invasion import defence, leader_bonus, strength
from comuni_env.rules.stock import has_craftsmen
from env_core.jit import kernel

NUM_KINDS = len(KINDS)
NEVER = -1000.0
NOW = np.int64(1)  # not literals, for which kernels would be compiled once more
LATER = np.int64(0)
OUT_OF_REACH = 2000.0  # more than anything is worth

# Stones: gold, armies, pilgrims, craftsmen.
STONE = (0.55, 0.9, 0.75, 0.9)  # points of the first one with the game ahead ...
LAST = (0.15, 0.35, 0.4, 0.25)  # ... and in the last turns
PLENTY = 8.0  # stones in stock that halve the worth of further ones
TURNS = 19.0  # of a seat in a whole game
LONG = 5.0  # turns ahead that give a stone its full worth
INCOMES = 0.33  # share of turns with an income

# Buildings.
ATTACK = 0.08  # loot for each point of lead, in each invasion to come ...
BARE_ATTACK = 0.34  # ... and where the defence does not hold the next one
SET_KIND = 1.6  # for a kind that is built first
SET_STOREY = 0.55  # for each storey on the only building of a kind
SPOILED = 1.8  # lost by a second, lower building of a kind
GUILD = 3.0  # for a guild master, besides what it yields

# Walls.
ARMIES_READY = 3.0  # besides those in stock, until the next invasion
SPARE = 0.4  # loot for each point of defence beyond what the next attack needs ...
NEEDED = 0.95  # ... and for each point that is lacking


class Outlook(NamedTuple):
    """The decider, its style and what it expects."""

    seat: int
    style: int  # row of its weights in the tables
    turns: float  # of its own that are yet to begin
    invasions: int  # to come
    armies: int  # that it will have in the next one
    gap: float  # attack in the next one, less what others and the leader's figure take off
    bare: bool  # whether the walls with these armies do not hold it


@kernel
def turns_ahead(t, g, seat):
    """Turns of a seat that are yet to begin, estimated from the cards left in the decks."""
    if g.last_turns != NONE:
        begins = (seat - g.active - 1) % t.players  # turns that begin before the seat's next one
        return 1.0 if begins < g.last_turns else 0.0
    left = 0
    for deck in range(DECKS):
        left += g.deck_size[deck]
    return 1.0 + TURNS * left / t.num_cards


@kernel
def outlook(t, g, style):
    seat = np.int64(g.seat)
    turns = turns_ahead(t, g, seat)
    armies = np.int64(g.stones[seat, ARMIES]) + np.int64(ARMIES_READY)
    attack = 0.0
    if g.invasions < INVASIONS:
        attack = float(strength(t, g, seat) - leader_bonus(t, g, seat)) - allies(t, g, seat)
    bare = attack > defence(g, seat, armies)
    return Outlook(seat, style, turns, INVASIONS - np.int64(g.invasions), armies, attack, bare)


@kernel
def allies(t, g, seat):
    """Armies of the others in the next alliance: as many as in the last one."""
    armies = 0.0
    for other in range(t.players):
        if other != seat:
            armies += g.last_alliance[other] if g.invasions > 0 else 1.0
    return armies


@kernel
def stone_worth(t, g, v, stone):
    """Points of one more stone."""
    ahead = min(1.0, v.turns / LONG)
    worth = LAST[stone] + (STONE[stone] - LAST[stone]) * ahead
    worth *= PLENTY / (PLENTY + g.stones[v.seat, stone])
    worth *= t.style[v.style, W_STONES + stone]
    if stone == ARMIES and v.bare:
        needed = NEEDED * weakest_manned(g, v.seat, v.armies + 1)
        worth = max(worth, needed * t.style[v.style, W_LOOT])
    return worth


@kernel
def weakest_manned(g, seat, armies):
    """Value of the last wall card that so many armies would man; 1 where they have none."""
    cards = 0
    manned = 0
    for storey in range(HEIGHT, 0, -1):
        cards += g.walls[seat, storey - 1]
        manned += cards
        if manned >= armies:
            return storey + 1
    return 1


@kernel
def wall_gain(t, g, v, storey):
    """Defence that a wall card of this storey adds in all invasions to come."""
    if v.invasions == 0:
        return 0.0
    better = max(0, storey + 1 - weakest_manned(g, v.seat, v.armies))
    gain = better * ((NEEDED if v.bare else SPARE) + SPARE * (v.invasions - 1))
    return gain * t.style[v.style, W_WALLS]


@kernel
def building_gain(t, g, v, kind, storey):
    """Points of a storey, its yields, guild master and share of the set."""
    seat = v.seat
    weights = t.style[v.style]
    top = tallest(g, seat, kind)
    stone = stone_worth(t, g, v, YIELDS[kind])
    incomes = INCOMES * v.turns
    attacks = (BARE_ATTACK if v.bare else ATTACK) * v.invasions
    gain = storey * (1.0 - attacks * weights[W_LEAD])
    if storey > top:
        gain += (storey - top) * stone * 0.5 * incomes
    if g.activated[seat, kind] == 0:
        gain += max(storey, top) * stone * min(1.0, incomes)
    if top == 0:
        gain += SET_KIND * weights[W_SET]
    elif storey == 1:
        gain -= SPOILED * weights[W_SET]
    elif storey == top + 1:
        gain += SET_STOREY * storey * weights[W_SET]
    guild = GUILD * weights[W_GUILD_MASTERS]
    gain += guild_gain(g, v, kind, storey, guild + stone * incomes)
    return gain * weights[W_KINDS + kind]


@kernel
def guild_gain(g, v, kind, storey, worth):
    """The worth of a guild master, if the storey wins it."""
    holder = g.guild_master[kind]
    if holder == v.seat:
        return 0.0
    if holder == NONE:
        return worth if storey >= FIRST_HEIGHT else 0.0
    wins = kind_points(g, v.seat, kind) + storey > kind_points(g, holder, kind)
    return worth if wins else 0.0


@kernel
def best_target(t, g, v, face, when):
    """Value and action of the best use of a card.

    NOW only what can be paid in this phase counts, LATER what a turn to come could do.
    """
    best = NEVER
    action = NONE
    if when == LATER or may_build(g):
        for kind in range(NUM_KINDS):
            if not t.face_kinds[face] >> kind & 1:
                continue
            for height in range(HEIGHT):
                if height > 0 and g.buildings[v.seat, kind, height - 1] == 0:
                    continue
                cost = target_cost(t, g, v, face, BUILDING, height + 1, when)
                value = building_gain(t, g, v, kind, height + 1) - cost
                if value > best:
                    best = value
                    action = A_NEW + kind if height == 0 else A_RAISE + kind * RAISES + height - 1
    for height in range(HEIGHT):
        if height > 0 and g.walls[v.seat, height - 1] == 0:
            continue
        value = wall_gain(t, g, v, height + 1) - target_cost(t, g, v, face, WALL, height + 1, when)
        if value > best:
            best = value
            action = A_WALL_NEW if height == 0 else A_WALL_RAISE + height - 1
    return best, action


@kernel
def target_cost(t, g, v, face, building, storey, when):
    """Worth of the craftsmen for a storey; out of reach if they cannot be paid now."""
    craftsmen = level_cost(t, face, storey)
    if when == NOW:
        craftsmen += action_cost(g, building)
        if not has_craftsmen(g, v.seat, craftsmen):
            return OUT_OF_REACH
    return craftsmen * stone_worth(t, g, v, CRAFTSMEN)


@kernel
def card_worth(t, g, v, face):
    """Of a card to be built in some later turn."""
    return max(0.0, best_target(t, g, v, face, LATER)[0])
