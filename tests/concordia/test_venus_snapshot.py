"""Snapshots of Venus: there and back at every decision, and contradictions within a team's turn."""

from __future__ import annotations

import json
from itertools import count
from random import Random
from typing import Any

import pytest

from concordia_env import venus_v0
from concordia_env.game import ConcordiaGame
from tests.concordia.team_positions import late_game, moment
from tests.concordia.test_snapshot import CONFIG, NEUTRAL, PLAYER, TOP, change, has_form, refuse
from tests.conftest import VENUS

SUGGESTS = "a Legatus suggests"
ANSWERED = "a suggestion is answered"
WAITS = "a Proconsul's partner waits"
PROCONSUL = "a Proconsul is answered"
KEEPS = "an opponent keeps goods of the partner's Prefect"
# Where the game stands, path and value of the contradiction, what the error names. All but the
# last are of four players in teams: 0 and 2 against 1 and 3.
CONTRADICTIONS = [
    ("place", "seat", 0, "act.queue"),
    ("place", "act/queue", [], "act.queue"),
    ("place", "act/queue", [[2, "place"]], "act.queue"),
    ("place", "act/legatus", True, "turn: .*Legatus"),
    ("place", "turns", 1, "number of turns"),
    ("play", "seat", 0, "seat"),
    ("play", "seat", 1, "turn"),
    ("play", "copied/0", [2], "copied: not the opponents"),
    ("play", "copied/0", [0], "copied: not the opponents"),
    ("play", "copied/1", [2], "copied: .*card that can be copied"),
    ("play", "copied/0", [1, 1], "copied"),
    ("play", "copied/0", [5], "copied"),
    ("play", "copied", [[]], "copied"),
    ("play", "act/answer", "proconsul", "answer"),
    ("play", "act/answer", "letter", "act.answer: unknown name 'letter'; allowed: legatus"),
    ("play", "act/suggested", "Prefect", "suggestion"),
    ("play", "act/queue", [[2, "Prefect"]], "queue"),
    ("play", "act/queue", ["Prefect"], "act.queue: expected"),
    ("play", "act/queue", [[1, "Caesar"]], "act.queue: unknown name 'Caesar'"),
    ("play", "act/legatus", True, "Legatus"),
    ("play", "config/team", False, "display"),
    (SUGGESTS, "act/suggested", "Mercator3", "suggestion"),
    (SUGGESTS, "act/queue", [[0, "Prefect"]], "queue"),
    (SUGGESTS, "act/legatus", False, "role"),
    (ANSWERED, "act/suggested", None, "suggestion"),
    (ANSWERED, "act/answer", None, "answer"),
    (ANSWERED, "act/answer", "proconsul", "answer"),
    (ANSWERED, "act/legatus", False, "Legatus"),
    (ANSWERED, "act/queue", [[0, "own"]], "queue"),
    (WAITS, "act/queue/0/0", 1, "queue"),
    (WAITS, "act/queue/0/0", 2, "queue"),
    (WAITS, "act/queue", [[0, "own"], [0, "own"]], "act.queue"),
    (WAITS, "act/queue", [], "queue"),
    (WAITS, "act/answer", "proconsul", "answer"),
    (PROCONSUL, "act/legatus", True, "Legatus"),
    (PROCONSUL, "act/suggested", "Prefect", "suggestion"),
    (KEEPS, "act/queue", [[2, "Prefect"]], "queue"),
    (KEEPS, "seat", 2, "goods wait"),
    ("individual", "copied", [[1]], "copied"),
    ("individual", "act/answer", "legatus", "answer"),
    ("individual", "act/queue", [[1, "Prefect"]], "queue"),
    ("individual", "act/legatus", True, "Legatus"),
]


def has_venus_form(snapshot: dict[str, Any]) -> None:
    """All keys with values of their types; those of teams stay neutral in individual play."""
    has_form(snapshot, TOP)
    has_form(snapshot["config"], CONFIG)
    for player in snapshot["players"]:
        has_form(player, PLAYER)
    act, config = snapshot["act"], snapshot["config"]
    for key, neutral in NEUTRAL.items():
        assert isinstance(act[key], str | None if neutral is None else type(neutral)), key
    assert len(snapshot["copied"]) == (config["players"] // 2 if config["team"] else 0)
    if not config["team"]:
        of_teams = (act["queue"], act["answer"], act["suggested"], act["legatus"])
        assert of_teams == ([], None, None, False)


@pytest.mark.parametrize(("players", "team"), VENUS)
def test_every_position_goes_there_and_back(players: int, team: bool) -> None:
    """From the deal and from a late position; a game restored now and then continues in step."""
    options = {"board": "crete", "num_players": players, "team": team}
    for start in (venus_v0.game(seed=1, **options), late_game(1, **options)):
        game, random = start, Random(1)
        followers: list[ConcordiaGame] = []
        for decision in count():
            snapshot = game.snapshot()
            has_venus_form(snapshot)
            restored = type(game).from_snapshot(json.loads(json.dumps(snapshot)))
            assert (restored, restored.legal()) == (game, game.legal())
            if game.over:
                break
            if decision % 60 == 0:
                followers.append(restored)
            action = random.choice(game.legal())
            for each in (game, *followers):
                each.apply(action)
        for follower in followers:
            assert (follower, follower.scores()) == (game, game.scores())


def position(name: str) -> ConcordiaGame:
    """Seat 3 is to play, except in the set-up and in a moment of a team's turn."""
    options = {"board": "crete", "num_players": 4}
    if name == "place":
        return venus_v0.game(team=True, seed=0, **options)
    if name in ("play", "individual"):
        return late_game(0, name == "play", **options)
    return moment(name, **options)


@pytest.mark.parametrize(("name", "path", "value", "named"), CONTRADICTIONS)
def test_contradiction(name: str, path: str, value: Any, named: str) -> None:
    snapshot = position(name).snapshot()
    change(snapshot, path, value)
    refuse(snapshot, named)


def test_the_suggestion_is_no_secret_of_a_full_snapshot() -> None:
    """A stranger's snapshot, which lacks it, is not taken for a full one."""
    game = position(ANSWERED)
    refuse(game.snapshot((game.seat or 0) + 1), "suggestion")
