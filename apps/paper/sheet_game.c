/* SPDX-License-Identifier: MIT */
/* A scoresheet from a game under the Laws: its moves, or what somebody wrote; see sheet.h. */
#include <string.h>

#include "arbitro/game_pgn.h"
#include "arbitro/record.h"
#include "paper/sheet.h"

enum { PGN_MAX = 1 << 28, ENTRY_MAX = 1 << 20 };

static void fail(arb_scoresheet *sheet, arb_err err)
{
    if (!sheet->err)
        sheet->err = err;
}

/* ---- the moves of the game ---- */

static arb_err add(void *user, const char *text, size_t size)
{
    return arb_buf_add(user, text, size);
}

static arb_err write_pgn(arb_buf *out, const arb_game *game, const arb_pgn_tag *tags, size_t count)
{
    arb_pgn_writer *writer;
    arb_err err = arb_pgn_writer_new(&writer, NULL, NULL, add, out);

    if (err)
        return err;
    err = arb_game_pgn_write(writer, game, tags, count);
    arb_pgn_writer_free(writer);
    return err;
}

/* Clocks, offers, and moves that were illegal and stood: PGN says all that, and is read already. */
static void fill_moves(arb_scoresheet *sheet, const arb_game *game, const arb_pgn_tag *tags,
                       size_t count)
{
    arb_pgn *pgn = NULL;
    arb_buf text;

    arb_buf_init(&text, NULL, PGN_MAX);
    arb_err err = write_pgn(&text, game, tags, count);
    if (!err)
        err = arb_pgn_new(&pgn, NULL, NULL);
    if (!err)
        err = arb_pgn_read_text(pgn, arb_buf_text(&text), arb_buf_size(&text),
                                &arb_scoresheet_reader, sheet);
    if (err)
        fail(sheet, err);
    arb_pgn_free(pgn);
    arb_buf_clear(&text);
}

/* ---- what was written ---- */

/* The piece whose letter stands at `text`; ARB_ROLE_COUNT for none. Pawns have none. */
static arb_role role_at(const arb_letters *letters, const char *text, size_t size)
{
    for (arb_role role = ARB_KNIGHT; role <= ARB_KING; role++) {
        const char *letter = letters->white[role];
        if (letter && strlen(letter) <= size && memcmp(letter, text, strlen(letter)) == 0)
            return role;
    }
    return ARB_ROLE_COUNT;
}

static const arb_letters *letters_of(const arb_language *language)
{
    return language && language->letters.white[ARB_KING] ? &language->letters : &arb_letters_en;
}

/* Without "12.", "12..." or "12 " before it: the sheet counts itself. */
static void leave_number(const char **text, size_t *size)
{
    size_t at = 0;

    while (at < *size && (*text)[at] >= '0' && (*text)[at] <= '9')
        at++;
    const size_t digits = at;
    while (at < *size && strchr(". \t", (*text)[at]))
        at++;
    if (*size - at >= strlen("…") && memcmp(*text + at, "…", strlen("…")) == 0)
        at += strlen("…");
    while (at < *size && strchr(" \t", (*text)[at]))
        at++;
    if (at > digits && at < *size) {
        *text += at;
        *size -= at;
    }
}

/* Without the sign of an offer behind it, which the cell has apart. */
static void leave_mark(const char *text, size_t *size)
{
    static const char *const marks[] = { "(=)", "=" };

    for (size_t i = 0; i < 2; i++) {
        const size_t length = strlen(marks[i]);
        if (*size > length && memcmp(text + *size - length, marks[i], length) == 0) {
            *size -= length;
            break;
        }
    }
    while (*size > 0 && text[*size - 1] == ' ')
        --*size;
}

/* Puts a move into `out` with the letters of the sheet in place of those of the game. */
static arb_err put_letters(arb_buf *out, const arb_scoresheet *sheet, const arb_language *from,
                           const char *text, size_t size)
{
    const arb_letters *source = letters_of(from), *target = letters_of(sheet->style.language);
    arb_err err = ARB_OK;

    for (size_t at = 0; at < size && !err;) {
        const arb_role role =
            sheet->translates ? role_at(source, text + at, size - at) : ARB_ROLE_COUNT;
        const bool piece = role != ARB_ROLE_COUNT && target->white[role];
        err = piece ? arb_buf_add_text(out, target->white[role]) : arb_buf_add(out, text + at, 1);
        at += piece ? strlen(source->white[role]) : 1;
    }
    return err;
}

