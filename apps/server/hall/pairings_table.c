/* SPDX-License-Identifier: MIT */
/*
 * Pairings as a table or as lines of two names; see pairings.h. A table has its headings, in one of
 * its first lines, or the columns board, White, Black, or White and Black alone.
 */
#include <string.h>

#include "server/hall/pairings_internal.h"

enum { COLUMNS_MAX = 64, TITLES_MAX = 8, BOARD_MAX = 9999 };

/* ---- the columns of a line */

typedef struct row {
    arb_span cell[COLUMNS_MAX];
    size_t count;
} row;

/* The end of a cell in quotes, behind the last of them; inside, two are one. 0: there is none. */
static size_t end_of_quotes(arb_span s)
{
    for (size_t i = 1; i < s.size; i++) {
        if (s.at[i] != '"')
            continue;
        if (i + 1 < s.size && s.at[i + 1] == '"')
            i++;
        else
            return i + 1;
    }
    return 0;
}

static arb_span skip_blanks(arb_span s, char separator)
{
    while (s.size > 0 && *s.at != separator && (*s.at == ' ' || *s.at == '\t'))
        s = arb_span_from(s, 1);
    return s;
}

/* One cell off the front of `rest`. */
static arb_err read_cell(arb_span *cell, arb_span *rest, const arb_pairing_reader *r)
{
    const char separator = r->out->separator;
    const arb_span s = skip_blanks(*rest, separator);
    size_t end;

    if (s.size == 0 || *s.at != '"') {
        const char *stop = memchr(rest->at, separator, rest->size);
        end = stop ? (size_t)(stop - rest->at) : rest->size;
        *cell = arb_span_trim(arb_span_to(*rest, end));
        *rest = arb_span_from(*rest, end);
        return ARB_OK;
    }
    end = end_of_quotes(s);
    if (end == 0)
        return arb_pairings_fail(r, &s, ARB_PAIRINGS_QUOTE);
    *cell = arb_span_trim(arb_span_to(arb_span_from(s, 1), end - 2));
    *rest = skip_blanks(arb_span_from(s, end), separator);
    if (rest->size > 0 && *rest->at != separator)
        return arb_pairings_fail(r, rest, ARB_PAIRINGS_AFTER_QUOTE);
    return ARB_OK;
}

static arb_err read_row(row *out, const arb_pairing_reader *r, arb_span line)
{
    arb_err err = ARB_OK;

    out->count = 0;
    for (arb_span rest = line;; rest = arb_span_from(rest, 1)) {
        if (out->count == COLUMNS_MAX)
            return arb_pairings_fail(r, &rest, ARB_PAIRINGS_COLUMNS);
        err = read_cell(&out->cell[out->count++], &rest, r);
        if (err || rest.size == 0)
            return err;
    }
}

/* ---- headings */

/* Where each thing stands; COLUMNS_MAX: nowhere. */
typedef struct layout {
    size_t board, white, black, group;
    size_t fact[2][ARB_PARTICULAR_COUNT];
} layout;

typedef enum heading { OTHER, BOARD, WHITE, BLACK, NAME, GROUP } heading;

static const struct {
    const char *word;
    heading is;
} headings[] = {
    { "board", BOARD },
    { "bo", BOARD },
    { "bo.", BOARD },
    { "bd", BOARD },
    { "bd.", BOARD },
    { "table", BOARD },
    { "scacchiera", BOARD },
    { "scacch.", BOARD },
    { "sc.", BOARD },
    { "tavolo", BOARD },
    { "tav.", BOARD },
    { "tav", BOARD },
    { "n. scacchiera", BOARD },
    { "#", BOARD },
    { "white", WHITE },
    { "white player", WHITE },
    { "white name", WHITE },
    { "name white", WHITE },
    { "bianco", WHITE },
    { "giocatore bianco", WHITE },
    { "nome bianco", WHITE },
    { "black", BLACK },
    { "black player", BLACK },
    { "black name", BLACK },
    { "name black", BLACK },
    { "nero", BLACK },
    { "giocatore nero", BLACK },
    { "nome nero", BLACK },
    { "name", NAME },
    { "nome", NAME },
    { "player", NAME },
    { "giocatore", NAME },
    { "nominativo", NAME },
    { "group", GROUP },
    { "section", GROUP },
    { "gruppo", GROUP },
    { "girone", GROUP },
    { "sezione", GROUP },
    { "torneo", GROUP },
};

