"""The worked examples of Comuni's rulebook, each as a test in the notation.

They follow the order of the rulebook, so that both can be read side by side; rules with figures
but without an example of their own are among them. What the text does not say is chosen so that
it fits; a comment marks the choice.
"""

from __future__ import annotations

import pytest

from comuni_env import comuni_v0
from env_core.game import Game
from tests.comuni.positions import COMUNI, KINDS, Position, perform, player, stock

THREE = ("Lucca", "Firenze", "Milano")  # those of the rulebook's example of outbidding


def bids_on(game: Game, column: int) -> list[int]:
    """The gold that can be bid on a column."""
    actions = [action.split() for action in game.legal()]
    return [int(action[2]) for action in actions if action[:2] == ["bid", str(column)]]


def idle_turn(game: Game) -> None:
    """Take income, all of it gold where there is a choice, and do nothing else."""
    seat = game.snapshot()["active"]
    game.apply("income")
    while game.snapshot()["active"] == seat and game.phase in ("take", "build", "restore"):
        game.apply({"take": "take gold", "build": "done", "restore": "restore 0"}[game.phase])


# --- Set-up


@pytest.mark.parametrize(("players", "columns"), [(2, 4), (4, 6), (5, 7)])
def test_columns_in_use(players: int, columns: int) -> None:
    """Four players leave the rightmost column free, two players the three rightmost."""
    assert len(comuni_v0.game(num_players=players, seed=1).snapshot()["columns"]) == columns


@pytest.mark.parametrize(
    ("players", "marker"),
    [(2, (10, 11, 11, 12)), (3, (13, 14, 14, 14)), (4, (17, 16, 16, 16)), (5, (18, 18, 19, 19))],
)
def test_start_fields_of_the_invasion_marker(players: int, marker: tuple[int, ...]) -> None:
    """The table of the marker is the number of cards left in each deck."""
    decks = comuni_v0.game(num_players=players, seed=1).snapshot()["decks"]
    assert tuple(len(decks[name]) for name in "ABCD") == marker


def test_lowest_number_begins_as_alliance_leader() -> None:
    """Seats are in the order of their numbers; the figure goes to the left with the turn."""
    game = comuni_v0.game(num_players=3, seed=1)
    snapshot = game.snapshot()
    assert snapshot["seats"] == sorted(snapshot["seats"], key=lambda seat: seat["comune"])
    assert (snapshot["active"], snapshot["leader"]) == (0, 0)
    idle_turn(game)
    assert (game.snapshot()["active"], game.snapshot()["leader"]) == (1, 1)


# --- Bids


def outbidding() -> Position:
    """Firenze stands in column 1 with 1 gold, Milano in column 4 with nothing; Lucca is to bid."""
    # Not in the text: stocks beyond the gold and pilgrims that are named.
    position = Position(*THREE).stones(0, gold=3).stones(1, gold=1, pilgrims=1)
    return position.envoy(1, 1, gold=1).envoy(2, 4, gold=0)


def test_outbid_chain_of_lucca_firenze_and_milano() -> None:
    """Lucca outbids Firenze, who moves on for a pilgrim and outbids Milano, who has none."""
    game = outbidding().game()
    assert bids_on(game, 1) == [2, 3]  # at least one more than Firenze
    game.apply("bid 1 2")
    assert (game.seat, game.phase) == (1, "relocate")
    assert game.snapshot()["columns"][0] | {"envoy": 0, "gold": 2} == game.snapshot()["columns"][0]
    columns = {f"relocate {number}" for number in (2, 3, 4, 5)}  # not below Lucca
    assert set(game.legal()) == columns | {"withdraw"}

    game.apply("relocate 4")
    assert player(game, 1)["stones"] == stock(gold=1)
    column = game.snapshot()["columns"][3]
    assert (column["envoy"], column["gold"]) == (1, 1)  # the bid is the same
    # Milano cannot pay a pilgrim: its envoy goes back without a question.
    assert player(game, 2)["envoys"] == 3
    assert (game.seat, game.phase) == (1, "project")


