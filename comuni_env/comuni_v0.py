"""Comuni: 2 to 5 players bid for projects, build their cities and withstand four invasions.

Description:
    A PettingZoo AEC environment (and a plain Python game) of the complete rules. In a turn a seat
    bids for a column of project cards, claims the columns it holds, or takes its income; then it
    builds. Some decisions belong to other seats: an envoy that is outbid relocates at once, and
    when a deck runs out all seats commit armies against an invasion, secretly and at the same
    time. These commitments are asked seat after seat; nobody sees anything of them before all have
    chosen. Decisions with a single legal action are not asked. Agents are ``player_0`` to
    ``player_4`` in turn order.

Action space:
    ``Discrete(470)``, the same for every number of players; columns and faces that are not in use
    are never legal. ``game.action_text(id)`` and ``game.action_id(text)`` translate. Only actions
    in the mask are legal, and the mask of an agent that does not decide is empty.

Observation space:
    ``{{"observation": Box(float32, ({size},)), "action_mask": Box(int8, (470,))}}``, seen from the
    observing agent: it is seat 0, the others follow clockwise. Blocks of the vector
    (``comuni_env.observe.OBSERVATION.views(vector)`` gives them by name):

{table}

    While the seats commit, an agent that does not decide sees the phase as ``commitment``, its own
    choices and nothing else: neither those of the others nor who is deciding.

Rewards:
    Paid once, when the game is over. ``rank`` (default): from +1 for the first to -1 for the last
    in equal steps, zero-sum; ties go to the lower comune as in the rules. ``win``: 1 for the
    winner, 0 for the others. ``score``: the margin to the best opponent / 100. With ``shaping=w``
    each decision also pays w times the change of (margin if the game ended now) / 100, and the end
    takes the potential back, so that the sum of rewards stays the payoff;
    ``infos[agent]["points"]`` then holds the points by category after every decision.

Starting state:
    The comuni and the order of the decks are drawn at random from the seed; ``reset(seed=7)`` deals
    the game of ``game(seed=7)``. There is no other chance.

Episode end:
    Terminated after the invasion of the Emperor, which follows the last card and one more turn of
    every seat. Seats that only take income never bring it about: the game is truncated, without a
    payoff, when some seat would begin more than ``max_turns`` turns. ``infos[agent]`` then holds
    ``points`` by category and ``rank``. In ``env()`` an illegal action ends the game with -1 for
    its agent; in ``raw_env()`` it raises ValueError and changes nothing.

Arguments:
    num_players: 2 to 5. Default 4.
    info: "open" (default) shows what perfect recall gives, stocks and hands of all seats included;
        "hidden" shows only what lies open on the table.
    columns: order of the columns, "mixed" (3 3 1 1 2 2 2, default) or "descending"
        (3 3 2 2 2 1 1).
    after_invasion: "continue" (default) with the refill and the rest of the turn, or "end_turn"
        after the refill.
    set_bonus: of the lowest of "all" own buildings (default), or of the four "tallest", one of each
        kind.
    data: path of a corrected copy of the data file; ``python -m comuni_env.validate FILE`` checks
        it. Default: the package's, much of which is reconstructed.
    reward: "rank" (default), "win" or "score".
    shaping: weight of the shaping. Default 0.
    max_turns: turns of each seat before truncation. Default {max_turns}; random players need about
        25, and in ten thousand games never more than 50.
    render_mode: None, "ansi" (text returned) or "human" (text printed).

Version history:
    v0: first version.
"""

from __future__ import annotations

from pathlib import Path

from comuni_env.game import ComuniGame
from comuni_env.observe import OBSERVATION
from comuni_env.scenario import comuni_scenario
from env_core.faces import Faces

MAX_TURNS = 250
FACES = Faces("comuni_v0", ComuniGame, comuni_scenario, max_turns=MAX_TURNS)
if __doc__:  # absent under python -OO
    __doc__ = __doc__.format(
        size=OBSERVATION.size, table=OBSERVATION.table(indent=4), max_turns=MAX_TURNS
    )


def game(
    num_players: int = 4,
    info: str = "open",
    columns: str = "mixed",
    after_invasion: str = "continue",
    set_bonus: str = "all",
    data: str | Path | None = None,
    seed: int | None = None,
) -> ComuniGame:
    """One game without any RL around it: decisions, notation, snapshots, scores."""
    scenario = comuni_scenario(num_players, info, columns, after_invasion, set_bonus, data)
    return ComuniGame(scenario, seed)


env = FACES.env
raw_env = FACES.raw_env
vec_env = FACES.vec_env
vector_env = FACES.vector_env
sb3_vec_env = FACES.sb3_vec_env
solo_env = FACES.solo_env
