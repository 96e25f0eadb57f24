/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_FUZZ_MUTATE_H
#define ARBITRO_FUZZ_MUTATE_H
/* Inputs made of good ones by chance, the same for the same seed. */
#include <stddef.h>
#include <stdint.h>

enum { MUTATE_MAX = 1 << 16 };

typedef struct sample {
    const uint8_t *data;
    size_t size;
} sample;

void mutate_seed(uint64_t seed);

/*
 * Fills `data`, room for MUTATE_MAX, with one of the samples, or with what was made last, damaged
 * in one to eight places; returns its size.
 */
size_t mutate(uint8_t *data, const sample *samples, unsigned count);

#endif
