"""The worked examples of the Venus booklet, each as a test in the notation.

They are one module, in the order of the booklet, so that both can be read side by side. Players
1, 2, ... and the colours of the pictures are seats 0, 1, ...; in team play seats 0 and 2 are
partners, and so are 1 and 3. What a picture shows and the text does not say is chosen so that it
fits the text; a comment marks the choice.
"""

from typing import Any

import pytest

from tests.concordia.example_positions import red_architect, red_colonist
from tests.concordia.positions import Position, individual, money, perform, player, stored, teams

# --- Tribune


def test_tribune_example() -> None:
    """Tribune: five cards come back, which pays 2 sestertii; a colonist frees a space for goods."""
    # Not in the text: which four cards were played before.
    pile = [f"venus-start-{name}" for name in ("prefect", "senator", "magister", "mercator")]
    game = individual().played(0, *pile).money(0, 0).storehouse(0, food=1, tool=1).game()
    game.apply("play Tribune")
    assert (money(game, 0), player(game)["pile"], len(player(game)["hand"])) == ([2], [], 8)
    game.apply("settle sea Athenae")
    assert (stored(game), player(game)["home"]) == ({}, {"land": 2, "sea": 1})
    assert (game.seat, game.phase) == (1, "play")


# --- Architect


def test_architect_example() -> None:
    """Architect: three steps by sea and land; four cities can be built on, Red pays for three."""
    game = red_architect(team=False).game()
    perform(game, "play Architect", "pick sea@Roma", "to sea:Massilia-Roma")
    perform(game, "pick land@Roma", "to land:Aquileia-Vindobona")
    cities = ("Massilia", "Novaria", "Aquileia", "Vindobona")
    assert set(game.legal()) == {"done", *(f"build {city}" for city in cities)}
    left = []
    for city in cities[:3]:
        game.apply(f"build {city}")
        left += money(game, 0)
    assert left == [15 - 5, 10 - 4, 6 - 2 * 3]
    assert stored(game) == {}
    assert game.seat == 1


@pytest.mark.parametrize(("place", "builds"), [("Thermos", False), ("land:Delphi-Thermos", True)])
def test_a_colonist_inside_a_city_does_not_build(place: str, builds: bool) -> None:
    """Architect in teams: only a colonist on a route enables building, also where one began."""
    position = teams().tokens({"Thermos": "brick", "Delphi": "cloth"})
    position.colonists(2, f"land@{place}").storehouse(2, food=1)
    game = position.game()
    perform(game, "play Architect", "done")  # seat 0 has no colonist on a route
    assert (game.seat, game.phase) == (2, "pick")
    game.apply("done")
    assert (game.phase == "build") == builds
    if builds:
        assert set(game.legal()) == {"build Thermos", "done"}


# --- Prefect


def locris() -> Position:
    """Red is seat 0, Blue seat 1, Yellow seat 2; 10 coins are visible."""
    # Not in the text: which of the two cities makes bricks, and which markers show coins.
    cities = {"Thermos": "brick", "Delphi": "cloth", "Sparta": "cloth", "Naxos": "cloth"}
    position = individual().tokens(cities)
    position.houses(0, "Thermos").houses(1, "Thermos").houses(2, "Delphi")
    for seat in range(3):
        position.storehouse(seat)
    return position.coins("Epirus", "Thessalia", "Euboea", "Argolis", "Attica")


def test_prefect_in_locris_example() -> None:
    """Prefect: a cloth for Red, bricks for his and Blue's house, a cloth for Yellow's."""
    game = locris().game()
    perform(game, "play Prefect", "produce Locris")
    assert stored(game, 0) == {"brick": 1, "cloth": 1}
    assert stored(game, 1) == {"brick": 1}
    assert stored(game, 2) == {"cloth": 1}
    assert game.snapshot()["markers"]["Locris"] == "coin"


def test_prefect_cash_bonus_example() -> None:
    """Prefect: the cash bonus is 10 sestertii, and the markers turn back to their goods."""
    game = locris().money(0, 0).game()
    perform(game, "play Prefect", "collect")
    assert (money(game, 0), stored(game)) == ([10], {})
    assert set(game.snapshot()["markers"].values()) == {"good"}


# --- Mercator


