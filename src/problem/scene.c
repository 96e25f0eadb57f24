/* SPDX-License-Identifier: MIT */
/* Positions that never were; see scene.h. */
#include "problem/scene.h"

#include "board/sides.h"

bool arb_scene_of(arb_scene *out, const arb_setup *setup, arb_colour turn, arb_square idle)
{
    arb_setup made = *setup;

    made.turn = (uint8_t)turn;
    made.en_passant = ARB_SQUARE_NONE;
    out->idle = idle;
    return !arb_problem_unplayable(arb_pos_from_setup(&out->pos, &made));
}

bool arb_scene_without(arb_scene *out, const arb_pos *pos, arb_square at)
{
    arb_setup setup = arb_pos_setup(pos);

    setup.piece[at] = ARB_PIECE_NONE;
    return arb_scene_of(out, &setup, (arb_colour)pos->turn, ARB_SQUARE_NONE);
}

/* The squares that a man of this kind would attack from there. */
static uint64_t reach(arb_role role, arb_colour colour, arb_square at)
{
    return role == ARB_PAWN     ? pawn_attacks(colour, bit(at))
           : role == ARB_KNIGHT ? knight_attacks(at)
           : role == ARB_BISHOP ? bishop_attacks(at, 0)
                                : rook_attacks(at, 0);
}

/* Idle: of the kinds that may stand there, one that keeps no king from anything. */
static arb_piece idle_man(const arb_pos *pos, arb_colour colour, arb_square at)
{
    const arb_square king = lowest(pos->side[other(colour)].king);
    const uint64_t near = king_attacks(king) | bit(king);
    arb_role best = ARB_KNIGHT;
    unsigned least = 64;

    for (arb_role role = ARB_PAWN; role <= ARB_ROOK; role++) {
        if (role == ARB_PAWN && (bit(at) & (RANK_1 | RANK_8)))
            continue;
        const uint64_t kept = reach(role, colour, at) & near;
        const unsigned bad = count(kept) + (kept & bit(king) ? 16 : 0);
        if (bad < least) {
            least = bad;
            best = role;
        }
    }
    return arb_piece_of(colour, best);
}

bool arb_scene_filled(arb_scene *out, const arb_pos *pos, arb_colour colour, arb_square at,
                      arb_colour turn)
{
    arb_setup setup = arb_pos_setup(pos);

    setup.piece[at] = idle_man(pos, colour, at);
    return arb_scene_of(out, &setup, turn, at);
}

bool arb_scene_is_mate(const arb_scene *scene)
{
    arb_move replies[ARB_MOVES_MAX];

    if (!arb_pos_is_check(&scene->pos))
        return false;
    const size_t n = arb_pos_moves(replies, &scene->pos);
    for (size_t i = 0; i < n; i++)
        if (arb_move_from(replies[i]) != scene->idle)
            return false;
    return true;
}

bool arb_scene_mates(const arb_scene *scene, arb_move move)
{
    arb_scene next = { .idle = scene->idle };

    if (!arb_pos_is_legal(&scene->pos, move))
        return false;
    arb_pos_play(&next.pos, &scene->pos, move);
    return arb_scene_is_mate(&next);
}

size_t arb_scene_list_mates(arb_move out[ARB_MOVES_MAX], const arb_scene *scene)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t n = arb_pos_moves(moves, &scene->pos);
    size_t found = 0;

    for (size_t i = 0; i < n; i++) {
        arb_scene next = { .idle = scene->idle };
        arb_pos_play(&next.pos, &scene->pos, moves[i]);
        if (arb_scene_is_mate(&next))
            out[found++] = moves[i];
    }
    return found;
}

bool arb_scene_is_among(arb_move move, const arb_move *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (arb_move_equal(move, list[i]))
            return true;
    return false;
}
