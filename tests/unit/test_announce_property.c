/* SPDX-License-Identifier: MIT */
/*
 * What is announced is read back as the same move (Laws D.2.1): legal moves of positions from
 * random games, standard and Chess960, and of positions that no game reaches, in every language and
 * manner.
 *
 * Every manner of every language comes up again and again, while the moves take turns: each move is
 * said in a few of them, castling, captures en passant and promotions in many. ARB_TEST_SOAK says
 * every move of 2000 positions in all of them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/announce.h"
#include "support/random_positions.h"

enum { POSITIONS = 2000, PLIES_MAX = 120, MANNERS = ARB_FILE_NAMES_COUNT * 16, STRIDE = 613 };

typedef struct tally {
    unsigned long long positions, moves, pairs;
    unsigned long long kinds[ARB_MOVE_PROMOTION + 1];
} tally;

static arb_saying manner(unsigned long long n)
{
    arb_saying saying = { .language = arb_language_at(n % arb_language_count()) };

    n /= arb_language_count();
    saying.files = (arb_file_names)(n % ARB_FILE_NAMES_COUNT);
    n /= ARB_FILE_NAMES_COUNT;
    saying.digits = n & 1;
    saying.whole = n & 2;
    saying.brief = n & 4;
    saying.bare_pawns = n & 8;
    return saying;
}

static unsigned long long manner_count(void)
{
    return arb_language_count() * (unsigned long long)MANNERS;
}

/* What is wrong, or NULL. */
static const char *check_pair(char text[ARB_ANNOUNCEMENT_SIZE], const arb_pos *pos, arb_move move,
                              const arb_saying *saying)
{
    const size_t size = arb_announcement_write(text, ARB_ANNOUNCEMENT_SIZE, pos, move, saying);
    arb_reading reading;

    if (size >= ARB_ANNOUNCEMENT_SIZE || size != strlen(text))
        return "does not fit its room";
    if (arb_announcement_read(&reading, NULL, pos, text, size, saying->language) != ARB_OK)
        return "cannot be read";
    if (reading.kind != ARB_READING_LEGAL)
        return reading.kind == ARB_READING_AMBIGUOUS ? "is ambiguous" : "is illegal";
    return arb_move_equal(reading.move, move) ? NULL : "is another move";
}

/* Do the marks and the name of the pawn make no difference to this move? */
static bool is_said_alike(const arb_pos *pos, arb_move move, const arb_saying *saying)
{
    char one[ARB_ANNOUNCEMENT_SIZE], other[ARB_ANNOUNCEMENT_SIZE];
    arb_saying full = *saying;

    if (!saying->brief && !saying->bare_pawns)
        return false;
    full.brief = full.bare_pawns = false;
    arb_announcement_write(one, sizeof one, pos, move, saying);
    arb_announcement_write(other, sizeof other, pos, move, &full);
    return strcmp(one, other) == 0;
}

static void check_manner(tally *sum, const arb_pos *pos, arb_move move, unsigned long long n)
{
    char text[ARB_ANNOUNCEMENT_SIZE], fen[ARB_FEN_SIZE], uci[ARB_MOVE_TEXT_SIZE];
    const arb_saying saying = manner(n);

    sum->pairs++;
    if (getenv("ARB_TEST_SOAK") && is_said_alike(pos, move, &saying))
        return; /* the same text is read in another manner */
    const char *wrong = check_pair(text, pos, move, &saying);
    if (!wrong)
        return;
    arb_pos_fen(fen, sizeof fen, pos);
    arb_uci_write(uci, sizeof uci, move, ARB_CHESS960);
    fail_msg("%s: %s in %s: \"%s\" %s", fen, uci, saying.language->code, text, wrong);
}

static void check_position(tally *sum, const arb_setup *setup)
{
    const unsigned long long all = manner_count();
    const bool soak = getenv("ARB_TEST_SOAK") != NULL;
    arb_move moves[ARB_MOVES_MAX];
    arb_pos pos;

    assert_int_equal(arb_faults_hard(arb_pos_from_setup(&pos, setup)), 0);
    const size_t count = arb_pos_moves(moves, &pos);
    for (size_t i = 0; i < count; i++, sum->moves++) {
        const bool rare = arb_move_kind_of(moves[i]) >= ARB_MOVE_EN_PASSANT;
        sum->kinds[arb_move_kind_of(moves[i])]++;
        for (unsigned long long n = soak ? 0 : sum->moves % (rare ? 97 : STRIDE); n < all;
             n += soak   ? 1
                  : rare ? 97
                         : STRIDE)
            check_manner(sum, &pos, moves[i], n);
    }
    sum->positions++;
}

static void play(tally *sum, unsigned wanted, bool chess960, uint64_t number)
{
    chance luck = chance_begin(number);
    const unsigned long long end = sum->positions + wanted;

    while (sum->positions < end) {
        arb_setup setup = random_start(&luck, chess960);
        for (unsigned ply = 0; ply < PLIES_MAX && sum->positions < end; ply++) {
            check_position(sum, &setup);
            if (!random_step(&setup, &luck))
                break;
        }
    }
}

static void tell(const tally *sum)
{
    printf("# %llu positions, %llu moves, %llu announcements, %llu manners\n", sum->positions,
           sum->moves, sum->pairs, manner_count());
    printf("# among them %llu castlings, %llu captures en passant, %llu promotions\n",
           sum->kinds[ARB_MOVE_CASTLING], sum->kinds[ARB_MOVE_EN_PASSANT],
           sum->kinds[ARB_MOVE_PROMOTION]);
}

