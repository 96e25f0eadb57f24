/* SPDX-License-Identifier: MIT */
/*
 * Effects on the position: an earlier one comes back, with all that belongs to it, or a pawn that
 * was left on the last rank becomes a queen (Laws, 7.1, 7.5.1, 7.5.2, 7.6).
 */
#include "laws/adjourned.h"
#include "laws/boards.h"
#include "laws/hands.h"
#include "laws/keeping.h"

/* A ply that the event may only just have added. */
typedef struct ply_view {
    arb_ply before;
    arb_ply_kind kind;
    arb_hand hand;
    const arb_ply_note *note;
} ply_view;

static ply_view view(const arb_hearing *hearing, arb_ply ply)
{
    if (ply == hearing->next_ply) {
        const arb_added *added = &hearing->added;
        return (ply_view){ added->before, added->kind, added->hand, &added->note };
    }
    const arb_ply_record *record = arb_history_get(hearing->look.history, ply);
    return (ply_view){ record->before, record->kind, record->hand, &record->note };
}

/* The first of the plies after `ply` that go when its position comes back; ARB_PLY_NONE. */
static arb_ply first_removed(const arb_hearing *hearing, arb_ply ply)
{
    arb_ply at = hearing->after->ply;

    while (at != ply) {
        const arb_ply before = view(hearing, at).before;
        if (before == ply || before == ARB_PLY_NONE)
            return at;
        at = before;
    }
    return ARB_PLY_NONE;
}

/* Laws 4.3, 4.7, 7.5.1: what the taken back move had touched still binds the player. */
static void bind_touches(arb_hearing *hearing, const ply_view *removed, arb_colour offender)
{
    arb_state *s = hearing->after;
    const arb_ply_note *note = removed->note;

    if (s->breach.by == offender && s->breach.ply == removed->before) {
        s->touched = s->breach.touched;
        return;
    }
    arb_forget_touches(s);
    if (removed->kind != ARB_PLY_HAND)
        return;
    for (unsigned i = 0; i < note->touched_count; i++)
        s->touched.square[s->touched.count++] = note->touched[i];
    s->touched.from = note->from;
    s->touched.to = note->to;
    s->touched.promotes_on = note->promotes_on;
    s->touched.promotes_to = note->promotes_to;
    s->touched.bound = note->bound;
    s->touched.written = note->written;
}

/* Counters as they were before ply `removed`; what its press had credited to `offender` goes. */
static void count_back(arb_hearing *hearing, const ply_view *removed, arb_colour offender)
{
    arb_state *s = hearing->after;
    uint8_t still = 0;

    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++) {
        uint32_t moves = removed->note->counter[c];
        arb_ms credited = 0;
        if (arb_has_colour(removed->note->uncompleted, c)) {
            if (s->clock.moves[c] > moves)
                moves++; /* the move before was completed meanwhile */
            else
                still |= (uint8_t)(1u << c);
        }
        if (c == offender && removed->kind == ARB_PLY_HAND)
            credited = removed->note->credited_ms;
        else if (c == offender && s->clock.moves[c] == moves + 1)
            credited = s->clock.credited[c];
        if (moves <= s->clock.moves[c])
            arb_clock_take_back(&s->clock, setting(hearing->after), c, moves, credited, s->now);
        s->illegal[c] = removed->note->illegal[c];
    }
    s->uncompleted = still;
    s->two_hands &= still;
}

void arb_stand_anew(arb_state *s, bool runs)
{
    s->standing.on_board = false;
    arb_hands_forget(s);
    arb_boards_set(s);
    s->replying.count = 0;
    s->breach.by = NOBODY;
    s->unpressed[ARB_WHITE] = s->unpressed[ARB_BLACK] = 0;
    s->agreed = s->watched = 0;
    s->restoring = s->takeback = s->abort = NOBODY;
    s->misplaced = false;
    s->displaced_at = ARB_PLY_NONE;
    s->resumes = s->turn;
    if (runs && arb_is_played(s) && arb_regulations_timed(s->regulations))
        arb_clock_start(&s->clock, setting(s), (arb_colour)s->turn, s->now);
}

/* Laws 7.1, 7.5.1, 7.6: the position after `ply` comes back, and all that was since is void. */
void arb_restore(arb_hearing *hearing, arb_ply ply, arb_colour offender)
{
    arb_state *s = hearing->after;
    const arb_ply removed = first_removed(hearing, ply);
    const bool ran = arb_state_running(s) != NOBODY;

    arb_adjourned_void(s);
    arb_history_position(&s->pos, hearing->look.history, ply);
    s->turn = s->pos.turn;
    if (removed != ARB_PLY_NONE) {
        const ply_view gone = view(hearing, removed);
        count_back(hearing, &gone, offender);
        bind_touches(hearing, &gone, offender);
    }
    if (offender == NOBODY)
        arb_forget_touches(s);
    s->ply = ply;
    s->half_moves = arb_half_moves(s, hearing->look.history);
    if (s->regulations->record == ARB_RECORD_KEPT || arb_is_spoken(s)) /* Laws 7.1, D.2.9 */
        arb_keeping_cut(s, hearing->look.entries,
                        s->half_moves > hearing->look.reach ? s->half_moves : hearing->look.reach);
    if (hearing->look.completed != ARB_IRREGULAR_NO_MOVE) /* a press alone voids no offer */
        arb_forget_offer(s);
    arb_stand_anew(s, ran || offender != NOBODY);
}

/* A legal promotion takes the place of the pawn that was left on the last rank. */
static bool promote_last(arb_hearing *hearing, const arb_pos *pos, arb_ply before, arb_hand hand)
{
    arb_state *s = hearing->after;
    arb_move move;

    hand.promotion = ARB_QUEEN;
    if (arb_pos_match(&move, pos, hand, (arb_variant)s->regulations->variant) != ARB_ART_NONE)
        return false;
    hearing->added.kind = ARB_PLY_MOVE;
    hearing->added.before = before;
    hearing->added.move = move;
    hearing->added.hand = hand;
    arb_pos_play(&s->pos, pos, move);
    const arb_setup setup = arb_pos_setup(&s->pos);
    arb_boards_left(s, arb_opponent((arb_colour)s->pos.turn), setup.piece, pos);
    s->ply = hearing->next_ply;
    return true;
}

/* Laws 7.1, 7.5.2: the pawn of ply `ply` becomes a queen in that move; what was played since is
 * void.
 */
void arb_promote_left(arb_hearing *hearing, arb_ply ply)
{
    const ply_view left = view(hearing, ply);
    arb_pos pos;

    if (ply == hearing->next_ply) {
        promote_last(hearing, &hearing->look.before->pos, left.before, left.hand);
        return;
    }
    const arb_ply_note note = *left.note;
    arb_adjourned_void(hearing->after);
    if (ply != hearing->after->ply)
        arb_restore(hearing, ply, NOBODY); /* the move keeps its press, and the opponent the move */
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++)
        hearing->after->illegal[c] =
            note.illegal[c]; /* what was counted since goes with the moves */
    arb_history_position(&pos, hearing->look.history, left.before);
    hearing->added.note = note;
    promote_last(hearing, &pos, left.before, left.hand);
}
