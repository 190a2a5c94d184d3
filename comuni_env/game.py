"""Comuni as a Python object, and the bundle of kernels its faces use."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Self

import numpy as np

from comuni_env.actions import NUM_ACTIONS
from comuni_env.batch import bot_rows, show_rows, step_rows
from comuni_env.bots import BOTS, play_randomly
from comuni_env.constants import CATEGORIES, COMMITMENTS, PHASES, SEATS
from comuni_env.determinise import determinise
from comuni_env.forecast import forecast
from comuni_env.layout import GAME, POSITION_OFFSET, new_games
from comuni_env.notation import Notation, notation_of
from comuni_env.observe import OBSERVATION, observe
from comuni_env.render import text_of
from comuni_env.restore import check_head, fill_record
from comuni_env.rules.check import FAULTS, check
from comuni_env.rules.engine import apply, legal_actions, setup
from comuni_env.rules.scoring import rank, score
from comuni_env.rules.setup import clear_table
from comuni_env.scenario import Scenario, comuni_scenario, scenario_of_json
from comuni_env.snapshot import to_snapshot
from comuni_env.tables import tables_of
from env_core.batch import Batch
from env_core.episodes import first_illegal
from env_core.game import Engine, Game
from env_core.reading import difference, get
from env_core.rng import key_of_seed, new_stream


def run_all_kernels() -> None:
    """Compile every public kernel by playing a game with it."""
    tables = tables_of(comuni_scenario())
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
    forecast(tables, games, 0, points, np.zeros(SEATS))
    rank(tables, games, 0, points, np.zeros(SEATS, np.int32))
    check(tables, games, 0)
    clear_table(games, 0)
    batch = Batch(ComuniGame, [comuni_scenario()], 1, seed=0)
    batch.step(batch.sample())
    batch.set_state(batch.state())


ENGINE = Engine(
    package="comuni_env",
    record=GAME,
    position_offset=POSITION_OFFSET,
    num_actions=NUM_ACTIONS,
    observation_size=OBSERVATION.size,
    score_shape=(SEATS, len(CATEGORIES) + 1),
    setup=setup,
    apply=apply,
    legal_actions=legal_actions,
    observe=observe,
    score=score,
    rank=rank,
    check=check,
    determinise=determinise,
    forecast=forecast,
    spread=4.0,
    secret_phases=(COMMITMENTS[0], COMMITMENTS[-1]),
    faults=FAULTS,
    step_rows=step_rows,
    show_rows=show_rows,
    bot_rows=bot_rows,
    first_illegal=first_illegal,
    bots=BOTS,
    run_all_kernels=run_all_kernels,
)


class ComuniGame(Game):
    """A game of Comuni, in the notation of the rules ledger."""

    engine = ENGINE
    score_names = (*CATEGORIES, "total")
    party_names = tuple(range(SEATS))
    scenario: Scenario

    @staticmethod
    def _tables_of(scenario: Scenario) -> np.ndarray:
        return tables_of(scenario)

    @cached_property
    def names(self) -> Notation:
        """The words of the scenario."""
        return notation_of(self.scenario.own_data)

    @property
    def phase(self) -> str:
        return PHASES[self._games["phase"][0]]

    @property
    def num_seats(self) -> int:
        return self.scenario.players

    def action_text(self, action: int) -> str:
        """The notation of an action id; ValueError for padding."""
        return self.names.text(int(action))

    def action_id(self, text: str) -> int:
        """The id of an action string; ValueError if there is none."""
        return self.names.id(text)

    def _event_text(self, code: int) -> str:
        return f"draw {self.names.faces[code]}"

    def snapshot(self, seat: int | None = None) -> dict[str, Any]:
        """The position as a JSON-able dict: all of it, or what a seat may see."""
        if seat is not None:
            self.check_seat(seat)
        snapshot = to_snapshot(self._games[0], self.scenario, self.names, seat)
        if self.over:
            totals = [points["total"] for points in self.scores().values()]
            snapshot["final"] = {"scores": totals, "ranking": self.ranking()}
        return snapshot

    @classmethod
    def from_snapshot(
        cls,
        snapshot: Mapping[str, Any],
        columns: str = "mixed",
        after_invasion: str = "continue",
        set_bonus: str = "all",
        data: str | Path | None = None,
        seed: int | np.random.SeedSequence | None = None,
    ) -> Self:
        """A game that continues from a full snapshot.

        Args:
            snapshot: as ``snapshot()`` gives it.
            columns, after_invasion, set_bonus, data: options of the game that a snapshot does not
                hold.
            seed: of the chance to come, of which the rules have none; for search and players.

        Raises:
            ValueError: the snapshot is incomplete or contradicts itself; names the key.
        """
        check_head(snapshot)
        game = object.__new__(cls)
        players, info = get(snapshot, "players"), get(snapshot, "info")
        game._prepare(comuni_scenario(players, info, columns, after_invasion, set_bonus, data))
        clear_table(game._games, 0)
        fill_record(game._games[0], snapshot, game.names)
        game._games["key"][0] = key_of_seed(seed)
        if found := difference(snapshot, game.snapshot()):
            raise ValueError(f"snapshot: {found}")
        game._adopt()
        return game

    def ranking(self) -> list[Any]:
        """The seats, best first; ties go to the lower comune."""
        _, ranks = self.standing()
        return sorted(range(self.num_seats), key=lambda seat: int(ranks[seat]))

    def render(self, seat: int | None = None) -> str:
        """The position as text: all of it, or what a seat may see."""
        return text_of(self, seat)

    @classmethod
    def _scenario_from_json(cls, data: dict[str, Any]) -> Scenario:
        return scenario_of_json(data)
