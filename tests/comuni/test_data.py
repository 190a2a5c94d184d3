"""The data file: its counts, and files of one's own, good and faulty."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from comuni_env import comuni_v0
from comuni_env.cards import DATA_FILE, PLAYERS, load_figures, read_figures
from tests.conftest import play

ROOT = Path(__file__).parents[2]


def edited(folder: Path, *edits: tuple[str, str]) -> Path:
    """The package's file as own.toml, each edit done once."""
    text = DATA_FILE.read_text(encoding="utf-8")
    for old, new in edits:
        assert old in text
        text = text.replace(old, new, 1)
    path = folder / "own.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_cards_in_all() -> None:
    figures = load_figures()
    cards = [face for deck in figures.decks for part in deck for face in part]
    assert len(cards) == 88
    assert [sum(face[-1] == level for face in cards) for level in "1234"] == [30, 26, 20, 12]
    assert [sum(len(face) == 1 + kinds for face in cards) for kinds in (1, 2, 4)] == [76, 8, 4]
    assert len(figures.faces) == 26
    assert figures.faces == tuple(sorted(figures.faces))


@pytest.mark.parametrize(
    ("columns", "sizes"),
    [("mixed", {2: 18, 3: 23, 4: 29, 5: 32}), ("descending", {2: 20, 3: 25, 4: 30, 5: 32})],
)
@pytest.mark.parametrize("players", PLAYERS)
def test_a_dealt_game_has_the_cards_of_its_players(
    players: int, columns: str, sizes: dict[int, int]
) -> None:
    view = comuni_v0.game(num_players=players, columns=columns, seed=1).snapshot()
    shown = [len(column["cards"]) for column in view["columns"]]
    whole = [3, 3, 1, 1, 2, 2, 2] if columns == "mixed" else [3, 3, 2, 2, 2, 1, 1]
    assert shown == whole[: players + 2]
    assert len(view["decks"]["A"]) == {2: 10, 3: 13, 4: 17, 5: 18}[players]
    assert len(view["decks"]["A"]) + sum(shown) == sizes[players]
    assert len(view["decks"]["D"]) == {2: 12, 3: 14, 4: 16, 5: 19}[players]


def test_the_deal_is_fair() -> None:
    """Every comune plays as often; the start stones are its own."""
    games = [comuni_v0.game(num_players=2, seed=seed).snapshot() for seed in range(500)]
    seats = [player for view in games for player in view["seats"]]
    counts = np.bincount([player["comune"] for player in seats], minlength=6)[1:]
    assert abs(counts - 200).max() < 55
    assert all(view["seats"][0]["comune"] < view["seats"][1]["comune"] for view in games)
    lucca = next(player for player in seats if player["name"] == "Lucca")
    assert lucca["stones"] == {"gold": 2, "armies": 1, "pilgrims": 3, "craftsmen": 2}


# --- A file of one's own

CORRECTIONS = [
    ('name = "Lucca"', 'name = "Luca"'),
    ("start = { gold = 2, armies = 1,", "start = { gold = 1, armies = 2,"),
    ("tiles = [[2, 1],", "tiles = [[3, 1],"),
    ('from_3 = ["E1", "M1", "C1", "R1", "EMCR1"]', 'from_3 = ["E1", "M1", "C1", "R1", "EMC1"]'),
    ("sizes = [3, 3, 1, 1, 2, 2, 2]", "sizes = [3, 1, 3, 1, 2, 2, 2]"),
    ("stone_of_choice = [3, 4]", "stone_of_choice = [2, 4]"),
]


def test_a_corrected_file_is_played(tmp_path: Path) -> None:
    path = edited(tmp_path, *CORRECTIONS)
    game = comuni_v0.game(num_players=5, data=path, seed=3)
    view = game.snapshot()
    assert view["seats"][0]["name"] == "Luca"
    assert [len(column["cards"]) for column in view["columns"]] == [3, 1, 3, 1, 2, 2, 2]
    assert game.action_id("card EMC1") == game.action_id("card EM2") + 1
    with pytest.raises(ValueError, match="is not an action"):
        game.action_id("card EMCR1")
    game.apply("bid 2 0")
    play(game, np.random.default_rng(1))
    game.check()
    again = type(game).from_snapshot(game.snapshot(), data=path)
    assert again == game


