/* SPDX-License-Identifier: MIT */
/* GET /api/case: the game as a case file, from the store, as whoever asks may read it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hall/hall_internal.h"
#include "server/hall/rendition.h"

/* A file on its way from the store. */
typedef struct exporting {
    arb_committer_job job; /* first */
    arb_rendition *rendition;
    arb_store_err err;
} exporting;

void arb_api_give_file(const arb_rendition *r, const char *type, const char *ending)
{
    char name[64];
    const arb_http_header header = { "Content-Disposition", name };

    (void)snprintf(name, sizeof name, "attachment; filename=\"game-%llu.%s\"",
                   (unsigned long long)r->table->id, ending);
    arb_http_answer_give(r->exchange, &(arb_http_answer){ .status = 200,
                                                          .type = type,
                                                          .headers = &header,
                                                          .header_count = 1,
                                                          .body = arb_buf_text(&r->out),
                                                          .size = arb_buf_size(&r->out) });
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

static arb_err write_case(arb_rendition *r)
{
    return copy_case(&r->out, &r->source, r->table, r->seat);
}

static void give_case(const arb_rendition *r)
{
    arb_api_give_file(r, "text/plain; charset=utf-8", "case");
}

static arb_store_err work(arb_committer_job *job, arb_store *store)
{
    exporting *it = (exporting *)job;

    it->err = arb_store_export(&it->rendition->source, store, it->rendition->table->id, true);
    return ARB_STORE_OK; /* others have written something beside it */
}

static void done(arb_committer_job *job, arb_store_err err)
{
    exporting *it = (exporting *)job;
    arb_rendition *r = it->rendition;

    if (!err)
        err = it->err;
    free(it);
    if (!err && arb_table_is_at_hand(r->table)) {
        arb_rendition_begin(r);
        return;
    }
    if (err)
        arb_api_fail_store(r->exchange, err);
    else /* what may be read is decided by the game */
        arb_api_fail(r->exchange, ARB_API_BUSY);
    arb_rendition_free(r);
}

void arb_api_case(const arb_api_call *call)
{
    if (!arb_hall_allows(call, ARB_LIMIT_READ))
        return;
    arb_rendition *r = arb_rendition_new(call->table, call->exchange, call->seat);
    exporting *it = r ? calloc(1, sizeof *it) : NULL;
    if (!it) {
        if (r) {
            arb_api_fail(call->exchange, ARB_API_MEMORY);
            arb_rendition_free(r);
        }
        return;
    }
    r->write = write_case;
    r->give = give_case;
    it->rendition = r;
    it->job.work = work;
    it->job.done = done;
    arb_committer_push(call->hall->committer, &it->job);
}
