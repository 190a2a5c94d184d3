"""Compile every kernel of a game ahead of time, and say where the result is kept."""

from __future__ import annotations

import time

from env_core.game import Engine
from env_core.jit import cache_folder, compile_once


def warm_up(engine: Engine) -> None:
    start = time.perf_counter()
    compile_once(engine.package, engine.run_all_kernels)
    folder = cache_folder(engine.package) or "no folder: the cache is off"
    print(f"{engine.package}: ready after {time.perf_counter() - start:.1f} s, cache in {folder}")
