"""The campaign of Solitaria: its arithmetic, its games, and what survives in a file."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from concordia_env import solitaria_v0
from concordia_env.campaign import Campaign
from concordia_env.game import ConcordiaGame
from tests.concordia.positions import DATA
from tests.conftest import play


def play_game(campaign: Campaign, seed: int) -> ConcordiaGame:
    game = campaign.next_game()
    play(game, np.random.default_rng(seed))
    return game


# --- Start points


def test_example_of_the_booklet_20_minus_2_is_18() -> None:
    """Who wins the first game by 10 points begins the second with 18."""
    campaign = Campaign(seed=0)
    assert campaign.start_vp == 20
    campaign.record_totals(110, 100, won=True)
    assert campaign.start_vp == 18
    assert campaign.next_game().snapshot()["players"][0]["vp"] == 18


@pytest.mark.parametrize(
    ("lead", "next_start"), [(1, 20), (4, 20), (5, 19), (9, 19), (14, 18), (99, 1)]
)
def test_a_fifth_of_the_lead_is_rounded_down(lead: int, next_start: int) -> None:
    campaign = Campaign(seed=0)
    campaign.record_totals(100 + lead, 100, won=True)
    assert (campaign.start_vp, campaign.complete) == (next_start, False)


@pytest.mark.parametrize("deficit", [1, 5, 60])
def test_a_loss_keeps_the_start_points(deficit: int) -> None:
    campaign = Campaign(seed=0)
    campaign.record_totals(110, 100, won=True)
    campaign.record_totals(100, 100 + deficit, won=False)
    assert campaign.start_vp == 18


@pytest.mark.parametrize("won", [True, False])
def test_a_tie_decided_by_the_concordia_card_has_no_lead(won: bool) -> None:
    campaign = Campaign(seed=0)
    campaign.record_totals(100, 100, won)
    assert (campaign.start_vp, campaign.results[0]["won"]) == (20, won)


@pytest.mark.parametrize(("lead", "last"), [(100, 0), (104, 0), (130, -6)])
def test_complete_when_the_next_game_would_begin_without_points(lead: int, last: int) -> None:
    campaign = Campaign(seed=0)
    campaign.record_totals(100 + lead, 100, won=True)
    assert campaign.summary() == {"games": 1, "wins": 1, "start_vp": last, "complete": True}
    for refused in (
        campaign.next_game,
        campaign.record,
        lambda: campaign.record_totals(9, 1, won=True),
    ):
        with pytest.raises(ValueError, match="complete after 1 games"):
            refused()


@pytest.mark.parametrize(("difficulty", "start"), [("novice", 40), ("veteran", 10)])
def test_other_difficulties_begin_with_their_own_points(difficulty: str, start: int) -> None:
    campaign = Campaign(difficulty=difficulty, seed=0)
    assert campaign.start_vp == start
    config = campaign.next_game().snapshot()["config"]
    assert (config["difficulty"], config["start_vp"]) == (difficulty, start)


@pytest.mark.parametrize("difficulty", ["expert", "strong_expert_8"])
def test_a_difficulty_without_start_points_has_no_campaign(difficulty: str) -> None:
    with pytest.raises(ValueError, match="start points"):
        Campaign(difficulty=difficulty)


@pytest.mark.parametrize(("own", "won"), [(101, False), (99, True)])
def test_points_and_winner_must_agree(own: int, won: bool) -> None:
    campaign = Campaign(seed=0)
    with pytest.raises(ValueError, match=f"{own} to 100 points cannot be"):
        campaign.record_totals(own, 100, won)
    assert campaign.results == []


# --- Games


def test_games_of_a_campaign_are_recorded() -> None:
    campaign = Campaign(board="crete", seed=3)
    for number in range(3):
        game = play_game(campaign, number)
        campaign.record()
        result, scores = campaign.results[-1], game.scores()
        assert (result["own"], result["contrarius"]) == (scores[0]["total"], scores["C"]["total"])
        assert result["won"] == (game.ranking()[0] == 0)
    assert campaign.summary()["games"] == 3


def test_the_seed_deals_every_game() -> None:
    ours, theirs, other = Campaign(seed=5), Campaign(seed=5), Campaign(seed=6)
    first = ours.next_game()
    assert first == theirs.next_game() != other.next_game()
    for campaign in (ours, theirs):
        campaign.record_totals(90, 100, won=False)
    assert ours.next_game() == theirs.next_game() != first


def test_the_game_in_progress_is_kept_until_it_is_recorded() -> None:
    campaign = Campaign(seed=0)
    assert campaign.game is None
    game = campaign.next_game()
    game.apply(game.legal()[0])
    assert campaign.next_game() is campaign.game is game
    campaign.record_totals(1, 2, won=False)
    assert campaign.game is None


def test_a_copy_played_to_the_end_is_recorded() -> None:
    campaign = Campaign(board="crete", seed=0)
    copy = campaign.next_game().clone()
    play(copy, np.random.default_rng(0))
    campaign.record(copy)
    assert campaign.results[0]["own"] == copy.scores()[0]["total"]


def test_only_the_finished_game_of_the_campaign_is_recorded() -> None:
    campaign = Campaign(board="crete", seed=0)
    with pytest.raises(ValueError, match="no game of the campaign is in progress"):
        campaign.record()
    campaign.next_game()
    with pytest.raises(ValueError, match="not over"):
        campaign.record()
    other_luck = campaign.next_game().determinise(0, seed=1)
    play(other_luck, np.random.default_rng(0))
    foreign = [
        play_game(Campaign(board="crete", seed=1), 0),
        play_game(Campaign(board="italia", seed=0), 0),
        play_game(Campaign(board="crete", difficulty="novice", seed=0), 0),
        other_luck,
    ]
    for game in foreign:
        with pytest.raises(ValueError, match="not game 1 of the campaign"):
            campaign.record(game)
    first = play_game(campaign, 0)
    campaign.record(first)
    with pytest.raises(ValueError, match="not game 2 of the campaign"):
        campaign.record(first)
    assert len(campaign.results) == 1


# --- Files


def test_a_saved_campaign_goes_on_as_if_it_had_not_been_interrupted(tmp_path: Path) -> None:
    path = tmp_path / "campaign.json"
    whole, broken = (Campaign(board="crete", seed=8) for _ in range(2))
    rngs = [np.random.default_rng(8) for _ in range(2)]
    for _ in range(2):
        play(whole.next_game(), rngs[0])
        whole.record()
        play(broken.next_game(), rngs[1], decisions=30)
        broken.save(path)
        broken = Campaign.load(path)
        assert broken.game is not None
        play(broken.next_game(), rngs[1])
        broken.record()
        broken.save(path)
        broken = Campaign.load(path)
    assert broken.results == whole.results
    assert broken.next_game() == whole.next_game()


def test_a_fresh_seed_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "campaign.json"
    campaign = Campaign()
    campaign.save(path)
    assert Campaign.load(path).next_game() == campaign.next_game()


def test_files_of_ones_own_are_saved_with_the_campaign(tmp_path: Path) -> None:
    dice = tmp_path / "dice.toml"
    text = DATA.joinpath("dice.toml").read_text()
    dice.write_text(text.replace('"1", "1", "2", "3", "4", "5"', '"2", "2", "2", "2", "2", "2"'))
    campaign = Campaign(dice=dice, seed=0)
    campaign.save(tmp_path / "campaign.json")
    dice.unlink()
    restored = Campaign.load(tmp_path / "campaign.json")
    assert restored.scenario == campaign.scenario != Campaign(seed=0).scenario
    assert restored.next_game() == campaign.next_game()


def change(*path: Any, value: Any) -> Callable[[dict[str, Any]], None]:
    def edit(content: dict[str, Any]) -> None:
        for key in path[:-1]:
            content = content[key]
        content[path[-1]] = value

    return edit


@pytest.mark.parametrize(
    ("edit", "fault"),
    [
        (lambda content: content.pop("seed"), "'seed' is missing"),
        (change("seed", value="7"), "seed: expected a whole number"),
        (change("format", value="another"), "not a campaign of this version"),
        (change("scenario", value=5), "damaged"),
        (change("scenario", "board", value="atlantis"), "atlantis"),
        (change("scenario", "difficulty", value="expert"), "not game 3 of the campaign"),
        (change("scenario", "players", value=2), "alone against Contrarius"),
        (change("results", value=None), "damaged"),
        (change("results", 0, "own", value=109), "game 1 does not follow"),
        (change("results", 0, "own", value="110"), "game 1: totals"),
        (change("results", 0, "won", value=False), "cannot be lost"),
        (change("results", 1, "start_vp", value=16), "game 2 does not follow"),
        (lambda content: content["results"].pop(), "not game 2 of the campaign"),
        (change("game", value="no bytes"), "damaged: game"),
        (change("game", value="Zm9yZWlnbg=="), "not a saved game"),
        (change("game", value=3), "damaged"),
    ],
)
def test_a_damaged_file_is_refused(
    edit: Callable[[dict[str, Any]], None], fault: str, tmp_path: Path
) -> None:
    path = tmp_path / "campaign.json"
    campaign = Campaign(seed=0)
    campaign.record_totals(115, 100, won=True)
    campaign.record_totals(90, 100, won=False)
    campaign.next_game()
    campaign.save(path)
    content = json.loads(path.read_text())
    edit(content)
    path.write_text(json.dumps(content))
    with pytest.raises(ValueError, match=f"{path.name} is .*({fault})"):
        Campaign.load(path)


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"[]", b'{"format": 1}', b'{"format"'])
def test_a_foreign_file_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "other.json"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"other\.json is not a campaign"):
        Campaign.load(path)


def test_a_single_game_is_no_campaign(tmp_path: Path) -> None:
    path = tmp_path / "game"
    path.write_bytes(solitaria_v0.game(seed=0).to_bytes())
    with pytest.raises(ValueError, match="is not a campaign"):
        Campaign.load(path)
