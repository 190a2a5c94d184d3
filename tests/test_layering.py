"""Data flows one way: rules import no RL library, and no module imports to its right."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("env_core", "concordia_env", "comuni_env", "agents", "experiments")
GAMES = ("concordia_env", "comuni_env")
RL_LIBRARIES = {"gymnasium", "pettingzoo", "stable_baselines3", "sb3_contrib", "torch"}
# Modules that are faces; everything else in env_core and the games is engine.
FACES = {
    "env_core/aec.py",
    "env_core/solo.py",
    "env_core/vector.py",
    "env_core/sb3.py",
    "concordia_env/__init__.py",
    "concordia_env/concordia_v0.py",
    "concordia_env/solitaria_v0.py",
    "concordia_env/venus_v0.py",
    "comuni_env/__init__.py",
    "comuni_env/comuni_v0.py",
    "env_core/faces.py",
}
# Left to right inside a game package: a module imports only from its own column or the left.
ORDER = [
    ("constants",),
    ("actions", "layout", "boards", "cards", "dice", "observation"),
    ("scenario",),
    ("tables",),
    ("rules", "notation"),
    ("observe", "determinise", "foresight", "snapshot", "restore", "render"),
    ("valuation",),
    ("forecast",),
    ("planner", "role_values"),
    ("card_choice",),
    ("greedy", "forecast"),
    ("bots",),
    ("batch",),
    ("game",),
    ("concordia_v0", "solitaria_v0", "venus_v0", "comuni_v0", "campaign", "validate", "warmup"),
]


def sources() -> list[Path]:
    return [path for name in PACKAGES for path in sorted((ROOT / name).rglob("*.py"))]


def imports(path: Path) -> set[str]:
    """Modules a file imports when it runs (not those for type checkers only)."""
    found = set()
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_left(path: Path) -> None:
    own = path.relative_to(ROOT).parts[0]
    tops = {module.partition(".")[0] for module in imports(path)}
    allowed = set(PACKAGES[: PACKAGES.index(own) + 1])
    if own in GAMES:
        allowed -= set(GAMES) - {own}  # no game knows of another
    assert not (tops & set(PACKAGES)) - allowed
    name = path.relative_to(ROOT).as_posix()
    if own in ("env_core", *GAMES) and name not in FACES:
        assert not tops & RL_LIBRARIES


def column(module: str) -> int:
    part = module.split(".")[1]
    return next(index for index, names in enumerate(ORDER) if part in names)


@pytest.mark.parametrize(
    "path",
    [path for game in GAMES for path in sorted((ROOT / game).rglob("*.py"))],
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_modules_of_a_game_import_only_what_stands_before_them(path: Path) -> None:
    own = path.relative_to(ROOT).parts[0]
    module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    if module.endswith("__init__"):
        return
    for other in imports(path):
        if other.startswith(f"{own}."):
            assert column(other) <= column(module), f"{module} imports {other}"
