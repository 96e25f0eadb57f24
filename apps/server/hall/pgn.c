/* SPDX-License-Identifier: MIT */
/*
 * The game of a table in the Portable Game Notation: the library writes it, the table knows the
 * names.
 */
#define _GNU_SOURCE
#include <string.h>
#include <time.h>

#include "arbitro/game_pgn.h"
#include "server/hall/api.h"

static arb_err add(void *user, const char *text, size_t size)
{
    return arb_buf_add(user, text, size);
}

static arb_pgn_tag tag(const char *name, const char *value)
{
    return (arb_pgn_tag){ name, value, strlen(name), strlen(value) };
}

arb_err arb_table_pgn(arb_buf *out, const arb_table *t)
{
    const time_t created = (time_t)(t->created_ms / 1000);
    char date[16] = "????.??.??";
    arb_pgn_writer *writer;
    struct tm day;

    if (gmtime_r(&created, &day))
        (void)strftime(date, sizeof date, "%Y.%m.%d", &day);
    const arb_pgn_tag tags[] = {
        tag("Event", t->names.event ? t->names.event : "?"),
        tag("Site", "?"),
        tag("Date", date),
        tag("Round", "-"),
        tag("White", t->names.white ? t->names.white : "?"),
        tag("Black", t->names.black ? t->names.black : "?"),
    };
    arb_err err = arb_pgn_writer_new(&writer, NULL, NULL, add, out);
    if (err)
        return err;
    err = arb_game_pgn_write(writer, t->game, tags, sizeof tags / sizeof tags[0]);
    arb_pgn_writer_free(writer);
    return err;
}
