"""What is played in an experiment: one description for training, evaluation and the demo."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from concordia_env import concordia_v0, solitaria_v0
from env_core.batch import Policy
from env_core.sb3 import BatchVecEnv

GAMES: dict[str, ModuleType] = {"concordia": concordia_v0, "solitaria": solitaria_v0}
PLAYERS = {"concordia": 2, "solitaria": 1}  # unless said otherwise


@dataclass(frozen=True)
class Setting:
    """A game, its board and its players; ValueError if there is no such game."""

    game: str = "concordia"
    board: str = "italia"
    players: int = 0  # 0: those of PLAYERS
    difficulty: str = ""  # of Solitaria; empty: standard
    max_turns: int = 1000  # of a seat, then the game is cut off

    def __post_init__(self) -> None:
        if self.game not in GAMES:
            raise ValueError(f"unknown game {self.game!r}; games: {', '.join(GAMES)}")
        if self.difficulty and self.game != "solitaria":
            raise ValueError("a difficulty is for the game solitaria")

    def __str__(self) -> str:
        return " ".join(filter(None, (self.game, self.board, self.difficulty)))

    def games(
        self, rows: int, opponents: Sequence[str | Policy], seed: int, **rewards: Any
    ) -> BatchVecEnv:
        """Games with one learner each, whose seat rotates, on a single thread.

        Further threads would inherit the one core that torch's first is bound to.
        """
        options: dict[str, Any] = {
            "board": self.board,
            "num_players": self.players or PLAYERS[self.game],
        }
        if self.game == "solitaria":
            options["difficulty"] = self.difficulty or "standard"
        games: BatchVecEnv = GAMES[self.game].sb3_vec_env(
            rows,
            opponents=opponents,
            seat="rotate",
            max_turns=self.max_turns,
            threads=1,
            seed=seed,
            **options,
            **rewards,
        )
        return games
