/* SPDX-License-Identifier: MIT */
/* Who looks for terms, with the proofs of dead positions (5.2.2) at hand; see terms.h. */
#include "arbitro/proof.h"
#include "cli/terms.h"

static bool is_dead(void *user, const arb_pos *pos)
{
    bool *doubted = user;
    const arb_proof proof = arb_proof_is_dead(pos, NULL);

    *doubted = proof == ARB_PROOF_UNKNOWN;
    return proof == ARB_PROOF_YES;
}

arb_err arb_terms_begin(arb_terms **out, bool *doubted)
{
    const arb_err err = arb_terms_new(out, NULL);

    *doubted = false;
    if (!err)
        arb_terms_lend_dead(*out, is_dead, doubted);
    return err;
}
