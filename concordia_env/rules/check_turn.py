"""Invariants of the turn: seats, phase, the running action and what is noted of the turn."""

from __future__ import annotations

from concordia_env.constants import (
    ANSWER_LEGATUS,
    ANSWER_PROCONSUL,
    ARCHITECT,
    BUILD,
    COLONIST,
    COLONISTS,
    CONSUL,
    CONTRARIUS,
    COPY,
    DIPLOMAT,
    HALF_ROLES,
    KEEP,
    LEAD,
    LEGATUS,
    MAGISTER,
    MERCATOR3,
    MERCATOR5,
    NONE,
    ONTO,
    OVER,
    OWN_CARD,
    PICK,
    PLACE,
    PLAY,
    PRAETOR,
    PREFECT,
    PREFECT_PHASE,
    PREFECT_PM,
    PROCONSUL,
    PURCHASE,
    RECRUIT,
    REPEAT,
    SENATOR,
    SETTLE,
    SUGGEST,
    TEAMS,
    TO,
    TRADE,
    TRADES,
    TRIBUNE,
    VETERAN,
    VETO,
)
from concordia_env.rules.partners import in_teams, partner_of
from concordia_env.rules.storehouse import colonists_on_board, free_spaces, pool_size
from concordia_env.rules.titles import top_title
from env_core.jit import kernel


@kernel
def first_executor(t, g):
    """In team play a Legatus lets the partner of who has the turn go first."""
    return partner_of(t, g.turn) if g.legatus == 1 else g.turn


@kernel
def partner_acts(t, g):
    """The second part of a team's turn: the first executor is finished."""
    if not in_teams(t) or g.next_seat != NONE or g.phase in (COPY, SUGGEST, PLACE, OVER):
        return g.answer == ANSWER_PROCONSUL
    return g.phase != PLAY or g.answer == ANSWER_PROCONSUL


@kernel
def table_in_range(t, g):
    players = t.players
    if g.phase == OVER:
        if g.seat != NONE:
            return False
    elif not 0 <= g.seat < players:
        return False
    if g.phase == VETERAN:
        return g.seat == t.reactor and g.turn == 0 and g.turns == 0
    if g.phase == PLACE:
        return g.seat >= t.teams and g.turn == 0 and g.turns == 0
    if g.phase not in (OVER, KEEP, VETO) and g.seat % t.teams != g.turn % t.teams:
        return False
    if g.turns == 0 or g.turn != (g.turns - 1) % players:
        return False
    if (g.magnus == NONE) != (players == 1) or g.magnus >= players:
        return False
    return g.concordia < players or (g.concordia == CONTRARIUS and t.contrarius == 1)


@kernel
def end_fits(t, g):
    """Turns are counted down once the Concordia card is taken, and at 0 the game may be over."""
    if (g.turns_left == NONE) != (g.concordia == NONE) or g.turns_left >= t.teams + t.contrarius:
        return False
    return g.phase != OVER or g.turns_left == 0


@kernel
def role_fits(t, g):
    phase = g.phase
    role = g.role
    if phase in (PLAY, OVER, LEAD, ONTO, VETO, VETERAN, PLACE):
        return role == NONE
    if phase == COPY:
        return role == DIPLOMAT
    if phase == REPEAT:
        return role == MAGISTER and g.magister == 1
    if phase == SUGGEST:
        return role == LEGATUS and g.legatus == 1
    if phase == RECRUIT:
        return role == TRIBUNE
    if phase == PICK or phase == TO or phase == BUILD:
        return role == ARCHITECT
    if phase == KEEP and role == NONE:
        return g.turn == t.reactor  # the reaction to a Mercator
    if phase == PREFECT_PHASE or phase == KEEP:
        return role == PREFECT or role == PREFECT_PM
    if phase == SETTLE:
        return role == COLONIST
    if phase == TRADE:
        return role == MERCATOR3 or role == MERCATOR5
    return phase == PURCHASE and role in (SENATOR, CONSUL, PRAETOR, PROCONSUL)


