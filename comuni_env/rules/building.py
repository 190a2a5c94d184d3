"""Build actions: a card becomes a storey of a building or of the wall."""

from __future__ import annotations

import numpy as np

from comuni_env.actions import (
    A_CARD,
    A_DONE,
    A_NEW,
    A_RAISE,
    A_WALL_NEW,
    A_WALL_RAISE,
    RAISES,
)
from comuni_env.constants import BUILD, HEIGHT, KINDS, NONE, TARGET
from comuni_env.rules.stock import has_craftsmen, pay_craftsmen
from env_core.jit import kernel

NUM_KINDS = len(KINDS)
# What a step is of, and a building or section that is not begun: not literals, for which kernels
# would be compiled once more.
BUILDING = np.int64(1)
WALL = np.int64(0)
GROUND = np.int64(0)


@kernel
def start_build(g):
    g.seat = g.active
    g.phase = BUILD


@kernel
def action_cost(g, building):
    """Craftsmen for one more step of buildings, or else of the wall.

    A build action is one step of each; the first is free.
    """
    buildings = g.building_steps + building
    walls = g.wall_steps + 1 - building
    before = max(1, max(g.building_steps, g.wall_steps))
    return max(1, max(buildings, walls)) - before


@kernel
def level_cost(t, face, storey):
    """Craftsmen for the levels that the card lacks."""
    return max(0, storey - t.face_level[face])


@kernel
def may_build(g):
    """Buildings come before the wall: the order does not change what a turn can do."""
    return g.wall_steps == 0


@kernel
def legal_build(t, g, mask):
    """A card can be used if a new building or section can be paid: nothing is cheaper."""
    mask[A_DONE] = True
    count = 1
    building = may_build(g) and has_craftsmen(g, g.seat, action_cost(g, BUILDING))
    if not building and not has_craftsmen(g, g.seat, action_cost(g, WALL)):
        return count
    for face in range(t.num_faces):
        if g.hand[g.seat, face] > 0:
            mask[A_CARD + face] = True
            count += 1
    return count


@kernel
def apply_build(t, g, action):
    if action == A_DONE:
        g.building_steps = 0
        g.wall_steps = 0
        return True
    g.card = action - A_CARD
    g.phase = TARGET
    return False


@kernel
def legal_target(t, g, mask):
    seat = g.seat
    count = 0
    if may_build(g):
        for kind in range(NUM_KINDS):
            if t.face_kinds[g.card] >> kind & 1:
                count += legal_storeys(
                    t,
                    g,
                    mask,
                    BUILDING,
                    g.buildings[seat, kind],
                    A_NEW + kind,
                    A_RAISE + kind * RAISES,
                )
    return count + legal_storeys(
        t, g, mask, WALL, g.walls[seat], np.int64(A_WALL_NEW), np.int64(A_WALL_RAISE)
    )


@kernel
def legal_storeys(t, g, mask, building, heights, new, first_raise):
    """A new building or section, or one more storey on one of those there are."""
    cost = action_cost(g, building)
    count = 0
    if has_craftsmen(g, g.seat, cost):
        mask[new] = True
        count += 1
    for height in range(1, HEIGHT):
        storey = height + 1
        if heights[height - 1] > 0 and has_craftsmen(
            g, g.seat, cost + level_cost(t, g.card, storey)
        ):
            mask[first_raise + height - 1] = True
            count += 1
    return count


@kernel
def apply_target(t, g, action):
    """Pay, build, and go back to the choice of a card."""
    if action >= A_WALL_NEW:
        raise_wall(t, g, GROUND if action == A_WALL_NEW else action - A_WALL_RAISE + 1)
    elif action >= A_RAISE:
        raise_building(t, g, (action - A_RAISE) // RAISES, (action - A_RAISE) % RAISES + 1)
    else:
        raise_building(t, g, action - A_NEW, GROUND)
    g.hand[g.seat, g.card] -= 1
    g.spent[g.card] += 1
    g.card = NONE
    g.phase = BUILD


@kernel
def raise_building(t, g, kind, height):
    """Points for the new storey; the kind becomes activated."""
    seat = g.seat
    pay_craftsmen(g, seat, action_cost(g, BUILDING) + level_cost(t, g.card, height + 1))
    add_storey(g.buildings[seat, kind], height)
    g.points[seat] += height + 1
    g.activated[seat, kind] = 1
    g.building_steps += 1


@kernel
def raise_wall(t, g, height):
    """A section that becomes complete brings a bonus wall, as long as there are any."""
    seat = g.seat
    pay_craftsmen(g, seat, action_cost(g, WALL) + level_cost(t, g.card, height + 1))
    add_storey(g.walls[seat], height)
    if height + 1 == HEIGHT and g.bonus_walls > 0:
        g.bonus_walls -= 1
        add_storey(g.walls[seat], GROUND)
    g.wall_steps += 1


@kernel
def add_storey(heights, height):
    """One of this height (0: none yet) becomes one storey higher."""
    if height > 0:
        heights[height - 1] -= 1
    heights[height] += 1
