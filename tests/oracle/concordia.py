"""A slow, plain oracle of the base game of Concordia: what is legal in a snapshot and what follows.

It works on full snapshots (dicts) and reads nothing but the data files of the game. The oracles of
Venus and Solitaria extend it; roles, payments and scoring are the whole family's. The numbers in
comments point to the sections and rulings of the notation the snapshots and actions are written in.
"""

import random
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

Snapshot = dict[str, Any]
Player = dict[str, Any]
Party = int | str  # a seat, or "C" for Contrarius
Legal = Callable[[Snapshot], list[str]]
Step = Callable[[Snapshot, str], None]

DATA = Path(__file__).parents[2] / "concordia_env" / "data"
SETUP = tomllib.loads((DATA / "setup.toml").read_text(encoding="utf-8"))
SETS = {
    name: tomllib.loads((DATA / "cards" / f"{name}.toml").read_text(encoding="utf-8"))["card"]
    for name in ("base", "venus", "solitaria")
}

GOODS = ("brick", "food", "tool", "wine", "cloth")
KINDS = ("land", "sea")
SLOTS = 7
SPACES = 12
HOUSES = 15
PRICE: dict[str, int] = SETUP["goods"]["price"]

CARDS: dict[str, dict[str, Any]] = {card["id"]: card for table in SETS.values() for card in table}
TABLE_ORDER = {card: position for position, card in enumerate(CARDS)}
SPECIALISTS = {entry["name"]: entry["good"] for entry in CARDS.values() if "good" in entry}
PURCHASES = {"Senator": 2, "Consul": 1, "Praetor": 1, "Proconsul": 1}
WITHOUT_SURCHARGE = ("Consul", "Proconsul")
DEFAULTS: dict[str, Any] = {
    "cards": "base",
    "team": False,
    "display": "printed",
    "intermediate_scoring": False,
    "info": "open",
    "difficulty": None,
    "start_vp": None,
}


# --- The board


@dataclass(frozen=True)
class Route:
    """A line between two cities; `stop` tells whether a colonist may end a move on it."""

    kind: str
    ends: frozenset[str]
    stop: bool


@dataclass(frozen=True)
class Board:
    """The part of a board that is in play (2.1)."""

    capital: str
    letter: dict[str, str]  # of each city but the capital
    province: dict[str, str]  # of each city but the capital
    routes: dict[str, Route]
    extra_tokens: dict[str, str]


@cache
def load_board(stem: str, parties: int) -> Board:
    def gap(entry: dict[str, Any]) -> int:
        fewest, most = entry["players"]
        return max(fewest - parties, parties - most, 0)

    data = tomllib.loads((DATA / "boards" / f"{stem}.toml").read_text(encoding="utf-8"))
    letters = min(data["letters"], key=gap)["used"]
    provinces = [block for block in data["province"] if block["letter"] in letters]
    letter = {city["name"]: block["letter"] for block in provinces for city in block["cities"]}
    province = {city["name"]: block["name"] for block in provinces for city in block["cities"]}
    capital = data["capital"]["name"]
    routes = load_routes(data["routes"], {capital, *letter})
    return Board(capital, letter, province, routes, data.get("extra_tokens", {}))


def load_routes(data: dict[str, Any], cities: set[str]) -> dict[str, Route]:
    routes: dict[str, Route] = {}
    for kind in KINDS:
        no_stop = {frozenset(pair) for pair in data[kind].get("no_stop", [])}
        for pair in data[kind]["pairs"]:
            ends = frozenset(pair)
            if ends <= cities:
                name = f"{kind}:{'-'.join(sorted(pair))}"
                routes[f"{name}#2" if name in routes else name] = Route(
                    kind, ends, ends not in no_stop
                )
    return routes


def parties(config: dict[str, Any]) -> int:
    """Who builds on the board: the seats, and Contrarius with the cards of Solitaria (2)."""
    return config["players"] + (config["cards"] == "solitaria")


def board_of(snapshot: Snapshot) -> Board:
    return load_board(snapshot["config"]["board"], parties(snapshot["config"]))


def distances(board: Board, place: str) -> dict[str, int]:
    """Steps from a colonist's place to each route of his kind that he can reach (3.3)."""
    kind, spot = place.split("@")
    lines = {name: route.ends for name, route in board.routes.items() if route.kind == kind}
    steps = {spot: 0} if spot in lines else {}
    cities = set(lines.get(spot, {spot}))
    taken = 0
    while cities:
        taken += 1
        fresh = [name for name, ends in lines.items() if name not in steps and ends & cities]
        steps |= dict.fromkeys(fresh, taken)
        cities = {city for name in fresh for city in lines[name]}
    return steps


