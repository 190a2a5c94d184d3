"""The boards, cards and figures of the package, and what a deal makes of them."""

from collections import Counter
from typing import Any

import pytest

from concordia_env import concordia_v0, venus_v0
from concordia_env.boards import Board, board_names, load_board
from tests.concordia.positions import CARD_TABLE, GOODS, KINDS, Position, perform, read_toml
from tests.conftest import VENUS

# Provinces, cities of each letter, land and sea routes, capital: counted on the printed boards.
BOARDS = {
    "imperium": (12, "A7 B8 C10 D5", 44, 35, "Roma"),
    "italia": (11, "A7 B8 C10", 40, 23, "Roma"),
    "hellas": (10, "A7 B8 C10", 27, 31, "Athenae"),
    "ionium": (12, "A7 B8 C10 D5", 42, 35, "Athenae"),
    "cyprus": (12, "A7 B8 C10 D5", 44, 27, "Antiochia"),
    "crete": (9, "A7 B8 D5", 27, 18, "Knossos"),
    "hispania": (9, "A8 B9 D6", 34, 24, "Saguntum"),
}
# City tokens of a letter: brick, food, tool, wine, cloth.
TOKENS = {"A": (2, 2, 1, 1, 1), "B": (2, 2, 2, 1, 1), "C": (3, 2, 2, 2, 1), "D": (1, 1, 1, 1, 1)}
HISPANIA_EXTRA = {"A": "tool", "B": "wine", "D": "brick"}
ITALIAN_PROVINCES = {"Calabria", "Campania", "Sicilia"}
ITALIAN_CITIES = {
    *("Brundisium", "Heraclea", "Canusium", "Neapolis", "Terventum"),
    *("Croton", "Messana", "Syracusae"),
}


def routes(board: Board) -> list[tuple[str, frozenset[str]]]:
    """Kind and the two ends of every route."""
    return [
        (KINDS[route.kind], frozenset(board.cities[end].name for end in route.ends))
        for route in board.routes
    ]


def joined(board: str, kind: str, *ends: str) -> bool:
    return (kind, frozenset(ends)) in routes(load_board(board))


def destinations(game: Any, place: str) -> set[str]:
    """Routes on which seat 0 may end a move from the place."""
    perform(game, "play Architect", f"pick {place}")
    return {text.removeprefix("to ") for text in game.legal()}


def test_package_has_the_seven_boards() -> None:
    assert board_names() == sorted(BOARDS)


@pytest.mark.parametrize("name", BOARDS)
def test_counts_of_a_board(name: str) -> None:
    provinces, letters, land, sea, capital = BOARDS[name]
    board = load_board(name)
    count = Counter(city.letter for city in board.cities[:-1])
    assert len(board.provinces) == provinces
    assert " ".join(f"{letter}{count[letter]}" for letter in sorted(count)) == letters
    assert Counter(kind for kind, _ in routes(board)) == {"land": land, "sea": sea}
    assert board.cities[-1].name == capital
    assert all(any(capital in ends for k, ends in routes(board) if k == kind) for kind in KINDS)


def test_places_named_by_the_rules() -> None:
    assert joined("imperium", "land", "Colonia A.", "Novaria")
    assert joined("imperium", "sea", "Roma", "Massilia")
    assert joined("imperium", "land", "Roma", "Aquileia")
    assert joined("imperium", "land", "Aquileia", "Vindobona")
    assert not any(k == "sea" and "Novaria" in ends for k, ends in routes(load_board("imperium")))
    assert "Syria" in {province.name for province in load_board("imperium").provinces}
    italia = load_board("italia")
    assert {"Campania", "Corsica", "Liguria"} <= {province.name for province in italia.provinces}
    assert {"Aleria", "Genua"} <= {city.name for city in italia.cities}
    hellas = {province.name for province in load_board("hellas").provinces}
    assert {"Locris", "Cyclades", "Euboea", "Sporades"} <= hellas


def test_one_route_of_all_boards_bars_stopping() -> None:
    closed = [route.name for name in BOARDS for route in load_board(name).routes if not route.stop]
    assert closed == ["land:Apollonia-Brundisium"]


def test_one_pair_of_parallel_routes() -> None:
    names = [route.name for name in BOARDS for route in load_board(name).routes]
    assert [name for name in names if "#" in name] == ["sea:Messana-Neapolis#2"]
    assert routes(load_board("ionium")).count(("sea", frozenset(("Messana", "Neapolis")))) == 2


@pytest.mark.parametrize("name", BOARDS)
def test_every_block_names_its_source(name: str) -> None:
    file = read_toml("boards", f"{name}.toml")
    blocks = [file["board"], file["capital"], *file["letters"], *file["province"]]
    blocks += file["routes"].values()
    assert {block["provenance"] for block in blocks} <= {"published", "reconstruction"}
    assert all(block["source"] for block in blocks)


# --- The deal


@pytest.mark.parametrize("num_players", [2, 3, 4, 5])
@pytest.mark.parametrize("board", BOARDS)
def test_each_letter_gets_its_tokens(board: str, num_players: int) -> None:
    letter = {city.name: city.letter for city in load_board(board).cities[:-1]}
    in_play = set(letter.values())
    if board == "ionium" and num_players <= 3:
        in_play -= {"B"}
    expected = {key: Counter(dict(zip(GOODS, TOKENS[key], strict=True))) for key in in_play}
    if board == "hispania":
        for key, good in HISPANIA_EXTRA.items():
            expected[key][good] += 1
    for seed in range(5):
        game = concordia_v0.game(board=board, num_players=num_players, seed=seed)
        dealt: dict[str, Counter[str]] = {key: Counter() for key in in_play}
        for city, good in game.snapshot()["goods"].items():
            dealt[letter[city]][good] += 1
        assert dealt == expected


