"""Fit the weights of a game's forecast: ``python -m experiments.fit_forecast comuni|concordia``.

Compiled bots play whole games. At the start of turns all through them the forecast's features are
noted, and ridge least squares finds what they say about the points that each party still gets. The
weights go to ``data/forecast.toml`` of the package; what is printed is measured on other games.
"""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from tqdm import tqdm

from agents.playing import handles, play_on
from comuni_env.cards import PLAYERS as COMUNI_PLAYERS
from comuni_env.constants import MODES as COMUNI_MODES
from comuni_env.game import ComuniGame
from comuni_env.scenario import comuni_scenario
from concordia_env.boards import board_names
from concordia_env.cards import DIFFICULTIES, PLAYERS, SOLITARIA_PLAYERS, TEAM_PLAYERS
from concordia_env.game import ConcordiaGame
from concordia_env.scenario import base_scenario, solitaria_scenario, venus_scenario
from env_core.files import write_atomically
from env_core.game import Game
from env_core.jit import handle, kernel
from env_core.rng import STREAM

GAMES: dict[str, type[Game]] = {"comuni": ComuniGame, "concordia": ConcordiaGame}
NOTES = 64  # positions of a game, at most
AT_ONCE = 20  # games between two ticks of the progress bar
HELD_OUT = 5  # every fifth game is not fitted to, but tells how good the fit is
RIDGE = 1e-3  # of each feature's mean square


def scenarios(game: str) -> dict[str, list[Any]]:
    """What is played for each mode of a game: all boards and numbers of players in turn."""
    if game == "comuni":
        numbers = zip(COMUNI_MODES, COMUNI_PLAYERS, strict=True)
        return {mode: [comuni_scenario(players)] for mode, players in numbers}
    boards = board_names()
    return {
        "base": [base_scenario(board, n) for board in boards for n in PLAYERS],
        "venus": [venus_scenario(board, n) for board in boards for n in PLAYERS],
        "team": [venus_scenario(board, n, team=True) for board in boards for n in TEAM_PLAYERS],
        "solitaria": [
            solitaria_scenario(board, DIFFICULTIES[index % len(DIFFICULTIES)], n)
            for index, board in enumerate(boards)
            for n in SOLITARIA_PLAYERS
        ],
    }


@kernel
def watch_games(
    setup, apply, bot_rows, score, rank, features, tables, games, keys, players, streams, mask,
    action, step, points, rows, now, turns, final, ranks,
):  # fmt: skip
    """Play a game of every deal; note features and totals at the start of every ``step``-th turn.

    The number of the turn is 0 where a game has no more notes.
    """
    for k in range(len(keys)):
        setup(tables, games, 0, 0, keys[k, 0], keys[k, 1], mask[0])
        note = 0
        while games[0].seat >= 0:
            if note < len(turns[k]):
                features(tables, games, 0, points, rows[k, note])
                score(tables, games, 0, points)
                now[k, note] = points[:, -1]
                turns[k, note] = games[0].turns
                note += 1
            until = np.int64(games[0].turns + step)
            play_on(apply, bot_rows, tables, games, players[k], streams[k], mask, action, until)
        score(tables, games, 0, points)
        final[k] = points[:, -1]
        rank(tables, games, 0, points, ranks[k])


Notes = dict[str, np.ndarray]  # a line for every party of every position


def watch(
    game_type: type[Game], scenario: Any, module: Any, seeds: Sequence[np.random.SeedSequence]
) -> Notes:
    """Notes of a game of every seed, between bots drawn for each seat."""
    engine = game_type.engine
    tables, games = game_type._tables_of(scenario), np.zeros(1, engine.record)
    parties, size = engine.score_shape[0], len(module.FEATURES)
    words = np.array([seed.generate_state(2 + 2 * parties, np.uint32) for seed in seeds])
    bots = [number for number, name in enumerate(engine.bots) if name != "random"]
    players = np.array([np.random.default_rng(seed).choice(bots, parties) for seed in seeds])
    streams = np.zeros(players.shape, STREAM)
    streams["key"] = words[:, 2:].reshape(-1, parties, 2)
    points = np.zeros(engine.score_shape, np.int32)
    rows = np.zeros((len(seeds), NOTES, parties, size))
    now, turns = np.zeros((len(seeds), NOTES, parties)), np.zeros((len(seeds), NOTES), np.int64)
    final, ranks = np.zeros((len(seeds), parties)), np.zeros((len(seeds), parties), np.int32)
    kernels = handles(engine, tables.dtype)
    watch_games(
        *(kernels[name] for name in ("setup", "apply", "bot_rows", "score", "rank")),
        handle(module.features, tables, games, 0, points, rows[0, 0]),
        tables, games, words[:, :2], players, streams, np.zeros((1, engine.num_actions), np.bool_),
        np.zeros(1, np.int64),
        scenario.players + 1,  # so that each seat is next to move in turn
        points, rows, now, turns, final, ranks,
    )  # fmt: skip
    game, note, party = np.nonzero((turns > 0)[:, :, None] & (ranks >= 0)[:, None, :])
    return {
        "features": rows[game, note, party],
        "growth": final[game, party] - now[game, note, party],
        "phase": turns[game, note] * 16 + scenario.players,  # turn and table: the naive forecast's
        "held_out": game % HELD_OUT == 0,
    }


