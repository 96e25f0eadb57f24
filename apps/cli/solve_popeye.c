/* SPDX-License-Identifier: MIT */
/*
 * A solution in the manner of the solver Popeye, so that tools which read its output read ours:
 * moves in full with S for the knight, a line for every move of a variation.
 */
#include <stdio.h>

#include "cli/solve.h"

typedef struct teller {
    arb_answer *to;
    const arb_solve_item *item;
    const arb_problem *p;
} teller;

static const char letters[] = { 'P', 'S', 'B', 'R', 'Q', 'K' };

static void piece(const teller *t, arb_role role)
{
    if (role != ARB_PAWN)
        arb_answer_format(t->to, "%c", letters[role]);
}

/* Check, mate, stalemate, apart by a blank. */
static void sign(const teller *t, uint32_t node)
{
    const arb_pos after = arb_problem_after(t->p, node);

    if (arb_pos_is_checkmate(&after))
        arb_answer_add(t->to, " #");
    else if (arb_pos_is_stalemate(&after))
        arb_answer_add(t->to, " =");
    else if (arb_pos_is_check(&after))
        arb_answer_add(t->to, " +");
}

static void move(const teller *t, uint32_t node)
{
    const arb_pos before = arb_problem_before(t->p, node);
    const arb_move m = arb_problem_node_at(t->p, node)->move;
    const arb_square taken = arb_move_captured(&before, m);
    char from[4], to[4];

    if (arb_move_kind_of(m) == ARB_MOVE_CASTLING) {
        arb_answer_add(t->to, arb_move_rook(m) > arb_move_from(m) ? "0-0" : "0-0-0");
        sign(t, node);
        return;
    }
    arb_square_write(from, sizeof from, arb_move_from(m));
    arb_square_write(to, sizeof to, arb_move_to(m));
    piece(t, arb_move_role(m));
    arb_answer_format(t->to, "%s%c%s", from, taken == ARB_SQUARE_NONE ? '-' : '*', to);
    if (arb_move_kind_of(m) == ARB_MOVE_EN_PASSANT)
        arb_answer_add(t->to, " ep.");
    if (arb_move_promotion(m) != ARB_ROLE_NONE)
        arb_answer_format(t->to, "=%c", letters[arb_move_promotion(m)]);
    sign(t, node);
}

/* The first number of a node, and blanks before it that grow with the depth. */
static void begin_line(const teller *t, uint32_t node)
{
    const unsigned ply = arb_solve_ply(t->item, node);

    arb_answer_format(t->to, "%*s%u%s", (int)(ply > 1 ? 6 + (ply - 2) * 5 : 3), "", (ply + 1) / 2,
                      ply % 2 ? "." : "...");
}

static void tell_play(const teller *t, uint32_t node);

/* A move of the attacker, and what it threatens. */
static void tell_attack(const teller *t, uint32_t node, const char *mark)
{
    const arb_problem_node *n = arb_problem_node_at(t->p, node);

    begin_line(t, node);
    move(t, node);
    arb_answer_add(t->to, mark);
    if (!n->ends && !n->checks)
        arb_answer_add(t->to, arb_problem_first(t->p, node, ARB_NODE_THREAT) ? " threat:"
                              : n->child                                     ? " zugzwang."
                                                                             : "");
    arb_answer_add(t->to, "\n");
    tell_play(t, node);
}

static void tell_play(const teller *t, uint32_t node)
{
    for (uint32_t at = arb_problem_first(t->p, node, ARB_NODE_THREAT); at;
         at = arb_problem_next(t->p, at, ARB_NODE_THREAT))
        tell_attack(t, at, "");
    for (uint32_t at = arb_problem_first(t->p, node, ARB_NODE_DEFENCE); at;
         at = arb_problem_next(t->p, at, ARB_NODE_DEFENCE)) {
        begin_line(t, at);
        move(t, at);
        arb_answer_add(t->to, "\n");
        for (uint32_t answer = arb_problem_first(t->p, at, ARB_NODE_CONTINUATION); answer;
             answer = arb_problem_next(t->p, answer, ARB_NODE_CONTINUATION))
            tell_attack(t, answer, "");
    }
    if (arb_problem_node_at(t->p, node)->kind == ARB_NODE_SET)
        return;
    const uint32_t refutation = arb_problem_first(t->p, node, ARB_NODE_REFUTATION);
    if (refutation)
        arb_answer_add(t->to, "    but\n");
    for (uint32_t at = refutation; at; at = arb_problem_next(t->p, at, ARB_NODE_REFUTATION)) {
        begin_line(t, at);
        move(t, at);
        arb_answer_add(t->to, " !\n");
    }
}

