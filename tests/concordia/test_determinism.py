"""The same seed gives the same game, whatever the order of play and the way in."""

from __future__ import annotations

import numpy as np

from concordia_env import concordia_v0
from tests.conftest import play


def digest(seed: int) -> str:
    game = concordia_v0.game(board="cyprus", num_players=4, seed=seed)
    play(game, np.random.default_rng(seed))
    return game.hash


def test_a_seed_fixes_the_whole_game() -> None:
    first = [digest(seed) for seed in range(3)]
    assert [digest(seed) for seed in reversed(range(3))] == first[::-1]
    assert len(set(first)) == 3


def test_environment_and_game_deal_alike() -> None:
    env = concordia_v0.env(board="italia", num_players=3)
    env.reset(seed=12)
    game = concordia_v0.game(board="italia", num_players=3, seed=12)
    assert env.game == game
    env.reset()
    follow_up = env.game.clone()
    assert follow_up != game
    env.reset(seed=12)
    assert env.game == game
    env.reset()
    assert env.game == follow_up  # the seeds after a seed are fixed as well


def test_seeds_deal_different_games() -> None:
    assert len({concordia_v0.game(seed=seed).hash for seed in range(200)}) == 200


def test_without_a_seed_games_differ() -> None:
    assert concordia_v0.game() != concordia_v0.game()


def test_the_deal_is_fair() -> None:
    """Each token of a letter is equally likely in each of its cities."""
    counts = {"Londinium": 0, "Tomis": 0}
    for seed in range(700):
        goods = concordia_v0.game(seed=seed).snapshot()["goods"]
        for city in counts:
            counts[city] += goods[city] == "cloth"
    for number in counts.values():
        assert 60 < number < 140  # one cloth token among seven cities: 100 expected
