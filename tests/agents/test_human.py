"""The person at the terminal: sees what the seat may see, is asked until the action is legal."""

from __future__ import annotations

import io

import pytest

import agents
from env_core.game import Game
from tests.agents.tables import GAMES, advance


def ask(game: Game, typed: str, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    return game.action_text(agents.make("human").act(game))


def test_takes_words_and_numbers_and_asks_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = GAMES["solitaria"](seed=1)
    assert ask(game, "play Architect\n", monkeypatch) == "play Architect"
    assert ask(game, "2\n", monkeypatch) == game.legal()[1]
    capsys.readouterr()
    assert ask(game, "99\nplay Konsul\n\nplay Tribune\n", monkeypatch) == "play Tribune"
    shown = capsys.readouterr().out
    assert "'play Konsul' is neither" in shown
    assert "'99' is neither" in shown
    assert all(action in shown for action in game.legal())


def test_the_end_of_the_input_ends_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(EOFError, match="ended"):
        ask(GAMES["comuni"](seed=1), "", monkeypatch)


@pytest.mark.parametrize("table", ["concordia", "comuni"])
def test_hidden_hands_are_not_shown(table: str) -> None:
    game = advance(GAMES[table](seed=1, info="hidden"), 12)
    seat = game.seat
    assert seat is not None
    view = game.render(seat)
    other = game.clone()
    others = [s for s in range(game.num_seats) if s != seat]
    if table == "concordia":
        hand = game.snapshot()["players"][others[0]]["hand"]
        assert f"hand: {len(hand)} cards" in view
        assert f"hand: {', '.join(hand)}" in game.render()
    else:
        other._games["stones"][0, others] = 0
        other._games["loot"][0, others] = 9
        assert other.render() != game.render()
        assert other.render(seat) == view
