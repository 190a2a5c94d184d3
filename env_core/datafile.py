"""TOML data files whose every fault is reported with file, key and what is allowed."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PROVENANCES = ("published", "reconstruction")


@dataclass(frozen=True)
class DataFile:
    """A file's path and text; equal files parse to equal objects."""

    path: Path
    text: str

    @classmethod
    def read(cls, path: Path) -> DataFile:
        try:
            return cls(path, path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            raise ValueError(f"{path}: cannot be read: {error}") from error

    @property
    def top(self) -> Section:
        """The file's top table."""
        try:
            return Section(self.path, "", tomllib.loads(self.text))
        except tomllib.TOMLDecodeError as error:
            raise ValueError(f"{self.path}: not valid TOML: {error}") from error


@dataclass(frozen=True)
class Section:
    """One table of a data file, with typed access; every getter raises a fault that helps."""

    path: Path
    key: str
    values: dict[str, Any]

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def fault(self, key: str, message: str) -> ValueError:
        where = ".".join(part for part in (self.key, key) if part)
        return ValueError(f"{self.path}: {where}: {message}")

    def allow(self, *keys: str) -> None:
        """Refuse keys nobody reads: most are misspelt."""
        for key in self.values:
            if key not in keys:
                raise self.fault(key, f"unknown key; allowed: {', '.join(keys)}")

    def limit(self, key: str, count: int, most: int, what: str) -> None:
        if count > most:
            raise self.fault(key, f"{count} {what}; the engine holds {most}")

    def get(self, key: str, kind: type | tuple[type, ...], what: str) -> Any:
        if key not in self.values:
            raise self.fault(key, f"missing; expected {what}")
        value = self.values[key]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise self.fault(key, f"expected {what}, found {value!r}")
        return value

    def string(self, key: str) -> str:
        text: str = self.get(key, str, "a text")
        if not text or not text.isascii():
            raise self.fault(key, f"expected a text in ASCII, found {text!r}")
        return text

    def integer(self, key: str, low: int = 0, high: int = 999) -> int:
        value: int = self.get(key, int, f"a whole number from {low} to {high}")
        if not low <= value <= high:
            raise self.fault(key, f"expected a whole number from {low} to {high}, found {value}")
        return value

    def number(self, key: str) -> float:
        return float(self.get(key, (int, float), "a number"))

    def pair(self, key: str) -> tuple[int, int]:
        """Two whole numbers, low and high."""
        value = self.get(key, list, "[low, high]")
        if len(value) != 2 or not all(type(n) is int for n in value) or value[0] > value[1]:
            raise self.fault(key, f"expected [low, high], found {value!r}")
        return value[0], value[1]

    def choice(self, key: str, allowed: Sequence[str]) -> str:
        value: str = self.get(key, str, f"one of {', '.join(allowed)}")
        if value not in allowed:
            raise self.fault(key, f"{value!r} is not one of {', '.join(allowed)}")
        return value

    def choices(self, key: str, allowed: Sequence[str]) -> list[str]:
        values: list[str] = self.get(key, list, f"a list of {', '.join(allowed)}")
        for value in values:
            if value not in allowed:
                raise self.fault(key, f"{value!r} is not one of {', '.join(allowed)}")
        return values

    def counts(self, key: str, names: Sequence[str]) -> tuple[int, ...]:
        """A table from every name to a whole number, as a tuple in the order of the names."""
        block = Section(self.path, self._inner(key), self.get(key, dict, "a table"))
        block.allow(*names)
        return tuple(block.integer(name) for name in names)

    def name_pairs(self, key: str, names: Sequence[str]) -> list[tuple[str, str]]:
        """Pairs of two different known names."""
        pairs = []
        for pair in self.get(key, list, "a list of pairs of names"):
            if not isinstance(pair, list) or len(pair) != 2 or pair[0] == pair[1]:
                raise self.fault(key, f"expected two different names, found {pair!r}")
            for name in pair:
                if name not in names:
                    raise self.fault(key, f"unknown name {name!r} in {pair!r}")
            pairs.append((pair[0], pair[1]))
        return pairs

    def table(self, key: str, provenance: bool = True) -> Section:
        """A sub-table; unless told otherwise it must say where its facts come from."""
        section = Section(self.path, self._inner(key), self.get(key, dict, "a table"))
        if provenance:
            section.check_provenance()
        return section

    def tables(self, key: str) -> list[Section]:
        """A list of sub-tables; blocks of the file (not inline ones) say where they come from."""
        values = self.get(key, list, "a list of tables")
        sections = []
        for index, value in enumerate(values):
            where = f"{self._inner(key)}[{index}]"
            if not isinstance(value, dict):
                raise ValueError(f"{self.path}: {where}: expected a table, found {value!r}")
            sections.append(Section(self.path, where, value))
            if not self.key:
                sections[-1].check_provenance()
        if not sections:
            raise self.fault(key, "the list is empty")
        return sections

    def check_provenance(self) -> None:
        self.choice("provenance", PROVENANCES)
        self.get("source", str, "a short text naming the source")

    def _inner(self, key: str) -> str:
        return f"{self.key}.{key}" if self.key else key
