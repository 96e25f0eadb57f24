/* SPDX-License-Identifier: MIT */
/* Who calls, and how often; see callers.h. */
#include "server/hall/callers.h"

#include "server/hall/guesses.h"
#include "server/hall/hall_internal.h"
#include "server/http/peers.h"

enum { READ_EVENTS = 500 }; /* looking at so many events counts once more */

/* ---- who */

static const char forwarded[] = "X-Forwarded-For";

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Takes the last member off a list separated by commas; false when there is none. */
static bool take_last(arb_http_text *member, arb_http_text *list)
{
    while (list->size > 0) {
        size_t begin = list->size, end = list->size;

        while (begin > 0 && list->at[begin - 1] != ',')
            begin--;
        list->size = begin > 0 ? begin - 1 : 0;
        while (begin < end && is_blank(list->at[begin]))
            begin++;
        while (end > begin && is_blank(list->at[end - 1]))
            end--;
        *member = (arb_http_text){ list->at + begin, end - begin };
        if (end > begin)
            return true;
    }
    return false;
}

/* Goes on to the left; true when `out` is whom the proxies speak of, or nobody is left. */
static bool read_line(struct in6_addr *out, arb_http_text line, const arb_caller *proxy,
                      const arb_network *proxies, size_t count)
{
    arb_http_text member;
    struct in6_addr read;

    while (take_last(&member, &line)) {
        if (!arb_address_read(&read, member.at, member.size)) {
            *out = proxy->address;
            return true;
        }
        *out = read;
        if (!arb_networks_have(proxies, count, &read))
            return true;
    }
    return false;
}

arb_caller arb_caller_of(const arb_http_peer *peer, const arb_http_request *request,
                         const arb_network *proxies, size_t count)
{
    const bool carried = arb_http_field_get(request, forwarded).at != NULL;
    arb_caller caller = { .address = peer->address,
                          .is_local = !carried && arb_http_peer_is_local(peer) };
    const arb_caller proxy = caller;

    if (!carried || !arb_networks_have(proxies, count, &peer->address))
        return caller;
    for (size_t i = request->field_count; i-- > 0;) {
        if (arb_http_text_is_nocase(request->fields[i].name, forwarded) &&
            read_line(&caller.address, request->fields[i].value, &proxy, proxies, count))
            break;
    }
    return caller;
}

uint64_t arb_hall_caller(const arb_api_call *call)
{
    return arb_peers_key(&call->caller.address);
}

/* ---- how often */

/* To look at a game costs as much as there is to see. */
static unsigned cost_of(const arb_api_call *call, arb_limit limit)
{
    return limit == ARB_LIMIT_READ && call->table
               ? 1 + (unsigned)(call->table->log_count / READ_EVENTS)
               : 1;
}

/* Who has a seat is known by it, wherever he is; everybody else by the address. */
static bool is_by_link(const arb_api_call *call, arb_limit limit)
{
    return call->known && call->seat != ARB_SEAT_SPECTATOR &&
           (limit == ARB_LIMIT_EVENT || limit == ARB_LIMIT_READ);
}

static uint64_t link_of(const arb_api_call *call)
{
    return ((call->table ? call->table->id : 0) << 3 | call->seat) + 1;
}

static void refuse(const arb_api_call *call, int64_t wait_ms)
{
    call->hall->counts.limited++;
    arb_api_fail_until(call->exchange, ARB_API_TOO_OFTEN, wait_ms);
}

static unsigned times_of(const arb_caller *caller)
{
    return caller->is_local ? ARB_LOCAL_TIMES : 1;
}

void arb_hall_unknown_found(arb_hall *hall, const arb_caller *caller)
{
    arb_limits_give_back(&hall->limits, ARB_LIMIT_TOKEN,
                         arb_address_key(&caller->address, ARB_GUESS_BITS), times_of(caller), 1,
                         arb_boottime_ms());
}

bool arb_hall_allows(const arb_api_call *call, arb_limit limit)
{
    arb_limits *limits = &call->hall->limits;
    const bool by_link = is_by_link(call, limit);
    const arb_limit table = by_link && limit == ARB_LIMIT_READ ? ARB_LIMIT_READ_LINK : limit;
    const uint64_t who =
        by_link ? link_of(call) : arb_address_key(&call->caller.address, ARB_GUESS_BITS);
    const unsigned times = by_link ? 1 : times_of(&call->caller);
    const int64_t now = arb_boottime_ms();

    if (arb_limits_take(limits, table, who, times, cost_of(call, limit), now))
        return true;
    refuse(call, arb_limits_wait(limits, table, who, now));
    return false;
}

bool arb_hall_may_guess(const arb_api_call *call)
{
    const int64_t wait =
        arb_code_try_wait(&call->hall->limits, &call->caller.address, arb_boottime_ms());

    if (wait > 0) {
        call->hall->limits.refused[ARB_LIMIT_GUESS]++;
        refuse(call, wait);
    }
    return wait == 0;
}

void arb_hall_guessed_wrong(const arb_api_call *call)
{
    call->hall->counts.guesses++;
    arb_code_was_wrong(&call->hall->limits, &call->caller.address, arb_boottime_ms());
}
