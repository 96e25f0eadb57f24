/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as FEN, and the question whether that position can arise. A game that is told is legal
 * and ends there; a last move that is told stands on the board; little work is kept to.
 */
#include <string.h>

#include "arbitro/fen.h"
#include "arbitro/retro.h"
#include "fuzz.h"

enum { NODES = 3000 };

static void check_game(const arb_setup *setup, const arb_retro_answer *answer)
{
    arb_pos pos = arb_pos_initial(), wanted;

    for (size_t i = 0; i < answer->count; i++) {
        require(arb_pos_is_legal(&pos, answer->game[i]), "the game is legal");
        arb_pos_play(&pos, &pos, answer->game[i]);
    }
    require(!arb_faults_hard(arb_pos_from_setup(&wanted, setup)), "it can arise, so it is one");
    if (answer->count > 0)
        require(arb_pos_same(&pos, &wanted), "the game ends there");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const arb_retro_effort effort = { .nodes = NODES };
    static arb_retro_move last[ARB_RETRO_MOVES_MAX];
    arb_retro_answer answer;
    arb_setup setup;

    if (arb_fen_read(&setup, NULL, (const char *)data, size, NULL) != ARB_OK)
        return 0;
    const arb_retro verdict = arb_retro_judge(&answer, &setup, &effort);
    require(verdict == answer.verdict, "the answer is told twice");
    require(!answer.faults || verdict == ARB_RETRO_ILLEGAL, "a fault is a reason");
    require(*arb_retro_reason_word(answer.reason), "there is a reason");
    if (verdict == ARB_RETRO_LEGAL)
        check_game(&setup, &answer);
    if (answer.faults)
        return 0;
    const size_t count = arb_retro_last_moves(last, &setup, &effort);
    require(count <= ARB_RETRO_MOVES_MAX, "there is room for them");
    for (size_t i = 0; i < count; i++)
        require(setup.piece[last[i].to] != ARB_PIECE_NONE &&
                    arb_piece_colour(setup.piece[last[i].to]) != (arb_colour)setup.turn,
                "the side that has moved stands there");
    for (int wing = 0; wing < ARB_WING_COUNT; wing++)
        (void)arb_retro_castling(&setup, ARB_WHITE, (arb_wing)wing, &effort);
    (void)arb_retro_en_passant(&setup, setup.en_passant, &effort);
    return 0;
}
