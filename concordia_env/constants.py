"""All named integers of the Concordia family: goods, roles, gods, phases and sizes."""

from __future__ import annotations

# Goods, cheapest first, and the two kinds of routes and colonists.
GOODS = ("brick", "food", "tool", "wine", "cloth")
BRICK, FOOD, TOOL, WINE, CLOTH = range(5)
KINDS = ("land", "sea")
LAND, SEA = range(2)

ROLES = (
    "Tribune", "Architect", "Prefect", "Colonist", "Mercator3", "Mercator5", "Diplomat",
    "Senator", "Consul", "Mason", "Farmer", "Smith", "Vintner", "Weaver",
    "Magister", "Praetor", "Proconsul", "Legatus", "PrefectPM",
)  # fmt: skip
(
    TRIBUNE, ARCHITECT, PREFECT, COLONIST, MERCATOR3, MERCATOR5, DIPLOMAT,
    SENATOR, CONSUL, MASON, FARMER, SMITH, VINTNER, WEAVER,
    MAGISTER, PRAETOR, PROCONSUL, LEGATUS, PREFECT_PM,
) = range(19)  # fmt: skip

# Choice cards: one of two roles, and in team play the other one for the partner. What a card is
# called is its title: a role, or one of these.
CHOICES = ("Prefect/Architect", "Architect/Mercator", "Prefect/Mercator")
CHOICE_ROLES = ((PREFECT, ARCHITECT), (ARCHITECT, MERCATOR5), (PREFECT, MERCATOR5))
HALF_ROLES = (PREFECT, ARCHITECT, MERCATOR5)  # of all choice cards
TITLES = (*ROLES, *CHOICES)
FIRST_CHOICE = len(ROLES)

GODS = ("Vesta", "Jupiter", "Saturnus", "Venus", "Mercurius", "Mars", "Minerva")
VESTA, JUPITER, SATURNUS, VENUS, MERCURIUS, MARS, MINERVA = range(7)
GODS_OF_CARD = 3  # at most
# What scores: the gods in their order, but for Minerva the own houses of each good. Numbers by
# unit are packed into one integer, UNIT_BITS each.
UNITS = len(GODS) - 1 + len(GOODS)
UNIT_BITS = 5
UNIT_MOST = (1 << UNIT_BITS) - 1
# What a final score is made of: the gods, the Concordia card, points of the score track.
CATEGORIES = (*GODS, "Concordia", "VP")
CONCORDIA_CARD, VP = 7, 8
TOTAL = len(CATEGORIES)  # column of the sum

PHASES = (
    "place", "veteran", "play", "copy", "repeat", "recruit", "pick", "to", "build", "prefect",
    "keep", "settle", "trade", "purchase", "suggest", "lead", "onto", "veto", "over",
)  # fmt: skip
(
    PLACE, VETERAN, PLAY, COPY, REPEAT, RECRUIT, PICK, TO, BUILD, PREFECT_PHASE,
    KEEP, SETTLE, TRADE, PURCHASE, SUGGEST, LEAD, ONTO, VETO, OVER,
) = range(19)  # fmt: skip
BEGIN = 19  # in place of a phase, within a step: the role is about to be executed

# Sizes: the largest board and the largest table of players decide.
SEATS = 6  # human seats
TEAMS = 3  # of two partners each
PARTIES = 7  # seats and Contrarius, who owns houses, colonists and cards but no storehouse
CONTRARIUS = 6
CITIES = 31  # with the capital, which is the last city of a board
ROUTES = 79
PROVINCES = 12
CARDS = 48  # different cards in one game
SLOTS = 7  # of the display
DECKS = 5
LETTERS = "ABCD"

STOREHOUSE = 12  # spaces, each for a good or a colonist at home
HOUSES = 15  # of each party
COLONISTS = 6  # of each party: three by land, three by sea
COLONISTS_OF_KIND = 3

# A colonist's place: at home, in a city (by its kind), or on a route.
HOME = -1
PLACES = 2 * CITIES + ROUTES
FIRST_ROUTE_PLACE = 2 * CITIES
# Sets of routes are bits of two words, half of the routes each.
ROUTE_WORDS = 2
ROUTE_BITS = 40

# Contrarius: his dice, what a roll or a house is for, and the steps of a reaction.
DICE = ("Architect", "Tribune/Colonist", "Mercator", "Senator/Consul")
ARCHITECT_DIE, RECRUIT_DIE, MERCATOR_DIE, PURCHASE_DIE = range(4)
DIE_FACES = 6
FACES = (
    tuple(str(slot + 1) for slot in range(SLOTS)),
    (*KINDS, "card"),
    (*GOODS, "S"),
    (*GOODS, "S"),
)
CARD_FACE = 2  # of the Tribune/Colonist die
SPECIALIST_FACE = 5  # S of the dice with goods: the good of his best specialist
USES = ("house", "produce", "card", "recruit", "colonist")
FOR_HOUSE, FOR_PRODUCE, FOR_CARD, FOR_RECRUIT, FOR_COLONIST = range(5)
STEPS = ("vp", "track", "roll", "build")
STEP_VP, STEP_TRACK, STEP_ROLL, STEP_BUILD = range(4)
MOST_STEPS = 8  # of a reaction that wait
TRACK = 5  # houses on the score track, at most
# What a reaction answers to, where the role alone does not say it.
HALVES = ("", "produce", "collect", "settle")
PRODUCED, COLLECTED, SETTLED = 1, 2, 3

# Team play: a card that the partner plays in answer to another, and how the turn notes it.
ANSWERS = ("legatus", "proconsul")
ANSWER_LEGATUS, ANSWER_PROCONSUL = range(2)
OWN_CARD = len(TITLES)  # in place of a role: the partner plays a card alone

# The scripted players: each weighs the same valuation in its own way, greedy all by 1.
STYLES = ("greedy", "balanced", "builder", "trader", "collector")
WEIGHTS = (
    "houses", "provinces", "production", "colonists", "cards", "use", "favourite", "growth",
    "money", "goods", "trade", "rivals", "round", "haste",
)  # fmt: skip
(
    W_HOUSES, W_PROVINCES, W_PRODUCTION, W_COLONISTS, W_CARDS, W_USE, W_FAVOURITE, W_GROWTH,
    W_MONEY, W_GOODS, W_TRADE, W_RIVALS, W_ROUND, W_HASTE,
) = range(14)  # fmt: skip
# What a forecast is made of: see forecast.py.
MODES = ("base", "venus", "team", "solitaria")
FEATURES = (
    "alive", "time", "time_squared", "time_players", "time_points", "time_lead", "time_money",
    "time_goods", "money", "goods", "time_houses", "time_provinces", "time_kinds",
    "time_colonists", "time_cards", "time_hand", "time_jupiter", "time_saturnus", "time_venus",
    "time_mercurius", "time_mars", "time_minerva", "time_crowd", "wait", "last_turn",
    "last_houses", "contrarius", "contrarius_time", "contrarius_squared", "contrarius_points",
    "contrarius_houses", "contrarius_cards",
)  # fmt: skip

NONE = -1  # no seat, no card, no good, no role
FAR = 127  # more steps than any colonist has

CONCORDIA_POINTS = 7
VESTA_SESTERTII = 10  # sestertii of cash and goods per point
TRIBUNE_FREE_CARDS = 3  # cards taken back that earn nothing
COLONIST_CASH = 5
TRADES = 2  # goods a Mercator may trade in
INTERIM_PRIZES = (2, 1)  # sestertii for the best and the second-best intermediate score
