"""The action space: every id has its text, in the order of the contract's table."""

from __future__ import annotations

import numpy as np
import pytest

from comuni_env import comuni_v0
from tests.conftest import PLAYERS, random_action

FIRST_AND_LAST = {
    "bid 1 0": 0,
    "bid 1 25": 25,
    "bid 2 0": 26,
    "bid 7 25": 181,
    "claim": 182,
    "income": 183,
    "relocate 1": 184,
    "relocate 7": 190,
    "withdraw": 191,
    "take gold": 192,
    "take craftsmen": 195,
    "alliance 0": 196,
    "alliance 56": 252,
    "city 0": 253,
    "city 110": 363,
    "pairs 0": 364,
    "pairs 25": 389,
    "exchange gold armies": 390,
    "exchange pilgrims craftsmen": 393,
    "card C1": 394,
    "card R4": 419,
    "new economy": 420,
    "new religion": 423,
    "raise economy 1": 424,
    "raise economy 3": 426,
    "raise military 1": 427,
    "raise religion 3": 435,
    "wall new": 436,
    "wall raise 1": 437,
    "wall raise 3": 439,
    "discard C1": 440,
    "discard R4": 465,
    "restore 0": 466,
    "restore 2": 468,
    "done": 469,
}


def test_ids_of_the_blocks() -> None:
    game = comuni_v0.game(seed=1)
    assert {text: game.action_id(text) for text in FIRST_AND_LAST} == FIRST_AND_LAST


def test_texts_and_ids_are_one_to_one() -> None:
    game = comuni_v0.game(seed=1)
    texts = [game.action_text(action) for action in range(470)]
    assert len(set(texts)) == 470
    assert [game.action_id(text) for text in texts] == list(range(470))
    for action in (-1, 470):
        with pytest.raises(ValueError, match=r"outside 0\.\.469"):
            game.action_text(action)


@pytest.mark.parametrize("players", PLAYERS)
def test_actions_by_text_and_by_id_agree(players: int) -> None:
    rng = np.random.default_rng(players)
    one = comuni_v0.game(num_players=players, seed=2)
    other = one.clone()
    while not one.over:
        action = random_action(one, rng)
        one.apply(action)
        other.apply(other.action_text(action))
        assert one == other
    assert one.events == other.events


def test_cards_drawn_are_the_log() -> None:
    game = comuni_v0.game(num_players=2, seed=5)
    rng = np.random.default_rng(5)
    decks = game.snapshot()["decks"]
    while not game.over:
        game.apply(random_action(game, rng))
    drawn = [f"draw {face}" for letter in "ABCD" for face in decks[letter]]
    assert game.events == drawn
