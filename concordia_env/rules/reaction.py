"""The reaction of Contrarius: its steps, his dice and the vetoes against them."""

from __future__ import annotations

from concordia_env.actions import A_ACCEPT, A_VETO
from concordia_env.constants import (
    ARCHITECT,
    ARCHITECT_DIE,
    CARD_FACE,
    COLLECTED,
    CONSUL,
    CONTRARIUS,
    FOR_CARD,
    FOR_COLONIST,
    FOR_HOUSE,
    FOR_PRODUCE,
    FOR_RECRUIT,
    MERCATOR3,
    MERCATOR5,
    MERCATOR_DIE,
    NONE,
    PREFECT_PM,
    PRODUCED,
    PURCHASE_DIE,
    RECRUIT_DIE,
    SENATOR,
    SETTLED,
    SPECIALIST_FACE,
    STEP_BUILD,
    STEP_ROLL,
    STEP_TRACK,
    STEP_VP,
    TRACK,
    TRIBUNE,
    VETO,
)
from concordia_env.rules.architect import houses_in_city
from concordia_env.rules.chance import throw
from concordia_env.rules.contrarius import best_specialist, place_colonist, push_step, take_card
from concordia_env.rules.site import build
from env_core.jit import kernel

VP_FOR_COINS = 2  # Prefect or Colonist that collects
VP_FOR_SPECIALIST = 3


@kernel
def start_reaction(t, g):
    """Lay out the steps of the reaction to what was noticed, if anything."""
    role = int(g.react)
    half = int(g.react_half)
    province = int(g.react_province)
    if role == NONE:
        return
    g.react = NONE
    g.react_half = 0
    g.react_province = NONE
    if role == TRIBUNE:
        push_step(g, STEP_ROLL, RECRUIT_DIE, FOR_RECRUIT)
        push_step(g, STEP_BUILD, best_specialist(t, g), FOR_HOUSE)
    elif role == ARCHITECT:
        push_step(g, STEP_ROLL, ARCHITECT_DIE, FOR_CARD)
    elif role in (MERCATOR3, MERCATOR5):
        push_step(g, STEP_ROLL, MERCATOR_DIE, FOR_PRODUCE)
    elif role in (SENATOR, CONSUL):
        push_step(g, STEP_ROLL, PURCHASE_DIE, FOR_HOUSE)
    elif half == SETTLED:
        push_step(g, STEP_ROLL, RECRUIT_DIE, FOR_RECRUIT)
    elif half == PRODUCED:
        least = 2 if role == PREFECT_PM else 1
        push_step(g, STEP_VP, max(least, houses_in_province(t, g, province)), NONE)
    elif half == COLLECTED:
        push_step(g, STEP_VP, VP_FOR_COINS, NONE)
    else:
        push_step(g, STEP_VP, VP_FOR_SPECIALIST, NONE)


@kernel
def houses_in_province(t, g, province):
    """Houses of all owners."""
    houses = 0
    for city in range(t.num_cities):
        if t.city_province[city] == province:
            houses += houses_in_city(g, city)
    return houses


@kernel
def run_reaction(t, g):
    """Do the steps that wait; False when a human has to decide first."""
    while g.todo_size > 0:
        g.todo_size -= 1
        kind = int(g.todo[g.todo_size, 0])
        figure = int(g.todo[g.todo_size, 1])
        use = int(g.todo[g.todo_size, 2])
        g.todo[g.todo_size, :] = 0
        if kind == STEP_VP:
            add_vp(t, g, figure)
        elif kind == STEP_TRACK:
            take_from_track(t, g, figure)
        elif kind == STEP_ROLL:
            if not roll(t, g, figure, use):
                return False
        elif not build(t, g, figure, use):
            return False
    return True


@kernel
def add_vp(t, g, points):
    """Every house on the track that he reaches or passes is taken, the lower ones first."""
    before = g.vp[CONTRARIUS]
    g.vp[CONTRARIUS] += points
    for index in range(TRACK - 1, -1, -1):
        position = t.start_track[index]
        if g.track >> index & 1 and before < position <= g.vp[CONTRARIUS]:
            push_step(g, STEP_TRACK, position, NONE)


@kernel
def take_from_track(t, g, position):
    """The house joins his supply, and he builds."""
    index = 0
    while t.start_track[index] != position:
        index += 1
    g.track &= ~(1 << index)
    g.houses_left[CONTRARIUS] += 1
    push_step(g, STEP_ROLL, MERCATOR_DIE, FOR_HOUSE)


@kernel
def roll(t, g, die, use):
    """Throw a die; False while a human may veto it. Who needs a colonist throws until one shows."""
    face = throw(t, g, die)
    while use == FOR_COLONIST and face == CARD_FACE:
        face = throw(t, g, die)
    g.die = die
    g.face = face
    g.use = use
    return not ask_veto(g, t.players - 1) and use_face(t, g)


@kernel
def ask_veto(g, first):
    """Ask the next human who still has a veto, the last seat first; False if there is none."""
    for seat in range(first, -1, -1):
        if g.veto[seat] == 1:
            g.seat = seat
            g.phase = VETO
            return True
    return False


@kernel
def legal_veto(t, g, mask):
    mask[A_VETO] = True
    mask[A_ACCEPT] = True
    return 2


@kernel
def apply_veto(t, g, action):
    if action == A_VETO:
        g.veto[g.seat] = 0
        return roll(t, g, int(g.die), int(g.use))
    return not ask_veto(g, g.seat - 1) and use_face(t, g)


@kernel
def use_face(t, g):
    """What the die says is done; False when a human has to decide first."""
    face = int(g.face)
    use = int(g.use)
    g.die = NONE
    g.face = NONE
    g.use = NONE
    if use in (FOR_HOUSE, FOR_PRODUCE):
        good = int(best_specialist(t, g)) if face == SPECIALIST_FACE else face
        return build(t, g, good, use)
    if use == FOR_CARD:
        take_card(t, g, face)
    elif face == CARD_FACE:
        take_card(t, g, 0)
    else:
        place_colonist(t, g, face)
    return True
