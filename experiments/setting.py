"""What is played in an experiment: one description for training, evaluation and the demo."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from concordia_env import concordia_v0, solitaria_v0, venus_v0
from concordia_env.bots import BOTS
from env_core.batch import LEARNER, Policy
from env_core.sb3 import BatchVecEnv

GAMES: dict[str, ModuleType] = {
    "concordia": concordia_v0,
    "solitaria": solitaria_v0,
    "venus": venus_v0,
}
PLAYERS = {"concordia": 2, "solitaria": 1, "venus": 4}  # unless said otherwise
OPPONENT = "opponent"  # as a partner: drawn like the opponents
PARTNERS = (LEARNER, OPPONENT, *BOTS)


@dataclass(frozen=True)
class Setting:
    """A game, its board and its players; ValueError if there is no such game."""

    game: str = "concordia"
    board: str = "italia"
    players: int = 0  # 0: those of PLAYERS
    difficulty: str = ""  # of Solitaria; empty: standard
    max_turns: int = 1000  # of a seat, then the game is cut off
    team: bool = False  # of Venus
    partner: str = ""  # in teams, one of PARTNERS; empty: the learner plays both seats

    def __post_init__(self) -> None:
        if self.game not in GAMES:
            raise ValueError(f"unknown game {self.game!r}; games: {', '.join(GAMES)}")
        if self.difficulty and self.game != "solitaria":
            raise ValueError("a difficulty is for the game solitaria")
        if self.team and self.game != "venus":
            raise ValueError("teams are for the game venus")
        if self.partner and not self.team:
            raise ValueError("a partner is for teams")
        if self.partner and self.partner not in PARTNERS:
            raise ValueError(f"unknown partner {self.partner!r}; partners: {', '.join(PARTNERS)}")

    def __str__(self) -> str:
        teams = "teams" if self.team else ""
        partner = f"with {self.partner}" if self.partner not in ("", LEARNER) else ""
        return " ".join(filter(None, (self.game, self.board, self.difficulty, teams, partner)))

    def side(self, seat: int) -> str:
        """What a learner plays who decides for the seat: that seat, or both of its team."""
        if self.team and self.partner in ("", LEARNER):
            return f"team {seat % (self.num_players // 2)}"
        return f"seat {seat}"

    @property
    def num_players(self) -> int:
        return self.players or PLAYERS[self.game]

    def games(
        self, rows: int, opponents: Sequence[str | Policy], seed: int, **rewards: Any
    ) -> BatchVecEnv:
        """Games with one learner each, whose seat rotates, on a single thread.

        Further threads would inherit the one core that torch's first is bound to.
        """
        options: dict[str, Any] = {
            "board": self.board,
            "num_players": self.num_players,
        }
        if self.game == "solitaria":
            options["difficulty"] = self.difficulty or "standard"
        if self.team:
            partner = self.partner or LEARNER
            options |= {"team": True, "partner": None if partner == OPPONENT else partner}
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
