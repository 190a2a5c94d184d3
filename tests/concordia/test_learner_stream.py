"""Gymnasium, vector and stable-baselines3 faces: conformance, seat-correct returns, agreement."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env as gymnasium_check
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.env_checker import check_env as sb3_check
from stable_baselines3.common.vec_env import VecNormalize

from concordia_env import concordia_v0
from env_core.solo import SoloEnv
from tests.faces import (
    MaskedSampling,
    check_learners_faces_agree,
    check_returns,
    check_turn_by_turn_face_agrees,
    play_to_the_end,
)

ID = "concordia_env/Concordia-v0"
OPTIONS: dict[str, Any] = {"board": "crete", "num_players": 3, "opponents": "random"}


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
    check_returns(env, reward, seat, games=3)


def test_observations_are_always_the_learners() -> None:
    env = gymnasium.make(ID, **OPTIONS)
    rng = np.random.default_rng(1)
    for seed in range(3):
        observation, info = env.reset(seed=seed)
        over = False
        while not over:
            game = env.unwrapped.game
            assert game.seat == info["seat"]
            assert np.array_equal(observation, game.observe(info["seat"]))
            assert np.array_equal(info["action_mask"], game.action_mask())
            legal = info["action_mask"].nonzero()[0]
            observation, _, terminated, truncated, info = env.step(rng.choice(legal))
            over = terminated or truncated
        assert info["action_mask"].all()


def test_the_learner_takes_each_seat_in_turn() -> None:
    env = gymnasium.make(ID, **OPTIONS, max_turns=3)
    rng = np.random.default_rng(0)
    env.reset(seed=0)
    seats = []
    for _ in range(6):
        seats.append(play_to_the_end(env, rng)[1]["seat"])
        env.reset()
    assert seats == [0, 1, 2, 0, 1, 2]


def test_an_illegal_action_raises_and_changes_nothing() -> None:
    env = gymnasium.make(ID, **OPTIONS, seat=0)
    env.reset(seed=1)
    before = env.unwrapped.game.hash
    with pytest.raises(ValueError, match="legal: play Tribune"):
        env.step(386)
    assert env.unwrapped.game.hash == before


def test_copies_keep_the_game_in_progress() -> None:
    env = concordia_v0.solo_env(**OPTIONS)
    env.reset(seed=3)
    rng = np.random.default_rng(3)
    for _ in range(20):
        env.step(int(rng.choice(env.action_masks().nonzero()[0])))
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert isinstance(other, SoloEnv)
        (one, info), (two, other_info) = (
            play_to_the_end(copy.deepcopy(e), np.random.default_rng(9)) for e in (env, other)
        )
        assert one == two
        assert info["points"] == other_info["points"]


def test_all_faces_agree() -> None:
    check_learners_faces_agree(concordia_v0, **OPTIONS, max_turns=20)


@pytest.mark.parametrize(("seed", "max_turns"), [(1, 1000), (2, 1000), (3, 9)])
def test_the_turn_by_turn_face_agrees_with_the_others(seed: int, max_turns: int) -> None:
    options = {"board": "crete", "num_players": 3, "shaping": 0.5, "max_turns": max_turns}
    check_turn_by_turn_face_agrees(concordia_v0, seed, max_turns > 9, **options)


def test_gymnasium_makes_the_native_batch() -> None:
    vector = gymnasium.make_vec(ID, num_envs=3, **OPTIONS)
    other = concordia_v0.vector_env(3, **OPTIONS)
    assert type(vector.unwrapped) is type(other)
    assert np.array_equal(vector.reset(seed=4)[0], other.reset(seed=4)[0])


def test_masks_come_as_one_array() -> None:
    env = concordia_v0.sb3_vec_env(5, **OPTIONS)
    env.reset()
    assert is_masking_supported(env)
    assert env.has_attr("action_masks")
    masks = env.env_method("action_masks")
    assert masks.shape == (5, 387)
    assert np.array_equal(env.env_method("action_masks", indices=[3]), masks[3:4])
    with pytest.raises(AttributeError, match="no method 'fly'"):
        env.env_method("fly")


def test_vec_normalize_wraps_it() -> None:
    env = VecNormalize(concordia_v0.sb3_vec_env(4, **OPTIONS))
    assert np.isfinite(env.reset()).all()
    for _ in range(30):
        masks = get_action_masks(env)
        obs, _, _, _ = env.step(masks.argmax(1))
        assert np.isfinite(obs).all()
