/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_EMBED_H
#define ARBITRO_EMBED_H
/*
 * Files on their way into the program: read (embed.c, folder.c), joined to one script and one style
 * for a page (pages.c, of modules.c and styles.c), compressed and written as a table in C
 * (table.c).
 *
 * Everything that fails says so on stderr, with the file, and stops the build.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { FILES_MAX = 1024, URL_SIZE = 1024 };

typedef struct input {
    char path[URL_SIZE]; /* on the disk; of a joined file that of the first one in it */
    char url[URL_SIZE];  /* on the server */
    const char *type;    /* the content type */
    char *body;
    unsigned char *gzip;
    size_t size, gzip_size;         /* gzip_size 0: not worth while */
    bool is_part;                   /* of a joined file, and not sent by itself */
    bool is_named_by_hash;          /* other bytes have another name: it can be kept for ever */
    bool renews_itself;             /* a page that hears of others and then loads them */
    const struct input *joined_for; /* modules.c: the one whose script has it already */
    bool is_open;                   /* modules.c: what it imports is being written */
} input;

typedef struct folder {
    input *file[FILES_MAX];
    size_t count;
    uint64_t tag; /* of all files as they were read */
} folder;

/* ---- folder.c */

/* Always false, so that it can be returned. */
bool complain(const char *path, const char *what);

input *folder_find(const folder *f, const char *url);
/* Takes the bytes, which were allocated. NULL when there is no room, or no type for the url. */
input *folder_add(folder *f, const char *path, const char *url, char *body, size_t size);
void folder_free(folder *f);
/* By url, as the table wants it. */
void folder_sort(folder *f);

/* FNV-1a, from 0 on: nobody gains by two files with one tag, so a plain hash will do. */
uint64_t tag_of(uint64_t before, const char *bytes, size_t size);

/* ---- table.c */

/* Compresses the files that are sent, sorts all, and writes the table. */
bool table_write(folder *f, const char *path, const char *name);

/* ---- pages.c: gives every page of the folder one script and one style */

bool pages_join(folder *f);

/* ---- modules.c, styles.c: what is joined */

/* Writes the module and, before it, those that it imports. */
bool modules_write(FILE *out, const folder *f, input *entry);
/* Writes the style without its comments. */
bool style_write(FILE *out, const input *style);

#endif
