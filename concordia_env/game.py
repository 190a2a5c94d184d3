"""Concordia as a Python object, and the bundle of kernels its faces use."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Self

import numpy as np

from concordia_env.actions import NUM_ACTIONS
from concordia_env.batch import first_illegal, sample_rows, show_rows, step_rows
from concordia_env.boards import Board, parse_board
from concordia_env.bots import BOTS, play_randomly
from concordia_env.constants import CATEGORIES, PARTIES, PHASES
from concordia_env.determinise import determinise
from concordia_env.layout import GAME, POSITION_OFFSET, new_games
from concordia_env.notation import Notation, notation_of
from concordia_env.observe import OBSERVATION, observe
from concordia_env.render import text_of
from concordia_env.rules.check import FAULTS, check
from concordia_env.rules.engine import apply, legal_actions, setup
from concordia_env.rules.scoring import rank, score
from concordia_env.rules.setup import clear_table
from concordia_env.scenario import Scenario, base_scenario, scenario_of_config
from concordia_env.snapshot import difference, fill_record, to_snapshot
from concordia_env.tables import tables_of
from env_core.batch import Batch
from env_core.datafile import DataFile
from env_core.game import Engine, Game
from env_core.rng import new_stream


def run_all_kernels() -> None:
    """Compile every public kernel by playing a game with it."""
    tables = tables_of(base_scenario())
    games = new_games(1)
    mask = np.zeros(NUM_ACTIONS, np.bool_)
    points = np.zeros(ENGINE.score_shape, np.int32)
    key = np.zeros(2, np.uint32)
    setup(tables, games, 0, 0, key[0], key[1], mask)
    action = int(mask.nonzero()[0][0])
    apply(tables, games, 0, action, mask)
    legal_actions(tables, games, 0, mask)
    determinise(tables, games, 0, 0, key[0], key[1])
    observe(tables, games, 0, 0, points, np.zeros(OBSERVATION.size, np.float32))
    play_randomly(tables, games, 0, mask, new_stream(0), 10)
    score(tables, games, 0, points)
    rank(tables, games, 0, points, np.zeros(PARTIES, np.int32))
    check(tables, games, 0)
    clear_table(games, 0)
    batch = Batch(ConcordiaGame, [base_scenario()], 1, seed=0)
    batch.step(batch.sample())
    batch.set_state(batch.state())


ENGINE = Engine(
    package="concordia_env",
    record=GAME,
    position_offset=POSITION_OFFSET,
    num_actions=NUM_ACTIONS,
    observation_size=OBSERVATION.size,
    score_shape=(PARTIES, len(CATEGORIES) + 1),
    setup=setup,
    apply=apply,
    legal_actions=legal_actions,
    observe=observe,
    score=score,
    rank=rank,
    check=check,
    determinise=determinise,
    faults=FAULTS,
    step_rows=step_rows,
    show_rows=show_rows,
    sample_rows=sample_rows,
    first_illegal=first_illegal,
    bots=BOTS,
    run_all_kernels=run_all_kernels,
)


class ConcordiaGame(Game):
    """A game of the Concordia family, in the notation of the rules ledger."""

    engine = ENGINE
    score_names = (*CATEGORIES, "total")
    scenario: Scenario

    @staticmethod
    def _tables_of(scenario: Scenario) -> np.ndarray:
        return tables_of(scenario)

    @cached_property
    def names(self) -> Notation:
        """The words of the scenario."""
        return notation_of(self.scenario)

    @property
    def phase(self) -> str:
        return PHASES[self._games["phase"][0]]

    @property
    def num_seats(self) -> int:
        return self.scenario.players

    def action_text(self, action: int) -> str:
        """The notation of an action id, in the present phase; ValueError for padding."""
        return self.names.text(int(action), int(self._games["phase"][0]))

    def action_id(self, text: str) -> int:
        """The id of an action string; ValueError if no phase has it on this board."""
        return self.names.id(text)

    def _event_text(self, code: int) -> str:
        return f"draw {self.names.cards[code]}"

    def snapshot(self, seat: int | None = None) -> dict[str, Any]:
        """The position as a JSON-able dict: all of it, or what a seat may see."""
        if seat is not None:
            self.check_seat(seat)
        return to_snapshot(self._games[0], self.scenario.config(), self.names, seat)

    @classmethod
    def from_snapshot(
        cls, snapshot: Mapping[str, Any], board: str | Path | Board | None = None
    ) -> Self:
        """A game that continues from a full snapshot.

        Args:
            snapshot: as ``snapshot()`` gives it.
            board: the path of the board file, where it is not one of the package.

        Raises:
            ValueError: the snapshot is incomplete or contradicts itself; names the key.
        """
        game = object.__new__(cls)
        if not isinstance(snapshot, Mapping) or snapshot.get("game") != "concordia":
            raise ValueError("snapshot: game: expected 'concordia'")
        game._prepare(scenario_of_config(snapshot.get("config"), board))
        clear_table(game._games, 0)
        fill_record(game._games[0], snapshot, game.names)
        if found := difference(snapshot, game.snapshot()):
            raise ValueError(f"snapshot: {found}")
        game._adopt()
        return game

    def scores(self) -> dict[Any, dict[str, int]]:
        """Points of every seat by god, "Concordia", "VP" and "total", as if the game ended now."""
        points, _ = self.standing()
        return {
            seat: dict(zip(self.score_names, points[seat].tolist(), strict=True))
            for seat in range(self.num_seats)
        }

    def ranking(self) -> list[Any]:
        """The seats, best first; ties are broken as the rules do."""
        _, ranks = self.standing()
        return np.argsort(ranks[: self.num_seats]).tolist()

    def render(self) -> str:
        """The position as text."""
        return text_of(self)

    def _scenario_to_json(self) -> dict[str, Any]:
        return {**self.scenario.config(), "board_file": self.scenario.board.own_file}

    @classmethod
    def _scenario_from_json(cls, data: dict[str, Any]) -> Scenario:
        config = {key: value for key, value in data.items() if key != "board_file"}
        text = data["board_file"]
        own = None if text is None else parse_board(DataFile(Path(f"{data['board']}.toml"), text))
        return scenario_of_config(config, own)
