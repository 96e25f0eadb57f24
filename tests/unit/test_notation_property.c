/* SPDX-License-Identifier: MIT */
/*
 * What is written is read back as the same move: every legal move of positions from random games,
 * standard and Chess960, in every notation, language and style.
 *
 * Each move is written short, long and in words, short and long in figurines, in coordinates and in
 * digits; castling, captures en passant and promotions in every language, while for the others, of
 * which there are many, the languages take turns. The signs of a style turn over like the wheels of
 * a counter, one step a text, so that every combination comes up. ARB_TEST_SOAK takes ten times as
 * many positions, and every language for every move.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/fen.h"
#include "arbitro/sheet.h"
#include "support/random_positions.h"

enum { POSITIONS = 20000, PLIES_MAX = 120, TURNS = 9 };

typedef struct tally {
    unsigned long long positions, moves, pairs;
    unsigned long long kinds[ARB_MOVE_PROMOTION + 1]; /* moves by arb_move_kind */
} tally;

/* The next wheel of the counter. */
static unsigned turn(unsigned long long *wheels, unsigned size)
{
    const unsigned value = (unsigned)(*wheels % size);

    *wheels /= size;
    return value;
}

/* A style with the signs of number `n`; after `sign_count()` of them they begin again. */
static arb_style style_at(arb_form form, const arb_language *language, arb_naming naming,
                          unsigned long long n, arb_variant variant)
{
    arb_style style = { .form = form, .language = language, .naming = naming, .variant = variant };

    style.capture = (arb_capture_sign)turn(&n, ARB_CAPTURE_COUNT);
    style.promotion = (arb_promotion_sign)turn(&n, ARB_PROMOTION_COUNT);
    style.mate = (arb_mate_sign)turn(&n, ARB_MATE_COUNT);
    style.check = turn(&n, 2) == 0;
    style.en_passant = turn(&n, 2) == 0;
    style.hyphen = turn(&n, 2) == 0;
    style.letter_castling = turn(&n, 2) == 0;
    return style;
}

static unsigned sign_count(void)
{
    return ARB_CAPTURE_COUNT * ARB_PROMOTION_COUNT * ARB_MATE_COUNT * 16;
}

/* In a sheet the move must end where it does, whatever follows it. */
static bool ends_where_it_should(const char *text, size_t size, const arb_language *language)
{
    char line[ARB_MOVE_TEXT_SIZE + 8];
    arb_sheet sheet = { .text = line, .size = size + 3, .language = language };
    arb_written written;

    memcpy(line, text, size);
    memcpy(line + size, " h6", 3);
    return arb_sheet_next(&written, &sheet, NULL) == ARB_OK && sheet.at == size;
}

/* What is wrong, or NULL. Nothing may be remarked but what the style itself leaves out. */
static const char *check_pair(char text[ARB_MOVE_TEXT_SIZE], const arb_pos *pos, arb_move move,
                              const arb_style *style)
{
    const uint32_t allowed = ARB_REMARK_CHECK_MISSING | ARB_REMARK_NOT_ALGEBRAIC;
    const size_t size = arb_move_write(text, ARB_MOVE_TEXT_SIZE, pos, move, style);
    arb_written written;

    if (size >= ARB_MOVE_TEXT_SIZE || size != strlen(text))
        return "does not fit its room";
    if (arb_written_read(&written, NULL, text, size, style->language) != ARB_OK)
        return "cannot be read";
    const arb_reading reading = arb_written_in(&written, pos, style->variant);
    if (reading.kind != ARB_READING_LEGAL)
        return reading.kind == ARB_READING_AMBIGUOUS ? "is ambiguous" : "is illegal";
    if (!arb_move_equal(reading.move, move))
        return "is another move";
    if (reading.remarks & ~allowed)
        return "is remarked upon";
    /* letters end by themselves; words could go on */
    if (style->form == ARB_FORM_WORDS && !ends_where_it_should(text, size, style->language))
        return "runs on in a sheet";
    return NULL;
}

