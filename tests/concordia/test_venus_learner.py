"""The learner's stream of team play: one seat of a team, or both."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
import torch
from stable_baselines3.common.env_checker import check_env

from concordia_env import venus_v0
from concordia_env.observation import OBSERVATION
from env_core.sb3 import GameLog
from tests.concordia.test_learner_stream import (
    MaskedSampling,
    faces_agree,
    play_aec,
    play_again,
    play_to_the_end,
    replayed,
)
from tests.concordia.test_sb3 import Tally, new_model
from tests.concordia.test_venus_faces import ID, payoff

OPTIONS: dict[str, Any] = {"board": "crete", "num_players": 4, "team": True, "opponents": "random"}


def first_legal(obs: np.ndarray, mask: np.ndarray) -> np.ndarray:
    return mask.argmax(1)


@pytest.mark.parametrize("partner", [None, "a policy", "learner"])
@pytest.mark.parametrize(("seed", "players", "max_turns"), [(1, 4, 1000), (2, 6, 1000), (3, 4, 9)])
def test_the_stream_is_the_game_of_the_seats(
    seed: int, players: int, max_turns: int, partner: str | None
) -> None:
    """One game of PettingZoo's face, played again from every seat, alone and for both partners.

    The learner is asked for the decisions of his seats alone, sees what the deciding seat sees, and
    the rewards add up to the payoff, also where the game ends on another seat's decision.
    """
    options = {
        "board": "crete",
        "num_players": players,
        "team": True,
        "shaping": 0.5,
        "max_turns": max_turns,
    }
    game = venus_v0.raw_env(**options)
    decisions, _, over = play_aec(game, seed)
    assert over == (max_turns > 9)
    for learner in range(players):
        other = (learner + players // 2) % players
        own = {learner, other} if partner == "learner" else {learner}
        strangers = set(range(players)) - own - ({other} if partner == "a policy" else set())
        policies = {
            seats: replayed([each for each in decisions if each[0] in seats])
            for seats in (frozenset(strangers), frozenset({other}))
        }
        env = venus_v0.solo_env(
            **options,
            opponents=policies[frozenset(strangers)],
            partner=policies[frozenset({other})] if partner == "a policy" else partner,
            seat=learner,
            seed=seed,
        )
        total, info = play_again(env, [each for each in decisions if each[0] in own], over)
        assert total == pytest.approx(sum(each[4][learner] for each in decisions))
        assert info["scores"] == game.game.scores()
        if over:
            assert total == pytest.approx(payoff(game.game, learner, "rank"))
            assert info["rank"] == game.game.ranking().index(learner % (players // 2))


@pytest.mark.parametrize("partner", [None, "random", "greedy", first_legal, "learner"])
@pytest.mark.parametrize("reward", ["rank", "win", "score"])
def test_the_final_payoff_always_arrives(reward: str, partner: Any) -> None:
    """The learner's seat rotates; every kind of partner."""
    env = gymnasium.make(ID, **OPTIONS, partner=partner, reward=reward, shaping=1.0)
    rng = np.random.default_rng(5)
    env.reset(seed=5)
    for number in range(4):
        seats = {number, (number + 2) % 4} if partner == "learner" else {number}
        total, info = play_to_the_end(env, rng)
        assert info["seat"] in seats
        scores = info["scores"]
        sides = [scores[side]["total"] + scores[side + 2]["total"] for side in (0, 1)]
        margin = sides[number % 2] - sides[1 - number % 2]
        expected = {
            "rank": 1.0 - 2 * info["rank"],
            "win": float(info["rank"] == 0),
            "score": margin / 100,
        }[reward]
        assert total == pytest.approx(expected)
        assert margin == 0 or info["won"] == (margin > 0)
        env.reset()


@pytest.mark.parametrize("partner", ["learner", "random"])
def test_observations_are_of_the_seat_that_decides(partner: str) -> None:
    env = gymnasium.make(ID, **OPTIONS, partner=partner, seat=1)
    rng = np.random.default_rng(1)
    observation, info = env.reset(seed=1)
    deciders = set()
    over = False
    while not over:
        game = env.unwrapped.game
        deciders.add(info["seat"])
        assert game.seat == info["seat"]
        assert np.array_equal(observation, game.observe())
        assert OBSERVATION.views(observation)["partner"].tolist() == [0, 0, 1, 0, 0, 0]
        legal = info["action_mask"].nonzero()[0]
        assert np.array_equal(legal, game.legal_ids())
        observation, _, terminated, truncated, info = env.step(rng.choice(legal))
        over = terminated or truncated
    assert deciders == ({1, 3} if partner == "learner" else {1})


def test_a_partner_of_his_own_plays_the_partners_seat_only() -> None:
    """The policy is asked wherever the partner decides and nowhere else; opponents are another."""
    asked = {"partner": 0, "opponent": 0}

    def policy(name: str) -> Any:
        def decide(obs: np.ndarray, mask: np.ndarray) -> np.ndarray:
            blocks = OBSERVATION.views(obs)
            asked[name] += len(obs)
            assert (blocks["decider"][:, 0] == 1).all()
            return mask.argmax(1)

        return decide

    batch = venus_v0.vec_env(
        8, **{**OPTIONS, "opponents": policy("opponent")}, partner=policy("partner"), seat=0, seed=1
    )
    # All rows have seen the places of seat 2, the partner, and of seat 3, an opponent.
    assert asked == {"partner": 8, "opponent": 8}
    assert (batch.seat == 0).all()


@pytest.mark.parametrize("partner", ["learner", None])
def test_all_faces_agree(partner: str | None) -> None:
    options = {**OPTIONS, "partner": partner, "shaping": 0.5, "max_turns": 8, "seed": 7}
    faces_agree(venus_v0, options, steps=200)


@pytest.mark.filterwarnings("ignore")
def test_the_checker_of_stable_baselines3() -> None:
    check_env(MaskedSampling(gymnasium.make(ID, **OPTIONS, partner="learner")))


@pytest.mark.parametrize("partner", ["learner", "greedy", None])
def test_maskable_ppo_trains(partner: str | None) -> None:
    torch.set_num_threads(1)
    env = venus_v0.sb3_vec_env(8, **OPTIONS, partner=partner, max_turns=4, shaping=1.0, seed=0)
    model = new_model(env)
    before = {name: weight.clone() for name, weight in model.policy.state_dict().items()}
    tally = Tally()
    model.learn(1024, [tally, GameLog()])
    after = model.policy.state_dict()
    assert model.num_timesteps == 1024
    assert all(weight.isfinite().all() for weight in after.values())
    assert any((after[name] != weight).any() for name, weight in before.items())
    assert {info["rank"] for info in tally.infos} == {0, 1}
    seats = {info["seat"] for info in tally.infos}
    assert seats == {0, 1, 2, 3}
