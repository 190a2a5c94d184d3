"""The native batch: equal to single games, step by step, whatever its size and threads."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from concordia_env import concordia_v0
from concordia_env.constants import PLAY
from concordia_env.observation import OBSERVATION
from env_core.batch import Policy
from tests.faces import (
    check_batch_equals_single_games,
    check_every_game_pays_once,
    check_state_is_restored,
    hashes_after,
)


@pytest.mark.parametrize(("rows", "threads"), [(1, 1), (2, 2), (64, 1), (64, 2)])
def test_a_batch_equals_single_games_over_autoresets(rows: int, threads: int) -> None:
    seed = 5
    batch = concordia_v0.vec_env(
        rows,
        board=["italia", "crete"],
        num_players=[2, 3],
        max_turns=12,
        threads=threads,
        seed=seed,
    )
    check_batch_equals_single_games(batch, seed, 12, 220 if rows < 64 else 90)


def test_every_game_pays_once() -> None:
    batch = concordia_v0.vec_env(32, board="crete", num_players=2, reward="win", seed=1)
    check_every_game_pays_once(batch, 900)


def test_threads_and_size_change_nothing() -> None:
    """Row i of a batch with bots plays the same games in any company."""
    options = {"board": "italia", "num_players": 3, "opponents": ["random", "greedy"], "seed": 3}
    one, two = (concordia_v0.vec_env(96, threads=threads, **options) for threads in (1, 2))
    assert hashes_after(one, 60) == hashes_after(two, 60)


def test_state_can_be_saved_and_restored() -> None:
    options = {"board": "hellas", "opponents": "random", "seat": "random"}
    batch, other = (concordia_v0.vec_env(8, **options, seed=seed) for seed in (2, 99))
    check_state_is_restored(batch, other)
    with pytest.raises(ValueError, match="not of a batch like this one"):
        concordia_v0.vec_env(9, board="hellas").set_state(batch.state())


def test_an_illegal_action_is_refused_and_nothing_moves() -> None:
    batch = concordia_v0.vec_env(4, num_players=2, seed=1)
    actions = batch.sample()
    before = batch.state()
    actions[2] = 386
    with pytest.raises(ValueError, match=r"row 2: illegal action 386 \(accept\) in phase play"):
        batch.step(actions)
    for wrong in (np.zeros(3, int), np.zeros(4), [0, 0, 0, 500], [0, 0, 0, -1]):
        with pytest.raises(ValueError, match=r"actions must be|illegal action"):
            batch.step(np.asarray(wrong))
    for name, part in batch.state().items():
        assert np.array_equal(part, before[name])


def test_samples_are_legal_and_uniform() -> None:
    batch = concordia_v0.vec_env(4000, num_players=2, seed=1)
    first = batch.sample()
    assert batch.mask[np.arange(4000), first].all()
    counts = np.unique(first, return_counts=True)[1]
    assert len(counts) == 6  # the roles of the starting hand
    assert abs(counts - 4000 / 6).max() < 5 * (4000 / 6) ** 0.5


def test_seats_of_the_learner() -> None:
    def seats(seat: int | str) -> np.ndarray:
        batch = concordia_v0.vec_env(64, num_players=4, opponents="random", seat=seat, seed=1)
        batch.step(batch.sample())
        assert np.array_equal(batch.seat, batch.learner)
        return np.bincount(batch.seat, minlength=4)

    assert seats(2).tolist() == [0, 0, 64, 0]
    assert seats("rotate").tolist() == [16, 16, 16, 16]
    assert (seats("random") > 4).all()


def test_a_policy_plays_the_other_seats() -> None:
    """Python policies are asked in batches, with their own seat's observation and mask."""
    asked = []

    def policy(obs: np.ndarray, mask: np.ndarray) -> np.ndarray:
        asked.append(len(obs))
        assert (mask.sum(1) >= 2).all()
        assert (obs[:, 38] == 1.0).all()  # block "decider": the observer itself decides
        return mask.argmax(1)

    batch = concordia_v0.vec_env(16, num_players=3, opponents=[policy, "random"], seat=1, seed=4)
    for _ in range(150):
        assert (batch.seat == 1).all()
        batch.step(batch.sample())
    assert max(asked) > 1
    with pytest.raises(ValueError, match="row"):
        concordia_v0.vec_env(2, opponents=lambda obs, mask: np.full(len(obs), 386), seat=1)


def test_a_list_of_opponents_is_drawn_from_for_every_seat_and_game() -> None:
    """Over many games of one row all four pairs of two opponents are as frequent."""
    asked: list[str] = []

    def policy(name: str) -> Policy:
        def decide(obs: np.ndarray, mask: np.ndarray) -> np.ndarray:
            if OBSERVATION.views(obs)["phase"][0, PLAY]:  # once a turn
                asked.append(name)
            return mask.argmax(1)

        return decide

    games = 400
    batch = concordia_v0.vec_env(
        1, num_players=3, opponents=[policy("a"), policy("b")], seat=0, max_turns=1, seed=6
    )
    ended = 0
    while ended < games:
        batch.step(batch.sample())
        ended += batch.truncated[0]
    pairs = Counter(zip(asked[::2], asked[1::2], strict=True))
    assert pairs.total() == games
    assert sorted(pairs) == [("a", "a"), ("a", "b"), ("b", "a"), ("b", "b")]
    assert all(abs(count - games / 4) < 4 * (games * 3 / 16) ** 0.5 for count in pairs.values())


def test_a_list_may_mix_bots_and_policies() -> None:
    """A third of the seats is the policy's, in proportion to the list."""
    asked = 0

    def policy(obs: np.ndarray, mask: np.ndarray) -> np.ndarray:
        nonlocal asked
        asked += int(OBSERVATION.views(obs)["phase"][:, PLAY].sum())
        return mask.argmax(1)

    rows = 600
    concordia_v0.vec_env(
        rows, num_players=4, opponents=[policy, "random", "greedy"], seat=3, seed=8
    )
    seats = 3 * rows  # each decides once before the learner in the last seat
    assert abs(asked - seats / 3) < 4 * (seats * 2 / 9) ** 0.5


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"num_envs": 0}, "num_envs must be at least 1"),
        ({"opponents": "alphago"}, "bots: random"),
        ({"opponents": "random", "seat": 4}, r"seat must be in 0\.\.3"),
        ({"opponents": "random", "seat": "left"}, "'rotate' or 'random'"),
        ({"opponents": []}, "opponents must be 1 to"),
        ({"reward": "points"}, "rank, win, score"),
        ({"max_turns": 0}, "max_turns"),
    ],
)
def test_bad_arguments_say_what_is_allowed(options: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        concordia_v0.vec_env(**{"num_envs": 2, **options})
