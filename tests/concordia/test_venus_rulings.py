"""Rulings of Venus where its booklet leaves a question open, by their numbers in the ledger."""

from pathlib import Path
from typing import Any

import pytest

from concordia_env import venus_v0
from tests.concordia.positions import individual, money, perform, player, teams

# --- R16: what a Diplomat copies


def test_a_copied_mercator_pays_the_coins_of_the_copied_card() -> None:
    """R16: 5 sestertii for the Mercator that seat 1 has bought, 3 for that of seat 2."""
    position = individual().bought(1, "venus-i-mercator").played(1, "venus-i-mercator")
    position.played(2, "venus-start-mercator").money(0, 0)
    for source, coins in ((1, 5), (2, 3)):
        game = position.game()
        perform(game, "play Diplomat", f"copy {source}")
        assert money(game, 0) == [coins]


def test_the_half_of_a_copied_choice_card_is_chosen_afresh() -> None:
    """R16: seat 0 used the Mercator, seat 1 copies the Architect."""
    game = individual().bought(0, "venus-ii-architect-mercator-ind").game()
    perform(game, "play Architect/Mercator:Mercator5", "done", "play Diplomat")
    assert set(game.legal()) == {"copy 0:Architect", "copy 0:Mercator5", "done"}
    game.apply("copy 0:Architect")
    assert (game.seat, game.phase) == (1, "pick")


# --- R17 to R19: the Magister


def test_a_copied_magister_repeats_the_card_under_the_diplomat() -> None:
    """R17: not what the Magister of seat 1 repeated, but the copier's own card before."""
    position = individual().played(0, "venus-start-mercator")
    game = position.played(1, "venus-start-prefect", "venus-start-magister").game()
    perform(game, "play Diplomat", "copy 1")
    assert set(game.legal()) == {"repeat Mercator3", "done"}


@pytest.mark.parametrize("under", ["senator", "magister", None])
def test_a_magister_with_nothing_to_repeat_is_not_copied(under: str | None) -> None:
    """R17: the Diplomat lies on a Senator, on a Magister or on nothing."""
    position = individual(2).played(1, "venus-start-magister")
    if under:
        position.played(0, f"venus-start-{under}")
    game = position.game()
    game.apply("play Diplomat")
    assert (game.seat, game.phase) == (1, "play")


def test_a_repeated_diplomat_copies_anew() -> None:
    """R18: the Magister repeats the copying, even of a Senator, but finds no second Magister."""
    position = individual().played(0, "venus-start-diplomat")
    position.played(1, "venus-start-magister").played(2, "venus-start-senator")
    game = position.display("venus-i-mercator").storehouse(0, wine=1).game()
    perform(game, "play Magister", "repeat Diplomat")
    assert set(game.legal()) == {"copy 2", "done"}
    perform(game, "copy 2", "purchase 1")
    assert "venus-i-mercator" in player(game)["hand"]


def test_a_diplomat_with_only_magisters_to_copy_is_not_repeated() -> None:
    """R18: a second Magister in one turn would call the Diplomat again, and so on."""
    position = individual(2).played(0, "venus-start-diplomat").played(1, "venus-start-magister")
    game = position.game()
    game.apply("play Magister")
    assert (game.seat, game.phase) == (1, "play")


def test_a_magister_on_nothing() -> None:
    """R19: he may be the first card that is played; nothing happens."""
    game = individual().game()
    game.apply("play Magister")
    assert player(game)["pile"] == ["venus-start-magister"]
    assert (game.seat, game.phase) == (1, "play")


def test_a_magister_chooses_the_half_of_a_choice_card_afresh() -> None:
    """R19: either half may follow, whichever was used before."""
    card = "venus-i-prefect-architect-ind"
    game = individual().bought(0, card).played(0, card).game()
    game.apply("play Magister")
    assert set(game.legal()) == {"repeat Prefect", "repeat Architect", "done"}


# --- R20, R22, R25: the Diplomat in teams


def test_a_copied_card_is_free_again_when_its_owner_plays_another() -> None:
    """R20: the round ends for a card when it is covered; until then both partners are barred."""
    position = teams().bought(0, "venus-i-diplomat").played(3, "venus-start-prefect")
    game = position.game()
    perform(game, "play Diplomat", "copy 3", "collect", "collect")
    assert game.snapshot()["copied"] == [[3], []]
    perform(game, "play Mercator3", "done", "done")
    game.apply("play Diplomat")
    assert set(game.legal()) == {"copy 1", "done"}
    game.apply("done")
    perform(game, "play Mercator3", "done", "done")
    assert game.snapshot()["copied"] == [[], []]


