/* SPDX-License-Identifier: MIT */
/* Pieces find their squares by moving one another up, until everybody has one or somebody cannot.
 */
#include "proof/matching.h"

enum { NOBODY = 32 };

typedef struct matching {
    const uint32_t *wanted;
    unsigned squares;
    unsigned piece[ARB_MATCHING_MAX];
    uint32_t asked; /* pieces that were asked to take the present square, or to move up for it */
} matching;

static unsigned square_of(const matching *s, unsigned piece)
{
    unsigned at = 0;

    while (at < s->squares && s->piece[at] != piece)
        at++;
    return at;
}

/* Finds a piece for a square; one who sits already must find another square first. */
static bool take(matching *s, unsigned square)
{
    for (;;) {
        const uint32_t pieces = s->wanted[square] & ~s->asked;
        if (!pieces)
            return false;
        const unsigned piece = (unsigned)__builtin_ctz(pieces);
        s->asked |= UINT32_C(1) << piece;
        const unsigned other = square_of(s, piece);
        if (other < s->squares && !take(s, other))
            continue;
        s->piece[square] = piece;
        return true;
    }
}

bool arb_matching_exists(const uint32_t *wanted, unsigned squares)
{
    matching s = { .wanted = wanted, .squares = squares };

    for (unsigned i = 0; i < squares; i++)
        s.piece[i] = NOBODY;
    for (unsigned i = 0; i < squares; i++) {
        s.asked = 0;
        if (!take(&s, i))
            return false;
    }
    return true;
}
