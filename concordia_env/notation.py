"""The words of a scenario: places, routes and every action id as a string, and back."""

from __future__ import annotations

from functools import cached_property, lru_cache

from concordia_env import constants as c
from concordia_env.actions import (
    A_ACCEPT,
    A_BUY,
    A_CHOICE_CARD,
    A_CITY,
    A_COLLECT,
    A_COPY,
    A_COPY_HALF,
    A_DONE,
    A_HALF,
    A_KEEP,
    A_PLACE,
    A_PRODUCE,
    A_PURCHASE,
    A_PURCHASE_ANY,
    A_ROLE,
    A_ROUTE,
    A_SELL,
    A_VETO,
    ANY_SLOTS,
    NUM_ACTIONS,
    NUM_HALVES,
)
from concordia_env.cards import DIFFICULTIES, load_setup
from concordia_env.scenario import Scenario
from concordia_env.tables import cards_of, tables_of

# The two halves of each choice card, in the order of the action block.
CHOICE_HALVES = [
    f"{name}:{c.ROLES[role]}"
    for name, roles in zip(c.CHOICES, c.CHOICE_ROLES, strict=True)
    for role in roles
]


class Notation:
    """Names of a scenario's cities, routes, provinces and cards, and the texts of its actions."""

    def __init__(self, scenario: Scenario) -> None:
        board = scenario.board
        self.cities = [city.name for city in board.cities]
        self.provinces = [province.name for province in board.provinces]
        self.routes = [route.name for route in board.routes]
        self.route_kinds = [route.kind for route in board.routes]
        self.cards = [card.id for card in cards_of(scenario)]
        self.card_titles = tables_of(scenario)["card_title"][0, : len(self.cards)].tolist()
        self.track: tuple[int, ...] = ()  # positions of Contrarius's houses at the start
        if scenario.difficulty is not None:
            self.track = load_setup().difficulties[DIFFICULTIES.index(scenario.difficulty)].track

    def place(self, place: int) -> str:
        """``land@Roma`` inside a city, ``sea@sea:Massilia-Roma`` on a route."""
        if place < c.FIRST_ROUTE_PLACE:
            kind, city = divmod(place, c.CITIES)
            return f"{c.KINDS[kind]}@{self.cities[city]}"
        route = place - c.FIRST_ROUTE_PLACE
        return f"{c.KINDS[self.route_kinds[route]]}@{self.routes[route]}"

    @cached_property
    def place_index(self) -> dict[str, int]:
        """All places by name."""
        in_cities = [k * c.CITIES + i for k in range(2) for i in range(len(self.cities))]
        on_routes = range(c.FIRST_ROUTE_PLACE, c.FIRST_ROUTE_PLACE + len(self.routes))
        return {self.place(place): place for place in [*in_cities, *on_routes]}

    def text(self, action: int, phase: int) -> str:
        """The action's string in a phase; an id without a meaning there gets its first form.

        Raises ValueError for ids that are padding on this board.
        """
        if not 0 <= action < NUM_ACTIONS:
            raise ValueError(f"action id {action} is outside 0..{NUM_ACTIONS - 1}")
        try:
            if action < A_PLACE:
                return self._card_text(action, phase)
            if action < A_PRODUCE:
                return self._map_text(action, phase)
            return self._goods_text(action)
        except IndexError:
            name = "the board has fewer places"
            raise ValueError(f"action id {action} is padding here: {name}") from None

    def _card_text(self, action: int, phase: int) -> str:
        if action < A_HALF:
            verb = {c.SUGGEST: "suggest", c.REPEAT: "repeat"}.get(phase, "play")
            return f"{verb} {c.ROLES[action - A_ROLE]}"
        if action < A_CHOICE_CARD:
            return f"play {CHOICE_HALVES[action - A_HALF]}"
        if action < A_COPY:
            return f"suggest {c.CHOICES[action - A_CHOICE_CARD]}"
        if action < A_COPY_HALF:
            return f"copy {action - A_COPY}"
        seat, half = divmod(action - A_COPY_HALF, NUM_HALVES)
        return f"copy {seat}:{c.ROLES[c.HALF_ROLES[half]]}"

    def _map_text(self, action: int, phase: int) -> str:
        if action >= A_CITY:
            return f"{'place' if phase == c.PLACE else 'build'} {self.cities[action - A_CITY]}"
        if phase in (c.PICK, c.LEAD):
            return f"{c.PHASES[phase]} {self.place(action - A_PLACE)}"
        if action >= A_ROUTE:
            return f"{'onto' if phase == c.ONTO else 'to'} {self.routes[action - A_ROUTE]}"
        kind, city = divmod(action - A_PLACE, c.CITIES)
        if phase == c.VETERAN and city == len(self.cities) - 1:
            return f"lead {c.KINDS[kind]}"
        return f"settle {c.KINDS[kind]} {self.cities[city]}"

    def _goods_text(self, action: int) -> str:
        if action < A_COLLECT:
            return f"produce {self.provinces[action - A_PRODUCE]}"
        if action == A_COLLECT:
            return "collect"
        if action < A_SELL:
            return f"keep {c.GOODS[action - A_KEEP]}"
        if action < A_PURCHASE:
            verb, first = ("sell", A_SELL) if action < A_BUY else ("buy", A_BUY)
            good, number = divmod(action - first, c.STOREHOUSE)
            return f"{verb} {c.GOODS[good]} {number + 1}"
        if action < A_PURCHASE_ANY:
            return f"purchase {action - A_PURCHASE + 1}"
        if action < A_DONE:
            row, good = divmod(action - A_PURCHASE_ANY, 5)
            return f"purchase {ANY_SLOTS[row] + 1} {c.GOODS[good]}"
        return {A_DONE: "done", A_VETO: "veto", A_ACCEPT: "accept"}[action]

    @cached_property
    def _ids(self) -> dict[str, int]:
        ids = {}
        for phase in range(c.OVER):
            for action in range(NUM_ACTIONS):
                try:
                    ids[self.text(action, phase)] = action
                except ValueError:
                    continue
        return ids | {
            f"copy {card}": A_ROLE + title
            for card, title in zip(self.cards, self.card_titles, strict=True)
            if title < c.FIRST_CHOICE
        }

    def id(self, text: str) -> int:
        """The id of an action string of any phase."""
        try:
            return self._ids[text]
        except KeyError:
            raise ValueError(f"{text!r} is not an action on this board") from None


@lru_cache(maxsize=256)
def notation_of(scenario: Scenario) -> Notation:
    """The shared notation of a scenario."""
    return Notation(scenario)