# --- Set-up


def deal(config: dict[str, Any], chance: random.Random) -> Snapshot:
    """The first decision of a game; options left out of `config` take their defaults."""
    config = DEFAULTS | config
    board = load_board(config["board"], config["players"])
    hand = start_cards(SETS["base"])
    players = [
        new_player(board, SETUP["money"]["start"][seat], hand) for seat in range(config["players"])
    ]
    goods = deal_tokens(board, chance)
    deck = deal_deck(SETS["base"], config, chance)
    return new_game(config, goods, deck, players) | {"magnus": config["players"] - 1}


def new_game(
    config: dict[str, Any], goods: dict[str, str], deck: list[str], players: list[Player]
) -> Snapshot:
    """The first turn with what every game has; the deck still holds the display."""
    board = load_board(config["board"], parties(config))
    bonus = {}
    for province in dict.fromkeys(board.province.values()):
        produced = [good for city, good in goods.items() if board.province[city] == province]
        bonus[province] = max(produced, key=GOODS.index)
    return {
        "game": "concordia",
        "config": config,
        "goods": goods,
        "bonus": bonus,
        "markers": dict.fromkeys(bonus, "good"),
        "houses": {},
        "display": deck[:SLOTS],
        "deck": deck[SLOTS:],
        "magnus": None,
        "concordia": None,
        "players": players,
        "contrarius": None,
        "copied": [],
        "turn": 0,
        "turns": 1,
        "turns_left": None,
        "act": neutral_act(),
        "seat": 0,
        "phase": "play",
    }


def deal_tokens(board: Board, chance: random.Random) -> dict[str, str]:
    stock: dict[str, list[str]] = {}
    for letter in sorted(set(board.letter.values())):
        stock[letter] = list(tokens(board, letter).elements())
        chance.shuffle(stock[letter])
    return {city: stock[letter].pop() for city, letter in board.letter.items()}


def tokens(board: Board, letter: str) -> Counter[str]:
    extra = [board.extra_tokens[letter]] if letter in board.extra_tokens else []
    return Counter(SETUP["tokens"][letter]["goods"]) + Counter(extra)


def check_tokens(board: Board, goods: dict[str, str]) -> None:
    """Assert that the cities hold exactly the tokens of their letters (2.2)."""
    assert goods.keys() == board.letter.keys()
    for letter in set(board.letter.values()):
        cities = [city for city in goods if board.letter[city] == letter]
        assert Counter(goods[city] for city in cities) == tokens(board, letter)


def deal_deck(
    table: list[dict[str, Any]], config: dict[str, Any], chance: random.Random
) -> list[str]:
    cards: list[str] = []
    for number in range(1, number_of_decks(config) + 1):
        part = [entry["id"] for entry in table if entry["deck"] == number]
        chance.shuffle(part)
        cards += part
    return cards


def number_of_decks(config: dict[str, Any]) -> int:
    decks = SETUP["team"]["decks"] if config["team"] else SETUP["decks"]["individual"]
    return decks[str(parties(config))]


def start_cards(table: list[dict[str, Any]]) -> list[str]:
    return [entry["id"] for entry in table for _ in range(entry.get("each", 0))]


def new_player(board: Board, money: int, hand: list[str]) -> Player:
    return {
        "money": money,
        "goods": dict(SETUP["storehouse"]["start_goods"]),
        "home": {"land": 2, "sea": 2},
        "colonists": [f"{kind}@{board.capital}" for kind in KINDS],
        "houses_left": HOUSES,
        "hand": list(hand),
        "pile": [],
        "vp": 0,
        "interim": None,
        "veto": False,
    }


def neutral_act() -> dict[str, Any]:
    empty = dict.fromkeys(("role", "answer", "suggested", "picked", "react", "die", "site"))
    lists: dict[str, Any] = {key: [] for key in ("queue", "moved", "traded", "pools", "todo")}
    flags = dict.fromkeys(("magister", "legatus", "bought", "settled"), False)
    return empty | lists | flags | {"steps": 0, "buys": 0}


# --- Facts about a seat


def actor(snapshot: Snapshot) -> Player:
    return snapshot["players"][snapshot["seat"]]


