/* SPDX-License-Identifier: MIT */
/*
 * What hands do on the board and to the clock: pieces touched, released and moved, the clock
 * pressed (Laws, 4, 6.2). Everything that follows is a matter of rules.
 */
#include <string.h>

#include "laws/adjourned.h"
#include "laws/boards.h"
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
    s->half_moves += kind == ARB_PLY_MOVE || kind == ARB_PLY_HAND;
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
    if (!arb_adjourned_complete(s, player))
        arb_clock_press(&s->clock, setting(hearing->after), player, s->now);
    if (s->two_hands & mine)
        hearing->look.completed = ARB_IRREGULAR_TWO_HANDS;
    arb_hands_complete(s, true);
    s->uncompleted &= (uint8_t)~mine;
    s->two_hands &= (uint8_t)~mine;
}

/* Laws D.2.8: where a move was announced, that is the one that counts. */
static arb_move counting(const arb_hearing *hearing, arb_move made)
{
    const arb_state *s = hearing->after;

    return arb_is_spoken(s) && arb_has_announced(s, hearing->look.player) ? s->boards.spoken.move
                                                                          : made;
}

/* How the hand made it: as it was told, if it is that move. */
static arb_hand hand_of(const arb_hearing *hearing, arb_move move)
{
    const arb_attempt *attempt = &hearing->look.attempt;

    if (attempt->kind == ARB_ATTEMPT_LEGAL && arb_move_equal(attempt->move, move))
        return attempt->hand;
    return arb_move_hand(move, (arb_variant)hearing->after->regulations->variant);
}

static void make_legal(arb_hearing *hearing, arb_move move, bool two_hands)
{
    arb_state *s = hearing->after;
    const uint8_t mine = (uint8_t)(1u << hearing->look.player);

    const arb_move counts = counting(hearing, move);
    const arb_pos before = s->pos;

    note_breach(hearing, move);
    if ((s->uncompleted & mine) && !hearing->look.book->next_move_completes &&
        s->unpressed[hearing->look.player] < UINT8_MAX)
        s->unpressed[hearing->look.player]++; /* only a press completes, then both of them */
    arb_add_ply(hearing, ARB_PLY_MOVE, counts, hand_of(hearing, counts), NULL);
    hearing->added.note.two_hands = two_hands;
    if (hearing->hand)
        (void)arb_hands_take(s, hearing->hand);
    else if (hearing->look.event->verb == ARB_VERB_MOVE ||
             hearing->look.event->verb == ARB_VERB_REPLACE)
        arb_hands_tell_move(s, move); /* otherwise it stands there already */
    const arb_setup left = arb_is_spoken(s) ? arb_hands_setup(s) : (arb_setup){ 0 };
    arb_hands_settle(s);
    arb_pos_play(&s->pos, &s->pos, counts);
    arb_boards_left(s, hearing->look.player, left.piece, &before);
    s->boards.made = move;
    s->turn = s->pos.turn;
    s->standing.on_board = false;
    arb_forget_touches(s);
    s->uncompleted |= mine;
    s->two_hands = (uint8_t)((s->two_hands & ~mine) | (two_hands ? mine : 0u));
    arb_adjourned_made(s, hearing->look.player, &move);
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
    const arb_pos before = s->pos;
    arb_pos pos;

    if (kind == ARB_IRREGULAR_NO_MOVE)
        read_clocks(s->standing.clock_ms, s);
    if (s->adjourned.counted == player)
        arb_adjourned_uncount(s);
    arb_adjourned_made(s, player, NULL);
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
    arb_boards_left(s, player, setup.piece, &before);
    s->turn = (uint8_t)arb_opponent(player);
    s->standing.on_board = false;
    arb_hands_forget(s);
    arb_forget_touches(s);
    arb_hands_go_on_replying(s);
    hearing->look.completed = kind;
}

/* Laws D.2.3.3: is nothing made yet, because the player cannot see and has announced nothing? */
static bool lacks_announcement(const arb_hearing *hearing)
{
    return arb_is_blind(hearing->after, hearing->look.player) &&
           !arb_has_spoken(hearing->after, hearing->look.player);
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
           !lacks_announcement(hearing) && arb_hands_illegal(hearing->after);
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
    else if (e->verb == ARB_VERB_RELEASE && arb_is_blind(s, hearing->look.player) &&
             arb_is_placed(s) && arb_hands_illegal(s))
        s->standing.on_board = true; /* it was announced before */
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
    s->standing.on_board =
        !lacks_announcement(hearing); /* like a legal one, until it is announced */
    read_clocks(s->standing.clock_ms, s);
    s->agreed = 0; /* as after any move */
}

