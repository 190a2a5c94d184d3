"""Read snapshots: the rulebook's words back into a game record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from concordia_env import constants as c
from concordia_env.notation import Notation


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
        for owner in _list({city: owners}, city, c.PARTIES, "houses"):
            party = _party(owner, f"houses.{city}", last_seat)
            g.houses[_index(names.cities, city, "houses"), party] = 1
    for slot, card in enumerate(_list(snapshot, "display", c.SLOTS)):
        g.display[slot] = c.NONE if card is None else _index(names.cards, card, "display")
    deck = _list(snapshot, "deck", c.CARDS)
    g.deck_size = len(deck)
    for index, card in enumerate(reversed(deck)):
        g.deck[index] = _index(names.cards, card, "deck")
    for key in ("magnus", "concordia", "turns_left", "seat"):
        value = _get(snapshot, key)
        g[key] = c.NONE if value is None else _party(value, key, c.SEATS - 1)
    g.turn = _number(_get(snapshot, "turn"), "turn", 0, c.SEATS - 1)
    g.turns = _number(_get(snapshot, "turns"), "turns", 0, 32_000)
    g.phase = _index(c.PHASES, _get(snapshot, "phase"), "phase")
    for seat, player in enumerate(_list(snapshot, "players", c.SEATS)):
        _fill_player(g, player, names, seat, f"players[{seat}]")
    if (contrarius := _get(snapshot, "contrarius")) is not None:
        _fill_contrarius(g, contrarius, names)
    for team, seats in enumerate(_list(snapshot, "copied", c.TEAMS)):
        for seat in _list({"copied": seats}, "copied", c.SEATS):
            g.copied[team] |= 1 << _number(seat, "copied", 0, last_seat)
    _fill_act(g, _get(snapshot, "act"), names, last_seat)
    if g.phase not in (c.PLAY, c.PLACE, c.VETERAN, c.OVER):
        g.executor = _executor(g, snapshot["config"])


def _executor(g: np.record, config: Mapping[str, Any]) -> int:
    """Who executes the running role: others decide only which goods they keep."""
    if not config["team"] or g.seat == c.NONE:
        return int(g.turn)
    if g.phase != c.KEEP:
        return int(g.seat)
    # The second executor of a team is its other seat; after a Legatus the partner was first.
    second = g.next_seat == c.NONE
    away = config["players"] // 2 if second != bool(g.legatus) else 0
    return (int(g.turn) + away) % config["players"]


def _fill_player(
    g: np.record, player: Mapping[str, Any], names: Notation, seat: int, where: str
) -> None:
    g.money[seat] = _number(_get(player, "money", where), f"{where}.money", 0, 32_000)
    for good, number in _items(player, "goods", where):
        index = _index(c.GOODS, good, f"{where}.goods")
        g.goods[seat, index] = _number(number, f"{where}.goods", 0, c.STOREHOUSE)
    _fill_colonists(g, player, names, seat, where)
    for card in _list(player, "hand", c.CARDS, where):
        g.hand[seat, _index(names.cards, card, f"{where}.hand")] += 1
    pile = _list(player, "pile", c.CARDS, where)
    g.pile_size[seat] = len(pile)
    for index, card in enumerate(pile):
        g.pile[seat, index] = _index(names.cards, card, f"{where}.pile")
    g.veto[seat] = bool(_get(player, "veto", where))
    interim = _get(player, "interim", where)
    g.interim[seat] = c.NONE if interim is None else _number(interim, f"{where}.interim", 0, 32_000)


def _fill_contrarius(g: np.record, party: Any, names: Notation) -> None:
    where = "contrarius"
    g.vp[c.CONTRARIUS] = _number(_get(party, "vp", where), f"{where}.vp", 0, 32_000)
    for position in _list(party, "track", c.TRACK, where):
        if position not in names.track:
            raise _fault(f"{where}.track", f"{position!r} is not one of {names.track}")
        g.track |= 1 << names.track.index(position)
    _fill_colonists(g, party, names, c.CONTRARIUS, where)
    for card in _list(party, "up", c.CARDS, where):
        g.hand[c.CONTRARIUS, _index(names.cards, card, f"{where}.up")] = 1
    for card in _list(party, "down", c.CARDS, where):
        g.face_down[_index(names.cards, card, f"{where}.down")] = 1


def _fill_colonists(
    g: np.record, player: Mapping[str, Any], names: Notation, party: int, where: str
) -> None:
    """Colonists and houses of any party."""
    places = _list(player, "colonists", c.COLONISTS, where)
    slots: list[list[int]] = [[], []]
    for place in places:
        index = _index(names.place_index, place, f"{where}.colonists")
        slots[c.KINDS.index(place.partition("@")[0])].append(names.place_index[place])
        if index >= c.FIRST_ROUTE_PLACE:
            g.on_route[index - c.FIRST_ROUTE_PLACE] = party
    for kind, taken in enumerate(slots):
        if len(taken) > c.COLONISTS_OF_KIND:
            raise _fault(f"{where}.colonists", f"more than {c.COLONISTS_OF_KIND} of a kind")
        last = c.COLONISTS_OF_KIND * (kind + 1)
        g.colonists[party, last - len(taken) : last] = sorted(taken)
    left = _get(player, "houses_left", where)
    g.houses_left[party] = _number(left, f"{where}.houses_left", 0, c.HOUSES)


def _fill_act(g: np.record, act: Mapping[str, Any], names: Notation, last_seat: int) -> None:
    role = _get(act, "role", "act")
    if role is not None:
        g.role = _index(c.ROLES, role, "act.role")
    _fill_turn(g, act, last_seat)
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
    _fill_reaction(g, act, names)


def _fill_turn(g: np.record, act: Mapping[str, Any], last_seat: int) -> None:
    """What is noted of the whole turn, beside the running action."""
    g.magister = bool(_get(act, "magister", "act"))
    g.legatus = bool(_get(act, "legatus", "act"))
    if (answer := _get(act, "answer", "act")) is not None:
        g.answer = _index(c.ANSWERS, answer, "act.answer")
    if (title := _get(act, "suggested", "act")) is not None:
        g.suggested = _index(c.TITLES, title, "act.suggested")
    queue = _list(act, "queue", c.SEATS, "act")
    if g.phase == c.PLACE or not queue:
        return
    if not isinstance(queue[0], Sequence) or len(queue[0]) != 2:
        raise _fault("act.queue", f"expected [seat, role], found {queue[0]!r}")
    seat, role = queue[0]
    g.next_seat = _number(seat, "act.queue", 0, last_seat)
    g.next_role = c.OWN_CARD if role == "own" else _index(c.ROLES, role, "act.queue")


def _fill_reaction(g: np.record, act: Mapping[str, Any], names: Notation) -> None:
    react = _get(act, "react", "act")
    if react is not None:
        g.react, g.react_half, g.react_province = reaction_of(react, names)
    todo = _list(act, "todo", c.MOST_STEPS, "act")
    g.todo_size = len(todo)
    for index, step in enumerate(reversed(todo)):
        g.todo[index] = _step(step)
    die = _get(act, "die", "act")
    if die is not None:
        g.die = _index(c.DICE, _get(die, "die", "act.die"), "act.die.die")
        g.face = _index(c.FACES[g.die], _get(die, "face", "act.die"), "act.die.face")
        g.use = _index(c.USES, _get(die, "use", "act.die"), "act.die.use")
    site = _get(act, "site", "act")
    if site is not None:
        g.site = _index(names.cities, _get(site, "city", "act.site"), "act.site.city")
        g.use = _index(c.USES, _get(site, "use", "act.site"), "act.site.use")


def reaction_of(text: Any, names: Notation) -> tuple[int, int, int]:
    """Role, half and province of words like ``Prefect produce Campania``."""
    role, _, rest = str(text).partition(" ")
    half, _, province = rest.partition(" ")
    where = "act.react"
    return (
        _index(c.ROLES, role, where),
        _index(c.HALVES, half, where),
        _index(names.provinces, province, where) if province else c.NONE,
    )


def _step(text: Any) -> tuple[int, int, int]:
    """A step of a reaction: ``vp 2``, ``track 10``, ``roll DIE USE`` or ``build GOOD USE``."""
    where = "act.todo"
    word, _, rest = str(text).partition(" ")
    kind = _index(c.STEPS, word, where)
    figure, _, use = rest.partition(" ")
    if kind in (c.STEP_VP, c.STEP_TRACK):
        return kind, _number(int(figure) if figure.isdecimal() else figure, where, 0, 999), c.NONE
    names = c.DICE if kind == c.STEP_ROLL else c.GOODS
    return kind, _index(names, figure, where), _index(c.USES, use, where)


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


def _party(value: Any, where: str, last_seat: int) -> int:
    return c.CONTRARIUS if value == "C" else _number(value, where, 0, last_seat)


def _index(names: Sequence[str] | Mapping[str, int], name: Any, where: str) -> int:
    """Position of a name among those allowed."""
    if isinstance(name, str) and name in names:
        return names[name] if isinstance(names, Mapping) else names.index(name)
    raise _fault(where, f"unknown name {name!r}; allowed: {', '.join(list(names)[:40])}")
