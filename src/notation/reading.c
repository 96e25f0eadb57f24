/* SPDX-License-Identifier: MIT */
/*
 * What a written move means in a position: legal, ambiguous, or illegal with the article that it
 * breaks (Laws, Appendix C, 3.10).
 */
#include "arbitro/notation.h"
#include "board/sides.h"
#include "notation/written_internal.h"

static bool whole_origin(const arb_written *w)
{
    return w->from_file != ARB_UNSAID && w->from_rank != ARB_UNSAID;
}

static bool whole_arrival(const arb_written *w)
{
    return w->to_file != ARB_UNSAID && w->to_rank != ARB_UNSAID;
}

/* Is what was written of a square true of this one? */
static bool square_fits(uint8_t file, uint8_t rank, arb_square square)
{
    return (file == ARB_UNSAID || file == arb_square_file(square)) &&
           (rank == ARB_UNSAID || rank == arb_square_rank(square));
}

/*
 * Laws C.9.3: a pawn that captures names its file; so a pawn without one goes straight on, unless
 * a capture was marked.
 */
static bool pawn_fits(const arb_written *w, const arb_pos *pos, arb_move move)
{
    if (w->from_file != ARB_UNSAID)
        return true;
    const bool captures = arb_move_captured(pos, move) != ARB_SQUARE_NONE;
    return captures == w->capture;
}

bool arb_written_fits(const arb_written *w, const arb_pos *pos, arb_move move)
{
    if (arb_move_kind_of(move) == ARB_MOVE_CASTLING)
        return w->castling ==
               (arb_move_rook(move) > arb_move_from(move) ? ARB_KINGSIDE : ARB_QUEENSIDE);
    return w->castling == ARB_WING_COUNT && arb_move_role(move) == w->role &&
           arb_move_promotion(move) == w->promotion &&
           square_fits(w->from_file, w->from_rank, arb_move_from(move)) &&
           square_fits(w->to_file, w->to_rank, arb_move_to(move)) &&
           (w->role != ARB_PAWN || pawn_fits(w, pos, move));
}

/* Of several reasons why a move cannot be, the one that came closest to a legal move. */
static unsigned closeness(arb_article article)
{
    static const arb_article order[] = {
        ARB_ART_3_9_2, ARB_ART_3_7_3_3, ARB_ART_3_8_2_2, ARB_ART_3_8_2_1,
        ARB_ART_1_4_1, ARB_ART_3_7_3_2, ARB_ART_3_1,     ARB_ART_3_5,
        ARB_ART_3_7_1, ARB_ART_3_7_2,   ARB_ART_3_7_3,
    };
    const unsigned n = sizeof order / sizeof *order;

    for (unsigned i = 0; i < n; i++)
        if (order[i] == article)
            return n - i;
    return 0;
}

/* A pawn that captures ("ed") goes one square forward, whatever is not written. */
static bool pawn_out_of_reach(const arb_written *w, const arb_pos *pos, arb_square from,
                              arb_square to)
{
    const int forward = pos->turn == ARB_WHITE ? 1 : -1;
    return w->to_rank == ARB_UNSAID &&
           (int)arb_square_rank(to) != (int)arb_square_rank(from) + forward;
}

/* Laws C.9.3: a capture by a pawn that did not say from where it came. */
static bool pawn_silent(const arb_written *w, const arb_pos *pos, arb_square from, arb_square to)
{
    return w->role == ARB_PAWN && w->from_file == ARB_UNSAID &&
           (arb_square_file(from) != arb_square_file(to)) != w->capture &&
           arb_pos_piece(pos, from) != ARB_PIECE_NONE;
}

/* Laws 3.10.2: tries every piece that may be meant, to every square that may be meant. */
static arb_article illegal_article(const arb_written *w, const arb_pos *pos, arb_variant variant)
{
    const uint64_t pieces = arb_pos_pieces(pos, (arb_colour)pos->turn, (arb_role)w->role);
    arb_article closest = ARB_ART_NONE;
    arb_move ignored;

    for (unsigned square = 0; square < ARB_SQUARE_COUNT * ARB_SQUARE_COUNT; square++) {
        const arb_square from = (arb_square)(square / 64), to = (arb_square)(square % 64);
        if (!(pieces >> from & 1) || !square_fits(w->from_file, w->from_rank, from) ||
            !square_fits(w->to_file, w->to_rank, to) || pawn_silent(w, pos, from, to) ||
            pawn_out_of_reach(w, pos, from, to))
            continue;
        arb_article broken =
            arb_pos_match(&ignored, pos, (arb_hand){ from, to, w->promotion }, variant);
        if (broken == ARB_ART_NONE) /* castling, which is not written so */
            broken = arb_pos_piece(pos, to) == ARB_PIECE_NONE ? ARB_ART_3_8_1 : ARB_ART_3_1;
        if (closest == ARB_ART_NONE || closeness(broken) > closeness(closest))
            closest = broken;
    }
    return closest == ARB_ART_NONE ? ARB_ART_3_10_2 : closest;
}

