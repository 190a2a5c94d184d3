"""Concordia, the base game: 2 to 5 players build houses, trade and buy cards that score.

Description:
    A PettingZoo AEC environment (and a plain Python game) of the complete base rules on any of
    the boards crete, cyprus, hellas, hispania, imperium, ionium, italia, or on a board file of
    your own. A turn is a chain of decisions of the same seat (play a card, pick a colonist, move
    it, build, ...); some decisions belong to other seats (which goods to keep when a storehouse
    overflows). Decisions with a single legal action are not asked. Agents are ``player_0`` to
    ``player_4`` in turn order.

Action space:
    ``Discrete(387)``, the same for every board and number of players; ids that a board does not
    use are never legal. ``game.action_text(id)`` and ``game.action_id(text)`` translate. Only
    actions in the mask are legal, and the mask of an agent that does not decide is empty.

Observation space:
    ``{{"observation": Box(float32, ({size},)), "action_mask": Box(int8, (387,))}}``, seen from the
    observing agent: it is seat 0, the others follow clockwise. Blocks of the vector
    (``concordia_env.observation.OBSERVATION.views(vector)`` gives them by name):

{table}

Rewards:
    Paid once, when the game is over. ``rank`` (default): from +1 for the first to -1 for the last
    in equal steps, zero-sum; ties are broken as the rules do. ``win``: 1 for the winner, 0 for
    the others. ``score``: the margin to the best opponent / 100. With ``shaping=w`` each decision
    also pays w times the change of (margin if the game ended now) / 100, and the end takes the
    potential back, so that the sum of rewards stays the payoff; ``infos[agent]["points"]`` then
    holds the points by category after every decision.

Starting state:
    City tokens and decks are dealt at random from the seed; ``reset(seed=7)`` deals the game of
    ``game(seed=7)``. Seat 0 begins with 5 sestertii, each later seat with one more.

Episode end:
    Terminated when the game is over: after the last card is bought or a 15th house is built every
    other seat has one more turn. Truncated, without a payoff, when some seat would begin more than
    ``max_turns`` turns. ``infos[agent]`` then holds ``points`` by category and ``rank``. In
    ``env()`` an illegal action ends the game with -1 for its agent; in ``raw_env()`` it raises
    ValueError and changes nothing.

Arguments:
    board: name or path of a board file. Default "imperium".
    num_players: 2 to 5. Default 4.
    display: surcharges of the card display, "printed" (default) or "wine".
    intermediate_scoring: the optional rule for beginners. Default False.
    info: "open" (default) shows what perfect recall gives, the cards of all hands included;
        "hidden" shows only what lies open on the table.
    reward: "rank" (default), "win" or "score".
    shaping: weight of the shaping. Default 0.
    max_turns: turns of each seat before truncation. Default 1000; random players need a few
        hundred at the most.
    render_mode: None, "ansi" (text returned) or "human" (text printed).

Version history:
    v0: first version.
"""

from __future__ import annotations

from pathlib import Path

from concordia_env.game import ConcordiaGame
from concordia_env.observation import OBSERVATION
from concordia_env.scenario import base_scenario
from env_core.faces import Faces

FACES = Faces("concordia_v0", ConcordiaGame, base_scenario)
if __doc__:  # absent under python -OO
    __doc__ = __doc__.format(size=OBSERVATION.size, table=OBSERVATION.table(indent=4))


def game(
    board: str | Path = "imperium",
    num_players: int = 4,
    display: str = "printed",
    intermediate_scoring: bool = False,
    info: str = "open",
    seed: int | None = None,
) -> ConcordiaGame:
    """One game without any RL around it: decisions, notation, snapshots, scores."""
    scenario = base_scenario(board, num_players, display, intermediate_scoring, info)
    return ConcordiaGame(scenario, seed)


env = FACES.env
raw_env = FACES.raw_env
vec_env = FACES.vec_env
vector_env = FACES.vector_env
sb3_vec_env = FACES.sb3_vec_env
solo_env = FACES.solo_env
