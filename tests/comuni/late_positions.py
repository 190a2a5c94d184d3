"""Late positions of Comuni that random play from the start hardly reaches.

They are made by hand but keep every piece of the box: a validator has nothing to object to.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from tests.oracle import comuni as oracle

Snapshot = dict[str, Any]


def late_position(flavour: str, players: int, rng: random.Random, info: str = "open") -> Snapshot:
    """A decision of a game that went a certain way."""
    snapshot = oracle.deal(players, rng, info)
    FLAVOURS[flavour](snapshot, rng)
    return oracle.skip_forced(snapshot)


# --- What went on


def short_supplies(snapshot: Snapshot, rng: random.Random) -> None:
    """The stocks hold nearly all stones; exchanges for keeping are open."""
    use_cards(snapshot, rng.randint(10, 20), rng)
    raise_buildings(snapshot, rng)
    fight_invasions(snapshot, rng)
    share_stones(snapshot, {stone: rng.choice([0, 0, 1, 3, 6, 7]) for stone in oracle.STONES}, rng)
    send_envoys(snapshot, rng)
    begin_turn(snapshot, rng)


def rich_last_round(snapshot: Snapshot, rng: random.Random) -> None:
    """Deck D is empty, the Emperor near, and all seats have stones to exchange."""
    use_cards(snapshot, 0, rng)
    raise_buildings(snapshot, rng)
    fight_invasions(snapshot, rng)
    share_stones(snapshot, {stone: rng.randint(0, 12) for stone in oracle.STONES}, rng)
    for column in snapshot["columns"]:
        if rng.random() < 0.5:
            give_up(snapshot, column, rng.randint(0, len(column["cards"])))
    send_envoys(snapshot, rng)
    begin_turn(snapshot, rng)
    enter_last_round(snapshot, rng.randrange(snapshot["players"]))


def full_hand(snapshot: Snapshot, rng: random.Random) -> None:
    """The active seat builds with up to eight cards, and pilgrims if it has no craftsmen."""
    use_cards(snapshot, rng.randint(1, 30), rng)
    raise_buildings(snapshot, rng)
    fight_invasions(snapshot, rng)
    craftsmen = rng.choice([0, 0, 1, 30])
    share_stones(snapshot, dict.fromkeys(oracle.STONES, 20) | {"craftsmen": craftsmen}, rng)
    begin_turn(snapshot, rng)
    begin_building(snapshot, rng)
    if rng.random() < 0.7:
        hand_over(snapshot, "craftsmen")


def high_walls(snapshot: Snapshot, rng: random.Random) -> None:
    """Tall sections everywhere; the bonus walls are gone, or the next ones are the last."""
    use_cards(snapshot, rng.randint(2, 12), rng)
    raise_walls(snapshot, rng.randint(0, 2), rng)
    fight_invasions(snapshot, rng)
    share_stones(snapshot, dict.fromkeys(oracle.STONES, 20), rng)
    begin_turn(snapshot, rng)
    begin_building(snapshot, rng)


def near_invasion(snapshot: Snapshot, rng: random.Random) -> None:
    """One card is left in a deck, the next claim draws it; the seats are unequal and armed."""
    deck = rng.choice(oracle.DECKS)
    later = oracle.DECKS[oracle.DECKS.index(deck) + 1 :]
    use_cards(snapshot, 1 + sum(len(snapshot["decks"][name]) for name in later), rng)
    raise_buildings(snapshot, rng)
    fight_invasions(snapshot, rng)
    share_stones(snapshot, dict.fromkeys(oracle.STONES, 15), rng)
    begin_turn(snapshot, rng)
    send_envoys(snapshot, rng)
    if not any(column["envoy"] == snapshot["seat"] for column in snapshot["columns"]):
        place_envoy(snapshot, snapshot["seat"], rng.choice(snapshot["columns"]), 0)


def crowded_columns(snapshot: Snapshot, rng: random.Random) -> None:
    """Envoys in every column, pilgrims in every stock: outbidding sets off a chain."""
    use_cards(snapshot, rng.randint(30, 40), rng)
    fight_invasions(snapshot, rng)
    share_stones(snapshot, dict.fromkeys(oracle.STONES, 10), rng)
    begin_turn(snapshot, rng)
    columns = snapshot["columns"]
    for gold, column in enumerate(rng.sample(columns, len(columns))):
        # One envoy of each seat stays in stock, so that the active one can bid.
        free = [seat for seat, player in enumerate(snapshot["seats"]) if player["envoys"] > 1]
        place_envoy(snapshot, rng.choice(free), column, gold)


def ties(snapshot: Snapshot, rng: random.Random) -> None:
    """Last turn before the Emperor with equal buildings and stocks in every seat."""
    use_cards(snapshot, 0, rng)
    for player in snapshot["seats"]:
        set_buildings(player, {kind: [2, 1] for kind in oracle.KINDS})
    for number, kind in enumerate(oracle.KINDS):
        snapshot["guild_masters"][kind] = number % snapshot["players"]
    for stone in oracle.STONES:
        each = rng.randint(0, 5)
        for player in snapshot["seats"]:
            oracle.pay(snapshot, player, stone, player["stones"][stone] - each)
    snapshot["invasions"] = 3
    snapshot["last_invasion"] = past_invasion(snapshot, rng)
    begin_turn(snapshot, rng)
    enter_last_round(snapshot, 0)


FLAVOURS: dict[str, Callable[[Snapshot, random.Random], None]] = {
    "short supplies": short_supplies,
    "rich last round": rich_last_round,
    "full hand": full_hand,
    "high walls": high_walls,
    "near invasion": near_invasion,
    "crowded columns": crowded_columns,
    "ties": ties,
}


# --- Steps


def use_cards(snapshot: Snapshot, left: int, rng: random.Random) -> None:
    """Draw cards until so many are left in the decks; up to two stay in each hand."""
    used: list[str] = []
    while sum(map(len, snapshot["decks"].values())) > left:
        deck = next(deck for deck in snapshot["decks"].values() if deck)
        column = rng.choice(snapshot["columns"])
        column["cards"].append(deck.pop(0))
        used.append(column["cards"].pop(0))
        column["cards"].sort()
    for player in snapshot["seats"]:
        kept = rng.randint(0, 2)
        player["hand"] = sorted(used[:kept])
        del used[:kept]
    snapshot["spent"] = sorted(used)


def raise_buildings(snapshot: Snapshot, rng: random.Random) -> None:
    """Two of three spent cards are storeys, mostly of buildings; no wall section is complete."""
    cards = len(snapshot["spent"]) * 2 // 3
    for player in snapshot["seats"]:
        room = cards // snapshot["players"]
        heights: dict[str, list[int]] = {kind: [] for kind in oracle.KINDS}
        while room > 4:
            height = rng.randint(1, min(4, room))
            if rng.random() < 0.7:
                heights[rng.choice(oracle.KINDS)].append(height)
            else:
                player["walls"].append(min(height, 3))
            room -= height
        player["walls"].sort(reverse=True)
        set_buildings(player, heights)
        player["activated"] = {
            kind: bool(heights[kind]) and rng.random() < 0.5 for kind in oracle.KINDS
        }
    for kind in oracle.KINDS:
        masters = [
            seat
            for seat, player in enumerate(snapshot["seats"])
            if oracle.tallest(player, kind) >= 2
        ]
        snapshot["guild_masters"][kind] = rng.choice(masters) if masters else None


def set_buildings(player: dict[str, Any], heights: dict[str, list[int]]) -> None:
    player["buildings"] = {kind: sorted(heights[kind], reverse=True) for kind in oracle.KINDS}
    player["points"] = sum(oracle.guild_points(player, kind) for kind in oracle.KINDS)


def raise_walls(snapshot: Snapshot, bonus_walls: int, rng: random.Random) -> None:
    """Complete sections until so many bonus walls are left; six cards are kept for the hand."""
    cards = len(snapshot["spent"]) - 6
    while cards and snapshot["bonus_walls"] > bonus_walls:
        walls = rng.choice(snapshot["seats"])["walls"]
        height = max((height for height in walls if height < oracle.HEIGHT), default=0)
        oracle.grow(walls, height)
        if height + 1 == oracle.HEIGHT:
            snapshot["bonus_walls"] -= 1
            oracle.grow(walls, 0)
        cards -= 1
    for _ in range(cards):
        walls = rng.choice(snapshot["seats"])["walls"]
        oracle.grow(walls, rng.choice([0, *(height for height in walls if height < 3)]))


def fight_invasions(snapshot: Snapshot, rng: random.Random) -> None:
    """The invasions of the empty decks left loot and heroes behind."""
    for name, tiles in zip("ABC", oracle.DATA["heroes"]["tiles"], strict=False):
        if not snapshot["decks"][name]:
            heroes = rng.sample(snapshot["seats"], 2)
            for player, tile in zip(heroes, tiles, strict=True):
                player["heroes"].append(tile)
            for player in snapshot["seats"]:
                player["loot"] += rng.choice([0, 0, 1, 2, 5])
            snapshot["invasions"] += 1
            snapshot["last_invasion"] = past_invasion(snapshot, rng)


def past_invasion(snapshot: Snapshot, rng: random.Random) -> dict[str, Any]:
    commitments = [{"alliance": rng.randint(0, 5), "city": 0} for _ in snapshot["seats"]]
    return {"invasion": snapshot["invasions"] - 1, "commitments": commitments}


def share_stones(snapshot: Snapshot, left: dict[str, int], rng: random.Random) -> None:
    """Deal out stones at random until so many of each kind are left in the supply."""
    for stone in oracle.STONES:
        while snapshot["supply"][stone] > left[stone]:
            oracle.pay(snapshot, rng.choice(snapshot["seats"]), stone, -1)


def hand_over(snapshot: Snapshot, stone: str) -> None:
    """The left neighbour gets all stones of a kind from the active seat."""
    neighbour = snapshot["seats"][oracle.clockwise(snapshot, snapshot["active"])]
    neighbour["stones"][stone] += oracle.actor(snapshot)["stones"][stone]
    oracle.actor(snapshot)["stones"][stone] = 0


def send_envoys(snapshot: Snapshot, rng: random.Random) -> None:
    for column in snapshot["columns"]:
        seat = rng.randrange(snapshot["players"])
        player = snapshot["seats"][seat]
        if column["cards"] and player["envoys"] and rng.random() < 0.6:
            most = min(player["stones"]["gold"], oracle.MOST_BID)
            place_envoy(snapshot, seat, column, rng.choice([0, 1, most // 2, most]))


def place_envoy(snapshot: Snapshot, seat: int, column: dict[str, Any], gold: int) -> None:
    player = snapshot["seats"][seat]
    gold = min(gold, player["stones"]["gold"])
    if column["envoy"] is not None:
        rival = snapshot["seats"][column["envoy"]]
        rival["envoys"] += 1
        rival["stones"]["gold"] += column["gold"]
    player["envoys"] -= 1
    player["stones"]["gold"] -= gold
    column.update(envoy=seat, gold=gold)


def give_up(snapshot: Snapshot, column: dict[str, Any], number: int) -> None:
    """Some cards of the column were claimed and used."""
    snapshot["spent"] = sorted(snapshot["spent"] + column["cards"][:number])
    del column["cards"][:number]


def begin_turn(snapshot: Snapshot, rng: random.Random) -> None:
    turns = rng.randint(40, 90)
    seat = (turns - 1) % snapshot["players"]
    snapshot.update(turns=turns, active=seat, leader=seat)
    oracle.ask(snapshot, "project", seat, exchanged=None)


def begin_building(snapshot: Snapshot, rng: random.Random) -> None:
    """The active seat has just claimed: some cards of the spent ones are in its hand instead."""
    player = oracle.actor(snapshot)
    for face in rng.sample(snapshot["spent"], rng.randint(2, 6)):
        snapshot["spent"].remove(face)
        player["hand"] = sorted([*player["hand"], face])
    oracle.ask(snapshot, "build", snapshot["active"], building_steps=0, wall_steps=0)


def enter_last_round(snapshot: Snapshot, last_turns: int) -> None:
    """So many turns are yet to begin; the seat of the last of them is the leader."""
    leader = (snapshot["active"] + last_turns) % snapshot["players"]
    snapshot.update(last_turns=last_turns, leader=leader)
