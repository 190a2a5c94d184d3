"""Read and validate card files and the set-up figures."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from concordia_env.actions import ANY_SLOTS
from concordia_env.constants import (
    CARDS,
    DECKS,
    GODS,
    GODS_OF_CARD,
    GOODS,
    LETTERS,
    MINERVA,
    ROLES,
    SLOTS,
    UNIT_MOST,
    UNITS,
)
from env_core.datafile import DataFile, Section

DATA = Path(__file__).parent / "data"
CARD_FILES = {"base": DATA / "cards" / "base.toml"}
SETUP_FILE = DATA / "setup.toml"
DISPLAYS = ("printed", "wine")
PLAYERS = (2, 3, 4, 5)  # of individual play


@dataclass(frozen=True)
class Card:
    id: str
    role: int
    deck: int  # 0 in the starting hand, else the deck for sale
    each: int  # copies in every starting hand
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


def load_cards(name: str) -> tuple[Card, ...]:
    """The cards of a set, in table order."""
    return read_cards(CARD_FILES[name])


def read_cards(path: Path) -> tuple[Card, ...]:
    """Parse a card file; ValueError names file, key and fault."""
    return _parse_cards(DataFile.read(path))


@cache
def _parse_cards(file: DataFile) -> tuple[Card, ...]:
    top = file.top
    top.allow("set", "pantheon", "card")
    head = top.table("set")
    head.allow("name", "start_cards", "sale_cards", "provenance", "source")
    cards = tuple(_card(block) for block in top.tables("card"))
    top.limit("card", len(cards), CARDS, "different cards")
    if repeated := [i for i, n in Counter(card.id for card in cards).items() if n > 1]:
        raise top.fault("card", f"id {repeated[0]!r} stands twice")
    counts = {
        "start_cards": sum(card.each for card in cards if card.deck == 0),
        "sale_cards": sum(card.deck > 0 for card in cards),
    }
    for key, count in counts.items():
        if head.integer(key) != count:
            raise head.fault(key, f"says {head.integer(key)}, but the file lists {count}")
    _check_pantheon(top.table("pantheon"), cards)
    for unit in range(UNITS):
        points = sum(card.vp * max(card.each, 1) for card in cards if unit in card.units)
        top.limit("card", points, UNIT_MOST, f"points for {GODS[min(unit, MINERVA)]}")
    return cards


def _card(block: Section) -> Card:
    block.allow(
        "id", "name", "deck", "each", "cost", "gods", "vp", "coins", "good", "provenance", "source"
    )
    names = sorted({role.rstrip("35") for role in ROLES})
    name = block.choice("name", names)
    role = f"{name}{block.integer('coins')}" if name == "Mercator" else name
    if role not in ROLES:
        raise block.fault("coins", "a Mercator brings 3 or 5 sestertii")
    cost = block.choices("cost", list(GOODS))
    gods = tuple(GODS.index(god) for god in block.choices("gods", list(GODS)))
    block.limit("gods", len(gods), GODS_OF_CARD, "gods")
    deck = block.integer("deck", 0, DECKS)
    if (deck == 0) != ("each" in block):
        raise block.fault("each", "stands with the start cards (deck 0) and only there")
    if (MINERVA in gods) != ("good" in block):
        raise block.fault("good", "stands with the specialists (god Minerva) and only there")
    return Card(
        id=block.string("id"),
        role=ROLES.index(role),
        deck=deck,
        each=block.integer("each", 1, 9) if deck == 0 else 0,
        cost=tuple(cost.count(good) for good in GOODS),
        gods=gods,
        good=GOODS.index(block.choice("good", list(GOODS))) if "good" in block else None,
        vp=block.integer("vp", 1, 9),
    )


def _check_pantheon(block: Section, cards: tuple[Card, ...]) -> None:
    """The printed table of cards per god is an independent count of the decks."""
    block.allow(*map(str, PLAYERS), "provenance", "source")
    shown = [god for god in GODS if god not in ("Vesta", "Venus")]
    for players in PLAYERS:
        printed = block.counts(str(players), shown)
        sale = [card for card in cards if 0 < card.deck <= players]
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
    top.allow("goods", "house", "storehouse", "money", "tokens", "markers", "display", "decks")
    tokens = top.table("tokens", provenance=False)
    tokens.allow(*LETTERS)
    display = top.table("display", provenance=False)
    display.allow(*DISPLAYS)
    money = top.table("money").get("start", list, "a list of whole numbers")
    if len(money) < max(PLAYERS) or not all(type(m) is int and m >= 0 for m in money):
        raise top.fault("money.start", f"expected a number for each of {max(PLAYERS)} seats")
    decks = top.table("decks").counts("individual", [str(n) for n in PLAYERS])
    return Setup(
        price=top.table("goods").counts("price", GOODS),
        house_sestertii=top.table("house").counts("sestertii", GOODS),
        start_goods=top.table("storehouse").counts("start_goods", GOODS),
        start_money=tuple(money),
        tokens=tuple(tokens.table(letter).counts("goods", GOODS) for letter in LETTERS),
        coins=top.table("markers").counts("coins", GOODS),
        displays=tuple(_slots(display.table(side)) for side in DISPLAYS),
        decks=tuple(zip(PLAYERS, decks, strict=True)),
    )


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
