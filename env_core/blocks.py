"""Named blocks of a flat observation vector: one definition for kernels, docs and users."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Block:
    """A named, shaped piece of the vector."""

    name: str
    shape: tuple[int, ...]
    meaning: str
    start: int = 0

    @property
    def size(self) -> int:
        return int(np.prod(self.shape))


class Blocks:
    """All blocks of a vector in order, with their offsets."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self.all: list[Block] = []
        self.size = 0
        for block in blocks:
            self.all.append(Block(block.name, block.shape, block.meaning, self.size))
            self.size += block.size

    def start(self, name: str) -> int:
        """Offset of a block."""
        return next(block.start for block in self.all if block.name == name)

    def views(self, vector: np.ndarray) -> dict[str, np.ndarray]:
        """The blocks as reshaped views on a vector (or on a batch of them)."""
        return {
            block.name: vector[..., block.start : block.start + block.size].reshape(
                *vector.shape[:-1], *block.shape
            )
            for block in self.all
        }

    def table(self, indent: int = 0) -> str:
        """A Markdown table: start, stop, name, shape, meaning."""
        lines = ["| start | stop | block | shape | meaning |", "|---|---|---|---|---|"]
        for block in self.all:
            shape = " x ".join(map(str, block.shape))
            stop = block.start + block.size
            lines.append(f"| {block.start} | {stop} | `{block.name}` | {shape} | {block.meaning} |")
        return "\n".join(" " * indent + line for line in lines)
