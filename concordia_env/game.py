"""Concordia as a Python object, and the bundle of kernels its faces use."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Self

import numpy as np

from concordia_env.actions import A_HALF, A_ROLE, NUM_ACTIONS
from concordia_env.batch import bot_rows, show_rows, step_rows
from concordia_env.boards import Board
from concordia_env.bots import BOTS, play_randomly
from concordia_env.constants import (
    ARCHITECT,
    CATEGORIES,
    COLLECTED,
    COLONIST,
    CONSUL,
    CONTRARIUS,
    COPY,
    DICE,
    FACES,
    HALVES,
    MASON,
    MERCATOR3,
    MERCATOR5,
    NONE,
    PARTIES,
    PHASES,
    PREFECT,
    PREFECT_PM,
    PRODUCED,
    ROLES,
    SEATS,
    SENATOR,
    SETTLED,
    TRIBUNE,
    WEAVER,
)
from concordia_env.determinise import determinise
from concordia_env.forecast import forecast
from concordia_env.layout import GAME, LOADED, POSITION_OFFSET, new_games
from concordia_env.notation import Notation, notation_of
from concordia_env.observation import OBSERVATION
from concordia_env.observe import observe
from concordia_env.render import text_of
from concordia_env.restore import fill_record, reaction_of
from concordia_env.rules.chance import FIRST_THROW, THROWS
from concordia_env.rules.check import FAULTS, check
from concordia_env.rules.engine import apply, legal_actions, react, setup
from concordia_env.rules.scoring import rank, score
from concordia_env.rules.setup import clear_table
from concordia_env.scenario import (
    Scenario,
    base_scenario,
    scenario_of_config,
    scenario_of_json,
    solitaria_scenario,
)
from concordia_env.snapshot import to_snapshot
from concordia_env.tables import tables_of
from env_core.batch import Batch
from env_core.episodes import first_illegal
from env_core.game import Engine, Game
from env_core.reading import difference
from env_core.rng import key_of_seed, new_stream

# The roles that Contrarius reacts to, and which halves of them.
REACTION_HALVES: dict[int, tuple[int, ...]] = {
    **dict.fromkeys((TRIBUNE, ARCHITECT, MERCATOR3, MERCATOR5, SENATOR, CONSUL), (0,)),
    **dict.fromkeys(range(MASON, WEAVER + 1), (0,)),
    **dict.fromkeys((PREFECT, PREFECT_PM), (PRODUCED, COLLECTED)),
    COLONIST: (COLLECTED, SETTLED),
}


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
    forecast(tables, games, 0, points, np.zeros(PARTIES))
    rank(tables, games, 0, points, np.zeros(PARTIES, np.int32))
    check(tables, games, 0)
    clear_table(games, 0)
    solo = tables_of(solitaria_scenario())
    setup(solo, games, 0, 0, key[0], key[1], mask)
    react(solo, games, 0, 0, 0, NONE, mask)
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
    forecast=forecast,
    spread=12.0,
    secret_phases=(NONE, NONE),
    faults=FAULTS,
    step_rows=step_rows,
    show_rows=show_rows,
    bot_rows=bot_rows,
    first_illegal=first_illegal,
    bots=BOTS,
    run_all_kernels=run_all_kernels,
)


class ConcordiaGame(Game):
    """A game of the Concordia family, in the notation of the rules ledger."""

    engine = ENGINE
    score_names = (*CATEGORIES, "total")
    party_names = (*range(SEATS), "C")
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
        number, phase = int(action), int(self._games["phase"][0])
        if phase == COPY and A_ROLE <= number < A_HALF and self.num_seats == 1:
            return f"copy {self._card_to_copy(number - A_ROLE)}"
        return self.names.text(number, phase)

    def _card_to_copy(self, role: int) -> str:
        """The card of Contrarius, face up, that a Diplomat copies for its role."""
        for card, copies in enumerate(self._games["hand"][0, CONTRARIUS].tolist()):
            if copies and self.names.card_titles[card] == role:
                return self.names.cards[card]
        raise ValueError(f"Contrarius has no {ROLES[role]} that lies face up")

    def action_id(self, text: str) -> int:
        """The id of an action string; ValueError if no phase has it on this board."""
        return self.names.id(text)

    def _event_text(self, code: int) -> str:
        if code < FIRST_THROW:
            return f"draw {self.names.cards[code]}"
        die, face = divmod(code - FIRST_THROW, THROWS)
        return f"die {DICE[die]} {FACES[die][face]}"

    @property
    def parties(self) -> list[int | str]:
        """The seats, and "C" where Contrarius plays."""
        return [*range(self.num_seats), *(["C"] if self.scenario.contrarius else [])]

    def _row(self, party: int | str) -> int:
        return self.party_names.index(party)

    def load_dice(self, *throws: str) -> None:
        """Fix the next throws of Contrarius's dice, each as ``NAME FACE`` like ``Mercator food``.

        Throws of one die show its faces in this order; a die without any is thrown as usual. What
        was fixed before and not yet thrown is forgotten, so that no throws at all unload the dice.

        Raises:
            ValueError: no such die or face, or too many of one die; nothing is changed.
        """
        loaded: dict[int, list[int]] = {}
        for throw in throws:
            name, _, face = throw.removeprefix("die ").rpartition(" ")
            if name not in DICE:
                raise ValueError(f"unknown die {name!r} in {throw!r}; dice: {', '.join(DICE)}")
            die = DICE.index(name)
            if face not in FACES[die]:
                raise ValueError(
                    f"unknown face {face!r} in {throw!r}; faces: {', '.join(FACES[die])}"
                )
            loaded.setdefault(die, []).append(FACES[die].index(face))
        if most := [DICE[die] for die, faces in loaded.items() if len(faces) > LOADED]:
            raise ValueError(f"at most {LOADED} throws of a die can be fixed: {most[0]}")
        self._games["loaded"] = NONE
        for die, faces in loaded.items():
            self._games["loaded"][0, die, : len(faces)] = faces

    def reactions(self) -> list[str]:
        """All that Contrarius can react to on this board, in the words of ``react``."""
        in_play = (self._games["bonus"][0] != NONE).nonzero()[0]
        provinces = [f"produce {self.names.provinces[index]}" for index in in_play]
        found = []
        for role, halves in REACTION_HALVES.items():
            if role == PREFECT_PM and self.num_seats > 1:
                continue  # the Praefectus Magnus is in play himself: the card is a plain Prefect
            for half in halves:
                words = provinces if half == PRODUCED else [HALVES[half]]
                found += [f"{ROLES[role]} {word}".rstrip() for word in words]
        return found

    def react(self, reaction: str) -> None:
        """Let Contrarius react as if a human had just finished an action; then the turn passes.

        For games that are led elsewhere: restore the position after the action, in phase ``play``
        of the seat that acted, with ``from_snapshot(snapshot, ask_card=True)``, and say what it
        did. Decisions that he leaves to the humans follow as usual, until the next card is due.

        Args:
            reaction: a role (``Tribune``, ``Mercator5``, ``Weaver``, ...), for a Prefect and a
                Colonist with what was chosen: ``Prefect produce Campania``, ``Prefect collect``,
                ``Colonist settle``. For a Diplomat the role that was copied.

        Raises:
            ValueError: he does not react here, or not to this; nothing is changed.
        """
        tables, record = self._tables[0], self._games[0]
        if tables.reactor == NONE:
            raise ValueError("Contrarius is not a party of this game")
        if record.turn != tables.reactor or self.phase != "play":
            raise ValueError(
                f"Contrarius reacts in phase play of seat {tables.reactor}, "
                f"not in phase {self.phase} of seat {self.seat}"
            )
        if record.concordia == CONTRARIUS:
            raise ValueError("Contrarius owns the Concordia card and reacts no more")
        if reaction not in self.reactions():
            known = ", ".join(self.reactions())
            raise ValueError(f"Contrarius has no reaction to {reaction!r}; he has to: {known}")
        role, half, province = reaction_of(reaction, self.names)
        react(self._tables, self._games, 0, role, half, province, self._mask)
        self._note_events()

    def snapshot(self, seat: int | None = None) -> dict[str, Any]:
        """The position as a JSON-able dict: all of it, or what a seat may see."""
        if seat is not None:
            self.check_seat(seat)
        return to_snapshot(self._games[0], self.scenario.config(), self.names, seat)

    @classmethod
    def from_snapshot(
        cls,
        snapshot: Mapping[str, Any],
        board: str | Path | Board | None = None,
        cards: str | Path | None = None,
        dice: str | Path | None = None,
        seed: int | np.random.SeedSequence | None = None,
        ask_card: bool = False,
    ) -> Self:
        """A game that continues from a full snapshot.

        Args:
            snapshot: as ``snapshot()`` gives it.
            board: the path of the board file, where it is not one of the package.
            cards, dice: likewise for the files of Solitaria.
            seed: of the chance to come, which a snapshot does not hold; None takes fresh entropy.
            ask_card: ask for the card of every turn, also where only one is in hand and the engine
                would play it at once. For positions of a game that is led elsewhere, see ``react``.

        Raises:
            ValueError: the snapshot is incomplete or contradicts itself; names the key.
        """
        game = object.__new__(cls)
        if not isinstance(snapshot, Mapping) or snapshot.get("game") != "concordia":
            raise ValueError("snapshot: game: expected 'concordia'")
        game._prepare(scenario_of_config(snapshot.get("config"), board, cards, dice))
        clear_table(game._games, 0)
        game._games["vp"][0, : game.num_seats] = game._tables["start_vp"]
        fill_record(game._games[0], snapshot, game.names)
        game._games["key"][0] = key_of_seed(seed)
        game._games["ask_card"] = ask_card
        if found := difference(snapshot, game.snapshot()):
            raise ValueError(f"snapshot: {found}")
        game._adopt()
        return game

    @property
    def teams(self) -> list[tuple[int, ...]]:
        """The seats of each team; without teams every seat alone."""
        sides = self.scenario.teams
        return [tuple(range(team, self.num_seats, sides)) for team in range(sides)]

    def team_scores(self) -> dict[int, dict[str, int]]:
        """Points of every team: the sum of its partners', by category and in total."""
        scores = self.scores()
        return {
            team: {name: sum(scores[seat][name] for seat in seats) for name in self.score_names}
            for team, seats in enumerate(self.teams)
        }

    def ranking(self) -> list[Any]:
        """The parties, best first, in team play the teams; ties are broken as the rules do."""
        _, ranks = self.standing()
        sides = range(len(self.teams)) if self.scenario.team else self.parties
        return sorted(sides, key=lambda side: int(ranks[self._row(side)]))

    def render(self, seat: int | None = None) -> str:
        """The position as text: all of it, or what a seat may see."""
        return text_of(self, seat)

    @classmethod
    def _scenario_from_json(cls, data: dict[str, Any]) -> Scenario:
        return scenario_of_json(data)
