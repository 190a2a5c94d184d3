"""Who plays whom, on which deal and from which side: the rounds of a tournament."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from typing import Any

import numpy as np

from experiments.setting import Setting

CONTRARIUS = "Contrarius"  # plays along in Solitaria, as a side of his own


@dataclass(frozen=True)
class Round:
    """One deal and one line-up, played once from every rotation of the line-up."""

    number: int
    line_up: tuple[str, ...]

    def sides(self, rotation: int, num_sides: int) -> tuple[str, ...]:
        """The agent of every side; over all rotations every agent sits on each of them once.

        A line-up longer than the sides is that of a game with one side: all play it in turn.
        """
        turned = self.line_up[rotation:] + self.line_up[:rotation]
        return turned[:num_sides]


@dataclass(frozen=True)
class Contest:
    """What a tournament plays; ValueError if it cannot be played."""

    setting: Setting
    agents: tuple[str, ...]
    deals: int
    seed: int

    def __post_init__(self) -> None:
        if twice := [name for name in self.agents if self.agents.count(name) > 1]:
            raise ValueError(f"agent {twice[0]!r} is named twice")
        least = 2 if self.setting.num_sides > 1 else 1
        if len(self.agents) < least:
            raise ValueError(f"at least {least} agents are needed, not {len(self.agents)}")
        for name, value, lowest in (
            ("deals", self.deals, 1),
            ("max-turns", self.setting.max_turns, 1),
            ("seed", self.seed, 0),
        ):
            if value < lowest:
                raise ValueError(f"--{name} must be at least {lowest}, not {value}")

    @property
    def entrants(self) -> tuple[str, ...]:
        """All whose results are counted."""
        return (*self.agents, CONTRARIUS) if self.setting.game == "solitaria" else self.agents

    def to_json(self) -> dict[str, Any]:
        """All that distinguishes this contest from others."""
        return {
            "game": self.setting.game,
            **self.setting.options,
            "max_turns": self.setting.max_turns,
            "agents": list(self.agents),
            "deals": self.deals,
            "seed": self.seed,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Contest:
        """The contest described by ``to_json``."""
        setting = Setting(
            data["game"],
            data.get("board", ""),
            data["num_players"],
            data.get("difficulty", ""),
            data["max_turns"],
            data.get("team", False),
        )
        return cls(setting, tuple(data["agents"]), data["deals"], data["seed"])

    def rounds(self) -> list[Round]:
        """The schedule: fewer deals are the beginning of the schedule of more.

        All line-ups are played before one is played again. Among those left the one whose agents
        have played least comes next, so that agents play about equally often at any time, and
        equally often whenever all line-ups are through.
        """
        rng = np.random.default_rng(self.seed)
        line_ups = possible_line_ups(self.agents, self.setting.num_sides)
        copies = np.array([[line_up.count(name) for name in self.agents] for line_up in line_ups])
        played = np.zeros(len(self.agents), np.int64)
        left = np.empty(0, np.int64)
        found = []
        for number in range(self.deals):
            if not len(left):
                left = rng.permutation(len(line_ups))
            place = int((copies[left] @ played).argmin())
            chosen = left[place]
            left = np.delete(left, place)
            played += copies[chosen]
            # Shuffled, as otherwise the same agents would always sit next to each other.
            seated = rng.permutation(len(line_ups[chosen]))
            found.append(Round(number, tuple(line_ups[chosen][k] for k in seated)))
        return found


def possible_line_ups(agents: Sequence[str], sides: int) -> list[tuple[str, ...]]:
    """Who may meet: as many different agents as there are sides, or repeated ones, at least two.

    A single side has one line-up: all play the same deal.
    """
    if sides == 1:
        return [tuple(agents)]
    if len(agents) >= sides:
        return list(combinations(agents, sides))
    repeated = combinations_with_replacement(agents, sides)
    return [line_up for line_up in repeated if len(set(line_up)) > 1]


def round_seeds(
    seed: int, number: int, games: int = 0, seats: int = 0
) -> tuple[int, list[list[int]]]:
    """The seed of a round's deal, as ``game(seed=...)`` takes it, and of each seat in each game.

    A seat's is that of its agent's own chance, whoever plays it and in which process.
    """
    sequence = np.random.SeedSequence(seed, spawn_key=(number,))
    deal, *words = sequence.generate_state(1 + games * seats, np.uint64).tolist()
    return deal, [words[first : first + seats] for first in range(0, games * seats, seats or 1)]
