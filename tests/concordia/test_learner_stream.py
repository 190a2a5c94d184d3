"""Gymnasium, vector and stable-baselines3 faces: conformance, seat-correct returns, agreement."""

from __future__ import annotations

import copy
import pickle
from types import ModuleType
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env as gymnasium_check
from gymnasium.vector import AutoresetMode
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.env_checker import check_env as sb3_check
from stable_baselines3.common.vec_env import VecNormalize

from concordia_env import concordia_v0
from env_core.aec import RawEnv
from env_core.batch import Policy
from env_core.solo import SoloEnv

ID = "concordia_env/Concordia-v0"
OPTIONS: dict[str, Any] = {"board": "crete", "num_players": 3, "opponents": "random"}


class MaskedSampling(gymnasium.Wrapper, gymnasium.utils.RecordConstructorArgs):
    """For checkers that sample: an action that is not legal stands for a legal one."""

    def __init__(self, env: gymnasium.Env) -> None:
        gymnasium.utils.RecordConstructorArgs.__init__(self)
        super().__init__(env)

    def step(self, action: Any) -> Any:
        mask = self.env.unwrapped.action_masks()
        legal = mask.nonzero()[0]
        return self.env.step(action if mask[action] else legal[int(action) % len(legal)])


def play_to_the_end(env: gymnasium.Env, rng: np.random.Generator) -> tuple[float, dict[str, Any]]:
    """Sum of the rewards of one game, and its last info."""
    total = 0.0
    while True:
        legal = env.unwrapped.action_masks().nonzero()[0]
        _, reward, terminated, truncated, info = env.step(int(rng.choice(legal)))
        total += float(reward)
        if terminated or truncated:
            return total, info


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
    rng = np.random.default_rng(seat)
    env.reset(seed=seat)
    for _ in range(3):
        total, info = play_to_the_end(env, rng)
        batch = env.unwrapped.batch
        totals = batch.final_points[0, :3, -1]
        rest = max(totals[other] for other in range(3) if other != seat)
        expected = {
            "rank": 1.0 - info["rank"],
            "win": float(info["rank"] == 0),
            "score": (totals[seat] - rest) / 100,
        }[reward]
        assert total == pytest.approx(expected)
        assert info["seat"] == seat
        assert info["points"]["total"] == totals[seat]
        env.reset()


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
    options = {**OPTIONS, "seat": 1, "shaping": 0.5, "max_turns": 20, "seed": 7}
    faces_agree(concordia_v0, options, steps=400)


def faces_agree(module: ModuleType, options: dict[str, Any], steps: int) -> None:
    """The same seed and actions give the same observations, masks, rewards and ends."""
    batch = module.vec_env(4, **options)
    vector = module.vector_env(4, **options)
    sb3 = module.sb3_vec_env(4, **options)
    vector_obs, vector_info = vector.reset(seed=7)
    batch.reset(seed=7)
    sb3.seed(7)
    sb3_obs = sb3.reset()
    assert vector.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    ended = 0
    for _ in range(steps):
        assert np.array_equal(batch.obs, vector_obs)
        assert np.array_equal(batch.obs, sb3_obs)
        assert np.array_equal(batch.mask, vector_info["action_mask"])
        assert np.array_equal(batch.mask, get_action_masks(sb3))
        actions, seats = batch.sample(), batch.seat.copy()
        batch.step(actions)
        vector_obs, reward, terminated, truncated, vector_info = vector.step(actions)
        sb3_obs, sb3_reward, dones, infos = sb3.step(actions)
        assert np.array_equal(reward, batch.reward[np.arange(4), seats])
        assert np.allclose(sb3_reward, reward)
        assert np.array_equal(dones, terminated | truncated)
        assert np.array_equal(dones, batch.terminated | batch.truncated)
        for row in np.flatnonzero(dones):
            ended += 1
            assert np.array_equal(infos[row]["terminal_observation"], batch.final_obs[row])
            assert np.array_equal(vector_info["final_obs"][row], batch.final_obs[row])
            assert infos[row]["TimeLimit.truncated"] == truncated[row]
            assert infos[row]["rank"] == vector_info["final_info"][row]["rank"]
            assert infos[row]["episode"]["l"] > 0
    assert ended > 4


