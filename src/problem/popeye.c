/* SPDX-License-Identifier: MIT */
/* Reading Popeye's input; see popeye.h. */
#include "arbitro/popeye.h"

#include <string.h>

#include "problem/popeye_words.h"

/* What comes next. */
enum { AT_BEGIN, AT_PROBLEM, AT_TWIN, AT_END };

/* A word of the text. */
typedef struct token {
    const char *text;
    size_t size; /* 0: the text is over */
    size_t at;
} token;

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static token peek(const arb_popeye *r)
{
    size_t at = r->at, end;

    while (at < r->size && is_blank(r->text[at]))
        at++;
    for (end = at; end < r->size && !is_blank(r->text[end]); end++)
        ;
    return (token){ r->text + at, end - at, at };
}

static token take(arb_popeye *r)
{
    const token t = peek(r);

    r->at = t.at + t.size;
    return t;
}

/* What is left of the line, without blanks around it. */
static token take_line(arb_popeye *r)
{
    size_t at = r->at, end;

    while (at < r->size && (r->text[at] == ' ' || r->text[at] == '\t'))
        at++;
    for (end = at; end < r->size && r->text[end] != '\n'; end++)
        ;
    r->at = end;
    while (end > at && is_blank(r->text[end - 1]))
        end--;
    return (token){ r->text + at, end - at, at };
}

static arb_popeye_command command_of(const arb_popeye *r, token t)
{
    return arb_popeye_command_read(r->language, t.text, t.size);
}

/* Is this the end of a problem? */
static bool closes(arb_popeye_command c)
{
    return c == POPEYE_NEXT || c == POPEYE_END;
}

static bool fail(arb_popeye_item *item, const arb_popeye *r, size_t at, arb_wanted wanted)
{
    item->err = ARB_SYNTAX;
    item->where = arb_where_at(r->text, r->size, at, wanted);
    return false;
}

/* ---- the parts of a problem; false after an error */

static arb_square square_at(const token t, size_t at)
{
    char name[2];

    if (at + 2 > t.size)
        return ARB_SQUARE_NONE;
    name[0] = t.text[at] >= 'A' && t.text[at] <= 'H' ? (char)(t.text[at] - 'A' + 'a') : t.text[at];
    name[1] = t.text[at + 1];
    return arb_square_read(name, 2);
}

/* A letter and its squares: Ke1, Pa2b2c3. What a twin adds may take the place of another man. */
static bool read_man(arb_popeye_item *item, const arb_popeye *r, token t, arb_colour colour,
                     bool replaces)
{
    const arb_role role = arb_popeye_role_read(r->language, t.text[0]);

    if (role == ARB_ROLE_NONE || t.size < 3 || t.size % 2 == 0)
        return fail(item, r, t.at, ARB_WANTED_POPEYE_PIECE);
    for (size_t i = 1; i < t.size; i += 2) {
        const arb_square at = square_at(t, i);
        if (at == ARB_SQUARE_NONE || (!replaces && item->setup.piece[at] != ARB_PIECE_NONE))
            return fail(item, r, t.at + i, ARB_WANTED_POPEYE_SQUARE);
        item->setup.piece[at] = arb_piece_of(colour, role);
    }
    return true;
}

/* Pieces of one colour, up to the next word that is none. */
static bool read_men(arb_popeye_item *item, arb_popeye *r, bool replaces)
{
    arb_colour colour = ARB_COLOUR_COUNT;

    for (token t = peek(r); t.size; t = peek(r)) {
        const arb_colour said = arb_popeye_colour_read(r->language, t.text, t.size);
        if (said != ARB_COLOUR_COUNT) {
            colour = said;
            (void)take(r);
        } else if (command_of(r, t) != POPEYE_COMMANDS ||
                   arb_popeye_change_read(r->language, t.text, t.size) != POPEYE_CHANGES) {
            return true;
        } else if (colour == ARB_COLOUR_COUNT) {
            return fail(item, r, t.at, ARB_WANTED_POPEYE_COLOUR);
        } else if (!read_man(item, r, take(r), colour, replaces)) {
            return false;
        }
    }
    return true;
}