@kernel
def figures_fit(t, g):
    phase = g.phase
    moving = phase == PICK or phase == TO
    moved = 0
    for route in range(t.num_routes):
        moved += g.moved[route]
        if g.moved[route] == 1 and g.on_route[route] != g.seat:
            return False
    if not moving and (g.steps != 0 or moved > 0):
        return False
    if moving and g.steps + moved > colonists_on_board(g, g.seat):
        return False
    if (phase == TO or phase == ONTO) != (g.picked != NONE):
        return False
    if g.picked != NONE and not stands_on(g, g.seat if phase == TO else CONTRARIUS, g.picked):
        return False
    trades = 0
    for good in range(5):
        trades += g.traded[good]
    if trades >= TRADES or (trades > 0 and phase != TRADE) or g.bought > trades:
        return False
    if g.settled == 1 and phase != SETTLE:
        return False
    if phase != PURCHASE:
        return g.buys == 0
    return 1 <= g.buys <= (2 if g.role == SENATOR else 1)


@kernel
def stands_on(g, party, place):
    for slot in range(COLONISTS):
        if g.colonists[party, slot] == place:
            return True
    return False


@kernel
def pools_fit(t, g):
    """Only in phase keep; who decides has too little room, earlier seats are finished."""
    for seat in range(t.players):
        if g.phase != KEEP and pool_size(g, seat) > 0:
            return False
    if g.phase != KEEP:
        return True
    for offset in range(t.players):
        seat = (g.executor + offset) % t.players
        if seat == g.seat:
            return 0 < free_spaces(g, seat) < pool_size(g, seat)
        if pool_size(g, seat) > 0:
            return False
    return False


@kernel
def reaction_fits(t, g):
    """A die waits in phase veto, a site in phases lead and onto, steps only in a reaction."""
    reacting = g.role == NONE and g.phase in (KEEP, LEAD, ONTO, VETO)
    if reacting and g.turn != t.reactor:
        return False
    if (g.phase == VETO) != (g.die != NONE) or (g.phase in (LEAD, ONTO)) != (g.site != NONE):
        return False
    if g.site != NONE and (g.city_good[g.site] == NONE or g.houses[g.site, CONTRARIUS] == 1):
        return False
    if g.phase == VETO and g.veto[g.seat] == 0:
        return False
    for seat in range(t.players):
        if g.veto[seat] == 1 and (t.contrarius == 0 or t.players == 1):
            return False
    if g.todo_size > 0 and not reacting:
        return False
    return g.react == NONE or (g.role != NONE and g.turn == t.reactor)


@kernel
def turn_fits(t, g):
    """Who acts for a team, and what is noted of its turn."""
    if g.magister == 1 and (in_teams(t) or t.venus == 0 or g.phase in (PLAY, OVER)):
        return False
    if not in_teams(t):
        return g.answer == NONE and g.suggested == NONE and g.next_seat == NONE and g.legatus == 0
    if g.answer != NONE and g.phase in (PLACE, SUGGEST, OVER):
        return False
    if (g.suggested != NONE) != (g.answer == ANSWER_LEGATUS):
        return False
    if g.answer == ANSWER_LEGATUS and (g.phase != PLAY or g.legatus == 0):
        return False
    if g.suggested != NONE and not holds(t, g, g.seat, g.suggested):
        return False
    if g.next_seat != NONE and not queue_fits(t, g):
        return False
    if g.phase in (OVER, PLACE):
        return g.legatus == 0
    return g.phase == KEEP or g.seat == decider(t, g)


@kernel
def holds(t, g, seat, title):
    """Whether a card that may be suggested is in the seat's hand."""
    for card in range(t.num_cards):
        if t.card_title[card] == title and g.hand[seat, card] > 0:
            return title != LEGATUS
    return False


@kernel
def queue_fits(t, g):
    """The partner waits while the first of a team executes the same role, or another half."""
    if g.answer != NONE or g.phase in (PLAY, COPY, SUGGEST, PLACE, OVER):
        return False
    if g.next_seat != partner_of(t, first_executor(t, g)):
        return False
    if g.role == PROCONSUL or g.next_role == OWN_CARD:
        return g.role == PROCONSUL and g.next_role == OWN_CARD
    return g.next_role == g.role or (g.role in HALF_ROLES and g.next_role in HALF_ROLES)


@kernel
def decider(t, g):
    """The seat of a team that decides now, but for goods that others take in."""
    if partner_acts(t, g):
        return partner_of(t, first_executor(t, g))
    if g.phase == SUGGEST:
        return g.turn
    return first_executor(t, g)


@kernel
def copies_fit(t, g):
    for team in range(TEAMS):
        for seat in range(t.players):
            if g.copied[team] >> seat & 1:
                if not in_teams(t) or team >= t.teams or seat % t.teams == team:
                    return False
                if top_title(t, g, seat) in (NONE, DIPLOMAT):
                    return False
        if g.copied[team] >> t.players:
            return False
    return True
