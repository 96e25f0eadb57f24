/* SPDX-License-Identifier: MIT */
/* A written move found and played in one step; see step.h. */
#include "board/step.h"

#include <string.h>

#include "board/step_lines.h"
#include "board/step_move.h"

#define EACH_BYTE UINT64_C(0x0101010101010101)

static const arb_step_result not_understood = { { 0 }, 0, 0 };

/* What is written, taken apart. */
typedef struct word {
    uint64_t head; /* the bytes before the square of arrival, the first one lowest */
    unsigned size; /* bytes in all */
    unsigned to;
    unsigned role;
    unsigned promotion; /* arb_role, or 0 for none */
    unsigned flags;
} word;

/* The squares that an origin may mean: a file, a rank, or for nothing and for x all of them. */
#define A_FILE(n) FILE_A << (n)
#define A_RANK(n) RANK_1 << 8 * (n)
static const uint64_t origins[256] = {
    [0] = ALL_ONES,    ['x'] = ALL_ONES,  ['a'] = A_FILE(0), ['b'] = A_FILE(1), ['c'] = A_FILE(2),
    ['d'] = A_FILE(3), ['e'] = A_FILE(4), ['f'] = A_FILE(5), ['g'] = A_FILE(6), ['h'] = A_FILE(7),
    ['1'] = A_RANK(0), ['2'] = A_RANK(1), ['3'] = A_RANK(2), ['4'] = A_RANK(3), ['5'] = A_RANK(4),
    ['6'] = A_RANK(5), ['7'] = A_RANK(6), ['8'] = A_RANK(7),
};

/* Eight bytes, the first one lowest. */
ARB_INLINE uint64_t load(const char *text)
{
    uint64_t bytes;

    memcpy(&bytes, text, sizeof bytes);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    bytes = __builtin_bswap64(bytes);
#endif
    return bytes;
}

ARB_INLINE bool read_square(unsigned *to, const char *text)
{
    const unsigned file = (unsigned char)text[0] - (unsigned)'a';
    const unsigned rank = (unsigned char)text[1] - (unsigned)'1';

    *to = rank * 8 + file;
    return (file | rank) < 8;
}

/*
 * Takes the word apart from its end: marks, promotion, square of arrival. It ends before the first
 * byte below #, which is a blank, a line end or an exclamation mark; whatever else does not belong
 * to it makes it a word that is not understood. False also for castling.
 */
ARB_INLINE bool take_apart(word *w, const char *text, const uint8_t roles[256])
{
    const uint64_t bytes = load(text);
    const uint64_t stops = (bytes - EACH_BYTE * '#') & ~bytes & EACH_BYTE * 0x80;

    if (__builtin_expect(!stops, 0))
        return false;
    w->size = (unsigned)__builtin_ctzll(stops) >> 3;
    if (__builtin_expect(w->size < 2, 0))
        return false;
    const char last = text[w->size - 1];
    w->flags = last == '+' ? STEP_PLUS : last == '#' ? STEP_HASH : 0;
    unsigned end = w->size - (w->flags != 0);
    w->promotion = 0;
    if (__builtin_expect(end < 2 || !read_square(&w->to, text + end - 2), 0)) {
        if (end < 4 || text[end - 2] != '=' || !read_square(&w->to, text + end - 4))
            return false;
        w->promotion = roles[(unsigned char)text[end - 1]];
        if (w->promotion < ARB_KNIGHT || w->promotion > ARB_QUEEN)
            return false;
        end -= 2;
    }
    w->head = bytes & ((UINT64_C(1) << 8 * (end - 2)) - 1);
    w->role = roles[w->head & 0xff];
    return w->role < ARB_ROLE_COUNT;
}

/* Laws C.10: of several that could go there, those that may; was the origin needed, and so? */
static uint64_t tell_apart(word *w, const arb_pos *pos, uint64_t pieces, uint64_t origin)
{
    const arb_colour us = (arb_colour)pos->turn;
    const unsigned letter = (unsigned)(w->head >> 8 & 0xff);
    uint64_t legal = 0;

    for (; pieces; pieces = without_lowest(pieces))
        if (!exposes(pos, us, bit(lowest(pieces)), bit(w->to)))
            legal |= bit(lowest(pieces));
    const uint64_t fits = legal & origin;
    if (origin == ALL_ONES || !fits || without_lowest(fits))
        return fits;
    /* the file, where it tells them apart; the rank only where it does not */
    const uint64_t rivals = legal & ~fits, same_file = FILE_A << (lowest(fits) & 7u) & rivals;
    if (!(letter <= '8' ? same_file : rivals))
        w->flags |= STEP_ORIGIN_NEEDLESS;
    return fits;
}

