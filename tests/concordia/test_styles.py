"""The styles: legal, pure and blind in every mode, each in character, balanced the strongest."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from functools import cache, partial

import numpy as np
import pytest

from agents import make
from agents.playing import play_games
from concordia_env import concordia_v0, solitaria_v0, venus_v0
from concordia_env.constants import GODS, HOUSES, STYLES
from concordia_env.game import ConcordiaGame
from concordia_env.scenario import base_scenario
from concordia_env.tables import tables_of
from tests.conftest import PLAYERS, VENUS, play

JIT_OFF = os.environ.get("NUMBA_DISABLE_JIT") == "1"
OTHERS = STYLES[1:]
GAMES = 40  # watched decision by decision

Deal = Callable[..., ConcordiaGame]
DEALS: list[Deal] = [
    *(partial(concordia_v0.game, num_players=players) for players in PLAYERS),
    *(partial(venus_v0.game, num_players=players, team=team) for players, team in VENUS),
    partial(venus_v0.game, num_players=4, team=True, info="hidden"),
    *(partial(solitaria_v0.game, num_players=players) for players in (1, 2)),
]


@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("style", OTHERS)
def test_legal_pure_and_blind(style: str, deal: Deal) -> None:
    """No style looks at the deck, or where hands are hidden at those of others."""
    game = deal(seed=7)
    agent = make(style)
    rng = np.random.default_rng(7)
    for step in range(20 if JIT_OFF else 300):
        if game.over:
            break
        before = game._games.tobytes()
        action = agent.act(game)
        assert game._games.tobytes() == before
        assert game.is_legal(action)
        assert agent.act(game.determinise(game.seat, seed=step)) == action
        if step % 3:
            game.apply(action)
        else:
            play(game, rng, 1)


@cache
def habits(style: str) -> Counter[str]:
    """What a seat of the style does in games among three greedy ones, all in all."""
    seen: Counter[str] = Counter()
    for seed in range(GAMES):
        game, seat = concordia_v0.game(board="imperium", num_players=4, seed=seed), seed % 4
        agents = [make(style if s == seat else "greedy") for s in range(4)]
        while game.seat is not None:
            mine = game.seat == seat
            action = game.action_text(agents[game.seat].act(game))
            words = action.split()
            if mine and words[0] in ("sell", "buy"):
                seen["traded"] += int(words[2])
            game.apply(action)
        g, points = game._games[0], game.scores()[seat]
        seen["houses"] += HOUSES - int(g["houses_left"][seat])
        seen["cards"] += int(g["hand"][seat].sum() + g["pile_size"][seat])
        seen["total"] += points["total"]
        seen["best god"] += max(points[god] for god in GODS)
        seen["Saturnus"] += points["Saturnus"]
    return seen


needs_speed = pytest.mark.skipif(JIT_OFF, reason="plays many whole games")


def most(what: str) -> str:
    """The style with most of something."""
    return max(STYLES, key=lambda style: habits(style)[what])


@needs_speed
def test_builder_spreads_over_the_board() -> None:
    own, greedy = habits("builder"), habits("greedy")
    assert most("houses") == "builder"
    assert own["Saturnus"] > greedy["Saturnus"]
    assert own["cards"] < greedy["cards"]


@needs_speed
def test_trader_moves_the_most_goods() -> None:
    assert most("traded") == "trader"
    assert habits("trader")["traded"] > 1.2 * habits("greedy")["traded"]


@needs_speed
def test_collector_scores_with_one_god() -> None:
    own, greedy = habits("collector"), habits("greedy")
    assert own["best god"] / own["total"] > 1.1 * greedy["best god"] / greedy["total"]


def wins(style: str, board: str, players: int, games: int = 400) -> float:
    """Share of games that one seat of the style wins among greedy ones."""
    seats = np.arange(games) % players
    table = [[style if s == seat else "greedy" for s in range(players)] for seat in seats]
    deals = np.random.SeedSequence([players, 31]).spawn(games)
    scenario = base_scenario(board, players)
    _, ranks = play_games(ConcordiaGame, scenario, deals, table, [[0] * players] * games)
    return float(np.mean(ranks[np.arange(games), seats] == 0))


@needs_speed
@pytest.mark.parametrize(("board", "players"), [("italia", 2), ("imperium", 4)])
def test_balanced_beats_greedy(board: str, players: int) -> None:
    assert wins("balanced", board, players) > 1.2 / players + 0.05


@needs_speed
@pytest.mark.parametrize("style", OTHERS)
@pytest.mark.parametrize(("board", "players"), [("italia", 2), ("imperium", 4)])
def test_no_style_is_much_weaker_than_greedy(style: str, board: str, players: int) -> None:
    assert wins(style, board, players) > 0.75 / players


def test_only_greedy_weighs_nothing() -> None:
    """Its decisions are those of the bare valuation."""
    weights = tables_of(base_scenario())["style"][0]
    assert (weights[0] == 1).all()
    assert (weights[1:] != 1).any(axis=1).all()
