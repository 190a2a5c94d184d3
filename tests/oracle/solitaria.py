"""A slow, plain oracle of Solitaria: Contrarius against one human or between two.

It extends the oracle of the base game by the cards of Solitaria and the reactions of Contrarius.
A turn that he answers passes through the phase `reaction`, which no decision ever shows. The
numbers in comments point to the sections and rulings of the notation.
"""

import random
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any, Protocol

from tests.oracle import concordia as base
from tests.oracle.concordia import CARDS, GOODS, KINDS, SLOTS, Legal, Party, Snapshot

CONTRARIUS = "C"
COLONISTS = 3  # of each kind
COINS_TO_TURN_BACK = 3
FACES: dict[str, list[str]] = {
    die["name"]: die["faces"]
    for die in tomllib.loads((base.DATA / "dice.toml").read_text(encoding="utf-8"))["die"]
}
START_VP = {
    "novice": 40,
    "standard": 20,
    "veteran": 10,
    "strong_veteran": 10,
    "expert": 0,
    "strong_expert_9": 0,
    "strong_expert_8": 0,
}
TRACK = {
    "expert": [10, 20, 30, 40, 50],
    "strong_expert_9": [9, 18, 27, 36, 45],
    "strong_expert_8": [8, 16, 24, 32, 40],
}
VETERANS = ("veteran", "strong_veteran")
START_MONEY = (6, 7)  # of seat 0 and 1 (2.5)
# What Contrarius does about these roles is fixed only by what the human does with them.
FIXED_LATER = ("Diplomat", "Prefect", "PrefectPM", "Colonist")
DEFAULTS = base.DEFAULTS | {"cards": "solitaria", "difficulty": "standard"}


# --- Chance


class Luck(Protocol):
    """Where dice and drawn cards come from."""

    def roll(self, die: str) -> str: ...

    def draw(self, card: str) -> None: ...


class Replay:
    """The chance that an event log tells; whatever it should not tell is an error."""

    def __init__(self, events: Iterator[str]) -> None:
        self.events = events

    def roll(self, die: str) -> str:
        event = next(self.events, "nothing")
        assert event.startswith(f"die {die} "), f"{event} instead of a roll of {die}"
        face = event.removeprefix(f"die {die} ")
        assert face in FACES[die], event
        return face

    def draw(self, card: str) -> None:
        event = next(self.events, "nothing")
        assert event == f"draw {card}", f"{event} instead of draw {card}"


