"""The deal, and rulings that few games reach by themselves."""

from __future__ import annotations

import pytest

from concordia_env import concordia_v0
from tests.concordia.positions import Position


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_seat_starts_as_the_set_up_says(players: int) -> None:
    game = concordia_v0.game(board="italia", num_players=players, seed=players)
    view = game.snapshot()
    assert [player["money"] for player in view["players"]] == list(range(5, 5 + players))
    assert view["magnus"] == players - 1
    for player in view["players"]:
        assert player["goods"] == {"brick": 1, "food": 2, "tool": 1, "wine": 1, "cloth": 1}
        assert player["colonists"] == ["land@Roma", "sea@Roma"]
        assert player["home"] == {"land": 2, "sea": 2}
        assert player["houses_left"] == 15
        assert [card.removeprefix("base-start-") for card in player["hand"]] == [
            "tribune", "architect", "prefect", "prefect", "mercator", "diplomat", "senator",
        ]  # fmt: skip
    assert (view["turn"], view["turns"], view["seat"], view["phase"]) == (0, 1, 0, "play")
    assert set(view["markers"].values()) == {"good"}
    assert {card.split("-")[1] for card in view["display"]} == {"i"}


def test_colonist_card_without_means_leaves_the_cash() -> None:
    """R13: with nothing to settle the cash is taken without a question."""
    position = Position(board="italia", num_players=2).storehouse(0).bought(0, "base-i-colonist")
    game = position.money(0, 5).game()
    game.apply("play Colonist")
    assert game.seat == 1
    assert game.snapshot()["players"][0]["money"] == 5 + 5 + 2
