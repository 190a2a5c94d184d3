"""Contrarius for games that are led elsewhere: injected dice, named reactions, helpful refusals."""

from typing import Any

import numpy as np
import pytest

from concordia_env import concordia_v0, solitaria_v0
from concordia_env.game import ConcordiaGame
from tests.concordia.positions import perform
from tests.conftest import play, random_action


def position(*cards: str, **options: Any) -> dict[str, Any]:
    """A dealt position after the human has played these cards, the turn not yet passed."""
    snapshot = solitaria_v0.game(**{"seed": 7, **options}).snapshot()
    player = snapshot["players"][snapshot["seat"]]
    for card in cards:
        player["hand"].remove(card)
        player["pile"].append(card)
    return snapshot


def led(snapshot: dict[str, Any], seed: int = 0) -> ConcordiaGame:
    return ConcordiaGame.from_snapshot(snapshot, seed=seed, ask_card=True)


def all_but_the_tribune(snapshot: dict[str, Any]) -> list[str]:
    return [card for card in snapshot["players"][0]["hand"] if "tribune" not in card]


# --- Reactions


@pytest.mark.parametrize("difficulty", ["novice", "standard", "expert", "strong_expert_8"])
@pytest.mark.parametrize("board", ["italia", "crete", "imperium"])
def test_a_reaction_led_elsewhere_is_that_of_the_engine(board: str, difficulty: str) -> None:
    """In the middle of games: a Mercator that trades nothing, written down by hand."""
    rng = np.random.default_rng(0)
    compared = 0
    game = solitaria_v0.game(board=board, difficulty=difficulty, seed=0)
    while not game.over:
        before = game.snapshot()
        player = before["players"][0]
        # With the Tribune alone left the engine would go on with it.
        if "play Mercator3" in game.legal() and len(player["hand"]) > 2 and not before["concordia"]:
            engine = game.clone()
            perform(engine, "play Mercator3", "done")
            events = engine.events[len(game.events) :]
            player["hand"].remove("sol-start-mercator")
            player["pile"].append("sol-start-mercator")
            player["money"] += 3
            other = led(before)
            other.load_dice(*(event for event in events if event.startswith("die")))
            other.react("Mercator3")
            assert other.events == events
            assert other.snapshot() == engine.snapshot()
            compared += 1
        game.apply(random_action(game, rng))
    assert compared > 3


@pytest.mark.parametrize(
    ("card", "reaction", "points"),
    [
        ("sol-start-prefect", "Prefect produce Campania", 1),
        ("sol-start-prefect-with-praefectus-magnus", "PrefectPM produce Campania", 2),
        ("sol-start-prefect", "Prefect collect", 2),
        ("sol-start-diplomat", "Colonist collect", 2),
        ("sol-start-diplomat", "Smith", 3),
    ],
)
def test_points(card: str, reaction: str, points: int) -> None:
    game = led(position(card))
    game.react(reaction)
    assert game.snapshot()["contrarius"]["vp"] == points
    assert (game.phase, game.events, game.turns) == ("play", [], 2)


def test_every_reaction_that_is_listed_is_possible() -> None:
    for players in (1, 2):
        game = solitaria_v0.game(board="ionium", num_players=players, seed=0)
        while game.seat != players - 1 or game.phase != "play":
            game.apply(game.legal()[0])
        reactions = game.reactions()
        assert ("PrefectPM collect" in reactions) == (players == 1)
        assert len(set(reactions)) == len(reactions)
        for reaction in reactions:
            other = led(game.snapshot())
            other.react(reaction)
            assert other.snapshot() != game.snapshot()


def test_a_veto_is_asked_about_the_loaded_die() -> None:
    game = solitaria_v0.game(num_players=2, seed=0)
    while game.seat != 1 or game.phase != "play":
        game.apply(game.legal()[0])
    other = led(game.snapshot())
    other.load_dice("Senator/Consul wine", "Senator/Consul food")
    other.react("Senator")
    assert (other.seat, other.legal()) == (1, ["veto", "accept"])
    assert other.snapshot()["act"]["die"]["face"] == "wine"
    other.apply("veto")
    assert other.seat == 0
    assert other.snapshot()["act"]["die"]["face"] == "food"


# --- The card of a turn


def test_a_last_card_in_hand_is_asked_for() -> None:
    """Before the reaction, and again after it: the turn belongs to the caller."""
    snapshot = position()
    snapshot = position(*all_but_the_tribune(snapshot))
    game = led(snapshot)
    assert (game.phase, game.legal()) == ("play", ["play Tribune"])
    assert game.snapshot() == snapshot
    game.react("Weaver")
    assert (game.turns, game.legal()) == (2, ["play Tribune"])
    assert game.clone().legal() == type(game).from_bytes(game.to_bytes()).legal() == game.legal()
    game.apply("play Tribune")
    assert len(game.snapshot()["players"][0]["hand"]) == 7


