"""The end of the game: what triggers it, and who gets the Concordia card."""

from __future__ import annotations

from concordia_env.constants import NONE
from env_core.jit import kernel


@kernel
def trigger_end(t, g, party):
    """The last card bought or the last house built: only the first trigger counts."""
    if g.concordia == NONE:
        g.concordia = party
        g.turns_left = t.players - 1
