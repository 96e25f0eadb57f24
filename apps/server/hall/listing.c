/* SPDX-License-Identifier: MIT */
/* Pages of the lists of games; see listing.h. */
#include "server/hall/listing.h"

#include "server/hall/publish.h"

enum {
    GAMES_MAX = 100,   /* in one page */
    LOOKED_MAX = 10000 /* games that are passed over for it */
};

static bool read_number(uint64_t *out, const arb_http_request *request, const char *name,
                        uint64_t least, uint64_t most)
{
    const arb_http_text text = arb_http_query_get(request, name);

    return !text.at || (arb_http_number(out, text) && *out >= least && *out <= most);
}

bool arb_listing_read(arb_listing *out, const arb_api_call *call)
{
    const arb_http_text open = arb_http_query_get(call->request, "open");
    const char *wrong = NULL;

    *out = (arb_listing){ .before = UINT64_MAX,
                          .limit = GAMES_MAX,
                          .desk = call->known && call->seat == ARB_SEAT_DESK,
                          .only_open = open.at && arb_http_text_is(open, "yes"),
                          .only_over = open.at && arb_http_text_is(open, "no") };
    if (!read_number(&out->before, call->request, "before", 1, UINT64_MAX))
        wrong = "before";
    else if (!read_number(&out->limit, call->request, "limit", 1, GAMES_MAX))
        wrong = "limit";
    else if (!read_number(&out->round, call->request, "round", 1, UINT64_MAX))
        wrong = "round";
    else if (open.at && !out->only_open && !out->only_over)
        wrong = "open";
    if (wrong)
        arb_api_fail_field(call->exchange, wrong);
    return !wrong;
}

static bool is_listed(const arb_listing *of, const arb_table *t)
{
    if (!t || (!of->desk && (!t->is_public || !arb_table_is_shown(t))))
        return false;
    const bool is_over = of->desk ? t->is_over : arb_table_is_over_seen(t);
    return !(of->only_open && is_over) && !(of->only_over && !is_over) &&
           (of->round == 0 || t->round == of->round);
}

uint64_t arb_listing_write(json_t *games, arb_hall *hall, const arb_listing *of,
                           json_t *(*entry)(arb_table *t, void *user), void *user)
{
    uint64_t id = of->before <= hall->table_count ? of->before : hall->table_count + 1;

    for (unsigned looked = 0; id > 1; looked++) {
        arb_table *t = hall->tables[id - 2];
        if (looked == LOOKED_MAX)
            return id;
        if (is_listed(of, t)) {
            if (json_array_size(games) == of->limit)
                return id;
            json_t *one = entry(t, user);
            if (one)
                json_array_append_new(games, one);
        }
        id--;
    }
    return 0;
}
