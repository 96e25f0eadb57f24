/* SPDX-License-Identifier: MIT */
/* Problems as texts; see problem_text.h. */
#include "problem_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/notation.h"

/* A problem read from texts, as the conventions have it, and solved. */
arb_problem *solve(const char *stipulation, const char *fen, const arb_problem_options *options)
{
    arb_stipulation wanted;
    arb_problem *problem;
    arb_setup setup;
    arb_pos pos;

    assert_int_equal(ARB_OK, arb_stipulation_read(&wanted, NULL, stipulation, strlen(stipulation)));
    assert_int_equal(ARB_OK, arb_fen_read(&setup, NULL, fen, strlen(fen), NULL));
    assert_int_equal(0, arb_problem_unplayable(arb_problem_position(
                            &pos, &setup, &wanted, arb_problem_fields(fen, strlen(fen)))));
    assert_int_equal(ARB_OK, arb_problem_new(&problem, &pos, &wanted, options));
    return problem;
}

/* The moves of the children of a kind, with blanks between them. */
const char *moves_of(const arb_problem *p, uint32_t parent, arb_problem_kind kind)
{
    static char text[4][1024];
    static unsigned turn;
    char *out = text[turn++ % 4];
    size_t size = 0;

    out[0] = 0;
    for (uint32_t at = arb_problem_first(p, parent, kind); at; at = arb_problem_next(p, at, kind)) {
        const arb_pos before = arb_problem_before(p, at);
        char move[ARB_MOVE_TEXT_SIZE];
        arb_san_write(move, sizeof move, &before, arb_problem_node_at(p, at)->move);
        size += (size_t)snprintf(out + size, 1024 - size, "%s%s", size ? " " : "", move);
    }
    return out;
}

uint32_t child(const arb_problem *p, uint32_t parent, const char *move)
{
    for (uint32_t at = arb_problem_node_at(p, parent)->child; at;
         at = arb_problem_node_at(p, at)->next) {
        const arb_pos before = arb_problem_before(p, at);
        char text[ARB_MOVE_TEXT_SIZE];
        if (arb_problem_node_at(p, at)->kind == ARB_NODE_SET)
            continue;
        arb_san_write(text, sizeof text, &before, arb_problem_node_at(p, at)->move);
        if (strcmp(text, move) == 0)
            return at;
    }
    return 0;
}
