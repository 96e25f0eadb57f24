/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TEST_SLOW_CERTIFICATE_H
#define ARBITRO_TEST_SLOW_CERTIFICATE_H
/*
 * A second reading of certificates: proof.h says what is claimed, and this looks whether it is so,
 * with nothing of what proves. It is written to be obviously right, not fast: all positions are
 * gone on from and kept whole, all squares of all units are looked at.
 */
#include "arbitro/proof.h"

typedef struct slow_certificate {
    arb_colour side;
    uint64_t expanded;     /* as it is claimed */
    arb_proof_part *parts; /* all of them */
    size_t count, room;
} slow_certificate;

/* What was looked at, to be added up. */
typedef struct slow_checked {
    uint64_t positions; /* gone on from */
    uint64_t material;  /* ends of lines by the rules of material */
    uint64_t walls, regions;
    uint64_t states;    /* of regions */
    uint64_t unchecked; /* parts and closures that are too large for it */
} slow_checked;

/* Asks for a certificate and keeps it; the verdict is returned. To be cleared, whatever it is. */
arb_proof slow_certificate_make(slow_certificate *out, arb_proof_answer *answer, const arb_pos *pos,
                                arb_colour side, const arb_effort *effort);
/* Keeps one part; `user` is the certificate. */
bool slow_certificate_keep(void *user, const arb_proof_part *part);
void slow_certificate_clear(slow_certificate *certificate);

/* What is wrong with it, or NULL; adds to `sum` what was looked at. */
const char *slow_certificate_fault(const slow_certificate *certificate, const arb_pos *start,
                                   slow_checked *sum);

/* Does the material of `side` exclude every mate, as the rules in proof.h say? */
bool slow_material_holds(const arb_pos *pos, arb_colour side);

/* What is wrong with a part that speaks of walls, or NULL. */
const char *slow_walls_fault(const arb_proof_part *part, arb_colour side);

/* Is a mate possible on the squares of its units? Lines go through `clear`. */
const char *slow_walls_mate(const arb_proof_part *part, arb_colour side, uint64_t clear);

/* What is wrong with a part that speaks of regions, or NULL. */
const char *slow_regions_fault(const arb_proof_part *part, arb_colour side, slow_checked *sum);

#endif
