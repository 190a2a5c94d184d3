"""Read and validate the data file: comuni, columns, project cards, invasions and figures."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path

from comuni_env.constants import (
    COLUMN_CARDS,
    COLUMNS,
    COMUNI,
    DECK_CARDS,
    DECK_LETTERS,
    FACES,
    INVASIONS,
    LETTERS,
    LEVELS,
    MOST_RESTORED,
    STONES,
    TILES,
)
from env_core.datafile import DataFile, Section

DATA_FILE = Path(__file__).parent / "data" / "comuni.toml"
PLAYERS = (2, 3, 4, 5)
COLUMN_ORDERS = ("mixed", "descending")
MOST_STONES = (50, 60, 50, 50)  # what the action space is made for
YIELD_STONES = 2  # of a base yield
# At least one kind, in the order of the letters, and a level.
_FACE = re.compile(f"(?=[{LETTERS}]){''.join(f'{letter}?' for letter in LETTERS)}[1-{LEVELS}]")


@dataclass(frozen=True)
class Comune:
    name: str
    start: tuple[int, ...]  # stones
    base_yield: tuple[int, ...]  # stones, then those of choice


@dataclass(frozen=True)
class Columns:
    """One order of the columns."""

    sizes: tuple[int, ...]
    stone_of_choice: tuple[bool, ...]


@dataclass(frozen=True)
class Figures:
    """All of a data file; stones in the order of STONES."""

    supply: tuple[int, ...]
    envoys: int  # of each player
    bonus_walls: int
    comuni: tuple[Comune, ...]  # in the order of their numbers
    columns: tuple[Columns, ...]  # in the order of COLUMN_ORDERS
    in_use: tuple[int, ...]  # columns, by players
    marker: tuple[tuple[int, ...], ...]  # deck, players
    decks: tuple[tuple[tuple[str, ...], ...], ...]  # deck, fewest players, faces
    attackers: tuple[str, ...]
    strength: tuple[int, ...]
    leader_defence: int
    tiles: tuple[tuple[int, ...], ...]  # values of the first and second hero of each invasion
    hand_limit: int
    relocate: int  # pilgrims
    restore: tuple[int, ...]  # pilgrims for one and for two loot tiles
    guild_master: int  # points
    majority_alone: int
    majority_tied: int

    @property
    def faces(self) -> tuple[str, ...]:
        """The different faces, in the order of the action space."""
        return tuple(sorted({face for deck in self.decks for part in deck for face in part}))

    def columns_in_use(self, players: int) -> int:
        return self.in_use[PLAYERS.index(players)]

    def sizes(self, players: int, order: str) -> tuple[int, ...]:
        """Cards of the columns in use."""
        return self.columns[COLUMN_ORDERS.index(order)].sizes[: self.columns_in_use(players)]

    def deck(self, letter: str, players: int, order: str) -> tuple[str, ...]:
        """The faces of a deck before the columns are filled."""
        number = DECK_LETTERS.index(letter)
        size = self.marker[number][PLAYERS.index(players)]
        if letter == "A":
            size += sum(self.sizes(players, order))
        return tuple(face for part in self.decks[number] for face in part)[:size]


def load_figures(own_file: str | None = None) -> Figures:
    """The figures of the package, or those of the text of another file."""
    if own_file is None:
        return read_figures(DATA_FILE)
    return _parse(DataFile(Path("comuni.toml"), own_file))


def read_figures(path: Path) -> Figures:
    """Parse a data file; ValueError names file, key and fault."""
    return _parse(DataFile.read(path))


@cache
def _parse(file: DataFile) -> Figures:
    top = file.top
    top.allow(
        "stones", "box", "comune", "columns", "columns_in_use", "marker", "deck", "invasions",
        "heroes", "building", "pilgrims", "scoring",
    )  # fmt: skip
    box = _block(top, "box", "envoys", "bonus_walls")
    columns = top.table("columns", provenance=False)
    columns.allow(*COLUMN_ORDERS)
    marker = _block(top, "marker", *DECK_LETTERS)
    decks = top.table("deck", provenance=False)
    decks.allow(*DECK_LETTERS)
    invasions = _block(top, "invasions", "attackers", "strength", "leader_defence")
    building = _block(top, "building", "hand_limit")
    pilgrims = _block(top, "pilgrims", "relocate", "restore")
    scoring = _block(top, "scoring", "guild_master", "majority_alone", "majority_tied")
    players = [str(number) for number in PLAYERS]
    figures = Figures(
        supply=_block(top, "stones", "supply").counts("supply", STONES),
        envoys=box.integer("envoys", 1, COLUMNS),
        bonus_walls=box.integer("bonus_walls", 0, 99),
        comuni=_comuni(top),
        columns=tuple(_columns(columns.table(order)) for order in COLUMN_ORDERS),
        in_use=_block(top, "columns_in_use", "first").counts("first", players),
        marker=tuple(marker.counts(letter, players) for letter in DECK_LETTERS),
        decks=tuple(_deck(decks.table(letter)) for letter in DECK_LETTERS),
        attackers=_attackers(invasions),
        strength=_numbers(invasions, "strength", INVASIONS),
        leader_defence=invasions.integer("leader_defence", 0, 9),
        tiles=_tiles(_block(top, "heroes", "tiles")),
        hand_limit=building.integer("hand_limit", 0, 9),
        relocate=pilgrims.integer("relocate", 0, 9),
        restore=_numbers(pilgrims, "restore", MOST_RESTORED),
        guild_master=scoring.integer("guild_master", 0, 99),
        majority_alone=scoring.integer("majority_alone", 0, 99),
        majority_tied=scoring.integer("majority_tied", 0, 99),
    )
    _check_stones(top, figures)
    _check_decks(top, figures)
    return figures


def _block(top: Section, key: str, *keys: str) -> Section:
    block = top.table(key)
    block.allow(*keys, "provenance", "source")
    return block


def _numbers(block: Section, key: str, count: int) -> tuple[int, ...]:
    values = block.get(key, list, f"{count} whole numbers")
    if len(values) != count or not all(type(n) is int and 0 <= n <= 99 for n in values):
        raise block.fault(key, f"expected {count} whole numbers from 0 to 99, found {values!r}")
    return tuple(values)


def _comuni(top: Section) -> tuple[Comune, ...]:
    found = {}
    for block in top.tables("comune"):
        block.allow("number", "name", "start", "base_yield", "provenance", "source")
        number = block.integer("number", 1, COMUNI)
        if number in found:
            raise block.fault("number", f"{number} stands twice")
        symbols = (*STONES, "any")
        stones = block.choices("base_yield", symbols)
        if len(stones) != YIELD_STONES:
            raise block.fault("base_yield", f"expected {YIELD_STONES} stones, found {len(stones)}")
        found[number] = Comune(
            name=block.string("name"),
            start=block.counts("start", STONES),
            base_yield=tuple(stones.count(symbol) for symbol in symbols),
        )
    if len(found) != COMUNI:
        raise top.fault("comune", f"expected {COMUNI} comuni, found {len(found)}")
    return tuple(found[number] for number in sorted(found))


def _columns(block: Section) -> Columns:
    block.allow("sizes", "stone_of_choice", "provenance", "source")
    sizes = _numbers(block, "sizes", COLUMNS)
    if not all(1 <= size <= COLUMN_CARDS for size in sizes):
        raise block.fault("sizes", f"expected 1 to {COLUMN_CARDS} cards each, found {sizes}")
    stones = block.get("stone_of_choice", list, "a list of columns")
    if not all(type(n) is int and 1 <= n <= COLUMNS for n in stones):
        raise block.fault("stone_of_choice", f"expected columns from 1 to {COLUMNS}: {stones}")
    return Columns(sizes, tuple(column + 1 in stones for column in range(COLUMNS)))


def _deck(block: Section) -> tuple[tuple[str, ...], ...]:
    keys = [f"from_{players}" for players in PLAYERS]
    block.allow(*keys, "provenance", "source")
    for key in keys:
        for face in block.get(key, list, "a list of faces"):
            if not isinstance(face, str) or not _FACE.fullmatch(face):
                raise block.fault(
                    key, f"{face!r} is not a face: letters of {LETTERS} in this order and a level"
                )
    return tuple(tuple(block.values[key]) for key in keys)


def _attackers(block: Section) -> tuple[str, ...]:
    names = block.get("attackers", list, f"{INVASIONS} names")
    if len(names) != INVASIONS or not all(isinstance(name, str) and name for name in names):
        raise block.fault("attackers", f"expected {INVASIONS} names, found {names!r}")
    return tuple(names)


def _tiles(block: Section) -> tuple[tuple[int, ...], ...]:
    tiles = block.get("tiles", list, f"{TILES} values for each of {INVASIONS} invasions")
    fits = [isinstance(pair, list) and len(pair) == TILES for pair in tiles]
    if len(tiles) != INVASIONS or not all(fits):
        raise block.fault("tiles", f"expected {TILES} values for each of {INVASIONS} invasions")
    if not all(type(value) is int and 1 <= value <= 99 for pair in tiles for value in pair):
        raise block.fault("tiles", "expected values from 1 to 99")
    return tuple(tuple(pair) for pair in tiles)


def _check_stones(top: Section, figures: Figures) -> None:
    for index, stone in enumerate(STONES):
        number = figures.supply[index]
        if number > MOST_STONES[index]:
            raise top.fault(
                f"stones.supply.{stone}",
                f"{number}; the action space is made for {MOST_STONES[index]} at most",
            )
        started = sum(comune.start[index] for comune in figures.comuni)
        if started > number:
            raise top.fault("comune", f"{started} {stone} to start with, but {number} in supply")


def _check_decks(top: Section, figures: Figures) -> None:
    """Every deck has its size with any number of players, and one refill empties one at most."""
    top.limit("deck", len(figures.faces), FACES, "different faces")
    for players in PLAYERS:
        columns = figures.columns_in_use(players)
        if not 1 <= columns <= COLUMNS:
            raise top.fault("columns_in_use.first", f"{columns} columns; there are {COLUMNS}")
        for order in COLUMN_ORDERS:
            for letter in DECK_LETTERS:
                _check_deck(top, figures, letter, players, order)


def _check_deck(top: Section, figures: Figures, letter: str, players: int, order: str) -> None:
    number, index = DECK_LETTERS.index(letter), PLAYERS.index(players)
    marker = figures.marker[number][index]
    sizes = figures.sizes(players, order)
    shown = sum(sizes) if letter == "A" else 0
    top.limit("deck", marker + shown, DECK_CARDS, f"cards in deck {letter}")
    listed = list(accumulate(map(len, figures.decks[number])))
    # The lists of deck A are made for the first order; with another it takes more or fewer of them.
    exact = order == COLUMN_ORDERS[0] or players == PLAYERS[-1]
    found = listed[index] if exact else min(marker + shown, listed[-1])
    if found != marker + shown:
        what = "the marker and the columns ask" if shown else "the marker asks"
        fault = f"{found} cards with {players} players; {what} for {marker + shown}"
        raise top.fault(f"deck.{letter}", fault)
    taken = sum(sorted(sizes)[-figures.envoys :])
    if marker <= taken:
        fault = f"{marker} cards with {players} players, but one claim can take {taken}"
        raise top.fault(f"marker.{letter}", f"{fault}: two invasions would come at once")
