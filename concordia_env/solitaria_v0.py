"""Solitaria: one or two players against Contrarius, who follows a script and four dice.

Description:
    A PettingZoo AEC environment, a Gymnasium environment and a plain Python game of the complete
    solo game on any board of the suite, and of the variant in which Contrarius is the third player.
    The human plays a card as in Concordia; then Contrarius reacts to it: he scores points, throws
    a die and builds a house, takes a card or recruits a colonist. Where his rules leave a choice
    (which of his colonists goes to a new house, and on which route), the human makes it. Decisions
    with a single legal action are not asked. Agents are ``player_0`` and, with two players,
    ``player_1``, whose cards cause the reactions; each may veto one throw in a game.

Action space:
    ``Discrete(387)``, that of Concordia. Only actions in the mask are legal.

Observation space:
    ``{{"observation": Box(float32, ({size},)), "action_mask": Box(int8, (387,))}}``, seen from the
    observing agent, with the blocks of Concordia
    (``concordia_env.observation.OBSERVATION.views(vector)`` gives them by name):

{table}

Rewards:
    Paid once, when the game is over. ``rank`` (default): from +1 for the first to -1 for the last
    party, in equal steps. ``win``: +1 for the winner, -1 for the others; alone against Contrarius
    that is the same. ``margin`` or ``score``: the margin to the best other party / 100. With
    ``shaping=w`` each decision also pays w times the change of (margin if the game ended now) /
    100, and the end takes the potential back, so that the sum stays the payoff.

Starting state:
    City tokens and decks are dealt at random from the seed, which also throws the dice.

Episode end:
    Terminated when the game is over: after the last card is taken or the last house built, by
    whomever, each other party has one more turn. Truncated, without a payoff, after ``max_turns``
    turns of a seat. The last ``info`` holds ``points`` by category, ``rank``, ``scores`` of all
    parties (Contrarius is "C") and, in Gymnasium, ``won``.

Arguments:
    board: name or path of a board file. Default "italia".
    difficulty: "novice", "standard" (default), "veteran", "strong_veteran", "expert",
        "strong_expert_9" or "strong_expert_8".
    num_players: 1 (default), or 2 with Contrarius as the third party.
    start_vp: points of each human at the start; None (default) takes those of the difficulty.
    display: surcharges of the card display, "printed" (default) or "wine".
    info: "open" (default) or "hidden"; hides the other human's cards.
    cards, dice: paths of files that replace the package's reconstruction of the cards and of the
        faces of the dice; ``python -m concordia_env.validate FILE`` checks them.
    reward, shaping, max_turns, render_mode: as in ``concordia_v0``.

Version history:
    v0: first version.
"""

from __future__ import annotations

from pathlib import Path

from concordia_env.game import ConcordiaGame
from concordia_env.observation import OBSERVATION
from concordia_env.scenario import solitaria_scenario
from env_core.faces import Faces

REWARDS = {"rank": "rank", "win": "duel", "score": "score", "margin": "score"}
FACES = Faces("solitaria_v0", ConcordiaGame, solitaria_scenario, REWARDS)
if __doc__:  # absent under python -OO
    __doc__ = __doc__.format(size=OBSERVATION.size, table=OBSERVATION.table(indent=4))


def game(
    board: str | Path = "italia",
    difficulty: str = "standard",
    num_players: int = 1,
    display: str = "printed",
    info: str = "open",
    start_vp: int | None = None,
    cards: str | Path | None = None,
    dice: str | Path | None = None,
    seed: int | None = None,
) -> ConcordiaGame:
    """One game without any RL around it: decisions, notation, snapshots, scores."""
    scenario = solitaria_scenario(
        board, difficulty, num_players, display, info, start_vp, cards, dice
    )
    return ConcordiaGame(scenario, seed)


env = FACES.env
raw_env = FACES.raw_env
vec_env = FACES.vec_env
vector_env = FACES.vector_env
sb3_vec_env = FACES.sb3_vec_env
solo_env = FACES.solo_env
