/* SPDX-License-Identifier: MIT */
/*
 * Duals that a defence avoids.
 *
 * A defence does two things at once: a piece leaves one square and fills another. Either alone may
 * open the way to several mates; if then only one of them works, the rest of what the defence does
 * has avoided a dual. So both are tried alone: the square left empty, with nobody arriving; and the
 * other one filled, by a man who can do nothing, with nobody leaving.
 */
#include "board/sides.h"
#include "problem/crew.h"
#include "problem/scene.h"

/* What is known of the defence before it is taken apart. */
typedef struct defence {
    arb_pos after; /* the attacker moves */
    arb_move mate; /* what follows it */
    arb_move threat[ARB_MOVES_MAX];
    size_t threats;
} defence;

/* Adds the mates of the scene that do not follow the defence, if the one that does is there. */
static size_t add_avoided(arb_move *out, size_t count, const arb_scene *s, const defence *d)
{
    arb_move mates[ARB_MOVES_MAX];
    const size_t n = arb_scene_list_mates(mates, s);

    if (!arb_scene_is_among(d->mate, mates, n))
        return count;
    for (size_t i = 0; i < n; i++)
        if (!arb_move_equal(mates[i], d->mate) &&
            !arb_scene_is_among(mates[i], d->threat, d->threats) &&
            arb_pos_is_legal(&d->after, mates[i]) && !arb_scene_is_among(mates[i], out, count))
            out[count++] = mates[i];
    return count;
}

/* Only pieces and pawns that go from one square to another can be taken apart. */
static bool can_be_parted(arb_move move)
{
    const arb_move_kind kind = arb_move_kind_of(move);

    return kind != ARB_MOVE_KING && kind != ARB_MOVE_CASTLING && kind != ARB_MOVE_EN_PASSANT;
}

size_t arb_problem_avoided(arb_move out[ARB_MOVES_MAX], const arb_problem *problem, uint32_t node)
{
    const arb_problem_node *n = arb_problem_node_at(problem, node);
    const uint32_t answer = arb_problem_first(problem, node, ARB_NODE_CONTINUATION);
    size_t count = 0;
    arb_scene s;

    if (n->kind != ARB_NODE_DEFENCE || !answer || !arb_problem_node_at(problem, answer)->ends ||
        problem->stipulation.aim != ARB_AIM_MATE ||
        arb_problem_next(problem, answer, ARB_NODE_CONTINUATION) || !can_be_parted(n->move))
        return 0;
    const arb_pos before = arb_problem_before(problem, node);
    const arb_colour them = (arb_colour)before.turn, us = other(them);
    const arb_setup setup = arb_pos_setup(&before);
    defence d = { .after = arb_problem_after(problem, node),
                  .mate = arb_problem_node_at(problem, answer)->move };
    if (!arb_scene_of(&s, &setup, us, ARB_SQUARE_NONE)) /* he stands in check: all is forced */
        return 0;
    d.threats = arb_scene_list_mates(d.threat, &s);
    arb_setup left = setup;
    left.piece[arb_move_from(n->move)] = ARB_PIECE_NONE;
    if (arb_scene_of(&s, &left, us, ARB_SQUARE_NONE))
        count = add_avoided(out, count, &s, &d);
    if (arb_scene_filled(&s, &before, them, arb_move_to(n->move), us))
        count = add_avoided(out, count, &s, &d);
    return count;
}
