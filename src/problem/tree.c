/* SPDX-License-Identifier: MIT */
/* The tree of a solution; see tree.h. */
#include "problem/tree.h"

enum { ROOM_FIRST = 64 };

void arb_problem_tree_init(arb_problem_tree *tree, const arb_mem *mem, size_t most)
{
    *tree = (arb_problem_tree){ .mem = mem,
                                .most = most < UINT32_MAX / 2 ? (uint32_t)most : UINT32_MAX / 2 };
    tree->branches = arb_mem_new_array(mem, ROOM_FIRST, sizeof *tree->branches);
    tree->starved = !tree->branches;
    tree->room = tree->branches ? ROOM_FIRST : 0;
    tree->count = tree->branches ? 1 : 0;
}

void arb_problem_tree_clear(arb_problem_tree *tree)
{
    arb_mem_free(tree->mem, tree->branches, tree->room * sizeof *tree->branches);
    tree->branches = NULL;
    tree->count = tree->room = 0;
}

static bool make_room(arb_problem_tree *tree)
{
    if (tree->starved || tree->truncated)
        return false;
    if (tree->count >= tree->most) {
        tree->truncated = true;
        return false;
    }
    if (tree->count < tree->room)
        return true;
    arb_problem_branch *more = arb_mem_resize(tree->mem, tree->branches, tree->room * sizeof *more,
                                              2 * (size_t)tree->room * sizeof *more);
    if (!more) {
        tree->starved = true;
        return false;
    }
    tree->branches = more;
    tree->room *= 2;
    return true;
}

uint32_t arb_problem_tree_add(arb_problem_tree *tree, uint32_t parent, arb_problem_kind kind,
                              arb_move move)
{
    if (!make_room(tree))
        return 0;
    const uint32_t index = tree->count++;
    arb_problem_branch *above = &tree->branches[parent];

    tree->branches[index] =
        (arb_problem_branch){ .node = { .move = move, .kind = (uint8_t)kind, .parent = parent } };
    if (above->last)
        tree->branches[above->last].node.next = index;
    else
        above->node.child = index;
    above->last = index;
    return index;
}

/* Nodes come in an order in which parents are before their children: one walk keeps all links. */
void arb_problem_tree_graft(arb_problem_tree *tree, uint32_t parent, const arb_problem_tree *from)
{
    const uint32_t base = tree->count;

    tree->truncated |= from->truncated;
    tree->starved |= from->starved;
    for (uint32_t i = 1; i < from->count; i++) {
        const arb_problem_node *node = &from->branches[i].node;
        const uint32_t above = node->parent ? base + node->parent - 1 : parent;
        const uint32_t at =
            arb_problem_tree_add(tree, above, (arb_problem_kind)node->kind, node->move);
        if (!at)
            return;
        arb_problem_node *copy = arb_problem_tree_node(tree, at);
        copy->length = node->length;
        copy->ends = node->ends;
        copy->checks = node->checks;
    }
}
