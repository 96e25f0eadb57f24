/* SPDX-License-Identifier: MIT */
/* What stands behind the verb of an event of the explorer: see explorer_maker.h. */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/sink.h"
#include "explorer_maker.h"
#include "laws/event_internal.h"
#include "laws/hands.h"

void maker_say(maker *m, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    const int size = vsnprintf(m->line + m->used, EXPLORER_LINE_SIZE - m->used, format, args);
    va_end(args);
    assert(size >= 0 && (size_t)size < EXPLORER_LINE_SIZE - m->used);
    m->used += (size_t)size;
}

bool maker_one_in(const maker *m, unsigned n)
{
    return chance_below(m->luck, n) == 0;
}

static void say_squares(maker *m, unsigned count)
{
    while (count-- > 0)
        maker_square(m, maker_some_square(m));
}

void maker_text(maker *m)
{
    static const char *const texts[] = {
        "draw",    "a telephone rang", "\"a \\\"quoted\\\" word \\\\\"", "(=)",
        "½ point", "\"  two  \"",      "the light went out # comment",   "\"# no comment\""
    };
    maker_say(m, " %s", texts[chance_below(m->luck, sizeof texts / sizeof *texts)]);
}

/* A number of an event to revoke: one of the arbiter's, if there is one where chance looks. */
static void say_revoked(maker *m)
{
    const size_t size = arb_game_size(m->game);
    size_t index = size > 0 ? chance_below(m->luck, (unsigned)size) : 0;

    for (unsigned i = 0; i < 20 && size > 0; i++) {
        bool refused;
        const arb_event *event = arb_game_event(m->game, index, &refused);
        if (event->actor == ARB_ACTOR_ARBITER && event->verb != ARB_VERB_START && !refused)
            break;
        index = (index + 1) % size;
    }
    maker_say(m, " %zu", index + 1);
}

static void say_seconds(maker *m)
{
    const bool less = m->verb == ARB_VERB_COMPENSATE && maker_one_in(m, 4);
    const unsigned seconds = chance_below(m->luck, maker_one_in(m, 10) ? 10000 : 300);

    maker_say(m, " %s%u", less ? "-" : "", seconds);
}

static void say_points(maker *m)
{
    static const char *const points[] = { "0", "1/2", "1", "1.5", "3", "2" };
    maker_say(m, " %s", points[chance_below(m->luck, sizeof points / sizeof *points)]);
}

static void say_penalty(maker *m)
{
    arb_penalty kind = (arb_penalty)chance_below(m->luck, ARB_PENALTY_COUNT);

    if ((kind == ARB_PENALTY_LOSS || kind == ARB_PENALTY_EXPEL) &&
        !maker_one_in(m, 4)) /* games are to last */
        kind = ARB_PENALTY_WARNING;
    maker_say(m, " %s", arb_penalty_word(kind));
    switch (arb_penalty_follows(kind)) {
    case ARB_FOLLOWS_NOTHING:
        break;
    case ARB_FOLLOWS_SECONDS:
        say_seconds(m);
        break;
    case ARB_FOLLOWS_POINTS_OPT:
        if (maker_one_in(m, 2))
            say_points(m);
        break;
    case ARB_FOLLOWS_POINTS:
        say_points(m);
        break;
    case ARB_FOLLOWS_TEXT:
        maker_text(m);
        break;
    case ARB_FOLLOWS_ROUNDS:
        maker_say(m, " %u", 1 + chance_below(m->luck, 9));
        break;
    }
}

static void say_fen(maker *m)
{
    static const char *const fens[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/pppq1ppp/2n2n2/3pp3/3PP3/2N2N2/PPPQ1PPP/R3K2R b KQkq - 4 9",
        "4k3/P7/8/8/8/8/p7/4K3 w - - 0 40",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 149 90",
        "8/8/4k3/8/8/4K3/8/8 w - - 0 90",                                /* dead */
        "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", /* mate */
        "4k3/8/8/8/8/8/4R3/4K3 w - - 0 40",     /* the other king is in check */
        "P3k3/4R3/8/8/8/8/4r3/p3K3 w - - 0 40", /* illegal in every way */
        "8/8/8/8/8/8/8/8 w - - 0 1",            /* no position */
    };
    char stands[ARB_FEN_SIZE];

    (void)arb_pos_fen(stands, sizeof stands, &m->s->pos);
    maker_say(m, " %s",
              m->verb == ARB_VERB_WRITE_POSITION && !maker_one_in(m, 4)
                  ? stands
                  : fens[chance_below(m->luck, sizeof fens / sizeof *fens)]);
}

