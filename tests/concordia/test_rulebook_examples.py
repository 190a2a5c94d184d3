"""The worked examples of the base rulebook, each as a test in the notation.

They are one module, in the order of the rulebook, so that both can be read side by side.
Red, Blue and the other colours of the pictures are seats. What a picture shows and the text does
not say is chosen so that it fits the text; a comment marks the choice.
"""

from typing import Any

import pytest

from tests.concordia.example_positions import red_architect, red_colonist
from tests.concordia.positions import Position, perform, player

SKIPPED_TURN = ("play Mercator3", "done")


def one_card_left() -> Position:
    """Three players, a Diplomat for 1 food as the last card, a Colonist card in every hand."""
    position = Position()
    for seat, deck in enumerate(("i", "ii", "iii")):
        position.bought(seat, f"base-{deck}-colonist")
    last = "base-iii-diplomat"
    return position.bought(2, *(card for card in position.for_sale if card != last))


# --- Tribune


def test_tribune_payout_example() -> None:
    """Tribune: four cards and himself come back, which pays 2 sestertii, and one colonist."""
    pile = [f"base-start-{name}" for name in ("architect", "prefect", "mercator", "senator")]
    game = Position().played(0, *pile).game()
    before = player(game)
    game.apply("play Tribune")
    assert player(game)["money"] == before["money"] + 2
    assert (len(player(game)["hand"]), player(game)["pile"]) == (7, [])
    assert set(game.legal()) == {"settle land Roma", "settle sea Roma", "done"}

    game.apply("settle land Roma")
    after = player(game)
    assert after["colonists"] == ["land@Roma", "land@Roma", "sea@Roma"]
    assert after["home"] == {"land": 1, "sea": 2}  # one more space for goods
    assert after["goods"] == before["goods"] | {"food": 1, "tool": 0}
    assert (game.seat, game.phase) == (1, "play")


# --- Architect


def test_architect_movement_example() -> None:
    """Architect: three colonists give three steps, one by sea and two by land."""
    game = red_architect().game()
    game.apply("play Architect")
    places = ("land@land:Colonia A.-Novaria", "land@Roma", "sea@Roma")
    assert set(game.legal()) == {"done", *(f"pick {place}" for place in places)}
    perform(game, "pick sea@Roma", "to sea:Massilia-Roma", "pick land@Roma")
    assert "to land:Aquileia-Vindobona" in game.legal()
    assert "to land:Colonia A.-Vindobona" not in game.legal()  # a third step
    assert "to land:Colonia A.-Novaria" not in game.legal()  # a colonist stands there
    assert "to land:Colonia A.-Lutetia" not in game.legal()  # beyond it, a third step too

    game.apply("to land:Aquileia-Vindobona")
    assert game.phase == "build"  # no step is left
    assert player(game)["colonists"] == [
        "land@land:Aquileia-Vindobona",
        "land@land:Colonia A.-Novaria",
        "sea@sea:Massilia-Roma",
    ]


def test_architect_building_example() -> None:
    """Architect: five cities are adjacent, four can be built on, Red pays for three."""
    game = red_architect().game()
    perform(game, "play Architect", "pick sea@Roma", "to sea:Massilia-Roma")
    perform(game, "pick land@Roma", "to land:Aquileia-Vindobona")
    cities = ("Massilia", "Novaria", "Aquileia", "Vindobona")  # neither Colonia A. nor Roma
    assert set(game.legal()) == {"done", *(f"build {city}" for city in cities)}

    game.apply("build Massilia")
    assert player(game)["money"] == 15 - 5
    assert player(game)["goods"] == {"brick": 2, "food": 1, "tool": 0, "wine": 1, "cloth": 0}
    game.apply("build Novaria")
    assert player(game)["money"] == 10 - 4
    assert player(game)["goods"] == {"brick": 1, "food": 1, "tool": 0, "wine": 0, "cloth": 0}
    game.apply("build Aquileia")
    assert player(game)["money"] == 6 - 3 * 2
    assert sum(player(game)["goods"].values()) == 0
    assert player(game)["houses_left"] == 15 - 4
    assert game.snapshot()["houses"]["Aquileia"] == [0, 1, 2]
    assert (game.seat, game.phase) == (1, "play")


