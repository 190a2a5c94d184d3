"""The set-up of team play: the second half of the seats choose where their colonists begin."""

from __future__ import annotations

from concordia_env.actions import A_CITY
from concordia_env.constants import CITIES, HOME, LAND, PLACE, SEA
from concordia_env.rules.colonists import move_colonist
from concordia_env.rules.turn import start_turn
from env_core.jit import kernel


@kernel
def ask_place(g, seat):
    g.seat = seat
    g.phase = PLACE


@kernel
def may_start_in(t, city):
    """Neither the capital nor a city that a route joins to it, which itself counts as joined."""
    return t.city_in_play[city] == 1 and t.city_beside_capital[city] == 0


@kernel
def legal_place(t, g, mask):
    count = 0
    for city in range(t.num_cities):
        if may_start_in(t, city):
            mask[A_CITY + city] = True
            count += 1
    return count


@kernel
def apply_place(t, g, action):
    """A colonist of each kind, or two of the one kind that has a route there."""
    city = action - A_CITY
    for kind in (LAND, SEA):
        if t.city_has_kind[city, kind] == 1:
            move_colonist(t, g, g.seat, HOME, kind * CITIES + city)
            if t.city_has_kind[city, 1 - kind] == 0:
                move_colonist(t, g, g.seat, HOME, kind * CITIES + city)
    if g.seat + 1 < t.players:
        ask_place(g, g.seat + 1)
    else:
        start_turn(g, 0)
    return False