/* Laws 3.2 to 3.6, 3.8.1: the piece that goes there, as a set; empty when that is not clear. */
ARB_INLINE uint64_t find_other_piece(word *w, const arb_pos *pos, arb_colour us)
{
    const arb_side *own = &pos->side[us], *opp = &pos->side[other(us)];
    const uint64_t to = bit(w->to), occupied = own->all | opp->all;
    const unsigned first = (unsigned)(w->head >> 8 & 0xff);
    const uint64_t second = w->head >> 16, origin = origins[first];

    if (__builtin_expect(second != 0, 0) && (second != 'x' || first == 'x'))
        return 0;
    if (__builtin_expect(((own->all | opp->king) & to) != 0, 0))
        return 0;
    const uint64_t near = w->role == ARB_KNIGHT ? knight_attacks(w->to) & own->knights
                          : w->role == ARB_KING ? king_attacks(w->to) & own->king
                                                : 0;
    const uint64_t pieces = near | lines_meet((arb_square)w->to, occupied, w->role, own);
    const bool crossed = first == 'x' || second == 'x', captures = (opp->all & to) != 0;
    w->flags |= (captures && !crossed ? STEP_CAPTURE_MISSING : 0) |
                (crossed && !captures ? STEP_CAPTURE_WRONG : 0);
    if (__builtin_expect(origin != ALL_ONES || without_lowest(pieces), 0))
        return tell_apart(w, pos, pieces, origin);
    return pieces;
}

/* Laws 3.7.1, 3.7.2 */
ARB_INLINE uint64_t find_step(unsigned *code, const arb_pos *pos, arb_colour us, uint64_t to)
{
    const arb_side *own = &pos->side[us];
    const uint64_t occupied = own->all | pos->side[other(us)].all;
    const uint64_t fourth = us == ARB_WHITE ? RANK_1 << 24 : RANK_8 >> 24;
    const uint64_t one = forward(other(us), to), two = forward(other(us), one);
    const bool twice = !(one & occupied);

    if (__builtin_expect((to & occupied) != 0, 0))
        return 0;
    *code = twice ? ARB_MOVE_DOUBLE_STEP : ARB_MOVE_PAWN;
    return twice ? (to & fourth ? two & own->pawns : 0) : one & own->pawns;
}

/* Laws 3.7.3, 3.7.3.1 */
ARB_INLINE uint64_t find_capture(unsigned *code, const arb_pos *pos, arb_colour us, uint64_t to,
                                 uint64_t file)
{
    const arb_side *opp = &pos->side[other(us)];

    *code = ARB_MOVE_PAWN;
    if (!(opp->all & to)) {
        if (pos->passed == ARB_SQUARE_NONE || bit(pos->passed) != to)
            return 0;
        *code = ARB_MOVE_EN_PASSANT;
    } else if (opp->king & to) {
        return 0;
    }
    return pawn_attacks(other(us), to) & pos->side[us].pawns & file;
}

/* Laws 3.7, 3.7.3.3: the pawn that goes there, as a set; empty when that is not clear. */
ARB_INLINE uint64_t find_pawn(unsigned *code, const word *w, const arb_pos *pos, arb_colour us)
{
    const uint64_t to = bit(w->to);
    uint64_t from;

    if (w->head == 0)
        from = find_step(code, pos, us, to);
    else if (w->head >> 8 == 'x' && (w->head & 0xff) >= 'a')
        from = find_capture(code, pos, us, to, origins[w->head & 0xff]);
    else
        return 0;
    if (__builtin_expect(((to & last_rank(us)) != 0) != (w->promotion != 0), 0))
        return 0;
    if (__builtin_expect(w->promotion != 0, 0))
        *code = CODE_PROMOTION + w->promotion - ARB_KNIGHT;
    return from;
}

/* Laws 3.1.2: is the king of `colour` attacked? */
ARB_INLINE bool attacked(const arb_pos *pos, arb_colour colour)
{
    const arb_side *own = &pos->side[colour], *opp = &pos->side[other(colour)];
    const arb_square king = lowest(own->king);

    return ((pawn_attacks(colour, own->king) & opp->pawns) | (knight_attacks(king) & opp->knights) |
            (king_attacks(king) & opp->king)) != 0 ||
           lines_attack(king, own->all | opp->all, opp);
}

