"""The README keeps its word: examples run, numbers are those of the committed result."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from benchmarks import readme

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text()
EXAMPLES = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def test_there_are_three_examples() -> None:
    assert len(EXAMPLES) == 3


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_example_runs(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(EXAMPLES[number], f"README example {number + 1}", "exec"), {})
    assert capsys.readouterr().out


@pytest.mark.parametrize("name", ["bench_engine", "bench_batch", "bench_search", "bench_training"])
def test_numbers_are_those_of_the_committed_result(name: str) -> None:
    result = json.loads((ROOT / f"benchmarks/results/{name}.json").read_text())
    assert f"`{result['command']}`" in README
    assert f"<!-- {name} -->\n{readme.table(name)}" in README


def test_the_tables_can_be_written_anew() -> None:
    assert readme.with_tables(README) == README


def test_the_curve_is_that_of_the_command_beside_it() -> None:
    result = json.loads((ROOT / "docs/pictures/italia_2p_random.json").read_text())
    assert f"    {result['command']}\n" in README
    assert result["evaluations"][0]["win_low"] < 0.5
    assert result["evaluations"][-1]["win_low"] > 0.9


def test_evaluations_are_those_of_the_commands_beside_them() -> None:
    folder = ROOT / "experiments/results"
    evaluation = json.loads((folder / "eval_solitaria.json").read_text())
    assert f"    {evaluation['command']}\n" in README
    campaigns = json.loads((folder / "campaign_greedy.json").read_text())
    text = " ".join(README.split())
    assert f"`{campaigns['command']}`" in text
    value, low, high = (campaigns["result"]["completed_share"][k] for k in ("value", "low", "high"))
    assert f"{value:.1%} (95 %: {low:.1%} to {high:.1%}" in text


def test_leaderboards_are_those_of_the_commands_beside_them() -> None:
    leagues = sorted((ROOT / "experiments/leaderboards").glob("*.json"))
    assert leagues
    for path in leagues:
        result = json.loads(path.read_text())
        assert f"    {result['command']}\n\n<!-- {path.stem} -->\n| agent |" in README


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / target).exists(), target
