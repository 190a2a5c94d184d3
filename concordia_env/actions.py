"""The action space: 387 ids in named blocks, the same for every board and game mode.

Ids of different phases share a block; within one decision an id has one meaning. ``A_...`` is the
first id of a block. The words for each id are in ``notation.py``.
"""

from __future__ import annotations

from concordia_env.constants import (
    CHOICES,
    CITIES,
    HALF_ROLES,
    PLACES,
    PROVINCES,
    ROLES,
    ROUTES,
    SEATS,
    SLOTS,
    STOREHOUSE,
)

NUM_GOODS = 5
NUM_HALVES = len(HALF_ROLES)

A_ROLE = 0  # play, suggest, repeat ROLE; copy CARD-ID by the card's role
A_HALF = A_ROLE + len(ROLES)  # play NAME:HALF
A_CHOICE_CARD = A_HALF + 2 * len(CHOICES)  # suggest NAME
A_COPY = A_CHOICE_CARD + len(CHOICES)  # copy SEAT
A_COPY_HALF = A_COPY + SEATS  # copy SEAT:HALF
A_PLACE = A_COPY_HALF + SEATS * NUM_HALVES  # settle, pick, lead: kind x city, then routes
A_ROUTE = A_PLACE + PLACES - ROUTES  # to, onto ROUTE; pick, lead of a place on a route
A_CITY = A_ROUTE + ROUTES  # build, place CITY
A_PRODUCE = A_CITY + CITIES
A_COLLECT = A_PRODUCE + PROVINCES
A_KEEP = A_COLLECT + 1
A_SELL = A_KEEP + NUM_GOODS  # good x 12 + number - 1
A_BUY = A_SELL + NUM_GOODS * STOREHOUSE
A_PURCHASE = A_BUY + NUM_GOODS * STOREHOUSE
A_PURCHASE_ANY = A_PURCHASE + SLOTS  # slots 2, 3 and 6 x the good that pays the "any"
A_DONE = A_PURCHASE_ANY + 3 * NUM_GOODS
A_VETO = A_DONE + 1
A_ACCEPT = A_VETO + 1
NUM_ACTIONS = A_ACCEPT + 1

ANY_SLOTS = (1, 2, 5)  # the slots that charge a good of the buyer's choice, counted from 0