static void fail_pair(const arb_setup *setup, arb_move move, const arb_style *style,
                      const char *text, const char *what)
{
    char fen[ARB_FEN_SIZE], uci[ARB_MOVE_TEXT_SIZE];

    arb_fen_write(fen, sizeof fen, setup, ARB_FEN_SHREDDER, NULL);
    arb_uci_write(uci, sizeof uci, move, style->variant);
    fail_msg("%s: %s in %s, form %d: \"%s\" %s", fen, uci, style->language->code, style->form, text,
             what);
}

/* Writes and reads one text; the position is that of `setup`. */
static void check_style(tally *sum, const arb_pos *pos, const arb_setup *setup, arb_move move,
                        arb_style style)
{
    char text[ARB_MOVE_TEXT_SIZE];
    const char *wrong = check_pair(text, pos, move, &style);

    if (wrong)
        fail_pair(setup, move, &style, text, wrong);
    sum->pairs++;
}

static bool is_rare(arb_move move)
{
    return arb_move_kind_of(move) >= ARB_MOVE_EN_PASSANT;
}

static void check_move(tally *sum, const arb_pos *pos, const arb_setup *setup, arb_move move,
                       arb_variant variant)
{
    static const arb_form lettered[] = { ARB_FORM_SHORT, ARB_FORM_LONG, ARB_FORM_WORDS };
    static const arb_form squares[] = { ARB_FORM_COORDINATES, ARB_FORM_NUMERIC };
    const arb_language *english = arb_language_at(0);
    const size_t turns = getenv("ARB_TEST_SOAK") || is_rare(move) ? 1 : TURNS;

    for (size_t i = sum->moves % turns; i < arb_language_count(); i += turns)
        for (size_t j = 0; j < sizeof lettered / sizeof *lettered; j++)
            check_style(
                sum, pos, setup, move,
                style_at(lettered[j], arb_language_at(i), ARB_NAMING_LETTERS, sum->pairs, variant));
    for (arb_naming naming = ARB_NAMING_FIGURINES; naming < ARB_NAMING_COUNT; naming++)
        for (size_t j = 0; j < 2; j++)
            check_style(sum, pos, setup, move,
                        style_at(lettered[j], english, naming, sum->pairs, variant));
    for (size_t j = 0; j < sizeof squares / sizeof *squares; j++)
        check_style(sum, pos, setup, move,
                    style_at(squares[j], english, ARB_NAMING_LETTERS, sum->pairs, variant));
}

static void check_position(tally *sum, const arb_setup *setup, arb_variant variant)
{
    arb_move moves[ARB_MOVES_MAX];
    arb_pos pos;

    assert_int_equal(arb_faults_hard(arb_pos_from_setup(&pos, setup)), 0);
    const size_t count = arb_pos_moves(moves, &pos);
    for (size_t i = 0; i < count; i++, sum->moves++) {
        sum->kinds[arb_move_kind_of(moves[i])]++;
        check_move(sum, &pos, setup, moves[i], variant);
    }
    sum->positions++;
}

static unsigned volume(void)
{
    return scaled(POSITIONS) * (getenv("ARB_TEST_SOAK") ? 10u : 1u);
}

/* Plays game after game at random and looks at every position on the way. */
static void for_positions(unsigned wanted, bool chess960,
                          void (*look)(tally *sum, const arb_setup *setup, arb_variant variant),
                          tally *sum, uint64_t number)
{
    chance luck = chance_begin(number);
    const unsigned long long end = sum->positions + wanted;

    while (sum->positions < end) {
        arb_setup setup = random_start(&luck, chess960);
        for (unsigned ply = 0; ply < PLIES_MAX && sum->positions < end; ply++) {
            look(sum, &setup, chess960 ? ARB_CHESS960 : ARB_STANDARD);
            if (!random_step(&setup, &luck))
                break;
        }
    }
}