/* Laws C.10, C.10.1, C.10.1.1, C.10.1.2, C.10.1.3, C.10.2, C.10.2.1, C.10.2.2, C.10.2.3 */
/* Laws C.10.3, C.10.3.1, C.10.3.2, C.10.3.3, C.10.3.4 */
arb_origin arb_origin_needed(const arb_pos *pos, arb_move move)
{
    const arb_colour us = (arb_colour)pos->turn;
    const arb_role role = arb_move_role(move);
    const arb_square from = arb_move_from(move), to = arb_move_to(move);
    uint64_t legal = 0;

    if (role == ARB_PAWN) /* Laws C.9.3 */
        return (arb_origin){ .file = arb_move_captured(pos, move) != ARB_SQUARE_NONE };
    if (role == ARB_KING)
        return (arb_origin){ false, false };
    for (uint64_t rivals =
             arb_pos_attackers(pos, to, us) & arb_pos_pieces(pos, us, role) & ~bit(from);
         rivals; rivals = without_lowest(rivals))
        legal |= exposes(pos, us, bit(lowest(rivals)), bit(to)) ? 0 : bit(lowest(rivals));
    const bool same_file = (legal & FILE_A << arb_square_file(from)) != 0;
    const bool same_rank = (legal & RANK_1 << 8 * arb_square_rank(from)) != 0;
    return (arb_origin){ .file = legal && (!same_file || same_rank), .rank = same_file };
}

static uint32_t check_remarks(const arb_written *w, const arb_pos *pos, arb_move move)
{
    arb_pos next;

    if (w->check == ARB_CHECK_UNMARKED &&
        (w->form == ARB_FORM_COORDINATES || w->form == ARB_FORM_NUMERIC))
        return 0; /* nobody marks a check there */
    arb_pos_play(&next, pos, move);
    const uint64_t checkers = arb_pos_checkers(&next, (arb_colour)next.turn);
    const uint64_t uncovered = checkers & ~(UINT64_C(1) << arb_move_to(move));
    const bool mate = checkers && arb_pos_count(&next) == 0;
    const bool twice = (checkers & (checkers - 1)) != 0;

    switch ((arb_check_mark)w->check) {
    case ARB_CHECK_UNMARKED:
        return checkers ? ARB_REMARK_CHECK_MISSING : 0;
    case ARB_CHECK_PLUS:
        return checkers ? 0 : ARB_REMARK_CHECK_WRONG;
    case ARB_CHECK_DISCOVERED: /* the rook that castled has moved itself */
        return uncovered && arb_move_kind_of(move) != ARB_MOVE_CASTLING ? 0
                                                                        : ARB_REMARK_CHECK_WRONG;
    case ARB_CHECK_DOUBLE_PLUS:
        return mate || twice ? 0 : ARB_REMARK_CHECK_WRONG;
    case ARB_CHECK_MATE:
        return mate ? 0 : ARB_REMARK_CHECK_WRONG;
    }
    return 0;
}

/* Laws C: only the algebraic notation is evidence; squares without a letter are a pawn's (C.8). */
static bool algebraic(const arb_written *w, arb_move move)
{
    switch ((arb_form)w->form) {
    case ARB_FORM_SHORT:
        return true;
    case ARB_FORM_LONG:
    case ARB_FORM_COORDINATES:
        return w->role != ARB_ROLE_NONE || arb_move_role(move) == ARB_PAWN;
    case ARB_FORM_NUMERIC:
    case ARB_FORM_WORDS:
    case ARB_FORM_NONE:
        break;
    }
    return false;
}

