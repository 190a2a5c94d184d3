"""Read and validate card files and the set-up figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from concordia_env.actions import ANY_SLOTS
from concordia_env.constants import (
    CARDS,
    CHOICES,
    DECKS,
    GODS,
    GODS_OF_CARD,
    GOODS,
    LETTERS,
    MINERVA,
    ROLES,
    SLOTS,
    TEAMS,
    TITLES,
    TRACK,
    UNIT_MOST,
    UNITS,
    VENUS,
)
from env_core.datafile import DataFile, Section

DATA = Path(__file__).parent / "data"
CARD_FILES = {name: DATA / "cards" / f"{name}.toml" for name in ("base", "venus", "solitaria")}
SETUP_FILE = DATA / "setup.toml"
DISPLAYS = ("printed", "wine")
PLAYERS = (2, 3, 4, 5)  # of individual play
TEAM_PLAYERS = (4, 6)
MODES = ("individual", "team")
PLAYS = ("both", *MODES, "base")  # modes of Venus; "base" cards are for the original game only
VENUS_POINTS = {"individual": 2, "team": 1}  # per unit, on the cards of each mode
SOLITARIA_PLAYERS = (1, 2)
DIFFICULTIES = (
    "novice",
    "standard",
    "veteran",
    "strong_veteran",
    "expert",
    "strong_expert_9",
    "strong_expert_8",
)
OWNERS = ("player", "contrarius")
NAMES = {"Prefect with Praefectus Magnus": "PrefectPM"}  # of cards whose role has another name


@dataclass(frozen=True)
class Card:
    id: str
    title: int  # role, or FIRST_CHOICE and the number of a choice card
    deck: int  # 0 in the starting hand, else the deck for sale
    each: int  # copies in every starting hand
    owner: str  # of a start card: "player" or "contrarius"
    play: str  # of Venus: the modes that use the card; "both" in the other sets
    cost: tuple[int, ...]  # of each good
    gods: tuple[int, ...]
    good: int | None  # of a specialist
    vp: int  # points per unit of the god

    @property
    def units(self) -> tuple[int, ...]:
        """What the card scores for: its gods, Minerva by the card's good."""
        return tuple(
            MINERVA + self.good if god == MINERVA and self.good is not None else god
            for god in self.gods
        )


@dataclass(frozen=True)
class Difficulty:
    """What a difficulty of Solitaria changes at the start."""

    start_vp: int  # of each human
    houses: int  # of Contrarius beside the capital
    track: tuple[int, ...]  # positions of his houses on the score track


@dataclass(frozen=True)
class Team:
    """Figures of team play."""

    money: tuple[int, ...]  # of both partners, by team
    hands: tuple[tuple[str, ...], ...]  # names of the start cards of either half of the seats
    decks: tuple[int, ...]  # in the order of TEAM_PLAYERS


@dataclass(frozen=True)
class Setup:
    """Figures of ``setup.toml``; goods in the order of GOODS."""

    price: tuple[int, ...]
    house_sestertii: tuple[int, ...]
    start_goods: tuple[int, ...]
    start_money: tuple[int, ...]
    tokens: tuple[tuple[int, ...], ...]  # letter, good
    coins: tuple[int, ...]
    displays: tuple[tuple[tuple[str, ...], ...], ...]  # side, slot
    decks: tuple[tuple[int, int], ...]  # players, decks used
    team: Team
    solitaria: tuple[tuple[tuple[int, ...], int], ...]  # by players: money, decks used
    difficulties: tuple[Difficulty, ...]  # in the order of DIFFICULTIES


def load_cards(name: str, own_file: str | None = None) -> tuple[Card, ...]:
    """The cards of a set in table order, or those of the text of another file."""
    if own_file is None:
        return read_cards(CARD_FILES[name])
    return _parse_cards(DataFile(Path(f"{name}.toml"), own_file))


def read_cards(path: Path) -> tuple[Card, ...]:
    """Parse a card file; ValueError names file, key and fault."""
    return _parse_cards(DataFile.read(path))


# What the head of a card file says, so that a missing card is found.
COUNTS: dict[str, Callable[[Card], bool]] = {
    "start_cards": lambda card: card.deck == 0 and card.owner == "player",
    "contrarius_cards": lambda card: card.owner == "contrarius",
    "sale_cards": lambda card: card.deck > 0,
}


