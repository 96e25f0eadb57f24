/* SPDX-License-Identifier: MIT */
/* GET /api/case: the game as a case file, as whoever asks may read it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arbitro/game_envelope.h"
#include "server/hall/hall_internal.h"
#include "server/hall/rendition.h"

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

/* A name as the value of a tag; nothing where there is none. */
static arb_err add_tag(arb_buf *out, const char *tag, const char *name)
{
    arb_err err = name ? arb_buf_add_format(out, "tag       %s \"", tag) : ARB_OK;

    if (!name)
        return ARB_OK;
    for (; *name && !err; name++) {
        if (*name == '"' || *name == '\\')
            err = arb_buf_add_char(out, '\\');
        if (!err)
            err = arb_buf_add_char(out, *name);
    }
    return err ? err : arb_buf_add_text(out, "\"\n");
}

/* The header as it is stored, and those who play. */
static arb_err add_header(arb_buf *out, const arb_table *t)
{
    size_t size = strlen(t->header);

    while (size > 0 && strchr("\r\n \t", t->header[size - 1]))
        size--;
    arb_err err = arb_buf_add(out, t->header, size);
    if (!err)
        err = arb_buf_add_char(out, '\n');
    if (!err)
        err = add_tag(out, "White", t->names.white);
    if (!err)
        err = add_tag(out, "Black", t->names.black);
    if (!err && t->tags)
        err = arb_buf_add_text(out, t->tags);
    return err ? err : arb_buf_add_char(out, '\n');
}

/*
 * One event as this seat may read it. What is withheld becomes a report without words: it changes
 * nothing in the game, and the events after it keep their numbers, by which they are revoked.
 */
static arb_err add_event(arb_buf *out, const arb_event *event, bool withheld)
{
    char line[ARB_EVENT_TEXT_MAX + 256];
    const size_t size = arb_event_write(line, sizeof line, event);

    if (withheld)
        return arb_buf_add_format(out, "%.*s spectator report withheld\n", (int)strcspn(line, " "),
                                  line);
    if (size < sizeof line)
        return arb_buf_add_format(out, "%s\n", line);
    char *whole = malloc(size + 1);
    if (!whole)
        return ARB_NOMEM;
    (void)arb_event_write(whole, size + 1, event);
    const arb_err err = arb_buf_add_format(out, "%s\n", whole);
    free(whole);
    return err;
}

static arb_err write_case(arb_rendition *r)
{
    const arb_table *t = r->table;
    arb_err err = t->header ? add_header(&r->out, t) : ARB_NOMEM;

    for (size_t i = 0; i < t->log_count && !err; i++) {
        arb_event told; /* what is sealed is left out (Guidelines I) */
        (void)arb_game_told(&told, t->game, i, arb_seat_actor(r->seat));
        err = add_event(&r->out, &told, !arb_log_is_open(t, i, r->seat));
    }
    return err;
}

static void give_case(const arb_rendition *r)
{
    arb_api_give_file(r, "text/plain; charset=utf-8", "case");
}

void arb_api_case(const arb_api_call *call)
{
    arb_rendition *r = arb_hall_allows(call, ARB_LIMIT_READ) ? arb_rendition_new(call) : NULL;

    if (!r)
        return;
    r->write = write_case;
    r->give = give_case;
    arb_rendition_begin(r);
}
