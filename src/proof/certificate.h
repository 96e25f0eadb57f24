/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROOF_CERTIFICATE_H
#define ARB_PROOF_CERTIFICATE_H
/* Tells the parts of a certificate (arbitro/proof.h) once it is certain that they are needed. */
#include "arbitro/proof.h"

typedef struct arb_certificate {
    arb_colour side;
    arb_proof_part_fn *tell; /* NULL: parts are counted only */
    void *user;
    bool stopped;
    const arb_mem *mem;
    uint64_t expanded, parts;
} arb_certificate;

/* Adds the part about `pos`, of which the argument holds. */
void arb_certificate_add(arb_certificate *certificate, const arb_pos *pos,
                         arb_proof_argument argument);

#endif
