"""The puzzles: sound positions, solved by search and not by chance, and a command that probes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import agents
from experiments import find_puzzles, puzzles

NUMBER = 30


@pytest.mark.parametrize("game", puzzles.GAMES)
def test_every_position_can_be_played_and_its_best_action_is_legal(game: str) -> None:
    saved = puzzles.load_puzzles(game)
    assert len(saved) >= NUMBER
    assert len({json.dumps(puzzle["snapshot"]) for puzzle in saved}) == len(saved)
    for puzzle in saved:
        state = puzzles.restore(game, puzzle)
        assert state.snapshot() == puzzle["snapshot"]
        legal = state.legal()
        assert {puzzle["best"], puzzle["next_best"], puzzle["greedy"]} <= set(legal)
        assert puzzle["best"] != puzzle["next_best"]
        assert puzzle["margin"] - puzzle["margin_error"] > 0.9
        assert state.action_text(agents.make("greedy").act(state)) == puzzle["greedy"]


@pytest.mark.parametrize("game", puzzles.GAMES)
def test_search_solves_what_chance_does_not(game: str) -> None:
    solved = {name: sum(puzzles.probe(name, game, 1) or ()) for name in ("random", "ismcts:300")}
    assert solved["random"] <= NUMBER // 3
    assert solved["ismcts:300"] >= 2 * NUMBER // 3


def test_the_command_prints_and_keeps_a_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "probe.json"
    names = ["greedy", "trader"]
    puzzles.main(["--agents", *names, "--games", "solitaria", "comuni", "--out", str(out)])
    rows = json.loads(out.read_text())["rows"]
    solved = sum(puzzle["best"] == puzzle["greedy"] for puzzle in puzzles.load_puzzles("comuni"))
    assert rows["greedy"]["comuni"] == solved
    assert rows["trader"]["comuni"] is None
    assert f"| greedy | {rows['greedy']['solitaria']} | {solved} |" in capsys.readouterr().out


def test_an_unknown_agent_is_refused_before_anything_is_played() -> None:
    with pytest.raises(SystemExit):
        puzzles.main(["--agents", "gredy"])


def test_a_puzzle_is_found_again() -> None:
    """The position of a puzzle passes the test that it was found by, with other worlds."""
    puzzle = puzzles.load_puzzles("solitaria")[0]
    state = puzzles.restore("solitaria", puzzle)
    actions = [state.action_id(puzzle[key]) for key in ("best", "next_best")]
    found = find_puzzles.margins(state, actions, seed=99)
    lead = (found[:, 0] - found[:, 1]).mean()
    assert lead == pytest.approx(puzzle["margin"], abs=3 * puzzle["margin_error"])
    assert lead > 0
