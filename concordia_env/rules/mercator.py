"""The Mercator: coins from the bank, then trade in at most two goods."""

from __future__ import annotations

from concordia_env.actions import A_BUY, A_DONE, A_SELL
from concordia_env.constants import STOREHOUSE, TRADE, TRADES
from concordia_env.rules.partners import funds, in_teams, pay
from concordia_env.rules.storehouse import free_spaces
from env_core.jit import kernel


@kernel
def start_mercator(t, g, coins):
    g.money[g.executor] += coins
    g.phase = TRADE
    return False


@kernel
def legal_trade(t, g, mask):
    """Each good either bought or sold, and only once.

    In team play nothing is sold after a buy: that would turn the partner's money into own money.
    """
    mask[A_DONE] = True
    count = 1
    seat = g.seat
    free = free_spaces(g, seat)
    purse = funds(t, g, seat)
    may_sell = g.bought == 0 or not in_teams(t)
    for good in range(5):
        if g.traded[good] == 1:
            continue
        stock = g.goods[seat, good] if may_sell else 0
        for number in range(stock):
            mask[A_SELL + good * STOREHOUSE + number] = True
        affordable = min(free, purse // t.price[good])
        for number in range(affordable):
            mask[A_BUY + good * STOREHOUSE + number] = True
        count += stock + affordable
    return count


@kernel
def apply_trade(t, g, action):
    if action == A_DONE:
        return True
    seat = g.seat
    buying = action >= A_BUY
    offset = action - (A_BUY if buying else A_SELL)
    good = offset // STOREHOUSE
    number = offset % STOREHOUSE + 1
    if buying:
        pay(t, g, seat, number * t.price[good])
        g.goods[seat, good] += number
        g.bought = 1
    else:
        g.goods[seat, good] -= number
        g.money[seat] += number * t.price[good]
    g.traded[good] = 1
    trades = 0
    for other in range(5):
        trades += g.traded[other]
    return trades == TRADES
