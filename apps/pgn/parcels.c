/* SPDX-License-Identifier: MIT */
/*
 * Games into several files: so many in each, or one file for each value of a tag. They are written
 * in a folder of their own inside the one that is meant, and moved from there when all of them are
 * whole. Few of them are open at a time; what is remembered is the name of each. See pgn.h.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/quote.h"
#include "common/system_text.h"
#include "pgn/parcel_name.h"
#include "pgn/pgn.h"

enum { FILES_OPEN = 64, TABLE_LEAST = 64 };

/* A file that is being made. */
typedef struct parcel {
    char *name;
    FILE *to; /* NULL: closed for the time being */
    uint64_t used;
    bool begun;
    char last; /* the last byte that was written */
} parcel;

struct arb_pgn_parcels {
    const arb_pgn_cmd *cmd;
    char *hidden; /* the folder where they are made */
    parcel *parcel;
    size_t count, room;
    size_t *table; /* parcels by name, counted from 1; 0 is empty */
    size_t table_room;
    size_t open[FILES_OPEN]; /* parcels whose files are open */
    unsigned open_count;
    unsigned games; /* in the last parcel */
    uint64_t clock;
    arb_pgn *pgn; /* reads the tag by which a game is put */
    char value[ARB_PARCEL_NAME_MAX];
    bool found;
};

static bool complain(const arb_pgn_parcels *p, const char *path, int error)
{
    (void)arb_cli_complain_at(p->cmd->cli, path, 0, 0, ARB_TEXT_PGN_NOT_WRITTEN,
                              arb_system_text(error, p->cmd->cli->lang));
    return false;
}

static bool fail(const arb_pgn_parcels *p)
{
    (void)arb_cli_failed(p->cmd->cli, ARB_NOMEM);
    return false;
}

/* "folder/name", to be freed; NULL when there is no memory. */
static char *join(const char *folder, const char *name)
{
    const size_t size = strlen(folder) + strlen(name) + 2;
    char *path = malloc(size);

    if (path)
        snprintf(path, size, "%s/%s", folder, name);
    return path;
}

/* ---- the files */

static uint64_t scatter(const char *name)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * UINT64_C(0x100000001b3);
    return hash ^ hash >> 29;
}

static size_t *find(const arb_pgn_parcels *p, size_t *table, size_t room, const char *name)
{
    size_t at = (size_t)scatter(name) & (room - 1);

    while (table[at] > 0 && strcmp(p->parcel[table[at] - 1].name, name) != 0)
        at = (at + 1) & (room - 1);
    return &table[at];
}

/* Room for one more parcel, and for finding it. */
static bool reserve(arb_pgn_parcels *p)
{
    const size_t room = p->room ? 2 * p->room : TABLE_LEAST;

    if (p->count < p->room)
        return true;
    parcel *parcels = realloc(p->parcel, room * sizeof *parcels);
    if (!parcels)
        return false;
    p->parcel = parcels;
    size_t *table = calloc(2 * room, sizeof *table);
    if (!table)
        return false;
    for (size_t i = 0; i < p->count; i++)
        *find(p, table, 2 * room, p->parcel[i].name) = i + 1;
    free(p->table);
    p->table = table;
    p->table_room = 2 * room;
    p->room = room;
    return true;
}

/* Must a file that is there stay as it is? */
static bool is_taken(const arb_pgn_parcels *p, const char *name)
{
    char *path = join(p->cmd->parcelling.folder, name);
    struct stat about;
    const bool taken = path && !p->cmd->parcelling.overwrite && lstat(path, &about) == 0;

    if (taken)
        (void)arb_cli_complain_at(p->cmd->cli, path, 0, 0, ARB_TEXT_PGN_EXISTS);
    free(path);
    return taken;
}

/* The parcel of this name, made when there is none; NULL after a complaint. */
static parcel *parcel_of(arb_pgn_parcels *p, const char *name)
{
    if (!reserve(p)) {
        fail(p);
        return NULL;
    }
    size_t *place = find(p, p->table, p->table_room, name);
    if (*place > 0)
        return &p->parcel[*place - 1];
    if (is_taken(p, name))
        return NULL;
    char *copy = strdup(name);
    if (!copy) {
        fail(p);
        return NULL;
    }
    p->parcel[p->count++] = (parcel){ .name = copy };
    *place = p->count;
    return &p->parcel[p->count - 1];
}

/* Closes the file that is the `index`th of those that are open. */
static bool shut(arb_pgn_parcels *p, unsigned index)
{
    parcel *which = &p->parcel[p->open[index]];

    errno = 0;
    const bool written = fflush(which->to) == 0 && !ferror(which->to);
    const int error = errno;
    const bool closed = fclose(which->to) == 0;
    which->to = NULL;
    p->open[index] = p->open[--p->open_count];
    return (written && closed) || complain(p, which->name, error ? error : EIO);
}

/* Closes the one that has not been used for longest. */
static bool shut_oldest(arb_pgn_parcels *p)
{
    unsigned oldest = 0;

    for (unsigned i = 1; i < p->open_count; i++)
        if (p->parcel[p->open[i]].used < p->parcel[p->open[oldest]].used)
            oldest = i;
    return shut(p, oldest);
}