@pytest.mark.parametrize(("sestertii", "affordable"), [(11, False), (12, True)])
def test_third_house_in_a_wine_city_example(sestertii: int, affordable: bool) -> None:
    """Architect, German edition: behind two houses in a wine city a third costs 12 sestertii."""
    position = Position().tokens({"Novaria": "wine"}).houses(1, "Novaria").houses(2, "Novaria")
    position.colonists(0, "land@land:Novaria-Roma", "sea@Roma")
    game = position.storehouse(0, brick=1, wine=1).money(0, sestertii).game()
    perform(game, "play Architect", "done")
    if affordable:
        assert set(game.legal()) == {"build Novaria", "done"}
        game.apply("build Novaria")
        assert (player(game)["money"], sum(player(game)["goods"].values())) == (0, 0)
    else:
        assert game.seat == 1  # nothing to build, so nothing was asked


# --- Prefect


def syria() -> Position:
    """Red is seat 0, Blue seat 1, Yellow seat 2."""
    # Not in the text: which of the two cities makes food, and who sits where.
    position = Position().tokens({"Antiochia": "food", "Tyros": "cloth"})
    return position.houses(0, "Antiochia").houses(1, "Antiochia").houses(2, "Tyros")


def test_prefect_in_syria_example() -> None:
    """Prefect: Red takes the bonus cloth, every house in Syria produces, the marker turns."""
    game = syria().game()
    before = [dict(player(game, seat)["goods"]) for seat in range(3)]
    game.apply("play Prefect")
    assert "produce Syria" in game.legal()
    game.apply("produce Syria")
    red, blue, yellow = (player(game, seat)["goods"] for seat in range(3))
    assert red == before[0] | {"food": 3, "cloth": 2}
    assert blue == before[1] | {"food": 3}
    assert yellow == before[2] | {"cloth": 2}
    assert game.snapshot()["markers"]["Syria"] == "coin"

    game.apply("play Prefect")  # Blue cannot choose Syria again
    assert "produce Syria" not in game.legal()


def test_prefect_cash_bonus_example() -> None:
    """Prefect: six visible coins pay 6 sestertii, and their markers turn back."""
    # Not in the text: which markers are turned; Syria and Gallia (cloth) show 1 coin, others 2.
    position = syria().tokens({"Tyros": "cloth", "Massilia": "cloth"})
    game = position.coins("Syria", "Gallia", "Asia", "Aegyptus").game()
    before = player(game)
    perform(game, "play Prefect", "collect")
    assert player(game)["money"] == before["money"] + 6
    assert player(game)["goods"] == before["goods"]
    assert set(game.snapshot()["markers"].values()) == {"good"}


def test_prefect_in_an_empty_province() -> None:
    """Prefect: a province without houses may be chosen and gives its bonus only."""
    game = Position().tokens({"Tyros": "cloth"}).game()
    before = [dict(player(game, seat)["goods"]) for seat in range(3)]
    perform(game, "play Prefect", "produce Syria")
    after = [player(game, seat)["goods"] for seat in range(3)]
    assert after == [before[0] | {"cloth": 2}, *before[1:]]


# --- Colonist


def test_colonist_settling_example() -> None:
    """Colonist: two food and two tools place a sea and a land colonist in two cities."""
    game = red_colonist().game()
    game.apply("play Colonist")
    cities = ("Roma", "Massilia", "Aquileia")
    settle = {f"settle {kind} {city}" for kind in ("land", "sea") for city in cities}
    assert set(game.legal()) == settle | {"collect"}
    game.apply("settle sea Roma")
    assert set(game.legal()) == settle | {"done"}
    game.apply("settle land Massilia")
    assert player(game)["colonists"] == ["land@Massilia", "land@Roma", "sea@Roma", "sea@Roma"]
    assert player(game)["goods"] == {"brick": 0, "food": 0, "tool": 1, "wine": 0, "cloth": 0}
    assert (game.seat, game.phase) == (1, "play")


