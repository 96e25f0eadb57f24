/* SPDX-License-Identifier: MIT */
/*
 * Questions whose answers are published: hard positions collected by lovers of problems and by
 * arbiters, and positions of games. Each is asked as it stands, seen in a mirror, with the colours
 * changed, and both: always the published answer, and none stays open.
 *
 * The files are those of ../shared/data, or of the folder that ARB_SHARED names; where they are
 * not, there is nothing to ask. With ARB_TEST_SOAK all positions, a tenth of them for each of the
 * seeds 1 to 10 if ARB_TEST_SEED names one; otherwise a few.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "arbitro/fen.h"
#include "arbitro/proof.h"
#include "support/assertions.h"
#include "support/closed_positions.h"

enum { SHARES = 10, SAMPLE = 120, VIEWS = 4 };

typedef struct known {
    arb_setup setup;
    bool can[ARB_COLOUR_COUNT];
} known;

typedef struct known_set {
    known *list;
    size_t count, room;
} known_set;

typedef struct tally {
    unsigned positions, questions, failures;
    uint64_t nodes, worst;
} tally;

static FILE *open_shared(const char *name)
{
    const char *shared = getenv("ARB_SHARED"), *tests = getenv("ARB_TEST_DATA");
    char path[1024];

    if (shared)
        snprintf(path, sizeof path, "%s/data/%s", shared, name);
    else
        snprintf(path, sizeof path, "%s/../../shared/data/%s", tests ? tests : "tests", name);
    return fopen(path, "r");
}

static void add(known_set *set, const char *line)
{
    if (set->count == set->room) {
        set->room = set->room ? 2 * set->room : 1024;
        set->list = realloc(set->list, set->room * sizeof *set->list);
        assert_non_null(set->list);
    }
    const arb_pos pos = pos_of(line + 3);
    known *it = &set->list[set->count++];
    it->setup = arb_pos_setup(&pos);
    it->can[ARB_WHITE] = line[0] == 'W';
    it->can[ARB_BLACK] = line[1] == 'B';
}

/* Reads the file; false when it is not there. */
static bool read_known(known_set *set, const char *name)
{
    FILE *file = open_shared(name);
    char line[512];

    *set = (known_set){ 0 };
    if (!file)
        return false;
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0] == '\0' || line[0] == '#')
            continue;
        if (strlen(line) < 4 || !strchr("W-", line[0]) || !strchr("B-", line[1]))
            fail_msg("%s: %s", name, line);
        add(set, line);
    }
    fclose(file);
    return true;
}

static void tell(const arb_setup *setup, arb_colour side, arb_proof found)
{
    char fen[ARB_FEN_SIZE];

    arb_fen_write(fen, sizeof fen, setup, ARB_FEN_SHREDDER, NULL);
    print_message("# %s, %s: %s\n", fen, side == ARB_WHITE ? "white" : "black",
                  found == ARB_PROOF_UNKNOWN ? "undecided"
                  : found == ARB_PROOF_YES   ? "yes, the published answer is no"
                                             : "no, the published answer is yes");
}

/* Asks about both sides of the position as it is seen in one of the four ways. */
static void ask_view(tally *sum, const known *it, unsigned way)
{
    const bool mirrored = way & 1, swapped = way & 2;
    const arb_setup setup = closed_twin(&it->setup, mirrored, swapped);
    arb_pos pos;

    assert_false(arb_faults_hard(arb_pos_from_setup(&pos, &setup)));
    for (int side = 0; side < ARB_COLOUR_COUNT; side++) {
        const arb_colour now = swapped ? arb_opponent((arb_colour)side) : (arb_colour)side;
        arb_proof_answer answer;
        const arb_proof found = arb_proof_explain_mate(&answer, &pos, now, NULL);
        sum->questions++;
        sum->nodes += answer.nodes;
        sum->worst = answer.nodes > sum->worst ? answer.nodes : sum->worst;
        if (found != (it->can[side] ? ARB_PROOF_YES : ARB_PROOF_NO)) {
            tell(&setup, now, found);
            sum->failures++;
        }
    }
}

/* Castling does not lead to the same squares in a mirror. */
static void ask(tally *sum, const known *it)
{
    sum->positions++;
    for (unsigned way = 0; way < VIEWS; way++)
        if (!(way & 1) || !it->setup.castling)
            ask_view(sum, it, way);
}

static void ask_file(const char *name)
{
    const bool soak = getenv("ARB_TEST_SOAK") != NULL, one = getenv("ARB_TEST_SEED") != NULL;
    const clock_t began = clock();
    tally sum = { 0 };
    known_set set;

    if (!read_known(&set, name)) {
        print_message("# %s is not in ../shared/data: nothing is asked\n", name);
        skip();
    }
    const size_t sample = scaled(SAMPLE), some = set.count > sample ? set.count / sample : 1;
    const size_t step = !soak ? some : one ? SHARES : 1;
    for (size_t i = one ? chance_seed() % step : 0; i < set.count; i += step)
        ask(&sum, &set.list[i]);
    free(set.list);
    print_message("# %s: %u positions, %u questions, %llu nodes, at most %llu; %.1f s\n", name,
                  sum.positions, sum.questions, (unsigned long long)sum.nodes,
                  (unsigned long long)sum.worst, (double)(clock() - began) / CLOCKS_PER_SEC);
    assert_true(sum.positions > 0);
    assert_int_equal(sum.failures, 0);
}

/* Laws 5.2.2, 6.9 */
static void test_proof_known__hard_positions_have_the_published_answers(void **state)
{
    (void)state;
    ask_file("winnable-hard.txt");
}

/* Laws 5.2.2, 6.9 */
static void test_proof_known__positions_of_games_have_the_published_answers(void **state)
{
    (void)state;
    ask_file("winnable-games.txt");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_proof_known__hard_positions_have_the_published_answers),
        cmocka_unit_test(test_proof_known__positions_of_games_have_the_published_answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
