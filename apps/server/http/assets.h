/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_ASSETS_H
#define ARBITRO_SERVER_ASSETS_H
/*
 * Files that are compiled into the program: pages, styles, scripts, pictures.
 *
 * tools/embed makes the tables when the program is built. Each file has a tag that changes with
 * its bytes, so that a browser asks again but is sent nothing twice, and a second form compressed
 * with gzip where that is smaller. (Browsers offer brotli over TLS only, where a proxy stands
 * before us that can do it.) A file whose name has the tag in it, "/js/game.0123456789abcdef.js",
 * is never another one, and a browser that has it need not even ask. Nor need it for a page that
 * hears from the hall when there are others and then loads itself anew: far from the hall, a page
 * that is there at once saves half of what loading a game takes.
 */
#include <stdbool.h>
#include <stddef.h>

#include "server/http/server.h"

typedef struct arb_asset {
    const char *path; /* "/board.js" */
    const char *type; /* the content type */
    const char *tag;  /* without quotes */
    const unsigned char *body, *gzip;
    size_t size, gzip_size; /* gzip_size 0: there is no compressed form */
    bool is_named_by_hash, renews_itself;
} arb_asset;

typedef struct arb_asset_table {
    const arb_asset *assets; /* in the order of strcmp() on the paths */
    size_t count;
    const char *tag; /* of all of them: other pages have another one */
} arb_asset_table;

/* What stands in apps/web. */
extern const arb_asset_table arb_web_assets;

/* The file of exactly this path; NULL when there is none. */
const arb_asset *arb_asset_find(const arb_asset_table *table, arb_http_text path);

/* Is this the name of a script with a tag in it, which was a script of some version of the pages?
 */
bool arb_asset_names_script(arb_http_text path);

/* Does a list such as `"a1", W/"b2"` name this tag, which is quoted? `at` may be NULL. */
bool arb_asset_names_tag(arb_http_text list, const char *tag);

/*
 * Answers with the file: whole, compressed if the client says that it can read it, or 304 when the
 * client has it already. Any other method than GET and HEAD is answered with 405. `framable`: pages
 * of other sites may show it in a frame.
 */
void arb_asset_answer(arb_http_exchange *exchange, const arb_http_request *request,
                      const arb_asset *asset, bool framable);

#endif