/* ---- the slots themselves ---- */

static void fill_nothing(maker *m)
{
    (void)m;
}

/* A square with which a hand has something to do in `move`. */
static arb_square hands_square(const maker *m, arb_move move)
{
    const arb_square rook = arb_move_rook(move), captured = arb_move_captured(&m->s->pos, move);

    if (m->verb == ARB_VERB_REMOVE && captured != ARB_SQUARE_NONE && !maker_one_in(m, 4))
        return captured;
    if (m->verb == ARB_VERB_REMOVE)
        return maker_one_in(m, 3) ? arb_move_to(move) : arb_move_from(move);
    if (m->verb == ARB_VERB_LIFT)
        return rook != ARB_SQUARE_NONE && maker_one_in(m, 2) ? rook : arb_move_from(move);
    return rook != ARB_SQUARE_NONE && maker_one_in(m, 2) ? arb_move_lands(move, rook)
                                                         : arb_move_to(move);
}

/* A claim of touch-move has a better chance on a square that was touched, and a piece is mostly
 * let go where it may go. */
static void fill_square(maker *m)
{
    const arb_breach *breach = &m->s->breach;
    arb_move moves[ARB_MOVES_MAX];
    arb_square square = maker_some_square(m);

    if (m->verb == ARB_VERB_CLAIM_TOUCH && breach->by != NOBODY && breach->touched.count > 0 &&
        !maker_one_in(m, 4))
        square = breach->touched.square[0];
    if ((m->verb == ARB_VERB_RELEASE || m->verb == ARB_VERB_REMOVE || m->verb == ARB_VERB_LIFT) &&
        !maker_one_in(m, 5)) {
        const size_t count = arb_state_allowed(moves, NULL, m->s);
        if (count > 0)
            square = hands_square(m, moves[chance_below(m->luck, (unsigned)count)]);
    }
    maker_square(m, square);
}

static void fill_squares(maker *m)
{
    say_squares(m, 1 + chance_below(m->luck, maker_one_in(m, 20) ? 20 : 3));
}

static void fill_squares_opt(maker *m)
{
    say_squares(m, chance_below(m->luck, 3));
}

static void fill_piece(maker *m)
{
    if (!maker_one_in(m, 3))
        return;
    if (maker_one_in(m, 8))
        maker_say(m, " %s:%c", maker_one_in(m, 2) ? "white" : "black",
                  "qrbnkp"[chance_below(m->luck, 6)]);
    else
        maker_say(m, " %c", "qrbnkp"[chance_below(m->luck, 6)]);
}

static void fill_move_opt(maker *m)
{
    if (maker_one_in(m, 2))
        maker_move(m);
}

/* What the arbiter allows or denies: a draw, or somebody to go. */
static void say_permission(maker *m)
{
    static const char *const texts[] = { "draw",  "leave", "leave white area", "leave black",
                                         "enter", "it",    "adjourn" };
    maker_say(m, " %s", texts[chance_below(m->luck, sizeof texts / sizeof *texts)]);
}

/* Laws D.2.1: what is executed was made before. */
static void fill_move(maker *m)
{
    if (m->verb != ARB_VERB_EXECUTE || !maker_last_move(m))
        maker_move(m);
}

static void fill_text(maker *m)
{
    if (m->verb == ARB_VERB_WRITE || m->verb == ARB_VERB_REWRITE)
        maker_entry(m);
    else if (m->verb == ARB_VERB_ANNOUNCE || m->verb == ARB_VERB_REPEAT)
        maker_announcement(m);
    else
        maker_text(m);
}

/* Guidelines I: what is sealed is mostly a move; sometimes it is on paper, and told later. */
static void fill_sealed(maker *m)
{
    const bool open = m->verb == ARB_VERB_OPEN_ENVELOPE;
    const bool known = m->s->adjourned.text != NO_ENTRY;

    if (m->actor == ARB_ACTOR_ARBITER && !open)
        return;
    if (open ? known && !maker_one_in(m, 6) : maker_one_in(m, 8))
        return;
    if (maker_one_in(m, 12))
        maker_text(m);
    else
        maker_entry(m);
}

