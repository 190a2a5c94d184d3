"""A slow, plain oracle of Comuni: what is legal in a snapshot and what follows.

It works on full snapshots (dicts) and reads nothing but the data file of the game. The numbers in
comments point to the sections and rulings of the notation the snapshots and actions are written in.
"""

import json
import random
import tomllib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

Snapshot = dict[str, Any]
Player = dict[str, Any]

FILE = Path(__file__).parents[2] / "comuni_env" / "data" / "comuni.toml"
DATA = tomllib.loads(FILE.read_text(encoding="utf-8"))

STONES = ("gold", "armies", "pilgrims", "craftsmen")
KINDS = ("economy", "military", "culture", "religion")
YIELDS = dict(zip(KINDS, ("gold", "armies", "craftsmen", "pilgrims"), strict=True))
LETTERS = dict(zip("EMCR", KINDS, strict=True))
DECKS = ("A", "B", "C", "D")
EXCHANGES = ("gold armies", "pilgrims gold", "pilgrims armies", "pilgrims craftsmen")
COMMITMENT_PHASES = ("alliance", "city", "pairs", "exchange")
EMPEROR = 3

SUPPLY: dict[str, int] = DATA["stones"]["supply"]
COLUMNS: dict[str, Any] = DATA["columns"]["mixed"]
SIZES: list[int] = COLUMNS["sizes"]
COMUNI: dict[int, dict[str, Any]] = {entry["number"]: entry for entry in DATA["comune"]}
HAND: int = DATA["building"]["hand_limit"]
HEIGHT = 4  # most storeys of a building and of a wall section
MOST_BID = 25  # R6
MOST_ALLIANCE = 56  # R16
SHORT = 7  # a supply below it is short (8.3)


def tri(height: int) -> int:
    return height * (height + 1) // 2


# --- Set-up (2)


def deal(players: int, chance: random.Random, info: str = "open") -> Snapshot:
    """The first decision of a game."""
    decks = {}
    for name in DECKS:
        decks[name] = cards_of_deck(name, players)
        chance.shuffle(decks[name])
    columns = []
    for size in SIZES[: columns_in_use(players)]:
        columns.append({"cards": sorted(decks["A"][:size]), "envoy": None, "gold": 0})
        del decks["A"][:size]
    seats = [new_player(number) for number in sorted(chance.sample(sorted(COMUNI), players))]
    return {
        "game": "comuni",
        "version": 1,
        "view": None,
        "players": players,
        "info": info,
        "phase": "project",
        "seat": 0,
        "active": 0,
        "leader": 0,
        "last_turns": None,
        "turns": 1,
        "invasions": 0,
        "last_invasion": None,
        "decks": decks,
        "columns": columns,
        "supply": {
            stone: number - sum(player["stones"][stone] for player in seats)
            for stone, number in SUPPLY.items()
        },
        "bonus_walls": DATA["box"]["bonus_walls"],
        "guild_masters": dict.fromkeys(KINDS),
        "spent": [],
        "seats": seats,
        "pending": {"exchanged": None},
        "final": None,
    }


def new_player(number: int) -> Player:
    return {
        "comune": number,
        "name": COMUNI[number]["name"],
        "points": 0,
        "stones": dict(COMUNI[number]["start"]),
        "envoys": DATA["box"]["envoys"],
        "hand": [],
        "buildings": {kind: [] for kind in KINDS},
        "walls": [],
        "activated": dict.fromkeys(KINDS, False),
        "loot": 0,
        "heroes": [],
    }


def cards_of_deck(name: str, players: int) -> list[str]:
    tiers = (DATA["deck"][name][f"from_{least}"] for least in range(2, players + 1))
    return [face for tier in tiers for face in tier]


def columns_in_use(players: int) -> int:
    in_use: int = DATA["columns_in_use"]["first"][str(players)]
    return in_use


