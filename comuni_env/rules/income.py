"""Income: base yield, activated buildings and guild masters."""

from __future__ import annotations

from comuni_env.constants import HEIGHT, KINDS, STONES, YIELDS
from comuni_env.rules.choice import start_take
from comuni_env.rules.stock import gain
from comuni_env.tables import ANY
from env_core.jit import kernel

NUM_STONES = len(STONES)
NUM_KINDS = len(KINDS)


@kernel
def tallest(g, seat, kind):
    """Height of the seat's tallest building of a kind, or 0."""
    most = 0
    for height in range(1, HEIGHT + 1):
        most = height if g.buildings[seat, kind, height - 1] > 0 else most
    return most


@kernel
def kind_yield(g, seat, kind):
    """Stones of the kind: its tallest building if activated, and one for the guild master."""
    height = tallest(g, seat, kind) if g.activated[seat, kind] == 1 else 0
    return height + (g.guild_master[kind] == seat)


@kernel
def income(t, g):
    """All kinds become inactive, even if nothing was paid; the stones of choice come last."""
    seat = g.seat
    base = t.comune_yield[g.comune[seat]]
    for kind in range(NUM_KINDS):
        stone = YIELDS[kind]
        gain(g, seat, stone, base[stone] + kind_yield(g, seat, kind))
        g.activated[seat, kind] = 0
    return start_take(g, base[ANY])
