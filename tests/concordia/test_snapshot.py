"""Snapshots: their form, the way back to a game, what a seat sees, and contradictions."""

import json
import re
from copy import deepcopy
from functools import reduce
from operator import getitem
from random import Random
from typing import Any

import pytest

from concordia_env import concordia_v0
from tests.concordia.positions import CARD_TABLE, GOODS, KINDS, Position, perform

NONE = type(None)
TOP = {
    **{"game": str, "config": dict, "goods": dict, "bonus": dict, "markers": dict},
    **{"houses": dict, "display": list, "deck": list, "magnus": int, "concordia": int | None},
    **{"players": list, "contrarius": NONE, "copied": list, "turn": int, "turns": int},
    **{"turns_left": int | None, "act": dict, "seat": int | None, "phase": str},
}
CONFIG = {
    **{"board": str, "players": int, "cards": str, "team": bool, "display": str},
    **{"intermediate_scoring": bool, "info": str, "difficulty": NONE, "start_vp": NONE},
}
PLAYER = {
    **{"money": int, "goods": dict, "home": dict, "colonists": list, "houses_left": int},
    **{"hand": list, "pile": list, "vp": int, "interim": int | None, "veto": bool},
}
NEUTRAL = {
    **{"role": None, "queue": [], "answer": None, "suggested": None, "magister": False},
    **{"legatus": False, "steps": 0, "moved": [], "picked": None, "traded": [], "bought": False},
    **{"buys": 0, "settled": False, "pools": [], "react": None, "todo": [], "die": None},
    "site": None,
}
# Keys of the running action that may differ from the neutral value, by phase.
ACTIVE = {
    **{"play": set(), "over": set(), "copy": {"role"}, "recruit": {"role"}, "prefect": {"role"}},
    **{"pick": {"role", "steps", "moved"}, "to": {"role", "steps", "moved", "picked"}},
    **{"build": {"role"}, "keep": {"role", "pools"}, "settle": {"role", "settled"}},
    **{"trade": {"role", "traded", "bought"}, "purchase": {"role", "buys"}},
}
GAMES = [
    {"board": "imperium", "num_players": 5},
    {"board": "ionium", "num_players": 2, "intermediate_scoring": True},
    {"board": "crete", "num_players": 4, "display": "wine", "info": "hidden"},
]


def has_form(table: dict[str, Any], form: dict[str, Any]) -> None:
    """The table has exactly the keys of the form, each with a value of its type."""
    assert set(table) == set(form)
    for key, kind in form.items():
        assert isinstance(table[key], kind), key
        assert kind is bool or type(table[key]) is not bool, key


def has_contract_form(snapshot: dict[str, Any]) -> None:
    has_form(snapshot, TOP)
    has_form(snapshot["config"], CONFIG)
    assert set(snapshot["act"]) == set(NEUTRAL)
    for key, neutral in NEUTRAL.items():
        if key in ACTIVE[snapshot["phase"]]:
            assert type(snapshot["act"][key]) is (str if neutral is None else type(neutral)), key
        else:
            assert snapshot["act"][key] == neutral, key
    assert len(snapshot["display"]) == 7
    assert len(snapshot["players"]) == snapshot["config"]["players"]
    for player in snapshot["players"]:
        has_form(player, PLAYER)
        has_form(player["goods"], dict.fromkeys(GOODS, int))
        has_form(player["home"], dict.fromkeys(KINDS, int))
        assert player["colonists"] == sorted(player["colonists"])
        assert player["hand"] == sorted(player["hand"], key=CARD_TABLE.index)
        assert sum(player["home"].values()) + len(player["colonists"]) == 6


