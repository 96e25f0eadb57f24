/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_COMMON_WHOLE_FILE_H
#define ARBITRO_COMMON_WHOLE_FILE_H
/*
 * A file that takes the place of another only when it is whole. Until then it stands beside it
 * under another name. What is no file, such as a pipe or a device, is written directly, and so is
 * what the program was given open: standard output under any name, and /dev/fd/N.
 */
#include <stdbool.h>

typedef struct arb_whole_file {
    int fd;                 /* to be written */
    char *path, *temporary; /* NULL: it is written directly */
    bool aside;             /* or, where its folder takes no new file, copied into it at the end */
} arb_whole_file;

/* Begins to write. Returns 0, or the errno of why not, with nothing to finish. */
int arb_whole_file_open(arb_whole_file *out, const char *path);

/*
 * Puts the file in its place if `keep`, else forgets it. Returns 0, or the errno of why it is not
 * there. What was kept in a buffer above `fd` must have been flushed.
 */
int arb_whole_file_finish(arb_whole_file *file, bool keep);

#endif
