/* SPDX-License-Identifier: MIT */
/*
 * The board of wood that nobody sees (option board written): what is known of it are presses and
 * scoresheets, and the position is the longest beginning on which both sheets agree (Laws, 6.2,
 * 8.1).
 */
#include "laws/adjourned.h"
#include "laws/keeping.h"

/* A scoresheet that runs further ahead of the record than this is for the arbiter to look at. */
enum { AHEAD_MAX = 1024 };

/* What a scoresheet has for the next half-move, and what it means; false when that is nothing, or
 * no evidence (8.1.1.1, C), or the half-move has not been completed yet. */
static bool next_written(arb_written *out, arb_reading *reading, const arb_look *look,
                         const arb_state *s, arb_colour colour)
{
    const uint32_t known = s->half_moves;

    if (known >= s->presses || s->sheet_moves[colour] > known + AHEAD_MAX)
        return false;
    const arb_entry *entry = arb_keeping_row(look->entries, s, colour, known);
    return entry && !arb_entry_is_foreign(entry, &s->pos, look->regulations) &&
           arb_keeping_read(reading, out, entry, arb_keeping_abroad(look->entries, s, colour),
                            &s->pos, look->regulations);
}

/* What both have, and what it means; false when one of them has nothing. */
static bool next_readings(arb_written written[2], arb_reading reading[2], const arb_look *look,
                          const arb_state *s)
{
    return next_written(&written[ARB_WHITE], &reading[ARB_WHITE], look, s, ARB_WHITE) &&
           next_written(&written[ARB_BLACK], &reading[ARB_BLACK], look, s, ARB_BLACK);
}

bool arb_sheets_agree(arb_move *out, const arb_look *look, const arb_state *s)
{
    arb_written written[2];
    arb_reading reading[2];

    /* what is no legal move equals none */
    if (!next_readings(written, reading, look, s) || reading->kind != ARB_READING_LEGAL ||
        !arb_move_equal(reading[0].move, reading[1].move))
        return false;
    *out = reading[0].move;
    return true;
}

static bool same_squares(const arb_written *a, const arb_written *b)
{
    return a->role == b->role && a->castling == b->castling && a->from_file == b->from_file &&
           a->from_rank == b->from_rank && a->to_file == b->to_file && a->to_rank == b->to_rank &&
           a->promotion == b->promotion;
}

bool arb_sheets_illegal(const arb_look *look, const arb_state *s)
{
    arb_written written[2];
    arb_reading reading[2];

    return next_readings(written, reading, look, s) && reading[0].kind == ARB_READING_ILLEGAL &&
           reading[1].kind == ARB_READING_ILLEGAL && same_squares(&written[0], &written[1]);
}

arb_colour arb_written_mover(const arb_history *history, uint32_t number)
{
    const arb_colour first = arb_history_turn(history, 0);
    return number % 2 == 1 ? first : arb_opponent(first);
}

/* How many of the first `half_moves` are those of `colour`. */
static uint32_t share(const arb_history *history, uint32_t half_moves, arb_colour colour)
{
    const bool begins = arb_written_mover(history, 1) == colour;
    return begins ? (half_moves + 1) / 2 : half_moves / 2;
}

/* What the press of half-move `number` had credited: known for the last, else by the control. */
static arb_ms credited_by(const arb_state *s, arb_colour by, uint32_t number, uint32_t moves)
{
    const arb_time_control *control = &s->regulations->clock.control[by];

    if (number == s->presses)
        return s->clock.credited[by];
    if (control->count == 0)
        return 0;
    const arb_period *period = &control->period[arb_time_control_period(control, moves + 1)];
    return period->kind == ARB_BONUS_INCREMENT ? period->bonus : 0;
}

/* Laws 7.1, 7.5.1 */
void arb_written_restore(arb_hearing *hearing, uint32_t kept, arb_colour offender)
{
    arb_state *s = hearing->after;
    const arb_history *history = hearing->look.history;
    const bool ran = arb_state_running(s) != NOBODY;

    arb_adjourned_void(s);
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++) {
        const uint32_t gone = share(history, s->presses, c) - share(history, kept, c);
        const uint32_t counted = s->clock.moves[c]; /* the arbiter may have corrected it */
        const uint32_t moves = counted > gone ? counted - gone : 0;
        const arb_ms credited = c == offender ? credited_by(s, c, kept + 1, moves) : 0;
        arb_clock_take_back(&s->clock, &s->regulations->clock, c, moves, credited, s->now);
    }
    if (s->half_moves > kept) {
        s->ply = arb_half_move(s, history, kept);
        arb_history_position(&s->pos, history, s->ply);
        s->half_moves = kept;
    }
    s->presses = kept;
    arb_keeping_cut(s, hearing->look.entries, kept);
    s->turn = (uint8_t)arb_written_mover(history, kept + 1);
    arb_forget_offer(s);
    arb_forget_touches(s);
    arb_stand_anew(s, ran || offender != NOBODY);
}
