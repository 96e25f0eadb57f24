/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TESTS_MUTANT_H
#define ARBITRO_TESTS_MUTANT_H
/* Requests to a hall that began as good ones and were damaged at random. */
#include "server/hall/api.h"
#include "support/hall/hall.h"

enum { MUTANT_MAX = 65536 };

typedef struct mutant {
    char text[MUTANT_MAX];
    size_t size;
} mutant;

/* The same seed makes the same requests. */
void mutant_seed(uint64_t seed);

/* A number from 0 to sides - 1. */
unsigned mutant_dice(unsigned sides);

/* Makes a request of this route, with a key of these or none, and damages it or not. */
void mutant_make(mutant *m, const arb_api_route *route, const seats *s, const char *desk);

#endif
