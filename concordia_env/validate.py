"""Check data files: ``python -m concordia_env.validate [FILE ...]``, default all of the package."""

from __future__ import annotations

import sys
from pathlib import Path

from concordia_env.boards import BOARDS, read_board
from concordia_env.cards import CARD_FILES, SETUP_FILE, read_cards, read_setup
from concordia_env.dice import DICE_FILE, read_dice
from concordia_env.scenario import base_scenario
from concordia_env.tables import tables_of
from env_core.datafile import DataFile
from env_core.validate import check_files


def package_files() -> list[Path]:
    """All data files that come with the package."""
    return [SETUP_FILE, DICE_FILE, *CARD_FILES.values(), *sorted(BOARDS.glob("*.toml"))]


def validate(path: Path) -> str:
    """Check one file, whichever kind it is; a line about it, or ValueError."""
    top = DataFile.read(path).top
    if "card" in top:
        cards = read_cards(path)
        return f"{len(cards)} different cards"
    if "die" in top:
        read_dice(path)
        return "the four dice"
    if "tokens" in top:
        read_setup(path)
        return "set-up figures"
    board = read_board(path)
    low, high = board.players
    for players in range(low, high + 1):
        tables_of(base_scenario(board, players))
    kinds = [sum(route.kind == kind for route in board.routes) for kind in (0, 1)]
    return (
        f"{len(board.provinces)} provinces, {len(board.cities) - 1} cities and the capital, "
        f"{kinds[0]} land and {kinds[1]} sea routes"
    )


def main(arguments: list[str] | None = None) -> int:
    """Check every file, say what is wrong, and return the exit code."""
    return check_files(validate, package_files(), __doc__, arguments)


if __name__ == "__main__":
    sys.exit(main())
