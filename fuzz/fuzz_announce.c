/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as an announcement and as Braille. The first byte chooses the language and what is
 * read, the rest is the text. What cannot be read stops inside the text and touches nothing. What
 * was said is, in each of a few positions, a legal move that every manner says and reads back, or
 * several legal moves, or breaks an article. What is read as Braille is written in lines that are
 * not too long, and read back to the same.
 */
#include <string.h>

#include "arbitro/announce.h"
#include "arbitro/braille.h"
#include "arbitro/utf8.h"
#include "fuzz.h"

enum { LIMIT = 1 << 22 };

static const char *const boards[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n3r2k/1P1P4/8/3pP3/4Q2Q/8/8/K2N1N1Q w - d6 0 2",
    "1rk1r3/8/8/8/8/8/8/1R3KR1 w GBeb - 0 1",
};

/* ---- announcements ---- */

static void check_said(const arb_pos *pos, arb_move move, const arb_language *language)
{
    for (unsigned i = 0; i < ARB_FILE_NAMES_COUNT * 4; i++) {
        const arb_saying saying = {
            .language = language, .files = (arb_file_names)(i / 4), .digits = i & 1, .whole = i & 2
        };
        char text[ARB_ANNOUNCEMENT_SIZE];
        arb_reading back;
        const size_t size = arb_announcement_write(text, sizeof text, pos, move, &saying);
        require(size < sizeof text, "it fits its room");
        require(arb_announcement_read(&back, NULL, pos, text, size, language) == ARB_OK,
                "what is said is read");
        require(back.kind == ARB_READING_LEGAL && arb_move_equal(back.move, move),
                "as the same move");
    }
}

/* What was said, written down, means the same, where both are a legal move. */
static void check_note(const arb_pos *pos, const arb_reading *reading, const char *text,
                       size_t size, const arb_language *language)
{
    arb_note note;
    arb_reading back;

    if (arb_announcement_note(&note, NULL, pos, text, size, language) != ARB_OK) {
        require(reading->kind == ARB_READING_ILLEGAL, "what can be played can be noted");
        return;
    }
    for (size_t i = 0; i < note.count && i < ARB_CANDIDATES_MAX; i++)
        require(*note.choice[i].text || *note.text == '\0', "a choice can be written");
    if (!*note.text)
        return;
    require(arb_move_read(&back, NULL, pos, note.text, strlen(note.text), NULL) == ARB_OK,
            "a note can be read");
    require(back.kind != ARB_READING_LEGAL || reading->kind != ARB_READING_LEGAL ||
                arb_move_equal(back.move, reading->move),
            "and is the same move");
}

static void check_announcement(const char *text, size_t size, const arb_language *language)
{
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        arb_reading reading = { .kind = ARB_READING_AMBIGUOUS, .count = 12345 };
        arb_where where = { 0 };
        arb_pos pos;
        require(arb_pos_from_fen(&pos, NULL, NULL, boards[i], strlen(boards[i])) == ARB_OK,
                "the FEN is right");
        if (arb_announcement_read(&reading, &where, &pos, text, size, language) != ARB_OK) {
            require(reading.count == 12345, "what cannot be read touches nothing");
            require(where.line >= 1 && where.column >= 1 &&
                        where.column <= arb_utf8_count(text, size) + 1,
                    "and stops inside the text");
            continue;
        }
        require(reading.kind != ARB_READING_ILLEGAL || reading.article != ARB_ART_NONE,
                "what is illegal breaks an article");
        require(reading.kind != ARB_READING_AMBIGUOUS || reading.count > 1, "several are several");
        check_note(&pos, &reading, text, size, language);
        if (reading.kind != ARB_READING_LEGAL)
            continue;
        require(arb_pos_is_legal(&pos, reading.move), "a legal move is legal");
        check_said(&pos, reading.move, language);
    }
}

/* ---- Braille ---- */

static void check_lines(const arb_buf *buf, unsigned cells)
{
    const char *text = arb_buf_text(buf);

    for (const char *at = text; *at;) {
        const size_t size = strcspn(at, "\n");
        require(arb_utf8_count(at, size) <= cells, "no line is too long");
        at += size + (at[size] == '\n');
    }
}

