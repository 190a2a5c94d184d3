"""Replays: a file plays the same game again, and damage is found."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from concordia_env import concordia_v0, solitaria_v0
from concordia_env.game import ConcordiaGame
from env_core.replay import Replay
from tests.conftest import random_action


@pytest.fixture
def replay() -> Replay:
    rng = np.random.default_rng(3)
    game = solitaria_v0.game(difficulty="veteran", board="crete", seed=11)
    return Replay.play(game, 11, lambda game: random_action(game, rng))


def test_a_file_plays_the_same_game(replay: Replay, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    replay.save(path)
    assert Replay.load(path, ConcordiaGame) == replay
    positions = replay.positions(ConcordiaGame)
    first = next(positions)
    assert first.snapshot() == solitaria_v0.game("crete", "veteran", seed=11).snapshot()
    *_, last = positions
    assert last.over
    assert last.hash == replay.hash
    assert any(event.startswith("die ") for event in last.events)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"actions": ["dance"]}, "damaged: illegal action 'dance'"),
        ({"seed": 12}, "damaged"),
        ({"hash": "0"}, "it ends in another position"),
        ({"format": "other"}, "not a replay of concordia_env in this version"),
        ({"family": "comuni_env"}, "not a replay of concordia_env in this version"),
        ({"surplus": 1}, "not a replay"),
        ({"scenario": {}}, "damaged"),
    ],
)
def test_damage_is_found(
    replay: Replay, tmp_path: Path, change: dict[str, Any], message: str
) -> None:
    path = tmp_path / "game.json"
    replay.save(path)
    fields = json.loads(path.read_text())
    path.write_text(json.dumps(fields | change))
    with pytest.raises(ValueError, match=message):
        Replay.load(path, ConcordiaGame)


def test_other_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    with pytest.raises(ValueError, match="not a replay"):
        Replay.load(path, ConcordiaGame)
    path.write_bytes(concordia_v0.game(seed=1).to_bytes())
    with pytest.raises(ValueError, match="not a replay"):
        Replay.load(path, ConcordiaGame)
