"""The oracle of Venus by itself: random games, the notation's example trace, small cases."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from copy import deepcopy
from itertools import islice
from typing import Any

import pytest

from tests.concordia.accounts import all_cards, check_pieces
from tests.concordia.venus_positions import late_position
from tests.conftest import BOARDS
from tests.oracle import concordia as base
from tests.oracle import venus as oracle

Snapshot = dict[str, Any]
# Every board, individual play of 2 to 5 and teams of 4 and 6.
CASES = [
    (board, players, team)
    for shift, board in enumerate(BOARDS)
    for players, team in ((2 + shift % 4, False), (4 + 2 * (shift % 2), True))
]
DECISIONS = 300  # of a game from the start; late positions are played to the end


def dealt(board: str, players: int, team: bool, rng: random.Random) -> Snapshot:
    """A game at its first card, with the set-up checked on the way."""
    config = {
        "board": board,
        "players": players,
        "team": team,
        "display": rng.choice(["printed", "wine"]),
        "intermediate_scoring": rng.random() < 0.5,
    }
    snapshot = oracle.deal(config, rng)
    oracle.check_setup(snapshot)
    while snapshot["phase"] == "place":
        snapshot, _ = oracle.apply(snapshot, rng.choice(oracle.legal(snapshot)))
        oracle.check_setup(snapshot)
    return snapshot


def random_game(snapshot: Snapshot, rng: random.Random) -> Iterator[tuple[Snapshot, Snapshot]]:
    """Each decision and what follows, to the end."""
    while snapshot["phase"] != "over":
        legal = oracle.legal(snapshot)
        assert len(legal) == len(set(legal)) >= 2
        active = [action for action in legal if action != "done"]
        after, events = oracle.apply(snapshot, rng.choice(active if rng.random() < 0.4 else legal))
        drawn = len(snapshot["deck"]) - len(after["deck"])
        assert events == [f"draw {card}" for card in snapshot["deck"][:drawn]]
        yield snapshot, after
        snapshot = after


def check_frame(snapshot: Snapshot) -> None:
    """The keys of the running action fit the phase, and only team play uses those of the team."""
    act, phase, seat = snapshot["act"], snapshot["phase"], snapshot["seat"]
    assert act.keys() == base.neutral_act().keys()
    assert (act["picked"] is not None) == (phase == "to")
    assert bool(act["pools"]) == (phase == "keep")
    assert (act["role"] is None) == (phase in ("play", "over"))
    assert (act["suggested"] is not None) == (act["answer"] == "legatus")
    assert (act["react"], act["todo"], act["die"], act["site"]) == (None, [], None, None)
    if phase in ("play", "copy", "suggest"):
        assert act["queue"] == []
    if phase == "over" or (phase == "play" and not act["answer"]):
        assert act == base.neutral_act()
        assert seat in (snapshot["turn"], None)
    if snapshot["config"]["team"]:
        assert not act["magister"]
        for partner, _ in act["queue"]:
            assert partner == base.partner(snapshot, seat) or phase == "keep"
        for team, copied in enumerate(snapshot["copied"]):
            assert copied == sorted(set(copied))
            assert all(base.side(snapshot, other) != team for other in copied)
            assert all(snapshot["players"][other]["pile"] for other in copied)
    else:
        assert snapshot["copied"] == act["queue"] == []
        assert not act["legatus"]
        assert act["answer"] is None


def check_distinct(snapshot: Snapshot) -> None:
    """No two legal actions lead to equal snapshots, and none of them changes the snapshot."""
    text = json.dumps(snapshot)
    assert json.loads(text) == snapshot
    outcomes = [
        json.dumps(oracle.apply(snapshot, action)[0], sort_keys=True)
        for action in oracle.legal(snapshot)
    ]
    assert len(set(outcomes)) == len(outcomes)
    assert json.dumps(snapshot) == text


@pytest.mark.parametrize(("board", "players", "team"), CASES)
def test_random_games(board: str, players: int, team: bool) -> None:
    rng = random.Random(f"{board} {players}")
    check_game(islice(random_game(dealt(board, players, team, rng), rng), DECISIONS))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("board", "players", "team"), CASES)
def test_late_positions(board: str, players: int, team: bool, seed: int) -> None:
    rng = random.Random(f"{board} {players} {seed}")
    position = late_position(dealt(board, players, team, rng), rng)
    final = check_game(random_game(position, rng))
    assert final["turns_left"] == 0
    check_result(final)


def check_game(steps: Iterator[tuple[Snapshot, Snapshot]]) -> Snapshot:
    """Pieces and cards are conserved, and every choice matters; the last snapshot."""
    for number, (snapshot, after) in enumerate(steps):
        check_pieces(after)
        check_frame(after)
        assert all_cards(after) == all_cards(snapshot)
        if snapshot["phase"] in ("copy", "repeat", "suggest") or number % 20 == 0:
            check_distinct(snapshot)
    return after


def check_result(final: Snapshot) -> None:
    """The best come first, and the points of a team are those of both partners."""
    points = oracle.scores(final)
    if final["config"]["team"]:
        points = oracle.team_scores(final)
        assert sum(team["total"] for team in points.values()) == sum(
            seat["total"] for seat in oracle.scores(final).values()
        )
    ranking = oracle.ranking(final)
    totals = [points[party]["total"] for party in ranking]
    assert sorted(ranking) == sorted(points)
    assert totals == sorted(totals, reverse=True)
    assert sum(party["Concordia"] for party in points.values()) == 7


# --- Set-up


def team_game(board: str = "hellas", players: int = 4) -> Snapshot:
    """A team game at its first card; the second half starts in the first city allowed."""
    snapshot = oracle.deal({"board": board, "players": players, "team": True}, random.Random(0))
    while snapshot["phase"] == "place":
        snapshot = follow(snapshot, oracle.legal(snapshot)[0])
    return snapshot


def own_game(players: int = 3, board: str = "imperium") -> Snapshot:
    return oracle.deal({"board": board, "players": players}, random.Random(0))


def follow(snapshot: Snapshot, *actions: str) -> Snapshot:
    for action in actions:
        snapshot, _ = oracle.apply(snapshot, action)
    return snapshot


def lay(snapshot: Snapshot, seat: int, *cards: str) -> None:
    """Put cards on the seat's pile, the last one on top: its own or any of those for sale."""
    player, sale = snapshot["players"][seat], snapshot["display"] + snapshot["deck"]
    for card in cards:
        (player["hand"] if card in player["hand"] else sale).remove(card)
        player["pile"].append(card)
    snapshot["display"], snapshot["deck"] = sale[: base.SLOTS], sale[base.SLOTS :]