def test_outbid_player_may_withdraw() -> None:
    """The alternative to moving on: envoy and gold return to the stock."""
    game = outbidding().game()
    perform(game, "bid 1 2", "withdraw")
    assert player(game, 1)["stones"] == stock(gold=2, pilgrims=1)
    assert player(game, 1)["envoys"] == 3
    assert game.snapshot()["columns"][3]["envoy"] == 2


def test_chain_reaches_a_third_player_with_a_pilgrim() -> None:
    """Whoever is pushed out has the same choice: Milano moves on as well."""
    game = outbidding().stones(2, pilgrims=1).game()
    perform(game, "bid 1 2", "relocate 4")
    assert (game.seat, game.phase) == (2, "relocate")
    assert set(game.legal()) == {"relocate 2", "relocate 3", "relocate 5", "withdraw"}
    game.apply("relocate 2")
    assert game.snapshot()["columns"][1]["envoy"] == 2
    assert player(game, 2)["stones"] == stock()


def test_bid_without_gold() -> None:
    """A bid of 0 gold is one."""
    game = Position(*THREE).game()
    assert bids_on(game, 1) == [0]
    game.apply("bid 1 0")
    assert game.snapshot()["columns"][0]["envoy"] == 0


def test_two_pilgrims_for_a_gold() -> None:
    """Pilgrims stand in for the gold that is missing."""
    game = Position(*THREE).stones(0, gold=1, pilgrims=5).game()
    assert bids_on(game, 1) == [0, 1, 2, 3]
    game.apply("bid 1 2")
    assert player(game)["stones"] == stock(pilgrims=3)


def test_three_envoys_out_must_claim() -> None:
    """Neither a bid nor income: the projects have to be claimed, and nothing else is asked."""
    position = Position(*THREE).stones(0, gold=9)
    for column in (1, 2, 5):
        position.envoy(0, column, gold=0)
    game = position.game()
    assert len(player(game)["hand"]) == 3 + 3 + 2
    assert player(game)["envoys"] == 3
    assert game.phase == "build"


# --- Claiming


def test_claim_takes_all_cards_of_all_own_columns() -> None:
    """Cards to the hand, envoys to the stock, gold to the supply."""
    game = Position(*THREE).stones(0, gold=1).envoy(0, 1, gold=3).envoy(0, 5, gold=0).game()
    before = game.snapshot()
    game.apply("claim")
    first, fifth = (before["columns"][number]["cards"] for number in (0, 4))
    assert player(game)["hand"] == sorted(first + fifth)
    assert player(game)["envoys"] == 3
    assert player(game)["stones"] == stock(gold=1)
    assert game.snapshot()["supply"]["gold"] == before["supply"]["gold"] + 3


def test_single_card_columns_add_a_stone_of_choice() -> None:
    """One stone for each of the two columns with one card."""
    game = Position(*THREE).envoy(0, 3, gold=0).envoy(0, 4, gold=0).game()
    game.apply("claim")
    assert set(game.legal()) == {f"take {stone}" for stone in stock()}
    perform(game, "take armies", "take craftsmen")
    assert player(game)["stones"] == stock(armies=1, craftsmen=1)
    assert game.phase == "build"


# --- Income


def bologna_income() -> Position:
    """Bologna (gold and a stone of choice) with two economic buildings and a military one."""
    position = Position("Bologna", "Milano", deck="C").buildings(0, economy=[4, 2], military=[3])
    position.guild_master("economy", 0).guild_master("military", 0)
    return position.activated(0, "economy")


def test_income_adds_base_yield_buildings_and_guild_masters() -> None:
    """The tallest building of an activated kind yields its height, four storeys four stones."""
    game = bologna_income().game()
    perform(game, "income", "take pilgrims")
    # Base 1 + 4 storeys + Treasurer; the Captain needs no activation, the building does.
    assert player(game)["stones"] == stock(gold=6, armies=1, pilgrims=1)
    assert not any(player(game)["activated"].values())