def test_colonist_two_in_one_city_example() -> None:
    """Colonist: both new colonists may be placed in the same city."""
    game = red_colonist().game()
    perform(game, "play Colonist", "settle land Massilia", "settle land Massilia")
    assert player(game)["colonists"] == ["land@Massilia", "land@Massilia", "land@Roma", "sea@Roma"]


def test_colonist_kind_fits_the_city_example() -> None:
    """Colonist: with a house in Novaria, which has no sea line, only a land colonist fits."""
    game = red_colonist().houses(0, "Novaria").game()
    game.apply("play Colonist")
    assert "settle land Novaria" in game.legal()
    assert "settle sea Novaria" not in game.legal()


def test_colonist_cash_example() -> None:
    """Colonist: instead of settling, 5 sestertii and 1 more for each colonist on the board."""
    game = red_colonist().money(0, 0).game()
    perform(game, "play Colonist", "collect")
    assert player(game)["money"] == 5 + 2
    assert player(game)["goods"]["food"] == 2
    assert game.seat == 1


# --- Mercator


def test_mercator_example() -> None:
    """Mercator: Green sells three wine and buys four bricks; a third good is out of reach."""
    # Not in the text: the three goods beside the wine; with them two spaces are free at first.
    game = Position().storehouse(0, tool=2, wine=3, cloth=1).money(0, 2).game()
    game.apply("play Mercator3")
    assert player(game)["money"] == 2 + 3
    game.apply("sell wine 3")
    assert player(game)["money"] == 5 + 18
    bricks = {action for action in game.legal() if action.startswith("buy brick")}
    assert bricks == {f"buy brick {number}" for number in range(1, 6)}  # money would do for 7
    assert not any("wine" in action for action in game.legal())

    game.apply("buy brick 4")
    assert player(game)["money"] == 23 - 12
    assert player(game)["goods"] == {"brick": 4, "food": 0, "tool": 2, "wine": 0, "cloth": 1}
    assert (game.seat, game.phase) == (1, "play")  # no food for Green


def test_bought_mercator_pays_five() -> None:
    """Mercator: a purchased one pays 5 sestertii instead of 3."""
    game = Position().bought(0, "base-i-mercator").money(0, 2).game()
    assert {"play Mercator3", "play Mercator5"} <= set(game.legal())
    game.apply("play Mercator5")
    assert player(game)["money"] == 2 + 5


# --- Diplomat


@pytest.mark.parametrize(
    ("action", "phase"), [("copy 1", "purchase"), ("copy 2", "pick"), ("copy 3", "prefect")]
)
def test_diplomat_example(action: str, phase: str) -> None:
    """Diplomat: of four piles Senator, Architect and Prefect can be copied, a Diplomat cannot."""
    position = Position(5)
    for seat, name in enumerate(("senator", "architect", "prefect", "diplomat"), start=1):
        position.played(seat, f"base-start-{name}")
    game = position.game()
    game.apply("play Diplomat")
    assert set(game.legal()) == {"copy 1", "copy 2", "copy 3", "done"}
    game.apply(action)
    assert (game.seat, game.phase) == (0, phase)
    assert player(game)["pile"] == ["base-start-diplomat"]


def test_diplomat_cannot_copy_a_tribune() -> None:
    """Diplomat: who took back the cards with the Tribune shows nothing to copy."""
    game = Position().played(0, "base-start-architect").turn(1).game()
    perform(game, "play Tribune", "done", "play Diplomat")
    assert (game.seat, set(game.legal())) == (2, {"copy 0", "done"})


# --- Senator and Consul


def senator_display() -> Position:
    """The four cheapest cards: the Prefect lies left of the Architect, as it moves by one only."""
    names = ("mercator", "prefect", "architect", "farmer")
    return Position().display(*(f"base-i-{name}" for name in names))


