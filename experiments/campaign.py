"""Play campaigns of Solitaria with an agent: ``python -m experiments.campaign --agent greedy``.

One campaign is told game by game; ``--save FILE`` keeps it after each, ``--resume FILE`` goes on
as if it had not been interrupted. ``--campaigns N`` plays many instead and measures the agent: the
share of campaigns completed within ``--most-games`` games, the games a campaign takes, and the
share of games won, with 95 % intervals.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from math import inf
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    os.environ.setdefault("OMP_PROC_BIND", "true")  # as in evaluate.py

import numpy as np
import torch
from tqdm import tqdm

from agents.rows import Decider, decide
from concordia_env.campaign import Campaign
from concordia_env.constants import CONTRARIUS, TOTAL
from concordia_env.game import ConcordiaGame
from env_core.batch import Batch
from env_core.files import write_atomically
from experiments import intervals
from experiments.evaluate import agent_of
from experiments.provenance import command, versions

Agent = Callable[[int], Decider]  # the player for a seed of its own chance

MAX_ROWS = 1024
OPTIONS = ("board", "difficulty", "display", "cards", "dice", "seed")  # of a new campaign


def campaign_agent(name: str, argmax: bool = False) -> Agent:
    """The agent of a name as in ``evaluate``; ValueError if there is none."""
    agent_of(name, argmax)
    return lambda seed: agent_of(name, argmax, seed)


def batch_of(games: Sequence[ConcordiaGame], seed: int) -> Batch:
    """A batch whose rows go on from these games; the seed is that of the agent's chance."""
    scenarios = [game.scenario for game in games]
    batch = Batch(ConcordiaGame, scenarios, len(games), threads=1, seed=seed)
    records = np.concatenate([game._games for game in games])
    records["scenario"] = np.arange(len(games))
    batch.set_state({**batch.state(), "games": np.frombuffer(records.tobytes(), np.uint8)})
    return batch


def play(games: Sequence[ConcordiaGame], agent: Agent, seed: int) -> list[tuple[int, int, bool]]:
    """Play copies of the games to their end: own total, Contrarius's total, whether won."""
    batch = batch_of(games, seed)
    player = agent(seed)
    results: dict[int, tuple[int, int, bool]] = {}
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        # A row that has finished plays on until all have; only its first game counts.
        while len(results) < len(games):
            batch.step(decide(player, batch))
            if batch.truncated.any():
                raise RuntimeError("a game did not end within the batch's max_turns")
            for row in np.flatnonzero(batch.terminated).tolist():
                own, contrarius = batch.final_points[row, [0, CONTRARIUS], TOTAL].tolist()
                won = bool(batch.final_ranks[row, 0] == 0)
                results.setdefault(row, (own, contrarius, won))
    return [results[row] for row in range(len(games))]


def play_round(campaigns: Sequence[Campaign], agent: Agent) -> None:
    """Let every campaign play its next game, all in one batch.

    The agent's chance follows from the first one's seed and the number of its game, so that a
    campaign that was interrupted goes on as it would have.
    """
    games = [campaign.next_game() for campaign in campaigns]
    words = np.random.SeedSequence([campaigns[0].seed, len(campaigns[0].results)]).generate_state(1)
    for campaign, result in zip(campaigns, play(games, agent, int(words[0])), strict=True):
        campaign.record_totals(*result)


def play_one(campaign: Campaign, agent: Agent, most_games: int, save: Path | None) -> None:
    """Play a campaign on, one line a game, and keep it after each."""
    while not campaign.complete and len(campaign.results) < most_games:
        play_round([campaign], agent)
        if save:
            campaign.save(save)
        result = campaign.results[-1]
        print(
            f"game {len(campaign.results):3d} from {result['start_vp']:2d} VP: "
            f"{result['own']:3d} to {result['contrarius']:3d}, "
            f"{'won' if result['won'] else 'lost'}, next from {result['next_start_vp']:2d} VP"
        )
    games = len(campaign.results)
    print(f"{'complete' if campaign.complete else 'not complete'} after {games} games")


def play_many(campaigns: Sequence[Campaign], agent: Agent, most_games: int) -> int:
    """Play all campaigns round by round; the number of games that each could play.

    Ctrl-C ends it with fewer: what the finished rounds say is right for that number.
    """
    try:
        with tqdm(total=len(campaigns) * most_games, unit="game", file=sys.stderr) as bar:
            for number in range(most_games):
                running = [campaign for campaign in campaigns if not campaign.complete]
                bar.total = bar.n + len(running) * (most_games - number)
                bar.set_postfix(completed=len(campaigns) - len(running))
                for first in range(0, len(running), MAX_ROWS):
                    rows = running[first : first + MAX_ROWS]
                    play_round(rows, agent)
                    bar.update(len(rows))
    except KeyboardInterrupt:
        played = (len(campaign.results) for campaign in campaigns if not campaign.complete)
        most_games = min(played, default=most_games)
        print(f"interrupted: the result is that of {most_games} games", file=sys.stderr)
    return most_games


def bootstrap(
    statistic: Callable[[np.ndarray], float], campaigns: np.ndarray, seed: int
) -> dict[str, float | None]:
    """A statistic with its 95 % percentile interval; None where it is beyond the most games."""
    low, high = intervals.bootstrap(lambda drawn: statistic(campaigns[drawn]), len(campaigns), seed)
    found = {"value": statistic(campaigns), "low": float(low), "high": float(high)}
    return {key: None if value == inf else value for key, value in found.items()}


