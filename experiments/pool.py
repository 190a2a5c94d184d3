"""Rounds of a tournament spread over processes, their results as they come."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Generator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed

from experiments.match import Result, compiled, play_rounds
from experiments.schedule import Round
from experiments.setting import Setting

CHUNK = 100  # rounds of compiled bots handed over at once: half a second or less


def chunks(setting: Setting, rounds: Sequence[Round], processes: int) -> list[list[Round]]:
    """Rounds of compiled bots by the hundred, all others one by one and first, as they are long."""
    slow: list[Round] = []
    fast: list[Round] = []
    for each in rounds:
        (fast if compiled(setting, each.line_up) else slow).append(each)
    size = min(CHUNK, -(-len(fast) // processes) or 1)
    return [[each] for each in slow] + [
        fast[first : first + size] for first in range(0, len(fast), size)
    ]


def play_all(
    setting: Setting, seed: int, rounds: Sequence[Round], processes: int
) -> Generator[tuple[Round, list[Result]]]:
    """The results of all rounds, in the order in which they are finished."""
    parts = chunks(setting, rounds, processes)
    workers = min(processes, len(parts))
    if workers <= 1:
        for part in parts:
            yield from zip(part, play_rounds(setting, seed, part), strict=True)
        return
    context = multiprocessing.get_context("spawn")
    others = set(multiprocessing.active_children())
    with ProcessPoolExecutor(workers, context, begin_worker) as pool:
        try:
            jobs = {pool.submit(play_rounds, setting, seed, part): part for part in parts}
            for job in as_completed(jobs):
                yield from zip(jobs[job], job.result(), strict=True)
        except BaseException:
            # Without this a game that takes minutes would be waited for.
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in set(multiprocessing.active_children()) - others:
                worker.terminate()
            raise


def begin_worker() -> None:
    """Keep to one core, leave Ctrl-C to the parent, and end with it if it is killed."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # read when torch is imported, if it is
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=follow_parent, daemon=True).start()


def follow_parent() -> None:
    if parent := multiprocessing.parent_process():
        parent.join()
        os._exit(1)
