"""The game record: one structured dtype holds a whole game.

Games live in a 1-D array of this dtype; a clone is an assignment, a save is the bytes. The header
says which scenario and which chance; the position is what a full snapshot shows.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from comuni_env.constants import (
    COLUMN_CARDS,
    COLUMNS,
    DECK_CARDS,
    DECKS,
    FACES,
    HEIGHT,
    INVASIONS,
    SEATS,
)

EVENTS = 64  # room for the cards drawn in one decision and all that follows from it

# Fields that enter sums with action ids and offsets are wide enough for them: with the JIT off
# NumPy keeps a field's width. Single numbers are as wide as Python's, as each kernel is compiled
# once more for arguments of another width.
HEADER: list[Any] = [
    ("scenario", np.int16),  # row of the tables
    ("key", np.uint32, 2),  # random stream
    ("counter", np.uint64),
    ("events", np.int16, EVENTS),  # faces drawn since the last decision, in order
    ("num_events", np.int16),
]

POSITION: list[Any] = [
    # The board.
    ("deck", np.int16, (DECKS, DECK_CARDS)),  # faces; the next card is the last before deck_size
    ("deck_size", np.int16, DECKS),
    ("cards", np.int16, (COLUMNS, COLUMN_CARDS)),  # faces of a column, ascending, then NONE
    ("envoy", np.int16, COLUMNS),  # seat, or NONE
    ("bid", np.int16, COLUMNS),  # gold that lies there
    ("supply", np.int16, 4),  # stones
    ("bonus_walls", np.int64),
    ("guild_master", np.int16, 4),  # seat that holds it, by kind, or NONE
    ("spent", np.int16, FACES),  # cards built, put into walls or discarded
    # The seats.
    ("comune", np.int16, SEATS),  # counted from 0
    ("points", np.int16, SEATS),
    ("stones", np.int16, (SEATS, 4)),
    ("envoys", np.int16, SEATS),  # in stock
    ("hand", np.int16, (SEATS, FACES)),  # cards by face
    ("buildings", np.int16, (SEATS, 4, HEIGHT)),  # number by kind and height - 1
    ("walls", np.int16, (SEATS, HEIGHT)),  # sections by height - 1
    ("activated", np.int8, (SEATS, 4)),  # 1 for kinds whose card is activated
    ("loot", np.int16, SEATS),
    ("heroes", np.int8, (SEATS, INVASIONS)),  # values in the order won, then 0
    # The table.
    ("active", np.int64),  # seat whose turn it is
    ("leader", np.int64),  # seat with the figure of the alliance leader
    ("last_turns", np.int64),  # turns yet to begin once deck D is empty, else NONE
    ("turns", np.int64),  # turns begun
    ("invasions", np.int64),  # resolved
    ("last_alliance", np.int16, SEATS),  # revealed in the last invasion
    ("last_city", np.int16, SEATS),
    ("seat", np.int64),  # who decides; NONE when over
    ("phase", np.int64),
    # The running phase.
    ("exchanged", np.int64),  # project: kind of the last exchange, or NONE
    ("displaced", np.int64),  # relocate: gold of the displaced envoy
    ("left", np.int64),  # take: stones of choice still to come
    ("floor", np.int64),  # take: first stone allowed; discard: last face discarded, or NONE
    ("building_steps", np.int64),  # build, target
    ("wall_steps", np.int64),
    ("card", np.int64),  # target: the face, else NONE
    # Secret commitments, NONE where nothing is chosen yet.
    ("alliance", np.int16, SEATS),
    ("city", np.int16, SEATS),
    ("pilgrim_pairs", np.int16, SEATS),
    ("gold_pairs", np.int16, SEATS),
    ("exchanges", np.int16, (SEATS, 4)),  # number of each kind
]

# Packed: padding bytes would be copied by some operations and not by others.
GAME = np.dtype((np.record, np.dtype(HEADER + POSITION)))
POSITION_OFFSET = np.dtype(HEADER).itemsize


def new_games(count: int) -> np.ndarray:
    """An array of empty records; ``setup`` deals a game into each."""
    return np.zeros(count, GAME)
