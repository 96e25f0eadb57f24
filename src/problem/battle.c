/* SPDX-License-Identifier: MIT */
/*
 * Direct mates, selfmates, reflex mates; see battle.h.
 *
 * Most of the work is to see that moves do not solve, and for that one refutation is enough: the
 * replies that refuted a move of the same position before are tried first. With more moves left the
 * same moves were tried with fewer first, which costs little and leaves a refutation for each.
 */
#include "problem/battle.h"

#include <string.h>

/* What the table knows of a position with the attacker to move; the lowest byte is its own. */
typedef struct knowledge {
    arb_move best;
    unsigned solved; /* in so many moves it is; 0: not known */
    unsigned failed; /* in so many moves it is not */
} knowledge;

static knowledge unpack(uint64_t value)
{
    return (knowledge){ .best = { (uint16_t)(value >> 8) },
                        .solved = value >> 24 & 255,
                        .failed = value >> 32 & 255 };
}

static void keep(arb_problem_seeker *s, arb_problem_key key, knowledge k)
{
    const uint64_t value =
        (uint64_t)k.best.bits << 8 | (uint64_t)k.solved << 24 | (uint64_t)k.failed << 32;

    if (!problem_is_stopped(s))
        arb_problem_table_put(&s->search->table, key, value,
                              (uint8_t)(1 + (k.failed > k.solved ? k.failed : k.solved)));
}

/* Replies that refuted a move of this position, the last one first. */
typedef struct refuters {
    arb_move move[ARB_PROBLEM_MRU];
} refuters;

static void remember(refuters *r, arb_move move)
{
    unsigned i = 0;

    while (i < ARB_PROBLEM_MRU - 1 && r->move[i].bits != move.bits)
        i++;
    memmove(&r->move[1], &r->move[0], i * sizeof r->move[0]);
    r->move[0] = move;
}

/* Brings a move to the place `at` of the list if it stands behind; returns the next place. */
static size_t promote(arb_move *moves, size_t n, size_t at, arb_move wanted)
{
    if (!wanted.bits)
        return at;
    for (size_t i = at; i < n; i++)
        if (moves[i].bits == wanted.bits) {
            moves[i] = moves[at];
            moves[at] = wanted;
            return at + 1;
        }
    return at;
}

/* Sorts the moves from `at` on by what they have refuted elsewhere. */
static void sort_by_habit(const arb_problem_seeker *s, arb_move *moves, size_t at, size_t n)
{
    for (size_t i = at + 1; i < n; i++) {
        const arb_move move = moves[i];
        const uint32_t habit = s->habit[move.bits & 0xfff];
        size_t j = i;
        for (; j > at && s->habit[moves[j - 1].bits & 0xfff] < habit; j--)
            moves[j] = moves[j - 1];
        moves[j] = move;
    }
}

bool arb_problem_reply_fails(arb_problem_seeker *s, const arb_pos *pos, arb_move reply, unsigned n)
{
    const arb_colour us = s->search->attacker;
    arb_pos next;

    advance(&next, pos, other(us), reply);
    if (s->search->play == ARB_PROBLEM_SELF && arb_problem_reached(s, &next, us))
        return true;
    return n > 1 && arb_problem_attack(s, &next, n - 1);
}

/* What settles the matter before a reply is looked at: 1 it holds, 0 it does not, -1 neither. */
static int settled(arb_problem_seeker *s, const arb_pos *pos, unsigned n)
{
    const arb_problem_search *search = s->search;
    const arb_colour them = other(search->attacker);

    switch (search->play) {
    case ARB_PROBLEM_DIRECT:
        return n == 1 ? arb_problem_reached(s, pos, them) : -1;
    case ARB_PROBLEM_SELF:
        return n == 1 && search->aim == ARB_AIM_MATE ? search->code->only_mates(pos, them) : -1;
    case ARB_PROBLEM_REFLEX:
        if (arb_problem_at_once(s, pos, them, ARB_PROBLEM_NO_MOVE).bits)
            return 1;
        return n == 1 ? 0 : -1;
    case ARB_PROBLEM_HELP:
    case ARB_PROBLEM_PLAY_COUNT:
        break;
    }
    return 0;
}

static void note_refutation(arb_problem_seeker *s, arb_move *refutation, refuters *known,
                            arb_move reply, unsigned n)
{
    *refutation = reply;
    remember(known, reply);
    s->habit[reply.bits & 0xfff] += n;
}

/* Does a reply that refuted something before refute this as well? No list of replies is made. */
static bool refuted_as_before(arb_problem_seeker *s, const arb_pos *pos, unsigned n,
                              arb_move *refutation, refuters *known)
{
    const arb_colour them = other(s->search->attacker);
    arb_move tried[ARB_PROBLEM_MRU + 1] = { *refutation };

    memcpy(tried + 1, known->move, sizeof known->move);
    for (unsigned i = 0; i < ARB_PROBLEM_MRU + 1; i++) {
        if (!tried[i].bits || (i > 0 && tried[i].bits == tried[0].bits) ||
            !s->search->code->legal(pos, them, tried[i]) ||
            arb_problem_reply_fails(s, pos, tried[i], n))
            continue;
        if (!problem_is_stopped(s))
            note_refutation(s, refutation, known, tried[i], n);
        return true;
    }
    return false;
}

