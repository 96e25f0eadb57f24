/* SPDX-License-Identifier: MIT */
/*
 * Plays moves from the initial position, written in any notation, and prints the position.
 *
 *   play_moves e2e4 e5 Ng1-f3 'knight c6'
 */
#include <stdio.h>
#include <string.h>

#include "arbitro/arbitro.h"

int main(int argc, char **argv)
{
    arb_pos pos = arb_pos_initial();
    char fen[ARB_FEN_SIZE];

    for (int i = 1; i < argc; i++) {
        arb_reading reading;
        if (arb_move_read(&reading, NULL, &pos, argv[i], strlen(argv[i]), NULL) != ARB_OK) {
            fprintf(stderr, "%s: unreadable\n", argv[i]);
            return 2;
        }
        if (reading.kind != ARB_READING_LEGAL) {
            fprintf(stderr, "%s: %s\n", argv[i],
                    reading.kind == ARB_READING_AMBIGUOUS ? "more than one move"
                                                          : arb_article_title(reading.article));
            return 1;
        }
        arb_pos_play(&pos, &pos, reading.move);
    }
    arb_pos_fen(fen, sizeof fen, &pos);
    puts(fen);
    return 0;
}
