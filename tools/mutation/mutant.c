/* SPDX-License-Identifier: MIT */
/*
 * The fault of a program is that of the environment, ARB_MUTANT; which ones it has reached is
 * written to a file that begins as ARB_MUTANT_REACHED says, a byte for each.
 */
#include "mutant.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int arb_mutant;

void arb_mutant_set(int number)
{
    arb_mutant = number;
    arb_mutant_rules(number);
    arb_mutant_books(number);
    arb_mutant_options(number);
    arb_mutant_cited(number);
}

static void tell_reached(void)
{
    const char *begin = getenv("ARB_MUTANT_REACHED");
    char path[4096];

    snprintf(path, sizeof path, "%s.%ld", begin, (long)getpid());
    FILE *file = fopen(path, "wb");
    if (!file)
        return;
    fwrite(arb_mutant_reached, 1, (size_t)arb_mutant_count, file);
    fclose(file);
}

__attribute__((constructor)) static void begin(void)
{
    const char *number = getenv("ARB_MUTANT");

    if (number)
        arb_mutant_set((int)strtol(number, NULL, 10));
    if (getenv("ARB_MUTANT_REACHED"))
        atexit(tell_reached);
}
