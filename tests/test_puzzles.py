"""Puzzles: which positions count as one, and how players are probed with saved ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import agents
from experiments import find_puzzles, puzzles
from tests.agents.tables import GAMES, advance

SAVED = sorted(path.stem for path in puzzles.FOLDER.glob("*.json"))


@pytest.mark.parametrize("game", SAVED)
def test_the_saved_positions_can_be_played_and_are_what_they_say(game: str) -> None:
    kept = puzzles.load_puzzles(game)
    assert len({json.dumps(puzzle["snapshot"]) for puzzle in kept}) == len(kept)
    for puzzle in kept:
        state = puzzles.restore(game, puzzle)
        assert state.snapshot() == puzzle["snapshot"]
        assert {puzzle["best"], puzzle["next_best"], puzzle["greedy"]} <= set(state.legal())
        assert puzzle["best"] != puzzle["next_best"]
        assert puzzle["margin"] - puzzle["margin_error"] > find_puzzles.LEAST_MARGIN - 0.02
        assert state.action_text(agents.make("greedy").act(state)) == puzzle["greedy"]


@pytest.fixture
def saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, object]]:
    """Positions of Solitaria and Comuni whose best action is what ``greedy`` does."""
    monkeypatch.setattr(puzzles, "FOLDER", tmp_path)
    for game in ("solitaria", "comuni"):
        positions = [advance(GAMES[game](seed=seed), 8) for seed in range(6)]
        made = [
            {
                "best": position.action_text(agents.make("greedy").act(position)),
                "snapshot": position.snapshot(),
            }
            for position in positions
        ]
        (tmp_path / f"{game}.json").write_text(json.dumps({"puzzles": made}))
    return puzzles.load_puzzles("solitaria")


def test_a_player_is_probed_in_the_saved_positions(saved: list[dict[str, object]]) -> None:
    for game in ("solitaria", "comuni"):
        assert puzzles.probe("greedy", game, 0) == [True] * 6
        assert not all(puzzles.probe("random", game, 0) or ())
    assert puzzles.probe("trader", "comuni", 0) is None
    assert puzzles.probe("mcts:20", "solitaria", 3) == puzzles.probe("mcts:20", "solitaria", 3)


def test_the_command_prints_and_keeps_a_table(
    saved: list[dict[str, object]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "probe.json"
    names = ["greedy", "trader"]
    puzzles.main(["--agents", *names, "--games", "solitaria", "comuni", "--out", str(out)])
    rows = json.loads(out.read_text())["rows"]
    assert rows["greedy"] == {"solitaria": 6, "comuni": 6}
    assert rows["trader"]["comuni"] is None
    assert "| greedy | 6 | 6 |" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--agents", "gredy"], "unknown agent 'gredy'"),
        (["--agents", "greedy", "--games", "venus"], "no puzzles of venus are saved yet"),
    ],
)
def test_bad_options_are_refused(
    options: list[str],
    message: str,
    saved: list[dict[str, object]],
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        puzzles.main(options)
    assert message in " ".join(capsys.readouterr().err.split())


def test_games_played_out_tell_a_good_move_from_a_bad_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a search likes best leads what it likes least, when a bot plays on from both."""
    monkeypatch.setattr(find_puzzles, "WORLDS", 60)
    game = advance(GAMES["solitaria"](seed=3), 2)
    quick = find_puzzles.search(game, "ismcts:2000:turns=full", seed=1)
    tried = [choice for choice in quick if choice.visits]
    best, worst = tried[0].action, min(tried, key=lambda choice: choice.value).action
    margins = find_puzzles.margins(game, [best, worst], seed=1)
    assert margins.shape == (60, 2)
    assert (margins[:, 0] - margins[:, 1]).mean() > 0


def test_a_search_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One puzzle and then another are the first two, in the same places."""
    for name, value in {"WORLDS": 40, "LEAST_MARGIN": 0.0, "LEAST_LEAD": 0.0}.items():
        monkeypatch.setattr(find_puzzles, name, value)
    monkeypatch.setattr(find_puzzles, "DEEP", "ismcts:60:turns=full")
    monkeypatch.setattr(find_puzzles, "QUICK", "ismcts:60")
    one, two = tmp_path / "one.json", tmp_path / "two.json"
    options = ["--game", "solitaria", "--hard", "0", "--seed", "3"]
    for number in ("1", "2"):
        find_puzzles.main([*options, "--number", number, "--out", str(one)])
    find_puzzles.main([*options, "--number", "2", "--out", str(two)])
    found, whole = (json.loads(path.read_text())["puzzles"] for path in (one, two))
    assert len(found) == 2
    assert found == whole
    with pytest.raises(SystemExit):
        find_puzzles.main(["--game", "solitaria", "--seed", "4", "--out", str(one)])