def test_mercator_example() -> None:
    """Mercator: Green sells three wine, has room for five bricks, buys four, and is finished."""
    # Not in the text: the three goods beside the wine.
    game = individual().storehouse(0, tool=2, wine=3, cloth=1).money(0, 2).game()
    perform(game, "play Mercator3", "sell wine 3")
    assert money(game, 0) == [2 + 3 + 18]
    bricks = {action for action in game.legal() if action.startswith("buy brick")}
    assert bricks == {f"buy brick {number}" for number in range(1, 6)}
    game.apply("buy brick 4")
    assert (money(game, 0), stored(game)) == ([23 - 12], {"brick": 4, "tool": 2, "cloth": 1})
    assert game.seat == 1


# --- Diplomat


def test_diplomat_individual_example() -> None:
    """Diplomat: the fifth player copies Mercator, Architect or Prefect, but not the Diplomat."""
    position = individual(5).turn(4)
    for seat, name in enumerate(("diplomat", "mercator", "architect", "prefect")):
        position.played(seat, f"venus-start-{name}")
    game = position.game()
    game.apply("play Diplomat")
    phases = {"copy 1": "trade", "copy 2": "pick", "copy 3": "prefect"}
    assert set(game.legal()) == {"done", *phases}
    for action, phase in phases.items():
        copying = game.clone()
        copying.apply(action)
        assert (copying.seat, copying.phase) == (4, phase)


def test_diplomat_team_example() -> None:
    """Diplomat in teams: not the partner's card, and the same Prefect not twice in a round."""
    # Not in the text: the cards of seats 0 and 2 are bought ones, as their hands lack them.
    position = teams().bought(0, "venus-i-diplomat").bought(2, "venus-i-architect")
    position.played(1, "venus-start-mercator").played(2, "venus-i-architect")
    game = position.played(3, "venus-start-prefect").game()
    game.apply("play Diplomat")
    assert set(game.legal()) == {"copy 1", "copy 3", "done"}
    perform(game, "copy 3", "produce Locris")
    assert (game.seat, game.phase) == (2, "prefect")
    before = money(game, 2)[0]
    game.apply("collect")
    assert money(game, 2)[0] > before
    assert (game.seat, game.phase) == (1, "play")

    perform(game, "play Prefect", "collect", "collect", "play Diplomat")
    assert game.seat == 2
    assert set(game.legal()) == {"copy 1", "done"}  # seat 1 shows a new card, seat 3 the old one


# --- Magister


def test_magister_example() -> None:
    """Magister: the Prefect of the turn before is carried out once more."""
    game = individual().played(0, "venus-start-prefect").storehouse(0).game()
    game.apply("play Magister")
    assert set(game.legal()) == {"repeat Prefect", "done"}
    perform(game, "repeat Prefect", "produce Locris")
    assert sum(stored(game).values()) == 1
    assert player(game)["pile"] == ["venus-start-prefect", "venus-start-magister"]
    assert (game.seat, game.phase) == (1, "play")


def test_magister_is_not_played_on_the_senator() -> None:
    """Magister: on a Senator he does nothing, so nothing is asked."""
    game = individual().played(0, "venus-start-senator").game()
    game.apply("play Magister")
    assert (game.seat, game.phase) == (1, "play")


# --- Colonist


def test_colonist_example() -> None:
    """Colonist: a sea colonist in Roma and a land colonist in Massilia; Novaria is not Red's."""
    game = red_colonist(team=False).game()
    game.apply("play Colonist")
    cities = ("Roma", "Massilia", "Aquileia")
    settle = {f"settle {kind} {city}" for kind in ("land", "sea") for city in cities}
    assert set(game.legal()) == {"collect", *settle}
    perform(game, "settle sea Roma", "settle land Massilia")
    assert player(game)["colonists"] == ["land@Massilia", "land@Roma", "sea@Roma", "sea@Roma"]
    assert stored(game) == {"tool": 1}
    assert game.seat == 1


def test_colonist_card_in_a_city_without_sea_routes() -> None:
    """Colonist: in Novaria only land colonists would be possible; two may share a city."""
    game = red_colonist(team=False).houses(0, "Novaria").game()
    game.apply("play Colonist")
    assert "settle land Novaria" in game.legal()
    assert "settle sea Novaria" not in game.legal()
    perform(game, "settle land Novaria", "settle land Novaria")
    assert player(game)["colonists"].count("land@Novaria") == 2


# --- Specialists


