"""Rate agents against each other: ``python -m experiments.tournament --agents random greedy``.

Sides are seats, in team play teams; in Solitaria Contrarius plays along as a side of his own. A
round is one deal and one line-up of agents, played once per rotation, so that every agent of the
line-up sits on every side once. Line-ups are all combinations of the agents, or, with fewer agents
than sides, all with repetition and at least two different agents; in Solitaria for one player all
agents meet Contrarius on every deal. All chance follows from --seed, so the result does not depend
on the number of processes, and a tournament that was stopped in any way is continued by the same
command if it has --out.

The table holds, for every agent, the games played, the share won, the mean score, margin to the
best other side and place, and the rating (Plackett-Luce; 400 points are odds of 10 to 1 of being
ahead; greedy, or else the first agent, has 1000), each with its 95 % interval; the same for every
side over all agents; and how often one agent ended before another. --check FILE plays such a table
again and says which figures it reproduces.
"""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

from tqdm import tqdm

import agents
from env_core.files import write_atomically
from experiments.check_table import DIFFERS, compare, exact
from experiments.match import Result
from experiments.pool import play_all
from experiments.progress_file import ProgressFile, difference
from experiments.provenance import command, versions
from experiments.report import PICTURES, aligned, read, text, title_of
from experiments.schedule import Contest
from experiments.setting import BOARD, GAMES, PLAYERS, Setting
from experiments.standings import table

SETTING = ("game", "board", "players", "difficulty", "max_turns", "team")
DEALS = 100
LEAST_CHECKED = 10  # deals, as a bootstrap over a handful of them gives intervals far too narrow
INTERRUPTED = 130  # exit code, as shells have it for Ctrl-C


def play(
    contest: Contest,
    processes: int = 1,
    kept: ProgressFile | None = None,
    progress: bool = False,
) -> dict[str, Any]:
    """Play a contest, or what a file says is left of it; its table."""
    rounds = contest.rounds()
    results: dict[int, list[Result]] = dict(kept.rounds) if kept else {}
    left = [each for each in rounds if each.number not in results]
    with (
        tqdm(
            total=sum(len(each.line_up) for each in rounds),
            initial=sum(map(len, results.values())),
            unit=" games",
            disable=not progress,
        ) as bar,
        closing(play_all(contest.setting, contest.seed, left, processes)) as played,
    ):
        for each, games in played:
            results[each.number] = games
            if kept:
                kept.add(each.number, games)
            bar.update(len(games))
    return table(contest, [results[each.number] for each in rounds])


def contest_of(options: argparse.Namespace) -> Contest:
    """The contest that the options describe; ValueError if it cannot be played."""
    given = vars(options)
    if "agents" not in given:
        raise ValueError("--agents are missing")
    setting = Setting(**{name: given[name] for name in SETTING if name in given})
    game = setting.new_game(0)
    names = []
    for name in given["agents"]:
        agent = agents.make(name, 0)
        agent.act(game)  # raises ValueError where it cannot play this game
        names.append(agent.name)
    return Contest(setting, tuple(names), given.get("deals", DEALS), given.get("seed", 0))


def run(options: argparse.Namespace) -> None:
    """Play what the options ask for; print the table, and write it and its picture."""
    contest = contest_of(options)
    out, picture = options.out, options.picture
    kept = None
    if out and out.exists():
        saved = read(out)
        if saved["configuration"] != contest.to_json():
            unlike = difference(saved["configuration"], contest.to_json())
            raise ValueError(f"{out} is of another tournament: {unlike}; choose another --out")
        found = saved["table"]
    else:
        if out:
            what = {**contest.to_json(), "versions": versions()}
            kept = ProgressFile(out.with_name(f"{out.name}.progress"), what)
        found = play(contest, options.processes, kept, progress=True)
    print(text(found))
    if kept:
        result = {
            "command": command("experiments.tournament"),
            "configuration": contest.to_json(),
            "versions": versions(),
            "table": found,
        }
        write_atomically(out, json.dumps(result, indent=1) + "\n")
        kept.remove()
        print(f"written to {out}")
    if picture:
        from experiments.plot_tournament import draw  # matplotlib is not needed otherwise

        draw(found, title_of(contest), picture)
        print(f"drawn in {picture}")