/* Laws D.2.1 */
static void test_announce_property__what_is_said_is_heard(void **state)
{
    tally sum = { 0 };

    (void)state;
    play(&sum, (scaled(POSITIONS) + 1) / 2, false, 181);
    play(&sum, (scaled(POSITIONS) + 1) / 2, true, 182);
    tell(&sum);
    assert_true(sum.pairs >= manner_count());
}

/* Laws D.2.1: many pieces of a kind, checks everywhere, castling from anywhere. */
static void test_announce_property__also_where_no_game_gets(void **state)
{
    chance luck = chance_begin(183);
    tally sum = { 0 };

    (void)state;
    while (sum.positions < (scaled(POSITIONS) + 9) / 10) {
        const arb_setup setup = random_nonsense(&luck);
        check_position(&sum, &setup);
    }
    tell(&sum);
}

/* ---- slips ---- */

enum { LONG_WORD = 5, SLIPPED = 1000 };

/* The bytes of a letter in UTF-8, from its first one. */
static size_t letter_size(const char *text)
{
    size_t size = 1;

    while (((unsigned char)text[size] & 0xC0) == 0x80)
        size++;
    return size;
}

/* Where the letters of a word begin, and where it ends; 0 when it has fewer than five. */
static unsigned letters_of(size_t at[ARB_ANNOUNCEMENT_SIZE], const char *text)
{
    unsigned count = 0;
    size_t i = 0;

    for (; text[i] && text[i] != ' '; i += letter_size(text + i))
        at[count++] = i;
    at[count] = i;
    return count >= LONG_WORD ? count : 0;
}

/* One letter left out, followed by another, changed, or exchanged with the next. */
static void slip(char *out, const char *text, const size_t *at, unsigned letters, chance *luck)
{
    const unsigned n = chance_below(luck, letters - 1), kind = chance_below(luck, 4);
    const size_t begin = at[n], end = at[n + 1], next = at[n + 2 < letters ? n + 2 : letters];
    const char other = (char)('a' + chance_below(luck, 26));

    if (kind == 0)
        (void)snprintf(out, ARB_ANNOUNCEMENT_SIZE + 8, "%.*s%s", (int)begin, text, text + end);
    else if (kind == 1)
        (void)snprintf(out, ARB_ANNOUNCEMENT_SIZE + 8, "%.*s%c%s", (int)end, text, other,
                       text + end);
    else if (kind == 2)
        (void)snprintf(out, ARB_ANNOUNCEMENT_SIZE + 8, "%.*s%c%s", (int)begin, text, other,
                       text + end);
    else
        (void)snprintf(out, ARB_ANNOUNCEMENT_SIZE + 8, "%.*s%.*s%.*s%s", (int)begin, text,
                       (int)(next - end), text + end, (int)(end - begin), text + begin,
                       text + next);
}

/* Is what the slip has made of a word another word of its own? */
static bool is_word(const char *said, const arb_saying *saying)
{
    /* two without a letter is what Finns say for eight */
    return strcmp(saying->language->code, "fi") == 0 && strstr(said, "kasi");
}

typedef struct slips {
    chance luck;
    unsigned long long made, mended;
} slips;

/* One slip in each long word of an announcement. */
static void check_slips(slips *sum, const arb_pos *pos, arb_move move, const arb_saying *saying)
{
    char text[ARB_ANNOUNCEMENT_SIZE], said[2 * ARB_ANNOUNCEMENT_SIZE];
    size_t at[ARB_ANNOUNCEMENT_SIZE];
    arb_reading reading;

    arb_announcement_write(text, sizeof text, pos, move, saying);
    for (char *word = text; word; word = strchr(word, ' ') ? strchr(word, ' ') + 1 : NULL) {
        const unsigned letters = letters_of(at, word);
        if (letters == 0)
            continue;
        (void)snprintf(said, sizeof said, "%.*s", (int)(word - text), text);
        slip(said + (word - text), word, at, letters, &sum->luck);
        sum->made++;
        if (arb_announcement_read(&reading, NULL, pos, said, strlen(said), saying->language) ||
            reading.kind != ARB_READING_LEGAL)
            continue;
        if (!arb_move_equal(reading.move, move) && !is_word(said, saying))
            fail_msg("%s: \"%s\" for \"%s\" is another move", saying->language->code, said, text);
        sum->mended++;
    }
}

/* Laws D.2.1: a slip in a long word is mended, or what was said cannot be read, or is no single
 * legal move; it is never another move. */
static void test_announce_property__a_slip_is_never_another_move(void **state)
{
    slips sum = { .luck = chance_begin(188) };
    unsigned long long n = 0;

    (void)state;
    for (unsigned i = 0; i < scaled(SLIPPED); i++) {
        const arb_setup setup = random_played(&sum.luck, i % 2, chance_below(&sum.luck, 80));
        arb_move moves[ARB_MOVES_MAX];
        arb_pos pos;

        assert_int_equal(arb_faults_hard(arb_pos_from_setup(&pos, &setup)), 0);
        const size_t count = arb_pos_moves(moves, &pos);
        for (size_t j = 0; j < count; j++) {
            const arb_saying saying = manner(n += STRIDE);
            if (saying.files != ARB_FILE_LETTERS)
                check_slips(&sum, &pos, moves[j], &saying);
        }
    }
    printf("# %llu slips, %llu mended\n", sum.made, sum.mended);
    assert_true(sum.mended * 10 > sum.made * 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_announce_property__what_is_said_is_heard),
        cmocka_unit_test(test_announce_property__also_where_no_game_gets),
        cmocka_unit_test(test_announce_property__a_slip_is_never_another_move),
    };
    printf("# seed %llu, another one by ARB_TEST_SEED\n", (unsigned long long)chance_seed());
    return cmocka_run_group_tests_name("announce_property", tests, NULL, NULL);
}
