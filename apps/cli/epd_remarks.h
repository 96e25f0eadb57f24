/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_EPD_REMARKS_H
#define ARBITRO_CLI_EPD_REMARKS_H
/* The moves that EPD names for a position but that cannot be played in it. */
#include "arbitro/epd.h"
#include "cli/answer.h"

/*
 * Adds what is wrong with the moves of bm, am, pm, pv and sm as a sentence, and to `list` unless it
 * is NULL, where NULL behind it stands for no memory. `text` of `size` bytes is what `epd` was read
 * from; `where` becomes the place of the first. Returns whether anything is wrong.
 */
bool arb_epd_remarks(arb_answer *out, json_t **list, arb_where *where, const arb_epd *epd,
                     const arb_pos *pos, const char *text, size_t size, arb_lang lang);

#endif
