"""Wrong options, illegal actions, contradictory snapshots and damaged saves: errors that help."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from comuni_env import comuni_v0
from tests.comuni.positions import perform
from tests.conftest import play

EXAMPLE = json.loads((Path(__file__).parent / "example.json").read_text())


def new_game(*actions: str) -> comuni_v0.ComuniGame:
    game = comuni_v0.game(num_players=3, seed=0)
    perform(game, *actions)
    return game


# --- Options


@pytest.mark.parametrize("make", [comuni_v0.game, comuni_v0.env, comuni_v0.raw_env])
@pytest.mark.parametrize(
    ("option", "value", "allowed"),
    [
        *(("num_players", n, "2, 3, 4, 5") for n in (0, 1, 6, True, None, "3", 2.5)),
        *(("info", info, "open, hidden") for info in ("secret", None, True)),
        ("columns", "3311222", "mixed, descending"),
        ("after_invasion", "phase_3", "continue, end_turn"),
        ("set_bonus", "lowest", "all, tallest"),
        ("data", "no_such_file.toml", "cannot be read"),
    ],
)
def test_option_out_of_range(make: Any, option: str, value: Any, allowed: str) -> None:
    with pytest.raises(ValueError, match=f"{option}.*{allowed}|no_such_file.toml: {allowed}"):
        make(**{option: value})


@pytest.mark.parametrize(
    ("option", "value"), [("reward", "gold"), ("max_turns", 0), ("render_mode", "hologram")]
)
def test_option_of_the_environment_out_of_range(option: str, value: Any) -> None:
    with pytest.raises(ValueError, match=f"{option} must be"):
        comuni_v0.env(**{option: value})


# --- Actions

NO_ACTIONS = [True, 1.5, None, -1, 470, 10**30, "", "0", "pass", "bid 8 0", [], np.float32(1)]


@pytest.mark.parametrize("action", NO_ACTIONS, ids=repr)
@pytest.mark.parametrize(("phase", "actions"), [("project", []), ("take", ["income"])])
def test_illegal_action_is_refused(phase: str, actions: list[str], action: Any) -> None:
    """The error names phase, seat and legal actions; the game stays as it is."""
    game = new_game(*actions)
    before, legal = game.to_bytes(), game.legal()
    with pytest.raises(ValueError, match=f"illegal action .*phase {phase} of seat 0") as error:
        game.apply(action)
    assert all(text in str(error.value) for text in legal[:4])
    assert (game.to_bytes(), game.legal()) == (before, legal)


def test_every_id_outside_the_mask_is_refused() -> None:
    game = new_game()
    before = game.to_bytes()
    for action in np.flatnonzero(~game.action_mask()):
        with pytest.raises(ValueError, match=f"illegal action {action}"):
            game.apply(action)
    assert game.to_bytes() == before


def test_no_action_after_the_end() -> None:
    game = new_game()
    play(game, np.random.default_rng(0))
    for action in ("income", "done", 0, None):
        with pytest.raises(ValueError, match="the game is over"):
            game.apply(action)


@pytest.mark.parametrize("seat", [-1, 3, True, 1.0])
@pytest.mark.parametrize("method", ["observe", "snapshot", "determinise"])
def test_seat_out_of_range(method: str, seat: Any) -> None:
    with pytest.raises(ValueError, match="seat must be"):
        getattr(new_game(), method)(seat)


# --- Snapshots

Edit = Callable[[dict[str, Any]], object]


def seat_0(view: dict[str, Any]) -> dict[str, Any]:
    player: dict[str, Any] = view["seats"][0]
    return player


def commitment(view: dict[str, Any]) -> dict[str, Any]:
    chosen: dict[str, Any] = view["pending"]["commitments"][0]
    return chosen


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda v: v.update(game="chess"), "game: expected 'comuni'"),
        (lambda v: v.update(view=1), "view: a game continues only from a full snapshot"),
        (lambda v: v.update(players=6), "num_players must be one of"),
        (lambda v: v.update(version=2), "version: is 2, but the rest of the snapshot means 1"),
        (lambda v: v.pop("leader"), "leader: missing"),
        (lambda v: v.update(extra=1), "extra: does not belong here"),
        (lambda v: v.update(phase="sleep"), "phase: unknown name 'sleep'"),
        (lambda v: v.update(phase="commitment"), "phase: unknown name 'commitment'"),
        (lambda v: v.update(turns=0), "turns: expected a whole number from 1"),
        (lambda v: v["seats"].pop(), "seats: "),
        (lambda v: v["columns"].pop(), "columns: "),
        (lambda v: v["decks"]["C"].append("X9"), "decks.C: unknown name 'X9'"),
        (lambda v: v["decks"]["C"].append("E1"), "cards: a card is missing or there are too many"),
        (lambda v: v["supply"].update(gold=48), "stones: supply, stocks and gold"),
        (lambda v: seat_0(v).update(envoys=2), "envoys in stock, on columns and displaced"),
        (lambda v: seat_0(v).update(name="Siena"), r"seats\[0\].name: is 'Siena'"),
        (lambda v: seat_0(v).update(comune=5), r"seats\[0\].name|comuni are not in the order"),
        (lambda v: seat_0(v).update(walls=[1, 1, 1, 5]), "from 1 to 4, found 5"),
        (lambda v: seat_0(v).update(walls=[1, 2, 1, 1]), r"seats\[0\].walls\[0\]: is 1"),
        (lambda v: seat_0(v).update(heroes=[2, 1]), "heroes: more tiles than invasions"),
        (lambda v: seat_0(v)["hand"].reverse(), r"seats\[0\].hand\[0\]: is 'R2'"),
        (lambda v: v.update(invasions=2), r"last_invasion.invasion: is 0|decks, invasions"),
        (lambda v: v.update(last_turns=1), "end: decks, invasions, last_turns"),
        (lambda v: v.update(leader=1), "table: active seat, leader"),
        (lambda v: v.update(seat=1), "commitments: they are not those of the seats asked so far"),
        (lambda v: commitment(v).update(alliance=3), "or more than the seat can pay"),
        (lambda v: commitment(v).update(city=0), "commitments: they are not those"),
        (lambda v: v.update(pending={}), "pending.commitments: missing"),
        (lambda v: v["columns"][0].update(cards=["E4", "E1", "M2"]), "columns: the cards are not"),
        (lambda v: v.update(final={"scores": [0, 0], "ranking": [0, 1]}), "final: is"),
    ],
)
def test_contradictory_snapshot_is_refused(edit: Edit, message: str) -> None:
    view = deepcopy(EXAMPLE)
    assert comuni_v0.ComuniGame.from_snapshot(view).legal() == ["city 0", "city 1"]
    edit(view)
    with pytest.raises(ValueError, match=message):
        comuni_v0.ComuniGame.from_snapshot(view)


@pytest.mark.parametrize("view", [None, [], "comuni", {}, {"game": "comuni"}])
def test_what_is_no_snapshot_is_refused(view: Any) -> None:
    with pytest.raises(ValueError, match=r"snapshot: (game|view)"):
        comuni_v0.ComuniGame.from_snapshot(view)


# --- Saved games


def test_saved_game_is_restored() -> None:
    over = new_game()
    play(over, np.random.default_rng(0))
    for game in (new_game("income"), over):
        restored = type(game).from_bytes(game.to_bytes())
        assert restored == game
        assert (restored.events, restored.legal()) == (game.events, game.legal())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"players": 3', b'"players": 9'),
        (b'"mixed"', b'"mixen"'),
        (b'"info"', b'"infos"'),
        (b'{"scenario": {', b'{"scenario": 5, "x": {'),
    ],
)
def test_save_with_a_damaged_head_is_refused(old: bytes, new: bytes) -> None:
    saved = new_game().to_bytes()
    assert old in saved
    with pytest.raises(ValueError, match="damaged"):
        comuni_v0.ComuniGame.from_bytes(saved.replace(old, new, 1))
