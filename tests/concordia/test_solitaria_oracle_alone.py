"""The oracle of Solitaria by itself: complete random games, the notation's example, small cases."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.concordia.accounts import all_cards, check_pieces
from tests.concordia.late_positions import late_position, walled_in
from tests.conftest import BOARDS
from tests.oracle import concordia as base
from tests.oracle import solitaria as oracle

Snapshot = dict[str, Any]
EXAMPLE = Path(__file__).parent / "solitaria_example.json"
CASES = [
    (board, difficulty, 1 + (row + column) % 2)
    for row, board in enumerate(BOARDS)
    for column, difficulty in enumerate(oracle.START_VP)
]


def check_frame(snapshot: Snapshot) -> None:
    """The keys of the running action fit the phase."""
    act, phase = snapshot["act"], snapshot["phase"]
    assert act.keys() == base.neutral_act().keys()
    assert (act["die"] is not None) == (phase == "veto")
    assert (act["site"] is not None) == (phase in ("lead", "onto"))
    assert (act["picked"] is not None) == (phase in ("to", "onto"))
    assert bool(act["pools"]) == (phase == "keep")
    assert phase != "reaction"
    if phase in ("play", "veteran", "over"):
        assert act == base.neutral_act()
    if act["todo"]:
        assert act["role"] is None
        assert act["react"] is None


def random_game(snapshot: Snapshot, rng: random.Random) -> Iterator[tuple[Snapshot, Snapshot]]:
    """Each decision and what follows, to the end; every step is also replayed from its log."""
    while snapshot["phase"] != "over":
        legal = oracle.legal(snapshot)
        assert len(legal) == len(set(legal)) >= 2
        active = [action for action in legal if action != "done"]
        action = rng.choice(active if rng.random() < 0.4 else legal)
        chance = oracle.Chance(rng)
        after = oracle.advance(snapshot, action, chance)
        events = iter(chance.events)
        assert oracle.apply(snapshot, action, events) == after
        assert next(events, None) is None
        yield snapshot, after
        snapshot = after


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize(("board", "difficulty", "players"), CASES)
def test_random_games(board: str, difficulty: str, players: int, late: bool) -> None:
    """Games end, pieces and cards are conserved, and Contrarius acts only when he may."""
    rng = random.Random(f"{board} {difficulty}")
    first = oracle.deal({"board": board, "players": players, "difficulty": difficulty}, rng)
    oracle.check_setup(first)
    if first["phase"] == "veteran":
        first = oracle.apply(first, rng.choice(oracle.legal(first)), iter(()))
        oracle.check_setup(first)
    if late:
        first = late_position(first, rng)
    after = first
    for snapshot, after in random_game(first, rng):
        check_pieces(after)
        check_frame(after)
        assert all_cards(after) == all_cards(first)
        if snapshot["turn"] != players - 1 or snapshot["concordia"] == "C":
            assert snapshot["act"]["react"] is None
    assert after["concordia"] is not None
    assert after["turns_left"] == 0
    points = oracle.scores(after)
    totals = [points[party]["total"] for party in oracle.ranking(after)]
    assert totals == sorted(totals, reverse=True)
    assert points.keys() == {*range(players), "C"}


def test_example_of_the_notation() -> None:
    """Section 6: the land colonist alone reaches Lappa, by two routes."""
    snapshot = json.loads(EXAMPLE.read_text(encoding="utf-8"))
    assert oracle.legal(snapshot) == ["onto land:Lappa-Psycheion", "onto land:Lappa-Rhethymna"]
    earlier = snapshot | {"act": snapshot["act"] | {"picked": None}, "phase": "lead"}
    assert oracle.legal(earlier) == ["lead land@land:Hierapytna-Inatos"]
    assert oracle.building_site(snapshot, oracle.best_good(snapshot)) == "Lappa"
    events = iter(["die Tribune/Colonist sea"])
    after = oracle.apply(snapshot, "onto land:Lappa-Rhethymna", events)
    assert after["houses"]["Lappa"] == ["C"]
    # No sea colonist is left, so a land colonist comes.
    assert after["contrarius"]["home"] == {"land": 1, "sea": 0}
    assert (after["phase"], after["turns"]) == ("play", 12)


@pytest.fixture
def example() -> Snapshot:
    """The example's position at the start of a turn."""
    snapshot = json.loads(EXAMPLE.read_text(encoding="utf-8"))
    return snapshot | {"act": base.neutral_act(), "phase": "play"}


def reaction(snapshot: Snapshot, steps: list[str], events: list[str]) -> Snapshot:
    """What follows from the steps of a reaction; all events must be used up."""
    log = oracle.Replay(iter(events))
    after = base.deepcopy(snapshot)
    after["act"]["todo"] = list(steps)
    after["phase"] = "reaction"
    while after["phase"] == "reaction":
        oracle.react(after, log)
    assert next(log.events, None) is None
    return after


def test_two_track_houses_are_built_lower_first(example: Snapshot) -> None:
    """A gain over two track houses rolls twice; the second waits while the first is led (R45)."""
    example["contrarius"] |= {"vp": 8, "houses_left": 0}
    after = reaction(example, ["vp 12"], ["die Mercator brick"])
    assert after["phase"] == "lead"
    assert after["act"]["todo"] == ["track 20"]
    assert after["contrarius"]["track"] == [20, 30, 40, 50]
    assert after["contrarius"]["houses_left"] == 1


