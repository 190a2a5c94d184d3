"""Positions built by name: a dealt game, edited so that every piece of the box stays in it."""

from __future__ import annotations

from typing import Any, Self

from comuni_env import comuni_v0
from env_core.game import Game

KINDS = ("economy", "military", "culture", "religion")
STONES = ("gold", "armies", "pilgrims", "craftsmen")
DECKS = "ABCD"
COMUNI = ("Lucca", "Firenze", "Siena", "Bologna", "Milano")  # numbers 1 to 5


def perform(game: Game, *actions: str) -> None:
    """Apply the actions one after the other."""
    for action in actions:
        game.apply(action)


def player(game: Game, seat: int = 0) -> dict[str, Any]:
    """What the full snapshot shows of a seat."""
    shown: dict[str, Any] = game.snapshot()["seats"][seat]
    return shown


def stock(**stones: int) -> dict[str, int]:
    """Exactly these stones."""
    return dict.fromkeys(STONES, 0) | stones


class Position:
    """A position in the making; edits can be chained and `game` turns it into a game.

    It begins in the first seat's project phase, with empty stocks and full columns.

    Args:
        comuni: names in the order of the seats, which is the order of their numbers.
        deck: the deck that is being drawn from; the cards of earlier decks are spent and their
            invasions over, without loot or heroes.
    """

    def __init__(self, *comuni: str, deck: str = "A") -> None:
        dealt = comuni_v0.game(num_players=len(comuni), seed=0)
        self.game_type = type(dealt)
        self.snapshot: dict[str, Any] = dealt.snapshot()
        self.deck = self.snapshot["decks"][deck]
        for seat, name in enumerate(comuni):
            self._seat(seat).update(name=name, comune=COMUNI.index(name) + 1)
            self.stones(seat)
        past = DECKS[: DECKS.index(deck)]
        for name in past:
            self._spend(self.snapshot["decks"][name])
        self._set_invasions(len(past))

    def game(self) -> Game:
        """A game that goes on from here; whatever stands was built with spent cards."""
        seats = self.snapshot["seats"]
        walls = sum(sum(seat["walls"]) for seat in seats) - 11 + self.snapshot["bonus_walls"]
        storeys = sum(sum(heights) for seat in seats for heights in seat["buildings"].values())
        while len(self.snapshot["spent"]) < walls + storeys:
            self._spend(self.deck, 1)
        return self.game_type.from_snapshot(self.snapshot)

    # --- The board

    def envoy(self, seat: int, number: int, gold: int) -> Self:
        """Let an envoy of the seat stand in a column, with gold from the supply."""
        self.snapshot["columns"][number - 1].update(envoy=seat, gold=gold)
        self._seat(seat)["envoys"] -= 1
        self.snapshot["supply"]["gold"] -= gold
        return self

    def left(self, cards: int) -> Self:
        """Leave so many cards in the present deck."""
        self._spend(self.deck, len(self.deck) - cards)
        return self

    def supply(self, stone: str, number: int, rest_to: int) -> Self:
        """Leave so many stones in the supply; the others go to a seat."""
        moved = self.snapshot["supply"][stone] - number
        self._seat(rest_to)["stones"][stone] += moved
        self.snapshot["supply"][stone] = number
        return self

    def bonus_walls(self, left: int, owner: int) -> Self:
        """Leave so many bonus walls; the owner's complete sections have brought the others."""
        walls = self._seat(owner)["walls"]
        for _ in range(self.snapshot["bonus_walls"] - left):
            walls += [4, 1]
        walls.sort(reverse=True)
        self.snapshot["bonus_walls"] = left
        return self

    # --- A seat

    def stones(self, seat: int, **stones: int) -> Self:
        """Let the seat have exactly these stones."""
        had, has = self._seat(seat)["stones"], stock(**stones)
        for stone in STONES:
            self.snapshot["supply"][stone] += had[stone] - has[stone]
        self._seat(seat)["stones"] = has
        return self

    def hand(self, seat: int, *faces: str) -> Self:
        """Let the seat hold exactly these cards."""
        self._spend(self._seat(seat)["hand"])
        self._seat(seat)["hand"] = sorted(self._draw(face) for face in faces)
        return self

    def buildings(self, seat: int, **heights: list[int]) -> Self:
        """Let the seat have exactly these buildings, and the points for them."""
        owner = self._seat(seat)
        owner["buildings"] = {kind: sorted(heights.get(kind, []), reverse=True) for kind in KINDS}
        owner["points"] = sum(
            height * (height + 1) // 2 for line in heights.values() for height in line
        )
        return self

    def activated(self, seat: int, *kinds: str) -> Self:
        self._seat(seat)["activated"] = {kind: kind in kinds for kind in KINDS}
        return self

    def walls(self, seat: int, *heights: int) -> Self:
        """Let the seat have exactly these wall sections, none of them complete."""
        self._seat(seat)["walls"] = sorted(heights, reverse=True)
        return self

    def guild_master(self, kind: str, seat: int) -> Self:
        self.snapshot["guild_masters"][kind] = seat
        return self

    def loot(self, seat: int, tiles: int) -> Self:
        self._seat(seat)["loot"] = tiles
        return self

    def heroes(self, seat: int, *values: int) -> Self:
        self._seat(seat)["heroes"] = list(values)
        return self

    # --- The moment

    def turn(self, seat: int) -> Self:
        """Let it be the seat's project phase."""
        self.snapshot.update(active=seat, leader=seat, turns=len(self.snapshot["seats"]) + seat + 1)
        return self._ask("project", exchanged=None)

    def building(self, seat: int) -> Self:
        """Let the seat be about to build."""
        return self.turn(seat)._ask("build", building_steps=0, wall_steps=0)

    def restoring(self, seat: int) -> Self:
        """Let the seat have reached the end of its turn."""
        return self.turn(seat)._ask("restore")

    def invasion(self, active: int) -> Self:
        """Let the seat have drawn the last card of the present deck."""
        self.left(0).turn(active)
        if self.deck is self.snapshot["decks"]["D"]:
            self.snapshot["last_turns"] = 0
        return self._ask("alliance", commitments=[None] * len(self.snapshot["seats"]))

    def _ask(self, phase: str, **pending: Any) -> Self:
        self.snapshot.update(phase=phase, seat=self.snapshot["active"], pending=pending)
        return self

    def _set_invasions(self, number: int) -> None:
        nothing = [{"alliance": 0, "city": 0} for _ in self.snapshot["seats"]]
        last = {"invasion": number - 1, "commitments": nothing}
        self.snapshot.update(invasions=number, last_invasion=last if number else None)

    def _spend(self, cards: list[str], number: int | None = None) -> None:
        self.snapshot["spent"] = sorted(self.snapshot["spent"] + cards[:number])
        del cards[:number]

    def _draw(self, face: str) -> str:
        source = self.snapshot["spent"] if face in self.snapshot["spent"] else self.deck
        source.remove(face)
        return face

    def _seat(self, seat: int) -> dict[str, Any]:
        shown: dict[str, Any] = self.snapshot["seats"][seat]
        return shown