class Chance:
    """Fair dice; the log of what they showed and which cards were drawn."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.events: list[str] = []

    def roll(self, die: str) -> str:
        face = self.rng.choice(FACES[die])
        self.events.append(f"die {die} {face}")
        return face

    def draw(self, card: str) -> None:
        self.events.append(f"draw {card}")


# --- Set-up


def deal(config: dict[str, Any], chance: random.Random) -> Snapshot:
    """The first decision of a game; options left out of `config` take their defaults."""
    config = DEFAULTS | config
    goods = base.deal_tokens(base.load_board(config["board"], base.parties(config)), chance)
    deck = base.deal_deck(base.SETS["solitaria"], config, chance)
    specialist = next(card for card in deck if "good" in CARDS[card])  # the leftmost (2.6)
    deck.remove(specialist)
    return set_up(config, goods, deck, specialist)


def set_up(
    config: dict[str, Any], goods: dict[str, str], deck: list[str], specialist: str
) -> Snapshot:
    """The first decision, given the tokens and the deck without his specialist."""
    board = base.load_board(config["board"], base.parties(config))
    hands = [start_hand("player")]
    if config["players"] == 2:
        hands.insert(0, base.start_cards(base.SETS["base"]))
    players = [
        base.new_player(board, money, hand)
        | {"vp": start_vp(config), "veto": config["players"] == 2}
        for money, hand in zip(START_MONEY, hands, strict=False)
    ]
    snapshot = base.new_game(config, goods, deck, players)
    snapshot["magnus"] = 1 if config["players"] == 2 else None
    snapshot["contrarius"] = new_contrarius(config, specialist)
    if config["difficulty"] in VETERANS:
        begin_veteran(snapshot)
    else:
        for kind in KINDS:
            send_out(snapshot, f"{kind}@{board.capital}")
    return snapshot


def start_hand(owner: str) -> list[str]:
    return base.start_cards([card for card in base.SETS["solitaria"] if card.get("owner") == owner])


def start_vp(config: dict[str, Any]) -> int:
    override = config["start_vp"]
    return START_VP[config["difficulty"]] if override is None else override


def new_contrarius(config: dict[str, Any], specialist: str) -> dict[str, Any]:
    track = TRACK.get(config["difficulty"], [])
    return {
        "vp": 0,
        "houses_left": base.HOUSES - len(track),
        "track": list(track),
        "home": dict.fromkeys(KINDS, COLONISTS),
        "colonists": [],
        "up": in_table_order([*start_hand("contrarius"), specialist]),
        "down": [],
    }


def in_table_order(cards: list[str]) -> list[str]:
    return sorted(cards, key=base.TABLE_ORDER.__getitem__)


def begin_veteran(snapshot: Snapshot) -> None:
    """His house beside the capital; which colonist leads there may be asked (2, veteran)."""
    neighbour = dearest_neighbour(snapshot, KINDS)
    build_house(snapshot, neighbour)
    kinds = [kind for kind in KINDS if capital_route(snapshot, kind, neighbour)]
    snapshot |= {"turns": 0, "phase": "veteran", "seat": reacting_seat(snapshot)}
    if len(kinds) == 1:
        lead_veteran(snapshot, kinds[0])


def dearest_neighbour(
    snapshot: Snapshot, kinds: tuple[str, ...], without: tuple[str, ...] = ()
) -> str:
    """The capital's neighbour of the dearest good, ties alphabetical (R48)."""
    cities = [
        city
        for city in sorted(snapshot["goods"])
        if city not in without and any(capital_route(snapshot, kind, city) for kind in kinds)
    ]
    return max(cities, key=lambda city: GOODS.index(snapshot["goods"][city]))


def capital_route(snapshot: Snapshot, kind: str, city: str) -> str | None:
    board = base.board_of(snapshot)
    for name, route in board.routes.items():
        if route.kind == kind and route.ends == {board.capital, city}:
            return name
    return None


def lead_veteran(snapshot: Snapshot, kind: str) -> None:
    (first,) = snapshot["houses"]
    other = "sea" if kind == "land" else "land"
    second = dearest_neighbour(snapshot, (other,), without=(first,))
    send_out(snapshot, f"{kind}@{capital_route(snapshot, kind, first)}")
    send_out(snapshot, f"{other}@{capital_route(snapshot, other, second)}")
    if snapshot["config"]["difficulty"] == "strong_veteran":
        build_house(snapshot, second)
    snapshot |= {"turns": 1, "phase": "play", "seat": 0}


def check_setup(snapshot: Snapshot) -> None:
    """Assert that a set-up decision or the first `play` is one that the set-up allows (2)."""
    assert snapshot["config"].keys() == {"board", "players", *DEFAULTS}
    assert snapshot["config"]["cards"] == "solitaria"
    base.check_tokens(base.board_of(snapshot), snapshot["goods"])
    (specialist,) = Counter(snapshot["contrarius"]["up"]) - Counter(start_hand("contrarius"))
    deck = snapshot["display"] + snapshot["deck"]
    check_deck(base.number_of_decks(snapshot["config"]), deck, specialist)
    first = set_up(snapshot["config"], snapshot["goods"], deck, specialist)
    allowed = [first]
    if first["phase"] == "veteran":
        allowed += [apply(first, action, iter(())) for action in legal(first)]
    assert snapshot in allowed


def check_deck(last: int, deck: list[str], specialist: str) -> None:
    """Deck I, less his specialist, is just the display; below it every later deck."""
    numbers = [CARDS[card]["deck"] for card in deck]
    for_sale = [card["id"] for card in base.SETS["solitaria"] if 1 <= card["deck"] <= last]
    assert numbers == sorted(numbers)
    assert sorted([*deck, specialist]) == sorted(for_sale)
    assert "good" in CARDS[specialist]
    assert CARDS[specialist]["deck"] == 1
    assert numbers[:SLOTS] == [1] * SLOTS


# --- Legal actions


