/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROOF_BUDGET_H
#define ARB_PROOF_BUDGET_H
/* Memory that ends where a question may have no more of it. */
#include "arbitro/mem.h"

typedef struct arb_proof_budget {
    arb_mem mem;          /* to be used instead of the other one; stays where it is */
    const arb_mem *whose; /* where it comes from */
    size_t held, limit;   /* bytes */
    size_t peak;          /* the most that was held at a time */
} arb_proof_budget;

void arb_proof_budget_init(arb_proof_budget *out, const arb_mem *mem, size_t limit);

#endif