def give(snapshot: Snapshot, seat: int, *cards: str) -> None:
    """Let the seat hold cards that are for sale."""
    lay(snapshot, seat, *cards)
    player = snapshot["players"][seat]
    hand = player["hand"] + [player["pile"].pop() for _ in cards]
    player["hand"] = sorted(hand, key=base.TABLE_ORDER.__getitem__)


def offer(snapshot: Snapshot, *cards: str) -> None:
    """Leave only these cards for sale; the others go to the last seat."""
    sold = [card for card in snapshot["display"] + snapshot["deck"] if card not in cards]
    give(snapshot, len(snapshot["players"]) - 1, *sold)
    snapshot |= {"display": [*cards, *[None] * (base.SLOTS - len(cards))], "deck": []}


def test_example_trace_of_the_notation() -> None:
    """Section 6: seat, phase, number of legal actions and the action taken."""
    trace = [
        (2, "place", 19, "place Thera"),
        (3, "place", 19, "place Patrae"),
        (0, "play", 6, "play Legatus"),
        (0, "suggest", 5, "suggest Mercator3"),
        (2, "play", 5, "play Mercator3"),
        (2, "trade", 16, "sell wine 1"),
        (2, "trade", 17, "buy brick 2"),
        (0, "trade", 17, "done"),
    ]
    snapshot = oracle.deal({"board": "hellas", "players": 4, "team": True}, random.Random(7))
    for seat, phase, number, action in trace:
        assert (snapshot["seat"], snapshot["phase"]) == (seat, phase)
        assert len(oracle.legal(snapshot)) == number
        snapshot = follow(snapshot, action)
    assert (snapshot["seat"], snapshot["phase"], len(oracle.legal(snapshot))) == (1, "play", 6)
    assert snapshot["players"][2]["money"] == 5 + 3 + 6 - 2 * 3