def play(game: str, games: int, seed: int) -> dict[str, Notes]:
    """Notes of so many games of each mode."""
    game_type, module = GAMES[game], forecast_of(game)
    modes = scenarios(game)
    found: dict[str, Notes] = {}
    with tqdm(total=len(modes) * games, unit="game", disable=None) as bar:
        for mode, choice in modes.items():
            seeds = np.random.SeedSequence([seed, len(found)]).spawn(games)
            parts = []
            for number, start in enumerate(range(0, games, AT_ONCE)):
                few = seeds[start : start + AT_ONCE]
                parts.append(watch(game_type, choice[number % len(choice)], module, few))
                bar.update(len(few))
            found[mode] = {name: np.concatenate([p[name] for p in parts]) for name in parts[0]}
    return found


def forecast_of(game: str) -> Any:
    return importlib.import_module(f"{GAMES[game].engine.package}.forecast")


def fit(features: np.ndarray, growth: np.ndarray) -> np.ndarray:
    """Ridge least squares through the origin: a game that is over has no growth."""
    gram = features.T @ features
    square = np.diag(gram)
    ridge = np.where(square > 0, RIDGE * square, 1.0)  # a feature that never occurs weighs nothing
    return np.linalg.solve(gram + np.diag(ridge), features.T @ growth)


def mean_by_phase(notes: Notes, fitted: np.ndarray) -> np.ndarray:
    """The naive forecast: at the same turn of the fitted games this many points were to come."""
    phase, size = notes["phase"], 1 + notes["phase"].max()
    total = np.bincount(phase[fitted], notes["growth"][fitted], size)
    number = np.bincount(phase[fitted], minlength=size)
    return (total / np.maximum(number, 1))[phase]


def quality(expected: np.ndarray, growth: np.ndarray) -> str:
    """Root mean square error of the totals, and the share of the growth's variance explained."""
    error = np.mean((growth - expected) ** 2)
    return f"RMSE {error**0.5:.2f}, R^2 {1 - error / growth.var():.3f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--games", type=int, default=4000, help="of each mode")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="instead of the package's forecast.toml")
    options = parser.parse_args()
    if options.games < AT_ONCE:
        parser.error(f"--games must be at least {AT_ONCE}, not {options.games}")
    module = forecast_of(options.game)
    command = f"python -m experiments.fit_forecast {options.game} --games {options.games}"
    command += f" --seed {options.seed}"
    lines = ["# Points that each feature of the forecast stands for, see forecast.py.\n"]
    for mode, notes in play(options.game, options.games, options.seed).items():
        test, growth = notes["held_out"], notes["growth"]
        weights = fit(notes["features"][~test], growth[~test])
        forecast = quality((notes["features"] @ weights)[test], growth[test])
        naive = quality(mean_by_phase(notes, ~test)[test], growth[test])
        print(f"{mode}, other games: {forecast}; mean growth by turn: {naive}")
        lines += [f"\n# On games not fitted to: {forecast}; mean growth by turn: {naive}.\n"]
        lines += [f'[{mode}]\nsource = "{command}"\n']
        values = zip(module.FEATURES, weights, strict=True)
        lines += [f"{name} = {weight:.4g}\n" for name, weight in values]
    path = options.out or Path(module.__file__).parent / "data" / "forecast.toml"
    write_atomically(path, "".join(lines))
    print(f"{path} written")


if __name__ == "__main__":
    main()
