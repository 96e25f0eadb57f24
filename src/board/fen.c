/* SPDX-License-Identifier: MIT */
/* Positions as text, in and out: standard FEN, X-FEN and Shredder-FEN. */
#include "arbitro/fen.h"

#include <string.h>

#include "base/cursor.h"
#include "base/sink.h"
#include "board/bits.h"
#include "board/names.h"

/* ---- reading ---- */

/* The piece whose letter comes next, the longest letter first; ARB_PIECE_NONE when none does. */
static arb_piece read_piece(arb_cursor *cur, const arb_letters *letters)
{
    arb_piece found = ARB_PIECE_NONE;
    size_t longest = 0;

    for (int colour = 0; colour < ARB_COLOUR_COUNT; colour++) {
        for (int role = 0; role < ARB_ROLE_COUNT; role++) {
            const char *letter = colour ? letters->black[role] : letters->white[role];
            arb_cursor ahead = *cur;
            if (strlen(letter) > longest && arb_cursor_take_text(&ahead, letter)) {
                longest = strlen(letter);
                found = arb_piece_of((arb_colour)colour, (arb_role)role);
            }
        }
    }
    cur->at += longest;
    return found;
}

static bool ends_field(int next)
{
    return next == ARB_CURSOR_END || next == ' ' || next == '\t';
}

static arb_err read_rank(arb_setup *out, arb_cursor *cur, arb_where *where, unsigned rank,
                         const arb_letters *letters)
{
    for (unsigned file = 0; file < 8;) {
        const arb_cursor here = *cur;
        const int next = arb_cursor_peek(cur);
        if (next >= '1' && next <= '8') {
            file += (unsigned)(arb_cursor_next(cur) - '0');
            if (file > 8)
                return arb_cursor_fail(&here, where, ARB_WANTED_EIGHT_SQUARES);
            continue;
        }
        if (next == '/' || ends_field(next))
            return arb_cursor_fail(&here, where, ARB_WANTED_EIGHT_SQUARES);
        const arb_piece piece = read_piece(cur, letters);
        if (piece == ARB_PIECE_NONE)
            return arb_cursor_fail(&here, where, ARB_WANTED_PIECE_OR_COUNT);
        out->piece[arb_square_at(file++, rank)] = piece;
    }
    return ARB_OK;
}

static arb_err read_placement(arb_setup *out, arb_cursor *cur, arb_where *where,
                              const arb_letters *letters)
{
    for (unsigned rank = 8; rank-- > 0;) {
        const arb_err err = read_rank(out, cur, where, rank, letters);
        if (err)
            return err;
        const int next = arb_cursor_peek(cur);
        if (rank > 0 && !arb_cursor_take(cur, '/'))
            return arb_cursor_fail(cur, where,
                                   ends_field(next) ? ARB_WANTED_EIGHT_RANKS : ARB_WANTED_RANK_END);
        if (rank == 0 && !ends_field(next))
            return arb_cursor_fail(cur, where,
                                   next == '/' ? ARB_WANTED_EIGHT_RANKS : ARB_WANTED_EIGHT_SQUARES);
    }
    return ARB_OK;
}

/*
 * The rook square that K (kingside) or Q means for a colour: the outermost rook beyond the king on
 * its home rank; the corner when there is none, so that the fault can be told.
 */
static arb_square outermost_rook(const arb_setup *setup, arb_colour colour, arb_wing wing)
{
    const unsigned rank = colour == ARB_WHITE ? 0 : 7;
    const int corner = wing == ARB_KINGSIDE ? 7 : 0, step = wing == ARB_KINGSIDE ? -1 : 1;

    for (int file = corner; file >= 0 && file < 8; file += step) {
        const arb_piece piece = setup->piece[arb_square_at((unsigned)file, rank)];
        if (piece == arb_piece_of(colour, ARB_ROOK))
            return arb_square_at((unsigned)file, rank);
        if (piece == arb_piece_of(colour, ARB_KING))
            break;
    }
    return arb_square_at((unsigned)corner, rank);
}

/* The rook square that one letter of the castling field means; ARB_SQUARE_NONE for no such. */
static arb_square castling_letter(const arb_setup *setup, int letter)
{
    const bool white = letter >= 'A' && letter <= 'Z';
    const arb_colour colour = white ? ARB_WHITE : ARB_BLACK;
    const int lower = white ? letter - 'A' + 'a' : letter;

    if (lower == 'k' || lower == 'q')
        return outermost_rook(setup, colour, lower == 'k' ? ARB_KINGSIDE : ARB_QUEENSIDE);
    if (lower >= 'a' && lower <= 'h')
        return arb_square_at((unsigned)(lower - 'a'), white ? 0 : 7);
    return ARB_SQUARE_NONE;
}

