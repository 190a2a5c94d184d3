"""Read and validate the file of Contrarius's dice."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from concordia_env.constants import CARD_FACE, DICE, DIE_FACES, FACES, RECRUIT_DIE
from env_core.datafile import DataFile

DICE_FILE = Path(__file__).parent / "data" / "dice.toml"
COLONIST_FACES = 2  # at least: who needs a colonist throws until one shows

Dice = tuple[tuple[int, ...], ...]  # faces of each die, as indices into FACES


def load_dice(own_file: str | None = None) -> Dice:
    """The dice of the package, or those of the text of another file."""
    if own_file is None:
        return read_dice(DICE_FILE)
    return _parse_dice(DataFile(Path("dice.toml"), own_file))


def read_dice(path: Path) -> Dice:
    """Parse a dice file; ValueError names file, key and fault."""
    return _parse_dice(DataFile.read(path))


@cache
def _parse_dice(file: DataFile) -> Dice:
    top = file.top
    top.allow("die")
    dice: dict[str, tuple[int, ...]] = {}
    for block in top.tables("die"):
        block.allow("name", "faces", "provenance", "source")
        name = block.choice("name", DICE)
        if name in dice:
            raise block.fault("name", f"{name!r} stands twice")
        allowed = FACES[DICE.index(name)]
        faces = tuple(allowed.index(face) for face in block.choices("faces", allowed))
        if len(faces) != DIE_FACES:
            raise block.fault("faces", f"expected {DIE_FACES} faces, found {len(faces)}")
        colonists = sum(face != CARD_FACE for face in faces)
        if name == DICE[RECRUIT_DIE] and colonists < COLONIST_FACES:
            raise block.fault("faces", f"expected at least {COLONIST_FACES} with a colonist")
        dice[name] = faces
    if missing := [name for name in DICE if name not in dice]:
        raise top.fault("die", f"no die {missing[0]!r}; needed: {', '.join(DICE)}")
    return tuple(dice[name] for name in DICE)
