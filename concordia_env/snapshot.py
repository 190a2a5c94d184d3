"""Snapshots: a game record as a JSON-able dict in the rulebook's words, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from concordia_env import constants as c
from concordia_env.notation import Notation


def to_snapshot(
    record: np.record, config: dict[str, Any], names: Notation, seat: int | None
) -> dict[str, Any]:
    """The full position (``seat`` None), or what the seat may see of it."""
    g = record
    goods = {i: good for i, good in enumerate(g.city_good.tolist()) if good != c.NONE}
    bonus = {i: good for i, good in enumerate(g.bonus.tolist()) if good != c.NONE}
    coin_side = g.coin_side.tolist()
    owners = {i: g.houses[i].nonzero()[0].tolist() for i in goods}
    deck = g.deck[: g.deck_size][::-1].tolist()
    if seat is not None:
        deck.sort()
    seats = range(config["players"])
    hidden = seat is not None and config["info"] == "hidden"
    return {
        "game": "concordia",
        "config": config,
        "goods": {names.cities[i]: c.GOODS[good] for i, good in goods.items()},
        "bonus": {names.provinces[i]: c.GOODS[good] for i, good in bonus.items()},
        "markers": {names.provinces[i]: ("good", "coin")[coin_side[i]] for i in bonus},
        "houses": {
            names.cities[i]: [_party(owner) for owner in there]
            for i, there in owners.items()
            if there
        },
        "display": [None if card == c.NONE else names.cards[card] for card in g.display.tolist()],
        "deck": [names.cards[card] for card in deck],
        "magnus": _party(g.magnus),
        "concordia": _party(g.concordia),
        "players": [_player(g, names, i, hidden and i != seat) for i in seats],
        "contrarius": None,
        "copied": [],
        "turn": int(g.turn),
        "turns": int(g.turns),
        "turns_left": _or_none(g.turns_left),
        "act": _act(g, names),
        "seat": _party(g.seat),
        "phase": c.PHASES[g.phase],
    }


def _player(g: np.record, names: Notation, seat: int, hidden: bool) -> dict[str, Any]:
    copies = g.hand[seat].tolist()
    hand = [card for card, number in zip(names.cards, copies, strict=False) for _ in range(number)]
    pile = [names.cards[card] for card in g.pile[seat, : g.pile_size[seat]].tolist()]
    places = g.colonists[seat].tolist()
    home = [
        places[: c.COLONISTS_OF_KIND].count(c.HOME),
        places[c.COLONISTS_OF_KIND :].count(c.HOME),
    ]
    return {
        "money": int(g.money[seat]),
        "goods": dict(zip(c.GOODS, g.goods[seat].tolist(), strict=True)),
        "home": dict(zip(c.KINDS, home, strict=True)),
        "colonists": sorted(names.place(place) for place in places if place != c.HOME),
        "houses_left": int(g.houses_left[seat]),
        "hand": len(hand) if hidden else hand,
        "pile": [len(pile), pile[-1] if pile else None] if hidden else pile,
        "vp": 0,
        "interim": _or_none(g.interim[seat]),
        "veto": False,
    }


def _act(g: np.record, names: Notation) -> dict[str, Any]:
    pools = g.pool.tolist()
    order = [(int(g.seat) + offset) % c.SEATS for offset in range(c.SEATS)]
    return {
        "role": None if g.role == c.NONE else c.ROLES[g.role],
        "queue": [],
        "answer": None,
        "suggested": None,
        "magister": False,
        "legatus": False,
        "steps": int(g.steps),
        "moved": sorted(names.routes[route] for route in g.moved.nonzero()[0]),
        "picked": None if g.picked == c.NONE else names.place(g.picked),
        "traded": [c.GOODS[good] for good in g.traded.nonzero()[0]],
        "bought": bool(g.bought),
        "buys": int(g.buys),
        "settled": bool(g.settled),
        "pools": [
            [seat, {good: n for good, n in zip(c.GOODS, pools[seat], strict=True) if n}]
            for seat in order
            if any(pools[seat])
        ],
        "react": None,
        "todo": [],
        "die": None,
        "site": None,
    }


def _party(party: int) -> int | str | None:
    if party == c.CONTRARIUS:
        return "C"
    return None if party == c.NONE else int(party)


def _or_none(number: int) -> int | None:
    return None if number == c.NONE else int(number)


def fill_record(g: np.record, snapshot: Mapping[str, Any], names: Notation) -> None:
    """Write a full snapshot into a cleared record; ValueError names the key at fault.

    Only the form is checked here. Whether the parts agree is for ``check`` and for the comparison
    with the snapshot that the record gives back.
    """
    last_seat = snapshot["config"]["players"] - 1
    for city, good in _items(snapshot, "goods"):
        g.city_good[_index(names.cities, city, "goods")] = _index(c.GOODS, good, "goods")
    for province, good in _items(snapshot, "bonus"):
        g.bonus[_index(names.provinces, province, "bonus")] = _index(c.GOODS, good, "bonus")
    for province, side in _items(snapshot, "markers"):
        index = _index(names.provinces, province, "markers")
        g.coin_side[index] = _index(("good", "coin"), side, "markers")
    for city, owners in _items(snapshot, "houses"):
        for owner in _list({city: owners}, city, c.SEATS, "houses"):
            seat = _number(owner, f"houses.{city}", 0, last_seat)
            g.houses[_index(names.cities, city, "houses"), seat] = 1
    for slot, card in enumerate(_list(snapshot, "display", c.SLOTS)):
        g.display[slot] = c.NONE if card is None else _index(names.cards, card, "display")
    deck = _list(snapshot, "deck", c.CARDS)
    g.deck_size = len(deck)
    for index, card in enumerate(reversed(deck)):
        g.deck[index] = _index(names.cards, card, "deck")
    for key in ("magnus", "concordia", "turns_left", "seat"):
        value = _get(snapshot, key)
        g[key] = c.NONE if value is None else _number(value, key, 0, c.SEATS - 1)
    g.turn = _number(_get(snapshot, "turn"), "turn", 0, c.SEATS - 1)
    g.turns = _number(_get(snapshot, "turns"), "turns", 1, 32_000)
    g.phase = _index(c.PHASES, _get(snapshot, "phase"), "phase")
    for seat, player in enumerate(_list(snapshot, "players", c.SEATS)):
        _fill_player(g, player, names, seat, f"players[{seat}]")
    _fill_act(g, _get(snapshot, "act"), names, last_seat)


def _fill_player(
    g: np.record, player: Mapping[str, Any], names: Notation, seat: int, where: str
) -> None:
    g.money[seat] = _number(_get(player, "money", where), f"{where}.money", 0, 32_000)
    for good, number in _items(player, "goods", where):
        index = _index(c.GOODS, good, f"{where}.goods")
        g.goods[seat, index] = _number(number, f"{where}.goods", 0, c.STOREHOUSE)
    places = _list(player, "colonists", c.COLONISTS, where)
    slots: list[list[int]] = [[], []]
    for place in places:
        index = _index(names.place_index, place, f"{where}.colonists")
        slots[c.KINDS.index(place.partition("@")[0])].append(names.place_index[place])
        if index >= c.FIRST_ROUTE_PLACE:
            g.on_route[index - c.FIRST_ROUTE_PLACE] = seat
    for kind, taken in enumerate(slots):
        if len(taken) > c.COLONISTS_OF_KIND:
            raise _fault(f"{where}.colonists", f"more than {c.COLONISTS_OF_KIND} of a kind")
        last = c.COLONISTS_OF_KIND * (kind + 1)
        g.colonists[seat, last - len(taken) : last] = sorted(taken)
    left = _get(player, "houses_left", where)
    g.houses_left[seat] = _number(left, f"{where}.houses_left", 0, c.HOUSES)
    for card in _list(player, "hand", c.CARDS, where):
        g.hand[seat, _index(names.cards, card, f"{where}.hand")] += 1
    pile = _list(player, "pile", c.CARDS, where)
    g.pile_size[seat] = len(pile)
    for index, card in enumerate(pile):
        g.pile[seat, index] = _index(names.cards, card, f"{where}.pile")
    interim = _get(player, "interim", where)
    g.interim[seat] = c.NONE if interim is None else _number(interim, f"{where}.interim", 0, 32_000)


def _fill_act(g: np.record, act: Mapping[str, Any], names: Notation, last_seat: int) -> None:
    role = _get(act, "role", "act")
    if role is not None:
        g.role = _index(c.ROLES, role, "act.role")
        g.executor = g.turn
    g.steps = _number(_get(act, "steps", "act"), "act.steps", 0, c.COLONISTS)
    for route in _list(act, "moved", c.COLONISTS, "act"):
        g.moved[_index(names.routes, route, "act.moved")] = 1
    picked = _get(act, "picked", "act")
    if picked is not None:
        g.picked = _index(names.place_index, picked, "act.picked")
    for good in _list(act, "traded", c.TRADES, "act"):
        g.traded[_index(c.GOODS, good, "act.traded")] = 1
    g.bought = bool(_get(act, "bought", "act"))
    g.buys = _number(_get(act, "buys", "act"), "act.buys", 0, 2)
    g.settled = bool(_get(act, "settled", "act"))
    for entry in _list(act, "pools", c.SEATS, "act"):
        if not isinstance(entry, Sequence) or len(entry) != 2:
            raise _fault("act.pools", f"expected [seat, goods], found {entry!r}")
        seat = _number(entry[0], "act.pools", 0, last_seat)
        for good, number in _items({"pools": entry[1]}, "pools", "act"):
            index = _index(c.GOODS, good, "act.pools")
            g.pool[seat, index] = _number(number, "act.pools", 1, 100)


def difference(given: Any, meant: Any, where: str = "") -> str | None:
    """Where two snapshots differ first, in words; None when they are equal."""
    if isinstance(given, Mapping) and isinstance(meant, Mapping):
        for key in [*meant, *(key for key in given if key not in meant)]:
            path = f"{where}.{key}" if where else str(key)
            if key not in given:
                return f"{path}: missing"
            if key not in meant:
                return f"{path}: does not belong here"
            found = difference(given[key], meant[key], path)
            if found:
                return found
        return None
    if isinstance(given, list | tuple) and isinstance(meant, list) and len(given) == len(meant):
        entries = enumerate(zip(given, meant, strict=True))
        faults = (difference(one, other, f"{where}[{i}]") for i, (one, other) in entries)
        return next(filter(None, faults), None)
    if given != meant or isinstance(given, bool) != isinstance(meant, bool):
        return f"{where}: is {given!r}, but the rest of the snapshot means {meant!r}"
    return None


def _fault(where: str, message: str) -> ValueError:
    return ValueError(f"snapshot: {where}: {message}")


def _get(table: Any, key: str, where: str = "") -> Any:
    path = f"{where}.{key}" if where else key
    if not isinstance(table, Mapping):
        raise _fault(where or "top", f"expected an object, found {table!r}")
    if key not in table:
        raise _fault(path, "missing")
    return table[key]


def _items(table: Any, key: str, where: str = "") -> list[tuple[str, Any]]:
    value = _get(table, key, where)
    if not isinstance(value, Mapping):
        raise _fault(f"{where}.{key}" if where else key, f"expected an object, found {value!r}")
    return list(value.items())


def _list(table: Any, key: str, most: int, where: str = "") -> list[Any]:
    value = _get(table, key, where)
    path = f"{where}.{key}" if where else key
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise _fault(path, f"expected a list, found {value!r}")
    if len(value) > most:
        raise _fault(path, f"has {len(value)} entries; at most {most} are possible")
    return list(value)


def _number(value: Any, where: str, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise _fault(where, f"expected a whole number from {low} to {high}, found {value!r}")
    return value


def _index(names: Sequence[str] | Mapping[str, int], name: Any, where: str) -> int:
    """Position of a name among those allowed."""
    if isinstance(name, str) and name in names:
        return names[name] if isinstance(names, Mapping) else names.index(name)
    raise _fault(where, f"unknown name {name!r}; allowed: {', '.join(list(names)[:40])}")