static bool holds(arb_problem_seeker *s, const arb_pos *pos, unsigned n, arb_move *refutation,
                  refuters *known)
{
    const arb_colour them = other(s->search->attacker);
    const int at_first = settled(s, pos, n);
    arb_move replies[ARB_MOVES_MAX];

    if (at_first >= 0)
        return at_first;
    if (refuted_as_before(s, pos, n, refutation, known))
        return false;
    const size_t count = s->search->code->moves(replies, pos, them);
    if (count == 0) /* with nothing to play for the other side only a direct aim can be reached */
        return s->search->play == ARB_PROBLEM_DIRECT && arb_problem_reached(s, pos, them);
    size_t at = promote(replies, count, 0, *refutation);
    for (unsigned i = 0; i < ARB_PROBLEM_MRU; i++)
        at = promote(replies, count, at, known->move[i]);
    if (n > 2)
        sort_by_habit(s, replies, at, count);
    for (size_t i = 0; i < count; i++) {
        const arb_move reply = replies[i];
        const bool tried = i < at && move_code(reply) < CODE_SPECIAL;
        if (tried || arb_problem_reply_fails(s, pos, reply, n))
            continue;
        if (!problem_is_stopped(s))
            note_refutation(s, refutation, known, reply, n);
        return false;
    }
    return true;
}

bool arb_problem_holds(arb_problem_seeker *s, const arb_pos *pos, unsigned n, arb_move *refutation)
{
    refuters known = { 0 };
    arb_move unused = ARB_PROBLEM_NO_MOVE;

    return holds(s, pos, n, refutation ? refutation : &unused, &known);
}

/* The attacker's moves in the order in which they are tried. */
static size_t list_in_order(arb_problem_seeker *s, arb_move *moves, const arb_pos *pos, unsigned n,
                            arb_move best)
{
    const arb_problem_code *code = s->search->code;
    const arb_colour us = s->search->attacker;
    const size_t count = code->moves(moves, pos, us);
    size_t at = promote(moves, count, 0, best);

    at = promote(moves, count, at, s->success[n]);
    if (n <= 2)
        return count;
    /* those that leave few replies are soon done with, and solve more often */
    uint16_t replies[ARB_MOVES_MAX];
    code->replies(replies + at, pos, us, moves + at, count - at);
    for (size_t i = at + 1; i < count; i++) {
        const arb_move move = moves[i];
        const uint16_t few = replies[i];
        size_t j = i;
        for (; j > at && replies[j - 1] > few; j--) {
            moves[j] = moves[j - 1];
            replies[j] = replies[j - 1];
        }
        moves[j] = move;
        replies[j] = few;
    }
    return count;
}

/* Tries every move, with few moves left at first. */
static bool deepen(arb_problem_seeker *s, const arb_pos *pos, unsigned n, arb_problem_key key,
                   knowledge known)
{
    arb_move moves[ARB_MOVES_MAX], refutation[ARB_MOVES_MAX];
    const size_t count = list_in_order(s, moves, pos, n, known.best);
    const unsigned least = s->search->play == ARB_PROBLEM_DIRECT ? 2 : 1;
    refuters refuted_by = { 0 };
    arb_pos next;

    memset(refutation, 0, count * sizeof refutation[0]);
    for (unsigned k = known.failed + 1 > least ? known.failed + 1 : least; k <= n; k++) {
        for (size_t i = 0; i < count; i++) {
            advance(&next, pos, s->search->attacker, moves[i]);
            if (holds(s, &next, k, &refutation[i], &refuted_by)) {
                s->success[n] = moves[i];
                keep(s, key, (knowledge){ moves[i], k, known.failed });
                return true;
            }
            if (problem_is_stopped(s))
                return false;
        }
        known.failed = k;
    }
    keep(s, key, (knowledge){ known.best, known.solved, n });
    return false;
}

/* The last move of the attacker in selfmates and reflex mates. */
static bool last_move_holds(arb_problem_seeker *s, const arb_pos *pos)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t count = s->search->code->moves(moves, pos, s->search->attacker);
    refuters refuted_by = { 0 };
    arb_pos next;

    for (size_t i = 0; i < count; i++) {
        arb_move refutation = ARB_PROBLEM_NO_MOVE;
        advance(&next, pos, s->search->attacker, moves[i]);
        if (holds(s, &next, 1, &refutation, &refuted_by))
            return true;
    }
    return false;
}

/* A direct aim that is reached at once. */
static bool reaches_at_once(arb_problem_seeker *s, const arb_pos *pos)
{
    const arb_move mate = arb_problem_at_once(s, pos, s->search->attacker, s->mate);

    if (mate.bits)
        s->mate = mate;
    return mate.bits != 0;
}

bool arb_problem_attack(arb_problem_seeker *s, const arb_pos *pos, unsigned n)
{
    const arb_problem_search *search = s->search;
    const bool direct = search->play == ARB_PROBLEM_DIRECT;

    if (problem_stopped(s))
        return false;
    if (n == 1 && direct)
        return reaches_at_once(s, pos);
    if (search->play == ARB_PROBLEM_REFLEX &&
        arb_problem_at_once(s, pos, search->attacker, ARB_PROBLEM_NO_MOVE).bits)
        return false;
    if (n == 1)
        return last_move_holds(s, pos);
    const arb_problem_key key = arb_problem_key_of(pos, search->attacker);
    const knowledge known = unpack(arb_problem_table_get(&search->table, key));
    if (known.solved && known.solved <= n)
        return true;
    if (known.failed >= n)
        return false;
    if (direct && known.failed == 0 && reaches_at_once(s, pos))
        return true;
    return deepen(s, pos, n, key, known);
}
