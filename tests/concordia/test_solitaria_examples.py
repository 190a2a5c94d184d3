"""The worked examples of the Solitaria booklet, and its rules case by case, in the notation.

The human is seat 0. What a picture shows and the text does not say is chosen so that it fits the
text; a comment marks the choice.
"""

from typing import Any

import pytest

from concordia_env import solitaria_v0
from tests.concordia.positions import Position, perform, player, read_toml


def solo(difficulty: str = "standard", board: str = "italia") -> Position:
    return Position(1, board, difficulty=difficulty)


def contrarius(game: Any) -> dict[str, Any]:
    return game.snapshot()["contrarius"]


def answer(game: Any) -> None:
    """Take the first of what is legal until a card is to be played."""
    while game.phase not in ("play", "over"):
        game.apply(game.legal()[0])


# --- Prefect


def campania() -> Position:
    """The bonus is cloth; the human has a house in the city that makes tools."""
    # Not in the text: which of the two cities makes tools.
    return solo().tokens({"Casinum": "tool", "Neapolis": "cloth"}).houses(0, "Casinum")


def test_prefect_with_magnus_in_campania_with_one_house_example() -> None:
    """Two cloth and a tool for the human; Contrarius gets 2 points although there is one house."""
    game = campania().storehouse(0).game()
    perform(game, "play PrefectPM", "produce Campania")
    assert player(game)["goods"] == {"brick": 0, "food": 0, "tool": 1, "wine": 0, "cloth": 2}
    assert contrarius(game)["vp"] == 2


def test_prefect_with_magnus_in_campania_with_three_houses_example() -> None:
    """Three cloth and a tool; Contrarius gets 3 points for the three houses."""
    game = campania().houses(0, "Neapolis").houses("C", "Neapolis").storehouse(0).game()
    perform(game, "play PrefectPM", "produce Campania")
    assert player(game)["goods"] == {"brick": 0, "food": 0, "tool": 1, "wine": 0, "cloth": 3}
    assert contrarius(game)["vp"] == 3


def test_prefect_in_campania_with_one_house() -> None:
    """The plain Prefect gives one bonus good and Contrarius at least 1 point."""
    game = campania().storehouse(0).game()
    perform(game, "play Prefect", "produce Campania")
    assert player(game)["goods"]["cloth"] == 1
    assert contrarius(game)["vp"] == 1


def test_copied_prefect_example() -> None:
    """A copied Prefect collects the coins, Contrarius gets 2 points, his card is turned."""
    game = solo().coins("Campania", "Sicilia").money(0, 0).game()
    game.apply("play Diplomat")
    assert "done" not in game.legal()
    perform(game, "copy sol-contrarius-prefect", "collect")
    assert player(game)["money"] > 0
    assert contrarius(game)["vp"] == 2
    assert "sol-contrarius-prefect" in contrarius(game)["down"]
    assert "sol-contrarius-prefect" not in contrarius(game)["up"]

    perform(game, "play Tribune")
    answer(game)
    game.apply("play Diplomat")
    assert not any("contrarius-prefect" in action for action in game.legal())


# --- Cards and colonists


def test_architect_die_example() -> None:
    """The Architect die shows 3: Contrarius takes the card in slot 3, the display moves up."""
    game = solo().game()
    shown = game.snapshot()["display"]
    game.load_dice("Architect 3")
    perform(game, "play Architect", "done")
    answer(game)
    assert game.events[0] == "die Architect 3"
    assert shown[2] in contrarius(game)["up"]
    assert game.snapshot()["display"][:6] == shown[:2] + shown[3:]
    assert game.events[1] == f"draw {game.snapshot()['display'][6]}"


def test_a_slot_that_is_empty_gives_the_first_card() -> None:
    position = solo()
    position.taken(*position.for_sale[3:])
    first = position.snapshot["display"][0]
    game = position.game()
    game.load_dice("Architect 5")
    game.react("Architect")
    assert first in contrarius(game)["up"]
    assert [card for card in game.snapshot()["display"] if card] == position.for_sale[1:]


@pytest.mark.parametrize(("face", "place"), [("land", "land@Roma"), ("sea", "sea@Roma")])
def test_colonist_that_settles_brings_contrarius_a_colonist(face: str, place: str) -> None:
    position = solo().bought(0, "sol-i-colonist").storehouse(0, food=1, tool=1)
    game = position.colonists("C", "land@land:Cosa-Roma", "sea@sea:Cosa-Roma").game()
    game.load_dice(f"Tribune/Colonist {face}")
    perform(game, "play Colonist", "settle land Roma")
    assert place in contrarius(game)["colonists"]


