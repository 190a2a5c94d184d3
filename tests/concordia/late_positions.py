"""Late positions of Solitaria that random play from the start hardly reaches."""

from __future__ import annotations

import random
from copy import deepcopy
from typing import Any

from tests.oracle import concordia as base
from tests.oracle import solitaria as oracle

Snapshot = dict[str, Any]


def late_position(first: Snapshot, rng: random.Random) -> Snapshot:
    """The first turn of a game, but with a crowded board, full storehouses and few cards left."""
    snapshot = deepcopy(first)
    contrarius = snapshot["contrarius"]
    sell_cards(snapshot, rng)
    owners: list[tuple[base.Party, dict[str, Any]]] = [*enumerate(snapshot["players"])]
    for owner, pieces in [*owners, ("C", contrarius)]:
        spread_houses(snapshot, owner, pieces, rng)
        spread_colonists(snapshot, pieces, rng)
    for player in snapshot["players"]:
        player["money"] = rng.randrange(60)
        for _ in range(base.free_spaces(player) - rng.randrange(3)):
            player["goods"][rng.choice(base.GOODS)] += 1
        player["veto"] = player["veto"] and rng.random() < 0.5
    contrarius["vp"] = min(contrarius["track"], default=30) - rng.randint(1, 3)
    snapshot["markers"] = {name: rng.choice(["good", "coin"]) for name in snapshot["markers"]}
    return snapshot


def sell_cards(snapshot: Snapshot, rng: random.Random) -> None:
    cards = snapshot["display"] + snapshot["deck"]
    left = rng.randint(1, len(cards))
    hands = [(player, "hand") for player in snapshot["players"]]
    for card in cards[:-left]:
        buyer, key = rng.choice([*hands, (snapshot["contrarius"], "up")])
        buyer[key] = oracle.in_table_order([*buyer[key], card])
    snapshot["display"], snapshot["deck"] = [None] * base.SLOTS, cards[-left:]
    base.refill_display(snapshot)


def spread_houses(
    snapshot: Snapshot, owner: base.Party, pieces: dict[str, Any], rng: random.Random
) -> None:
    free = [city for city in snapshot["goods"] if owner not in snapshot["houses"].get(city, [])]
    most = min(pieces["houses_left"] - 1, len(free))
    for city in rng.sample(free, max(0, most - rng.randrange(8))):
        base.add_house(snapshot, city, owner)
        pieces["houses_left"] -= 1


def spread_colonists(snapshot: Snapshot, pieces: dict[str, Any], rng: random.Random) -> None:
    """Some colonists from home onto free routes."""
    routes = base.board_of(snapshot).routes
    for kind in base.KINDS:
        free = [
            name
            for name, route in routes.items()
            if route.kind == kind and route.stop and name not in base.occupied(snapshot)
        ]
        for spot in rng.sample(free, rng.randint(0, pieces["home"][kind])):
            pieces["colonists"] = sorted([*pieces["colonists"], f"{kind}@{spot}"])
            pieces["home"][kind] -= 1


def walled_in(first: Snapshot) -> Snapshot:
    """The first turn of a game, but Contrarius has a house in every city he can reach."""
    snapshot = deepcopy(first)
    for city in [city for city in snapshot["goods"] if oracle.is_candidate(snapshot, city)]:
        oracle.build_house(snapshot, city)
    assert snapshot["concordia"] is None
    return snapshot


def before_two_track_houses(first: Snapshot, province: str) -> Snapshot:
    """Seat 1 to play; all parties fill a province whose yield takes Contrarius over two houses."""
    snapshot = deepcopy(first) | {"turn": 1, "turns": 2, "seat": 1}
    contrarius = snapshot["contrarius"]
    cities = [city for city, name in base.board_of(first).province.items() if name == province]
    for city in cities:
        snapshot["houses"][city] = [0, 1, "C"]
    for pieces in (*snapshot["players"], contrarius):
        pieces["houses_left"] -= len(cities)
    contrarius["vp"] = contrarius["track"][0] - 1
    assert contrarius["vp"] + 3 * len(cities) >= contrarius["track"][1]
    return snapshot