/*
 * A right for which a second letter leaves no rook: it is claimed for the king's own square, where
 * no rook can be, so that the fault can be told. A king that is not at home has no rights anyway.
 */
static uint64_t right_without_rook(const arb_setup *setup, arb_square rook)
{
    const unsigned rank = arb_square_rank(rook);
    const arb_piece king = arb_piece_of(rank == 0 ? ARB_WHITE : ARB_BLACK, ARB_KING);

    for (unsigned file = 0; file < 8; file++)
        if (setup->piece[arb_square_at(file, rank)] == king)
            return bit(arb_square_at(file, rank));
    return 0;
}

static arb_err read_castling(arb_setup *out, arb_cursor *cur, arb_where *where)
{
    const char *first = cur->at;

    if (arb_cursor_take(cur, '-'))
        return ARB_OK;
    while (!ends_field(arb_cursor_peek(cur))) {
        const arb_square rook = castling_letter(out, arb_cursor_peek(cur));
        if (rook == ARB_SQUARE_NONE)
            return arb_cursor_fail(cur, where, ARB_WANTED_CASTLING);
        if (memchr(first, *cur->at, (size_t)(cur->at - first)))
            return arb_cursor_fail(cur, where, ARB_WANTED_CASTLING_ONCE);
        out->castling |= out->castling & bit(rook) ? right_without_rook(out, rook) : bit(rook);
        arb_cursor_next(cur);
    }
    return cur->at > first ? ARB_OK : arb_cursor_fail(cur, where, ARB_WANTED_CASTLING);
}

static arb_err read_en_passant(arb_setup *out, arb_cursor *cur, arb_where *where)
{
    if (arb_cursor_take(cur, '-') || arb_square_take(&out->en_passant, cur))
        return ARB_OK;
    return arb_cursor_fail(cur, where, ARB_WANTED_EN_PASSANT);
}

static arb_err read_count(uint16_t *out, arb_cursor *cur, arb_where *where, arb_wanted expected)
{
    uint64_t number;

    if (arb_cursor_read_number(&number, cur, UINT16_MAX))
        return arb_cursor_fail(cur, where, expected);
    *out = (uint16_t)number;
    return ARB_OK;
}

/* The fields after the placement, in their order. */
static arb_err read_field(arb_setup *out, arb_cursor *cur, arb_where *where, int field)
{
    switch (field) {
    case 0:
        if (!arb_cursor_take(cur, 'w') && !arb_cursor_take(cur, 'b'))
            return arb_cursor_fail(cur, where, ARB_WANTED_TURN);
        out->turn = cur->at[-1] == 'w' ? ARB_WHITE : ARB_BLACK;
        return ARB_OK;
    case 1:
        return read_castling(out, cur, where);
    case 2:
        return read_en_passant(out, cur, where);
    case 3:
        return read_count(&out->quiet_plies, cur, where, ARB_WANTED_QUIET_PLIES);
    default:
        return read_count(&out->move_number, cur, where, ARB_WANTED_MOVE_NUMBER);
    }
}

arb_err arb_fen_read(arb_setup *out, arb_where *where, const char *text, size_t size,
                     const arb_letters *letters)
{
    enum { FIELDS_AFTER_PLACEMENT = 5 };
    arb_setup setup = arb_setup_empty();
    arb_cursor cur;

    arb_cursor_init(&cur, text, size);
    arb_cursor_skip_blanks(&cur);
    arb_err err = read_placement(&setup, &cur, where, letters ? letters : &arb_letters_en);
    for (int field = 0; !err; field++) {
        const bool blank = arb_cursor_skip_blanks(&cur) > 0;
        if (arb_cursor_at_end(&cur))
            break;
        if (field == FIELDS_AFTER_PLACEMENT)
            return arb_cursor_fail(&cur, where, ARB_WANTED_END);
        if (!blank)
            return arb_cursor_fail(&cur, where, ARB_WANTED_SPACE);
        err = read_field(&setup, &cur, where, field);
    }
    if (!err)
        *out = setup;
    return err;
}

/* ---- writing ---- */