/* A letter of Forsyth: N is meant as a knight by those who do not write S. */
static arb_piece forsyth_piece(unsigned language, char letter, bool knights_are_n)
{
    const bool white = letter >= 'A' && letter <= 'Z';
    arb_role role = arb_popeye_role_read(language, letter);

    if (role == ARB_ROLE_NONE && knights_are_n && (letter == 'n' || letter == 'N'))
        role = ARB_KNIGHT;
    return role == ARB_ROLE_NONE ? ARB_PIECE_NONE
                                 : arb_piece_of(white ? ARB_WHITE : ARB_BLACK, role);
}

static bool read_forsyth(arb_popeye_item *item, arb_popeye *r)
{
    const token t = take(r);
    const bool n = r->language == POPEYE_ENGLISH && !memchr(t.text, 's', t.size) &&
                   !memchr(t.text, 'S', t.size);
    unsigned file = 0, rank = 7;

    for (size_t i = 0; i < t.size; i++) {
        const char c = t.text[i];
        if (c == '/') {
            if (rank == 0)
                return fail(item, r, t.at + i, ARB_WANTED_EIGHT_RANKS);
            rank--;
            file = 0;
        } else if (c >= '1' && c <= '9') {
            file += (unsigned)(c - '0');
        } else {
            const arb_piece piece = forsyth_piece(r->language, c, n);
            if (piece == ARB_PIECE_NONE || file > 7)
                return fail(item, r, t.at + i, ARB_WANTED_POPEYE_PIECE);
            item->setup.piece[arb_square_at(file++, rank)] = piece;
        }
        if (file > 8)
            return fail(item, r, t.at + i, ARB_WANTED_EIGHT_SQUARES);
    }
    return t.size ? true : fail(item, r, t.at, ARB_WANTED_PIECE_OR_COUNT);
}

static bool read_stipulation(arb_popeye_item *item, arb_popeye *r)
{
    const token t = take(r);
    arb_where where;

    if (arb_stipulation_read(&item->stipulation, &where, t.text, t.size) == ARB_OK)
        return true;
    return fail(item, r, t.at + where.column - 1, where.wanted);
}

static bool read_count(unsigned *out, arb_popeye_item *item, arb_popeye *r)
{
    const token t = take(r);

    *out = 0;
    for (size_t i = 0; i < t.size; i++) {
        if (t.text[i] < '0' || t.text[i] > '9' || *out > 100000)
            return fail(item, r, t.at + i, ARB_WANTED_NUMBER);
        *out = 10 * *out + (unsigned)(t.text[i] - '0');
    }
    return t.size ? true : fail(item, r, t.at, ARB_WANTED_NUMBER);
}

static bool read_option(arb_popeye_item *item, arb_popeye *r, arb_popeye_option option)
{
    unsigned number;

    switch (option) {
    case POPEYE_SETPLAY:
        item->set = true;
        return true;
    case POPEYE_TRY:
        item->tries = true;
        return true;
    case POPEYE_DEFENCE:
        item->tries = true;
        return read_count(&item->refutations, item, r);
    case POPEYE_WHITE_TO_PLAY:
        item->setup.turn = ARB_WHITE;
        item->fields = ARB_PROBLEM_TURN;
        return true;
    case POPEYE_MAX_TIME:
    case POPEYE_MAX_SOLUTIONS:
        return read_count(&number, item, r);
    case POPEYE_VARIATION:
    case POPEYE_NO_THREAT:
    case POPEYE_INTELLIGENT:
    case POPEYE_MOVE_NUMBERS:
    case POPEYE_NO_BOARD:
    case POPEYE_NO_SHORT:
        return true;
    case POPEYE_OPTIONS:
        break;
    }
    return false;
}

static bool read_options(arb_popeye_item *item, arb_popeye *r)
{
    for (token t = peek(r); t.size; t = peek(r)) {
        const arb_popeye_option option = arb_popeye_option_read(r->language, t.text, t.size);
        if (option == POPEYE_OPTIONS && command_of(r, t) != POPEYE_COMMANDS)
            return true;
        if (option == POPEYE_OPTIONS)
            return fail(item, r, t.at, ARB_WANTED_POPEYE_OPTION);
        (void)take(r);
        if (!read_option(item, r, option))
            return false;
    }
    return true;
}

static bool read_words(arb_popeye_item *item, arb_popeye *r, arb_popeye_command command)
{
    const token t = take_line(r);

    if (command == POPEYE_AUTHOR) {
        item->author = t.text;
        item->author_size = t.size;
    } else if (command == POPEYE_TITLE) {
        item->title = t.text;
        item->title_size = t.size;
    }
    return true;
}

