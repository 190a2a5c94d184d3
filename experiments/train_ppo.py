"""Train MaskablePPO on one seat against chosen opponents: ``python -m experiments.train_ppo``.

In teams (``--game venus --team``) the learner plays both seats of one, unless ``--partner`` names
another partner.

A run folder holds all there is to a run:

    config.json         every option, the command and the versions
    evaluations.jsonl   one line per evaluation: steps, share of wins with its interval, speed
    checkpoints/        the last few, named by steps; MaskablePPO.load reads them
    tensorboard/        the curves

``--resume RUN_FOLDER`` goes on after Ctrl-C, a kill or a power cut from the newest checkpoint. A
checkpoint holds the network, the optimizer, the random streams and the games in progress, so the
resumed run takes the very steps that the interrupted one would have taken (with the same versions
and number of threads); only speeds and dates differ.
"""

from __future__ import annotations

import argparse
import dataclasses
import io
import json
import os
import pickle
import sys
import time
import typing
import zipfile
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    os.environ.setdefault("OMP_PROC_BIND", "true")  # experiments/evaluate.py says why

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.distributions import MaskableCategoricalDistribution
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger, TensorBoardOutputFormat
from stable_baselines3.common.utils import LinearSchedule
from stable_baselines3.common.vec_env import VecEnv
from torch.utils.tensorboard import SummaryWriter
from tqdm import tqdm

from agents.learned import checkpoints
from env_core.batch import Policy
from env_core.files import write_atomically
from env_core.sb3 import BatchVecEnv, GameLog
from experiments.evaluate import (
    evaluate,
    opponents_of,
    pinned,
    ppo_policy,
    summary,
)
from experiments.imitate import imitate
from experiments.provenance import command, versions
from experiments.setting import BOARD, GAMES, PARTNERS, Setting

STREAMS = "streams.pkl"  # the member of a checkpoint that SB3 does not know and ignores


def option(default: Any, text: str) -> Any:
    return field(default=default, metadata={"help": text})


@dataclass(frozen=True)
class Args:
    """The configuration of a run: its command line and its config.json."""

    game: str = option("concordia", ", ".join(GAMES))
    board: str = option("", f"a name or the path of a board file; empty: {BOARD}, in comuni none")
    players: int = option(0, "the learner included; 0: 2, in solitaria 1, in venus and comuni 4")
    difficulty: str = option("", "of solitaria; empty: standard")
    team: bool = option(False, "of venus: teams of two")
    partner: str = option("", f"in teams: {', '.join(PARTNERS)}; empty: {PARTNERS[0]}")
    opponents: str = option("random", "bots or ppo:RUN_FOLDER, with commas; drawn for each game")
    reward: str = option("rank", "final payoff: rank, win or score")
    shaping: float = option(1.0, "weight of the reward for points as they are made")
    max_turns: int = option(1000, "turns of a seat before a game is cut off")
    imitate: str = option("", "a bot to learn from before the training; empty: none")
    imitate_decisions: int = option(600_000, "of that bot")
    steps: int = option(2_000_000, "decisions of the learner to train on")
    seed: int = option(1, "seed of the games, the network and the sampling")
    folder: str = option("", "run folder; empty: one under runs/ named by scenario and time")
    envs: int = option(256, "games played at the same time")
    rollout: int = option(64, "decisions of each game between two updates")
    batch: int = option(2048, "decisions in a minibatch")
    epochs: int = option(4, "passes over the decisions in an update")
    net: tuple[int, ...] = option((128,), "widths of the hidden layers, of policy and value each")
    learning_rate: float = option(1e-3, "at the start; falls linearly to a tenth")
    gamma: float = option(0.999, "discount per decision")
    gae_lambda: float = option(0.95, "weight of long returns in the advantage")
    clip: float = option(0.2, "range of the policy ratio")
    entropy: float = option(0.01, "weight of the entropy bonus")
    threads: int = option(0, "threads of the update; 0: one per core")
    eval_every: int = option(200_000, "steps between evaluations")
    eval_games: int = option(400, "games of an evaluation")
    checkpoint_every: int = option(100_000, "steps between checkpoints")
    keep: int = option(3, "checkpoints kept")
    progress: bool = option(True, "show a progress bar")

    def __post_init__(self) -> None:
        may_be_zero = ("seed", "threads", "players")
        for name, value in dataclasses.asdict(self).items():
            least = 0 if name in may_be_zero else 1
            if type(value) is int and value < least:
                raise ValueError(f"--{dashed(name)} must be at least {least}, not {value}")

    @property
    def setting(self) -> Setting:
        return Setting(
            self.game,
            self.board,
            self.players,
            self.difficulty,
            self.max_turns,
            self.team,
            self.partner,
        )


