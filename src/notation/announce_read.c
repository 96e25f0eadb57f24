/* SPDX-License-Identifier: MIT */
/*
 * Announcements read back: what was heard word by word becomes a written move, and that is read in
 * the position (Laws D.2.1).
 */
#include "arbitro/utf8.h"
#include "base/cursor.h"
#include "notation/hearing.h"
#include "notation/spoken.h"
#include "notation/written_internal.h"

/* What has been heard of a move so far. */
typedef struct announcement {
    uint8_t role, promotion, victim; /* arb_role, or ARB_ROLE_NONE */
    uint8_t file[2], rank[2];        /* of the places in their order, or ARB_UNSAID */
    unsigned places, places_before_takes;
    unsigned wing; /* of castling, or ARB_WING_COUNT */
    bool castles;  /* perhaps without a side */
    bool capture, en_passant;
    bool promotes; /* the piece is still to come */
    bool open;     /* the last place may still get its rank */
    uint8_t check; /* arb_check_mark */
} announcement;

static bool whole(const announcement *a, unsigned place)
{
    return a->file[place] != ARB_UNSAID && a->rank[place] != ARB_UNSAID;
}

/* Is the square of arrival known? */
static bool has_arrival(const announcement *a)
{
    return a->places > 0 && whole(a, a->places - 1) &&
           !(a->capture && a->places == a->places_before_takes);
}

/* "e takes d": a pawn that captures may leave out the rank. */
static bool has_file_of_arrival(const announcement *a)
{
    return a->capture && a->places == a->places_before_takes + 1 && a->places == 2 &&
           a->file[1] != ARB_UNSAID && (a->role == ARB_PAWN || a->role == ARB_ROLE_NONE);
}

/* Has all been said that makes a move? What follows can only be a mark or a promotion. */
static bool is_complete(const announcement *a)
{
    return a->castles || has_arrival(a) || has_file_of_arrival(a) || a->victim != ARB_ROLE_NONE;
}

static bool is_last_rank(const announcement *a)
{
    return has_arrival(a) && (a->rank[a->places - 1] == 0 || a->rank[a->places - 1] == 7);
}

/* The pawn moves when nothing else was named, or both squares leave it to the board. */
static bool may_be_pawn(const announcement *a)
{
    return a->role == ARB_PAWN || a->role == ARB_ROLE_NONE;
}

static bool hear_piece(announcement *a, unsigned role)
{
    const bool promotes = a->promotes || (is_last_rank(a) && may_be_pawn(a));

    if (a->castles)
        return false;
    if (promotes && a->promotion == ARB_ROLE_NONE) {
        a->promotion = (uint8_t)role;
        a->promotes = false;
        return true;
    }
    if (a->places == 0 && a->role == ARB_ROLE_NONE && !a->capture) {
        a->role = (uint8_t)role;
        return true;
    }
    if (a->capture && a->victim == ARB_ROLE_NONE && !has_arrival(a)) {
        a->victim = (uint8_t)role;
        return true;
    }
    return false;
}

static bool hear_file(announcement *a, unsigned file)
{
    if (a->places == 2 || a->castles || a->promotion != ARB_ROLE_NONE || a->check)
        return false;
    a->file[a->places] = (uint8_t)file;
    a->rank[a->places++] = ARB_UNSAID;
    a->open = true;
    return true;
}

/* A rank completes the file before it; alone it tells from where a piece comes. */
static bool hear_rank(announcement *a, unsigned rank)
{
    if (a->open) {
        a->rank[a->places - 1] = (uint8_t)rank;
        a->open = false;
        return true;
    }
    if (a->places > 0 || a->role == ARB_ROLE_NONE)
        return false;
    a->file[0] = ARB_UNSAID;
    a->rank[0] = (uint8_t)rank;
    a->places = 1;
    return true;
}

static bool hear_takes(announcement *a)
{
    if (a->capture || a->castles || a->places == 2 || (a->places == 0 && a->role == ARB_ROLE_NONE))
        return false;
    a->capture = true;
    a->places_before_takes = a->places;
    return true;
}