@pytest.mark.parametrize(("bricks", "wine"), [(0, 4), (6, 2)])
def test_vintner_example(bricks: int, wine: int) -> None:
    """Specialists: four wine cities give four wine, if there is room, and nobody else any."""
    cities = ("Delphi", "Naxos", "Sparta", "Argos")
    position = individual().tokens(dict.fromkeys(cities, "wine"))
    position.houses(0, *cities).houses(1, "Naxos").bought(0, "venus-ii-vintner")
    game = position.storehouse(0, brick=bricks).game()
    others = [stored(game, seat) for seat in (1, 2)]
    game.apply("play Vintner")
    assert stored(game).get("wine") == wine
    assert [stored(game, seat) for seat in (1, 2)] == others


# --- Senator, Praetor, Consul


def first_four(position: Position) -> Position:
    """The Prefect lies left of the Architect, as it moves by one slot only."""
    names = ("i-mercator", "ii-prefect", "i-architect", "i-farmer")
    return position.display(*(f"venus-{name}" for name in names))


def test_senator_example() -> None:
    """Senator: Mercator for wine, Architect for a tool and any good; then the display moves up."""
    position = first_four(individual())
    offer = position.for_sale
    game = position.game()
    game.apply("play Senator")
    wildcards = {action for action in game.legal() if action.startswith("purchase 3")}
    assert wildcards == {f"purchase 3 {good}" for good in ("brick", "food", "wine", "cloth")}
    perform(game, "purchase 1", "purchase 3 brick")
    assert stored(game) == {"food": 2, "cloth": 1}
    assert {"venus-i-mercator", "venus-i-architect"} <= set(player(game)["hand"])
    assert game.snapshot()["display"] == ["venus-ii-prefect", *offer[3:9]]


def test_senator_farmer_price_example() -> None:
    """Senator: the Farmer in the fourth slot would cost brick, food and cloth."""
    game = first_four(individual()).storehouse(0, brick=1, food=1, cloth=1).game()
    perform(game, "play Senator", "purchase 4")
    assert "venus-i-farmer" in player(game)["hand"]
    assert stored(game) == {}


def test_praetor_buys_one_card_for_each_partner() -> None:
    """Praetor: one card each for the Senator's price; the display waits for both."""
    position = first_four(teams())
    offer = position.for_sale
    game = position.game()
    perform(game, "play Praetor", "purchase 1")
    assert (game.seat, game.phase) == (2, "purchase")
    assert game.snapshot()["display"] == [None, *offer[1:7]]
    game.apply("purchase 3 brick")
    assert "venus-i-mercator" in player(game, 0)["hand"]
    assert "venus-i-architect" in player(game, 2)["hand"]
    assert stored(game, 2) == {"food": 2, "wine": 1, "cloth": 1}
    assert game.snapshot()["display"] == ["venus-ii-prefect", *offer[3:9]]
    assert list(game.events)[-2:] == [f"draw {card}" for card in offer[7:9]]
    assert (game.seat, game.phase) == (1, "play")


def test_consul_example() -> None:
    """Consul: the Colonist in the sixth slot costs 1 food; the Prefect moves there."""
    # Not in the text: the five cards before the Colonist.
    first = [f"venus-i-{name}" for name in ("architect", "mercator", "diplomat", "farmer", "smith")]
    position = individual().bought(0, "venus-ii-consul")
    position.display(*first, "venus-i-colonist", "venus-ii-prefect").storehouse(0, food=1)
    fresh = position.for_sale[7]
    game = position.game()
    game.apply("play Consul")
    assert set(game.legal()) == {"purchase 6", "done"}
    game.apply("purchase 6")
    assert (stored(game), "venus-i-colonist" in player(game)["hand"]) == ({}, True)
    assert game.snapshot()["display"] == [*first, "venus-ii-prefect", fresh]
    assert game.seat == 1


# --- Proconsul: Black is seat 0, White seat 2


def black_proconsul() -> Any:
    """Black has played the Proconsul; the Colonist in the last slot is his."""
    position = teams().bought(0, "venus-ii-proconsul")
    others = [card for card in position.for_sale if card != "venus-i-colonist"]
    position.display(*others[:6], "venus-i-colonist").storehouse(0, food=1).storehouse(2)
    # Not in the text: cards that both have played before.
    position.played(0, "venus-start-mercator").played(2, "venus-start-praetor")
    game = position.game()
    perform(game, "play Proconsul", "purchase 7")
    return game


