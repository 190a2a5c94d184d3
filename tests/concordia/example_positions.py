"""Positions of examples that the booklets of the base game and of Venus share."""

from typing import Any

from tests.concordia.positions import Position


def red_architect(**options: Any) -> Position:
    """Red is seat 0; two others have houses in Aquileia."""
    # Not in the text: Vindobona makes bricks, and Red owns exactly what he spends.
    cities = {"Massilia": "cloth", "Novaria": "wine", "Aquileia": "food", "Vindobona": "brick"}
    position = Position(**options).tokens(cities).houses(0, "Colonia A.")
    position.houses(1, "Aquileia").houses(2, "Aquileia")
    position.colonists(0, "land@land:Colonia A.-Novaria", "land@Roma", "sea@Roma")
    return position.storehouse(0, brick=3, food=1, wine=1, cloth=1).money(0, 15)


def red_colonist(**options: Any) -> Position:
    """Red is seat 0 with houses in Massilia and Aquileia, but none in Novaria."""
    # Not in the text: Red's colonists on the board are the two of the start.
    position = Position(**options).houses(0, "Massilia", "Aquileia")
    position.bought(0, f"{position.cards}-i-colonist")
    return position.storehouse(0, food=2, tool=3)