def legal(snapshot: Snapshot) -> list[str]:
    """All legal actions of the decision the snapshot shows."""
    own = LEGAL.get(snapshot["phase"], base.legal)
    return own(snapshot)


def reacting_seat(snapshot: Snapshot) -> int:
    """The human whose cards make Contrarius react and who chooses for him (2.5, R34)."""
    return len(snapshot["players"]) - 1


def reacts(snapshot: Snapshot) -> bool:
    return snapshot["turn"] == reacting_seat(snapshot) and snapshot["concordia"] != CONTRARIUS


def copies(snapshot: Snapshot) -> list[str]:
    if len(snapshot["players"]) == 1:
        return solo_copies(snapshot) or ["done"]
    if reacts(snapshot):
        return [*every_copy(snapshot), "done"]
    return base.legal(snapshot)


def solo_copies(snapshot: Snapshot) -> list[str]:
    """The face-up cards of Contrarius, one for each role (3.10)."""
    actions: dict[str, str] = {}
    for card in snapshot["contrarius"]["up"]:
        actions.setdefault(base.role_of(snapshot, card), f"copy {card}")
    return [action for role, action in actions.items() if role not in ("Diplomat", "Tribune")]


def every_copy(snapshot: Snapshot) -> list[str]:
    """The other human's top card, idle or not, as the copy causes a reaction (R46)."""
    other = 1 - snapshot["seat"]
    pile = snapshot["players"][other]["pile"]
    copyable = pile and base.role_of(snapshot, pile[-1]) != "Diplomat"
    return [f"copy {other}"] if copyable else []


def veterans(_: Snapshot) -> list[str]:
    return [f"lead {kind}" for kind in KINDS]


def leads(snapshot: Snapshot) -> list[str]:
    pairs = shortest_ways(snapshot, snapshot["act"]["site"]["city"])
    return list(dict.fromkeys(f"lead {place}" for place, _ in pairs))


def ontos(snapshot: Snapshot) -> list[str]:
    pairs = shortest_ways(snapshot, snapshot["act"]["site"]["city"])
    return [f"onto {route}" for place, route in pairs if place == snapshot["act"]["picked"]]


def vetoes(_: Snapshot) -> list[str]:
    return ["veto", "accept"]


LEGAL: dict[str, Legal] = {
    "veteran": veterans,
    "copy": copies,
    "lead": leads,
    "onto": ontos,
    "veto": vetoes,
}


# --- Applying an action; the functions below change the snapshot they are given


def apply(snapshot: Snapshot, action: str, events: Iterator[str]) -> Snapshot:
    """The snapshot after the action and all forced ones, with the chance the events tell."""
    return advance(snapshot, action, Replay(events))


def advance(snapshot: Snapshot, action: str, luck: Luck) -> Snapshot:
    if action not in legal(snapshot):
        raise ValueError(f"not legal in phase {snapshot['phase']}: {action}")
    after = deepcopy(snapshot)
    take_step(after, action, luck)
    while True:
        if after["phase"] == "reaction":
            react(after, luck)
        elif len(forced := legal(after)) == 1:
            take_step(after, forced[0], luck)
        else:
            return after


def take_step(snapshot: Snapshot, action: str, luck: Luck) -> None:
    verb, _, rest = action.partition(" ")
    with_draws(snapshot, luck, lambda: STEP[verb](snapshot, rest))


def with_draws(snapshot: Snapshot, luck: Luck, step: Callable[[], None]) -> None:
    """Do a step and log the cards it laid into the display, after any die it rolled."""
    deck = snapshot["deck"]
    step()
    for card in deck[: len(deck) - len(snapshot["deck"])]:
        luck.draw(card)


def play(snapshot: Snapshot, role: str) -> None:
    announce_role(snapshot, role)
    base.play(snapshot, role)


def copy(snapshot: Snapshot, source: str) -> None:
    if len(snapshot["players"]) == 1:
        contrarius = snapshot["contrarius"]
        contrarius["up"].remove(source)
        contrarius["down"] = in_table_order([*contrarius["down"], source])
        role = base.role_of(snapshot, source)
    else:
        role = base.role_of(snapshot, snapshot["players"][int(source)]["pile"][-1])
    announce_role(snapshot, role)
    base.execute(snapshot, role)


