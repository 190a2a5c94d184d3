"""Play the rounds of a tournament: games between compiled bots all at once, others one by one."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

import agents
from agents.playing import play_games
from experiments.schedule import Round, round_seeds
from experiments.setting import Setting


@dataclass(frozen=True)
class Result:
    """How one game came out; lists are by side, Contrarius last."""

    points: list[int]
    ranks: list[int]  # 0 is the best; empty if the game was cut off
    decisions: list[int]  # of the agents; empty where compiled bots played among themselves
    seconds: list[float]  # that they thought; likewise


def compiled(setting: Setting, line_up: Sequence[str]) -> bool:
    """Whether games of the line-up can be played without Python."""
    return set(line_up) <= set(setting.game_type.engine.bots)


def play_rounds(setting: Setting, seed: int, rounds: Sequence[Round]) -> list[list[Result]]:
    """The results of every round, by rotation."""
    play = (
        play_compiled
        if all(compiled(setting, each.line_up) for each in rounds)
        else play_one_by_one
    )
    results = iter(play(setting, seed, rounds))
    return [[next(results) for _ in each.line_up] for each in rounds]


class Seating(NamedTuple):
    """One game: the seed of its deal, and name and seed of every seat's agent."""

    deal: int
    names: list[str]
    seeds: list[int]


def seatings(setting: Setting, seed: int, rounds: Sequence[Round]) -> Iterator[Seating]:
    """All games of the rounds."""
    for each in rounds:
        games, seats = len(each.line_up), setting.num_players
        deal, seeds = round_seeds(seed, each.number, games, seats)
        for rotation in range(games):
            sides = each.sides(rotation, setting.num_sides)
            names = [sides[seat % len(sides)] for seat in range(seats)]
            yield Seating(deal, names, seeds[rotation])


def play_compiled(setting: Setting, seed: int, rounds: Sequence[Round]) -> list[Result]:
    """Play the games of compiled bots in one call."""
    games = list(seatings(setting, seed, rounds))
    points, ranks = play_games(
        setting.game_type,
        setting.scenario,
        [game.deal for game in games],
        [game.names for game in games],
        [game.seeds for game in games],
        setting.max_turns,
    )
    return [
        Result(totals, [] if places[0] < 0 else places, [], [])
        for totals, places in zip(*of_sides(setting, points, ranks), strict=True)
    ]


def play_one_by_one(setting: Setting, seed: int, rounds: Sequence[Round]) -> list[Result]:
    """Play games decision by decision: any agents."""
    return [play_game(setting, game) for game in seatings(setting, seed, rounds)]


def play_game(setting: Setting, seating: Seating) -> Result:
    """Play one game."""
    game = setting.new_game(seating.deal)
    players = [agents.make(*each) for each in zip(seating.names, seating.seeds, strict=True)]
    decisions, seconds = [0] * setting.num_sides, [0.0] * setting.num_sides
    while (seat := game.seat) is not None and game.turns <= setting.max_turns * game.num_seats:
        start = time.perf_counter()
        action = players[seat].act(game)
        side = seat % setting.num_sides
        seconds[side] += time.perf_counter() - start
        decisions[side] += 1
        game.apply(action)
    points, ranks = game.standing()
    (totals,), (places,) = of_sides(setting, points[None], ranks[None])
    return Result(totals, places if game.over else [], decisions, seconds)


def of_sides(
    setting: Setting, points: np.ndarray, ranks: np.ndarray
) -> tuple[list[list[int]], list[list[int]]]:
    """Total points and ranks of every game's sides, Contrarius last; partners add up."""
    sides = range(setting.num_sides)
    rows = [list(range(side, setting.num_players, len(sides))) for side in sides]
    if setting.game == "solitaria":
        rows.append([setting.game_type.party_names.index("C")])
    totals = np.stack([points[:, row, -1].sum(axis=1) for row in rows], axis=1)
    return totals.tolist(), ranks[:, [row[0] for row in rows]].tolist()
