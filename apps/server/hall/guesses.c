/* SPDX-License-Identifier: MIT */
/* How often codes may be tried; see guesses.h. */
#include "server/hall/guesses.h"

#include "server/http/address.h"

enum { THE_HALL = 0 };

int64_t arb_code_try_wait(arb_limits *limits, const struct in6_addr *from, int64_t now)
{
    const uint64_t own = arb_address_key(from, ARB_GUESS_BITS);
    const uint64_t wide = arb_address_key(from, ARB_GUESS_FIRST_BITS);
    const int64_t wait = arb_limits_wait(limits, ARB_LIMIT_GUESS, own, now);

    if (wait > 0)
        return wait;
    const int64_t hall = arb_limits_wait(limits, ARB_LIMIT_GUESS_HALL, THE_HALL, now);
    const int64_t first = arb_limits_wait(limits, ARB_LIMIT_GUESS_FIRST, wide, now);
    return hall < first ? hall : first;
}

void arb_code_was_wrong(arb_limits *limits, const struct in6_addr *from, int64_t now)
{
    const uint64_t own = arb_address_key(from, ARB_GUESS_BITS);
    const uint64_t wide = arb_address_key(from, ARB_GUESS_FIRST_BITS);

    (void)arb_limits_take(limits, ARB_LIMIT_GUESS, own, 1, 1, now);
    (void)arb_limits_take(limits, ARB_LIMIT_GUESS_HALL, THE_HALL, 1, 1, now);
    arb_limits_exhaust(limits, ARB_LIMIT_GUESS_FIRST, wide, now);
}
