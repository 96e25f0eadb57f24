/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_FEN_OUT_H
#define ARBITRO_CLI_FEN_OUT_H
/* Positions as `position`, `after` and `start960` write them: by --ep, --letters and --epd. */
#include "arbitro/epd.h"
#include "cli/answer.h"

typedef struct arb_fen_out {
    const arb_letters *letters;
    arb_fen_style style;
    bool passed; /* --ep always: names the square over which a pawn has passed in any case */
    bool epd;    /* as EPD, with operations */
} arb_fen_out;

/* What the options say; `letters` are those of --letters. */
arb_fen_out arb_fen_out_arg(const arb_args *args, const arb_letters *letters);

/* The setup of a position, with its en passant square. */
arb_setup arb_fen_out_setup(const arb_fen_out *how, const arb_pos *pos);

/* Adds the position; as EPD with the operations of `carried`, which may be NULL. */
void arb_fen_out_add(arb_answer *to, const arb_fen_out *how, const arb_setup *setup,
                     const arb_epd *carried);

/*
 * Puts the position into an object: `fen` and, with --epd, `epd` and the `operations` of `carried`
 * by their names, each with the list of its operands. Programs read one language: English.
 */
json_t *arb_fen_out_put(json_t *object, const arb_fen_out *how, const arb_setup *setup,
                        const arb_epd *carried);

#endif
