"""Venus through its faces: conformance, rewards of partners, options, batches, copies."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo import AECEnv
from pettingzoo.test import api_test, render_test, seed_test

from concordia_env import venus_v0
from concordia_env.game import ConcordiaGame
from tests.concordia.team_positions import MOMENTS, moment
from tests.concordia.test_rewards import returns
from tests.conftest import BOARDS, VENUS, play
from tests.faces import MaskedSampling, hashes_after, single_games

ID = "concordia_env/Venus-v0"
# Every board twice, and every kind of table on two or three boards.
TABLES = [
    (board, *VENUS[(shift + index) % len(VENUS)])
    for shift in (0, 3)
    for index, board in enumerate(BOARDS)
]
ENVS = pytest.mark.parametrize("make", [venus_v0.env, venus_v0.raw_env])


@pytest.mark.filterwarnings("ignore:Observation")
@ENVS
@pytest.mark.parametrize(("board", "players", "team"), TABLES)
def test_api(make: Callable[..., AECEnv], board: str, players: int, team: bool) -> None:
    api_test(make(board=board, num_players=players, team=team), num_cycles=150)


@pytest.mark.filterwarnings("ignore:Observation")
def test_api_over_whole_games() -> None:
    api_test(venus_v0.env(board="crete", team=True, shaping=1.0), num_cycles=3000)
    api_test(venus_v0.env(board="crete", num_players=2, max_turns=5), num_cycles=3000)


@ENVS
@pytest.mark.parametrize(("players", "team"), VENUS)
def test_seeds(make: Callable[..., AECEnv], players: int, team: bool) -> None:
    seed_test(lambda: make(num_players=players, team=team), num_cycles=60)


def test_render_modes() -> None:
    render_test(lambda render_mode: venus_v0.env(team=True, render_mode=render_mode))
    game = venus_v0.game(team=True, seed=1)
    assert "seat 2 to decide: place" in game.render()
    play(game, np.random.default_rng(1), 2)
    assert "venus-start-legatus" in game.render()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "options", [{"team": True, "partner": "learner"}, {"team": True}, {"num_players": 3}]
)
def test_gymnasium_checker(options: dict[str, Any]) -> None:
    env = gymnasium.make(ID, opponents="random", **options)
    check_env(MaskedSampling(env), skip_render_check=True)


def test_gymnasium_makes_the_native_batch() -> None:
    options = {"team": True, "num_players": 6, "opponents": "random", "partner": "learner"}
    vector = gymnasium.make_vec(ID, num_envs=3, **options)
    other = venus_v0.vector_env(3, **options)
    assert type(vector.unwrapped) is type(other)
    assert np.array_equal(vector.reset(seed=4)[0], other.reset(seed=4)[0])


# --- Turn by turn


def test_partners_decide_in_turn() -> None:
    """A Legatus: places first, then the suggestion, the partner's card, and both execute it."""
    trace = [
        ("player_2", 19, "place Thera"),
        ("player_3", 19, "place Patrae"),
        ("player_0", 6, "play Legatus"),
        ("player_0", 5, "suggest Mercator3"),
        ("player_2", 5, "play Mercator3"),
        ("player_2", 16, "sell wine 1"),
        ("player_2", 17, "buy brick 2"),
        ("player_0", 17, "done"),
    ]
    env = venus_v0.env(board="hellas", num_players=4, team=True)
    env.reset(seed=0)
    for agent, legal, action in trace:
        assert env.agent_selection == agent
        assert env.observe(agent)["action_mask"].sum() == legal
        assert not any(
            env.observe(other)["action_mask"].any() for other in env.agents if other != agent
        )
        env.step(env.game.action_id(action))
    assert env.agent_selection == "player_1"


# --- Rewards


def payoff(game: ConcordiaGame, seat: int, reward: str) -> float:
    """What a finished game pays a seat, from scores and ranking alone."""
    sides = game.team_scores()
    side = seat % len(sides)
    totals = {other: points["total"] for other, points in sides.items()}
    place = game.ranking().index(side)
    best_other = max(total for other, total in totals.items() if other != side)
    return {
        "rank": 1 - 2 * place / (len(sides) - 1),
        "win": float(place == 0),
        "score": (totals[side] - best_other) / 100,
    }[reward]


@pytest.mark.parametrize("shaping", [0.0, 2.0])
@pytest.mark.parametrize("reward", ["rank", "win", "score"])
@pytest.mark.parametrize(("players", "team"), VENUS)
def test_returns_are_the_payoff(reward: str, players: int, team: bool, shaping: float) -> None:
    for seed in range(2):
        env = venus_v0.raw_env(
            board="crete", num_players=players, team=team, reward=reward, shaping=shaping
        )
        found = list(returns(env, seed).values())
        assert found == pytest.approx([payoff(env.game, seat, reward) for seat in range(players)])


@pytest.mark.parametrize("players", [4, 6])
def test_partners_share_rewards_and_ranks(players: int) -> None:
    """At every decision, shaping included, and in the final infos."""
    env = venus_v0.raw_env(board="crete", num_players=players, team=True, shaping=1.0)
    rng = np.random.default_rng(players)
    env.reset(seed=players)
    teams, paid = players // 2, 0
    while not env.game.over:
        env.step(int(rng.choice(env.game.legal_ids())))
        rewards = [env.rewards[agent] for agent in env.agents]
        assert rewards[:teams] == rewards[teams:]
        paid += any(rewards)
    assert paid > 20
    ranks = [env.infos[agent]["rank"] for agent in env.agents]
    assert ranks[:teams] == ranks[teams:]
    assert sorted(ranks[:teams]) == list(range(teams))
    for agent, seat in zip(env.agents, range(players), strict=True):
        assert env.infos[agent]["scores"] == env.game.scores()
        assert env.infos[agent]["points"] == env.game.scores()[seat]
        assert env.infos[agent]["rank"] == env.game.ranking().index(seat % teams)


