"""Search: right where all moves can be counted out, blind to what is hidden, stronger with time."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

import agents
from agents.search import Search
from env_core.game import Game
from tests.agents.tables import GAMES, advance

KINDS = ("mcts", "ismcts")
MOST_ENDINGS = 300  # of a last turn, to be counted out


def searcher(name: str, seed: int = 0) -> Search:
    player = agents.make(name, seed)
    assert isinstance(player, Search)
    return player


def places(game: Game, seat: int, most: int) -> list[int]:
    """The places that all ways to play on to the end lead to, up to so many ways."""
    if game.over:
        return [int(game.standing()[1][seat])]
    found: list[int] = []
    for action in game.legal_ids():
        other = game.clone()
        other.apply(int(action))
        found += places(other, seat, most - len(found))
        if len(found) >= most:
            break
    return found


@cache
def last_turns(wanted: int) -> list[tuple[Game, int]]:
    """Last turns in which the place depends on how they are played, and the best place."""
    found: list[tuple[Game, int]] = []
    for seed in range(400):
        game = GAMES["concordia"](seed=seed)
        before, bot = game.clone(), agents.make("greedy")
        while not game.over:
            if game.turns != before.turns:
                before = game.clone()
            game.apply(bot.act(game))
        seat = before.seat
        if seat is None or seat != before.snapshot()["turn"]:
            continue
        reached = places(before, seat, MOST_ENDINGS)
        if len(reached) < MOST_ENDINGS and min(reached) < max(reached):
            found.append((before, min(reached)))
        if len(found) == wanted:
            return found
    raise AssertionError(f"only {len(found)} such last turns")


@pytest.mark.parametrize("kind", KINDS)
def test_finds_the_best_last_turn(kind: str) -> None:
    """In the last turn nothing is hidden: all ways to play it can be counted out."""
    for start, best in last_turns(6):
        game, seat = start.clone(), start.seat
        player = searcher(f"{kind}:4000")
        while not game.over:
            assert game.seat == seat
            game.apply(player.act(game))
        assert game.standing()[1][seat] == best


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
    """The next card of the worlds that it searches is the real one by chance only."""
    hits, expected, variance = 0, 0.0, 0.0
    for seed in range(20):
        game = advance(GAMES["concordia"](seed=seed), 3 + seed)
        seat = game.seat
        assert seat is not None
        deck = game._games["deck"][0, : len(game.snapshot()["deck"])]
        drawn = Counter(
            int(game.determinise(seat, seed=s)._games["deck"][0, len(deck) - 1]) for s in range(300)
        )
        chance = 1 / len(drawn)  # so many cards are left of the running deck
        hits += drawn[int(deck[-1])]
        expected += 300 * chance
        variance += 300 * chance * (1 - chance)
    assert expected < 3000  # of 6000
    assert abs(hits - expected) < 4 * variance**0.5


@pytest.mark.parametrize("kind", KINDS)
def test_threads_change_the_time_and_not_the_choice(kind: str) -> None:
    game = advance(GAMES["concordia"](seed=3), 10)
    found = searcher(f"{kind}:400:threads=2", seed=1).choices(game)
    assert 390 <= sum(choice.visits for choice in found) <= 400  # first looks are at no action
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


def share_won(player: str, others: str, table: str, deals: int) -> float:
    """Share of games won among others of one kind, from every seat of the same deals."""
    wins, games = 0, 0
    for deal in range(deals):
        for seat in range(GAMES[table](seed=deal).num_seats):
            game = GAMES[table](seed=deal)
            players = [agents.make(others, seed=[deal, s]) for s in range(game.num_seats)]
            players[seat] = agents.make(player, seed=deal)
            while not game.over:
                assert game.seat is not None
                game.apply(players[game.seat].act(game))
            wins += game.ranking()[0] == seat
            games += 1
    return wins / games


@pytest.mark.parametrize("table", ["concordia", "comuni", "solitaria"])
def test_players_in_the_order_of_their_strength(table: str) -> None:
    """Random, greedy, a search of a hundred simulations, each among greedy players."""
    deals = 15 if table == "solitaria" else 4
    names = ("random", "greedy", "ismcts:100")
    weak, middle, strong = (share_won(name, "greedy", table, deals) for name in names)
    assert weak < 0.1
    assert weak < middle < strong
    assert strong > 0.7


def test_more_simulations_are_stronger() -> None:
    assert share_won("ismcts:300", "ismcts:20", "concordia", 6) > 0.5