@pytest.mark.parametrize("options", GAMES)
def test_every_position_goes_there_and_back(options: dict[str, Any]) -> None:
    """Form, JSON round trip, and a game restored now and then that continues in step."""
    random = Random(1)
    game = concordia_v0.game(seed=1, **options)
    followers: list[tuple[Any, int]] = []
    for decision in range(10_000):
        snapshot = game.snapshot()
        has_contract_form(snapshot)
        assert (snapshot["seat"], snapshot["phase"]) == (game.seat, game.phase)
        restored = type(game).from_snapshot(json.loads(json.dumps(snapshot)))
        assert (restored, restored.legal()) == (game, game.legal())
        if game.over:
            break
        if decision % 40 == 0:
            followers.append((restored, len(game.events)))
        action = random.choice(game.legal())
        for each in (game, *(follower for follower, _ in followers)):
            each.apply(action)
    for follower, past_events in followers:
        assert (follower, follower.scores()) == (game, game.scores())
        assert follower.events == game.events[past_events:]


@pytest.mark.parametrize("info", ["open", "hidden"])
def test_what_a_seat_sees(info: str) -> None:
    random = Random(2)
    game = concordia_v0.game(num_players=3, info=info, seed=2)
    for _ in range(150):
        full = game.snapshot()
        for seat in range(3):
            expected = deepcopy(full)
            expected["deck"].sort(key=CARD_TABLE.index)
            for other in expected["players"][:seat] + expected["players"][seat + 1 :]:
                if info == "hidden":
                    top = other["pile"][-1] if other["pile"] else None
                    other.update(hand=len(other["hand"]), pile=[len(other["pile"]), top])
            assert game.snapshot(seat) == expected
        game.apply(random.choice(game.legal()))


def test_order_of_the_deck_is_hidden_from_seats() -> None:
    game = concordia_v0.game(seed=3)
    other = game.determinise(1, seed=8)
    assert game.snapshot()["deck"] != other.snapshot()["deck"]
    assert game.snapshot(1) == other.snapshot(1)


# --- Snapshots that cannot be

MISSING = object()
NOVARIA, MASSILIA = "land@land:Novaria-Roma", "sea@sea:Massilia-Roma"
PICKED = f"play Architect, pick {NOVARIA}"
KEYS = [*TOP, *(f"config/{key}" for key in CONFIG), *(f"act/{key}" for key in NEUTRAL)]
KEYS += [f"players/0/{key}" for key in PLAYER]
KEYS += ["houses/Petra", "markers/Syria", "players/0/goods/tool", "players/0/home/sea"]
# Actions taken first, path and value of the contradiction, what the error names.
CONTRADICTIONS = [
    ("", "goods/Petra", "gold", "goods"),
    ("", "bonus/Syria", "brick", "bonus"),
    ("", "houses/Tyros", [0], "houses"),
    ("", "houses/Tyros", [3], "houses"),
    ("", "houses/Roma", [0], "houses"),
    ("", "houses/Petra", [1, 1], "houses"),
    ("", "players/0/houses_left", 15, "houses"),
    ("", "players/0/money", -1, "money"),
    ("", "players/0/goods/brick", 9, "storehouse"),
    ("", "players/0/home/land", 3, r"players\[0\]\.home"),
    ("", "players/0/vp", 20, r"players\[0\]\.vp"),
    ("", "players/0/colonists", [NOVARIA, "sea@land:Aquileia-Roma"], "colonists"),
    ("", "players/0/colonists", [NOVARIA, "sea@sea:Atlantis-Roma"], "colonists"),
    ("", "players/0/colonists", [NOVARIA, "sea@Petra"], "colonists"),
    ("", "players/0/colonists", [NOVARIA, MASSILIA], "colonists"),
    ("", "players/0/colonists", ["sea@Roma", NOVARIA], r"players\[0\]\.colonists"),
    ("", "players/1/pile", ["base-start-consul"], "pile"),
    ("", "players/1/pile", [], "card"),
    ("", "players/1/pile", ["base-start-senator"] * 2, "card"),
    ("", "display/0", "base-vi-caesar", "display"),
    ("", "phase", "lunch", "phase"),
    ("", "phase", "trade", "role"),
    ("", "act/role", "Prefect", "role"),
    ("", "act/pools", [[0, {"food": 1}]], "goods wait"),
    ("", "act/pools", [[3, {"food": 1}]], "goods wait|pools"),
    ("", "seat", 1, "seat"),
    ("", "seat", 3, "seat"),
    ("", "turns", 2, "turns"),
    ("", "magnus", 3, "Magnus"),
    ("", "turns_left", 2, "turns_left"),
    ("", "concordia", 0, "turns_left"),
    ("", "game", "comuni", "game"),
    ("", "config/board", "atlantis", "board"),
    ("", "config/board", "italia", "goods"),
    ("", "config/players", 6, "players"),
    ("", "config/cards", "venus", "display: unknown name 'base-i-"),
    ("", "config/team", True, "team"),
    ("", "config/display", "gold", "display"),
    ("", "config/info", "secret", "info"),
    ("play Architect", "act/steps", 5, "action"),
    (PICKED, "act/picked", None, "action"),
    (PICKED, "act/picked", "land@Roma", "action"),
    ("play Mercator3", "act/role", "Senator", "role"),
    ("play Mercator3", "act/traded", ["food", "wine"], "action"),
    ("play Senator", "act/buys", 0, "action"),
    ("play Prefect", "phase", "keep", "goods wait"),
]


