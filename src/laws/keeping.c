/* SPDX-License-Identifier: MIT */
/* The scoresheets of a game, row by row; see keeping.h. */
#include "laws/keeping.h"

#include "arbitro/edition.h"
#include "laws/hands.h"
#include "notation/spoken.h"

bool arb_keeping_watched(const arb_look *look, arb_article article)
{
    return look->regulations->record == ARB_RECORD_KEPT && look->book->recording_required &&
           *arb_article_cited(article, look->book);
}

static bool has_row(const arb_entry *entry)
{
    return arb_entry_kind_has_row((arb_entry_kind)entry->kind);
}

/* Is it a move, in whatever notation? */
static bool is_move(const arb_entry *entry)
{
    return has_row(entry) && entry->kind != ARB_ENTRY_BLANK;
}

const arb_entry *arb_keeping_row(const arb_entry *entries, const arb_state *s, unsigned sheet,
                                 uint32_t row)
{
    for (uint32_t at = s->sheet[sheet]; at != NO_ENTRY && entries[at].row >= row;
         at = entries[at].before)
        if (has_row(&entries[at]) && entries[at].row == row)
            return is_move(&entries[at]) ? &entries[at] : NULL;
    return NULL;
}

static bool is_written_board(const arb_state *s)
{
    return s->regulations->board == ARB_BOARD_WRITTEN;
}

/* Does something stand on the board that looks like a move and is none? Nobody may learn that from
 * what is said about his scoresheet. */
static bool seems_made(const arb_state *s)
{
    return s->standing.on_board || (arb_hands_at_work(s) && arb_hands_await_reply(s));
}

/* On a board that is not seen one more may have been made than was pressed. */
uint32_t arb_keeping_made(const arb_state *s)
{
    return is_written_board(s) ? s->presses + 1 : s->half_moves + (seems_made(s) ? 1u : 0u);
}

uint32_t arb_keeping_known(const arb_state *s)
{
    return is_written_board(s) ? s->presses : s->half_moves;
}

uint32_t arb_keeping_completed(const arb_state *s)
{
    uint32_t open = s->unpressed[ARB_WHITE] + (uint32_t)s->unpressed[ARB_BLACK];

    if (is_written_board(s))
        return s->presses;
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++)
        open += arb_has_colour(s->uncompleted, c);
    return s->half_moves > open ? s->half_moves - open : 0;
}

/* How many blank rows the sheet has from row `from` on. */
static uint32_t blanks_from(const arb_entry *entries, const arb_state *s, unsigned sheet,
                            uint32_t from)
{
    uint32_t count = 0;

    for (uint32_t at = s->sheet[sheet]; at != NO_ENTRY && entries[at].row >= from;
         at = entries[at].before)
        count += entries[at].kind == ARB_ENTRY_BLANK;
    return count;
}

/* Laws 8.5: "-" is a gap like a row that is not there. */
uint32_t arb_keeping_gaps(const arb_entry *entries, const arb_state *s, unsigned sheet)
{
    const uint32_t completed = arb_keeping_completed(s);
    const uint32_t due = completed > 0 ? completed - 1 : 0;
    const uint32_t rows = s->sheet_moves[sheet];
    const uint32_t missing = rows < due ? due - rows : 0;

    return missing + s->sheet_blanks[sheet] - blanks_from(entries, s, sheet, due);
}

bool arb_keeping_is_ahead(const arb_entry *entries, const arb_state *s, unsigned sheet)
{
    const uint32_t made = arb_keeping_made(s);

    for (uint32_t at = s->sheet[sheet]; at != NO_ENTRY && entries[at].row >= made;
         at = entries[at].before)
        if (is_move(&entries[at]))
            return true;
    return false;
}

/* Laws 8.1.1.1, 8.1.1.2, C */
bool arb_entry_is_foreign(const arb_entry *entry, const arb_pos *pos,
                          const arb_regulations *regulations)
{
    arb_reading reading;
    arb_written written;

    if (regulations->scoresheet == ARB_SCORESHEET_ELECTRONIC)
        return false; /* on which moves are entered as the device takes them */
    if (entry->kind == ARB_ENTRY_FOREIGN)
        return true;
    if (!pos || !arb_sheet_entry_in(&reading, &written, entry->text, entry->size, pos,
                                    (arb_variant)regulations->variant, regulations->language))
        return false;
    if (written.role != ARB_ROLE_NONE || written.castling != ARB_WING_COUNT)
        return false;
    const arb_setup setup = arb_pos_setup(pos);
    const arb_piece piece = setup.piece[arb_square_at(written.from_file, written.from_rank)];
    return piece != ARB_PIECE_NONE && arb_piece_role(piece) != ARB_PAWN;
}

