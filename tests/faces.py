"""What every environment module must do, whatever the game: shared by the tests of all of them."""

from __future__ import annotations

import copy
from collections.abc import Callable
from types import ModuleType
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from sb3_contrib.common.maskable.utils import get_action_masks

from env_core.aec import RawEnv
from env_core.batch import Batch, Policy
from env_core.game import Game
from env_core.rows import philox
from env_core.solo import SoloEnv


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


def wrapped(module: ModuleType, **options: Any) -> AECEnv:
    """The raw environment in PettingZoo's standard wrappers: what ``env`` must behave like."""
    env: AECEnv = wrappers.TerminateIllegalWrapper(module.raw_env(**options), -1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))


def choose(env: AECEnv, rng: np.random.Generator) -> int | None:
    observation, _, terminated, truncated, _ = env.last()
    if terminated or truncated:
        return None
    return int(rng.choice(observation["action_mask"].nonzero()[0]))


def check_env_equals_wrapped(module: ModuleType, **options: Any) -> None:
    """``env`` and the wrapped ``raw_env`` agree step by step over a whole game."""
    one, other = module.env(**options), wrapped(module, **options)
    rng = np.random.default_rng(3)
    one.reset(seed=5)
    other.reset(seed=5)
    while one.agents:
        assert one.agent_selection == other.agent_selection
        for mine, theirs in zip(one.last(), other.last(), strict=True):
            if isinstance(mine, dict) and "action_mask" in mine:
                assert all(np.array_equal(mine[key], theirs[key]) for key in mine)
            else:
                assert mine == theirs
        action = choose(one, rng)
        one.step(action)
        other.step(action)
    assert other.agents == []


def check_copy_goes_on(env: AECEnv, copied: Callable[[AECEnv], AECEnv]) -> None:
    """A copy made in the middle of a game of three or more plays it to the same end."""
    env.reset(seed=2)
    rng = np.random.default_rng(2)
    for _ in range(80):
        env.step(choose(env, rng))
    other = copied(env)
    rng_other = copy.deepcopy(rng)
    while env.agents:
        assert other.agent_selection == env.agent_selection
        env.step(choose(env, rng))
        other.step(choose(other, rng_other))
        assert other.rewards == env.rewards
        assert other.game == env.game
    assert other.agents == []


def check_returns(env: gymnasium.Env, reward: str, seat: int, games: int) -> None:
    """The rewards of a learner among three add up to the payoff of its place."""
    rng = np.random.default_rng(seat)
    env.reset(seed=seat)
    for _ in range(games):
        total, info = play_to_the_end(env, rng)
        totals = env.unwrapped.batch.final_points[0, :3, -1]
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


def check_every_game_pays_once(batch: Batch, steps: int) -> None:
    """With two players and the reward "win" only finished steps pay, and only the winner."""
    finished = 0
    for _ in range(steps):
        batch.step(batch.sample())
        done = batch.terminated
        finished += done.sum()
        assert (batch.reward[done].sum(1) == 1.0).all()
        assert (batch.reward[~done] == 0.0).all()
        winners = batch.final_ranks[done, :2].argmin(1)
        assert np.array_equal(batch.reward[done].argmax(1), winners)
    assert finished > 10


def check_state_is_restored(batch: Batch, other: Batch) -> None:
    """A batch of the same kind goes on from a saved state like the one that saved it."""
    for _ in range(50):
        batch.step(batch.sample())
    saved = batch.state()
    first = []
    for _ in range(200):
        batch.step(batch.sample())
        first.append((batch.obs.copy(), batch.reward.copy(), batch.terminated.copy()))
    other.set_state(saved)
    for obs, reward, terminated in first:
        other.step(other.sample())
        assert np.array_equal(other.obs, obs)
        assert np.array_equal(other.reward, reward)
        assert np.array_equal(other.terminated, terminated)


