"""The page about players keeps its word: its example runs, its names are those of the registry."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import agents

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/agents.md").read_text()


def test_the_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(compile(example, "docs/agents.md", "exec"), {})
    ranking, total = capsys.readouterr().out.rsplit(maxsplit=1)
    assert ranking in ("[0, 1]", "[1, 0]")
    assert int(total) > 50


def test_the_names_in_the_page_make_players() -> None:
    names = re.findall(r"`((?:random|greedy|mcts|ismcts)[\w:=]*)`", PAGE)
    assert {"mcts:1000", "ismcts:500:turns=full:bot=greedy:threads=2"} <= set(names)
    for name in names:
        if name not in ("mcts", "ismcts"):
            assert agents.make(name).name == name


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", PAGE):
        assert (ROOT / "docs" / target).exists(), target