def test_senator_example() -> None:
    """Senator: Mercator for wine, Architect for a tool and a brick; then the display moves up."""
    position = senator_display()
    offer = position.for_sale
    game = position.game()
    game.apply("play Senator")
    wildcards = {action for action in game.legal() if action.startswith("purchase 3")}
    assert wildcards == {f"purchase 3 {good}" for good in ("brick", "food", "wine", "cloth")}
    perform(game, "purchase 1", "purchase 3 brick")

    assert player(game)["goods"] == {"brick": 0, "food": 2, "tool": 0, "wine": 0, "cloth": 1}
    assert {"base-i-mercator", "base-i-architect"} <= set(player(game)["hand"])
    after = game.snapshot()
    assert after["display"] == ["base-i-prefect", "base-i-farmer", *offer[4:7], *offer[7:9]]
    assert after["deck"] == offer[9:]
    assert list(game.events)[-2:] == [f"draw {card}" for card in offer[7:9]]
    assert (game.seat, game.phase) == (1, "play")


def test_senator_farmer_price_example() -> None:
    """Senator: in the fourth slot the Farmer costs brick, food and cloth."""
    game = senator_display().storehouse(0, brick=1, food=1, cloth=1).game()
    game.apply("play Senator")
    assert "purchase 4" in game.legal()
    game.apply("purchase 4")
    assert "base-i-farmer" in player(game)["hand"]
    assert sum(player(game)["goods"].values()) == 0


def test_consul_example() -> None:
    """Consul: the Colonist in the sixth slot costs 1 food, and no second card can be had."""
    # Not in the text: the five cards before the Colonist and who bought the missing ones.
    position = Position().bought(0, "base-ii-consul")
    position.bought(1, "base-i-farmer", "base-i-smith").bought(2, "base-i-colonist")
    first = [f"base-i-{name}" for name in ("architect", "prefect", "mercator", "diplomat", "mason")]
    position.display(*first, "base-ii-colonist", "base-ii-prefect").storehouse(0, food=2)
    fresh = position.for_sale[7]
    game = position.game()
    game.apply("play Consul")
    assert set(game.legal()) == {"purchase 5", "purchase 6", "done"}  # Mason and Colonist
    game.apply("purchase 6")
    assert player(game)["goods"]["food"] == 1
    assert "base-ii-colonist" in player(game)["hand"]
    assert game.snapshot()["display"] == [*first, "base-ii-prefect", fresh]
    assert (game.seat, game.phase) == (1, "play")


# --- Specialists


def test_vintner_example() -> None:
    """Specialists: four wine houses give the Vintner's player four wine and nobody else any."""
    wine = ("Vindobona", "Massilia", "Tyros", "Memphis")
    position = Position().tokens(dict.fromkeys((*wine, "Novaria"), "wine"))
    position.houses(0, *wine).houses(1, "Massilia", "Novaria").bought(0, "base-ii-vintner")
    game = position.storehouse(0, brick=1).game()
    others = [player(game, seat)["goods"] for seat in (1, 2)]
    game.apply("play Vintner")
    assert player(game)["goods"] == {"brick": 1, "food": 0, "tool": 0, "wine": 4, "cloth": 0}
    assert [player(game, seat)["goods"] for seat in (1, 2)] == others
    assert (game.seat, game.phase) == (1, "play")


# --- Praefectus Magnus


def gallia() -> Position:
    """Seat 0 holds the Praefectus Magnus; seats 0 and 1 share Massilia, a cloth city."""
    position = Position().tokens({"Massilia": "cloth"}).houses(0, "Massilia").houses(1, "Massilia")
    return position.storehouse(0).storehouse(1).magnus(0)


def test_praefectus_magnus_doubles_the_bonus() -> None:
    """Praefectus Magnus: two bonus goods, houses as ever; then he goes to the right."""
    game = gallia().game()
    perform(game, "play Prefect", "produce Gallia")
    assert player(game, 0)["goods"]["cloth"] == 2 + 1
    assert player(game, 1)["goods"]["cloth"] == 1
    assert game.snapshot()["magnus"] == 2  # right of seat 0, against the order of play


