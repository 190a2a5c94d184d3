"""What every full snapshot must account for, whoever plays: pieces, goods, money and cards."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.oracle import concordia as base

Snapshot = dict[str, Any]


def check_pieces(snapshot: Snapshot) -> None:
    """Houses, colonists and goods of every party are all accounted for."""
    parties: dict[base.Party, dict[str, Any]] = dict(enumerate(snapshot["players"]))
    for player in snapshot["players"]:
        assert base.free_spaces(player) >= 0
        assert min(player["money"], *player["goods"].values()) >= 0
    if snapshot["contrarius"]:
        parties["C"] = snapshot["contrarius"]
    for owner, pieces in parties.items():
        out = Counter(place.split("@")[0] for place in pieces["colonists"])
        assert {kind: out[kind] + pieces["home"][kind] for kind in base.KINDS} == {
            "land": 3,
            "sea": 3,
        }
        assert pieces["colonists"] == sorted(pieces["colonists"])
        reserve = pieces["houses_left"] + len(pieces.get("track", []))
        assert reserve + len(base.own_cities(snapshot, owner)) == base.HOUSES
    routes = base.board_of(snapshot).routes
    spots = Counter(
        place.split("@")[1] for pieces in parties.values() for place in pieces["colonists"]
    )
    assert all(number == 1 for spot, number in spots.items() if spot in routes)


def all_cards(snapshot: Snapshot) -> Counter[str]:
    contrarius = snapshot["contrarius"] or {"up": [], "down": []}
    cards = snapshot["deck"] + [card for card in snapshot["display"] if card]
    cards += contrarius["up"] + contrarius["down"]
    for player in snapshot["players"]:
        cards += player["hand"] + player["pile"]
    return Counter(cards)
