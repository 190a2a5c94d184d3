"""Hidden information of Venus: cards of partners and opponents, and what a Legatus suggests."""

from __future__ import annotations

import random
from copy import deepcopy
from typing import Any

import numpy as np
import pytest

from concordia_env.constants import TITLES
from concordia_env.game import ConcordiaGame
from concordia_env.observation import OBSERVATION
from tests.concordia.positions import CARD_TABLE
from tests.concordia.team_positions import late_game, moment
from tests.conftest import VENUS, play
from tests.oracle.venus import kind_of

ANSWERED = "a suggestion is answered"


def with_other_cards(view: dict[str, Any], seat: int) -> dict[str, Any] | None:
    """The same position, but a card of the seat's hand and a covered one of its pile change places.

    None where it has no two such cards; the Tribune never lies on a pile.
    """
    changed = deepcopy(view)
    player = changed["players"][seat]
    for index, covered in enumerate(player["pile"][:-1]):
        for card in player["hand"]:
            if kind_of(card) not in ("Tribune", kind_of(covered)):
                player["pile"][index] = card
                player["hand"].remove(card)
                player["hand"] = sorted([*player["hand"], covered], key=CARD_TABLE.index)
                return changed
    return None


def looks_same(game: ConcordiaGame, other: ConcordiaGame, seat: int) -> bool:
    """Whether a seat sees no difference, neither in its observation nor in its snapshot."""
    seen = np.array_equal(game.observe(seat), other.observe(seat))
    assert seen == (game.snapshot(seat) == other.snapshot(seat))
    return seen


@pytest.mark.parametrize(("players", "team"), VENUS)
def test_cards_of_others_do_not_show(players: int, team: bool) -> None:
    """Not the partner's either, except to who suggests one of them."""
    compared = looked = 0
    for seed in range(3):
        game = late_game(seed, team, board="crete", num_players=players, info="hidden")
        rng = random.Random(seed)
        for decision in range(200):
            if game.over:
                break
            view = game.snapshot()
            for seat in range(players) if game.phase == "suggest" or decision % 5 == 0 else ():
                changed = with_other_cards(view, seat)
                other = type(game).from_snapshot(changed) if changed else None
                if other is None or other.snapshot() != changed:  # or but one action is left
                    continue
                partner = (seat + players // 2) % players
                for viewer in range(players):
                    suggests = view["phase"] == "suggest" and viewer == view["seat"] == partner
                    assert looks_same(game, other, viewer) == (viewer != seat and not suggests)
                    compared += 1
                    looked += suggests
            game.apply(rng.choice(game.legal()))
    assert compared > 50
    assert (looked > 0) == team


def test_open_information_shows_the_hands_of_all() -> None:
    game = late_game(1, board="crete", num_players=4)
    other = type(game).from_snapshot(with_other_cards(game.snapshot(), 2))
    assert [looks_same(game, other, seat) for seat in range(4)] == [False] * 4


@pytest.mark.parametrize("info", ["open", "hidden"])
@pytest.mark.parametrize("players", [4, 6])
def test_a_suggestion_shows_to_the_partners_only(players: int, info: str) -> None:
    game = moment(ANSWERED, board="crete", num_players=players, info=info)
    view = game.snapshot()
    teams, suggested = players // 2, view["act"]["suggested"]
    hand = {kind_of(card) for card in view["players"][game.seat]["hand"]}
    view["act"]["suggested"] = sorted(hand - {"Legatus", suggested})[0]
    other = type(game).from_snapshot(view)
    for seat in range(players):
        partner = (seat - game.seat) % teams == 0
        assert looks_same(game, other, seat) != partner
        assert game.snapshot(seat)["act"]["suggested"] == (suggested if partner else None)
        shown = OBSERVATION.views(game.observe(seat))["suggested"]
        assert [TITLES[title] for title in shown.nonzero()[0]] == ([suggested] if partner else [])


@pytest.mark.parametrize("info", ["open", "hidden"])
@pytest.mark.parametrize(("players", "team"), VENUS)
def test_determinising_keeps_all_that_a_seat_sees(players: int, team: bool, info: str) -> None:
    rng = np.random.default_rng(players)
    game = late_game(players, team, board="crete", num_players=players, info=info)
    while not game.over:
        for seat in range(players):
            other = game.determinise(seat, seed=int(rng.integers(10**6)))
            other.check()
            assert looks_same(game, other, seat)
            assert other.legal() == game.legal()
        play(game, rng, 3)


@pytest.mark.parametrize("players", [4, 6])
def test_determinising_draws_what_strangers_suggest(players: int) -> None:
    """Any card that could be suggested; the partners keep what they know."""
    game = moment(ANSWERED, board="crete", num_players=players)
    view = game.snapshot()
    hand = {kind_of(card) for card in view["players"][game.seat]["hand"]} - {"Legatus"}
    for seat in range(players):
        drawn = {game.determinise(seat, seed).snapshot()["act"]["suggested"] for seed in range(200)}
        partner = (seat - game.seat) % (players // 2) == 0
        assert drawn == ({view["act"]["suggested"]} if partner else hand)
        assert len(hand) > 2
