"""What a seat may not know never changes what it sees: decks, secret commitments, stocks."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from comuni_env import comuni_v0
from comuni_env.constants import COMMITMENTS, PHASES
from comuni_env.observe import OBSERVATION
from tests.comuni.positions import Position
from tests.conftest import PLAYERS, play, random_action

SECRET = [PHASES[phase] for phase in COMMITMENTS]


def at_a_commitment(players: int, seed: int, info: str = "open") -> comuni_v0.ComuniGame:
    """A random game stopped at the first decision of an invasion."""
    rng = np.random.default_rng(seed)
    game = comuni_v0.game(num_players=players, info=info, seed=seed)
    while game.phase not in SECRET:
        game.apply(random_action(game, rng))
    return game


def view(game: comuni_v0.ComuniGame, seat: int) -> dict[str, Any]:
    """A seat's view without what every runner has to tell: who decides, and what was forced.

    A seat that can send no army is not asked; its empty commitment appears in its turn.
    """
    shown = game.snapshot(seat)
    del shown["seat"]
    stones = shown["seats"][seat]["stones"]
    if stones["armies"] + stones["gold"] // 2 + stones["pilgrims"] // 2 == 0:
        del shown["pending"]
    return shown


@pytest.mark.parametrize("info", ["open", "hidden"])
@pytest.mark.parametrize("players", PLAYERS)
def test_commitments_show_nowhere_before_the_reveal(players: int, info: str) -> None:
    """Whatever the deciding seat chooses, and however far it is, the others see the same."""
    rng = np.random.default_rng(players)
    compared = 0
    for seed in range(3):
        game = comuni_v0.game(num_players=players, info=info, seed=seed)
        while not game.over:
            if game.phase in SECRET:
                compared += check_decision(game, players)
            game.apply(random_action(game, rng))
    assert compared > 50


def check_decision(game: comuni_v0.ComuniGame, players: int) -> int:
    """No choice of the deciding seat shows to the others; how many views were compared."""
    waiting = [seat for seat in range(players) if seat != game.seat]
    seen = {seat: (game.observe(seat), view(game, seat)) for seat in waiting}
    invasions = game.snapshot()["invasions"]
    first: dict[int, tuple[np.ndarray, dict[str, Any]]] = {}  # of the seat that is asked next
    compared = 0
    for action in game.legal_ids():
        after = game.clone()
        after.apply(int(action))
        if after.over or after.snapshot()["invasions"] > invasions:
            continue
        for seat in waiting:
            now = (after.observe(seat), view(after, seat))
            before = seen[seat] if seat != after.seat else first.setdefault(seat, now)
            assert np.array_equal(now[0], before[0])
            assert now[1] == before[1]
            compared += 1
    return compared


def test_a_seat_that_waits_does_not_see_who_decides() -> None:
    game = at_a_commitment(4, 3)
    for seat in range(4):
        blocks = OBSERVATION.views(game.observe(seat))
        shown = game.snapshot(seat)
        if seat == game.seat:
            assert PHASES[blocks["phase"].argmax()] == game.phase == shown["phase"]
            assert blocks["decider"][0] == 1.0
        else:
            assert blocks["phase"][len(PHASES)] == 1.0
            assert not blocks["decider"].any()
            assert shown["phase"] == "commitment"


def test_an_own_commitment_shows_to_oneself_alone() -> None:
    game = at_a_commitment(3, 1)
    seat = game.seat
    assert seat is not None
    most = [action for action in game.legal() if action.startswith("alliance")][-1]
    game.apply(most)
    number = int(most.split()[1])
    blocks = OBSERVATION.views(game.observe(seat))
    assert blocks["commitment"][3] * 10 == pytest.approx(number)
    assert game.snapshot(seat)["pending"]["commitments"][seat]["alliance"] == number
    for other in range(3):
        if other != seat:
            assert not OBSERVATION.views(game.observe(other))["commitment"].any()
            assert game.snapshot(other)["pending"]["commitments"] == [None] * 3


def test_after_the_reveal_all_see_the_armies() -> None:
    rng = np.random.default_rng(0)
    game = at_a_commitment(3, 2)
    while game.phase in SECRET:
        game.apply(random_action(game, rng))
    revealed = game.snapshot(0)["last_invasion"]["commitments"]
    for seat in range(3):
        shown = OBSERVATION.views(game.observe(seat))["last_invasion"] * 10
        for other, armies in enumerate(revealed):
            row = shown[(other - seat) % 3].round().tolist()
            assert row == [armies["alliance"], armies["city"]]


@pytest.mark.parametrize("info", ["open", "hidden"])
def test_a_sampled_world_looks_the_same(info: str) -> None:
    rng = np.random.default_rng(4)
    secret = 0
    for seed in range(2):
        game = comuni_v0.game(num_players=4, info=info, seed=seed)
        while not game.over:
            secret += game.phase in SECRET
            for seat in range(4):
                other = game.determinise(seat, seed=int(rng.integers(10**6)))
                other.check()
                assert np.array_equal(other.observe(seat), game.observe(seat))
                assert view(other, seat) == view(game, seat)
                assert len(other.legal()) >= 2
                if game.phase not in SECRET or seat == game.seat:
                    assert (other.seat, other.legal()) == (game.seat, game.legal())
            play(game, rng, 3)
    assert secret > 10


def test_sampled_worlds_do_not_depend_on_the_truth() -> None:
    """Other seats' choices and how far they are change nothing in the worlds of a seat."""
    game = at_a_commitment(4, 3)
    watcher = (int(game.snapshot()["active"]) + 3) % 4  # asked last
    worlds = [game.determinise(watcher, seed=seed).hash for seed in range(5)]
    rng = np.random.default_rng(1)
    while game.seat != watcher and game.phase in SECRET:
        hashes = [game.determinise(watcher, seed=seed).hash for seed in range(5)]
        assert hashes == worlds
        game.apply(random_action(game, rng))


