"""The whole way of a stable-baselines3 user: train, log, evaluate, save, load, go on."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.callbacks import MaskableEvalCallback
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import configure
from stable_baselines3.common.vec_env import VecEnv, VecNormalize

from concordia_env import concordia_v0
from env_core.sb3 import BatchVecEnv, GameLog
from experiments.evaluate import evaluate, ppo_policy, summary
from experiments.setting import Setting


@pytest.fixture(autouse=True)
def one_thread() -> None:
    """Networks this small are slower on two, above all next to other tests."""
    torch.set_num_threads(1)


def games(seed: int = 0, **options: Any) -> BatchVecEnv:
    """Eight short games: cut off after four turns of each seat."""
    options = {"board": "italia", "num_players": 2, "max_turns": 4, **options}
    return concordia_v0.sb3_vec_env(8, opponents="random", seed=seed, **options)


def new_model(env: VecEnv, seed: int = 0) -> MaskablePPO:
    network = {"net_arch": [16]}
    return MaskablePPO(
        "MlpPolicy", env, n_steps=64, batch_size=128, n_epochs=2, policy_kwargs=network, seed=seed
    )


class Tally(BaseCallback):
    """Keeps the final infos of all games."""

    def __init__(self) -> None:
        super().__init__()
        self.infos: list[dict[str, Any]] = []

    def _on_step(self) -> bool:
        self.infos += [info for info in self.locals["infos"] if info]
        return True


def test_the_logger_shows_wins_places_and_points(tmp_path: Path) -> None:
    model = new_model(games())
    model.set_logger(configure(str(tmp_path), ["csv"]))
    tally = Tally()
    model.learn(512, [tally, GameLog()])
    with (tmp_path / "progress.csv").open() as file:
        (logged,) = csv.DictReader(file)

    def mean(values: list[Any]) -> Any:
        return pytest.approx(np.mean(values), abs=1e-4)

    assert len(tally.infos) > 10
    won = [info["won"] for info in tally.infos]
    assert float(logged["games/won"]) == mean(won)
    assert float(logged["games/place"]) == mean([info["rank"] + 1 for info in tally.infos])
    for name in ("total", "Vesta", "Mars"):
        points = [info["points"][name] for info in tally.infos]
        assert float(logged[f"points/{name}"]) == mean(points)
    # What stable-baselines3 logs by itself is about the last hundred games.
    assert float(logged["rollout/success_rate"]) == mean(won[-100:])
    lengths = [info["episode"]["l"] for info in tally.infos]
    assert float(logged["rollout/ep_len_mean"]) == mean(lengths[-100:])


@pytest.mark.filterwarnings("error:Evaluation environment is not wrapped")
def test_masked_evaluation_finds_the_best_model(tmp_path: Path) -> None:
    model = new_model(games())
    evaluation = MaskableEvalCallback(
        games(seed=1),
        n_eval_episodes=20,
        eval_freq=32,
        log_path=str(tmp_path),
        best_model_save_path=str(tmp_path),
        verbose=0,
    )
    model.learn(1024, evaluation)
    results = np.load(tmp_path / "evaluations.npz")
    assert results["timesteps"].tolist() == [256, 512, 768, 1024]
    assert results["results"].shape == results["successes"].shape == (4, 20)
    assert (results["ep_lengths"] >= 4).all()
    best = MaskablePPO.load(tmp_path / "best_model", games())
    best.learn(512)


def test_a_saved_and_loaded_model_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    env = games(shaping=1.0)
    model = new_model(env)
    model.learn(1024)
    model.save(tmp_path / "model")
    saved = env.state(), torch.get_rng_state(), np.random.get_state()
    uninterrupted = Tally()
    model.learn(1024, uninterrupted, reset_num_timesteps=False)

    env = games(seed=99, shaping=1.0)
    other = MaskablePPO.load(tmp_path / "model", env, force_reset=False)
    env.set_state(saved[0])
    torch.set_rng_state(saved[1])
    np.random.set_state(saved[2])
    resumed = Tally()
    other.learn(1024, resumed, reset_num_timesteps=False)

    assert other.num_timesteps == model.num_timesteps == 2048
    ours, theirs = (
        [(info["points"], info["episode"]["r"]) for info in each.infos]
        for each in (resumed, uninterrupted)
    )
    assert ours == theirs
    torch.testing.assert_close(other.get_parameters(), model.get_parameters(), rtol=0, atol=0)


def test_normalisation_is_saved_and_loaded(tmp_path: Path) -> None:
    env = VecNormalize(games())
    model = new_model(env)
    model.learn(1024)
    model.save(tmp_path / "model")
    env.save(str(tmp_path / "normalisation.pkl"))

    loaded = VecNormalize.load(str(tmp_path / "normalisation.pkl"), games(seed=5))
    raw = games(seed=7).reset()
    seen = torch.as_tensor(env.normalize_obs(raw))
    assert np.array_equal(loaded.normalize_obs(raw), env.normalize_obs(raw))
    assert not np.allclose(loaded.normalize_obs(raw), raw)
    other = MaskablePPO.load(tmp_path / "model", loaded)
    values = [each.policy.predict_values(seen) for each in (model, other)]
    assert torch.equal(*values)
    other.learn(512)
    assert np.isfinite(loaded.obs_rms.mean).all()


def test_it_learns_to_beat_random_players() -> None:
    """Untrained it wins half of its games; far more, without doubt, a few seconds later."""
    env = concordia_v0.sb3_vec_env(
        64, board="italia", num_players=2, opponents="random", shaping=1.0, threads=1, seed=1
    )
    model = MaskablePPO(
        "MlpPolicy",
        env,
        learning_rate=1e-3,
        n_steps=32,
        batch_size=512,
        n_epochs=4,
        gamma=0.999,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [64], "activation_fn": torch.nn.ReLU},
        seed=1,
    )

    def share_won() -> dict[str, Any]:
        policy = ppo_policy(model, argmax=False)
        return summary(evaluate(policy, Setting(), ["random"], 200, seed=2))

    assert share_won()["win_low"] < 0.5
    model.learn(40_000)
    assert share_won()["win_low"] > 0.7
