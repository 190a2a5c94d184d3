"""Compile scenarios into static tables: one row per scenario, padded to the largest board."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from concordia_env.boards import Board
from concordia_env.cards import (
    DATA,
    DIFFICULTIES,
    DISPLAYS,
    TEAM_PLAYERS,
    Card,
    load_cards,
    load_setup,
)
from concordia_env.constants import (
    BRICK,
    CARDS,
    CITIES,
    COLONISTS,
    DICE,
    DIE_FACES,
    FAR,
    FEATURES,
    FIRST_ROUTE_PLACE,
    FOOD,
    GODS_OF_CARD,
    GOODS,
    KINDS,
    LETTERS,
    MODES,
    NONE,
    PLACES,
    PREFECT,
    PREFECT_PM,
    PROVINCES,
    ROUTE_BITS,
    ROUTE_WORDS,
    ROUTES,
    SEATS,
    SLOTS,
    STYLES,
    TITLES,
    TRACK,
    UNIT_BITS,
    WEIGHTS,
)
from concordia_env.dice import load_dice
from concordia_env.scenario import Scenario
from env_core.weights import read_weights

# Wide enough for action ids: with the JIT off NumPy keeps the width of a field in sums.
TABLE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("players", np.int16),
                ("teams", np.int16),  # seats with the same number modulo this are partners
                ("intermediate_scoring", np.int16),
                ("venus", np.int16),  # 1 with the cards of Venus
                ("hidden", np.int16),  # 1 with info="hidden"
                # The board.
                ("num_cities", np.int16),  # with the capital, which is the last
                ("num_routes", np.int16),
                ("num_provinces", np.int16),
                ("capital", np.int16),
                ("city_in_play", np.int16, CITIES),
                ("city_province", np.int16, CITIES),
                (
                    "province_cities",
                    np.int16,
                    (PROVINCES, CITIES),
                ),  # without the capital, then NONE
                ("city_letter", np.int16, CITIES),  # NONE for the capital
                ("alphabet", np.int16, CITIES),  # cities in the order of their names
                ("city_beside_capital", np.int16, CITIES),  # a route in play joins the two
                ("city_has_kind", np.int16, (CITIES, 2)),  # a route in play of the kind ends there
                ("province_in_play", np.int16, PROVINCES),
                ("route_kind", np.int16, ROUTES),
                ("route_ends", np.int16, (ROUTES, 2)),
                ("steps", np.int8, (PLACES, ROUTES)),  # to end a move on the route, FAR if barred
                ("city_routes", np.int16, (CITIES, ROUTES)),  # that end there, then NONE
                ("routes_at", np.int64, (CITIES, ROUTE_WORDS)),  # the same as bits
                ("within", np.int64, (PLACES, 1 + COLONISTS, ROUTE_WORDS)),  # routes by steps, bits
                ("nearness", np.float32, (PLACES, CITIES)),  # 1 / (1 + steps), 0 if out of reach
                ("tokens", np.int16, (len(LETTERS), len(GOODS))),  # dealt to the letter's cities
                # Cards.
                ("num_cards", np.int16),
                ("card_title", np.int16, CARDS),  # its role, or which choice card it is
                ("card_deck", np.int16, CARDS),  # 0: start card
                ("num_for_sale", np.int16),  # cards that are no start cards
                ("card_cost", np.int16, (CARDS, 5)),
                ("card_goods", np.int64, CARDS),  # the same, packed a byte each
                ("card_gods", np.int16, (CARDS, GODS_OF_CARD)),  # then NONE
                ("card_good", np.int16, CARDS),  # of a specialist, else NONE
                ("card_vp", np.int16, CARDS),
                ("card_devotion", np.int64, CARDS),  # points for each unit, packed
                ("slot_goods", np.int16, (SLOTS, 5)),  # surcharge
                ("slot_any", np.int16, SLOTS),  # goods of the buyer's choice
                ("slot_surcharge", np.int64, SLOTS),  # slot_goods, packed a byte each
                # Figures.
                ("price", np.int16, 5),
                ("house_sestertii", np.int16, 5),
                ("house_goods", np.int16, 5),  # prices of the goods of a house, summed up
                ("coins", np.int16, 5),
                ("start_goods", np.int16, 5),
                ("start_money", np.int16, SEATS),
                ("start_hand", np.int16, (SEATS, CARDS)),
                # Contrarius.
                ("contrarius", np.int16),  # 1 where he is a party
                ("reactor", np.int16),  # seat whose cards he reacts to, or NONE
                ("contrarius_cards", np.int16, CARDS),  # 1 for his start cards
                ("start_vp", np.int16),  # of each human
                ("start_houses", np.int16),  # of his beside the capital
                ("start_track", np.int16, TRACK),  # positions of his houses there, then NONE
                ("dice", np.int16, (len(DICE), DIE_FACES)),
                # Scripted players.
                ("style", np.float64, (len(STYLES), len(WEIGHTS))),
                ("forecast", np.float64, len(FEATURES)),
            ]
        ),
    )
)


def compile_tables(scenarios: Sequence[Scenario]) -> np.ndarray:
    """The tables of several scenarios; a game's ``scenario`` field is its row."""
    return np.concatenate([_row(scenario) for scenario in scenarios])


