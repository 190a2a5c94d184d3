"""All named integers of Comuni: stones, kinds, exchanges, phases, sizes, styles and weights."""

from __future__ import annotations

STONES = ("gold", "armies", "pilgrims", "craftsmen")
GOLD, ARMIES, PILGRIMS, CRAFTSMEN = range(4)
# Kinds of buildings, their letters on the cards, and the stone that each yields.
KINDS = ("economy", "military", "culture", "religion")
ECONOMY, MILITARY, CULTURE, RELIGION = range(4)
LETTERS = "EMCR"
YIELDS = (GOLD, ARMIES, CRAFTSMEN, PILGRIMS)

# Exchanges, two for one: what is given and what comes, in the order in which they are made.
GIVES = (GOLD, PILGRIMS, PILGRIMS, PILGRIMS)
GETS = (ARMIES, GOLD, ARMIES, CRAFTSMEN)
GOLD_TO_ARMIES, PILGRIMS_TO_GOLD, PILGRIMS_TO_ARMIES, PILGRIMS_TO_CRAFTSMEN = range(4)
PAIR = 2  # stones given for one
# With fewer of a kind in the supply an income may be cut short: a building of height 4, a guild
# master and two stones of the base yield.
SHORT_SUPPLY = 7

PHASES = (
    "project", "relocate", "take", "alliance", "city", "pairs", "exchange", "build", "target",
    "discard", "restore", "over",
)  # fmt: skip
(
    PROJECT, RELOCATE, TAKE, ALLIANCE, CITY, PAIRS, EXCHANGE, BUILD, TARGET,
    DISCARD, RESTORE, OVER,
) = range(12)  # fmt: skip
COMMITMENT = "commitment"  # what the others see of the four phases of a secret commitment
COMMITMENTS = (ALLIANCE, CITY, PAIRS, EXCHANGE)

# What a score is made of.
CATEGORIES = ("track", "guild_masters", "majorities", "heroes", "loot", "set")
TRACK, GUILD_MASTERS, MAJORITIES, HEROES, LOOT, SET = range(6)
TOTAL = len(CATEGORIES)  # column of the sum

SEATS = 5
COMUNI = 5
COLUMNS = 7
COLUMN_CARDS = 3  # of the largest column
FACES = 26  # different cards: as many as the action space names
DECKS = 4
DECK_LETTERS = "ABCD"
DECK_CARDS = 48  # of one deck, at most
INVASIONS = 4
EMPEROR = 3  # number of the last invasion
TILES = 2  # hero tiles of an invasion
HEIGHT = 4  # of a building or a wall section
LEVELS = 4

# The scripted players, and what their weights multiply in the valuation: the worth of each stone,
# the gain of each kind of building, and the rest.
STYLES = ("greedy", "balanced", "economy", "defender", "culture")
WEIGHTS = (
    *STONES, *KINDS, "walls", "guild_masters", "set", "lead", "incomes", "bids", "heroes", "loot",
)  # fmt: skip
W_STONES = 0
W_KINDS = W_STONES + len(STONES)
W_WALLS, W_GUILD_MASTERS, W_SET, W_LEAD, W_INCOMES, W_BIDS, W_HEROES, W_LOOT = range(
    W_KINDS + len(KINDS), len(WEIGHTS)
)
# The forecast of the final score: a row of weights for each number of players.
MODES = ("two", "three", "four", "five")
FEATURES = (
    "turns", "soon", "wait", *STONES, "levels", "claims", "yields", "inactive", "kinds", "set",
    "ahead", "majorities", "guild_masters", "loot", "invasions", "lead", "walls", "ready", "gap",
    "gap_alone",
)  # fmt: skip
F_TURNS, F_SOON, F_WAIT, F_STONES = range(4)
(
    F_LEVELS, F_CLAIMS, F_YIELDS, F_INACTIVE, F_KINDS, F_SET, F_AHEAD, F_MAJORITIES,
    F_GUILD_MASTERS, F_LOOT, F_INVASIONS, F_LEAD, F_WALLS, F_READY, F_GAP, F_GAP_ALONE,
) = range(F_STONES + len(STONES), len(FEATURES))  # fmt: skip

MOST_BID = 25  # half of the gold: nobody can outbid it
MOST_ALLIANCE = 56  # more than half of all armies: surely the largest contribution
MOST_CITY = 110  # all stones together make so many armies
MOST_PAIRS = 25  # of all pilgrims
MOST_RESTORED = 2  # loot tiles in a turn

NONE = -1  # no seat, no face, nothing chosen
