"""The oracle of Comuni by itself: complete random games, the notation's example, small cases."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.comuni.late_positions import FLAVOURS, late_position
from tests.oracle import comuni as oracle

Snapshot = dict[str, Any]
PLAYERS = (2, 3, 4, 5)
PENDING = {
    "project": {"exchanged"},
    "relocate": {"gold"},
    "take": {"left", "floor"},
    "build": {"building_steps", "wall_steps"},
    "target": {"building_steps", "wall_steps", "card"},
    "discard": {"floor"},
    "restore": set(),
    "over": set(),
} | {phase: {"commitments"} for phase in oracle.COMMITMENT_PHASES}


@pytest.fixture
def example() -> Snapshot:
    """The example of the notation: seat 0 has put one army into the alliance against France."""
    path = Path(__file__).parent / "example.json"
    snapshot: Snapshot = json.loads(path.read_text(encoding="utf-8"))
    return snapshot


def all_stones(snapshot: Snapshot) -> dict[str, int]:
    """Stones of each kind wherever they are."""
    found: Counter[str] = Counter(snapshot["supply"])
    for player in snapshot["seats"]:
        found.update(player["stones"])
    found["gold"] += sum(column["gold"] for column in snapshot["columns"])
    found["gold"] += snapshot["pending"].get("gold", 0)
    return dict(found)


def all_cards(snapshot: Snapshot) -> Counter[str]:
    cards = [face for deck in snapshot["decks"].values() for face in deck] + snapshot["spent"]
    for owner in snapshot["columns"]:
        cards += owner["cards"]
    for player in snapshot["seats"]:
        cards += player["hand"]
    return Counter(cards)


def check_pieces(snapshot: Snapshot) -> None:
    """Stones, cards and envoys are all there, and every list is in its order."""
    players = snapshot["players"]
    assert all_stones(snapshot) == oracle.SUPPLY
    decks = (oracle.cards_of_deck(name, players) for name in oracle.DECKS)
    assert all_cards(snapshot) == sum(map(Counter, decks), Counter())
    if snapshot["phase"] != "over":
        assert min(snapshot["supply"].values()) >= 0
    for seat, player in enumerate(snapshot["seats"]):
        assert min(player["stones"].values()) >= 0
        out = sum(column["envoy"] == seat for column in snapshot["columns"])
        displaced = (snapshot["phase"], snapshot["seat"]) == ("relocate", seat)
        assert player["envoys"] + out + displaced == 3
        heights = [player["walls"], *player["buildings"].values()]
        assert all(line == sorted(line, reverse=True) for line in heights)
        assert player["hand"] == sorted(player["hand"])
        assert player["points"] == sum(oracle.guild_points(player, kind) for kind in oracle.KINDS)
    complete = sum(player["walls"].count(4) for player in snapshot["seats"])
    assert snapshot["bonus_walls"] == max(0, 11 - complete)


def check_frame(snapshot: Snapshot) -> None:
    """The keys of the decision fit its phase, and the snapshot survives JSON."""
    assert snapshot["pending"].keys() == PENDING[snapshot["phase"]]
    assert (snapshot["final"] is not None) == (snapshot["phase"] == "over")
    assert (snapshot["seat"] is None) == (snapshot["phase"] == "over")
    assert json.loads(json.dumps(snapshot)) == snapshot
    assert snapshot["active"] == (snapshot["turns"] - 1) % snapshot["players"]
    turns_yet = snapshot["last_turns"] or 0
    assert snapshot["leader"] == (snapshot["active"] + turns_yet) % snapshot["players"]
    if snapshot["phase"] == "project":
        assert max(len(player["hand"]) for player in snapshot["seats"]) <= 2


def check_choices(snapshot: Snapshot) -> None:
    """No two legal actions lead to equal snapshots."""
    legal = oracle.legal(snapshot)
    ends = {json.dumps(oracle.apply(snapshot, action), sort_keys=True) for action in legal}
    assert len(ends) == len(legal)


def random_game(
    snapshot: Snapshot, rng: random.Random, decisions: int = 3000
) -> Iterator[Snapshot]:
    """Every decision of a game and its end, unless it is cut off."""
    yield snapshot
    while snapshot["phase"] != "over" and decisions:
        legal = oracle.legal(snapshot)
        assert len(legal) == len(set(legal)) >= 2
        # Uniform play builds little: half of the time it may not pass.
        active = [action for action in legal if action != "done"]
        snapshot = oracle.apply(snapshot, rng.choice(rng.choice([active, legal])))
        decisions -= 1
        yield snapshot


@pytest.mark.parametrize("players", PLAYERS)
def test_random_games_end_with_every_piece(players: int) -> None:
    for seed in range(4):
        rng = random.Random(seed)
        first = oracle.deal(players, rng)
        oracle.check_setup(first)
        last = first
        for last in random_game(first, rng):
            check_pieces(last)
            check_frame(last)
            if rng.random() < 0.1:
                check_choices(last)
        assert last["phase"] == "over"
        assert (last["invasions"], last["last_turns"]) == (4, 0)
        totals = [last["final"]["scores"][seat] for seat in last["final"]["ranking"]]
        assert totals == sorted(totals, reverse=True)


@pytest.mark.parametrize("flavour", FLAVOURS)
def test_late_positions_keep_every_piece(flavour: str) -> None:
    for players in PLAYERS:
        rng = random.Random(f"{flavour} {players}")
        for number, snapshot in enumerate(random_game(late_position(flavour, players, rng), rng)):
            check_pieces(snapshot)
            check_frame(snapshot)
            if number < 10:
                check_choices(snapshot)


def test_late_positions_ask_for_every_kind_of_choice() -> None:
    """A position of every sort lies ahead of the engine when it is compared with the oracle."""
    phases = set()
    for flavour in FLAVOURS:
        rng = random.Random(flavour)
        phases |= {
            snapshot["phase"] for snapshot in random_game(late_position(flavour, 4, rng), rng)
        }
    assert phases == PENDING.keys()


def test_income_alone_is_cut_off() -> None:
    """Seats that only take income never end the game; the supplies run dry (R36)."""
    rng = random.Random(0)
    snapshot = oracle.deal(5, rng)
    for _ in range(600):
        wanted = "income" if snapshot["phase"] == "project" else "restore 0"
        legal = oracle.legal(snapshot)
        snapshot = oracle.apply(snapshot, wanted if wanted in legal else rng.choice(legal))
        check_pieces(snapshot)
        check_frame(snapshot)
    assert snapshot["phase"] == "project"
    assert sum(snapshot["supply"].values()) == 0


def test_example_of_the_notation(example: Snapshot) -> None:
    check_pieces(example)
    assert oracle.legal(example) == ["city 0", "city 1"]
    after = oracle.apply(example, "city 1")
    assert (after["phase"], after["seat"]) == ("alliance", 1)
    assert after["pending"]["commitments"][0]["gold_pairs"] == 0  # pairs were not asked


def test_views_of_the_example(example: Snapshot) -> None:
    """Seat 1 learns neither what seat 0 has chosen nor how far it is."""
    before = oracle.view(example, 1)
    assert before["phase"] == "commitment"
    assert before["pending"] == {"commitments": [None, None]}
    alliance = example | {"phase": "alliance", "pending": {"commitments": [None, None]}}
    assert oracle.view(alliance, 1) == before
    own = oracle.view(example, 0)
    assert (own["phase"], own["pending"]) == ("city", example["pending"])
    assert own["seats"] == example["seats"]

    hidden = oracle.view(example | {"info": "hidden"}, 1)
    assert hidden["seats"][1] == example["seats"][1]
    other = hidden["seats"][0]
    assert (other["stones"], other["loot"], other["heroes"], other["hand"]) == (None, None, None, 6)
    assert other["walls"] == [1, 1, 1, 1]


def test_stones_of_choice_are_asked_in_order_and_never_lapse_needlessly() -> None:
    """Milano chooses two stones from a supply of one army and one pilgrim."""
    snapshot = oracle.deal(5, random.Random(0))
    snapshot.update(seat=4, active=4, leader=4, turns=5)
    for stone, left in (("gold", 0), ("armies", 1), ("pilgrims", 1), ("craftsmen", 0)):
        oracle.pay(snapshot, snapshot["seats"][0], stone, left - snapshot["supply"][stone])
    after = oracle.apply(snapshot, "income")
    # Armies first, then pilgrims: both are forced, as pilgrims first would lose the army.
    gained = Counter(after["seats"][4]["stones"]) - Counter(snapshot["seats"][4]["stones"])
    assert gained == {"armies": 1, "pilgrims": 1}
    assert after["phase"] == "project"


def test_the_supply_may_be_negative_after_the_emperor() -> None:
    """Exchanges of the last commitment need no stone in the supply (8.4)."""
    snapshot = oracle.deal(2, random.Random(0))
    for stone in ("gold", "armies"):
        oracle.pay(snapshot, snapshot["seats"][0], stone, -snapshot["supply"][stone])
    snapshot.update(invasions=3, last_turns=0)
    oracle.begin_invasion(snapshot)
    for action in ("alliance 0", "city 0", "exchange gold armies", "done"):
        snapshot = oracle.apply(snapshot, action)
    for action in ("alliance 0", "city 0", "done"):
        snapshot = oracle.apply(snapshot, action)
    assert (snapshot["phase"], snapshot["invasions"]) == ("over", 4)
    assert (snapshot["supply"]["gold"], snapshot["supply"]["armies"]) == (2, -1)
    assert all_stones(snapshot) == oracle.SUPPLY
