"""Playthroughs that are kept as text: ``python -m tests.concordia.golden`` rewrites them."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from concordia_env import concordia_v0, solitaria_v0, venus_v0
from concordia_env.cards import DIFFICULTIES
from env_core.game import Game
from tests.playthrough import rewrite

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


def deal(name: str, seed: int) -> Game:
    return MODULES[name.partition("-")[0]].game(**SCENARIOS[name], seed=seed)


if __name__ == "__main__":
    rewrite(SCENARIOS, deal)
