"""Playthroughs that are kept as text: ``python -m tests.concordia.golden`` rewrites them.

The difference is the review of a change to the rules; if results of trained agents could change,
the environment's version has to change as well.
"""

from __future__ import annotations

import json
import random
import zlib
from pathlib import Path
from types import ModuleType
from typing import Any

from concordia_env import concordia_v0, solitaria_v0, venus_v0
from concordia_env.cards import DIFFICULTIES
from env_core.files import write_atomically

FOLDER = Path(__file__).resolve().parents[1] / "golden"
CHECKPOINT = 50  # decisions between hashes

SCENARIOS: dict[str, dict[str, Any]] = {
    f"concordia-{board}-{players}p": {"board": board, "num_players": players}
    for board, counts in {
        "crete": (2, 3),
        "cyprus": (3, 5),
        "hellas": (2, 4),
        "hispania": (2, 4),
        "imperium": (3, 4, 5),
        "ionium": (2, 3, 5),
        "italia": (2, 3, 4),
    }.items()
    for players in counts
} | {
    "concordia-italia-4p-wine-interim": {
        "board": "italia",
        "num_players": 4,
        "display": "wine",
        "intermediate_scoring": True,
    },
    "concordia-hellas-3p-hidden": {"board": "hellas", "num_players": 3, "info": "hidden"},
}
# Every difficulty alone and with two players, every board in both.
SCENARIOS |= {
    f"solitaria-{board}-{players}p-{difficulty}": {
        "board": board,
        "num_players": players,
        "difficulty": difficulty,
    }
    for players, shift in ((1, 0), (2, 3))
    for board, difficulty in zip(
        ("italia", "imperium", "hellas", "crete", "cyprus", "ionium", "hispania"),
        DIFFICULTIES[shift:] + DIFFICULTIES[:shift],
        strict=True,
    )
}
# Venus on every board, each for himself and in teams, with every number of players.
SCENARIOS |= {
    f"venus-{board}-{players}p{'-team' * team}": {
        "board": board,
        "num_players": players,
        "team": team,
    }
    for board, individual, partners in (
        ("crete", 2, 4),
        ("cyprus", 3, 6),
        ("hellas", 4, 4),
        ("hispania", 5, 6),
        ("imperium", 5, 6),
        ("ionium", 3, 4),
        ("italia", 4, 6),
    )
    for players, team in ((individual, False), (partners, True))
} | {
    "venus-crete-4p-team-wine-interim": {
        "board": "crete",
        "num_players": 4,
        "team": True,
        "display": "wine",
        "intermediate_scoring": True,
    },
    "venus-hellas-6p-team-hidden": {
        "board": "hellas",
        "num_players": 6,
        "team": True,
        "info": "hidden",
    },
}
MODULES: dict[str, ModuleType] = {
    "concordia": concordia_v0,
    "solitaria": solitaria_v0,
    "venus": venus_v0,
}


def playthrough(name: str) -> str:
    """A whole game as text: set-up, every decision, hashes now and then, the final position."""
    seed = zlib.crc32(name.encode()) % 1000
    game = MODULES[name.partition("-")[0]].game(**SCENARIOS[name], seed=seed)
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


def main() -> None:
    """Rewrite all playthroughs and remove those nobody wants any more."""
    for path in FOLDER.glob("*.txt"):
        if path.stem not in SCENARIOS:
            path.unlink()
    for name in SCENARIOS:
        write_atomically(FOLDER / f"{name}.txt", playthrough(name))
        print(name)


if __name__ == "__main__":
    main()
