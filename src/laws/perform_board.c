/* SPDX-License-Identifier: MIT */
/*
 * What hands do on the board and to the clock: pieces touched, released and moved, the clock
 * pressed (Laws, 4, 6.2). Everything that follows is a matter of rules.
 */
#include <string.h>

#include "laws/hands.h"

void arb_forget_touches(arb_state *s)
{
    s->touched = (arb_touched){ .from = ARB_SQUARE_NONE,
                                .to = ARB_SQUARE_NONE,
                                .promotes_on = ARB_SQUARE_NONE };
}

/* A game that only a decided claim holds up goes on when the next move is made. */
static void go_on(arb_hearing *hearing)
{
    arb_state *s = hearing->after;

    if (!s->claim_decided)
        return;
    s->claim_decided = false;
    s->phase = ARB_PHASE_PLAYING;
    if (arb_regulations_timed(hearing->look.regulations))
        arb_clock_start(&s->clock, setting(hearing->after), (arb_colour)s->turn, s->now);
}

/* What the clocks show in this instant. */
static void read_clocks(int64_t out[2], const arb_state *s)
{
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++)
        out[c] = arb_clock_left(&s->clock, setting(s), c, s->now);
}

/* The ply that this event adds to the record, with what was known before it. */
void arb_add_ply(arb_hearing *hearing, arb_ply_kind kind, arb_move move, arb_hand hand,
                 const arb_setup *setup)
{
    arb_state *s = hearing->after;
    arb_added *added = &hearing->added;

    added->kind = kind;
    added->before = s->ply;
    added->move = move;
    added->hand = hand;
    if (setup)
        added->setup = *setup;
    added->note = (arb_ply_note){ .uncompleted = s->uncompleted };
    read_clocks(added->note.clock_ms, s);
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++) {
        added->note.counter[c] = s->clock.moves[c];
        added->note.illegal[c] = s->illegal[c];
    }
    s->agreed = 0; /* Laws A.5.2: the players agree again, or they do not */
    s->takeback = NOBODY;
    if (s->restoring == hearing->look.player || !arb_regulations_timed(s->regulations))
        s->restoring = NOBODY; /* he has the move, and his time runs anyhow */
    s->ply = hearing->next_ply;
}

/* Remembers a move against the touched pieces, where only a claim undoes it (4.8). */
static void note_breach(arb_hearing *hearing, arb_move move)
{
    arb_state *s = hearing->after;
    arb_article why = ARB_ART_NONE;

    s->breach.by = NOBODY;
    if (hearing->look.regulations->touch_move == ARB_TOUCH_MOVE_CLAIM)
        why = arb_binding(s, move);
    if (why != ARB_ART_NONE)
        s->breach =
            (arb_breach){ (uint8_t)hearing->look.player, (uint16_t)why, s->ply, s->touched };
}

/* The press, or what stands for it: the player's move is completed (6.2.1). */
static void complete(arb_hearing *hearing)
{
    arb_state *s = hearing->after;
    const arb_colour player = hearing->look.player;
    const uint8_t mine = (uint8_t)(1u << player);

    for (; s->unpressed[player] > 0; s->unpressed[player]--)
        arb_clock_complete(&s->clock, setting(hearing->after), player, s->now);
    arb_clock_press(&s->clock, setting(hearing->after), player, s->now);
    if (s->two_hands & mine)
        hearing->look.completed = ARB_IRREGULAR_TWO_HANDS;
    arb_hands_complete(s, true);
    s->uncompleted &= (uint8_t)~mine;
    s->two_hands &= (uint8_t)~mine;
}

