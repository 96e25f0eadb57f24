/* SPDX-License-Identifier: MIT */
#ifndef ARB_RETRO_SEATS_H
#define ARB_RETRO_SEATS_H
/* Who sits where, at the lowest price in all. */
#include <stdbool.h>
#include <stdint.h>

enum { ARB_SEATS = 24, ARB_SEATS_NEVER = 10000 };

typedef struct arb_seats {
    unsigned count;
    int price[ARB_SEATS][ARB_SEATS]; /* of a person on a seat */
} arb_seats;

/* Fills seat_of[person]; false when somebody would have to sit where it is never allowed. */
bool arb_seats_assign(uint8_t seat_of[ARB_SEATS], const arb_seats *seats);

#endif
