"""Training and evaluation scripts: what they leave, what survives a kill, what they refuse."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.distributions import MaskableCategoricalDistribution
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from agents.learned import newest_checkpoint
from concordia_env.game import ConcordiaGame
from env_core.replay import Replay
from experiments import demo, evaluate, train_ppo
from experiments.setting import Setting

# Four updates of 256 steps; an evaluation after each, a checkpoint after every other.
SHORT = {
    "envs": 16, "rollout": 16, "batch": 128, "epochs": 2, "net": 16, "max-turns": 6, "steps": 1024,
    "eval-every": 256, "eval-games": 6, "checkpoint-every": 512, "keep": 2, "threads": 1,
}  # fmt: skip
START = [f"--{name}={value}" for name, value in SHORT.items()]
# Curves of the games that finished while training.
GAMES = ("rollout/ep_rew_mean", "rollout/success_rate", "games/place", "points/total")
# Bound threads of concurrent tests would all share the first core.
ENVIRONMENT = {**os.environ, "OMP_PROC_BIND": "false"}


def train(*options: str) -> subprocess.Popen[str]:
    line = [sys.executable, "-m", "experiments.train_ppo", *options]
    return subprocess.Popen(line, env=ENVIRONMENT, stderr=subprocess.PIPE, text=True)


def evaluations(run: Path) -> list[dict[str, Any]]:
    path = run / "evaluations.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def checkpoints(run: Path) -> list[str]:
    return sorted(path.name for path in (run / "checkpoints").iterdir())


def interrupt(process: subprocess.Popen[str], run: Path, steps: int, how: signal.Signals) -> str:
    """Send a signal once an evaluation has been written; what the process said."""
    while not any(line["steps"] == steps for line in evaluations(run)):
        assert process.poll() is None, "the run ended before it could be interrupted"
        time.sleep(0.01)
    process.send_signal(how)
    return process.communicate()[1]


def curve(run: Path, name: str) -> list[tuple[int, float]]:
    accumulator = EventAccumulator(str(run / "tensorboard")).Reload()
    return [(event.step, event.value) for event in accumulator.Scalars(name)]


def parameters(run: Path) -> dict[str, dict[str, Any]]:
    """Network and optimizer of the last checkpoint."""
    return MaskablePPO.load(newest_checkpoint(run)).get_parameters()


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that was never interrupted."""
    run = tmp_path_factory.mktemp("runs") / "whole"
    assert train(*START, "--folder", str(run)).wait() == 0
    return run


def test_a_run_folder_is_complete(finished: Path) -> None:
    config = json.loads((finished / "config.json").read_text())
    assert config["args"]["steps"] == 1024
    assert "--envs=16" in config["command"]
    assert {"torch", "sb3-contrib", "contrarius"} <= set(config["versions"])
    lines = evaluations(finished)
    assert [line["steps"] for line in lines] == [0, 256, 512, 768, 1024]
    for line in lines:
        assert line["games"] == 6
        assert line["win_low"] <= line["win_share"] <= line["win_high"]
    assert lines[-1]["frames_per_second"] > 0
    assert checkpoints(finished) == ["000000000512.zip", "000000001024.zip"]
    steps = [256, 512, 768, 1024]
    assert all(curve(finished, name)[-1][0] == 1024 for name in GAMES)
    assert [step for step, _ in curve(finished, "train/loss")] == steps
    assert [step for step, _ in curve(finished, "evaluation/win_share")] == [0, *steps]


def test_an_interrupted_run_goes_on_as_if_it_had_not_been(finished: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    said = interrupt(train(*START, "--folder", str(run)), run, 256, signal.SIGINT)
    assert f"--resume {run}" in said
    shutil.rmtree(run / "checkpoints")  # as if it had been killed before the first
    interrupt(train("--resume", str(run)), run, 768, signal.SIGKILL)
    assert checkpoints(run)[-1] == "000000000512.zip"
    assert train("--resume", str(run)).wait() == 0

    def without_speed(line: dict[str, Any]) -> dict[str, Any]:
        return {**line, "frames_per_second": None}

    assert [*map(without_speed, evaluations(run))] == [*map(without_speed, evaluations(finished))]
    assert checkpoints(run) == checkpoints(finished)
    for name in ("train/loss", "train/learning_rate", "evaluation/win_share", *GAMES):
        assert curve(run, name) == curve(finished, name)
    ours, theirs = parameters(run), parameters(finished)
    torch.testing.assert_close(ours["policy"], theirs["policy"], rtol=0, atol=0)
    optimizers = [part["policy.optimizer"]["state"] for part in (ours, theirs)]
    torch.testing.assert_close(*optimizers, rtol=0, atol=0)


def test_evaluate_prints_a_table_and_writes_json(
    finished: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    agent = f"ppo:{finished}"
    options = [
        "--agent",
        agent,
        "--opponents",
        f"random,{agent}",
        "--players",
        "3",
        "--max-turns=6",
    ]
    results = []
    for number in range(2):
        out = tmp_path / f"{number}.json"
        line = ["evaluate", *options, "--games", "9", "--out", str(out)]
        monkeypatch.setattr(sys, "argv", line)
        evaluate.main()
        results.append(json.loads(out.read_text()))
    assert "win share" in capsys.readouterr().out
    assert results[0]["rows"] == results[1]["rows"]  # same seed, same games
    name = f"{agent}, concordia italia"
    assert results[0]["rows"][name]["games"] == 9
    seats = [results[0]["rows"][f"{name}, seat {seat}"]["games"] for seat in range(3)]
    assert seats == [3, 3, 3]
    assert agent in results[0]["command"]
    assert "torch" in results[0]["versions"]


def test_evaluation_leaves_random_streams_alone() -> None:
    before = torch.get_rng_state(), str(np.random.get_state())
    evaluate.evaluate("random", Setting(max_turns=6), ["random"], games=3, seed=0)
    assert torch.equal(torch.get_rng_state(), before[0])
    assert str(np.random.get_state()) == before[1]


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(8, 10, 0.4902, 0.9433), (0, 10, 0.0, 0.2775), (500, 1000, 0.4691, 0.5309)],
)
def test_wilson_interval(wins: int, games: int, low: float, high: float) -> None:
    assert evaluate.wilson(wins, games) == pytest.approx((low, high), abs=1e-4)


