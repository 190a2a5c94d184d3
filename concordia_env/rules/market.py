"""The display: buying cards (Senator, Consul, Praetor, Proconsul), moving up and refilling."""

from __future__ import annotations

from concordia_env.actions import A_DONE, A_PURCHASE, A_PURCHASE_ANY, ANY_SLOTS
from concordia_env.constants import NONE, PRAETOR, PROCONSUL, PURCHASE, SENATOR, SLOTS
from concordia_env.rules.chance import log_event
from concordia_env.rules.ending import trigger_end
from env_core.jit import kernel


@kernel
def start_purchase(t, g, purchases):
    g.buys = purchases
    g.phase = PURCHASE
    return False


@kernel
def pays_surcharge(role):
    """Consul and Proconsul ignore what lies beneath the card."""
    return role == SENATOR or role == PRAETOR


@kernel
def is_for_sale(t, g, role, slot):
    """Whether a card lies there; a Proconsul buys no other Proconsul."""
    card = g.display[slot]
    return card != NONE and not (role == PROCONSUL and t.card_title[card] == PROCONSUL)


@kernel
def covers(t, g, seat, slot, surcharge, chosen):
    """Whether the seat's goods cover the slot's card, surcharge and chosen good together."""
    card = g.display[slot]
    for good in range(5):
        need = t.card_cost[card, good]
        if surcharge:
            need += t.slot_goods[slot, good]
        if good == chosen:
            need += 1
        if g.goods[seat, good] < need:
            return False
    return True


@kernel
def purchase_idle(t, g, seat, role):
    """Whether a Senator or Consul could buy nothing."""
    surcharge = pays_surcharge(role)
    for slot in range(SLOTS):
        if not is_for_sale(t, g, role, slot):
            continue
        if surcharge and t.slot_any[slot] == 1:
            for good in range(5):
                if covers(t, g, seat, slot, surcharge, good):
                    return False
        elif covers(t, g, seat, slot, surcharge, NONE):
            return False
    return True


@kernel
def any_action(slot, good):
    """Id of a purchase whose free-choice surcharge is paid with the good."""
    row = 0
    while ANY_SLOTS[row] != slot:
        row += 1
    return A_PURCHASE_ANY + row * 5 + good


@kernel
def legal_purchase(t, g, mask):
    mask[A_DONE] = True
    count = 1
    surcharge = pays_surcharge(g.role)
    for slot in range(SLOTS):
        if not is_for_sale(t, g, g.role, slot) or not covers(t, g, g.seat, slot, surcharge, NONE):
            continue
        if not (surcharge and t.slot_any[slot] == 1):
            mask[A_PURCHASE + slot] = True
            count += 1
            continue
        for good in range(5):
            if covers(t, g, g.seat, slot, surcharge, good):
                mask[any_action(slot, good)] = True
                count += 1
    return count


@kernel
def apply_purchase(t, g, action):
    if action == A_DONE:
        return True
    seat = g.seat
    if action >= A_PURCHASE_ANY:
        slot = ANY_SLOTS[(action - A_PURCHASE_ANY) // 5]
        g.goods[seat, (action - A_PURCHASE_ANY) % 5] -= 1
    else:
        slot = action - A_PURCHASE
    card = g.display[slot]
    for good in range(5):
        g.goods[seat, good] -= t.card_cost[card, good]
        if pays_surcharge(g.role):
            g.goods[seat, good] -= t.slot_goods[slot, good]
    g.hand[seat, card] += 1
    g.display[slot] = NONE
    if sold_out(g):
        trigger_end(t, g, seat)
    g.buys -= 1
    return g.buys == 0


@kernel
def sold_out(g):
    if g.deck_size > 0:
        return False
    for slot in range(SLOTS):
        if g.display[slot] != NONE:
            return False
    return True


@kernel
def draw_card(g):
    """Take the next card off the deck."""
    g.deck_size -= 1
    card = g.deck[g.deck_size]
    g.deck[g.deck_size] = NONE
    return card


@kernel
def refill(g):
    """Move the cards to the left, then fill up from the deck; drawn cards are events."""
    filled = 0
    for slot in range(SLOTS):
        if g.display[slot] != NONE:
            card = g.display[slot]
            g.display[slot] = NONE
            g.display[filled] = card
            filled += 1
    while filled < SLOTS and g.deck_size > 0:
        card = draw_card(g)
        g.display[filled] = card
        filled += 1
        log_event(g, card)