def produce(snapshot: Snapshot, province: str) -> None:
    announce(snapshot, f"{snapshot['act']['role']} produce {province}")
    base.produce(snapshot, province)


def collect(snapshot: Snapshot, rest: str) -> None:
    announce(snapshot, f"{snapshot['act']['role']} collect")
    base.collect(snapshot, rest)


def settle(snapshot: Snapshot, rest: str) -> None:
    if snapshot["phase"] == "settle":
        announce(snapshot, "Colonist settle")
    base.settle(snapshot, rest)


def announce_role(snapshot: Snapshot, role: str) -> None:
    if role not in FIXED_LATER:
        announce(snapshot, role)


def announce(snapshot: Snapshot, reaction: str) -> None:
    if reacts(snapshot):
        snapshot["act"]["react"] = reaction


def veto(snapshot: Snapshot, _: str) -> None:
    """The die is rolled again in the same way, and all who still can are asked again (4)."""
    act = snapshot["act"]
    base.actor(snapshot)["veto"] = False
    prepend(snapshot, f"roll {act['die']['die']} {act['die']['use']}")
    act["die"] = None
    snapshot["phase"] = "reaction"


def accept(snapshot: Snapshot, _: str) -> None:
    die = snapshot["act"]["die"]
    del die["ask"][0]
    if die["ask"]:
        snapshot["seat"] = die["ask"][0]
        return
    snapshot["act"]["die"] = None
    resume(snapshot)
    use_face(snapshot, die["face"], die["use"])


def lead(snapshot: Snapshot, rest: str) -> None:
    if snapshot["phase"] == "veteran":
        lead_veteran(snapshot, rest)
    else:
        snapshot["act"]["picked"] = rest
        snapshot["phase"] = "onto"


def onto(snapshot: Snapshot, route: str) -> None:
    act, colonists = snapshot["act"], snapshot["contrarius"]["colonists"]
    place, site = act["picked"], act["site"]
    act |= {"picked": None, "site": None}
    colonists.remove(place)
    colonists.append(f"{place.split('@')[0]}@{route}")
    colonists.sort()
    resume(snapshot)
    settle_house(snapshot, site["city"], site["use"])


VERBS = (play, copy, produce, collect, settle, veto, accept, lead, onto)
STEP = base.STEP | {verb.__name__: verb for verb in VERBS}


# --- The reaction of Contrarius (4)


def react(snapshot: Snapshot, luck: Luck) -> None:
    """Begin the reaction that is due, do its next step, or end the turn after the last."""
    act = snapshot["act"]
    resume(snapshot)
    if act["react"]:
        snapshot["act"] = base.neutral_act() | {"todo": steps_of(snapshot, act["react"])}
    elif act["todo"]:
        step, _, rest = act["todo"].pop(0).partition(" ")
        with_draws(snapshot, luck, lambda: REACTION[step](snapshot, rest, luck))
    else:
        base.end_turn(snapshot)


def resume(snapshot: Snapshot) -> None:
    """Back to the steps still to do, with the human who chooses for Contrarius."""
    snapshot["seat"], snapshot["phase"] = reacting_seat(snapshot), "reaction"


def prepend(snapshot: Snapshot, *steps: str) -> None:
    snapshot["act"]["todo"][:0] = steps


def steps_of(snapshot: Snapshot, reaction: str) -> list[str]:
    role, _, what = reaction.partition(" ")
    if what == "collect":
        return ["vp 2"]
    if role in ("Prefect", "PrefectPM"):
        houses = houses_in(snapshot, what.removeprefix("produce "))
        return [f"vp {max(houses, 2 if role == 'PrefectPM' else 1)}"]
    if role in base.SPECIALISTS:
        return ["vp 3"]
    return {
        "Colonist": ["roll Tribune/Colonist recruit"],
        "Mercator3": ["roll Mercator produce"],
        "Mercator5": ["roll Mercator produce"],
        "Senator": ["roll Senator/Consul house"],
        "Consul": ["roll Senator/Consul house"],
        "Architect": ["roll Architect card"],
        "Tribune": [f"build {best_good(snapshot)} house", "roll Tribune/Colonist recruit"],
    }[role]


def houses_in(snapshot: Snapshot, province: str) -> int:
    home = base.board_of(snapshot).province
    return sum(len(owners) for city, owners in snapshot["houses"].items() if home[city] == province)