static heading heading_of(arb_span s)
{
    for (size_t i = 0; i < sizeof headings / sizeof headings[0]; i++) {
        if (arb_span_is(s, headings[i].word))
            return headings[i].is;
    }
    return OTHER;
}

static layout nowhere(void)
{
    layout out = { COLUMNS_MAX, COLUMNS_MAX, COLUMNS_MAX, COLUMNS_MAX, { { 0 } } };

    for (unsigned i = 0; i < ARB_PARTICULAR_COUNT; i++)
        out.fact[ARB_WHITE][i] = out.fact[ARB_BLACK][i] = COLUMNS_MAX;
    return out;
}

static void set_once(size_t *place, size_t column)
{
    if (*place == COLUMNS_MAX)
        *place = column;
}

/* What is told of a player: of two columns that do not say of whom the first is White's. */
static void set_fact(layout *out, arb_span cell, size_t column)
{
    arb_particular fact;
    arb_colour player;

    if (!arb_particulars_heading(&fact, &player, cell.at, cell.size))
        return;
    if (player == ARB_COLOUR_COUNT)
        player = out->fact[ARB_WHITE][fact] == COLUMNS_MAX ? ARB_WHITE : ARB_BLACK;
    set_once(&out->fact[player][fact], column);
}

/*
 * Is the row one of headings? Of two columns of names the first is White's. There are people whose
 * names mean white and black: a row of headings has both, or a board beside one of them, and begins
 * with no number.
 */
static bool read_headings(layout *out, const row *line)
{
    unsigned number;

    *out = nowhere();
    if (arb_span_number(&number, line->cell[0], UINT16_MAX))
        return false;
    for (size_t i = 0; i < line->count; i++) {
        const heading is = heading_of(line->cell[i]);
        if (is == BOARD)
            set_once(&out->board, i);
        else if (is == GROUP)
            set_once(&out->group, i);
        else if (is == WHITE || (is == NAME && out->white == COLUMNS_MAX))
            set_once(&out->white, i);
        else if (is == BLACK || is == NAME)
            set_once(&out->black, i);
        else
            set_fact(out, line->cell[i], i);
    }
    const bool white = out->white < COLUMNS_MAX, black = out->black < COLUMNS_MAX;
    return (white && black) || ((white || black) && out->board < COLUMNS_MAX);
}

/* Columns that programs of tournaments write, and of which nothing is wanted here. */
static bool is_needless(arb_span s)
{
    static const char *const words[] = { "result", "res.",  "res", "risultato", "ris.", "ris",
                                         "points", "pts.",  "pts", "punti",     "pt.",  "pt",
                                         "no.",    "no",    "nr.", "nr",        "n.",   "n",
                                         "snr",    "sno",   "id",  "rank",      "rk.",  "pos.",
                                         "vs",     "vs.",   "-",   ":",         "club", "date",
                                         "time",   "round", "rd.", "turno",     "data", "ora" };

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (arb_span_is(s, words[i]))
            return true;
    return s.size == 0;
}

/* Whoever wrote such a heading may have meant one that is known. */
static arb_err note_unknown(arb_pairing_reader *r, const row *line)
{
    arb_particular fact;
    arb_colour player;
    arb_err err = ARB_OK;

    for (size_t i = 0; i < line->count && !err; i++) {
        const arb_span cell = line->cell[i];
        if (heading_of(cell) == OTHER && !is_needless(cell) &&
            !arb_particulars_heading(&fact, &player, cell.at, cell.size))
            err = arb_pairings_add_heading(r, cell);
    }
    return err;
}

/* ---- boards */

