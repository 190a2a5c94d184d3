"""Data files of one's own: good ones are played, faulty ones refused with file, key and fault."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from concordia_env import concordia_v0
from concordia_env.boards import load_board
from concordia_env.cards import read_cards, read_setup
from tests.concordia.positions import DATA

ROOT = Path(__file__).parents[2]
GAUDOS = ('["Biennos", "Gaudos"],', '["Gaudos", "Matalon"],', '["Gaudos", "Tarrha"],')
BROWN_TO_B = ('name = "Brown"\nletter = "A"', 'name = "Brown"\nletter = "B"')


def edited(folder: Path, file: str, *edits: tuple[str, str]) -> Path:
    """Write a data file of the package as own.toml, each edit done once."""
    text = DATA.joinpath(*file.split("/")).read_text(encoding="utf-8")
    for old, new in edits:
        assert old in text
        text = text.replace(old, new, 1)
    path = folder / "own.toml"
    path.write_text(text, encoding="utf-8")
    return path


def refused(read: Callable[[Any], object], path: Path, key: str, fault: str) -> None:
    """Reading the file raises an error that names file, key and fault, in this order."""
    with pytest.raises(ValueError, match=re.escape(fault)) as error:
        read(path)
    where, _, rest = str(error.value).partition(f": {key}: ")
    assert (where, fault in rest) == (str(path), True)


def start(path: Path) -> Any:
    return concordia_v0.game(board=path, num_players=2, seed=0)


def validate(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "concordia_env.validate", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


# --- A board of one's own


def test_own_board_is_played_to_the_end(tmp_path: Path) -> None:
    edits = [('name = "Gaudos"', 'name = "Nova Insula"')]
    edits += [(pair, pair.replace("Gaudos", "Nova Insula")) for pair in GAUDOS]
    path = edited(tmp_path, "boards/crete.toml", *edits)
    game = concordia_v0.game(board=str(path), num_players=3, seed=4)
    assert game.snapshot()["config"]["board"] == "own"
    assert "Nova Insula" in game.snapshot()["goods"]
    random = Random(4)
    seen = set()
    while not game.over:
        seen.update(game.legal())
        game.apply(random.choice(game.legal()))
    assert "build Nova Insula" in seen
    assert len(game.ranking()) == 3


def test_saved_game_on_an_own_board_needs_no_file(tmp_path: Path) -> None:
    path = edited(tmp_path, "boards/crete.toml")
    game = start(path)
    game.apply("play Prefect")
    saved = game.to_bytes()
    path.unlink()
    restored = type(game).from_bytes(saved)
    assert restored.snapshot() == game.snapshot()
    assert (restored, restored.hash) == (game, game.hash)


def test_snapshot_of_an_own_board_is_read_with_its_path(tmp_path: Path) -> None:
    path = edited(tmp_path, "boards/crete.toml")
    game = start(path)
    assert type(game).from_snapshot(game.snapshot(), board=path) == game
    with pytest.raises(ValueError, match="unknown board 'own'"):
        type(game).from_snapshot(game.snapshot())


def test_ends_of_a_no_stop_route_in_any_order(tmp_path: Path) -> None:
    edit = ('["Apollonia", "Brundisium"]]', '["Brundisium", "Apollonia"]]')
    board = load_board(edited(tmp_path, "boards/ionium.toml", edit))
    closed = [route.name for route in board.routes if not route.stop]
    assert closed == ["land:Apollonia-Brundisium"]


# --- Faulty boards

BIENNOS = '["Biennos", "Elyros"]'
NO_STOP = '[routes.sea]\nno_stop = [["Olus", "Gaudos"]]\n'
CITY = "province[0].cities[0]"
CRETE_FAULTS = {
    "missing name": ('name = "Crete"\n', "", "board.name", "missing"),
    "missing letter": ('letter = "A"\n', "", "province[0].letter", "missing"),
    "unknown key": ("[board]\n", "[board]\ncolor = 1\n", "board.color", "unknown key"),
    "unknown table": ("[board]\n", "[weather]\n[board]\n", "weather", "unknown key"),
    "unknown key of a city": ("lat = 35.52", "alt = 35.52", f"{CITY}.alt", "unknown key"),
    "players as text": ("[2, 3]", '"2-3"', "board.players", "'2-3'"),
    "latitude as text": ("lat = 35.52", 'lat = "N"', f"{CITY}.lat", "'N'"),
    "latitude as truth": ("lat = 35.52", "lat = true", f"{CITY}.lat", "True"),
    "unknown letter": ('letter = "A"', 'letter = "Z"', "province[0].letter", "'Z'"),
    "unknown province": ('province = "Blue"', 'province = "Pink"', "capital.province", "'Pink'"),
    "unknown city": (BIENNOS, '["Biennos", "Roma"]', "routes.land.pairs", "'Roma'"),
    "route to itself": (BIENNOS, '["Olus", "Olus"]', "routes.land.pairs", "two different names"),
    "no route to stop on": ("[routes.sea]\n", NO_STOP, "routes.sea.no_stop", "Gaudos"),
    "city twice": ('name = "Elyros"', 'name = "Kydonia"', "province", "same name"),
    "no provenance": ('provenance = "reconstruction"\n', "", "board.provenance", "missing"),
    "bad provenance": ('"reconstruction"', '"rumour"', "board.provenance", "'rumour'"),
    "missing source": ('source = "printed board"\n', "", "capital.source", "missing"),
}


@pytest.mark.parametrize("case", CRETE_FAULTS)
def test_faulty_board_is_refused(tmp_path: Path, case: str) -> None:
    old, new, key, fault = CRETE_FAULTS[case]
    refused(start, edited(tmp_path, "boards/crete.toml", (old, new)), key, fault)


def test_board_that_is_not_toml(tmp_path: Path) -> None:
    path = edited(tmp_path, "boards/crete.toml", ("[board]", "[board"))
    with pytest.raises(ValueError, match=re.escape(f"{path}: not valid TOML: ") + ".*line 4"):
        start(path)


def test_city_without_routes(tmp_path: Path) -> None:
    path = edited(tmp_path, "boards/crete.toml", *((pair, "") for pair in GAUDOS))
    refused(start, path, "routes", "Gaudos")


def test_board_too_large(tmp_path: Path) -> None:
    """The engine holds 31 cities with the capital and 79 routes: exactly Imperium's."""
    city = ("  { name", '  { name = "Ultima", lat = 0, lon = 0 },\n  { name')
    refused(start, edited(tmp_path, "boards/imperium.toml", city), "province", "32 cities")
    route = ("pairs = [", 'pairs = [["Roma", "Petra"],')
    refused(start, edited(tmp_path, "boards/imperium.toml", route), "routes", "80 routes")