def test_building_yields_only_once_activated_again() -> None:
    """After income all cards are turned over: the next one lacks the buildings."""
    game = bologna_income().game()
    idle_turn(game)
    idle_turn(game)
    before = player(game)["stones"]
    perform(game, "income", "take pilgrims")
    gained = {stone: number - before[stone] for stone, number in player(game)["stones"].items()}
    assert gained == stock(gold=1 + 1, armies=1, pilgrims=1)


def test_income_is_lost_as_far_as_the_supply_is_short() -> None:
    """Bologna is due 6 gold, but only 2 are left."""
    game = bologna_income().supply("gold", 2, rest_to=1).game()
    game.apply("income")
    assert set(game.legal()) == {"take armies", "take pilgrims", "take craftsmen"}
    game.apply("take armies")
    assert player(game)["stones"] == stock(gold=2, armies=1 + 1)


@pytest.mark.parametrize(
    ("kind", "stone"),
    [
        ("economy", "gold"),
        ("military", "armies"),
        ("culture", "craftsmen"),
        ("religion", "pilgrims"),
    ],
)
def test_what_kinds_and_guild_masters_yield(kind: str, stone: str) -> None:
    """Every kind of building has its stone, and its guild master one more of the same."""
    # Milano has no fixed base yield.
    position = Position("Lucca", "Milano", deck="B").buildings(1, **{kind: [2]})
    game = position.activated(1, kind).guild_master(kind, 1).turn(1).game()
    game.apply("income")
    assert player(game, 1)["stones"] == stock(**{stone: 2 + 1})


# --- Refilling


def test_refill_begins_at_the_left() -> None:
    """Two columns were claimed: the left one gets the next cards."""
    game = Position(*THREE).envoy(0, 2, gold=0).envoy(0, 5, gold=0).game()
    deck = game.snapshot()["decks"]["A"]
    game.apply("claim")
    columns = game.snapshot()["columns"]
    assert columns[1]["cards"] == sorted(deck[:3])
    assert columns[4]["cards"] == sorted(deck[3:5])
    assert game.snapshot()["decks"]["A"] == deck[5:]


def test_last_card_of_a_deck_interrupts_for_an_invasion() -> None:
    """Then the refill goes on with the next deck, and the turn with building."""
    # Each seat has an army, or the invasion would pass without a question.
    position = Position(*THREE).left(1).envoy(0, 1, gold=0)
    for seat in range(3):
        position.stones(seat, armies=1)
    game = position.game()
    last, following = game.snapshot()["decks"]["A"], game.snapshot()["decks"]["B"]
    game.apply("claim")
    assert (game.seat, game.phase) == (0, "alliance")
    assert game.snapshot()["columns"][0]["cards"] == last
    assert game.snapshot()["decks"]["B"] == following

    # Whoever keeps the army out of the alliance is asked about the city.
    perform(game, "alliance 1", "alliance 1", "alliance 0", "city 0")
    assert game.snapshot()["invasions"] == 1
    assert game.snapshot()["columns"][0]["cards"] == sorted(last + following[:2])
    assert game.snapshot()["decks"]["B"] == following[2:]
    assert (game.seat, game.phase) == (0, "build")


# --- Building


def builder(*hand: str, craftsmen: int = 0) -> Position:
    """Seat 0 of five is about to build; decks A to C are spent."""
    return Position(*COMUNI, deck="D").hand(0, *hand).stones(0, craftsmen=craftsmen).building(0)


def test_special_card_serves_its_own_kind() -> None:
    """A yellow card is for economic buildings, and like any card for walls."""
    game = builder("E1").game()
    game.apply("card E1")
    assert set(game.legal()) == {"new economy", "wall new"}


def test_general_card_serves_the_kinds_it_shows() -> None:
    """Two symbols, two kinds; the kind is named when the card is played."""
    game = builder("EM2").game()
    game.apply("card EM2")
    assert set(game.legal()) == {"new economy", "new military", "wall new"}
    game.apply("new military")
    assert player(game)["buildings"] == {kind: [] for kind in KINDS} | {"military": [1]}
    assert player(game)["activated"] == dict.fromkeys(KINDS, False) | {"military": True}


