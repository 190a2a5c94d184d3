"""Check data files of both games: ``python -m experiments.validate [FILE ...]``, default all."""

from __future__ import annotations

import sys
from pathlib import Path

from comuni_env import validate as comuni
from comuni_env.cards import DATA_FILE
from concordia_env import validate as concordia
from env_core.datafile import DataFile
from env_core.validate import check_files


def validate(path: Path) -> str:
    """Check one file of either game; a line about it, or ValueError."""
    game = comuni if "comune" in DataFile.read(path).top else concordia
    return game.validate(path)


def main(arguments: list[str] | None = None) -> int:
    """Check every file, say what is wrong, and return the exit code."""
    return check_files(validate, [*concordia.package_files(), DATA_FILE], __doc__, arguments)


if __name__ == "__main__":
    sys.exit(main())
