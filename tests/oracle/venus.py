"""A slow, plain oracle of Venus: individual play with Magister and choice cards, and team play.

It extends the oracle of the base game. In team play both partners execute a card: what the second
one does waits in `queue`, and between the two the turn passes through the phase `partner`, which no
decision ever shows. The numbers in comments point to the sections and rulings of the notation.
"""

import random
from typing import Any

from tests.oracle import concordia as base
from tests.oracle.concordia import CARDS, KINDS, Legal, Snapshot, Step

COLONISTS = 3  # of each kind
DEFAULTS = base.DEFAULTS | {"cards": "venus"}


# --- The cards


def halves(card: str) -> list[str]:
    """The role of a card, or both roles of a choice card (1)."""
    coins = CARDS[card].get("coins", "")
    roles = CARDS[card]["name"].split("/")
    return [f"{role}{coins}" if role == "Mercator" else role for role in roles]


def is_choice(card: str) -> bool:
    return len(halves(card)) == 2


def kind_of(card: str) -> str:
    """What the notation calls the card: its role, or the name of a choice card."""
    return CARDS[card]["name"] if is_choice(card) else halves(card)[0]


def options(subject: str, card: str) -> list[str]:
    """The subject of an action alone, or with each half of a choice card behind it."""
    return [f"{subject}:{half}" for half in halves(card)] if is_choice(card) else [subject]


def in_play(config: dict[str, Any]) -> list[dict[str, Any]]:
    mode = "team" if config["team"] else "individual"
    return [card for card in base.SETS["venus"] if card["play"] in ("both", mode)]


# --- Set-up


def deal(config: dict[str, Any], chance: random.Random) -> Snapshot:
    """The first decision of a game; options left out of `config` take their defaults."""
    config = DEFAULTS | config
    goods = base.deal_tokens(base.load_board(config["board"], config["players"]), chance)
    return set_up(config, goods, base.deal_deck(in_play(config), config, chance))


def set_up(config: dict[str, Any], goods: dict[str, str], deck: list[str]) -> Snapshot:
    """The first decision, given the tokens and the cards for sale."""
    board = base.load_board(config["board"], config["players"])
    players = [
        base.new_player(board, start_money(config, seat), start_hand(config, seat))
        for seat in range(config["players"])
    ]
    snapshot = base.new_game(config, goods, deck, players) | {"magnus": config["players"] - 1}
    if config["team"]:
        begin_places(snapshot)
    return snapshot


