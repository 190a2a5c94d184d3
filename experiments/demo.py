"""Train an agent against Contrarius, measure it, and keep what is worth a look: ``make demo``.

A network imitates the ``greedy`` bot, then MaskablePPO trains it on the solo game on Italia, in all
about three minutes on two cores. Then the agent, the bot and random play meet Contrarius on the
same deals. A folder under ``runs/`` keeps the model, the learning curve as a picture, the table and
a replay of one of the agent's games.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from dataclasses import replace
from pathlib import Path

if __name__ == "__main__":
    os.environ.setdefault("OMP_PROC_BIND", "true")  # experiments/evaluate.py says why

from sb3_contrib import MaskablePPO

from agents.learned import newest_checkpoint
from concordia_env import solitaria_v0
from concordia_env.game import ConcordiaGame
from env_core.files import write_atomically
from env_core.game import Game
from env_core.replay import Replay
from experiments import plot_curve
from experiments.evaluate import agent_of, evaluate, print_table, summary
from experiments.setting import Setting
from experiments.train_ppo import Args, train

SHOWN_TURNS = 6  # of the replay
# What learns most in a few minutes: margins, since wins are rare at first, and short rollouts.
SETTINGS = Args(
    game="solitaria",
    reward="margin",
    imitate="greedy",
    net=(256,),
    rollout=32,
    batch=1024,
    gamma=1.0,
    gae_lambda=0.9,
    entropy=0.003,
    eval_games=200,
)


def measure(run: Path, setting: Setting, games: int) -> dict[str, dict[str, float]]:
    """The agent, with its likeliest actions, beside the bots, on the same deals."""
    rows = {}
    for name in (f"ppo:{run}", "greedy", "random"):
        finished = evaluate(agent_of(name, argmax=True), setting, ["random"], games, seed=0)
        rows[name.partition(":")[0]] = summary(finished)
    return rows


def record(run: Path, board: str, difficulty: str, seed: int) -> tuple[Replay, ConcordiaGame]:
    """One game of the agent, with its likeliest actions."""
    model = MaskablePPO.load(newest_checkpoint(run), device="cpu")

    def choose(game: Game) -> int:
        masks = game.action_mask()
        return int(model.predict(game.observe(), deterministic=True, action_masks=masks)[0])

    game = solitaria_v0.game(board=board, difficulty=difficulty, seed=seed)
    return Replay.play(game, seed, choose), game


def print_last_turns(replay: Replay) -> None:
    """What the agent did in its last turns and how Contrarius answered, a line a turn."""
    lines: dict[int, list[str]] = {}
    positions = replay.positions(ConcordiaGame)
    game = next(positions)
    for action in replay.actions:
        line = lines.setdefault(game.turns, [])
        told = len(game.events)
        next(positions)
        line += [action, *(f"({event})" for event in game.events[told:])]
    for turn in list(lines)[-SHOWN_TURNS:]:
        print(f"  turn {turn:2d}: {'; '.join(lines[turn])}")


def print_scores(game: ConcordiaGame) -> None:
    """The final score of every party by god."""
    names = game.score_names
    print("  " + "".join(f"{name:>11}" for name in ("", *names)))
    for party, points in game.scores().items():
        name = "Contrarius" if party == "C" else "agent"
        print("  " + "".join(f"{cell:>11}" for cell in (name, *points.values())))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--board", default="italia")
    parser.add_argument("--difficulty", default="standard")
    parser.add_argument("--imitate", type=int, default=1_000_000, help="decisions of greedy")
    parser.add_argument("--steps", type=int, default=700_000, help="decisions to train on")
    parser.add_argument("--games", type=int, default=500, help="of each agent in the table")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, help="default: a new one under runs/")
    options = parser.parse_args()
    setting = Setting("solitaria", options.board, difficulty=options.difficulty)
    folder = options.folder or Path("runs") / f"demo-{time.strftime('%Y%m%d-%H%M%S')}"
    print(f"Training against Contrarius: {setting}. Ctrl-C stops; the run can be resumed.")
    run = train(
        replace(
            SETTINGS,
            board=setting.board,
            difficulty=setting.difficulty,
            imitate_decisions=options.imitate,
            steps=options.steps,
            seed=options.seed,
            folder=str(folder),
            eval_every=max(1, options.steps // 10),
        )
    )
    print(f"\n{options.games} games each against Contrarius, on the same deals:")
    rows = measure(run, setting, options.games)
    print_table(rows)
    write_atomically(run / "table.json", json.dumps(rows, indent=1) + "\n")
    plot_curve.draw(plot_curve.read_run(run)["evaluations"], str(setting), run / "curve.png")
    replay, game = record(run, options.board, options.difficulty, options.seed)
    replay.save(run / "replay.json")
    print("\nThe end of one of the agent's games, throws and draws of Contrarius in brackets:")
    print_last_turns(replay)
    print_scores(game)
    print(f"\nmodel {newest_checkpoint(run)}")
    for name in ("curve.png", "table.json", "replay.json"):
        print(f"      {run / name}")


if __name__ == "__main__":
    main()