static void check_text(const char *text, size_t size, const arb_braille *form)
{
    arb_buf one, cells, two;

    arb_buf_init(&one, NULL, LIMIT);
    arb_buf_init(&cells, NULL, LIMIT);
    arb_buf_init(&two, NULL, LIMIT);
    if (arb_braille_text_read(&one, NULL, text, size) == ARB_OK) {
        const bool whole =
            arb_buf_size(&one) == 0 || arb_buf_text(&one)[arb_buf_size(&one) - 1] == '\n';
        require(whole, "a text ends with a line end");
        require(arb_braille_text_write(&cells, arb_buf_text(&one), arb_buf_size(&one), form) ==
                    ARB_OK,
                "what is read is written");
        check_lines(&cells, form->cells);
        require(arb_braille_text_read(&two, NULL, arb_buf_text(&cells), arb_buf_size(&cells)) ==
                    ARB_OK,
                "and read again");
        require(strcmp(arb_buf_text(&one), arb_buf_text(&two)) == 0, "as the same text");
    } else {
        require(arb_buf_size(&one) == 0, "what cannot be read leaves nothing");
    }
    arb_buf_clear(&one);
    arb_buf_clear(&cells);
    arb_buf_clear(&two);
}

/* Writes games and reads them back, into `pgn` itself; false when they cannot be written. */
static bool there_and_back(arb_buf *pgn, arb_buf *cells, const arb_braille *form)
{
    arb_buf_cut(cells, 0);
    if (arb_braille_games_write(cells, NULL, NULL, arb_buf_text(pgn), arb_buf_size(pgn), form) !=
        ARB_OK)
        return false;
    check_lines(cells, form->cells);
    arb_buf_cut(pgn, 0);
    require(arb_braille_games_read(pgn, NULL, NULL, arb_buf_text(cells), arb_buf_size(cells)) ==
                ARB_OK,
            "what is written is read");
    return true;
}

/* PGN may leave out what it does not understand of tags, but once only. */
static void check_games(const char *text, size_t size, const arb_braille *form)
{
    arb_buf one, cells, two;

    arb_buf_init(&one, NULL, LIMIT);
    arb_buf_init(&cells, NULL, LIMIT);
    arb_buf_init(&two, NULL, LIMIT);
    if (arb_braille_games_read(&one, NULL, NULL, text, size) == ARB_OK &&
        there_and_back(&one, &cells, form)) {
        require(arb_buf_add(&two, arb_buf_text(&one), arb_buf_size(&one)) == ARB_OK, "memory");
        require(there_and_back(&two, &cells, form), "what was read can be written again");
        require(strcmp(arb_buf_text(&one), arb_buf_text(&two)) == 0, "as the same games");
    }
    arb_buf_clear(&one);
    arb_buf_clear(&cells);
    arb_buf_clear(&two);
}

static void check_diagram(const char *text, size_t size, const arb_braille *form)
{
    arb_setup one, two;
    arb_buf cells;

    if (arb_braille_position_read(&one, NULL, text, size) != ARB_OK)
        return;
    arb_buf_init(&cells, NULL, LIMIT);
    require(arb_braille_position_write(&cells, &one, form) == ARB_OK, "a diagram is written");
    check_lines(&cells, form->cells);
    require(arb_braille_position_read(&two, NULL, arb_buf_text(&cells), arb_buf_size(&cells)) ==
                ARB_OK,
            "and read");
    require(memcmp(one.piece, two.piece, sizeof one.piece) == 0 && one.turn == two.turn,
            "as the same diagram");
    arb_buf_clear(&cells);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    const arb_language *language = arb_language_at(data[0] % arb_language_count());
    const arb_braille form = { .cells = 26 + data[0] % 40, .brf = data[0] & 1 };
    /* A copy of its own size, so that a byte too far is noticed. */
    char *text = malloc(size > 1 ? size - 1 : 1);

    if (text == NULL)
        return 0;
    memcpy(text, data + 1, size - 1);
    check_announcement(text, size - 1, language);
    check_text(text, size - 1, &form);
    check_games(text, size - 1, &form);
    check_diagram(text, size - 1, &form);
    free(text);
    return 0;
}
