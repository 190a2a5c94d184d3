"""The observation says what a player sees, block by block, and its table is true."""

from __future__ import annotations

import numpy as np
import pytest

from comuni_env import comuni_v0
from comuni_env.constants import KINDS, PHASES
from comuni_env.observe import OBSERVATION
from tests.conftest import PLAYERS, play, random_action


def test_the_table_in_the_docstring_is_the_layout() -> None:
    assert comuni_v0.__doc__ is not None
    lines = [line.strip() for line in comuni_v0.__doc__.splitlines()]
    stop = 0
    for block in OBSERVATION.all:
        start = f"| {stop} | {stop + block.size} | `{block.name}` |"
        assert any(line.startswith(start) and block.meaning in line for line in lines)
        stop += block.size
    env = comuni_v0.raw_env()
    assert env.observation_space("player_0")["observation"].shape == (stop,)


@pytest.mark.parametrize("players", PLAYERS)
def test_observations_are_finite_and_scaled(players: int) -> None:
    rng = np.random.default_rng(0)
    for seed in range(10):
        game = comuni_v0.game(num_players=players, seed=seed)
        while not game.over:
            vector = game.observe()
            assert np.isfinite(vector).all()
            assert np.abs(vector).max() < 6
            game.apply(random_action(game, rng))


def test_blocks_read_like_the_snapshot() -> None:
    """Own seat first, then clockwise; figures in the units the table states."""
    rng = np.random.default_rng(6)
    game = comuni_v0.game(num_players=3, seed=6)
    while not game.over:
        view = game.snapshot()
        viewer = game.seat
        assert viewer is not None
        blocks = OBSERVATION.views(game.observe(viewer))
        assert PHASES[blocks["phase"].argmax()] == view["phase"]
        assert blocks["decider"][0] == 1.0
        assert blocks["active"].argmax() == (view["active"] - viewer) % 3
        assert blocks["leader"].argmax() == (view["leader"] - viewer) % 3
        assert blocks["invasions"].argmax() == view["invasions"]
        sizes = [len(deck) for deck in view["decks"].values()]
        assert (blocks["deck_sizes"] * 20).round().tolist() == sizes
        left = blocks["next_deck"] * 3 + blocks["later_decks"] * 5
        assert left.sum() == pytest.approx(sum(sizes), abs=1e-3)
        assert (blocks["supply"][:4] * 50).round().tolist() == list(view["supply"].values())
        for number, column in enumerate(view["columns"]):
            row = blocks["columns"][number]
            shown = [
                face
                for face, copies in zip(game.names.faces, row[:26], strict=True)
                for _ in range(round(float(copies) * 3))
            ]
            assert shown == column["cards"]
            owner = None if column["envoy"] is None else (column["envoy"] - viewer) % 3
            assert (row[26:31].argmax() if row[26:31].any() else None) == owner
            assert row[32] * 10 == pytest.approx(column["gold"])
            bid = any(action.startswith(f"bid {number + 1} ") for action in game.legal())
            assert view["phase"] != "project" or row[34] == bid
        for seat, player in enumerate(view["seats"]):
            row = blocks["seats"][(seat - viewer) % 3]
            assert row[1 : 1 + 5].argmax() == player["comune"] - 1
            assert row[6] * 50 == pytest.approx(player["points"])
            assert (row[9:13] * 10).round().tolist() == list(player["stones"].values())
            assert row[14] * 10 == pytest.approx(player["loot"])
            assert row[19:23].tolist() == [float(on) for on in player["activated"].values()]
            assert row[-1] * 50 == pytest.approx(game.scores()[seat]["total"], abs=1e-3)
            for kind, name in enumerate(KINDS):
                numbers = blocks["buildings"][(seat - viewer) % 3, kind] * 2
                heights = player["buildings"][name]
                assert numbers.tolist() == [heights.count(height) for height in (1, 2, 3, 4)]
        play(game, rng, 3)


def test_the_next_income_is_what_an_income_pays() -> None:
    rng = np.random.default_rng(3)
    game = comuni_v0.game(num_players=4, seed=3)
    compared = 0
    while not game.over:
        if game.phase == "project" and "income" in game.legal():
            seat = game.seat
            assert seat is not None
            row = OBSERVATION.views(game.observe(seat))["seats"][0]
            after = game.clone()
            before = game.snapshot()["seats"][seat]["stones"]
            after.apply("income")
            if after.phase == "take":  # stones of choice are still to come
                stones = after.snapshot()["seats"][seat]["stones"]
                gained = [stones[stone] - before[stone] for stone in stones]
                assert (row[29:33] * 5).round().tolist() == gained
                compared += 1
        game.apply(random_action(game, rng))
    assert compared > 20
