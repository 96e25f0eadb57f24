/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as a written move and as a scoresheet. The first byte chooses the language, the rest is
 * the text. What cannot be read stops inside the text and touches nothing. What can be read is, in
 * each of a few positions, a legal move that every style writes and reads back, or several legal
 * moves, or breaks an article. A sheet comes to its end, and so do its entries.
 */
#include <string.h>

#include "arbitro/sheet.h"
#include "fuzz.h"

/* Guessing reads a sheet in every language: long ones take too long to be worth it. */
enum { GUESS_MAX = 4096 };

static const struct {
    const char *fen;
    arb_variant variant;
} boards[] = {
    { "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", ARB_STANDARD },
    { "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", ARB_STANDARD },
    { "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 b kq - 0 1", ARB_STANDARD },
    { "n3r2k/1P1P4/8/3pP3/4Q2Q/8/8/K2N1N1Q w - d6 0 2", ARB_STANDARD },
    { "1rk1r3/8/8/8/8/8/8/1R3KR1 w GBeb - 0 1", ARB_CHESS960 },
    { "4k3/8/8/8/8/8/8/1R4KR w HB - 0 1", ARB_CHESS960 },
};

static arb_pos position_of(const char *fen)
{
    arb_setup setup;
    arb_pos pos;

    require(arb_fen_read(&setup, NULL, fen, strlen(fen), NULL) == ARB_OK, "the FEN is right");
    require(!arb_faults_hard(arb_pos_from_setup(&pos, &setup)), "and makes a position");
    return pos;
}

/* Writes the move in every ready style and reads it back. */
static void check_styles(const arb_pos *pos, arb_move move, arb_variant variant,
                         const arb_language *language)
{
    const arb_style *const ready[] = { &arb_style_san, &arb_style_fide,    &arb_style_long,
                                       &arb_style_uci, &arb_style_numeric, &arb_style_words };

    for (size_t i = 0; i < sizeof ready / sizeof *ready; i++) {
        arb_style style = *ready[i];
        char text[ARB_MOVE_TEXT_SIZE];
        arb_written written;

        style.language = language;
        style.variant = variant;
        const size_t size = arb_move_write(text, sizeof text, pos, move, &style);
        require(size < sizeof text && size == strlen(text), "a move fits its room");
        require(arb_written_read(&written, NULL, text, size, language) == ARB_OK,
                "what is written is read");
        const arb_reading reading = arb_written_in(&written, pos, variant);
        require(reading.kind == ARB_READING_LEGAL && arb_move_equal(reading.move, move),
                "and is the same move");
    }
}

static void check_reading(const arb_written *written, const arb_pos *pos, arb_variant variant,
                          const arb_language *language)
{
    const arb_reading reading = arb_written_in(written, pos, variant);

    switch (reading.kind) {
    case ARB_READING_LEGAL:
        require(arb_pos_is_legal(pos, reading.move), "a legal move is legal");
        check_styles(pos, reading.move, variant, language);
        break;
    case ARB_READING_AMBIGUOUS:
        require(reading.count >= 2, "more than one move fits");
        for (unsigned i = 0; i < reading.count && i < ARB_CANDIDATES_MAX; i++) {
            require(arb_pos_is_legal(pos, reading.candidates[i]), "candidates are legal");
            for (unsigned j = 0; j < i; j++)
                require(!arb_move_equal(reading.candidates[i], reading.candidates[j]),
                        "candidates are different moves");
        }
        break;
    case ARB_READING_ILLEGAL:
        require(reading.article > ARB_ART_NONE && reading.article < ARB_ART_COUNT,
                "an illegal move breaks an article");
        break;
    }
}

static void check_move(const char *text, size_t size, const arb_language *language)
{
    arb_written written, before;
    arb_where where = { 0, 0, ARB_WANTED_COUNT };

    memset(&before, 0xa5, sizeof before);
    memcpy(&written, &before, sizeof written);
    const arb_err err = arb_written_read(&written, &where, text, size, language);
    if (err != ARB_OK) {
        require(err == ARB_SYNTAX, "text is refused as text");
        require(memcmp(&written, &before, sizeof written) == 0, "an error leaves all untouched");
        require(where.line >= 1 && where.column >= 1 && where.column <= size + 1,
                "reading stops inside the text");
        require(where.wanted < ARB_WANTED_COUNT, "something was expected");
        return;
    }
    require(written.form != ARB_FORM_NONE, "a move that was read has a form");
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        const arb_pos pos = position_of(boards[i].fen);
        check_reading(&written, &pos, boards[i].variant, language);
    }
}

static void check_sheet(const char *text, size_t size, const arb_language *language)
{
    const arb_sheet whole = { .text = text, .size = size, .language = language };
    const arb_pos start = arb_pos_initial();
    arb_sheet sheet = whole;
    arb_difference difference;
    arb_written written;
    arb_err err;

    for (size_t before = 0;; before = sheet.at) {
        err = arb_sheet_next(&written, &sheet, NULL);
        if (err != ARB_OK || written.form == ARB_FORM_NONE)
            break;
        require(sheet.at > before && sheet.at <= size, "a sheet goes forward");
    }
    err = arb_sheet_compare(&difference, &whole, &whole, &start, ARB_STANDARD);
    require(err != ARB_OK || !difference.differ, "a sheet does not differ from itself");
    if (size > GUESS_MAX)
        return;
    const arb_guess guess = arb_sheet_guess(text, size, &start, ARB_STANDARD);
    require(guess.fitting <= arb_language_count(), "no more languages fit than there are");
    require((guess.language != NULL) == (guess.fitting > 0), "a language is named when one fits");
    require((guess.certainty == ARB_CERTAINTY_CERTAIN) == (guess.fitting == 1),
            "one language alone is certain");
}

/* Entries go forward and cover all that is not blank; one that is a move by itself is one again. */
static void check_entries(const char *text, size_t size, const arb_language *language)
{
    const arb_pos start = arb_pos_initial();
    arb_sheet_entry entry, alone;
    size_t at = 0, end = 0;

    if (size > GUESS_MAX)
        return;
    while (arb_sheet_entry_next(&entry, text, size, &at, language)) {
        require(entry.size > 0 && entry.text >= text + end && entry.text + entry.size == text + at,
                "entries go forward");
        for (const char *blank = text + end; blank < entry.text; blank++)
            require(*blank == ' ' || *blank == '\t', "nothing lies between them");
        end = at;
        size_t again = 0;
        require(arb_sheet_entry_next(&alone, entry.text, entry.size, &again, language) &&
                    again == entry.size && alone.kind == entry.kind,
                "an entry alone is the same entry");
        arb_reading reading;
        arb_written written;
        const bool is_move = arb_sheet_entry_in(&reading, &written, entry.text, entry.size, &start,
                                                ARB_STANDARD, language);
        require(entry.kind != ARB_ENTRY_MOVE || is_move, "a move can be read in a position");
    }
    for (; end < size; end++)
        require(text[end] == ' ' || text[end] == '\t', "nothing is left over");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    const arb_language *language = arb_language_at(data[0] % arb_language_count());
    /* A copy of its own size, so that a byte too far is noticed. */
    char *text = malloc(size > 1 ? size - 1 : 1);

    if (text == NULL)
        return 0;
    memcpy(text, data + 1, size - 1);
    check_move(text, size - 1, language);
    check_sheet(text, size - 1, language);
    check_entries(text, size - 1, language);
    free(text);
    return 0;
}