def test_colonist_that_collects_gives_two_points() -> None:
    game = solo().bought(0, "sol-i-colonist").game()
    perform(game, "play Colonist", "collect")
    assert contrarius(game)["vp"] == 2


def test_without_a_land_colonist_he_places_a_sea_colonist() -> None:
    places = ("land@Roma", "land@Roma", "land@Roma", "sea@Roma")
    game = solo().colonists("C", *places).game()
    game.load_dice("Tribune/Colonist land")
    game.react("Colonist settle")
    assert contrarius(game)["colonists"] == [*places, "sea@Roma"]


def test_with_all_colonists_out_he_takes_the_first_card() -> None:
    position = solo().colonists("C", *["land@Roma"] * 3, *["sea@Roma"] * 3)
    game = position.game()
    game.load_dice("Tribune/Colonist sea")
    game.react("Colonist settle")
    assert position.snapshot["display"][0] in contrarius(game)["up"]


def test_specialist_gives_three_points() -> None:
    game = solo().game()
    game.react("Weaver")
    assert contrarius(game)["vp"] == 3


# --- Houses


def where_to_build() -> Position:
    """Two colonists in the capital: two steps. Food is made in Genua, Aleria and four others."""
    # Not in the text: Syracusae is too far, Spoletum has a house, Neapolis is in a province of his.
    food = dict.fromkeys(("Genua", "Aleria", "Neapolis", "Spoletum", "Syracusae"), "food")
    return solo().tokens(food).houses(0, "Spoletum").houses("C", "Casinum")


def test_building_choice_ends_in_aleria_before_genua_example() -> None:
    """Reach, empty cities, new provinces, the alphabet; the human chooses one of two sea lines."""
    game = where_to_build().game()
    game.load_dice("Senator/Consul food")
    game.react("Senator")
    assert game.events == ["die Senator/Consul food"]
    assert game.phase == "onto"  # only the sea colonist comes near
    assert set(game.legal()) == {"onto sea:Aleria-Cosa", "onto sea:Aleria-Olbia"}
    game.apply("onto sea:Aleria-Olbia")
    assert game.snapshot()["houses"]["Aleria"] == ["C"]
    assert contrarius(game)["colonists"] == ["land@Roma", "sea@sea:Aleria-Olbia"]


@pytest.mark.parametrize(
    ("houses", "city"),
    [((0, "Aleria"), "Genua"), (("C", "Olbia"), "Genua"), (("C", "Nicaea"), "Aleria")],
)
def test_preferences_of_the_building_choice(houses: tuple[int | str, str], city: str) -> None:
    """A house in Aleria, or one of his in its province, makes Genua the better city."""
    game = where_to_build().houses(*houses).game()
    game.load_dice("Senator/Consul food")
    game.react("Consul")
    answer(game)
    assert "C" in game.snapshot()["houses"][city]


def test_the_next_cheaper_good_is_tried_and_after_brick_cloth() -> None:
    position = solo().colonists("C", "land@Roma", "sea@Roma")
    goods = position.snapshot["goods"]
    near = ["Casinum", "Cosa", "Spoletum"]
    game = position.game()
    game.load_dice("Mercator wine")
    game.react("Mercator3")
    answer(game)
    [built] = [city for city, owners in game.snapshot()["houses"].items() if owners == ["C"]]
    order = ["wine", "tool", "food", "brick", "cloth"]
    within = [goods[city] for city in near]
    assert order.index(goods[built]) <= min(order.index(good) for good in within)


@pytest.mark.parametrize(("taken", "city"), [((), "Aleria"), (("sol-ii-weaver",), "Cosa")])
def test_s_is_the_good_of_his_best_specialist(taken: tuple[str, ...], city: str) -> None:
    """The Farmer from the set-up builds for food, a Weaver beside him for cloth."""
    position = where_to_build().tokens({"Cosa": "cloth", "Aleria": "food", "Neapolis": "food"})
    assert "sol-i-farmer" in position.snapshot["contrarius"]["up"]
    game = position.taken(*taken).game()
    game.load_dice("Senator/Consul S")
    game.react("Senator")
    answer(game)
    assert game.snapshot()["houses"][city] == ["C"]


