/* SPDX-License-Identifier: MIT */
/*
 * The board of wood that nobody sees (option board written): what is known of it are presses and
 * scoresheets, and the position is the longest beginning on which both sheets agree (Laws, 6.2,
 * 8.1).
 */
#include "arbitro/sheet.h"
#include "laws/laws.h"

/* A scoresheet that runs further ahead of the record than this is for the arbiter to look at. */
enum { AHEAD_MAX = 1024 };

bool arb_entry_read(arb_written *out, const char *text, size_t size, const arb_language *language)
{
    arb_sheet sheet = { .text = text, .size = size, .language = language };
    arb_written more;

    return arb_sheet_next(out, &sheet, NULL) == ARB_OK && out->form != ARB_FORM_NONE &&
           arb_sheet_next(&more, &sheet, NULL) == ARB_OK && more.form == ARB_FORM_NONE;
}

/* Laws 8.1.1.1, C */
/* Squares alone are algebraic for a pawn (C.4, C.8): of them the position tells, where it is known.
 */
bool arb_entry_is_evidence(const arb_written *written, const arb_pos *pos, arb_variant variant)
{
    if (written->form == ARB_FORM_NUMERIC || written->form == ARB_FORM_WORDS)
        return false;
    return !pos ||
           !(arb_written_in(written, pos, variant).remarks & (uint32_t)ARB_REMARK_NOT_ALGEBRAIC);
}

/* Move number `index`, from 0, on a scoresheet; NULL when it does not go so far. */
static const arb_entry *sheet_move(const arb_look *look, const arb_state *s, arb_colour colour,
                                   uint32_t index)
{
    uint32_t moves = s->sheet_moves[colour];

    if (index >= moves || moves - index > AHEAD_MAX)
        return NULL;
    for (uint32_t at = s->sheet[colour]; at != NO_ENTRY; at = look->entries[at].before)
        if (look->entries[at].is_move && --moves == index)
            return &look->entries[at];
    return NULL;
}

/* What a scoresheet has for the next half-move; false when that is nothing, or unreadable, or the
 * half-move has not been completed yet. */
static bool next_written(arb_written *out, const arb_look *look, const arb_state *s,
                         arb_colour colour)
{
    const uint32_t known = arb_half_moves(s, look->history);
    const arb_entry *entry = known < s->presses ? sheet_move(look, s, colour, known) : NULL;

    return entry && arb_entry_read(out, entry->text, entry->size, look->regulations->language) &&
           arb_entry_is_evidence(out, &s->pos, (arb_variant)look->regulations->variant);
}

/* What both have, and what it means; false when one of them has nothing. */
static bool next_readings(arb_written written[2], arb_reading reading[2], const arb_look *look,
                          const arb_state *s)
{
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++)
        if (!next_written(&written[c], look, s, c))
            return false;
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++)
        reading[c] = arb_written_in(&written[c], &s->pos, (arb_variant)look->regulations->variant);
    return true;
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

/* Strikes out what a scoresheet has after its first `kept` moves. */
static void cut_sheet(arb_hearing *hearing, arb_colour colour, uint32_t kept)
{
    arb_state *s = hearing->after;

    while (s->sheet_moves[colour] > kept && s->sheet[colour] != NO_ENTRY) {
        const arb_entry *entry = &hearing->look.entries[s->sheet[colour]];
        s->sheet_moves[colour] -= entry->is_move;
        s->sheet[colour] = entry->before;
    }
}

/* Laws 7.1, 7.5.1 */
void arb_written_restore(arb_hearing *hearing, uint32_t kept, arb_colour offender)
{
    arb_state *s = hearing->after;
    const arb_history *history = hearing->look.history;
    const bool ran = arb_state_running(s) != NOBODY;

    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++) {
        const uint32_t gone = share(history, s->presses, c) - share(history, kept, c);
        const uint32_t counted = s->clock.moves[c]; /* the arbiter may have corrected it */
        const uint32_t moves = counted > gone ? counted - gone : 0;
        const arb_ms credited = c == offender ? credited_by(s, c, kept + 1, moves) : 0;
        arb_clock_take_back(&s->clock, &s->regulations->clock, c, moves, credited, s->now);
        cut_sheet(hearing, c, kept);
    }
    if (arb_half_moves(s, history) > kept) {
        s->ply = arb_half_move(s, history, kept);
        arb_history_position(&s->pos, history, s->ply);
    }
    s->presses = kept;
    s->turn = (uint8_t)arb_written_mover(history, kept + 1);
    arb_forget_offer(s);
    arb_forget_touches(s);
    arb_stand_anew(s, ran || offender != NOBODY);
}