def test_an_empty_supply_takes_the_rearmost_track_house(example: Snapshot) -> None:
    example["contrarius"]["houses_left"] = 0
    example["houses"]["Lappa"] = ["C"]
    after = reaction(example, ["build wine house"], [])  # Inatos, beside a colonist
    assert after["houses"]["Inatos"] == ["C"]
    assert after["contrarius"]["track"] == [10, 20, 30, 40]


def test_no_house_left_rolls_a_colonist_until_one_shows(example: Snapshot) -> None:
    example["contrarius"] |= {"houses_left": 0, "track": []}
    events = ["die Tribune/Colonist card", "die Tribune/Colonist land"]
    after = reaction(example, ["build wine house"], events)
    assert after["contrarius"]["home"] == {"land": 1, "sea": 0}


def test_no_house_and_no_colonist_takes_the_first_card(example: Snapshot) -> None:
    contrarius = example["contrarius"]
    contrarius |= {"houses_left": 0, "track": [], "home": {"land": 0, "sea": 0}}
    after = reaction(example, ["build wine house"], ["draw sol-ii-colonist"])
    assert "sol-i-smith" in after["contrarius"]["up"]


def test_nowhere_to_build_rolls_a_colonist_too() -> None:
    first = walled_in(oracle.deal({"board": "crete", "players": 1}, random.Random(0)))
    events = ["die Senator/Consul S", "die Tribune/Colonist sea"]
    after = reaction(first, ["roll Senator/Consul house"], events)
    assert after["houses"] == first["houses"]
    assert after["contrarius"]["home"] == {"land": 2, "sea": 1}


def test_a_missing_slot_means_the_first_and_an_empty_display_a_house(example: Snapshot) -> None:
    example["display"] = ["sol-i-smith", "sol-i-farmer"] + [None] * 5
    example["deck"] = []
    after = reaction(example, ["roll Architect card"], ["die Architect 5"])
    assert after["display"] == ["sol-i-farmer"] + [None] * 6
    last = reaction(after, ["roll Tribune/Colonist recruit"], ["die Tribune/Colonist card"])
    assert (last["concordia"], last["turns_left"], last["phase"]) == ("C", 0, "play")
    log = ["die Architect 1", "die Senator/Consul wine"]
    assert reaction(last, ["roll Architect card"], log)["houses"]["Inatos"] == ["C"]


def test_an_overflow_in_the_reaction_is_asked(example: Snapshot) -> None:
    """Building in Inatos (Orange) makes the human's two houses there produce."""
    player = example["players"][0]
    player |= {"home": {"land": 1, "sea": 2}, "houses_left": 13}
    player["goods"] = {"brick": 4, "food": 0, "tool": 0, "wine": 0, "cloth": 4}
    example["markers"]["Orange"] = "good"
    example["houses"] |= {"Inatos": [0], "Olus": [0], "Hierapytna": [0, "C"]}
    after = reaction(example, ["roll Mercator produce", "vp 2"], ["die Mercator wine"])
    assert (after["phase"], after["seat"]) == ("keep", 0)
    assert after["act"]["pools"] == [[0, {"wine": 1, "cloth": 1}]]
    assert after["act"]["todo"] == ["vp 2"]
    end = oracle.apply(after, "keep wine", iter(()))
    assert (end["phase"], end["contrarius"]["vp"]) == ("play", 9)
    assert end["players"][0]["goods"]["wine"] == 1


@pytest.mark.parametrize("coins", [2, 3])
def test_a_spent_province_turns_three_markers_back(example: Snapshot, coins: int) -> None:
    spent = ["Orange", "Brown", "Blue"][:coins]
    example["markers"] = {name: "coin" if name in spent else "good" for name in example["markers"]}
    after = reaction(example, ["roll Mercator produce"], ["die Mercator wine"])
    assert list(after["markers"].values()).count("coin") == (0 if coins == 3 else 2)


def test_vetoes_ask_all_who_still_have_theirs() -> None:
    """Seat 1 first; after a veto of seat 0 seat 1 is asked about the new face (4)."""
    snapshot = oracle.deal({"board": "italia", "players": 2}, random.Random(1))
    snapshot |= {"turn": 1, "turns": 2, "seat": 1}
    picking = oracle.apply(snapshot, "play Architect", iter(()))
    asked = oracle.apply(picking, "done", iter(["die Architect 2"]))
    assert asked["act"]["die"] == {"die": "Architect", "face": "2", "use": "card", "ask": [1, 0]}
    asked = oracle.apply(asked, "accept", iter(()))
    assert (asked["seat"], asked["act"]["die"]["ask"]) == (0, [0])
    asked = oracle.apply(asked, "veto", iter(["die Architect 4"]))
    assert (asked["seat"], asked["act"]["die"]["ask"]) == (1, [1])
    assert [player["veto"] for player in asked["players"]] == [False, True]
    card = asked["display"][3]
    end = oracle.apply(asked, "accept", iter([f"draw {asked['deck'][0]}"]))
    assert card in end["contrarius"]["up"]
    assert (end["phase"], end["seat"], end["turns"]) == ("play", 0, 3)


def test_a_tie_goes_to_the_owner_of_the_concordia_card(example: Snapshot) -> None:
    totals = {party: points["total"] for party, points in oracle.scores(example).items()}
    example["players"][0]["vp"] += totals["C"] - totals[0]
    for owner, order in ((0, [0, "C"]), ("C", ["C", 0])):
        example["concordia"] = owner
        example["players"][0]["vp"] += 7 if owner == "C" else -7
        assert oracle.ranking(example) == order
        example["players"][0]["vp"] -= 7 if owner == "C" else -7
