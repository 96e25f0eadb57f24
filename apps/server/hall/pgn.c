/* SPDX-License-Identifier: MIT */
/*
 * A game of a table in the Portable Game Notation: the library writes it, the table knows the
 * names.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
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
    return (arb_pgn_tag){ name, value ? value : "?", strlen(name), strlen(value ? value : "?") };
}

arb_err arb_pgn_add(arb_buf *out, const arb_game *game, const arb_pgn_about *about)
{
    const time_t created = (time_t)(about->created_ms / 1000);
    char date[16] = "????.??.??", board[12];
    arb_pgn_writer *writer;
    struct tm day;

    if (gmtime_r(&created, &day))
        (void)strftime(date, sizeof date, "%Y.%m.%d", &day);
    (void)snprintf(board, sizeof board, "%u", about->board);
    const arb_pgn_tag tags[] = {
        tag("Event", about->event), tag("Site", "?"),
        tag("Date", date),          tag("Round", about->board ? about->round : "-"),
        tag("White", about->white), tag("Black", about->black),
        tag("Board", board),
    };
    const size_t count = sizeof tags / sizeof tags[0];
    arb_err err = arb_pgn_writer_new(&writer, NULL, NULL, add, out);
    if (err)
        return err;
    err = arb_game_pgn_write(writer, game, tags, about->board ? count : count - 1);
    arb_pgn_writer_free(writer);
    return err;
}

/* What the table says of its game; the texts are the table's. */
static arb_pgn_about about_of(const arb_table *t)
{
    arb_pgn_about about = { t->names.event, t->names.white, t->names.black, t->created_ms, "",
                            t->board };

    (void)snprintf(about.round, sizeof about.round, "%s", t->round_label);
    return about;
}

arb_err arb_table_pgn(arb_buf *out, const arb_table *t)
{
    const arb_pgn_about about = about_of(t);

    return arb_pgn_add(out, t->game, &about);
}

static bool copy(char **out, const char *text)
{
    *out = text ? strdup(text) : NULL;
    return *out || !text;
}

bool arb_pgn_about_table(arb_pgn_about *out, const arb_table *t)
{
    const arb_pgn_about told = about_of(t);

    *out = told;
    out->event = out->white = out->black = NULL;
    return copy(&out->event, told.event) && copy(&out->white, told.white) &&
           copy(&out->black, told.black);
}
