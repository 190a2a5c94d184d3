"""Kept playthroughs are reproduced to the letter; a missing or extra file is a fault."""

from __future__ import annotations

import pytest

from tests.concordia.golden import FOLDER, SCENARIOS, playthrough


@pytest.mark.parametrize("name", SCENARIOS)
def test_playthrough(name: str) -> None:
    kept = (FOLDER / f"{name}.txt").read_text().splitlines()
    played = playthrough(name).splitlines()
    for number, (old, new) in enumerate(zip(kept, played, strict=False), start=1):
        assert new == old, f"line {number} differs; `make golden` rewrites the files"
    assert len(played) == len(kept)


def test_every_file_belongs_to_a_scenario() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(SCENARIOS)