static uint32_t remarks_on(const arb_written *w, const arb_pos *pos, arb_move move)
{
    uint32_t remarks = check_remarks(w, pos, move);

    if (!algebraic(w, move))
        remarks |= ARB_REMARK_NOT_ALGEBRAIC;
    if (w->pawn_letter)
        remarks |= ARB_REMARK_PAWN_LETTER;
    if (w->capture && arb_move_captured(pos, move) == ARB_SQUARE_NONE)
        remarks |= ARB_REMARK_NO_CAPTURE;
    if (w->en_passant && arb_move_kind_of(move) != ARB_MOVE_EN_PASSANT)
        remarks |= ARB_REMARK_NO_EN_PASSANT;
    if (w->form == ARB_FORM_SHORT) {
        const arb_origin needed = arb_origin_needed(pos, move);
        if ((w->from_file != ARB_UNSAID && !needed.file) ||
            (w->from_rank != ARB_UNSAID && !needed.rank))
            remarks |= ARB_REMARK_ORIGIN_NEEDLESS;
        if (w->role == ARB_PAWN && needed.file && w->from_file == ARB_UNSAID)
            remarks |= ARB_REMARK_ORIGIN_MISSING;
    }
    return remarks;
}

static arb_reading legal_reading(const arb_written *w, const arb_pos *pos, arb_move move)
{
    return (arb_reading){ .kind = ARB_READING_LEGAL,
                          .move = move,
                          .remarks = remarks_on(w, pos, move) };
}

static arb_reading illegal_reading(arb_article article)
{
    return (arb_reading){ .kind = ARB_READING_ILLEGAL, .article = article };
}

/* Both squares are written: a displacement like one of a hand. */
static arb_reading read_displacement(const arb_written *w, const arb_pos *pos, arb_variant variant)
{
    const arb_square from = arb_square_at(w->from_file, w->from_rank);
    const arb_piece piece = arb_pos_piece(pos, from);
    arb_move move;

    if (w->role != ARB_ROLE_NONE &&
        (piece == ARB_PIECE_NONE || arb_piece_role(piece) != (arb_role)w->role))
        return illegal_reading(ARB_ART_3_10_2);
    const arb_hand hand = { from, arb_square_at(w->to_file, w->to_rank), w->promotion };
    const arb_article broken = arb_pos_match(&move, pos, hand, variant);
    return broken == ARB_ART_NONE ? legal_reading(w, pos, move) : illegal_reading(broken);
}

arb_reading arb_written_in(const arb_written *written, const arb_pos *pos, arb_variant variant)
{
    arb_move moves[ARB_MOVES_MAX];
    arb_reading reading = { .kind = ARB_READING_AMBIGUOUS };

    if (written->castling == ARB_WING_COUNT && whole_origin(written) && whole_arrival(written))
        return read_displacement(written, pos, variant);
    const size_t n = arb_pos_moves(moves, pos);
    for (size_t i = 0; i < n; i++) {
        if (!arb_written_fits(written, pos, moves[i]))
            continue;
        if (reading.count < ARB_CANDIDATES_MAX)
            reading.candidates[reading.count] = moves[i];
        reading.count++;
    }
    if (reading.count == 1)
        return legal_reading(written, pos, reading.candidates[0]);
    if (reading.count > 1)
        return reading;
    if (written->castling == ARB_WING_COUNT)
        return illegal_reading(illegal_article(written, pos, variant));
    const arb_castling verdict =
        arb_pos_castling(pos, (arb_colour)pos->turn, (arb_wing)written->castling);
    return illegal_reading(verdict == ARB_CASTLING_LOST ? ARB_ART_3_8_2_1 : ARB_ART_3_8_2_2);
}

arb_reading arb_written_reading(const arb_written *written, const arb_pos *pos)
{
    const arb_reading reading = arb_written_in(written, pos, arb_pos_variant(pos));

    if (reading.kind == ARB_READING_ILLEGAL) { /* castling shown on the rook */
        const arb_reading castling = arb_written_in(written, pos, ARB_CHESS960);
        if (castling.kind == ARB_READING_LEGAL)
            return castling;
    }
    return reading;
}

arb_err arb_move_read(arb_reading *out, arb_where *where, const arb_pos *pos, const char *text,
                      size_t size, const arb_language *language)
{
    arb_written written;
    const arb_err err = arb_written_read(&written, where, text, size, language);

    if (err)
        return err;
    *out = arb_written_reading(&written, pos);
    return ARB_OK;
}
