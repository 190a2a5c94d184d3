"""The command that checks a game's data files."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path


def check_files(
    validate: Callable[[Path], str],
    package_files: Sequence[Path],
    description: str | None,
    arguments: list[str] | None = None,
) -> int:
    """Check every file named, or all of the package; say what is wrong; return the exit code.

    ``validate`` gives a line about a file, or raises ValueError.
    """
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    faults = 0
    for path in parser.parse_args(arguments).files or package_files:
        try:
            print(f"{path}: {validate(path)}: ok")
        except ValueError as fault:
            faults += 1
            print(fault, file=sys.stderr)
    return 1 if faults else 0
