"""A scenario: players, options and figures of one game, checked once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from comuni_env.cards import COLUMN_ORDERS, PLAYERS, Figures, load_figures, read_figures
from env_core.datafile import DataFile

INFOS = ("open", "hidden")
AFTER_INVASION = ("continue", "end_turn")
SET_BONUS = ("all", "tallest")


@dataclass(frozen=True)
class Scenario:
    """What distinguishes one kind of game from another; two equal ones share their tables."""

    players: int
    info: str = "open"
    columns: str = "mixed"
    after_invasion: str = "continue"
    set_bonus: str = "all"
    own_data: str | None = None  # the text of a data file that is not the package's

    @property
    def figures(self) -> Figures:
        return load_figures(self.own_data)

    def to_json(self) -> dict[str, Any]:
        """All that ``scenario_of_json`` needs on another machine, with the text of an own file."""
        return {
            "players": self.players,
            "info": self.info,
            "columns": self.columns,
            "after_invasion": self.after_invasion,
            "set_bonus": self.set_bonus,
            "own_data": self.own_data,
        }


def comuni_scenario(
    num_players: int = 4,
    info: str = "open",
    columns: str = "mixed",
    after_invasion: str = "continue",
    set_bonus: str = "all",
    data: str | Path | None = None,
) -> Scenario:
    """A scenario; ValueError says what is allowed.

    ``data`` is the path of a file that replaces the one of the package.
    """
    if type(num_players) is not int or num_players not in PLAYERS:
        numbers = ", ".join(map(str, PLAYERS))
        raise ValueError(f"num_players must be one of {numbers}, not {num_players!r}")
    _check_choice("info", info, INFOS)
    _check_choice("columns", columns, COLUMN_ORDERS)
    _check_choice("after_invasion", after_invasion, AFTER_INVASION)
    _check_choice("set_bonus", set_bonus, SET_BONUS)
    if data is not None:
        read_figures(Path(data))
    own = None if data is None else DataFile.read(Path(data)).text
    return Scenario(num_players, info, columns, after_invasion, set_bonus, own)


def _check_choice(name: str, value: Any, allowed: Sequence[str]) -> None:
    if value not in allowed:
        raise ValueError(f"{name} must be one of {', '.join(allowed)}, not {value!r}")


def scenario_of_json(data: Mapping[str, Any]) -> Scenario:
    """The scenario described by ``Scenario.to_json``."""
    scenario = Scenario(**data)
    load_figures(scenario.own_data)
    return scenario