/* "12", "12." or nothing: the next one. */
static arb_err read_board(unsigned *out, const arb_pairing_reader *r, arb_span cell)
{
    const unsigned last = *out;

    *out = last + 1;
    if (cell.size > 0 && cell.at[cell.size - 1] == '.')
        cell.size--;
    if (cell.size == 0 && last < BOARD_MAX)
        return ARB_OK;
    return arb_span_number(out, cell, BOARD_MAX) && *out > 0
               ? ARB_OK
               : arb_pairings_fail(r, &cell, ARB_PAIRINGS_BOARD);
}

/* What stands in a column; nothing, at the end of the line, when there is no such column. */
static arb_span cell_of(const row *line, size_t column, arb_span whole)
{
    return column < line->count ? line->cell[column] : arb_span_from(whole, whole.size);
}

static bool is_blank(const row *line)
{
    for (size_t i = 0; i < line->count; i++) {
        if (line->cell[i].size > 0)
            return false;
    }
    return true;
}

/* What the line tells of the players of the board that was just added. */
static arb_err read_facts(arb_pairing_reader *r, const row *line, const layout *is)
{
    arb_err err = ARB_OK;

    for (unsigned i = 0; i < 2 * ARB_PARTICULAR_COUNT && !err; i++) {
        const arb_colour player = (arb_colour)(i % 2);
        const arb_particular fact = (arb_particular)(i / 2);
        if (is->fact[player][fact] < line->count)
            err = arb_pairings_add_fact(r, player, fact, line->cell[is->fact[player][fact]]);
    }
    return err;
}

/* One line of a table; `board` is the one before. */
static arb_err read_line(unsigned *board, arb_pairing_reader *r, arb_span whole, const layout *is)
{
    const size_t before = r->out->count;
    row line;
    arb_err err = read_row(&line, r, whole);

    if (err || is_blank(&line))
        return err;
    if (is->board < COLUMNS_MAX)
        err = read_board(board, r, cell_of(&line, is->board, whole));
    else
        ++*board;
    if (!err)
        err = arb_pairings_add(r, *board, cell_of(&line, is->white, whole),
                               cell_of(&line, is->black, whole), cell_of(&line, is->group, whole));
    return err || r->out->count == before ? err : read_facts(r, &line, is);
}

static arb_err read_boards(arb_pairing_reader *r, size_t from, const layout *is)
{
    unsigned board = 0;
    arb_err err = ARB_OK;

    for (size_t i = from; i < r->count && !err; i++)
        err = arb_pairings_note(r, read_line(&board, r, r->lines[i], is));
    return arb_pairings_noted(r, err);
}

/* Without headings: board, White, Black, or White, Black. */
static arb_err guess_layout(layout *out, const arb_pairing_reader *r, const row *first)
{
    unsigned number;
    size_t count = first->count;

    while (count > 0 && first->cell[count - 1].size == 0)
        count--;
    arb_span begin = first->cell[0];
    if (begin.size > 0 && begin.at[begin.size - 1] == '.')
        begin.size--;
    const bool numbered = arb_span_number(&number, begin, BOARD_MAX);
    *out = nowhere();
    out->board = numbered ? 0 : COLUMNS_MAX;
    out->white = numbered ? 1 : 0;
    out->black = numbered ? 2 : 1;
    if (count > (numbered ? 3 : 2))
        return arb_pairings_fail(r, &first->cell[numbered ? 3 : 2], ARB_PAIRINGS_HEADINGS);
    return ARB_OK;
}

static arb_err read_columns(arb_pairing_reader *r)
{
    const size_t titles = r->count < TITLES_MAX ? r->count : TITLES_MAX;
    layout is;
    row line;
    arb_err err;

    r->out->format = ARB_PAIRINGS_TABLE;
    for (size_t i = 0; i < titles; i++) {
        if (read_row(&line, r, r->lines[i]) != ARB_OK || !read_headings(&is, &line))
            continue;
        if (is.white == COLUMNS_MAX)
            return arb_pairings_fail(r, &r->lines[i], ARB_PAIRINGS_HEADING_WHITE);
        if (is.black == COLUMNS_MAX)
            return arb_pairings_fail(r, &r->lines[i], ARB_PAIRINGS_HEADING_BLACK);
        err = note_unknown(r, &line);
        return err ? err : read_boards(r, i + 1, &is);
    }
    err = read_row(&line, r, r->lines[0]);
    if (!err)
        err = guess_layout(&is, r, &line);
    return err ? err : read_boards(r, 0, &is);
}

