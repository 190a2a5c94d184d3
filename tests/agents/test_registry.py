"""Players by name: every name works in every game, wrong ones say what is allowed."""

from __future__ import annotations

import re
from itertools import count

import numpy as np
import pytest

import agents
from agents.registry import BOTS
from comuni_env import comuni_v0
from concordia_env import concordia_v0, solitaria_v0, venus_v0
from tests.agents.tables import GAMES, advance, positions

NAMES = ("random", "greedy", "balanced", "mcts:30", "ismcts:30", "mcts:5ms", "ismcts:20:turns=full")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("table", GAMES)
def test_every_player_decides_in_every_game(table: str, name: str) -> None:
    for game in positions(table):
        before = game.to_bytes()
        action = agents.make(name, seed=3).act(game)
        assert type(action) is int
        assert game.is_legal(action)
        assert game.to_bytes() == before


@pytest.mark.parametrize("name", ["random", "mcts:40", "ismcts:40"])
def test_a_seed_makes_a_player_repeatable(name: str) -> None:
    game = advance(GAMES["concordia"](seed=2), 9)

    def choices(seed: int) -> list[int]:
        player = agents.make(name, seed)
        return [player.act(game) for _ in range(8)]

    assert choices(5) == choices(5)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("gredy", "unknown agent 'gredy'; agents: random, greedy"),
        ("mcts", "unknown agent 'mcts'"),
        ("mcts:", "budget must be a whole number above 0, not ''"),
        ("mcts:0", "budget must be a whole number above 0, not '0'"),
        ("ismcts:20s", "budget must be a whole number"),
        ("mcts:20:depth=3", "unknown option 'depth'; options: turns, threads, bot"),
        ("mcts:20:turns=half", "turns must be a whole number above 0, not 'half'"),
        ("mcts:20:bot=gredy", "unknown bot 'gredy'; bots: random, greedy"),
        ("ppo:nowhere", "no checkpoint in nowhere"),
    ],
)
def test_a_wrong_name_says_what_is_allowed(name: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        agents.make(name)


def test_a_bot_of_another_game_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="comuni_env has no bot 'trader': random, greedy"):
        agents.make("trader").act(GAMES["comuni"](seed=1))
    with pytest.raises(ValueError, match="concordia_env has no bot 'economy': random, greedy"):
        agents.make("mcts:10:bot=economy").act(GAMES["concordia"](seed=1))


@pytest.mark.parametrize("name", ["greedy", "mcts:10"])
def test_nobody_decides_when_the_game_is_over(name: str) -> None:
    game = advance(GAMES["solitaria"](seed=1), 10**6)
    with pytest.raises(ValueError, match="the game is over"):
        agents.make(name).act(game)


MODULES = {
    "base": (concordia_v0, {"board": "italia", "num_players": 2}),
    "teams": (venus_v0, {"board": "hellas", "num_players": 4, "team": True}),
    "solo": (solitaria_v0, {"board": "italia"}),
    "comuni": (comuni_v0, {"num_players": 3}),
}


@pytest.mark.parametrize("table", MODULES)
def test_bots_choose_the_same_in_a_game_the_aec_environment_and_a_batch(table: str) -> None:
    module, options = MODULES[table]
    env = module.raw_env(**options)
    batch = module.vec_env(1, **options)
    names = [name for name in module.FACES.game_type.engine.bots if name != "random"]
    for seed in range(3):
        batch.reset(seed)
        deal = np.random.SeedSequence(seed).spawn(1)[0].generate_state(2, np.uint32)
        env.reset(seed=0)
        env.game.restart(deal)
        env.agent_selection = env.agents[env.game.seat]
        for step in count():
            game = batch.game(0)
            assert game == env.game
            chosen = {name: agents.make(name).act(game) for name in names}
            assert chosen == {name: agents.make(name).act(env.game) for name in names}
            assert chosen == {name: int(batch.bot_actions(name)[0]) for name in names}
            action = chosen[names[step % len(names)]]
            batch.step(np.array([action]))
            if batch.terminated[0]:
                break
            env.step(action)


def test_all_compiled_bots_are_players() -> None:
    for module, _ in MODULES.values():
        assert set(module.FACES.game_type.engine.bots) <= set(BOTS)
