"""Stones of the player's choice, from bonus columns and base yields."""

from __future__ import annotations

from comuni_env.actions import A_TAKE
from comuni_env.constants import GOLD, STONES, TAKE
from env_core.jit import kernel

NUM_STONES = len(STONES)


@kernel
def start_take(g, choices):
    """Ask for the stones; True when there is none to take."""
    g.left = choices
    g.floor = GOLD
    g.phase = TAKE
    return take_finished(g)


@kernel
def take_finished(g):
    """Stones lapse when the supplies that may be chosen from are empty."""
    if g.left > 0 and stock_from(g, g.floor) > 0:
        return False
    g.left = 0
    g.floor = GOLD
    return True


@kernel
def stock_from(g, first):
    """Stones in the supply of a kind and all later ones."""
    stock = 0
    for stone in range(first, NUM_STONES):
        stock += g.supply[stone]
    return stock


@kernel
def legal_take(t, g, mask):
    """Several stones are taken in their order; no choice makes a later one lapse needlessly."""
    needed = min(g.left, stock_from(g, g.floor))
    count = 0
    for stone in range(g.floor, NUM_STONES):
        if g.supply[stone] > 0 and stock_from(g, stone) >= needed:
            mask[A_TAKE + stone] = True
            count += 1
    return count


@kernel
def apply_take(t, g, action):
    stone = action - A_TAKE
    g.supply[stone] -= 1
    g.stones[g.seat, stone] += 1
    g.left -= 1
    g.floor = stone
    return take_finished(g)
