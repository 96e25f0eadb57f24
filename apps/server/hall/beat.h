/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_BEAT_H
#define ARBITRO_SERVER_BEAT_H
/*
 * The sign of life: until when the server lived, so that a restart knows what the clocks showed,
 * and which event was the last that it made durable, so that a restart knows whether anything is
 * missing.
 *
 * The store has a sign of life that survives everything and is written once a second. Between
 * those, a small file beside the database says it to a few hundredths: writing to it costs
 * next to nothing, and what ends the process does not end the file. A thread of its own does it, so
 * that work that takes long does not look like death. Without the file the store's one counts.
 *
 * A database of PostgreSQL has no file that this could stand beside: it is in the user's data
 * folder then, under a name that is made of the address.
 *
 * The last event stands in the file before anybody is told of it. A database that has it not, or
 * has another in its place, has lost its log, or is an older copy.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

#include "store/store.h"

enum { ARB_BOOT_SIZE = 40, ARB_BEAT_MS = 20, ARB_BEAT_STORE_MS = 1000 };

/* What stands in the file. */
typedef struct arb_beat_page {
    char form[8];
    char boot[ARB_BOOT_SIZE]; /* which start of the machine it was; empty: nothing was said yet */
    int64_t ms;               /* until when the server lived */
    uint64_t sequence;        /* of the last event; 0: none */
    unsigned char chain[ARB_STORE_HASH_SIZE];
    unsigned char sum[16]; /* of all before it */
} arb_beat_page;

typedef struct arb_beat {
    char boot[ARB_BOOT_SIZE]; /* which start of the machine this is */
    char *path;               /* NULL: there is no file */
    void *map;                /* the file in memory; NULL: it cannot be had */
    struct stat file;         /* which file that is */
    int pipe[2];              /* through which it is written to */
    pthread_mutex_t lock;     /* of the page and the file */
    arb_beat_page page;
    _Atomic int64_t said_ms; /* the last sign of life that was written */
    bool running;            /* a thread of its own beats */
    atomic_bool stop, paused;
    pthread_t thread;
    int64_t stored_ms; /* when the store had its last one */
} arb_beat;

/* Reads what a former server left in the file; false when that was in another start. */
bool arb_beat_read(int64_t *out, const char *database, const char *boot);

/* Reads which event was the last; false when the file does not say, or cannot be read. */
bool arb_beat_mark_read(arb_store_mark *out, const char *database);

/*
 * For how long after an event the former server lived, in ms, by its last sign of life. Signs that
 * contradict each other, such as one that lies in the future, count for nothing: 0.
 */
int64_t arb_beat_lived(arb_store_stamp sign, arb_store_stamp event, int64_t wall_ms);

/* Finds out which start of the machine this is. */
void arb_beat_boot(char out[ARB_BOOT_SIZE]);

/*
 * Opens the file beside the database and leaves what it says of life until the first
 * arb_beat_set(). Without one the beat is only the store's.
 */
void arb_beat_open(arb_beat *beat, const char *database);
void arb_beat_close(arb_beat *beat);

/* Begins to say so by itself, several times in a tenth of a second, until it is closed. */
void arb_beat_start(arb_beat *beat);

/* Says nothing of life while the time of the games stands. */
void arb_beat_pause(arb_beat *beat, bool paused);

/* The server lives at `now`, in ms of the boot time. Any thread may say so. */
void arb_beat_set(arb_beat *beat, int64_t now);

/* This event is durable, and all before it. Any thread may say so. */
void arb_beat_durable(arb_beat *beat, const arb_store_mark *mark);

#endif
