"""Many games in one compiled call: deal, step with bots inside, replace games that end."""

from __future__ import annotations

import numpy as np

from concordia_env.bots import bot_action
from concordia_env.constants import OVER
from concordia_env.observe import observe
from concordia_env.rules.engine import apply, legal_actions, setup
from concordia_env.rules.scoring import rank, score
from env_core.episodes import finish_row, keep_result, seat_row, shape, start_shaping
from env_core.jit import kernel
from env_core.rows import BOT, CALLER, POLICY, episode_key


@kernel
def stand(tables, games, i, points, ranks):
    """Points and ranks of game ``i``, were it over now."""
    score(tables, games, i, points[i])
    rank(tables, games, i, points[i], ranks[i])


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
    setting = settings[0]
    shaped = setting.shaping != 0
    for k in range(start, stop):
        i = index[k]
        g = games[i]
        row = rows[i]
        t = tables[row.scenario]
        players = t.players
        action = actions[i]
        while True:
            if row.waiting == 0:
                apply(tables, games, i, action, mask[i])
                row.decisions += 1
                over = g.phase == OVER
                if over or g.turns > setting.max_turns * players:
                    observe(tables, games, i, np.int64(row.last_seat), points[i], final_obs[i])
                    stand(tables, games, i, points, ranks)
                    finish_row(row, setting, players, over, points[i], ranks[i], reward[i])
                    keep_result(points[i], ranks[i], final_points[i], final_ranks[i])
                    terminated[i] |= over
                    truncated[i] |= not over
                    row.waiting = 1
            if row.waiting == 1:
                key_0, key_1 = episode_key(row)
                setup(tables, games, i, np.int64(row.scenario), key_0, key_1, mask[i])
                seat_row(row, setting, streams[i], i, t, g.seat)
                if shaped:
                    stand(tables, games, i, points, ranks)
                    start_shaping(row, setting, players, points[i], ranks[i])
                row.waiting = 0
            control = row.control[g.seat]
            if control == CALLER or control >= POLICY:
                break
            action = bot_action(control - BOT, t, g, streams[i], mask[i])
        if control == CALLER:
            # What changed before the first decision is paid with it: it belongs to the new game.
            if shaped and row.length > 0:
                stand(tables, games, i, points, ranks)
                shape(row, setting, players, points[i], ranks[i], reward[i])
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
