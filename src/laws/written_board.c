/* SPDX-License-Identifier: MIT */
/*
 * The board of wood that nobody sees (option board written): what is known of it are presses and
 * scoresheets, and the position is the longest beginning on which both sheets agree (Laws, 6.2,
 * 8.1).
 */
#include "laws/laws.h"

/* Move number `index`, from 0, on a scoresheet; NULL when it does not go so far. */
static const arb_entry *sheet_move(const arb_step *step, arb_colour colour, uint32_t index)
{
    const arb_state *s = step->after;
    uint32_t moves = s->sheet_moves[colour];

    if (index >= moves)
        return NULL;
    for (uint32_t at = s->sheet[colour]; at != NO_ENTRY; at = step->look.entries[at].before)
        if (step->look.entries[at].is_move && --moves == index)
            return &step->look.entries[at];
    return NULL;
}

static bool read_entry(arb_move *out, const arb_step *step, const arb_entry *entry)
{
    arb_written written;

    if (arb_written_read(&written, NULL, entry->text, entry->size,
                         step->look.regulations->language) != ARB_OK)
        return false;
    const arb_reading reading =
        arb_written_in(&written, &step->after->pos, (arb_variant)step->look.regulations->variant);
    *out = reading.move;
    return reading.kind == ARB_READING_LEGAL;
}

bool arb_sheets_agree(arb_move *out, const arb_step *step)
{
    const uint32_t known = arb_half_moves(step->after, step->look.history);
    const arb_entry *white = sheet_move(step, ARB_WHITE, known);
    const arb_entry *black = sheet_move(step, ARB_BLACK, known);
    arb_move other;

    return white && black && read_entry(out, step, white) && read_entry(&other, step, black) &&
           arb_move_equal(*out, other);
}

arb_colour arb_written_mover(const arb_history *history, uint32_t number)
{
    const arb_colour first = (arb_colour)arb_history_get(history, 0)->setup.turn;
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
static void cut_sheet(arb_step *step, arb_colour colour, uint32_t kept)
{
    arb_state *s = step->after;

    while (s->sheet_moves[colour] > kept && s->sheet[colour] != NO_ENTRY) {
        const arb_entry *entry = &step->look.entries[s->sheet[colour]];
        s->sheet_moves[colour] -= entry->is_move;
        s->sheet[colour] = entry->before;
    }
}

/* Laws 7.1, 7.5.1 */
void arb_written_restore(arb_step *step, uint32_t kept, arb_colour offender)
{
    arb_state *s = step->after;
    const arb_history *history = step->look.history;
    const bool ran = arb_state_running(s) != NOBODY;

    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++) {
        const uint32_t gone = share(history, s->presses, c) - share(history, kept, c);
        const uint32_t moves = s->clock.moves[c] - gone;
        const arb_ms credited = c == offender ? credited_by(s, c, kept + 1, moves) : 0;
        arb_clock_take_back(&s->clock, &s->regulations->clock, c, moves, credited, s->now);
        cut_sheet(step, c, kept);
    }
    if (arb_half_moves(s, history) > kept) {
        s->ply = arb_half_move(s, history, kept);
        arb_history_position(&s->pos, history, s->ply);
    }
    s->presses = kept;
    s->turn = (uint8_t)arb_written_mover(history, kept + 1);
    s->offer = NOBODY;
    s->resumes = s->turn;
    if (s->phase == ARB_PHASE_PLAYING && (ran || offender != NOBODY))
        arb_clock_start(&s->clock, &s->regulations->clock, (arb_colour)s->turn, s->now);
}
