"""Solitaria through all its faces: conformance, agreement, copies, rewards, files of one's own."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

from concordia_env import solitaria_v0
from concordia_env.cards import DIFFICULTIES
from concordia_env.observation import OBSERVATION
from tests.concordia.positions import DATA
from tests.conftest import BOARDS, play, random_action
from tests.faces import MaskedSampling, play_to_the_end

ID = "concordia_env/Solitaria-v0"


@pytest.mark.filterwarnings("ignore:Observation")
@pytest.mark.parametrize("players", [1, 2])
@pytest.mark.parametrize("board", BOARDS)
def test_api(board: str, players: int) -> None:
    for make in (solitaria_v0.env, solitaria_v0.raw_env):
        api_test(make(board=board, num_players=players), num_cycles=150)


@pytest.mark.filterwarnings("ignore:Observation")
@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_api_at_every_difficulty(difficulty: str) -> None:
    api_test(solitaria_v0.env(difficulty=difficulty, num_players=2), num_cycles=150)
    seed_test(lambda: solitaria_v0.env(difficulty=difficulty), num_cycles=60)


def test_render_modes() -> None:
    render_test(lambda render_mode: solitaria_v0.env(render_mode=render_mode))
    text = solitaria_v0.game(difficulty="expert", seed=1).render()
    assert "Contrarius (expert)" in text
    assert "on the track at 10, 20, 30, 40, 50" in text


@pytest.mark.filterwarnings("ignore")
def test_gymnasium_checker() -> None:
    check_env(MaskedSampling(gymnasium.make(ID, difficulty="veteran")), skip_render_check=True)


@pytest.mark.parametrize("shaping", [0.0, 1.0])
@pytest.mark.parametrize("reward", ["rank", "win", "margin", "score"])
def test_returns_are_the_payoff(reward: str, shaping: float) -> None:
    """The last info holds both scores by god."""
    env = gymnasium.make(ID, board="crete", reward=reward, shaping=shaping)
    rng = np.random.default_rng(3)
    env.reset(seed=3)
    for _ in range(4):
        total, info = play_to_the_end(env, rng)
        human, other = info["scores"][0], info["scores"]["C"]
        assert set(info["scores"]) == {0, "C"}
        assert human["total"] == sum(human.values()) - human["total"]
        assert info["won"] == (info["rank"] == 0)
        margin = (human["total"] - other["total"]) / 100
        by_name = {"margin": margin, "score": margin}
        assert total == pytest.approx(by_name.get(reward, 1.0 if info["won"] else -1.0))
        env.reset()


def test_unknown_options_name_what_is_allowed() -> None:
    for options, message in [
        ({"difficulty": "hard"}, "novice, standard, veteran"),
        ({"num_players": 3}, "num_players must be one of 1, 2"),
        ({"start_vp": -1}, "start_vp must be None or in 0..200"),
        ({"board": "atlantis"}, "allowed: crete"),
    ]:
        with pytest.raises(ValueError, match=message):
            solitaria_v0.game(**options)
    with pytest.raises(ValueError, match="rank, win, score, margin"):
        solitaria_v0.env(reward="fame")


@pytest.mark.parametrize(("players", "threads"), [(1, 1), (1, 2), (2, 2)])
def test_a_batch_equals_single_games(players: int, threads: int) -> None:
    options: dict[str, Any] = {
        "board": ["italia", "crete"],
        "difficulty": ["veteran", "expert", "standard"],
        "num_players": players,
    }
    batch = solitaria_v0.vec_env(256, **options, threads=threads, seed=8)
    children = np.random.SeedSequence(8).spawn(256)
    rows = range(0, 256, 37)
    games = {
        row: solitaria_v0.ConcordiaGame(batch.scenarios[row % 3], children[row]) for row in rows
    }
    alive = set(rows)
    for _ in range(150):
        actions = batch.sample()
        for row in alive:
            assert np.array_equal(batch.obs[row], games[row].observe())
            assert np.array_equal(batch.mask[row], games[row].action_mask())
        batch.step(actions)
        for row in list(alive):
            game = games[row]
            before = len(game.events)
            game.apply(int(actions[row]))
            assert batch.terminated[row] == game.over
            if game.over:
                assert np.array_equal(batch.final_points[row], game.standing()[0])
                alive.remove(row)
            else:
                assert batch.game(row).events == game.events[before:]
    assert len(alive) < len(rows)


def test_copies_keep_the_reaction_in_progress() -> None:
    """A game waiting for a veto, restored from bytes, snapshot and pickle, goes on alike."""
    game = solitaria_v0.game(num_players=2, seed=1)
    for action in ("play Mercator3", "done", "play Mercator3", "done"):
        game.apply(action)
    assert game.phase == "veto"
    others = [
        game.clone(),
        copy.deepcopy(game),
        pickle.loads(pickle.dumps(game)),
        type(game).from_bytes(game.to_bytes()),
    ]
    game.apply("veto")
    for other in others:
        assert other.phase == "veto"
        other.apply("veto")
        assert other.snapshot() == game.snapshot()
        assert other.events == game.events
    restored = type(game).from_snapshot(game.snapshot())
    assert restored == game
    assert restored.hash == game.hash


def test_every_position_goes_there_and_back() -> None:
    rng = np.random.default_rng(2)
    for seed, difficulty in enumerate(DIFFICULTIES):
        game = solitaria_v0.game(
            board="crete", difficulty=difficulty, num_players=1 + seed % 2, seed=seed
        )
        while not game.over:
            other = type(game).from_snapshot(game.snapshot())
            assert other == game
            assert other.legal() == game.legal()
            for text, action in zip(game.legal(), game.legal_ids(), strict=True):
                assert game.action_id(text) == action
            game.apply(random_action(game, rng))


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("contrarius", "vp"), -1, "contrarius.vp"),
        (("contrarius", "track"), [7], "contrarius.track"),
        (("contrarius", "houses_left"), 3, "houses"),
        (("contrarius", "up"), [], "cards"),
        (("act", "todo"), ["dance"], "act.todo"),
        (("act", "todo"), ["roll Mercator house"], "reaction"),
        (("act", "react"), "Architect", "reaction"),
        (("contrarius",), None, "contrarius"),
        (("magnus",), 0, "table"),
    ],
)
def test_contradictions(path: tuple[str, ...], value: Any, message: str) -> None:
    snapshot = solitaria_v0.game(seed=1).snapshot()
    target = snapshot
    for key in path[:-1]:
        target = target[key]
    target[path[-1]] = value
    with pytest.raises(ValueError, match=message):
        solitaria_v0.ConcordiaGame.from_snapshot(snapshot)


def test_the_observation_shows_contrarius() -> None:
    game = solitaria_v0.game(difficulty="expert", num_players=2, seed=4)
    play(game, np.random.default_rng(4), 60)
    view = game.snapshot()
    blocks = OBSERVATION.views(game.observe(1))
    shown = blocks["contrarius"]
    assert shown[1] * 50 == pytest.approx(view["contrarius"]["vp"])
    assert shown[2] * 15 == pytest.approx(view["contrarius"]["houses_left"])
    assert shown[3] * 5 == pytest.approx(len(view["contrarius"]["track"]))
    assert shown[18] * 150 == pytest.approx(game.scores()["C"]["total"], abs=1e-3)
    assert blocks["contrarius_cards"][0].sum() * 3 == pytest.approx(len(view["contrarius"]["up"]))
    assert blocks["vetoes"][:2].tolist() == [float(view["players"][s]["veto"]) for s in (1, 0)]
    houses = {city for city, owners in view["houses"].items() if "C" in owners}
    found = blocks["cities"][:, 5 + 6].nonzero()[0]
    assert {game.names.cities[city] for city in found} == houses


def test_what_is_hidden_changes_no_observation() -> None:
    """Neither the order of the deck nor the dice to come; loaded dice are forgotten too."""
    rng = np.random.default_rng(5)
    game = solitaria_v0.game(num_players=2, info="hidden", seed=5)
    for _ in range(12):
        play(game, rng, 6)
        if game.over:
            break
        game.load_dice("Mercator cloth")
        for seat in range(2):
            other = game.determinise(seat, seed=1)
            other.check()
            assert np.array_equal(other.observe(seat), game.observe(seat))
            assert other.legal() == game.legal()
    faces = set()
    for seed in range(40):
        game = solitaria_v0.game(seed=2)
        game.load_dice("Mercator cloth")
        other = game.determinise(0, seed)
        other.react("Mercator3")
        faces.add(other.events[0])
    assert len(faces) > 2


def test_dice_are_fair() -> None:
    """Every face of the file is equally likely."""
    counts: dict[str, int] = {}
    for seed in range(600):
        game = solitaria_v0.game(seed=seed)
        game.react("Mercator3")
        counts[game.events[0]] = counts.get(game.events[0], 0) + 1
    assert 150 < counts["die Mercator brick"] < 250  # two faces of six
    assert all(60 < number < 140 for face, number in counts.items() if "brick" not in face)


def edited(folder: Path, file: str, old: str, new: str) -> Path:
    text = DATA.joinpath(*file.split("/")).read_text(encoding="utf-8")
    assert old in text
    path = folder / "own.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


def test_own_dice_and_cards_are_played_and_saved(tmp_path: Path) -> None:
    faces = '["brick", "brick", "food", "tool", "wine", "cloth"]'
    dice = edited(
        tmp_path, "dice.toml", faces, '["cloth", "cloth", "cloth", "cloth", "cloth", "S"]'
    )
    seen = set()
    for seed in range(30):
        game = solitaria_v0.game(dice=dice, seed=seed)
        game.react("Mercator3")
        seen.add(game.events[0])
    assert seen == {"die Mercator cloth", "die Mercator S"}
    restored = type(game).from_bytes(game.to_bytes())
    assert restored == game
    assert restored != solitaria_v0.game(seed=29)

    cards = edited(
        tmp_path, "cards/solitaria.toml", 'id = "sol-contrarius-consul"\nname = "Consul"',
        'id = "sol-contrarius-senator"\nname = "Senator"',
    )  # fmt: skip
    game = solitaria_v0.game(cards=cards, seed=1)
    assert "sol-contrarius-senator" in game.snapshot()["contrarius"]["up"]
    game.apply("play Diplomat")
    assert "copy sol-contrarius-senator" in game.legal()
    other = type(game).from_snapshot(game.snapshot(), cards=cards)
    assert other.legal() == game.legal()


@pytest.mark.parametrize(
    ("file", "old", "new", "fault"),
    [
        ("dice.toml", '"wine", "cloth"]', '"wine"]', r"die\[2\].faces: expected 6 faces, found 5"),
        ("dice.toml", '"cloth"]', '"salt"]', r"die\[2\].faces: 'salt' is not one of brick"),
        ("dice.toml", '"Mercator"', '"Merchant"', r"die\[2\].name: 'Merchant' is not one of"),
        ("dice.toml", '"land", "land", "sea", "sea"', '"card", "card", "card", "sea"', "colonist"),
        (
            "cards/solitaria.toml",
            "contrarius_cards = 5",
            "contrarius_cards = 6",
            "the file lists 5",
        ),
        ("cards/solitaria.toml", 'owner = "player"', 'owner = "nobody"', "player, contrarius"),
    ],
)
def test_faulty_files_are_refused(
    tmp_path: Path, file: str, old: str, new: str, fault: str
) -> None:
    path = edited(tmp_path, file, old, new)
    option = "dice" if "dice" in file else "cards"
    with pytest.raises(ValueError, match=fault) as error:
        solitaria_v0.game(**{option: path})
    assert str(error.value).startswith(str(path))