def test_build_action_is_a_building_and_a_wall() -> None:
    """One of each is free; for a third card a craftsman is missing."""
    game = builder("E1", "M1", "R1").game()
    perform(game, "card E1", "new economy", "card M1")  # only a wall is free, so it is not asked
    assert player(game)["buildings"]["economy"] == [1]
    assert player(game)["walls"] == [1]
    assert player(game)["hand"] == ["R1"]
    assert (game.seat, game.phase) == (1, "project")


def test_craftsman_pays_for_another_complete_build_action() -> None:
    """Two buildings and two wall sections for one craftsman."""
    game = builder("C1", "E1", "M1", "R1", craftsmen=1).game()
    perform(game, "card E1", "new economy", "card M1", "new military")
    assert player(game)["stones"] == stock()
    perform(game, "card C1", "card R1")  # only walls are free
    assert player(game)["walls"] == [1, 1]
    assert player(game)["points"] == 2


def test_points_of_storeys() -> None:
    """A new building is 1 point, its second storey 2 more."""
    game = builder("E1", "E2", craftsmen=1).game()
    perform(game, "card E1", "new economy")
    assert player(game)["points"] == 1
    perform(game, "card E2", "raise economy 1")
    assert player(game)["points"] == 1 + 2
    assert player(game)["buildings"]["economy"] == [2]


def upgrade(face: str, craftsmen: int = 0) -> Game:
    """Seat 0 owns an economic building of two storeys and holds one card."""
    position = builder(face, craftsmen=craftsmen).buildings(0, economy=[2])
    return position.guild_master("economy", 0).game()


def test_upgrade_with_a_higher_level() -> None:
    """Upgrade, first example: a card of level 4 makes the third storey at no cost."""
    game = upgrade("E4")
    perform(game, "card E4", "raise economy 2")
    assert player(game)["buildings"]["economy"] == [3]
    assert player(game)["points"] == 3 + 3


def test_upgrade_with_a_craftsman() -> None:
    """Upgrade, second example: level 2 is too low, a craftsman raises it to 3."""
    game = upgrade("E2")
    game.apply("card E2")
    assert set(game.legal()) == {"new economy", "wall new"}

    game = upgrade("E2", craftsmen=1)
    perform(game, "card E2", "raise economy 2")
    assert player(game)["buildings"]["economy"] == [3]
    assert player(game)["stones"] == stock()


def test_upgrade_with_a_general_card() -> None:
    """Upgrade, third example: a general card of level 3 fits any kind at no cost."""
    game = upgrade("EMCR3")
    game.apply("card EMCR3")
    assert {f"new {kind}" for kind in KINDS} < set(game.legal())
    game.apply("raise economy 2")
    assert player(game)["buildings"]["economy"] == [3]


def test_two_pilgrims_for_a_craftsman() -> None:
    """Pilgrims stand in for any stone, here for the craftsman of the second example."""
    position = builder("E2").buildings(0, economy=[2]).guild_master("economy", 0)
    game = position.stones(0, pilgrims=3).game()
    perform(game, "card E2", "raise economy 2")
    assert player(game)["stones"] == stock(pilgrims=1)


def test_four_storeys_are_the_most() -> None:
    """Neither a building nor a wall section grows beyond four."""
    position = builder("E4").buildings(0, economy=[4]).guild_master("economy", 0)
    game = position.bonus_walls(10, owner=0).game()
    game.apply("card E4")
    assert set(game.legal()) == {"new economy", "wall new", "wall raise 1"}


def test_hand_limit_after_building() -> None:
    """Two cards may be kept, the surplus is discarded by choice."""
    game = builder("C1", "E1", "M1", "R1").game()
    perform(game, "done", "discard C1", "discard M1")
    assert player(game)["hand"] == ["E1", "R1"]
    assert (game.seat, game.phase) == (1, "project")


# --- Walls


