/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_RETRO_H
#define ARBITRO_CLI_RETRO_H
/* Whether a position can arise (3.10.3), told as `position` and `retro` tell it. */
#include "arbitro/retro.h"
#include "cli/facts.h"

/*
 * Memory that remembers whether there was too little: the library then knows less, and an answer
 * that depends on that is none.
 */
arb_mem arb_retro_memory(bool *scarce);

/* "a; b", the faults of a diagram. */
void arb_retro_add_faults(arb_answer *to, uint32_t faults, arb_lang lang);

/* The fact `legal` with its reason; ARB_EXIT_YES for a position that can arise. */
arb_exit arb_retro_tell_legal(arb_facts *facts, const arb_retro_answer *answer);

/* The fact `game`, where there is one: legal moves from the initial position. */
void arb_retro_tell_game(arb_facts *facts, const arb_retro_answer *answer);

/* The fact `last`: what the last move can have been. */
void arb_retro_tell_last(arb_facts *facts, const arb_setup *setup, const arb_retro_effort *effort);

/* The facts `castling` and `en-passant`, where the pieces stand for them. */
void arb_retro_tell_castling(arb_facts *facts, const arb_setup *setup,
                             const arb_retro_effort *effort);
void arb_retro_tell_en_passant(arb_facts *facts, const arb_setup *setup,
                               const arb_retro_effort *effort);

#endif
