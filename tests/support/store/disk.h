/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TEST_SUPPORT_STORE_DISK_H
#define ARBITRO_TEST_SUPPORT_STORE_DISK_H
/*
 * A file system under SQLite that counts what is asked of it and fails when it is told to, and that
 * remembers what was written and what was synced, so that a disk can be made as it is after a power
 * cut. Nothing is really brought to the disk, because it is done thousands of times.
 */
#include <stdbool.h>
#include <stddef.h>

/* What SQLite asks for, as bits. */
enum {
    DISK_OPEN = 1,
    DISK_READ = 2,
    DISK_WRITE = 4,
    DISK_SYNC = 8,
    DISK_TRUNCATE = 16,
    DISK_DELETE = 32,
    DISK_LOCK = 64,   /* of the file, and of what readers and writers share in memory */
    DISK_SHARE = 128, /* mapping that memory */
    DISK_SIZE = 256,  /* asking how long a file is */
    DISK_ALL = 511
};

typedef struct disk_fault {
    unsigned operations; /* which of them count and fail */
    unsigned at;         /* the how manieth fails, from 1; 0: none */
    bool for_good;       /* and every one from then on */
    bool torn;           /* the first write that fails is half done */
    int code;            /* what SQLite is told; 0: what fits the operation */
} disk_fault;

/* Puts the file system in the place of the usual one. Once in a program. */
void disk_use(void);

/* Does it say, as the usual one does, that a write leaves alone what lies beside it in its sectors?
 * Logs are written otherwise when it does not. It does unless it is told otherwise. */
void disk_promise(bool yes);

/* From now on this fault; NULL: none. Counting begins anew. */
void disk_fail(const disk_fault *fault);
bool disk_failed(void);    /* was there such an operation? */
unsigned disk_count(void); /* operations of that kind so far */

/* ---- power cuts */

/* Begins to remember, in an empty folder. Afterwards disk_forget(). */
void disk_record(void);
void disk_forget(void);

/* How much was remembered: the moments at which the power can be cut are 0 to this. */
size_t disk_moments(void);

/*
 * Writes the files into `folder` as they may be when the power is cut at this moment: all that was
 * synced before it, and of the rest any part, in any order, torn at sectors of 512 bytes, as `seed`
 * has it. With the seed 0 nothing of the rest, with 1 all of it.
 */
void disk_after_cut(const char *folder, size_t moment, unsigned long long seed);

#endif