def test_a_copied_card_is_free_again_when_its_owner_takes_it_up() -> None:
    """R20: a partner's Tribune takes up the pile as well."""
    position = teams().bought(0, "venus-i-diplomat").played(3, "venus-start-prefect")
    game = position.game()
    perform(game, "play Diplomat", "copy 3", "collect", "collect")
    perform(game, "play Tribune", "done")
    assert (game.seat, player(game, 3)["pile"]) == (3, [])
    assert game.snapshot()["copied"] == [[], []]


@pytest.mark.parametrize(
    ("card", "phase", "queue"),
    [("venus-start-legatus", "suggest", []), ("venus-ii-proconsul", "purchase", [[0, "own"]])],
)
def test_a_diplomat_copies_legatus_and_proconsul(card: str, phase: str, queue: list[Any]) -> None:
    """R22: as if seat 2 had played them: it suggests, or it purchases and seat 0 plays alone."""
    position = teams().turn(2).display("venus-i-mercator").storehouse(2, wine=1)
    if card == "venus-ii-proconsul":
        position.bought(1, card)
    game = position.played(1, card).game()
    perform(game, "play Diplomat", "copy 1")
    assert (game.seat, game.phase) == (2, phase)
    assert game.snapshot()["act"]["queue"] == queue


def test_a_diplomat_who_copies_nothing_leaves_the_partner_nothing() -> None:
    """R25: the copied card is one choice of the team."""
    game = teams().turn(2).played(1, "venus-start-mercator").game()
    perform(game, "play Diplomat", "done")
    assert (game.seat, game.phase, game.snapshot()["turn"]) == (3, "play", 3)


# --- R21, R23, R24: Legatus and Proconsul


def test_a_legatus_is_not_answered_by_a_legatus() -> None:
    """R21: neither played nor copied."""
    game = teams().played(1, "venus-start-legatus").played(3, "venus-start-mercator").game()
    perform(game, "play Legatus", "suggest Diplomat")
    assert "play Legatus" not in game.legal()
    game.apply("play Diplomat")
    assert set(game.legal()) == {"copy 3", "done"}


def test_a_legatus_answered_by_a_proconsul() -> None:
    """R22: the partner purchases, then who played the Legatus plays a card alone."""
    position = teams().bought(2, "venus-ii-proconsul").storehouse(2, wine=1)
    game = position.display("venus-i-mercator").game()
    perform(game, "play Legatus", "suggest Proconsul", "play Proconsul", "purchase 1")
    assert (game.seat, game.phase) == (0, "play")
    before = player(game, 2)["money"]
    perform(game, "play Mercator3", "done")
    assert money(game, 2) == [before]
    assert (game.seat, game.phase) == (1, "play")


@pytest.mark.parametrize("answer", [("play Proconsul",), ("play Diplomat", "copy 3")])
def test_a_proconsul_answered_by_a_proconsul_is_only_a_purchase(answer: tuple[str, ...]) -> None:
    """R23: played or copied there, it gives nobody another card to play."""
    position = teams().bought(0, "venus-ii-proconsul").bought(2, "venus-iii-proconsul")
    position.bought(3, "venus-iv-proconsul").played(3, "venus-iv-proconsul")
    game = position.display("venus-i-mercator").storehouse(2, wine=1).game()
    perform(game, "play Proconsul", "done", *answer, "purchase 1")
    assert "venus-i-mercator" in player(game, 2)["hand"]
    assert (game.seat, game.phase, game.snapshot()["turn"]) == (1, "play", 1)


def test_who_answers_a_proconsul_copies_no_legatus() -> None:
    """R23: a Legatus would ask the partner, who has had his part."""
    position = teams().bought(0, "venus-ii-proconsul").played(1, "venus-start-legatus")
    game = position.played(3, "venus-start-mercator").storehouse(0).game()
    perform(game, "play Proconsul", "play Diplomat")
    assert (game.seat, set(game.legal())) == (2, {"copy 3", "done"})


def test_the_last_card_is_a_proconsul() -> None:
    """R24: a Proconsul cannot end the game with it, a Praetor can."""
    position = teams().bought(0, "venus-ii-proconsul").storehouse(0, cloth=2).storehouse(2)
    others = [card for card in position.for_sale if card != "venus-iv-proconsul"]
    position.bought(3, *others)
    game = position.game()
    game.apply("play Proconsul")
    assert (game.seat, game.phase) == (2, "play")  # nothing to buy
    assert game.snapshot()["concordia"] is None
    game = position.game()
    perform(game, "play Praetor", "purchase 1")
    assert (game.snapshot()["concordia"], game.seat) == (0, 1)


# --- R26, R27: money and cards of partners


def test_a_mercator_buys_with_the_money_of_the_partner() -> None:
    """R26: only the shortfall is taken, and after a purchase nothing is sold."""
    game = teams().money(0, 0).money(2, 10).storehouse(0, wine=1).game()
    game.apply("play Mercator3")
    assert "sell wine 1" in game.legal()
    assert "buy cloth 2" not in game.legal()  # 3 + 10 are less than 14
    game.apply("buy cloth 1")
    assert money(game, 0, 2) == [0, 10 - (7 - 3)]
    assert not any(action.startswith("sell") for action in game.legal())


