"""Put the committed results into the README: ``python -m benchmarks.readme``.

A table stands below a comment with the name of its benchmark, evaluation, league or probe; the rest
of the text is left alone.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from benchmarks.report import RESULTS
from env_core.files import write_atomically
from experiments import puzzles
from experiments.report import markdown, read

README = Path(__file__).resolve().parents[1] / "README.md"
EVALUATIONS = README.parent / "experiments" / "results"
LEAGUES = README.parent / "experiments" / "leaderboards"
MARKED_TABLE = re.compile(r"(?<=<!-- )((?:bench|eval|league|probe)_\w+)( -->\n)(?:\|.*\n)*")
NOT_COLUMNS = ("unit", "median", "least", "most")


def cell(row: dict[str, Any], unit: str) -> str:
    """The median: whole numbers in the table's unit, three digits and the unit in any other."""
    if row["unit"] == unit:
        return f"{row['median']:,.0f}"
    return f"{row['median']:,.3g} {row['unit']}"


def table(name: str) -> str:
    """The result of a benchmark as a Markdown table."""
    rows = json.loads((RESULTS / f"{name}.json").read_text())["rows"]
    unit = rows[0]["unit"]
    columns = [column for column in rows[0] if column not in NOT_COLUMNS]
    lines = [[*columns, f"{unit}, or as stated"], ["---"] * (len(columns) + 1)]
    for row in rows:
        settings = ["" if row[column] is None else str(row[column]) for column in columns]
        lines.append([*settings, cell(row, unit)])
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def matrix(name: str) -> str:
    """The shares won of an evaluation with their intervals, in percent: settings by agents."""
    rows = json.loads((EVALUATIONS / f"{name}.json").read_text())["rows"]
    shares: dict[str, dict[str, str]] = {}
    for row_name, row in rows.items():
        agent, _, setting = row_name.partition(", ")
        share, low, high = (f"{100 * row[key]:.1f}" for key in ("win_share", "win_low", "win_high"))
        shares.setdefault(setting, {})[agent.partition(":")[0]] = f"{share} ({low} to {high})"
    agents = list(next(iter(shares.values())))
    lines = [["games won, %", *agents], ["---"] * (len(agents) + 1)]
    lines += [[setting, *(cells[agent] for agent in agents)] for setting, cells in shares.items()]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def league(name: str) -> str:
    """The agents of a tournament, best first."""
    return markdown(read(LEAGUES / f"{name}.json")["table"])


def probe(name: str) -> str:
    """Puzzles solved by each agent."""
    result = json.loads((EVALUATIONS / f"{name}.json").read_text())
    return puzzles.table(result["rows"], result["totals"])


MAKERS = {"bench": table, "eval": matrix, "league": league, "probe": probe}


def with_tables(text: str) -> str:
    """The text with every marked table written anew."""

    def written(found: re.Match[str]) -> str:
        kind, _, _ = found[1].partition("_")
        return found[1] + found[2] + MAKERS[kind](found[1])

    return MARKED_TABLE.sub(written, text)


def main() -> None:
    write_atomically(README, with_tables(README.read_text()))
    print(f"written to {README.name}")


if __name__ == "__main__":
    main()