static void make_legal(arb_hearing *hearing, arb_move move, bool two_hands)
{
    arb_state *s = hearing->after;
    const uint8_t mine = (uint8_t)(1u << hearing->look.player);

    note_breach(hearing, move);
    if ((s->uncompleted & mine) && !hearing->look.book->next_move_completes &&
        s->unpressed[hearing->look.player] < UINT8_MAX)
        s->unpressed[hearing->look.player]++; /* only a press completes, then both of them */
    arb_add_ply(hearing, ARB_PLY_MOVE, move, hearing->look.attempt.hand, NULL);
    hearing->added.note.two_hands = two_hands;
    if (hearing->hand)
        (void)arb_hands_take(s, hearing->hand);
    else
        arb_hands_tell_move(s, move);
    arb_hands_settle(s);
    arb_pos_play(&s->pos, &s->pos, move);
    s->turn = s->pos.turn;
    s->standing.on_board = false;
    arb_forget_touches(s);
    s->uncompleted |= mine;
    s->two_hands = (uint8_t)((s->two_hands & ~mine) | (two_hands ? mine : 0u));
}

/* What bound the player goes with the ply, to bind him again when it is taken back. */
static void note_touches(arb_ply_note *note, const arb_touched *touched)
{
    enum { ROOM = sizeof note->touched / sizeof note->touched[0] };

    while (note->touched_count < touched->count && note->touched_count < ROOM) {
        note->touched[note->touched_count] = touched->square[note->touched_count];
        note->touched_count++;
    }
    note->from = touched->from;
    note->to = touched->to;
    note->promotes_on = touched->promotes_on;
    note->promotes_to = touched->promotes_to;
    note->bound = touched->bound;
    note->written = touched->written;
}

/* Laws 6.2.1: the press that completes an irregular move completes what was made before it. */
static void complete_earlier(arb_hearing *hearing)
{
    arb_state *s = hearing->after;
    const arb_colour player = hearing->look.player;

    for (; s->unpressed[player] > 0; s->unpressed[player]--)
        arb_clock_complete(&s->clock, setting(hearing->after), player, s->now);
    if (arb_has_colour(s->uncompleted, player))
        arb_clock_complete(&s->clock, setting(hearing->after), player, s->now);
}

/* What is wrong with what stands there: nothing was made, a new piece is missing, or all of it. */
static arb_irregularity irregularity(const arb_state *s)
{
    if (!arb_hands_at_work(s))
        return ARB_IRREGULAR_NO_MOVE;
    return arb_hands_unpromoted(s) ? ARB_IRREGULAR_UNPROMOTED : ARB_IRREGULAR_MOVE;
}

/* What the hands have left on the board, or what was pressed upon, with a new ply of its own. */
static void complete_irregular(arb_hearing *hearing)
{
    arb_state *s = hearing->after;
    const arb_colour player = hearing->look.player;
    const arb_irregularity kind = irregularity(s);
    const arb_setup setup = arb_hands_setup(s);
    const uint8_t mine = (uint8_t)(1u << player);
    arb_pos pos;

    if (kind == ARB_IRREGULAR_NO_MOVE)
        read_clocks(s->standing.clock_ms, s);
    complete_earlier(hearing);
    s->uncompleted &= (uint8_t)~mine;
    s->two_hands &= (uint8_t)~mine;
    arb_add_ply(hearing, ARB_PLY_HAND, (arb_move){ 0 }, arb_hands_shown(s), &setup);
    note_touches(&hearing->added.note, &s->touched);
    hearing->added.note.unpromoted = kind == ARB_IRREGULAR_UNPROMOTED;
    memcpy(hearing->added.note.clock_ms, s->standing.clock_ms, sizeof s->standing.clock_ms);
    if (hearing->look.by_reply)
        arb_clock_complete(&s->clock, setting(hearing->after), player, s->now);
    else
        arb_clock_press(&s->clock, setting(hearing->after), player, s->now);
    hearing->added.note.credited_ms = s->clock.credited[player];
    if (!arb_faults_hard(arb_pos_from_setup(&pos, &setup)))
        s->pos = pos;
    s->turn = (uint8_t)arb_opponent(player);
    s->standing.on_board = false;
    arb_hands_forget(s);
    arb_forget_touches(s);
    arb_hands_go_on_replying(s);
    hearing->look.completed = kind;
}

/* Is a piece let go elsewhere than where it stood, so that no legal move can come of it any more?
 * Where no press completes a move, that does. */
