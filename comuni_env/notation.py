"""Every action id as a string, and back; the names of the comuni and of the cards."""

from __future__ import annotations

from functools import cached_property, lru_cache

from comuni_env import constants as c
from comuni_env.actions import (
    A_ALLIANCE,
    A_BID,
    A_CARD,
    A_CITY,
    A_CLAIM,
    A_DISCARD,
    A_DONE,
    A_EXCHANGE,
    A_INCOME,
    A_NEW,
    A_PAIRS,
    A_RAISE,
    A_RELOCATE,
    A_RESTORE,
    A_TAKE,
    A_WALL_NEW,
    A_WALL_RAISE,
    A_WITHDRAW,
    BIDS,
    NUM_ACTIONS,
    RAISES,
)
from comuni_env.cards import Figures, load_figures

EXCHANGES = tuple(
    f"{c.STONES[give]} {c.STONES[get]}" for give, get in zip(c.GIVES, c.GETS, strict=True)
)


class Notation:
    """Faces, comuni and the texts of all actions."""

    def __init__(self, figures: Figures) -> None:
        self.faces = figures.faces
        self.comuni = [comune.name for comune in figures.comuni]
        padding: list[str | None] = [None] * (c.FACES - len(self.faces))
        blocks: dict[int, list[str | None]] = {
            A_BID: [f"bid {n // BIDS + 1} {n % BIDS}" for n in range(c.COLUMNS * BIDS)],
            A_CLAIM: ["claim"],
            A_INCOME: ["income"],
            A_RELOCATE: [f"relocate {column + 1}" for column in range(c.COLUMNS)],
            A_WITHDRAW: ["withdraw"],
            A_TAKE: [f"take {stone}" for stone in c.STONES],
            A_ALLIANCE: [f"alliance {number}" for number in range(c.MOST_ALLIANCE + 1)],
            A_CITY: [f"city {number}" for number in range(c.MOST_CITY + 1)],
            A_PAIRS: [f"pairs {number}" for number in range(c.MOST_PAIRS + 1)],
            A_EXCHANGE: [f"exchange {kind}" for kind in EXCHANGES],
            A_CARD: [*(f"card {face}" for face in self.faces), *padding],
            A_NEW: [f"new {kind}" for kind in c.KINDS],
            A_RAISE: [f"raise {kind} {n + 1}" for kind in c.KINDS for n in range(RAISES)],
            A_WALL_NEW: ["wall new"],
            A_WALL_RAISE: [f"wall raise {n + 1}" for n in range(RAISES)],
            A_DISCARD: [*(f"discard {face}" for face in self.faces), *padding],
            A_RESTORE: [f"restore {number}" for number in range(c.MOST_RESTORED + 1)],
            A_DONE: ["done"],
        }
        self._texts = [text for first in sorted(blocks) for text in blocks[first]]

    def text(self, action: int) -> str:
        """The action's string; ValueError for ids that are padding with these cards."""
        if not 0 <= action < NUM_ACTIONS:
            raise ValueError(f"action id {action} is outside 0..{NUM_ACTIONS - 1}")
        text = self._texts[action]
        if text is None:
            raise ValueError(f"action id {action} is padding here: there are fewer faces")
        return text

    @cached_property
    def _ids(self) -> dict[str, int]:
        return {text: action for action, text in enumerate(self._texts) if text is not None}

    def id(self, text: str) -> int:
        """The id of an action string."""
        try:
            return self._ids[text]
        except KeyError:
            raise ValueError(f"{text!r} is not an action") from None


@lru_cache(maxsize=64)
def notation_of(own_data: str | None) -> Notation:
    """The shared notation of a data file: the package's, or the text of another."""
    return Notation(load_figures(own_data))