@pytest.mark.parametrize("board", BOARDS)
def test_bonus_is_the_dearest_good_of_the_province(board: str) -> None:
    snapshot = concordia_v0.game(board=board, num_players=4, seed=3).snapshot()
    for block in read_toml("boards", f"{board}.toml")["province"]:
        goods = [snapshot["goods"][city["name"]] for city in block["cities"]]
        assert snapshot["bonus"][block["name"]] == max(goods, key=GOODS.index)
    assert set(snapshot["markers"].values()) == {"good"}


@pytest.mark.parametrize(("num_players", "cities"), [(2, 22), (3, 22), (4, 30), (5, 30)])
def test_ionium_without_italia_for_two_and_three(num_players: int, cities: int) -> None:
    snapshot = concordia_v0.game(board="ionium", num_players=num_players, seed=1).snapshot()
    assert len(snapshot["goods"]) == cities
    assert ITALIAN_CITIES.isdisjoint(snapshot["goods"]) == (num_players <= 3)
    for key in ("bonus", "markers"):
        assert ITALIAN_PROVINCES.isdisjoint(snapshot[key]) == (num_players <= 3)
        assert len(snapshot[key]) == (9 if num_players <= 3 else 12)


@pytest.mark.parametrize("num_players", [2, 3, 4, 5])
def test_decks_by_number_of_players(num_players: int) -> None:
    """Decks I to N are used, I on top; seven cards lie in the display."""
    snapshot = concordia_v0.game(num_players=num_players, seed=2).snapshot()
    decks = [card.split("-")[1] for card in snapshot["display"] + snapshot["deck"]]
    sizes = {"i": 8, "ii": 7, "iii": 6, "iv": 5, "v": 4}
    expected = [deck for deck in list(sizes)[:num_players] for _ in range(sizes[deck])]
    assert decks == expected
    assert len(snapshot["display"]) == 7


def test_base_cards() -> None:
    """Seven start cards in every hand, two of them Prefects, and 30 different cards for sale."""
    game = concordia_v0.game(num_players=5, seed=0).snapshot()
    start = ["tribune", "architect", "prefect", "prefect", "mercator", "diplomat", "senator"]
    assert all(p["hand"] == [f"base-start-{name}" for name in start] for p in game["players"])
    sale = game["display"] + game["deck"]
    assert len(set(sale)) == len(sale) == 30
    assert set(sale) | set(game["players"][0]["hand"]) == {
        card for card in CARD_TABLE if card.startswith("base-")
    }


@pytest.mark.parametrize(("num_players", "team"), VENUS)
def test_cards_of_venus(num_players: int, team: bool) -> None:
    """As many for sale as in the base game, of the mode that is played; hands of 8, or of 6."""
    game = venus_v0.game(num_players=num_players, team=team, seed=0).snapshot()
    sale = game["display"] + game["deck"]
    decks = [card.split("-")[1] for card in sale]
    sizes = {"i": 7, "ii": 8, "iii": 6, "iv": 5, "v": 4}
    used = list(sizes)[: min(num_players, 5)]
    assert len(set(sale)) == len(sale)
    assert decks == [deck for deck in used for _ in range(sizes[deck])]
    assert not any(card.endswith("-ind" if team else "-team") for card in sale)
    assert {len(player["hand"]) for player in game["players"]} == {6 if team else 8}


# --- Steps, counted by hand on the boards


def test_two_steps_by_land_from_roma() -> None:
    near = ["Aquileia-Roma", "Novaria-Roma", "Roma-Syracusae"]
    far = ["Aquileia-Novaria", "Aquileia-Sirmium", "Aquileia-Vindobona"]
    far += ["Colonia A.-Novaria", "Massilia-Novaria"]
    assert destinations(Position().game(), "land@Roma") == {f"land:{r}" for r in near + far}


def test_no_stop_route_is_crossed_but_not_stopped_on() -> None:
    position = Position(num_players=4, board="ionium")
    position.colonists(0, "land@land:Apollonia-Scodra", "sea@Athenae")
    reached = destinations(position.game(), "land@land:Apollonia-Scodra")
    assert {"land:Brundisium-Canusium", "land:Brundisium-Heraclea"} <= reached
    assert "land:Apollonia-Brundisium" not in reached


def test_parallel_routes_are_neighbours() -> None:
    position = Position(num_players=4, board="ionium")
    game = position.colonists(0, "sea@sea:Messana-Neapolis").game()
    names = ("Messana-Neapolis#2", "Croton-Messana", "Messana-Syracusae")
    assert destinations(game, "sea@sea:Messana-Neapolis") == {f"sea:{name}" for name in names}


def test_parallel_routes_hold_one_colonist_each() -> None:
    position = Position(num_players=4, board="ionium")
    position.colonists(0, "sea@sea:Messana-Neapolis").colonists(1, "sea@sea:Messana-Neapolis#2")
    reached = destinations(position.game(), "sea@sea:Messana-Neapolis")
    assert reached == {"sea:Croton-Messana", "sea:Messana-Syracusae"}


@pytest.mark.parametrize(("num_players", "italian"), [(3, []), (4, ["Croton", "Syracusae"])])
def test_routes_to_italia_on_the_reduced_ionium(num_players: int, italian: list[str]) -> None:
    position = Position(num_players=num_players, board="ionium")
    game = position.colonists(0, "sea@sea:Lepreon-Patrae").game()
    names = {"Heraklion-Lepreon", "Lepreon-Sparta", "Ambrakia-Patrae", "Delphi-Patrae"}
    names |= {"-".join(sorted(["Lepreon", city])) for city in italian}
    assert destinations(game, "sea@sea:Lepreon-Patrae") == {f"sea:{name}" for name in names}
