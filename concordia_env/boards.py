"""Read and validate board files into ``Board`` objects."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from concordia_env.constants import CITIES, GOODS, KINDS, LETTERS, PROVINCES, ROUTES
from env_core.datafile import DataFile, Section

BOARDS = Path(__file__).parent / "data" / "boards"


@dataclass(frozen=True)
class City:
    name: str
    province: int  # index; the capital's has no effect on play
    letter: str  # of its token; "-" for the capital
    lat: float
    lon: float


@dataclass(frozen=True)
class Province:
    name: str
    letter: str
    cities: tuple[int, ...]


@dataclass(frozen=True)
class Route:
    name: str  # kind:A-B, A before B, a second equal one with #2
    kind: int
    ends: tuple[int, int]
    stop: bool  # whether a colonist may end its move here


@dataclass(frozen=True)
class Board:
    """A board as its file gives it; indices count positions in the file, the capital last."""

    stem: str
    own_file: str | None  # the text of a file that is not one of the package
    name: str
    players: tuple[int, int]
    letters: tuple[tuple[int, int, str], ...]  # parties from, to, letters in play
    extra_tokens: tuple[tuple[str, int], ...]  # letter, good
    cities: tuple[City, ...]
    provinces: tuple[Province, ...]
    routes: tuple[Route, ...]

    @property
    def capital(self) -> int:
        return len(self.cities) - 1

    def letters_for(self, parties: int) -> str:
        """Letters in play: by the range that holds the number of parties, else the nearest."""

        def distance(entry: tuple[int, int, str]) -> int:
            low, high, _ = entry
            return max(low - parties, parties - high, 0)

        return min(self.letters, key=distance)[2]

    def city_in_play(self, city: int, letters: str) -> bool:
        return city == self.capital or self.cities[city].letter in letters


def board_names() -> list[str]:
    """Names of the boards that come with the package."""
    return sorted(path.stem for path in BOARDS.glob("*.toml"))


def load_board(board: str | Path | Board) -> Board:
    """A board by name, or from the path of a board file."""
    if isinstance(board, Board):
        return board
    if isinstance(board, str) and board in board_names():
        return read_board(BOARDS / f"{board}.toml")
    if isinstance(board, Path) or str(board).endswith(".toml"):
        return read_board(Path(board))
    raise ValueError(
        f"unknown board {board!r}; allowed: {', '.join(board_names())}, or the path of a .toml file"
    )


def read_board(path: Path) -> Board:
    """Parse a board file; ValueError names file, key and fault."""
    return parse_board(DataFile.read(path))


@cache
def parse_board(file: DataFile) -> Board:
    """A board from the text of its file."""
    top = file.top
    top.allow("board", "capital", "letters", "extra_tokens", "province", "routes")
    head = top.table("board")
    head.allow("name", "players", "provenance", "source")
    provinces, cities = _provinces(top)
    capital = top.table("capital")
    capital.allow("name", "province", "lat", "lon", "provenance", "source")
    names = [province.name for province in provinces]
    cities.append(
        City(
            capital.string("name"),
            names.index(capital.choice("province", names)),
            "-",
            capital.number("lat"),
            capital.number("lon"),
        )
    )
    if len({city.name for city in cities}) < len(cities):
        raise top.fault("province", "two cities have the same name")
    top.limit("province", len(cities), CITIES, "cities with the capital")
    top.limit("province", len(provinces), PROVINCES, "provinces")
    board = Board(
        stem=file.path.stem,
        own_file=None if file.path.parent == BOARDS else file.text,
        name=head.string("name"),
        players=head.pair("players"),
        letters=_letters(top),
        extra_tokens=_extra_tokens(top),
        cities=tuple(cities),
        provinces=tuple(provinces),
        routes=_routes(top, [city.name for city in cities]),
    )
    _check_connected(top, board)
    return board


def _provinces(top: Section) -> tuple[list[Province], list[City]]:
    provinces: list[Province] = []
    cities: list[City] = []
    for block in top.tables("province"):
        block.allow("name", "letter", "cities", "provenance", "source")
        letter = block.choice("letter", list(LETTERS))
        first = len(cities)
        for city in block.tables("cities"):
            city.allow("name", "lat", "lon")
            place = city.number("lat"), city.number("lon")
            cities.append(City(city.string("name"), len(provinces), letter, *place))
        indices = tuple(range(first, len(cities)))
        provinces.append(Province(block.string("name"), letter, indices))
    if len({province.name for province in provinces}) < len(provinces):
        raise top.fault("province", "two provinces have the same name")
    return provinces, cities


def _letters(top: Section) -> tuple[tuple[int, int, str], ...]:
    entries = []
    for block in top.tables("letters"):
        block.allow("players", "used", "provenance", "source")
        used = "".join(block.choices("used", list(LETTERS)))
        entries.append((*block.pair("players"), used))
    return tuple(entries)


def _extra_tokens(top: Section) -> tuple[tuple[str, int], ...]:
    if "extra_tokens" not in top:
        return ()
    block = top.table("extra_tokens")
    block.allow(*LETTERS, "provenance", "source")
    return tuple(
        (letter, GOODS.index(block.choice(letter, list(GOODS))))
        for letter in LETTERS
        if letter in block
    )


def _routes(top: Section, cities: list[str]) -> tuple[Route, ...]:
    kinds = top.table("routes", provenance=False)
    kinds.allow(*KINDS)
    routes: list[Route] = []
    for kind, word in enumerate(KINDS):
        block = kinds.table(word)
        block.allow("pairs", "no_stop", "provenance", "source")
        pairs = [tuple(sorted(pair)) for pair in block.name_pairs("pairs", cities)]
        no_stop = block.name_pairs("no_stop", cities) if "no_stop" in block else []
        closed = [tuple(sorted(pair)) for pair in no_stop]
        for pair in closed:
            if pair not in pairs:
                raise block.fault("no_stop", f"no {word} route joins {' and '.join(pair)}")
        names: list[str] = []
        for first, second in pairs:
            plain = f"{word}:{first}-{second}"
            copies = names.count(plain)
            names.append(plain)
            name = plain if copies == 0 else f"{plain}#{copies + 1}"
            ends = cities.index(first), cities.index(second)
            routes.append(Route(name, kind, ends, stop=(first, second) not in closed))
    top.limit("routes", len(routes), ROUTES, "routes")
    return tuple(routes)


def _check_connected(top: Section, board: Board) -> None:
    """Every city in play is joined to the capital, which has routes of both kinds."""
    for low, high, letters in board.letters:
        within = {c for c in range(len(board.cities)) if board.city_in_play(c, letters)}
        routes = [route for route in board.routes if within.issuperset(route.ends)]
        reached = {board.capital}
        while grown := {e for r in routes if reached & set(r.ends) for e in r.ends} - reached:
            reached |= grown
        if cut_off := within - reached:
            names = ", ".join(board.cities[city].name for city in sorted(cut_off))
            raise top.fault("routes", f"no way from the capital with {low}-{high} players: {names}")
        kinds = {route.kind for route in routes if board.capital in route.ends}
        if kinds != {0, 1}:
            raise top.fault("routes", "the capital needs a land and a sea route")
