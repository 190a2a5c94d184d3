"""The action space: 470 ids in named blocks, the same for every number of players.

``A_...`` is the first id of a block. The words for each id are in ``notation.py``.
"""

from __future__ import annotations

from comuni_env.constants import (
    COLUMNS,
    FACES,
    HEIGHT,
    KINDS,
    MOST_ALLIANCE,
    MOST_BID,
    MOST_CITY,
    MOST_PAIRS,
    MOST_RESTORED,
    STONES,
)

BIDS = MOST_BID + 1  # in each column
RAISES = HEIGHT - 1  # heights that can be raised

A_BID = 0  # column x BIDS + gold
A_CLAIM = A_BID + COLUMNS * BIDS
A_INCOME = A_CLAIM + 1
A_RELOCATE = A_INCOME + 1  # column
A_WITHDRAW = A_RELOCATE + COLUMNS
A_TAKE = A_WITHDRAW + 1  # stone
A_ALLIANCE = A_TAKE + len(STONES)  # armies
A_CITY = A_ALLIANCE + MOST_ALLIANCE + 1  # armies
A_PAIRS = A_CITY + MOST_CITY + 1  # pairs of pilgrims
A_EXCHANGE = A_PAIRS + MOST_PAIRS + 1  # kind of exchange
A_CARD = A_EXCHANGE + 4  # face
A_NEW = A_CARD + FACES  # kind
A_RAISE = A_NEW + len(KINDS)  # kind x RAISES + height - 1
A_WALL_NEW = A_RAISE + len(KINDS) * RAISES
A_WALL_RAISE = A_WALL_NEW + 1  # height - 1
A_DISCARD = A_WALL_RAISE + RAISES  # face
A_RESTORE = A_DISCARD + FACES  # loot tiles
A_DONE = A_RESTORE + MOST_RESTORED + 1
NUM_ACTIONS = A_DONE + 1
