"""The layout of the observation: a flat vector of named blocks, seen from a seat.

Seats are relative: 0 is the observer, then clockwise. ``observe.py`` fills the blocks.
"""

from __future__ import annotations

from concordia_env.constants import (
    ANSWERS,
    CATEGORIES,
    CITIES,
    DICE,
    GODS,
    PARTIES,
    PHASES,
    PROVINCES,
    ROLES,
    ROUTES,
    SEATS,
    SLOTS,
    TEAMS,
    TITLES,
    UNITS,
    USES,
)
from env_core.blocks import Block, Blocks

NUM_PHASES = len(PHASES)
NUM_ROLES = len(ROLES)
NUM_TITLES = len(TITLES)
NUM_ANSWERS = len(ANSWERS)
NUM_GODS = len(GODS)
NUM_CATEGORIES = len(CATEGORIES)

CARD_WIDTH = NUM_TITLES + NUM_GODS + 5 + 2
PROVINCE_WIDTH = 8
CITY_WIDTH = 5 + PARTIES + 4 + 2
SEAT_WIDTH = 16 + NUM_CATEGORIES + 1
CONTRARIUS_WIDTH = 9 + NUM_CATEGORIES + 1 + 5

OBSERVATION = Blocks(
    [
        Block("phase", (NUM_PHASES,), "one-hot: the phase"),
        Block("role", (NUM_ROLES,), "one-hot: the role being executed"),
        Block("decider", (SEATS,), "one-hot, relative: the seat that decides"),
        Block("turn", (SEATS,), "one-hot, relative: the seat whose turn it is"),
        Block("end", (2,), "1 once the end is fixed; turns after this one / 6"),
        Block("clock", (1,), "turns begun per seat / 100"),
        Block("deck", (1 + NUM_TITLES,), "cards in the deck / 30; of each title / 5"),
        Block(
            "display",
            (SLOTS, CARD_WIDTH),
            "per slot: title, a role or a choice card (22), gods (7), goods to pay with the "
            "surcharge (5, / 3), 1 if it charges a good of choice, 1 if the observer's goods cover "
            "it all",
        ),
        Block(
            "provinces",
            (PROVINCES, PROVINCE_WIDTH),
            "per province: bonus good (5), 1 if the marker shows coins, own houses / 3, "
            "houses of others / 6",
        ),
        Block(
            "cities",
            (CITIES, CITY_WIDTH),
            "per city: good (5), house of each party, relative, Contrarius last (7), colonists "
            "inside / 3: own land, own sea, others' land, others' sea (negative where the "
            "Architect has picked one up); sestertii of the next house / 25; 1 if the observer has "
            "goods, money and a house for it",
        ),
        Block(
            "reach",
            (CITIES,),
            "per city: 1 / (1 + d), d the least steps of an own colonist to a route there; 0 from "
            "seven on",
        ),
        Block(
            "routes",
            (ROUTES, 2),
            "per route: own colonist (1; 0.5 if it has moved in this Architect; -1 if picked up); "
            "another party's colonist (its relative seat / 6)",
        ),
        Block(
            "seats",
            (SEATS, SEAT_WIDTH),
            "per seat, relative: 1 if it plays, money / 50, goods (5, / 12), free spaces / 12, "
            "colonists at home / 3: land, sea, on the board / 6, houses left / 15, hand / 20, "
            "pile / 20, 1 if it holds the Praefectus Magnus, 1 if it holds the Concordia card; "
            "points if the game ended now: seven gods, Concordia, VP (9, / 50), total / 150",
        ),
        Block("hands", (SEATS, NUM_TITLES), "per seat, relative: cards in hand by title / 3"),
        Block("tops", (SEATS, NUM_TITLES), "per seat, relative: one-hot, title on top of the pile"),
        Block(
            "devotion",
            (SEATS, UNITS),
            "per seat, relative: points of all own cards per unit of each god / 5, Minerva's by "
            "good",
        ),
        Block(
            "action",
            (14,),
            "the running action: steps left / 6, goods traded (5), 1 after a buy, purchases left "
            "/ 2, 1 after a settle, goods the decider may still keep (5, / 6)",
        ),
        Block(
            "turn_parts",
            (2 + NUM_ANSWERS + NUM_ROLES + 1 + SEATS,),
            "the turn as a whole: 1 after a Magister, 1 after a Legatus; one-hot: what the decider "
            "answers (Legatus, Proconsul); what will be executed next (19 roles, or a card of the "
            "partner's own), and by whom, relative (6)",
        ),
        Block("suggested", (NUM_TITLES,), "one-hot, for partners only: title that is suggested"),
        Block(
            "partner", (SEATS,), "one-hot, relative: the observer's partner; all 0 without teams"
        ),
        Block(
            "copied",
            (SEATS, TEAMS),
            "per seat and team, both relative: 1 if the team has copied the seat's top card",
        ),
        Block(
            "contrarius",
            (CONTRARIUS_WIDTH,),
            "all 0 where he does not play: 1, points on the track / 50, houses left / 15, houses "
            "on the track / 5, points to the next of them / 10, colonists at home / 3: land, sea, "
            "on the board / 6, 1 if he holds the Concordia card; points if the game ended now: "
            "seven gods, Concordia, VP (9, / 50), total / 150; good of his best specialist (5)",
        ),
        Block(
            "contrarius_cards", (2, NUM_TITLES), "his cards by title / 3: face up, then face down"
        ),
        Block("vetoes", (SEATS,), "per seat, relative: 1 while it has its veto"),
        Block(
            "reaction",
            (len(DICE) + SLOTS + len(USES) + 1,),
            "one-hot: die thrown (4), its face (7), what it or the site is for (5); steps of the "
            "reaction that wait / 8",
        ),
        Block("site", (CITIES,), "one-hot: city that Contrarius is about to build in"),
    ]
)