def test_praefectus_magnus_with_a_diplomat() -> None:
    """Praefectus Magnus: a Prefect copied with the Diplomat uses him too."""
    game = gallia().played(1, "base-start-prefect").game()
    perform(game, "play Diplomat", "copy 1", "produce Gallia")
    assert player(game)["goods"]["cloth"] == 2 + 1
    assert game.snapshot()["magnus"] == 2


def test_praefectus_magnus_stays_for_cash() -> None:
    """Praefectus Magnus: the cash bonus is not doubled and does not pass him on."""
    game = gallia().money(0, 0).coins("Gallia").game()
    perform(game, "play Prefect", "collect")
    assert player(game)["money"] == 1
    assert game.snapshot()["magnus"] == 0


# --- Storehouse


def test_storehouse_overflow() -> None:
    """Storehouse: with two spaces for three goods the owner chooses, but leaves none free."""
    position = Position().tokens({"Massilia": "cloth", "Lutetia": "food"})
    game = position.houses(0, "Massilia", "Lutetia").game()
    before = player(game)["goods"]
    perform(game, "play Prefect", "produce Gallia")  # two cloth and one food
    for _ in range(2):
        assert game.phase == "keep"
        assert set(game.legal()) == {"keep food", "keep cloth"}
        game.apply("keep cloth")
    assert player(game)["goods"] == before | {"cloth": before["cloth"] + 2}
    assert (game.seat, game.phase) == (1, "play")


def test_storehouse_overflow_of_a_neighbour() -> None:
    """Storehouse: who overflows in another player's turn chooses as well."""
    position = Position().tokens({"Massilia": "cloth", "Lutetia": "food", "Burdigala": "tool"})
    game = position.houses(2, "Massilia", "Lutetia", "Burdigala").game()
    perform(game, "play Prefect", "produce Gallia")
    assert (game.seat, game.phase) == (2, "keep")
    assert set(game.legal()) == {"keep food", "keep tool", "keep cloth"}
    perform(game, "keep tool", "keep food")
    assert player(game, 2)["goods"] == {"brick": 1, "food": 3, "tool": 2, "wine": 1, "cloth": 1}
    assert (game.seat, game.phase) == (1, "play")


# --- End of the game


def test_game_end_by_the_last_card() -> None:
    """Game end: the last card brings the Concordia card, all others one more turn."""
    game = one_card_left().turn(1).game()
    perform(game, "play Senator", "purchase 1")
    assert game.snapshot()["concordia"] == 1
    for seat in (2, 0):
        assert (game.seat, game.phase) == (seat, "play")
        perform(game, *SKIPPED_TURN)
    assert game.over
    assert game.snapshot()["phase"] == "over"
    assert [game.scores()[seat]["Concordia"] for seat in range(3)] == [0, 7, 0]


def fourteen_houses(position: Position, seat: int) -> Position:
    """Let the seat have one house left and a colonist on the way to Massilia, a brick city."""
    position.tokens({"Massilia": "brick"})
    cities = [city for city in position.letter if city != "Massilia"]
    position.colonists(seat, "land@Roma", "sea@sea:Massilia-Roma")
    return position.houses(seat, *cities[:14])


def test_game_end_by_the_fifteenth_house() -> None:
    """Game end: the last house brings the Concordia card, all others one more turn."""
    game = fourteen_houses(Position(), seat=0).game()
    perform(game, "play Architect", "done")
    assert set(game.legal()) == {"build Massilia", "done"}
    game.apply("build Massilia")
    assert (player(game)["houses_left"], game.snapshot()["concordia"]) == (0, 0)
    for seat in (1, 2):
        assert (game.seat, game.phase) == (seat, "play")
        perform(game, *SKIPPED_TURN)
    assert game.over
    assert [game.scores()[seat]["Concordia"] for seat in range(3)] == [7, 0, 0]


def test_concordia_card_is_given_once() -> None:
    """Game end: a last house built in the last round earns neither the card nor more turns."""
    game = fourteen_houses(one_card_left(), seat=1).game()
    perform(game, "play Senator", "purchase 1")
    perform(game, "play Architect", "done", "build Massilia")
    assert player(game, 1)["houses_left"] == 0
    assert (game.seat, game.snapshot()["concordia"]) == (2, 0)
    perform(game, *SKIPPED_TURN)
    assert game.over