@lru_cache(maxsize=256)
def tables_of(scenario: Scenario) -> np.ndarray:
    """The shared one-row tables of a scenario, read-only by convention."""
    return compile_tables([scenario])


def cards_of(scenario: Scenario) -> tuple[Card, ...]:
    """The cards of a game in card-table order: start cards and the decks in use."""
    table = load_cards(scenario.cards, scenario.own_cards)
    if not scenario.contrarius:
        mode = "team" if scenario.team else "individual"
        return tuple(c for c in table if c.deck <= _decks(scenario) and c.play in ("both", mode))
    decks = load_setup().solitaria[scenario.players - 1][1]
    # Seat 0 of the two-player variant has the hand of the base game.
    base = [card for card in load_cards("base") if card.deck == 0 and scenario.players == 2]
    return (*base, *(card for card in table if card.deck <= decks))


def _decks(scenario: Scenario) -> int:
    """Decks in use where Contrarius does not play."""
    setup = load_setup()
    if scenario.team:
        return setup.team.decks[TEAM_PLAYERS.index(scenario.players)]
    return dict(setup.decks)[scenario.players]


@lru_cache(maxsize=256)
def _row(scenario: Scenario) -> np.ndarray:
    row = np.zeros(1, TABLE)
    table = row[0]
    table.players = scenario.players
    table.teams = scenario.teams
    table.intermediate_scoring = scenario.intermediate_scoring
    table.venus = scenario.cards == "venus"
    table.hidden = scenario.info == "hidden"
    _fill_board(table, scenario.board, scenario.board.letters_for(scenario.parties))
    _fill_cards(table, scenario)
    _fill_figures(table, scenario)
    _fill_contrarius(table, scenario)
    table.style[:] = read_weights(DATA / "styles.toml", STYLES, WEIGHTS, default=1.0)
    mode = "team" if scenario.team else scenario.cards
    table.forecast[:] = read_weights(DATA / "forecast.toml", MODES, FEATURES)[MODES.index(mode)]
    return row


