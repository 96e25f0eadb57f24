/* SPDX-License-Identifier: MIT */
/* The questions of retro.h. */
#include "arbitro/retro.h"

#include <string.h>

#include "arbitro/chess960.h"
#include "board/sides.h"
#include "retro/doubt.h"
#include "retro/show.h"

enum { DEPTH = 5, LAST_DEPTH = 2, BOARD_NODES = 24000000 };
#define DEFAULT_NODES UINT64_C(40000000)

/* The rights are not those of ordinary chess. */
static bool foreign_rights(const arb_setup *setup)
{
    const uint64_t corners = UINT64_C(0x8100000000000081);

    for (unsigned colour = 0; colour < 2; colour++) {
        const uint64_t rights = setup->castling & home_rank((arb_colour)colour);
        const arb_piece king = arb_piece_of((arb_colour)colour, ARB_KING);
        if (rights && ((rights & ~corners) || setup->piece[colour ? 60 : 4] != king))
            return true;
    }
    return false;
}

/* A game has begun here: the initial position, also of Chess960 (II.2). */
static bool is_start(const arb_setup *setup)
{
    const unsigned number = arb_chess960_number(setup);

    if (number == ARB_CHESS960_COUNT)
        return false;
    const arb_setup start = arb_chess960_setup(number);
    return setup->turn == start.turn && setup->castling == start.castling;
}

static void conclude(arb_retro_answer *out, arb_retro verdict, arb_retro_reason reason,
                     uint64_t squares)
{
    out->verdict = verdict;
    out->reason = reason;
    out->squares = squares;
}

/* Reasons against it first: they are cheaper. */
static void judge(arb_retro_answer *out, const arb_setup *setup, uint64_t *nodes, bool any_array,
                  const arb_retro_effort *effort)
{
    const arb_mem *mem = effort ? effort->mem : NULL;
    const bool reasons_only = any_array || (effort && effort->reasons_only);
    const arb_back back = arb_back_of(setup, any_array);
    const uint64_t first = *nodes < BOARD_NODES ? *nodes : BOARD_NODES;
    uint64_t left = first;
    arb_doubt doubt;

    conclude(out, ARB_RETRO_UNKNOWN, ARB_RETRO_WORK, 0);
    if (!arb_doubt_begin(&doubt, &left, mem))
        return;
    if (arb_doubt_board(&doubt, &back) || arb_doubt_past(&doubt, &back, DEPTH))
        conclude(out, ARB_RETRO_ILLEGAL, doubt.reason, doubt.squares);
    arb_doubt_end(&doubt);
    *nodes -= first - left;
    if (out->verdict == ARB_RETRO_UNKNOWN && !reasons_only && arb_show_game(out, setup, nodes, mem))
        conclude(out, ARB_RETRO_LEGAL, ARB_RETRO_GAME, 0);
}

/* Laws 3.10.3 */
arb_retro arb_retro_judge(arb_retro_answer *out, const arb_setup *setup,
                          const arb_retro_effort *effort)
{
    const uint64_t allowed = effort && effort->nodes ? effort->nodes : DEFAULT_NODES;
    const bool any_array = (effort && effort->any_array) || foreign_rights(setup);
    uint64_t nodes = allowed;

    memset(out, 0, sizeof *out);
    out->faults = arb_setup_faults(setup);
    if (out->faults)
        conclude(out, ARB_RETRO_ILLEGAL, ARB_RETRO_FAULTS, 0);
    else if (is_start(setup))
        conclude(out, ARB_RETRO_LEGAL, ARB_RETRO_GAME, 0);
    else
        judge(out, setup, &nodes, any_array, effort);
    out->nodes = allowed - nodes;
    return out->verdict;
}

/* ---- the last move ---- */

typedef struct gatherer {
    arb_retro_move *out;
    size_t count;
    arb_doubt *doubt;
} gatherer;

static bool gather(void *user, const arb_unmove *last, const arb_back *before)
{
    gatherer *g = user;

    if (g->doubt && *g->doubt->nodes > 0 && !arb_back_is_initial(before) &&
        (arb_doubt_board(g->doubt, before) || arb_doubt_past(g->doubt, before, LAST_DEPTH)))
        return false;
    if (g->count == ARB_RETRO_MOVES_MAX)
        return true;
    g->out[g->count++] =
        (arb_retro_move){ .from = last->from,
                          .to = last->to,
                          .rook = last->kind == ARB_MOVE_CASTLING ? last->rook : ARB_SQUARE_NONE,
                          .kind = last->kind,
                          .role = last->role,
                          .victim = last->victim };
    return false;
}