def test_bots_are_measured_on_every_board_and_difficulty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Better bots and lower difficulties win more; margins are to Contrarius."""
    out = tmp_path / "bots.json"
    line = ["evaluate", "--game", "solitaria", "--agent", "random", "greedy"]
    line += ["--board", "italia", "crete", "--difficulty", "novice", "expert"]
    monkeypatch.setattr(sys, "argv", [*line, "--games", "64", "--out", str(out)])
    evaluate.main()
    rows = json.loads(out.read_text())["rows"]
    assert len(rows) == 8
    assert rows["greedy, solitaria italia novice"]["win_share"] > 0.6
    assert rows["random, solitaria italia novice"]["win_share"] < 0.1
    for board in ("italia", "crete"):
        margins = [
            rows[f"greedy, solitaria {board} {d}"]["mean_margin"] for d in ("novice", "expert")
        ]
        assert margins[0] > margins[1] + 20


def test_agents_of_comuni_are_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "comuni.json"
    line = ["evaluate", "--game", "comuni", "--agent", "random", "greedy"]
    monkeypatch.setattr(sys, "argv", [*line, "--games", "32", "--out", str(out)])
    evaluate.main()
    rows = json.loads(out.read_text())["rows"]
    assert rows["greedy, comuni"]["win_share"] > 0.8
    assert rows["random, comuni"]["win_share"] < 0.5
    assert {name for name in rows if name.startswith("greedy, comuni, ")} == {
        f"greedy, comuni, seat {seat}" for seat in range(4)
    }


def test_an_agent_plays_both_seats_of_a_team(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The better bot wins with its team whichever that is; points and margins are of teams."""
    out = tmp_path / "teams.json"
    line = ["evaluate", "--game", "venus", "--team", "--board", "crete"]
    line += ["--agent", "random", "greedy", "--games", "48", "--out", str(out)]
    monkeypatch.setattr(sys, "argv", line)
    evaluate.main()
    rows = json.loads(out.read_text())["rows"]
    parts = ("", ", team 0", ", team 1")
    assert set(rows) == {f"{a}, venus crete teams{p}" for a in ("random", "greedy") for p in parts}
    for part in parts:
        assert rows[f"greedy, venus crete teams{part}"]["win_share"] > 0.8
        assert rows[f"greedy, venus crete teams{part}"]["games"] == (24 if part else 48)
    everyone = rows["random, venus crete teams"]
    assert 0.2 < everyone["win_share"] < 0.8
    assert 1 <= everyone["mean_place"] <= 2


@pytest.mark.parametrize("partner", ["learner", "opponent", "random"])
def test_points_of_a_team_are_those_of_both_partners(partner: str) -> None:
    setting = Setting("venus", "crete", max_turns=8, team=True, partner=partner)
    for info in evaluate.evaluate("random", setting, ["random"], games=8, seed=1):
        side = info["seat"] % 2
        totals = [info["scores"][s]["total"] + info["scores"][s + 2]["total"] for s in (0, 1)]
        assert info["totals"] == sorted(totals, reverse=True)
        assert evaluate.margin(info) == totals[side] - totals[1 - side]
        assert evaluate.summary([info])["mean_points"] == totals[side]