/* With the usual letters, which are bytes: nearly all that is written. */
static void put_usual_placement(arb_sink *s, const arb_setup *setup)
{
    static const char letter[] = " PNBRQK  pnbrqk";
    char text[ARB_SQUARE_COUNT + 8], *at = text;

    for (unsigned rank = 8; rank-- > 0;) {
        const arb_piece *piece = &setup->piece[arb_square_at(0, rank)], *const end = piece + 8;
        while (piece < end) {
            const arb_piece *const first = piece;
            while (piece < end && *piece == ARB_PIECE_NONE)
                piece++;
            if (piece > first)
                *at++ = (char)('0' + (piece - first));
            if (piece < end)
                *at++ = letter[*piece++];
        }
        *at++ = '/';
    }
    arb_sink_bytes(s, text, (size_t)(at - text) - 1); /* none behind the last rank */
}

static void put_placement(arb_sink *s, const arb_setup *setup, const arb_letters *letters)
{
    if (letters == &arb_letters_en) {
        put_usual_placement(s, setup);
        return;
    }
    for (unsigned rank = 8; rank-- > 0;) {
        unsigned empty = 0;
        for (unsigned file = 0; file < 8; file++) {
            const arb_piece piece = setup->piece[arb_square_at(file, rank)];
            if (piece == ARB_PIECE_NONE) {
                empty++;
                continue;
            }
            if (empty)
                arb_sink_char(s, (char)('0' + empty));
            empty = 0;
            arb_sink_text(s, arb_piece_colour(piece) == ARB_WHITE
                                 ? letters->white[arb_piece_role(piece)]
                                 : letters->black[arb_piece_role(piece)]);
        }
        if (empty)
            arb_sink_char(s, (char)('0' + empty));
        if (rank > 0)
            arb_sink_char(s, '/');
    }
}

/* One right: K or Q where reading that would give the same rook, else the letter of its file. */
static void put_right(arb_sink *s, const arb_setup *setup, arb_square rook, arb_fen_style style)
{
    const arb_colour colour = rook < 8 ? ARB_WHITE : ARB_BLACK;
    const unsigned lower = colour == ARB_WHITE ? 0 : 'a' - 'A';

    if (style == ARB_FEN_X && rook == outermost_rook(setup, colour, ARB_KINGSIDE))
        arb_sink_char(s, (char)('K' + lower));
    else if (style == ARB_FEN_X && rook == outermost_rook(setup, colour, ARB_QUEENSIDE))
        arb_sink_char(s, (char)('Q' + lower));
    else
        arb_sink_char(s, (char)('A' + arb_square_file(rook) + lower));
}

static void put_castling(arb_sink *s, const arb_setup *setup, arb_fen_style style)
{
    const uint64_t rights = setup->castling & (RANK_1 | RANK_8);

    for (int colour = 0; colour < ARB_COLOUR_COUNT; colour++)
        for (uint64_t rooks = rights & home_rank((arb_colour)colour); rooks;
             rooks &= ~bit(highest(rooks)))
            put_right(s, setup, highest(rooks), style);
    if (!rights)
        arb_sink_char(s, '-');
}

size_t arb_fen_write(char *out, size_t size, const arb_setup *setup, arb_fen_style style,
                     const arb_letters *letters)
{
    arb_sink s = { out, size, 0 };
    char en_passant[3];

    put_placement(&s, setup, letters ? letters : &arb_letters_en);
    arb_sink_text(&s, setup->turn == ARB_WHITE ? " w " : " b ");
    put_castling(&s, setup, style);
    arb_sink_char(&s, ' ');
    arb_square_write(en_passant, sizeof en_passant, setup->en_passant);
    arb_sink_text(&s, en_passant);
    arb_sink_char(&s, ' ');
    arb_sink_number(&s, setup->quiet_plies);
    arb_sink_char(&s, ' ');
    arb_sink_number(&s, setup->move_number);
    return arb_sink_end(&s);
}

arb_err arb_pos_from_fen(arb_pos *out, arb_where *where, uint32_t *faults, const char *text,
                         size_t size)
{
    arb_setup setup;
    const arb_err err = arb_fen_read(&setup, where, text, size, NULL);
    const uint32_t found = err ? 0 : arb_pos_from_setup(out, &setup);

    if (faults)
        *faults = found;
    return !err && arb_faults_hard(found) ? ARB_STATE : err;
}

size_t arb_pos_fen(char *out, size_t size, const arb_pos *pos)
{
    const arb_setup setup = arb_pos_setup(pos);

    return arb_fen_write(out, size, &setup, ARB_FEN_X, NULL);
}
