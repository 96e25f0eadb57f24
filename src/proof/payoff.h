/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROOF_PAYOFF_H
#define ARB_PROOF_PAYOFF_H
/*
 * Whether an argument that costs much is worth a try: each time while it has paid, now and then
 * when it has not.
 */
#include <stdbool.h>

enum { PAYOFF_AT_FIRST = 100, PAYOFF_MAX = 1000, PAYOFF_FOUND = 20, PAYOFF_PAUSE = 16 };

typedef struct arb_payoff {
    int left;
    unsigned asked;
} arb_payoff;

static inline bool arb_payoff_try(arb_payoff *payoff)
{
    return payoff->left > 0 || ++payoff->asked % PAYOFF_PAUSE == 0;
}

/* Takes note whether it was; answers that. */
static inline bool arb_payoff_tell(arb_payoff *payoff, bool found)
{
    payoff->left += found ? PAYOFF_FOUND : -1;
    payoff->left = payoff->left < PAYOFF_MAX ? payoff->left : PAYOFF_MAX;
    return found;
}

#endif