def _fill_board(table: np.record, board: Board, letters: str) -> None:
    table.num_cities = len(board.cities)
    table.num_routes = len(board.routes)
    table.num_provinces = len(board.provinces)
    table.capital = board.capital
    table.city_letter[:] = NONE
    for index, city in enumerate(board.cities):
        table.city_in_play[index] = board.city_in_play(index, letters)
        table.city_province[index] = city.province
        table.city_letter[index] = LETTERS.find(city.letter)
    table.province_cities[:] = NONE
    for index in range(len(board.provinces)):
        own = [c for c, city in enumerate(board.cities) if city.province == index]
        own = [city for city in own if city != board.capital]
        table.province_cities[index, : len(own)] = own
    names = [city.name for city in board.cities]
    table.alphabet[: len(names)] = sorted(range(len(names)), key=names.__getitem__)
    for index, province in enumerate(board.provinces):
        table.province_in_play[index] = province.letter in letters
    for index, route in enumerate(board.routes):
        table.route_kind[index] = route.kind
        table.route_ends[index] = route.ends
    table.steps[:] = step_table(board, letters)
    _fill_routes(table, board)
    for index, route in enumerate(board.routes):
        steps = table.steps[:, index]
        nearness = np.where(steps <= COLONISTS, 1 / (1.0 + steps), 0)
        for end in route.ends:
            table.nearness[:, end] = np.maximum(table.nearness[:, end], nearness)
    for index in routes_in_play(board, letters):
        ends = list(board.routes[index].ends)
        table.city_has_kind[ends, board.routes[index].kind] = 1
        if board.capital in ends:
            table.city_beside_capital[ends] = 1


def _fill_routes(table: np.record, board: Board) -> None:
    """The routes at every city, and those within reach of every place."""
    at = np.zeros((CITIES, ROUTES), np.bool_)
    for index, route in enumerate(board.routes):
        at[list(route.ends), index] = True
    table.city_routes[:] = NONE
    for city in range(CITIES):
        own = np.flatnonzero(at[city])
        table.city_routes[city, : len(own)] = own
    table.routes_at[:] = _route_bits(at)
    most = np.arange(1 + COLONISTS)
    table.within[:] = _route_bits(table.steps[:, None] <= most[:, None])