@cache
def _parse_cards(file: DataFile) -> tuple[Card, ...]:
    top = file.top
    top.allow("set", "pantheon", "card")
    head = top.table("set")
    head.allow("name", *COUNTS, "provenance", "source")
    cards = tuple(_card(block) for block in top.tables("card"))
    for mode in MODES:
        used = sum(card.play in ("both", mode) for card in cards)
        top.limit("card", used, CARDS, "different cards")
    if repeated := [i for i, n in Counter(card.id for card in cards).items() if n > 1]:
        raise top.fault("card", f"id {repeated[0]!r} stands twice")
    for key, counts in COUNTS.items():
        said = head.integer(key) if key in head or key != "contrarius_cards" else 0
        found = sum(max(card.each, 1) for card in cards if counts(card))
        if said != found:
            raise head.fault(key, f"says {said}, but the file lists {found}")
    if "pantheon" in top:
        _check_pantheon(top.table("pantheon"), cards)
    for unit in range(UNITS):
        points = sum(card.vp * max(card.each, 1) for card in cards if unit in card.units)
        top.limit("card", points, UNIT_MOST, f"points for {GODS[min(unit, MINERVA)]}")
    return cards


def _card(block: Section) -> Card:
    block.allow(
        "id", "name", "owner", "play", "deck", "each", "cost", "gods", "vp", "coins", "good",
        "provenance", "source",
    )  # fmt: skip
    title = _title(block)
    cost = block.choices("cost", list(GOODS))
    gods = tuple(GODS.index(god) for god in block.choices("gods", list(GODS)))
    block.limit("gods", len(gods), GODS_OF_CARD, "gods")
    deck = block.integer("deck", 0, DECKS)
    if (deck == 0) != ("each" in block):
        raise block.fault("each", "stands with the start cards (deck 0) and only there")
    if deck > 0 and "owner" in block:
        raise block.fault("owner", "a card for sale has none")
    if (MINERVA in gods) != ("good" in block):
        raise block.fault("good", "stands with the specialists (god Minerva) and only there")
    play = block.choice("play", PLAYS) if "play" in block else "both"
    vp = block.integer("vp", 1, 9)
    if VENUS in gods and vp != VENUS_POINTS.get(play):
        raise block.fault("vp", f"a card of Venus is for one mode and scores by it: {VENUS_POINTS}")
    return Card(
        id=block.string("id"),
        title=title,
        deck=deck,
        each=block.integer("each", 1, 9) if deck == 0 else 0,
        owner=block.choice("owner", OWNERS) if "owner" in block else "player" if deck == 0 else "",
        play=play,
        cost=tuple(cost.count(good) for good in GOODS),
        gods=gods,
        good=GOODS.index(block.choice("good", list(GOODS))) if "good" in block else None,
        vp=vp,
    )


def _title(block: Section) -> int:
    """The card's role, by the name printed on it, or the number of a choice card."""
    names = {role.rstrip("35") for role in ROLES} - set(NAMES.values()) | set(NAMES) | set(CHOICES)
    name = block.choice("name", sorted(names))
    if name == "Mercator":
        name += str(block.integer("coins"))
    elif "Mercator" in name and block.integer("coins") != 5:
        raise block.fault("coins", "the Mercator of a choice card brings 5 sestertii")
    if NAMES.get(name, name) not in TITLES:
        raise block.fault("coins", "a Mercator brings 3 or 5 sestertii")
    return TITLES.index(NAMES.get(name, name))


def _check_pantheon(block: Section, cards: tuple[Card, ...]) -> None:
    """The printed table of cards per god is an independent count of the decks."""
    block.allow(*map(str, PLAYERS), "provenance", "source")
    venus = any(VENUS in card.gods for card in cards)
    shown = [god for god in GODS if god != "Vesta" and (venus or god != "Venus")]
    for players in PLAYERS:
        printed = block.counts(str(players), shown)
        sale = [c for c in cards if 0 < c.deck <= players and c.play in ("both", "individual")]
        found = tuple(sum(GODS.index(god) in card.gods for card in sale) for god in shown)
        if printed != found:
            raise block.fault(str(players), f"says {printed} for {shown}, the decks have {found}")