def check_setup(snapshot: Snapshot) -> None:
    """Assert that a snapshot is the first decision of some deal."""
    players, decks = snapshot["players"], snapshot["decks"]
    comuni = [player["comune"] for player in snapshot["seats"]]
    assert comuni == sorted(set(comuni))
    assert len(comuni) == players
    columns = snapshot["columns"]
    assert [len(column["cards"]) for column in columns] == SIZES[: columns_in_use(players)]
    for name in DECKS:
        shown = [face for column in columns for face in column["cards"]] if name == "A" else []
        assert Counter(decks[name]) + Counter(shown) == Counter(cards_of_deck(name, players))
    # Chance decides the comuni, the decks and the first cards; the rest follows from the comuni.
    twin = deal(players, random.Random(0), snapshot["info"])
    twin["seats"] = [new_player(number) for number in comuni]
    twin["supply"] = {
        stone: number - sum(player["stones"][stone] for player in twin["seats"])
        for stone, number in SUPPLY.items()
    }
    twin["decks"] = decks
    for copy, column in zip(twin["columns"], columns, strict=True):
        copy["cards"] = sorted(column["cards"])
    assert snapshot == twin


# --- Facts about a seat


def actor(snapshot: Snapshot) -> Player:
    player: Player = snapshot["seats"][snapshot["seat"]]
    return player


def clockwise(snapshot: Snapshot, seat: int) -> int:
    return (seat + 1) % len(snapshot["seats"])


def pay(snapshot: Snapshot, player: Player, stone: str, number: int) -> None:
    """Stones from the stock to the supply; a negative number the other way."""
    player["stones"][stone] -= number
    snapshot["supply"][stone] += number


def guild_points(player: Player, kind: str) -> int:
    return sum(tri(height) for height in player["buildings"][kind])


def tallest(player: Player, kind: str) -> int:
    return max(player["buildings"][kind], default=0)


# --- Legal actions


def legal(snapshot: Snapshot) -> list[str]:
    """All legal actions of the decision the snapshot shows."""
    phase = snapshot["phase"]
    return [] if phase == "over" else LEGAL[phase](snapshot)


def projects(snapshot: Snapshot) -> list[str]:
    actions = [] if actor(snapshot)["envoys"] == 0 else ["income", *bids(snapshot)]
    if any(column["envoy"] == snapshot["seat"] for column in snapshot["columns"]):
        actions.append("claim")
    return actions + keeping_exchanges(snapshot)


