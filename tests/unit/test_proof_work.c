/* SPDX-License-Identifier: MIT */
/*
 * Guides, plans and draws say where to look first: a fault in them makes answers dear, not wrong.
 * These questions, of every stage and turn that short work decides, take what they took.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "arbitro/proof.h"
#include "support/assertions.h"

/* How many positions were gone through when this was written. */
static const struct {
    uint64_t nodes;
    arb_proof verdict;
    arb_colour side;
    const char *fen;
} list[] = {
    { 5965, ARB_PROOF_YES, ARB_BLACK, "8/3k4/8/1p1p1p2/1PKP1P2/8/8/B6b b - -" },
    { 2296, ARB_PROOF_YES, ARB_BLACK, "k7/4p3/4P3/1p2p1p1/1P2P1P1/p7/P2K4/8 w - -" },
    { 5638, ARB_PROOF_YES, ARB_BLACK, "k7/1pK3p1/6Pb/1p4pB/bP4P1/Bp6/1P4P1/8 b - -" },
    { 2726, ARB_PROOF_YES, ARB_WHITE, "8/6p1/5pPp/2b1pP1P/1p1pP3/pPpP4/PpP5/bB2K1k1 w - -" },
    { 2307, ARB_PROOF_YES, ARB_BLACK, "1b5B/k1p1p1p1/1pPpPpPp/pP1P1P1P/P7/6K1/8/8 b - -" },
    { 4660, ARB_PROOF_YES, ARB_BLACK, "1k1b1b2/b3p1p1/1p1pPpPp/pPpP1P1P/P1P5/P7/B7/4b2K w - -" },
    { 5359, ARB_PROOF_YES, ARB_BLACK, "5b2/2p2P1P/2Pk4/6K1/1p1pB2p/1P1P3P/8/8 b - -" },
    { 5636, ARB_PROOF_YES, ARB_WHITE, "8/p5p1/Pk1p1pPp/2pPpP1P/2P1P1B1/8/8/2K5 b - -" },
    { 8451, ARB_PROOF_YES, ARB_BLACK, "B7/4QbQ1/p4k1K/Pp1p3B/1PpPp1p1/2P1PpPp/5P1P/8 w - -" },
    { 9353, ARB_PROOF_YES, ARB_BLACK, "kpb1b2p/8/8/1pBpBb1p/1PbPbPbP/8/8/K1B1B3 w - -" },
    { 9451, ARB_PROOF_YES, ARB_WHITE, "8/p3k2b/Pp6/1Pp2B2/2Pp1p1p/3PpPpP/b1B1P1P1/KB3b2 w - -" },
    { 6987, ARB_PROOF_YES, ARB_BLACK, "2k3B1/2b5/8/8/1pKp1p1p/pPpPpPpP/P1P1P1P1/3B4 w - -" },
    { 7965, ARB_PROOF_YES, ARB_WHITE, "8/8/2k1b1b1/3pB3/p1pPpBp1/PpP1PpPp/1PbK1P1P/8 w - -" },
    { 6999, ARB_PROOF_YES, ARB_BLACK, "3k1b1B/2p1pBp1/1pP1P1P1/1P3B2/4B1B1/5B2/8/3K4 b - -" },
    { 6833, ARB_PROOF_YES, ARB_WHITE, "8/2p5/8/1P6/pp6/kp5p/rp6/1K4nr b - -" },
    { 12153, ARB_PROOF_YES, ARB_WHITE, "8/1B4p1/2B2pPp/2p1pP1P/1pPpP3/pP1P1Kk1/P2b2b1/7b b - -" },
    { 10324, ARB_PROOF_YES, ARB_BLACK, "2b1k3/8/8/3p1p1p/1P1P1P1P/7p/7P/2B1K3 w - -" },
    { 7858, ARB_PROOF_YES, ARB_BLACK, "RN1p2k1/P5PR/6PK/6PP/6p1/8/5P2/8 b - -" },
    { 16241, ARB_PROOF_YES, ARB_WHITE, "8/1K2p3/k2pPpBp/p1pP1PpP/PpP3P1/1Pb4B/8/6b1 w - -" },
    { 25057, ARB_PROOF_YES, ARB_WHITE, "k1b1b3/8/8/1pBpBpBp/1P1PbPbP/8/bB6/K3B3 w - -" },
    { 6224, ARB_PROOF_NO, ARB_WHITE, "3k1b2/2p1pBp1/KpP1P1P1/1P3B2/4B1B1/5B2/8/8 b - -" },
    { 5684, ARB_PROOF_NO, ARB_WHITE, "1K6/Bp6/1Pp5/k1P5/p1P5/P7/8/8 w - -" },
    { 7378, ARB_PROOF_NO, ARB_BLACK, "2K5/BpB5/1PpB4/k1P5/pBP5/P7/7B/8 b - -" },
    { 5597, ARB_PROOF_NO, ARB_BLACK, "8/k7/8/7p/p1p1p1pP/PpP1PpP1/bPK2P2/8 b - -" },
    { 36894, ARB_PROOF_YES, ARB_WHITE, "5b1k/5B2/5b2/8/1p1p1p1p/1P1P1P1P/4B3/2K5 b - -" },
    { 36146, ARB_PROOF_YES, ARB_BLACK, "4k3/1p1p1p1p/pPpPpPpP/P1P1P1P1/1B6/B5B1/8/3bK3 b - -" },
    { 26818, ARB_PROOF_YES, ARB_BLACK, "7k/8/8/1B5K/1p1p1p1p/1P1P1P1P/6B1/8 w - -" },
    { 25796, ARB_PROOF_YES, ARB_WHITE, "5b2/p1p1p3/PpPpPp1p/1P1P1PpP/3k2Pb/8/8/2K5 b - -" },
};

/* Laws 5.2.2, 6.9 */
static void test_proof_work__the_work_stays_what_it_was(void **state)
{
    uint64_t sum = 0, was = 0;

    (void)state;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        const arb_pos pos = pos_of(list[i].fen);
        const arb_effort effort = { .nodes = 6 * list[i].nodes };
        arb_proof_answer answer;
        if (arb_proof_explain_mate(&answer, &pos, list[i].side, &effort) != list[i].verdict)
            fail_msg("%s: %d with six times the work", list[i].fen, (int)answer.verdict);
        sum += answer.nodes;
        was += list[i].nodes;
    }
    print_message("# %llu positions, %llu when this was written\n", (unsigned long long)sum,
                  (unsigned long long)was);
    assert_true(sum < was + was / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_proof_work__the_work_stays_what_it_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
