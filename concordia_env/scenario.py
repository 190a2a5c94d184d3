"""A scenario: board, players and options of one game, checked once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from concordia_env.boards import Board, load_board, parse_board
from concordia_env.cards import (
    DIFFICULTIES,
    DISPLAYS,
    PLAYERS,
    SOLITARIA_PLAYERS,
    TEAM_PLAYERS,
    read_cards,
)
from concordia_env.dice import read_dice
from env_core.datafile import DataFile

INFOS = ("open", "hidden")
MOST_START_VP = 200


@dataclass(frozen=True)
class Scenario:
    """What distinguishes one kind of game from another; two equal ones share their tables."""

    board: Board
    players: int
    cards: str = "base"
    team: bool = False
    display: str = "printed"
    intermediate_scoring: bool = False
    info: str = "open"
    difficulty: str | None = None
    start_vp: int | None = None
    own_cards: str | None = None  # the text of a card file that is not the package's
    own_dice: str | None = None  # likewise

    @property
    def contrarius(self) -> bool:
        """Whether Contrarius is a party."""
        return self.cards == "solitaria"

    @property
    def parties(self) -> int:
        return self.players + self.contrarius

    @property
    def teams(self) -> int:
        """Sides among the seats; seats with the same number modulo this are partners."""
        return self.players // 2 if self.team else self.players

    def config(self) -> dict[str, Any]:
        """The options as they stand in a snapshot."""
        return {
            "board": self.board.stem,
            "players": self.players,
            "cards": self.cards,
            "team": self.team,
            "display": self.display,
            "intermediate_scoring": self.intermediate_scoring,
            "info": self.info,
            "difficulty": self.difficulty,
            "start_vp": self.start_vp,
        }

    def to_json(self) -> dict[str, Any]:
        """All that ``scenario_of_json`` needs on another machine, with the texts of own files."""
        files = {"cards": self.own_cards, "dice": self.own_dice}
        return {**self.config(), "board_file": self.board.own_file, "own_files": files}


def base_scenario(
    board: str | Path | Board = "imperium",
    num_players: int = 4,
    display: str = "printed",
    intermediate_scoring: bool = False,
    info: str = "open",
) -> Scenario:
    """A scenario of the base game; ValueError says what is allowed."""
    _check_players(num_players, PLAYERS)
    _check_choice("display", display, DISPLAYS)
    _check_switch("intermediate_scoring", intermediate_scoring)
    _check_choice("info", info, INFOS)
    return Scenario(
        board=load_board(board),
        players=num_players,
        display=display,
        intermediate_scoring=intermediate_scoring,
        info=info,
    )


def venus_scenario(
    board: str | Path | Board = "hellas",
    num_players: int = 4,
    team: bool = False,
    display: str = "printed",
    intermediate_scoring: bool = False,
    info: str = "open",
) -> Scenario:
    """A scenario of Venus, each for himself or in teams of two; ValueError says what is allowed."""
    _check_switch("team", team)
    _check_players(num_players, TEAM_PLAYERS if team else PLAYERS, " in team play" if team else "")
    _check_choice("display", display, DISPLAYS)
    _check_switch("intermediate_scoring", intermediate_scoring)
    _check_choice("info", info, INFOS)
    return Scenario(
        board=load_board(board),
        players=num_players,
        cards="venus",
        team=team,
        display=display,
        intermediate_scoring=intermediate_scoring,
        info=info,
    )


def solitaria_scenario(
    board: str | Path | Board = "italia",
    difficulty: str = "standard",
    num_players: int = 1,
    display: str = "printed",
    info: str = "open",
    start_vp: int | None = None,
    cards: str | Path | None = None,
    dice: str | Path | None = None,
) -> Scenario:
    """A scenario of Solitaria; ValueError says what is allowed.

    ``cards`` and ``dice`` are paths of files that replace those of the package.
    """
    _check_players(num_players, SOLITARIA_PLAYERS)
    _check_choice("difficulty", difficulty, DIFFICULTIES)
    _check_choice("display", display, DISPLAYS)
    _check_choice("info", info, INFOS)
    if start_vp is not None and (type(start_vp) is not int or not 0 <= start_vp <= MOST_START_VP):
        raise ValueError(f"start_vp must be None or in 0..{MOST_START_VP}, not {start_vp!r}")
    if cards is not None:
        read_cards(Path(cards))
    if dice is not None:
        read_dice(Path(dice))
    return Scenario(
        board=load_board(board),
        players=num_players,
        cards="solitaria",
        display=display,
        info=info,
        difficulty=difficulty,
        start_vp=start_vp,
        own_cards=None if cards is None else DataFile.read(Path(cards)).text,
        own_dice=None if dice is None else DataFile.read(Path(dice)).text,
    )


def _check_players(number: Any, allowed: Sequence[int], where: str = "") -> None:
    if type(number) is not int or number not in allowed:
        numbers = ", ".join(map(str, allowed))
        raise ValueError(f"num_players must be one of {numbers}{where}, not {number!r}")


def _check_switch(name: str, value: Any) -> None:
    if not isinstance(value, bool):
        raise ValueError(f"{name} must be true or false, not {value!r}")


def _check_choice(name: str, value: Any, allowed: Sequence[str]) -> None:
    if value not in allowed:
        raise ValueError(f"{name} must be one of {', '.join(allowed)}, not {value!r}")


def scenario_of_config(
    config: Any,
    board: str | Path | Board | None = None,
    cards: str | Path | None = None,
    dice: str | Path | None = None,
) -> Scenario:
    """The scenario of a snapshot's ``config``; the files named replace those of the package."""
    if not isinstance(config, Mapping):
        raise ValueError(f"snapshot: config: expected an object, found {config!r}")
    solitaria = config.get("cards") == "solitaria"
    try:
        common = {
            "board": config["board"] if board is None else board,
            "num_players": config["players"],
            "display": config["display"],
            "info": config["info"],
        }
        if solitaria:
            options = {"difficulty": config["difficulty"], "start_vp": config["start_vp"]}
            scenario = solitaria_scenario(**common, **options, cards=cards, dice=dice)
        else:
            common["intermediate_scoring"] = config["intermediate_scoring"]
            if config.get("cards") == "venus":
                scenario = venus_scenario(**common, team=config["team"])
            else:
                scenario = base_scenario(**common)
    except KeyError as error:
        raise ValueError(f"snapshot: config.{error.args[0]}: missing") from None
    for key, value in scenario.config().items():
        if key not in config or config[key] != value:
            raise ValueError(
                f"snapshot: config.{key}: expected {value!r}, found {config.get(key)!r}"
            )
    return scenario


def scenario_of_json(data: Mapping[str, Any]) -> Scenario:
    """The scenario described by ``Scenario.to_json``."""
    config = {key: data[key] for key in data if key not in ("board_file", "own_files")}
    text = data["board_file"]
    own = None if text is None else parse_board(DataFile(Path(f"{data['board']}.toml"), text))
    files = {f"own_{name}": text for name, text in data["own_files"].items()}
    return replace(scenario_of_config(config, own), **files)