def statistics(campaigns: Sequence[Campaign], most_games: int, seed: int = 0) -> dict[str, Any]:
    """What an agent achieves in campaigns of at most so many games.

    A campaign that was not completed counts with ``most_games`` in the mean of the games played,
    and as longer than any other in the median of the games needed.
    """
    results = [campaign.results[:most_games] for campaign in campaigns]
    completed = [games[-1]["next_start_vp"] <= 0 for games in results]
    table = np.array(
        [
            (len(games), len(games) if done else inf, sum(game["won"] for game in games))
            for games, done in zip(results, completed, strict=True)
        ]
    )
    needed = Counter(int(games) for games in table[:, 1] if games < inf)

    def median(part: np.ndarray) -> float:
        return float(np.quantile(part[:, 1], 0.5, method="inverted_cdf"))

    return {
        "campaigns": len(campaigns),
        "most_games": most_games,
        "completed": sum(completed),
        "completed_share": intervals.share(sum(completed), len(campaigns)),
        "mean_games_played": bootstrap(lambda part: float(part[:, 0].mean()), table, seed),
        "median_games_needed": bootstrap(median, table, seed),
        "win_share": intervals.share(int(table[:, 2].sum()), int(table[:, 0].sum())),
        "games_needed": {str(games): needed[games] for games in sorted(needed)},
    }


def print_statistics(row: dict[str, Any]) -> None:
    print(
        f"{row['completed']} of {row['campaigns']} campaigns completed "
        f"within {row['most_games']} games"
    )
    beyond = f"> {row['most_games']}"
    for name in ("completed_share", "mean_games_played", "median_games_needed", "win_share"):
        figures = [row[name][key] for key in ("value", "low", "high")]
        value, low, high = (beyond if x is None else f"{x:.3f}" for x in figures)
        print(f"{name.replace('_', ' '):<20} {value:>8}  [{low}, {high}]")


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description=__doc__)
    made.add_argument("--agent", required=True, help="a name as of agents.make")
    made.add_argument("--argmax", action="store_true", help="ppo: likeliest action, not a sample")
    made.add_argument("--board", help="a name or the path of a board file; default italia")
    made.add_argument("--difficulty", help="default standard, as the rules have it")
    made.add_argument("--display", help="printed (default) or wine")
    made.add_argument("--cards", type=Path, help="a card file of your own")
    made.add_argument("--dice", type=Path, help="a dice file of your own")
    made.add_argument("--seed", type=int, help="default 0; campaign k of many has seed + k")
    made.add_argument("--most-games", type=int, default=50, help="of a campaign")
    how = made.add_mutually_exclusive_group()
    how.add_argument("--save", type=Path, help="file to keep one new campaign in")
    how.add_argument("--resume", type=Path, help="file of a campaign to go on with")
    how.add_argument("--campaigns", type=int, help="play many and report statistics")
    made.add_argument("--out", type=Path, help="JSON file to write the result to")
    return made


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Play what the options ask for; its result for the JSON file."""
    agent = campaign_agent(options.agent, options.argmax)
    given = {name: value for name in OPTIONS if (value := getattr(options, name)) is not None}
    if options.campaigns:
        seed = given.pop("seed", 0)
        campaigns = [Campaign(**given, seed=seed + k) for k in range(options.campaigns)]
        played = play_many(campaigns, agent, options.most_games)
        if played == 0:
            raise ValueError("interrupted before every campaign had played a game")
        row = statistics(campaigns, played)
        print_statistics(row)
        return {"config": campaigns[0].scenario.config(), "seed": seed, **row}
    if options.resume:
        if given:
            raise ValueError(f"--resume takes the file's options: leave out --{next(iter(given))}")
        campaign = Campaign.load(options.resume)
        if campaign.game and campaign.game.over:
            campaign.record()  # saved after its last decision by whoever played it
    else:
        if options.save and options.save.exists():
            raise ValueError(f"{options.save} exists: --resume it, or choose another file")
        campaign = Campaign(**{"seed": 0, **given})
    save = options.resume or options.save
    try:
        play_one(campaign, agent, options.most_games, save)
    except KeyboardInterrupt:
        where = f"; go on with --resume {save}" if save else ""
        print(f"interrupted after {len(campaign.results)} games{where}", file=sys.stderr)
    start = {"config": campaign.scenario.config(), "seed": campaign.seed}
    return {**start, **campaign.summary(), "results": campaign.results}


def main() -> None:
    made = parser()
    options = made.parse_args()
    for name in ("most_games", "campaigns"):
        if (number := getattr(options, name)) is not None and number < 1:
            made.error(f"--{name.replace('_', '-')} must be at least 1, not {number}")
    try:
        row = run(options)
    except (ValueError, OSError) as error:
        made.error(str(error))
    if options.out:
        result = {
            "command": command("experiments.campaign"),
            "options": vars(options),
            "versions": versions(),
            "result": row,
        }
        write_atomically(options.out, json.dumps(result, indent=1, default=str) + "\n")
        print(f"written to {options.out}")


if __name__ == "__main__":
    main()
