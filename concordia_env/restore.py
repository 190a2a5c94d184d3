"""Read snapshots: the rulebook's words back into a game record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from concordia_env import constants as c
from concordia_env.notation import Notation
from env_core import reading as read


def fill_record(g: np.record, snapshot: Mapping[str, Any], names: Notation) -> None:
    """Write a full snapshot into a cleared record; ValueError names the key at fault.

    Only the form is checked here. Whether the parts agree is for ``check`` and for the comparison
    with the snapshot that the record gives back.
    """
    last_seat = snapshot["config"]["players"] - 1
    for city, good in read.items(snapshot, "goods"):
        g.city_good[read.index(names.cities, city, "goods")] = read.index(c.GOODS, good, "goods")
    for province, good in read.items(snapshot, "bonus"):
        g.bonus[read.index(names.provinces, province, "bonus")] = read.index(c.GOODS, good, "bonus")
    for province, side in read.items(snapshot, "markers"):
        index = read.index(names.provinces, province, "markers")
        g.coin_side[index] = read.index(("good", "coin"), side, "markers")
    for city, owners in read.items(snapshot, "houses"):
        for owner in read.entries({city: owners}, city, c.PARTIES, "houses"):
            party = _party(owner, f"houses.{city}", last_seat)
            g.houses[read.index(names.cities, city, "houses"), party] = 1
    for slot, card in enumerate(read.entries(snapshot, "display", c.SLOTS)):
        g.display[slot] = c.NONE if card is None else read.index(names.cards, card, "display")
    deck = read.entries(snapshot, "deck", c.CARDS)
    g.deck_size = len(deck)
    for index, card in enumerate(reversed(deck)):
        g.deck[index] = read.index(names.cards, card, "deck")
    for key in ("magnus", "concordia", "turns_left", "seat"):
        value = read.get(snapshot, key)
        g[key] = c.NONE if value is None else _party(value, key, c.SEATS - 1)
    g.turn = read.number(read.get(snapshot, "turn"), "turn", 0, c.SEATS - 1)
    g.turns = read.number(read.get(snapshot, "turns"), "turns", 0, 32_000)
    g.phase = read.index(c.PHASES, read.get(snapshot, "phase"), "phase")
    for seat, player in enumerate(read.entries(snapshot, "players", c.SEATS)):
        _fill_player(g, player, names, seat, f"players[{seat}]")
    if (contrarius := read.get(snapshot, "contrarius")) is not None:
        _fill_contrarius(g, contrarius, names)
    for team, seats in enumerate(read.entries(snapshot, "copied", c.TEAMS)):
        for seat in read.entries({"copied": seats}, "copied", c.SEATS):
            g.copied[team] |= 1 << read.number(seat, "copied", 0, last_seat)
    _fill_act(g, read.get(snapshot, "act"), names, last_seat)
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
    g.money[seat] = read.number(read.get(player, "money", where), f"{where}.money", 0, 32_000)
    for good, number in read.items(player, "goods", where):
        index = read.index(c.GOODS, good, f"{where}.goods")
        g.goods[seat, index] = read.number(number, f"{where}.goods", 0, c.STOREHOUSE)
    _fill_colonists(g, player, names, seat, where)
    for card in read.entries(player, "hand", c.CARDS, where):
        g.hand[seat, read.index(names.cards, card, f"{where}.hand")] += 1
    pile = read.entries(player, "pile", c.CARDS, where)
    g.pile_size[seat] = len(pile)
    for index, card in enumerate(pile):
        g.pile[seat, index] = read.index(names.cards, card, f"{where}.pile")
    g.veto[seat] = bool(read.get(player, "veto", where))
    interim = read.get(player, "interim", where)
    if interim is not None:
        g.interim[seat] = read.number(interim, f"{where}.interim", 0, 32_000)


def _fill_contrarius(g: np.record, party: Any, names: Notation) -> None:
    where = "contrarius"
    g.vp[c.CONTRARIUS] = read.number(read.get(party, "vp", where), f"{where}.vp", 0, 32_000)
    for position in read.entries(party, "track", c.TRACK, where):
        if position not in names.track:
            raise read.fault(f"{where}.track", f"{position!r} is not one of {names.track}")
        g.track |= 1 << names.track.index(position)
    _fill_colonists(g, party, names, c.CONTRARIUS, where)
    for card in read.entries(party, "up", c.CARDS, where):
        g.hand[c.CONTRARIUS, read.index(names.cards, card, f"{where}.up")] = 1
    for card in read.entries(party, "down", c.CARDS, where):
        g.face_down[read.index(names.cards, card, f"{where}.down")] = 1


def _fill_colonists(
    g: np.record, player: Mapping[str, Any], names: Notation, party: int, where: str
) -> None:
    """Colonists and houses of any party."""
    places = read.entries(player, "colonists", c.COLONISTS, where)
    slots: list[list[int]] = [[], []]
    for place in places:
        index = read.index(names.place_index, place, f"{where}.colonists")
        slots[c.KINDS.index(place.partition("@")[0])].append(names.place_index[place])
        if index >= c.FIRST_ROUTE_PLACE:
            g.on_route[index - c.FIRST_ROUTE_PLACE] = party
    for kind, taken in enumerate(slots):
        if len(taken) > c.COLONISTS_OF_KIND:
            raise read.fault(f"{where}.colonists", f"more than {c.COLONISTS_OF_KIND} of a kind")
        last = c.COLONISTS_OF_KIND * (kind + 1)
        g.colonists[party, last - len(taken) : last] = sorted(taken)
    left = read.get(player, "houses_left", where)
    g.houses_left[party] = read.number(left, f"{where}.houses_left", 0, c.HOUSES)


def _fill_act(g: np.record, act: Mapping[str, Any], names: Notation, last_seat: int) -> None:
    role = read.get(act, "role", "act")
    if role is not None:
        g.role = read.index(c.ROLES, role, "act.role")
    _fill_turn(g, act, last_seat)
    g.steps = read.number(read.get(act, "steps", "act"), "act.steps", 0, c.COLONISTS)
    for route in read.entries(act, "moved", c.COLONISTS, "act"):
        g.moved[read.index(names.routes, route, "act.moved")] = 1
    picked = read.get(act, "picked", "act")
    if picked is not None:
        g.picked = read.index(names.place_index, picked, "act.picked")
    for good in read.entries(act, "traded", c.TRADES, "act"):
        g.traded[read.index(c.GOODS, good, "act.traded")] = 1
    g.bought = bool(read.get(act, "bought", "act"))
    g.buys = read.number(read.get(act, "buys", "act"), "act.buys", 0, 2)
    g.settled = bool(read.get(act, "settled", "act"))
    for entry in read.entries(act, "pools", c.SEATS, "act"):
        if not isinstance(entry, Sequence) or len(entry) != 2:
            raise read.fault("act.pools", f"expected [seat, goods], found {entry!r}")
        seat = read.number(entry[0], "act.pools", 0, last_seat)
        for good, number in read.items({"pools": entry[1]}, "pools", "act"):
            index = read.index(c.GOODS, good, "act.pools")
            g.pool[seat, index] = read.number(number, "act.pools", 1, 100)
    _fill_reaction(g, act, names)


def _fill_turn(g: np.record, act: Mapping[str, Any], last_seat: int) -> None:
    """What is noted of the whole turn, beside the running action."""
    g.magister = bool(read.get(act, "magister", "act"))
    g.legatus = bool(read.get(act, "legatus", "act"))
    if (answer := read.get(act, "answer", "act")) is not None:
        g.answer = read.index(c.ANSWERS, answer, "act.answer")
    if (title := read.get(act, "suggested", "act")) is not None:
        g.suggested = read.index(c.TITLES, title, "act.suggested")
    queue = read.entries(act, "queue", c.SEATS, "act")
    if g.phase == c.PLACE or not queue:
        return
    if not isinstance(queue[0], Sequence) or len(queue[0]) != 2:
        raise read.fault("act.queue", f"expected [seat, role], found {queue[0]!r}")
    seat, role = queue[0]
    g.next_seat = read.number(seat, "act.queue", 0, last_seat)
    g.next_role = c.OWN_CARD if role == "own" else read.index(c.ROLES, role, "act.queue")


def _fill_reaction(g: np.record, act: Mapping[str, Any], names: Notation) -> None:
    react = read.get(act, "react", "act")
    if react is not None:
        g.react, g.react_half, g.react_province = reaction_of(react, names)
    todo = read.entries(act, "todo", c.MOST_STEPS, "act")
    g.todo_size = len(todo)
    for index, step in enumerate(reversed(todo)):
        g.todo[index] = _step(step)
    die = read.get(act, "die", "act")
    if die is not None:
        g.die = read.index(c.DICE, read.get(die, "die", "act.die"), "act.die.die")
        g.face = read.index(c.FACES[g.die], read.get(die, "face", "act.die"), "act.die.face")
        g.use = read.index(c.USES, read.get(die, "use", "act.die"), "act.die.use")
    site = read.get(act, "site", "act")
    if site is not None:
        g.site = read.index(names.cities, read.get(site, "city", "act.site"), "act.site.city")
        g.use = read.index(c.USES, read.get(site, "use", "act.site"), "act.site.use")


def reaction_of(text: Any, names: Notation) -> tuple[int, int, int]:
    """Role, half and province of words like ``Prefect produce Campania``."""
    role, _, rest = str(text).partition(" ")
    half, _, province = rest.partition(" ")
    where = "act.react"
    return (
        read.index(c.ROLES, role, where),
        read.index(c.HALVES, half, where),
        read.index(names.provinces, province, where) if province else c.NONE,
    )


def _step(text: Any) -> tuple[int, int, int]:
    """A step of a reaction: ``vp 2``, ``track 10``, ``roll DIE USE`` or ``build GOOD USE``."""
    where = "act.todo"
    word, _, rest = str(text).partition(" ")
    kind = read.index(c.STEPS, word, where)
    figure, _, use = rest.partition(" ")
    if kind in (c.STEP_VP, c.STEP_TRACK):
        points = int(figure) if figure.isdecimal() else figure
        return kind, read.number(points, where, 0, 999), c.NONE
    names = c.DICE if kind == c.STEP_ROLL else c.GOODS
    return kind, read.index(names, figure, where), read.index(c.USES, use, where)


def _party(value: Any, where: str, last_seat: int) -> int:
    return c.CONTRARIUS if value == "C" else read.number(value, where, 0, last_seat)
