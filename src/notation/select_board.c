/* SPDX-License-Identifier: MIT */
/* A position, or as much of one as is told, looked for on the board. */
#include "arbitro/fen.h"
#include "board/key.h"
#include "notation/select_internal.h"

/* What a sign of the placement says of a square. */
static bool put(arb_pattern *p, unsigned square, int sign)
{
    const uint64_t here = UINT64_C(1) << square;

    if (sign == '?')
        return true;
    if (sign == '!')
        p->occupied |= here;
    else if (sign == 'A' || sign == 'a')
        p->coloured[sign == 'A' ? ARB_WHITE : ARB_BLACK] |= here;
    if (sign == '!' || sign == 'A' || sign == 'a')
        return true;
    p->known |= here;
    if (sign == '1')
        return true;
    const arb_piece piece = sign > 0 ? arb_piece_from_letter((char)sign) : ARB_PIECE_NONE;
    if (piece == ARB_PIECE_NONE)
        return false;
    arb_side *side = &p->side[arb_piece_colour(piece)];
    const arb_role role = arb_piece_role(piece);
    side->all |= here;
    side->pawns |= role == ARB_PAWN ? here : 0;
    side->knights |= role == ARB_KNIGHT ? here : 0;
    side->diagonal |= role == ARB_BISHOP || role == ARB_QUEEN ? here : 0;
    side->straight |= role == ARB_ROOK || role == ARB_QUEEN ? here : 0;
    side->king |= role == ARB_KING ? here : 0;
    return true;
}

/* How many squares the signs of a rank stand for, but for those of its star. */
static unsigned squares_told(arb_cursor cur, bool *star)
{
    unsigned count = 0;

    *star = false;
    for (int c; (c = arb_cursor_next(&cur)) != ARB_CURSOR_END && c != '/' && c != ' ' && c != '\t';)
        if (c == '*' && !*star)
            *star = true;
        else
            count += c >= '1' && c <= '8' ? (unsigned)(c - '0') : 1;
    return count;
}

static arb_err read_rank(arb_pattern *out, arb_cursor *cur, arb_where *where, unsigned rank)
{
    bool star;
    const unsigned told = squares_told(*cur, &star);
    unsigned file = 0;

    if (star ? told > 8 : told != 8)
        return arb_cursor_fail(cur, where, ARB_WANTED_EIGHT_SQUARES);
    while (file < 8 || (star && arb_cursor_peek(cur) == '*')) {
        const arb_cursor here = *cur;
        const int sign = arb_cursor_next(cur);
        const bool count = sign >= '1' && sign <= '8';
        unsigned squares = count ? (unsigned)(sign - '0') : sign == '*' ? 8 - told : 1;
        for (; squares > 0; squares--)
            if (!put(out, rank * 8 + file++, count ? '1' : sign == '*' ? '?' : sign))
                return arb_cursor_fail(&here, where, ARB_WANTED_SELECT_PIECE);
    }
    return ARB_OK;
}

static arb_err read_placement(arb_pattern *out, arb_cursor *cur, arb_where *where)
{
    for (unsigned rank = 8; rank-- > 0;) {
        const arb_err err = read_rank(out, cur, where, rank);
        if (err)
            return err;
        if (rank > 0 && !arb_cursor_take(cur, '/'))
            return arb_cursor_fail(cur, where, ARB_WANTED_EIGHT_RANKS);
    }
    return ARB_OK;
}

/* The rights and the en passant square, as far as they are written. */
static arb_err read_state(arb_pattern *out, const arb_cursor *fen, unsigned fields,
                          arb_where *where)
{
    arb_setup setup;
    arb_pos pos;

    arb_cursor cur = *fen;
    if (arb_fen_read(&setup, where, cur.at, arb_cursor_left(&cur), NULL) != ARB_OK)
        return arb_cursor_fail_within(&cur, where);
    if (arb_faults_hard(arb_pos_from_setup(&pos, &setup)))
        return arb_cursor_fail(&cur, where, ARB_WANTED_SETUP);
    out->fields = fields < 4 ? fields : 4;
    out->castling = pos.castling;
    out->en_passant = pos.en_passant;
    return ARB_OK;
}

/* Are there squares of which less is told than what stands there? */
static bool has_gaps(const arb_pattern *p)
{
    return ~p->known != 0;
}

arb_err arb_pattern_read(arb_pattern *out, arb_cursor *cur, arb_where *where)
{
    arb_pattern p = { .fields = 1, .en_passant = ARB_SQUARE_NONE };
    arb_cursor_skip_blanks(cur);
    const arb_cursor fen = *cur;
    arb_cursor word;
    unsigned fields = 2;

    const arb_err err = read_placement(&p, cur, where);
    if (err)
        return err;
    if (!arb_cursor_at_end(cur) && arb_cursor_skip_blanks(cur) == 0)
        return arb_cursor_fail(cur, where, ARB_WANTED_SPACE);
    if (arb_cursor_at_end(cur)) {
        *out = p;
        return ARB_OK;
    }
    word = arb_cursor_take_word(cur);
    if (!arb_cursor_is(word, "w") && !arb_cursor_is(word, "b"))
        return arb_cursor_fail(&word, where, ARB_WANTED_TURN);
    p.fields = 2;
    p.turn = arb_cursor_is(word, "w") ? ARB_WHITE : ARB_BLACK;
    for (arb_cursor rest = *cur; arb_cursor_next_word(&word, &rest); fields++)
        if (has_gaps(&p))
            return arb_cursor_fail(&word, where, ARB_WANTED_END);
    if (fields > 2 && read_state(&p, &fen, fields, where) != ARB_OK)
        return ARB_SYNTAX;
    *out = p;
    return ARB_OK;
}

static bool same_pieces(const arb_side *a, const arb_side *b, uint64_t where)
{
    return (((a->pawns ^ b->pawns) | (a->knights ^ b->knights) | (a->diagonal ^ b->diagonal) |
             (a->straight ^ b->straight) | (a->king ^ b->king)) &
            where) == 0;
}

/* Laws 9.2.3: which rights and which capture en passant belong to a position. */
static bool same_state(const arb_pattern *p, const arb_pos *pos)
{
    if (p->fields >= 3 && p->castling != pos->castling)
        return false;
    if (p->fields < 4)
        return true;
    arb_pos whole = *pos;
    arb_pos_complete(&whole);
    return whole.en_passant == p->en_passant;
}

bool arb_pattern_holds(const arb_pattern *p, const arb_pos *pos)
{
    const arb_side *white = &pos->side[ARB_WHITE], *black = &pos->side[ARB_BLACK];

    if ((((white->all ^ p->side[ARB_WHITE].all) | (black->all ^ p->side[ARB_BLACK].all)) &
         p->known) != 0)
        return false;
    return same_pieces(white, &p->side[ARB_WHITE], p->known) &&
           same_pieces(black, &p->side[ARB_BLACK], p->known) &&
           (p->occupied & ~(white->all | black->all)) == 0 &&
           (p->coloured[ARB_WHITE] & ~white->all) == 0 &&
           (p->coloured[ARB_BLACK] & ~black->all) == 0 &&
           (p->fields < 2 || p->turn == pos->turn) && same_state(p, pos);
}
