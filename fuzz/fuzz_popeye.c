/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as input of Popeye: reading comes to an end, an error lies inside the text, and what
 * was read can be solved within a limit, or is refused by its faults. The first bytes are also read
 * as a stipulation, which is written and read back.
 */
#include <string.h>

#include "arbitro/popeye.h"
#include "fuzz.h"

static void check_stipulation(const char *text, size_t size)
{
    arb_stipulation once, again;
    char written[ARB_STIPULATION_SIZE];
    arb_where where;

    if (arb_stipulation_read(&once, &where, text, size) != ARB_OK) {
        require(where.column >= 1 && where.column <= size + 1, "the error is in the text");
        return;
    }
    const size_t length = arb_stipulation_write(written, sizeof written, &once);
    require(length < sizeof written, "it has room");
    require(arb_stipulation_read(&again, NULL, written, length) == ARB_OK, "it is read back");
    require(memcmp(&once, &again, sizeof once) == 0, "as the same");
}

/* Solving small ones does no harm; their number is limited, so that an input takes no time. */
static void solve(const arb_popeye_item *it)
{
    const arb_problem_options options = { .nodes = 2000, .tree_most = 200, .memory = 1 << 16 };
    arb_stipulation wanted = it->stipulation;
    arb_problem *problem;
    arb_pos pos;

    if (arb_problem_unplayable(arb_problem_position(&pos, &it->setup, &wanted, it->fields)))
        return;
    if (wanted.moves > 2)
        wanted.moves = 2;
    const arb_err err = arb_problem_new(&problem, &pos, &wanted, &options);
    require(err == ARB_OK || err == ARB_NOMEM, "it is solved");
    if (!err)
        arb_problem_free(problem);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    arb_popeye reader;
    arb_popeye_item it;
    unsigned items = 0;

    check_stipulation(text, size < 8 ? size : 8);
    arb_popeye_init(&reader, text, size);
    while (arb_popeye_next(&it, &reader)) {
        require(it.err == ARB_OK || it.err == ARB_SYNTAX, "it is read or not");
        require(it.where.line >= 1 && it.where.column >= 1, "it has a place");
        require(reader.at <= size, "reading stays in the text");
        require(++items <= size + 1, "reading comes to an end");
        if (it.err == ARB_OK && items <= 2)
            solve(&it);
    }
    return 0;
}