def best_good(snapshot: Snapshot) -> str:
    """The good of his best specialist, face up or down (R32)."""
    cards = snapshot["contrarius"]["up"] + snapshot["contrarius"]["down"]
    goods = [CARDS[card]["good"] for card in cards if "good" in CARDS[card]]
    return max(goods, key=GOODS.index)


def gain_vp(snapshot: Snapshot, number: str, _: Luck) -> None:
    contrarius = snapshot["contrarius"]
    before = contrarius["vp"]
    contrarius["vp"] += int(number)
    crossed = [house for house in contrarius["track"] if before < house <= contrarius["vp"]]
    prepend(snapshot, *(f"track {house}" for house in crossed))


def take_track_house(snapshot: Snapshot, house: str, _: Luck) -> None:
    snapshot["contrarius"]["track"].remove(int(house))
    snapshot["contrarius"]["houses_left"] += 1
    prepend(snapshot, "roll Mercator house")


def roll(snapshot: Snapshot, rest: str, luck: Luck) -> None:
    die, use = rest.split()
    face = luck.roll(die)
    while use == "colonist" and face == "card":
        face = luck.roll(die)
    ask = [seat for seat in (1, 0) if has_veto(snapshot, seat)]
    if ask:
        snapshot["act"]["die"] = {"die": die, "face": face, "use": use, "ask": ask}
        snapshot["seat"], snapshot["phase"] = ask[0], "veto"
    else:
        use_face(snapshot, face, use)


def has_veto(snapshot: Snapshot, seat: int) -> bool:
    players = snapshot["players"]
    return seat < len(players) and players[seat]["veto"]


def use_face(snapshot: Snapshot, face: str, use: str) -> None:
    if use in ("house", "produce"):
        build(snapshot, best_good(snapshot) if face == "S" else face, use)
    elif use == "card":
        take_card(snapshot, int(face))
    elif face == "card":
        take_card(snapshot, 1)
    else:
        place_colonist(snapshot, face)


def place_colonist(snapshot: Snapshot, kind: str) -> None:
    home = snapshot["contrarius"]["home"]
    other = "sea" if kind == "land" else "land"
    if not any(home.values()):
        take_card(snapshot, 1)
    else:
        arriving = kind if home[kind] else other
        send_out(snapshot, f"{arriving}@{base.board_of(snapshot).capital}")


def send_out(snapshot: Snapshot, place: str) -> None:
    contrarius = snapshot["contrarius"]
    contrarius["home"][place.split("@")[0]] -= 1
    contrarius["colonists"] = sorted([*contrarius["colonists"], place])


def take_card(snapshot: Snapshot, slot: int) -> None:
    contrarius, display = snapshot["contrarius"], snapshot["display"]
    if not any(display):
        prepend(snapshot, "roll Senator/Consul house")
        return
    taken = slot - 1 if display[slot - 1] else 0
    contrarius["up"] = in_table_order([*contrarius["up"], display[taken]])
    display[taken] = None
    if not any(display) and not snapshot["deck"]:
        base.award_concordia(snapshot, CONTRARIUS)
    base.refill_display(snapshot)


def build_step(snapshot: Snapshot, rest: str, _: Luck) -> None:
    good, use = rest.split()
    build(snapshot, good, use)


REACTION: dict[str, Callable[[Snapshot, str, Luck], None]] = {
    "vp": gain_vp,
    "track": take_track_house,
    "roll": roll,
    "build": build_step,
}


# --- Where Contrarius builds


def build(snapshot: Snapshot, good: str, use: str) -> None:
    city = building_site(snapshot, good)
    if city is None:
        build_nothing(snapshot)
    elif is_beside(snapshot, city):
        settle_house(snapshot, city, use)
    else:
        snapshot["act"]["site"] = {"city": city, "use": use}
        snapshot["phase"] = "lead"


def build_nothing(snapshot: Snapshot) -> None:
    """A colonist or a card instead; no die when all colonists are out (R39)."""
    if any(snapshot["contrarius"]["home"].values()):
        prepend(snapshot, "roll Tribune/Colonist colonist")
    elif any(snapshot["display"]):
        take_card(snapshot, 1)