def test_without_teams_a_mercator_sells_after_a_purchase() -> None:
    """R26: only a shared purse needs the order."""
    game = individual().money(0, 10).storehouse(0, wine=1).game()
    perform(game, "play Mercator3", "buy brick 1")
    assert "sell wine 1" in game.legal()


def test_a_tribune_pays_each_partner_for_his_own_cards() -> None:
    """R27: seat 0 takes up three cards and the Tribune, seat 2 three and perhaps the Legatus."""
    first = [f"venus-start-{name}" for name in ("architect", "mercator", "praetor")]
    second = [f"venus-start-{name}" for name in ("prefect", "mercator", "praetor")]
    position = teams().played(0, *first).played(2, *second).money(0, 0).money(2, 0)
    game = position.game()
    perform(game, "play Tribune", "done", "done")
    assert money(game, 0, 2) == [4 - 3, 0]
    assert player(game, 2)["pile"] == []

    game = position.turn(2).game()
    perform(game, "play Legatus", "suggest Tribune", "play Tribune", "done", "done")
    assert money(game, 0, 2) == [4 - 3, 4 - 3]
    assert "venus-start-legatus" in player(game, 2)["hand"]


# --- R43: the set-up of a team


def test_partners_begin_apart_from_the_capital() -> None:
    """R43: in the order of seats, in the same city if they like; Thera has no land route."""
    game = venus_v0.game(board="hellas", num_players=6, team=True, seed=0)
    assert (game.seat, game.phase) == (3, "place")
    cities = {action.removeprefix("place ") for action in game.legal()}
    near = {"Chalcis", "Corinthus", "Thebae", "Hermione", "Karystos", "Melos"}
    assert cities == set(game.snapshot()["goods"]) - near
    perform(game, "place Thera", "place Patrae", "place Thera")
    places = [player(game, seat)["colonists"] for seat in range(6)]
    assert places == [
        *[["land@Athenae", "sea@Athenae"]] * 3,
        ["sea@Thera"] * 2,
        ["land@Patrae", "sea@Patrae"],
        ["sea@Thera"] * 2,
    ]
    assert player(game, 3)["home"] == {"land": 3, "sea": 1}
    assert (game.seat, game.phase) == (0, "play")


def test_hands_and_money_of_a_team() -> None:
    """The first half has the Architects, the second the Diplomats; partners are equally rich."""
    game = teams(6).game()
    hands = [
        [card.removeprefix("venus-start-") for card in player(game, seat)["hand"]]
        for seat in range(6)
    ]
    common = ["mercator", "prefect", "praetor", "legatus"]
    assert hands == [["tribune", "architect", *common]] * 3 + [["tribune", "diplomat", *common]] * 3
    assert money(game, *range(6)) == [5, 6, 7, 5, 6, 7]
    assert game.snapshot()["magnus"] == 5


# --- R46: idle and equal roles


def test_idle_and_equal_roles_are_left_out() -> None:
    """R46: without houses no Farmer, and the Prefect of the lowest seat only."""
    position = individual(4).bought(1, "venus-i-farmer").played(1, "venus-i-farmer")
    position.played(2, "venus-start-prefect").played(3, "venus-start-prefect")
    game = position.game()
    game.apply("play Diplomat")
    assert set(game.legal()) == {"copy 2", "done"}


def test_teams_are_offered_idle_and_equal_roles() -> None:
    """R46: there a copy leaves a mark, even that of a Farmer who brings nothing."""
    position = teams(6).turn(3).bought(1, "venus-i-farmer").played(1, "venus-i-farmer")
    position.played(2, "venus-start-prefect").played(4, "venus-start-prefect")
    game = position.game()
    game.apply("play Diplomat")
    assert set(game.legal()) == {"copy 1", "copy 2", "copy 4", "done"}
    game.apply("copy 1")
    assert game.snapshot()["copied"] == [[1], [], []]
    assert (game.seat, game.phase) == (4, "play")


# --- The notation


def test_the_beginning_in_the_ledger() -> None:
    """The beginning of a team game that the ledger prints: seat, phase, legal actions, action."""
    page = Path(__file__).parents[2] / "docs" / "rules_venus.md"
    lines = page.read_text(encoding="utf-8").split("```")[1].strip().splitlines()
    game = venus_v0.game(board="hellas", num_players=4, team=True, seed=0)
    for line in lines:
        seat, phase, number, action = line.partition("(")[0].strip().split(maxsplit=3)
        assert (game.seat, game.phase, len(game.legal())) == (int(seat), phase, int(number))
        if action != "...":
            game.apply(action)
