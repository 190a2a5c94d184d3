"""Search: right where all moves can be counted out, blind to what is hidden, stronger with time."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import agents
from agents.search import Search
from env_core.game import Game
from tests.agents.tables import GAMES, advance

KINDS = ("mcts", "ismcts")


def searcher(name: str, seed: int = 0) -> Search:
    player = agents.make(name, seed)
    assert isinstance(player, Search)
    return player


def best_endings(game: Game, seat: int) -> tuple[float, set[int]]:
    """The best margin that the seat can still reach alone, and the actions that lead there."""
    best, actions = -np.inf, set()
    for action in game.legal_ids():
        other = game.clone()
        other.apply(int(action))
        if other.over:
            points, ranks = other.standing()
            rivals = [points[p, -1] for p in np.flatnonzero(ranks >= 0) if p != seat]
            margin = float(points[seat, -1] - max(rivals))
        else:
            margin = best_endings(other, seat)[0]
        if margin > best:
            best, actions = margin, set()
        if margin == best:
            actions.add(int(action))
    return best, actions


def last_turns(table: str, wanted: int) -> list[Game]:
    """Positions at the begin of a game's last turn in which it matters what is done."""
    found = []
    for seed in range(100):
        game, before = GAMES[table](seed=seed), None
        bot = agents.make("greedy")
        while not game.over:
            if not before or game.turns != before.turns:
                before = game.clone()
            game.apply(bot.act(game))
        assert before is not None
        assert before.seat is not None
        if before.seat == game_turn(before) and count_endings(before, 3000) < 3000:
            found.append(before)
        if len(found) == wanted:
            return found
    raise AssertionError(f"only {len(found)} last turns in 100 games")


def game_turn(game: Game) -> int:
    view = game.snapshot()
    return int(view["turn"] if "turn" in view else view["active"])


def count_endings(game: Game, most: int) -> int:
    """Ways to play on to the end, up to ``most``."""
    if game.over:
        return 1
    count = 0
    for action in game.legal_ids():
        other = game.clone()
        other.apply(int(action))
        count += count_endings(other, most - count)
        if count >= most:
            return most
    return count


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("table", ["concordia", "comuni"])
def test_finds_the_best_last_turn(table: str, kind: str) -> None:
    """In the last turn nothing is hidden: all ways to play it can be counted out."""
    for start in last_turns(table, 4):
        game, seat = start.clone(), start.seat
        assert seat is not None
        best = best_endings(game, seat)[0]
        player = searcher(f"{kind}:20000")
        while not game.over:
            assert game.seat == seat
            game.apply(player.act(game))
        points, ranks = game.standing()
        rivals = [points[p, -1] for p in np.flatnonzero(ranks >= 0) if p != seat]
        assert points[seat, -1] - max(rivals) == best


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("table", GAMES)
def test_its_choice_does_not_depend_on_what_is_hidden(table: str, kind: str) -> None:
    """In worlds that differ in decks, dice and commitments only, the same seed finds the same."""
    for turns in (3, 14):
        game = advance(GAMES[table](seed=turns), turns)
        seat = game.seat
        assert seat is not None
        found = searcher(f"{kind}:300", seed=1).choices(game)
        for seed in range(5):
            world = game.determinise(seat, seed=seed)
            assert searcher(f"{kind}:300", seed=1).choices(world) == found


def test_commitments_of_others_stay_secret() -> None:
    """The last to commit searches alike whatever the others have committed."""
    found = 0
    for seed in range(12):
        game = GAMES["comuni"](seed=seed)
        bot = agents.make("greedy")
        while not game.over and not (game.phase == "alliance" and game.turns > 5):
            game.apply(bot.act(game))
        first = game.seat
        worlds = []
        for armies in (0, -1):
            world = game.clone()
            world.apply(int(world.legal_ids()[armies]))
            while world.phase != "alliance":
                world.apply(int(world.legal_ids()[armies]))
            if world.seat == first or world.over:
                break
            worlds.append(world)
        if len(worlds) == 2 and worlds[0].seat == worlds[1].seat:
            found += 1
            one, other = (searcher("ismcts:200", seed=2).choices(world) for world in worlds)
            assert one == other
    assert found > 3


def test_it_cannot_predict_the_next_card_better_than_chance() -> None:
    """The next cards of the worlds that it searches are those of the real one by chance only."""
    game = advance(GAMES["concordia"](seed=5), 3)
    seat = game.seat
    assert seat is not None
    deck = game.snapshot()["deck"]
    first = Counter(game.determinise(seat, seed=s).snapshot()["deck"][0] for s in range(2000))
    same_deck = len(first)
    assert same_deck > 5
    assert set(first) <= set(deck)
    # 1 of so many cards: within five standard errors.
    chance = 1 / same_deck
    assert abs(first[deck[0]] / 2000 - chance) < 5 * np.sqrt(chance * (1 - chance) / 2000)


@pytest.mark.parametrize("kind", KINDS)
def test_threads_change_the_time_and_not_the_choice(kind: str) -> None:
    game = advance(GAMES["concordia"](seed=3), 10)
    found = searcher(f"{kind}:400:threads=2", seed=1).choices(game)
    assert sum(choice.visits for choice in found) in range(398, 401)
    assert searcher(f"{kind}:400:threads=2", seed=1).choices(game) == found
    if kind == "mcts":  # the same worlds one after the other
        assert searcher(f"{kind}:400", seed=1).choices(game) == found


def test_a_budget_of_time_is_spent_on_simulations() -> None:
    game = advance(GAMES["concordia"](seed=3), 10)
    for name in ("mcts:20ms", "ismcts:20ms:threads=2"):
        assert sum(choice.visits for choice in searcher(name).choices(game)) > 8


def test_it_looks_at_all_actions_but_trusts_the_best() -> None:
    game = advance(GAMES["concordia"](seed=3), 10)
    found = searcher("ismcts:5000").choices(game)
    assert {choice.action for choice in found} == set(game.legal_ids().tolist())
    assert all(choice.visits > 0 for choice in found)
    assert found[0].visits > 2500
    assert 0 < min(choice.value for choice in found) < max(choice.value for choice in found) < 1


def share_won(player: str, table: str, rounds: int, seed: int = 0) -> float:
    """Share of games won against ``greedy``, from every seat of the same deals."""
    wins, games = 0, 0
    for deal in range(seed, seed + rounds):
        for seat in range(GAMES[table](seed=deal).num_seats):
            game = GAMES[table](seed=deal)
            players = [agents.make("greedy") for _ in range(game.num_seats)]
            players[seat] = agents.make(player, seed=deal)
            while not game.over:
                assert game.seat is not None
                game.apply(players[game.seat].act(game))
            wins += game.ranking()[0] == seat
            games += 1
    return wins / games
