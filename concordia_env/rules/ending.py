"""The end of the game: what triggers it, and who gets the Concordia card."""

from __future__ import annotations

from concordia_env.constants import CONTRARIUS, NONE
from env_core.jit import kernel


@kernel
def trigger_end(t, g, party):
    """The last card bought or the last house built: only the first trigger counts.

    Every other side, seat or team, has one more turn; as a party of his own, Contrarius leaves one
    to all of them.
    """
    if g.concordia == NONE:
        g.concordia = party
        g.turns_left = t.teams if party == CONTRARIUS else t.teams - 1
