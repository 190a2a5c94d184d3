"""Action ids and their texts: the fixed table, round trips, names with blanks, padding."""

from random import Random
from typing import Any

import pytest

from concordia_env import concordia_v0, venus_v0
from tests.concordia.positions import Position, perform, player
from tests.conftest import VENUS

NUM_ACTIONS = 387
# First and last id of each block with their texts on Imperium, which has no padding.
BLOCKS = [
    (0, "play Tribune", 18, "play PrefectPM"),
    (19, "play Prefect/Architect:Prefect", 24, "play Prefect/Mercator:Mercator5"),
    (25, "suggest Prefect/Architect", 27, "suggest Prefect/Mercator"),
    (28, "copy 0", 33, "copy 5"),
    (34, "copy 0:Prefect", 51, "copy 5:Mercator5"),
    (52, "settle land Isca D.", 113, "settle sea Roma"),
    (114, "to land:Alexandria-Cyrene", 192, "to sea:Sinope-Tomis"),
    (193, "build Isca D.", 223, "build Roma"),
    (224, "produce Britannia", 235, "produce Aegyptus"),
    (236, "collect", 236, "collect"),
    (237, "keep brick", 241, "keep cloth"),
    (242, "sell brick 1", 301, "sell cloth 12"),
    (302, "buy brick 1", 361, "buy cloth 12"),
    (362, "purchase 1", 368, "purchase 7"),
    (369, "purchase 2 brick", 383, "purchase 6 cloth"),
    (384, "done", 386, "accept"),
]
INNER = {
    "play Diplomat": 6,
    "play Architect/Mercator:Mercator5": 22,
    "copy 1:Architect": 38,
    "settle land Roma": 82,
    "settle sea Isca D.": 83,
    "to sea:Alexandria-Athenae": 158,
    "sell food 1": 254,
    "buy wine 12": 349,
    "purchase 3 brick": 374,
    "veto": 385,
}
SHARED = {
    "suggest Tribune": 0,
    "repeat PrefectPM": 18,
    "pick land@Isca D.": 52,
    "lead sea@Roma": 113,
    "lead land": 82,
    "lead sea": 113,
    "pick land@land:Alexandria-Cyrene": 114,
    "lead sea@sea:Sinope-Tomis": 192,
    "onto sea:Sinope-Tomis": 192,
    "place Isca D.": 193,
}
# Different texts at most, and the numbers of cities (with the capital), routes and provinces.
BOARDS = {
    "imperium": (764, 31, 79, 12),
    "ionium": (756, 31, 77, 12),
    "cyprus": (732, 31, 71, 12),
    "italia": (669, 26, 63, 11),
    "hellas": (648, 26, 58, 10),
    "hispania": (635, 24, 58, 9),
    "crete": (565, 21, 45, 9),
}


def new_game(board: str = "imperium", num_players: int = 3) -> Any:
    return concordia_v0.game(board=board, num_players=num_players, seed=0)


@pytest.mark.parametrize(("first", "first_text", "last", "last_text"), BLOCKS)
def test_ends_of_a_block(first: int, first_text: str, last: int, last_text: str) -> None:
    game = new_game()
    assert (game.action_text(first), game.action_text(last)) == (first_text, last_text)
    assert (game.action_id(first_text), game.action_id(last_text)) == (first, last)


def test_blocks_fill_the_action_space() -> None:
    firsts = [first for first, *_ in BLOCKS]
    assert [*firsts, NUM_ACTIONS] == [0, *(last + 1 for _, _, last, _ in BLOCKS)]
    game = new_game()
    assert len({game.action_text(action) for action in range(NUM_ACTIONS)}) == NUM_ACTIONS
    assert game.action_mask().shape == (NUM_ACTIONS,)


@pytest.mark.parametrize(("text", "action"), {**INNER, **SHARED}.items())
def test_id_of_a_text(text: str, action: int) -> None:
    assert new_game().action_id(text) == action


@pytest.mark.parametrize(
    ("board", "capital", "city"), [("crete", "Knossos", 20), ("italia", "Roma", 25)]
)
def test_capital_is_the_last_city_of_the_board(board: str, capital: str, city: int) -> None:
    game = new_game(board)
    for kind, first in (("land", 52), ("sea", 83)):
        assert game.action_id(f"settle {kind} {capital}") == first + city
        assert game.action_id(f"pick {kind}@{capital}") == first + city
        assert game.action_id(f"lead {kind}") == first + city
    assert game.action_id(f"build {capital}") == 193 + city


@pytest.mark.parametrize("text", ["build Thessalonica", "to sea:Patara-Rhodos", "produce Sparta"])
def test_reduced_ionium_keeps_the_ids(text: str) -> None:
    assert new_game("ionium", 2).action_id(text) == new_game("ionium", 5).action_id(text)


