/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_COMMON_WALK_H
#define ARBITRO_COMMON_WALK_H
/* Files as people name them: one by one, or all that are below a folder. */
#include <stdbool.h>
#include <stddef.h>

typedef struct arb_walk {
    const char *const *suffixes; /* of the files that are wanted in a folder; NULL after the last */
    bool (*file)(void *user, const char *path);   /* what to do with a file */
    bool (*failed)(void *user, const char *path); /* a folder cannot be read: errno says why */
    void *user;
} arb_walk;

/*
 * Visits `path`, or when it is a folder the files below it, in the order of their names and without
 * hidden ones, until a function answers false. Returns how many files there were.
 */
size_t arb_walk_path(const arb_walk *walk, const char *path);

#endif
