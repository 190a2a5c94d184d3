"""Trained networks as players: legal, batched, repeatable, and not taken for another game's."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from sb3_contrib import MaskablePPO

import agents
from agents.learned import Learned
from concordia_env import concordia_v0
from tests.agents.tables import GAMES, advance


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("model") / "model.zip"
    env = concordia_v0.sb3_vec_env(2, board="italia", num_players=2, seed=0)
    MaskablePPO("MlpPolicy", env, n_steps=8, batch_size=16, seed=0).save(path)
    return path


def test_takes_the_likeliest_legal_action(checkpoint: Path) -> None:
    game = advance(GAMES["concordia"](seed=1), 12)
    player = agents.make(f"ppo:{checkpoint}")
    assert isinstance(player, Learned)
    action = player.act(game)
    chances = player.probabilities(game.observe()[None], game.action_mask()[None])[0]
    assert game.is_legal(action)
    assert action == chances.argmax()
    assert chances.sum() == pytest.approx(1)
    assert not chances[~game.action_mask()].any()


def test_draws_by_the_probabilities(checkpoint: Path) -> None:
    game = advance(GAMES["concordia"](seed=1), 12)
    player = agents.make(f"ppo:{checkpoint}:sample", seed=4)
    assert isinstance(player, Learned)
    chances = player.probabilities(game.observe()[None], game.action_mask()[None])[0]
    drawn = [player.act(game) for _ in range(2000)]
    shares = np.bincount(drawn, minlength=len(chances)) / len(drawn)
    assert np.abs(shares - chances).max() < 0.05
    again = agents.make(f"ppo:{checkpoint}:sample", seed=4)
    assert [again.act(game) for _ in range(20)] == drawn[:20]


def test_decides_for_many_games_as_for_one(checkpoint: Path) -> None:
    player = agents.make(f"ppo:{checkpoint}")
    assert isinstance(player, Learned)
    batch = concordia_v0.vec_env(16, board="italia", num_players=2, seed=2)
    for _ in range(50):
        actions = player.policy(batch.obs, batch.mask)
        assert [player.act(batch.game(row)) for row in range(3)] == actions[:3].tolist()
        batch.step(actions)


def test_a_network_of_another_game_is_refused(checkpoint: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="was trained on observations of shape"):
        agents.make(f"ppo:{checkpoint}").act(GAMES["comuni"](seed=1))
    (tmp_path / "broken.zip").write_bytes(b"nothing")
    with pytest.raises(ValueError, match="not a model of MaskablePPO"):
        agents.make(f"ppo:{tmp_path / 'broken.zip'}")
