"""Wrong options, illegal actions and damaged saves: errors that help, and nothing is changed."""

import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from concordia_env import concordia_v0, venus_v0
from tests.concordia.positions import perform

ROOT = Path(__file__).parents[2]
# Changes one bit of each byte of a saved game in turn and prints how many were not refused.
FLIP_BITS = """
from concordia_env import concordia_v0, venus_v0
game = concordia_v0.game(num_players=3, seed=0)
game.apply("play Architect")
saved = game.to_bytes()
accepted = 0
for index in range(len(saved)):
    damaged = bytearray(saved)
    damaged[index] ^= 128
    try:
        type(game).from_bytes(bytes(damaged))
        accepted += 1
    except ValueError:
        pass
print("accepted:", accepted)
"""


def new_game(*actions: str) -> Any:
    game = concordia_v0.game(num_players=3, seed=0)
    perform(game, *actions)
    return game


def finished_game() -> Any:
    game, random = new_game(), Random(0)
    while not game.over:
        game.apply(random.choice(game.legal()))
    return game


# --- Options


@pytest.mark.parametrize("make", [concordia_v0.game, concordia_v0.env, concordia_v0.raw_env])
@pytest.mark.parametrize(
    ("option", "value", "allowed"),
    [
        *(("board", board, "crete.*imperium.*italia.*toml") for board in ("rome", "", None, 7)),
        ("board", "Imperium", "imperium"),
        ("board", "no_such_file.toml", "no_such_file.toml"),
        *(("num_players", n, "2, 3, 4, 5") for n in (0, 1, 6, -2, True, None, "3", 2.5)),
        *(("display", side, "printed, wine") for side in ("gold", None, 1)),
        *(("info", info, "open, hidden") for info in ("secret", None, True)),
        *(("intermediate_scoring", value, "true or false") for value in (1, "yes", None)),
    ],
)
def test_option_out_of_range(make: Any, option: str, value: Any, allowed: str) -> None:
    with pytest.raises(ValueError, match=f"{option}.*{allowed}|{allowed}.*cannot be read"):
        make(**{option: value})


@pytest.mark.parametrize(
    ("option", "value"),
    [("reward", "gold"), ("max_turns", 0), ("render_mode", "hologram"), ("reward", None)],
)
def test_option_of_the_environment_out_of_range(option: str, value: Any) -> None:
    with pytest.raises(ValueError, match=f"{option} must be"):
        concordia_v0.env(**{option: value})


# --- Actions

POSITIONS = {
    "play": [],
    "pick": ["play Architect"],
    "to": ["play Architect", "pick land@Roma"],
    "trade": ["play Mercator3"],
    "prefect": ["play Prefect"],
    "recruit": ["play Tribune"],
}
NO_ACTIONS = [True, False, 1.5, None, -1, 387, 10**30, "", "0", "veto", [], b"done", np.float32(1)]


@pytest.mark.parametrize("action", NO_ACTIONS, ids=repr)
@pytest.mark.parametrize("phase", POSITIONS)
def test_illegal_action_is_refused(phase: str, action: Any) -> None:
    """The error names phase, seat and legal actions; the game stays as it is."""
    game = new_game(*POSITIONS[phase])
    before, legal = game.to_bytes(), game.legal()
    with pytest.raises(ValueError, match=f"illegal action .*phase {phase} of seat 0") as error:
        game.apply(action)
    assert all(text in str(error.value) for text in legal[:5])
    assert (game.to_bytes(), game.legal()) == (before, legal)


@pytest.mark.parametrize(
    ("actions", "where"),
    [
        ([], "phase place of seat 2"),
        (["place Thera", "place Patrae", "play Legatus"], "phase suggest of seat 0"),
        (
            ["place Thera", "place Patrae", "play Legatus", "suggest Prefect"],
            "phase play of seat 2",
        ),
    ],
)
def test_illegal_action_of_a_team_is_refused(actions: list[str], where: str) -> None:
    """Also a Legatus where a Legatus is answered."""
    game = venus_v0.game(board="hellas", team=True, seed=0)
    perform(game, *actions)
    before = game.to_bytes()
    for action in (*NO_ACTIONS, "play Legatus", "suggest Legatus", "place Athenae"):
        with pytest.raises(ValueError, match=f"illegal action .*{where}"):
            game.apply(action)
    assert game.to_bytes() == before


def test_every_id_outside_the_mask_is_refused() -> None:
    for actions in POSITIONS.values():
        game = new_game(*actions)
        before = game.to_bytes()
        for action in np.flatnonzero(~game.action_mask()):
            with pytest.raises(ValueError, match=f"illegal action {action}"):
                game.apply(action)
        assert game.to_bytes() == before


def test_ids_of_numpy_are_ids() -> None:
    game, other = new_game(), new_game()
    game.apply(np.int64(game.action_id("play Prefect")))
    other.apply("play Prefect")
    assert game == other


@pytest.mark.parametrize("action", ["play Tribune", "done", 0, 384, True, None])
def test_no_action_after_the_end(action: Any) -> None:
    game = finished_game()
    before = game.to_bytes()
    assert (game.seat, game.phase, game.legal(), len(game.legal_ids())) == (None, "over", [], 0)
    with pytest.raises(ValueError, match="the game is over"):
        game.apply(action)
    assert game.to_bytes() == before


# --- Seats


@pytest.mark.parametrize("seat", [-1, 3, 99])
@pytest.mark.parametrize("method", ["observe", "snapshot", "determinise"])
def test_seat_out_of_range(method: str, seat: int) -> None:
    with pytest.raises(ValueError, match=rf"seat must be in 0\.\.2, not {seat}"):
        getattr(new_game(), method)(seat)


# --- Saved games


def test_saved_game_is_restored() -> None:
    for game in (new_game("play Architect"), finished_game()):
        restored = type(game).from_bytes(game.to_bytes())
        assert restored == game
        assert (restored.events, restored.legal()) == (game.events, game.legal())
        assert restored.to_bytes() == game.to_bytes()


@pytest.mark.parametrize("saved", [b"", b"\n", b"\n\n", b"PK\x03\x04", b"{}", bytes(5000)])
def test_foreign_bytes_are_refused(saved: bytes) -> None:
    with pytest.raises(ValueError, match="not a saved game"):
        type(new_game()).from_bytes(saved)


def test_truncated_or_longer_bytes_are_refused() -> None:
    game = new_game("play Architect")
    saved = game.to_bytes()
    for damaged in [saved[:length] for length in range(0, len(saved), 97)] + [saved + b"\0"]:
        with pytest.raises(ValueError, match="saved game"):
            type(game).from_bytes(damaged)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"imperium"', b'"atlantis"'),
        (b'"players": 3', b'"players": 5'),
        (b'"players": 3', b'"players": 9'),
        (b'"display"', b'"payment"'),
        (b'{"scenario": {', b'{"scenario": 5, "x": {'),
        (b'{"scenario"', b'["scenario"'),
    ],
)
def test_save_with_a_damaged_head_is_refused(old: bytes, new: bytes) -> None:
    saved = new_game("play Architect").to_bytes()
    assert old in saved
    with pytest.raises(ValueError, match=r"damaged|inconsistent|must be|unknown"):
        type(new_game()).from_bytes(saved.replace(old, new, 1))


def test_changed_bit_of_a_save_is_refused() -> None:
    """In a process of its own, as a damaged record must not bring the interpreter down."""
    command = [sys.executable, "-c", FLIP_BITS]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "accepted: 0\n")
