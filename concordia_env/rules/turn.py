"""Turns: what follows a role, who plays next, and when the game is over."""

from __future__ import annotations

from concordia_env.constants import NONE, OVER, PLAY
from concordia_env.rules.market import refill
from concordia_env.rules.reaction import run_reaction, start_reaction
from env_core.jit import kernel


@kernel
def clear_action(g):
    """No running action."""
    g.role = NONE
    g.executor = NONE
    g.steps = 0
    g.moved[:] = 0
    g.picked = NONE
    g.traded[:] = 0
    g.bought = 0
    g.buys = 0
    g.settled = 0
    g.pool[:] = 0


@kernel
def start_turn(g, seat):
    g.turn = seat
    g.turns += 1
    g.seat = seat
    g.phase = PLAY


@kernel
def end_part(t, g):
    """The role is executed, or a part of the reaction to it: go on with the turn.

    The display is refilled, Contrarius reacts, where he does, and the turn passes.
    """
    if g.role != NONE:
        refill(g)
        start_reaction(t, g)
        clear_action(g)
        g.executor = g.turn  # who decides for Contrarius
        g.seat = g.turn
    if run_reaction(t, g):
        pass_turn(t, g)


@kernel
def pass_turn(t, g):
    """Once the end is fixed, count down to it."""
    g.executor = NONE
    if g.turns_left == 0:
        g.seat = NONE
        g.phase = OVER
        return
    if g.turns_left != NONE:
        g.turns_left -= 1
    start_turn(g, (g.turn + 1) % t.players)
