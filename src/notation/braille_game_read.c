/* SPDX-License-Identifier: MIT */
/* Scoresheets in Braille read back as PGN (Laws D.2.7). */
#include <string.h>

#include "arbitro/fen.h"
#include "arbitro/pgn_write.h"
#include "notation/braille_internal.h"
#include "notation/pgn_tag_scan.h"

enum { CELLS_MAX = 32, TAG_MAX = ARB_PGN_TEXT_MAX };

/* A scoresheet that is being read. */
typedef struct reading {
    arb_braille_in in;
    arb_where *where;
    arb_pgn_writer *writer;
    arb_buf name, value;
    arb_pos pos;
    bool moved; /* something was played */
} reading;

static arb_err add_to(void *user, const char *text, size_t size)
{
    return arb_buf_add(user, text, size);
}

static arb_err wrong(const reading *r, arb_wanted wanted)
{
    return arb_braille_fail(&r->in, r->where, wanted);
}

/* ---- tags ---- */

/* What decides on the game: the position from which it starts. */
static arb_err take_start(reading *r)
{
    if (strcmp(arb_buf_text(&r->name), "FEN") != 0)
        return ARB_OK;
    const arb_err err =
        arb_pos_from_fen(&r->pos, NULL, NULL, arb_buf_text(&r->value), arb_buf_size(&r->value));
    return err == ARB_OK ? ARB_OK : wrong(r, ARB_WANTED_SETUP);
}

static bool is_name(const arb_buf *name)
{
    const char *text = arb_buf_text(name);
    size_t size = 0;

    while (arb_tag_is_name(text[size]))
        size++;
    return size > 0 && size == arb_buf_size(name);
}

/* One tag: its name, a colon, its value. The colon is a cell of the name. */
static arb_err take_tag(reading *r)
{
    int last = 0;

    arb_buf_cut(&r->name, 0);
    arb_buf_cut(&r->value, 0);
    arb_err err = arb_braille_take_text(&r->name, &r->in, '3', &last, r->where);
    if (err == ARB_OK && (last != '3' || !is_name(&r->name)))
        err = wrong(r, ARB_WANTED_BRAILLE_TAG);
    const int blank = err == ARB_OK ? arb_braille_next(&r->in) : 0;
    if (err == ARB_OK && blank != ' ' && blank != ARB_BRAILLE_LINE_END)
        err = wrong(r, ARB_WANTED_BRAILLE_TAG);
    if (err == ARB_OK && blank == ' ')
        err = arb_braille_take_text(&r->value, &r->in, ARB_BRAILLE_END, &last, r->where);
    if (err == ARB_OK)
        err = take_start(r);
    if (err != ARB_OK)
        return err;
    const arb_pgn_tag tag = { arb_buf_text(&r->name), arb_buf_text(&r->value),
                              arb_buf_size(&r->name), arb_buf_size(&r->value) };
    return arb_pgn_write_tag(r->writer, &tag);
}

/* ---- moves ---- */

/* A result, or ARB_PGN_RESULT_NONE. */
static arb_pgn_result result_of(const char *cells)
{
    static const char *const results[] = { "*", "#A-#J", "#J-#A", "#A/#B" };

    for (int i = 0; i < 4; i++)
        if (strcmp(cells, results[i]) == 0)
            return (arb_pgn_result)(ARB_PGN_RESULT_OPEN + i);
    return ARB_PGN_RESULT_NONE;
}

/* The move as SAN has it; castling, pieces and files are told apart by their place. */
static void write_san(char out[CELLS_MAX], const char *cells)
{
    const size_t size = strlen(cells);
    size_t to = 0;

    for (size_t i = 0; i < size; i++) {
        const char c = cells[i] == 'L' ? 'B' : cells[i];
        const bool last = i > 0 && cells[i - 1] >= '1' && cells[i - 1] <= '8'; /* promotion */
        const bool piece = strchr("KQRNB", c) && (i == 0 || last) && cells[i] != 'B';
        const bool kept = piece || cells[0] == 'O' || c < 'A' || c > 'Z';
        out[to++] = kept ? c : (char)(c + 32);
    }
    out[to] = '\0';
}

