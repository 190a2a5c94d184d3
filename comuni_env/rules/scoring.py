"""Points by category, now or at the end, and ranks."""

from __future__ import annotations

from comuni_env.constants import (
    CATEGORIES,
    GUILD_MASTERS,
    HEIGHT,
    HEROES,
    INVASIONS,
    KINDS,
    LOOT,
    MAJORITIES,
    NONE,
    SET,
    STONES,
    TOTAL,
    TRACK,
)
from comuni_env.rules.guilds import full_value
from comuni_env.rules.income import tallest
from env_core.jit import kernel

NUM_CATEGORIES = len(CATEGORIES)
NUM_KINDS = len(KINDS)
NUM_STONES = len(STONES)


@kernel
def score_majorities(t, g, points):
    """Points for the most stones of a kind, fewer if tied; none if nobody has any."""
    for seat in range(t.players):
        points[seat, MAJORITIES] = 0
    for stone in range(NUM_STONES):
        most = 1
        for seat in range(t.players):
            most = max(most, g.stones[seat, stone])
        tied = 0
        for seat in range(t.players):
            tied += g.stones[seat, stone] == most
        value = t.majority_alone if tied == 1 else t.majority_tied
        for seat in range(t.players):
            points[seat, MAJORITIES] += value if g.stones[seat, stone] == most else 0


@kernel
def lowest(g, seat, kind):
    """Height of the seat's lowest building of a kind, or 0."""
    least = 0
    for height in range(HEIGHT, 0, -1):
        least = height if g.buildings[seat, kind, height - 1] > 0 else least
    return least


@kernel
def set_bonus(t, g, seat):
    """With all four kinds: the full value of the lowest building.

    Of all own buildings, or where the option says so of the tallest of each kind.
    """
    least = HEIGHT
    for kind in range(NUM_KINDS):
        least = min(least, tallest(g, seat, kind) if t.tallest == 1 else lowest(g, seat, kind))
    return full_value(least)


@kernel
def score_seat(t, g, seat, points):
    """Fill ``points`` with the seat's score by category and its total, as if the game ended.

    Majorities, which concern all seats, are there already.
    """
    points[TRACK] = g.points[seat]
    points[GUILD_MASTERS] = 0
    for kind in range(NUM_KINDS):
        if g.guild_master[kind] == seat:
            points[GUILD_MASTERS] += t.guild_points
    points[HEROES] = 0
    for slot in range(INVASIONS):
        points[HEROES] += g.heroes[seat, slot]
    points[LOOT] = -g.loot[seat]
    points[SET] = set_bonus(t, g, seat)
    total = 0
    for category in range(NUM_CATEGORIES):
        total += points[category]
    points[TOTAL] = total


@kernel
def score(tables, games, i, points):
    """Fill ``points`` (seats x categories and total) for every seat of game ``i``."""
    g = games[i]
    t = tables[g.scenario]
    score_majorities(t, g, points)
    for seat in range(t.players):
        score_seat(t, g, seat, points[seat])


@kernel
def rank(tables, games, i, points, ranks):
    """Fill ``ranks`` (0 is best, -1 for nobody) from scored ``points``; ties by seat."""
    players = tables[games[i].scenario].players
    ranks[:] = NONE
    for seat in range(players):
        ranks[seat] = 0
        for other in range(players):
            lead = points[other, TOTAL] - points[seat, TOTAL]
            ranks[seat] += lead > 0 or (lead == 0 and other < seat)