/* Can the piece that went to `to` attack the king, or the line that it left be open to him? */
ARB_INLINE bool may_check(const arb_pos *after, arb_colour us, uint64_t from, uint64_t to)
{
    const arb_side *own = &after->side[us];
    const uint64_t king = after->side[other(us)].king;

    return ((knight_attacks(lowest(king)) & own->knights) |
            (pawn_attacks(other(us), king) & own->pawns)) != 0 ||
           lines_open_or_at(lowest(king), from, to, own);
}

/* Laws 3.8.2: O-O and O-O-O. */
static arb_step_result castle(arb_pos *restrict after, const arb_pos *restrict pos,
                              const char *text)
{
    const arb_colour us = (arb_colour)pos->turn;
    const bool far = memcmp(text, "O-O-O", 5) == 0;
    const unsigned size = far ? 5 : 3;
    const arb_wing wing = far ? ARB_QUEENSIDE : ARB_KINGSIDE;
    const char next = text[size];
    const unsigned flags = next == '+' ? STEP_PLUS : next == '#' ? STEP_HASH : 0;
    const uint64_t king = pos->side[us].king;
    const uint64_t rook =
        pos->castling & home_rank(us) & (wing == ARB_KINGSIDE ? ~(king - 1) : king - 1);

    if (!far && memcmp(text, "O-O", 3) != 0)
        return not_understood;
    if ((unsigned char)text[size + (flags != 0)] >= '#' ||
        arb_pos_castling(pos, us, wing) != ARB_CASTLING_ALLOWED)
        return not_understood;
    const arb_move move = move_make(lowest(king), lowest(rook), ARB_MOVE_CASTLING);
    play_castling(after, pos, us, move);
    const bool check = attacked(after, other(us));
    return (arb_step_result){ move, (uint8_t)(size + (flags != 0)),
                              (uint8_t)(flags | (check ? STEP_CHECK : 0)) };
}

/* The piece that goes there, as a set; anything but one piece means that it is not clear. */
ARB_INLINE uint64_t find_piece(unsigned *code, word *w, const arb_pos *pos, arb_colour us)
{
    if (w->role == ARB_PAWN)
        return find_pawn(code, w, pos, us);
    *code = w->role;
    return w->promotion ? 0 : find_other_piece(w, pos, us);
}

ARB_INLINE arb_step_result step(arb_pos *restrict after, const arb_pos *restrict pos,
                                const char *text, const uint8_t roles[256], unsigned kings,
                                arb_colour us)
{
    unsigned code;
    word w;

    if (__builtin_expect(!take_apart(&w, text, roles), 0))
        return *text == 'O' ? castle(after, pos, text) : not_understood;
    const uint64_t from = find_piece(&code, &w, pos, us);
    if (__builtin_expect(!from || without_lowest(from), 0))
        return not_understood;
    const arb_move move = move_make(lowest(from), w.to, code);
    const bool risky = (kings & STEP_OWN_KING) || code == ARB_MOVE_KING ||
                       code == ARB_MOVE_EN_PASSANT ||
                       lines_open(lowest(pos->side[us].king), from, &pos->side[other(us)]);
    play(after, pos, us, lowest(from), w.to, code);
    if (__builtin_expect(risky, 0) && attacked(after, us))
        return not_understood;
    if ((code == ARB_MOVE_EN_PASSANT || (kings & STEP_OTHER_KING) ||
         may_check(after, us, from, bit(w.to))) &&
        attacked(after, other(us)))
        w.flags |= STEP_CHECK;
    return (arb_step_result){ move, (uint8_t)w.size, (uint8_t)w.flags };
}

static arb_step_result step_white(arb_pos *restrict after, const arb_pos *restrict pos,
                                  const char *text, const uint8_t roles[256], unsigned kings)
{
    return step(after, pos, text, roles, kings, ARB_WHITE);
}

static arb_step_result step_black(arb_pos *restrict after, const arb_pos *restrict pos,
                                  const char *text, const uint8_t roles[256], unsigned kings)
{
    return step(after, pos, text, roles, kings, ARB_BLACK);
}

arb_step_result ARB_STEP_CODE(arb_pos *restrict after, const arb_pos *restrict pos,
                              const char *text, const uint8_t roles[256], unsigned kings)
{
    return pos->turn == ARB_WHITE ? step_white(after, pos, text, roles, kings)
                                  : step_black(after, pos, text, roles, kings);
}
