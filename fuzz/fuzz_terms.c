/* SPDX-License-Identifier: MIT */
/*
 * Any bytes: a line of FEN, then a byte for each move, and the words of players in all of it. What
 * is seen names squares of the board, pieces that stand there, and moves that were made; nothing is
 * told twice.
 */
#include <string.h>

#include "arbitro/fen.h"
#include "arbitro/terms.h"
#include "fuzz.h"

enum { PLIES_MAX = 24 };

static void check(const arb_sighting *seen, size_t count, const arb_sequence *sequence)
{
    const arb_pos *pos = &sequence->pos[sequence->plies];

    require(count <= ARB_SIGHTINGS_MAX, "there is room for them");
    for (size_t i = 0; i < count; i++) {
        require(seen[i].kind < ARB_SIGHTING_COUNT && seen[i].side <= ARB_COLOUR_COUNT,
                "it is something, and somebody's");
        require(i == 0 || seen[i - 1].kind <= seen[i].kind, "in the order of the list");
        require(seen[i].plies <= sequence->plies, "only moves that were made show it");
        if (arb_sighting_get(seen[i].kind)->needs != ARB_SIGHTING_MOVES)
            require(seen[i].plies == 0 &&
                        !(seen[i].by & ~(pos->side[ARB_WHITE].all | pos->side[ARB_BLACK].all)),
                    "who does it stands there");
        for (size_t k = 0; k < i; k++)
            require(memcmp(&seen[i], &seen[k], sizeof *seen) != 0 || count == ARB_SIGHTINGS_MAX,
                    "nothing is told twice");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *end = memchr(data, '\n', size);
    const size_t line = end ? (size_t)(end - data) : size;
    static arb_sighting seen[ARB_SIGHTINGS_MAX];
    arb_pos pos[PLIES_MAX + 1];
    arb_move move[PLIES_MAX];
    arb_sequence sequence = { pos, move, 0 };
    arb_terms *terms;

    if (arb_pos_from_fen(&pos[0], NULL, NULL, (const char *)data, line) != ARB_OK ||
        arb_terms_new(&terms, NULL) != ARB_OK)
        return 0;
    for (size_t at = line + 1;; at++) {
        arb_move moves[ARB_MOVES_MAX];
        memset(seen, 0, sizeof seen);
        check(seen, arb_terms_find(seen, terms, &sequence, NULL), &sequence);
        require(arb_terms_follow(seen, terms, &sequence, NULL) <= ARB_SIGHTINGS_MAX,
                "no more is new than there is");
        const size_t count = arb_pos_moves(moves, &pos[sequence.plies]);
        if (at >= size || count == 0 || sequence.plies == PLIES_MAX)
            break;
        move[sequence.plies] = moves[data[at] % count];
        arb_pos_play(&pos[sequence.plies + 1], &pos[sequence.plies], move[sequence.plies]);
        sequence.plies++;
    }
    arb_terms_free(terms);
    return 0;
}