def test_a_saved_game_carries_its_own_file(tmp_path: Path) -> None:
    path = edited(tmp_path, *CORRECTIONS)
    game = comuni_v0.game(num_players=3, data=path, seed=1)
    data = game.to_bytes()
    path.unlink()
    for again in (type(game).from_bytes(data), pickle.loads(pickle.dumps(game))):
        assert again.snapshot() == game.snapshot()
        assert again.to_bytes() == data
    assert game != comuni_v0.game(num_players=3, seed=1)


def test_fewer_faces_leave_padding_that_is_never_legal(tmp_path: Path) -> None:
    path = edited(tmp_path, ('"MR2"]', '"M2"]'))
    game = comuni_v0.game(num_players=5, data=path, seed=1)
    with pytest.raises(ValueError, match="padding"):
        game.action_text(game.action_id("new economy") - 1)
    rng = np.random.default_rng(0)
    while not game.over:
        assert len(game.legal()) >= 2
        play(game, rng, 1)


FAULTS = [
    (("gold = 50, armies", "gold = 60, armies"), "stones.supply.gold", "made for 50 at most"),
    (("gold = 50, armies", "gold = 9, armies"), "comune", "10 gold to start with, but 9 in supply"),
    (("number = 2\n", "number = 1\n"), "comune[1].number", "1 stands twice"),
    (('["pilgrims", "any"]', '["pilgrims"]'), "comune[0].base_yield", "expected 2 stones"),
    (('["pilgrims", "any"]', '["pilgrim", "any"]'), "comune[0].base_yield", "'pilgrim' is not one"),
    (("sizes = [3, 3, 1, 1,", "sizes = [3, 4, 1, 0,"), "columns.mixed.sizes", "1 to 3 cards each"),
    (("sizes = [3, 3, 1, 1,", "sizes = [3, 3, 1, 2,"), "deck.A", "18 cards with 2 players"),
    (('"C1", "R1", "EM2"]', '"C1", "R1"]'), "deck.A", "31 cards with 5 players; the marker and"),
    (('from_4 = ["E4", "M4"]', 'from_4 = ["E4"]'), "deck.C", "the marker asks for 16"),
    (('"MR2"]', '"RM2"]'), "deck.D.from_5", "'RM2' is not a face"),
    (('"MR2"]', '"MR5"]'), "deck.D.from_5", "'MR5' is not a face"),
    (('"MR2"]', '"2"]'), "deck.D.from_5", "'2' is not a face"),
    (('"E1", "E1", "E2",', '"EMC1", "E1", "E2",'), "deck", "27 different faces; the engine holds"),
    (("strength = [4, 8,", "strength = [8,"), "invasions.strength", "4 whole numbers"),
    (("tiles = [[2, 1],", "tiles = [[2],"), "heroes.tiles", "expected 2 values"),
    (("restore = [1, 3]", "restore = [1]"), "pilgrims.restore", "expected 2 whole numbers"),
    (("hand_limit = 2", "hand_limits = 2"), "building.hand_limits", "unknown key"),
    (("[box]\nenvoys", "[box]\nenvoy"), "box.envoy", "unknown key"),
]


@pytest.mark.parametrize(("edit", "key", "fault"), FAULTS)
def test_faulty_file_is_refused(
    tmp_path: Path, edit: tuple[str, str], key: str, fault: str
) -> None:
    """The error names file, key and fault, in this order."""
    path = edited(tmp_path, edit)
    with pytest.raises(ValueError, match=re.escape(fault)) as error:
        read_figures(path)
    assert str(error.value).startswith(f"{path}: {key}: ")


def test_a_claim_never_empties_two_decks(tmp_path: Path) -> None:
    """So that one invasion follows another only after a turn."""
    path = edited(tmp_path, ("envoys = 3", "envoys = 7"))
    with pytest.raises(ValueError, match=r"marker\..*one claim can take"):
        read_figures(path)


def test_validate_command(tmp_path: Path) -> None:
    good = edited(tmp_path, CORRECTIONS[0]).rename(tmp_path / "good.toml")
    bad = edited(tmp_path, FAULTS[0][0])
    for files, code in (([], 0), ([good], 0), ([good, bad], 1)):
        command = [sys.executable, "-m", "comuni_env.validate", *map(str, files)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == code
        assert "88 cards with 26 faces" in done.stdout
        assert ("made for 50 at most" in done.stderr) == (code == 1)
