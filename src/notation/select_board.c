/* SPDX-License-Identifier: MIT */
/* A position, or as much of one as is told, looked for on the board. */
#include <string.h>

#include "arbitro/fen.h"
#include "board/key.h"
#include "notation/select_internal.h"

/* What a sign of the placement says of a square. */
static void put(arb_pattern *p, unsigned square, char sign)
{
    const uint64_t here = UINT64_C(1) << square;

    if (sign == '!')
        p->occupied |= here;
    else if (sign == 'A' || sign == 'a')
        p->coloured[sign == 'A' ? ARB_WHITE : ARB_BLACK] |= here;
    if (strchr("?!Aa", sign))
        return;
    p->known |= here;
    if (sign == '.')
        return;
    const arb_piece piece = arb_piece_from_letter(sign);
    arb_side *side = &p->side[arb_piece_colour(piece)];
    const arb_role role = arb_piece_role(piece);
    side->all |= here;
    side->pawns |= role == ARB_PAWN ? here : 0;
    side->knights |= role == ARB_KNIGHT ? here : 0;
    side->diagonal |= role == ARB_BISHOP || role == ARB_QUEEN ? here : 0;
    side->straight |= role == ARB_ROOK || role == ARB_QUEEN ? here : 0;
    side->king |= role == ARB_KING ? here : 0;
}

/* Takes the signs of a rank, with empty squares as dots; tells how many are stars and squares. */
static bool take_rank(char out[ARB_PATTERN_RANK], arb_cursor *cur, unsigned *stars,
                      unsigned *squares)
{
    size_t to = 0;

    *stars = *squares = 0;
    for (int c;
         (c = arb_cursor_peek(cur)) != ARB_CURSOR_END && c != '/' && c != ' ' && c != '\t';) {
        const bool count = c >= '1' && c <= '8';
        unsigned times = count ? (unsigned)(c - '0') : 1;
        *stars += c == '*';
        *squares += c == '*' ? 0 : times;
        for (; times > 0 && to + 1 < ARB_PATTERN_RANK; times--)
            out[to++] = (char)(count ? '.' : c);
        if (times > 0)
            return false;
        arb_cursor_next(cur);
    }
    out[to] = '\0';
    return *stars > 0 ? *squares <= 8 : *squares == 8;
}

/* The first sign that is none, or the end. */
static const char *bad_sign(const char *signs)
{
    for (; *signs; signs++)
        if (!strchr("?!Aa*.", *signs) && arb_piece_from_letter(*signs) == ARB_PIECE_NONE)
            break;
    return signs;
}

static arb_err read_rank(arb_pattern *out, arb_cursor *cur, arb_where *where, unsigned rank)
{
    const arb_cursor begin = *cur;
    char signs[ARB_PATTERN_RANK];
    unsigned stars, squares, file = 0;

    if (!take_rank(signs, cur, &stars, &squares))
        return arb_cursor_fail(&begin, where, ARB_WANTED_EIGHT_SQUARES);
    const char *bad = bad_sign(signs);
    if (*bad) {
        arb_cursor at = begin;
        while (arb_cursor_peek(&at) != (unsigned char)*bad)
            arb_cursor_next(&at);
        return arb_cursor_fail(&at, where, ARB_WANTED_SELECT_PIECE);
    }
    if (stars > 1) {
        memcpy(out->rank[rank], signs, sizeof signs);
        return ARB_OK;
    }
    for (const char *sign = signs; *sign; sign++)
        for (unsigned times = *sign == '*' ? 8 - squares : 1; times > 0; times--)
            put(out, rank * 8 + file++, *sign == '*' ? '?' : *sign);
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

static bool sign_holds(char sign, char there)
{
    const bool white = there >= 'A' && there <= 'Z', black = there >= 'a';

    return sign == '?' || sign == there || (sign == '!' && (white || black)) ||
           (sign == 'A' && white) || (sign == 'a' && black);
}

/* Do the signs stand for these squares? A star first stands for nothing, then for more. */
static bool rank_holds(const char *signs, const char *squares)
{
    for (; *signs != '*'; signs++, squares++) {
        if (*signs == '\0' || *squares == '\0')
            return *signs == *squares;
        if (!sign_holds(*signs, *squares))
            return false;
    }
    while (*signs == '*')
        signs++;
    if (*signs == '\0')
        return true;
    for (; *squares; squares++)
        if (rank_holds(signs, squares))
            return true;
    return false;
}

static bool ranks_hold(const arb_pattern *p, const arb_pos *pos)
{
    for (unsigned rank = 0; rank < 8; rank++) {
        char squares[9] = "........";
        if (p->rank[rank][0] == '\0')
            continue;
        for (unsigned file = 0; file < 8; file++) {
            const arb_piece piece = arb_pos_piece(pos, arb_square_at(file, rank));
            if (piece != ARB_PIECE_NONE)
                squares[file] = arb_piece_letter(piece);
        }
        if (!rank_holds(p->rank[rank], squares))
            return false;
    }
    return true;
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
           (p->coloured[ARB_BLACK] & ~black->all) == 0 && (p->fields < 2 || p->turn == pos->turn) &&
           same_state(p, pos) && ranks_hold(p, pos);
}