def test_proconsul_example() -> None:
    """Proconsul: Black buys without surcharge, White plays a Prefect, then the display fills."""
    game = black_proconsul()
    assert (stored(game), "venus-i-colonist" in player(game)["hand"]) == ({}, True)
    assert (game.seat, game.phase) == (2, "play")
    assert "play Legatus" not in game.legal()
    game.apply("play Prefect")
    assert game.snapshot()["display"][6] is None
    game.apply("produce Locris")
    assert (stored(game, 0), sum(stored(game, 2).values())) == ({}, 1)
    assert game.snapshot()["display"][6] is not None
    assert (game.seat, game.phase) == (1, "play")


def test_proconsul_lets_any_other_card_count_for_the_partner_only() -> None:
    """Proconsul: with a Tribune only White takes back his cards."""
    game = black_proconsul()
    game.apply("play Tribune")
    assert player(game, 2)["pile"] == []
    assert player(game, 0)["pile"] == ["venus-start-mercator", "venus-ii-proconsul"]
    assert (game.seat, game.phase) == (1, "play")


def test_a_proconsul_buys_no_proconsul() -> None:
    """Proconsul: beside another Proconsul, whom he could pay, he can take only the Weaver."""
    position = teams().bought(0, "venus-ii-proconsul").storehouse(0, brick=1, cloth=1)
    position.display("venus-iii-proconsul", "venus-ii-weaver")
    game = position.game()
    game.apply("play Proconsul")
    assert set(game.legal()) == {"purchase 2", "done"}


# --- Legatus: Black is seat 2, who has no Architect, White seat 0


def white_builds(**options: Any) -> Position:
    """White, seat 0, stands beside Thermos, a brick city, and Black beside Metropolis."""
    position = teams(**options).tokens({"Thermos": "brick", "Metropolis": "brick"}).turn(2)
    position.colonists(0, "land@land:Delphi-Thermos").storehouse(0, food=1)
    return position.colonists(2, "land@land:Metropolis-Nicopolis").storehouse(2, food=1)


def test_legatus_example() -> None:
    """Legatus: the Architect is suggested and played; White builds first, then Black."""
    game = white_builds().game()
    game.apply("play Legatus")
    names = ("Tribune", "Prefect", "Architect", "Mercator3", "Praetor")
    assert set(game.legal()) == {f"suggest {name}" for name in names}
    game.apply("suggest Architect")
    assert (game.seat, game.phase) == (0, "play")
    perform(game, "play Architect", "done", "build Thermos")
    assert (game.seat, game.phase) == (2, "pick")
    perform(game, "done", "build Metropolis")
    assert game.snapshot()["houses"] == {"Thermos": [0], "Metropolis": [2]}
    assert player(game, 0)["pile"] == ["venus-start-architect"]
    assert player(game, 2)["pile"] == ["venus-start-legatus"]
    assert (game.seat, game.phase) == (3, "play")  # left of Black, not of White


def test_the_suggestion_of_a_legatus_does_not_bind() -> None:
    """Legatus: White may play any other card; it counts for both as well."""
    game = white_builds().money(0, 0).money(2, 0).game()
    perform(game, "play Legatus", "suggest Architect")
    assert "play Mercator3" in game.legal()
    assert "play Legatus" not in game.legal()
    perform(game, "play Mercator3", "done", "done")
    assert money(game, 0, 2) == [3, 3]


def test_only_a_legatus_shows_the_hand_of_the_partner() -> None:
    """Legatus: Black sees White's cards while suggesting; opponents learn no suggestion."""
    game = white_builds(info="hidden").game()

    def hand_of_white() -> Any:
        return game.snapshot(2)["players"][0]["hand"]

    assert hand_of_white() == 6
    game.apply("play Legatus")
    assert hand_of_white() == player(game, 0)["hand"]
    game.apply("suggest Architect")
    assert hand_of_white() == 6
    suggested = [game.snapshot(seat)["act"]["suggested"] for seat in range(4)]
    assert suggested == ["Architect", None, "Architect", None]


# --- Choice cards


def test_choice_card_example() -> None:
    """Choice cards: the Architect/Mercator as a Mercator pays 5 sestertii, then two goods."""
    game = individual().bought(0, "venus-ii-architect-mercator-ind").money(0, 0).game()
    halves = {action for action in game.legal() if "/" in action}
    assert halves == {f"play Architect/Mercator:{half}" for half in ("Architect", "Mercator5")}
    game.apply("play Architect/Mercator:Mercator5")
    assert money(game, 0) == [5]
    perform(game, "sell food 2", "sell cloth 1")
    assert (money(game, 0), game.seat) == ([5 + 8 + 7], 1)


