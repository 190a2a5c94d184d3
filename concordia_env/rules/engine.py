"""The public kernels: set-up, legality and apply, with forced decisions carried out.

Across the Python boundary go the tables, the array of games and an index; a game record alone
would cost ten times the call.
"""

from __future__ import annotations

from concordia_env.actions import A_DONE
from concordia_env.constants import (
    BUILD,
    COPY,
    KEEP,
    LEAD,
    NONE,
    ONTO,
    PICK,
    PLACE,
    PLAY,
    PREFECT_PHASE,
    PURCHASE,
    RECRUIT,
    REPEAT,
    SETTLE,
    SUGGEST,
    TO,
    TRADE,
    VETERAN,
    VETO,
)
from concordia_env.rules.architect import (
    apply_build,
    apply_pick,
    apply_to,
    legal_build,
    legal_pick,
    legal_to,
)
from concordia_env.rules.colonists import apply_recruit, apply_settle, legal_recruit, legal_settle
from concordia_env.rules.diplomat import legal_copy
from concordia_env.rules.legatus import apply_suggest, legal_suggest
from concordia_env.rules.magister import legal_repeat
from concordia_env.rules.market import apply_purchase, legal_purchase
from concordia_env.rules.mercator import apply_trade, legal_trade
from concordia_env.rules.notice import notice
from concordia_env.rules.place import apply_place, legal_place
from concordia_env.rules.play import apply_copy, apply_play, apply_repeat, legal_play
from concordia_env.rules.prefect import apply_prefect, legal_prefect
from concordia_env.rules.reaction import apply_veto, legal_veto
from concordia_env.rules.setup import deal
from concordia_env.rules.site import apply_lead, apply_onto, legal_lead, legal_onto
from concordia_env.rules.storehouse import apply_keep, legal_keep
from concordia_env.rules.turn import end_part, go_on
from concordia_env.rules.veteran import apply_veteran, legal_veteran
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
def react(tables, games, i, role, half, province, mask):
    """Let Contrarius react to a role as if it had just been executed."""
    g = games[i]
    t = tables[g.scenario]
    g.num_events = 0
    g.role = role
    notice(t, g, half, province)
    end_part(t, g)
    resolve(t, g, mask)


@kernel
def legal_actions(tables, games, i, mask):
    """Mark the legal actions of game ``i`` and return their number; 0 when it is over."""
    g = games[i]
    return legal(tables[g.scenario], g, mask)


@kernel
def resolve(t, g, mask):
    """A decision with a single legal action is not asked, but for the card of a game led elsewhere.

    There the turn after a reaction belongs to the caller, even if the Tribune alone is in hand.
    """
    while legal(t, g, mask) == 1 and not (g.phase == PLAY and g.ask_card == 1):
        execute(t, g, only_action(mask))


@kernel
def only_action(mask):
    if mask[A_DONE]:
        return A_DONE
    action = 0
    while not mask[action]:
        action += 1
    return action


@kernel
def legal(t, g, mask):
    mask[:] = False
    phase = g.phase
    if phase == PLAY:
        return legal_play(t, g, mask)
    if phase == PICK:
        return legal_pick(t, g, mask)
    if phase == TO:
        return legal_to(t, g, mask)
    if phase == BUILD:
        return legal_build(t, g, mask)
    if phase == TRADE:
        return legal_trade(t, g, mask)
    if phase == PURCHASE:
        return legal_purchase(t, g, mask)
    if phase == PREFECT_PHASE:
        return legal_prefect(t, g, mask)
    if phase == KEEP:
        return legal_keep(t, g, mask)
    if phase == COPY:
        return legal_copy(t, g, mask)
    if phase == RECRUIT:
        return legal_recruit(t, g, mask)
    if phase == SETTLE:
        return legal_settle(t, g, mask)
    if phase == REPEAT:
        return legal_repeat(t, g, mask)
    if phase == SUGGEST:
        return legal_suggest(t, g, mask)
    if phase == PLACE:
        return legal_place(t, g, mask)
    if phase == LEAD:
        return legal_lead(t, g, mask)
    if phase == ONTO:
        return legal_onto(t, g, mask)
    if phase == VETO:
        return legal_veto(t, g, mask)
    if phase == VETERAN:
        return legal_veteran(t, g, mask)
    return 0


@kernel
def execute(t, g, action):
    """Carry out one action, and what of the turn follows from it without a decision."""
    phase = g.phase
    finished = False
    if phase == PLAY:
        finished = apply_play(t, g, action)
    elif phase == PICK:
        finished = apply_pick(t, g, action)
    elif phase == TO:
        finished = apply_to(t, g, action)
    elif phase == BUILD:
        finished = apply_build(t, g, action)
    elif phase == TRADE:
        finished = apply_trade(t, g, action)
    elif phase == PURCHASE:
        finished = apply_purchase(t, g, action)
    elif phase == PREFECT_PHASE:
        finished = apply_prefect(t, g, action)
    elif phase == KEEP:
        finished = apply_keep(t, g, action)
    elif phase == COPY:
        finished = apply_copy(t, g, action)
    elif phase == RECRUIT:
        finished = apply_recruit(t, g, action)
    elif phase == SETTLE:
        finished = apply_settle(t, g, action)
    elif phase == REPEAT:
        finished = apply_repeat(t, g, action)
    elif phase == SUGGEST:
        finished = apply_suggest(t, g, action)
    elif phase == PLACE:
        finished = apply_place(t, g, action)
    elif phase == LEAD:
        finished = apply_lead(t, g, action)
    elif phase == ONTO:
        finished = apply_onto(t, g, action)
    elif phase == VETO:
        finished = apply_veto(t, g, action)
    elif phase == VETERAN:
        finished = apply_veteran(t, g, action)
    go_on(t, g, finished)
