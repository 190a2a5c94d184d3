"""Scripted players as kernels, and complete games played inside the compiled loop."""

from __future__ import annotations

from comuni_env.constants import OVER, STYLES
from comuni_env.greedy import greedy_action
from comuni_env.rules.engine import apply
from env_core.episodes import random_action
from env_core.jit import kernel

BOTS = ("random", *STYLES)
FIRST_STYLE = 1


@kernel
def bot_action(bot, t, g, stream, mask):
    """The decision of a bot by its number in BOTS; it sees what a player may see."""
    if bot >= FIRST_STYLE:
        return greedy_action(t, g, mask, bot - FIRST_STYLE)
    return random_action(stream, mask)


@kernel
def play_randomly(tables, games, i, mask, stream, most):
    """Play game ``i`` at random until it is over or ``most`` decisions are made; their number.

    ``mask`` holds the legal actions of the present decision; ``stream[0]`` is the player's own
    chance.
    """
    decisions = 0
    while games[i].phase != OVER and decisions < most:
        apply(tables, games, i, random_action(stream[0], mask), mask)
        decisions += 1
    return decisions
