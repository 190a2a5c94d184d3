"""The campaign command: one campaign and how it is resumed, many and what they say."""

from __future__ import annotations

import json
import sys
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sb3_contrib import MaskablePPO

from agents.bots import Bot
from concordia_env import solitaria_v0
from concordia_env.campaign import Campaign
from env_core.game import Game
from experiments import campaign as command
from tests.conftest import play


def run(monkeypatch: pytest.MonkeyPatch, *options: Any) -> None:
    monkeypatch.setattr(sys, "argv", ["campaign", *map(str, options)])
    command.main()


def campaigns_with(*leads: list[int]) -> list[Campaign]:
    """Campaigns whose games ended with these leads."""
    made = []
    for games in leads:
        campaign = Campaign(seed=0)
        for lead in games:
            campaign.record_totals(100 + lead, 100, won=lead > 0)
        made.append(campaign)
    return made


# --- One campaign


def test_a_resumed_campaign_is_that_of_one_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, parts, out = (tmp_path / name for name in ("whole.json", "parts.json", "out.json"))
    start = ("--agent", "random", "--board", "crete", "--seed", 4)
    run(monkeypatch, *start, "--most-games", 3, "--save", whole, "--out", out)
    run(monkeypatch, *start, "--most-games", 1, "--save", parts)
    run(monkeypatch, "--agent", "random", "--most-games", 3, "--resume", parts)
    assert whole.read_text() == parts.read_text()
    results = Campaign.load(whole).results
    said = capsys.readouterr().out
    assert f"game   1 from 20 VP: {results[0]['own']:3d} to {results[0]['contrarius']:3d}" in said
    assert "complete after 3 games" in said
    written = json.loads(out.read_text())
    assert (written["result"]["results"], written["result"]["games"]) == (results, 3)
    assert (written["result"]["config"]["board"], written["result"]["seed"]) == ("crete", 4)
    assert "--board crete" in written["command"]
    assert "contrarius" in written["versions"]


def test_a_game_in_progress_is_played_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From its position, not from the start: greedy itself made the first half of its decisions."""
    path = tmp_path / "campaign.json"
    actions = []

    class Watched(Bot):
        def act(self, game: Game) -> int:
            actions.append(super().act(game))
            return actions[-1]

    whole, half = (Campaign(board="crete", seed=0) for _ in range(2))
    command.play_one(whole, lambda seed: Watched("greedy", seed), 1, None)
    for action in actions[: len(actions) // 2]:
        half.next_game().apply(action)
    half.save(path)
    run(monkeypatch, "--agent", "greedy", "--most-games", 1, "--resume", path)
    assert Campaign.load(path).results == whole.results


def test_a_game_saved_at_its_end_is_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "campaign.json"
    campaign = Campaign(board="crete", seed=0)
    game = campaign.next_game()
    play(game, np.random.default_rng(0))
    campaign.save(path)
    run(monkeypatch, "--agent", "random", "--most-games", 2, "--resume", path)
    results = Campaign.load(path).results
    assert (len(results), results[0]["own"]) == (2, game.scores()[0]["total"])


def test_an_interrupted_campaign_keeps_its_finished_games(tmp_path: Path) -> None:
    path = tmp_path / "campaign.json"
    campaign = Campaign(board="crete", seed=1)
    with pytest.raises(KeyboardInterrupt):
        command.play_one(campaign, interrupted(rounds=2), 9, path)
    saved = Campaign.load(path)
    assert len(saved.results) == 2
    command.play_one(saved, command.campaign_agent("random"), 3, path)
    whole = Campaign(board="crete", seed=1)
    command.play_one(whole, command.campaign_agent("random"), 3, None)
    assert Campaign.load(path).results == whole.results


def interrupted(rounds: int) -> command.Agent:
    """A random agent that is stopped, as by Ctrl-C, in a later round."""
    begun: list[int] = []

    def agent(seed: int) -> str:
        begun.append(seed)
        if len(begun) > rounds:
            raise KeyboardInterrupt
        return "random"

    return agent


# --- Many


def test_many_campaigns_are_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    results = []
    for number in range(2):
        out = tmp_path / f"{number}.json"
        start = ("--agent", "random", "--board", "crete", "--campaigns", 4)
        run(monkeypatch, *start, "--most-games", 2, "--out", out)
        results.append(json.loads(out.read_text()))
    assert results[0]["result"] == results[1]["result"]
    row = results[0]["result"]
    assert (row["campaigns"], row["most_games"]) == (4, 2)
    for name in ("completed_share", "mean_games_played", "win_share"):
        assert row[name]["low"] <= row[name]["value"] <= row[name]["high"]
    assert "--campaigns 4" in results[0]["command"]
    assert "win share" in capsys.readouterr().out


def test_a_trained_network_plays_campaigns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that samples its actions: with the same seed it draws the same ones."""
    env = solitaria_v0.sb3_vec_env(2, board="crete", seed=0)
    MaskablePPO("MlpPolicy", env, policy_kwargs={"net_arch": [4]}, seed=0).save(tmp_path / "net")
    results = []
    for number in range(2):
        out = tmp_path / f"{number}.json"
        start = ("--agent", f"ppo:{tmp_path}/net.zip", "--board", "crete", "--campaigns", 3)
        run(monkeypatch, *start, "--most-games", 1, "--out", out)
        results.append(json.loads(out.read_text())["result"])
    assert results[0] == results[1]


