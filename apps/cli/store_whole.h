/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_STORE_WHOLE_H
#define ARBITRO_CLI_STORE_WHOLE_H
/*
 * A whole hall as a folder, and back:
 *
 *   hall.jsonl           people, games, seats, leases, links and codes, settings, the heartbeat
 *   journal.jsonl        the events of all games, in their order
 *   games/game-N.case    every game for people to read, and for `store import`
 *   games/game-N.pgn
 *   sums.txt             the hash of every file, in the form of `b2sum -l 256`; written last
 *
 * The two files of JSON lines are what a hall is made of again; the others say the same for people.
 * What cannot be taken in is told with its file and line before a database is touched.
 */
#include <sodium.h>

#include "cli/store.h"

#define ARB_FOLDER_HALL    "hall.jsonl"
#define ARB_FOLDER_JOURNAL "journal.jsonl"
#define ARB_FOLDER_SUMS    "sums.txt"
#define ARB_FOLDER_GAMES   "games"

/* The first version knew no leases, and no epochs of events. */
enum { ARB_FOLDER_VERSION = 2, ARB_FOLDER_LEASES = 2, ARB_FOLDER_PATH = 4096 };

/* How many there are of everything. */
typedef struct arb_folder_counts {
    uint64_t people, games, seats, leases, tokens, settings, events;
} arb_folder_counts;

/* The path of a file of the folder; false, with errno, when it is too long. */
bool arb_folder_path(char out[ARB_FOLDER_PATH], const char *folder, const char *name);

/* ---- a file with its sum (store_whole_sums.c) ---- */

typedef struct arb_folder_file {
    FILE *file;
    char name[64]; /* within the folder */
    crypto_generichash_state sum;
    int failed; /* errno of the first thing that went wrong, or 0 */
} arb_folder_file;

/* Makes a file that was not there. What fails is kept until it is closed. */
void arb_folder_open(arb_folder_file *out, const char *folder, const char *name);
void arb_folder_write(arb_folder_file *out, const char *text, size_t size);

/* Ends it, and writes its line into `sums`, unless that is NULL. 0, or an errno. */
int arb_folder_close(arb_folder_file *out, arb_folder_file *sums);

/* Are all files there, as sums.txt says, and no others? Everything that is not so is told. */
arb_exit arb_folder_sums_check(const arb_cli *cli, const char *folder);

/* ---- reading one (store_whole_sums.c) ---- */

/* Opens a file of lines; what is no file, such as a pipe, is not waited for. NULL, with errno. */
FILE *arb_folder_read(const char *path);

/* Says why a file cannot be read. */
arb_exit arb_folder_unreadable(const arb_cli *cli, const char *path, int reason);

/* ---- both ways ---- */

arb_exit arb_folder_export(const arb_cli *cli, arb_store *store, const char *path,
                           const char *folder);
arb_exit arb_folder_import(const arb_cli *cli, const char *path, const char *folder);

/* Reads a folder as an import would, and says what is wrong with it; no database is made. */
arb_exit arb_folder_check(const arb_cli *cli, const char *folder);

#endif
