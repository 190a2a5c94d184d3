"""Clones, bytes, pickles, hashes: a copy never changes its original, and continues like it."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from concordia_env import concordia_v0
from concordia_env.boards import BOARDS
from tests.conftest import MIXED, play, random_action


@pytest.mark.parametrize(("board", "players"), MIXED)
def test_earlier_copies_never_change(board: str, players: int) -> None:
    rng = np.random.default_rng(2)
    game = concordia_v0.game(board=board, num_players=players, seed=2)
    copies = []
    for _ in range(60):
        copies.append((game.clone(), game.hash, game.to_bytes()))
        game.apply(random_action(game, rng))
        for kept, digest, data in copies:
            assert (kept.hash, kept.to_bytes()) == (digest, data)


@pytest.mark.parametrize(
    "copied",
    [
        lambda game: game.clone(),
        copy.copy,
        copy.deepcopy,
        lambda game: pickle.loads(pickle.dumps(game)),
        lambda game: type(game).from_bytes(game.to_bytes()),
    ],
    ids=["clone", "copy", "deepcopy", "pickle", "bytes"],
)
def test_copies_continue_like_the_original(
    copied: Callable[[concordia_v0.ConcordiaGame], concordia_v0.ConcordiaGame],
) -> None:
    game = concordia_v0.game(board="hellas", num_players=3, info="hidden", seed=8)
    play(game, np.random.default_rng(1), 120)
    other = copied(game)
    assert other == game
    assert hash(other) == hash(game)
    assert other.events == game.events
    play(game, np.random.default_rng(5))
    play(other, np.random.default_rng(5))
    assert other.to_bytes() == game.to_bytes()
    assert other.events == game.events


def test_equality_is_of_positions() -> None:
    one, other = (concordia_v0.game(seed=6) for _ in range(2))
    assert one == other
    one.apply("play Mercator3")
    assert one != other
    other.apply("play Mercator3")
    assert one == other
    assert one != concordia_v0.game(seed=6, info="hidden")
    assert one != concordia_v0.game(seed=7)
    assert one != "a game"


def test_a_saved_game_carries_its_own_board(tmp_path: Path) -> None:
    """Bytes restore a game on a user's board where the board file is gone."""
    path = tmp_path / "mine.toml"
    path.write_text((BOARDS / "crete.toml").read_text())
    game = concordia_v0.game(board=path, num_players=2, seed=1)
    data = game.to_bytes()
    path.unlink()
    again = concordia_v0.ConcordiaGame.from_bytes(data)
    assert again.snapshot() == game.snapshot()
    assert again.to_bytes() == data
