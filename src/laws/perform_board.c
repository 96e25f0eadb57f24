/* SPDX-License-Identifier: MIT */
/*
 * What hands do on the board and to the clock: pieces touched, released and moved, the clock
 * pressed (Laws, 4, 6.2). Everything that follows is a matter of rules.
 */
#include <string.h>

#include "laws/laws.h"

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

static void touch(arb_state *s, arb_square square)
{
    arb_touched *touched = &s->touched;

    if (s->standing.on_board && square == s->standing.hand.to)
        square = s->standing.hand.from; /* the piece that stands there came from here */
    for (unsigned i = 0; i < touched->count; i++)
        if (touched->square[i] == square)
            return;
    if (touched->count < ARB_TOUCHED_MAX)
        touched->square[touched->count++] = square;
}

static bool is_role(const arb_state *s, arb_square square, arb_role role)
{
    return arb_pos_piece(&s->pos, square) == arb_piece_of((arb_colour)s->turn, role);
}

/* Laws 4.3.3, 4.4.1: when the order is unknown, the king counts as touched first, then own pieces.
 */
static void touch_together(arb_state *s, const arb_event *e)
{
    for (int turn = 0; turn < 3; turn++)
        for (unsigned i = 0; i < e->square_count; i++) {
            const arb_square square = e->square[i];
            const bool king = is_role(s, square, ARB_KING);
            const bool own = (s->pos.side[s->turn].all >> square & 1) != 0;
            if (turn == (king ? 0 : own ? 1 : 2))
                touch(s, square);
        }
}

void arb_perform_touch(arb_hearing *hearing)
{
    arb_state *s = hearing->after;
    const arb_event *e = hearing->look.event;

    if (e->flags & ARB_EVENT_ACCIDENTAL)
        return;
    s->breach.by = NOBODY; /* Laws 4.8: who touches a piece can no longer claim */
    if (e->flags & ARB_EVENT_TOGETHER) {
        touch_together(s, e);
        return;
    }
    for (unsigned i = 0; i < e->square_count; i++)
        touch(s, e->square[i]);
}

/* The piece that is let go: the first one of his own that was touched, or the king. */
static arb_square released_from(const arb_state *s)
{
    for (unsigned i = 0; i < s->touched.count; i++)
        if (s->pos.side[s->turn].all >> s->touched.square[i] & 1)
            return s->touched.square[i];
    return (arb_square)__builtin_ctzll(s->pos.side[s->turn].king);
}

/* Laws 4.7: letting a piece go is the whole move, unless a captured piece has to leave the board,
 * the rook follows the king, or a pawn needs its new piece. */
bool arb_release_is_move(arb_event *out, const arb_state *s, const arb_event *event)
{
    const arb_hand hand = { released_from(s), event->square[0], ARB_ROLE_NONE };
    arb_move move;

    if (event->verb != ARB_VERB_RELEASE || event->role != ARB_ROLE_NONE || s->touched.count == 0 ||
        arb_pos_match(&move, &s->pos, hand, (arb_variant)s->regulations->variant) != ARB_ART_NONE ||
        arb_move_kind_of(move) == ARB_MOVE_CASTLING ||
        arb_move_captured(&s->pos, move) != ARB_SQUARE_NONE)
        return false;
    *out = *event;
    out->verb = ARB_VERB_MOVE;
    out->move = (arb_written){ .form = ARB_FORM_COORDINATES,
                               .role = ARB_ROLE_NONE,
                               .castling = ARB_WING_COUNT,
                               .from_file = (uint8_t)arb_square_file(hand.from),
                               .from_rank = (uint8_t)arb_square_rank(hand.from),
                               .to_file = (uint8_t)arb_square_file(hand.to),
                               .to_rank = (uint8_t)arb_square_rank(hand.to),
                               .promotion = ARB_ROLE_NONE };
    return true;
}

void arb_perform_release(arb_hearing *hearing)
{
    arb_state *s = hearing->after;
    const arb_event *e = hearing->look.event;

    if (e->role != ARB_ROLE_NONE) {
        if (s->touched.promotes_on == ARB_SQUARE_NONE) { /* Laws 4.4.4: the first one counts */
            s->touched.promotes_on = e->square[0];
            s->touched.promotes_to = e->role;
        }
        return;
    }
    const arb_square from = released_from(s);
    touch(s, from);
    s->touched.from = from;
    s->touched.to = e->square[0];
}

/* The ply that this event adds to the record, with what was known before it. */
/* What the clocks show in this instant. */
static void read_clocks(int64_t out[2], const arb_state *s)
{
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++)
        out[c] = arb_clock_left(&s->clock, setting(s), c, s->now);
}

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
    if (s->restoring == hearing->look.player)
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

