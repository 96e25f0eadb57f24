/* SPDX-License-Identifier: MIT */
/* What both sides have, such as KRP/KR. */
#include <string.h>

#include "notation/select_internal.h"

enum { ANY = 255 };

static int role_of(int c)
{
    static const char letters[] = "PNBRQ";
    const char *found = c > 0 ? strchr(letters, c >= 'a' ? c - 32 : c) : NULL;

    return found ? (int)(ARB_PAWN + (found - letters)) : -1;
}

/* A letter, perhaps with a count, perhaps with * or +. */
static bool read_piece(arb_balance *out, unsigned side, arb_cursor *cur)
{
    const int role = role_of(arb_cursor_peek(cur));
    uint64_t count = 1;

    if (role < 0)
        return false;
    uint8_t *least = &out->least[side][role], *most = &out->most[side][role];
    arb_cursor_next(cur);
    if (arb_cursor_peek(cur) >= '0' && arb_cursor_peek(cur) <= '9' &&
        arb_cursor_read_number(&count, cur, 16) != ARB_OK)
        return false;
    const bool any = arb_cursor_take(cur, '*'), more = !any && arb_cursor_take(cur, '+');
    if (*least + count > 16)
        return false;
    *least = (uint8_t)(*least + (any ? 0 : count));
    *most = any || more || *most == ANY ? ANY : (uint8_t)(*most + count);
    return true;
}

/* The pieces of a side up to the slash, the colon or the end; all capitals or all small. */
static bool read_side(arb_balance *out, unsigned side, bool *small, arb_cursor *cur)
{
    const arb_cursor begin = *cur;

    *small = arb_cursor_peek(cur) >= 'a';
    for (int c; (c = arb_cursor_peek(cur)) != ARB_CURSOR_END && c != '/' && c != ':';) {
        if ((c >= 'a') != *small)
            return false;
        if (c == 'K' || c == 'k')
            arb_cursor_next(cur);
        else if (!read_piece(out, side, cur))
            return false;
    }
    return cur->at > begin.at;
}

/* The first side is White's, or either one's. */
static void order_sides(arb_balance *m, const bool small[2])
{
    m->either = !small[0] && !small[1];
    if (!small[0])
        return;
    for (unsigned role = 0; role < ARB_KING; role++) {
        const uint8_t least = m->least[0][role], most = m->most[0][role];
        m->least[0][role] = m->least[1][role];
        m->most[0][role] = m->most[1][role];
        m->least[1][role] = least;
        m->most[1][role] = most;
    }
}

arb_err arb_balance_read(arb_balance *out, arb_cursor *cur, arb_where *where)
{
    arb_balance m = { .lasting = 1 };
    bool small[2];
    uint64_t lasting;

    if (!read_side(&m, 0, &small[0], cur) || !arb_cursor_take(cur, '/') ||
        !read_side(&m, 1, &small[1], cur) || arb_cursor_peek(cur) == '/' || (small[0] && small[1]))
        return arb_cursor_fail(cur, where, ARB_WANTED_SELECT_MATERIAL);
    if (arb_cursor_take(cur, ':')) {
        const arb_cursor begin = *cur;
        if (arb_cursor_read_number(&lasting, cur, UINT16_MAX) != ARB_OK || lasting == 0 ||
            !arb_cursor_at_end(cur))
            return arb_cursor_fail(&begin, where, ARB_WANTED_SELECT_LASTING);
        m.lasting = (uint16_t)lasting;
    }
    order_sides(&m, small);
    *out = m;
    return ARB_OK;
}

static bool fits(const arb_balance *m, unsigned side, arb_role role, uint64_t pieces)
{
    const unsigned count = (unsigned)__builtin_popcountll(pieces);

    return count >= m->least[side][role] &&
           (m->most[side][role] == ANY || count <= m->most[side][role]);
}

bool arb_balance_holds(const arb_balance *m, const arb_pos *pos, arb_colour first)
{
    for (unsigned i = 0; i < 2; i++) {
        const arb_side *s = &pos->side[i == 0 ? first : 1 - first];
        if (!fits(m, i, ARB_PAWN, s->pawns) || !fits(m, i, ARB_KNIGHT, s->knights) ||
            !fits(m, i, ARB_BISHOP, s->diagonal & ~s->straight) ||
            !fits(m, i, ARB_ROOK, s->straight & ~s->diagonal) ||
            !fits(m, i, ARB_QUEEN, s->diagonal & s->straight))
            return false;
    }
    return true;
}
