"""The observation says what a player sees, block by block, and its table is true."""

from __future__ import annotations

import numpy as np
import pytest

from concordia_env import concordia_v0
from concordia_env.constants import GOODS, PHASES, ROLES
from concordia_env.observation import OBSERVATION
from tests.conftest import MIXED, play, random_action


def test_the_table_in_the_docstring_is_the_layout() -> None:
    assert concordia_v0.__doc__ is not None
    lines = [line.strip() for line in concordia_v0.__doc__.splitlines()]
    stop = 0
    for block in OBSERVATION.all:
        start = f"| {stop} | {stop + block.size} | `{block.name}` |"
        assert any(line.startswith(start) and block.meaning in line for line in lines)
        stop += block.size
    env = concordia_v0.raw_env()
    assert env.observation_space("player_0")["observation"].shape == (stop,)


@pytest.mark.parametrize(("board", "players"), MIXED)
def test_observations_are_finite_and_scaled(board: str, players: int) -> None:
    rng = np.random.default_rng(0)
    game = concordia_v0.game(board=board, num_players=players, seed=1)
    while not game.over:
        vector = game.observe()
        assert np.isfinite(vector).all()
        OBSERVATION.views(vector)["seats"][:, 1] = 0  # money has no limit
        assert np.abs(vector).max() < 4
        game.apply(random_action(game, rng))


def test_blocks_read_like_the_snapshot() -> None:
    """Own seat first, then clockwise; figures in the units the table states."""
    rng = np.random.default_rng(6)
    game = concordia_v0.game(board="italia", num_players=3, seed=6)
    names = game.names
    for _ in range(40):
        play(game, rng, 7)
        if game.over:
            break
        view = game.snapshot()
        viewer = int(rng.integers(3))
        blocks = OBSERVATION.views(game.observe(viewer))
        assert PHASES[blocks["phase"].argmax()] == view["phase"]
        role = view["act"]["role"]
        assert (ROLES[blocks["role"].argmax()] if blocks["role"].any() else None) == role
        assert blocks["decider"].argmax() == (view["seat"] - viewer) % 3
        for seat, player in enumerate(view["players"]):
            row = blocks["seats"][(seat - viewer) % 3]
            assert row[1] * 50 == pytest.approx(player["money"])
            assert (row[2:7] * 12).round().tolist() == list(player["goods"].values())
            assert row[11] * 15 == pytest.approx(player["houses_left"])
            assert row[14] == (view["magnus"] == seat)
            assert row[-1] * 150 == pytest.approx(game.scores()[seat]["total"], abs=1e-3)
        for city, good in view["goods"].items():
            row = blocks["cities"][names.cities.index(city)]
            assert GOODS[row[:5].argmax()] == good
            owners = {(owner - viewer) % 3 for owner in view["houses"].get(city, [])}
            assert set(row[5:12].nonzero()[0].tolist()) == owners
        assert not blocks["seats"][3:].any()


def test_views_of_two_seats_are_rotations_of_each_other() -> None:
    game = concordia_v0.game(num_players=4, seed=2)
    play(game, np.random.default_rng(2), 150)
    views = [OBSERVATION.views(game.observe(seat)) for seat in range(4)]
    for name in ("seats", "hands", "tops", "devotion"):
        for seat in range(4):
            assert np.array_equal(np.roll(views[seat][name][:4], seat, axis=0), views[0][name][:4])


def test_a_picked_colonist_is_marked_where_it_stands() -> None:
    game = concordia_v0.game(board="italia", num_players=2, seed=1)
    game.apply("play Architect")
    before = OBSERVATION.views(game.observe(0))["cities"][-1, 12:16].tolist()
    game.apply("pick land@Roma")
    after = OBSERVATION.views(game.observe(0))["cities"][-1, 12:16].tolist()
    assert after == [-before[0], *before[1:]]
    game.apply("to land:Cosa-Roma")
    routes = OBSERVATION.views(game.observe(0))["routes"]
    assert routes[game.names.routes.index("land:Cosa-Roma"), 0] == 0.5
    seen = OBSERVATION.views(game.observe(1))["routes"]
    assert seen[game.names.routes.index("land:Cosa-Roma")].tolist() == [0.0, pytest.approx(1 / 6)]
