"""Players: compiled bots, search, trained networks and people, made by name with ``make``."""

from __future__ import annotations

from agents.base import Agent
from agents.registry import BOTS, make

__all__ = ["BOTS", "Agent", "make"]