def test_a_campaign_among_many_is_the_same_alone() -> None:
    """For an agent without chance of its own."""
    greedy = command.campaign_agent("greedy")
    many = [Campaign(board="crete", difficulty="novice", seed=seed) for seed in range(5)]
    assert command.play_many(many, greedy, 3) == 3
    for seed, campaign in enumerate(many):
        alone = Campaign(board="crete", difficulty="novice", seed=seed)
        command.play_many([alone], greedy, 3)
        assert alone.results == campaign.results


def test_batches_of_campaigns_give_what_one_does(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for rows in (2, 1024):
        monkeypatch.setattr(command, "MAX_ROWS", rows)
        campaigns = [Campaign(board="crete", seed=seed) for seed in range(5)]
        command.play_many(campaigns, command.campaign_agent("greedy"), 2)
        found.append([campaign.results for campaign in campaigns])
    assert found[0] == found[1]


def test_an_interrupted_run_is_right_for_fewer_games(capsys: pytest.CaptureFixture[str]) -> None:
    campaigns = [Campaign(board="crete", seed=seed) for seed in range(3)]
    played = command.play_many(campaigns, interrupted(rounds=2), 9)
    assert played == 2
    assert "interrupted: the result is that of 2 games" in capsys.readouterr().err
    whole = [Campaign(board="crete", seed=seed) for seed in range(3)]
    command.play_many(whole, command.campaign_agent("random"), 2)
    assert command.statistics(campaigns, played) == command.statistics(whole, 2)


def test_statistics_of_known_campaigns() -> None:
    """Two complete after 1 and 3 games, one does not within 4."""
    row = command.statistics(campaigns_with([100], [50, -9, 50], [5, -5, 5, -5]), most_games=4)
    assert row["completed"] == 2
    assert row["completed_share"]["value"] == pytest.approx(2 / 3)
    assert row["mean_games_played"]["value"] == pytest.approx((1 + 3 + 4) / 3)
    assert row["median_games_needed"]["value"] == 3
    assert row["median_games_needed"]["high"] is None  # more than four
    assert row["win_share"]["value"] == pytest.approx(5 / 8)
    assert row["games_needed"] == {"1": 1, "3": 1}


def test_statistics_count_no_game_beyond_the_limit() -> None:
    row = command.statistics(campaigns_with([50, 50], [-1, -1, 100]), most_games=2)
    assert (row["completed"], row["games_needed"]) == (1, {"2": 1})
    assert row["mean_games_played"]["value"] == 2


def test_bootstrap_interval_is_about_that_of_the_normal_distribution() -> None:
    sample = np.random.default_rng(0).normal(10, 2, (400, 1))
    found = command.bootstrap(lambda part: float(part.mean()), sample, seed=0)
    half = 1.96 * sample.std() / 20
    assert found["low"] == pytest.approx(sample.mean() - half, abs=0.03)
    assert found["high"] == pytest.approx(sample.mean() + half, abs=0.03)
    beyond = command.bootstrap(lambda part: inf, sample, seed=0)
    assert beyond == {"value": None, "low": None, "high": None}


# --- Refusals


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--agent", "nobody"], "unknown agent 'nobody'; agents: random, greedy"),
        (["--agent", "ppo:nowhere"], "no checkpoint in nowhere"),
        (["--agent", "random", "--board", "atlantis"], "atlantis"),
        (["--agent", "random", "--difficulty", "expert"], "start points"),
        (["--agent", "random", "--most-games", "0"], "--most-games must be at least 1"),
        (["--agent", "random", "--campaigns", "0"], "--campaigns must be at least 1"),
        (["--agent", "random", "--campaigns", "2", "--save", "x"], "not allowed with"),
        (["--agent", "random", "--resume", "nowhere.json"], "nowhere.json"),
        (["--agent", "random", "--resume", "x", "--board", "italia"], "leave out --board"),
        (["--agent", "random", "--save", "."], "exists: --resume it"),
    ],
)
def test_bad_options_are_refused(
    options: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        run(monkeypatch, *options)
    assert message in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