# --- Options


@pytest.mark.parametrize("make", [venus_v0.game, venus_v0.env, venus_v0.raw_env])
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"team": True, "num_players": 5}, "num_players must be one of 4, 6 in team play, not 5"),
        ({"team": True, "num_players": 2}, "num_players must be one of 4, 6 in team play, not 2"),
        ({"num_players": 6}, "num_players must be one of 2, 3, 4, 5, not 6"),
        ({"team": 1}, "team must be true or false, not 1"),
        ({"board": "atlantis"}, "allowed: crete"),
        ({"info": "secret"}, "open, hidden"),
    ],
)
def test_options_say_what_is_allowed(make: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make(**options)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"opponents": "random", "partner": "learner"}, "nobody has a partner"),
        (
            {"team": [True, False], "opponents": "random", "partner": "learner"},
            "nobody has a partner",
        ),
        ({"team": True, "partner": "greedy"}, "without opponents the caller plays all seats"),
        (
            {"team": True, "opponents": "random", "partner": "brutus"},
            "unknown partner 'brutus'; allowed: learner, random, greedy, ",
        ),
        ({"team": True, "num_players": [4, 5]}, "4, 6 in team play"),
        ({"team": []}, "team: the list is empty"),
        ({"team": True, "opponents": "random", "seat": 4}, r"seat must be in 0\.\.3"),
    ],
)
def test_batches_say_what_is_allowed(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        venus_v0.vec_env(2, **options)


# --- Batches

MIXED: dict[str, Any] = {
    "board": ["italia", "crete", "hellas"],
    "num_players": [4, 4, 6, 3, 4, 6],
    "team": [True, False, True, False, True, True],
    "info": ["open", "hidden"],
}


@pytest.mark.parametrize(("rows", "threads"), [(12, 1), (384, 2)])
def test_a_batch_equals_single_games(rows: int, threads: int) -> None:
    """Boards, teams and individual play mixed; partners are paid alike."""
    batch = venus_v0.vec_env(rows, **MIXED, shaping=1.0, threads=threads, seed=8)
    watched = range(0, rows, max(1, rows // 13))
    games = single_games(batch, 8)
    alive = set(watched)
    while len(alive) > len(watched) // 2:
        for row in alive:
            assert batch.seat[row] == games[row].seat
            assert np.array_equal(batch.obs[row], games[row].observe())
            assert np.array_equal(batch.mask[row], games[row].action_mask())
        actions = batch.sample()
        batch.step(actions)
        for row in list(alive):
            game = games[row]
            game.apply(int(actions[row]))
            assert batch.terminated[row] == game.over
            for seats in game.teams:
                assert len(set(batch.reward[row, list(seats)])) == 1
            if game.over:
                points, ranks = game.standing()
                assert np.array_equal(batch.final_points[row], points)
                assert np.array_equal(batch.final_ranks[row], ranks)
                alive.remove(row)


def test_threads_change_nothing() -> None:
    """Rows with bots in all seats but the learner's."""
    options: dict[str, Any] = {
        "board": ["crete", "italia"],
        "num_players": [4, 6],
        "team": True,
        "opponents": ["random", "greedy"],
        "partner": "greedy",
        "seed": 3,
    }
    one, two = (venus_v0.vec_env(256, threads=threads, **options) for threads in (1, 2))
    assert hashes_after(one, 40) == hashes_after(two, 40)


# --- Copies


@pytest.mark.parametrize("players", [4, 6])
@pytest.mark.parametrize("name", MOMENTS)
def test_copies_keep_the_turn_in_progress(name: str, players: int) -> None:
    """Clones, pickles, bytes and snapshots of a turn between partners all go on alike."""
    game = moment(name, board="crete", num_players=players)
    assert MOMENTS[name](game.snapshot())
    copies = {
        "clone": game.clone(),
        "deepcopy": copy.deepcopy(game),
        "pickle": pickle.loads(pickle.dumps(game)),
        "bytes": type(game).from_bytes(game.to_bytes()),
        "snapshot": type(game).from_snapshot(game.snapshot()),
    }
    told = len(game.events)
    for other in copies.values():
        assert other == game
        assert hash(other) == hash(game)
        assert other.hash == game.hash
        assert other.legal() == game.legal()
    play(game, np.random.default_rng(5))
    for how, other in copies.items():
        play(other, np.random.default_rng(5))
        assert other.snapshot() == game.snapshot()
        assert other.events == game.events[told if how == "snapshot" else 0 :]


@ENVS
def test_copies_of_the_environment_keep_the_turn_in_progress(make: Callable[..., AECEnv]) -> None:
    env = make(board="crete", team=True, shaping=0.5)
    env.reset(seed=2)
    rng = np.random.default_rng(2)
    while env.game.phase != "suggest":
        env.step(int(rng.choice(env.game.legal_ids())))
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        mine, random, random_other = (
            copy.deepcopy(env),
            *(np.random.default_rng(7) for _ in range(2)),
        )
        while not mine.game.over:
            assert other.agent_selection == mine.agent_selection
            mine.step(int(random.choice(mine.game.legal_ids())))
            other.step(int(random_other.choice(other.game.legal_ids())))
            assert other.rewards == mine.rewards
        assert other.game == mine.game