def test_letter_with_fewer_cities_than_tokens(tmp_path: Path) -> None:
    path = edited(tmp_path, "boards/crete.toml", BROWN_TO_B)
    with pytest.raises(ValueError, match=r"'own'.* 6 cities of letter A.* 7 tokens.*extra_tokens"):
        start(path)
    done = validate(path)
    assert (done.returncode, done.stdout) == (1, "")
    assert "6 cities of letter A" in done.stderr


# --- Faulty cards and figures

CARD_FAULTS = {
    "pantheon": ("2 = { Jupiter = 3", "2 = { Jupiter = 4", "pantheon.2", "the decks have (3,"),
    "sale cards": ("sale_cards = 30", "sale_cards = 31", "set.sale_cards", "lists 30"),
    "start cards": ("start_cards = 7", "start_cards = 8", "set.start_cards", "lists 7"),
    "id twice": ("base-start-architect", "base-start-tribune", "card", "'base-start-tribune'"),
    "unknown god": ('gods = ["Mars"]', 'gods = ["Pluto"]', "card[0].gods", "'Pluto'"),
    "start card without copies": ("each = 1\n", "", "card[0].each", "deck 0"),
    "Mercator's coins": ("coins = 3", "coins = 4", "card[3].coins", "3 or 5"),
}
VENUS_POINTS = "a card of Venus is for one mode and scores by it"
VENUS_FAULTS = {
    "pantheon": ("Venus = 2, Mer", "Venus = 3, Mer", "pantheon.2", "the decks have (2, 2, 2,"),
    "sale cards": ("sale_cards = 42", "sale_cards = 41", "set.sale_cards", "lists 42"),
    "points of an individual card": (
        'gods = ["Venus"]\nvp = 2', 'gods = ["Venus"]\nvp = 1', "card[7].vp", VENUS_POINTS,
    ),
    "points of a team card": ('Venus"]\nvp = 1', 'Venus"]\nvp = 2', "card[9].vp", VENUS_POINTS),
    "a card of Venus for both": (
        '2\nplay = "individual"', '2\nplay = "both"', "card[7].vp", VENUS_POINTS,
    ),
    "unknown mode": ('play = "both"', 'play = "alone"', "card[0].play", "'alone' is not one of"),
    "coins of a choice card": (
        'Venus"]\nvp = 2\ncoins = 5', 'Venus"]\nvp = 2\ncoins = 3', "card[27].coins", "brings 5",
    ),
    "unknown choice": (
        '"Prefect/Architect"', '"Prefect/Tribune"', "card[16].name", "'Prefect/Tribune'",
    ),
    "four gods": (
        '"Saturnus", "Venus"]', '"Saturnus", "Mars", "Venus"]', "card[9].gods", "4 gods",
    ),
}  # fmt: skip
SETUP_FAULTS = {
    "unknown good in a slot": ('["gold"], ', "'gold'"),
    "any in a wrong slot": ('["any"], ', "'any' in slots 2, 3, 6"),
    "six slots": ("", "found 6"),
    "slot that is no list": ("0, ", "0"),
}