/* Laws C.2, C.3, C.8, C.9, C.10, C.11, C.13 */
static void test_notation_property__what_is_written_is_read(void **state)
{
    tally sum = { 0 };

    (void)state;
    for_positions((volume() + 1) / 2, false, check_position, &sum, 91);
    for_positions((volume() + 1) / 2, true, check_position, &sum, 92);
    printf("# %llu positions, %llu moves, %llu pairs of move and text, %.0f turns of all signs\n",
           sum.positions, sum.moves, sum.pairs, (double)sum.pairs / (double)sign_count());
    printf("# among them %llu castlings, %llu captures en passant, %llu promotions\n",
           sum.kinds[ARB_MOVE_CASTLING], sum.kinds[ARB_MOVE_EN_PASSANT],
           sum.kinds[ARB_MOVE_PROMOTION]);
    assert_true(sum.pairs >= sign_count());
}

/* Many pieces of a kind, checks everywhere, castling from anywhere: no game gets there. */
static void test_notation_property__also_where_no_game_gets(void **state)
{
    chance luck = chance_begin(95);
    tally sum = { 0 };

    (void)state;
    while (sum.positions < (volume() + 19) / 20) {
        const arb_setup setup = random_nonsense(&luck);
        check_position(&sum, &setup, sum.positions % 2 ? ARB_CHESS960 : ARB_STANDARD);
    }
    printf("# %llu positions, %llu moves, %llu pairs of move and text\n", sum.positions, sum.moves,
           sum.pairs);
}

static void check_san(tally *sum, const arb_setup *setup, arb_variant variant)
{
    arb_move moves[ARB_MOVES_MAX];
    char text[ARB_MOVE_TEXT_SIZE];
    arb_style style = arb_style_san;
    arb_pos pos;

    style.language = arb_language_at(0);
    style.variant = variant;
    assert_int_equal(arb_pos_from_setup(&pos, setup), 0);
    const size_t count = arb_pos_moves(moves, &pos);
    for (size_t i = 0; i < count; i++, sum->moves++) {
        arb_written written;
        const size_t size = arb_san_write(text, sizeof text, &pos, moves[i]);

        if (arb_written_read(&written, NULL, text, size, NULL) != ARB_OK)
            fail_pair(setup, moves[i], &style, text, "cannot be read");
        const arb_reading reading = arb_written_in(&written, &pos, variant);
        if (reading.kind != ARB_READING_LEGAL || !arb_move_equal(reading.move, moves[i]))
            fail_pair(setup, moves[i], &style, text, "is not this move alone");
        if (reading.remarks != 0)
            fail_pair(setup, moves[i], &style, text, "says too much or too little");
        for (size_t j = 0; j < i; j++) {
            char other[ARB_MOVE_TEXT_SIZE];
            arb_san_write(other, sizeof other, &pos, moves[j]);
            if (strcmp(text, other) == 0)
                fail_pair(setup, moves[i], &style, text, "stands for two moves");
        }
    }
    sum->positions++;
}

/* Laws C.10, C.10.1, C.10.2, C.10.3 */
static void test_notation_property__san_says_enough_and_no_more(void **state)
{
    tally sum = { 0 };

    (void)state;
    for_positions((volume() + 9) / 10, false, check_san, &sum, 93);
    for_positions((volume() + 9) / 10, true, check_san, &sum, 94);
    printf("# %llu positions, %llu moves in SAN\n", sum.positions, sum.moves);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_notation_property__what_is_written_is_read),
        cmocka_unit_test(test_notation_property__also_where_no_game_gets),
        cmocka_unit_test(test_notation_property__san_says_enough_and_no_more),
    };
    printf("# seed %llu, another one by ARB_TEST_SEED\n", (unsigned long long)chance_seed());
    return cmocka_run_group_tests_name("notation_property", tests, NULL, NULL);
}
