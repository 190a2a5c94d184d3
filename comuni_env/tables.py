"""Compile scenarios into static tables: one row per scenario."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np

from comuni_env.cards import COLUMN_ORDERS, PLAYERS
from comuni_env.constants import (
    COLUMNS,
    COMUNI,
    DECK_LETTERS,
    DECKS,
    FACES,
    FEATURES,
    INVASIONS,
    LETTERS,
    MODES,
    MOST_RESTORED,
    STONES,
    STYLES,
    TILES,
    WEIGHTS,
)
from comuni_env.scenario import Scenario
from env_core.weights import read_weights

DATA = Path(__file__).parent / "data"

ANY = len(STONES)  # column of the stones of choice in a base yield

# Whole numbers as Python has them: of arguments of other types each kernel is compiled once more.
TABLE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("players", np.int64),
                ("teams", np.int64),  # as many as players: everyone plays alone
                ("hidden", np.int64),  # 1 with info="hidden"
                ("end_turn", np.int64),  # 1 where an invasion ends the turn
                ("tallest", np.int64),  # 1 where the set bonus looks at the tallest of each kind
                # The board.
                ("num_columns", np.int64),
                ("column_size", np.int64, COLUMNS),
                ("column_stone", np.int64, COLUMNS),  # 1 where a claim adds a stone of choice
                ("supply", np.int64, 4),
                ("bonus_walls", np.int64),
                ("comune_start", np.int64, (COMUNI, 4)),
                ("comune_yield", np.int64, (COMUNI, 5)),  # stones, then those of choice
                ("envoys", np.int64),
                # Cards.
                ("num_faces", np.int64),
                ("face_level", np.int64, FACES),
                ("face_kinds", np.int64, FACES),  # bits
                ("deck_cards", np.int64, (DECKS, FACES)),  # before the columns are filled
                ("num_cards", np.int64),  # of all decks
                # Figures.
                ("strength", np.int64, INVASIONS),
                ("tiles", np.int64, (INVASIONS, TILES)),
                ("leader_defence", np.int64),
                ("hand_limit", np.int64),
                ("relocate", np.int64),  # pilgrims
                ("restore", np.int64, MOST_RESTORED + 1),  # pilgrims for so many loot tiles
                ("guild_points", np.int64),
                ("majority_alone", np.int64),
                ("majority_tied", np.int64),
                # Weights of the scripted players and of the forecast.
                ("style", np.float64, (len(STYLES), len(WEIGHTS))),
                ("forecast", np.float64, len(FEATURES)),
            ]
        ),
    )
)


@lru_cache(maxsize=256)
def tables_of(scenario: Scenario) -> np.ndarray:
    """The shared one-row tables of a scenario, read-only by convention."""
    row = np.zeros(1, TABLE)
    table = row[0]
    table.players = table.teams = scenario.players
    table.hidden = scenario.info == "hidden"
    table.end_turn = scenario.after_invasion == "end_turn"
    table.tallest = scenario.set_bonus == "tallest"
    _fill_board(table, scenario)
    _fill_cards(table, scenario)
    _fill_figures(table, scenario)
    mode = PLAYERS.index(scenario.players)
    table.style[:] = read_weights(DATA / "styles.toml", STYLES, WEIGHTS, default=1.0)
    table.forecast[:] = read_weights(DATA / "forecast.toml", MODES, FEATURES)[mode]
    return row


def _fill_board(table: np.record, scenario: Scenario) -> None:
    figures = scenario.figures
    columns = figures.columns[COLUMN_ORDERS.index(scenario.columns)]
    table.num_columns = figures.columns_in_use(scenario.players)
    table.column_size[:] = columns.sizes
    table.column_stone[:] = columns.stone_of_choice
    table.supply[:] = figures.supply
    table.bonus_walls = figures.bonus_walls
    for index, comune in enumerate(figures.comuni):
        table.comune_start[index] = comune.start
        table.comune_yield[index] = comune.base_yield
    table.envoys = figures.envoys


def _fill_cards(table: np.record, scenario: Scenario) -> None:
    figures = scenario.figures
    table.num_faces = len(figures.faces)
    for index, face in enumerate(figures.faces):
        table.face_level[index] = int(face[-1])
        table.face_kinds[index] = sum(1 << LETTERS.index(letter) for letter in face[:-1])
    for deck, letter in enumerate(DECK_LETTERS):
        for face in figures.deck(letter, scenario.players, scenario.columns):
            table.deck_cards[deck, figures.faces.index(face)] += 1
    table.num_cards = table.deck_cards.sum()


def _fill_figures(table: np.record, scenario: Scenario) -> None:
    figures = scenario.figures
    table.strength[:] = figures.strength
    table.tiles[:] = figures.tiles
    table.leader_defence = figures.leader_defence
    table.hand_limit = figures.hand_limit
    table.relocate = figures.relocate
    table.restore[1:] = figures.restore
    table.guild_points = figures.guild_master
    table.majority_alone = figures.majority_alone
    table.majority_tied = figures.majority_tied
