"""The hand limit after building."""

from __future__ import annotations

from comuni_env.actions import A_DISCARD
from comuni_env.constants import DISCARD, NONE
from env_core.jit import kernel


@kernel
def hand_size(t, g, seat):
    cards = 0
    for face in range(t.num_faces):
        cards += g.hand[seat, face]
    return cards


@kernel
def start_discard(t, g):
    """Ask for surplus cards; True when there are none."""
    g.floor = NONE
    g.phase = DISCARD
    return discard_finished(t, g)


@kernel
def discard_finished(t, g):
    if hand_size(t, g, g.seat) > t.hand_limit:
        return False
    g.floor = 0
    return True


@kernel
def legal_discard(t, g, mask):
    """In the order of the faces, as long as enough cards follow to come down to the limit."""
    surplus = hand_size(t, g, g.seat) - t.hand_limit
    following = 0
    count = 0
    for face in range(t.num_faces - 1, max(0, g.floor) - 1, -1):
        following += g.hand[g.seat, face]
        if g.hand[g.seat, face] > 0 and following >= surplus:
            mask[A_DISCARD + face] = True
            count += 1
    return count


@kernel
def apply_discard(t, g, action):
    face = action - A_DISCARD
    g.hand[g.seat, face] -= 1
    g.spent[face] += 1
    g.floor = face
    return discard_finished(t, g)
