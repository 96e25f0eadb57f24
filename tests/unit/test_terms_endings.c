/* SPDX-License-Identifier: MIT */
/* Endings: the rule of the square by searching, the opposition by counting squares, king and pawn
 * against king and its zugzwangs by going through all positions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/fen.h"
#include "arbitro/terms.h"
#include "support/assertions.h"
#include "support/random_positions.h"
#include "terms/kpk.h"

enum { RACES = 20000, KINGS = 20000, PAWN_ENDINGS = 20000 };

static arb_setup board_of(int white, int black, int turn)
{
    arb_setup setup = arb_setup_empty();

    setup.piece[white] = arb_piece_of(ARB_WHITE, ARB_KING);
    setup.piece[black] = arb_piece_of(ARB_BLACK, ARB_KING);
    setup.turn = (uint8_t)turn;
    return setup;
}

static int apart(int a, int b)
{
    const int files = abs(a % 8 - b % 8), ranks = abs(a / 8 - b / 8);

    return files > ranks ? files : ranks;
}

/* ---- the rule of the square ---- */

/* A race: everything stands but the runner and the king who hunts it. White's pawns run up. */
typedef struct race {
    arb_setup setup;
    int colour; /* of the pawn */
} race;

static bool is_guarded(const race *r, int square, int runner)
{
    for (arb_square from = 0; from < 64; from++)
        if (r->setup.piece[from] != ARB_PIECE_NONE && from != runner &&
            (int)arb_piece_colour(r->setup.piece[from]) == r->colour &&
            slow_attacks(&r->setup, from, (arb_square)square))
            return true;
    return false;
}

static bool is_caught(race *r, int pawn, int king, bool runs);

static bool hunts(race *r, int pawn, int king)
{
    const int up = r->colour == ARB_WHITE ? 8 : -8;

    for (int to = 0; to < 64; to++) {
        const arb_piece there = r->setup.piece[to];
        if (apart(king, to) != 1 || is_guarded(r, to, pawn))
            continue;
        if (to == pawn)
            return true;
        if (there != ARB_PIECE_NONE || (to / 8 == (pawn + up) / 8 && abs(to % 8 - pawn % 8) == 1))
            continue;
        if (is_caught(r, pawn, to, true))
            return true;
    }
    return false;
}

/* The pawn has come to its last rank: is it captured at once? */
static bool is_taken(const race *r, int pawn, int king)
{
    return apart(king, pawn) == 1 && !is_guarded(r, pawn, 64);
}

static bool is_caught(race *r, int pawn, int king, bool runs)
{
    const int up = r->colour == ARB_WHITE ? 8 : -8, last = r->colour == ARB_WHITE ? 7 : 0;
    const int first = r->colour == ARB_WHITE ? 1 : 6;
    bool caught = true;

    if (!runs)
        return hunts(r, pawn, king);
    if (pawn + up == king)
        return true;
    for (int steps = 1; steps <= (pawn / 8 == first ? 2 : 1); steps++) {
        const int to = pawn + steps * up;
        if (to == king)
            break;
        const arb_piece mover = r->setup.piece[pawn];
        r->setup.piece[pawn] = ARB_PIECE_NONE;
        caught = caught && (to / 8 == last ? is_taken(r, to, king) : is_caught(r, to, king, false));
        r->setup.piece[pawn] = mover;
    }
    return caught;
}

static size_t look(arb_sighting *seen, arb_terms *terms, const arb_setup *setup)
{
    arb_pos pos;

    assert_int_equal(arb_faults_hard(arb_pos_from_setup(&pos, setup)), 0);
    return arb_terms_find(seen, terms, &(arb_sequence){ .pos = &pos }, NULL);
}

/* -1: nothing is said of this pawn; else whether it is caught. */
static int rule_says(const arb_sighting *seen, size_t count, int pawn)
{
    for (size_t i = 0; i < count; i++)
        if (seen[i].on == UINT64_C(1) << pawn && (seen[i].kind == ARB_SIGHTING_SQUARE_INSIDE ||
                                                  seen[i].kind == ARB_SIGHTING_SQUARE_OUTSIDE))
            return seen[i].kind == ARB_SIGHTING_SQUARE_INSIDE;
    return -1;
}

static bool race_of(const arb_setup *setup, int pawn)
{
    race r = { *setup, (int)arb_piece_colour(setup->piece[pawn]) };
    const arb_square hunter = slow_king(setup, (arb_colour)!r.colour);
    const bool runs = (int)setup->turn == r.colour;

    r.setup.piece[hunter] = ARB_PIECE_NONE;
    return is_caught(&r, pawn, hunter, runs);
}

