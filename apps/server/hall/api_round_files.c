/* SPDX-License-Identifier: MIT */
/*
 * Files of a round: GET /api/rounds/results, a table of its results, and GET /api/rounds/pgn, all
 * its games. The games are read from the store one after the other, whether they are in memory or
 * not: the committer's thread copies one, a clerk writes it, and the loop asks for the next.
 */
#define _GNU_SOURCE
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hall/rounds.h"

enum { FILE_MAX = 64 << 20 };

static void give_file(arb_http_exchange *exchange, const arb_round *r, const arb_buf *out,
                      const char *type, const char *ending)
{
    char name[64];
    const arb_http_header header = { "Content-Disposition", name };

    (void)snprintf(name, sizeof name, "attachment; filename=\"round-%llu.%s\"", arb_round_number(r),
                   ending);
    arb_http_answer_give(exchange, &(arb_http_answer){ .status = 200,
                                                       .type = type,
                                                       .headers = &header,
                                                       .header_count = 1,
                                                       .body = arb_buf_text(out),
                                                       .size = arb_buf_size(out) });
}

/* ---- results */

/* In quotes; and what a spreadsheet would take for a formula stays a text. */
static arb_err add_cell(arb_buf *out, const char *text, const char *end)
{
    arb_err err = arb_buf_add_char(out, '"');

    if (!err && *text && strchr("=+-@\t", *text))
        err = arb_buf_add_char(out, '\'');
    for (; *text && !err; text++) {
        if (*text == '"')
            err = arb_buf_add_char(out, '"');
        if (!err)
            err = arb_buf_add_char(out, *text);
    }
    if (!err)
        err = arb_buf_add_char(out, '"');
    return err ? err : arb_buf_add_text(out, end);
}

static arb_err add_result(arb_buf *out, const arb_table *t, const arb_round *r, const char *comma)
{
    const char *result = t->known ? arb_result_text(t->result) : "?";
    arb_err err = add_cell(out, r->name ? r->name : "", comma);

    if (!err)
        err = add_cell(out, t->group ? t->group : "", comma);
    if (!err)
        err = arb_buf_add_format(out, "%u%s", t->board, comma);
    if (!err)
        err = add_cell(out, t->names.white ? t->names.white : "", comma);
    if (!err)
        err = arb_buf_add_format(out, "\"%s\"%s", result, comma);
    if (!err)
        err = add_cell(out, t->names.black ? t->names.black : "", comma);
    return err ? err : arb_buf_add_format(out, "%llu\r\n", (unsigned long long)t->id);
}

void arb_api_results(const arb_api_call *call)
{
    static const char mark[] = "\xEF\xBB\xBF"; /* by which spreadsheets know UTF-8 */
    const arb_http_text lang = arb_http_query_get(call->request, "lang");
    const bool italian = lang.at && arb_http_text_is(lang, "it");
    const arb_round *r = arb_hall_allows(call, ARB_LIMIT_READ) ? arb_round_asked(call, NULL) : NULL;
    arb_buf out;

    if (!r)
        return;
    arb_buf_init(&out, NULL, FILE_MAX);
    arb_err err = arb_buf_add_text(&out, mark);
    if (!err)
        err = arb_buf_add_text(&out,
                               italian ? "Turno;Girone;Scacchiera;Bianco;Risultato;Nero;Partita\r\n"
                                       : "Round,Group,Board,White,Result,Black,Game\r\n");
    for (size_t i = 0; i < r->count && !err; i++) {
        const arb_table *t = arb_round_table(call->hall, r, i);
        err = t ? add_result(&out, t, r, italian ? ";" : ",") : ARB_OK;
    }
    if (err)
        arb_api_fail(call->exchange, ARB_API_MEMORY);
    else
        give_file(call->exchange, r, &out, "text/csv; charset=utf-8", "csv");
    arb_buf_clear(&out);
}

/* ---- games */

typedef struct collecting {
    arb_committer_job read; /* first */
    arb_judges_job write;
    arb_hall *hall;
    arb_http_exchange *exchange;
    uint64_t round;
    size_t next; /* which of its games */
    uint64_t game;
    arb_store_copy *copy;
    arb_store_err err;
    arb_pgn_about about; /* of that game, allocated */
    bool is_dated;       /* it is known when play began */
    arb_buf out;
} collecting;