def building_site(snapshot: Snapshot, good: str) -> str | None:
    contrarius = snapshot["contrarius"]
    if not contrarius["houses_left"] and not contrarius["track"]:
        return None
    first = GOODS.index(good)
    for lower in range(len(GOODS)):  # the next cheaper good; below brick comes cloth
        tried = GOODS[(first - lower) % len(GOODS)]
        cities = [city for city, token in snapshot["goods"].items() if token == tried]
        if candidates := [city for city in cities if is_candidate(snapshot, city)]:
            return min(candidates, key=lambda city: preference(snapshot, city))
    return None


def is_candidate(snapshot: Snapshot, city: str) -> bool:
    built = CONTRARIUS in snapshot["houses"].get(city, [])
    return not built and (is_beside(snapshot, city) or bool(shortest_ways(snapshot, city)))


def preference(snapshot: Snapshot, city: str) -> tuple[bool, bool, str]:
    """Empty cities first, then provinces new to him, then alphabetical."""
    province = base.board_of(snapshot).province
    settled = {province[own] for own in base.own_cities(snapshot, CONTRARIUS)}
    return city in snapshot["houses"], province[city] in settled, city


def is_beside(snapshot: Snapshot, city: str) -> bool:
    """Whether a colonist of his stands on a route ending at the city."""
    routes = base.board_of(snapshot).routes
    spots = [place.split("@")[1] for place in snapshot["contrarius"]["colonists"]]
    return any(spot in routes and city in routes[spot].ends for spot in spots)


def shortest_ways(snapshot: Snapshot, city: str) -> list[tuple[str, str]]:
    """Pairs of a colonist's place and a free route to the city with the fewest steps (R38)."""
    board, colonists = base.board_of(snapshot), snapshot["contrarius"]["colonists"]
    taken = base.occupied(snapshot)
    free = {
        name
        for name, route in board.routes.items()
        if city in route.ends and route.stop and name not in taken
    }
    ways = {
        (place, route): steps
        for place in colonists
        for route, steps in base.distances(board, place).items()
        if route in free and steps <= len(colonists)
    }
    return [pair for pair, steps in ways.items() if steps == min(ways.values())]


def settle_house(snapshot: Snapshot, city: str, use: str) -> None:
    build_house(snapshot, city)
    if use == "produce":
        yield_province(snapshot, base.board_of(snapshot).province[city])


def build_house(snapshot: Snapshot, city: str) -> None:
    """From the supply, else the rearmost house of the track (R36)."""
    contrarius = snapshot["contrarius"]
    if contrarius["houses_left"]:
        contrarius["houses_left"] -= 1
    else:
        contrarius["track"].pop()
    base.add_house(snapshot, city, CONTRARIUS)
    if not contrarius["houses_left"] and not contrarius["track"]:
        base.award_concordia(snapshot, CONTRARIUS)


def yield_province(snapshot: Snapshot, province: str) -> None:
    markers = snapshot["markers"]
    if markers[province] == "good":
        base.harvest(snapshot, province, bonus=0)
    elif list(markers.values()).count("coin") >= COINS_TO_TURN_BACK:
        snapshot["markers"] = dict.fromkeys(markers, "good")


# --- Scoring


def scores(snapshot: Snapshot) -> dict[Party, dict[str, int]]:
    """Points of every seat and of Contrarius, who has neither money nor goods (5.2)."""
    contrarius = snapshot["contrarius"]
    cards = contrarius["up"] + contrarius["down"]
    points: dict[Party, dict[str, int]] = dict(base.scores(snapshot).items())
    points[CONTRARIUS] = base.party_scores(snapshot, CONTRARIUS, contrarius, cards, wealth=0)
    return points


def ranking(snapshot: Snapshot) -> list[Party]:
    """Best first; ties: the Concordia card, the Magnus order of the humans, Contrarius (5.3)."""
    points = scores(snapshot)

    def place(party: Party) -> tuple[int, bool, int]:
        return -points[party]["total"], party != snapshot["concordia"], order(snapshot, party)

    return sorted(points, key=place)


def order(snapshot: Snapshot, party: Party) -> int:
    humans = len(snapshot["players"])
    if isinstance(party, str):
        return humans
    return 0 if humans == 1 else base.magnus_distance(snapshot, party)
