"""A game of the engine against an oracle: both play the same decisions."""

from __future__ import annotations

import random
from types import ModuleType
from typing import Any


def compare(game: Any, oracle: ModuleType, rng: random.Random) -> dict[str, Any]:
    """Legal actions, snapshots, events, scores and ranking are equal to the end of the game.

    Returns the final snapshot.
    """
    snapshot: dict[str, Any] = game.snapshot()
    events: list[str] = []
    while not game.over:
        legal = oracle.legal(snapshot)
        assert sorted(legal) == sorted(game.legal())
        # Uniform play builds little: two times in five it may not pass.
        active = [action for action in legal if action != "done"]
        action = rng.choice(active if rng.random() < 0.4 else legal)
        snapshot, drawn = oracle.apply(snapshot, action)
        events += drawn
        game.apply(action)
        assert game.snapshot() == snapshot
    assert game.events == events
    assert game.scores() == oracle.scores(snapshot)
    assert game.ranking() == oracle.ranking(snapshot)
    return snapshot