/* The displacement stands on the board, or what was pressed upon, with a new ply of its own. */
static void complete_irregular(arb_hearing *hearing, arb_irregularity kind)
{
    arb_state *s = hearing->after;
    const arb_colour player = hearing->look.player;
    const arb_setup setup = arb_attempt_setup(&s->pos, &s->standing);
    const uint8_t mine = (uint8_t)(1u << player);
    arb_pos pos;

    complete_earlier(hearing);
    s->uncompleted &= (uint8_t)~mine;
    s->two_hands &= (uint8_t)~mine;
    arb_add_ply(hearing, ARB_PLY_HAND, (arb_move){ 0 }, s->standing.hand, &setup);
    note_touches(&hearing->added.note, &s->touched);
    memcpy(hearing->added.note.clock_ms, s->standing.clock_ms, sizeof s->standing.clock_ms);
    arb_clock_press(&s->clock, setting(hearing->after), player, s->now);
    hearing->added.note.credited_ms = s->clock.credited[player];
    if (!arb_faults_hard(arb_pos_from_setup(&pos, &setup)))
        s->pos = pos;
    s->turn = (uint8_t)arb_opponent(player);
    s->standing.on_board = false;
    arb_forget_touches(s);
    hearing->look.completed = kind;
}

static void complete_standing(arb_hearing *hearing)
{
    complete_irregular(hearing, hearing->after->standing.unpromoted ? ARB_IRREGULAR_UNPROMOTED
                                                                    : ARB_IRREGULAR_MOVE);
}

/* Nothing has been made: a king let go on its way to castling, or nothing at all (7.5.3). */
static void complete_nothing(arb_hearing *hearing)
{
    arb_state *s = hearing->after;
    const bool let_go = s->touched.to != ARB_SQUARE_NONE && s->touched.to != s->touched.from;
    const arb_square none = ARB_SQUARE_NONE;

    s->standing = (arb_standing){
        .on_board = true,
        .hand = let_go ? (arb_hand){ s->touched.from, s->touched.to, ARB_ROLE_NONE }
                       : (arb_hand){ none, none, ARB_ROLE_NONE },
    };
    read_clocks(s->standing.clock_ms, s);
    complete_irregular(hearing, let_go ? ARB_IRREGULAR_MOVE : ARB_IRREGULAR_NO_MOVE);
}

static void displace_pieces(arb_hearing *hearing, const arb_attempt *attempt, bool two_hands)
{
    arb_state *s = hearing->after;
    const arb_hand hand = attempt->hand;

    s->standing.on_board = false;
    s->breach.by = NOBODY; /* Laws 4.8 */
    touch(s, hand.from);
    if (attempt->castling) {
        const arb_setup after = arb_attempt_setup(
            &s->pos, &(arb_standing){ .castling = true, .wing = attempt->wing, .hand = hand });
        for (unsigned square = 0; square < ARB_SQUARE_COUNT; square++)
            if (is_role(s, (arb_square)square, ARB_ROOK) && !after.piece[square])
                touch(s, (arb_square)square);
    } else if (arb_pos_piece(&s->pos, hand.to) != ARB_PIECE_NONE) {
        touch(s, hand.to);
    }
    if (attempt->kind == ARB_ATTEMPT_UNPROMOTED) { /* Laws 4.7: the pawn stays on that square */
        s->touched.from = hand.from;
        s->touched.to = hand.to;
    }
    s->standing = (arb_standing){ .on_board = true,
                                  .unpromoted = attempt->kind == ARB_ATTEMPT_UNPROMOTED,
                                  .castling = attempt->castling,
                                  .wing = attempt->wing,
                                  .two_hands = two_hands,
                                  .hand = hand,
                                  .article = attempt->article };
    read_clocks(s->standing.clock_ms, s);
    s->agreed = 0; /* as after any move */
}

void arb_perform_move(arb_hearing *hearing)
{
    arb_state *s = hearing->after;
    const arb_attempt *attempt = &hearing->look.attempt;
    const bool two_hands = (hearing->look.event->flags & ARB_EVENT_TWO_HANDS) != 0;

    go_on(hearing);
    if (attempt->kind == ARB_ATTEMPT_LEGAL)
        make_legal(hearing, attempt->move, two_hands);
    else
        displace_pieces(hearing, attempt, two_hands);
    if (arb_needs_press(s))
        return;
    if (s->standing.on_board && s->standing.unpromoted &&
        !hearing->look.book->unpromoted_becomes_queen)
        return; /* the move lacks its new piece, and without a press nobody has said it is whole */
    if (s->standing.on_board)
        complete_standing(hearing);
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
    } else if (s->standing.on_board && s->turn == player) {
        complete_standing(hearing);
    } else if (arb_has_colour(s->uncompleted, player)) {
        complete(hearing);
    } else if (s->turn == player) {
        complete_nothing(hearing);
    } else { /* he has moved and pressed; his time runs only because the opponent pressed late */
        arb_clock_start(&s->clock, setting(hearing->after), arb_opponent(player), s->now);
    }
}