@pytest.mark.parametrize("board", BOARDS)
def test_padding_has_no_text(board: str) -> None:
    """In phase play and in phase pick, where ids have other texts."""
    _, cities, routes, provinces = BOARDS[board]
    sizes = [(52, 31, cities), (83, 31, cities), (114, 79, routes), (193, 31, cities)]
    sizes.append((224, 12, provinces))
    padding = [-1, NUM_ACTIONS]
    for first, size, used in sizes:
        padding += range(first + used, first + size)
    playing, picking = new_game(board), new_game(board)
    picking.apply("play Architect")
    for number in padding:
        for game in (playing, picking):
            with pytest.raises(ValueError, match=f"action id {number} "):
                game.action_text(number)


@pytest.mark.parametrize("board", BOARDS)
def test_legal_actions_of_random_games(board: str) -> None:
    """Text and id lead to each other, texts are unique, and there are few enough of them."""
    seen = set()
    for seed in range(12):
        random = Random(seed)
        game = concordia_v0.game(board=board, num_players=2 + seed % 4, seed=seed)
        if seed % 2:
            players, team = VENUS[seed // 2]
            game = venus_v0.game(board=board, num_players=players, team=team, seed=seed)
        while not game.over:
            texts, ids = game.legal(), game.legal_ids().tolist()
            assert len(set(texts)) == len(texts) > 1
            assert ids == sorted(set(ids))
            assert [game.action_id(text) for text in texts] == ids
            assert [game.action_text(number) for number in ids] == texts
            assert game.action_mask().nonzero()[0].tolist() == ids
            seen.update(texts)
            game.apply(random.choice(ids))
    assert len(seen) <= BOARDS[board][0]


def test_text_and_id_do_the_same() -> None:
    random = Random(5)
    game = new_game()
    for _ in range(200):
        other = game.clone()
        number = random.choice(game.legal_ids().tolist())
        other.apply(game.action_text(number))
        game.apply(number)
        assert game == other


def test_names_with_blanks() -> None:
    position = Position().tokens({"Leptis Magna": "brick", "Cyrene": "wine"})
    position.bought(0, "base-i-colonist").storehouse(0, food=2, tool=1)
    route = "Carthago-Leptis Magna"
    game = position.colonists(0, f"sea@sea:{route}", "land@Roma").game()
    perform(game, "play Architect", f"pick sea@sea:{route}", "to sea:Cyrene-Leptis Magna", "done")
    perform(game, "build Leptis Magna")
    assert game.snapshot()["houses"] == {"Leptis Magna": [0]}
    for _ in range(2):
        perform(game, "play Mercator3", "done")
    perform(game, "play Colonist", "settle land Leptis Magna")
    assert "land@Leptis Magna" in player(game)["colonists"]


@pytest.mark.parametrize(
    ("actions", "legal", "refused"),
    [
        ([], "play Tribune", "suggest Tribune"),
        ([], "play Tribune", "repeat Tribune"),
        (["play Architect"], "pick land@Roma", "settle land Roma"),
        (["play Architect"], "pick land@Roma", "lead land@Roma"),
        (["play Architect", "pick land@Roma"], "to land:Novaria-Roma", "onto land:Novaria-Roma"),
        (
            *(["play Architect", "pick land@Roma"], "to land:Novaria-Roma"),
            "pick land@land:Novaria-Roma",
        ),
        (["play Tribune"], "settle land Roma", "pick land@Roma"),
    ],
)
def test_text_of_another_phase_is_refused(actions: list[str], legal: str, refused: str) -> None:
    game = new_game()
    perform(game, *actions)
    assert legal in game.legal()
    assert game.action_id(refused) == game.action_id(legal)
    before = game.to_bytes()
    with pytest.raises(ValueError, match=f"phase {game.phase}"):
        game.apply(refused)
    assert game.to_bytes() == before


def test_texts_of_team_play() -> None:
    """The same ids in other phases; a seat that has not placed yet is asked for a city."""
    game = venus_v0.game(board="hellas", team=True, seed=0)
    assert game.legal_ids()[0] == game.action_id("build Kephallenia")
    perform(game, "place Thera", "place Patrae", "play Legatus")
    assert game.legal() == [
        *("suggest Tribune", "suggest Prefect", "suggest Mercator3"),
        *("suggest Diplomat", "suggest Praetor"),
    ]
    assert [game.action_id(text.replace("suggest", "play")) for text in game.legal()] == [
        *game.legal_ids()
    ]
    before = game.to_bytes()
    with pytest.raises(ValueError, match="phase suggest of seat 0; legal: suggest Tribune"):
        game.apply("play Mercator3")
    assert game.to_bytes() == before


@pytest.mark.parametrize("text", ["", "play", "Play Tribune", "play Tribune ", "build Atlantis"])
def test_text_without_an_id(text: str) -> None:
    with pytest.raises(ValueError, match="not an action on this board"):
        new_game().action_id(text)