/* Laws D.2.1: a move that is told as a whole is announced, unless somebody says otherwise. */
static void announce(arb_hearing *hearing)
{
    const arb_attempt *attempt = &hearing->look.attempt;
    arb_boards *boards = &hearing->after->boards;

    if (!arb_is_spoken(hearing->after) || hearing->hand ||
        (hearing->look.event->flags & ARB_EVENT_SILENT))
        return;
    boards->spoken_by = (uint8_t)hearing->look.player;
    boards->spoken = attempt->kind == ARB_ATTEMPT_LEGAL
                         ? (arb_utterance){ .said = ARB_SAID_MOVE, .move = attempt->move }
                         : (arb_utterance){ .said = ARB_SAID_NO_MOVE };
    boards->repeated = false;
}

/* Laws D.2.3: everything stands in its hole, and the move lacks its announcement. */
static bool is_only_placed(const arb_hearing *hearing, arb_move move)
{
    arb_state placed = *hearing->after;
    arb_move made;

    if (!arb_is_blind(&placed, hearing->look.player) || hearing->hand ||
        !(hearing->look.event->flags & ARB_EVENT_SILENT))
        return false;
    arb_hands_tell_move(&placed, move);
    return !arb_has_spoken(&placed, hearing->look.player) ||
           !arb_is_made_by(&made, &placed, &placed.boards.spoken);
}

static void place(arb_hearing *hearing, arb_move move)
{
    arb_state *s = hearing->after;

    s->breach.by = NOBODY; /* Laws 4.8 */
    arb_hands_tell_move(s, move);
    s->standing.on_board = false;
    read_clocks(s->standing.clock_ms, s);
}

/* Laws D.2.3 */
void arb_perform_spoken_move(arb_hearing *hearing)
{
    arb_state *s = hearing->after;
    arb_move move;

    if (!arb_is_blind(s, hearing->look.player))
        return;
    if (arb_is_made_by(&move, s, &s->boards.spoken)) {
        go_on(hearing);
        s->replying.count = 0;
        make_legal(hearing, move, false);
        if (!arb_needs_press(s))
            complete(hearing);
    } else if (!arb_needs_press(s) && arb_is_placed(s) && arb_hands_illegal(s)) {
        complete_irregular(hearing);
    } else if (!s->standing.on_board && arb_is_placed(s)) {
        s->standing.on_board = true;
        read_clocks(s->standing.clock_ms, s);
    }
}

void arb_perform_move(arb_hearing *hearing)
{
    arb_state *s = hearing->after;
    const arb_attempt *attempt = &hearing->look.attempt;
    const bool two_hands = (hearing->look.event->flags & ARB_EVENT_TWO_HANDS) != 0;

    announce(hearing);
    go_on(hearing);
    s->replying.count = 0;
    if (attempt->kind == ARB_ATTEMPT_LEGAL && is_only_placed(hearing, attempt->move))
        place(hearing, attempt->move);
    else if (attempt->kind == ARB_ATTEMPT_LEGAL)
        make_legal(hearing, attempt->move, two_hands);
    else
        displace_pieces(hearing, attempt);
    if (arb_needs_press(s) || lacks_announcement(hearing))
        return;
    if (s->standing.on_board && arb_hands_unpromoted(s) &&
        !hearing->look.book->unpromoted_becomes_queen)
        return; /* the move lacks its new piece, and without a press nobody has said it is whole */
    if (s->standing.on_board)
        complete_irregular(hearing);
    else if (arb_has_colour(s->uncompleted, hearing->look.player))
        complete(hearing);
}

/* Laws D.2.9: his board shows another position, in which he has made what he announced: that counts
 * until somebody notices. */
static bool is_of_another_board(const arb_state *s)
{
    return arb_has_two_boards(s) && arb_has_announced(s, (arb_colour)s->turn) &&
           arb_boards_differ(s, (arb_colour)s->turn, &s->pos);
}

/* Laws 7.4.1: the pieces are back, and the opponent's time runs again; no move is completed. */
static void press_restored(arb_hearing *hearing)
{
    arb_state *s = hearing->after;

    s->restoring = NOBODY;
    if (arb_regulations_timed(s->regulations))
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
    if (arb_presses_reply(&hearing->look)) {
        arb_perform_reply(hearing);
    } else if (hearing->look.regulations->board == ARB_BOARD_WRITTEN) {
        arb_adjourned_made(s, player, NULL);
        if (!arb_adjourned_complete(s, player))
            arb_clock_press(&s->clock, setting(hearing->after), player, s->now);
        s->turn = (uint8_t)arb_opponent(player);
        s->presses++;
        arb_learn_move(hearing);
    } else if (s->turn == player && arb_hands_at_work(s) && is_of_another_board(s)) {
        make_legal(hearing, s->boards.spoken.move, false);
        complete(hearing);
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
