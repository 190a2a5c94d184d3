"""Complete games between compiled bots, thousands a second."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from env_core.game import Engine, Game
from env_core.jit import compile_once, handle, kernel
from env_core.rng import STREAM, key_of_seed

Seed = int | np.random.SeedSequence
FOREVER = np.int64(2**62)  # more turns than any game has


@kernel
def play_on(apply, bot_rows, tables, games, players, streams, mask, action, most_turns):
    """Let bots play game 0 until it is over or ``most_turns`` turns have begun; decisions made.

    Seat s is played by bot ``players[s]`` with the chance of ``streams[s]``; ``mask`` (1, A) holds
    the legal actions of the present decision.
    """
    decisions = 0
    while games[0].seat >= 0 and games[0].turns < most_turns:
        seat = np.int64(games[0].seat)
        bot_rows(players[seat], tables, games, streams[seat : seat + 1], mask, action)
        apply(tables, games, 0, action[0], mask[0])
        decisions += 1
    return decisions


@kernel
def play_deals(
    setup, apply, bot_rows, score, rank, tables, games, keys, players, streams, most_turns, mask,
    action, points, ranks,
):  # fmt: skip
    """Play a game of every deal; a row of points and ranks each, -1 if cut off. Decisions made."""
    decisions = 0
    for k in range(len(keys)):
        setup(tables, games, 0, 0, keys[k, 0], keys[k, 1], mask[0])
        decisions += play_on(
            apply, bot_rows, tables, games, players[k], streams[k], mask, action, most_turns
        )
        score(tables, games, 0, points[k])
        ranks[k] = -1
        if games[0].seat < 0:
            rank(tables, games, 0, points[k], ranks[k])
    return decisions


@cache
def handles(engine: Engine, table_type: np.dtype) -> dict[str, Any]:
    """The kernels that play a game, as other kernels call them."""
    compile_once(engine.package, engine.run_all_kernels)
    tables, games = np.zeros(1, table_type), np.zeros(1, engine.record)
    mask, action = np.zeros((1, engine.num_actions), np.bool_), np.zeros(1, np.int64)
    points = np.zeros(engine.score_shape, np.int32)
    ranks = np.zeros(engine.score_shape[0], np.int32)
    word = np.uint32(0)
    return {
        "setup": handle(engine.setup, tables, games, 0, 0, word, word, mask[0]),
        "apply": handle(engine.apply, tables, games, 0, 0, mask[0]),
        "bot_rows": handle(engine.bot_rows, 0, tables, games, np.zeros(1, STREAM), mask, action),
        "score": handle(engine.score, tables, games, 0, points),
        "rank": handle(engine.rank, tables, games, 0, points, ranks),
        "determinise": handle(engine.determinise, tables, games, 0, 0, word, word),
        "forecast": handle(engine.forecast, tables, games, 0, points, np.zeros(len(ranks))),
    }


def play_games(
    game_type: type[Game],
    scenario: Any,
    deals: Sequence[Seed],
    players: Sequence[Sequence[str]],
    seeds: Sequence[Sequence[Seed]],
    max_turns: int | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """Play a complete game of every deal between bots.

    Args:
        game_type: the family's game class.
        scenario: of all games.
        deals: seed of each game's deal, as ``game(seed=...)`` takes it.
        players: the bots of each game by seat.
        seeds: of the bots' own chance, likewise.
        max_turns: of a seat, then a game is cut off; None lets all games end.

    Returns:
        Points (games, parties, categories) and ranks (games, parties): 0 is the best; a game that
        was cut off has points as they stood, and only ranks of -1.
    """
    engine = game_type.engine
    numbers = np.array([[engine.bots.index(name) for name in line] for line in players])
    streams = np.zeros(numbers.shape, STREAM)
    streams["key"] = [[key_of_seed(seed) for seed in line] for line in seeds]
    keys = {deal: key_of_seed(deal) for deal in set(deals)}  # often played in several seatings
    most_turns = FOREVER if max_turns is None else np.int64(max_turns * numbers.shape[1] + 1)
    tables = game_type._tables_of(scenario)
    return play_keys(
        engine, tables, np.array([keys[deal] for deal in deals]), numbers, streams, most_turns
    )


def play_keys(
    engine: Engine,
    tables: np.ndarray,
    keys: np.ndarray,
    players: np.ndarray,
    streams: np.ndarray | None = None,
    most_turns: np.int64 = FOREVER,
) -> tuple[np.ndarray, np.ndarray]:
    """The same with tables of choice, for keys of deals (games, 2) and bots by number."""
    games = len(keys)
    points = np.zeros((games, *engine.score_shape), np.int32)
    ranks = np.zeros((games, engine.score_shape[0]), np.int32)
    kernels = handles(engine, tables.dtype)
    play_deals(
        *(kernels[name] for name in ("setup", "apply", "bot_rows", "score", "rank")),
        tables,
        np.zeros(1, engine.record),
        keys,
        players,
        np.zeros(players.shape, STREAM) if streams is None else streams,
        most_turns,
        np.zeros((1, engine.num_actions), np.bool_),
        np.zeros(1, np.int64),
        points,
        ranks,
    )
    return points, ranks


def play_out(game: Game, bot: str) -> None:
    """Let a bot play on for all seats, to the end of the game."""
    engine = game.engine
    kernels = handles(engine, game._tables.dtype)
    players = np.full(game.num_seats, engine.bots.index(bot))
    streams = np.zeros(game.num_seats, STREAM)
    play_on(
        kernels["apply"],
        kernels["bot_rows"],
        game._tables,
        game._games,
        players,
        streams,
        game._mask[None],
        np.zeros(1, np.int64),
        FOREVER,
    )