def dashed(name: str) -> str:
    return name.replace("_", "-")


def parse(argv: list[str] | None = None) -> tuple[Args, Path | None]:
    """The configuration, and the run folder if it is to be resumed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--resume", metavar="RUN_FOLDER", type=Path, help="go on with a run")
    types = typing.get_type_hints(Args)
    for each in dataclasses.fields(Args):
        kind: dict[str, Any] = {"type": types[each.name]}
        if types[each.name] is bool:
            kind = {"action": argparse.BooleanOptionalAction}
        elif types[each.name] == tuple[int, ...]:
            kind = {"type": int, "nargs": "+"}
        text = f"{each.metadata['help']} (default: {each.default})"
        # Suppressed defaults: what the command line did not say is left to the dataclass.
        parser.add_argument(f"--{dashed(each.name)}", default=argparse.SUPPRESS, help=text, **kind)
    given = vars(parser.parse_args(argv))
    resume = given.pop("resume")
    try:
        if resume is None:
            args = Args(**given)
            return replace(args, opponents=pinned(args.opponents)), None
        if given:
            names = ", ".join(f"--{dashed(name)}" for name in given)
            raise ValueError(f"--resume takes the configuration of the run; leave out {names}")
        return read_config(resume), resume
    except ValueError as error:
        parser.error(str(error))


def read_config(run: Path) -> Args:
    """The configuration of a run folder."""
    path = run / "config.json"
    if not path.exists():
        raise ValueError(f"{run} is not a run folder: it has no config.json")
    saved = json.loads(path.read_text())["args"]
    return Args(**{**saved, "net": tuple(saved["net"])})


def new_run_folder(args: Args) -> Path:
    """The folder of a new run, with its configuration."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    parts = (args.game, Path(args.setting.board).stem, str(args.seed), stamp)
    run = Path(args.folder or f"runs/{'-'.join(filter(None, parts))}")
    if run.exists():
        raise ValueError(f"{run} exists: --resume it, or choose another --folder")
    config = {
        "args": dataclasses.asdict(args),
        "command": command("experiments.train_ppo"),
        "versions": versions(),
    }
    write_atomically(run / "config.json", json.dumps(config, indent=1) + "\n")
    return run


class MaskedSoftmax(MaskableCategoricalDistribution):
    """The distribution of sb3-contrib, with the same numbers from fewer and fused passes.

    The original takes exp() of the logits of masked actions. That underflows, which costs ten times
    an ordinary exp(), and with many actions and few legal ones it is a third of an update.
    """

    def proba_distribution(self, action_logits: torch.Tensor) -> MaskedSoftmax:
        self.logits = action_logits
        return self

    def apply_masking(self, masks: torch.Tensor | np.ndarray | None) -> None:
        legal = torch.as_tensor(masks, dtype=torch.bool)
        self.log_probs = torch.where(legal, self.logits, -1e8).log_softmax(-1)

    def log_prob(self, actions: torch.Tensor) -> torch.Tensor:
        return self.log_probs.gather(-1, actions.unsqueeze(-1)).squeeze(-1)

    def entropy(self) -> torch.Tensor:
        raised = self.log_probs.clamp(min=-50.0)  # adds nothing, and does not underflow
        return -(raised.exp() * raised).sum(-1)

    def sample(self) -> torch.Tensor:
        return torch.multinomial(self.log_probs.softmax(-1), 1).squeeze(-1)

    def mode(self) -> torch.Tensor:
        return self.log_probs.argmax(-1)