def start_money(config: dict[str, Any], seat: int) -> int:
    if config["team"]:
        return base.SETUP["team"]["money"][seat % (config["players"] // 2)]
    return base.SETUP["money"]["start"][seat]


def start_hand(config: dict[str, Any], seat: int) -> list[str]:
    hand = base.start_cards(in_play(config))
    if not config["team"]:
        return hand
    half = "first" if seat < config["players"] // 2 else "second"
    return [card for card in hand if CARDS[card]["name"] in base.SETUP["team"][f"hand_{half}_half"]]


def begin_places(snapshot: Snapshot) -> None:
    """The second half of the seats choose where their colonists start (2.5)."""
    first, *later = range(len(snapshot["players"]) // 2, len(snapshot["players"]))
    for player in snapshot["players"][first:]:
        player |= {"colonists": [], "home": dict.fromkeys(KINDS, COLONISTS)}
    snapshot["copied"] = [[] for _ in (first, *later)]
    snapshot["act"]["queue"] = [[seat, "place"] for seat in later]
    snapshot |= {"turns": 0, "phase": "place", "seat": first}


def check_setup(snapshot: Snapshot) -> None:
    """Assert that a set-up decision or the first `play` is one that the set-up allows (2)."""
    config = snapshot["config"]
    assert config.keys() == {"board", "players", *DEFAULTS}
    assert config["cards"] == "venus"
    base.check_tokens(base.board_of(snapshot), snapshot["goods"])
    deck = snapshot["display"] + snapshot["deck"]
    check_deck(config, deck)
    allowed = set_up(config, snapshot["goods"], deck)
    while allowed["phase"] == "place" and allowed["seat"] != snapshot["seat"]:
        chosen = snapshot["players"][allowed["seat"]]["colonists"]
        places = {f"place {colonist.split('@')[1]}" for colonist in chosen}
        assert len(places) == 1
        assert places <= set(legal(allowed))
        allowed, _ = apply(allowed, places.pop())
    assert snapshot == allowed


def check_deck(config: dict[str, Any], deck: list[str]) -> None:
    """The decks in use and no other card, deck I on top."""
    numbers = [CARDS[card]["deck"] for card in deck]
    last = base.number_of_decks(config)
    for_sale = [card["id"] for card in in_play(config) if 1 <= card["deck"] <= last]
    assert numbers == sorted(numbers)
    assert sorted(deck) == sorted(for_sale)


# --- Legal actions


def legal(snapshot: Snapshot) -> list[str]:
    """All legal actions of the decision the snapshot shows."""
    own = LEGAL.get(snapshot["phase"], base.legal)
    return own(snapshot)


def places(snapshot: Snapshot) -> list[str]:
    board = base.board_of(snapshot)
    beside = {
        city
        for route in board.routes.values()
        if board.capital in route.ends
        for city in route.ends
    }
    return [f"place {city}" for city in snapshot["goods"] if city not in beside]


def plays(snapshot: Snapshot) -> list[str]:
    """Any card of the hand; but a Legatus answers neither Legatus nor Proconsul (3.12)."""
    hand = base.actor(snapshot)["hand"]
    if snapshot["act"]["answer"]:
        hand = without_legatus(hand)
    names = dict.fromkeys(name for card in hand for name in options(kind_of(card), card))
    return [f"play {name}" for name in names]


def without_legatus(cards: list[str]) -> list[str]:
    return [card for card in cards if kind_of(card) != "Legatus"]


def suggestions(snapshot: Snapshot) -> list[str]:
    hand = snapshot["players"][base.partner(snapshot, snapshot["seat"])]["hand"]
    kinds = dict.fromkeys(kind_of(card) for card in without_legatus(hand))
    return [f"suggest {kind}" for kind in kinds]


def copies(snapshot: Snapshot) -> list[str]:
    team = snapshot["config"]["team"]
    return [*(team_copies(snapshot) if team else own_copies(snapshot)), "done"]


def own_copies(snapshot: Snapshot) -> list[str]:
    """The lowest seat for each role that would change something (3.10)."""
    actions: dict[str, str] = {}
    for seat, card in shown(snapshot).items():
        for role, source in zip(halves(card), options(str(seat), card), strict=True):
            again = role == "Magister" and snapshot["act"]["magister"]
            if not again and not base.idle(snapshot, role, legal):
                actions.setdefault(role, f"copy {source}")
    return list(actions.values())


def team_copies(snapshot: Snapshot) -> list[str]:
    """Opponents' cards that the team has not copied yet, idle or not (3.10, R20, R22)."""
    act, seat = snapshot["act"], snapshot["seat"]
    barred = {base.partner(snapshot, seat), *snapshot["copied"][base.side(snapshot, seat)]}
    asked = act["legatus"] or act["answer"]  # then a Legatus would pass the request back (R21)
    return [
        f"copy {source}"
        for other, card in shown(snapshot).items()
        if other not in barred and not (asked and kind_of(card) == "Legatus")
        for source in options(str(other), card)
    ]


def shown(snapshot: Snapshot) -> dict[int, str]:
    """The top cards of the other seats, but for Diplomats, which are never copied."""
    tops = {
        seat: player["pile"][-1]
        for seat, player in enumerate(snapshot["players"])
        if player["pile"]
    }
    return {
        seat: card
        for seat, card in tops.items()
        if seat != snapshot["seat"] and kind_of(card) != "Diplomat"
    }


def repeats(snapshot: Snapshot) -> list[str]:
    """The roles of the card under the Magister, or under the Diplomat that copied one (3.11)."""
    under = base.actor(snapshot)["pile"][-2:-1]
    roles = [role for card in under for role in halves(card) if role not in ("Senator", "Magister")]
    return [f"repeat {role}" for role in roles if not base.idle(snapshot, role, legal)] + ["done"]


def trades(snapshot: Snapshot) -> list[str]:
    """A team sells nothing after a purchase: that would turn the partner's money into own (R26)."""
    barred = snapshot["config"]["team"] and snapshot["act"]["bought"]
    return [
        action for action in base.legal(snapshot) if not (barred and action.startswith("sell "))
    ]


def purchases(snapshot: Snapshot) -> list[str]:
    """A Proconsul buys no Proconsul (3.8)."""
    barred = [
        f"purchase {slot}"
        for slot, card in enumerate(snapshot["display"], 1)
        if snapshot["act"]["role"] == "Proconsul" and card and kind_of(card) == "Proconsul"
    ]
    return [action for action in base.legal(snapshot) if action not in barred]


LEGAL: dict[str, Legal] = {
    "place": places,
    "play": plays,
    "suggest": suggestions,
    "copy": copies,
    "repeat": repeats,
    "trade": trades,
    "purchase": purchases,
}


# --- Applying an action; the functions below change the snapshot they are given


def apply(snapshot: Snapshot, action: str) -> tuple[Snapshot, list[str]]:
    """The snapshot after the action and all forced ones, and the events on the way."""
    return base.advance(snapshot, action, legal, take_step)


def take_step(snapshot: Snapshot, action: str) -> None:
    verb, _, rest = action.partition(" ")
    STEP[verb](snapshot, rest)
    if snapshot["phase"] == "partner":
        begin_partner(snapshot)


def place(snapshot: Snapshot, city: str) -> None:
    """One colonist of each kind, or two of the only kind that has a route there (2.5)."""
    player, queue = base.actor(snapshot), snapshot["act"]["queue"]
    routes = base.board_of(snapshot).routes.values()
    kinds = [kind for kind in KINDS if any(r.kind == kind and city in r.ends for r in routes)]
    for kind in (kinds * 2)[:2]:
        player["home"][kind] -= 1
        player["colonists"].append(f"{kind}@{city}")
    if queue:
        snapshot["seat"], _ = queue.pop(0)
    else:
        snapshot |= {"turns": 1, "phase": "play", "seat": 0}


def play(snapshot: Snapshot, name: str) -> None:
    player, act = base.actor(snapshot), snapshot["act"]
    kind, _, half = name.partition(":")
    card = next(card for card in player["hand"] if kind_of(card) == kind)
    player["hand"].remove(card)
    player["pile"].append(card)
    free_to_copy(snapshot)
    if act["answer"] == "legatus":
        act |= {"answer": None, "suggested": None}
    begin(snapshot, card, half or kind)


def free_to_copy(snapshot: Snapshot) -> None:
    """The acting seat shows another card, or none, than the one copied (R20)."""
    for seats in snapshot["copied"]:
        if snapshot["seat"] in seats:
            seats.remove(snapshot["seat"])


def copy(snapshot: Snapshot, source: str) -> None:
    seat, _, half = source.partition(":")
    card = snapshot["players"][int(seat)]["pile"][-1]
    if snapshot["config"]["team"]:
        team = base.side(snapshot, snapshot["seat"])
        snapshot["copied"][team] = sorted([*snapshot["copied"][team], int(seat)])
    begin(snapshot, card, half or kind_of(card))


def begin(snapshot: Snapshot, card: str, role: str) -> None:
    """Execute a role of the card; in a team the partner follows unless the seat is alone (3.12)."""
    alone = not snapshot["config"]["team"] or snapshot["act"]["answer"] == "proconsul"
    # What the partner does is not known before the copy or the answer to the Legatus.
    if not alone and role not in ("Diplomat", "Legatus"):
        other = base.partner(snapshot, snapshot["seat"])
        snapshot["act"]["queue"] = [[other, task_of_partner(card, role)]]
    base.execute(snapshot, role)


def task_of_partner(card: str, role: str) -> str:
    """The same role, the other half of a choice card, or after a Proconsul a card of his own."""
    if role == "Proconsul":
        return "own"
    return next((half for half in halves(card) if half != role), role)


def begin_partner(snapshot: Snapshot) -> None:
    act = snapshot["act"]
    [[snapshot["seat"], task]] = act["queue"]
    snapshot["act"] = base.neutral_act() | {"legatus": act["legatus"]}
    if task == "own":
        snapshot["act"]["answer"] = "proconsul"
        snapshot["phase"] = "play"
        return
    if task == "Tribune":
        free_to_copy(snapshot)
    base.execute(snapshot, task)


def suggest(snapshot: Snapshot, kind: str) -> None:
    request = {"answer": "legatus", "suggested": kind, "legatus": True}
    snapshot["act"] = base.neutral_act() | request
    snapshot["seat"] = base.partner(snapshot, snapshot["seat"])
    snapshot["phase"] = "play"


def repeat(snapshot: Snapshot, role: str) -> None:
    base.execute(snapshot, role)


VERBS = (place, play, copy, suggest, repeat)
STEP: dict[str, Step] = base.STEP | {verb.__name__: verb for verb in VERBS}


# --- Scoring


scores = base.scores


def team_scores(snapshot: Snapshot) -> dict[int, dict[str, int]]:
    """Points of every team: those of both partners together (5.2)."""
    points = scores(snapshot)
    half = len(points) // 2
    return {
        team: {key: points[team][key] + points[team + half][key] for key in points[team]}
        for team in range(half)
    }


def ranking(snapshot: Snapshot) -> list[int]:
    """Seats or teams, best first; a tie goes to whom the Praefectus Magnus reaches first (5.3)."""
    if not snapshot["config"]["team"]:
        return base.ranking(snapshot)
    points = team_scores(snapshot)

    def order(team: int) -> tuple[int, int]:
        seats = (team, base.partner(snapshot, team))
        return -points[team]["total"], min(base.magnus_distance(snapshot, seat) for seat in seats)

    return sorted(points, key=order)
