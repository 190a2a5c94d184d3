"""Positions built by name: a dealt game, edited so that every piece of the box stays in it."""

import tomllib
from importlib.resources import files
from typing import Any, Self

from concordia_env import concordia_v0, solitaria_v0, venus_v0

GOODS = ("brick", "food", "tool", "wine", "cloth")
KINDS = ("land", "sea")
SLOTS = 7
DATA = files("concordia_env") / "data"


def read_toml(*path: str) -> dict[str, Any]:
    """Read a data file of the game by its path below the data folder."""
    return tomllib.loads(DATA.joinpath(*path).read_text(encoding="utf-8"))


CARD_TABLE = [
    card["id"]
    for name in ("base", "venus", "solitaria")
    for card in read_toml("cards", f"{name}.toml")["card"]
]


def perform(game: Any, *actions: str) -> None:
    """Apply the actions one after the other."""
    for action in actions:
        game.apply(action)


def player(game: Any, seat: int = 0) -> dict[str, Any]:
    """Return what the full snapshot shows of a seat."""
    return game.snapshot()["players"][seat]


def money(game: Any, *seats: int) -> list[int]:
    """Sestertii of the seats."""
    return [player(game, seat)["money"] for seat in seats]


def stored(game: Any, seat: int = 0) -> dict[str, int]:
    """The goods of a seat, without those it has none of."""
    return {good: number for good, number in player(game, seat)["goods"].items() if number}


class Position:
    """A position in the making; edits can be chained and `game` turns it into a game.

    It begins as a dealt game whose start player (seat 0) is to play a card.

    Args:
        num_players: number of seats.
        board: stem of the board file.
        options: further options of `concordia_v0.game`; with a `difficulty` those of
            `solitaria_v0.game`, with `team`, true or false, those of `venus_v0.game`.
    """

    def __init__(self, num_players: int = 3, board: str = "imperium", **options: Any) -> None:
        module: Any = venus_v0 if "team" in options else concordia_v0
        if "difficulty" in options:
            module = solitaria_v0
        dealt = module.game(board=board, num_players=num_players, seed=0, **options)
        while dealt.phase == "place":
            dealt.apply(dealt.legal()[0])
        self.game_type = type(dealt)
        self.snapshot: dict[str, Any] = dealt.snapshot()
        self.provinces: dict[str, list[str]] = {}
        self.letter: dict[str, str] = {}
        for block in read_toml("boards", f"{board}.toml")["province"]:
            cities = [city["name"] for city in block["cities"]]
            self.provinces[block["name"]] = cities
            self.letter |= dict.fromkeys(cities, block["letter"])

    def game(self) -> Any:
        """Return a game that goes on from here."""
        return self.game_type.from_snapshot(self.snapshot, seed=0)

    def tokens(self, goods: dict[str, str]) -> Self:
        """Let the cities produce these goods: swap tokens of a letter, then deal the markers."""
        here = self.snapshot["goods"]
        for city, good in goods.items():
            if here[city] != good:
                alike = [other for other in here if self.letter[other] == self.letter[city]]
                free = [other for other in alike if here[other] == good != goods.get(other)]
                here[city], here[free[0]] = good, here[city]
        self.snapshot["bonus"] = {
            province: max((here[city] for city in cities), key=GOODS.index)
            for province, cities in self.provinces.items()
        }
        return self

    def houses(self, party: int | str, *cities: str) -> Self:
        """Add a house of the party in each of the cities."""
        for city in cities:
            owners = self.snapshot["houses"].get(city, [])
            self.snapshot["houses"][city] = sorted([*owners, party], key=str)
        self._player(party)["houses_left"] -= len(cities)
        return self

    def colonists(self, seat: int | str, *places: str) -> Self:
        """Let the party have colonists at exactly these places and the others at home."""
        home = {kind: 3 - sum(place.startswith(kind) for place in places) for kind in KINDS}
        self._player(seat).update(colonists=sorted(places), home=home)
        return self

    def storehouse(self, seat: int, **goods: int) -> Self:
        """Let the seat store exactly these goods."""
        self._player(seat)["goods"] = dict.fromkeys(GOODS, 0) | goods
        return self

    def money(self, seat: int, sestertii: int) -> Self:
        """Give the seat this much money in all."""
        self._player(seat)["money"] = sestertii
        return self

    def played(self, seat: int, *cards: str) -> Self:
        """Move cards from the hand of the seat onto its pile, the last one on top."""
        for card in cards:
            self._player(seat)["hand"].remove(card)
            self._player(seat)["pile"].append(card)
        return self

    def bought(self, seat: int, *cards: str) -> Self:
        """Give cards for sale to the seat; the display moves up."""
        hand = [*self._player(seat)["hand"], *cards]
        self._player(seat)["hand"] = sorted(hand, key=CARD_TABLE.index)
        self._offer([card for card in self.for_sale if card not in cards])
        return self

    def taken(self, *cards: str) -> Self:
        """Give cards for sale to Contrarius; the display moves up."""
        up = [*self.snapshot["contrarius"]["up"], *cards]
        self.snapshot["contrarius"]["up"] = sorted(up, key=CARD_TABLE.index)
        self._offer([card for card in self.for_sale if card not in cards])
        return self

    def points(self, vp: int) -> Self:
        """Let Contrarius have so many points on the track."""
        self.snapshot["contrarius"]["vp"] = vp
        return self

    def display(self, *cards: str) -> Self:
        """Lay these cards into the first slots; the other cards for sale follow them."""
        self._offer([*cards, *(card for card in self.for_sale if card not in cards)])
        return self

    def coins(self, *provinces: str) -> Self:
        """Turn the markers of exactly these provinces to their coins."""
        self.snapshot["markers"] = {
            province: "coin" if province in provinces else "good" for province in self.provinces
        }
        return self

    def magnus(self, seat: int) -> Self:
        """Give the Praefectus Magnus to the seat."""
        self.snapshot["magnus"] = seat
        return self

    def turn(self, seat: int) -> Self:
        """Let the seat be the one to play a card."""
        self.snapshot.update(turn=seat, turns=seat + 1, seat=seat)
        return self

    @property
    def cards(self) -> str:
        """Whose cards are played: the beginning of their ids."""
        return self.snapshot["config"]["cards"]

    @property
    def for_sale(self) -> list[str]:
        """Cards of the display, then those of the deck."""
        shown = [card for card in self.snapshot["display"] if card]
        return shown + self.snapshot["deck"]

    def _offer(self, cards: list[str]) -> None:
        shown, deck = cards[:SLOTS], cards[SLOTS:]
        self.snapshot["display"] = shown + [None] * (SLOTS - len(shown))
        self.snapshot["deck"] = deck

    def _player(self, party: int | str) -> dict[str, Any]:
        return self.snapshot["contrarius"] if party == "C" else self.snapshot["players"][party]


def individual(num_players: int = 3, board: str = "hellas", **options: Any) -> Position:
    """A position of Venus, each for himself."""
    return Position(num_players, board, team=False, **options)


def teams(num_players: int = 4, board: str = "hellas", **options: Any) -> Position:
    """A position of Venus in teams: of four seats 0 and 2 are partners, 1 and 3."""
    return Position(num_players, board, team=True, **options)