static bool hear_castling(announcement *a, unsigned wing)
{
    if (a->castles || a->places > 0 || a->capture ||
        (a->role != ARB_ROLE_NONE && a->role != ARB_KING))
        return false;
    a->castles = true;
    if (wing != ARB_WING_COUNT)
        a->wing = wing;
    return true;
}

/* The side may be said before or after the castling. */
static bool hear_side(announcement *a, unsigned wing)
{
    if (a->wing != ARB_WING_COUNT || a->places > 0)
        return false;
    a->wing = wing;
    return true;
}

/* Check may be said with mate, each once. */
static bool hear_check(announcement *a, arb_check_mark mark)
{
    if (!is_complete(a) || a->promotes || a->check >= (uint8_t)mark)
        return false;
    a->check = (uint8_t)mark;
    return true;
}

static bool hear(announcement *a, arb_heard heard)
{
    if (heard.kind != ARB_HEARD_RANK && heard.kind != ARB_HEARD_FILLER)
        a->open = false;
    switch (heard.kind) {
    case ARB_HEARD_PIECE:
        return hear_piece(a, heard.value);
    case ARB_HEARD_FILE:
        return hear_file(a, heard.value);
    case ARB_HEARD_RANK:
        return hear_rank(a, heard.value);
    case ARB_HEARD_TAKES:
        return hear_takes(a);
    case ARB_HEARD_PROMOTES:
        if (a->promotes || a->promotion != ARB_ROLE_NONE || a->castles || !may_be_pawn(a))
            return false;
        a->promotes = true;
        return true;
    case ARB_HEARD_CASTLING:
        return hear_castling(a, heard.value);
    case ARB_HEARD_SIDE:
        return hear_side(a, heard.value);
    case ARB_HEARD_EN_PASSANT:
        if (a->en_passant || a->castles || !(is_complete(a)))
            return false;
        a->en_passant = true;
        return true;
    case ARB_HEARD_CHECK:
        return hear_check(a, ARB_CHECK_PLUS);
    case ARB_HEARD_MATE:
        return hear_check(a, ARB_CHECK_MATE);
    case ARB_HEARD_FILLER:
        return true;
    case ARB_HEARD_UNKNOWN:
        break;
    }
    return false;
}

/* What would have been expected where hearing stopped. */
static arb_wanted wanted(const announcement *a)
{
    if (a->promotes)
        return ARB_WANTED_ANNOUNCED_PROMOTION;
    if (a->open)
        return ARB_WANTED_ANNOUNCED_RANK;
    if (is_complete(a))
        return ARB_WANTED_ANNOUNCEMENT_END;
    if (a->wing != ARB_WING_COUNT)
        return ARB_WANTED_ANNOUNCED_CASTLING;
    if (a->places > 0 || a->role != ARB_ROLE_NONE)
        return ARB_WANTED_ANNOUNCED_SQUARE;
    return ARB_WANTED_ANNOUNCEMENT;
}

static arb_err fail(arb_where *where, const char *text, size_t size, size_t at, arb_wanted what)
{
    arb_cursor cursor;

    arb_cursor_init(&cursor, text, size);
    cursor.at += at;
    return arb_cursor_fail(&cursor, where, what);
}

/* Hears the whole text; `lone` is that of arb_heard_at(). */
static arb_err hear_all(announcement *a, const arb_heard_text *words, bool lone, arb_where *where,
                        const char *text, size_t size)
{
    *a = (announcement){ .role = ARB_ROLE_NONE,
                         .promotion = ARB_ROLE_NONE,
                         .victim = ARB_ROLE_NONE,
                         .wing = ARB_WING_COUNT };
    for (unsigned i = 0; i < words->count;) {
        const announcement before = *a;
        const bool origin = a->role != ARB_ROLE_NONE && a->places == 0 && !a->capture && !lone;
        const arb_heard heard = arb_heard_at(words, i, a->open || origin, lone);
        if (!hear(a, heard))
            return fail(where, text, size, words->word[i].at, wanted(&before));
        i += heard.words;
    }
    const bool sided = a->castles || a->wing == ARB_WING_COUNT;
    if (!is_complete(a) || a->promotes || !sided)
        return fail(where, text, size, size, wanted(a));
    return ARB_OK;
}

