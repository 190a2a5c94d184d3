"""Guild masters go to who has built most of their kind."""

from __future__ import annotations

from comuni_env.constants import HEIGHT, KINDS, NONE
from comuni_env.rules.income import tallest
from env_core.jit import kernel

NUM_KINDS = len(KINDS)
FIRST_HEIGHT = 2  # of a building that wins a guild master nobody holds


@kernel
def full_value(height):
    """Points of a building with all its storeys."""
    return height * (height + 1) // 2


@kernel
def kind_points(g, seat, kind):
    """Points of all the seat's buildings of a kind."""
    points = 0
    for height in range(1, HEIGHT + 1):
        points += g.buildings[seat, kind, height - 1] * full_value(height)
    return points


@kernel
def claim_guild_masters(g):
    """The active seat takes those that nobody holds or where it has strictly more points."""
    seat = g.active
    for kind in range(NUM_KINDS):
        holder = g.guild_master[kind]
        if holder == seat:
            continue
        if holder == NONE:
            if tallest(g, seat, kind) >= FIRST_HEIGHT:
                g.guild_master[kind] = seat
        elif kind_points(g, seat, kind) > kind_points(g, holder, kind):
            g.guild_master[kind] = seat