static bool read_command(arb_popeye_item *item, arb_popeye *r, arb_popeye_command command, token t)
{
    switch (command) {
    case POPEYE_PIECES:
        return read_men(item, r, false);
    case POPEYE_FORSYTH:
        return read_forsyth(item, r);
    case POPEYE_STIPULATION:
        return read_stipulation(item, r);
    case POPEYE_OPTION:
        return read_options(item, r);
    case POPEYE_CONDITION:
        return fail(item, r, t.at, ARB_WANTED_POPEYE_ORTHODOX);
    case POPEYE_AUTHOR:
    case POPEYE_TITLE:
    case POPEYE_ORIGIN:
    case POPEYE_REMARK:
    case POPEYE_AWARD:
    case POPEYE_PROTOCOL:
        return read_words(item, r, command);
    case POPEYE_NEXT:
    case POPEYE_END:
    case POPEYE_TWIN:
    case POPEYE_ZERO:
    case POPEYE_COMMANDS:
        break;
    }
    return fail(item, r, t.at, ARB_WANTED_POPEYE_COMMAND);
}

/* ---- twins */

static bool read_square(arb_square *out, arb_popeye_item *item, arb_popeye *r, bool filled)
{
    const token t = take(r);

    *out = t.size == 2 ? square_at(t, 0) : ARB_SQUARE_NONE;
    if (*out == ARB_SQUARE_NONE || (filled && item->setup.piece[*out] == ARB_PIECE_NONE))
        return fail(item, r, t.at, ARB_WANTED_POPEYE_SQUARE);
    return true;
}

static bool substitute(arb_popeye_item *item, arb_popeye *r)
{
    const token old = take(r), new = take(r);
    const arb_role from = old.size == 1 ? arb_popeye_role_read(r->language, old.text[0])
                                        : ARB_ROLE_NONE,
                   to = new.size == 1 ? arb_popeye_role_read(r->language, new.text[0])
                                      : ARB_ROLE_NONE;

    if (from == ARB_ROLE_NONE || to == ARB_ROLE_NONE)
        return fail(item, r, from == ARB_ROLE_NONE ? old.at : new.at, ARB_WANTED_POPEYE_PIECE);
    for (unsigned at = 0; at < 64; at++) {
        const arb_piece piece = item->setup.piece[at];
        if (piece != ARB_PIECE_NONE && arb_piece_role(piece) == from)
            item->setup.piece[at] = arb_piece_of(arb_piece_colour(piece), to);
    }
    return true;
}

static bool read_change(arb_popeye_item *item, arb_popeye *r, arb_popeye_change change)
{
    arb_square a, b;

    switch (change) {
    case POPEYE_MOVE:
    case POPEYE_EXCHANGE:
        if (!read_square(&a, item, r, true) || !read_square(&b, item, r, change == POPEYE_EXCHANGE))
            return false;
        const arb_piece piece = item->setup.piece[a];
        item->setup.piece[a] =
            change == POPEYE_EXCHANGE ? item->setup.piece[b] : (arb_piece)ARB_PIECE_NONE;
        item->setup.piece[b] = piece;
        return true;
    case POPEYE_REMOVE:
        if (!read_square(&a, item, r, true))
            return false;
        item->setup.piece[a] = ARB_PIECE_NONE;
        return true;
    case POPEYE_ADD:
        return read_men(item, r, true);
    case POPEYE_SUBSTITUTE:
        return substitute(item, r);
    case POPEYE_CONTINUED:
        item->setup = r->last.setup;
        item->stipulation = r->last.stipulation;
        return true;
    case POPEYE_CHANGES:
        break;
    }
    return false;
}

/* What a twin changes, up to the next command. */
static bool read_twin(arb_popeye_item *item, arb_popeye *r)
{
    for (token t = peek(r); t.size; t = peek(r)) {
        const arb_popeye_change change = arb_popeye_change_read(r->language, t.text, t.size);
        const arb_popeye_command command = command_of(r, t);
        if (change != POPEYE_CHANGES) {
            (void)take(r);
            if (!read_change(item, r, change))
                return false;
        } else if (command == POPEYE_STIPULATION || command == POPEYE_CONDITION) {
            (void)take(r);
            if (!read_command(item, r, command, t))
                return false;
        } else if (command != POPEYE_COMMANDS) {
            return true;
        } else {
            return fail(item, r, t.at, ARB_WANTED_POPEYE_TWIN);
        }
    }
    return true;
}