static bool is_over_and_wrong(const arb_hearing *hearing)
{
    const arb_event *e = hearing->look.event;
    unsigned man;
    arb_piece piece;

    return e->verb == ARB_VERB_RELEASE && !arb_needs_press(hearing->after) &&
           arb_hands_released(&man, &piece, hearing->look.before, e) && man != e->square[0] &&
           arb_hands_illegal(hearing->after);
}

/* Laws 4.3 to 4.7: what a hand does by itself, when that does not make a legal move. */
void arb_perform_hands(arb_hearing *hearing)
{
    arb_state *s = hearing->after;
    const arb_event *e = hearing->look.event;

    if (e->flags & ARB_EVENT_ACCIDENTAL)
        return;
    if (!arb_has_move(s, hearing->look.player)) {
        arb_hands_touch_in_reply(s, e);
        return;
    }
    s->replying.count = 0;
    s->breach.by = NOBODY; /* Laws 4.8: who touches a piece can no longer claim */
    (void)arb_hands_take(s, e);
    read_clocks(s->standing.clock_ms, s);
    if (is_over_and_wrong(hearing))
        complete_irregular(hearing);
}

static void displace_pieces(arb_hearing *hearing, const arb_attempt *attempt)
{
    arb_state *s = hearing->after;

    s->breach.by = NOBODY; /* Laws 4.8 */
    arb_hands_tell_attempt(s, attempt);
    if (attempt->kind == ARB_ATTEMPT_UNPROMOTED) { /* Laws 4.7: the pawn stays on that square */
        s->touched.from = attempt->hand.from;
        s->touched.to = attempt->hand.to;
    }
    s->standing.on_board = true;
    read_clocks(s->standing.clock_ms, s);
    s->agreed = 0; /* as after any move */
}

void arb_perform_move(arb_hearing *hearing)
{
    arb_state *s = hearing->after;
    const arb_attempt *attempt = &hearing->look.attempt;
    const bool two_hands = (hearing->look.event->flags & ARB_EVENT_TWO_HANDS) != 0;

    go_on(hearing);
    s->replying.count = 0;
    if (attempt->kind == ARB_ATTEMPT_LEGAL)
        make_legal(hearing, attempt->move, two_hands);
    else
        displace_pieces(hearing, attempt);
    if (arb_needs_press(s))
        return;
    if (s->standing.on_board && arb_hands_unpromoted(s) &&
        !hearing->look.book->unpromoted_becomes_queen)
        return; /* the move lacks its new piece, and without a press nobody has said it is whole */
    if (s->standing.on_board)
        complete_irregular(hearing);
    else if (arb_has_colour(s->uncompleted, hearing->look.player))
        complete(hearing);
}

/* Laws 7.4.1: the pieces are back, and the opponent's time runs again; no move is completed. */
static void press_restored(arb_hearing *hearing)
{
    arb_state *s = hearing->after;

    s->restoring = NOBODY;
    arb_clock_start(&s->clock, setting(s), arb_opponent(hearing->look.player), s->now);
}

void arb_perform_press(arb_hearing *hearing)
{
    arb_state *s = hearing->after;
    const arb_colour player = hearing->look.player;

    if (s->restoring == player) {
        press_restored(hearing);
        return;
    }
    s->restoring = NOBODY;
    if (hearing->look.regulations->board == ARB_BOARD_WRITTEN) {
        arb_clock_press(&s->clock, setting(hearing->after), player, s->now);
        s->turn = (uint8_t)arb_opponent(player);
        s->presses++;
        arb_learn_move(hearing);
    } else if (s->turn == player && arb_hands_at_work(s)) {
        complete_irregular(hearing);
    } else if (arb_has_colour(s->uncompleted, player)) {
        complete(hearing);
    } else if (s->turn == player) {
        complete_irregular(hearing); /* nothing has been made (7.5.3) */
    } else { /* he has moved and pressed; his time runs only because the opponent pressed late */
        arb_clock_start(&s->clock, setting(hearing->after), arb_opponent(player), s->now);
    }
}