size_t arb_retro_last_moves(arb_retro_move out[ARB_RETRO_MOVES_MAX], const arb_setup *setup,
                            const arb_retro_effort *effort)
{
    uint64_t nodes = effort && effort->nodes ? effort->nodes : DEFAULT_NODES;
    const bool any_array = (effort && effort->any_array) || foreign_rights(setup);
    gatherer g = { .out = out };
    arb_doubt doubt;

    if (arb_setup_faults(setup))
        return 0;
    const arb_back back = arb_back_of(setup, any_array);
    if (arb_doubt_begin(&doubt, &nodes, effort ? effort->mem : NULL))
        g.doubt = &doubt;
    (void)arb_back_each(&back, gather, &g);
    if (g.doubt)
        arb_doubt_end(&doubt);
    return g.count;
}

/* ---- castling, en passant ---- */

/* Laws 3.8.2.1 */
arb_retro arb_retro_castling(const arb_setup *setup, arb_colour colour, arb_wing wing,
                             const arb_retro_effort *effort)
{
    const unsigned home = colour == ARB_WHITE ? 0 : 56;
    const unsigned rook = home + (wing == ARB_KINGSIDE ? 7 : 0);
    arb_retro_answer answer;
    arb_setup with = *setup;

    if (setup->piece[home + 4] != arb_piece_of(colour, ARB_KING) ||
        setup->piece[rook] != arb_piece_of(colour, ARB_ROOK))
        return ARB_RETRO_ILLEGAL;
    with.castling |= bit(rook);
    return arb_retro_judge(&answer, &with, effort);
}

/* Laws 3.7.3.1 */
arb_retro arb_retro_en_passant(const arb_setup *setup, arb_square passed,
                               const arb_retro_effort *effort)
{
    arb_setup without = *setup;
    arb_side sides[2];
    bool others = false, that = false;

    arb_sides_of_setup(sides, setup);
    if (!arb_setup_passed(sides, (arb_colour)setup->turn, passed))
        return ARB_RETRO_ILLEGAL;
    without.en_passant = ARB_SQUARE_NONE;
    const arb_mem *mem = effort ? effort->mem : NULL;
    arb_retro_move *moves = arb_mem_new_array(mem, ARB_RETRO_MOVES_MAX, sizeof *moves);
    if (!moves)
        return ARB_RETRO_UNKNOWN;
    const size_t count = arb_retro_last_moves(moves, &without, effort);
    for (size_t i = 0; i < count; i++) {
        const bool it = moves[i].kind == ARB_MOVE_DOUBLE_STEP &&
                        (moves[i].from ^ moves[i].to) == 16 &&
                        (moves[i].from + moves[i].to) / 2 == passed;
        that |= it;
        others |= !it;
    }
    arb_mem_free(mem, moves, ARB_RETRO_MOVES_MAX * sizeof *moves);
    return !that ? ARB_RETRO_ILLEGAL : others ? ARB_RETRO_UNKNOWN : ARB_RETRO_LEGAL;
}

const char *arb_retro_reason_word(arb_retro_reason reason)
{
    static const char *const words[ARB_RETRO_REASON_COUNT] = {
        [ARB_RETRO_GAME] = "game",
        [ARB_RETRO_FAULTS] = "faults",
        [ARB_RETRO_KING_SHUT_IN] = "king-shut-in",
        [ARB_RETRO_SHUT_OUT] = "shut-out",
        [ARB_RETRO_SHUT_IN] = "shut-in",
        [ARB_RETRO_PARITY] = "parity",
        [ARB_RETRO_PAWN_CAPTURES] = "pawn-captures",
        [ARB_RETRO_PROMOTED] = "promoted",
        [ARB_RETRO_BISHOPS] = "bishops",
        [ARB_RETRO_PAWN_ORDER] = "pawn-order",
        [ARB_RETRO_CASTLING_RIGHTS] = "castling-rights",
        [ARB_RETRO_NO_LAST_MOVE] = "no-last-move",
        [ARB_RETRO_LAST_MOVES] = "last-moves",
        [ARB_RETRO_WORK] = "work",
    };
    return reason < ARB_RETRO_REASON_COUNT ? words[reason] : "";
}

const char *arb_retro_reason_text(arb_retro_reason reason, arb_lang lang)
{
    switch (reason) {
#define REASON(id, en, it)                                                                         \
    case ARB_RETRO_##id:                                                                           \
        return lang == ARB_LANG_IT ? it : en;
#include "arbitro/retro_reasons.def"
#undef REASON
    case ARB_RETRO_REASON_COUNT:
        break;
    }
    return "";
}
