"""What Contrarius takes notice of: the action that he will react to."""

from __future__ import annotations

from concordia_env.constants import CONTRARIUS
from env_core.jit import kernel


@kernel
def reacts(t, g):
    """Whether he reacts to the present turn; with the Concordia card he is done."""
    return g.turn == t.reactor and g.concordia != CONTRARIUS


@kernel
def notice(t, g, half, province):
    """Note the role that is executed, which half of it, and where it produced."""
    if reacts(t, g):
        g.react = g.role
        g.react_half = half
        g.react_province = province
