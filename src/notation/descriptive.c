/* SPDX-License-Identifier: MIT */
/* The descriptive notation; see descriptive.h. A text is read into what it asks of a move, and
 * every legal move is asked. */
#include "notation/descriptive.h"

#include "base/cursor.h"

/* Of the two pieces of a kind: the one of the king's side, the one of the queen's. */
typedef enum wing { ANY_WING, KINGS_WING, QUEENS_WING } wing;

/* "KR", "QBP", "N(K5)": a piece, by its kind, its side or its files, and perhaps its square. */
typedef struct described {
    uint8_t role;    /* arb_role */
    uint8_t wing;    /* of a piece */
    uint8_t files;   /* of a pawn, as bits */
    uint64_t square; /* where it stands, as bits; 0: anywhere */
} described;

typedef struct request {
    bool castles, captures;
    uint8_t wing; /* of castling */
    described mover, captured;
    uint64_t to;
    uint8_t promotion; /* arb_role, or ARB_ROLE_NONE when none is named */
} request;

enum { UNITS_MAX = 3 };

/* Letters one behind the other, each the kind of a piece. */
typedef struct units {
    unsigned count;
    uint8_t role[UNITS_MAX];
} units;

static bool take_unit(uint8_t *out, arb_cursor *cur)
{
    static const struct {
        const char *text;
        arb_role role;
    } letters[] = { { "Kt", ARB_KNIGHT }, { "K", ARB_KING },   { "Q", ARB_QUEEN },
                    { "R", ARB_ROOK },    { "B", ARB_BISHOP }, { "N", ARB_KNIGHT },
                    { "P", ARB_PAWN } };

    for (unsigned i = 0; i < sizeof letters / sizeof *letters; i++)
        if (arb_cursor_take_text(cur, letters[i].text)) {
            *out = (uint8_t)letters[i].role;
            return true;
        }
    return false;
}

static units take_units(arb_cursor *cur)
{
    units u = { 0 };

    while (u.count < UNITS_MAX && take_unit(&u.role[u.count], cur))
        u.count++;
    return u;
}

static bool is_royal(uint8_t role)
{
    return role == ARB_KING || role == ARB_QUEEN;
}

/* The files of "K", "Q", "KB", "QKt", "R": as bits; 0 when these letters name none. */
static uint8_t files_of(const uint8_t *role, unsigned count)
{
    static const uint8_t from_edge[] = { [ARB_ROOK] = 0, [ARB_KNIGHT] = 1, [ARB_BISHOP] = 2 };
    const uint8_t last = count > 0 ? role[count - 1] : (uint8_t)ARB_PAWN;

    if (count == 1 && is_royal(last))
        return (uint8_t)(1u << (last == ARB_KING ? 4 : 3));
    if (last != ARB_ROOK && last != ARB_KNIGHT && last != ARB_BISHOP)
        return 0;
    const unsigned kings = 1u << (7 - from_edge[last]), queens = 1u << from_edge[last];
    if (count == 1)
        return (uint8_t)(kings | queens);
    return count == 2 && is_royal(role[0]) ? (uint8_t)(role[0] == ARB_KING ? kings : queens) : 0;
}

/* "K4", "QKt3": ranks are counted from the side of who moves. */
static bool take_square(uint64_t *out, arb_cursor *cur, arb_colour mover)
{
    const units u = take_units(cur);
    const uint64_t files = files_of(u.role, u.count);
    const int digit = arb_cursor_peek(cur);

    if (files == 0 || digit < '1' || digit > '8')
        return false;
    (void)arb_cursor_next(cur);
    const unsigned rank = (unsigned)(mover == ARB_WHITE ? digit - '1' : '8' - digit);
    *out = files << (8 * rank);
    return true;
}

static bool take_described(described *out, arb_cursor *cur, arb_colour mover)
{
    const units u = take_units(cur);

    if (u.count == 0)
        return false;
    *out = (described){ .role = u.role[u.count - 1], .files = 0xff };
    if (u.count > 1 && out->role == ARB_PAWN)
        out->files = files_of(u.role, u.count - 1);
    else if (u.count == 2 && is_royal(u.role[0]) && !is_royal(out->role))
        out->wing = u.role[0] == ARB_KING ? KINGS_WING : QUEENS_WING;
    else if (u.count > 1)
        return false;
    if (out->files == 0)
        return false;
    if (!arb_cursor_take(cur, '('))
        return true;
    return take_square(&out->square, cur, mover) && arb_cursor_take(cur, ')');
}

/* "(Q)", "=Q", "/Q" or the letter alone. */
static bool take_promotion(uint8_t *out, arb_cursor *cur)
{
    const bool bracket = arb_cursor_take(cur, '(');

    if (!bracket && !arb_cursor_take(cur, '='))
        (void)arb_cursor_take(cur, '/');
    if (take_unit(out, cur))
        return !bracket || arb_cursor_take(cur, ')');
    *out = ARB_ROLE_NONE;
    return !bracket;
}

