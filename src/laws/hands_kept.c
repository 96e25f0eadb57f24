/* SPDX-License-Identifier: MIT */
/*
 * What is kept of the hands: the deeds since the last completed move, and what they hold.
 */
#include "laws/hands.h"

/* ---- what is kept of earlier moves */

void arb_hands_forget(arb_state *s)
{
    s->hands = (arb_hands){ .count = 0 };
}

void arb_hands_rest(arb_state *s)
{
    s->hands.count = s->hands.made;
    s->hands.held_count = s->hands.lifted = 0;
}

/* The first deeds are no longer among those since the last completed move. */
static void drop_first(arb_hands *hands, unsigned number)
{
    for (unsigned i = number; i < hands->count; i++)
        hands->deed[i - number] = hands->deed[i];
    hands->count = (uint8_t)(hands->count - number);
    hands->made = (uint8_t)(hands->made > number ? hands->made - number : 0);
    hands->last = (uint8_t)(hands->last > number ? hands->last - number : 0);
}

void arb_hands_settle(arb_state *s)
{
    s->hands.last = s->hands.made;
    s->hands.made = s->hands.count;
    s->hands.held_count = s->hands.lifted = 0;
}

void arb_hands_complete(arb_state *s, bool all)
{
    drop_first(&s->hands, all ? s->hands.made : s->hands.last);
}

/* Is there room for one more deed? What belongs to earlier moves makes room. */
static bool make_room(arb_hands *hands)
{
    if (hands->count == ARB_DEEDS_MAX && hands->made > 0)
        drop_first(hands, hands->made);
    return hands->count < ARB_DEEDS_MAX;
}

bool arb_hands_add(arb_state *s, arb_deed deed)
{
    if (!make_room(&s->hands))
        return false;
    deed.by = s->turn;
    s->hands.deed[s->hands.count++] = deed;
    return true;
}

/* ---- what is held */

void arb_hands_let_go(arb_hands *hands, unsigned man)
{
    unsigned kept = 0, lifted = 0;

    for (unsigned i = 0; i < hands->held_count; i++) {
        if (hands->held[i] == man)
            continue;
        lifted |= ((unsigned)hands->lifted >> i & 1u) << kept;
        hands->held[kept++] = hands->held[i];
    }
    hands->held_count = (uint8_t)kept;
    hands->lifted = (uint8_t)lifted;
}

bool arb_hands_hold(arb_hands *hands, unsigned man, bool lift)
{
    arb_hands_let_go(hands, man);
    for (unsigned i = 0; hands->held_count == ARB_HELD_MAX && i < ARB_HELD_MAX; i++)
        if (!((unsigned)hands->lifted >> i & 1u))
            arb_hands_let_go(hands, hands->held[i]);
    if (hands->held_count == ARB_HELD_MAX)
        return false;
    hands->lifted = (uint8_t)(hands->lifted | (lift ? 1u << hands->held_count : 0u));
    hands->held[hands->held_count++] = (uint8_t)man;
    return true;
}
