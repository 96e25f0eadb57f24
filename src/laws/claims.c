/* SPDX-License-Identifier: MIT */
/* Ends and claims, from positions, the record and the numbers of a rulebook; see claims.h. */
#include "arbitro/claims.h"

#include <assert.h>

#include "arbitro/can.h"
#include "laws/laws.h"

/* Laws 9.2.2, 9.3.2, 9.6: has the number been reached? 0 stands for never. */
static bool reached(unsigned count, unsigned limit)
{
    return limit > 0 && count >= limit;
}

/* Has `colour` a pawn on the last rank that 7.5.2 may still make a queen? */
static bool awaits_queen(const arb_pos *pos, arb_colour colour)
{
    const uint64_t edge = 0xFF000000000000FFull;
    return (pos->side[colour].pawns & edge) != 0;
}

/* Has neither side the pieces to checkmate: no pawn, rook or queen, and one knight at most, or
 * bishops of one colour of squares? */
static bool lacks_material(const arb_pos *pos)
{
    const uint64_t dark = 0xAA55AA55AA55AA55ull;
    uint64_t strong = 0, knights = 0, bishops = 0;

    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++) {
        strong |= pos->side[c].pawns | pos->side[c].straight;
        knights |= pos->side[c].knights;
        bishops |= pos->side[c].diagonal;
    }
    if (strong)
        return false;
    if (knights)
        return (knights & (knights - 1)) == 0 && !bishops;
    return !(bishops & dark) || !(bishops & ~dark);
}

/* Laws 1.5, 5.2.2 */
static bool is_dead(const arb_rulebook *book, const arb_pos *pos, arb_proof_memory *memory)
{
    if (awaits_queen(pos, ARB_WHITE) || awaits_queen(pos, ARB_BLACK))
        return false;
    return book->dead_by_material_only ? lacks_material(pos)
                                       : arb_proof_is_dead_now(memory, pos, NULL) == ARB_PROOF_YES;
}

bool arb_ends_by(arb_article article, const arb_rulebook *book, const arb_pos *pos, unsigned times,
                 arb_proof_memory *memory)
{
    if (article == ARB_ART_5_1_1)
        return arb_pos_is_checkmate(pos);
    if (article == ARB_ART_5_2_1)
        return arb_pos_is_stalemate(pos);
    if (article == ARB_ART_5_2_2)
        return is_dead(book, pos, memory);
    if (article == ARB_ART_9_6_1)
        return reached(times, book->repetitions_end);
    assert(article == ARB_ART_9_6_2);
    return reached(pos->quiet_plies, 2u * book->quiet_moves_end);
}

bool arb_claim_holds(arb_article article, const arb_rulebook *book, const arb_pos *pos,
                     unsigned times)
{
    assert(article == ARB_ART_9_2_2 || article == ARB_ART_9_3_2);
    return article == ARB_ART_9_2_2 ? reached(times, book->repetitions_claim)
                                    : reached(pos->quiet_plies, 2u * book->quiet_moves_claim);
}

bool arb_claim_holds_with(arb_article article, const arb_rulebook *book, const arb_history *history,
                          arb_ply ply, arb_move move)
{
    arb_pos after;

    assert(article == ARB_ART_9_2_1 || article == ARB_ART_9_3_1);
    if (article == ARB_ART_9_2_1)
        return reached(arb_history_occurrences_after(history, ply, move, book->identity),
                       book->repetitions_claim);
    if (!book->fifty_with_move || !arb_history_position(&after, history, ply))
        return false;
    arb_pos_play(&after, &after, move);
    return reached(after.quiet_plies, 2u * book->quiet_moves_claim);
}

size_t arb_claim_moves(arb_move *out, arb_article article, const arb_rulebook *book,
                       const arb_history *history, arb_ply ply)
{
    size_t count = 0, kept = 0;
    arb_pos pos, after;

    if (!arb_history_position(&pos, history, ply))
        return 0;
    if (article == ARB_ART_9_2_1)
        count =
            book->repetitions_claim > 0
                ? arb_history_repeating(out, history, ply, book->repetitions_claim, book->identity)
                : 0;
    else if (book->fifty_with_move)
        count = arb_pos_moves(out, &pos);
    for (size_t i = 0; i < count; i++) {
        arb_pos_play(&after, &pos, out[i]);
        if ((article == ARB_ART_9_2_1 ||
             reached(after.quiet_plies, 2u * book->quiet_moves_claim)) &&
            !arb_pos_is_checkmate(&after))
            out[kept++] = out[i];
    }
    return kept;
}

/* Laws 5.1.2, 6.9, 7.5.5 */
arb_result arb_loss_result(arb_article article, const arb_rulebook *book, const arb_pos *pos,
                           arb_colour loser, arb_proof_memory *memory, bool *unproved)
{
    const arb_colour winner = arb_opponent(loser);
    const bool may_draw = article == ARB_ART_5_1_2   ? book->resigning_may_draw
                          : article == ARB_ART_7_5_5 ? book->illegal_may_draw
                                                     : book->flag_may_draw;
    const bool proves = may_draw && !awaits_queen(pos, winner);
    const arb_proof answer =
        proves ? arb_proof_can_mate_now(memory, pos, winner, NULL) : ARB_PROOF_YES;

    if (unproved)
        *unproved = answer == ARB_PROOF_UNKNOWN;
    return answer == ARB_PROOF_NO ? ARB_RESULT_DRAW : arb_result_win(winner);
}

/* Laws 6.2.1, 9.3.2: of the last moves without capture and pawn move, those that no press has
 * completed do not count where the edition asks for completed ones. */
bool arb_fifty_completed(const arb_state *s)
{
    const arb_rulebook *book = s->regulations->book;

    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK && book->fifty_completed; c++) {
        const unsigned made = (s->pos.quiet_plies + (c != s->turn ? 1u : 0u)) / 2u;
        const unsigned open = arb_has_colour(s->uncompleted, c) + s->unpressed[c];
        if (made < book->quiet_moves_claim + open)
            return false;
    }
    return true;
}

/* Laws 9.2, 9.3, 9.4: only a claim that would be heard counts. */
size_t arb_state_claims(arb_claim *out, const arb_state *s, const arb_history *history)
{
    static const struct {
        arb_verb verb;
        arb_article with_move, on_board;
    } kinds[] = { { ARB_VERB_CLAIM_REPETITION, ARB_ART_9_2_1, ARB_ART_9_2_2 },
                  { ARB_VERB_CLAIM_FIFTY, ARB_ART_9_3_1, ARB_ART_9_3_2 } };
    arb_rulebook scratch;
    const arb_rulebook *book = arb_drawing_rules(&scratch, s->regulations, &s->pos);
    const arb_colour player = (arb_colour)s->turn;
    const arb_actor actor = player == ARB_WHITE ? ARB_ACTOR_WHITE : ARB_ACTOR_BLACK;
    size_t count = 0;

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        arb_claim claim = { .article = kinds[i].on_board, .player = player };
        if (!arb_state_can(s, history, actor, kinds[i].verb, s->now))
            continue;
        if (arb_claim_holds(claim.article, book, &s->pos,
                            arb_history_occurrences(history, s->ply, book->identity)) &&
            (claim.article != ARB_ART_9_3_2 || arb_fifty_completed(s)))
            out[count++] = claim;
        claim.article = kinds[i].with_move;
        claim.count = arb_claim_moves(claim.moves, claim.article, book, history, s->ply);
        if (claim.count > 0)
            out[count++] = claim;
    }
    return count;
}
