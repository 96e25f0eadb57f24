/* SPDX-License-Identifier: MIT */
/* A displacement as its player would write it, though it is no legal move; see notation.h. */
#include "arbitro/notation.h"
#include "base/sink.h"
#include "board/move.h"
#include "notation/written_internal.h"

static void put_letter(arb_sink *sink, arb_role role)
{
    arb_sink_char(sink, arb_piece_letter(arb_piece_of(ARB_WHITE, role)));
}

static void put_square(arb_sink *sink, arb_square square, bool file, bool rank)
{
    char name[3];

    arb_square_write(name, sizeof name, square);
    if (file)
        arb_sink_char(sink, name[0]);
    if (rank)
        arb_sink_char(sink, name[1]);
}

/* The piece, and where it comes from if another of its kind could go there (C.10). */
static void put_piece(arb_sink *sink, const arb_pos *pos, arb_hand hand, arb_role role)
{
    const arb_origin needed =
        arb_origin_needed(pos, move_make(hand.from, hand.to, (unsigned)ARB_MOVE_PAWN + role));

    put_letter(sink, role);
    put_square(sink, hand.from, needed.file, needed.rank);
}

/* Does the king go as in castling? */
static bool castles(arb_hand hand, arb_role role)
{
    const int files = (int)arb_square_file(hand.to) - (int)arb_square_file(hand.from);

    return role == ARB_KING && arb_square_rank(hand.from) == arb_square_rank(hand.to) &&
           (files > 1 || files < -1);
}

static void put_check(arb_sink *sink, const arb_setup *after)
{
    arb_pos pos;

    if (arb_faults_hard(arb_pos_from_setup(&pos, after)) || !arb_pos_is_check(&pos))
        return;
    arb_sink_char(sink, arb_pos_is_checkmate(&pos) ? '#' : '+');
}

size_t arb_hand_san_write(char *out, size_t size, const arb_pos *before, arb_hand hand,
                          const arb_setup *after)
{
    arb_sink sink = { out, size, 0 };

    if (hand.from == ARB_SQUARE_NONE || hand.from == hand.to) { /* nothing went anywhere */
        arb_sink_text(&sink, "--");
        return arb_sink_end(&sink);
    }
    const arb_piece piece = arb_pos_piece(before, hand.from);
    const arb_role role = piece == ARB_PIECE_NONE ? ARB_PAWN : arb_piece_role(piece);
    const bool captures = arb_pos_piece(before, hand.to) != ARB_PIECE_NONE ||
                          (role == ARB_PAWN && hand.to == before->passed);
    if (castles(hand, role)) {
        arb_sink_text(&sink, hand.to > hand.from ? "O-O" : "O-O-O");
    } else {
        if (role != ARB_PAWN)
            put_piece(&sink, before, hand, role);
        else if (captures)
            put_square(&sink, hand.from, true, false);
        if (captures)
            arb_sink_char(&sink, 'x');
        put_square(&sink, hand.to, true, true);
    }
    if (hand.promotion < ARB_ROLE_COUNT) {
        arb_sink_char(&sink, '=');
        put_letter(&sink, (arb_role)hand.promotion);
    }
    put_check(&sink, after);
    return arb_sink_end(&sink);
}
