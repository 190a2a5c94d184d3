"""The Prefect: a province produces, or the coins of the markers are collected."""

from __future__ import annotations

from concordia_env.actions import A_COLLECT, A_PRODUCE
from concordia_env.constants import COLLECTED, NONE, PREFECT_PHASE, PREFECT_PM, PRODUCED
from concordia_env.rules.notice import notice
from concordia_env.rules.storehouse import take_in
from env_core.jit import kernel


@kernel
def start_prefect(t, g):
    g.phase = PREFECT_PHASE
    return False


@kernel
def legal_prefect(t, g, mask):
    """Any active province, with or without houses; the coins always, even if there are none."""
    mask[A_COLLECT] = True
    count = 1
    for province in range(t.num_provinces):
        if t.province_in_play[province] == 1 and g.coin_side[province] == 0:
            mask[A_PRODUCE + province] = True
            count += 1
    return count


@kernel
def apply_prefect(t, g, action):
    if action == A_COLLECT:
        collect(t, g)
        notice(t, g, COLLECTED, NONE)
        return True
    produce(t, g, action - A_PRODUCE)
    notice(t, g, PRODUCED, action - A_PRODUCE)
    return take_in(t, g)


@kernel
def collect(t, g):
    for province in range(t.num_provinces):
        if g.coin_side[province] == 1:
            g.money[g.executor] += t.coins[g.bonus[province]]
            g.coin_side[province] = 0


@kernel
def produce(t, g, province):
    """The bonus for the executor and what the houses yield.

    The Praefectus Magnus doubles the bonus and passes to the right neighbour at once; on a card he
    doubles it too.
    """
    seat = g.executor
    g.coin_side[province] = 1
    g.pool[seat, g.bonus[province]] += 1
    if g.role == PREFECT_PM:
        g.pool[seat, g.bonus[province]] += 1
    if g.magnus == seat:
        g.pool[seat, g.bonus[province]] += 1
        g.magnus = (seat - 1) % t.players
    yield_goods(t, g, province)


@kernel
def yield_goods(t, g, province):
    """Fill the pools with a good of its city for every house; Contrarius takes none."""
    for city in range(t.num_cities):
        if t.city_province[city] == province and city != t.capital:
            for owner in range(t.players):
                g.pool[owner, g.city_good[city]] += g.houses[city, owner]