static void tell_help(const teller *t, uint32_t node, unsigned ply)
{
    uint32_t line[2 * ARB_STIPULATION_MOVES_MAX + 2];
    unsigned plies = 0;

    for (uint32_t at = node; arb_problem_node_at(t->p, at)->kind == ARB_NODE_HELP;
         at = arb_problem_node_at(t->p, at)->parent)
        line[plies++] = at;
    arb_answer_add(t->to, ply % 2 ? "  1..." : "");
    for (unsigned i = 0; i < plies; i++, ply++) {
        if (ply % 2 == 0)
            arb_answer_format(t->to, "%s%u.", i ? "   " : "  ", ply / 2 + 1);
        else if (i)
            arb_answer_add(t->to, " ");
        move(t, line[plies - 1 - i]);
    }
    arb_answer_add(t->to, "\n");
}

static void tell_lines(const teller *t, uint32_t node, unsigned ply)
{
    for (uint32_t at = arb_problem_first(t->p, node, ARB_NODE_HELP); at;
         at = arb_problem_next(t->p, at, ARB_NODE_HELP)) {
        if (arb_problem_node_at(t->p, at)->ends)
            tell_help(t, at, ply);
        tell_lines(t, at, ply);
    }
}

static void tell_battle(const teller *t, const arb_solve *solve)
{
    const uint32_t set = arb_problem_first(t->p, 0, ARB_NODE_SET);

    if (set && solve->set) {
        tell_play(t, set);
        arb_answer_add(t->to, "\n");
    }
    for (uint32_t at = arb_problem_first(t->p, 0, ARB_NODE_TRY); at;
         at = arb_problem_next(t->p, at, ARB_NODE_TRY)) {
        tell_attack(t, at, " ?");
        arb_answer_add(t->to, "\n");
    }
    for (uint32_t at = arb_problem_first(t->p, 0, ARB_NODE_KEY); at;
         at = arb_problem_next(t->p, at, ARB_NODE_KEY)) {
        tell_attack(t, at, " !");
        arb_answer_add(t->to, "\n");
    }
}

static void tell_board(const teller *t)
{
    char text[ARB_STIPULATION_SIZE];
    unsigned men[2] = { 0 };

    arb_answer_add(
        t->to, "\n+---a---b---c---d---e---f---g---h---+\n|                                   |\n");
    for (unsigned rank = 8; rank-- > 0;) {
        arb_answer_format(t->to, "%u ", rank + 1);
        for (unsigned file = 0; file < 8; file++) {
            const arb_piece man = t->item->setup.piece[arb_square_at(file, rank)];
            if (man == ARB_PIECE_NONE) {
                arb_answer_add(t->to, "  . ");
                continue;
            }
            const arb_colour colour = arb_piece_colour(man);
            const char letter = letters[arb_piece_role(man)];
            men[colour]++;
            arb_answer_format(t->to, " %s%c ", colour == ARB_BLACK ? "-" : " ", letter);
        }
        arb_answer_format(t->to, "  %u\n|                                   |\n", rank + 1);
    }
    arb_stipulation_write(text, sizeof text, &t->item->stipulation);
    arb_answer_format(t->to, "+---a---b---c---d---e---f---g---h---+\n  %-22s %4u + %u\n\n", text,
                      men[ARB_WHITE], men[ARB_BLACK]);
}

void arb_solve_popeye(arb_answer *to, const arb_solve *solve, const arb_solve_item *item)
{
    const teller t = { to, item, item->problem };
    const bool half = item->stipulation.half;

    if (item->name && *item->name)
        arb_answer_format(to, "%s\n", item->name);
    tell_board(&t);
    if (!item->problem) {
        for (uint32_t bit = 1; bit; bit <<= 1)
            if (item->faults & bit)
                arb_answer_format(to, "%s\n", arb_fault_text((arb_fault)bit, solve->cli->lang));
        return;
    }
    if (item->stipulation.play == ARB_PROBLEM_HELP) {
        const uint32_t set = arb_problem_first(t.p, 0, ARB_NODE_SET);
        if (set)
            tell_lines(&t, set, half ? 0 : 1);
        tell_lines(&t, 0, half ? 1 : 0);
    } else {
        tell_battle(&t, solve);
    }
    arb_answer_add(to, arb_problem_facts_of(t.p)->every_first_move_decided
                           ? "\nsolution finished.\n\n"
                           : "\nPartial solution.\n\n");
}
