/* SPDX-License-Identifier: MIT */
/* Counts what is held. While a block is moved, both the old one and the new one may be there. */
#include "proof/budget.h"

static void *resize(void *user, void *old, size_t old_size, size_t new_size)
{
    arb_proof_budget *budget = user;

    if (new_size > budget->limit - budget->held)
        return NULL;
    void *block = arb_mem_resize(budget->whose, old, old_size, new_size);
    if (!block && new_size > 0)
        return NULL;
    if (budget->held + new_size > budget->peak)
        budget->peak = budget->held + new_size;
    budget->held += new_size;
    budget->held -= old_size;
    return block;
}

void arb_proof_budget_init(arb_proof_budget *out, const arb_mem *mem, size_t limit)
{
    *out = (arb_proof_budget){ .mem = { resize, out }, .whose = mem, .limit = limit };
}
