"""One game as a Python object: decisions in words or ids, clones, bytes, equality.

The rules are compiled kernels on a record; this class holds one record and says what it means.
Each game family derives its own class and adds words, snapshots and scores.
"""

from __future__ import annotations

import hashlib
import json
import operator
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np

from env_core.jit import compile_once
from env_core.rng import key_of_seed

_MAGIC = b"contrarius game 1\n"
_CHOICES_SHOWN = 12  # of the legal actions an error message names


def as_index(action: Any) -> int:
    """The action as a whole number; one that no action has if it is something else."""
    try:
        return operator.index(action)
    except TypeError:
        return -1


@dataclass(frozen=True)
class Engine:
    """The compiled side of a game family, as games and faces see it."""

    package: str
    record: np.dtype
    position_offset: int  # bytes before it (scenario, chance, events) are not part of the position
    num_actions: int
    observation_size: int
    score_shape: tuple[int, int]  # parties x categories, the total in the last column
    setup: Callable[..., None]  # tables, games, i, scenario, key_0, key_1, mask
    apply: Callable[..., None]  # tables, games, i, action (-1: forced ones only), mask
    legal_actions: Callable[..., int]  # tables, games, i, mask
    observe: Callable[..., None]  # tables, games, i, seat, points, out
    score: Callable[..., None]  # tables, games, i, points
    rank: Callable[..., None]  # tables, games, i, points, ranks
    check: Callable[..., int]  # tables, games, i
    determinise: Callable[..., None]  # tables, games, i, seat, key_0, key_1
    forecast: Callable[..., None]  # tables, games, i, points, totals
    spread: float  # of final margins around a forecast, in points
    secret_phases: tuple[int, int]  # first and last one in which seats decide unseen; NONE: none
    faults: tuple[str, ...]  # messages of check
    step_rows: Callable[..., None]  # tables, games, rows, ..., the arrays of a batch
    show_rows: Callable[..., None]  # tables, games, start, stop, obs, mask, seat, points
    bot_rows: Callable[..., None]  # bot, tables, games, streams, mask, actions
    first_illegal: Callable[..., int]  # mask, actions, index
    bots: tuple[str, ...]  # names of the compiled bots
    run_all_kernels: Callable[[], None]  # compiles everything


