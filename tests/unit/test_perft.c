/* SPDX-License-Identifier: MIT */
/*
 * Counting sequences of legal moves: known figures from tests/perft, every kernel, several
 * threads, and agreement with the reference board.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/perft.h"
#include "support/assertions.h"
#include "support/data_file.h"
#include "support/failing_mem.h"
#include "support/random_positions.h"

static const char initial_fen[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
static const char kiwipete[] =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/* How one data file is gone through. */
struct pass {
    arb_perft_options options;
    uint64_t limit; /* larger counts are left out */
    unsigned counted;
};

/* One line: a FEN, then " ;D1 20 ;D2 400" and so on. */
static void check_line(void *user, unsigned number, char *text)
{
    struct pass *pass = user;
    char *figures = strchr(text, ';');

    assert_non_null(figures);
    *figures++ = '\0';
    const arb_pos pos = pos_of(text);
    while (figures != NULL) {
        char *end = NULL;
        const unsigned depth = (unsigned)strtoul(figures + 1, &end, 10);
        const uint64_t expected = strtoull(end, NULL, 10);
        uint64_t nodes = 0;

        figures = strchr(end, ';');
        if (figures != NULL)
            figures++;
        if (expected > pass->limit)
            continue;
        assert_int_equal(arb_perft(&nodes, &pos, depth, &pass->options), ARB_OK);
        if (nodes != expected)
            fail_msg("line %u, %s, depth %u: %llu instead of %llu (%s)", number, text, depth,
                     (unsigned long long)nodes, (unsigned long long)expected,
                     arb_kernel_name(pass->options.kernel));
        pass->counted++;
    }
}

static void check_file(const char *name, unsigned positions, unsigned threads, arb_kernel kernel,
                       unsigned limit)
{
    struct pass pass = { .options = { .threads = threads, .kernel = kernel },
                         .limit = scaled(limit) };
    const unsigned lines = data_file_read(name, check_line, &pass);

    assert_true(lines >= positions);
    assert_true(pass.counted > lines); /* a scale so large leaves nothing to test */
}

static void check_files(unsigned threads, arb_kernel kernel, unsigned limit)
{
    check_file("perft/classic.epd", 7, threads, kernel, limit);
    check_file("perft/tricky.epd", 30, threads, kernel, limit);
    check_file("perft/chess960.epd", 20, threads, kernel, limit);
}

/* Laws 3.10.1, II.1 */
static void test_perft__known_figures_with_every_kernel(void **state)
{
    (void)state;
    for (arb_kernel kernel = ARB_KERNEL_PORTABLE; kernel < ARB_KERNEL_COUNT; kernel++) {
        if (!arb_kernel_available(kernel)) {
            printf("# kernel %s is not available here\n", arb_kernel_name(kernel));
            continue;
        }
        /* The portable one is slower by far, and the large counts show nothing more. */
        check_files(1, kernel, kernel == ARB_KERNEL_PORTABLE ? 20000000 : 200000000);
    }
}

static void test_perft__known_figures_with_threads(void **state)
{
    (void)state;
    for (unsigned threads = 0; threads <= 3; threads++)
        check_files(threads, ARB_KERNEL_BEST, 5000000);
}

static void test_perft__kernels_have_names_and_one_is_always_there(void **state)
{
    (void)state;
    assert_true(arb_kernel_available(ARB_KERNEL_PORTABLE));
    assert_true(arb_kernel_available(ARB_KERNEL_BEST));
    for (arb_kernel kernel = ARB_KERNEL_BEST; kernel < ARB_KERNEL_COUNT; kernel++)
        assert_true(strlen(arb_kernel_name(kernel)) > 0);
    assert_string_not_equal(arb_kernel_name(ARB_KERNEL_AVX2), arb_kernel_name(ARB_KERNEL_PORTABLE));
}

static uint64_t count_by_playing(const arb_pos *pos, unsigned depth)
{
    arb_move moves[ARB_MOVES_MAX];
    uint64_t nodes = 0;

    if (depth == 0)
        return 1;
    const size_t count = arb_pos_moves(moves, pos);
    for (size_t i = 0; i < count; i++) {
        arb_pos after;

        arb_pos_play(&after, pos, moves[i]);
        nodes += count_by_playing(&after, depth - 1);
    }
    return nodes;
}

static void check_small_depth(const arb_setup *setup, unsigned depth)
{
    const uint64_t expected = slow_perft(setup, depth);
    arb_pos pos;

    assert_int_equal(arb_faults_hard(arb_pos_from_setup(&pos, setup)), 0);
    if (count_by_playing(&pos, depth) != expected)
        assert_no_difference("playing the moves gives another count", setup);
    for (arb_kernel kernel = ARB_KERNEL_BEST; kernel < ARB_KERNEL_COUNT; kernel++) {
        const arb_perft_options options = { .threads = 1, .kernel = kernel };
        uint64_t nodes = 0;

        if (!arb_kernel_available(kernel))
            continue;
        assert_int_equal(arb_perft(&nodes, &pos, depth, &options), ARB_OK);
        if (nodes != expected)
            assert_no_difference(arb_kernel_name(kernel), setup);
    }
}