def test_a_city_with_one_kind_of_route_gets_two_colonists_of_that_kind() -> None:
    snapshot = oracle.deal({"board": "hellas", "players": 4, "team": True}, random.Random(0))
    assert snapshot["act"]["queue"] == [[3, "place"]]
    snapshot = follow(snapshot, "place Thera", "place Patrae")
    thera, patrae = snapshot["players"][2:]
    assert (thera["colonists"], thera["home"]) == (["sea@Thera"] * 2, {"land": 3, "sea": 1})
    assert patrae["colonists"] == ["land@Patrae", "sea@Patrae"]
    assert patrae["home"] == {"land": 2, "sea": 2}
    assert [player["money"] for player in snapshot["players"]] == [5, 6, 5, 6]


def test_two_seats_may_start_in_the_same_city() -> None:
    snapshot = oracle.deal({"board": "crete", "players": 6, "team": True}, random.Random(0))
    snapshot = follow(snapshot, "place Gaudos", "place Gaudos", "place Gaudos")
    assert (snapshot["phase"], snapshot["seat"], snapshot["turns"]) == ("play", 0, 1)
    assert {tuple(player["colonists"]) for player in snapshot["players"][3:]} == {
        ("sea@Gaudos", "sea@Gaudos")
    }


def test_a_wrong_set_up_is_refused() -> None:
    snapshot = team_game()
    oracle.check_setup(snapshot)
    wrong = deepcopy(snapshot)
    wrong["players"][3]["colonists"] = ["land@Athenae", "sea@Athenae"]
    with pytest.raises(AssertionError):
        oracle.check_setup(wrong)
    wrong = deepcopy(snapshot)
    wrong["deck"].reverse()
    with pytest.raises(AssertionError):
        oracle.check_setup(wrong)


# --- Individual play: choice cards, Magister, Diplomat


def test_a_choice_card_is_played_and_copied_by_halves() -> None:
    snapshot = own_game()
    give(snapshot, 0, "venus-ii-architect-mercator-ind")
    plays = oracle.legal(snapshot)
    assert "play Architect/Mercator:Architect" in plays
    money = snapshot["players"][0]["money"]
    trading = follow(snapshot, "play Architect/Mercator:Mercator5")
    assert trading["act"]["role"] == "Mercator5"
    assert trading["players"][0]["money"] == money + 5
    copying = follow(trading, "done", "play Diplomat")
    assert oracle.legal(copying) == ["copy 0:Architect", "copy 0:Mercator5", "done"]
    assert follow(copying, "copy 0:Architect")["phase"] == "pick"


def test_equal_roles_are_copied_from_the_lowest_seat() -> None:
    snapshot = own_game(4)
    lay(snapshot, 1, "venus-i-prefect-architect-ind")
    lay(snapshot, 2, "venus-start-architect")
    lay(snapshot, 3, "venus-start-prefect")
    copying = follow(snapshot, "play Diplomat")
    assert oracle.legal(copying) == ["copy 1:Prefect", "copy 1:Architect", "done"]


def test_a_magister_repeats_the_card_under_it() -> None:
    snapshot = own_game()
    lay(snapshot, 0, "venus-i-prefect-architect-ind")
    repeating = follow(snapshot, "play Magister")
    assert repeating["act"]["magister"]
    assert oracle.legal(repeating) == ["repeat Prefect", "repeat Architect", "done"]
    assert follow(repeating, "repeat Architect")["phase"] == "pick"


@pytest.mark.parametrize("under", [[], ["venus-start-senator"], ["venus-i-farmer"]])
def test_a_magister_on_nothing_or_on_the_senator_passes(under: list[str]) -> None:
    """Also on a specialist without a house: the repeat would change nothing."""
    snapshot = own_game()
    lay(snapshot, 0, *under)
    after = follow(snapshot, "play Magister")
    assert (after["phase"], after["seat"]) == ("play", 1)
    assert oracle.kind_of(after["players"][0]["pile"][-1]) == "Magister"


