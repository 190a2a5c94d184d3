"""Restoring the city: pilgrims remove loot at the end of a turn."""

from __future__ import annotations

from comuni_env.actions import A_RESTORE
from comuni_env.constants import MOST_RESTORED, PILGRIMS, RESTORE
from comuni_env.rules.stock import pay
from env_core.jit import kernel


@kernel
def start_restore(g):
    g.phase = RESTORE


@kernel
def legal_restore(t, g, mask):
    count = 0
    for tiles in range(MOST_RESTORED + 1):
        if g.loot[g.seat] >= tiles and g.stones[g.seat, PILGRIMS] >= t.restore[tiles]:
            mask[A_RESTORE + tiles] = True
            count += 1
    return count


@kernel
def apply_restore(t, g, action):
    tiles = action - A_RESTORE
    pay(g, g.seat, PILGRIMS, t.restore[tiles])
    g.loot[g.seat] -= tiles
    return True