static bool open_parcel(arb_pgn_parcels *p, parcel *which)
{
    which->used = ++p->clock;
    if (which->to)
        return true;
    if (p->open_count == FILES_OPEN && !shut_oldest(p))
        return false;
    char *path = join(p->hidden, which->name);
    if (!path)
        return fail(p);
    which->to = fopen(path, which->begun ? "ae" : "wxe");
    const int error = errno;
    free(path);
    if (!which->to)
        return complain(p, which->name, error);
    which->begun = true;
    p->open[p->open_count++] = (size_t)(which - p->parcel);
    return true;
}

/* ---- to which file a game belongs */

static arb_pgn_next on_tag(void *user, const arb_pgn *pgn, const arb_pgn_tag *tag)
{
    arb_pgn_parcels *p = user;
    const char *name = p->cmd->parcelling.tag;

    (void)pgn;
    if (tag->name_size != strlen(name) || memcmp(tag->name, name, tag->name_size) != 0)
        return ARB_PGN_GO_ON;
    p->found = true;
    arb_parcel_name(p->value, tag->value, tag->value_size);
    return ARB_PGN_STOP;
}

static arb_pgn_next on_start(void *user, const arb_pgn *pgn)
{
    (void)user;
    (void)pgn;
    return ARB_PGN_STOP;
}

static const char *name_by_tag(arb_pgn_parcels *p, const char *text, size_t size)
{
    static const arb_pgn_handler handler = { .tag = on_tag, .start = on_start };

    p->found = false;
    const arb_err err = arb_pgn_read_text(p->pgn, text, size, &handler, p);
    if (err == ARB_NOMEM) {
        fail(p);
        return NULL;
    }
    if (!p->found)
        arb_parcel_name(p->value, "", 0);
    return p->value;
}

static const char *name_by_number(arb_pgn_parcels *p)
{
    if (p->count == 0 || p->games == p->cmd->parcelling.games) {
        p->games = 0;
        snprintf(p->value, sizeof p->value, "games-%06zu.pgn", p->count + 1);
    }
    p->games++;
    return p->value;
}

bool arb_pgn_parcels_add(arb_pgn_parcels *p, const char *text, size_t size)
{
    const char *name = p->pgn ? name_by_tag(p, text, size) : name_by_number(p);
    parcel *which = name ? parcel_of(p, name) : NULL;

    if (!which || !open_parcel(p, which))
        return false;
    if (which->last != '\0' && which->last != '\n' && which->last != '\r')
        (void)fputs("\n\n", which->to);
    which->last = text[size - 1];
    if (fwrite(text, 1, size, which->to) == size)
        return true;
    return complain(p, which->name, errno);
}

/* ---- the whole */

arb_pgn_parcels *arb_pgn_parcels_new(const arb_pgn_cmd *cmd)
{
    arb_pgn_parcels *p = calloc(1, sizeof *p);

    if (!p) {
        (void)arb_cli_failed(cmd->cli, ARB_NOMEM);
        return NULL;
    }
    p->cmd = cmd;
    p->hidden = join(cmd->parcelling.folder, ".arbitro-XXXXXX");
    bool ready = p->hidden && (!cmd->parcelling.tag || arb_pgn_new(&p->pgn, NULL, NULL) == ARB_OK);
    if (!ready) {
        fail(p);
    } else if (mkdir(cmd->parcelling.folder, 0777) != 0 && errno != EEXIST) {
        ready = complain(p, cmd->parcelling.folder, errno);
    } else if (!mkdtemp(p->hidden)) {
        ready = complain(p, cmd->parcelling.folder, errno);
    }
    if (ready)
        return p;
    arb_pgn_free(p->pgn);
    free(p->hidden);
    free(p);
    return NULL;
}

/* Puts a file in its place, or takes it away. */
static bool settle(arb_pgn_parcels *p, const parcel *which, bool keep)
{
    char *from = join(p->hidden, which->name), *to = join(p->cmd->parcelling.folder, which->name);
    bool settled = from && to;

    if (!settled)
        fail(p);
    else if (!keep || !which->begun)
        (void)unlink(from);
    else if (p->cmd->parcelling.overwrite ? rename(from, to) != 0
                                          : link(from, to) != 0 || unlink(from) != 0)
        settled = complain(p, to, errno);
    if (from && !settled)
        (void)unlink(from);
    free(from);
    free(to);
    return settled;
}

/* Everything is on the disk before anything gets its name. */
static bool deliver(const arb_pgn_parcels *p)
{
    const int fd = open(p->hidden, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool done = fd >= 0 && syncfs(fd) == 0;
    const int error = errno;

    if (fd >= 0)
        close(fd);
    return done || complain(p, p->cmd->parcelling.folder, error);
}

bool arb_pgn_parcels_finish(arb_pgn_parcels *p, bool keep)
{
    bool whole = true;

    while (p->open_count > 0)
        whole = shut(p, p->open_count - 1) && whole;
    if (keep && whole)
        whole = deliver(p);
    for (size_t i = 0; i < p->count; i++) {
        whole = settle(p, &p->parcel[i], keep && whole) && whole;
        free(p->parcel[i].name);
    }
    (void)rmdir(p->hidden);
    arb_pgn_free(p->pgn);
    free(p->hidden);
    free(p->parcel);
    free(p->table);
    free(p);
    return whole;
}