static arb_err play(reading *r, char *cells)
{
    char san[CELLS_MAX];
    arb_reading read;
    const bool offer = cells[strlen(cells) - 1] == '=';

    if (offer)
        cells[strlen(cells) - 1] = '\0';
    if (strcmp(cells, "--") == 0) {
        arb_setup setup = arb_pos_setup(&r->pos);
        arb_err err = arb_pgn_write_null(r->writer, &r->pos);
        setup.turn = setup.turn == ARB_WHITE ? ARB_BLACK : ARB_WHITE;
        setup.en_passant = ARB_SQUARE_NONE;
        setup.move_number = (uint16_t)(setup.move_number + (setup.turn == ARB_WHITE));
        setup.quiet_plies++;
        if (err == ARB_OK && arb_faults_hard(arb_pos_from_setup(&r->pos, &setup)))
            err = wrong(r, ARB_WANTED_BRAILLE_MOVE);
        return err;
    }
    write_san(san, cells);
    if (arb_move_read(&read, NULL, &r->pos, san, strlen(san), NULL) != ARB_OK)
        return wrong(r, ARB_WANTED_BRAILLE_MOVE);
    if (read.kind != ARB_READING_LEGAL)
        return wrong(r, ARB_WANTED_LEGAL_MOVE);
    arb_err err = arb_pgn_write_move(r->writer, &r->pos, read.move);
    if (err == ARB_OK && offer)
        err = arb_pgn_write_comment(r->writer, "[%arb offer]", 12);
    arb_pos_play(&r->pos, &r->pos, read.move);
    return err;
}

/* Numbers are for the fingers: they are read and must be numbers, no more. */
static bool is_number(const char *cells)
{
    return cells[0] == '#' && cells[1] && strspn(cells + 1, "ABCDEFGHIJ") == strlen(cells + 1);
}

/* The words of the moves, to the result. */
static arb_err take_moves(reading *r)
{
    char cells[CELLS_MAX];

    for (;;) {
        size_t size = 0;
        const size_t began = r->in.next;
        int cell;
        while ((cell = arb_braille_next(&r->in)) > 0 && cell != ' ') {
            if (size + 1 == sizeof cells)
                return wrong(r, ARB_WANTED_BRAILLE_MOVE);
            cells[size++] = (char)cell;
        }
        cells[size] = '\0';
        const arb_braille_in after = r->in;
        r->in.at = began;
        if (size == 0 || cell == ARB_BRAILLE_NONE)
            return wrong(r, ARB_WANTED_BRAILLE_MOVE);
        const arb_pgn_result result = result_of(cells);
        if (result != ARB_PGN_RESULT_NONE) {
            if (cell == ' ')
                return wrong(r, ARB_WANTED_LINE_END);
            r->in = after;
            return arb_pgn_write_end(r->writer, result);
        }
        if (!is_number(cells) && strcmp(cells, "-") != 0) {
            const arb_err err = play(r, cells);
            if (err != ARB_OK)
                return err;
        }
        r->in = after;
        if (cell != ' ') /* the sheet ends without a result */
            return wrong(r, ARB_WANTED_RESULT);
    }
}

/* A game: its tags, an empty line, its moves, and an empty line or the end. */
static arb_err take_game(reading *r, bool *end)
{
    r->pos = arb_pos_initial();
    for (;;) {
        const arb_braille_in before = r->in;
        const int cell = arb_braille_next(&r->in);
        if (cell == ARB_BRAILLE_LINE_END)
            break;
        if (cell == ARB_BRAILLE_END)
            return wrong(r, ARB_WANTED_BRAILLE_TAG);
        r->in = before;
        const arb_err err = take_tag(r);
        if (err != ARB_OK)
            return err;
    }
    const arb_err err = take_moves(r);
    if (err != ARB_OK)
        return err;
    const int cell = arb_braille_next(&r->in);
    *end = cell == ARB_BRAILLE_END;
    return *end || cell == ARB_BRAILLE_LINE_END ? ARB_OK : wrong(r, ARB_WANTED_LINE_END);
}

arb_err arb_braille_games_read(arb_buf *out, arb_where *where, const arb_mem *mem, const char *text,
                               size_t size)
{
    const size_t before = arb_buf_size(out);
    reading r = { .where = where };
    bool end = size == 0;

    arb_err err = arb_pgn_writer_new(&r.writer, mem, NULL, add_to, out);
    if (err != ARB_OK)
        return err;
    arb_buf_init(&r.name, mem, TAG_MAX);
    arb_buf_init(&r.value, mem, TAG_MAX);
    arb_braille_open(&r.in, text, size);
    while (err == ARB_OK && !end)
        err = take_game(&r, &end);
    arb_buf_clear(&r.name);
    arb_buf_clear(&r.value);
    arb_pgn_writer_free(r.writer);
    if (err != ARB_OK)
        arb_buf_cut(out, before);
    return err;
}
