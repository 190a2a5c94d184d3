"""The search tree of one world or of many, in arrays, as compiled kernels.

A simulation walks down the tree (UCT: each seat takes what was best for itself so far, with a bonus
for what was tried little), adds one node, lets a bot play on for some turns, and forecasts how the
game would end; the utility of every seat goes into the nodes on the way (max-n backup). The bot's
own choice gets the largest bonus at every node, so that little search plays like the bot.

A node is a sequence of actions, not a position: with a world dealt anew for each simulation, dice
and cards differ from one visit to the next (information-set search). Its children are told apart by
phase, seat and action, and each counts how often it was legal.
"""

from __future__ import annotations

from math import exp, sqrt

import numpy as np

from agents.playing import play_on
from env_core.jit import kernel
from env_core.rng import draw

NONE = -1
MARGIN = 0.2  # share of the margin in the utility of a finished game
ROOT = 0
WORLD = 1  # index of the game that a simulation plays; 0 is the one it starts from
DEEPEST = 96  # decisions down the tree
PARTIES = 8  # more than any game has
WORDS = np.int64(2**32)

NODE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("key", np.int64),  # phase, seat and action that lead here
                ("sibling", np.int32),  # next child of the same parent, or NONE
                ("child", np.int32),  # first one, or NONE
                ("advice", np.int32),  # the bot's action here, or NONE before it was asked
                ("visits", np.int32),
                ("chances", np.int32),  # visits of the parent in which the action was legal
                ("value", np.float64),  # sum of the utilities of the seat that took the action
            ]
        ),
    )
)

PLAN = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("seat", np.int64),  # that searches
                ("bot", np.int64),  # that advises and plays on
                ("fresh", np.int64),  # 1: every simulation has a world of its own
                ("cut", np.int64),  # turn at whose begin a game is forecast
                ("secret_from", np.int64),  # phases in which seats decide unseen by each other
                ("secret_to", np.int64),
                ("exploration", np.float64),
                ("trust", np.float64),  # share of the exploration that the bot's choice gets
                ("caution", np.float64),  # what an untried action lacks to the average
                ("spread", np.float64),  # margin, in points, at which e : 1 is won
            ]
        ),
    )
)


@kernel
def clear_tree(tree):
    """An empty tree: the root alone. Returns the number of nodes."""
    tree[ROOT].sibling = NONE
    tree[ROOT].child = NONE
    tree[ROOT].advice = NONE
    tree[ROOT].visits = 0
    return 1


@kernel
def add_node(tree, nodes, parent, key):
    """Add a child whose action was legal once; the number of nodes after it."""
    node = tree[nodes]
    node.key = key
    node.sibling = tree[parent].child
    node.child = NONE
    node.advice = NONE
    node.visits = 0
    node.chances = 1
    node.value = 0.0
    tree[parent].child = nodes
    return nodes + 1


@kernel
def find_children(tree, node, base, mask, found):
    """Collect the children that are legal now, unmark their actions, and count the chance."""
    number = 0
    child = np.int64(tree[node].child)
    while child != NONE:
        action = tree[child].key - base
        if 0 <= action < len(mask) and mask[action]:
            mask[action] = False
            tree[child].chances += 1
            found[number] = child
            number += 1
        child = np.int64(tree[child].sibling)
    return number


@kernel
def draw_marked(stream, mask, without):
    """A marked action other than ``without``, uniform; NONE if there is none. And their number."""
    count = 0
    for action in range(len(mask)):
        count += mask[action] and action != without
    if count == 0:
        return NONE, count
    left = draw(stream, count)
    action = 0
    while True:
        if mask[action] and action != without:
            if left == 0:
                return action, count
            left -= 1
        action += 1


@kernel
def choose_child(tree, node, base, mask, found, plan, stream):
    """The action to follow and its node, or NONE if it was never tried here.

    ``base`` is the key of action 0 in the present phase and seat.
    """
    advice = np.int64(tree[node].advice)
    number = find_children(tree, node, base, mask, found)
    value = 0.0
    visits = 0
    for k in range(number):
        value += tree[found[k]].value
        visits += np.int64(tree[found[k]].visits)
    average = value / visits if visits > 0 else 0.5
    advised = np.bool_(mask[advice])
    untried, others = draw_marked(stream, mask, advice)
    legal = number + others + advised
    bonus = plan.exploration * (1.0 - plan.trust) / max(1, legal - 1)
    main_bonus = plan.exploration * plan.trust
    root = sqrt(tree[node].visits + 1.0)
    best = NONE
    best_action = NONE
    best_score = -1.0
    if advised:
        best_action = advice
        best_score = average + main_bonus * root
    if untried != NONE and average - plan.caution + bonus * root > best_score:
        best_action = untried
        best_score = average - plan.caution + bonus * root
    for k in range(number):
        child = tree[found[k]]
        action = child.key - base
        score = (main_bonus if action == advice else bonus) * sqrt(child.chances)
        score = child.value / max(1, child.visits) + score / (1.0 + child.visits)
        if score > best_score:
            best = np.int64(found[k])
            best_action = action
            best_score = score
    return best, best_action


