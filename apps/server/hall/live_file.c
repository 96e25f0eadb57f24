/* SPDX-License-Identifier: MIT */
/* Files of the feed and their answers; see live_file.h. */
#include "server/hall/live_file.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/http/assets.h"

enum { TAG_BYTES = 16 };

void arb_live_tag(char out[ARB_LIVE_TAG_ROOM], const arb_buf *text)
{
    unsigned char hash[TAG_BYTES];
    char hex[2 * TAG_BYTES + 1];

    (void)crypto_generichash(hash, sizeof hash, (const unsigned char *)arb_buf_text(text),
                             arb_buf_size(text), NULL, 0);
    (void)snprintf(out, ARB_LIVE_TAG_ROOM, "\"%s\"",
                   sodium_bin2hex(hex, sizeof hex, hash, sizeof hash));
}

arb_live_file *arb_live_file_new(arb_buf *text)
{
    arb_live_file *file = calloc(1, sizeof *file);

    if (!file)
        return NULL;
    file->holders = 1;
    file->text = *text;
    arb_buf_init(text, NULL, 1);
    arb_live_tag(file->tag, &file->text);
    return file;
}

void arb_live_file_release(arb_live_file *file)
{
    if (!file)
        return;
    assert(file->holders > 0);
    if (--file->holders > 0)
        return;
    arb_buf_clear(&file->text);
    free(file);
}

static void release(void *user)
{
    arb_live_file_release(user);
}

/* Whoever keeps it asks whether it is the latest. `hold`
 * NULL: the body is copied. */
static size_t give(arb_http_exchange *exchange, const char *known, const char *tag,
                   const arb_buf *text, const char *type, const arb_http_hold *hold)
{
    const arb_http_header headers[] = { { "ETag", tag } };
    const bool has_it =
        arb_asset_names_tag((arb_http_text){ known, known ? strlen(known) : 0 }, tag);
    const size_t size = has_it ? 0 : arb_buf_size(text); /* the answer may let go of it at once */

    arb_http_answer_give(exchange, &(arb_http_answer){
                                       .status = has_it ? 304 : 200,
                                       .type = type,
                                       .cache = "no-cache",
                                       .headers = headers,
                                       .header_count = 1,
                                       .body = arb_buf_text(text),
                                       .size = arb_buf_size(text),
                                       .lasts = hold != NULL,
                                       .hold = hold ? *hold : (arb_http_hold){ NULL, NULL },
                                   });
    return size;
}

size_t arb_live_file_give(arb_live_file *file, arb_http_exchange *exchange, const char *known,
                          const char *type)
{
    const arb_http_hold hold = { release, file };

    file->holders++;
    return give(exchange, known, file->tag, &file->text, type, &hold);
}

size_t arb_live_text_give(const arb_buf *text, arb_http_exchange *exchange, const char *known,
                          const char *type)
{
    char tag[ARB_LIVE_TAG_ROOM];

    arb_live_tag(tag, text);
    return give(exchange, known, tag, text, type, NULL);
}
