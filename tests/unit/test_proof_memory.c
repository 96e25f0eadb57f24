/* SPDX-License-Identifier: MIT */
/* A question keeps to the memory that it is allowed, and says unknown when that does not suffice.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "arbitro/proof.h"
#include "support/assertions.h"

typedef struct counted {
    arb_mem mem;
    size_t held, peak;
} counted;

static void *resize(void *user, void *old, size_t old_size, size_t new_size)
{
    counted *c = user;
    void *block = arb_mem_resize(NULL, old, old_size, new_size);

    if (!block && new_size > 0)
        return NULL;
    c->held = c->held - old_size + new_size;
    c->peak = c->held > c->peak ? c->held : c->peak;
    return block;
}

/* No, after more than a hundred thousand positions: it takes more than two MiB. */
static const char *const closed = "1k6/1P1p1p1p/BP6/1P6/8/8/3P1PKP/8 w - -";

/* Laws 5.2.2 */
static void test_proof_memory__is_kept_to(void **state)
{
    static const struct {
        size_t bytes;
        arb_proof verdict;
    } list[] = { { 1000, ARB_PROOF_UNKNOWN },
                 { (size_t)1 << 20, ARB_PROOF_UNKNOWN },
                 { (size_t)64 << 20, ARB_PROOF_NO } };
    const arb_pos pos = pos_of(closed);

    (void)state;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        counted c = { .mem = { resize, &c } };
        const arb_effort effort = { .mem = &c.mem, .bytes = list[i].bytes };
        assert_int_equal(arb_proof_can_mate(&pos, ARB_BLACK, &effort), list[i].verdict);
        assert_true(c.peak <= list[i].bytes);
        assert_int_equal(c.held, 0);
    }
}

static bool count_part(void *user, const arb_proof_part *part)
{
    ++*(uint64_t *)user;
    return arb_pos_ok(&part->pos) || part->pos.key == 0;
}

/* Every part is told, and an answer says how many there are. */
/* Laws 5.2.2, 6.9 */
static void test_proof_memory__parts_are_told(void **state)
{
    static const struct {
        const char *fen;
        arb_proof_reason reason;
        uint64_t expanded, parts;
    } list[] = {
        { "8/8/8/8/8/4k3/8/4K3 w - -", ARB_REASON_MATERIAL, 0, 0 },
        { "k7/P7/2K5/8/8/8/8/8 b - -", ARB_REASON_FORCED, 1, 0 },
        { "8/3k4/8/1p1p1p1p/1P1P1P1P/8/3K4/8 w - -", ARB_REASON_WALLS, 0, 1 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        const arb_pos pos = pos_of(list[i].fen);
        arb_proof_answer answer;
        uint64_t told = 0;
        assert_int_equal(arb_proof_certify(&answer, &pos, ARB_WHITE, NULL, count_part, &told),
                         ARB_PROOF_NO);
        assert_int_equal(answer.reason, list[i].reason);
        assert_int_equal(answer.expanded, list[i].expanded);
        assert_int_equal(answer.parts, list[i].parts);
        assert_int_equal(told, list[i].parts);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_proof_memory__is_kept_to),
        cmocka_unit_test(test_proof_memory__parts_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
