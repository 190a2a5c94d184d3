"""Mason, Farmer, Smith, Vintner, Weaver: every own house of their good produces."""

from __future__ import annotations

from concordia_env.constants import MASON
from concordia_env.rules.storehouse import free_spaces, gain
from env_core.jit import kernel


@kernel
def houses_of_good(t, g, party, good):
    count = 0
    for city in range(t.num_cities):
        if g.city_good[city] == good:
            count += g.houses[city, party]
    return count


@kernel
def start_specialist(t, g):
    """The five specialists stand in the order of the goods."""
    good = g.role - MASON
    gain(g, g.executor, good, houses_of_good(t, g, g.executor, good))
    return True


@kernel
def specialist_is_idle(t, g, seat, role):
    return free_spaces(g, seat) == 0 or houses_of_good(t, g, seat, role - MASON) == 0
