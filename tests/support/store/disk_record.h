/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TEST_SUPPORT_STORE_DISK_RECORD_H
#define ARBITRO_TEST_SUPPORT_STORE_DISK_RECORD_H
/* What the file system of disk.h tells of itself to whoever remembers. */
#include <stdbool.h>
#include <stddef.h>

typedef enum action_kind {
    ACTION_CREATE,
    ACTION_WRITE,
    ACTION_TRUNCATE,
    ACTION_DELETE,
    ACTION_SYNC
} action_kind;

/* Remembers it, when anything is to be remembered; a file without a name is not. */
void disk_remember(action_kind kind, const char *path, size_t at, const void *bytes, size_t size);

/* Is this the first file of which anything is remembered? */
bool disk_is_first(const char *path);

#endif
