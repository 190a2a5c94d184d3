"""Check data files: ``python -m comuni_env.validate [FILE ...]``, default that of the package."""

from __future__ import annotations

import sys
from pathlib import Path

from comuni_env.cards import DATA_FILE, PLAYERS, read_figures
from env_core.validate import check_files


def validate(path: Path) -> str:
    """Check one file; a line about it, or ValueError."""
    figures = read_figures(path)
    most = PLAYERS[-1]
    cards = sum(len(part) for deck in figures.decks for part in deck)
    return (
        f"{cards} cards with {len(figures.faces)} faces in {len(figures.decks)} decks, "
        f"{figures.columns_in_use(most)} columns, {len(figures.comuni)} comuni"
    )


def main(arguments: list[str] | None = None) -> int:
    """Check every file, say what is wrong, and return the exit code."""
    return check_files(validate, [DATA_FILE], __doc__, arguments)


if __name__ == "__main__":
    sys.exit(main())
