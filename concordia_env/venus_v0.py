"""Concordia Venus: the game with its goddess, each for himself or in teams of two.

Description:
    A PettingZoo AEC environment, a Gymnasium environment and a plain Python game of the complete
    rules on any board of the suite. Hands of eight cards hold the Magister, who repeats the card
    played before; choice cards offer one of two roles; Venus rewards provinces with two houses.

    With ``team=True`` seats s and s + n/2 are partners: who has the turn plays a card, and both
    execute it, one after the other. The hands differ, the second half of the seats chooses a city
    to begin in (phase ``place``), a Proconsul lets the partner play a card alone, and a Legatus
    asks him to play one for both; what is suggested to him shows in his observation only and does
    not bind him. Partners spend each other's sestertii where their own do not suffice, add up
    their points and share rewards.

    A turn is a chain of decisions, some of them of the partner or, where goods arrive, of other
    seats. Decisions with a single legal action are not asked. Agents are ``player_0`` to
    ``player_5`` in turn order.

Action space:
    ``Discrete(387)``, that of Concordia. Only actions in the mask are legal.

Observation space:
    ``{{"observation": Box(float32, ({size},)), "action_mask": Box(int8, (387,))}}``, seen from the
    observing agent, with the blocks of Concordia
    (``concordia_env.observation.OBSERVATION.views(vector)`` gives them by name); ``partner``,
    ``turn_parts``, ``suggested`` and ``copied`` are about teams:

{table}

Rewards:
    Paid once, when the game is over; those of partners are equal. ``rank`` (default): from +1 for
    the first to -1 for the last side in equal steps. ``win``: 1 for the winners, 0 for the others.
    ``score``: the margin to the best other side / 100. With ``shaping=w`` each decision also pays w
    times the change of (margin if the game ended now) / 100, and the end takes the potential back,
    so that the sum stays the payoff.

Starting state:
    City tokens and decks are dealt at random from the seed; in team play the places follow.

Episode end:
    Terminated when the game is over: after the last card is bought or the last house of a seat
    built, every other side has one more turn. Truncated, without a payoff, when some seat would
    begin more than ``max_turns`` turns. ``infos[agent]`` then holds ``points`` by category, the
    ``rank`` of its side and the ``scores`` of all seats.

Learner's stream (Gymnasium, vector and SB3 faces):
    The learner plays one seat; ``partner="learner"`` gives it both seats of its team, so that each
    decision of either is shown from the seat that decides. Else the partner is a bot's name or a
    policy, or, with None, drawn from the opponents.

Arguments:
    board: name or path of a board file. Default "hellas".
    num_players: 2 to 5, in team play 4 or 6. Default 4.
    team: whether seats play in teams. Default False.
    display: surcharges of the card display, "printed" (default) or "wine".
    intermediate_scoring: the optional rule for beginners. Default False.
    info: "open" (default) or "hidden"; hides the cards of all others, the partner's too, but for
        the moment when a Legatus looks at them.
    reward, shaping, max_turns, render_mode: as in ``concordia_v0``.

Version history:
    v0: first version.
"""

from __future__ import annotations

from pathlib import Path

from concordia_env.game import ConcordiaGame
from concordia_env.observation import OBSERVATION
from concordia_env.scenario import venus_scenario
from env_core.faces import Faces

FACES = Faces("venus_v0", ConcordiaGame, venus_scenario)
if __doc__:  # absent under python -OO
    __doc__ = __doc__.format(size=OBSERVATION.size, table=OBSERVATION.table(indent=4))


def game(
    board: str | Path = "hellas",
    num_players: int = 4,
    team: bool = False,
    display: str = "printed",
    intermediate_scoring: bool = False,
    info: str = "open",
    seed: int | None = None,
) -> ConcordiaGame:
    """One game without any RL around it: decisions, notation, snapshots, scores."""
    scenario = venus_scenario(board, num_players, team, display, intermediate_scoring, info)
    return ConcordiaGame(scenario, seed)


env = FACES.env
raw_env = FACES.raw_env
vec_env = FACES.vec_env
vector_env = FACES.vector_env
sb3_vec_env = FACES.sb3_vec_env
solo_env = FACES.solo_env
