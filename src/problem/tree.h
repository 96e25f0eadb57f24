/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROBLEM_TREE_H
#define ARB_PROBLEM_TREE_H
/* The tree of a solution while it grows: nodes in one array, children in the order of their coming.
 */
#include "arbitro/problem.h"

typedef struct arb_problem_branch {
    arb_problem_node node;
    uint32_t last; /* child */
} arb_problem_branch;

typedef struct arb_problem_tree {
    const arb_mem *mem;
    arb_problem_branch *branches; /* the first is the root */
    uint32_t count, room, most;
    bool truncated; /* `most` was reached */
    bool starved;   /* there was no memory */
} arb_problem_tree;

/* An empty tree; `most` nodes at most. */
void arb_problem_tree_init(arb_problem_tree *tree, const arb_mem *mem, size_t most);
void arb_problem_tree_clear(arb_problem_tree *tree);

/* Adds a child behind the others of `parent`; 0 when there is no room, and nothing was added. */
uint32_t arb_problem_tree_add(arb_problem_tree *tree, uint32_t parent, arb_problem_kind kind,
                              arb_move move);

/* Moves the children of the root of `from` under `parent`. */
void arb_problem_tree_graft(arb_problem_tree *tree, uint32_t parent, const arb_problem_tree *from);

/* The node with this index; 0 may be written to as well, and is the root's. */
static inline arb_problem_node *arb_problem_tree_node(arb_problem_tree *tree, uint32_t index)
{
    return &tree->branches[index].node;
}

#endif