def test_a_diplomat_copies_a_magister_only_if_it_repeats_something() -> None:
    snapshot = own_game(2)
    lay(snapshot, 1, "venus-start-magister")
    assert follow(snapshot, "play Diplomat")["seat"] == 1  # nothing under the Diplomat
    barred = deepcopy(snapshot)
    lay(barred, 0, "venus-start-magister")
    assert follow(barred, "play Diplomat")["seat"] == 1  # a Magister under it
    lay(snapshot, 0, "venus-start-prefect")
    copying = follow(snapshot, "play Diplomat")
    assert oracle.legal(copying) == ["copy 1", "done"]
    repeating = follow(copying, "copy 1")
    assert oracle.legal(repeating) == ["repeat Prefect", "done"]


def test_a_magister_repeats_a_diplomat_but_no_second_magister() -> None:
    """Another Magister cannot be copied, a Senator can (R18)."""
    snapshot = own_game()
    lay(snapshot, 0, "venus-start-diplomat")
    lay(snapshot, 1, "venus-start-magister")
    assert follow(snapshot, "play Magister")["seat"] == 1
    lay(snapshot, 2, "venus-start-senator")
    snapshot["players"][0]["goods"] |= {"wine": 2, "tool": 2, "food": 2}
    repeating = follow(snapshot, "play Magister")
    assert oracle.legal(repeating) == ["repeat Diplomat", "done"]
    copying = follow(repeating, "repeat Diplomat")
    assert copying["act"]["role"] == "Diplomat"
    assert oracle.legal(copying) == ["copy 2", "done"]
    assert follow(copying, "copy 2")["act"]["buys"] == 2


def test_two_diplomats_and_a_magister_do_not_go_round() -> None:
    """Diplomat on Diplomat copies a Magister: the repeated Diplomat would find only Magisters."""
    snapshot = own_game()
    lay(snapshot, 0, "venus-start-diplomat")
    give(snapshot, 0, "venus-i-diplomat")
    for seat in (1, 2):
        lay(snapshot, seat, "venus-start-magister")
    assert follow(snapshot, "play Diplomat")["seat"] == 1
    lay(snapshot, 2, "venus-start-prefect")
    copying = follow(snapshot, "play Diplomat")
    assert oracle.legal(copying) == ["copy 1", "copy 2", "done"]
    assert oracle.legal(follow(copying, "copy 1", "repeat Diplomat")) == ["copy 2", "done"]


def test_idle_roles_are_not_copied() -> None:
    snapshot = own_game(5)
    lay(snapshot, 1, "venus-i-farmer")
    lay(snapshot, 2, "venus-start-senator")
    lay(snapshot, 3, "venus-start-architect")
    lay(snapshot, 4, "venus-start-mercator")
    player = snapshot["players"][0]
    player["goods"] = dict.fromkeys(base.GOODS, 0)
    player |= {"colonists": [], "home": {"land": 3, "sea": 3}}
    assert oracle.legal(follow(snapshot, "play Diplomat")) == ["copy 4", "done"]


# --- Team play


def test_both_partners_execute_a_card() -> None:
    snapshot = team_game()
    first = follow(snapshot, "play Prefect")
    assert first["act"]["queue"] == [[2, "Prefect"]]
    second = follow(first, "collect")
    assert (second["seat"], second["phase"], second["act"]["queue"]) == (2, "prefect", [])
    after = follow(second, "collect")
    assert (after["seat"], after["turn"], after["turns"]) == (1, 1, 2)


def test_the_partner_takes_the_other_half() -> None:
    snapshot = team_game()
    give(snapshot, 0, "venus-ii-architect-mercator-team")
    building = follow(snapshot, "play Architect/Mercator:Architect")
    assert building["act"]["queue"] == [[2, "Mercator5"]]
    trading = follow(building, "done")
    assert (trading["seat"], trading["phase"]) == (2, "trade")
    assert trading["players"][2]["money"] == 5 + 5