def load_setup() -> Setup:
    return read_setup(SETUP_FILE)


def read_setup(path: Path) -> Setup:
    """Parse the set-up figures; ValueError names file, key and fault."""
    return _parse_setup(DataFile.read(path))


@cache
def _parse_setup(file: DataFile) -> Setup:
    top = file.top
    top.allow(
        "goods", "house", "storehouse", "money", "tokens", "markers", "display", "decks",
        "team", "solitaria", "difficulty",
    )  # fmt: skip
    tokens = top.table("tokens", provenance=False)
    tokens.allow(*LETTERS)
    display = top.table("display", provenance=False)
    display.allow(*DISPLAYS)
    solitaria = top.table("solitaria", provenance=False)
    solitaria.allow(*map(str, SOLITARIA_PLAYERS))
    difficulty = top.table("difficulty", provenance=False)
    difficulty.allow(*DIFFICULTIES)
    decks = top.table("decks").counts("individual", [str(n) for n in PLAYERS])
    return Setup(
        price=top.table("goods").counts("price", GOODS),
        house_sestertii=top.table("house").counts("sestertii", GOODS),
        start_goods=top.table("storehouse").counts("start_goods", GOODS),
        start_money=_money(top.table("money"), "start", max(PLAYERS)),
        tokens=tuple(tokens.table(letter).counts("goods", GOODS) for letter in LETTERS),
        coins=top.table("markers").counts("coins", GOODS),
        displays=tuple(_slots(display.table(side)) for side in DISPLAYS),
        decks=tuple(zip(PLAYERS, decks, strict=True)),
        team=_team(top.table("team")),
        solitaria=tuple(_solitaria(solitaria.table(str(n)), n) for n in SOLITARIA_PLAYERS),
        difficulties=tuple(_difficulty(difficulty.table(name)) for name in DIFFICULTIES),
    )


def _money(block: Section, key: str, seats: int) -> tuple[int, ...]:
    money = block.get(key, list, "a list of whole numbers")
    if len(money) < seats or not all(type(m) is int and m >= 0 for m in money):
        raise block.fault(key, f"expected a number for each of {seats} seats")
    return tuple(money)


def _team(block: Section) -> Team:
    block.allow("money", "hand_first_half", "hand_second_half", "decks", "provenance", "source")
    names = sorted({title.rstrip("35") for title in TITLES})
    hands = (block.choices(f"hand_{half}_half", names) for half in ("first", "second"))
    return Team(
        money=_money(block, "money", TEAMS),
        hands=tuple(tuple(hand) for hand in hands),
        decks=block.counts("decks", [str(n) for n in TEAM_PLAYERS]),
    )


def _solitaria(block: Section, players: int) -> tuple[tuple[int, ...], int]:
    block.allow("money", "decks", "provenance", "source")
    return _money(block, "money", players), block.integer("decks", 1, DECKS)


def _difficulty(block: Section) -> Difficulty:
    block.allow("start_vp", "houses", "track", "provenance", "source")
    track = block.get("track", list, "a list of positions on the score track")
    block.limit("track", len(track), TRACK, "houses on the track")
    if not all(type(h) is int and h > 0 for h in track) or sorted(set(track)) != track:
        raise block.fault("track", f"expected different positions from 1 on, ascending: {track}")
    return Difficulty(block.integer("start_vp"), block.integer("houses", 0, 2), tuple(track))


def _slots(block: Section) -> tuple[tuple[str, ...], ...]:
    slots = block.get("slots", list, f"{SLOTS} lists of goods")
    if len(slots) != SLOTS:
        raise block.fault("slots", f"expected {SLOTS} slots, found {len(slots)}")
    for index, slot in enumerate(slots):
        if not isinstance(slot, list):
            raise block.fault("slots", f"expected a list of goods, found {slot!r}")
        for good in slot:
            if good not in (*GOODS, "any"):
                raise block.fault("slots", f"{good!r} is not a good and not 'any'")
        if slot.count("any") != (index in ANY_SLOTS):
            numbers = ", ".join(str(number + 1) for number in ANY_SLOTS)
            raise block.fault("slots", f"the action space has 'any' in slots {numbers} only")
    return tuple(tuple(slot) for slot in slots)