@pytest.mark.parametrize(("magnus", "ranking"), [(0, [0, 1, 2]), (1, [1, 0, 2]), (2, [1, 0, 2])])
def test_tie_is_won_by_the_praefectus_magnus(magnus: int, ranking: list[int]) -> None:
    """Game end: of seats 0 and 1 wins who owns the Praefectus Magnus or would get him first."""
    game = one_card_left().money(1, 68).magnus(magnus).game()
    perform(game, "play Senator", "purchase 1", *SKIPPED_TURN, *SKIPPED_TURN)
    assert game.over
    # Vesta 3 and the Concordia card against Vesta 10; Mars gives everyone 8.
    assert [game.scores()[seat]["total"] for seat in range(3)] == [18, 18, 11]
    assert list(game.ranking()) == ranking


# --- Scoring


def test_intermediate_scoring_with_ties() -> None:
    """Intermediate scoring: 2 sestertii for all in first place, 1 for all in second, only once."""
    money = [11, 11, 1, 1, 0]  # with goods worth 29 this makes Vesta 4, 4, 3, 3, 2
    position = Position(5, intermediate_scoring=True)
    for seat, sestertii in enumerate(money):
        position.money(seat, sestertii)
    game = position.game()
    for _ in range(4):
        perform(game, "play Tribune", "done")
    assert [player(game, seat)["money"] for seat in range(5)] == money
    game.apply("play Tribune")
    assert [player(game, seat)["interim"] for seat in range(5)] == [8, 8, 7, 7, 6]
    assert [player(game, seat)["money"] for seat in range(5)] == [13, 13, 2, 2, 0]
    game.apply("done")
    for _ in range(5):
        perform(game, "play Tribune", "done")
    assert [player(game, seat)["money"] for seat in range(5)] == [13, 13, 2, 2, 0]


# Not in the text: the cities. Seven provinces, and every letter has the tokens for it.
HOUSES_OF_THE_EXAMPLE = {
    "Colonia A.": "food",
    "Vindobona": "tool",
    "Sirmium": "food",
    "Burdigala": "brick",
    "Lutetia": "food",
    "Massilia": "cloth",
    "Valentia": "brick",
    "Cyrene": "tool",
    "Leptis Magna": "cloth",
    "Aquileia": "food",
    "Novaria": "tool",
    "Dyrrhachium": "brick",
}


def final_scoring_position() -> Position:
    """Seat 0 of the scoring example, one food before it buys the last card."""
    position = Position().tokens(HOUSES_OF_THE_EXAMPLE).houses(0, *HOUSES_OF_THE_EXAMPLE)
    # Not in the text: which cards stand behind the gods, who owns the others, where colonists are.
    own = ("i-prefect", "i-mercator", "i-colonist", "ii-colonist", "i-farmer")
    position.bought(0, *(f"base-{card}" for card in own))
    last = "base-iii-diplomat"
    position.bought(1, *(card for card in position.for_sale if card != last))
    position.colonists(0, "land@Roma", "land@Roma", "sea@Roma", "sea@Roma", "sea@Roma")
    return position.storehouse(0, brick=1, food=1, tool=3, cloth=1).money(0, 13)


def test_final_scoring_example() -> None:
    """Final scoring: 114 points, god by god, with the Concordia card for the last card."""
    game = final_scoring_position().game()
    perform(game, "play Senator", "purchase 1", *SKIPPED_TURN, *SKIPPED_TURN)
    assert game.over
    assert player(game)["goods"] == {"brick": 1, "food": 0, "tool": 3, "wine": 0, "cloth": 1}
    points: dict[str, Any] = game.scores()[0]
    expected = {
        "Vesta": 3,
        "Jupiter": 18,
        "Saturnus": 28,
        "Mercurius": 16,
        "Mars": 30,
        "Minerva": 12,
        "Concordia": 7,
        "total": 114,
    }
    assert {god: points[god] for god in expected} == expected