def single_games(batch: Batch, seed: int) -> list[Game]:
    """Single games with the deals of the batch's rows."""
    children = np.random.SeedSequence(seed).spawn(batch.num_envs)
    return [
        batch.game_type(batch.scenarios[row % len(batch.scenarios)], child)
        for row, child in enumerate(children)
    ]


def next_deal(seed: int, rows: int, row: int, episode: int) -> np.ndarray:
    """Key of a later game of a row, as documented: a block of the row's own stream."""
    deal = np.random.SeedSequence(seed).spawn(rows)[row].generate_state(2, np.uint32)
    words = philox(*(np.uint64(n) for n in (episode, 0, 0, 0, *deal)))
    return np.array(words[:2], np.uint32)


def check_batch_equals_single_games(batch: Batch, seed: int, max_turns: int, steps: int) -> None:
    """Step by step, over games that end and follow each other."""
    games = single_games(batch, seed)
    episodes = [0] * batch.num_envs
    for _ in range(steps):
        for row, game in enumerate(games):
            assert batch.seat[row] == game.seat
            assert np.array_equal(batch.mask[row], game.action_mask())
            assert np.array_equal(batch.obs[row], game.observe())
        actions = batch.sample()
        batch.step(actions)
        for row, game in enumerate(games):
            decider = game.seat
            before = len(game.events)
            game.apply(int(actions[row]))
            over = game.over
            cut = not over and game.turns > max_turns * game.num_seats
            assert (batch.terminated[row], batch.truncated[row]) == (over, cut)
            if over or cut:
                points, ranks = game.standing()
                assert np.array_equal(batch.final_points[row], points)
                assert np.array_equal(batch.final_ranks[row], ranks)
                assert np.array_equal(batch.final_obs[row], game.observe(decider))
                episodes[row] += 1
                game.restart(next_deal(seed, batch.num_envs, row, episodes[row]))
            else:
                assert batch.reward[row].sum() == 0
                assert batch.game(row).events == game.events[before:]
    assert sum(episodes) > 0


def hashes_after(batch: Batch, steps: int) -> list[str]:
    """The positions of all rows after some random decisions of the caller."""
    for _ in range(steps):
        batch.step(batch.sample())
    return [batch.game(row).hash for row in range(batch.num_envs)]


def check_learners_faces_agree(module: ModuleType, **options: Any) -> None:
    """The same seed and actions give the same observations, masks, rewards and ends."""
    options = {**options, "seat": 1, "shaping": 0.5, "seed": 7}
    batch = module.vec_env(4, **options)
    vector = module.vector_env(4, **options)
    sb3 = module.sb3_vec_env(4, **options)
    vector_obs, vector_info = vector.reset(seed=7)
    batch.reset(seed=7)
    sb3.seed(7)
    sb3_obs = sb3.reset()
    assert vector.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    ended = 0
    for _ in range(400):
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


def check_turn_by_turn_face_agrees(
    module: ModuleType, seed: int, over: bool, **options: Any
) -> None:
    """One game of PettingZoo's face, played again as a batch and as each seat's own stream."""
    decisions, totals, ended = play_aec(module.raw_env(**options), seed)
    assert ended == over
    seats = range(len(totals))
    batch = module.vec_env(1, **options, seed=seed)
    for seat, seen, legal, action, rewards in decisions:
        assert batch.seat[0] == seat
        assert np.array_equal(batch.obs[0], seen)
        assert np.array_equal(batch.mask[0], legal)
        batch.step(np.array([action]))
        assert batch.reward[0].tolist() == pytest.approx(rewards)
    assert (batch.terminated[0], batch.truncated[0]) == (over, not over)
    assert batch.final_points[0, list(seats), -1].tolist() == totals
    for learner in seats:
        others = replayed([each for each in decisions if each[0] != learner])
        env = module.solo_env(**options, opponents=others, seat=learner, seed=seed)
        total, info = play_again(env, [each for each in decisions if each[0] == learner], over)
        assert total == pytest.approx(sum(each[4][learner] for each in decisions))
        assert info["points"]["total"] == totals[learner]
