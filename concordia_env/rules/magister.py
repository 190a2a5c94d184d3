"""The Magister: execute the own card that was played before once more."""

from __future__ import annotations

from concordia_env.actions import A_DONE, A_ROLE
from concordia_env.constants import REPEAT, ROLES
from concordia_env.rules.idle import repeatable_roles
from env_core.jit import kernel

NUM_ROLES = len(ROLES)


@kernel
def start_magister(t, g):
    g.magister = 1
    g.phase = REPEAT
    return False


@kernel
def legal_repeat(t, g, mask):
    mask[A_DONE] = True
    count = 1
    roles = repeatable_roles(t, g, g.seat)
    for role in range(NUM_ROLES):
        if roles >> role & 1:
            mask[A_ROLE + role] = True
            count += 1
    return count
