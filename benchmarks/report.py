"""What all benchmarks share: medians, the machine, one table, one JSON file."""

from __future__ import annotations

import json
import os
import platform
import statistics
import time
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from env_core.files import write_atomically

RESULTS = Path(__file__).parent / "results"
PACKAGES = ("numpy", "numba", "gymnasium", "pettingzoo")


def rates(count: Callable[[], int], runs: int) -> list[float]:
    """Things per second of several runs after one that warms up."""
    count()
    found = []
    for _ in range(runs):
        start = time.perf_counter()
        number = count()
        found.append(number / (time.perf_counter() - start))
    return found


def machine() -> dict[str, Any]:
    """Versions, processor and threads of this run."""
    return {
        "python": platform.python_version(),
        **{package: version(package) for package in PACKAGES},
        "processor": _processor(),
        "cores": os.cpu_count(),
        "threads": os.environ.get("NUMBA_NUM_THREADS", os.cpu_count()),
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        return next(line.partition(":")[2].strip() for line in lines if "model name" in line)
    except (OSError, StopIteration):
        return platform.processor()


def summary(values: Sequence[float]) -> dict[str, float]:
    return {"median": statistics.median(values), "least": min(values), "most": max(values)}


def publish(name: str, rows: list[dict[str, Any]], command: str, out: Path | None = None) -> None:
    """Print the rows as a table and write them as JSON."""
    columns = list(rows[0])
    cells = [[_cell(row[column]) for column in columns] for row in rows]
    widths = [max(len(line[i]) for line in [columns, *cells]) for i in range(len(columns))]
    for line in [columns, *cells]:
        print(
            "  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip()
        )
    path = out or RESULTS / f"{name}.json"
    result = {"command": command, "machine": machine(), "rows": rows}
    write_atomically(path, json.dumps(result, indent=1) + "\n")
    print(f"written to {path}")


def _cell(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.2f}"
    return "" if value is None else str(value)