static void agree(int says, const arb_setup *setup, int pawn)
{
    const bool caught = race_of(setup, pawn);
    char fen[128];

    if (says == caught)
        return;
    (void)arb_fen_write(fen, sizeof fen, setup, ARB_FEN_X, NULL);
    fail_msg("%s: the pawn on %c%c is%s caught, the rule says %d", fen, 'a' + pawn % 8,
             '1' + pawn / 8, caught ? "" : " not", says);
}

/* With the other king out of the way the rule is always right, and always said. */
static void test_terms_endings__square_of_every_pawn(void **state)
{
    arb_terms *terms;
    unsigned races = 0;

    (void)state;
    assert_int_equal(arb_terms_new(&terms, NULL), ARB_OK);
    for (int pawn = 8; pawn < 56; pawn++)
        for (int black = 0; black < 64; black++)
            for (int turn = 0; turn < 2; turn++) {
                /* behind the pawn, on the far side of the board */
                const int white = pawn % 8 < 4 ? 7 : 0;
                arb_sighting seen[ARB_SIGHTINGS_MAX];
                const bool ahead = black % 8 == pawn % 8 && black > pawn;
                const bool checked = black / 8 == pawn / 8 + 1 && abs(black % 8 - pawn % 8) == 1;
                if (apart(white, black) < 2 || black == pawn || ahead || (checked && turn == 0))
                    continue;
                arb_setup setup = board_of(white, black, turn);
                setup.piece[pawn] = arb_piece_of(ARB_WHITE, ARB_PAWN);
                /* a king who must go round the other one, or captures from behind, is no matter for
                 * the rule */
                const bool near = apart(white, pawn) < 3 || apart(white, black) < 4 ||
                                  (turn == ARB_BLACK && apart(black, pawn) == 1);
                const int says = rule_says(seen, look(seen, terms, &setup), pawn);
                if (!near || says >= 0)
                    agree(says, &setup, pawn);
                races += !near;
            }
    assert_true(races > 3000);
    arb_terms_free(terms);
}

/* With kings and pawns anywhere, what is said is right. */
static void test_terms_endings__square_by_searching(void **state)
{
    chance luck = chance_begin(74);
    unsigned said[2] = { 0, 0 };
    arb_terms *terms;

    (void)state;
    assert_int_equal(arb_terms_new(&terms, NULL), ARB_OK);
    for (unsigned i = 0; i < scaled(RACES); i++) {
        arb_sighting seen[ARB_SIGHTINGS_MAX];
        const int white = (int)chance_below(&luck, 64), black = (int)chance_below(&luck, 64);
        if (apart(white, black) < 2)
            continue;
        arb_setup setup = board_of(white, black, (int)chance_below(&luck, 2));
        for (unsigned pawns = 1 + chance_below(&luck, 4); pawns > 0; pawns--) {
            const unsigned square = 8 + chance_below(&luck, 48);
            if (setup.piece[square] == ARB_PIECE_NONE)
                setup.piece[square] = arb_piece_of((arb_colour)chance_below(&luck, 2), ARB_PAWN);
        }
        if (slow_in_check(&setup, arb_opponent((arb_colour)setup.turn)))
            continue;
        const size_t count = look(seen, terms, &setup);
        for (int square = 8; square < 56; square++) {
            const int says = rule_says(seen, count, square);
            if (says < 0)
                continue;
            agree(says, &setup, square);
            said[says]++;
        }
    }
    assert_true(scaled(RACES) < RACES || (said[0] > 500 && said[1] > 500));
    arb_terms_free(terms);
}

/* ---- the opposition ---- */

static arb_sighting_kind opposition(const arb_setup *setup, int white, int black)
{
    const int files = black % 8 - white % 8, ranks = black / 8 - white / 8;
    const int df = (files > 0) - (files < 0), dr = (ranks > 0) - (ranks < 0);
    const bool line = files == 0 || ranks == 0 || abs(files) == abs(ranks);

    if (files % 2 != 0 || ranks % 2 != 0)
        return ARB_SIGHTING_COUNT;
    if (!line)
        return ARB_SIGHTING_OPPOSITION_RECTANGULAR;
    for (int at = white + df + 8 * dr; at != black; at += df + 8 * dr)
        if (setup->piece[at] != ARB_PIECE_NONE)
            return ARB_SIGHTING_COUNT;
    if (abs(files) > 2 || abs(ranks) > 2)
        return ARB_SIGHTING_OPPOSITION_DISTANT;
    return files == 0   ? ARB_SIGHTING_OPPOSITION_FRONTAL
           : ranks == 0 ? ARB_SIGHTING_OPPOSITION_LATERAL
                        : ARB_SIGHTING_OPPOSITION_DIAGONAL;
}