def free_spaces(player: Player) -> int:
    return SPACES - sum(player["goods"].values()) - sum(player["home"].values())


def covers(player: Player, goods: Iterable[str]) -> bool:
    return all(player["goods"][good] >= number for good, number in Counter(goods).items())


def pay(player: Player, goods: Iterable[str]) -> None:
    for good in goods:
        player["goods"][good] -= 1


def partner(snapshot: Snapshot, seat: int) -> int:
    """Who sits opposite: in team play the other member of the team (2.5)."""
    number = len(snapshot["players"])
    return (seat + number // 2) % number


def side(snapshot: Snapshot, party: Party) -> Party:
    """The team of a seat in team play, else the party itself."""
    if isinstance(party, int) and snapshot["config"]["team"]:
        return min(party, partner(snapshot, party))
    return party


def payers(snapshot: Snapshot) -> list[Player]:
    """Whose money the acting seat spends, in this order: in a team also the partner's (3.12)."""
    seats = [snapshot["seat"]]
    if snapshot["config"]["team"]:
        seats.append(partner(snapshot, snapshot["seat"]))
    return [snapshot["players"][seat] for seat in seats]


def purse(snapshot: Snapshot) -> int:
    return sum(payer["money"] for payer in payers(snapshot))


def spend(snapshot: Snapshot, sestertii: int) -> None:
    for payer in payers(snapshot):
        share = min(payer["money"], sestertii)
        payer["money"] -= share
        sestertii -= share


def own_cities(snapshot: Snapshot, owner: Party) -> list[str]:
    return [city for city, owners in snapshot["houses"].items() if owner in owners]


def occupied(snapshot: Snapshot) -> set[str]:
    """Cities and routes with any colonist."""
    everyone = [*snapshot["players"], snapshot["contrarius"] or {"colonists": []}]
    return {place.split("@")[1] for owner in everyone for place in owner["colonists"]}


def role_of(snapshot: Snapshot, card: str) -> str:
    """The Praefectus Magnus printed on a card counts in solo play only (1)."""
    name = CARDS[card]["name"]
    if name == "Prefect with Praefectus Magnus":
        return "PrefectPM" if snapshot["config"]["players"] == 1 else "Prefect"
    return f"{name}{CARDS[card].get('coins', '')}"


# --- Legal actions


def legal(snapshot: Snapshot) -> list[str]:
    """All legal actions of the decision the snapshot shows."""
    phase = snapshot["phase"]
    if phase == "over":
        return []
    close = ["done"] if phase in CLOSED_BY_DONE else []
    return LEGAL[phase](snapshot) + close


def plays(snapshot: Snapshot) -> list[str]:
    roles = dict.fromkeys(role_of(snapshot, card) for card in actor(snapshot)["hand"])
    return [f"play {role}" for role in roles]


def copies(snapshot: Snapshot) -> list[str]:
    actions: dict[str, str] = {}
    for seat, player in enumerate(snapshot["players"]):
        if seat != snapshot["seat"] and player["pile"]:
            role = role_of(snapshot, player["pile"][-1])
            if role != "Diplomat" and not idle(snapshot, role):
                actions.setdefault(role, f"copy {seat}")
    return list(actions.values())


def idle(snapshot: Snapshot, role: str, legal: Legal = legal) -> bool:
    """Whether the role would change nothing for the acting seat (3.10)."""
    tried, declined = deepcopy(snapshot), deepcopy(snapshot)
    execute(tried, role)
    while legal(tried) == ["done"]:
        done(tried)
    done(declined)
    return tried == declined


def settlements(snapshot: Snapshot) -> list[str]:
    player, board = actor(snapshot), board_of(snapshot)
    cities, actions = [board.capital], []
    if snapshot["phase"] == "settle":
        cities += own_cities(snapshot, snapshot["seat"])
        actions = ["done" if snapshot["act"]["settled"] else "collect"]
    if covers(player, ("food", "tool")):
        for kind in KINDS:
            # A colonist needs a route of his kind (R12).
            ends = {
                end for route in board.routes.values() if route.kind == kind for end in route.ends
            }
            if player["home"][kind]:
                actions += [f"settle {kind} {city}" for city in cities if city in ends]
    return actions


def picks(snapshot: Snapshot) -> list[str]:
    moved = snapshot["act"]["moved"]
    return [
        f"pick {place}"
        for place in dict.fromkeys(actor(snapshot)["colonists"])
        if place.split("@")[1] not in moved and destinations(snapshot, place)
    ]


def moves(snapshot: Snapshot) -> list[str]:
    return [f"to {route}" for route in destinations(snapshot, snapshot["act"]["picked"])]


def destinations(snapshot: Snapshot, place: str) -> list[str]:
    board = board_of(snapshot)
    taken = occupied(snapshot)
    return [
        route
        for route, distance in distances(board, place).items()
        if 1 <= distance <= snapshot["act"]["steps"]
        and board.routes[route].stop
        and route not in taken
    ]


def builds(snapshot: Snapshot) -> list[str]:
    player, routes = actor(snapshot), board_of(snapshot).routes
    spots = [place.split("@")[1] for place in player["colonists"]]
    # A colonist inside a city never enables building (R6).
    touched = {city for spot in spots if spot in routes for city in routes[spot].ends}
    actions = []
    for city in snapshot["goods"]:
        goods, money = house_price(snapshot, city)
        allowed = city in touched and snapshot["seat"] not in snapshot["houses"].get(city, [])
        payable = covers(player, goods) and purse(snapshot) >= money
        if allowed and payable and player["houses_left"]:
            actions.append(f"build {city}")
    return actions


def house_price(snapshot: Snapshot, city: str) -> tuple[list[str], int]:
    good = snapshot["goods"][city]
    number = len(snapshot["houses"].get(city, [])) + 1
    goods = ["food"] if good == "brick" else ["brick", good]
    return goods, number * SETUP["house"]["sestertii"][good]


def prefectures(snapshot: Snapshot) -> list[str]:
    active = [province for province, side in snapshot["markers"].items() if side == "good"]
    return [*(f"produce {province}" for province in active), "collect"]


def keeps(snapshot: Snapshot) -> list[str]:
    _, pool = snapshot["act"]["pools"][0]
    return [f"keep {good}" for good in pool]


def trades(snapshot: Snapshot) -> list[str]:
    player, actions = actor(snapshot), []
    for good in GOODS:
        if good not in snapshot["act"]["traded"]:
            most = min(free_spaces(player), purse(snapshot) // PRICE[good])
            actions += [f"sell {good} {number + 1}" for number in range(player["goods"][good])]
            actions += [f"buy {good} {number + 1}" for number in range(most)]
    return actions


def purchases(snapshot: Snapshot) -> list[str]:
    actions = []
    for slot, card in enumerate(snapshot["display"], 1):
        if card is not None:
            choices = GOODS if "any" in card_price(snapshot, slot, "any") else ("",)
            for choice in choices:
                if covers(actor(snapshot), card_price(snapshot, slot, choice)):
                    actions.append(f"purchase {slot} {choice}".rstrip())
    return actions


def card_price(snapshot: Snapshot, slot: int, choice: str) -> list[str]:
    cost = CARDS[snapshot["display"][slot - 1]]["cost"]
    if snapshot["act"]["role"] in WITHOUT_SURCHARGE:
        return cost
    slots = SETUP["display"][snapshot["config"]["display"]]["slots"]
    return cost + [choice if good == "any" else good for good in slots[slot - 1]]


LEGAL: dict[str, Legal] = {
    "play": plays,
    "copy": copies,
    "recruit": settlements,
    "pick": picks,
    "to": moves,
    "build": builds,
    "prefect": prefectures,
    "keep": keeps,
    "settle": settlements,
    "trade": trades,
    "purchase": purchases,
}
CLOSED_BY_DONE = {"copy", "recruit", "pick", "build", "trade", "purchase"}


# --- Applying an action; the functions below change the snapshot they are given


def apply(snapshot: Snapshot, action: str) -> tuple[Snapshot, list[str]]:
    """The snapshot after the action and all forced ones, and the events on the way."""
    return advance(snapshot, action, legal, take_step)


def advance(
    snapshot: Snapshot, action: str, legal: Legal, take_step: Step
) -> tuple[Snapshot, list[str]]:
    if action not in legal(snapshot):
        raise ValueError(f"not legal in phase {snapshot['phase']}: {action}")
    after = deepcopy(snapshot)
    take_step(after, action)
    while len(forced := legal(after)) == 1:
        take_step(after, forced[0])
    drawn = snapshot["deck"][: len(snapshot["deck"]) - len(after["deck"])]
    return after, [f"draw {card}" for card in drawn]


def take_step(snapshot: Snapshot, action: str) -> None:
    verb, _, rest = action.partition(" ")
    STEP[verb](snapshot, rest)


def play(snapshot: Snapshot, role: str) -> None:
    player = actor(snapshot)
    card = next(card for card in player["hand"] if role_of(snapshot, card) == role)
    player["hand"].remove(card)
    player["pile"].append(card)
    execute(snapshot, role)


def copy(snapshot: Snapshot, seat: str) -> None:
    execute(snapshot, role_of(snapshot, snapshot["players"][int(seat)]["pile"][-1]))


def execute(snapshot: Snapshot, role: str) -> None:
    player, act = actor(snapshot), snapshot["act"]
    act["role"] = role
    if role in SPECIALISTS:
        produce_good(snapshot, SPECIALISTS[role])
        return
    snapshot["phase"] = PHASE[role]
    if role == "Tribune":
        recover(snapshot)
    elif role == "Architect":
        act["steps"] = len(player["colonists"])
    elif role in PURCHASES:
        act["buys"] = PURCHASES[role]
    elif role in ("Magister", "Legatus"):  # once in a turn (R18, R21)
        act[role.lower()] = True
    elif role.startswith("Mercator"):
        player["money"] += int(role.removeprefix("Mercator"))


def produce_good(snapshot: Snapshot, good: str) -> None:
    player, cities = actor(snapshot), own_cities(snapshot, snapshot["seat"])
    produced = sum(snapshot["goods"][city] == good for city in cities)
    player["goods"][good] += min(produced, free_spaces(player))
    end_action(snapshot)


PHASE = {
    "Tribune": "recruit",
    "Architect": "pick",
    "Prefect": "prefect",
    "PrefectPM": "prefect",
    "Colonist": "settle",
    "Mercator3": "trade",
    "Mercator5": "trade",
    "Diplomat": "copy",
    "Senator": "purchase",
    "Consul": "purchase",
    "Magister": "repeat",
    "Praetor": "purchase",
    "Proconsul": "purchase",
    "Legatus": "suggest",
}


def recover(snapshot: Snapshot) -> None:
    player = actor(snapshot)
    player["money"] += max(0, len(player["pile"]) - 3)
    player["hand"] = sorted(player["hand"] + player["pile"], key=TABLE_ORDER.__getitem__)
    player["pile"] = []
    due = snapshot["config"]["intermediate_scoring"] and snapshot["config"]["cards"] != "solitaria"
    if due and player["interim"] is None:
        player["interim"] = scores(snapshot)[snapshot["seat"]]["total"]
        reward_intermediate(snapshot["players"])


def reward_intermediate(players: list[Player]) -> None:
    results = [player["interim"] for player in players]
    if None in results:
        return
    best = sorted(set(results), reverse=True)
    for player, result in zip(players, results, strict=True):
        player["money"] += max(0, 2 - best.index(result))


def settle(snapshot: Snapshot, rest: str) -> None:
    player = actor(snapshot)
    kind, city = rest.split(" ", 1)
    pay(player, ("food", "tool"))
    player["home"][kind] -= 1
    player["colonists"] = sorted([*player["colonists"], f"{kind}@{city}"])
    if snapshot["phase"] == "recruit":
        end_action(snapshot)
    else:
        snapshot["act"]["settled"] = True


def pick(snapshot: Snapshot, place: str) -> None:
    snapshot["act"]["picked"] = place
    snapshot["phase"] = "to"


def to(snapshot: Snapshot, route: str) -> None:
    player, act = actor(snapshot), snapshot["act"]
    place = act["picked"]
    player["colonists"].remove(place)
    player["colonists"] = sorted([*player["colonists"], f"{place.split('@')[0]}@{route}"])
    act["steps"] -= distances(board_of(snapshot), place)[route]
    act["moved"] = sorted([*act["moved"], route])
    act["picked"] = None
    snapshot["phase"] = "pick"


def build(snapshot: Snapshot, city: str) -> None:
    player = actor(snapshot)
    goods, money = house_price(snapshot, city)
    pay(player, goods)
    spend(snapshot, money)
    player["houses_left"] -= 1
    add_house(snapshot, city, snapshot["seat"])
    if not player["houses_left"]:
        award_concordia(snapshot, snapshot["seat"])


def add_house(snapshot: Snapshot, city: str, owner: Party) -> None:
    snapshot["houses"][city] = sorted([*snapshot["houses"].get(city, []), owner], key=str)


def produce(snapshot: Snapshot, province: str) -> None:
    seat, bonus = snapshot["seat"], 1
    if snapshot["act"]["role"] == "PrefectPM":
        bonus = 2
    if snapshot["magnus"] == seat:
        bonus = 2
        snapshot["magnus"] = (seat - 1) % len(snapshot["players"])
    harvest(snapshot, province, bonus)


def harvest(snapshot: Snapshot, province: str, bonus: int) -> None:
    """A province yields goods to the acting seat, then to the others clockwise (3.4)."""
    seat, number = snapshot["seat"], len(snapshot["players"])
    snapshot["markers"][province] = "coin"
    pools = {(seat + offset) % number: Counter[str]() for offset in range(number)}
    if bonus:
        pools[seat][snapshot["bonus"][province]] = bonus
    for city, owners in snapshot["houses"].items():
        if board_of(snapshot).province[city] == province:
            for owner in pools.keys() & owners:  # Contrarius gets no goods
                pools[owner][snapshot["goods"][city]] += 1
    snapshot["act"]["pools"] = [[owner, dict(pool)] for owner, pool in pools.items() if pool]
    take_in(snapshot)


def take_in(snapshot: Snapshot) -> None:
    """Fill the storehouses seat by seat until one has to choose (3.5)."""
    pools = snapshot["act"]["pools"]
    while pools:
        seat, pool = pools[0]
        player = snapshot["players"][seat]
        space = free_spaces(player)
        if sum(pool.values()) > space > 0:
            snapshot["seat"], snapshot["phase"] = seat, "keep"
            return
        if space > 0:
            player["goods"] = {
                good: stock + pool.get(good, 0) for good, stock in player["goods"].items()
            }
        del pools[0]
    end_action(snapshot)


def keep(snapshot: Snapshot, good: str) -> None:
    _, pool = snapshot["act"]["pools"][0]
    actor(snapshot)["goods"][good] += 1
    pool[good] -= 1
    if not pool[good]:
        del pool[good]
    take_in(snapshot)


def collect(snapshot: Snapshot, _: str) -> None:
    player = actor(snapshot)
    if snapshot["phase"] == "settle":
        player["money"] += 5 + len(player["colonists"])
    else:
        for province, side in snapshot["markers"].items():
            if side == "coin":
                player["money"] += SETUP["markers"]["coins"][snapshot["bonus"][province]]
                snapshot["markers"][province] = "good"
    end_action(snapshot)


def sell(snapshot: Snapshot, rest: str) -> None:
    good, number = rest.split()
    actor(snapshot)["money"] += int(number) * PRICE[good]
    trade(snapshot, good, -int(number))


def buy(snapshot: Snapshot, rest: str) -> None:
    good, number = rest.split()
    snapshot["act"]["bought"] = True
    spend(snapshot, int(number) * PRICE[good])
    trade(snapshot, good, int(number))


def trade(snapshot: Snapshot, good: str, number: int) -> None:
    act = snapshot["act"]
    actor(snapshot)["goods"][good] += number
    act["traded"] = sorted([*act["traded"], good], key=GOODS.index)
    if len(act["traded"]) == 2:
        end_action(snapshot)


def purchase(snapshot: Snapshot, rest: str) -> None:
    player, act = actor(snapshot), snapshot["act"]
    number, _, choice = rest.partition(" ")
    slot = int(number)
    pay(player, card_price(snapshot, slot, choice))
    card = snapshot["display"][slot - 1]
    snapshot["display"][slot - 1] = None
    player["hand"] = sorted([*player["hand"], card], key=TABLE_ORDER.__getitem__)
    act["buys"] -= 1
    if not any(snapshot["display"]) and not snapshot["deck"]:
        award_concordia(snapshot, snapshot["seat"])
    if not act["buys"]:
        end_action(snapshot)


def award_concordia(snapshot: Snapshot, owner: Party) -> None:
    """Only the first trigger counts; every other side has one turn left (5.1, R28, R29)."""
    if snapshot["concordia"] is None:
        sides = {side(snapshot, seat) for seat in range(len(snapshot["players"]))}
        snapshot["concordia"] = owner
        snapshot["turns_left"] = len(sides - {side(snapshot, owner)})


def done(snapshot: Snapshot, _: str = "") -> None:
    if snapshot["phase"] == "pick":
        snapshot["act"] |= {"steps": 0, "moved": []}
        snapshot["phase"] = "build"
    else:
        end_action(snapshot)


def end_action(snapshot: Snapshot) -> None:
    """In a team the partner is next, then Contrarius where he reacts; else the turn is over (3)."""
    if snapshot["act"]["queue"]:
        snapshot["phase"] = "partner"
        return
    refill_display(snapshot)
    if snapshot["act"]["react"] or snapshot["act"]["todo"]:
        snapshot["phase"] = "reaction"
    else:
        end_turn(snapshot)


def end_turn(snapshot: Snapshot) -> None:
    snapshot["act"] = neutral_act()
    if snapshot["turns_left"] == 0:
        snapshot["seat"], snapshot["phase"] = None, "over"
        return
    if snapshot["turns_left"] is not None:
        snapshot["turns_left"] -= 1
    snapshot["turns"] += 1
    snapshot["turn"] = (snapshot["turn"] + 1) % len(snapshot["players"])
    snapshot["seat"], snapshot["phase"] = snapshot["turn"], "play"


def refill_display(snapshot: Snapshot) -> None:
    cards = [card for card in snapshot["display"] if card is not None] + snapshot["deck"]
    shown, snapshot["deck"] = cards[:SLOTS], cards[SLOTS:]
    snapshot["display"] = shown + [None] * (SLOTS - len(shown))


VERBS = (play, copy, settle, pick, to, build, produce, collect, keep, sell, buy, purchase, done)
STEP: dict[str, Step] = {verb.__name__: verb for verb in VERBS}


# --- Scoring


def scores(snapshot: Snapshot) -> dict[int, dict[str, int]]:
    """Points of every seat by god, with the Concordia card, VP and the total (5.2)."""
    return {seat: seat_scores(snapshot, seat) for seat in range(len(snapshot["players"]))}


def seat_scores(snapshot: Snapshot, seat: int) -> dict[str, int]:
    player = snapshot["players"][seat]
    stock = sum(PRICE[good] * number for good, number in player["goods"].items())
    cards = player["hand"] + player["pile"]
    return party_scores(snapshot, seat, player, cards, player["money"] + stock)


def party_scores(
    snapshot: Snapshot, owner: Party, pieces: dict[str, Any], cards: list[str], wealth: int
) -> dict[str, int]:
    cities = own_cities(snapshot, owner)
    goods = Counter(snapshot["goods"][city] for city in cities)
    card_points = {
        "Vesta": wealth // 10,
        "Jupiter": len(cities) - goods["brick"],
        "Saturnus": len(provinces(snapshot, owner)),
        "Venus": venus_points(snapshot, owner),
        "Mercurius": 2 * len(goods),
        "Mars": 2 * len(pieces["colonists"]),
    }
    points = dict.fromkeys(
        ("Vesta", "Jupiter", "Saturnus", "Venus", "Mercurius", "Mars", "Minerva"), 0
    )
    for card in cards:
        entry = CARDS[card]
        for god in entry["gods"]:
            if god == "Minerva":
                points[god] += entry["vp"] * goods[entry["good"]]
            else:
                points[god] += card_points[god]
    points["Concordia"] = 7 if snapshot["concordia"] == owner else 0
    points["VP"] = pieces["vp"]
    return points | {"total": sum(points.values())}


def provinces(snapshot: Snapshot, owner: Party) -> Counter[str]:
    """The provinces with houses of the owner, and how many."""
    return Counter(board_of(snapshot).province[city] for city in own_cities(snapshot, owner))


def venus_points(snapshot: Snapshot, owner: Party) -> int:
    own = provinces(snapshot, owner)
    if isinstance(owner, int) and snapshot["config"]["team"]:
        return len(own.keys() & provinces(snapshot, partner(snapshot, owner)).keys())
    return 2 * sum(houses >= 2 for houses in own.values())


def ranking(snapshot: Snapshot) -> list[int]:
    """Seats, best first; a tie goes to whom the Praefectus Magnus reaches first (5.3)."""
    points = scores(snapshot)
    return sorted(
        points, key=lambda seat: (-points[seat]["total"], magnus_distance(snapshot, seat))
    )


def magnus_distance(snapshot: Snapshot, seat: int) -> int:
    """How often the Praefectus Magnus has to pass on until the seat holds it."""
    return (snapshot["magnus"] - seat) % len(snapshot["players"])
