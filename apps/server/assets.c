/* SPDX-License-Identifier: MIT */
#include "server/assets.h"

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

/* ---- what the client takes */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Whether a weight such as ";q=0.5" is there and is zero. */
static bool is_zero_weight(arb_http_text parameter)
{
    while (parameter.size > 0 && (is_blank(parameter.at[0]) || parameter.at[0] == ';')) {
        parameter.at++;
        parameter.size--;
    }
    if (parameter.size < 3 || (parameter.at[0] != 'q' && parameter.at[0] != 'Q') ||
        parameter.at[1] != '=')
        return false;
    for (size_t i = 2; i < parameter.size; i++)
        if (parameter.at[i] != '0' && parameter.at[i] != '.')
            return false;
    return true;
}

bool arb_asset_takes_gzip(arb_http_text list)
{
    arb_http_text member;
    bool any = false;

    while (arb_http_list_next(&member, &list)) {
        size_t size = 0;

        while (size < member.size && member.at[size] != ';' && !is_blank(member.at[size]))
            size++;
        const arb_http_text coding = { member.at, size };
        const bool wanted =
            !is_zero_weight((arb_http_text){ member.at + size, member.size - size });
        if (arb_http_text_is_nocase(coding, "gzip"))
            return wanted;
        if (arb_http_text_is(coding, "*"))
            any = wanted;
    }
    return any;
}

/* ---- what the client has */

/* Whether a list such as `"a1", W/"b2"` names this tag, which is quoted. */
static bool names_tag(arb_http_text list, const char *tag)
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

void arb_asset_answer(arb_http_exchange *x, const arb_http_request *request, const arb_asset *asset)
{
    const bool gzip = asset->gzip_size > 0 &&
                      arb_asset_takes_gzip(arb_http_field_get(request, "Accept-Encoding"));
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
    const bool has_it = names_tag(arb_http_field_get(request, "If-None-Match"), tag);
    arb_http_answer_give(x, &(arb_http_answer){
                                .status = has_it ? 304 : 200,
                                .type = asset->type,
                                .cache = "no-cache", /* keep it, but ask whether it is the latest */
                                .headers = headers,
                                .header_count = gzip && !has_it ? 3 : 2,
                                .body = gzip ? asset->gzip : asset->body,
                                .size = gzip ? asset->gzip_size : asset->size,
                                .lasts = true,
                            });
}
