/* SPDX-License-Identifier: MIT */
/* The walk over folders; see walk.h. */
#define _DEFAULT_SOURCE
#include "common/walk.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Folders within folders; more of them are a circle. */
enum { DEPTH_MAX = 32 };

static bool is_folder(const char *path)
{
    struct stat about;

    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

static bool is_wanted(const arb_walk *walk, const char *name)
{
    const size_t size = strlen(name);

    for (const char *const *suffix = walk->suffixes; *suffix; suffix++) {
        const size_t end = strlen(*suffix);
        if (size > end && strcmp(name + size - end, *suffix) == 0)
            return true;
    }
    return false;
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static bool visit_folder(const arb_walk *walk, const char *path, unsigned depth, size_t *count);

/* One entry of a folder: a folder again, a file that is wanted, or something else. */
static bool visit_entry(const arb_walk *walk, const char *folder, const char *name, unsigned depth,
                        size_t *count)
{
    const size_t length = strlen(folder), size = length + strlen(name) + 2;
    const bool slash = length > 0 && folder[length - 1] == '/';
    char *path = malloc(size);
    bool on = true;

    if (!path)
        return walk->failed(walk->user, folder);
    snprintf(path, size, "%s%s%s", folder, slash ? "" : "/", name);
    if (is_folder(path)) {
        on = visit_folder(walk, path, depth + 1, count);
    } else if (is_wanted(walk, name)) {
        ++*count;
        on = walk->file(walk->user, path);
    }
    free(path);
    return on;
}

static bool visit_folder(const arb_walk *walk, const char *path, unsigned depth, size_t *count)
{
    struct dirent **entries = NULL;
    int found = -1;
    bool on = true;

    if (depth > DEPTH_MAX)
        errno = ELOOP;
    else
        found = scandir(path, &entries, is_visible, by_name);
    if (found < 0)
        return walk->failed(walk->user, path);
    for (int i = 0; i < found; i++) {
        on = on && visit_entry(walk, path, entries[i]->d_name, depth, count);
        free(entries[i]);
    }
    free(entries);
    return on;
}

size_t arb_walk_path(const arb_walk *walk, const char *path)
{
    size_t count = 0;

    if (!is_folder(path)) {
        (void)walk->file(walk->user, path);
        return 1;
    }
    (void)visit_folder(walk, path, 0, &count);
    return count;
}
