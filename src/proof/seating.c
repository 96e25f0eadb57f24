/* SPDX-License-Identifier: MIT */
/* Pieces find their squares by moving one another up, until everybody has one or somebody cannot.
 */
#include "proof/seating.h"

enum { NOBODY = 32 };

typedef struct seating {
    const uint32_t *wanted;
    unsigned seats;
    unsigned piece[ARB_SEATS_MAX];
    uint32_t asked; /* pieces that were asked to take the present seat, or to move up for it */
} seating;

static unsigned seat_of(const seating *s, unsigned piece)
{
    unsigned at = 0;

    while (at < s->seats && s->piece[at] != piece)
        at++;
    return at;
}

/* Finds a piece for a seat; one who sits already must find another seat first. */
static bool take(seating *s, unsigned seat)
{
    for (;;) {
        const uint32_t pieces = s->wanted[seat] & ~s->asked;
        if (!pieces)
            return false;
        const unsigned piece = (unsigned)__builtin_ctz(pieces);
        s->asked |= UINT32_C(1) << piece;
        const unsigned other = seat_of(s, piece);
        if (other < s->seats && !take(s, other))
            continue;
        s->piece[seat] = piece;
        return true;
    }
}

bool arb_seating_exists(const uint32_t *wanted, unsigned seats)
{
    seating s = { .wanted = wanted, .seats = seats };

    for (unsigned i = 0; i < seats; i++)
        s.piece[i] = NOBODY;
    for (unsigned i = 0; i < seats; i++) {
        s.asked = 0;
        if (!take(&s, i))
            return false;
    }
    return true;
}
