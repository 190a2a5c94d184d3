"""A game as its deal and the actions taken: a small file that is verified when it is read."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from env_core.files import write_atomically
from env_core.game import Game

FORMAT = "contrarius replay 1"


@dataclass(frozen=True)
class Replay:
    """All that it takes to play a game again, and how it came out."""

    family: str  # package of the game
    scenario: dict[str, Any]
    seed: int
    actions: tuple[str, ...]  # in the notation, forced decisions left out
    hash: str  # of the last position
    format: str = FORMAT

    @classmethod
    def play(cls, game: Game, seed: int, choose: Callable[[Game], int]) -> Replay:
        """Play a game that was just dealt with the seed to its end; ``choose`` gives action ids."""
        actions = []
        while not game.over:
            action = choose(game)
            actions.append(game.action_text(action))
            game.apply(action)
        scenario = game.scenario.to_json()
        return cls(game.engine.package, scenario, seed, tuple(actions), game.hash)

    def positions(self, game_type: type[Game]) -> Iterator[Game]:
        """The game at each of its decisions and at its end: one object that goes on."""
        game = game_type(game_type._scenario_from_json(self.scenario), self.seed)
        yield game
        for action in self.actions:
            game.apply(action)
            yield game

    def save(self, path: Path) -> None:
        """Write the file, complete or not at all."""
        write_atomically(path, json.dumps(asdict(self), indent=1) + "\n")

    @classmethod
    def load(cls, path: Path, game_type: type[Game]) -> Replay:
        """Read a file and play it through.

        Raises:
            ValueError: the file is not a replay of such games, or its actions do not lead to the
                position that it ends with.
        """
        try:
            fields = json.loads(path.read_text(encoding="utf-8"))
            replay = cls(**{**fields, "actions": tuple(fields["actions"])})
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise ValueError(f"{path}: not a replay: {error}") from error
        family = game_type.engine.package
        if replay.format != FORMAT or replay.family != family:
            raise ValueError(f"{path}: not a replay of {family} in this version")
        try:
            *_, last = replay.positions(game_type)
        except (ValueError, KeyError, TypeError) as error:
            raise ValueError(f"{path}: the replay is damaged: {error}") from error
        if last.hash != replay.hash:
            raise ValueError(f"{path}: the replay is damaged: it ends in another position")
        return replay
