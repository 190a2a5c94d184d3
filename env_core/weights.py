"""Read tables of named weights, of scripted players and of forecasts, from TOML files."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np

from env_core.datafile import DataFile, Section


@cache
def read_weights(
    path: Path, rows: Sequence[str], weights: Sequence[str], default: float | None = None
) -> np.ndarray:
    """The weights of every row, float64 (rows, weights).

    Each row is a table of the file with a ``source``. A weight that it does not name is the
    default.

    Raises:
        ValueError: a row or a weight is missing or unknown; names file, key and fault.
    """
    top = DataFile.read(path).top
    top.allow(*rows)
    return np.array([_row(top.table(row, provenance=False), weights, default) for row in rows])


def _row(row: Section, weights: Sequence[str], default: float | None) -> list[float]:
    row.allow("source", *weights)
    row.string("source")
    return [row.number(name) if default is None or name in row else default for name in weights]