static void test_perft__small_depths_agree_with_the_reference_board(void **state)
{
    chance luck = chance_begin(11);

    (void)state;
    for (unsigned i = 0; i < scaled(2000); i++) {
        const arb_setup setup = i % 2 == 0
                                    ? random_nonsense(&luck)
                                    : random_played(&luck, i % 4 == 1, chance_below(&luck, 60));

        for (unsigned depth = 0; depth <= 2; depth++)
            check_small_depth(&setup, depth);
    }
}

static void test_perft__depth_nought_counts_one(void **state)
{
    const arb_pos mate = pos_of("R6k/8/6K1/8/8/8/8/8 b - - 0 1");
    uint64_t nodes = 0;

    (void)state;
    assert_int_equal(arb_perft(&nodes, &mate, 0, NULL), ARB_OK);
    assert_int_equal(nodes, 1);
    assert_int_equal(arb_perft(&nodes, &mate, 5, NULL), ARB_OK);
    assert_int_equal(nodes, 0);
}

static void test_perft__refuses_depths_and_kernels_out_of_range(void **state)
{
    const arb_pos pos = pos_of(initial_fen);
    const arb_pos mate = pos_of("R6k/8/6K1/8/8/8/8/8 b - - 0 1");
    uint64_t nodes = 4711;

    (void)state;
    assert_int_equal(arb_perft(&nodes, &pos, ARB_PERFT_DEPTH_MAX + 1, NULL), ARB_RANGE);
    assert_int_equal(arb_perft(&nodes, &pos, 4000000000u, NULL), ARB_RANGE);
    for (arb_kernel kernel = ARB_KERNEL_BEST; kernel < ARB_KERNEL_COUNT; kernel++) {
        const arb_perft_options options = { .threads = 2, .kernel = kernel };

        if (!arb_kernel_available(kernel))
            assert_int_equal(arb_perft(&nodes, &pos, 2, &options), ARB_RANGE);
    }
    assert_int_equal(nodes, 4711);
    assert_int_equal(arb_perft(&nodes, &mate, ARB_PERFT_DEPTH_MAX, NULL), ARB_OK);
    assert_int_equal(nodes, 0);
}

struct watcher {
    size_t calls, last, total, patience;
    bool orderly;
};

static bool watch(void *user, size_t done, size_t total)
{
    struct watcher *watcher = user;

    watcher->orderly = watcher->orderly && done >= watcher->last && done <= total &&
                       (watcher->calls == 0 || total == watcher->total);
    watcher->calls++;
    watcher->last = done;
    watcher->total = total;
    return watcher->calls < watcher->patience;
}

static void test_perft__progress_only_grows(void **state)
{
    const arb_pos pos = pos_of(kiwipete);

    (void)state;
    for (unsigned threads = 1; threads <= 3; threads++) {
        struct watcher watcher = { .patience = SIZE_MAX, .orderly = true };
        const arb_perft_options options = { .threads = threads,
                                            .progress = watch,
                                            .user = &watcher };
        uint64_t nodes = 0;

        assert_int_equal(arb_perft(&nodes, &pos, 4, &options), ARB_OK);
        assert_int_equal(nodes, 4085603);
        assert_true(watcher.calls > 0);
        assert_true(watcher.orderly);
    }
}

/* At a depth that nobody would live to see the end of: it must ask often enough. */
static void test_perft__stops_when_told_and_leaves_the_result_alone(void **state)
{
    const arb_pos pos = pos_of(kiwipete);

    (void)state;
    for (unsigned threads = 1; threads <= 3; threads++)
        for (size_t patience = 1; patience <= 3; patience++) {
            struct watcher watcher = { .patience = patience, .orderly = true };
            const arb_perft_options options = { .threads = threads,
                                                .progress = watch,
                                                .user = &watcher };
            uint64_t nodes = 4711;

            assert_int_equal(arb_perft(&nodes, &pos, 12, &options), ARB_STOPPED);
            assert_int_equal(nodes, 4711);
        }
}

static arb_err count_with(const arb_mem *mem, void *user)
{
    const arb_pos pos = pos_of(kiwipete);
    const arb_perft_options options = { .threads = 3, .mem = mem };
    uint64_t nodes = 4711;
    const arb_err err = arb_perft(&nodes, &pos, 3, &options);

    (void)user;
    assert_int_equal(nodes, err == ARB_OK ? 97862 : 4711);
    return err;
}

static void test_perft__survives_every_lack_of_memory(void **state)
{
    (void)state;
    failing_mem_sweep(count_with, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_perft__known_figures_with_every_kernel),
        cmocka_unit_test(test_perft__known_figures_with_threads),
        cmocka_unit_test(test_perft__kernels_have_names_and_one_is_always_there),
        cmocka_unit_test(test_perft__small_depths_agree_with_the_reference_board),
        cmocka_unit_test(test_perft__depth_nought_counts_one),
        cmocka_unit_test(test_perft__refuses_depths_and_kernels_out_of_range),
        cmocka_unit_test(test_perft__progress_only_grows),
        cmocka_unit_test(test_perft__stops_when_told_and_leaves_the_result_alone),
        cmocka_unit_test(test_perft__survives_every_lack_of_memory),
    };
    return cmocka_run_group_tests_name("perft", tests, NULL, NULL);
}
