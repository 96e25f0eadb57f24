/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_BEAT_H
#define ARBITRO_SERVER_BEAT_H
/*
 * The sign of life: until when the server lived, so that a restart knows what the clocks showed.
 *
 * The store has one that survives everything and is written once a second. Between those, a page
 * of memory that is a file beside the database says it to a few hundredths: writing to it costs
 * nothing, and what ends the process does not end the file. A thread of its own does it, so that
 * work that takes long does not look like death. Without the file the store's one counts.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { ARB_BOOT_SIZE = 40, ARB_BEAT_MS = 20, ARB_BEAT_STORE_MS = 1000 };

typedef struct arb_beat {
    char boot[ARB_BOOT_SIZE]; /* which start of the machine this is */
    void *page;               /* NULL: there is no file */
    atomic_bool marked;       /* the file says which start it is */
    bool running;             /* a thread of its own beats */
    atomic_bool stop;
    pthread_t thread;
    int64_t stored_ms; /* when the store had its last one */
} arb_beat;

/* Reads what a former server left in the file; false when that was in another start. */
bool arb_beat_read(int64_t *out, const char *database, const char *boot);

/* Finds out which start of the machine this is. */
void arb_beat_boot(char out[ARB_BOOT_SIZE]);

/*
 * Opens the file beside the database and leaves what it says until the first arb_beat_set().
 * Without one the beat is only the store's.
 */
void arb_beat_open(arb_beat *beat, const char *database);
void arb_beat_close(arb_beat *beat);

/* Begins to say so by itself, several times in a tenth of a second, until it is closed. */
void arb_beat_start(arb_beat *beat);

/* The server lives at `now`, in ms of the boot time. Any thread may say so. */
void arb_beat_set(arb_beat *beat, int64_t now);

#endif
