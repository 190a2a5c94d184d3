"""Payoffs, shaping and truncation, on games played to the end."""

from __future__ import annotations

import numpy as np
import pytest

from concordia_env import concordia_v0
from env_core.aec import RawEnv
from env_core.rewards import RANK, SCORE, WIN, payoffs
from tests.concordia.positions import perform
from tests.concordia.test_rulebook_examples import SKIPPED_TURN, one_card_left


def returns(env: RawEnv, seed: int) -> dict[str, float]:
    """Play at random; the sum of rewards of every agent as its owner sees it."""
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    total = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        dead = terminated or truncated
        env.step(None if dead else int(rng.choice(observation["action_mask"].nonzero()[0])))
    return total


@pytest.mark.parametrize("shaping", [0.0, 2.0])
@pytest.mark.parametrize("reward", ["rank", "win", "score"])
@pytest.mark.parametrize("players", [2, 3, 5])
def test_returns_are_the_payoff(reward: str, players: int, shaping: float) -> None:
    """Also for seats whose game ends on another seat's decision, also with shaping."""
    for seed in range(3):
        env = concordia_v0.raw_env(
            board="italia", num_players=players, reward=reward, shaping=shaping
        )
        found = list(returns(env, seed).values())
        order = env.game.ranking()
        totals = [env.game.scores()[seat]["total"] for seat in range(players)]
        for seat in range(players):
            place = order.index(seat)
            best_other = max(totals[other] for other in range(players) if other != seat)
            expected = {
                "rank": 1 - 2 * place / (players - 1),
                "win": float(place == 0),
                "score": (totals[seat] - best_other) / 100,
            }[reward]
            assert found[seat] == pytest.approx(expected)


# One card is left. The buyer takes it for a food, then the two others play a Mercator for 3
# sestertii each and trade nothing. Goods are worth 29 at first; nobody has houses; Mars gives each
# 2 + 2 points for 2 colonists.
#   buyer: (5 + 29 - 4) / 10 = 3 for Vesta, 8 for Mars, 7 for the Concordia card = 18
#   next: (28 + 29 + 3) / 10 = 6 for Vesta, 8 for Mars = 14
#   last: (98 + 29 + 3) / 10 = 13 for Vesta, 8 for Mars = 21
MONEY = (5, 28, 98)
TURNS = (("play Senator", "purchase 1"), SKIPPED_TURN, SKIPPED_TURN)
PAYOFFS = {"rank": (0.0, -1.0, 1.0), "win": (0.0, 0.0, 1.0), "score": (-0.03, -0.07, 0.03)}
# The totals are 11, 13, 20 at first, 18, 13, 20 after the purchase, and a Mercator adds a point.
# The margins of each after the first decision of its turn:
MARGINS = (11 - 20, 14 - 20, 21 - 18)


@pytest.mark.parametrize("shaping", [0.0, 2.0])
@pytest.mark.parametrize("reward", ["rank", "win", "score"])
@pytest.mark.parametrize("learner", ["buyer", "next", "last"])
@pytest.mark.parametrize("buyer", [0, 1, 2])
def test_a_game_computed_by_hand(buyer: int, learner: str, reward: str, shaping: float) -> None:
    """The learner sits in every seat; only as the last does it make the game's last decision."""
    turn = ("buyer", "next", "last").index(learner)
    seats = [(buyer + k) % 3 for k in range(3)]
    position = one_card_left().turn(buyer)
    for seat, sestertii in zip(seats, MONEY, strict=True):
        position.money(seat, sestertii)
    game = position.game()
    for actions in TURNS[:turn]:
        perform(game, *actions)
    script: list[str] = []

    def opponents(obs: np.ndarray, mask: np.ndarray) -> np.ndarray:
        return np.array([game.action_id(script.pop(0)) if script else mask.argmax()])

    batch = concordia_v0.vec_env(
        1, num_players=3, opponents=opponents, seat=seats[turn], reward=reward, shaping=shaping
    )
    batch.set_state({**batch.state(), "games": game._games})
    script += [text for actions in TURNS[turn + 1 :] for text in actions]
    rewards = []
    for text in TURNS[turn]:
        assert not batch.terminated[0]
        batch.step(np.array([game.action_id(text)]))
        rewards.append(batch.reward[0, seats[turn]])
    assert batch.terminated[0]
    assert batch.final_points[0, seats, -1].tolist() == [18, 14, 21]
    assert rewards[0] == pytest.approx(shaping * MARGINS[turn] / 100)
    assert sum(rewards) == pytest.approx(PAYOFFS[reward][turn])


def test_rank_is_zero_sum_and_ties_follow_the_magnus() -> None:
    points = np.array([[50], [60], [60], [0]], np.int32)
    ranks = np.array([2, 1, 0, -1], np.int32)
    out = np.zeros(3)
    payoffs(RANK, points, ranks, out)
    assert out.tolist() == [-1.0, 0.0, 1.0]
    payoffs(WIN, points, ranks, out)
    assert out.tolist() == [0.0, 0.0, 1.0]
    payoffs(SCORE, points, ranks, out)
    assert out.tolist() == [-0.1, 0.0, 0.0]


def test_partners_share() -> None:
    """They add up their points: 90 against 60."""
    points = np.array([[50], [20], [40], [40]], np.int32)
    ranks = np.array([0, 1, 0, 1], np.int32)
    out = np.zeros(4)
    payoffs(RANK, points, ranks, out)
    assert out.tolist() == [1.0, -1.0, 1.0, -1.0]
    payoffs(SCORE, points, ranks, out)
    assert out.tolist() == pytest.approx([0.3, -0.3, 0.3, -0.3])


def test_shaping_pays_the_change_of_the_margin() -> None:
    env = concordia_v0.raw_env(board="italia", num_players=2, shaping=1.0)
    rng = np.random.default_rng(0)
    env.reset(seed=3)
    margin = 0
    while not env.game.over:
        legal = env.game.legal_ids()
        env.step(int(legal[rng.integers(len(legal))]))
        if env.game.over:
            break
        now = [env.infos[agent]["points"]["total"] for agent in env.agents]
        change = (now[0] - now[1]) - margin
        margin += change
        assert env.rewards["player_0"] == pytest.approx(change / 100)
        assert env.rewards["player_1"] == pytest.approx(-change / 100)


def test_truncation_ends_without_a_payoff() -> None:
    env = concordia_v0.raw_env(num_players=3, max_turns=4)
    found = returns(env, seed=1)
    assert env.game.turns == 3 * 4 + 1
    assert not env.game.over
    assert set(found.values()) == {0.0}


def test_final_infos_hold_points_and_rank() -> None:
    env = concordia_v0.raw_env(board="crete", num_players=2)
    rng = np.random.default_rng(1)
    env.reset(seed=1)
    while not env.game.over:
        legal = env.game.legal_ids()
        env.step(int(legal[rng.integers(len(legal))]))
    scores = env.game.scores()
    for seat, agent in enumerate(env.agents):
        assert env.terminations[agent]
        assert env.infos[agent]["points"] == scores[seat]
        assert env.infos[agent]["rank"] == env.game.ranking().index(seat)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"reward": "points"}, "rank, win, score"),
        ({"max_turns": 0}, "max_turns must be at least 1"),
        ({"render_mode": "rgb"}, "human, ansi"),
        ({"board": "utopia"}, "imperium"),
    ],
)
def test_bad_options_say_what_is_allowed(options: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        concordia_v0.env(**options)