def test_mercator_lets_the_province_of_the_new_house_produce() -> None:
    """Houses of the human yield goods, without a bonus; the marker turns to its coins."""
    game = where_to_build().houses(0, "Olbia").storehouse(0).game()
    good = game.snapshot()["goods"]["Olbia"]
    game.load_dice("Mercator food")
    game.react("Mercator5")
    answer(game)
    assert game.snapshot()["houses"]["Aleria"] == ["C"]
    assert player(game)["goods"] == dict.fromkeys(player(game)["goods"], 0) | {good: 1}
    assert game.snapshot()["markers"]["Corsica"] == "coin"


@pytest.mark.parametrize(("coins", "left"), [(2, 2), (3, 0)])
def test_a_province_that_has_produced_turns_markers_back_from_three_on(
    coins: int, left: int
) -> None:
    provinces = ("Corsica", "Sicilia", "Apulia")[:coins]
    game = where_to_build().coins(*provinces).game()
    game.load_dice("Mercator food")
    game.react("Mercator5")
    answer(game)
    assert list(game.snapshot()["markers"].values()).count("coin") == left


def test_goods_of_a_reaction_that_do_not_fit_are_chosen() -> None:
    """Two houses in the province of his new one and one free space: the human keeps one good."""
    position = where_to_build().tokens({"Olbia": "wine", "Aleria": "food", "Neapolis": "food"})
    others = [city for city, good in position.snapshot["goods"].items() if good == "food"]
    position.houses("C", *(city for city in others if city != "Aleria"))
    game = position.houses(0, "Olbia", "Aleria").storehouse(0, brick=7).game()
    game.load_dice("Mercator food")
    game.react("Mercator5")
    game.apply("onto sea:Aleria-Cosa")
    assert (game.seat, game.phase, game.snapshot()["act"]["role"]) == (0, "keep", None)
    assert set(game.legal()) == {"keep food", "keep wine"}
    game.apply("keep wine")
    assert player(game)["goods"]["wine"] == 1
    assert (game.snapshot()["turns"], game.phase) == (2, "play")


def test_tribune_builds_for_the_best_specialist_and_recruits() -> None:
    game = solo().storehouse(0).game()
    game.load_dice("Tribune/Colonist land")
    game.apply("play Tribune")
    answer(game)
    assert len(contrarius(game)["colonists"]) == 3
    assert sum(owners == ["C"] for owners in game.snapshot()["houses"].values()) == 1
    assert game.events == ["die Tribune/Colonist land"]


def test_without_a_house_he_recruits_until_a_colonist_shows() -> None:
    """All cities in reach have his house: the card face of the red die is thrown again."""
    beside = [
        city
        for pair in read_toml("boards", "italia.toml")["routes"]["land"]["pairs"]
        for city in pair
        if "Roma" in pair and city != "Roma"
    ]
    game = solo().houses("C", *beside).colonists("C", "land@Roma").game()
    game.load_dice("Senator/Consul wine", "Tribune/Colonist card", "Tribune/Colonist sea")
    game.react("Senator")
    assert game.events == [
        "die Senator/Consul wine",
        "die Tribune/Colonist card",
        "die Tribune/Colonist sea",
    ]
    assert contrarius(game)["colonists"] == ["land@Roma", "sea@Roma"]


# --- Difficulties


@pytest.mark.parametrize(
    ("difficulty", "points", "track"),
    [
        ("novice", 40, []),
        ("standard", 20, []),
        ("veteran", 10, []),
        ("strong_veteran", 10, []),
        ("expert", 0, [10, 20, 30, 40, 50]),
        ("strong_expert_9", 0, [9, 18, 27, 36, 45]),
        ("strong_expert_8", 0, [8, 16, 24, 32, 40]),
    ],
)
def test_difficulties(difficulty: str, points: int, track: list[int]) -> None:
    snapshot = solitaria_v0.game(difficulty=difficulty, seed=3).snapshot()
    assert (snapshot["players"][0]["vp"], snapshot["contrarius"]["track"]) == (points, track)
    houses = len(snapshot["houses"])
    assert snapshot["contrarius"]["houses_left"] == 15 - len(track) - houses
    assert (houses > 0) == ("veteran" in difficulty)


def test_expert_takes_the_houses_that_he_passes_and_builds_them() -> None:
    game = solo("expert").points(9).game()
    game.load_dice("Mercator brick")
    game.react("Weaver")  # 3 points: from 9 to 12, past 10
    answer(game)
    assert game.events[0] == "die Mercator brick"
    assert contrarius(game)["track"] == [20, 30, 40, 50]
    assert contrarius(game)["houses_left"] == 10
    assert sum(owners == ["C"] for owners in game.snapshot()["houses"].values()) == 1


