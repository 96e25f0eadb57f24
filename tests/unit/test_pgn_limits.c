/* SPDX-License-Identifier: MIT */
/* Texts that no memory holds: the PGN reader needs a constant amount of it, and goes on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/pgn.h"
#include "support/failing_mem.h"
#include "support/random_positions.h"

/* What a handler was told. */
typedef struct witness {
    unsigned enters, ends;
    unsigned errors[ARB_PGN_FAULT_COUNT];
} witness;

static arb_pgn_next on_enter(void *user, const arb_pgn *pgn)
{
    (void)pgn;
    ((witness *)user)->enters++;
    return ARB_PGN_GO_ON;
}

static arb_pgn_next on_end(void *user, const arb_pgn *pgn, const arb_pgn_summary *summary)
{
    (void)pgn;
    (void)summary;
    ((witness *)user)->ends++;
    return ARB_PGN_GO_ON;
}

static arb_pgn_next on_finding(void *user, const arb_pgn *pgn, const arb_pgn_finding *finding)
{
    (void)pgn;
    ((witness *)user)->errors[finding->fault]++;
    return ARB_PGN_GO_ON;
}

static const arb_pgn_handler handler = { .enter = on_enter, .end = on_end, .finding = on_finding };

/* A text without end: a beginning, a middle again and again, and an end. */
typedef struct endless {
    const char *begin, *middle, *end;
    uint64_t repeats;
    size_t at;
    unsigned part;
} endless;

static arb_err read_endless(void *user, char *out, size_t room, size_t *got)
{
    endless *e = user;

    *got = 0;
    while (*got < room && e->part < 3) {
        const char *text = e->part == 0 ? e->begin : e->part == 1 ? e->middle : e->end;
        if (text[e->at] != '\0' && (e->part != 1 || e->repeats > 0)) {
            out[(*got)++] = text[e->at++];
            continue;
        }
        e->at = 0;
        if (e->part != 1 || e->repeats <= 1)
            e->part++;
        else
            e->repeats--;
    }
    return ARB_OK;
}

static witness read_long(endless text, size_t *peak)
{
    failing_mem mem;
    witness w = { 0 };
    arb_pgn *pgn;

    failing_mem_init(&mem, 0);
    assert_int_equal(arb_pgn_new(&pgn, &mem.mem, NULL), ARB_OK);
    assert_int_equal(arb_pgn_read(pgn, read_endless, &text, &handler, &w), ARB_OK);
    *peak = mem.live_bytes;
    arb_pgn_free(pgn);
    failing_mem_assert_clean(&mem);
    return w;
}

/* Lines and comments longer than any memory are passed over, and the next game is read. */
static void test_pgn_limits__memory_is_bounded_for_any_line(void **state)
{
    static const char game[] = "\n\n[Event \"b\"]\n\n1. d4 *\n";
    static const struct {
        const char *begin, *middle;
        arb_pgn_fault fault;
    } texts[] = {
        { "1. e4 ", "x", ARB_PGN_UNREADABLE },
        { "1. e4 ", " ", ARB_PGN_RESULT_MISSING },
        { "1. e4 {", "a comment ", ARB_PGN_TOO_LONG },
        { "1. e4 ;", "a comment ", ARB_PGN_TOO_LONG },
        { "1. e4 ", "{", ARB_PGN_TOO_LONG },
        { "1. e4 ", "1234567890", ARB_PGN_UNREADABLE },
        { "1. e4 ", "(", ARB_PGN_VARIATION_FIRST },
        { "1. e4 ", ".", ARB_PGN_RESULT_MISSING },
        { "[Event \"", "value ", ARB_PGN_TOO_LONG },
        { "[", "Event", ARB_PGN_TAG },
        { "%", "escape ", ARB_PGN_FAULT_COUNT },
        { "1. e4 ", "$1", ARB_PGN_RESULT_MISSING },
        { "1. e4 {}", "\n", ARB_PGN_RESULT_MISSING },
    };

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const uint64_t size = (4u << 20) + scaled(12u << 20);
        endless text = {
            texts[i].begin, texts[i].middle, game, size / strlen(texts[i].middle), 0, 0
        };
        size_t peak;
        const witness w = read_long(text, &peak);
        assert_true(peak < 16u << 20);
        assert_true(texts[i].fault == ARB_PGN_FAULT_COUNT || w.errors[texts[i].fault] == 1);
        assert_int_equal(w.ends, texts[i].fault == ARB_PGN_FAULT_COUNT ? 1 : 2);
    }
}

static witness read_nested(unsigned depth, size_t *peak)
{
    return read_long((endless){ "1. e4 ", "(1. d4 ", "", depth, 0, 0 }, peak);
}

static void test_pgn_limits__variations_nest_ten_thousand_deep(void **state)
{
    size_t peak;
    witness w = read_nested(10000, &peak);

    (void)state;
    assert_int_equal(w.enters, 10000);
    assert_int_equal(w.errors[ARB_PGN_VARIATION_DEPTH], 0);
    assert_true(peak < 16u << 20);
    w = read_nested(100000, &peak);
    assert_int_equal(w.enters, ARB_PGN_DEPTH_MAX);
    assert_int_equal(w.errors[ARB_PGN_VARIATION_DEPTH], 1);
    assert_true(peak < 16u << 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pgn_limits__memory_is_bounded_for_any_line),
        cmocka_unit_test(test_pgn_limits__variations_nest_ten_thousand_deep),
    };
    return cmocka_run_group_tests_name("pgn_limits", tests, NULL, NULL);
}
