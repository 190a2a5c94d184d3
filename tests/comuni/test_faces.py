"""Batch, Gymnasium, vector and stable-baselines3 faces of Comuni."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env as gymnasium_check
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_checker import check_env as sb3_check

from comuni_env import comuni_v0
from tests.faces import (
    MaskedSampling,
    check_batch_equals_single_games,
    check_every_game_pays_once,
    check_learners_faces_agree,
    check_returns,
    check_state_is_restored,
    check_turn_by_turn_face_agrees,
)

ID = "comuni_env/Comuni-v0"
OPTIONS: dict[str, Any] = {"num_players": 3, "opponents": "random"}


@pytest.mark.parametrize(("rows", "threads"), [(1, 1), (2, 2), (64, 1), (64, 2)])
def test_a_batch_equals_single_games_over_autoresets(rows: int, threads: int) -> None:
    """With players, information and rulings mixed over the rows."""
    batch = comuni_v0.vec_env(
        rows,
        num_players=[2, 3, 4, 5],
        info=["open", "hidden"],
        after_invasion=["continue", "continue", "end_turn"],
        max_turns=30 if rows < 64 else 12,
        threads=threads,
        seed=5,
    )
    steps = 400 if rows < 64 else 90
    check_batch_equals_single_games(batch, 5, 30 if rows < 64 else 12, steps)


def test_every_game_pays_once() -> None:
    batch = comuni_v0.vec_env(32, num_players=2, reward="win", seed=1)
    check_every_game_pays_once(batch, 500)


def test_threads_and_size_change_nothing() -> None:
    """Row i of a batch with bots plays the same games in any company."""

    def digests(threads: int) -> list[str]:
        batch = comuni_v0.vec_env(
            256, num_players=4, opponents=["random", "greedy"], threads=threads, seed=3
        )
        for _ in range(60):
            batch.step(batch.sample())
        return [batch.game(row).hash for row in range(256)]

    assert digests(1) == digests(2)


def test_state_can_be_saved_and_restored() -> None:
    options = {"opponents": "random", "seat": "random"}
    batch, other = (comuni_v0.vec_env(8, **options, seed=seed) for seed in (2, 99))
    check_state_is_restored(batch, other)


@pytest.mark.filterwarnings("ignore")
def test_upstream_checkers() -> None:
    gymnasium_check(MaskedSampling(gymnasium.make(ID, **OPTIONS)), skip_render_check=True)
    sb3_check(MaskedSampling(gymnasium.make(ID, **OPTIONS)))


@pytest.mark.parametrize("shaping", [0.0, 1.5])
@pytest.mark.parametrize("reward", ["rank", "win", "score"])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_returns_are_the_final_payoff_in_every_seat(reward: str, seat: int, shaping: float) -> None:
    """Also when the game ends on an opponent's decision; shaping adds up to nothing."""
    env = gymnasium.make(ID, **OPTIONS, seat=seat, reward=reward, shaping=shaping)
    check_returns(env, reward, seat, games=5)


def test_learners_faces_agree() -> None:
    check_learners_faces_agree(comuni_v0, **OPTIONS, max_turns=12)


@pytest.mark.parametrize(("seed", "max_turns"), [(1, 250), (2, 250), (3, 9)])
def test_the_turn_by_turn_face_agrees_with_the_others(seed: int, max_turns: int) -> None:
    """Secret commitments of the other seats in between included."""
    options = {"num_players": 3, "shaping": 0.5, "max_turns": max_turns}
    check_turn_by_turn_face_agrees(comuni_v0, seed, max_turns > 9, **options)


def test_environment_and_game_deal_alike() -> None:
    env = comuni_v0.env(num_players=3)
    env.reset(seed=12)
    assert env.game == comuni_v0.game(num_players=3, seed=12)
    env.reset()
    assert env.game != comuni_v0.game(num_players=3, seed=12)


def test_a_network_can_be_trained() -> None:
    env = comuni_v0.sb3_vec_env(8, **OPTIONS, seed=0)
    network = {"net_arch": [16]}
    model = MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=64, policy_kwargs=network, seed=0)
    model.learn(512)
    obs, masks = env.batch.obs, env.batch.mask
    actions, _ = model.predict(obs, action_masks=masks)
    assert masks[np.arange(8), actions].all()


def test_gymnasium_makes_the_native_batch() -> None:
    vector = gymnasium.make_vec(ID, num_envs=3, **OPTIONS)
    other = comuni_v0.vector_env(3, **OPTIONS)
    assert type(vector.unwrapped) is type(other)
    assert np.array_equal(vector.reset(seed=4)[0], other.reset(seed=4)[0])
