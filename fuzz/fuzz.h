/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_FUZZ_H
#define ARBITRO_FUZZ_H
/*
 * What every fuzz target has in common: its entry, and a check that no build switches off.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* The property holds for these bytes, or the program stops. Always returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Stops the program and says why, unless `holds`. */
static inline void require(int holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "property broken: %s\n", what);
    abort();
}

#endif