def test_a_copied_choice_card_serves_both_by_halves() -> None:
    snapshot = team_game() | {"turn": 2, "seat": 2, "turns": 3}
    lay(snapshot, 1, "venus-ii-architect-mercator-team")
    lay(snapshot, 0, "venus-start-mercator")
    copying = follow(snapshot, "play Diplomat")
    assert oracle.legal(copying) == ["copy 1:Architect", "copy 1:Mercator5", "done"]
    trading = follow(copying, "copy 1:Mercator5")
    assert trading["act"]["queue"] == [[0, "Architect"]]
    assert trading["copied"] == [[1], []]
    declined = follow(copying, "done")
    assert (declined["seat"], declined["copied"]) == (3, [[], []])


def test_a_card_is_copied_once_by_a_team_while_it_lies_on_top() -> None:
    """Also idle and equal roles are offered; a card played or taken up frees its owner (R20)."""
    snapshot = team_game(players=6) | {"turn": 3, "seat": 3, "turns": 4}
    for seat in (1, 2, 4, 5):
        lay(snapshot, seat, "venus-start-legatus")
    lay(snapshot, 2, "venus-i-farmer")
    snapshot["copied"] = [[1, 4], [], []]
    assert oracle.legal(follow(snapshot, "play Diplomat")) == ["copy 2", "copy 5", "done"]
    opponent = snapshot | {"turn": 4, "seat": 4}
    covered = follow(opponent, "play Mercator3")
    assert covered["copied"] == [[1], [], []]
    recruiting = follow(opponent, "play Tribune")
    assert recruiting["copied"] == [[1], [], []]
    partner = follow(recruiting, "done")  # seat 1 takes up its own pile
    assert (partner["seat"], partner["copied"]) == (1, [[], [], []])


def test_the_partner_pays_what_the_own_purse_lacks() -> None:
    snapshot = team_game()
    snapshot["players"][0]["money"], snapshot["players"][2]["money"] = 1, 20
    trading = follow(snapshot, "play Mercator3")
    assert "buy cloth 2" in oracle.legal(trading)
    bought = follow(trading, "buy cloth 1")
    assert [bought["players"][seat]["money"] for seat in (0, 2)] == [0, 17]
    assert "buy brick 1" in oracle.legal(bought)
    # Nothing is sold after a purchase (R26).
    assert not [action for action in oracle.legal(bought) if action.startswith("sell")]


def test_a_house_is_paid_by_both_purses() -> None:
    snapshot = team_game("crete")
    snapshot["players"][0] |= {"money": 0, "colonists": ["land@Knossos", "sea@sea:Biennos-Gaudos"]}
    snapshot["players"][2]["money"] = 30
    snapshot["players"][0]["goods"] = dict.fromkeys(base.GOODS, 1)
    _, price = base.house_price(snapshot, "Gaudos")
    built = follow(snapshot, "play Architect", "done", "build Gaudos")
    assert [built["players"][seat]["money"] for seat in (0, 2)] == [0, 30 - price]


def test_a_proconsul_lets_the_partner_play_alone() -> None:
    snapshot = team_game()
    give(snapshot, 0, "venus-ii-proconsul")
    give(snapshot, 2, "venus-iii-proconsul", "venus-i-prefect-architect-team")
    lay(snapshot, 1, "venus-start-legatus")
    lay(snapshot, 3, "venus-iv-proconsul")
    snapshot["players"][0]["goods"] = dict.fromkeys(base.GOODS, 2) | {"brick": 0, "food": 0}
    card = snapshot["display"][6]
    snapshot["players"][0]["goods"] |= dict.fromkeys(base.CARDS[card]["cost"], 1)
    purchase = follow(snapshot, "play Proconsul")
    assert purchase["act"]["queue"] == [[2, "own"]]
    answer = follow(purchase, "purchase 7")  # no surcharge
    assert card in answer["players"][0]["hand"]
    assert (answer["seat"], answer["phase"], answer["display"][6]) == (2, "play", None)
    assert answer["act"] == base.neutral_act() | {"answer": "proconsul"}
    assert "play Legatus" not in oracle.legal(answer)
    alone = follow(answer, "play Prefect/Architect:Prefect")
    assert (alone["act"]["answer"], alone["act"]["queue"]) == ("proconsul", [])
    end, events = oracle.apply(alone, "collect")
    assert (end["seat"], end["turns"], events) == (1, 2, [f"draw {snapshot['deck'][0]}"])
    # The Diplomat finds no Legatus, and a Proconsul is a purchase only.
    copying = follow(answer, "play Diplomat")
    assert oracle.legal(copying) == ["copy 3", "done"]
    assert follow(copying, "copy 3")["act"]["queue"] == []
    assert follow(answer, "play Proconsul")["act"]["queue"] == []
    assert follow(answer, "play Proconsul", "done")["turn"] == 1


