"""The compilation cache: never stale, never in the way."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import env_core
from env_core.jit import kernel_sources

CORE = Path(env_core.__file__).parent

CONSTANTS = "PRICE = {price}\n"
HELPER = """
from toy_env.constants import PRICE
from env_core.jit import kernel

@kernel
def price():
    return PRICE
"""
ENGINE = """
from toy_env.helper import price
from env_core.jit import compile_once, kernel

@kernel
def bill(number):
    return number * price()

compile_once("toy_env", lambda: bill(1))
print(bill(10))
"""


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    """A package with a kernel that reads a constant through another module."""
    shutil.copytree(CORE, tmp_path / "env_core", ignore=shutil.ignore_patterns("__pycache__"))
    package = tmp_path / "toy_env"
    package.mkdir()
    (tmp_path / "pyproject.toml").touch()
    (package / "__init__.py").touch()
    (package / "constants.py").write_text(CONSTANTS.format(price=3))
    (package / "helper.py").write_text(HELPER)
    (package / "engine.py").write_text(ENGINE)
    return tmp_path


def run(root: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    variables = {**os.environ, "PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1"}
    variables.pop("CONTRARIUS_JIT_CACHE", None)
    return subprocess.run(
        [sys.executable, "-c", "import toy_env.engine"],
        cwd=root,
        env={**variables, **environment},
        capture_output=True,
        text=True,
        check=True,
    )


def test_second_start_is_silent_and_an_edited_constant_counts(toy: Path) -> None:
    """Numba alone would return the old price: it does not look into other files."""
    first = run(toy)
    assert first.stdout == "30\n"
    assert "compiling" in first.stderr
    assert "compiled in" in first.stderr
    second = run(toy)
    assert (second.stdout, second.stderr) == ("30\n", "")
    (toy / "toy_env" / "constants.py").write_text(CONSTANTS.format(price=4))
    assert run(toy).stdout == "40\n"


def test_the_cache_can_be_moved_and_switched_off(toy: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    assert run(toy, CONTRARIUS_JIT_CACHE=str(elsewhere)).stdout == "30\n"
    assert list(elsewhere.glob("toy_env-*/**/*.nbi"))
    assert not (toy / ".jit_cache").exists()
    assert run(toy, CONTRARIUS_JIT_CACHE="0").stdout == "30\n"
    assert not (toy / ".jit_cache").exists()


def test_it_works_where_nothing_can_be_written(toy: Path) -> None:
    """A file stands where each folder would be made: not even root can create it."""
    (toy / ".jit_cache").touch()
    blocked = toy / "blocked"
    blocked.touch()
    done = run(toy, XDG_CACHE_HOME=str(blocked), CONTRARIUS_JIT_CACHE=str(blocked / "cache"))
    assert done.stdout == "30\n"
    assert "not kept" in done.stderr


def test_sources_are_the_kernels_and_what_they_import(toy: Path) -> None:
    (toy / "toy_env" / "face.py").write_text("from toy_env.engine import bill\n")
    names = {path.name for path in kernel_sources(toy, "toy_env")}
    assert {"constants.py", "helper.py", "engine.py", "jit.py"} <= names
    assert "face.py" not in names
