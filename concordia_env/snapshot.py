"""Snapshots: a game record as a JSON-able dict in the rulebook's words."""

from __future__ import annotations

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
    players = config["players"]
    teams = players // 2 if config["team"] else players
    closed: set[int] = set()  # seats whose cards are hidden
    looked_at = c.NONE  # but for the hand that a Legatus looks at
    if seat is not None and config["info"] == "hidden":
        closed = set(range(players)) - {seat}
        if g.phase == c.SUGGEST and g.seat == seat:
            looked_at = (seat + teams) % players
    stranger = seat is not None and g.seat != c.NONE and (g.seat - seat) % teams
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
        "players": [_player(g, names, i, i in closed, i == looked_at) for i in range(players)],
        "contrarius": _contrarius(g, names) if config["cards"] == "solitaria" else None,
        "copied": [_bits(g.copied[team]) for team in range(teams)] if config["team"] else [],
        "turn": int(g.turn),
        "turns": int(g.turns),
        "turns_left": _or_none(g.turns_left),
        "act": _act(g, names, players) | ({"suggested": None} if stranger else {}),
        "seat": _party(g.seat),
        "phase": c.PHASES[g.phase],
    }


def _player(
    g: np.record, names: Notation, seat: int, hidden: bool, looked_at: bool
) -> dict[str, Any]:
    hand = _cards(g.hand[seat], names)
    pile = [names.cards[card] for card in g.pile[seat, : g.pile_size[seat]].tolist()]
    return {
        "money": int(g.money[seat]),
        "goods": dict(zip(c.GOODS, g.goods[seat].tolist(), strict=True)),
        **_colonists(g.colonists[seat].tolist(), names),
        "houses_left": int(g.houses_left[seat]),
        "hand": len(hand) if hidden and not looked_at else hand,
        "pile": [len(pile), pile[-1] if pile else None] if hidden else pile,
        "vp": int(g.vp[seat]),
        "interim": _or_none(g.interim[seat]),
        "veto": bool(g.veto[seat]),
    }


def _contrarius(g: np.record, names: Notation) -> dict[str, Any]:
    return {
        "vp": int(g.vp[c.CONTRARIUS]),
        "houses_left": int(g.houses_left[c.CONTRARIUS]),
        "track": [position for k, position in enumerate(names.track) if g.track >> k & 1],
        **_colonists(g.colonists[c.CONTRARIUS].tolist(), names),
        "up": _cards(g.hand[c.CONTRARIUS], names),
        "down": _cards(g.face_down, names),
    }


def _cards(copies: np.ndarray, names: Notation) -> list[str]:
    numbers = copies.tolist()
    return [card for card, number in zip(names.cards, numbers, strict=False) for _ in range(number)]


def _colonists(places: list[int], names: Notation) -> dict[str, Any]:
    home = [
        places[: c.COLONISTS_OF_KIND].count(c.HOME),
        places[c.COLONISTS_OF_KIND :].count(c.HOME),
    ]
    return {
        "home": dict(zip(c.KINDS, home, strict=True)),
        "colonists": sorted(names.place(place) for place in places if place != c.HOME),
    }


def _act(g: np.record, names: Notation, players: int) -> dict[str, Any]:
    pools = g.pool.tolist()
    order = [(int(g.seat) + offset) % c.SEATS for offset in range(c.SEATS)]
    return {
        "role": None if g.role == c.NONE else c.ROLES[g.role],
        "queue": _queue(g, players),
        "answer": None if g.answer == c.NONE else c.ANSWERS[g.answer],
        "suggested": None if g.suggested == c.NONE else c.TITLES[g.suggested],
        "magister": bool(g.magister),
        "legatus": bool(g.legatus),
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
        "react": _react(g, names),
        "todo": [_step(*step) for step in g.todo[: g.todo_size][::-1].tolist()],
        "die": _die(g),
        "site": None if g.site == c.NONE else _site(g, names),
    }


def _queue(g: np.record, players: int) -> list[list[Any]]:
    """What partners will still execute in this turn, or who still places his colonists."""
    if g.phase == c.PLACE:
        return [[seat, "place"] for seat in range(int(g.seat) + 1, players)]
    if g.next_seat == c.NONE:
        return []
    return [[int(g.next_seat), "own" if g.next_role == c.OWN_CARD else c.ROLES[g.next_role]]]


def _react(g: np.record, names: Notation) -> str | None:
    if g.react == c.NONE:
        return None
    words = [c.ROLES[g.react], c.HALVES[g.react_half]]
    if g.react_province != c.NONE:
        words.append(names.provinces[g.react_province])
    return " ".join(filter(None, words))


def _step(kind: int, figure: int, use: int) -> str:
    """A step of the reaction that waits, in words."""
    word = c.STEPS[kind]
    if kind == c.STEP_ROLL:
        return f"{word} {c.DICE[figure]} {c.USES[use]}"
    if kind == c.STEP_BUILD:
        return f"{word} {c.GOODS[figure]} {c.USES[use]}"
    return f"{word} {figure}"


def _die(g: np.record) -> dict[str, Any] | None:
    if g.die == c.NONE:
        return None
    asked = [seat for seat in range(int(g.seat), -1, -1) if g.veto[seat]]
    return {
        "die": c.DICE[g.die],
        "face": c.FACES[g.die][g.face],
        "use": c.USES[g.use],
        "ask": asked,
    }


def _site(g: np.record, names: Notation) -> dict[str, Any]:
    return {"city": names.cities[g.site], "use": c.USES[g.use]}


def _party(party: int) -> int | str | None:
    if party == c.CONTRARIUS:
        return "C"
    return None if party == c.NONE else int(party)


def _bits(mask: int) -> list[int]:
    return [seat for seat in range(c.SEATS) if mask >> seat & 1]


def _or_none(number: int) -> int | None:
    return None if number == c.NONE else int(number)
