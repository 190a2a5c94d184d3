"""The campaign of Solitaria: a chain of games whose start points fall with every clear win.

It deals the games, keeps the score and can be saved at any decision:

    campaign = Campaign(board="italia", seed=7)
    while not campaign.complete:
        game = campaign.next_game()
        while not game.over:
            game.apply(...)
            campaign.save(path)
        campaign.record()
"""

from __future__ import annotations

import base64
import binascii
import json
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

import numpy as np

from concordia_env.game import ConcordiaGame
from concordia_env.scenario import Scenario, scenario_of_json, solitaria_scenario
from concordia_env.tables import tables_of
from env_core.files import write_atomically
from env_core.rng import key_of_seed

POINTS_OF_LEAD = 5  # that take one point off the next start
FORMAT = "contrarius campaign 1"


def next_start_vp(start_vp: int, own: int, contrarius: int, won: bool) -> int:
    """The start points of the next game; with none left the campaign is complete."""
    lead = own - contrarius if won else 0
    return start_vp - lead // POINTS_OF_LEAD


class Campaign:
    """A campaign in progress: its results so far and the game being played.

    Attributes:
        scenario: of the first game; the later ones differ in their start points.
        seed: of all chance; game n of a campaign is the same whenever it is dealt.
        results: of every finished game: ``start_vp``, ``own`` and ``contrarius`` (the totals),
            ``won`` and ``next_start_vp``.
        game: the game in progress, or None between two games.
    """

    def __init__(
        self,
        board: str | Path = "italia",
        difficulty: str = "standard",
        display: str = "printed",
        info: str = "open",
        cards: str | Path | None = None,
        dice: str | Path | None = None,
        seed: int | None = None,
    ) -> None:
        """Begin a campaign with the start points of a difficulty.

        Args:
            board, difficulty, display, info, cards, dice: as in ``solitaria_v0.game``. The rules
                begin with "standard", and its 20 points; any difficulty with start points will do.
            seed: of all chance; None takes fresh entropy.
        """
        scenario = solitaria_scenario(
            board, difficulty, display=display, info=info, cards=cards, dice=dice
        )
        self._begin(scenario, np.random.SeedSequence(seed).entropy)

    def _begin(self, scenario: Scenario, seed: Any) -> None:
        start_vp = int(tables_of(scenario)["start_vp"][0])
        if start_vp < 1:
            raise ValueError(
                f"difficulty must be one with start points for a campaign, not "
                f"{scenario.difficulty!r}"
            )
        self.scenario = replace(scenario, start_vp=start_vp)
        self.seed = int(seed)
        self.results: list[dict[str, Any]] = []
        self.game: ConcordiaGame | None = None

    @property
    def start_vp(self) -> int:
        """Start points of the game to play; 0 or less when the campaign is complete."""
        if self.results:
            return self.results[-1]["next_start_vp"]
        assert self.scenario.start_vp is not None
        return self.scenario.start_vp

    @property
    def complete(self) -> bool:
        return self.start_vp <= 0

    def next_game(self) -> ConcordiaGame:
        """The game in progress, or the next one, dealt; ValueError when there is none."""
        if self.game is None:
            self._check_open()
            self.game = ConcordiaGame(self._present_scenario(), self._present_seed())
        return self.game

    def record(self, game: ConcordiaGame | None = None) -> None:
        """Enter the result of a finished game: the one in progress, or a copy of it.

        Raises:
            ValueError: the game is not over, or not the one to play now; nothing is changed.
        """
        game = self.game if game is None else game
        self._check_open()
        if game is None:
            raise ValueError("no game of the campaign is in progress: next_game() deals one")
        self._check_own(game)
        if not game.over:
            raise ValueError(f"the game is not over (phase {game.phase})")
        scores = game.scores()
        self.record_totals(scores[0]["total"], scores["C"]["total"], game.ranking()[0] == 0)

    def record_totals(self, own: int, contrarius: int, won: bool) -> None:
        """Enter the result of a game played elsewhere: in a batch, or at a table.

        Args:
            own, contrarius: the final points.
            won: whether the human won, which with equal points the Concordia card decides.

        Raises:
            ValueError: points and winner contradict each other, or the campaign is complete.
        """
        self._check_open()
        if own != contrarius and won != (own > contrarius):
            raise ValueError(f"{own} to {contrarius} points cannot be {'won' if won else 'lost'}")
        self.results.append(
            {
                "start_vp": self.start_vp,
                "own": own,
                "contrarius": contrarius,
                "won": won,
                "next_start_vp": next_start_vp(self.start_vp, own, contrarius, won),
            }
        )
        self.game = None

    def summary(self) -> dict[str, Any]:
        """Games and wins so far, the start points to come, and whether that was all."""
        return {
            "games": len(self.results),
            "wins": sum(result["won"] for result in self.results),
            "start_vp": self.start_vp,
            "complete": self.complete,
        }

    def _present_scenario(self) -> Scenario:
        return replace(self.scenario, start_vp=self.start_vp)

    def _present_seed(self) -> np.random.SeedSequence:
        return np.random.SeedSequence(self.seed, spawn_key=(len(self.results),))

    def _check_open(self) -> None:
        if self.complete:
            raise ValueError(f"the campaign is complete after {len(self.results)} games")

    def _check_own(self, game: ConcordiaGame) -> None:
        """By its options and its chance: a game with other luck is not the one that was dealt."""
        key = key_of_seed(self._present_seed())
        if game.scenario != self._present_scenario() or (game._games["key"][0] != key).any():
            raise ValueError(f"this is not game {len(self.results) + 1} of the campaign")

    # Files: JSON, with the game in progress as bytes that carry a checksum.

    def save(self, path: str | Path) -> None:
        """Write the campaign, the game in progress included; the file is never half-written."""
        game = self.game
        content = {
            "format": FORMAT,
            "scenario": self.scenario.to_json(),
            "seed": self.seed,
            "results": self.results,
            "game": None if game is None else base64.b64encode(game.to_bytes()).decode(),
        }
        write_atomically(Path(path), json.dumps(content, indent=1) + "\n")

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Go on with a saved campaign; ValueError when the file is damaged or of another kind."""
        try:
            content = json.loads(Path(path).read_bytes())
        except ValueError as error:
            raise ValueError(f"{path} is not a campaign: {error}") from None
        if not isinstance(content, dict) or content.get("format") != FORMAT:
            raise ValueError(f"{path} is not a campaign of this version")
        try:
            return cls._of_json(content)
        except KeyError as error:
            raise ValueError(f"{path} is damaged: {error} is missing") from None
        except (ValueError, TypeError, AttributeError) as error:
            raise ValueError(f"{path} is damaged: {error}") from None

    @classmethod
    def _of_json(cls, content: dict[str, Any]) -> Self:
        """Follow the results game by game, so that only what the rules allow is believed."""
        campaign = cls.__new__(cls)
        if type(content["seed"]) is not int or content["seed"] < 0:
            raise ValueError(f"seed: expected a whole number, found {content['seed']!r}")
        scenario = scenario_of_json(content["scenario"])
        if not scenario.contrarius or scenario.players != 1:
            raise ValueError("scenario: a campaign is played alone against Contrarius")
        campaign._begin(scenario, content["seed"])
        for number, result in enumerate(content["results"], start=1):
            own, contrarius, won = result["own"], result["contrarius"], result["won"]
            if type(own) is not int or type(contrarius) is not int or type(won) is not bool:
                raise ValueError(f"results: game {number}: totals or winner are not as expected")
            campaign.record_totals(own, contrarius, won)
            if campaign.results[-1] != result:
                raise ValueError(f"results: game {number} does not follow from the ones before")
        if content["game"] is not None:
            campaign.game = campaign._game_of_text(content["game"])
        return campaign

    def _game_of_text(self, text: str) -> ConcordiaGame:
        try:
            saved = base64.b64decode(text, validate=True)
        except binascii.Error as error:
            raise ValueError(f"game: {error}") from None
        game = ConcordiaGame.from_bytes(saved)
        self._check_open()
        self._check_own(game)
        return game