def test_a_last_card_is_asked_for_after_the_humans_choices() -> None:
    game = led(position(*all_but_the_tribune(position())))
    game.load_dice("Mercator food")
    game.react("Mercator5")
    assert game.phase == "onto"
    game.apply("onto sea:Aleria-Olbia")
    assert (game.turns, game.legal()) == (2, ["play Tribune"])


def test_other_games_play_a_last_card_at_once() -> None:
    snapshot = position(*all_but_the_tribune(position()))
    assert ConcordiaGame.from_snapshot(snapshot, seed=0).phase != "play"


# --- Dice


def test_loaded_dice_show_their_faces_in_order() -> None:
    game = led(position())
    game.load_dice("Tribune/Colonist sea", "die Tribune/Colonist land", "Senator/Consul S")
    game.react("Colonist settle")
    game.react("Colonist settle")
    assert game.events == ["die Tribune/Colonist sea", "die Tribune/Colonist land"]
    assert game.snapshot()["contrarius"]["home"] == {"land": 1, "sea": 1}


def test_dice_are_loaded_anew_or_not_at_all() -> None:
    """Of twenty throws some show another face than the one that was fixed and forgotten."""
    faces = set()
    for seed in range(20):
        game = led(position(), seed)
        game.load_dice("Tribune/Colonist card")
        game.load_dice()
        game.react("Colonist settle")
        faces.add(game.events[0])
    assert len(faces) == 3


def test_the_seed_throws_the_dice() -> None:
    def thrown(seed: int | None) -> tuple[str, ...]:
        game = ConcordiaGame.from_snapshot(position(), seed=seed, ask_card=True)
        for _ in range(4):
            game.react("Colonist settle")
        return tuple(game.events[:4])

    assert thrown(3) == thrown(3)
    assert len({thrown(seed) for seed in range(20)}) > 5
    assert len({thrown(None) for _ in range(20)}) > 5


@pytest.mark.parametrize(
    ("throws", "fault"),
    [
        (["Prefect food"], "unknown die 'Prefect'.*Architect, Tribune/Colonist, Mercator"),
        (["food"], "unknown die ''"),
        ([""], "unknown die ''"),
        (["Mercator oil"], "unknown face 'oil'.*brick, food, tool, wine, cloth"),
        (["Architect 8"], "unknown face '8'.*1, 2, 3"),
        (["Tribune/Colonist Land"], "unknown face 'Land'.*land, sea, card"),
        (["Mercator food", "Architect 0"], "unknown face '0'"),
        (["Mercator food"] * 9, "at most 8 throws of a die can be fixed: Mercator"),
    ],
)
def test_wrong_throws_are_refused(throws: list[str], fault: str) -> None:
    game = led(position())
    game.load_dice("Mercator cloth")
    before = game.to_bytes()
    with pytest.raises(ValueError, match=fault):
        game.load_dice(*throws)
    assert game.to_bytes() == before


# --- Refusals


def refused(game: ConcordiaGame, reaction: Any, fault: str) -> None:
    before = game.to_bytes()
    with pytest.raises(ValueError, match=fault):
        game.react(reaction)
    assert game.to_bytes() == before


@pytest.mark.parametrize(
    "reaction",
    [
        "Diplomat", "Magister", "Caesar", "", "tribune", "Tribune collect", "Mercator", "Prefect",
        "Prefect produce", "Prefect produce Atlantis", "Prefect settle", "Colonist",
        "Colonist produce Campania", "Smith collect", None, 4,
    ],
)  # fmt: skip
def test_what_he_does_not_react_to(reaction: Any) -> None:
    refused(led(position()), reaction, "no reaction to.*Tribune, Architect.*Colonist settle")


def test_no_reaction_within_an_action() -> None:
    game = solitaria_v0.game(seed=0)
    game.apply("play Mercator3")
    refused(game, "Mercator3", "phase play of seat 0, not in phase trade of seat 0")


def test_no_reaction_to_the_first_of_two_players() -> None:
    game = solitaria_v0.game(num_players=2, seed=0)
    refused(game, "Smith", "phase play of seat 1, not in phase play of seat 0")


def test_no_reaction_without_contrarius() -> None:
    refused(concordia_v0.game(num_players=2, seed=0), "Smith", "not a party of this game")


def test_no_reaction_when_the_game_is_over() -> None:
    game = solitaria_v0.game(seed=0)
    play(game, np.random.default_rng(0))
    refused(game, "Smith", "not in phase over")


def test_no_reaction_once_he_owns_the_concordia_card() -> None:
    for seed in range(50):
        game, rng = solitaria_v0.game(seed=seed), np.random.default_rng(seed)
        while not game.over:
            if game.phase == "play" and game.snapshot()["concordia"] == "C":
                refused(game, "Smith", "owns the Concordia card")
                return
            game.apply(random_action(game, rng))
    raise AssertionError("Contrarius ended none of the games")
