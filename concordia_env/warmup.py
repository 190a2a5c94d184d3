"""Compile every kernel ahead of time: ``python -m concordia_env.warmup``."""

from __future__ import annotations

import time

from concordia_env.game import ENGINE
from env_core.jit import cache_folder, compile_once


def main() -> None:
    """Compile what is not cached yet and say where it is kept."""
    start = time.perf_counter()
    compile_once(ENGINE.package, ENGINE.run_all_kernels)
    folder = cache_folder(ENGINE.package) or "no folder: the cache is off"
    print(f"concordia_env: ready after {time.perf_counter() - start:.1f} s, cache in {folder}")


if __name__ == "__main__":
    main()
