/* SPDX-License-Identifier: MIT */
/*
 * Plays moves from the initial position and tells when a position stands on the board for the
 * third time or more, so that a draw could be claimed (9.2).
 *
 *   repetition g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8
 */
#include <stdio.h>
#include <string.h>

#include "arbitro/arbitro.h"

/* Plays one move after `*ply` and moves `*ply` on. The history keeps every ply. */
static int play(arb_history *history, arb_ply *ply, const char *text)
{
    arb_pos pos;
    arb_move move;

    (void)arb_history_position(&pos, history, *ply);
    if (arb_uci_read(&move, NULL, &pos, text, strlen(text)) != ARB_OK) {
        fprintf(stderr, "%s: no legal move in coordinates\n", text);
        return 0;
    }
    return arb_history_play(ply, history, *ply, move, NULL) == ARB_OK;
}

int main(int argc, char **argv)
{
    const arb_setup start = arb_setup_initial();
    arb_history *history;
    arb_ply ply = 0;
    int status = 0;

    if (arb_history_new(&history, NULL, &start) != ARB_OK)
        return 2;
    for (int i = 1; i < argc; i++) {
        if (!play(history, &ply, argv[i])) {
            status = 2;
            break;
        }
        const unsigned times = arb_history_occurrences(history, ply, ARB_IDENTITY_MOVES);
        if (times >= 3)
            printf("%d%s %s: occurrence %u\n", (i + 1) / 2, i % 2 ? "." : "...", argv[i], times);
    }
    arb_history_free(history);
    return status;
}
