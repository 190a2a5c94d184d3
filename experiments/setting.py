"""What is played in an experiment: one description for training, evaluation and tournaments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any

from comuni_env import comuni_v0
from concordia_env import concordia_v0, solitaria_v0, venus_v0
from concordia_env.bots import BOTS
from env_core.batch import LEARNER, Policy
from env_core.game import Game

if TYPE_CHECKING:
    from env_core.sb3 import BatchVecEnv  # imports torch

GAMES: dict[str, ModuleType] = {
    "concordia": concordia_v0,
    "solitaria": solitaria_v0,
    "venus": venus_v0,
    "comuni": comuni_v0,
}
PLAYERS = {"concordia": 2, "solitaria": 1, "venus": 4, "comuni": 4}  # unless said otherwise
BOARD = "italia"  # likewise, of the games that have boards
OPPONENT = "opponent"  # as a partner: drawn like the opponents
PARTNERS = (LEARNER, OPPONENT, *BOTS)


@dataclass(frozen=True)
class Setting:
    """A game, its board and its players; ValueError if there is no such game."""

    game: str = "concordia"
    board: str = ""  # empty: BOARD, and in Comuni, which has none, nothing
    players: int = 0  # 0: those of PLAYERS
    difficulty: str = ""  # of Solitaria; empty: standard
    max_turns: int = 1000  # of a seat, then the game is cut off
    team: bool = False  # of Venus
    partner: str = ""  # in teams, one of PARTNERS; empty: the learner plays both seats

    def __post_init__(self) -> None:
        if self.game not in GAMES:
            raise ValueError(f"unknown game {self.game!r}; games: {', '.join(GAMES)}")
        if self.board and self.game == "comuni":
            raise ValueError("a board is for the games of Concordia; comuni has none")
        if self.difficulty and self.game != "solitaria":
            raise ValueError("a difficulty is for the game solitaria")
        if self.team and self.game != "venus":
            raise ValueError("teams are for the game venus")
        if self.partner and not self.team:
            raise ValueError("a partner is for teams")
        if self.partner and self.partner not in PARTNERS:
            raise ValueError(f"unknown partner {self.partner!r}; partners: {', '.join(PARTNERS)}")
        if not self.board and self.game != "comuni":
            object.__setattr__(self, "board", BOARD)

    def __str__(self) -> str:
        teams = "teams" if self.team else ""
        partner = f"with {self.partner}" if self.partner not in ("", LEARNER) else ""
        return " ".join(filter(None, (self.game, self.board, self.difficulty, teams, partner)))

    def side(self, seat: int) -> str:
        """What a learner plays who decides for the seat: that seat, or both of its team."""
        if self.team and self.partner in ("", LEARNER):
            return f"team {seat % self.num_sides}"
        return f"seat {seat}"

    @property
    def num_players(self) -> int:
        return self.players or PLAYERS[self.game]

    @property
    def num_sides(self) -> int:
        """Seats, or teams: seat s belongs to side s modulo this."""
        return self.num_players // 2 if self.team else self.num_players

    @property
    def options(self) -> dict[str, Any]:
        """The options of the scenario, as the game's module takes them."""
        found: dict[str, Any] = {"num_players": self.num_players}
        if self.board:
            found["board"] = self.board
        if self.game == "solitaria":
            found["difficulty"] = self.difficulty or "standard"
        if self.team:
            found["team"] = True
        return found

    @property
    def game_type(self) -> type[Game]:
        kind: type[Game] = GAMES[self.game].FACES.game_type
        return kind

    @property
    def scenario(self) -> Any:
        """The scenario; ValueError if there is no such board or number of players."""
        return GAMES[self.game].FACES.scenario(**self.options)

    def new_game(self, seed: int) -> Game:
        """The game that the module's ``game(seed=...)`` deals."""
        return self.game_type(self.scenario, seed)

    def games(
        self, rows: int, opponents: Sequence[str | Policy], seed: int, **rewards: Any
    ) -> BatchVecEnv:
        """Games with one learner each, whose seat rotates, on a single thread.

        Further threads would inherit the one core that torch's first is bound to.
        """
        partner: dict[str, Any] = {}
        if self.team:
            partner["partner"] = None if self.partner == OPPONENT else self.partner or LEARNER
        games: BatchVecEnv = GAMES[self.game].sb3_vec_env(
            rows,
            opponents=opponents,
            seat="rotate",
            max_turns=self.max_turns,
            threads=1,
            seed=seed,
            **self.options,
            **partner,
            **rewards,
        )
        return games
