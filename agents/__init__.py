"""Players: compiled bots, search, trained networks and people, made by name with ``make``."""

from __future__ import annotations

from agents.base import Agent
from agents.registry import make

__all__ = ["Agent", "make"]