def bids(snapshot: Snapshot) -> list[str]:
    stones = actor(snapshot)["stones"]
    exchanged = min(stones["pilgrims"] // 2, snapshot["supply"]["gold"])
    most = min(MOST_BID, stones["gold"] + exchanged)
    actions = []
    for number, column in enumerate(snapshot["columns"], 1):
        if column["cards"] and column["envoy"] != snapshot["seat"]:
            least = 0 if column["envoy"] is None else column["gold"] + 1
            actions += [f"bid {number} {gold}" for gold in range(least, most + 1)]
    return actions


def keeping_exchanges(snapshot: Snapshot) -> list[str]:
    """Exchanges ahead of need, while a supply is short (8.3)."""
    stones, supply = actor(snapshot)["stones"], snapshot["supply"]
    exchanged = snapshot["pending"]["exchanged"]
    first = 0 if exchanged is None else EXCHANGES.index(exchanged)
    actions = []
    for kind in EXCHANGES[first:]:
        give, get = kind.split()
        if stones[give] >= 2 and supply[get] >= 1 and min(supply[give], supply[get]) < SHORT:
            actions.append(f"exchange {kind}")
    return actions


def relocations(snapshot: Snapshot) -> list[str]:
    actions = ["withdraw"]
    if actor(snapshot)["stones"]["pilgrims"] < DATA["pilgrims"]["relocate"]:
        return actions
    for number, column in enumerate(snapshot["columns"], 1):
        lower = column["gold"] < snapshot["pending"]["gold"]
        rival = column["envoy"] != snapshot["seat"]
        if column["cards"] and (column["envoy"] is None or (rival and lower)):
            actions.append(f"relocate {number}")
    return actions


def takes(snapshot: Snapshot) -> list[str]:
    supply = snapshot["supply"]
    stones = STONES[STONES.index(snapshot["pending"]["floor"]) :]
    needed = min(snapshot["pending"]["left"], sum(supply[stone] for stone in stones))
    return [
        f"take {stone}"
        for position, stone in enumerate(stones)
        if supply[stone] and sum(supply[later] for later in stones[position:]) >= needed
    ]


def commitment(snapshot: Snapshot) -> dict[str, Any]:
    """What the acting seat has chosen against the invasion so far."""
    chosen: dict[str, Any] = snapshot["pending"]["commitments"][snapshot["seat"]]
    return chosen


def war_chest(player: Player) -> int:
    """The most armies the own stock can provide (6.2)."""
    stones: dict[str, int] = player["stones"]
    return stones["armies"] + stones["gold"] // 2 + stones["pilgrims"] // 2


def strength(snapshot: Snapshot, seat: int) -> int:
    points = [player["points"] for player in snapshot["seats"]]
    base: int = DATA["invasions"]["strength"][snapshot["invasions"]]
    return base + points[seat] - min(points)


def leader_point(snapshot: Snapshot, seat: int) -> int:
    return DATA["invasions"]["leader_defence"] if seat == snapshot["leader"] else 0


def defence(player: Player, armies: int) -> int:
    cards = [1 + storey for height in player["walls"] for storey in range(1, height + 1)]
    manned = sorted(cards, reverse=True)[:armies]
    return sum(manned) + armies - len(manned)


def alliances(snapshot: Snapshot) -> list[str]:
    most = min(war_chest(actor(snapshot)), MOST_ALLIANCE)
    return [f"alliance {armies}" for armies in range(most + 1)]


def cities(snapshot: Snapshot) -> list[str]:
    player, seat = actor(snapshot), snapshot["seat"]
    alliance = commitment(snapshot)["alliance"]
    threat = strength(snapshot, seat) - alliance - leader_point(snapshot, seat)
    enough = 0
    while defence(player, enough) < threat:
        enough += 1
    most = min(war_chest(player) - alliance, enough)
    return [f"city {armies}" for armies in range(most + 1)]


def missing_armies(player: Player, chosen: dict[str, Any]) -> int:
    return max(0, chosen["alliance"] + chosen["city"] - player["stones"]["armies"])


def pair_splits(snapshot: Snapshot) -> list[str]:
    stones = actor(snapshot)["stones"]
    short = missing_armies(actor(snapshot), commitment(snapshot))
    return [
        f"pairs {pilgrims}"
        for pilgrims in range(short + 1)
        if pilgrims <= stones["pilgrims"] // 2 and short - pilgrims <= stones["gold"] // 2
    ]


def stock_left(player: Player, chosen: dict[str, Any]) -> Counter[str]:
    """The stock once the commitment is paid and its exchanges are carried out."""
    stock: Counter[str] = Counter(player["stones"])
    pairs = chosen["pilgrim_pairs"] + chosen["gold_pairs"]
    stock["armies"] -= chosen["alliance"] + chosen["city"] - pairs
    stock["pilgrims"] -= 2 * chosen["pilgrim_pairs"]
    stock["gold"] -= 2 * chosen["gold_pairs"]
    for kind, number in chosen["exchanges"].items():
        give, get = kind.split()
        stock[give] -= 2 * number
        stock[get] += number
    return stock


def final_exchanges(snapshot: Snapshot) -> list[str]:
    """Exchanges for the majorities, before the Emperor; the supply does not matter (8.4)."""
    chosen = commitment(snapshot)
    stock = stock_left(actor(snapshot), chosen)
    made = [position for position, kind in enumerate(EXCHANGES) if chosen["exchanges"][kind]]
    later = EXCHANGES[max(made, default=0) :]
    return [f"exchange {kind}" for kind in later if stock[kind.split()[0]] >= 2] + ["done"]


def builds(snapshot: Snapshot) -> list[str]:
    faces = sorted(set(actor(snapshot)["hand"]))
    return [f"card {face}" for face in faces if targets_of(snapshot, face)] + ["done"]


def targets(snapshot: Snapshot) -> list[str]:
    return targets_of(snapshot, snapshot["pending"]["card"])


def targets_of(snapshot: Snapshot, face: str) -> list[str]:
    player, actions = actor(snapshot), []
    if snapshot["pending"]["wall_steps"] == 0:  # R22
        for kind in (LETTERS[letter] for letter in face[:-1]):
            heights = sorted({height for height in player["buildings"][kind] if height < HEIGHT})
            actions += [f"new {kind}", *(f"raise {kind} {height}" for height in heights)]
    sections = sorted({height for height in player["walls"] if height < HEIGHT})
    actions += ["wall new", *(f"wall raise {height}" for height in sections)]
    return [action for action in actions if affordable(snapshot, face, action)]


def storey_of(target: str) -> int:
    last = target.split()[-1]
    return int(last) + 1 if last.isdigit() else 1


def cost(snapshot: Snapshot, face: str, target: str) -> int:
    """Craftsmen for a step: a further build action, and the levels the card lacks (7.2)."""
    pending = snapshot["pending"]
    before = [pending["building_steps"], pending["wall_steps"]]
    after = list(before)
    after[target.startswith("wall")] += 1
    return max(1, *after) - max(1, *before) + max(0, storey_of(target) - int(face[-1]))


def affordable(snapshot: Snapshot, face: str, target: str) -> bool:
    stones = actor(snapshot)["stones"]
    missing = cost(snapshot, face, target) - stones["craftsmen"]
    # The exchanged craftsman comes back at once and serves again (R23).
    any_craftsman = snapshot["supply"]["craftsmen"] + stones["craftsmen"] >= 1
    return missing <= 0 or (stones["pilgrims"] >= 2 * missing and any_craftsman)


def discards(snapshot: Snapshot) -> list[str]:
    hand, floor = actor(snapshot)["hand"], snapshot["pending"]["floor"] or ""
    return [
        f"discard {face}"
        for face in sorted(set(hand))
        if face >= floor and sum(card >= face for card in hand) >= len(hand) - HAND
    ]


def restorations(snapshot: Snapshot) -> list[str]:
    player = actor(snapshot)
    prices = enumerate([0, *DATA["pilgrims"]["restore"]])
    return [
        f"restore {tiles}"
        for tiles, price in prices
        if player["loot"] >= tiles and player["stones"]["pilgrims"] >= price
    ]


LEGAL: dict[str, Callable[[Snapshot], list[str]]] = {
    "project": projects,
    "relocate": relocations,
    "take": takes,
    "alliance": alliances,
    "city": cities,
    "pairs": pair_splits,
    "exchange": final_exchanges,
    "build": builds,
    "target": targets,
    "discard": discards,
    "restore": restorations,
}


# --- Applying an action; the functions below change the snapshot they are given


def apply(snapshot: Snapshot, action: str) -> Snapshot:
    """What follows from a legal action, up to the next decision that leaves a choice."""
    if action not in legal(snapshot):
        raise ValueError(f"not legal in phase {snapshot['phase']}: {action}")
    after = copy_of(snapshot)
    take_step(after, action)
    take_forced_steps(after)
    return after


def skip_forced(snapshot: Snapshot) -> Snapshot:
    """The first decision from here on that leaves a choice, or the end of the game."""
    after = copy_of(snapshot)
    take_forced_steps(after)
    return after


def copy_of(snapshot: Snapshot) -> Snapshot:
    """A copy by way of JSON, which a snapshot always allows and which beats deepcopy."""
    copy: Snapshot = json.loads(json.dumps(snapshot))
    return copy


def take_forced_steps(snapshot: Snapshot) -> None:
    """Take single legal actions until there is a choice or the game is over (1)."""
    while len(actions := legal(snapshot)) == 1:
        take_step(snapshot, actions[0])
    assert actions or snapshot["phase"] == "over"


def take_step(snapshot: Snapshot, action: str) -> None:
    verb, _, rest = action.partition(" ")
    STEP[verb](snapshot, rest)


def ask(snapshot: Snapshot, phase: str, seat: int, **pending: Any) -> None:
    snapshot.update(phase=phase, seat=seat, pending=pending)


# Project (4)


def bid(snapshot: Snapshot, rest: str) -> None:
    number, gold = map(int, rest.split())
    player = actor(snapshot)
    missing = max(0, gold - player["stones"]["gold"])
    pay(snapshot, player, "pilgrims", 2 * missing)
    pay(snapshot, player, "gold", -missing)
    player["stones"]["gold"] -= gold
    player["envoys"] -= 1
    occupy(snapshot, number, gold)


def relocate(snapshot: Snapshot, number: str) -> None:
    pay(snapshot, actor(snapshot), "pilgrims", DATA["pilgrims"]["relocate"])
    occupy(snapshot, int(number), snapshot["pending"]["gold"])


def occupy(snapshot: Snapshot, number: int, gold: int) -> None:
    """The acting seat's envoy goes to a column; a rival there is displaced."""
    column = snapshot["columns"][number - 1]
    rival, displaced = column["envoy"], column["gold"]
    column.update(envoy=snapshot["seat"], gold=gold)
    if rival is None:
        refill(snapshot)
    else:
        ask(snapshot, "relocate", rival, gold=displaced)


def withdraw(snapshot: Snapshot, _: str) -> None:
    player = actor(snapshot)
    player["envoys"] += 1
    player["stones"]["gold"] += snapshot["pending"]["gold"]
    refill(snapshot)


def claim(snapshot: Snapshot, _: str) -> None:
    player, choices = actor(snapshot), 0
    for number, column in enumerate(snapshot["columns"], 1):
        if column["envoy"] == snapshot["seat"]:
            player["hand"] = sorted(player["hand"] + column["cards"])
            player["envoys"] += 1
            snapshot["supply"]["gold"] += column["gold"]
            column.update(cards=[], envoy=None, gold=0)
            choices += number in COLUMNS["stone_of_choice"]
    offer_stones(snapshot, choices, STONES[0])


def income(snapshot: Snapshot, _: str) -> None:
    player = actor(snapshot)
    base = COMUNI[player["comune"]]["base_yield"]
    due = Counter(stone for stone in base if stone != "any")
    for kind in KINDS:
        if player["activated"][kind]:
            due[YIELDS[kind]] += tallest(player, kind)
        if snapshot["guild_masters"][kind] == snapshot["seat"]:
            due[YIELDS[kind]] += 1
    for stone, number in due.items():
        pay(snapshot, player, stone, -min(number, snapshot["supply"][stone]))
    player["activated"] = dict.fromkeys(KINDS, False)
    offer_stones(snapshot, base.count("any"), STONES[0])


def offer_stones(snapshot: Snapshot, left: int, floor: str) -> None:
    """Ask for stones of choice; without any in the supply they lapse (R11)."""
    ask(snapshot, "take", snapshot["active"], left=left, floor=floor)
    if left == 0 or not takes(snapshot):
        refill(snapshot)


def take(snapshot: Snapshot, stone: str) -> None:
    pay(snapshot, actor(snapshot), stone, -1)
    offer_stones(snapshot, snapshot["pending"]["left"] - 1, stone)


# Refill (5)


def refill(snapshot: Snapshot) -> None:
    for size, column in zip(SIZES, snapshot["columns"], strict=False):
        while len(column["cards"]) < size:
            name = next((name for name in DECKS if snapshot["decks"][name]), None)
            if name is None:
                break
            column["cards"] = sorted([*column["cards"], snapshot["decks"][name].pop(0)])
            if not snapshot["decks"][name] and name == "D":
                snapshot["last_turns"] = len(snapshot["seats"])
            elif not snapshot["decks"][name]:
                begin_invasion(snapshot)
                return
    ask(snapshot, "build", snapshot["active"], building_steps=0, wall_steps=0)


# Invasion (6)


def begin_invasion(snapshot: Snapshot) -> None:
    commitments = [None] * len(snapshot["seats"])
    ask(snapshot, "alliance", snapshot["active"], commitments=commitments)


def alliance(snapshot: Snapshot, armies: str) -> None:
    snapshot["pending"]["commitments"][snapshot["seat"]] = {
        "alliance": int(armies),
        "city": None,
        "pilgrim_pairs": None,
        "gold_pairs": None,
        "exchanges": dict.fromkeys(EXCHANGES, 0),
    }
    snapshot["phase"] = "city"


def city(snapshot: Snapshot, armies: str) -> None:
    commitment(snapshot)["city"] = int(armies)
    snapshot["phase"] = "pairs"


def pairs(snapshot: Snapshot, pilgrims: str) -> None:
    chosen = commitment(snapshot)
    short = missing_armies(actor(snapshot), chosen)
    chosen.update(pilgrim_pairs=int(pilgrims), gold_pairs=short - int(pilgrims))
    if snapshot["invasions"] == EMPEROR:
        snapshot["phase"] = "exchange"
    else:
        end_commitment(snapshot)


def end_commitment(snapshot: Snapshot) -> None:
    following = clockwise(snapshot, snapshot["seat"])
    if following == snapshot["active"]:
        reveal(snapshot)
    else:
        snapshot.update(phase="alliance", seat=following)


def reveal(snapshot: Snapshot) -> None:
    commitments, number = snapshot["pending"]["commitments"], snapshot["invasions"]
    together = sum(chosen["alliance"] for chosen in commitments)
    for seat, (player, chosen) in enumerate(zip(snapshot["seats"], commitments, strict=True)):
        attack = max(0, strength(snapshot, seat) - together)
        held = defence(player, chosen["city"]) + leader_point(snapshot, seat)
        player["loot"] += max(0, attack - held)
    award_heroes(snapshot)
    for player, chosen in zip(snapshot["seats"], commitments, strict=True):
        left = stock_left(player, chosen)
        for stone in STONES:
            pay(snapshot, player, stone, player["stones"][stone] - left[stone])
    snapshot["last_invasion"] = {
        "invasion": number,
        "commitments": [
            {key: chosen[key] for key in ("alliance", "city")} for chosen in commitments
        ],
    }
    snapshot["invasions"] += 1
    if number == EMPEROR:
        end_game(snapshot)
    else:
        refill(snapshot)


def award_heroes(snapshot: Snapshot) -> None:
    seats, commitments = snapshot["seats"], snapshot["pending"]["commitments"]
    helpers = [seat for seat, chosen in enumerate(commitments) if chosen["alliance"]]
    helpers.sort(key=lambda seat: (-commitments[seat]["alliance"], seats[seat]["points"], seat))
    tiles = DATA["heroes"]["tiles"][snapshot["invasions"]]
    for seat, tile in zip(helpers, tiles, strict=False):
        seats[seat]["heroes"].append(tile)


def exchange(snapshot: Snapshot, kind: str) -> None:
    """In the commitment against the Emperor only noted down, in a project at once."""
    if snapshot["phase"] == "exchange":
        commitment(snapshot)["exchanges"][kind] += 1
        return
    give, get = kind.split()
    pay(snapshot, actor(snapshot), give, 2)
    pay(snapshot, actor(snapshot), get, -1)
    snapshot["pending"]["exchanged"] = kind


# Build, guild masters, restore (7)


def card(snapshot: Snapshot, face: str) -> None:
    snapshot["phase"] = "target"
    snapshot["pending"]["card"] = face


def new(snapshot: Snapshot, kind: str) -> None:
    build(snapshot, kind, 0, f"new {kind}")


def raise_building(snapshot: Snapshot, rest: str) -> None:
    kind, height = rest.split()
    build(snapshot, kind, int(height), f"raise {rest}")


def build(snapshot: Snapshot, kind: str, height: int, target: str) -> None:
    player = actor(snapshot)
    use_card(snapshot, target)
    grow(player["buildings"][kind], height)
    player["points"] += height + 1
    player["activated"][kind] = True


def wall(snapshot: Snapshot, rest: str) -> None:
    player, height = actor(snapshot), storey_of(rest) - 1
    use_card(snapshot, f"wall {rest}")
    grow(player["walls"], height)
    if height + 1 == HEIGHT and snapshot["bonus_walls"]:
        snapshot["bonus_walls"] -= 1
        grow(player["walls"], 0)


def grow(heights: list[int], height: int) -> None:
    """Add a storey to one of this height, or a new one for height 0."""
    if height:
        heights.remove(height)
    heights.append(height + 1)
    heights.sort(reverse=True)


def use_card(snapshot: Snapshot, target: str) -> None:
    """Pay for a step, count it and lay the card aside."""
    player, face = actor(snapshot), snapshot["pending"]["card"]
    price = cost(snapshot, face, target)
    own = min(price, player["stones"]["craftsmen"])
    pay(snapshot, player, "craftsmen", own)
    pay(snapshot, player, "pilgrims", 2 * (price - own))
    spend(snapshot, face)
    del snapshot["pending"]["card"]
    snapshot["pending"]["wall_steps" if target.startswith("wall") else "building_steps"] += 1
    snapshot["phase"] = "build"


def spend(snapshot: Snapshot, face: str) -> None:
    actor(snapshot)["hand"].remove(face)
    snapshot["spent"] = sorted([*snapshot["spent"], face])


def done(snapshot: Snapshot, _: str) -> None:
    if snapshot["phase"] == "exchange":
        end_commitment(snapshot)
    else:
        enforce_hand_limit(snapshot, None)


def enforce_hand_limit(snapshot: Snapshot, floor: str | None) -> None:
    if len(actor(snapshot)["hand"]) > HAND:
        ask(snapshot, "discard", snapshot["active"], floor=floor)
    else:
        claim_guild_masters(snapshot)
        ask(snapshot, "restore", snapshot["active"])


def discard(snapshot: Snapshot, face: str) -> None:
    spend(snapshot, face)
    enforce_hand_limit(snapshot, face)


def claim_guild_masters(snapshot: Snapshot) -> None:
    player = actor(snapshot)
    for kind, holder in snapshot["guild_masters"].items():
        if holder is None:
            gains = tallest(player, kind) >= 2
        else:
            gains = guild_points(player, kind) > guild_points(snapshot["seats"][holder], kind)
        if gains:
            snapshot["guild_masters"][kind] = snapshot["active"]


def restore(snapshot: Snapshot, tiles: str) -> None:
    prices = [0, *DATA["pilgrims"]["restore"]]
    pay(snapshot, actor(snapshot), "pilgrims", prices[int(tiles)])
    actor(snapshot)["loot"] -= int(tiles)
    end_turn(snapshot)


# Turns and the end (3)


def end_turn(snapshot: Snapshot) -> None:
    if snapshot["last_turns"] == 0:
        begin_invasion(snapshot)
        return
    snapshot["active"] = clockwise(snapshot, snapshot["active"])
    snapshot["turns"] += 1
    if snapshot["last_turns"] is None:
        snapshot["leader"] = snapshot["active"]
    else:
        snapshot["last_turns"] -= 1
    ask(snapshot, "project", snapshot["active"], exchanged=None)


def end_game(snapshot: Snapshot) -> None:
    totals = [points["total"] for points in scores(snapshot).values()]
    snapshot["final"] = {"scores": totals, "ranking": ranking(snapshot)}
    snapshot.update(phase="over", seat=None, pending={})


PROJECT_VERBS = (bid, relocate, withdraw, claim, income, take, exchange)
INVASION_VERBS = (alliance, city, pairs)
BUILD_VERBS = (card, new, wall, done, discard, restore)
STEP: dict[str, Callable[[Snapshot, str], None]] = {
    **{verb.__name__: verb for verb in PROJECT_VERBS + INVASION_VERBS + BUILD_VERBS},
    "raise": raise_building,
}


# --- The action space (11)


def all_actions() -> list[str]:
    """Every action string of the game, in the order of the ids."""
    heights = range(1, HEIGHT)
    faces = sorted({face for name in DECKS for face in cards_of_deck(name, 5)})
    return [
        *(f"bid {column} {gold}" for column in range(1, 8) for gold in range(MOST_BID + 1)),
        "claim",
        "income",
        *(f"relocate {column}" for column in range(1, 8)),
        "withdraw",
        *(f"take {stone}" for stone in STONES),
        *(f"alliance {armies}" for armies in range(MOST_ALLIANCE + 1)),
        *(f"city {armies}" for armies in range(111)),
        *(f"pairs {pilgrims}" for pilgrims in range(26)),
        *(f"exchange {kind}" for kind in EXCHANGES),
        *(f"card {face}" for face in faces),
        *(f"new {kind}" for kind in KINDS),
        *(f"raise {kind} {height}" for kind in KINDS for height in heights),
        "wall new",
        *(f"wall raise {height}" for height in heights),
        *(f"discard {face}" for face in faces),
        *(f"restore {tiles}" for tiles in range(3)),
        "done",
    ]


# --- What a seat sees (10)


def view(snapshot: Snapshot, seat: int) -> Snapshot:
    seen = copy_of(snapshot) | {"view": seat}
    seen["decks"] = {name: sorted(deck) for name, deck in seen["decks"].items()}
    others = [other for other in range(len(seen["seats"])) if other != seat]
    if seen["phase"] in COMMITMENT_PHASES:
        for other in others:
            seen["pending"]["commitments"][other] = None
        if seen["seat"] != seat:
            seen["phase"] = "commitment"
    if seen["info"] == "hidden":
        for other in others:
            player = seen["seats"][other]
            player.update(stones=None, loot=None, heroes=None, hand=len(player["hand"]))
    return seen


# --- Scoring (9)


def scores(snapshot: Snapshot) -> dict[int, dict[str, int]]:
    """Points of every seat by category and in total, as if the game ended here."""
    return {seat: seat_scores(snapshot, seat) for seat in range(len(snapshot["seats"]))}


def seat_scores(snapshot: Snapshot, seat: int) -> dict[str, int]:
    player = snapshot["seats"][seat]
    masters = list(snapshot["guild_masters"].values()).count(seat)
    points = {
        "track": player["points"],
        "guild_masters": DATA["scoring"]["guild_master"] * masters,
        "majorities": sum(majority(snapshot, seat, stone) for stone in STONES),
        "heroes": sum(player["heroes"]),
        "loot": -player["loot"],
        "set": set_bonus(player),
    }
    return points | {"total": sum(points.values())}


def majority(snapshot: Snapshot, seat: int, stone: str) -> int:
    stocks = [player["stones"][stone] for player in snapshot["seats"]]
    if stocks[seat] == 0 or stocks[seat] < max(stocks):
        return 0
    scoring = DATA["scoring"]
    points: int = scoring["majority_alone" if stocks.count(max(stocks)) == 1 else "majority_tied"]
    return points


def set_bonus(player: Player) -> int:
    """The full value of the lowest building, if every kind has one."""
    if not all(player["buildings"].values()):
        return 0
    return tri(min(height for heights in player["buildings"].values() for height in heights))


def ranking(snapshot: Snapshot) -> list[int]:
    """Seats, best first; a tie goes to the lower number of the comune."""
    points = scores(snapshot)
    return sorted(points, key=lambda seat: (-points[seat]["total"], seat))