def check(options: argparse.Namespace) -> int:
    """Play a table again and compare; the exit code."""
    given = [name for name in (*SETTING, "agents") if name in vars(options)]
    given += [name for name in ("out", "picture") if getattr(options, name)]
    if given:
        raise ValueError(f"--check takes the file's options: leave out --{dashed(given[0])}")
    saved = read(options.check)
    changed = {name: vars(options)[name] for name in ("deals", "seed") if name in vars(options)}
    old = Contest.from_json(saved["configuration"])
    new = Contest.from_json(saved["configuration"] | changed)
    must_be_equal = exact(old, new)
    if not must_be_equal and new.deals < LEAST_CHECKED:
        raise ValueError(f"--check needs at least {LEAST_CHECKED} --deals: intervals of fewer err")
    rows = compare(saved["table"], play(new, options.processes, progress=True), must_be_equal)
    print(aligned([("agent", "figure", "in the file", "now", ""), *rows]))
    print(
        "the same games by agents that repeat themselves: every figure must be equal"
        if must_be_equal
        else "a figure reproduces if the two 95 % intervals overlap"
    )
    return 1 if any(row[-1] == DIFFERS for row in rows) else 0


def dashed(name: str) -> str:
    return name.replace("_", "-")


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    # Suppressed defaults: what was not said is left to the setting, and is missed by --check.
    unsaid: dict[str, Any] = {"default": argparse.SUPPRESS}
    made.add_argument("--game", help=f"{', '.join(GAMES)}; default concordia", **unsaid)
    boards = f"a name or the path of a board file; default {BOARD}, in comuni none"
    made.add_argument("--board", help=boards, **unsaid)
    players = ", ".join(f"{game} {number}" for game, number in PLAYERS.items())
    made.add_argument("--players", type=int, help=f"default: {players}", **unsaid)
    made.add_argument("--team", action="store_true", help="of venus: teams of two", **unsaid)
    made.add_argument("--difficulty", help="of solitaria; default standard", **unsaid)
    made.add_argument(
        "--max-turns", type=int, help="of a seat, then a game is cut off; default 1000", **unsaid
    )
    made.add_argument("--agents", nargs="+", help="names as of agents.make", **unsaid)
    rounds = (
        f"rounds: each is one line-up on one deal, as many games as the line-up has agents; "
        f"default {DEALS}. Agents play equally often if this is a multiple of the line-ups"
    )
    made.add_argument("--deals", type=int, metavar="N", help=rounds, **unsaid)
    made.add_argument("--seed", type=int, help="default 0", **unsaid)
    made.add_argument("--processes", type=int, default=1, help="default 1")
    made.add_argument("--out", type=Path, help="JSON file to write; FILE.progress holds the rounds")
    made.add_argument("--picture", type=Path, help=f"to draw: {', '.join(PICTURES)}")
    made.add_argument("--check", type=Path, metavar="FILE", help="a result to play again, perhaps "
                      "with other --deals or --seed; exit code 1 if a figure differs")  # fmt: skip
    return made


def main() -> None:
    made = parser()
    options = made.parse_args()
    if options.processes < 1:
        made.error(f"--processes must be at least 1, not {options.processes}")
    if options.picture and options.picture.suffix not in PICTURES:
        made.error(f"--picture must end in {', '.join(PICTURES)}, not {options.picture.name!r}")
    try:
        if options.check:
            sys.exit(check(options))
        run(options)
    except ValueError as error:
        made.error(str(error))
    except KeyboardInterrupt:
        print("interrupted; the same command goes on if it has --out", file=sys.stderr)
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