static void fill_text_opt(maker *m)
{
    if (m->verb == ARB_VERB_SEAL || m->verb == ARB_VERB_OPEN_ENVELOPE)
        fill_sealed(m);
    else if (maker_one_in(m, m->verb == ARB_VERB_OFFER ? 20 : 3))
        maker_text(m);
}

static void fill_colour(maker *m)
{
    maker_say(m, " %s", maker_one_in(m, 2) ? "white" : "black");
}

static void fill_colours(maker *m)
{
    if (maker_one_in(m, 4))
        maker_say(m, " both");
    else
        fill_colour(m);
}

static void fill_half_move(maker *m)
{
    const uint32_t made = arb_half_moves(m->s, arb_game_history(m->game)) + m->s->presses;
    const uint32_t back = chance_below(m->luck, maker_one_in(m, 4) ? 1000 : 4);

    maker_say(m, " %u", made > back ? made - back : back + 1);
}

static void fill_number_opt(maker *m)
{
    if (maker_one_in(m, 2))
        fill_half_move(m);
}

/* Of an event, of an entry of the own sheet, or of moves about a control. */
static void fill_number(maker *m)
{
    const size_t entries = arb_game_sheet_size(m->game, arb_actor_colour(m->actor));

    if (m->verb == ARB_VERB_REWRITE)
        maker_say(m, " %u", 1 + chance_below(m->luck, (unsigned)entries + 1));
    else if (m->verb == ARB_VERB_PROVED)
        maker_say(m, " %u", 1 + chance_below(m->luck, maker_one_in(m, 2) ? 8 : 50));
    else
        say_revoked(m);
}

static void fill_ply(maker *m)
{
    if (maker_one_in(m, 10))
        maker_say(m, " unknown");
    else
        fill_half_move(m);
}

static void fill_time(maker *m)
{
    static const unsigned most[] = { 1, 1000, 10000, 100000, 10000000 };
    char text[64];

    arb_time_write(text, sizeof text, chance_below(m->luck, most[chance_below(m->luck, 5)]));
    maker_say(m, " %s", text);
}

/* Mostly soon: a session that ends in years takes all the time there is. */
static void fill_time_opt(maker *m)
{
    char text[64];

    if (maker_one_in(m, 3))
        return;
    if (maker_one_in(m, 8)) {
        fill_time(m);
        return;
    }
    arb_time_write(text, sizeof text, m->s->now + 60000 + chance_below(m->luck, 3600000));
    maker_say(m, " %s", text);
}

static void fill_resume(maker *m)
{
    if (maker_one_in(m, 2)) {
        maker_say(m, " resume");
        maker_text(m);
    }
}

static void fill_moves_opt(maker *m)
{
    if (maker_one_in(m, 3))
        maker_say(m, " moves %u", chance_below(m->luck, 60));
}

/* Two of them lose a game at once, and games are to last. */
static void fill_article(maker *m)
{
    static const char *const articles[] = { "11.5", "6.11.4", "7.4.3", "8.1",
                                            "11.1", "4.1",    "III.4", "2001:C3" };

    if (maker_one_in(m, arb_state_is_over(m->s) ? 2 : 40)) {
        maker_say(m, maker_one_in(m, 2) ? " 11.7" : " 11.8");
        return;
    }
    maker_say(m, " %s", articles[chance_below(m->luck, sizeof articles / sizeof *articles)]);
}

static void fill_result(maker *m)
{
    maker_say(m, " %s", arb_result_text((arb_result)chance_below(m->luck, ARB_RESULT_COUNT)));
}

/* One of the words of a slot. */
static void say_choice(maker *m, arb_slot slot, unsigned place)
{
    char word[32];
    arb_sink sink = { word, sizeof word, 0 };

    arb_sink_choice(&sink, arb_slot_words(slot), place);
    (void)arb_sink_end(&sink);
    maker_say(m, " %s", word);
}

static void fill_assistant(maker *m)
{
    maker_say(m, " \"some body\"");
    do
        say_choice(m, ARB_SLOT_ASSISTANT, chance_below(m->luck, ARB_TASK_COUNT));
    while (maker_one_in(m, 2));
}

