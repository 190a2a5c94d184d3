"""Compare a tournament's table with one that was played again."""

from __future__ import annotations

import re
from typing import Any

from experiments.report import SHOWN, cell
from experiments.schedule import Contest

CHECKED = ("win_share", "mean_score", "mean_place", "rating")
EXACTLY, OVERLAPS, DIFFERS = "reproduces exactly", "reproduces", "differs"
TIME_LIMIT = re.compile(r":[\d.]+(ms|s)$")  # as in mcts:50ms


def repeatable(agent: str) -> bool:
    """Whether an agent decides alike on every machine: not by the clock, nor by a network."""
    return not TIME_LIMIT.search(agent) and not agent.startswith("ppo:")


def exact(kept: Contest, now: Contest) -> bool:
    """Whether the figures must be equal: the same games by agents that repeat themselves."""
    return kept == now and all(map(repeatable, kept.agents))


def verdict(kept: dict[str, Any], now: dict[str, Any], must_be_equal: bool) -> str:
    """Equal, or else intervals that overlap if that will do, or neither."""
    if kept == now:
        return EXACTLY
    if must_be_equal or None in (*kept.values(), *now.values()):
        return DIFFERS
    return OVERLAPS if kept["low"] <= now["high"] and now["low"] <= kept["high"] else DIFFERS


def compare(
    kept: dict[str, Any], now: dict[str, Any], must_be_equal: bool
) -> list[tuple[str, str, str, str, str]]:
    """Agent, figure, kept, now and verdict of everything that is checked."""
    return [
        (
            agent,
            SHOWN[figure][0],
            cell(row[figure], *SHOWN[figure][1:]),
            cell(now["agents"][agent][figure], *SHOWN[figure][1:]),
            verdict(row[figure], now["agents"][agent][figure], must_be_equal),
        )
        for agent, row in kept["agents"].items()
        for figure in CHECKED
    ]
