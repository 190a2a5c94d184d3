"""Read snapshots: the rulebook's words back into a game record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from comuni_env import constants as c
from comuni_env.notation import EXCHANGES, Notation
from env_core import reading as read

MOST = 32_000  # what a field can hold


def fill_record(g: np.record, snapshot: Mapping[str, Any], names: Notation) -> None:
    """Write a full snapshot into a cleared record; ValueError names the key at fault.

    Only the form is checked here. Whether the parts agree is for ``check`` and for the comparison
    with the snapshot that the record gives back.
    """
    for key in ("active", "leader"):
        g[key] = read.number(read.get(snapshot, key), key, 0, c.SEATS - 1)
    for key in ("last_turns", "seat"):
        g[key] = _optional(read.get(snapshot, key), key, c.SEATS)
    g.turns = read.number(read.get(snapshot, "turns"), "turns", 1, MOST)
    g.invasions = read.number(read.get(snapshot, "invasions"), "invasions", 0, c.INVASIONS)
    g.phase = read.index(c.PHASES, read.get(snapshot, "phase"), "phase")
    _fill_last_invasion(g, read.get(snapshot, "last_invasion"))
    for deck, letter in enumerate(c.DECK_LETTERS):
        faces = read.entries(read.get(snapshot, "decks"), letter, c.DECK_CARDS, "decks")
        g.deck_size[deck] = len(faces)
        for position, face in enumerate(reversed(faces)):
            g.deck[deck, position] = read.index(names.faces, face, f"decks.{letter}")
    for position, column in enumerate(read.entries(snapshot, "columns", c.COLUMNS)):
        _fill_column(g, column, names, position, f"columns[{position}]")
    # In the final position exchanges against the Emperor may have overdrawn the supply.
    _fill_named(g.supply, snapshot, "supply", c.STONES, low=-MOST)
    g.bonus_walls = read.number(read.get(snapshot, "bonus_walls"), "bonus_walls", 0, MOST)
    for kind, seat in read.items(snapshot, "guild_masters"):
        holder = _optional(seat, f"guild_masters.{kind}", c.SEATS - 1)
        g.guild_master[read.index(c.KINDS, kind, "guild_masters")] = holder
    _fill_faces(g.spent, snapshot, "spent", names)
    for seat, player in enumerate(read.entries(snapshot, "seats", c.SEATS)):
        _fill_seat(g, player, names, seat, f"seats[{seat}]")
    _fill_pending(g, read.get(snapshot, "pending"), names)


def _fill_last_invasion(g: np.record, invasion: Any) -> None:
    if invasion is None:
        return
    where = "last_invasion"
    for seat, revealed in enumerate(read.entries(invasion, "commitments", c.SEATS, where)):
        path = f"{where}.commitments[{seat}]"
        g.last_alliance[seat] = _figure(revealed, "alliance", path)
        g.last_city[seat] = _figure(revealed, "city", path)


def _fill_column(g: np.record, column: Any, names: Notation, position: int, where: str) -> None:
    for slot, face in enumerate(read.entries(column, "cards", c.COLUMN_CARDS, where)):
        g.cards[position, slot] = read.index(names.faces, face, f"{where}.cards")
    g.envoy[position] = _optional(read.get(column, "envoy", where), f"{where}.envoy", c.SEATS - 1)
    g.bid[position] = _figure(column, "gold", where)


def _fill_seat(g: np.record, player: Any, names: Notation, seat: int, where: str) -> None:
    comune = read.get(player, "comune", where)
    g.comune[seat] = read.number(comune, f"{where}.comune", 1, c.COMUNI) - 1
    for key in ("points", "envoys", "loot"):
        g[key][seat] = _figure(player, key, where)
    _fill_named(g.stones[seat], player, "stones", c.STONES, where)
    _fill_faces(g.hand[seat], player, "hand", names, where)
    buildings = read.get(player, "buildings", where)
    for kind, _ in read.items(player, "buildings", where):
        path = f"{where}.buildings"
        _fill_heights(g.buildings[seat, read.index(c.KINDS, kind, path)], buildings, kind, path)
    _fill_heights(g.walls[seat], player, "walls", where)
    for kind, activated in read.items(player, "activated", where):
        g.activated[seat, read.index(c.KINDS, kind, f"{where}.activated")] = bool(activated)
    for slot, value in enumerate(read.entries(player, "heroes", c.INVASIONS, where)):
        g.heroes[seat, slot] = read.number(value, f"{where}.heroes", 1, 99)


def _fill_pending(g: np.record, pending: Any, names: Notation) -> None:
    where = "pending"
    if g.phase == c.PROJECT:
        exchanged = read.get(pending, "exchanged", where)
        if exchanged is not None:
            g.exchanged = read.index(EXCHANGES, exchanged, f"{where}.exchanged")
    elif g.phase == c.RELOCATE:
        g.displaced = _figure(pending, "gold", where)
    elif g.phase == c.TAKE:
        g.left = _figure(pending, "left", where)
        g.floor = read.index(c.STONES, read.get(pending, "floor", where), f"{where}.floor")
    elif g.phase in c.COMMITMENTS:
        for seat, commitment in enumerate(read.entries(pending, "commitments", c.SEATS, where)):
            if commitment is not None:
                _fill_commitment(g, commitment, seat, f"{where}.commitments[{seat}]")
    elif g.phase in (c.BUILD, c.TARGET):
        g.building_steps = _figure(pending, "building_steps", where)
        g.wall_steps = _figure(pending, "wall_steps", where)
        if g.phase == c.TARGET:
            g.card = read.index(names.faces, read.get(pending, "card", where), f"{where}.card")
    elif g.phase == c.DISCARD:
        floor = read.get(pending, "floor", where)
        g.floor = c.NONE if floor is None else read.index(names.faces, floor, f"{where}.floor")


def _fill_commitment(g: np.record, commitment: Any, seat: int, where: str) -> None:
    for key in ("alliance", "city", "pilgrim_pairs", "gold_pairs"):
        g[key][seat] = _optional(read.get(commitment, key, where), f"{where}.{key}", c.MOST_CITY)
    _fill_named(g.exchanges[seat], commitment, "exchanges", EXCHANGES, where)


def _fill_named(
    field: np.ndarray,
    table: Any,
    key: str,
    names: tuple[str, ...],
    where: str = "",
    low: int = 0,
) -> None:
    """A table from names to numbers."""
    path = f"{where}.{key}" if where else key
    for name, value in read.items(table, key, where):
        field[read.index(names, name, path)] = read.number(value, path, low, MOST)


def _fill_faces(field: np.ndarray, table: Any, key: str, names: Notation, where: str = "") -> None:
    """A list of cards into their numbers by face."""
    path = f"{where}.{key}" if where else key
    for face in read.entries(table, key, c.DECKS * c.DECK_CARDS, where):
        field[read.index(names.faces, face, path)] += 1


def _fill_heights(field: np.ndarray, table: Any, key: str, where: str) -> None:
    """A list of heights into their numbers."""
    for height in read.entries(table, key, MOST, where):
        field[read.number(height, f"{where}.{key}", 1, c.HEIGHT) - 1] += 1


def _figure(table: Any, key: str, where: str) -> int:
    return read.number(read.get(table, key, where), f"{where}.{key}", 0, MOST)


def _optional(value: Any, where: str, high: int) -> int:
    return c.NONE if value is None else read.number(value, where, 0, high)


def check_head(snapshot: Any) -> None:
    """Raise ValueError unless it is a full snapshot of this game."""
    if not isinstance(snapshot, Mapping) or snapshot.get("game") != "comuni":
        raise read.fault("game", "expected 'comuni'")
    if read.get(snapshot, "view") is not None:
        raise read.fault("view", "a game continues only from a full snapshot, whose view is null")