static void fill_place(maker *m)
{
    say_choice(m, ARB_SLOT_PLACE, chance_below(m->luck, ARB_PLACE_COUNT));
}

/* Laws III.5: games are to last, so he seldom agrees at once. */
static void fill_decision(maker *m)
{
    arb_decision decision = (arb_decision)chance_below(m->luck, ARB_DECISION_COUNT);

    if (decision == ARB_DECISION_ACCEPT && m->s->pending == ARB_PENDING_QUICKPLAY &&
        !maker_one_in(m, 4))
        decision = ARB_DECISION_DEFER;
    say_choice(m, ARB_SLOT_DECISION, decision);
    if (decision == ARB_DECISION_DEFER && maker_one_in(m, 3))
        fill_time(m);
}

static void fill_appeal(maker *m)
{
    say_choice(m, ARB_SLOT_APPEAL, chance_below(m->luck, ARB_APPEAL_COUNT));
}

static void fill_in_bag(maker *m)
{
    if (maker_one_in(m, 2))
        maker_say(m, " in-bag");
}

static void fill_together(maker *m)
{
    if (maker_one_in(m, 6))
        maker_say(m, " together");
}

static void fill_accidental(maker *m)
{
    if (maker_one_in(m, 6))
        maker_say(m, " accidental");
}

static void fill_two_hands(maker *m)
{
    if (maker_one_in(m, m->temper.careless ? 6 : 60))
        maker_say(m, " two-hands");
}

static void fill_silent(maker *m)
{
    if (maker_one_in(m, m->s->regulations->vision ? 3 : 60))
        maker_say(m, " silent");
}

static void fill_other_hand(maker *m)
{
    if (maker_one_in(m, 10))
        maker_say(m, " other-hand");
}

static void fill_display(maker *m)
{
    if (maker_one_in(m, 20))
        maker_say(m, " display");
}

typedef void filler(maker *m);

static filler *const fillers[] = {
    [ARB_SLOT_NONE] = fill_nothing,
    [ARB_SLOT_SQUARE] = fill_square,
    [ARB_SLOT_SQUARES] = fill_squares,
    [ARB_SLOT_SQUARES_OPT] = fill_squares_opt,
    [ARB_SLOT_PIECE] = fill_piece,
    [ARB_SLOT_MOVE] = fill_move,
    [ARB_SLOT_MOVE_OPT] = fill_move_opt,
    [ARB_SLOT_TEXT] = fill_text,
    [ARB_SLOT_TEXT_OPT] = fill_text_opt,
    [ARB_SLOT_COLOUR] = fill_colour,
    [ARB_SLOT_COLOURS] = fill_colours,
    [ARB_SLOT_NUMBER] = fill_number,
    [ARB_SLOT_NUMBER_OPT] = fill_number_opt,
    [ARB_SLOT_PLY] = fill_ply,
    [ARB_SLOT_TIME] = fill_time,
    [ARB_SLOT_TIME_OPT] = fill_time_opt,
    [ARB_SLOT_RESUME] = fill_resume,
    [ARB_SLOT_SECONDS] = say_seconds,
    [ARB_SLOT_MOVES_OPT] = fill_moves_opt,
    [ARB_SLOT_ARTICLE] = fill_article,
    [ARB_SLOT_PENALTY] = say_penalty,
    [ARB_SLOT_RESULT] = fill_result,
    [ARB_SLOT_FEN] = say_fen,
    [ARB_SLOT_ASSISTANT] = fill_assistant,
    [ARB_SLOT_PLACE] = fill_place,
    [ARB_SLOT_DECISION] = fill_decision,
    [ARB_SLOT_APPEAL] = fill_appeal,
    [ARB_SLOT_CONSENT] = say_permission,
    [ARB_SLOT_TOGETHER] = fill_together,
    [ARB_SLOT_ACCIDENTAL] = fill_accidental,
    [ARB_SLOT_TWO_HANDS] = fill_two_hands,
    [ARB_SLOT_SILENT] = fill_silent,
    [ARB_SLOT_OTHER_HAND] = fill_other_hand,
    [ARB_SLOT_DISPLAY] = fill_display,
    [ARB_SLOT_IN_BAG] = fill_in_bag,
};

void maker_fill(maker *m, arb_slot slot)
{
    fillers[slot](m);
}
