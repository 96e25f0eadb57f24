/* SPDX-License-Identifier: MIT */
/* The machine, as the system describes it; see bench_machine.h. */
#define _GNU_SOURCE
#include "bench/bench_machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Some processors have no line for it. */
static void find_processor(char out[ARB_BENCH_PROCESSOR])
{
    static const char name[] = "model name";
    char line[512];
    FILE *file = fopen("/proc/cpuinfo", "r");

    (void)snprintf(out, ARB_BENCH_PROCESSOR, "?");
    while (file && fgets(line, sizeof line, file)) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, name, sizeof name - 1) != 0 || !colon)
            continue;
        colon += 1 + strspn(colon + 1, " ");
        (void)snprintf(out, ARB_BENCH_PROCESSOR, "%.*s", (int)strcspn(colon, "\n"), colon);
        break;
    }
    if (file)
        (void)fclose(file);
}

arb_bench_machine arb_bench_machine_now(void)
{
    arb_bench_machine machine = { .load = -1 };
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);

    find_processor(machine.processor);
    machine.cores = cores > 0 ? (unsigned)cores : 1;
    if (getloadavg(&machine.load, 1) != 1)
        machine.load = -1;
    return machine;
}