static void forget_game(collecting *c)
{
    arb_store_copy_free(c->copy);
    c->copy = NULL;
    free(c->about.event);
    free(c->about.white);
    free(c->about.black);
    free(c->about.tags);
    c->about = (arb_pgn_about){ 0 };
}

static void finish(collecting *c, arb_api_error error)
{
    const arb_round *r = arb_round_get(c->hall, c->round);

    if (error < ARB_API_ERROR_COUNT || !r)
        arb_api_fail(c->exchange, error < ARB_API_ERROR_COUNT ? error : ARB_API_NO_ROUND);
    else
        give_file(c->exchange, r, &c->out, "application/vnd.chess-pgn", "pgn");
    forget_game(c);
    arb_buf_clear(&c->out);
    free(c);
}

static arb_store_err read_copy(arb_committer_job *job, arb_store *store)
{
    collecting *c = (collecting *)job;

    arb_store_copy_free(c->copy); /* a batch that failed is tried once more */
    c->copy = NULL;
    /* a game that cannot be read is no reason to take back what others have written */
    c->err = arb_store_copy_new(&c->copy, store, c->game);
    return ARB_STORE_OK;
}

static bool take_any(void *user, const arb_store_game *game, const arb_case_header *header)
{
    (void)user, (void)game, (void)header;
    return true;
}

/* The table may not have read its game since the hall was opened. */
static bool note_start(void *user, const arb_store_event *event)
{
    collecting *c = user;

    if (!c->is_dated && arb_log_is_start(event)) {
        c->about.dated_ms = event->stamp.wall_ms;
        c->is_dated = true;
    }
    return true;
}

/* In a clerk's thread. A game that is damaged is left out. */
static void write_game(arb_judges_job *job)
{
    collecting *c = (collecting *)((char *)job - offsetof(collecting, write));
    const arb_effort effort = { .mem = arb_judges_mem(c->hall->clerks) };
    arb_game *game = NULL;
    size_t differs;

    const arb_store_listener listener = { take_any, note_start, c, NULL };

    c->is_dated = false;
    c->err = arb_store_copy_load(&game, &differs, c->copy, &listener, &effort);
    if (!c->err && arb_pgn_add(&c->out, game, &c->about) != ARB_OK)
        c->err = ARB_STORE_NOMEM;
    arb_game_free(game);
}

static void read_next(collecting *c);

static void written(arb_judges_job *job)
{
    collecting *c = (collecting *)((char *)job - offsetof(collecting, write));

    if (job->dropped || c->hall->stopping)
        finish(c, ARB_API_SHUTTING);
    else if (c->err == ARB_STORE_NOMEM)
        finish(c, ARB_API_MEMORY);
    else
        read_next(c);
}

static void copied(arb_committer_job *job, arb_store_err err)
{
    collecting *c = (collecting *)job;

    if (err || c->err == ARB_STORE_NOMEM)
        finish(c, ARB_API_STORE);
    else if (c->err)
        read_next(c);
    else
        arb_judges_push(c->hall->clerks, &c->write);
}

/* The next game of the round, if there is one and somebody waits for it. */
static void read_next(collecting *c)
{
    const arb_round *r = arb_round_get(c->hall, c->round);
    const arb_table *t = NULL;

    forget_game(c);
    while (r && !t && c->next < r->count)
        t = arb_round_table(c->hall, r, c->next++);
    if (!t || !arb_http_exchange_alive(c->exchange)) {
        finish(c, ARB_API_ERROR_COUNT);
        return;
    }
    c->game = t->id;
    if (!arb_pgn_about_table(&c->about, t)) {
        finish(c, ARB_API_MEMORY);
        return;
    }
    arb_committer_push(c->hall->committer, &c->read);
}

void arb_api_round_pgn(const arb_api_call *call)
{
    const arb_round *r = arb_hall_allows(call, ARB_LIMIT_READ) ? arb_round_asked(call, NULL) : NULL;
    collecting *c = r ? calloc(1, sizeof *c) : NULL;

    if (!r)
        return;
    if (!c) {
        arb_api_fail(call->exchange, ARB_API_MEMORY);
        return;
    }
    c->hall = call->hall;
    c->exchange = call->exchange;
    c->round = r->id;
    c->read.work = read_copy;
    c->read.done = copied;
    c->write.work = write_game;
    c->write.done = written;
    c->write.owner = arb_hall_caller(call);
    arb_buf_init(&c->out, NULL, FILE_MAX);
    read_next(c);
}