def test_walls_follow_the_rules_of_building() -> None:
    """A third level with a card of level 2 needs a craftsman; walls bring no points."""
    game = builder("R2", craftsmen=1).walls(0, 2).game()
    game.apply("card R2")
    assert set(game.legal()) == {"new religion", "wall new", "wall raise 2"}
    game.apply("wall raise 2")
    assert player(game)["walls"] == [3]
    assert player(game)["stones"] == stock()
    assert player(game)["points"] == 0


def test_section_of_four_brings_a_bonus_wall() -> None:
    """The fourth level adds a section of one level at once, which can be raised as usual."""
    game = builder("C4", "R2", craftsmen=1).walls(0, 3).game()
    perform(game, "card C4", "wall raise 3")
    assert player(game)["walls"] == [4, 1]
    assert game.snapshot()["bonus_walls"] == 10
    perform(game, "card R2", "wall raise 1")
    assert player(game)["walls"] == [4, 2]


def test_sections_need_not_be_complete() -> None:
    """A new section may be begun beside an unfinished one."""
    game = builder("C1").walls(0, 2).game()
    perform(game, "card C1", "wall new")
    assert player(game)["walls"] == [2, 1]


# --- Guild masters


def test_first_building_of_two_storeys_brings_the_guild_master() -> None:
    """A building of one storey is not enough."""
    game = builder("E1", "E2", craftsmen=1).game()
    perform(game, "card E1", "new economy", "card E2", "raise economy 1")
    assert game.snapshot()["guild_masters"]["economy"] == 0

    game = builder("E1").game()
    perform(game, "card E1", "new economy")
    assert game.snapshot()["guild_masters"]["economy"] is None


@pytest.mark.parametrize(("before", "holder"), [([1], 1), ([1, 1], 0)])
def test_guild_master_goes_to_more_points_in_the_kind(before: list[int], holder: int) -> None:
    """The holder's building of two storeys is 3 points: as many do not suffice, 3 + 1 do."""
    position = builder("E2").buildings(0, economy=before).buildings(1, economy=[2])
    game = position.guild_master("economy", 1).game()
    perform(game, "card E2", "raise economy 1")
    assert game.snapshot()["guild_masters"]["economy"] == holder


def test_several_guild_masters_can_be_collected() -> None:
    position = builder("E2", "M2", craftsmen=1).buildings(0, economy=[1], military=[1])
    game = position.game()
    perform(game, "card E2", "raise economy 1", "card M2", "raise military 1")
    masters = game.snapshot()["guild_masters"]
    assert masters == {"economy": 0, "military": 0, "culture": None, "religion": None}


# --- Loot


@pytest.mark.parametrize(("tiles", "pilgrims"), [(0, 0), (1, 1), (2, 3)])
def test_pilgrims_remove_loot(tiles: int, pilgrims: int) -> None:
    """One pilgrim removes one tile, three remove two."""
    game = Position(*THREE).loot(0, 3).stones(0, pilgrims=4).restoring(0).game()
    assert set(game.legal()) == {"restore 0", "restore 1", "restore 2"}
    game.apply(f"restore {tiles}")
    assert player(game)["loot"] == 3 - tiles
    assert player(game)["stones"] == stock(pilgrims=4 - pilgrims)
    assert (game.seat, game.phase) == (1, "project")


# --- Invasions


def loot_of(game: Game) -> list[int]:
    return [seat["loot"] for seat in game.snapshot()["seats"]]


def heroes_of(game: Game) -> list[list[int]]:
    return [seat["heroes"] for seat in game.snapshot()["seats"]]


@pytest.mark.parametrize(("deck", "strength"), [("A", 4), ("B", 8), ("C", 12), ("D", 16)])
def test_strength_of_the_invaders(deck: str, strength: int) -> None:
    """Without any defence the loot is the strength; the leader has one point of his own."""
    game = Position(*THREE, deck=deck).invasion(active=2).game()
    assert loot_of(game) == [strength, strength, strength - 1]
    assert game.snapshot()["last_invasion"]["invasion"] == "ABCD".index(deck)


