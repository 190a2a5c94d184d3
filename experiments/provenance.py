"""What a result file says of its making: the command line and the versions."""

from __future__ import annotations

import platform
import shlex
import sys
from importlib.metadata import PackageNotFoundError, version

PACKAGES = (
    "contrarius",
    "numpy",
    "numba",
    "gymnasium",
    "torch",
    "stable-baselines3",
    "sb3-contrib",
)


def versions() -> dict[str, str]:
    """What a result depends on, as far as it is installed."""
    found = {"python": platform.python_version()}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:  # what only training needs
            continue
    return found


def command(module: str) -> str:
    """The command line that repeats this run."""
    return shlex.join(["python", "-m", module, *sys.argv[1:]])
