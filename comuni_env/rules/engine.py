"""The public kernels: set-up, legality and apply, with forced decisions carried out.

Across the Python boundary go the tables, the array of games and an index; a game record alone
would cost ten times the call.
"""

from __future__ import annotations

from comuni_env.constants import (
    ALLIANCE,
    BUILD,
    DISCARD,
    EXCHANGE,
    NONE,
    PROJECT,
    RELOCATE,
    RESTORE,
    TAKE,
    TARGET,
)
from comuni_env.rules.bidding import apply_relocate, legal_relocate
from comuni_env.rules.building import apply_build, apply_target, legal_build, legal_target
from comuni_env.rules.choice import apply_take, legal_take
from comuni_env.rules.commitment import apply_commitment, legal_commitment
from comuni_env.rules.hand import apply_discard, legal_discard
from comuni_env.rules.loot import apply_restore, legal_restore
from comuni_env.rules.project import apply_project, legal_project
from comuni_env.rules.setup import deal
from comuni_env.rules.turn import end_build, end_discard, end_invasion, end_project, pass_turn
from env_core.jit import kernel


@kernel
def setup(tables, games, i, scenario, key_0, key_1, mask):
    """Deal game ``i`` and mark the legal actions of its first decision."""
    g = games[i]
    g.scenario = scenario
    t = tables[scenario]
    deal(t, g, key_0, key_1)
    resolve(t, g, mask)


@kernel
def apply(tables, games, i, action, mask):
    """Carry out a legal action and all forced ones after it; mark what is legal then.

    With NONE as the action only forced ones: for positions put together by hand.
    """
    g = games[i]
    t = tables[g.scenario]
    g.num_events = 0
    if action != NONE:
        execute(t, g, action)
    resolve(t, g, mask)


@kernel
def legal_actions(tables, games, i, mask):
    """Mark the legal actions of game ``i`` and return their number; 0 when it is over."""
    g = games[i]
    return legal(tables[g.scenario], g, mask)


@kernel
def resolve(t, g, mask):
    """A decision with a single legal action is not asked."""
    while legal(t, g, mask) == 1:
        action = 0
        while not mask[action]:
            action += 1
        execute(t, g, action)


@kernel
def legal(t, g, mask):
    mask[:] = False
    phase = g.phase
    if phase == PROJECT:
        return legal_project(t, g, mask)
    if phase == BUILD:
        return legal_build(t, g, mask)
    if phase == TARGET:
        return legal_target(t, g, mask)
    if phase == RESTORE:
        return legal_restore(t, g, mask)
    if phase == TAKE:
        return legal_take(t, g, mask)
    if ALLIANCE <= phase <= EXCHANGE:
        return legal_commitment(t, g, mask)
    if phase == RELOCATE:
        return legal_relocate(t, g, mask)
    if phase == DISCARD:
        return legal_discard(t, g, mask)
    return 0


@kernel
def execute(t, g, action):
    """Carry out one action; where it finishes a phase, the turn goes on."""
    phase = g.phase
    if phase == PROJECT:
        if apply_project(t, g, action):
            end_project(t, g)
    elif phase == BUILD:
        if apply_build(t, g, action):
            end_build(t, g)
    elif phase == TARGET:
        apply_target(t, g, action)
    elif phase == RESTORE:
        if apply_restore(t, g, action):
            pass_turn(t, g)
    elif phase == TAKE:
        if apply_take(t, g, action):
            end_project(t, g)
    elif phase == RELOCATE:
        if apply_relocate(t, g, action):
            end_project(t, g)
    elif phase == DISCARD:
        if apply_discard(t, g, action):
            end_discard(t, g)
    elif apply_commitment(t, g, action):
        end_invasion(t, g)
