/* SPDX-License-Identifier: MIT */
#include "server/http/assets.h"

#include <stdio.h>
#include <string.h>

static int compare(arb_http_text path, const char *other)
{
    const size_t size = strlen(other);
    const int order = memcmp(path.at, other, path.size < size ? path.size : size);

    if (order != 0 || path.size == size)
        return order;
    return path.size < size ? -1 : 1;
}

const arb_asset *arb_asset_find(const arb_asset_table *table, arb_http_text path)
{
    size_t low = 0, high = table->count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const int order = compare(path, table->assets[middle].path);

        if (order == 0)
            return &table->assets[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

bool arb_asset_names_script(arb_http_text path)
{
    static const char folder[] = "/js/", ending[] = ".js";
    enum { TAG_SIZE = 16 };
    const size_t around = sizeof folder - 1 + sizeof "." - 1 + TAG_SIZE + sizeof ending - 1;

    if (path.size <= around || memcmp(path.at, folder, sizeof folder - 1) != 0 ||
        memcmp(path.at + path.size - (sizeof ending - 1), ending, sizeof ending - 1) != 0)
        return false;
    const char *tag = path.at + path.size - (sizeof ending - 1) - TAG_SIZE;
    for (size_t i = 0; i < TAG_SIZE; i++)
        if (!(tag[i] >= '0' && tag[i] <= '9') && !(tag[i] >= 'a' && tag[i] <= 'f'))
            return false;
    return tag[-1] == '.';
}

/* ---- what the client has */

bool arb_asset_names_tag(arb_http_text list, const char *tag)
{
    arb_http_text member;

    while (arb_http_list_next(&member, &list)) {
        if (member.size > 2 && memcmp(member.at, "W/", 2) == 0) {
            member.at += 2;
            member.size -= 2;
        }
        if (arb_http_text_is(member, tag) || arb_http_text_is(member, "*"))
            return true;
    }
    return false;
}

static const char *keeping(const arb_asset *asset)
{
    if (asset->is_named_by_hash)
        return "public, max-age=31536000, immutable";
    /* Or else: keep it, but ask whether it is the latest. */
    return asset->renews_itself ? "public, max-age=86400" : "no-cache";
}

void arb_asset_answer(arb_http_exchange *x, const arb_http_request *request, const arb_asset *asset,
                      bool framable)
{
    const bool gzip =
        asset->gzip_size > 0 && arb_http_takes_gzip(arb_http_field_get(request, "Accept-Encoding"));
    char tag[64];
    /* The two forms are different bytes and have different tags. */
    const arb_http_header headers[] = { { "ETag", tag },
                                        { "Vary", "Accept-Encoding" },
                                        { "Content-Encoding", "gzip" } };

    if (request->method == ARB_HTTP_POST) {
        arb_http_answer_give(
            x, &(arb_http_answer){ .status = 405,
                                   .headers = &(arb_http_header){ "Allow", "GET, HEAD" },
                                   .header_count = 1 });
        return;
    }
    snprintf(tag, sizeof tag, "\"%s%s\"", asset->tag, gzip ? "-gzip" : "");
    const bool has_it = arb_asset_names_tag(arb_http_field_get(request, "If-None-Match"), tag);
    arb_http_answer_give(x, &(arb_http_answer){
                                .status = has_it ? 304 : 200,
                                .type = asset->type,
                                .cache = keeping(asset),
                                .headers = headers,
                                .header_count = gzip && !has_it ? 3 : 2,
                                .body = gzip ? asset->gzip : asset->body,
                                .size = gzip ? asset->gzip_size : asset->size,
                                .is_framable = framable,
                                .lasts = true,
                            });
}
