/* SPDX-License-Identifier: MIT */
/* Men find their squares by moving one another up, until everybody has one or somebody cannot. */
#include "proof/seating.h"

enum { NOBODY = 32 };

typedef struct seating {
    const uint32_t *wanted;
    unsigned seats;
    unsigned man[ARB_SEATS_MAX];
    uint32_t asked; /* men that were asked to take the present seat, or to move up for it */
} seating;

static unsigned seat_of(const seating *s, unsigned man)
{
    unsigned at = 0;

    while (at < s->seats && s->man[at] != man)
        at++;
    return at;
}

/* Finds a man for a seat; one who sits already must find another seat first. */
static bool take(seating *s, unsigned seat)
{
    for (;;) {
        const uint32_t men = s->wanted[seat] & ~s->asked;
        if (!men)
            return false;
        const unsigned man = (unsigned)__builtin_ctz(men);
        s->asked |= UINT32_C(1) << man;
        const unsigned other = seat_of(s, man);
        if (other < s->seats && !take(s, other))
            continue;
        s->man[seat] = man;
        return true;
    }
}

bool arb_seating_exists(const uint32_t *wanted, unsigned seats)
{
    seating s = { .wanted = wanted, .seats = seats };

    for (unsigned i = 0; i < seats; i++)
        s.man[i] = NOBODY;
    for (unsigned i = 0; i < seats; i++) {
        s.asked = 0;
        if (!take(&s, i))
            return false;
    }
    return true;
}
