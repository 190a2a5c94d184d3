"""Playthroughs that are kept as text.

The difference is the review of a change to the rules; if results of trained agents could change,
the environment's version has to change as well.
"""

from __future__ import annotations

import json
import random
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path

from env_core.files import write_atomically
from env_core.game import Game

FOLDER = Path(__file__).resolve().parent / "golden"
CHECKPOINT = 50  # decisions between hashes

Deal = Callable[[str, int], Game]  # a scenario's name and a seed to a game


def playthrough(name: str, deal: Deal) -> str:
    """A whole game as text: set-up, every decision, hashes now and then, the final position."""
    seed = zlib.crc32(name.encode()) % 1000
    game = deal(name, seed)
    rng = random.Random(seed)
    lines = [f"{name} seed {seed}", json.dumps(game.snapshot()), "seat phase legal action"]
    decisions = 0
    while not game.over:
        legal = game.legal()
        active = [action for action in legal if action != "done"]
        action = rng.choice(active if rng.random() < 0.5 else legal)
        lines.append(f"{game.seat} {game.phase} {len(legal)} {action}")
        before = len(game.events)
        game.apply(action)
        lines += [f"  {event}" for event in game.events[before:]]
        decisions += 1
        if decisions % CHECKPOINT == 0 and not game.over:
            observation = zlib.crc32(game.observe().tobytes())
            lines.append(f"  position {game.hash} observation {observation:08x}")
    lines += [json.dumps(game.snapshot()), json.dumps(game.scores()), f"ranking {game.ranking()}"]
    return "\n".join(lines) + "\n"


def check_playthrough(name: str, deal: Deal) -> None:
    """The kept text is reproduced to the letter."""
    kept = (FOLDER / f"{name}.txt").read_text().splitlines()
    played = playthrough(name, deal).splitlines()
    for number, (old, new) in enumerate(zip(kept, played, strict=False), start=1):
        assert new == old, f"line {number} differs; `make golden` rewrites the files"
    assert len(played) == len(kept)


def kept_names(names: Iterable[str]) -> set[str]:
    """The playthroughs kept of the games that the names begin with."""
    games = {name.partition("-")[0] for name in names}
    return {path.stem for game in games for path in FOLDER.glob(f"{game}-*.txt")}


def rewrite(names: Iterable[str], deal: Deal) -> None:
    """Rewrite the playthroughs of some games and remove those nobody wants any more."""
    for name in kept_names(names) - set(names):
        (FOLDER / f"{name}.txt").unlink()
    for name in names:
        write_atomically(FOLDER / f"{name}.txt", playthrough(name, deal))
        print(name)
