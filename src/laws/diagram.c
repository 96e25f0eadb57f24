/* SPDX-License-Identifier: MIT */
/* Pictures of the articles; see diagram.h. */
#include "arbitro/diagram.h"

#include <assert.h>
#include <string.h>

#include "arbitro/explain.h"
#include "arbitro/fen.h"
#include "arbitro/hand.h"

static const arb_diagram diagrams[] = {
#define DIAGRAM(id, fen, square, moves, en, it)                                                    \
    { ARB_ART_##id, fen, square, moves, { [ARB_LANG_EN] = en, [ARB_LANG_IT] = it } },
#include "arbitro/diagrams.def"
#undef DIAGRAM
};

const arb_diagram *arb_diagram_of(arb_article article, size_t number)
{
    for (size_t i = 0; i < sizeof diagrams / sizeof *diagrams; i++)
        if (diagrams[i].article == article && number-- == 0)
            return &diagrams[i];
    return NULL;
}

static uint64_t bit(arb_square square)
{
    return UINT64_C(1) << square;
}

/* Laws 3.2 to 3.9: where the legal moves of the piece on `from` lead, and what they capture. */
static void mark_reach(arb_picture *picture, const arb_pos *pos, arb_square from)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t count = arb_pos_moves(moves, pos);

    picture->from = from;
    for (size_t i = 0; i < count; i++) {
        const arb_square to = arb_move_to(moves[i]);
        if (arb_move_from(moves[i]) != from)
            continue;
        if (arb_move_captured(pos, moves[i]) == to)
            picture->captured |= bit(to);
        else
            picture->reached |= bit(to);
    }
}

/* Plays the moves up to the next blank and passes it; returns what they capture. */
static uint64_t play_step(arb_pos *pos, const char **moves, arb_variant variant)
{
    uint64_t captured = 0;

    for (bool more = true; more;) {
        const size_t size = strcspn(*moves, ", ");
        arb_hand hand;
        arb_move move;

        if (arb_hand_read(&hand, NULL, *moves, size) != ARB_OK ||
            arb_pos_match(&move, pos, hand, variant) != ARB_ART_NONE) {
            assert(false); /* a move of diagrams.def that is not legal */
            *moves += strlen(*moves);
            return captured;
        }
        const arb_square taken = arb_move_captured(pos, move);
        captured |= taken != ARB_SQUARE_NONE ? bit(taken) : 0;
        arb_pos_play(pos, pos, move);
        *moves += size;
        more = **moves == ',';
        *moves += **moves != '\0';
    }
    return captured;
}

/* Marks on both pictures the pieces that one of them has and the other has not. */
static void mark_step(arb_picture *before, arb_picture *after, uint64_t captured)
{
    for (arb_square square = 0; square < ARB_SQUARE_COUNT; square++) {
        if (before->setup.piece[square] == after->setup.piece[square])
            continue;
        if (before->setup.piece[square] != ARB_PIECE_NONE && !(captured & bit(square)))
            before->moved |= bit(square);
        if (after->setup.piece[square] != ARB_PIECE_NONE)
            after->moved |= bit(square);
    }
    before->captured |= captured;
}

size_t arb_diagram_pictures(arb_picture out[ARB_PICTURES_MAX], const arb_diagram *diagram)
{
    const arb_variant variant =
        arb_article_is_within(diagram->article, "II", 2) ? ARB_CHESS960 : ARB_STANDARD;
    const char *moves = diagram->moves;
    size_t count = 1;
    arb_pos pos;

    out[0] = (arb_picture){ .setup = arb_setup_empty(), .from = ARB_SQUARE_NONE };
    if (arb_pos_from_fen(&pos, NULL, NULL, diagram->fen, strlen(diagram->fen)) != ARB_OK) {
        out[0].names = true;
        return 1;
    }
    out[0].setup = arb_pos_setup(&pos);
    if (*diagram->square)
        mark_reach(&out[0], &pos, arb_square_read(diagram->square, strlen(diagram->square)));
    while (*moves) {
        assert(count < ARB_PICTURES_MAX);
        const uint64_t captured = play_step(&pos, &moves, variant);
        out[count] = (arb_picture){ .setup = arb_pos_setup(&pos), .from = ARB_SQUARE_NONE };
        mark_step(&out[count - 1], &out[count], captured);
        count++;
    }
    return count;
}
