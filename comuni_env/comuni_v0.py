"""Comuni: 2 to 5 players bid with envoys for projects, build their cities and face invasions."""

from __future__ import annotations

from pathlib import Path

from comuni_env.game import ComuniGame
from comuni_env.scenario import comuni_scenario
from env_core.faces import Faces

FACES = Faces("comuni_v0", ComuniGame, comuni_scenario)


def game(
    num_players: int = 4,
    info: str = "open",
    columns: str = "mixed",
    after_invasion: str = "continue",
    set_bonus: str = "all",
    data: str | Path | None = None,
    seed: int | None = None,
) -> ComuniGame:
    """One game without any RL around it: decisions, notation, snapshots, scores."""
    scenario = comuni_scenario(num_players, info, columns, after_invasion, set_bonus, data)
    return ComuniGame(scenario, seed)


env = FACES.env
raw_env = FACES.raw_env
vec_env = FACES.vec_env
vector_env = FACES.vector_env
sb3_vec_env = FACES.sb3_vec_env
solo_env = FACES.solo_env