def test_a_run_in_teams_is_trained_and_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, out = tmp_path / "teams", tmp_path / "teams.json"
    options = ["--game=venus", "--team", "--board=crete", "--steps=512"]
    assert train(*START, *options, "--folder", str(run)).wait() == 0
    assert [line["steps"] for line in evaluations(run)] == [0, 256, 512]
    args = train_ppo.read_config(run)
    assert (args.team, args.partner, str(args.setting)) == (True, "", "venus crete teams")
    line = ["evaluate", "--game", "venus", "--team", "--board", "crete", "--agent", f"ppo:{run}"]
    line += ["--opponents", f"random,ppo:{run}", "--max-turns=6", "--games=8", "--out", str(out)]
    monkeypatch.setattr(sys, "argv", line)
    evaluate.main()
    rows = json.loads(out.read_text())["rows"]
    name = f"ppo:{run}, venus crete teams"
    assert [rows[name + part]["games"] for part in ("", ", team 0", ", team 1")] == [8, 4, 4]


def test_masked_softmax_has_the_numbers_of_sb3() -> None:
    rng = torch.Generator().manual_seed(0)
    mask = torch.rand(64, 387, generator=rng) < 0.03
    mask[:, 0] = True
    start = 5 * torch.randn(64, 387, generator=rng)
    actions = torch.multinomial(mask.float(), 1, generator=rng).flatten()
    found = []
    for kind in (MaskableCategoricalDistribution, train_ppo.MaskedSoftmax):
        logits = start.clone().requires_grad_()
        distribution = kind(387).proba_distribution(logits)
        distribution.apply_masking(mask)
        log_prob, entropy = distribution.log_prob(actions), distribution.entropy()
        (log_prob.sum() + entropy.sum()).backward()
        assert mask.gather(1, distribution.sample().unsqueeze(1)).all()
        found.append((log_prob, entropy, distribution.mode(), logits.grad))
    for theirs, ours in zip(*found, strict=True):
        torch.testing.assert_close(ours, theirs)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--steps", "0"], "--steps must be at least 1, not 0"),
        (["--net", "wide"], "invalid int value: 'wide'"),
        (["--resume", "nowhere"], "nowhere is not a run folder"),
        (["--resume", "nowhere", "--steps", "5"], "leave out --steps"),
        (["--board", "atlantis"], "atlantis"),
        (["--players", "9"], "9"),
        (["--opponents", "nobody"], "unknown opponent 'nobody'"),
        (["--opponents", "ppo:nowhere"], "no checkpoint in nowhere"),
        (["--reward", "fame"], "rank, win, score"),
        (["--game", "chess"], "unknown game 'chess'; games: concordia, solitaria, venus"),
        (["--difficulty", "expert"], "a difficulty is for the game solitaria"),
        (["--game", "solitaria", "--difficulty", "hard"], "novice, standard"),
        (["--team"], "teams are for the game venus"),
        (["--game", "venus", "--partner", "greedy"], "a partner is for teams"),
        (
            ["--game", "venus", "--team", "--partner", "brutus"],
            "unknown partner 'brutus'; partners: learner, opponent, random, greedy",
        ),
        (["--game", "venus", "--team", "--players", "5"], "4, 6 in team play"),
    ],
)
def test_bad_arguments_are_refused_before_anything_is_written(
    options: list[str],
    message: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["train_ppo", *options])
    with pytest.raises(SystemExit) as stop:
        train_ppo.main()
    assert message in f"{stop.value.code} {capsys.readouterr().err}"
    assert stop.value.code != 0
    assert not list(tmp_path.iterdir())


def test_a_run_is_never_overwritten_or_overdone(
    finished: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["train_ppo", "--folder", str(finished)])
    with pytest.raises(SystemExit, match="exists: --resume it"):
        train_ppo.main()
    monkeypatch.setattr(sys, "argv", ["train_ppo", "--resume", str(finished)])
    with pytest.raises(SystemExit, match="all its 1,024 steps"):
        train_ppo.main()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--agent", "nobody"], "unknown agent 'nobody'"),
        (["--agent", "ppo:nowhere"], "no checkpoint in nowhere"),
        (["--agent", "random", "--games", "0"], "--games must be at least 1"),
        (["--agent", "random", "--board", "atlantis"], "atlantis"),
        (["--agent", "random", "--team"], "teams are for the game venus"),
    ],
)
def test_evaluate_refuses(
    options: list[str],
    message: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "argv", ["evaluate", *options])
    with pytest.raises(SystemExit):
        evaluate.main()
    assert message in capsys.readouterr().err


def test_demo_leaves_a_model_a_table_a_picture_and_a_replay(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = tmp_path / "demo"
    line = ["demo", "--imitate", "8192", "--steps", "8192", "--games", "8", "--folder", str(run)]
    monkeypatch.setattr(sys, "argv", line)
    demo.main()
    said = capsys.readouterr().out
    assert "8 games each against Contrarius" in said
    rows = json.loads((run / "table.json").read_text())
    assert set(rows) == {"ppo", "greedy", "random"}
    assert (run / "curve.png").read_bytes().startswith(b"\x89PNG")
    replay = Replay.load(run / "replay.json", ConcordiaGame)
    *_, last = replay.positions(ConcordiaGame)
    assert f"{last.scores()['C']['total']:>11}" in said
    assert MaskablePPO.load(newest_checkpoint(run)).num_timesteps == 8192
