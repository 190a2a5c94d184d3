"""The random stream: published test vectors, uniform draws, fair shuffles."""

from __future__ import annotations

import numpy as np
import pytest

from env_core.rng import draw, key_of_seed, new_stream, philox, reseed, shuffle, sort

# Known answers of Philox 4x32-10 from the Random123 distribution: counter, key, words.
VECTORS = [
    ([0, 0, 0, 0], [0, 0], [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]),
    ([2**32 - 1] * 4, [2**32 - 1] * 2, [0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD]),
    (
        [0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344],
        [0xA4093822, 0x299F31D0],
        [0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1],
    ),
]


@pytest.mark.parametrize(("counter", "key", "words"), VECTORS)
def test_published_vectors(counter: list[int], key: list[int], words: list[int]) -> None:
    assert [int(w) for w in philox(*map(np.uint64, counter + key))] == words


def test_draws_are_uniform() -> None:
    stream = new_stream(11)
    counts = np.bincount([draw(stream[0], 6) for _ in range(6000)], minlength=6)
    assert counts.sum() == 6000
    assert abs(counts - 1000).max() < 150  # five standard deviations


def test_shuffles_keep_the_values_and_reach_every_order() -> None:
    stream = new_stream(5)
    seen = set()
    for _ in range(400):
        values = np.array([9, 0, 1, 2, 9], np.int8)
        shuffle(stream[0], values, 1, 4)
        assert values[0] == values[4] == 9
        seen.add(tuple(values[1:4].tolist()))
    assert len(seen) == 6


def test_sorting_leaves_what_stands_outside() -> None:
    rng = np.random.default_rng(3)
    for size in range(8):
        values = rng.integers(-3, 4, size + 2).astype(np.int8)
        expected = [values[0], *sorted(values[1:-1]), values[-1]]
        sort(values, 1, size + 1)
        assert values.tolist() == expected


def test_reseeding_starts_a_new_stream() -> None:
    stream = new_stream(1)
    first = [draw(stream[0], 1000) for _ in range(5)]
    key = key_of_seed(1)
    reseed(stream[0], key[0], key[1])
    assert [draw(stream[0], 1000) for _ in range(5)] == first
    key = key_of_seed(2)
    reseed(stream[0], key[0], key[1])
    assert [draw(stream[0], 1000) for _ in range(5)] != first