/* As written: what is left open stays so. */
static arb_written write_down(const announcement *a, const arb_pos *pos)
{
    arb_written w = { .form = ARB_FORM_WORDS,
                      .role = a->castles ? ARB_KING : a->role,
                      .castling = (uint8_t)a->wing,
                      .from_file = ARB_UNSAID,
                      .from_rank = ARB_UNSAID,
                      .to_file = ARB_UNSAID,
                      .to_rank = ARB_UNSAID,
                      .promotion = a->promotion,
                      .check = a->check,
                      .capture = a->capture,
                      .en_passant = a->en_passant };
    const bool arrives = has_arrival(a) || has_file_of_arrival(a);
    const unsigned origin = arrives ? a->places - 1 : a->places;

    if (arrives) {
        w.to_file = a->file[a->places - 1];
        w.to_rank = a->rank[a->places - 1];
    }
    if (origin > 0) {
        w.from_file = a->file[0];
        w.from_rank = a->rank[0];
    }
    if (w.role == ARB_ROLE_NONE) {
        const bool known = w.from_file != ARB_UNSAID && w.from_rank != ARB_UNSAID;
        const arb_piece piece =
            known ? arb_pos_piece(pos, arb_square_at(w.from_file, w.from_rank)) : ARB_PIECE_NONE;
        w.role = known && piece != ARB_PIECE_NONE ? (uint8_t)arb_piece_role(piece)
                 : known                          ? (uint8_t)ARB_ROLE_NONE
                                                  : (uint8_t)ARB_PAWN;
    }
    return w;
}

/* Is the piece that was said to be captured the one that is? */
static bool victim_fits(const announcement *a, const arb_pos *pos, arb_move move)
{
    const arb_square square = arb_move_captured(pos, move);

    return a->victim == ARB_ROLE_NONE ||
           (square != ARB_SQUARE_NONE &&
            arb_piece_role(arb_pos_piece(pos, square)) == (arb_role)a->victim);
}

/* Castling without a side, or a capture that names what it captures: tried move by move. */
static arb_reading read_open(const announcement *a, const arb_written *w, const arb_pos *pos)
{
    arb_reading reading = { .kind = ARB_READING_AMBIGUOUS };
    arb_move moves[ARB_MOVES_MAX];
    const size_t count = arb_pos_moves(moves, pos);

    for (size_t i = 0; i < count; i++) {
        const bool castling = arb_move_kind_of(moves[i]) == ARB_MOVE_CASTLING;
        if (a->castles ? !castling : !arb_written_fits(w, pos, moves[i]))
            continue;
        if (!victim_fits(a, pos, moves[i]))
            continue;
        if (reading.count < ARB_CANDIDATES_MAX)
            reading.candidates[reading.count] = moves[i];
        reading.count++;
    }
    if (reading.count == 1) {
        reading.kind = ARB_READING_LEGAL;
        reading.move = reading.candidates[0];
    } else if (reading.count == 0) {
        reading.kind = ARB_READING_ILLEGAL;
        reading.article = a->castles ? ARB_ART_3_8_2 : ARB_ART_3_10_2;
    }
    return reading;
}

/* Does it name what it captures, or leave out the side of castling? No sheet has that. */
static bool is_open(const announcement *a)
{
    return a->victim != ARB_ROLE_NONE || (a->castles && a->wing == ARB_WING_COUNT);
}

static arb_reading read_in(const announcement *a, const arb_pos *pos)
{
    const arb_written w = write_down(a, pos);

    if (is_open(a))
        return read_open(a, &w, pos);
    return arb_written_reading(&w, pos);
}

static bool is_same(const arb_written *a, const arb_written *b)
{
    return a->role == b->role && a->castling == b->castling && a->from_file == b->from_file &&
           a->from_rank == b->from_rank && a->to_file == b->to_file && a->to_rank == b->to_rank &&
           a->promotion == b->promotion && a->capture == b->capture;
}