def test_choice_card_in_teams() -> None:
    """Choice cards: the partner has to take the other half."""
    position = teams().bought(0, "venus-ii-architect-mercator-team").money(0, 0).money(2, 0)
    game = position.game()
    perform(game, "play Architect/Mercator:Mercator5", "done")
    assert (game.seat, game.phase) == (2, "pick")
    assert money(game, 0, 2) == [5, 0]

    game = position.game()
    perform(game, "play Architect/Mercator:Architect", "done")
    assert (game.seat, game.phase) == (2, "trade")
    assert money(game, 0, 2) == [0, 5]


# --- Praefectus Magnus


def magnus_in_locris(position: Position, holder: int) -> Position:
    """The holder has a house in Delphi, a cloth city; its storehouse is empty."""
    position.tokens({"Delphi": "cloth"}).houses(holder, "Delphi")
    return position.storehouse(holder).magnus(holder)


def test_praefectus_magnus_doubles_the_bonus() -> None:
    """Praefectus Magnus: two bonus goods, one of the house; he passes to the right."""
    game = magnus_in_locris(individual(), 0).game()
    perform(game, "play Prefect", "produce Locris")
    assert (stored(game), game.snapshot()["magnus"]) == ({"cloth": 2 + 1}, 2)


def test_praefectus_magnus_with_a_diplomat() -> None:
    """Praefectus Magnus: a copied Prefect uses him too."""
    game = magnus_in_locris(individual(), 0).played(1, "venus-start-prefect").game()
    perform(game, "play Diplomat", "copy 1", "produce Locris")
    assert (stored(game), game.snapshot()["magnus"]) == ({"cloth": 2 + 1}, 2)


def test_praefectus_magnus_stays_for_cash() -> None:
    """Praefectus Magnus: the cash bonus neither doubles nor passes him on."""
    game = magnus_in_locris(individual(), 0).money(0, 0).coins("Locris").game()
    perform(game, "play Prefect", "collect")
    assert (money(game, 0), game.snapshot()["magnus"]) == ([1], 0)


def test_praefectus_magnus_counts_for_one_partner() -> None:
    """Praefectus Magnus in teams: he serves only the partner who holds him."""
    game = magnus_in_locris(teams(), 2).storehouse(0).game()
    perform(game, "play Prefect", "produce Epirus")
    assert (sum(stored(game, 0).values()), game.snapshot()["magnus"]) == (1, 2)
    game.apply("produce Locris")
    assert (stored(game, 2), game.snapshot()["magnus"]) == ({"cloth": 2 + 1}, 1)


# --- Storehouse


def test_storehouse_overflow_of_a_partner() -> None:
    """Storehouse: with one space for three goods the owner chooses, and fills it."""
    position = teams().tokens({"Delphi": "cloth", "Thermos": "food"})
    position.houses(2, "Delphi", "Thermos").storehouse(2, brick=7)
    game = position.game()
    perform(game, "play Prefect", "produce Locris")  # the partner's turn
    assert (game.seat, game.phase) == (2, "keep")
    assert set(game.legal()) == {"keep food", "keep cloth"}
    game.apply("keep food")
    assert stored(game, 2) == {"brick": 7, "food": 1}
    assert (game.seat, game.phase) == (2, "prefect")


# --- Display and Ionium


@pytest.mark.parametrize(("display", "good"), [("printed", "cloth"), ("wine", "wine")])
def test_wine_side_of_the_display(display: str, good: str) -> None:
    """Display: on the back the fourth slot costs a wine instead of a cloth."""
    position = individual(board="ionium", display=display)
    game = first_four(position).storehouse(0, brick=1, food=1, **{good: 1}).game()
    perform(game, "play Senator", "purchase 4")
    assert "venus-i-farmer" in player(game)["hand"]
    assert stored(game) == {}