class Game(ABC):
    """One game in progress; subclasses give it words."""

    engine: ClassVar[Engine]
    score_names: ClassVar[tuple[str, ...]]  # columns of the points, "total" last
    party_names: ClassVar[tuple[Any, ...]]  # rows of the points: seats, and who else may play
    scenario: Any  # hashable description of the game's options, with ``to_json``

    def __init__(self, scenario: Any, seed: int | np.random.SeedSequence | None = None) -> None:
        """Deal a new game.

        Args:
            scenario: players and options.
            seed: seed of all chance; None takes fresh entropy.
        """
        self._prepare(scenario)
        self.restart(key_of_seed(seed))

    def _prepare(self, scenario: Any) -> None:
        compile_once(self.engine.package, self.engine.run_all_kernels)
        self.scenario = scenario
        self._tables = self._tables_of(scenario)
        self._games = np.zeros(1, self.engine.record)
        self._mask = np.zeros(self.engine.num_actions, np.bool_)
        self._points = np.zeros(self.engine.score_shape, np.int32)
        self._ranks = np.zeros(self.engine.score_shape[0], np.int32)
        self._events: list[str] = []
        self._bind()

    def _bind(self) -> None:
        """Views on the fields that Python reads at every decision."""
        self._seat = self._games["seat"]
        self._turns = self._games["turns"]
        self._num_events = self._games["num_events"]

    def restart(self, key: np.ndarray) -> None:
        """Deal anew from the two words of a random key."""
        self._events = []
        self.engine.setup(self._tables, self._games, 0, 0, key[0], key[1], self._mask)
        self._note_events()

    # What a family adds.

    @staticmethod
    @abstractmethod
    def _tables_of(scenario: Any) -> np.ndarray:
        """The one-row tables of a scenario."""

    @abstractmethod
    def action_text(self, action: int) -> str:
        """The notation of an action id, in the present phase."""

    @abstractmethod
    def action_id(self, text: str) -> int:
        """The id of an action string."""

    @abstractmethod
    def _event_text(self, code: int) -> str:
        """The log line of a chance event."""

    @property
    @abstractmethod
    def phase(self) -> str:
        """Name of the present phase."""

    @property
    @abstractmethod
    def num_seats(self) -> int:
        """Number of human seats."""

    @abstractmethod
    def snapshot(self, seat: int | None = None) -> dict[str, Any]:
        """The position as a JSON-able dict: all of it, or what a seat may see."""

    @classmethod
    @abstractmethod
    def from_snapshot(cls, snapshot: Mapping[str, Any]) -> Self:
        """A game that continues from a full snapshot."""

    @abstractmethod
    def ranking(self) -> list[Any]:
        """The parties, best first."""

    @abstractmethod
    def render(self, seat: int | None = None) -> str:
        """The position as text: all of it, or what a seat may see."""

    @classmethod
    @abstractmethod
    def _scenario_from_json(cls, data: dict[str, Any]) -> Any:
        """The scenario described by its ``to_json``."""

    # Decisions.

    @property
    def seat(self) -> int | None:
        """The seat that decides now; None when the game is over."""
        seat = int(self._seat[0])
        return None if seat < 0 else seat

    @property
    def over(self) -> bool:
        return self.seat is None

    @property
    def turns(self) -> int:
        """Turns begun so far."""
        return int(self._turns[0])

    @property
    def events(self) -> list[str]:
        """The log of chance since this object was made, in order."""
        return list(self._events)

    def legal_ids(self) -> np.ndarray:
        """Ids of the legal actions, ascending."""
        return self._mask.nonzero()[0]

    def legal(self) -> list[str]:
        """The legal actions in the notation."""
        return [self.action_text(int(action)) for action in self.legal_ids()]

    def action_mask(self) -> np.ndarray:
        """One boolean per action id."""
        return self._mask.copy()

    def is_legal(self, action: int) -> bool:
        """Whether an id within the action space is legal now."""
        return bool(self._mask[action])

    def apply(self, action: str | int) -> None:
        """Carry out an action and all forced decisions after it.

        Raises:
            ValueError: the action is not legal; the message names choices, the game is unchanged.
        """
        self.apply_legal(self._checked(action))

    def apply_legal(self, action: int) -> None:
        """Carry out an action known to be legal; faces that check by the mask call this."""
        self.engine.apply(self._tables, self._games, 0, action, self._mask)
        if self._num_events[0]:
            self._note_events()

    def _checked(self, action: str | int) -> int:
        if isinstance(action, str):
            for number in self.legal_ids():
                if self.action_text(int(number)) == action:
                    return int(number)
            raise self.illegal(action)
        number = -1 if isinstance(action, bool | np.bool_) else as_index(action)
        if not 0 <= number < len(self._mask) or not self._mask[number]:
            raise self.illegal(action)
        return number

    def illegal(self, action: object) -> ValueError:
        """The error for an action that is not legal now."""
        if self.over:
            return ValueError(f"illegal action {action!r}: the game is over")
        legal = self.legal()
        shown = ", ".join(legal[:_CHOICES_SHOWN])
        more = f", ... ({len(legal)} in all)" if len(legal) > _CHOICES_SHOWN else ""
        what = repr(action)
        if not isinstance(action, str):
            try:
                what = f"{action} ({self.action_text(operator.index(action))})"  # type: ignore[arg-type]
            except (TypeError, ValueError):
                what = repr(action)
        return ValueError(
            f"illegal action {what} in phase {self.phase} of seat {self.seat}; legal: {shown}{more}"
        )

    def _note_events(self) -> None:
        for index in range(int(self._num_events[0])):
            self._events.append(self._event_text(int(self._games["events"][0, index])))

    # Views.

    def check_seat(self, seat: int) -> None:
        """Raise ValueError unless it is the number of a seat."""
        if type(seat) is bool or not isinstance(seat, int | np.integer):
            raise ValueError(f"seat must be a whole number, not {seat!r}")
        if not 0 <= seat < self.num_seats:
            raise ValueError(f"seat must be in 0..{self.num_seats - 1}, not {seat}")

    def observe(self, seat: int | None = None) -> np.ndarray:
        """The observation of a seat (default: the one that decides; seat 0 when over)."""
        if seat is None:
            seat = self.seat or 0
        self.check_seat(seat)
        return self.observe_known(seat)

    def observe_known(self, seat: int) -> np.ndarray:
        """The observation of a seat known to play; faces with agents of their own call this."""
        engine = self.engine
        out = np.empty(engine.observation_size, np.float32)
        engine.observe(self._tables, self._games, 0, seat, self._points, out)
        return out

    @property
    def parties(self) -> list[Any]:
        """Who plays: the seats, where a game has no others."""
        return list(range(self.num_seats))

    def scores(self) -> dict[Any, dict[str, int]]:
        """Points of every party by category and in total, as if the game ended now."""
        points, _ = self.standing()
        rows = {party: points[self.party_names.index(party)].tolist() for party in self.parties}
        return {p: dict(zip(self.score_names, row, strict=True)) for p, row in rows.items()}

    def standing(self) -> tuple[np.ndarray, np.ndarray]:
        """Points (party x category, the total last) and ranks (0 is best), were the game over now.

        Both arrays belong to the game and change with the next call.
        """
        self.engine.score(self._tables, self._games, 0, self._points)
        self.engine.rank(self._tables, self._games, 0, self._points, self._ranks)
        return self._points, self._ranks

    def check(self) -> None:
        """Raise ValueError if an invariant of the position does not hold."""
        fault = self.engine.check(self._tables, self._games, 0)
        if fault:
            raise ValueError(f"the position is inconsistent: {self.engine.faults[fault]}")

    # Copies.

    @classmethod
    def from_record(cls, scenario: Any, record: np.ndarray) -> Self:
        """A game of its own from a one-element array of records of that scenario.

        Its log begins with the events of the last decision.
        """
        game = object.__new__(cls)
        game._prepare(scenario)
        game._games[:] = record
        game._games["scenario"] = 0
        game.engine.legal_actions(game._tables, game._games, 0, game._mask)
        game._note_events()
        return game

    def clone(self) -> Self:
        """An independent copy that continues with the same chance."""
        other = object.__new__(type(self))
        other.scenario = self.scenario
        other._tables = self._tables
        other._games = self._games.copy()
        other._mask = self._mask.copy()
        other._points = self._points.copy()
        other._ranks = self._ranks.copy()
        other._events = list(self._events)
        other._bind()
        return other

    __copy__ = clone

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.clone()

    def determinise(self, seat: int, seed: int | np.random.SeedSequence | None = None) -> Self:
        """A copy whose hidden part is dealt anew, consistent with all that the seat knows."""
        self.check_seat(seat)
        other = self.clone()
        key = key_of_seed(seed)
        self.engine.determinise(other._tables, other._games, 0, seat, key[0], key[1])
        # Where a seat cannot tell who is deciding, the sampled world may be at another decision.
        self.engine.apply(other._tables, other._games, 0, -1, other._mask)
        return other

    def to_bytes(self) -> bytes:
        """The whole game, chance and log included; ``from_bytes`` restores it anywhere."""
        head = {"scenario": self.scenario.to_json(), "events": self._events}
        content = json.dumps(head).encode() + b"\n" + self._games.tobytes()
        return _MAGIC + hashlib.sha256(content).hexdigest().encode() + b"\n" + content

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Restore a game; ValueError when the bytes are damaged or of another kind."""
        if not bytes(data).startswith(_MAGIC):
            raise ValueError("these bytes are not a saved game of this version")
        digest, _, content = bytes(data)[len(_MAGIC) :].partition(b"\n")
        if hashlib.sha256(content).hexdigest().encode() != digest:
            raise ValueError("the saved game is damaged: its checksum does not fit")
        head, _, record = content.partition(b"\n")
        if len(record) != cls.engine.record.itemsize:
            raise ValueError("the saved game was made by another version")
        try:
            fields = json.loads(head)
            scenario = cls._scenario_from_json(fields["scenario"])
            events = [str(event) for event in fields["events"]]
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"the saved game is damaged: {error}") from error
        game = object.__new__(cls)
        game._prepare(scenario)
        game._games[:] = np.frombuffer(record, cls.engine.record)
        game._events = events
        game._adopt()
        return game

    def _adopt(self) -> None:
        """Check a record from outside and bring it to its next decision."""
        self.check()
        if (
            not self.engine.legal_actions(self._tables, self._games, 0, self._mask)
            and not self.over
        ):
            raise ValueError(f"nothing is legal in this position (phase {self.phase})")
        self.engine.apply(self._tables, self._games, 0, -1, self._mask)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_bytes, (self.to_bytes(),)

    # Equality of positions: everything a full snapshot shows; the chance to come does not count.

    def _position(self) -> bytes:
        return self._games.tobytes()[self.engine.position_offset :]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.scenario == other.scenario and self._position() == other._position()

    @property
    def hash(self) -> str:
        """A digest of the position as its snapshot shows it: equal on every machine and version."""
        facts = {"scenario": self.scenario.to_json(), "snapshot": self.snapshot()}
        return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:32]

    def __hash__(self) -> int:
        return hash((self.scenario, self._position()))

    def __str__(self) -> str:
        return self.render()
