"""A person at the terminal."""

from __future__ import annotations

import sys

from env_core.game import Game

COLUMNS = 3  # of the list of legal actions
WIDTH = 34


class Human:
    """Shows the position and asks for an action: its number in the list, or its words."""

    def __init__(self, name: str = "human") -> None:
        """Take the seat of a person at standard input."""
        self.name = name

    def act(self, game: Game) -> int:
        """The person's action; asks again until it is legal.

        Raises:
            EOFError: the input has ended.
        """
        print(f"\n{game.render(game.seat)}\n")
        actions = [int(action) for action in game.legal_ids()]
        words = [game.action_text(action) for action in actions]
        for first in range(0, len(words), COLUMNS):
            line = enumerate(words[first : first + COLUMNS], start=first + 1)
            print("".join(f"{number:4d} {text:<{WIDTH}}" for number, text in line).rstrip())
        while True:
            print(f"seat {game.seat}, your action: ", end="", flush=True)
            answer = sys.stdin.readline()
            if not answer:
                raise EOFError("the input ended before the game did")
            text = answer.strip()
            if text in words:
                return actions[words.index(text)]
            if text.isdecimal() and 1 <= int(text) <= len(actions):
                return actions[int(text) - 1]
            print(f"{text!r} is neither one of these actions nor a number from 1 to {len(words)}")