bool arb_keeping_abroad(const arb_entry *entries, const arb_state *s, unsigned sheet)
{
    for (uint32_t at = s->sheet[sheet]; at != NO_ENTRY; at = entries[at].before)
        if (entries[at].abroad)
            return true;
    return false;
}

bool arb_keeping_read(arb_reading *out, arb_written *written, const arb_entry *entry, bool abroad,
                      const arb_pos *pos, const arb_regulations *regulations)
{
    return (abroad ? arb_sheet_entry_abroad : arb_sheet_entry_in)(
               out, written, entry->text, entry->size, pos, (arb_variant)regulations->variant,
               regulations->language) ||
           (regulations->vision != 0 && entry->kind == ARB_ENTRY_MOVE &&
            arb_longhand_read(out, written, pos, entry->text, entry->size,
                              regulations->announced_in));
}

/* Laws D.2.7, 8.1: where it is no algebraic notation, and his words can be understood. */
bool arb_keeping_is_longhand(const arb_sheet_entry *entry, arb_actor actor,
                             const arb_regulations *regulations)
{
    const unsigned sheet = arb_sheet_of(actor);
    const arb_pos pos = arb_pos_initial(); /* whatever they mean in another one */
    arb_reading reading;
    arb_written written;

    return sheet <= ARB_BLACK && arb_has_colour(regulations->vision, (arb_colour)sheet) &&
           (entry->kind == ARB_ENTRY_FOREIGN || entry->kind == ARB_ENTRY_OTHER) &&
           arb_longhand_read(&reading, &written, &pos, entry->text, entry->size,
                             regulations->announced_in);
}

bool arb_keeping_position(arb_pos *out, const arb_state *s, const arb_history *history,
                          uint32_t row)
{
    if (row > s->half_moves)
        return false;
    if (row == s->half_moves) {
        *out = s->pos;
        return true;
    }
    const arb_ply ply = arb_half_move(s, history, row + 1);
    return arb_history_position(out, history, arb_history_get(history, ply)->before);
}

bool arb_must_record_at(const arb_state *s, arb_colour colour, arb_ms now)
{
    arb_state then = *s;

    then.now = now;
    return arb_state_must_record(&then, colour);
}

/* ---- marks of offers */

/* The oldest mark is owed no longer. */
static void owe_one_less(arb_keeping *keeping)
{
    keeping->owes--;
    for (unsigned i = 0; i < keeping->owes; i++)
        keeping->owes_from[i] = keeping->owes_from[i + 1];
}

/* Laws 8.1.5: what is corrected is written once more, but is no later move. */
bool arb_keeping_mark(arb_keeping *keeping, const arb_look *look)
{
    const arb_new_entries *new = &look->new;
    bool missing = false;

    for (uint32_t i = new->first; i < new->first + new->written; i++) {
        const arb_entry *entry = &look->entries[i];
        if (entry->marks_offer && keeping->owes > 0)
            owe_one_less(keeping);
        if (!is_move(entry) || new->corrects != NO_ENTRY)
            continue;
        while (keeping->owes > 0 && entry->row >= keeping->owes_from[0]) {
            owe_one_less(keeping); /* it is said once */
            missing = true;
        }
    }
    return missing;
}

/* Has he marked it already, behind the last move or with it? */
static bool has_marked(const arb_entry *entries, const arb_state *s, unsigned sheet, uint32_t made)
{
    for (uint32_t at = s->sheet[sheet]; at != NO_ENTRY; at = entries[at].before) {
        const arb_entry *entry = &entries[at];
        if (entry->marks_offer)
            return has_row(entry) ? entry->row + 1 >= made : entry->row >= made;
        if (has_row(entry))
            return false;
    }
    return false;
}

/* On a board that is not seen, whoever has the move has made it before he offers (9.1.2.1). A claim
 * with a move is marked with that move (9.1.2.3). */
static uint32_t offered_after(const arb_hearing *hearing)
{
    const arb_state *s = hearing->after;

    if (!is_written_board(s))
        return arb_keeping_made(s) + (hearing->look.event->move.form != ARB_FORM_NONE ? 1u : 0u);
    return s->presses + (s->turn == hearing->look.player ? 1u : 0u);
}

void arb_keeping_offer(arb_hearing *hearing)
{
    const uint32_t made = offered_after(hearing);
    arb_state *s = hearing->after;

    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++) {
        arb_keeping *keeping = &s->keeping[c];
        if (!has_marked(hearing->look.entries, s, c, made) && keeping->owes < ARB_MARKS_MAX)
            keeping->owes_from[keeping->owes++] = made;
    }
}

