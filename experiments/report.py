"""The result of a tournament: read from its file, and told as text and as Markdown."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from experiments.schedule import Contest

# Figures of an agent: title, factor and digits.
SHOWN = {
    "rating": ("rating", 1, 0),
    "win_share": ("games won, %", 100, 1),
    "mean_score": ("mean score", 1, 1),
    "mean_margin": ("mean margin", 1, 1),
    "mean_place": ("mean place", 1, 2),
}
KEYS = ("value", "low", "high")
UNKNOWN = "-"
PICTURES = (".png", ".svg", ".pdf")


def read(path: Path) -> dict[str, Any]:
    """A result that ``--out`` wrote."""
    try:
        saved: dict[str, Any] = json.loads(path.read_text())
        Contest.from_json(saved["configuration"])
        if not saved["table"]["agents"]:
            raise ValueError("no agents")
    except (ValueError, KeyError, TypeError, OSError) as error:
        raise ValueError(f"{path} is not the result of a tournament: {error}") from None
    return saved


def title_of(contest: Contest) -> str:
    """What is played, in a few words."""
    players = contest.setting.num_players
    return f"{contest.setting}, {players} player{'s' if players > 1 else ''}".capitalize()


def cell(figure: dict[str, float | None], factor: float, digits: int) -> str:
    """A figure with its interval."""
    if figure["value"] is None:
        return UNKNOWN
    value, low, high = (f"{factor * (figure[key] or 0):.{digits}f}" for key in KEYS)
    return f"{value} ({low} to {high})"


def by_rating(table: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """The agents and their rows, best first; those that were not rated last."""

    def rank(item: tuple[str, dict[str, Any]]) -> float:
        value = item[1]["rating"]["value"]
        return float("inf") if value is None else -value

    return sorted(table["agents"].items(), key=rank)


def markdown(table: dict[str, Any]) -> str:
    """The agents, best first, each figure with its 95 % interval."""
    lines = [["agent", *(title for title, _, _ in SHOWN.values()), "games"]]
    lines.append(["---"] * len(lines[0]))
    for name, row in by_rating(table):
        figures = [cell(row[key], *form) for key, (_, *form) in SHOWN.items()]
        lines.append([name, *figures, f"{row['games']:,}"])
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def text(table: dict[str, Any]) -> str:
    """All there is to a table, for a terminal."""
    parts = [agents_text(table), seats_text(table), ahead_text(table)]
    cut = table["cut_off"]
    played = f"{table['games']:,} games"
    parts.append(
        f"{played}, {cut:,} of them cut off: won by nobody, and in no mean" if cut else played
    )
    return "\n\n".join(parts)


def aligned(lines: Sequence[Sequence[str]]) -> str:
    """Lines of cells as columns, the first to the left."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(
            [line[0].ljust(widths[0])]
            + [text.rjust(width) for text, width in zip(line[1:], widths[1:], strict=True)]
        )
        for line in lines
    )


def agents_text(table: dict[str, Any]) -> str:
    lines = [["agent", *(title for title, _, _ in SHOWN.values()), "games", "decisions", "ms each"]]
    for name, row in by_rating(table):
        figures = [cell(row[key], *form) for key, (_, *form) in SHOWN.items()]
        times = [row["decisions_per_game"], row["ms_per_decision"]]
        shown = [UNKNOWN if time is None else f"{time:,.{d}f}" for d, time in enumerate(times, 1)]
        lines.append([name, *figures, f"{row['games']:,}", *shown])
    return aligned(lines)


def seats_text(table: dict[str, Any]) -> str:
    lines = [["all agents", "games won, %", "mean score", "games"]]
    for name, row in table["seats"].items():
        figures = [cell(row[key], *SHOWN[key][1:]) for key in ("win_share", "mean_score")]
        lines.append([name, *figures, f"{row['games']:,}"])
    return aligned(lines)


def ahead_text(table: dict[str, Any]) -> str:
    names = [name for name, _ in by_rating(table)]
    lines = [["ahead of, %", *names]]
    for name in names:
        shares = (table["ahead"][name].get(other, {"share": None})["share"] for other in names)
        lines.append([name, *(UNKNOWN if s is None else f"{100 * s:.1f}" for s in shares)])
    return aligned(lines)
