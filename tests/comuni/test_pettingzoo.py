"""PettingZoo's own suites, and the behaviour of its standard wrappers."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import pytest
from pettingzoo import AECEnv
from pettingzoo.test import api_test, render_test, seed_test

from comuni_env import comuni_v0
from tests.conftest import PLAYERS
from tests.faces import check_copy_goes_on, check_env_equals_wrapped

ENVS = pytest.mark.parametrize("make", [comuni_v0.env, comuni_v0.raw_env])


@pytest.mark.filterwarnings("ignore:Observation")
@ENVS
@pytest.mark.parametrize("info", ["open", "hidden"])
@pytest.mark.parametrize("players", PLAYERS)
def test_api(make: Callable[..., AECEnv], info: str, players: int) -> None:
    api_test(make(num_players=players, info=info), num_cycles=400)


@pytest.mark.filterwarnings("ignore:Observation")
def test_api_over_whole_games() -> None:
    api_test(comuni_v0.env(num_players=2, shaping=1.0), num_cycles=3000)
    api_test(comuni_v0.env(num_players=2, max_turns=5), num_cycles=3000)


@ENVS
@pytest.mark.parametrize("players", PLAYERS)
def test_seeds(make: Callable[..., AECEnv], players: int) -> None:
    seed_test(lambda: make(num_players=players), num_cycles=60)


def test_render_modes() -> None:
    render_test(lambda render_mode: comuni_v0.env(render_mode=render_mode))


def test_ansi_shows_the_position() -> None:
    env = comuni_v0.env(num_players=5, render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert isinstance(text, str)
    for word in ("Venezia", "Lucca", "Milano", "seat 0 to decide: project", "column 7:"):
        assert word in text


def test_env_and_wrapped_raw_env_agree_step_by_step() -> None:
    check_env_equals_wrapped(comuni_v0, num_players=3)


def test_an_illegal_move_ends_the_game() -> None:
    env = comuni_v0.env(num_players=3)
    env.reset(seed=1)
    env.step(env.game.action_id("restore 0"))
    assert all(env.terminations.values())
    assert env.rewards == {"player_0": -1.0, "player_1": 0.0, "player_2": 0.0}


def test_raw_env_refuses_illegal_actions_and_loses_nothing() -> None:
    env = comuni_v0.raw_env(num_players=2)
    env.reset(seed=4)
    before = env.game.to_bytes()
    with pytest.raises(ValueError, match=r"phase project of seat 0; legal: bid 1 0"):
        env.step(469)
    assert env.game.to_bytes() == before
    env.step(env.game.action_id("income"))


@ENVS
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_keep_the_game_in_progress(
    make: Callable[..., AECEnv], copied: Callable[[AECEnv], AECEnv]
) -> None:
    check_copy_goes_on(make(num_players=3, shaping=0.5), copied)


def test_seats_that_only_take_income_are_cut_off() -> None:
    """Without claims no deck ever runs out; the default limit ends such games without a payoff."""
    env = comuni_v0.env(num_players=2)
    env.reset(seed=1)
    while not any(env.truncations.values()):
        legal = env.game.legal()
        env.step(env.game.action_id("income" if "income" in legal else legal[-1]))
    assert env.game.turns == 2 * comuni_v0.MAX_TURNS + 1
    assert not any(env.terminations.values())
    assert set(env.rewards.values()) == {0.0}
