"""Draw the learning curve of a run: ``python -m experiments.plot_curve RUN_FOLDER --out FILE``.

The share of games won at every evaluation over the steps trained, with its 95 % interval. A
JSON file beside the picture holds the numbers and the run's command.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure

from env_core.files import write_atomically


def read_run(run: Path) -> dict[str, Any]:
    """Command, versions and evaluations of a run folder."""
    config, curve = run / "config.json", run / "evaluations.jsonl"
    if not (config.exists() and curve.exists()):
        raise ValueError(f"{run} is not a run folder of train_ppo with evaluations")
    saved = json.loads(config.read_text())
    lines = [json.loads(line) for line in curve.read_text().splitlines()]
    return {"command": saved["command"], "versions": saved["versions"], "evaluations": lines}


def draw(evaluations: Sequence[dict[str, Any]], title: str, out: Path) -> None:
    """Write the picture; its ending says the format."""
    steps = [line["steps"] / 1000 for line in evaluations]
    figure = Figure(figsize=(6.4, 3.6), layout="constrained")
    axes = figure.subplots()
    axes.fill_between(
        steps,
        [line["win_low"] for line in evaluations],
        [line["win_high"] for line in evaluations],
        color="#2b6cb0",
        alpha=0.2,
        linewidth=0,
        label="95 % interval",
    )
    axes.plot(
        steps,
        [line["win_share"] for line in evaluations],
        color="#2b6cb0",
        marker="o",
        markersize=3,
    )
    axes.set(title=title, xlabel="thousand decisions of the learner", ylabel="share of games won")
    axes.set_ylim(0, 1.03)  # room for the marks of a run that wins every game
    axes.grid(alpha=0.3)
    axes.legend(loc="lower right", frameon=False)
    out.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(out, dpi=150)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("run", type=Path, metavar="RUN_FOLDER")
    parser.add_argument("--title", default="share of games won")
    parser.add_argument("--out", type=Path, required=True, help="picture: .png or .svg")
    options = parser.parse_args()
    try:
        result = read_run(options.run)
    except ValueError as error:
        parser.error(str(error))
    draw(result["evaluations"], options.title, options.out)
    numbers = options.out.with_suffix(".json")
    write_atomically(numbers, json.dumps(result, indent=1) + "\n")
    print(f"written to {options.out} and {numbers}")


if __name__ == "__main__":
    main()
