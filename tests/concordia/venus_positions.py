"""Late positions of Venus that random play from the start hardly reaches."""

from __future__ import annotations

import random
from copy import deepcopy
from typing import Any

from tests.concordia.late_positions import spread_colonists, spread_houses
from tests.oracle import concordia as base
from tests.oracle import venus as oracle

Snapshot = dict[str, Any]
# Cards whose effect depends on what lies under or beside them: rather on the piles than in hand.
TELLING = ("Magister", "Diplomat", "Legatus", "Proconsul")


def late_position(first: Snapshot, rng: random.Random) -> Snapshot:
    """Some seat to play: a crowded board, full storehouses, long piles and few cards for sale.

    Half of the purses are nearly empty, so that in a team the partner often has to pay.
    """
    snapshot = deepcopy(first)
    number = len(snapshot["players"])
    sell_cards(snapshot, rng)
    for seat, player in enumerate(snapshot["players"]):
        spread_houses(snapshot, seat, player, rng)
        spread_colonists(snapshot, player, rng)
        lay_piles(player, rng)
        player["money"] = rng.choice([rng.randrange(3), rng.randrange(60)])
        for _ in range(base.free_spaces(player) - rng.randrange(4)):
            player["goods"][rng.choice(base.GOODS)] += 1
    snapshot["markers"] = {name: rng.choice(["good", "coin"]) for name in snapshot["markers"]}
    snapshot["copied"] = [copied_by(snapshot, team, rng) for team in range(len(first["copied"]))]
    turn = rng.randrange(number)
    return snapshot | {"turn": turn, "seat": turn, "turns": number * rng.randrange(5, 9) + turn + 1}


def sell_cards(snapshot: Snapshot, rng: random.Random) -> None:
    """All cards but a few are sold; a Proconsul may well be the last one."""
    cards = snapshot["display"] + snapshot["deck"]
    left = rng.choice([1, 2, 4, 9])
    for card in cards[:-left]:
        player = rng.choice(snapshot["players"])
        player["hand"] = sorted([*player["hand"], card], key=base.TABLE_ORDER.__getitem__)
    snapshot["display"], snapshot["deck"] = [None] * base.SLOTS, cards[-left:]
    base.refill_display(snapshot)


def lay_piles(player: dict[str, Any], rng: random.Random) -> None:
    """Telling and choice cards for the most part, in any order; the Tribune is never on a pile."""
    for card in list(player["hand"]):
        name = base.CARDS[card]["name"]
        likely = name in TELLING or oracle.is_choice(card)
        if name != "Tribune" and rng.random() < (0.7 if likely else 0.3):
            player["hand"].remove(card)
            player["pile"].append(card)
    rng.shuffle(player["pile"])


def copied_by(snapshot: Snapshot, team: int, rng: random.Random) -> list[int]:
    """Some opponents who show a card that can be copied."""
    partners = (team, base.partner(snapshot, team))
    piles = {seat: player["pile"] for seat, player in enumerate(snapshot["players"])}
    return [
        seat
        for seat, pile in piles.items()
        if seat not in partners
        and pile
        and oracle.kind_of(pile[-1]) != "Diplomat"
        and rng.random() < 0.3
    ]
