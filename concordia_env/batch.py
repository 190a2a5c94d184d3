"""Many games in one compiled call: deal, step with bots inside, replace games that end."""

from __future__ import annotations

import numpy as np

from concordia_env.bots import bot_action
from concordia_env.constants import OVER
from concordia_env.observe import observe
from concordia_env.rules.engine import apply, legal_actions, setup
from concordia_env.rules.scoring import rank, score
from env_core.jit import kernel
from env_core.rewards import SCORE, payoffs
from env_core.rows import BOT, CALLER, NOBODY, POLICY, assign_seats, episode_key


@kernel
def seat_row(tables, games, rows, streams, settings, i, points, ranks):
    """Seat the players of a game just dealt."""
    row = rows[i]
    t = tables[row.scenario]
    assign_seats(row, settings[0], streams[i], i, t.players, t.teams)
    row.episode += 1
    row.length = 0
    row.last_seat = games[i].seat if row.learner == NOBODY else row.learner
    if settings[0].shaping != 0:
        row.origin[:] = 0.0
        potential(tables, games, rows, settings, i, points, ranks, row.potential)
        row.origin[:] = row.potential
        row.potential[:] = 0.0


@kernel
def potential(tables, games, rows, settings, i, points, ranks, out):
    """The shaping potential of every seat: its margin if the game ended now, less the deal's.

    What a deal gives a seat is nobody's merit; so the sum of all rewards is the final payoff.
    """
    players = tables[games[i].scenario].players
    score(tables, games, i, points[i])
    rank(tables, games, i, points[i], ranks[i])
    payoffs(SCORE, points[i], ranks[i], out[:players])
    for seat in range(players):
        out[seat] = out[seat] * settings[0].shaping - rows[i].origin[seat]


@kernel
def shape(tables, games, rows, settings, i, points, ranks, reward):
    """Pay the change of the potential since it was paid last."""
    row = rows[i]
    players = tables[games[i].scenario].players
    for seat in range(players):
        reward[i, seat] -= row.potential[seat]
    potential(tables, games, rows, settings, i, points, ranks, row.potential)
    for seat in range(players):
        reward[i, seat] += row.potential[seat]


@kernel
def finish_row(tables, games, rows, settings, i, over, points, ranks, reward):
    """Pay out a game that is over or cut off."""
    row = rows[i]
    players = tables[games[i].scenario].players
    if settings[0].shaping != 0 and not over:
        shape(tables, games, rows, settings, i, points, ranks, reward)
    score(tables, games, i, points[i])
    rank(tables, games, i, points[i], ranks[i])
    row.final_length = row.length
    row.final_learner = row.last_seat
    if over:
        payoffs(settings[0].reward, points[i], ranks[i], row.payoff[:players])
        for seat in range(players):
            reward[i, seat] += row.payoff[seat] - row.potential[seat]
    row.potential[:] = 0.0


@kernel
def step_rows(
    tables, games, rows, streams, settings, index, start, stop, actions, obs, mask, seat, reward,
    terminated, truncated, points, ranks, final_obs, final_points, final_ranks,
):  # fmt: skip
    """Carry out a legal action, or deal if the row waits for that, in ``index[start:stop]``.

    Then bots decide and games follow each other until the caller has to decide. The big kernels
    are called from here only: each level of calls above them would compile them once more, and so
    would arguments of other types than Python's whole numbers.
    """
    for k in range(start, stop):
        i = index[k]
        g = games[i]
        row = rows[i]
        t = tables[row.scenario]
        action = actions[i]
        while True:
            if row.waiting == 0:
                apply(tables, games, i, action, mask[i])
                row.decisions += 1
                over = g.phase == OVER
                if over or g.turns > settings[0].max_turns * t.players:
                    observe(tables, games, i, np.int64(row.last_seat), points[i], final_obs[i])
                    finish_row(tables, games, rows, settings, i, over, points, ranks, reward)
                    final_points[i] = points[i]
                    final_ranks[i] = ranks[i]
                    terminated[i] |= over
                    truncated[i] |= not over
                    row.waiting = 1
            if row.waiting == 1:
                key_0, key_1 = episode_key(row)
                setup(tables, games, i, np.int64(row.scenario), key_0, key_1, mask[i])
                seat_row(tables, games, rows, streams, settings, i, points, ranks)
                row.waiting = 0
            control = row.control[g.seat]
            if control == CALLER or control >= POLICY:
                break
            action = bot_action(control - BOT, t, g, streams[i], mask[i])
        if control == CALLER:
            # What changed before the first decision is paid with it: it belongs to the new game.
            if settings[0].shaping != 0 and row.length > 0:
                shape(tables, games, rows, settings, i, points, ranks, reward)
            row.last_seat = g.seat
            row.length += 1
        seat[i] = g.seat
        observe(tables, games, i, seat[i], points[i], obs[i])


@kernel
def show_rows(tables, games, start, stop, obs, mask, seat, points):
    """Write mask and observation of games as they stand."""
    for i in range(start, stop):
        legal_actions(tables, games, i, mask[i])
        seat[i] = games[i].seat
        observe(tables, games, i, seat[i], points[i], obs[i])


@kernel
def bot_rows(bot, tables, games, streams, mask, actions):
    """The decision of a bot for every row, each with its own stream."""
    for i in range(len(actions)):
        actions[i] = bot_action(bot, tables[games[i].scenario], games[i], streams[i], mask[i])


@kernel
def first_illegal(mask, actions, index):
    """The first row whose action is not legal, or -1."""
    for k in range(len(index)):
        i = index[k]
        if actions[i] < 0 or actions[i] >= mask.shape[1] or not mask[i, actions[i]]:
            return i
    return -1
