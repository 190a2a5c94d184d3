"""Compile every kernel ahead of time: ``python -m comuni_env.warmup``."""

from __future__ import annotations

from comuni_env.game import ENGINE
from env_core.warmup import warm_up

if __name__ == "__main__":
    warm_up(ENGINE)