O_PHASE = OBSERVATION.start("phase")
O_ROLE = OBSERVATION.start("role")
O_DECIDER = OBSERVATION.start("decider")
O_TURN = OBSERVATION.start("turn")
O_END = OBSERVATION.start("end")
O_CLOCK = OBSERVATION.start("clock")
O_DECK = OBSERVATION.start("deck")
O_DISPLAY = OBSERVATION.start("display")
O_PROVINCES = OBSERVATION.start("provinces")
O_CITIES = OBSERVATION.start("cities")
O_REACH = OBSERVATION.start("reach")
O_ROUTES = OBSERVATION.start("routes")
O_SEATS = OBSERVATION.start("seats")
O_HANDS = OBSERVATION.start("hands")
O_TOPS = OBSERVATION.start("tops")
O_DEVOTION = OBSERVATION.start("devotion")
O_ACTION = OBSERVATION.start("action")
O_TURN_PARTS = OBSERVATION.start("turn_parts")
O_SUGGESTED = OBSERVATION.start("suggested")
O_PARTNER = OBSERVATION.start("partner")
O_COPIED = OBSERVATION.start("copied")
O_CONTRARIUS = OBSERVATION.start("contrarius")
O_CONTRARIUS_CARDS = OBSERVATION.start("contrarius_cards")
O_VETOES = OBSERVATION.start("vetoes")
O_REACTION = OBSERVATION.start("reaction")
O_SITE = OBSERVATION.start("site")
TURN_NEXT_ROLE = 2 + NUM_ANSWERS  # columns of the turn's parts
TURN_NEXT_SEAT = TURN_NEXT_ROLE + NUM_ROLES + 1
REACTION_FACE = len(DICE)  # columns of the reaction
REACTION_USE = REACTION_FACE + SLOTS
REACTION_STEPS = REACTION_USE + len(USES)
CITY_COLONISTS = 5 + PARTIES  # columns of a city
CITY_PRICE = CITY_COLONISTS + 4