@kernel
def is_secret(plan, game):
    """Whether a seat decides without knowing what the searching one does in the same phases."""
    return game.seat != plan.seat and plan.secret_from <= game.phase <= plan.secret_to


@kernel
def utilities(totals, ranks, over, spread, sides, out):
    """The share of the other sides that each party leaves behind, expected or at the end.

    Ranks tell the sides apart: partners share one.
    """
    last = 0
    sides[:] = 0.0
    for party in range(len(ranks)):
        if ranks[party] >= 0:
            sides[ranks[party]] += totals[party]
            last = max(last, ranks[party])
    for party in range(len(ranks)):
        out[party] = 0.0
        if ranks[party] < 0:
            continue
        for other in range(last + 1):
            if other == ranks[party]:
                continue
            chance = 1.0 / (1.0 + exp((sides[other] - sides[ranks[party]]) / spread))
            if (
                over
            ):  # the place is certain now; the margin still tells a clear win from a close one
                chance = MARGIN * chance + (1.0 - MARGIN) * (ranks[party] < other)
            out[party] += chance / last


@kernel
def descend(
    apply, bot_rows, tables, games, tree, nodes, plan, streams, mask, action, found, path, seats,
):  # fmt: skip
    """Follow the tree to a leaf, which may be new: the leaf, its depth and the number of nodes.

    Seats that decide in secret follow the bot, which cannot know what the searching one chose.
    """
    world = games[WORLD]
    leaf = ROOT
    depth = 0
    while world.seat >= 0 and depth < DEEPEST:
        if is_secret(plan, world):
            bot_rows(plan.bot, tables, games[WORLD:], streams, mask, action)
            apply(tables, games, WORLD, action[0], mask[0])
            continue
        if tree[leaf].advice == NONE:
            break
        seat = np.int64(world.seat)
        base = (np.int64(world.phase) * PARTIES + seat) * mask.shape[1]
        child, chosen = choose_child(tree, leaf, base, mask[0], found, plan, streams[0])
        if child == NONE:
            if nodes == len(tree):
                break
            child = nodes
            nodes = add_node(tree, nodes, leaf, base + chosen)
        apply(tables, games, WORLD, chosen, mask[0])
        path[depth] = child
        seats[depth] = seat
        depth += 1
        leaf = child
    return leaf, depth, nodes


@kernel
def grow(
    apply, bot_rows, rank, determinise, forecast, tables, games, plans, tree, nodes, simulations,
    streams, start, mask, action, found, path, seats, players, points, totals, ranks,
    sides, worth,
):  # fmt: skip
    """Run simulations from game 0, whose legal actions are ``start``; the number of nodes."""
    plan = plans[0]
    world = games[WORLD]
    for _ in range(simulations):
        games[WORLD] = games[0]
        mask[0, :] = start
        if plan.fresh == 1:
            key_0 = np.uint32(draw(streams[0], WORDS))
            key_1 = np.uint32(draw(streams[0], WORDS))
            determinise(tables, games, WORLD, plan.seat, key_0, key_1)
        leaf, depth, nodes = descend(
            apply, bot_rows, tables, games, tree, nodes, plan, streams, mask, action, found, path,
            seats,
        )  # fmt: skip
        if world.seat >= 0:
            cut = max(plan.cut, np.int64(world.turns) + 1)
            bot_rows(plan.bot, tables, games[WORLD:], streams, mask, action)
            tree[leaf].advice = action[0]
            apply(tables, games, WORLD, action[0], mask[0])
            play_on(apply, bot_rows, tables, games[WORLD:], players, streams, mask, action, cut)
        forecast(tables, games, WORLD, points, totals)
        rank(tables, games, WORLD, points, ranks)
        utilities(totals, ranks, world.seat < 0, plan.spread, sides, worth)
        tree[ROOT].visits += 1
        for k in range(depth):
            tree[path[k]].visits += 1
            tree[path[k]].value += worth[seats[k]]
    return nodes