def test_more_points_attract_more_invaders() -> None:
    """The last player faces Venezia's base strength of 4, others as many more as they lead by."""
    # 1, 4 and 3 points on the track.
    position = Position(*THREE).buildings(0, economy=[1]).buildings(1, culture=[2, 1])
    position.guild_master("culture", 1).buildings(2, religion=[1, 1, 1])
    game = position.invasion(active=0).game()
    assert loot_of(game) == [4 - 1, 4 + 3, 4 + 2]  # the first one leads the alliance
    assert [seat["points"] for seat in game.snapshot()["seats"]] == [1, 4, 3]  # as before


def firenze_against_the_pope(walls: list[int], **stones: int) -> Game:
    """Nobody else has anything to defend with; Firenze faces a strength of 12."""
    position = Position(*THREE, deck="C").walls(1, *walls).stones(1, **stones)
    return position.invasion(active=0).game()


@pytest.mark.parametrize(("armies", "worth"), [(0, 0), (1, 4), (2, 4 + 3), (3, 9)])
def test_wall_of_three_levels_with_three_armies_is_worth_nine(armies: int, worth: int) -> None:
    """Each army counts one and its level, the highest first; a wall without armies is worth 0."""
    game = firenze_against_the_pope([3], armies=3)
    game.apply("alliance 0")
    assert set(game.legal()) == {f"city {number}" for number in range(4)}
    game.apply(f"city {armies}")
    assert loot_of(game)[1] == 12 - worth
    assert player(game, 1)["stones"] == stock(armies=3 - armies)  # the others are kept


def test_armies_beyond_the_wall_cards_count_one() -> None:
    """One wall card and three armies: 2 + 1 + 1."""
    game = firenze_against_the_pope([1], armies=3)
    perform(game, "alliance 0", "city 3")
    assert loot_of(game)[1] == 12 - 4


def test_gold_and_pilgrims_among_the_armies() -> None:
    """Two gold or two pilgrims in the hand count as an army."""
    game = firenze_against_the_pope([], gold=3, pilgrims=2, armies=1)
    assert "alliance 3" in game.legal()
    perform(game, "alliance 0", "city 2")
    assert set(game.legal()) == {"pairs 0", "pairs 1"}
    game.apply("pairs 1")
    assert player(game, 1)["stones"] == stock(gold=3)
    assert loot_of(game)[1] == 12 - 2


def test_alliance_defends_everybody() -> None:
    """Armies of the alliance weaken the attack on all, also on who sent none."""
    game = Position(*THREE).stones(1, armies=3).invasion(active=0).game()
    game.apply("alliance 3")
    assert loot_of(game) == [0, 1, 1]
    assert player(game, 1)["stones"] == stock()


def test_defence_equal_to_the_attack_holds() -> None:
    """An alliance of 2 and a manned wall card together stop Venezia's 4."""
    position = Position(*THREE).stones(1, armies=3).walls(1, 1)
    game = position.invasion(active=0).game()
    perform(game, "alliance 2", "city 1")
    assert loot_of(game) == [1, 0, 2]


# --- Heroes


def alliance_against_venezia(*armies: int) -> Game:
    """Every seat sends all its armies; the first two have 3 points, the third has 1."""
    position = Position(*THREE, deck="A")
    position.buildings(0, economy=[2]).buildings(1, culture=[2]).buildings(2, religion=[1])
    position.guild_master("economy", 0).guild_master("culture", 1)
    for seat, number in enumerate(armies):
        position.stones(seat, armies=number)
    game = position.invasion(active=0).game()
    for number in armies:
        if number:
            game.apply(f"alliance {number}")
    return game


