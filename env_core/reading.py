"""Read snapshots from outside: every fault is reported with its key and what was expected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

NAMES_SHOWN = 40  # of those allowed, in an error message


def fault(where: str, message: str) -> ValueError:
    return ValueError(f"snapshot: {where}: {message}")


def join(where: str, key: str) -> str:
    """The path of a key inside a table."""
    return f"{where}.{key}" if where else key


def get(table: Any, key: str, where: str = "") -> Any:
    """The value of a key of a table at ``where``."""
    if not isinstance(table, Mapping):
        raise fault(where or "top", f"expected an object, found {table!r}")
    if key not in table:
        raise fault(join(where, key), "missing")
    return table[key]


def items(table: Any, key: str, where: str = "") -> list[tuple[str, Any]]:
    """Keys and values of an object."""
    value = get(table, key, where)
    if not isinstance(value, Mapping):
        raise fault(join(where, key), f"expected an object, found {value!r}")
    return list(value.items())


def entries(table: Any, key: str, most: int, where: str = "") -> list[Any]:
    """A list of at most so many entries."""
    value = get(table, key, where)
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise fault(join(where, key), f"expected a list, found {value!r}")
    if len(value) > most:
        message = f"has {len(value)} entries; at most {most} are possible"
        raise fault(join(where, key), message)
    return list(value)


def number(value: Any, where: str, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise fault(where, f"expected a whole number from {low} to {high}, found {value!r}")
    return value


def index(names: Sequence[str] | Mapping[str, int], name: Any, where: str) -> int:
    """Position of a name among those allowed."""
    if isinstance(name, str) and name in names:
        return names[name] if isinstance(names, Mapping) else names.index(name)
    shown = ", ".join(list(names)[:NAMES_SHOWN])
    raise fault(where, f"unknown name {name!r}; allowed: {shown}")


def difference(given: Any, meant: Any, where: str = "") -> str | None:
    """Where two snapshots differ first, in words; None when they are equal."""
    if isinstance(given, Mapping) and isinstance(meant, Mapping):
        for key in [*meant, *(key for key in given if key not in meant)]:
            path = join(where, str(key))
            if key not in given:
                return f"{path}: missing"
            if key not in meant:
                return f"{path}: does not belong here"
            found = difference(given[key], meant[key], path)
            if found:
                return found
        return None
    if isinstance(given, list | tuple) and isinstance(meant, list) and len(given) == len(meant):
        pairs = enumerate(zip(given, meant, strict=True))
        faults = (difference(one, other, f"{where}[{i}]") for i, (one, other) in pairs)
        return next(filter(None, faults), None)
    if given != meant or isinstance(given, bool) != isinstance(meant, bool):
        return f"{where}: is {given!r}, but the rest of the snapshot means {meant!r}"
    return None
