"""Results on disk as they come, so that a tournament that was stopped goes on where it was."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import astuple
from pathlib import Path
from typing import Any

from experiments.match import Result


class ProgressFile:
    """A line that says what is played, then a line for every round that is finished."""

    def __init__(self, path: Path, what: Mapping[str, Any]) -> None:
        """Open the file, new or of the same tournament.

        Raises:
            ValueError: it is of another tournament, or damaged.
        """
        self.path = path
        self.rounds: dict[int, list[Result]] = {}
        whole = b""
        if path.exists():
            # What a kill left half-written has no end of line.
            whole = b"".join(
                line for line in path.read_bytes().splitlines(True) if line[-1:] == b"\n"
            )
            self._read(whole.decode().splitlines(), what)
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("r+b" if whole else "wb")
        self._file.truncate(len(whole))
        self._file.seek(len(whole))
        if not whole:
            self._write(what)

    def _read(self, lines: Sequence[str], what: Mapping[str, Any]) -> None:
        if not lines:
            return
        try:
            head, *rounds = map(json.loads, lines)
            if head == json.loads(json.dumps(what)):
                for number, games in rounds:
                    self.rounds[number] = [Result(*game) for game in games]
                return
        except (ValueError, TypeError) as error:
            raise ValueError(f"{self.path} is damaged: {error}; remove it to begin anew") from None
        raise ValueError(
            f"{self.path} is of another tournament: {difference(head, what)}; "
            f"finish that one, remove the file, or choose another --out"
        )

    def add(self, number: int, games: Sequence[Result]) -> None:
        """Keep the results of a round."""
        self.rounds[number] = list(games)
        self._write([number, [astuple(game) for game in games]])

    def _write(self, value: Any) -> None:
        self._file.write(json.dumps(value, separators=(",", ":")).encode() + b"\n")
        self._file.flush()

    def close(self) -> None:
        self._file.close()

    def remove(self) -> None:
        """Close and delete the file: the result is written elsewhere."""
        self.close()
        self.path.unlink()


def difference(old: Mapping[str, Any], new: Mapping[str, Any]) -> str:
    """Which entries differ between two configurations, and how."""
    keys = [key for key in {**old, **new} if old.get(key) != new.get(key)]
    return ", ".join(f"{key} {old.get(key)!r} there, {new.get(key)!r} here" for key in keys)
