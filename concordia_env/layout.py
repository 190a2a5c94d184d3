"""The game record: one structured dtype holds a whole game of any mode.

Games live in a 1-D array of this dtype; a clone is an assignment, a save is the bytes. The header
says which scenario and which chance; the position is what a full snapshot shows.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from concordia_env.constants import (
    CARDS,
    CITIES,
    COLONISTS,
    DICE,
    MOST_STEPS,
    PARTIES,
    PROVINCES,
    ROUTES,
    SEATS,
    SLOTS,
    TEAMS,
)

EVENTS = 128  # room for the chance events of one decision and all that follows from it
LOADED = 8  # throws of a die that can be fixed in advance

# Fields that enter sums with action ids and offsets are wide enough for them: with the JIT off
# NumPy keeps a field's width.
HEADER: list[Any] = [
    ("scenario", np.int16),  # row of the tables
    ("key", np.uint32, 2),  # random stream
    ("counter", np.uint64),
    ("events", np.int16, EVENTS),  # cards drawn and dice thrown since the last decision, in order
    ("num_events", np.int16),
    ("loaded", np.int16, (len(DICE), LOADED)),  # faces that the next throws show, then NONE
    ("ask_card", np.int8),  # 1 in games led elsewhere: the card of a turn is never played by force
]

POSITION: list[Any] = [
    # The board.
    ("city_good", np.int16, CITIES),  # good of a city; NONE in the capital and out of play
    ("bonus", np.int16, PROVINCES),  # good of the province's marker; NONE out of play
    ("coin_side", np.int8, PROVINCES),  # 1 when the marker shows coins
    ("houses", np.int8, (CITIES, PARTIES)),  # 1 where the party has a house
    ("on_route", np.int8, ROUTES),  # party whose colonist stands there, or NONE
    # The parties.
    ("houses_left", np.int8, PARTIES),
    ("colonists", np.int16, (PARTIES, COLONISTS)),  # places, sorted; slots 0-2 land, 3-5 sea
    ("money", np.int16, SEATS),
    ("goods", np.int8, (SEATS, 5)),
    ("vp", np.int16, PARTIES),  # start VP of a seat; track VP of Contrarius
    ("hand", np.int8, (PARTIES, CARDS)),  # copies of a card; of Contrarius those face up
    ("face_down", np.int8, CARDS),  # 1 for cards of Contrarius that were copied
    ("pile", np.int8, (SEATS, CARDS)),  # cards played, oldest first, then NONE
    ("pile_size", np.int8, SEATS),
    ("interim", np.int16, SEATS),  # intermediate score, or NONE
    ("veto", np.int8, SEATS),  # 1 while the seat has its veto
    ("track", np.int16),  # houses of Contrarius on the score track, as bits of the start positions
    # Cards for sale.
    ("display", np.int8, SLOTS),  # card or NONE
    ("deck", np.int8, CARDS),  # the next card is the last one before deck_size
    ("deck_size", np.int8),
    # The table.
    ("magnus", np.int16),  # holder of the Praefectus Magnus
    ("concordia", np.int8),  # party with the Concordia card, or NONE
    ("turn", np.int16),  # seat whose turn it is
    ("turns", np.int16),  # turns begun
    ("turns_left", np.int8),  # turns after this one once the end is fixed, else NONE
    ("seat", np.int16),  # who decides; NONE when over
    ("phase", np.int16),
    ("copied", np.int16, TEAMS),  # bits: opponents whose present top card the team has copied
    # The running action.
    ("role", np.int16),  # role being executed, or NONE
    ("executor", np.int16),  # seat that executes it, or NONE; others may decide in between
    ("steps", np.int8),  # Architect: steps left
    ("moved", np.int8, ROUTES),  # Architect: 1 where a colonist stands that has moved
    ("picked", np.int16),  # Architect: place picked, or NONE
    ("traded", np.int8, 5),  # Mercator: 1 for goods traded
    ("bought", np.int8),  # Mercator: 1 after a buy
    ("buys", np.int8),  # purchases left
    ("settled", np.int8),  # Colonist: 1 after a settle
    ("pool", np.int8, (SEATS, 5)),  # goods not yet taken in
    # The rest of the turn.
    ("magister", np.int8),  # 1 once a Magister was executed in this turn
    ("legatus", np.int8),  # likewise a Legatus
    ("answer", np.int16),  # index into ANSWERS while a partner answers with a card, or NONE
    ("suggested", np.int16),  # title that the partner is asked to play, or NONE
    ("next_seat", np.int16),  # partner who will execute ...
    ("next_role", np.int16),  # ... this role, or OWN_CARD; both NONE if nobody will
    # The reaction of Contrarius.
    ("react", np.int16),  # role that he will react to, or NONE
    ("react_half", np.int16),  # of a Prefect or Colonist: index into HALVES
    ("react_province", np.int16),  # that produced, or NONE
    ("todo", np.int16, (MOST_STEPS, 3)),  # steps (kind, figure, use); the next one is the last
    ("todo_size", np.int16),
    ("die", np.int16),  # thrown and waiting for vetoes, or NONE
    ("face", np.int16),  # that it shows
    ("site", np.int16),  # city that he builds in while a colonist is led there, or NONE
    ("use", np.int16),  # of the die or the site, or NONE
]

# Packed: padding bytes would be copied by some operations and not by others.
GAME = np.dtype((np.record, np.dtype(HEADER + POSITION)))
POSITION_OFFSET = np.dtype(HEADER).itemsize


def new_games(count: int) -> np.ndarray:
    """An array of empty records; ``setup`` deals a game into each."""
    return np.zeros(count, GAME)
