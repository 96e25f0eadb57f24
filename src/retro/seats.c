/* SPDX-License-Identifier: MIT */
/* Assignment by shortest augmenting ways: persons come in one after the other. */
#include "retro/seats.h"

enum { MUCH = 1 << 28 };

/* Numbers from 1; 0 is nobody. `owed` and `asked` make every taken seat cost nothing. */
typedef struct hall {
    const arb_seats *seats;
    int owed[ARB_SEATS + 1], asked[ARB_SEATS + 1];
    unsigned on[ARB_SEATS + 1], from[ARB_SEATS + 1];
} hall;

/* From the last seat reached, the cheapest one that was not reached yet. */
static unsigned next_seat(hall *h, unsigned last, int low[], const bool used[], int *delta)
{
    unsigned next = 0;

    *delta = MUCH;
    for (unsigned seat = 1; seat <= h->seats->count; seat++) {
        if (used[seat])
            continue;
        const unsigned person = h->on[last];
        const int price = h->seats->price[person - 1][seat - 1] - h->owed[person] - h->asked[seat];
        if (price < low[seat]) {
            low[seat] = price;
            h->from[seat] = last;
        }
        if (low[seat] < *delta) {
            *delta = low[seat];
            next = seat;
        }
    }
    return next;
}

static void come_in(hall *h, unsigned person)
{
    int low[ARB_SEATS + 1];
    bool used[ARB_SEATS + 1] = { false };
    unsigned last = 0;

    h->on[0] = person;
    for (unsigned seat = 0; seat <= h->seats->count; seat++)
        low[seat] = MUCH;
    do {
        int delta;
        used[last] = true;
        const unsigned next = next_seat(h, last, low, used, &delta);
        for (unsigned seat = 0; seat <= h->seats->count; seat++) {
            if (used[seat]) {
                h->owed[h->on[seat]] += delta;
                h->asked[seat] -= delta;
            } else {
                low[seat] -= delta;
            }
        }
        last = next;
    } while (h->on[last] != 0);
    while (last) {
        h->on[last] = h->on[h->from[last]];
        last = h->from[last];
    }
}

bool arb_seats_assign(uint8_t seat_of[ARB_SEATS], const arb_seats *seats)
{
    hall h = { .seats = seats };

    for (unsigned person = 1; person <= seats->count; person++)
        come_in(&h, person);
    for (unsigned seat = 1; seat <= seats->count; seat++) {
        if (seats->price[h.on[seat] - 1][seat - 1] >= ARB_SEATS_NEVER)
            return false;
        seat_of[h.on[seat] - 1] = (uint8_t)(seat - 1);
    }
    return true;
}
