"""Turns: who plays next, and when the game is over."""

from __future__ import annotations

from concordia_env.constants import NONE, OVER, PLAY
from concordia_env.rules.market import refill
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
def end_turn(t, g):
    """Refill the display, then pass the turn on; once the end is fixed, count down to it."""
    refill(g)
    clear_action(g)
    if g.turns_left == 0:
        g.seat = NONE
        g.phase = OVER
        return
    if g.turns_left != NONE:
        g.turns_left -= 1
    start_turn(g, (g.turn + 1) % t.players)