def make_games(args: Args, opponents: list[str | Policy]) -> BatchVecEnv:
    rewards = {"reward": args.reward, "shaping": args.shaping}
    return args.setting.games(args.envs, opponents, args.seed, **rewards)


def new_model(args: Args, games: VecEnv) -> MaskablePPO:
    return MaskablePPO(
        "MlpPolicy",
        games,
        learning_rate=LinearSchedule(args.learning_rate, args.learning_rate / 10, 1.0),
        n_steps=args.rollout,
        batch_size=args.batch,
        n_epochs=args.epochs,
        gamma=args.gamma,
        gae_lambda=args.gae_lambda,
        clip_range=args.clip,
        ent_coef=args.entropy,
        policy_kwargs={"net_arch": list(args.net), "activation_fn": torch.nn.ReLU},
        seed=args.seed,
        device="cpu",
    )


def save(model: MaskablePPO, games: BatchVecEnv, path: Path) -> None:
    """Write a checkpoint: SB3's own file, and in it the random streams and the games."""
    content = io.BytesIO()
    model.save(content)
    streams = (torch.get_rng_state(), np.random.get_state(), games.state())
    with zipfile.ZipFile(content, "a") as archive:
        archive.writestr(STREAMS, pickle.dumps(streams))
    write_atomically(path, content.getvalue())


def load(path: Path, games: BatchVecEnv) -> MaskablePPO:
    """Read a checkpoint, and put streams and games back where they were."""
    model = MaskablePPO.load(path, games, device="cpu", force_reset=False)
    with zipfile.ZipFile(path) as archive:
        torch_state, numpy_state, games_state = pickle.loads(archive.read(STREAMS))
    torch.set_rng_state(torch_state)
    np.random.set_state(numpy_state)
    games.set_state(games_state)
    return model


class Curves(TensorBoardOutputFormat):
    """SB3's TensorBoard writer, going on after ``done`` steps: what lies beyond is hidden."""

    def __init__(self, folder: Path, done: int) -> None:
        self.writer = SummaryWriter(str(folder), purge_step=done + 1)
        self._is_closed = False


