"""Read the weights of scripted players and of forecasts: named numbers in TOML files."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np

from env_core.datafile import DataFile, Section


@cache
def read_styles(path: Path, styles: Sequence[str], weights: Sequence[str]) -> np.ndarray:
    """The weights of every style, float64 (styles, weights); ValueError names file, key and fault.

    Each style is a table of the file. A weight that it does not name is 1: there it judges as the
    plain valuation does.
    """
    top = DataFile.read(path).top
    top.allow(*styles)
    return np.array([_row(top.table(style, provenance=False), weights) for style in styles])


def _row(style: Section, weights: Sequence[str]) -> list[float]:
    style.allow("source", *weights)
    return [style.number(weight) if weight in style else 1.0 for weight in weights]


@cache
def read_forecast(path: Path, features: Sequence[str]) -> np.ndarray:
    """The weight of every feature, float64 (features,); ValueError names file, key and fault."""
    top = DataFile.read(path).top
    top.allow("source", "weights")
    weights = top.table("weights", provenance=False)
    weights.allow(*features)
    return np.array([weights.number(feature) for feature in features])