/* ---- writing */

/* Laws 8.1.2: so many rows may be filled; the own next move is written for a claim, or to seal. */
static uint32_t rows_allowed(const arb_state *s, arb_colour player)
{
    const bool own = !is_written_board(s) && s->turn == player && !seems_made(s);

    return arb_keeping_made(s) + (own ? 1u : 0u);
}

/* The rows as they are, counted anew. */
static void count_rows(arb_state *s, const arb_entry *entries, unsigned sheet)
{
    bool last = true;

    s->sheet_moves[sheet] = s->sheet_blanks[sheet] = 0;
    for (uint32_t at = s->sheet[sheet]; at != NO_ENTRY; at = entries[at].before) {
        if (!has_row(&entries[at]))
            continue;
        if (last)
            s->sheet_moves[sheet] = entries[at].row + 1;
        s->sheet_blanks[sheet] += entries[at].kind == ARB_ENTRY_BLANK;
        last = false;
    }
}

static void note_ahead(arb_state *s, const arb_look *look)
{
    arb_keeping *keeping = &s->keeping[look->player];
    const uint32_t allowed = rows_allowed(s, look->player);

    for (uint32_t i = look->new.first; i < look->new.first + look->new.written; i++) {
        const arb_entry *entry = &look->entries[i];
        if (!is_move(entry) || entry->row < arb_keeping_made(s))
            continue;
        if (entry->row < allowed)
            keeping->own_ahead = entry->row + 1;
        else if (entry->row >= keeping->ahead_told)
            keeping->ahead_told = entry->row + 1;
    }
}

void arb_keeping_write(arb_hearing *hearing)
{
    arb_state *s = hearing->after;
    const arb_look *look = &hearing->look;
    const arb_entry *entries = look->entries;
    const unsigned sheet = arb_sheet_of((arb_actor)look->event->actor);

    hearing->adds_entries = true;
    s->sheet[sheet] = look->new.first + look->new.count - 1;
    if (look->new.corrects != NO_ENTRY) {
        count_rows(s, entries, sheet);
    } else {
        for (uint32_t i = look->new.first; i < look->new.first + look->new.count; i++) {
            if (!has_row(&entries[i]))
                continue;
            s->sheet_moves[sheet] = entries[i].row + 1;
            s->sheet_blanks[sheet] += entries[i].kind == ARB_ENTRY_BLANK;
        }
    }
    if (sheet == SHEET_ARBITER)
        return;
    note_ahead(s, look);
    (void)arb_keeping_mark(&s->keeping[sheet], look);
}

static uint32_t lesser(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* A note stays with the row before it. */
static bool goes(const arb_entry *entry, uint32_t kept)
{
    return has_row(entry) ? entry->row >= kept : entry->row > kept;
}

void arb_keeping_cut(arb_state *s, const arb_entry *entries, uint32_t kept)
{
    for (unsigned sheet = 0; sheet < SHEETS; sheet++) {
        while (s->sheet[sheet] != NO_ENTRY && goes(&entries[s->sheet[sheet]], kept))
            s->sheet[sheet] = entries[s->sheet[sheet]].before;
        count_rows(s, entries, sheet);
    }
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++) {
        arb_keeping *keeping = &s->keeping[c];
        keeping->ahead_told = lesser(keeping->ahead_told, kept);
        keeping->since = lesser(keeping->since, kept);
        keeping->own_ahead = keeping->claimed = keeping->owes = 0; /* offers since are void */
    }
}

/* ---- claims */

/* Laws 8.1.2, 9.2.1, 9.3.1: is it the move that he has written? */
void arb_keeping_claim(arb_hearing *hearing)
{
    arb_state *s = hearing->after;
    const arb_look *look = &hearing->look;
    const arb_entry *entry = arb_keeping_row(look->entries, s, look->player, s->half_moves);
    const bool legal = look->attempt.kind == ARB_ATTEMPT_LEGAL;
    const bool abroad = arb_keeping_abroad(look->entries, s, look->player);
    arb_reading reading;
    arb_written written;

    if (look->event->move.form != ARB_FORM_NONE && entry &&
        arb_keeping_read(&reading, &written, entry, abroad, &s->pos, look->regulations) &&
        legal == (reading.kind == ARB_READING_LEGAL) &&
        (!legal || arb_move_equal(reading.move, look->attempt.move)))
        s->keeping[look->player].claimed = s->half_moves + 1;
}
