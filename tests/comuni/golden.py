"""Playthroughs that are kept as text: ``python -m tests.comuni.golden`` rewrites them."""

from __future__ import annotations

from typing import Any

from comuni_env import comuni_v0
from tests.playthrough import rewrite

SCENARIOS: dict[str, dict[str, Any]] = {
    f"comuni-{players}p": {"num_players": players} for players in (2, 3, 4, 5)
} | {
    "comuni-3p-hidden": {"num_players": 3, "info": "hidden"},
    "comuni-4p-descending": {"num_players": 4, "columns": "descending"},
    "comuni-5p-readings": {
        "num_players": 5,
        "after_invasion": "end_turn",
        "set_bonus": "tallest",
    },
}


def deal(name: str, seed: int) -> comuni_v0.ComuniGame:
    return comuni_v0.game(**SCENARIOS[name], seed=seed)


if __name__ == "__main__":
    rewrite(SCENARIOS, deal)
