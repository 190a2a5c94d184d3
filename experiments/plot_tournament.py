"""Draw a tournament: ``python -m experiments.plot_tournament RESULT.json --out FILE``.

Ratings on the left and shares of games won on the right, best agents on top, each with its 95 %
interval. An agent far behind all others stands as an arrow on the left edge.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from experiments.report import PICTURES, by_rating, read, title_of
from experiments.schedule import Contest

COLOUR = "#2b6cb0"  # that of the learning curves
GREY = "#718096"
WIDEST = 1200  # points of rating shown below the best
LONGEST_NAME = 28  # of an agent; of longer ones the end is shown, where paths differ


def draw(table: dict[str, Any], title: str, out: Path) -> None:
    """Write the picture; its ending says the format."""
    rows = [(name, row) for name, row in by_rating(table) if row["rating"]["value"] is not None]
    names = [name if len(name) <= LONGEST_NAME else f"…{name[-LONGEST_NAME:]}" for name, _ in rows]
    figure = Figure(figsize=(7.2, 1.4 + 0.32 * len(rows)), layout="constrained")
    ratings, shares = figure.subplots(1, 2, sharey=True, width_ratios=(3, 2))
    draw_ratings(ratings, [row["rating"] for _, row in rows])
    draw_shares(shares, [row["win_share"] for _, row in rows])
    ratings.set_yticks(range(len(rows)), names)
    ratings.set_ylim(len(rows) - 0.4, -0.6)
    for axes in (ratings, shares):
        axes.grid(axis="x", alpha=0.3)
        axes.tick_params(axis="y", length=0)
        axes.spines[["top", "right", "left"]].set_visible(False)
    figure.suptitle(f"{title}: {table['games']:,} games, 95 % intervals", fontsize=11)
    out.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(out, dpi=150)


def draw_ratings(axes: Axes, ratings: list[dict[str, float]]) -> None:
    """Points with their intervals and numbers; what is too far from the others is cut."""
    best = max(each["value"] for each in ratings)
    worst = min(each["value"] for each in ratings if each["value"] > best - WIDEST)
    right = min(max(each["high"] for each in ratings), best + WIDEST / 4)
    left = worst - max(50.0, 0.1 * (right - worst))
    axes.set_xlim(left, right + 0.2 * (right - left))  # room for the numbers
    for place, each in enumerate(ratings):
        beyond = each["value"] < left
        # Half a marker inside, so that the axis does not cut it.
        shown = left + 0.01 * (right - left) if beyond else each["value"]
        axes.hlines(place, each["low"], min(each["high"], right), color=COLOUR, linewidth=1.5)
        axes.plot(shown, place, color=COLOUR, marker="<" if beyond else "o", markersize=4.5)
        axes.annotate(
            f"{each['value']:.0f}",
            (min(max(each["high"], shown), right), place),
            (7, 0),
            textcoords="offset points",
            va="center",
            fontsize=8,
            color=GREY,
        )
    axes.set_xlabel("rating (400 points: ahead 10 times to 1)")


def draw_shares(axes: Axes, shares: list[dict[str, float]]) -> None:
    """Bars with their intervals."""
    places = range(len(shares))
    value, low, high = ([100 * each[key] for each in shares] for key in ("value", "low", "high"))
    axes.barh(places, value, color=COLOUR, alpha=0.2, height=0.6)
    axes.hlines(places, low, high, color=COLOUR, linewidth=1.5)
    axes.plot(value, places, color=COLOUR, marker="o", markersize=4.5, linestyle="", clip_on=False)
    axes.set_xlim(0, min(103, 1.08 * max(high)))
    axes.set_xlabel("games won, %")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("result", type=Path, metavar="RESULT.json")
    parser.add_argument("--title", help="default: what was played")
    parser.add_argument("--out", type=Path, required=True, help=f"picture: {', '.join(PICTURES)}")
    options = parser.parse_args()
    try:
        saved = read(options.result)
    except ValueError as error:
        parser.error(str(error))
    title = options.title or title_of(Contest.from_json(saved["configuration"]))
    draw(saved["table"], title, options.out)
    print(f"drawn in {options.out}")


if __name__ == "__main__":
    main()
