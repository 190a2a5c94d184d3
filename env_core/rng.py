"""The random stream of a game: counter-based, integers only, equal on every machine.

Philox 4x32 with 10 rounds (Salmon et al., 2011). A stream is a 64-bit key and a counter, both
fields of the game record, so that a clone continues like its original and a batch of games draws
exactly what single games draw. All arithmetic stays below 2**64, so it is the same with the JIT
switched off.
"""

from __future__ import annotations

import numpy as np

from env_core.jit import kernel

_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_MULTIPLIER_0 = np.uint64(0xD2511F53)
_MULTIPLIER_1 = np.uint64(0xCD9E8D57)
_WEYL_0 = np.uint64(0x9E3779B9)
_WEYL_1 = np.uint64(0xBB67AE85)
_ZERO = np.uint64(0)
_ONE = np.uint64(1)


@kernel
def philox(c0, c1, c2, c3, k0, k1):
    """The four 32-bit words of a counter block under a key."""
    for _ in range(10):
        product_0 = _MULTIPLIER_0 * c0
        product_1 = _MULTIPLIER_1 * c2
        c0 = (product_1 >> _HALF) ^ c1 ^ k0
        c2 = (product_0 >> _HALF) ^ c3 ^ k1
        c1 = product_1 & _LOW
        c3 = product_0 & _LOW
        k0 = (k0 + _WEYL_0) & _LOW
        k1 = (k1 + _WEYL_1) & _LOW
    return c0, c1, c2, c3


@kernel
def draw(stream, n):
    """A uniform integer in 0..n-1 from ``stream.key`` and ``stream.counter``.

    Scaling a 32-bit word prefers no number by more than n / 2**32.
    """
    counter = np.uint64(stream.counter)
    k0 = np.uint64(stream.key[0])
    k1 = np.uint64(stream.key[1])
    word = philox(counter & _LOW, counter >> _HALF, _ZERO, _ZERO, k0, k1)[0]
    stream.counter = counter + _ONE
    return np.int64((word * np.uint64(n)) >> _HALF)


@kernel
def shuffle(stream, values, start, stop):
    """Shuffle ``values[start:stop]`` in place."""
    for last in range(stop - 1, start, -1):
        other = start + draw(stream, last - start + 1)
        values[last], values[other] = values[other], values[last]


@kernel
def sort(values, start, stop):
    """Sort ``values[start:stop]`` in place: what is shuffled then tells nothing of its order."""
    for end in range(start + 1, stop):
        value = values[end]
        place = end
        while place > start and values[place - 1] > value:
            values[place] = values[place - 1]
            place -= 1
        values[place] = value


@kernel
def reseed(stream, key_0, key_1):
    """Start a new stream: what was drawn says nothing about what will be."""
    stream.key[0] = key_0
    stream.key[1] = key_1
    stream.counter = 0


def key_of_seed(seed: int | np.random.SeedSequence | None) -> np.ndarray:
    """The two key words of a seed; None takes fresh entropy."""
    sequence = seed if isinstance(seed, np.random.SeedSequence) else np.random.SeedSequence(seed)
    return sequence.generate_state(2, np.uint32)


STREAM = np.dtype(
    (np.record, np.dtype([("key", np.uint32, 2), ("counter", np.uint64)], align=True))
)


def new_stream(seed: int | np.random.SeedSequence | None) -> np.ndarray:
    """A stream of its own, as a one-element array: for players, whose chance is not the game's."""
    stream = np.zeros(1, STREAM)
    stream["key"][0] = key_of_seed(seed)
    return stream