/* Marks of check, mate, judgement and en passant say nothing more. */
static bool at_end_after_marks(arb_cursor *cur)
{
    static const char *const marks[] = { "e.p.", "ep", "dis", "dbl", "ch.", "ch", "mate",
                                         "++",   "+",  "#",   "!",   "?",   ".",  "(=)" };

    for (bool taken = true; taken;) {
        (void)arb_cursor_skip_blanks(cur);
        taken = false;
        for (unsigned i = 0; i < sizeof marks / sizeof *marks && !taken; i++)
            taken = arb_cursor_take_text(cur, marks[i]);
    }
    return arb_cursor_at_end(cur);
}

/* "41. ", "41... " */
static void skip_number(arb_cursor *cur)
{
    arb_cursor ahead = *cur;
    uint64_t number;

    if (arb_cursor_read_number(&number, &ahead, UINT32_MAX) || arb_cursor_peek(&ahead) != '.')
        return;
    while (arb_cursor_take(&ahead, '.')) {
    }
    (void)arb_cursor_skip_blanks(&ahead);
    *cur = ahead;
}

static bool take_castling(request *out, arb_cursor *cur)
{
    if (!arb_cursor_take_text(cur, "Castles") && !arb_cursor_take_text(cur, "castles"))
        return false;
    out->castles = true;
    (void)arb_cursor_skip_blanks(cur);
    if (arb_cursor_take(cur, 'K'))
        out->wing = KINGS_WING;
    else if (arb_cursor_take(cur, 'Q'))
        out->wing = QUEENS_WING;
    if (out->wing != ANY_WING)
        (void)arb_cursor_take(cur, 'R'); /* "Castles KR" */
    return true;
}

static bool take_request(request *out, arb_cursor *cur, arb_colour mover)
{
    *out = (request){ .promotion = ARB_ROLE_NONE };
    skip_number(cur);
    if (take_castling(out, cur))
        return at_end_after_marks(cur);
    if (!take_described(&out->mover, cur, mover))
        return false;
    (void)arb_cursor_skip_blanks(cur);
    out->captures = arb_cursor_take(cur, 'x');
    if (!out->captures && !arb_cursor_take(cur, '-'))
        return false;
    (void)arb_cursor_skip_blanks(cur);
    if (!(out->captures ? take_described(&out->captured, cur, mover)
                        : take_square(&out->to, cur, mover)))
        return false;
    return take_promotion(&out->promotion, cur) && at_end_after_marks(cur);
}

/* Is the piece on `square` the one of that side? Bishops keep the colour of their squares; of
 * others the one that stands nearer to it is meant. */
static bool is_of_wing(const arb_pos *pos, arb_square square, wing side)
{
    const arb_piece piece = arb_pos_piece(pos, square);
    const arb_colour colour = arb_piece_colour(piece);

    if (side == ANY_WING)
        return true;
    if (arb_piece_role(piece) == ARB_BISHOP) {
        const bool light = (arb_square_file(square) + arb_square_rank(square)) % 2 != 0;
        return light == ((side == KINGS_WING) == (colour == ARB_WHITE));
    }
    for (arb_square other = 0; other < ARB_SQUARE_COUNT; other++)
        if (arb_pos_piece(pos, other) == piece &&
            (side == KINGS_WING ? arb_square_file(other) > arb_square_file(square)
                                : arb_square_file(other) < arb_square_file(square)))
            return false;
    return true;
}

static bool is_described(const arb_pos *pos, arb_square square, const described *d)
{
    return arb_piece_role(arb_pos_piece(pos, square)) == d->role &&
           (d->role != ARB_PAWN || (d->files >> arb_square_file(square) & 1) != 0) &&
           (d->square == 0 || (d->square >> square & 1) != 0) &&
           is_of_wing(pos, square, (wing)d->wing);
}

static bool fits(const arb_pos *pos, arb_move move, const request *r)
{
    const arb_square captured = arb_move_captured(pos, move), rook = arb_move_rook(move);

    if (rook != ARB_SQUARE_NONE)
        return r->castles &&
               (r->wing == ANY_WING || (r->wing == KINGS_WING) == (rook > arb_move_from(move)));
    if (r->castles || r->captures != (captured != ARB_SQUARE_NONE) ||
        !is_described(pos, arb_move_from(move), &r->mover))
        return false;
    if (r->promotion != ARB_ROLE_NONE && r->promotion != arb_move_promotion(move))
        return false;
    return r->captures ? is_described(pos, captured, &r->captured)
                       : (r->to >> arb_move_to(move) & 1) != 0;
}

size_t arb_descriptive_moves(arb_move *out, bool *readable, const char *text, size_t size,
                             const arb_pos *pos)
{
    arb_move moves[ARB_MOVES_MAX];
    arb_cursor cur;
    request asked;
    size_t found = 0;

    arb_cursor_init(&cur, text, size);
    *readable = take_request(&asked, &cur, (arb_colour)pos->turn);
    const size_t count = *readable ? arb_pos_moves(moves, pos) : 0;
    for (size_t i = 0; i < count; i++)
        if (fits(pos, moves[i], &asked))
            out[found++] = moves[i];
    return found;
}
