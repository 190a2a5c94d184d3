"""PettingZoo's own suites, and the behaviour of its standard wrappers."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from functools import partial

import pytest
from pettingzoo import AECEnv
from pettingzoo.test import api_test, render_test, seed_test

from concordia_env import concordia_v0
from tests.conftest import BOARDS, PLAYERS
from tests.faces import check_copy_goes_on, check_env_equals_wrapped, wrapped

BOTH = pytest.mark.parametrize(
    "make", [concordia_v0.env, partial(wrapped, concordia_v0)], ids=["env", "wrapped"]
)
ENVS = pytest.mark.parametrize("make", [concordia_v0.env, concordia_v0.raw_env])


@pytest.mark.filterwarnings("ignore:Observation")
@ENVS
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("board", BOARDS)
def test_api(make: Callable[..., AECEnv], board: str, players: int) -> None:
    api_test(make(board=board, num_players=players), num_cycles=150)


@pytest.mark.filterwarnings("ignore:Observation")
def test_api_over_whole_games() -> None:
    api_test(concordia_v0.env(board="italia", num_players=2, shaping=1.0), num_cycles=3000)
    api_test(concordia_v0.env(board="italia", num_players=2, max_turns=5), num_cycles=3000)


@ENVS
@pytest.mark.parametrize("board", BOARDS)
def test_seeds(make: Callable[..., AECEnv], board: str) -> None:
    seed_test(lambda: make(board=board, num_players=3), num_cycles=60)


def test_render_modes() -> None:
    render_test(lambda render_mode: concordia_v0.env(board="crete", render_mode=render_mode))


def test_ansi_shows_the_position() -> None:
    env = concordia_v0.env(board="italia", num_players=2, render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert isinstance(text, str)
    for word in ("italia", "Campania", "seat 0 to decide: play", "display:"):
        assert word in text


@BOTH
def test_calls_before_reset_are_refused(make: Callable[..., AECEnv]) -> None:
    env = make()
    for call in (lambda: env.step(0), lambda: env.observe("player_0"), lambda: env.agent_iter()):
        with pytest.raises(AssertionError, match="reset"):
            call()
    with pytest.raises(AssertionError, match="reset"):
        env.render()
    for name in ("agents", "rewards", "terminations", "truncations", "infos", "agent_selection"):
        with pytest.raises(AttributeError, match="reset"):
            getattr(env, name)


@BOTH
def test_agent_iter_needs_a_step_in_its_body(make: Callable[..., AECEnv]) -> None:
    env = make()
    env.reset(seed=1)
    agents = iter(env.agent_iter())
    next(agents)
    with pytest.raises(AssertionError, match="step"):
        next(agents)


@BOTH
@pytest.mark.parametrize("action", [-1, 387, 10**9, None, 2.5, "play Tribune"])
def test_actions_outside_the_space_are_refused(make: Callable[..., AECEnv], action: object) -> None:
    env = make()
    env.reset(seed=1)
    with pytest.raises(AssertionError, match="action is not in action space"):
        env.step(action)


@BOTH
def test_an_illegal_move_ends_the_game(make: Callable[..., AECEnv]) -> None:
    env = make(num_players=3)
    env.reset(seed=1)
    env.last()
    env.step(386)  # accept: never legal in the base game
    assert all(env.terminations.values())
    assert env.rewards == {"player_0": -1.0, "player_1": 0.0, "player_2": 0.0}
    seen = {}
    for agent in env.agent_iter():
        _, reward, terminated, _, _ = env.last()
        assert terminated
        seen[agent] = reward
        env.step(None)
    assert seen == {"player_0": -1.0, "player_1": 0.0, "player_2": 0.0}
    assert env.agents == []
    env.step(None)  # a warning, no error
    env.reset(seed=1)
    assert not any(env.terminations.values())


def test_env_and_wrapped_raw_env_agree_step_by_step() -> None:
    check_env_equals_wrapped(concordia_v0, board="hellas")


def test_raw_env_refuses_illegal_actions_and_loses_nothing() -> None:
    env = concordia_v0.raw_env(num_players=2)
    env.reset(seed=4)
    before = env.game.to_bytes()
    with pytest.raises(ValueError, match=r"phase play of seat 0; legal: play Tribune"):
        env.step(386)
    assert env.game.to_bytes() == before
    env.step(0)


@ENVS
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_keep_the_game_in_progress(
    make: Callable[..., AECEnv], copied: Callable[[AECEnv], AECEnv]
) -> None:
    check_copy_goes_on(make(board="italia", num_players=3, shaping=0.5), copied)


def test_agents_that_do_not_decide_have_an_empty_mask() -> None:
    env = concordia_v0.env(num_players=4)
    env.reset(seed=3)
    assert env.observe("player_0")["action_mask"].sum() == len(env.game.legal())
    for agent in ("player_1", "player_2", "player_3"):
        assert env.observe(agent)["action_mask"].sum() == 0