/* ---- lines of two names */

/* Finds " - ", " vs " and the like; the names stand before and behind. */
static bool find_between(arb_span *white, arb_span *black, arb_span line)
{
    static const char *const words[] = { "-",   "\xE2\x80\x93", "\xE2\x80\x94", "vs",
                                         "vs.", "v.",           "contro" };
    size_t at = 0;

    while (at < line.size) {
        const char *gap = memchr(line.at + at, ' ', line.size - at);
        if (!gap)
            return false;
        at = (size_t)(gap - line.at) + 1;
        const char *stop = memchr(line.at + at, ' ', line.size - at);
        const size_t end = stop ? (size_t)(stop - line.at) : line.size;
        const arb_span word = arb_span_to(arb_span_from(line, at), end - at);
        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
            if (!arb_span_is(word, words[i]))
                continue;
            *white = arb_span_trim(arb_span_to(line, at - 1));
            *black = arb_span_trim(arb_span_from(line, end));
            return true;
        }
    }
    return false;
}

/* Takes "12.", "12)" or "12 " off the beginning of White. */
static bool take_board(unsigned *out, arb_span *white)
{
    size_t digits = 0;

    while (digits < white->size && white->at[digits] >= '0' && white->at[digits] <= '9')
        digits++;
    if (digits == 0 || digits == white->size || !strchr(".):\t ", white->at[digits]) ||
        !arb_span_number(out, arb_span_to(*white, digits), BOARD_MAX) || *out == 0)
        return false;
    *white = arb_span_trim(arb_span_from(*white, digits + 1));
    return true;
}

/* Most of the lines are: of the others it is told. Commas may stand in names, or between columns.
 */
static bool are_lines(const arb_pairing_reader *r)
{
    arb_span white, black;
    size_t count = 0;

    for (size_t i = 0; i < r->count; i++)
        count += find_between(&white, &black, arb_span_trim(r->lines[i]));
    return 2 * count > r->count;
}

/* One line; `board` is the one before. */
static arb_err read_pair(unsigned *board, arb_pairing_reader *r, arb_span line)
{
    arb_span white, black;

    if (!find_between(&white, &black, line))
        return arb_pairings_fail(r, &line, ARB_PAIRINGS_BETWEEN);
    if (!take_board(board, &white))
        ++*board;
    return arb_pairings_add(r, *board, white, black, arb_span_from(black, black.size));
}

static bool is_heading(arb_span line)
{
    arb_span white, black;

    return find_between(&white, &black, line) && heading_of(black) == BLACK;
}

static arb_err read_names(arb_pairing_reader *r)
{
    unsigned board = 0;
    arb_err err = ARB_OK;

    r->out->format = ARB_PAIRINGS_LINES;
    for (size_t i = 0; i < r->count && !err; i++) {
        const arb_span line = arb_span_trim(r->lines[i]);
        if (i > 0 || !is_heading(line))
            err = arb_pairings_note(r, read_pair(&board, r, line));
    }
    return arb_pairings_noted(r, err);
}

/* ---- which of them */

static bool have(const arb_pairing_reader *r, char separator)
{
    for (size_t i = 0; i < r->count && i < TITLES_MAX; i++) {
        if (memchr(r->lines[i].at, separator, r->lines[i].size))
            return true;
    }
    return false;
}

arb_err arb_pairings_read_table(arb_pairing_reader *r)
{
    static const char separators[] = { '\t', ';' };

    for (size_t i = 0; i < sizeof separators; i++) {
        r->out->separator = separators[i];
        if (have(r, separators[i]))
            return read_columns(r);
    }
    r->out->separator = ',';
    if (are_lines(r)) {
        r->out->separator = '\0';
        return read_names(r);
    }
    if (have(r, ','))
        return read_columns(r);
    return arb_pairings_fail(r, &r->lines[0], ARB_PAIRINGS_COLUMNS);
}
