"""The greedy player: legal, pure, blind to what is hidden, sensible, and better than chance."""

from __future__ import annotations

import os

import numpy as np
import pytest

from comuni_env import comuni_v0
from comuni_env.greedy import greedy_action
from tests.comuni.positions import Position
from tests.conftest import PLAYERS, play

JIT_OFF = os.environ.get("NUMBA_DISABLE_JIT") == "1"


def decide(game: comuni_v0.ComuniGame) -> str:
    return game.action_text(int(greedy_action(game._tables[0], game._games[0], game._mask, 0)))


@pytest.mark.parametrize("players", PLAYERS)
def test_legal_pure_and_blind(players: int) -> None:
    """It looks at nothing behind another seat's screen, nor at decks and secret commitments."""
    game = comuni_v0.game(num_players=players, seed=players)
    rng = np.random.default_rng(players)
    for step in range(30 if JIT_OFF else 2000):
        if game.over:
            break
        before = game._games.tobytes()
        action = decide(game)
        assert game._games.tobytes() == before
        assert action in game.legal()
        assert decide(game.determinise(game.seat, seed=step)) == action
        other = game.clone()
        others = np.arange(5) != game.seat
        for field in ("stones", "hand", "loot", "heroes", "alliance", "city", "exchanges"):
            other._games[field][0, others] = 0
        other._games["deck"] = 0
        assert decide(other) == action
        if step % 3:
            game.apply(action)
        else:
            play(game, rng, 1)


@pytest.mark.skipif(JIT_OFF, reason="plays hundreds of games")
@pytest.mark.parametrize(("players", "share"), [(2, 0.97), (3, 0.95), (4, 0.92), (5, 0.88)])
def test_beats_random_players(players: int, share: float) -> None:
    batch = comuni_v0.vec_env(128, num_players=players, opponents="random", reward="win", seed=1)
    games, wins = 0, 0.0
    while games < 300:
        learner = batch.learner.copy()
        batch.step(batch.bot_actions("greedy"))
        done = batch.terminated
        games += int(done.sum())
        wins += batch.reward[done, learner[done]].sum()
    assert wins / games > share


@pytest.mark.skipif(JIT_OFF, reason="plays whole games")
@pytest.mark.parametrize("players", PLAYERS)
def test_among_its_kind_games_end_with_good_cities(players: int) -> None:
    totals, loot = [], []
    for seed in range(20):
        game = comuni_v0.game(num_players=players, seed=seed)
        while not game.over:
            game.apply(decide(game))
        assert game.turns / players < 30
        totals += [score["total"] for score in game.scores().values()]
        loot += [score["loot"] for score in game.scores().values()]
    assert np.mean(totals) > 15
    assert np.mean(loot) > -15


def test_it_mans_the_walls_and_sends_the_army_it_can_spare() -> None:
    """Against the Pope's 12 two armies on the wall, one in the alliance and the leader suffice."""
    position = Position("Lucca", "Siena", deck="C").walls(0, 4, 4, 4).stones(0, armies=3)
    game = position.invasion(0).game()
    assert decide(game) == "alliance 1"
    game.apply("alliance 1")
    assert decide(game) == "city 2"


def test_it_sends_no_more_armies_than_it_needs() -> None:
    """Venezia's four and no lead: the rest of nine armies waits for France."""
    position = Position("Lucca", "Siena").walls(0, 3, 3).stones(0, armies=9)
    game = position.invasion(0).game()
    while game.phase in ("alliance", "city"):
        game.apply(decide(game))
    sent = game.snapshot()["last_invasion"]["commitments"][0]
    assert 1 <= sent["alliance"] + sent["city"] <= 4


def test_it_raises_the_tall_building_and_not_a_second_small_one() -> None:
    position = Position("Lucca", "Siena", deck="D").buildings(0, economy=[3]).walls(0, 4, 4, 4)
    game = position.stones(0, armies=6).hand(0, "E4").building(0).game()
    game.apply(decide(game))
    assert decide(game) == "raise economy 3"


def test_it_claims_what_three_envoys_hold() -> None:
    position = Position("Lucca", "Siena").envoy(0, 1, 0).envoy(0, 2, 0)
    assert decide(position.stones(0, gold=2).game()) == "claim"


def test_it_removes_loot_with_spare_pilgrims() -> None:
    game = Position("Lucca", "Siena").stones(0, pilgrims=9).loot(0, 5).restoring(0).game()
    assert decide(game) in ("restore 1", "restore 2")
