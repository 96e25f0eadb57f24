/* SPDX-License-Identifier: MIT */
/* GET /api/case: the game as a case file, from the store, as whoever asks may read it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hall/hall_internal.h"

enum { FILE_MAX = 64 << 20 };

/* A file on its way from the store. */
typedef struct exporting {
    arb_committer_job job; /* first */
    arb_table *table;
    arb_http_exchange *exchange;
    arb_seat seat;
    arb_store_err err;
    arb_buf text;
} exporting;

void arb_api_give_file(arb_http_exchange *exchange, const arb_table *t, const arb_buf *text,
                       const char *type, const char *ending)
{
    char name[64];
    const arb_http_header header = { "Content-Disposition", name };

    (void)snprintf(name, sizeof name, "attachment; filename=\"game-%llu.%s\"",
                   (unsigned long long)t->id, ending);
    arb_http_answer_give(exchange, &(arb_http_answer){ .status = 200,
                                                       .type = type,
                                                       .headers = &header,
                                                       .header_count = 1,
                                                       .body = arb_buf_text(text),
                                                       .size = arb_buf_size(text) });
}

/*
 * One line of the file as this seat may read it. What is withheld becomes a report without words:
 * it changes nothing in the game, and the events after it keep their numbers, by which they are
 * revoked.
 */
static arb_err copy_line(arb_buf *out, const char *line, size_t size, bool withheld)
{
    const char *blank = withheld ? memchr(line, ' ', size) : NULL;

    if (!blank)
        return arb_buf_add(out, line, size);
    const arb_err err = arb_buf_add(out, line, (size_t)(blank - line));
    return err ? err : arb_buf_add_text(out, " spectator report withheld\n");
}

/* The events are the lines that begin with a time; the log has as many, in the same order. */
static arb_err copy_case(arb_buf *out, const arb_buf *all, const arb_table *t, arb_seat seat)
{
    const char *line = arb_buf_text(all), *end = line + arb_buf_size(all);
    arb_err err = ARB_OK;

    for (size_t event = 0; line < end && !err;) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        const size_t size = (size_t)((stop ? stop + 1 : end) - line);
        const bool is_event = *line >= '0' && *line <= '9';
        const bool known = !is_event || event < t->log_count;
        err = copy_line(out, line, size, is_event && (!known || !arb_log_is_open(t, event, seat)));
        event += is_event;
        line += size;
    }
    return err;
}

static arb_store_err work(arb_committer_job *job, arb_store *store)
{
    exporting *it = (exporting *)job;

    it->err = arb_store_export(&it->text, store, it->table->id, true);
    return ARB_STORE_OK; /* others have written something beside it */
}

static void done(arb_committer_job *job, arb_store_err err)
{
    exporting *it = (exporting *)job;
    const arb_table *t = it->table;
    arb_buf open;

    arb_buf_init(&open, NULL, FILE_MAX);
    if (err || it->err)
        arb_api_fail_store(it->exchange, err ? err : it->err);
    else if (!arb_table_is_at_hand(t)) /* what may be read is decided by the game */
        arb_api_fail(it->exchange, ARB_API_BUSY);
    else if (copy_case(&open, &it->text, t, it->seat) == ARB_OK)
        arb_api_give_file(it->exchange, t, &open, "text/plain; charset=utf-8", "case");
    else
        arb_api_fail(it->exchange, ARB_API_MEMORY);
    arb_buf_clear(&open);
    arb_buf_clear(&it->text);
    free(it);
}

void arb_api_case(const arb_api_call *call)
{
    if (!arb_hall_allows(call, ARB_LIMIT_READ))
        return;
    exporting *it = calloc(1, sizeof *it);
    if (!it) {
        arb_api_fail(call->exchange, ARB_API_MEMORY);
        return;
    }
    it->table = call->table;
    it->exchange = call->exchange;
    it->seat = call->seat;
    it->job.work = work;
    it->job.done = done;
    arb_buf_init(&it->text, NULL, FILE_MAX);
    arb_committer_push(call->hall->committer, &it->job);
}
