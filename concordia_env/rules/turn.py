"""Turns: what follows a role, who plays next, and when the game is over."""

from __future__ import annotations

from concordia_env.constants import ANSWER_PROCONSUL, BEGIN, NONE, OVER, OWN_CARD, PLAY
from concordia_env.rules.legatus import ask_answer
from concordia_env.rules.market import refill
from concordia_env.rules.play import begin_role, start_role
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
def clear_turn(g):
    """Nothing done and nothing to come in this turn."""
    clear_action(g)
    g.magister = 0
    g.legatus = 0
    g.answer = NONE
    g.suggested = NONE
    g.next_seat = NONE
    g.next_role = NONE


@kernel
def start_turn(g, seat):
    g.turn = seat
    g.turns += 1
    g.seat = seat
    g.phase = PLAY


@kernel
def go_on(t, g, finished):
    """After an action: start the role that it began; where a role is finished, the partner follows.

    When nobody follows, the part of the turn ends.
    """
    while True:
        if g.phase == BEGIN:
            finished = start_role(t, g)
        if not finished or g.next_seat == NONE:
            break
        partner_follows(g)
        finished = False
    if finished:
        end_part(t, g)


@kernel
def partner_follows(g):
    """The partner executes the same role, or plays a card of his own."""
    seat = g.next_seat
    role = g.next_role
    g.next_seat = NONE
    g.next_role = NONE
    clear_action(g)
    if role == OWN_CARD:
        ask_answer(g, seat, ANSWER_PROCONSUL)
    else:
        begin_role(g, seat, role)


@kernel
def end_part(t, g):
    """The role is executed, or a part of the reaction to it: go on with the turn.

    The display is refilled, Contrarius reacts, where he does, and the turn passes.
    """
    if g.role != NONE:
        refill(g)
        start_reaction(t, g)
        clear_turn(g)
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
