"""The engine of Comuni against an independent plain-Python implementation, decision by decision."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from comuni_env import comuni_v0
from env_core.game import Game
from tests.comuni.late_positions import FLAVOURS, late_position
from tests.oracle import comuni as oracle

PLAYERS = (2, 3, 4, 5)
INFOS = ("open", "hidden")
DECISIONS = 3000  # no random game is as long


def choose(legal: list[str], rng: random.Random) -> str:
    """Uniform play mostly bids and builds little: half of the time each verb is as likely."""
    if rng.random() < 0.5:
        return rng.choice(legal)
    active = [action for action in legal if action != "done"]
    verb = rng.choice(sorted({action.split()[0] for action in active}))
    return rng.choice([action for action in active if action.split()[0] == verb])


def assert_equal(game: Game, snapshot: oracle.Snapshot) -> None:
    """The engine stands where the oracle does, and shows every seat the same."""
    assert game.snapshot() == snapshot
    for seat in range(snapshot["players"]):
        assert game.snapshot(seat) == oracle.view(snapshot, seat)
    assert game.scores() == oracle.scores(snapshot)
    assert game.ranking() == oracle.ranking(snapshot)
    assert sorted(game.legal()) == sorted(oracle.legal(snapshot))
    assert game.over == (snapshot["phase"] == "over")


def compare(game: Game, rng: random.Random) -> None:
    """Play at random to the end, comparing all the way."""
    snapshot = game.snapshot()
    assert_equal(game, snapshot)
    for _ in range(DECISIONS):
        if game.over:
            break
        action = choose(oracle.legal(snapshot), rng)
        snapshot = oracle.apply(snapshot, action)
        game.apply(action)
        assert_equal(game, snapshot)
        if rng.random() < 0.05:
            game = type(game).from_snapshot(oracle.copy_of(snapshot))
            assert_equal(game, snapshot)
    assert game.over


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("info", INFOS)
def test_engine_and_oracle_agree(players: int, info: str) -> None:
    for seed in range(2):
        game = comuni_v0.game(num_players=players, info=info, seed=seed)
        oracle.check_setup(game.snapshot())
        compare(game, random.Random(seed))


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("flavour", FLAVOURS)
def test_late_positions_agree(flavour: str, players: int) -> None:
    """Short supplies, big stocks, full hands, high walls and ties, which full games rarely show."""
    game_type = type(comuni_v0.game(num_players=players))
    for seed in range(2):
        rng = random.Random(f"{flavour} {players} {seed}")
        position = late_position(flavour, players, rng, INFOS[seed % 2])
        compare(game_type.from_snapshot(position), rng)


def test_example_of_the_notation_agrees() -> None:
    path = Path(__file__).parent / "example.json"
    snapshot = json.loads(path.read_text(encoding="utf-8"))
    game = type(comuni_v0.game(num_players=2)).from_snapshot(snapshot)
    assert game.legal() == ["city 0", "city 1"]
    compare(game, random.Random(0))


@pytest.mark.parametrize("players", PLAYERS)
def test_set_up(players: int) -> None:
    """Every deal is one that the oracle allows, and together they use all the comuni."""
    comuni = set()
    for seed in range(30):
        snapshot = comuni_v0.game(num_players=players, seed=seed).snapshot()
        oracle.check_setup(snapshot)
        comuni |= {player["comune"] for player in snapshot["seats"]}
    assert comuni == {1, 2, 3, 4, 5}


def test_action_space() -> None:
    """The ids 0 to 469 stand for the strings in the order of the notation, both ways."""
    game = comuni_v0.game(num_players=2)
    texts = oracle.all_actions()
    assert len(texts) == 470
    assert [game.action_text(number) for number in range(470)] == texts
    assert [game.action_id(text) for text in texts] == list(range(470))
