/* SPDX-License-Identifier: MIT */
#ifndef ARB_RETRO_SHOW_H
#define ARB_RETRO_SHOW_H
/* A game that leads to a position: plans, parts and walks until one succeeds and is replayed. */
#include "arbitro/retro.h"
#include "retro/back.h"

/* Fills the game of `out` and returns true; false when none was found. */
bool arb_show_game(arb_retro_answer *out, const arb_setup *setup, uint64_t *nodes,
                   const arb_mem *mem);

#endif
