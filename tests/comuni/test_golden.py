"""Kept playthroughs are reproduced to the letter; a missing or extra file is a fault."""

from __future__ import annotations

import pytest

from tests.comuni.golden import SCENARIOS, deal
from tests.playthrough import check_playthrough, kept_names


@pytest.mark.parametrize("name", SCENARIOS)
def test_playthrough(name: str) -> None:
    check_playthrough(name, deal)


def test_every_file_belongs_to_a_scenario() -> None:
    assert kept_names(SCENARIOS) == set(SCENARIOS)
