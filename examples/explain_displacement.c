/* SPDX-License-Identifier: MIT */
/*
 * A hand has moved a piece from one square to another. Is it a legal move, and if not, which
 * article does it break?
 *
 *   explain_displacement 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1' e2e5
 */
#include <stdio.h>
#include <string.h>

#include "arbitro/arbitro.h"

int main(int argc, char **argv)
{
    arb_pos pos;
    arb_hand hand;
    arb_move move;

    if (argc != 3) {
        fprintf(stderr, "usage: explain_displacement FEN FROM-TO\n");
        return 2;
    }
    if (arb_pos_from_fen(&pos, NULL, NULL, argv[1], strlen(argv[1])) != ARB_OK) {
        fprintf(stderr, "%s: no position\n", argv[1]);
        return 2;
    }
    if (arb_hand_read(&hand, NULL, argv[2], strlen(argv[2])) != ARB_OK) {
        fprintf(stderr, "%s: not a displacement\n", argv[2]);
        return 2;
    }

    /* What the Laws forbid is not an error: the answer is the article. */
    const arb_article broken = arb_pos_match(&move, &pos, hand, ARB_STANDARD);
    if (broken != ARB_ART_NONE) {
        printf("illegal: %s, %s\n", arb_article_number(broken), arb_article_title(broken));
        return 1;
    }
    char text[ARB_MOVE_TEXT_SIZE];
    arb_san_write(text, sizeof text, &pos, move);
    printf("legal: %s\n", text);
    return 0;
}