def test_a_legatus_lets_the_partner_begin() -> None:
    snapshot = team_game()
    give(snapshot, 2, "venus-i-prefect-architect-team")
    asking = follow(snapshot, "play Legatus")
    assert asking["act"] == base.neutral_act() | {"role": "Legatus", "legatus": True}
    assert set(oracle.legal(asking)) == {
        f"suggest {kind}"
        for kind in ("Tribune", "Diplomat", "Mercator3", "Prefect", "Praetor", "Prefect/Architect")
    }
    answer = follow(asking, "suggest Prefect/Architect")
    request = {"answer": "legatus", "suggested": "Prefect/Architect", "legatus": True}
    assert answer["act"] == base.neutral_act() | request
    assert (answer["seat"], answer["turn"]) == (2, 0)
    assert "play Legatus" not in oracle.legal(answer)
    assert "play Prefect/Architect:Architect" in oracle.legal(answer)
    recruiting = follow(answer, "play Tribune")  # not bound by the suggestion
    assert recruiting["act"]["queue"] == [[0, "Tribune"]]
    assert recruiting["act"]["suggested"] is recruiting["act"]["answer"] is None
    assert recruiting["act"]["legatus"]
    partner = follow(recruiting, "done")
    assert (partner["seat"], partner["phase"]) == (0, "recruit")
    assert partner["players"][0]["pile"] == []  # the Legatus too is taken up


def test_a_legatus_answered_by_a_proconsul_returns_to_the_first_seat() -> None:
    snapshot = team_game()
    give(snapshot, 2, "venus-ii-proconsul")
    lay(snapshot, 1, "venus-start-legatus")
    snapshot["players"][2]["goods"] = dict.fromkeys(base.GOODS, 1)
    answer = follow(snapshot, "play Legatus", "suggest Tribune")
    # A Legatus is executed once in a turn, so it cannot be copied either.
    assert follow(answer, "play Diplomat")["seat"] == 1
    purchase = follow(answer, "play Proconsul")
    assert purchase["act"]["queue"] == [[0, "own"]]
    alone = follow(purchase, "done")
    assert (alone["seat"], alone["phase"]) == (0, "play")
    assert alone["act"] == base.neutral_act() | {"answer": "proconsul", "legatus": True}


def test_a_diplomat_copies_a_legatus() -> None:
    snapshot = team_game() | {"turn": 2, "seat": 2, "turns": 3}
    lay(snapshot, 3, "venus-start-legatus")
    asking = follow(snapshot, "play Diplomat", "copy 3")
    assert (asking["seat"], asking["phase"], asking["act"]["role"]) == (2, "suggest", "Legatus")
    assert asking["copied"] == [[3], []]
    assert follow(asking, "suggest Architect")["seat"] == 0


def test_a_proconsul_is_not_bought_by_a_proconsul() -> None:
    snapshot = team_game()
    give(snapshot, 0, "venus-ii-proconsul")
    offer(snapshot, "venus-iv-proconsul", "venus-i-farmer")
    snapshot["players"][0]["goods"] = dict.fromkeys(base.GOODS, 1)
    assert oracle.legal(follow(snapshot, "play Proconsul")) == ["purchase 2", "done"]