typedef void put_cell(arb_scoresheet *sheet, const char *text, size_t size);

static void put_move(arb_scoresheet *sheet, const arb_game *game, put_cell *put, const char *text,
                     size_t size)
{
    arb_buf move;

    arb_buf_init(&move, NULL, ENTRY_MAX);
    const arb_err err = put_letters(&move, sheet, arb_game_regulations(game)->language, text, size);
    if (err)
        fail(sheet, err);
    else
        put(sheet, arb_buf_text(&move), arb_buf_size(&move));
    arb_buf_clear(&move);
}

/* A move in its row, or the blank in its place; and what it said before it was corrected (8.1). */
static void take_row(arb_scoresheet *sheet, const arb_game *game, const arb_record_entry *entry)
{
    const char *text = entry->text, *was = entry->was;
    size_t size = entry->size, was_size = entry->was_size;

    leave_number(&text, &size);
    if (entry->marks_offer)
        leave_mark(text, &size);
    put_move(sheet, game, arb_scoresheet_add, text, size);
    if (entry->marks_offer)
        arb_scoresheet_offer(sheet);
    if (was_size == 0)
        return;
    leave_number(&was, &was_size);
    put_move(sheet, game, arb_scoresheet_struck, was, was_size);
}

/* "1:12" or "[1:12]". */
static void take_time(arb_scoresheet *sheet, const char *text, size_t size)
{
    const bool bracket = text[0] == '[';

    arb_scoresheet_time(sheet, text + bracket, size - 2 * (size_t)bracket);
}

/* Laws 8.1.4 */
static void take_entry(arb_scoresheet *sheet, const arb_game *game, const arb_record_entry *entry)
{
    if (arb_entry_kind_has_row(entry->kind))
        take_row(sheet, game, entry);
    else if (entry->kind == ARB_ENTRY_OFFER)
        arb_scoresheet_offer(sheet);
    else if (entry->kind == ARB_ENTRY_TIME)
        take_time(sheet, entry->text, entry->size);
    else if (entry->kind != ARB_ENTRY_DATA) /* the result has its own place */
        arb_scoresheet_note(sheet, entry->text, entry->size);
}

static void fill_entries(arb_scoresheet *sheet, const arb_game *game)
{
    const arb_colour whose = sheet->owner == ARB_OWNER_WHITE   ? ARB_WHITE
                             : sheet->owner == ARB_OWNER_BLACK ? ARB_BLACK
                                                               : ARB_COLOUR_COUNT;
    arb_record *record;
    const arb_err err = arb_record_new(&record, game);

    if (err) {
        fail(sheet, err);
        return;
    }
    for (size_t i = 0; i < arb_record_size(record, whose); i++)
        take_entry(sheet, game, arb_record_entry_at(record, whose, i));
    arb_record_free(record);
}

void arb_scoresheet_fill(arb_scoresheet *sheet, const arb_game *game, const arb_pgn_tag *tags,
                         size_t count)
{
    const arb_result result = arb_state_result(arb_game_state(game));
    const arb_regulations *regulations = arb_game_regulations(game);
    const char *text = arb_result_text(result);
    const arb_colour player = sheet->owner == ARB_OWNER_BLACK ? ARB_BLACK : ARB_WHITE;
    char control[256];

    for (size_t i = 0; i < count; i++)
        arb_scoresheet_tag(sheet, &tags[i]);
    if (sheet->owner == ARB_OWNER_GAME) {
        fill_moves(sheet, game, tags, count);
    } else {
        arb_scoresheet_start(sheet, &arb_game_given(game)->setup,
                             (arb_variant)regulations->variant);
        (void)arb_time_control_write(control, sizeof control, &regulations->clock.control[player]);
        const arb_pgn_tag time = { "TimeControl", control, strlen("TimeControl"), strlen(control) };
        if (arb_regulations_timed(regulations))
            arb_scoresheet_tag(sheet, &time);
        fill_entries(sheet, game);
    }
    /* a game can end otherwise than PGN knows: 0-0, +/- */
    if (result != ARB_RESULT_NONE)
        arb_scoresheet_result(sheet, text, strlen(text));
}