def position() -> Position:
    """Seat 0 is to play; two seats have houses, and colonists on routes."""
    start = Position().houses(0, "Massilia").houses(1, "Massilia", "Petra")
    start.colonists(0, NOVARIA, "sea@Roma").colonists(1, "land@Roma", MASSILIA)
    return start.played(1, "base-start-senator")


def refuse(snapshot: dict[str, Any], named: str) -> None:
    """The snapshot raises an error that names the key, and stays as it is."""
    given = deepcopy(snapshot)
    with pytest.raises(ValueError, match=named):
        Position().game_type.from_snapshot(snapshot)
    assert snapshot == given


def change(snapshot: dict[str, Any], path: str, value: Any) -> None:
    *way, last = (int(step) if step.isdecimal() else step for step in path.split("/"))
    table: Any = reduce(getitem, way, snapshot)
    table[last] = value
    if value is MISSING:
        del table[last]


def name_in_errors(path: str) -> str:
    """Down to an option, a key of the running action or a key of a player."""
    first, *rest = path.split("/")
    if first == "config" and rest:
        return rest[0]
    if first == "players" and rest:
        return f"players[{rest[0]}].{rest[1]}"
    return path.replace("/", ".") if first == "act" else first


@pytest.mark.parametrize(("actions", "path", "value", "named"), CONTRADICTIONS)
def test_contradiction(actions: str, path: str, value: Any, named: str) -> None:
    game = position().game()
    perform(game, *filter(None, actions.split(", ")))
    snapshot = game.snapshot()
    change(snapshot, path, value)
    refuse(snapshot, named)


@pytest.mark.parametrize("value", [MISSING, 2.5, [[]]], ids=["missing", "number", "list"])
@pytest.mark.parametrize("path", KEYS)
def test_key_missing_or_of_a_wrong_type(path: str, value: Any) -> None:
    snapshot = position().snapshot
    change(snapshot, path, value)
    refuse(snapshot, re.escape(name_in_errors(path)))


@pytest.mark.parametrize("path", ["", "config/", "act/", "players/0/", "players/0/goods/"])
def test_key_too_many(path: str) -> None:
    snapshot = position().snapshot
    change(snapshot, f"{path}weather", "fair")
    refuse(snapshot, "weather")


def test_card_twice_or_lost() -> None:
    twice, lost = position().snapshot, position().snapshot
    twice["deck"][0] = twice["display"][0]
    refuse(twice, "card")
    lost["deck"].pop()
    refuse(lost, "card")


@pytest.mark.parametrize("seat", [0, 1])
def test_hand_is_never_empty(seat: int) -> None:
    """The Tribune never lies on a pile, so that everyone can always play."""
    snapshot = position().snapshot
    player = snapshot["players"][seat]
    player.update(pile=player["pile"] + player["hand"], hand=[])
    refuse(snapshot, "hand|card|Tribune")


def test_over_needs_the_last_turn_behind_the_concordia_card() -> None:
    refuse(position().snapshot | {"phase": "over", "seat": None}, "turns_left|over|end")


def test_hidden_snapshot_of_a_seat_is_no_full_one() -> None:
    refuse(Position(info="hidden").game().snapshot(0), r"players\[1\]\.hand: expected a list")