@pytest.mark.parametrize("players", PLAYERS)
def test_a_world_follows_from_what_the_seat_knows_and_the_seed(players: int) -> None:
    """Two games that differ only in what is hidden have the same worlds, byte for byte."""
    rng = np.random.default_rng(players)
    game = comuni_v0.game(num_players=players, seed=players)
    different = 0
    while not game.over:
        other = game.determinise(game.seat, seed=1)
        world = game.determinise(game.seat, seed=2)
        assert other.determinise(game.seat, seed=2)._games.tobytes() == world._games.tobytes()
        different += other != world
        play(game, rng, 5)
    assert different > 10


def test_sampled_commitments_vary_and_can_be_paid() -> None:
    position = Position("Lucca", "Siena").left(1).envoy(0, 3, 0)
    game = position.stones(0, armies=4, gold=3).stones(1, armies=2, pilgrims=5).game()
    game.apply("claim")
    if game.phase == "take":
        game.apply("take armies")
    assert game.phase == "alliance"
    game.apply("alliance 1")
    while game.seat == 0:
        game.apply(game.legal()[-1])
    seen = Counter()
    for seed in range(60):
        other = game.determinise(1, seed=seed)
        chosen = other.snapshot()["pending"]["commitments"][0]
        seen[chosen["alliance"], chosen["city"]] += 1
    assert len(seen) > 8


def test_decks_are_shuffled_each_by_itself() -> None:
    game = comuni_v0.game(num_players=3, seed=3)
    truth = game.snapshot()["decks"]
    decks = [game.determinise(0, seed=seed).snapshot()["decks"] for seed in range(20)]
    for letter in "ABCD":
        assert all(sorted(deck[letter]) == sorted(truth[letter]) for deck in decks)
        assert len({tuple(deck[letter]) for deck in decks}) == 20


def test_hidden_stocks_do_not_show() -> None:
    """Two positions that differ only behind another seat's screen look the same."""
    games = []
    for armies, pilgrims, loot in ((3, 1, 2), (1, 3, 5)):
        position = Position("Lucca", "Siena", "Milano")
        snapshot = position.stones(2, armies=armies, pilgrims=pilgrims).snapshot
        # The supply lies open: the third seat has what the second has not.
        position.stones(1, armies=4 - armies, pilgrims=4 - pilgrims)
        snapshot["info"] = "hidden"
        snapshot["seats"][2]["loot"] = loot
        games.append(position.game())
    one, other = games
    assert one != other
    assert np.array_equal(one.observe(0), other.observe(0))
    assert one.snapshot(0) == other.snapshot(0)
    assert not np.array_equal(one.observe(2), other.observe(2))
    shown = one.snapshot(0)["seats"][2]
    assert (shown["stones"], shown["loot"], shown["heroes"]) == (None, None, None)


def test_open_information_shows_all_stocks() -> None:
    rng = np.random.default_rng(2)
    views = []
    for info in ("open", "hidden"):
        game = comuni_v0.game(num_players=3, info=info, seed=2)
        rng = np.random.default_rng(2)
        play(game, rng, 60)
        views.append(OBSERVATION.views(game.observe(0)))
    shown, covered = views
    stones = slice(9, 13)
    for seat in range(3):
        assert shown["seats"][seat, stones].sum() > 0
    assert np.array_equal(covered["seats"][0, stones], shown["seats"][0, stones])
    assert not covered["seats"][1:, stones].any()
    assert not covered["hands"][1:].any()
    assert not covered["seats"][1:, -7:].any()