def _route_bits(chosen: np.ndarray) -> np.ndarray:
    """Bits of the routes that are chosen along the last axis."""
    routes = np.arange(ROUTES)
    bits = np.zeros((ROUTES, ROUTE_WORDS), np.int64)
    bits[routes, routes // ROUTE_BITS] = 1 << routes % ROUTE_BITS
    return chosen @ bits


def routes_in_play(board: Board, letters: str) -> list[int]:
    """Routes whose two cities are in play."""
    return [
        index
        for index, route in enumerate(board.routes)
        if all(board.city_in_play(end, letters) for end in route.ends)
    ]


def step_table(board: Board, letters: str) -> np.ndarray:
    """Steps from every place to end a move on every route.

    A route of the colonist's kind at its city is one step away, and so is each further route that
    shares a city; occupied and no-stop routes may be passed, so the distances never change.
    """
    steps = np.full((PLACES, ROUTES), FAR, np.int8)
    for kind in range(len(KINDS)):
        routes = [r for r in routes_in_play(board, letters) if board.routes[r].kind == kind]
        near: dict[int, list[int]] = {city: [] for city in range(len(board.cities))}
        for route in routes:
            for end in board.routes[route].ends:
                near[end].append(route)
        for city, first in near.items():
            _spread(steps[kind * CITIES + city], board, near, {route: 1 for route in first})
        for route in routes:
            _spread(steps[FIRST_ROUTE_PLACE + route], board, near, {route: 0})
    closed = [index for index, route in enumerate(board.routes) if not route.stop]
    steps[:, closed] = FAR
    return steps


def _spread(
    row: np.ndarray, board: Board, near: dict[int, list[int]], edge: dict[int, int]
) -> None:
    """Breadth-first search over routes from those already reached."""
    while edge:
        for route, steps in edge.items():
            row[route] = steps
        edge = {
            other: steps + 1
            for route, steps in edge.items()
            for end in board.routes[route].ends
            for other in near[end]
            if row[other] == FAR
        }


def _fill_cards(table: np.record, scenario: Scenario) -> None:
    cards = cards_of(scenario)
    table.num_cards = len(cards)
    table.num_for_sale = sum(card.deck > 0 for card in cards)
    table.card_title[:] = NONE
    table.card_good[:] = NONE
    table.card_gods[:] = NONE
    for index, card in enumerate(cards):
        table.card_title[index] = card.title
        table.card_deck[index] = card.deck
        table.card_cost[index] = card.cost
        table.card_goods[index] = _packed(card.cost)
        table.card_gods[index, : len(card.gods)] = card.gods
        table.card_good[index] = NONE if card.good is None else card.good
        table.card_vp[index] = card.vp
        table.card_devotion[index] = sum(card.vp << UNIT_BITS * unit for unit in card.units)
        if card.owner == "player":
            table.start_hand[_seats_of(card, scenario), index] = card.each


def _seats_of(card: Card, scenario: Scenario) -> list[int]:
    """Seats that begin with the card: in team play and with Contrarius as a third the hands differ.

    In team play the first half of the seats, one of each team, has another hand than the second.
    """
    seats = range(scenario.players)
    if scenario.contrarius and scenario.players == 2:
        return [0] if card in load_cards("base") else [1]
    if scenario.team:
        name = TITLES[card.title].rstrip("35")
        hands = load_setup().team.hands
        return [seat for seat in seats if name in hands[seat >= scenario.teams]]
    return list(seats)


def _fill_figures(table: np.record, scenario: Scenario) -> None:
    setup = load_setup()
    table.price[:] = setup.price
    table.house_sestertii[:] = setup.house_sestertii
    table.house_goods[:] = table.price + table.price[BRICK]
    table.house_goods[BRICK] = table.price[FOOD]
    table.coins[:] = setup.coins
    table.start_goods[:] = setup.start_goods
    money = setup.start_money
    if scenario.contrarius:
        money = setup.solitaria[scenario.players - 1][0]
    elif scenario.team:
        money = setup.team.money[: scenario.teams] * 2
    table.start_money[: len(money)] = money
    for slot, goods in enumerate(setup.displays[DISPLAYS.index(scenario.display)]):
        table.slot_goods[slot] = [goods.count(good) for good in GOODS]
        table.slot_any[slot] = goods.count("any")
        table.slot_surcharge[slot] = _packed(table.slot_goods[slot])
    table.tokens[:] = setup.tokens
    for letter, good in scenario.board.extra_tokens:
        table.tokens[LETTERS.index(letter), good] += 1
    _check_tokens(table, scenario.board)


def _packed(goods: Sequence[int]) -> int:
    return sum(int(number) << 8 * good for good, number in enumerate(goods))


def _fill_contrarius(table: np.record, scenario: Scenario) -> None:
    table.reactor = NONE
    table.start_track[:] = NONE
    if not scenario.contrarius or scenario.difficulty is None:
        return
    table.contrarius = 1
    table.reactor = scenario.players - 1
    for index, card in enumerate(cards_of(scenario)):
        table.contrarius_cards[index] = card.owner == "contrarius"
        if card.title == PREFECT_PM and scenario.players == 2:
            table.card_title[index] = PREFECT  # the Praefectus Magnus is in play himself
    figures = load_setup().difficulties[DIFFICULTIES.index(scenario.difficulty)]
    table.start_vp = figures.start_vp if scenario.start_vp is None else scenario.start_vp
    table.start_houses = figures.houses
    table.start_track[: len(figures.track)] = figures.track
    table.dice[:] = load_dice(scenario.own_dice)


def _check_tokens(table: np.record, board: Board) -> None:
    """Each letter in play has as many cities as tokens."""
    for index, letter in enumerate(LETTERS):
        cities = int(((table.city_letter == index) & (table.city_in_play == 1)).sum())
        tokens = int(table.tokens[index].sum())
        if cities not in (0, tokens):
            raise ValueError(
                f"board {board.stem!r}: {cities} cities of letter {letter}, but {tokens} tokens; "
                "add cities, or name one more good in [extra_tokens]"
            )
