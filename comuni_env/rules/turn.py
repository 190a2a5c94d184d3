"""Turns: what follows each phase, who plays next, and when the game is over."""

from __future__ import annotations

from comuni_env.constants import INVASIONS, NONE, OVER
from comuni_env.rules.building import start_build
from comuni_env.rules.guilds import claim_guild_masters
from comuni_env.rules.hand import start_discard
from comuni_env.rules.invasion import reveal, start_invasion
from comuni_env.rules.loot import start_restore
from comuni_env.rules.project import start_project
from comuni_env.rules.refill import refill
from env_core.jit import kernel


@kernel
def start_turn(g, seat):
    """Until the last round the figure of the alliance leader moves with the turn."""
    g.active = seat
    if g.last_turns == NONE:
        g.leader = seat
    g.turns += 1
    start_project(g)


@kernel
def end_project(t, g):
    """Refill, with an invasion in the middle of it where a deck runs out; then build."""
    if refill(t, g):
        start_invasion(t, g)
    else:
        start_build(g)


@kernel
def end_invasion(t, g):
    """All have committed. The Emperor's invasion is the end; else the refill goes on."""
    reveal(t, g)
    if g.invasions == INVASIONS:
        g.seat = NONE
        g.phase = OVER
    elif refill(t, g):
        start_invasion(t, g)
    elif t.end_turn == 1:
        pass_turn(t, g)
    else:
        start_build(g)


@kernel
def end_build(t, g):
    """After building come the hand limit, the guild masters and the loot."""
    if start_discard(t, g):
        end_discard(t, g)


@kernel
def end_discard(t, g):
    claim_guild_masters(g)
    start_restore(g)


@kernel
def pass_turn(t, g):
    """Once deck D is empty every seat has one more turn, then the Emperor comes."""
    if g.last_turns == 0:
        start_invasion(t, g)
        return
    if g.last_turns != NONE:
        g.last_turns -= 1
    start_turn(g, (g.active + 1) % t.players)
