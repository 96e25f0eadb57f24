/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_LIVE_FILE_H
#define ARBITRO_SERVER_LIVE_FILE_H
/*
 * A file of the feed as it was made once. Everybody is given the same bytes, from where they stand:
 * a thousand who read slowly cost no more than one, and its tag is reckoned once.
 */
#include "arbitro/buf.h"
#include "server/http/server.h"

enum { ARB_LIVE_TAG_ROOM = 40 };

typedef struct arb_live_file {
    unsigned holders;
    arb_buf text;
    char tag[ARB_LIVE_TAG_ROOM]; /* its ETag */
} arb_live_file;

/* Makes one of the text, which it then owns, and holds it for the caller; NULL without memory. */
arb_live_file *arb_live_file_new(arb_buf *text);

/* Lets it go; the last one frees it. NULL is no file. */
void arb_live_file_release(arb_live_file *file);

/* The tag of a text. */
void arb_live_tag(char out[ARB_LIVE_TAG_ROOM], const arb_buf *text);

/* Answers with it, or with 304 to who knows it by one of these tags (NULL: none). Returns how many
 * bytes of it go out. */
size_t arb_live_file_give(arb_live_file *file, arb_http_exchange *exchange, const char *known,
                          const char *type);

/* The same of a text that does not stay, which is copied. */
size_t arb_live_text_give(const arb_buf *text, arb_http_exchange *exchange, const char *known,
                          const char *type);

#endif
