"""Tournaments: who plays whom, equal results however they are played, tables and refusals."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import agents
from benchmarks import readme
from concordia_env import concordia_v0
from experiments import match, standings, tournament
from experiments.check_table import repeatable
from experiments.match import Result
from experiments.progress_file import ProgressFile
from experiments.provenance import versions
from experiments.schedule import Contest, Round, round_seeds
from experiments.setting import Setting

BOTS = ("random", "greedy")
SETTINGS = {
    "concordia": Setting("concordia", "crete", 3),
    "venus": Setting("venus", "cyprus", 4),
    "teams": Setting("venus", "crete", 4, team=True),
    "solitaria": Setting("solitaria"),
    "solitaria 2": Setting("solitaria", "crete", 2),
    "comuni": Setting("comuni", players=3),
    "cut off": Setting("concordia", "crete", 2, max_turns=41),
}


def contest(setting: Setting = SETTINGS["concordia"], deals: int = 6, seed: int = 0) -> Contest:
    return Contest(setting, BOTS, deals, seed)


def run(monkeypatch: pytest.MonkeyPatch, *options: Any) -> None:
    monkeypatch.setattr(sys, "argv", ["tournament", *map(str, options)])
    tournament.main()


# --- Schedule


@pytest.mark.parametrize(("number", "sides"), [(2, 2), (2, 4), (3, 4), (5, 3), (6, 4), (3, 1)])
def test_everyone_sits_on_every_side_equally_often(number: int, sides: int) -> None:
    names = tuple("abcdef"[:number])
    setting = Setting("solitaria") if sides == 1 else Setting("concordia", players=sides)
    line_ups = {2: {2: 1, 4: 3}, 3: {4: 12, 1: 1}, 5: {3: 10}, 6: {4: 15}}[number][sides]
    rounds = Contest(setting, names, 2 * line_ups, seed=3).rounds()
    seats: Counter[tuple[str, int]] = Counter()
    for each in rounds:
        assert len(set(each.line_up)) > 1
        for rotation in range(len(each.line_up)):
            seats.update((name, side) for side, name in enumerate(each.sides(rotation, sides)))
    assert len(seats) == number * sides
    assert len(set(seats.values())) == 1
    met = Counter(tuple(sorted(each.line_up)) for each in rounds)
    assert len(met) == line_ups
    assert set(met.values()) == {2}


def test_agents_play_about_equally_often_at_any_time() -> None:
    rounds = Contest(Setting("concordia", players=4), tuple("abcdefghij"), 200, 0).rounds()
    for stop in range(10, 200, 10):
        played = Counter(name for each in rounds[:stop] for name in each.line_up)
        assert max(played.values()) - min(played.values()) <= 2


def test_fewer_deals_are_the_beginning_of_more() -> None:
    assert contest(deals=20).rounds()[:7] == contest(deals=7).rounds()
    orders = [Contest(Setting(), tuple("abcd"), 6, seed).rounds() for seed in range(3)]
    assert orders[0] != orders[1] != orders[2]


def test_games_of_a_round_have_one_deal() -> None:
    """That of ``game(seed=...)``: the game of a round can be looked at by anyone."""
    (rotations,) = match.play_rounds(Setting(), 9, [Round(4, ("greedy", "greedy"))])
    assert rotations[0].points == rotations[1].points
    deal, _ = round_seeds(9, 4)
    game = concordia_v0.game("italia", 2, seed=deal)
    greedy = agents.make("greedy")
    while not game.over:
        game.apply(greedy.act(game))
    assert [points["total"] for points in game.scores().values()] == rotations[0].points


# --- However it is played


@pytest.mark.parametrize("name", SETTINGS)
def test_compiled_games_are_those_played_one_by_one(name: str) -> None:
    setting, rounds = SETTINGS[name], contest(SETTINGS[name], deals=4).rounds()
    fast = match.play_compiled(setting, 7, rounds)
    slow = match.play_one_by_one(setting, 7, rounds)
    assert [(game.points, game.ranks) for game in fast] == [(g.points, g.ranks) for g in slow]
    assert all(sum(game.decisions) > 0 for game in slow)
    ended = [bool(game.ranks) for game in fast]
    assert any(ended)
    assert all(ended) == (name != "cut off")


def test_processes_do_not_change_the_table() -> None:
    assert tournament.play(contest(), processes=2) == tournament.play(contest())


def table_in(path: Path) -> str:
    return json.dumps(json.loads(path.read_text())["table"])


LONG = ("--agents", *BOTS, "--board", "crete", "--deals", "1600")


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The table of a tournament that was never stopped."""
    out = tmp_path_factory.mktemp("tournaments") / "whole.json"
    with pytest.MonkeyPatch.context() as patch:
        run(patch, *LONG, "--out", out)
    return table_in(out)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_a_tournament_that_was_stopped_goes_on(
    how: signal.Signals, uninterrupted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, kept = tmp_path / "out.json", tmp_path / "out.json.progress"
    line = [sys.executable, "-m", "experiments.tournament", *LONG, "--processes", "2"]
    process = subprocess.Popen([*line, "--out", str(out)], stderr=subprocess.PIPE, text=True)
    while not kept.exists() or kept.read_bytes().count(b"\n") < 9:
        assert process.poll() is None, "the tournament ended before it could be stopped"
        time.sleep(0.005)
    process.send_signal(how)
    said = process.communicate()[1]
    assert ("the same command goes on" in said) == (how == signal.SIGINT)
    assert not out.exists()
    with kept.open("a") as file:
        file.write("[1599,[[[99,")  # what a crash may leave
    run(monkeypatch, *LONG, "--out", out)
    assert table_in(out) == uninterrupted
    assert not kept.exists()


@pytest.mark.parametrize("finished", [{1}, {0, 1}])
def test_finished_rounds_are_not_played_again(
    finished: set[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out.json"
    what = contest(deals=2)
    kept = ProgressFile(tmp_path / "out.json.progress", {**what.to_json(), "versions": versions()})
    for number in finished:
        kept.add(number, [Result([1000, 0, 0], [0, 1, 2], [], [])] * 3)  # no game ends like this
    kept.close()
    options = ("--board", "crete", "--players", 3, "--agents", *BOTS, "--deals", 2)
    run(monkeypatch, *options, "--processes", 2, "--out", out)
    seats = json.loads(out.read_text())["table"]["seats"]
    assert seats["seat 0"]["mean_score"]["value"] == pytest.approx(500 * len(finished), abs=100)
    assert seats["seat 1"]["mean_score"]["value"] < 100


# --- Tables


def test_figures_of_known_games() -> None:
    """Two rounds of two games; the second game of the second was cut off."""
    what = contest(Setting("concordia", "crete", 2), deals=2)
    first, second = what.rounds()
    results = [
        [Result([50, 40], [0, 1], [10, 20], [1.0, 4.0]), Result([30, 60], [1, 0], [], [])],
        [Result([45, 45], [1, 0], [], []), Result([9, 5], [], [], [])],
    ]
    found = standings.table(what, results)
    assert (found["games"], found["cut_off"]) == (4, 1)
    opener = first.line_up[0]  # won the first game from seat 0 and the second from seat 1
    other = next(name for name in BOTS if name != opener)
    points = {opener: [50, 60, 45], other: [40, 30, 45]}
    wins = {opener: 2, other: 0}
    wins[second.line_up[1]] += 1
    for name, row in found["agents"].items():
        sign = 1 if name == opener else -1
        assert row["games"] == 4
        assert row["win_share"]["value"] == wins[name] / 4
        assert row["mean_score"]["value"] == pytest.approx(sum(points[name]) / 3, abs=1e-4)
        assert row["mean_margin"]["value"] == pytest.approx(sign * 40 / 3, abs=1e-4)
        assert row["mean_place"]["value"] == pytest.approx((6 - wins[name]) / 3, abs=1e-4)
    assert found["agents"]["greedy"]["rating"]["value"] == 1000
    times = [found["agents"][name]["decisions_per_game"] for name in (opener, other)]
    assert times == [10, 20]
    speeds = [found["agents"][name]["ms_per_decision"] for name in (opener, other)]
    assert speeds == [100, 200]
    assert found["seats"]["seat 0"]["mean_score"]["value"] == pytest.approx(125 / 3, abs=1e-4)
    assert found["seats"]["seat 1"]["win_share"]["value"] == 2 / 4
    ahead = found["ahead"]
    assert ahead[opener][other]["met"] == 3
    assert ahead[opener][other]["share"] == pytest.approx(wins[opener] / 3, abs=1e-4)
    assert ahead[opener][other]["share"] + ahead[other][opener]["share"] == pytest.approx(1)


@pytest.mark.parametrize("name", ["concordia", "venus", "teams", "comuni"])
def test_the_better_bot_is_rated_better(name: str) -> None:
    found = tournament.play(contest(SETTINGS[name], deals=12))
    rows = found["agents"]
    assert rows["greedy"]["rating"]["value"] == 1000
    assert rows["random"]["rating"]["high"] < 1000
    assert rows["greedy"]["mean_margin"]["low"] > rows["random"]["mean_margin"]["high"]
    assert rows["greedy"]["games"] == rows["random"]["games"]
    assert found["ahead"]["greedy"]["random"]["share"] > 0.8
    assert (
        list(found["seats"])
        == {
            "concordia": ["seat 0", "seat 1", "seat 2"],
            "venus": ["seat 0", "seat 1", "seat 2", "seat 3"],
            "teams": ["team 0", "team 1"],
            "comuni": ["seat 0", "seat 1", "seat 2"],
        }[name]
    )
    for row in rows.values():
        for figure in ("win_share", "mean_score", "mean_margin", "mean_place", "rating"):
            assert row[figure]["low"] <= row[figure]["value"] <= row[figure]["high"]


@pytest.mark.parametrize("name", ["solitaria", "solitaria 2"])
def test_contrarius_is_rated_beside_the_agents(name: str) -> None:
    what = contest(SETTINGS[name], deals=20)
    found = tournament.play(what)
    rows = found["agents"]
    assert list(rows) == ["random", "greedy", "Contrarius"]
    assert [rows[agent]["games"] for agent in rows] == (
        [20, 20, 40] if name == "solitaria" else [40, 40, 40]
    )
    assert rows["random"]["rating"]["high"] < rows["Contrarius"]["rating"]["low"]
    assert found["ahead"]["Contrarius"]["random"]["share"] == 1
    assert sum(row["win_share"]["value"] * row["games"] for row in rows.values()) == found["games"]
    assert ("random" in found["ahead"]["greedy"]) == (name == "solitaria 2")
    assert list(found["seats"]) == ["seat 0", "seat 1"][: what.setting.num_players]


def test_intervals_are_narrower_with_more_deals() -> None:
    widths = []
    for deals in (10, 160):
        figure = tournament.play(contest(deals=deals))["agents"]["greedy"]["mean_score"]
        widths.append(figure["high"] - figure["low"])
    assert 2 < widths[0] / widths[1] < 8  # about four


def test_a_tournament_is_printed_written_and_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out, picture = tmp_path / "new" / "league_test.json", tmp_path / "pictures" / "league.png"
    options = ("--game", "comuni", "--agents", *BOTS, "--deals", 2, "--seed", 3)
    run(monkeypatch, *options, "--out", out, "--picture", picture)
    saved = json.loads(out.read_text())
    assert saved["configuration"]["agents"] == list(BOTS)
    assert "--game comuni" in saved["command"]
    assert "numba" in saved["versions"]
    assert picture.read_bytes().startswith(b"\x89PNG")
    said = capsys.readouterr().out
    assert "games won, %" in said
    run(monkeypatch, *options, "--out", out)  # is there already
    assert capsys.readouterr().out == said.partition("written to")[0]
    monkeypatch.setattr(readme, "LEAGUES", out.parent)
    lines = readme.with_tables("<!-- league_test -->\n| old |\n\nText.\n").splitlines()
    assert lines[0] == "<!-- league_test -->"
    assert lines[3].startswith("| greedy | 1000 (1000 to 1000) | ")
    assert lines[4].startswith("| random | ")
    assert lines[-2:] == ["", "Text."]


def test_games_that_are_cut_off_are_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(monkeypatch, "--agents", *BOTS, "--deals", 3, "--max-turns", 2)
    assert "6 games, 6 of them cut off" in capsys.readouterr().out


# --- Checks


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of a tournament."""
    path = tmp_path / "kept.json"
    run(monkeypatch, "--agents", *BOTS, "--board", "crete", "--deals", 40, "--out", path)
    return path


def check(monkeypatch: pytest.MonkeyPatch, *options: Any) -> int:
    with pytest.raises(SystemExit) as ending:
        run(monkeypatch, "--check", *options)
    return int(ending.value.code or 0)


def falsify(path: Path, figure: str, change: float) -> None:
    saved = json.loads(path.read_text())
    for key in ("value", "low", "high"):
        saved["table"]["agents"]["greedy"][figure][key] += change
    path.write_text(json.dumps(saved))


def test_a_table_reproduces_exactly(
    kept: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check(monkeypatch, kept) == 0
    said = capsys.readouterr().out
    assert said.count("reproduces exactly") == 8  # four figures of two agents
    assert "every figure must be equal" in said


@pytest.mark.parametrize("options", [["--seed", 5], ["--deals", 25], ["--deals", 12, "--seed", 6]])
def test_fresh_or_fewer_deals_need_overlapping_intervals(
    options: list[Any],
    kept: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert check(monkeypatch, kept, *options) == 0
    assert "if the two 95 % intervals overlap" in capsys.readouterr().out
    falsify(kept, "mean_score", 30)
    assert check(monkeypatch, kept, *options) == 1
    assert capsys.readouterr().out.count("differs") == 1


def test_a_handful_of_deals_is_no_check(
    kept: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check(monkeypatch, kept, "--deals", 9) == 2
    assert "--check needs at least 10 --deals" in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize("figure", ["win_share", "mean_score", "mean_place", "rating"])
def test_a_falsified_figure_is_found(
    figure: str,
    kept: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    falsify(kept, figure, 0.001)
    assert check(monkeypatch, kept) == 1
    assert capsys.readouterr().out.count("differs") == 1


@pytest.mark.parametrize(
    ("agent", "expected"),
    [("greedy", True), ("mcts:1000", True), ("mcts:50ms", False), ("ismcts:1.5s", False),
     ("ppo:runs/demo", False)],
)  # fmt: skip
def test_agents_that_depend_on_the_machine_need_not_be_exact(agent: str, expected: bool) -> None:
    assert repeatable(agent) == expected


# --- Refusals


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--agents random nobody", "unknown agent 'nobody'; agents: random, greedy"),
        ("--agents greedy", "at least 2 agents are needed, not 1"),
        ("--agents greedy random greedy", "agent 'greedy' is named twice"),
        ("", "--agents are missing"),
        ("--agents random greedy --board atlantis", "atlantis"),
        ("--agents random greedy --game chess", "unknown game 'chess'; games: concordia"),
        ("--agents random greedy --game comuni --board italia", "comuni has none"),
        ("--agents random greedy --players 7", "num_players must be one of 2, 3, 4, 5, not 7"),
        ("--agents random greedy --team", "teams are for the game venus"),
        ("--agents random greedy --difficulty novice", "a difficulty is for the game solitaria"),
        ("--agents random greedy --deals 0", "--deals must be at least 1, not 0"),
        ("--agents random greedy --seed -1", "--seed must be at least 0, not -1"),
        ("--agents random greedy --max-turns 0", "--max-turns must be at least 1, not 0"),
        ("--agents random greedy --processes 0", "--processes must be at least 1, not 0"),
        ("--agents random greedy --picture x.bmp", "--picture must end in .png"),
        ("--check nowhere.json", "nowhere.json is not the result of a tournament"),
        ("--check x.json --agents random greedy", "leave out --agents"),
        ("--check x.json --max-turns 3", "leave out --max-turns"),
        ("--check x.json --out y.json", "leave out --out"),
    ],
)
def test_bad_options_are_refused(
    options: str,
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ending:
        run(monkeypatch, *options.split())
    assert ending.value.code == 2
    assert message in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_files_of_another_tournament_are_left_alone(
    kept: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ("--agents", *BOTS, "--board", "crete", "--deals", 41)
    before = kept.read_text()
    with pytest.raises(SystemExit):
        run(monkeypatch, *options, "--out", kept)
    assert "is of another tournament: deals 40 there, 41 here" in capsys.readouterr().err
    assert kept.read_text() == before
    begun = kept.with_name("begun.json.progress")
    ProgressFile(begun, {**contest().to_json(), "versions": versions()}).close()
    before = begun.read_text()
    with pytest.raises(SystemExit):
        run(monkeypatch, *options, "--out", kept.with_name("begun.json"))
    assert "begun.json.progress is of another tournament: num_players 3" in capsys.readouterr().err
    assert begun.read_text() == before


def test_a_damaged_progress_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "damaged.progress"
    path.write_text("{}\n[0, nonsense]\n")
    with pytest.raises(ValueError, match=r"damaged\.progress is damaged: .*remove it"):
        ProgressFile(path, {})


# --- Commands


def command(*options: str) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-m", "experiments.cli", *options]
    return subprocess.run(line, capture_output=True, text=True, check=False)


def test_the_command_lists_what_it_can_do() -> None:
    said = command("--help").stdout
    for name in ("tournament", "train", "evaluate", "campaign", "validate"):
        assert f"\n  {name} " in said
    assert "Rate agents against each other\n" in said
    wrong = command("fly")
    assert wrong.returncode == 2
    assert "unknown command 'fly'; commands: tournament" in wrong.stderr


def test_the_command_runs_the_scripts(tmp_path: Path) -> None:
    done = command("tournament", "--agents", *BOTS, "--deals", "2", "--processes", "2")
    assert done.returncode == 0
    assert "4 games" in done.stdout
    wrong = tmp_path / "board.toml"
    wrong.write_text("name = 3")
    checked = command("validate", str(wrong))
    assert checked.returncode == 1
    assert str(wrong) in checked.stderr


def test_compiled_bots_need_no_torch() -> None:
    line = "import sys, experiments.tournament as t, experiments.cli; print('torch' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", line], capture_output=True, text=True, check=True)
    assert said.stdout == "False\n"
