"""Snapshots: a game record as a JSON-able dict in the rulebook's words."""

from __future__ import annotations

from typing import Any

import numpy as np

from comuni_env import constants as c
from comuni_env.notation import EXCHANGES, Notation
from comuni_env.scenario import Scenario

VERSION = 1


def to_snapshot(
    record: np.record, scenario: Scenario, names: Notation, seat: int | None
) -> dict[str, Any]:
    """The full position (``seat`` None), or what the seat may see of it.

    ``final`` is for the caller to fill in: scores are no part of the record.
    """
    g = record
    seats = range(scenario.players)
    columns = range(scenario.figures.columns_in_use(scenario.players))
    hidden = seat is not None and scenario.info == "hidden"
    secret = seat is not None and seat != g.seat and g.phase in c.COMMITMENTS
    return {
        "game": "comuni",
        "version": VERSION,
        "view": seat,
        "players": scenario.players,
        "info": scenario.info,
        "phase": c.COMMITMENT if secret else c.PHASES[g.phase],
        "seat": _or_none(g.seat),
        "active": int(g.active),
        "leader": int(g.leader),
        "last_turns": _or_none(g.last_turns),
        "turns": int(g.turns),
        "invasions": int(g.invasions),
        "last_invasion": _last_invasion(g, scenario.players),
        "decks": _decks(g, names, seat),
        "columns": [_column(g, column, names) for column in columns],
        "supply": _named(c.STONES, g.supply),
        "bonus_walls": int(g.bonus_walls),
        "guild_masters": dict(zip(c.KINDS, map(_or_none, g.guild_master), strict=True)),
        "spent": _faces(g.spent, names),
        "seats": [_seat(g, names, i, hidden and i != seat) for i in seats],
        "pending": _pending(g, scenario.players, names, seat),
        "final": None,
    }


def _last_invasion(g: np.record, players: int) -> dict[str, Any] | None:
    if g.invasions == 0:
        return None
    revealed = zip(g.last_alliance[:players].tolist(), g.last_city[:players].tolist(), strict=True)
    commitments = [{"alliance": alliance, "city": city} for alliance, city in revealed]
    return {"invasion": int(g.invasions) - 1, "commitments": commitments}


def _decks(g: np.record, names: Notation, seat: int | None) -> dict[str, list[str]]:
    """The next card first; a seat knows which cards are left, not their order."""
    decks = {}
    for deck, letter in enumerate(c.DECK_LETTERS):
        faces = g.deck[deck, : g.deck_size[deck]][::-1].tolist()
        decks[letter] = [names.faces[face] for face in (faces if seat is None else sorted(faces))]
    return decks


def _column(g: np.record, column: int, names: Notation) -> dict[str, Any]:
    cards = [names.faces[face] for face in g.cards[column].tolist() if face != c.NONE]
    return {"cards": cards, "envoy": _or_none(g.envoy[column]), "gold": int(g.bid[column])}


def _seat(g: np.record, names: Notation, seat: int, hidden: bool) -> dict[str, Any]:
    hand = _faces(g.hand[seat], names)
    return {
        "comune": int(g.comune[seat]) + 1,
        "name": names.comuni[g.comune[seat]],
        "points": int(g.points[seat]),
        "stones": None if hidden else _named(c.STONES, g.stones[seat]),
        "envoys": int(g.envoys[seat]),
        "hand": len(hand) if hidden else hand,
        "buildings": {
            kind: _heights(g.buildings[seat, index]) for index, kind in enumerate(c.KINDS)
        },
        "walls": _heights(g.walls[seat]),
        "activated": {kind: bool(g.activated[seat, index]) for index, kind in enumerate(c.KINDS)},
        "loot": None if hidden else int(g.loot[seat]),
        "heroes": None if hidden else [value for value in g.heroes[seat].tolist() if value],
    }


def _pending(g: np.record, players: int, names: Notation, viewer: int | None) -> dict[str, Any]:
    """What the running phase has to remember."""
    phase = g.phase
    steps = {"building_steps": int(g.building_steps), "wall_steps": int(g.wall_steps)}
    if phase == c.PROJECT:
        return {"exchanged": None if g.exchanged == c.NONE else EXCHANGES[g.exchanged]}
    if phase == c.RELOCATE:
        return {"gold": int(g.displaced)}
    if phase == c.TAKE:
        return {"left": int(g.left), "floor": c.STONES[g.floor]}
    if phase in c.COMMITMENTS:
        seats = range(players)
        return {"commitments": [_commitment(g, s) if viewer in (None, s) else None for s in seats]}
    if phase == c.BUILD:
        return steps
    if phase == c.TARGET:
        return {**steps, "card": names.faces[g.card]}
    if phase == c.DISCARD:
        return {"floor": None if g.floor == c.NONE else names.faces[g.floor]}
    return {}


def _commitment(g: np.record, seat: int) -> dict[str, Any] | None:
    if g.alliance[seat] == c.NONE:
        return None
    return {
        "alliance": int(g.alliance[seat]),
        "city": _or_none(g.city[seat]),
        "pilgrim_pairs": _or_none(g.pilgrim_pairs[seat]),
        "gold_pairs": _or_none(g.gold_pairs[seat]),
        "exchanges": _named(EXCHANGES, g.exchanges[seat]),
    }


def _named(names: tuple[str, ...], numbers: np.ndarray) -> dict[str, int]:
    return dict(zip(names, numbers.tolist(), strict=True))


def _faces(copies: np.ndarray, names: Notation) -> list[str]:
    numbers = copies.tolist()
    return [face for face, number in zip(names.faces, numbers, strict=False) for _ in range(number)]


def _heights(numbers: np.ndarray) -> list[int]:
    """All heights, the tallest first."""
    heights = enumerate(numbers.tolist(), start=1)
    return [height for height, number in reversed(list(heights)) for _ in range(number)]


def _or_none(number: int) -> int | None:
    return None if number == c.NONE else int(number)