/* ---- problems */

/* After an error: to where the next problem begins. */
static void skip_problem(arb_popeye *r)
{
    for (token t = take(r); t.size; t = take(r))
        if (t.size > 3 && closes(command_of(r, t))) {
            r->state = command_of(r, t) == POPEYE_NEXT ? AT_PROBLEM : AT_END;
            return;
        }
    r->state = AT_END;
}

/* What follows the commands of a problem or a twin. */
static void go_on(arb_popeye *r)
{
    const token t = take(r);
    const arb_popeye_command command = command_of(r, t);

    r->state = !t.size                                            ? AT_END
               : command == POPEYE_TWIN || command == POPEYE_ZERO ? AT_TWIN
               : command == POPEYE_NEXT                           ? AT_PROBLEM
                                                                  : AT_END;
}

static bool has_position(const arb_popeye_item *item)
{
    for (unsigned at = 0; at < 64; at++)
        if (item->setup.piece[at] != ARB_PIECE_NONE)
            return true;
    return false;
}

static bool read_problem(arb_popeye_item *item, arb_popeye *r)
{
    for (token t = peek(r); t.size; t = peek(r)) {
        const arb_popeye_command command = command_of(r, t);
        if (closes(command) || command == POPEYE_TWIN || command == POPEYE_ZERO) {
            if (!has_position(item))
                return fail(item, r, t.at, ARB_WANTED_POPEYE_POSITION);
            if (item->stipulation.moves == 0 && !item->stipulation.half)
                return fail(item, r, t.at, ARB_WANTED_STIPULATION);
            return true;
        }
        (void)take(r);
        if (!read_command(item, r, command, t))
            return false;
    }
    return fail(item, r, r->size, ARB_WANTED_POPEYE_END);
}

static void next_problem(arb_popeye_item *item, arb_popeye *r)
{
    const token first = peek(r);

    *item = (arb_popeye_item){ .setup = arb_setup_empty() };
    item->where = arb_where_at(r->text, r->size, first.at, ARB_WANTED_NOTHING);
    if (!read_problem(item, r)) {
        skip_problem(r);
        return;
    }
    const arb_popeye_command command = command_of(r, peek(r));
    r->base = *item;
    item->twin = command == POPEYE_TWIN ? 'a' : 0;
    r->last = *item;
    if (command == POPEYE_ZERO)
        r->last.twin = 'a' - 1;
    go_on(r);
    if (command == POPEYE_ZERO)
        (void)arb_popeye_next(item, r);
}

static void next_twin(arb_popeye_item *item, arb_popeye *r)
{
    const char letter = r->last.twin;

    *item = r->base;
    item->twin = (char)(letter < 'z' ? letter + 1 : 'z');
    if (!read_twin(item, r)) {
        skip_problem(r);
        return;
    }
    r->last = *item;
    go_on(r);
}

void arb_popeye_init(arb_popeye *out, const char *text, size_t size)
{
    *out = (arb_popeye){ .text = text, .size = size };
}

bool arb_popeye_looks(const char *text, size_t size)
{
    arb_popeye r;

    arb_popeye_init(&r, text, size);
    const token t = peek(&r);
    return arb_popeye_language(t.text, t.size) < POPEYE_LANGUAGES;
}

/* In help play White begins by leaving out Black's first move: h#4 is then h#3.5. */
static void shorten(arb_popeye_item *item)
{
    arb_stipulation *s = &item->stipulation;

    if (item->err || !(item->fields & ARB_PROBLEM_TURN) || s->play != ARB_PROBLEM_HELP)
        return;
    item->fields = 0;
    if (!s->half) {
        s->moves--;
        s->half = true;
    }
}

bool arb_popeye_next(arb_popeye_item *out, arb_popeye *r)
{
    if (r->state == AT_BEGIN) {
        const token t = take(r);
        r->language = arb_popeye_language(t.text, t.size);
        r->state = AT_PROBLEM;
        if (r->language == POPEYE_LANGUAGES) {
            *out = (arb_popeye_item){ .setup = arb_setup_empty() };
            (void)fail(out, r, t.at, ARB_WANTED_POPEYE_BEGIN);
            r->state = AT_END;
            return true;
        }
    }
    if (r->state == AT_END)
        return false;
    if (r->state == AT_TWIN)
        next_twin(out, r);
    else
        next_problem(out, r);
    shorten(out);
    return true;
}