class Keeper(BaseCallback):
    """Evaluates and saves between updates, when all that was played has been learned from."""

    def __init__(
        self,
        args: Args,
        run: Path,
        ppo: MaskablePPO,
        games: BatchVecEnv,
        opponents: list[str | Policy],
        done: int,
    ) -> None:
        super().__init__()
        self.args = args
        self.run = run
        self.ppo = ppo
        self.games = games
        self.opponents = opponents
        self.previous = done  # steps at the last look between updates
        self.lines: list[str] = []
        if done >= 0:
            kept = (run / "evaluations.jsonl").read_text().splitlines()
            self.lines = [line for line in kept if json.loads(line)["steps"] <= done]

    def _on_training_start(self) -> None:
        steps = self.num_timesteps
        self.timed_steps, self.seconds = steps, 0.0
        self.started = time.perf_counter()
        self.bar = tqdm(
            total=self.args.steps,
            initial=steps,
            unit=" steps",
            unit_scale=True,
            disable=None if self.args.progress else True,  # None: shown on a terminal only
        )

    def _on_step(self) -> bool:
        self.bar.update(self.games.num_envs)
        return True

    def _on_rollout_end(self) -> None:
        if self.ppo.ep_success_buffer:
            won = sum(self.ppo.ep_success_buffer) / len(self.ppo.ep_success_buffer)
            self.bar.set_postfix_str(f"won {won:.0%} of the last {len(self.ppo.ep_success_buffer)}")

    def _on_rollout_start(self) -> None:
        self._between_updates(last=False)

    def _on_training_end(self) -> None:
        self._between_updates(last=True)
        self.bar.close()

    def _between_updates(self, last: bool) -> None:
        self.seconds += time.perf_counter() - self.started
        # The evaluation comes first: a checkpoint's evaluations are always in the file.
        if last or self._due(self.args.eval_every):
            self._evaluate()
        self.logger.dump(self.num_timesteps)
        if last or self._due(self.args.checkpoint_every):
            self._checkpoint()
        self.previous = self.num_timesteps
        self.started = time.perf_counter()

    def _due(self, every: int) -> bool:
        return self.num_timesteps // every > self.previous // every

    def _evaluate(self) -> None:
        args, steps = self.args, self.num_timesteps
        finished = evaluate(
            ppo_policy(self.ppo, argmax=False),
            args.setting,
            self.opponents,
            args.eval_games,
            args.seed + 1,  # not the games that are trained on
        )
        speed = round((steps - self.timed_steps) / self.seconds)
        self.timed_steps, self.seconds = steps, 0.0
        result = {"steps": steps, **summary(finished), "frames_per_second": speed}
        self.lines.append(json.dumps(result))
        write_atomically(self.run / "evaluations.jsonl", "\n".join(self.lines) + "\n")
        for name, value in result.items():
            self.logger.record(f"evaluation/{name}", value)
        self.bar.write(
            f"{steps:>12,} steps: won {result['win_share']:.1%} of {result['games']} games "
            f"(95 %: {result['win_low']:.1%} to {result['win_high']:.1%}), "
            f"{result['mean_points']:.1f} points, {speed:,.0f} frames/s"
        )

    def _checkpoint(self) -> None:
        folder = self.run / "checkpoints"
        save(self.ppo, self.games, folder / f"{self.num_timesteps:012d}.zip")
        for old in checkpoints(self.run)[: -self.args.keep]:
            old.unlink()
        for stray in folder.glob(".*"):  # half-written when the run was killed
            stray.unlink()


def prepare(args: Args, resume: Path | None) -> tuple[Path, MaskablePPO, list[BaseCallback]]:
    """Run folder, model and callbacks of a run that begins or goes on.

    Raises:
        ValueError: the configuration is not possible, or there is nothing left to do.
    """
    opponents = opponents_of(args.opponents)
    games = make_games(args, opponents)
    run = resume or new_run_folder(args)
    saved = checkpoints(run)  # none: a new run, or one that was killed at its very start
    model = load(saved[-1], games) if saved else new_model(args, games)
    model.policy.action_dist = MaskedSoftmax(games.batch.engine.num_actions)
    if model.num_timesteps >= args.steps:
        raise ValueError(f"nothing to do: {run} has all its {args.steps:,} steps")
    if args.imitate and not saved:
        teaching = make_games(replace(args, seed=args.seed + 2), opponents)
        imitate(model, teaching, args.imitate, args.imitate_decisions, args.progress)
    # A new run has not even done its step 0: that is evaluated and saved too.
    done = model.num_timesteps if saved else -1
    model.set_logger(Logger(str(run), [Curves(run / "tensorboard", done)]))
    return run, model, [GameLog(), Keeper(args, run, model, games, opponents, done)]


def train(args: Args, resume: Path | None = None) -> Path:
    """Train from the beginning or go on with a run; its folder. Faults end the program."""
    torch.set_num_threads(args.threads or os.cpu_count() or 1)
    try:
        run, model, callbacks = prepare(args, resume)
    except ValueError as error:
        sys.exit(f"train_ppo: error: {error}")
    print(f"run folder: {run}", flush=True)
    # SB3 counts the steps to come from those done, so that schedules see the whole run.
    left = args.steps - model.num_timesteps
    try:
        model.learn(left, callbacks, reset_num_timesteps=False)
    except KeyboardInterrupt:
        sys.exit(f"\ninterrupted; go on with: python -m experiments.train_ppo --resume {run}")
    return run


def main() -> None:
    train(*parse())


if __name__ == "__main__":
    main()