@pytest.mark.parametrize(
    ("armies", "heroes"),
    [
        ((1, 3, 2), [[], [2], [1]]),  # most and second most
        ((2, 0, 2), [[1], [], [2]]),  # a tie goes to fewer points
        ((2, 2, 0), [[2], [1], []]),  # then to the lower number
        ((2, 2, 2), [[1], [], [2]]),
        ((0, 0, 1), [[], [], [2]]),  # the only one: the other tile is not given
        ((0, 0, 0), [[], [], []]),  # nobody
    ],
)
def test_heroes_of_the_alliance(armies: tuple[int, ...], heroes: list[list[int]]) -> None:
    """The better tile for the most armies, the other for the second most."""
    game = alliance_against_venezia(*armies)
    assert heroes_of(game) == heroes
    assert [seat["points"] for seat in game.snapshot()["seats"]] == [3, 3, 1]


# --- The Emperor


def test_everybody_has_a_last_turn_before_the_emperor() -> None:
    """The turn is finished, the figure stays, all have one more turn, the trigger seat last."""
    position = Position(*THREE, deck="D").left(1).envoy(1, 1, gold=0).stones(1, armies=1)
    game = position.turn(1).game()
    claimed = game.snapshot()["columns"][0]["cards"]
    game.apply("claim")
    assert (game.seat, game.phase) == (1, "build")  # no invasion yet
    assert len(game.snapshot()["columns"][0]["cards"]) == 1
    perform(game, "done", f"discard {claimed[0]}")

    for seat in (2, 0, 1):
        assert (game.seat, game.phase) == (seat, "project")
        assert game.snapshot()["leader"] == 1
        idle_turn(game)
    assert (game.seat, game.phase) == (1, "alliance")
    assert len(game.snapshot()["columns"][0]["cards"]) == 1  # nothing to refill with

    while not game.over:
        game.apply({"alliance": "alliance 0", "city": "city 0", "exchange": "done"}[game.phase])
    # Pilgrims cannot repair anything any more.
    assert loot_of(game) == [16, 15, 16]


# --- Final scoring


def test_final_scoring() -> None:
    """Guild masters 3 each, majorities 2 or 1, heroes, loot and the set of buildings."""
    position = Position(*THREE, deck="D")
    position.buildings(0, economy=[2], military=[2], culture=[2], religion=[3])
    for kind in KINDS:
        position.guild_master(kind, 0)
    position.buildings(1, economy=[1]).heroes(0, 2, 3).loot(0, 1)
    position.stones(0, gold=3).stones(1, gold=3, pilgrims=1).stones(2, craftsmen=2)
    game = position.invasion(active=0).game()
    for seat in (0, 1):
        assert game.seat == seat
        perform(game, "alliance 0", "city 0", "done")
    scores = game.scores()
    assert scores[0] == {
        "track": 3 + 3 + 3 + 6,
        "guild_masters": 4 * 3,
        "majorities": 1,  # gold is tied
        "heroes": 2 + 3,
        "loot": -(1 + 16 + 15 - 1),
        "set": 1 + 2,
        "total": 15 + 12 + 1 + 5 - 31 + 3,
    }
    assert scores[1]["majorities"] == 1 + 2  # pilgrims alone
    assert scores[2]["majorities"] == 2  # craftsmen alone; nobody has an army
    assert (scores[1]["set"], scores[2]["set"]) == (0, 0)
    assert game.ranking() == [0, 1, 2]


@pytest.mark.parametrize(("smallest", "bonus"), [(1, 1), (2, 3), (3, 6), (4, 10)])
def test_set_bonus_is_the_value_of_the_smallest_building(smallest: int, bonus: int) -> None:
    """One building of each kind; the others are complete."""
    position = Position("Lucca", "Milano", deck="D")
    position.buildings(0, economy=[4], military=[4], culture=[smallest], religion=[4])
    for kind in KINDS:
        if kind != "culture" or smallest > 1:
            position.guild_master(kind, 0)
    assert position.invasion(active=1).game().scores()[0]["set"] == bonus


def test_tie_goes_to_the_lower_number() -> None:
    """Firenze and Lucca end alike; Milano led the alliance and lost a tile less."""
    game = Position(*THREE, deck="D").invasion(active=2).game()
    assert game.over
    assert [game.scores()[seat]["total"] for seat in range(3)] == [-16, -16, -15]
    assert game.ranking() == [2, 0, 1]
