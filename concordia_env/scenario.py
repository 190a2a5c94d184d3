"""A scenario: board, players and options of one game, checked once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from concordia_env.boards import Board, load_board
from concordia_env.cards import DISPLAYS, PLAYERS

INFOS = ("open", "hidden")


@dataclass(frozen=True)
class Scenario:
    """What distinguishes one kind of game from another; two equal ones share their tables."""

    board: Board
    players: int
    cards: str = "base"
    display: str = "printed"
    intermediate_scoring: bool = False
    info: str = "open"

    def config(self) -> dict[str, Any]:
        """The options as they stand in a snapshot."""
        return {
            "board": self.board.stem,
            "players": self.players,
            "cards": self.cards,
            "team": False,
            "display": self.display,
            "intermediate_scoring": self.intermediate_scoring,
            "info": self.info,
            "difficulty": None,
            "start_vp": None,
        }


def base_scenario(
    board: str | Path | Board = "imperium",
    num_players: int = 4,
    display: str = "printed",
    intermediate_scoring: bool = False,
    info: str = "open",
) -> Scenario:
    """A scenario of the base game; ValueError says what is allowed."""
    if type(num_players) is not int or num_players not in PLAYERS:
        allowed = ", ".join(map(str, PLAYERS))
        raise ValueError(f"num_players must be one of {allowed}, not {num_players!r}")
    if display not in DISPLAYS:
        raise ValueError(f"display must be one of {', '.join(DISPLAYS)}, not {display!r}")
    if not isinstance(intermediate_scoring, bool):
        raise ValueError(
            f"intermediate_scoring must be true or false, not {intermediate_scoring!r}"
        )
    if info not in INFOS:
        raise ValueError(f"info must be one of {', '.join(INFOS)}, not {info!r}")
    return Scenario(
        board=load_board(board),
        players=num_players,
        display=display,
        intermediate_scoring=intermediate_scoring,
        info=info,
    )


def scenario_of_config(config: Any, board: str | Path | Board | None = None) -> Scenario:
    """The scenario of a snapshot's ``config``; ``board`` replaces a board not in the package."""
    if not isinstance(config, Mapping):
        raise ValueError(f"snapshot: config: expected an object, found {config!r}")
    try:
        scenario = base_scenario(
            board=config["board"] if board is None else board,
            num_players=config["players"],
            display=config["display"],
            intermediate_scoring=config["intermediate_scoring"],
            info=config["info"],
        )
    except KeyError as error:
        raise ValueError(f"snapshot: config.{error.args[0]}: missing") from None
    for key, value in scenario.config().items():
        if key not in config or config[key] != value:
            raise ValueError(
                f"snapshot: config.{key}: expected {value!r}, found {config.get(key)!r}"
            )
    return scenario