def test_expert_without_supply_takes_the_rearmost_house_of_the_track() -> None:
    position = solo("expert").colonists("C", "land@land:Cosa-Roma", "sea@sea:Cosa-Roma")
    position.houses("C", *[city for city in position.snapshot["goods"] if city != "Cosa"][:10])
    game = position.game()
    game.load_dice("Senator/Consul " + game.snapshot()["goods"]["Cosa"])
    game.react("Senator")
    answer(game)
    assert contrarius(game)["track"] == [10, 20, 30, 40]
    assert contrarius(game)["houses_left"] == 0


# --- The end


def test_contrarius_ends_the_game_and_reacts_no_more() -> None:
    """He takes the last card: the human has one more turn."""
    position = solo()
    position.bought(0, *position.for_sale[1:])
    game = position.game()
    game.load_dice("Architect 1")
    game.react("Architect")
    assert game.snapshot()["concordia"] == "C"
    assert game.snapshot()["turns_left"] == 0
    points = contrarius(game)["vp"]
    perform(game, "play Prefect", "collect")
    assert game.over
    assert contrarius(game)["vp"] == points


def test_human_ends_the_game_after_the_reaction() -> None:
    position = solo()
    position.taken(*position.for_sale[1:])
    game = position.storehouse(0, brick=1, food=1, tool=1, wine=1, cloth=1).game()
    game.load_dice("Senator/Consul brick")
    perform(game, "play Senator", "purchase 1")
    answer(game)
    assert game.over
    assert "die Senator/Consul brick" in game.events
    assert game.snapshot()["concordia"] == 0


def test_a_tie_is_won_by_the_concordia_card() -> None:
    for owner in (0, "C"):
        position = solo()
        position.snapshot.update(concordia=owner, turns_left=0)
        scores = position.game().scores()
        position.points(
            scores[0]["total"] - scores["C"]["total"] + position.snapshot["contrarius"]["vp"]
        )
        game = position.game()
        assert game.scores()[0]["total"] == game.scores()["C"]["total"]
        assert game.ranking()[0] == owner


# --- Contrarius as the third player


def test_third_player_set_up() -> None:
    """Base hand and 6 sestertii first; Solitaria's hand, 7 sestertii and the Magnus second."""
    snapshot = solitaria_v0.game(num_players=2, seed=1).snapshot()
    first, second = snapshot["players"]
    assert (first["money"], second["money"], snapshot["magnus"]) == (6, 7, 1)
    assert all(card.startswith("base-start") for card in first["hand"])
    assert all(card.startswith("sol-start") for card in second["hand"])
    assert (first["veto"], second["veto"]) == (True, True)
    assert len(snapshot["deck"]) == 21 - 7 - 1


def test_only_the_second_seat_causes_reactions() -> None:
    game = solitaria_v0.game(num_players=2, seed=1)
    perform(game, "play Mercator3", "done")
    assert game.seat == 1
    assert game.events == []
    perform(game, "play Mercator3", "done")
    assert (game.phase, game.seat) == ("veto", 1)
    assert game.events[0].startswith("die Mercator ")


def test_a_veto_throws_the_die_again_and_is_used_up() -> None:
    game = solitaria_v0.game(num_players=2, seed=1)
    game.load_dice("Mercator cloth", "Mercator wine", "Mercator food")
    perform(game, "play Mercator3", "done", "play Mercator3", "done")
    assert game.snapshot()["act"]["die"] == {
        "die": "Mercator", "face": "cloth", "use": "produce", "ask": [1, 0]
    }  # fmt: skip
    perform(game, "accept", "veto")  # seat 0 objects: seat 1 is asked again
    assert (game.seat, game.snapshot()["act"]["die"]["face"]) == (1, "wine")
    game.apply("veto")
    assert game.events[:3] == ["die Mercator cloth", "die Mercator wine", "die Mercator food"]
    assert [seat["veto"] for seat in game.snapshot()["players"]] == [False, False]


def test_third_player_prefect_has_one_bonus_good_and_the_magnus_travels() -> None:
    position = Position(2, "italia", difficulty="standard").storehouse(0).storehouse(1).turn(1)
    game = position.game()
    assert "play PrefectPM" not in game.legal()
    bonus = game.snapshot()["bonus"]["Campania"]
    perform(game, "play Prefect", "produce Campania")
    assert player(game, 1)["goods"][bonus] == 2  # seat 1 holds the Praefectus Magnus
    assert game.snapshot()["magnus"] == 0
    assert contrarius(game)["vp"] == 1
