"""The styles: legal, pure and blind like the greedy player, each in character, none much weaker."""

from __future__ import annotations

import os
from collections import Counter
from functools import cache

import numpy as np
import pytest

from agents import make
from agents.playing import play_games
from comuni_env import comuni_v0
from comuni_env.constants import KINDS, STYLES
from comuni_env.game import ComuniGame
from comuni_env.scenario import comuni_scenario
from comuni_env.tables import tables_of
from tests.conftest import PLAYERS, play

JIT_OFF = os.environ.get("NUMBA_DISABLE_JIT") == "1"
OTHERS = STYLES[1:]
GAMES = 40  # watched decision by decision


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("style", OTHERS)
def test_legal_pure_and_blind(style: str, players: int) -> None:
    """No style looks behind another seat's screen, at decks or at secret commitments."""
    game = comuni_v0.game(num_players=players, seed=players)
    agent = make(style)
    rng = np.random.default_rng(players)
    for step in range(30 if JIT_OFF else 400):
        if game.over:
            break
        before = game._games.tobytes()
        action = agent.act(game)
        assert game._games.tobytes() == before
        assert game.is_legal(action)
        assert agent.act(game.determinise(game.seat, seed=step)) == action
        other = game.clone()
        others = np.arange(5) != game.seat
        for field in ("stones", "hand", "loot", "heroes", "alliance", "city", "exchanges"):
            other._games[field][0, others] = 0
        other._games["deck"] = 0
        assert agent.act(other) == action
        if step % 3:
            game.apply(action)
        else:
            play(game, rng, 1)


@cache
def habits(style: str) -> Counter[str]:
    """What a seat of the style does in games among three greedy ones, all in all."""
    seen: Counter[str] = Counter()
    for seed in range(GAMES):
        game, seat = comuni_v0.game(num_players=4, seed=seed), seed % 4
        agents = [make(style if s == seat else "greedy") for s in range(4)]
        while game.seat is not None:
            mine = game.seat == seat
            action = game.action_text(agents[game.seat].act(game))
            words = action.split()
            if mine and words[0] in ("alliance", "city"):
                seen["armies"] += int(words[1])
            elif mine:
                seen[words[0]] += 1
            game.apply(action)
        city, scores = game.snapshot()["seats"][seat], game.scores()[seat]
        seen.update({kind: sum(city["buildings"][kind]) for kind in KINDS})
        seen["walls"] += sum(city["walls"])
        seen.update({name: scores[name] for name in ("guild_masters", "heroes", "loot", "set")})
    return seen


needs_speed = pytest.mark.skipif(JIT_OFF, reason="plays many whole games")


@needs_speed
def test_economy_lives_on_gold_and_pilgrims() -> None:
    """It takes many incomes, and the buildings that feed them."""
    own, greedy = habits("economy"), habits("greedy")
    assert own["income"] > 1.3 * greedy["income"]
    assert own["economy"] > 1.2 * greedy["economy"]
    assert own["religion"] > 1.2 * greedy["religion"]
    assert own["military"] < greedy["military"]


@needs_speed
def test_defender_sits_behind_walls_and_wins_the_hero_tiles() -> None:
    own, greedy = habits("defender"), habits("greedy")
    assert own["walls"] > 1.1 * greedy["walls"]
    assert own["military"] > 1.3 * greedy["military"]
    assert own["armies"] > 1.1 * greedy["armies"]
    assert own["heroes"] > 1.3 * greedy["heroes"]
    assert abs(own["loot"]) < 0.5 * abs(greedy["loot"])


@needs_speed
def test_culture_builds_culture_and_religion_and_wins_guild_masters() -> None:
    own, greedy = habits("culture"), habits("greedy")
    assert own["culture"] > 1.15 * greedy["culture"]
    assert own["religion"] > 1.15 * greedy["religion"]
    assert own["guild_masters"] > greedy["guild_masters"]
    assert own["military"] < greedy["military"]


def wins(style: str, players: int, games: int = 400) -> float:
    """Share of games that one seat of the style wins among greedy ones."""
    seats = np.arange(games) % players
    table = [[style if s == seat else "greedy" for s in range(players)] for seat in seats]
    deals = np.random.SeedSequence([players, 31]).spawn(games)
    scenario = comuni_scenario(players)
    _, ranks = play_games(ComuniGame, scenario, deals, table, [[0] * players] * games)
    return float(np.mean(ranks[np.arange(games), seats] == 0))


@needs_speed
@pytest.mark.parametrize("players", PLAYERS)
def test_balanced_beats_greedy(players: int) -> None:
    assert wins("balanced", players) > 1.2 / players + 0.05


@needs_speed
@pytest.mark.parametrize("style", OTHERS)
@pytest.mark.parametrize("players", [2, 4])
def test_no_style_is_much_weaker_than_greedy(style: str, players: int) -> None:
    assert wins(style, players) > 0.75 / players


def test_only_greedy_weighs_nothing() -> None:
    """Its decisions are those of the bare valuation."""
    weights = tables_of(comuni_scenario())["style"][0]
    assert (weights[0] == 1).all()
    assert (weights[1:] != 1).any(axis=1).all()
