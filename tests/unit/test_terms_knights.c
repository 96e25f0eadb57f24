/* SPDX-License-Identifier: MIT */
/* Two knights against the bare king: all positions, grown from the mates, beside what is called a
 * theoretical draw. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "arbitro/terms.h"
#include "support/random_positions.h"

enum { SQUARES = 64, ONE_IN = 400 };

/* By turn, white king, knights (the lower square first), black king. */
typedef struct table {
    uint8_t won[2][SQUARES][SQUARES][SQUARES][SQUARES];
    uint64_t leaps[SQUARES], steps[SQUARES];
} table;

/* Who stands where, knights in order. */
typedef struct men {
    int white, low, high, black;
} men;

static uint64_t bit(int square)
{
    return UINT64_C(1) << square;
}

static bool is_possible(const table *t, men m)
{
    const uint64_t all = bit(m.white) | bit(m.low) | bit(m.high) | bit(m.black);

    return m.low < m.high && __builtin_popcountll(all) == 4 && !(t->steps[m.white] & bit(m.black));
}

static uint8_t *place(table *t, men m, int turn)
{
    const bool ordered = m.low < m.high;

    return &t->won[turn][m.white][ordered ? m.low : m.high][ordered ? m.high : m.low][m.black];
}

static bool is_checked(const table *t, men m)
{
    return (t->leaps[m.low] | t->leaps[m.high]) & bit(m.black);
}

static bool black_loses(table *t, men m)
{
    bool moves = false;

    for (uint64_t set = t->steps[m.black] & ~t->steps[m.white]; set; set &= set - 1) {
        const int to = __builtin_ctzll(set);
        if ((to != m.low && t->leaps[m.low] & bit(to)) ||
            (to != m.high && t->leaps[m.high] & bit(to)))
            continue;
        if (to == m.low || to == m.high || !*place(t, (men){ m.white, m.low, m.high, to }, 0))
            return false;
        moves = true;
    }
    return moves || is_checked(t, m);
}

static bool white_wins(table *t, men m)
{
    const uint64_t vacant = ~(bit(m.white) | bit(m.low) | bit(m.high) | bit(m.black));

    for (uint64_t set = t->leaps[m.low] & vacant; set; set &= set - 1)
        if (*place(t, (men){ m.white, __builtin_ctzll(set), m.high, m.black }, 1))
            return true;
    for (uint64_t set = t->leaps[m.high] & vacant; set; set &= set - 1)
        if (*place(t, (men){ m.white, m.low, __builtin_ctzll(set), m.black }, 1))
            return true;
    for (uint64_t set = t->steps[m.white] & ~t->steps[m.black] & vacant; set; set &= set - 1)
        if (*place(t, (men){ __builtin_ctzll(set), m.low, m.high, m.black }, 1))
            return true;
    return false;
}

/* Calls for every position that is possible. */
static void each(table *t, void (*what)(table *t, men m, void *user), void *user)
{
    for (int white = 0; white < SQUARES; white++)
        for (int low = 0; low < SQUARES; low++)
            for (int high = low + 1; high < SQUARES; high++)
                for (int black = 0; black < SQUARES; black++)
                    if (is_possible(t, (men){ white, low, high, black }))
                        what(t, (men){ white, low, high, black }, user);
}

static void grow(table *t, men m, void *user)
{
    bool *grows = user;

    for (int turn = 0; turn < 2; turn++) {
        if (*place(t, m, turn) || (turn == ARB_WHITE && is_checked(t, m)))
            continue;
        *place(t, m, turn) = turn == ARB_WHITE ? white_wins(t, m) : black_loses(t, m);
        *grows = *grows || *place(t, m, turn);
    }
}

/* What the library says of those that are won, and of some of the others. */
typedef struct asking {
    arb_terms *terms;
    chance luck;
    unsigned won, drawn;
} asking;

static void ask(table *t, men m, void *user)
{
    asking *a = user;

    for (int turn = 0; turn < 2; turn++) {
        arb_setup setup = arb_setup_empty();
        arb_sighting seen[ARB_SIGHTINGS_MAX];
        bool wanted[ARB_SIGHTING_COUNT] = { [ARB_SIGHTING_THEORETICAL_DRAW] = true };
        const bool won = *place(t, m, turn);
        arb_pos pos;
        if ((turn == ARB_WHITE && is_checked(t, m)) || (!won && chance_below(&a->luck, ONE_IN) > 0))
            continue;
        setup.piece[m.white] = arb_piece_of(ARB_WHITE, ARB_KING);
        setup.piece[m.black] = arb_piece_of(ARB_BLACK, ARB_KING);
        setup.piece[m.low] = setup.piece[m.high] = arb_piece_of(ARB_WHITE, ARB_KNIGHT);
        setup.turn = (uint8_t)turn;
        assert_int_equal(arb_faults_hard(arb_pos_from_setup(&pos, &setup)), 0);
        const bool open = !won && !arb_pos_is_stalemate(&pos); /* which is told as what it is */
        assert_int_equal(arb_terms_find(seen, a->terms, &(arb_sequence){ .pos = &pos }, wanted),
                         open);
        a->won += won;
        a->drawn += !won;
    }
}

static void test_terms_knights__every_win_is_none(void **state)
{
    table *t = calloc(1, sizeof *t);
    asking a = { .luck = chance_begin(77) };
    bool grows = true;

    (void)state;
    if (scaled(2) < 2) { /* all positions or none */
        free(t);
        skip();
    }
    assert_non_null(t);
    for (int from = 0; from < SQUARES; from++)
        for (int to = 0; to < SQUARES; to++) {
            const int files = abs(from % 8 - to % 8), ranks = abs(from / 8 - to / 8);
            t->leaps[from] |= files * ranks == 2 ? bit(to) : 0;
            t->steps[from] |= from != to && files < 2 && ranks < 2 ? bit(to) : 0;
        }
    while (grows) {
        grows = false;
        each(t, grow, &grows);
    }
    assert_int_equal(arb_terms_new(&a.terms, NULL), ARB_OK);
    each(t, ask, &a);
    assert_int_equal(a.won, 616 + 120); /* with White and with Black to move */
    assert_true(a.drawn > 10000);
    arb_terms_free(a.terms);
    free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_terms_knights__every_win_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
