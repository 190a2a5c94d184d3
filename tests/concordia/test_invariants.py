"""Random games on every board and player count: invariants hold after every decision."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np
import pytest

from concordia_env import concordia_v0, solitaria_v0, venus_v0
from concordia_env.bots import play_randomly
from concordia_env.cards import DIFFICULTIES
from env_core.game import Game
from env_core.rng import key_of_seed, new_stream
from tests.concordia.team_positions import late_game
from tests.conftest import BOARDS, PLAYERS, VENUS, random_action


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("board", BOARDS)
def test_invariants_hold_after_every_decision(board: str, players: int) -> None:
    game = concordia_v0.game(
        board=board, num_players=players, intermediate_scoring=players % 2 == 0, seed=players
    )
    check_games(game, 4)


@pytest.mark.parametrize("players", [1, 2])
@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_invariants_hold_against_contrarius(difficulty: str, players: int) -> None:
    for board in BOARDS:
        game = solitaria_v0.game(
            board=board, difficulty=difficulty, num_players=players, seed=players
        )
        check_games(game, 2)


@pytest.mark.parametrize(("players", "team"), VENUS)
@pytest.mark.parametrize("board", BOARDS)
def test_invariants_hold_in_venus(board: str, players: int, team: bool) -> None:
    """From the deal, and from a late position."""
    options = {"board": board, "num_players": players, "intermediate_scoring": players % 2 == 0}
    check_games(late_game(players, team, **options), 1)
    check_games(venus_v0.game(team=team, seed=players, **options), 2)


def check_games(game: Game, games: int) -> None:
    """Invariants hold after every decision of some games, and no decision is forced."""
    rng = np.random.default_rng(game.num_seats)
    for _ in range(games):
        while not game.over:
            game.check()
            assert game.action_mask().sum() >= 2
            game.apply(random_action(game, rng))
        game.check()
        assert game.phase == "over"
        assert game.legal() == []
        game.restart(key_of_seed(int(rng.integers(2**32))))


@pytest.mark.parametrize(
    ("module", "options"),
    [
        (concordia_v0, {"num_players": 3}),
        (solitaria_v0, {"num_players": 1, "difficulty": "expert"}),
        (solitaria_v0, {"num_players": 2, "difficulty": "expert"}),
        (venus_v0, {"num_players": 3}),
        (venus_v0, {"num_players": 4, "team": True}),
    ],
)
@pytest.mark.parametrize("board", BOARDS)
def test_different_actions_lead_to_different_positions(
    board: str, module: ModuleType, options: dict[str, Any]
) -> None:
    """No decision offers the same thing twice."""
    rng = np.random.default_rng(1)
    game = module.game(board=board, seed=4, **options)
    for _ in range(150):
        if game.over:
            break
        after = set()
        for action in game.legal_ids():
            other = game.clone()
            other.apply(int(action))
            after.add(other.hash)
        assert len(after) == len(game.legal_ids())
        game.apply(random_action(game, rng))


def test_thousands_of_random_games_end() -> None:
    """The default truncation is far above what even aimless players need."""
    stream = new_stream(3)
    longest = 0.0
    for board in BOARDS:
        tables = [concordia_v0.game(board=board, num_players=players) for players in PLAYERS]
        tables += [venus_v0.game(board, players, team) for players, team in VENUS]
        for game in tables:
            for seed in range(100):
                game.restart(key_of_seed(seed))
                play_randomly(game._tables, game._games, 0, game._mask, stream, 10**6)
                assert game.over
                longest = max(longest, game.turns / game.num_seats)
    assert longest < 600


def test_both_ends_happen() -> None:
    """Games end by the last card and, where goods are plenty, by the fifteenth house."""
    rng = np.random.default_rng(0)
    ends = set()
    for seed in range(12):
        game = concordia_v0.game(board="crete", num_players=2, seed=seed)
        while not game.over and not ends >= {"cards", "houses"}:
            texts = game.legal()
            builds = [text for text in texts if text.startswith(("build", "settle"))]
            action = builds[0] if builds else texts[rng.integers(len(texts))]
            if game.phase == "purchase" and "done" in texts and seed % 2:
                action = "done"
            game.apply(action)
            if seed % 2 and game.phase == "play":
                game = _enriched(game)
        view = game.snapshot()
        if game.over:
            left = view["players"][view["concordia"]]["houses_left"]
            ends.add("houses" if left == 0 else "cards")
    assert ends == {"cards", "houses"}


def _enriched(game: concordia_v0.ConcordiaGame) -> concordia_v0.ConcordiaGame:
    """The same position with money and a few goods for the seat to play."""
    view = game.snapshot()
    player = view["players"][view["seat"]]
    free = 12 - sum(player["goods"].values()) - sum(player["home"].values())
    player["money"] += 20
    for good, number in list(player["goods"].items()):
        if number == 0 and free > 0:
            player["goods"][good] += 1
            free -= 1
    return type(game).from_snapshot(view)
