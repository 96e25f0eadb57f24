/* SPDX-License-Identifier: MIT */
/*
 * The position of a problem, completed by the conventions (problem.h). What retro-analysis shows of
 * castling, en passant and impossible positions comes in here and nowhere else.
 */
#include <string.h>

#include "arbitro/problem.h"
#include "arbitro/retro.h"

enum { RETRO_NODES = 2000, JUDGE_NODES = 1 };

unsigned arb_problem_fields(const char *fen, size_t size)
{
    unsigned words = 0;

    for (size_t i = 0; i < size; i++)
        if (fen[i] != ' ' && fen[i] != '\t' && (i == 0 || fen[i - 1] == ' ' || fen[i - 1] == '\t'))
            words++;
    return (words > 1 ? ARB_PROBLEM_TURN : 0u) | (words > 2 ? ARB_PROBLEM_CASTLING : 0u) |
           (words > 3 ? ARB_PROBLEM_EN_PASSANT : 0u);
}

/* What is shown at once; whoever wants more asks retro.h. */
static const arb_retro_effort effort = { .nodes = RETRO_NODES, .reasons_only = true };

uint32_t arb_problem_unplayable(uint32_t faults)
{
    return arb_faults_hard(faults) | (faults & (ARB_FAULT_OPPONENT_IN_CHECK |
                                                ARB_FAULT_KINGS_ADJACENT | ARB_FAULT_PAWN_ON_EDGE));
}

uint32_t arb_problem_position(arb_pos *out, const arb_setup *setup,
                              const arb_stipulation *stipulation, unsigned fields)
{
    arb_setup full = *setup;
    arb_pos pos;

    if (!(fields & ARB_PROBLEM_TURN))
        full.turn = (uint8_t)arb_stipulation_begins(stipulation);
    if (!(fields & ARB_PROBLEM_CASTLING))
        full.castling = 0;
    if (!(fields & ARB_PROBLEM_EN_PASSANT))
        full.en_passant = ARB_SQUARE_NONE;
    if (!arb_problem_unplayable(arb_setup_faults(&full))) {
        if (!(fields & ARB_PROBLEM_CASTLING))
            full.castling = arb_retro_usual_castling(&full, &effort);
        if (!(fields & ARB_PROBLEM_EN_PASSANT))
            full.en_passant = arb_retro_usual_en_passant(&full, &effort);
    }
    const uint32_t faults = arb_pos_from_setup(&pos, &full);
    if (!arb_problem_unplayable(faults))
        *out = pos;
    return faults;
}

bool arb_problem_cannot_arise(arb_retro_reason *reason, const arb_pos *pos, unsigned fields)
{
    arb_setup setup = arb_pos_setup(pos);
    /* of a sound problem this is asked in vain: it must cost next to nothing */
    static const arb_retro_effort least = { .nodes = JUDGE_NODES, .reasons_only = true };
    arb_retro_answer answer;

    if (!(fields & ARB_PROBLEM_CASTLING)) /* of two that exclude each other both are assumed */
        setup.castling = 0;
    if (arb_retro_judge(&answer, &setup, &least) != ARB_RETRO_ILLEGAL)
        return false;
    *reason = answer.reason;
    return true;
}