@pytest.mark.parametrize(("colonists", "crosses"), [(1, False), (2, True)])
def test_ionium_crossing(colonists: int, crosses: bool) -> None:
    """Ionium: the way over the sea takes a step, and nobody stops on it."""
    places = ["land@land:Ambrakia-Apollonia", "sea@Athenae"][:colonists]
    game = individual(4, "ionium").colonists(0, *places).game()
    perform(game, "play Architect", f"pick {places[0]}")
    assert "to land:Apollonia-Brundisium" not in game.legal()
    assert ("to land:Brundisium-Heraclea" in game.legal()) == crosses


@pytest.mark.parametrize(("players", "cities", "provinces"), [(2, 22, 9), (3, 22, 9), (4, 30, 12)])
def test_ionium_without_italia(players: int, cities: int, provinces: int) -> None:
    """Ionium: two and three players leave out the three provinces of Italia."""
    snapshot = individual(players, "ionium").snapshot
    assert (len(snapshot["goods"]), len(snapshot["markers"])) == (cities, provinces)
    assert ("Brundisium" in snapshot["goods"]) == (players == 4)


# --- Team play


def test_team_turn_example() -> None:
    """Team turn: player 4 plays the Prefect, player 2 uses it too, then player 1 is next."""
    game = teams().turn(3).coins("Locris").game()
    before = money(game, 1)[0]
    game.apply("play Prefect")
    assert (game.seat, game.phase) == (3, "prefect")
    game.apply("produce Epirus")
    assert (game.seat, game.phase) == (1, "prefect")
    game.apply("collect")
    assert money(game, 1)[0] > before
    assert player(game, 1)["pile"] == []
    assert (game.seat, game.phase) == (0, "play")


def test_partners_pay_for_each_other() -> None:
    """Sestertii: what a house costs beyond the own purse the partner pays."""
    position = teams().tokens({"Delphi": "cloth"}).colonists(0, "land@land:Delphi-Thermos")
    game = position.storehouse(0, brick=1, cloth=1).money(0, 2).money(2, 10).game()
    perform(game, "play Architect", "done", "build Delphi")
    assert money(game, 0, 2) == [0, 10 - (5 - 2)]


def test_partners_keep_their_goods_apart() -> None:
    """Sestertii: goods are never shared, so the partner's wine buys no card."""
    position = first_four(teams()).storehouse(0).storehouse(2, wine=1)
    game = position.game()
    game.apply("play Praetor")
    assert (game.seat, set(game.legal())) == (2, {"purchase 1", "done"})


# --- Intermediate scoring


def test_intermediate_scoring() -> None:
    """Intermediate scoring: after everybody's first Tribune the best get 2 and 1 sestertii."""
    position = individual(intermediate_scoring=True)
    for seat, sestertii in enumerate((11, 1, 11)):  # with goods worth 29: Vesta 4, 3, 4
        position.money(seat, sestertii)
    game = position.game()
    for _ in range(2):
        perform(game, "play Tribune", "done")
    assert money(game, 0, 1, 2) == [11, 1, 11]
    game.apply("play Tribune")
    assert money(game, 0, 1, 2) == [13, 2, 13]


def test_intermediate_scoring_of_partners() -> None:
    """Intermediate scoring in teams: a Tribune is the first one of both partners."""
    game = teams(intermediate_scoring=True).game()
    perform(game, "play Tribune", "done", "done")
    scored = [player(game, seat)["interim"] is not None for seat in range(4)]
    assert scored == [True, False, True, False]


# --- End of the game


def one_card_left(position: Position) -> Position:
    """A Diplomat for 1 food is the last card for sale; the last seat has bought the others."""
    last = "venus-iii-diplomat"
    others = [card for card in position.for_sale if card != last]
    return position.bought(len(position.snapshot["players"]) - 1, *others)


def test_game_end_by_the_last_card() -> None:
    """Game end: the Concordia card for the buyer, one more turn for each other player."""
    game = one_card_left(individual()).turn(1).game()
    perform(game, "play Senator", "purchase 1")
    for seat in (2, 0):
        assert (game.seat, game.phase) == (seat, "play")
        perform(game, "play Mercator3", "done")
    assert game.over
    assert [game.scores()[seat]["Concordia"] for seat in range(3)] == [0, 7, 0]