Decision = tuple[int, np.ndarray, np.ndarray, int, list[float]]


def play_aec(env: RawEnv, seed: int) -> tuple[list[Decision], list[int], bool]:
    """A random game of the AEC face: its decisions, its final totals, and whether it ended.

    A decision is who decides, what it sees, what is legal, its action and everyone's reward.
    """
    env.reset(seed=seed)
    env.reset()  # the first child of the seed: the deal of row 0 of a batch
    rng = np.random.default_rng(seed)
    decisions: list[Decision] = []
    while not (any(env.terminations.values()) or any(env.truncations.values())):
        seen, _, _, _, _ = env.last()
        seat = env.agents.index(env.agent_selection)
        action = int(rng.choice(seen["action_mask"].nonzero()[0]))
        env.step(action)
        rewards = [env.rewards[agent] for agent in env.agents]
        decisions.append((seat, seen["observation"], seen["action_mask"], action, rewards))
    totals = [env.infos[agent]["points"]["total"] for agent in env.agents]
    return decisions, totals, all(env.terminations.values())


def replayed(decisions: list[Decision]) -> Policy:
    """A policy of one row that takes these decisions, seeing the same; then any legal action."""
    waiting = iter(decisions)

    def decide(obs: np.ndarray, mask: np.ndarray) -> np.ndarray:
        _, seen, legal, action, _ = next(waiting, (0, obs[0], mask[0], mask.argmax(), []))
        assert np.array_equal(obs[0], seen)
        assert np.array_equal(mask[0], legal)
        return np.array([action])

    return decide


def play_again(env: SoloEnv, decisions: list[Decision], over: bool) -> tuple[float, dict[str, Any]]:
    """Take the learner's decisions of a game: it is asked for these alone, and sees the same.

    The sum of its rewards, and the last info.
    """
    observation, info = env.reset()
    total = 0.0
    for number, (seat, seen, legal, action, _) in enumerate(decisions, start=1):
        assert info["seat"] == seat
        assert np.array_equal(observation, seen)
        assert np.array_equal(info["action_mask"], legal)
        observation, reward, terminated, truncated, info = env.step(action)
        total += reward
        last = number == len(decisions)
        assert (terminated, truncated) == (last and over, last and not over)
    return total, info


@pytest.mark.parametrize(("seed", "max_turns"), [(1, 1000), (2, 1000), (3, 9)])
def test_the_turn_by_turn_face_agrees_with_the_others(seed: int, max_turns: int) -> None:
    """One game of PettingZoo's face, played again as a batch and as each seat's own stream."""
    options = {"board": "crete", "num_players": 3, "shaping": 0.5, "max_turns": max_turns}
    decisions, totals, over = play_aec(concordia_v0.raw_env(**options), seed)
    assert over == (max_turns > 9)

    batch = concordia_v0.vec_env(1, **options, seed=seed)
    for seat, seen, legal, action, rewards in decisions:
        assert batch.seat[0] == seat
        assert np.array_equal(batch.obs[0], seen)
        assert np.array_equal(batch.mask[0], legal)
        batch.step(np.array([action]))
        assert batch.reward[0].tolist() == pytest.approx(rewards)
    assert (batch.terminated[0], batch.truncated[0]) == (over, not over)
    assert batch.final_points[0, :3, -1].tolist() == totals

    for learner in range(3):
        others = replayed([each for each in decisions if each[0] != learner])
        env = concordia_v0.solo_env(**options, opponents=others, seat=learner, seed=seed)
        total, info = play_again(env, [each for each in decisions if each[0] == learner], over)
        assert total == pytest.approx(sum(each[4][learner] for each in decisions))
        assert info["points"]["total"] == totals[learner]


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