@pytest.mark.parametrize("case", CARD_FAULTS)
def test_faulty_card_file_is_refused(tmp_path: Path, case: str) -> None:
    old, new, key, fault = CARD_FAULTS[case]
    refused(read_cards, edited(tmp_path, "cards/base.toml", (old, new)), key, fault)


@pytest.mark.parametrize("case", VENUS_FAULTS)
def test_faulty_card_file_of_venus_is_refused(tmp_path: Path, case: str) -> None:
    old, new, key, fault = VENUS_FAULTS[case]
    refused(read_cards, edited(tmp_path, "cards/venus.toml", (old, new)), key, fault)


@pytest.mark.parametrize(
    ("old", "new", "key", "fault"),
    [
        ("money = [5, 6, 7]", "money = [5, 6]", "team.money", "each of 3 seats"),
        ("decks = { 4 = 4, 6 = 5 }", "decks = { 4 = 4 }", "team.decks.6", "missing"),
        ('"Praetor", "Legatus"]', '"Praetor", "Caesar"]', "team.hand_first_half", "'Caesar'"),
    ],
)
def test_faulty_figures_of_teams_are_refused(
    tmp_path: Path, old: str, new: str, key: str, fault: str
) -> None:
    refused(read_setup, edited(tmp_path, "setup.toml", (old, new)), key, fault)


def test_more_points_than_the_engine_counts_are_refused(tmp_path: Path) -> None:
    many = ("each = 1", "each = 9"), ("start_cards = 7", "start_cards = 15"), ("vp = 2", "vp = 4")
    path = edited(tmp_path, "cards/base.toml", *many)
    refused(read_cards, path, "card", "points for Mars; the engine holds 31")


@pytest.mark.parametrize("case", SETUP_FAULTS)
def test_faulty_display_is_refused(tmp_path: Path, case: str) -> None:
    first_slot, fault = SETUP_FAULTS[case]
    path = edited(tmp_path, "setup.toml", ("slots = [[], ", f"slots = [{first_slot}"))
    refused(read_setup, path, "display.printed.slots", fault)


# --- The command


def test_command_accepts_the_package() -> None:
    done = validate()
    lines = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (0, "")
    assert all(line.endswith("ok") for line in lines)
    names = {re.findall(r"(\w+)\.toml", line)[0] for line in lines}
    assert names == {"setup", "dice", "base", "venus", "solitaria"} | {
        file.name[:-5] for file in (DATA / "boards").iterdir()
    }


def test_command_reports_the_bad_file_and_goes_on(tmp_path: Path) -> None:
    good = tmp_path / "good.toml"
    good.write_bytes((DATA / "boards" / "hellas.toml").read_bytes())
    bad = edited(tmp_path, "boards/crete.toml", ('"Elyros"]', '"Roma"]'))
    done = validate(bad, good)
    assert done.returncode == 1
    assert done.stderr.startswith(f"{bad}: routes.land.pairs: unknown name 'Roma'")
    (line,) = done.stdout.splitlines()
    assert re.fullmatch(re.escape(str(good)) + ".*ok", line)