@pytest.mark.parametrize(("players", "last_turns"), [(4, [1]), (6, [1, 2])])
def test_game_end_in_teams(players: int, last_turns: list[int]) -> None:
    """Game end in teams: the partner still acts, then each other team has one turn."""
    position = teams(players).tokens({"Thermos": "brick"}).storehouse(0, food=1)
    cities = [city for city in position.letter if city != "Thermos"]
    position.houses(0, *cities[:14]).colonists(0, "land@land:Delphi-Thermos")
    game = position.game()
    perform(game, "play Architect", "done", "build Thermos")
    assert game.snapshot()["concordia"] == 0
    assert (game.seat, game.phase) == (players // 2, "pick")
    game.apply("done")
    for seat in last_turns:
        assert (game.seat, game.phase) == (seat, "play")
        perform(game, "play Mercator3", "done", "done")
    assert game.over
    assert game.scores()[0]["Concordia"] == game.team_scores()[0]["Concordia"] == 7


@pytest.mark.parametrize(("magnus", "winner"), [(0, 0), (1, 1), (2, 0), (3, 1)])
def test_a_tie_of_teams_is_won_by_the_praefectus_magnus(magnus: int, winner: int) -> None:
    """Game end in teams: of equal teams the one that has him wins."""
    game = even_teams(4).magnus(magnus).game()
    assert len({points["total"] for points in game.team_scores().values()}) == 1
    assert game.ranking()[0] == winner


@pytest.mark.parametrize(("magnus", "ranking"), [(3, [0, 2, 1]), (1, [1, 0, 2])])
def test_a_tie_of_teams_goes_to_whom_he_reaches_first(magnus: int, ranking: list[int]) -> None:
    """Game end in teams: he travels to the right, so from team 0 he would come to team 2."""
    assert list(even_teams(6).magnus(magnus).game().ranking()) == ranking


def even_teams(players: int) -> Position:
    """Nobody is richer than the others; no house is built."""
    position = teams(players)
    for seat in range(players):
        position.money(seat, 5)
    return position


# --- Scoring


def test_legatus_scores_for_three_gods() -> None:
    """Legatus: he counts once each for Jupiter, Saturnus and Venus, who looks at shared provinces.

    Partners 0 and 2 share Locris and Epirus; Thessalia is seat 0's alone.
    """
    position = teams().tokens({"Delphi": "cloth", "Nicopolis": "tool", "Demetrias": "brick"})
    position.houses(0, "Delphi", "Nicopolis", "Demetrias").houses(2, "Thermos", "Nicopolis")
    game = position.game()
    points = game.scores()[0]
    jupiter_cards = saturnus_cards = 2  # Architect, Prefect, each beside the Legatus
    assert points["Jupiter"] == jupiter_cards * 2  # the brick city does not count
    assert points["Saturnus"] == saturnus_cards * 3
    assert points["Venus"] == 1 * 2
    assert game.team_scores()[0]["Venus"] == 2 + 2  # both have a Legatus


# Not in the text: board and cities. Seven provinces, five of them with two houses.
CITIES_OF_THE_EXAMPLE = {
    "brick": ("Metropolis", "Argos", "Sparta"),
    "food": ("Delphi", "Demetrias", "Melos", "Chalcis"),
    "tool": ("Naxos", "Karystos", "Hermione"),
    "cloth": ("Thermos", "Thebae"),
}


def test_final_scoring_example() -> None:
    """Final scoring: 134 points, god by god, with the Concordia card for the last card."""
    goods = {city: good for good, cities in CITIES_OF_THE_EXAMPLE.items() for city in cities}
    position = individual().tokens(goods).houses(0, *goods)
    # Not in the text: which cards stand behind the gods, and where the colonists are.
    own = ("ii-prefect", "i-prefect-architect-ind", "i-mercator", "i-colonist", "ii-colonist")
    position.bought(0, *(f"venus-{card}" for card in (*own, "i-farmer")))
    position.colonists(0, *["land@Athenae"] * 2, *["sea@Athenae"] * 3)
    position.storehouse(0, brick=1, food=1, tool=3, cloth=1).money(0, 13)
    game = one_card_left(position).game()
    perform(game, "play Senator", "purchase 1")
    perform(game, *("play Mercator3", "done") * 2)
    assert game.over
    assert stored(game) == {"brick": 1, "tool": 3, "cloth": 1}
    gods = ("Vesta", "Jupiter", "Saturnus", "Venus", "Mercurius", "Mars", "Minerva")
    points = game.scores()[0]
    assert [points[god] for god in gods] == [3, 2 * 9, 4 * 7, 2 * 10, 2 * 8, 3 * 10, 12]
    assert (points["Concordia"], points["total"]) == (7, 134)