def test_a_praetor_buys_one_card_with_the_surcharge() -> None:
    snapshot = team_game()
    offer(snapshot, "venus-iv-proconsul", "venus-i-farmer")
    snapshot["players"][0]["goods"] = dict.fromkeys(base.GOODS, 1)
    buying = follow(snapshot, "play Praetor")
    farmer = [f"purchase 2 {good}" for good in ("tool", "wine", "cloth")]
    assert oracle.legal(buying) == ["purchase 1", *farmer, "done"]
    assert follow(buying, "purchase 1")["seat"] == 2


def test_the_last_card_ends_a_team_game_after_a_turn_of_each_other_team() -> None:
    snapshot = team_game(players=6) | {"turn": 4, "seat": 4, "turns": 5}
    offer(snapshot, "venus-i-farmer")
    snapshot["players"][4]["goods"] = dict.fromkeys(base.GOODS, 1)
    bought = follow(snapshot, "play Praetor", "purchase 1")
    assert (bought["concordia"], bought["turns_left"]) == (4, 1)  # the partner had nothing to buy
    assert bought["turn"] == 5
    rng = random.Random(0)
    for _, after in random_game(bought, rng):
        assert after["turn"] in (5, 0)
    assert (after["turn"], after["turns"], after["act"]) == (0, 7, base.neutral_act())
    assert oracle.team_scores(after)[1]["Concordia"] == 7


def test_the_partner_still_acts_after_the_last_house() -> None:
    snapshot = team_game("crete")
    player = snapshot["players"][0]
    player |= {"houses_left": 1, "colonists": ["land@Knossos", "sea@sea:Biennos-Gaudos"]}
    player["goods"] = dict.fromkeys(base.GOODS, 1)
    built = follow(snapshot, "play Architect", "done", "build Gaudos")
    assert (built["concordia"], built["turns_left"]) == (0, 1)
    assert (built["turn"], built["seat"], built["phase"]) == (0, 2, "pick")


# --- Scoring


def two_provinces(snapshot: Snapshot) -> list[list[str]]:
    """The cities of the first two provinces that have at least two."""
    cities: dict[str, list[str]] = {}
    for city, province in base.board_of(snapshot).province.items():
        cities.setdefault(province, []).append(city)
    return [group for group in cities.values() if len(group) >= 2][:2]


def test_venus_scores_provinces_with_two_own_houses() -> None:
    snapshot = own_game()
    (first, second), (third, *_) = (group[:2] for group in two_provinces(snapshot))
    snapshot["houses"] = {first: [0, 1], second: [0], third: [0, 1]}
    give(snapshot, 0, "venus-i-prefect-architect-ind")
    points = oracle.scores(snapshot)
    assert [points[seat]["Venus"] for seat in range(3)] == [2 * 2, 0, 0]  # with the Magister


def test_venus_scores_provinces_that_both_partners_share() -> None:
    snapshot = team_game()
    (first, second), (third, fourth) = (group[:2] for group in two_provinces(snapshot))
    snapshot["houses"] = {first: [0], second: [2], third: [0, 1], fourth: [0, 3]}
    points = oracle.scores(snapshot)
    assert [points[seat]["Venus"] for seat in range(4)] == [1, 1, 1, 1]  # the Legatus
    goods = snapshot["goods"]
    outside = sum(goods[city] != "brick" for city in (first, third, fourth))
    assert points[0]["Jupiter"] == 2 * outside  # Architect and Legatus
    assert points[0]["Saturnus"] == 2 * 2  # Prefect and Legatus
    assert oracle.team_scores(snapshot)[0]["Venus"] == 2


@pytest.mark.parametrize(("magnus", "order"), [(0, [0, 2, 1]), (4, [1, 0, 2]), (2, [2, 1, 0])])
def test_a_tie_of_teams_goes_to_whom_the_magnus_reaches_first(
    magnus: int, order: list[int]
) -> None:
    snapshot = team_game(players=6) | {"magnus": magnus}
    for player in snapshot["players"]:
        player["money"] = 5
        player["hand"] = [card for card in player["hand"] if base.CARDS[card]["name"] == "Tribune"]
    assert len({points["total"] for points in oracle.team_scores(snapshot).values()}) == 1
    assert oracle.ranking(snapshot) == order