static arb_announced said_by(const announcement *a, const arb_pos *pos)
{
    return (arb_announced){ .written = write_down(a, pos),
                            .victim = a->victim,
                            .castles = a->castles && a->wing == ARB_WING_COUNT };
}

/* Parts the text into words that can be looked up. */
static arb_err split(arb_heard_text *words, arb_where *where, const char *text, size_t size)
{
    const size_t valid = arb_utf8_valid_size(text, size);
    size_t at;

    if (valid < size)
        return fail(where, text, size, valid, ARB_WANTED_UTF8);
    if (!arb_heard_split(words, &at, text, size))
        return fail(where, text, size, at, ARB_WANTED_ANNOUNCEMENT_END);
    return ARB_OK;
}

/* Laws D.2.1, 11.3.1 */
arb_err arb_announcement_said(arb_announced out[2], unsigned *ways, arb_where *where,
                              const arb_pos *pos, const char *text, size_t size,
                              const arb_language *language)
{
    arb_heard_text words = { .language = arb_spoken_language(language) };
    arb_err err = split(&words, where, text, size);
    announcement a;
    arb_reading reading;

    *ways = 0;
    if (err != ARB_OK)
        return err;
    err = hear_all(&a, &words, false, where, text, size);
    if (err == ARB_OK)
        out[(*ways)++] = said_by(&a, pos);
    if (hear_all(&a, &words, true, NULL, text, size) == ARB_OK) {
        out[*ways] = said_by(&a, pos);
        *ways += *ways == 0 || !is_same(&out[0].written, &out[1].written);
    }
    if (*ways > 0 || arb_move_read(&reading, NULL, pos, text, size, words.language) == ARB_OK)
        return ARB_OK;
    return err;
}

static bool is_settled(arb_err err, const arb_reading *reading)
{
    return err == ARB_OK && reading->kind != ARB_READING_ILLEGAL;
}

static const arb_written nothing_written = { .form = ARB_FORM_NONE,
                                             .role = ARB_ROLE_NONE,
                                             .castling = ARB_WING_COUNT,
                                             .from_file = ARB_UNSAID,
                                             .from_rank = ARB_UNSAID,
                                             .to_file = ARB_UNSAID,
                                             .to_rank = ARB_UNSAID,
                                             .promotion = ARB_ROLE_NONE };

arb_err arb_announcement_hear(arb_written *written, arb_reading *out, arb_where *where,
                              const arb_pos *pos, const char *text, size_t size,
                              const arb_language *language)
{
    arb_heard_text words = { .language = arb_spoken_language(language) };
    arb_reading reading = { .kind = ARB_READING_ILLEGAL };
    announcement a, other;

    *written = nothing_written;
    arb_err err = split(&words, where, text, size);
    if (err != ARB_OK)
        return err;
    /* a letter is a file, unless nothing can be played so: then it may be "a", "e", "y" */
    err = hear_all(&a, &words, false, where, text, size);
    if (err == ARB_OK)
        reading = read_in(&a, pos);
    if (!is_settled(err, &reading) && hear_all(&other, &words, true, NULL, text, size) == ARB_OK) {
        const arb_reading else_read = read_in(&other, pos);
        if (err != ARB_OK || else_read.kind != ARB_READING_ILLEGAL) {
            reading = else_read;
            a = other;
        }
        err = ARB_OK;
    }
    if (err == ARB_OK)
        *written = write_down(&a, pos);
    if (err == ARB_OK && is_open(&a))
        written->form = ARB_FORM_NONE;
    if (err != ARB_OK) /* as on a sheet */
        err = arb_move_read(&reading, NULL, pos, text, size, words.language);
    if (err == ARB_OK)
        *out = reading;
    return err;
}

/* Laws D.2.1 */
arb_err arb_announcement_read(arb_reading *out, arb_where *where, const arb_pos *pos,
                              const char *text, size_t size, const arb_language *language)
{
    arb_written written;

    return arb_announcement_hear(&written, out, where, pos, text, size, language);
}
