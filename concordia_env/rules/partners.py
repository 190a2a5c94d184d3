"""Teams: who is whose partner, the purse that partners share, and what they have copied.

Where everybody plays for himself a seat is its own partner.
"""

from __future__ import annotations

from concordia_env.constants import TEAMS
from env_core.jit import kernel


@kernel
def in_teams(t):
    return t.teams < t.players


@kernel
def partner_of(t, seat):
    return (seat + t.teams) % t.players


@kernel
def funds(t, g, seat):
    """Sestertii a seat can spend: its own and its partner's."""
    if in_teams(t):
        return g.money[seat] + g.money[partner_of(t, seat)]
    return g.money[seat]


@kernel
def pay(t, g, seat, sestertii):
    """The own purse is emptied first; the partner pays the rest and cannot refuse."""
    own = min(sestertii, g.money[seat])
    g.money[seat] -= own
    g.money[partner_of(t, seat)] -= sestertii - own


@kernel
def note_copy(t, g, seat, source):
    """A team copies the same card of an opponent only once."""
    if in_teams(t):
        g.copied[seat % t.teams] |= 1 << source


@kernel
def may_copy_again(t, g, seat, source):
    return not in_teams(t) or not g.copied[seat % t.teams] >> source & 1


@kernel
def forget_copies(g, source):
    """The seat's top card changes: nobody has copied the new one."""
    for team in range(TEAMS):
        g.copied[team] &= ~(1 << source)