static void test_terms_endings__opposition_by_counting(void **state)
{
    chance luck = chance_begin(75);
    arb_terms *terms;

    (void)state;
    assert_int_equal(arb_terms_new(&terms, NULL), ARB_OK);
    for (unsigned i = 0; i < scaled(KINGS); i++) {
        arb_sighting seen[ARB_SIGHTINGS_MAX];
        const int white = (int)chance_below(&luck, 64), black = (int)chance_below(&luck, 64);
        const bool piece = chance_below(&luck, 10) == 0;
        arb_sighting_kind found = ARB_SIGHTING_COUNT;
        bool any = false;
        if (apart(white, black) < 2)
            continue;
        arb_setup setup = board_of(white, black, (int)chance_below(&luck, 2));
        for (unsigned pawns = chance_below(&luck, 5); pawns > 0; pawns--) {
            const unsigned square = 8 + chance_below(&luck, 48);
            if (setup.piece[square] != ARB_PIECE_NONE)
                continue;
            setup.piece[square] = arb_piece_of((arb_colour)chance_below(&luck, 2),
                                               piece && !any ? ARB_ROOK : ARB_PAWN);
            any = true;
        }
        bool pawns = false, pieces = false;
        for (int square = 0; square < 64; square++)
            if (setup.piece[square] != ARB_PIECE_NONE && square != white && square != black) {
                pawns = pawns || arb_piece_role(setup.piece[square]) == ARB_PAWN;
                pieces = pieces || arb_piece_role(setup.piece[square]) != ARB_PAWN;
            }
        const arb_sighting_kind due =
            pawns && !pieces ? opposition(&setup, white, black) : ARB_SIGHTING_COUNT;
        const size_t count = look(seen, terms, &setup);
        for (size_t k = 0; k < count; k++)
            if (seen[k].kind >= ARB_SIGHTING_OPPOSITION_FRONTAL &&
                seen[k].kind <= ARB_SIGHTING_OPPOSITION_RECTANGULAR) {
                assert_int_equal(found, ARB_SIGHTING_COUNT);
                found = seen[k].kind;
                assert_int_equal(seen[k].side, !setup.turn);
            }
        assert_int_equal(found, due);
    }
    arb_terms_free(terms);
}

/* ---- king and pawn against king ---- */

/* By pawn, white king, black king, turn: 0 nothing known, 1 White wins. Grown move by move. */
typedef struct table {
    uint8_t won[48][64][64][2];
} table;

static bool is_possible(int pawn, int white, int black, int turn)
{
    const bool checked = black / 8 == pawn / 8 + 1 && abs(black % 8 - pawn % 8) == 1;

    return white != pawn && black != pawn && apart(white, black) > 1 && !(checked && turn == 0);
}

/* A queen or rook has come up: does it win with Black to move? It is not taken, nor stalemate. */
static bool promotion_wins(int white, int black, int square, arb_role role)
{
    arb_setup setup = board_of(white, black, ARB_BLACK);
    slow_move moves[ARB_MOVES_MAX];

    setup.piece[square] = arb_piece_of(ARB_WHITE, role);
    const size_t count = slow_moves(moves, &setup);
    if (count == 0)
        return slow_in_check(&setup, ARB_BLACK);
    for (size_t i = 0; i < count; i++)
        if (moves[i].to == square)
            return false;
    return true;
}

static bool white_wins(const table *t, int pawn, int white, int black)
{
    for (int to = 0; to < 64; to++)
        if (apart(white, to) == 1 && to != pawn && apart(to, black) > 1 &&
            t->won[pawn - 8][to][black][1])
            return true;
    const int one = pawn + 8;
    if (one == white || one == black)
        return false;
    if (one >= 56)
        return promotion_wins(white, black, one, ARB_QUEEN) ||
               promotion_wins(white, black, one, ARB_ROOK);
    if (t->won[one - 8][white][black][1])
        return true;
    const int two = pawn + 16;
    return pawn < 16 && two != white && two != black && t->won[two - 8][white][black][1];
}

static bool black_loses(const table *t, int pawn, int white, int black)
{
    const bool checked = black / 8 == pawn / 8 + 1 && abs(black % 8 - pawn % 8) == 1;
    bool moves = false;

    for (int to = 0; to < 64; to++) {
        if (apart(black, to) != 1 || apart(to, white) < 2 ||
            (to / 8 == pawn / 8 + 1 && abs(to % 8 - pawn % 8) == 1))
            continue;
        moves = true;
        if (to == pawn || !t->won[pawn - 8][white][to][0])
            return false;
    }
    return moves || checked;
}

