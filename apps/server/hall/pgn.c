/* SPDX-License-Identifier: MIT */
/*
 * A game of a table in the Portable Game Notation: the library writes it, the table knows the
 * names.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arbitro/game_pgn.h"
#include "server/hall/api.h"
#include "server/hall/particulars.h"
#include "server/hall/wall_day.h"

static arb_err add(void *user, const char *text, size_t size)
{
    return arb_buf_add(user, text, size);
}

static arb_pgn_tag tag(const char *name, const char *value)
{
    return (arb_pgn_tag){ name, value ? value : "?", strlen(name), strlen(value ? value : "?") };
}

static void fill_head(arb_pgn_head *out, const arb_pgn_about *about)
{
    arb_wall_day(out->date, about->dated_ms, ARB_WALL_HERE, '.');
    (void)snprintf(out->board, sizeof out->board, "%u", about->board);
    const arb_pgn_tag tags[ARB_PGN_HEAD_TAGS] = {
        tag("Event", about->event), tag("Site", "?"),
        tag("Date", out->date),     tag("Round", about->board ? about->round : "-"),
        tag("White", about->white), tag("Black", about->black),
        tag("Board", out->board),
    };
    memcpy(out->tags, tags, sizeof tags);
    out->count = about->board ? ARB_PGN_HEAD_TAGS : ARB_PGN_HEAD_TAGS - 1;
}

/* Titles, ratings, numbers and teams; the writer puts them behind the others. */
static arb_err write_people(arb_pgn_writer *writer, const char *lines)
{
    arb_seat_tag one;
    arb_err err = ARB_OK;

    while (!err && arb_seat_tag_next(&one, &lines)) {
        const arb_pgn_tag it = tag(one.name, one.value);
        err = arb_pgn_write_tag(writer, &it);
    }
    return err;
}

arb_err arb_pgn_add(arb_buf *out, const arb_game *game, const arb_pgn_about *about)
{
    arb_pgn_writer *writer;
    arb_pgn_head head;

    fill_head(&head, about);
    arb_err err = arb_pgn_writer_new(&writer, NULL, NULL, add, out);
    if (err)
        return err;
    err = write_people(writer, about->tags);
    if (!err)
        err = arb_game_pgn_write(writer, game, head.tags, head.count);
    arb_pgn_writer_free(writer);
    return err;
}

/* What the table says of its game; the texts are the table's. */
static arb_pgn_about about_of(const arb_table *t)
{
    arb_pgn_about about = { .event = t->names.event,
                            .white = t->names.white,
                            .black = t->names.black,
                            .tags = t->tags,
                            .dated_ms = arb_table_dated_ms(t),
                            .board = t->board };

    (void)snprintf(about.round, sizeof about.round, "%s", t->round_label);
    return about;
}

void arb_pgn_head_of(arb_pgn_head *out, const arb_table *t)
{
    out->about = about_of(t);
    fill_head(out, &out->about);
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
    out->event = out->white = out->black = out->tags = NULL;
    return copy(&out->tags, told.tags) && copy(&out->event, told.event) &&
           copy(&out->white, told.white) && copy(&out->black, told.black);
}