static table *grow(void)
{
    table *t = calloc(1, sizeof *t);
    bool grows = true;

    assert_non_null(t);
    while (grows) {
        grows = false;
        for (int pawn = 55; pawn >= 8; pawn--)
            for (int white = 0; white < 64; white++)
                for (int black = 0; black < 64; black++)
                    for (int turn = 0; turn < 2; turn++) {
                        uint8_t *won = &t->won[pawn - 8][white][black][turn];
                        if (*won || !is_possible(pawn, white, black, turn))
                            continue;
                        *won = turn == 0 ? white_wins(t, pawn, white, black)
                                         : black_loses(t, pawn, white, black);
                        grows = grows || *won;
                    }
    }
    return t;
}

static void test_terms_endings__king_and_pawn(void **state)
{
    const table *t = *state;
    static arb_kpk kpk;
    unsigned wins = 0, mutual = 0;

    memset(&kpk, 0xff, sizeof kpk);
    arb_kpk_make(&kpk);
    for (int pawn = 8; pawn < 56; pawn++)
        for (int white = 0; white < 64; white++)
            for (int black = 0; black < 64; black++) {
                for (int turn = 0; turn < 2; turn++)
                    if (is_possible(pawn, white, black, turn)) {
                        assert_int_equal(kpk.won[turn][pawn - 8][black] >> white & 1,
                                         t->won[pawn - 8][white][black][turn]);
                        wins += pawn % 8 < 4 && t->won[pawn - 8][white][black][turn];
                    }
                mutual += pawn % 8 < 4 && is_possible(pawn, white, black, 0) &&
                          is_possible(pawn, white, black, 1) &&
                          !t->won[pawn - 8][white][black][0] && t->won[pawn - 8][white][black][1];
            }
    print_message("# %u won positions, %u mutual zugzwangs\n", wins, mutual);
    assert_int_equal(wins, 111282); /* as in the tables of chess programs */
    assert_int_equal(mutual, 80);
}

/* Zugzwang as the table knows it: who has the move does worse than if he could pass. */
static void test_terms_endings__zugzwang_by_the_table(void **state)
{
    const table *t = *state;
    chance luck = chance_begin(76);
    bool wanted[ARB_SIGHTING_COUNT] = { false };
    unsigned met = 0;
    arb_terms *terms;

    assert_int_equal(arb_terms_new(&terms, NULL), ARB_OK);
    wanted[ARB_SIGHTING_ZUGZWANG_LOSES] = wanted[ARB_SIGHTING_ZUGZWANG_DRAWS] = true;
    for (unsigned i = 0; i < scaled(PAWN_ENDINGS); i++) {
        arb_sighting seen[ARB_SIGHTINGS_MAX];
        const int pawn = 8 + (int)chance_below(&luck, 48), turn = (int)chance_below(&luck, 2);
        const int black = (int)chance_below(&luck, 64);
        /* near each other, where zugzwangs are */
        const int white = i % 2 ? (int)chance_below(&luck, 64)
                                : (black + 64 - 16 - (int)chance_below(&luck, 3) + 1) % 64;
        slow_move moves[ARB_MOVES_MAX];
        if (!is_possible(pawn, white, black, 0) || !is_possible(pawn, white, black, 1))
            continue;
        arb_setup setup = board_of(white, black, turn);
        setup.piece[pawn] = arb_piece_of(ARB_WHITE, ARB_PAWN);
        const bool stuck = slow_moves(moves, &setup) == 0;
        const bool is =
            !stuck && !t->won[pawn - 8][white][black][0] && t->won[pawn - 8][white][black][1];
        arb_pos pos;
        assert_int_equal(arb_faults_hard(arb_pos_from_setup(&pos, &setup)), 0);
        const size_t count = arb_terms_find(seen, terms, &(arb_sequence){ .pos = &pos }, wanted);
        assert_int_equal(count, is);
        if (is)
            assert_int_equal(seen[0].kind, turn == ARB_WHITE ? ARB_SIGHTING_ZUGZWANG_DRAWS
                                                             : ARB_SIGHTING_ZUGZWANG_LOSES);
        met += is;
    }
    assert_true(scaled(PAWN_ENDINGS) < PAWN_ENDINGS || met >= 10);
    arb_terms_free(terms);
}

static int set_up(void **state)
{
    *state = grow();
    return 0;
}

static int tear_down(void **state)
{
    free(*state);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_terms_endings__square_of_every_pawn),
        cmocka_unit_test(test_terms_endings__square_by_searching),
        cmocka_unit_test(test_terms_endings__opposition_by_counting),
        cmocka_unit_test(test_terms_endings__king_and_pawn),
        cmocka_unit_test(test_terms_endings__zugzwang_by_the_table),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
