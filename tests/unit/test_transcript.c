/* SPDX-License-Identifier: MIT */
/*
 * Events taken again by the transcript of their hearing: games by chance come out the same, no rule
 * is asked, nothing is proved, and no transcript, however altered, does harm.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "game/game.h"
#include "support/case_game.h"
#include "support/explorer.h"
#include "support/failing_mem.h"

enum { GAMES = 2000, EVENTS = 120, ALTERED = 10, TEXT_MAX_BYTES = 1 << 20 };

static arb_game *begin(unsigned number)
{
    char header[EXPLORER_HEADER_SIZE], text[EXPLORER_HEADER_SIZE + 16];
    arb_case_header read;
    arb_case_reader reader;
    arb_case_item item;
    arb_game *game;

    explorer_start(header, number);
    const int size = snprintf(text, sizeof text, "case a start\n%s", header);
    arb_case_reader_init(&reader, text, (size_t)size);
    assert_int_equal(arb_case_next(&item, &read, &reader, NULL), ARB_OK);
    assert_int_equal(arb_game_new(&game, NULL, &read.regulations, &read.given), ARB_OK);
    return game;
}

static arb_event read_line(const arb_game *game, const char *line)
{
    arb_event event;

    assert_int_equal(arb_event_read(&event, NULL, line, strlen(line),
                                    arb_state_now(arb_game_state(game)),
                                    arb_game_regulations(game)->language),
                     ARB_OK);
    return event;
}

static void assert_same(const arb_game *a, const arb_game *b, const char *line)
{
    const char *wrong = explorer_difference(arb_game_state(a), arb_game_state(b));
    const size_t last = arb_game_size(a) - 1;
    arb_verdict of_a, of_b;

    assert_int_equal(arb_game_size(a), arb_game_size(b));
    assert_int_equal(arb_history_size(a->history), arb_history_size(b->history));
    arb_game_verdict(&of_a, a, last);
    arb_game_verdict(&of_b, b, last);
    if (!wrong)
        wrong = explorer_verdict_difference(&of_a, &of_b);
    if (wrong)
        fail_msg("%s: %s", line, wrong);
}

/* A ruling that can be read, with anything that it might say. */
static size_t make_ruling(char *out, size_t room, chance *luck)
{
    arb_verdict v = { .count = 1, .by_event = 1 };
    char text[ARB_VERDICT_TEXT_MAX];

    v.ruling[0] = (arb_ruling){ .article = (arb_article)(1 + chance_below(luck, ARB_ART_COUNT - 1)),
                                .code = (arb_code)chance_below(luck, ARB_CODE_COUNT),
                                .effect = (arb_effect)chance_below(luck, ARB_EFFECT_COUNT),
                                .player = (arb_colour)chance_below(luck, 3),
                                .ms = (arb_ms)chance_below(luck, 3) };
    if (v.ruling[0].effect >= ARB_EFFECT_RESTORE && v.ruling[0].effect <= ARB_EFFECT_COUNT_ILLEGAL)
        v.ruling[0].ply = chance_below(luck, 40);
    (void)arb_verdict_write(text, sizeof text, &v, 0);
    return (size_t)snprintf(out, room, "%.*s", (int)strcspn(text + 2, "|"), text + 2);
}

/* Alters a transcript somehow, as a damaged disk or somebody with a keyboard would. */
static size_t alter(char *out, const char *text, size_t size, chance *luck)
{
    static const char *const pieces[] = { "|",         ";",     "!",      "#",    " 4294967295",
                                          " 7",        "white", "-",      "said", "result",
                                          "take-back", "1-0",   "#1 |||", "#0 |", "queen 3" };

    memcpy(out, text, size);
    for (unsigned times = 1 + chance_below(luck, 3); times > 0; times--) {
        const char *piece = pieces[chance_below(luck, sizeof pieces / sizeof *pieces)];
        const size_t at = size ? chance_below(luck, (unsigned)size) : 0, room = strlen(piece);
        char ruling[256];
        size_t said = make_ruling(ruling, sizeof ruling, luck);
        const char *bar = memchr(out, '|', size);
        switch (chance_below(luck, 8)) {
        case 0:
            out[at] = (char)chance_below(luck, 256);
            break;
        case 1:
            memmove(out + at, out + at + (size > 0), size - at - (size > 0));
            size -= size > 0;
            break;
        case 2:
            memmove(out + at + room, out + at, size - at);
            memcpy(out + at, piece, room);
            size += room;
            break;
        case 3:
            size = at;
            break;
        default:
            if (!bar || said + 1 >= sizeof ruling)
                break;
            if (bar + 1 < out + size && bar[1] != '|') /* not alone there */
                ruling[said++] = ';';
            memmove(out + (bar + 1 - out) + said, bar + 1, size - (size_t)(bar + 1 - out));
            memcpy(out + (bar + 1 - out), ruling, said);
            size += said;
            break;
        }
    }
    return size;
}

/* Whatever it says, it is taken or told to be wrong; then the game is as it was. */
static void take_altered(unsigned number, const arb_game *until, const arb_event *event,
                         const arb_buf *transcript, chance *luck)
{
    char *altered = test_malloc(arb_buf_size(transcript) + 1024);
    const size_t size = alter(altered, arb_buf_text(transcript), arb_buf_size(transcript), luck);
    arb_game *game = begin(number);

    for (size_t i = 0; i < arb_game_size(until); i++) {
        char text[ARB_VERDICT_TEXT_MAX];
        arb_verdict said;
        arb_game_verdict(&said, until, i);
        const size_t length =
            arb_verdict_write(text, sizeof text, &said, arb_game_event(until, i, NULL)->time);
        if (arb_game_take(game, arb_game_event(until, i, NULL), text, length) != ARB_OK)
            break; /* a revocation, whose further part is not kept by the game */
    }
    const arb_state before = *arb_game_state(game);
    if (event->time >= before.now) {
        const arb_err err = arb_game_take(game, event, altered, size);
        assert_true(err == ARB_OK || err == ARB_SYNTAX || err == ARB_STATE);
        if (err)
            assert_null(explorer_difference(&before, arb_game_state(game)));
    }
    /* what came out of it can be gone on with, and looked at */
    arb_event next = read_line(game, "+1 arbiter stop");
    assert_int_equal(arb_game_submit(NULL, game, &next), ARB_OK);
    next = read_line(game, "+1 white resign");
    assert_int_equal(arb_game_submit(NULL, game, &next), ARB_OK);
    arb_game_free(game);
    test_free(altered);
}

/* Plays a game by chance, and beside it the same one by its transcripts. */
static void play(unsigned number, bool alters)
{
    chance luck = chance_begin(UINT64_C(77000000) + number);
    luck.state = chance_bits(&luck);
    const explorer_temper temper = { .shuffles = chance_below(&luck, 5) == 0,
                                     .careless = chance_below(&luck, 3) == 0 };
    arb_game *game = begin(number), *again = begin(number);
    failing_mem proofs;
    arb_buf transcript;

    /* the second one has no memory for proofs, and a rule is missing */
    failing_mem_init(&proofs, 1);
    arb_game_effort(again, &(arb_effort){ .mem = &proofs.mem, .nodes = 1 });
    arb_game_without(again, chance_below(&luck, (unsigned)arb_rules_count()));
    arb_buf_init(&transcript, NULL, TEXT_MAX_BYTES);
    for (unsigned left = 1 + chance_below(&luck, EVENTS); left > 0; left--) {
        char line[EXPLORER_LINE_SIZE];
        arb_verdict verdict;
        explorer_event(line, game, temper, &luck);
        const arb_event event = read_line(game, line);
        assert_int_equal(arb_game_judge(&verdict, game, &event), ARB_OK);
        arb_buf_cut(&transcript, 0);
        assert_int_equal(arb_game_transcript(&transcript, game), ARB_OK);
        assert_true(arb_buf_size(&transcript) > 0);
        if (alters && left <= ALTERED)
            take_altered(number, game, &event, &transcript, &luck);
        assert_int_equal(arb_game_commit(game), ARB_OK);
        if (arb_game_take(again, &event, arb_buf_text(&transcript), arb_buf_size(&transcript)))
            fail_msg("%s is not taken: %s", line, arb_buf_text(&transcript));
        assert_same(game, again, line);
    }
    assert_int_equal(proofs.allocations, 0);
    failing_mem_assert_clean(&proofs);
    arb_buf_clear(&transcript);
    arb_game_free(game);
    arb_game_free(again);
}

static void test_transcript__leads_to_the_same_game_without_rules_or_proofs(void **state)
{
    (void)state;
    for (unsigned i = 0; i < (unsigned)scaled(GAMES); i++)
        play(i, false);
}

static void test_transcript__altered_does_no_harm(void **state)
{
    (void)state;
    for (unsigned i = 0; i < (unsigned)scaled(GAMES); i++)
        play(GAMES + i, true);
}

/* ---- by hand */

static const char hard[] = "case hard\ntime none\n"
                           "position k1b1b3/8/1B6/1pBpBpBp/1PbPbPbP/4q3/8/K1B1B3 w - - 0 1\n\n";

/* Laws 5.2.2, where it takes long to see that nobody knows. */
static void test_transcript__says_when_the_work_did_not_suffice(void **state)
{
    case_game it = case_game_of(hard);
    const arb_event event = read_line(it.game, "+1 white play c1e3");
    arb_verdict verdict;
    arb_buf text;

    (void)state;
    arb_buf_init(&text, NULL, TEXT_MAX_BYTES);
    arb_game_effort(it.game, &(arb_effort){ .nodes = 1000 });
    assert_int_equal(arb_game_judge(&verdict, it.game, &event), ARB_STOPPED);
    assert_int_equal(arb_game_size(it.game), 0);
    assert_int_equal(arb_game_transcript(&text, it.game), ARB_STATE);
    assert_int_equal(arb_game_commit(it.game), ARB_STATE);
    arb_game_effort(it.game, NULL);
    assert_int_equal(arb_game_judge(&verdict, it.game, &event), ARB_OK);
    assert_int_equal(arb_game_commit(it.game), ARB_OK);
    arb_buf_clear(&text);
    case_game_free(&it);
}

/* What was ruled stays so, though today's rules would rule otherwise. */
static void test_transcript__wins_over_the_rules(void **state)
{
    static const char start[] = "case otherwise\ntime 300\n\n0 arbiter start\n";
    static const char said[] = "|1.3 not-having-the-move white result 0-1||";
    static const char refused[] = "|||!1.3 not-having-the-move white said";
    case_game it = case_game_of(start);
    arb_event event = read_line(it.game, "+1 white play e4");

    (void)state;
    assert_int_equal(arb_game_take(it.game, &event, refused, strlen(refused)), ARB_OK);
    case_game_assert_met(&it, "turn white");
    event = read_line(it.game, "+1 white play e4");
    assert_int_equal(arb_game_take(it.game, &event, said, strlen(said)), ARB_OK);
    case_game_assert_met(&it, "result 0-1");
    case_game_free(&it);
}

static void test_transcript__tells_what_it_cannot_read(void **state)
{
    static const char *const bad[] = { "",
                                       "|",
                                       "||",
                                       "||||",
                                       "x|||",
                                       "1.3 x white said|||",
                                       "1.3 not-having-the-move|||",
                                       "1.3 not-having-the-move white run away|||",
                                       "|||!",
                                       "|||#0 |||",
                                       "|||\n",
                                       "|1.3 not-having-the-move white result||",
                                       "|1.3 not-having-the-move white result 3-0||",
                                       "|1.3 not-having-the-move white said @-1||",
                                       "|1.3 not-having-the-move white time 1e3||" };
    case_game it = case_game_of("case bad\ntime 300\n\n0 arbiter start\n");
    const arb_event event = read_line(it.game, "+1 white play e4");

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(arb_game_take(it.game, &event, bad[i], strlen(bad[i])), ARB_SYNTAX);
    assert_int_equal(arb_game_size(it.game), 1);
    case_game_free(&it);
}

typedef struct hearing {
    const char *game;
    const char *event;
    const char *said;
} hearing;

#define PAWN_LEFT                                                                                  \
    "case x\ntime 300\noption detection manual\nposition 8/P6k/8/8/8/8/8/K7 w - - 0 60\n"          \
    "0 arbiter start\n+1 white play a7a8\n+1 black play Kg6\n"
#define NO_MOVE "case x\ntime 300\noption detection manual\n0 arbiter start\n+1 white press\n"
#define SHEETS                                                                                     \
    "case x\ntime 300\noption board written\n0 arbiter start\n+1 white press\n+1 white write e4\n"
#define ABSENT_ARBITER                                                                             \
    "case x\ntime 40/7200:3600\noption quickplay yes\noption arbiter absent\n"                     \
    "position 8/8/4k3/3r4/8/8/4K2R/8 w - - 10 70\ngiven counter white 69\n"                        \
    "given counter black 69\ngiven clock white 110\n0 arbiter start\n"                             \
    "+9 white claim cannot-win\n"

/* What was ruled about the record, and on papers, can be taken again. */
static void test_transcript__of_the_record_is_taken(void **state)
{
    static const hearing good[] = {
        { PAWN_LEFT, "+1 arbiter observe illegal", "||7.5.2 promotion-missing white queen 1|" },
        { PAWN_LEFT, "+1 arbiter observe illegal",
          "||7.5.1 illegal-counted white count-illegal 2|" },
        { PAWN_LEFT, "+1 arbiter restore 1", "||7.1 restored - restore 1|" },
        { SHEETS, "+1 arbiter restore 1", "||7.1 restored - restore-sheets 1|" },
        { ABSENT_ARBITER, "+1 white write-position 8/8/4k3/3r4/8/8/4K2R/8",
          "||III.6.1.1 position-written white papers 1|" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        case_game it = case_game_of(good[i].game);
        const arb_event event = read_line(it.game, good[i].event);
        if (arb_game_take(it.game, &event, good[i].said, strlen(good[i].said)))
            fail_msg("%s: %s", good[i].event, good[i].said);
        case_game_free(&it);
    }
}

/* What cannot follow from the event is not taken: plies that are not there, or left no pawn. */
static void test_transcript__of_what_cannot_be_is_not_taken(void **state)
{
    static const hearing bad[] = {
        { PAWN_LEFT, "+1 arbiter observe illegal", "||7.5.2 promotion-missing white queen 0|" },
        { PAWN_LEFT, "+1 arbiter observe illegal", "||7.5.2 promotion-missing white queen 2|" },
        { PAWN_LEFT, "+1 arbiter observe illegal", "||7.5.2 promotion-missing white queen 3|" },
        { PAWN_LEFT, "+1 arbiter observe illegal", "||7.5.2 promotion-missing white queen 4|" },
        { PAWN_LEFT, "+1 arbiter observe illegal", "||7.5.2 promotion-missing - queen 1|" },
        { NO_MOVE, "+1 arbiter observe illegal", "||7.5.2 promotion-missing white queen 1|" },
        { PAWN_LEFT, "+1 arbiter observe illegal",
          "||7.5.1 illegal-counted white count-illegal 3|" },
        { PAWN_LEFT, "+1 arbiter restore 2", "||7.1 restored - restore 3|" },
        { PAWN_LEFT, "+1 arbiter restore 2", "||7.1 restored - restore 4|" },
        { SHEETS, "+1 arbiter restore 1", "||7.1 restored - restore-sheets 2|" },
        { SHEETS, "+1 black write e4", "||7.1 restored - restore-sheets 0|" },
        { ABSENT_ARBITER, "+1 white write-position 8/8/4k3/3r4/8/8/4K2R/8",
          "||III.6.1.1 position-written white papers 64|" },
        /* hands that are not at the board, or where nobody sees it */
        { PAWN_LEFT, "+1 black lift g6", "|||" },
        { SHEETS, "+1 black lift e7", "|||" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        case_game it = case_game_of(bad[i].game);
        const size_t events = arb_game_size(it.game);
        const arb_event event = read_line(it.game, bad[i].event);
        if (!arb_game_take(it.game, &event, bad[i].said, strlen(bad[i].said)))
            fail_msg("%s: %s", bad[i].event, bad[i].said);
        assert_int_equal(arb_game_size(it.game), events);
        case_game_free(&it);
    }
}

/* Every code with every effect is read as it was written. */
static void test_transcript__verdicts_read_as_they_are_written(void **state)
{
    char text[ARB_VERDICT_TEXT_MAX], again[ARB_VERDICT_TEXT_MAX];

    (void)state;
    for (unsigned code = 0; code < ARB_CODE_COUNT; code++)
        for (unsigned effect = 0; effect < ARB_EFFECT_COUNT; effect++) {
            arb_verdict v = { .count = 2, .by_time = 1, .by_hand = 1, .by_event = 2 }, read;
            for (size_t i = 0; i < 2; i++)
                v.ruling[i] =
                    (arb_ruling){ .article = (arb_article)(1 + code % (ARB_ART_COUNT - 1)),
                                  .code = (arb_code)code,
                                  .effect = (arb_effect)effect,
                                  .player = (arb_colour)(code % 3),
                                  .ms = 1,
                                  .at = (arb_ms)(5 + i) };
            v.refused = effect % 2 == 0;
            v.refusal = v.ruling[0];
            const size_t size = arb_verdict_write(text, sizeof text, &v, 5);
            assert_true(size < sizeof text);
            assert_true(arb_verdict_read(&read, text, size, 5));
            (void)arb_verdict_write(again, sizeof again, &read, 5);
            assert_string_equal(again, text);
            assert_int_equal(read.by_time, 1);
            assert_int_equal(read.by_event, 2);
        }
}

/* Judges events, one a line, and takes each of them by its transcript in another game, too; the
 * last transcript stays. */
static void take_both(arb_game *game, arb_game *again, const char *lines, arb_buf *transcript)
{
    while (*lines) {
        char line[64];
        arb_verdict verdict;
        const size_t size = strcspn(lines, "\n");
        (void)snprintf(line, sizeof line, "%.*s", (int)size, lines);
        const arb_event event = read_line(game, line);
        assert_int_equal(arb_game_judge(&verdict, game, &event), ARB_OK);
        arb_buf_cut(transcript, 0);
        assert_int_equal(arb_game_transcript(transcript, game), ARB_OK);
        assert_int_equal(arb_game_commit(game), ARB_OK);
        assert_int_equal(
            arb_game_take(again, &event, arb_buf_text(transcript), arb_buf_size(transcript)),
            ARB_OK);
        assert_same(game, again, line);
        lines += size + (lines[size] == '\n');
    }
}

/* Laws 0.2: what a revocation makes of other events holds until another one makes something else of
 * them, and only that is told. */
static void test_transcript__revocations_renew_what_was_renewed(void **state)
{
    case_game it = case_game_of("case a\ntime 300\n"), other = case_game_of("case a\ntime 300\n");
    arb_event event;
    arb_verdict verdict;
    arb_buf said;

    (void)state;
    arb_buf_init(&said, NULL, TEXT_MAX_BYTES);
    take_both(it.game, other.game,
              "0 arbiter start\n+1 arbiter rule noted\n+0 arbiter rule again\n+1 white play e4\n"
              "+1 arbiter set-clock black 1\n+2 arbiter flag black",
              &said);
    case_game_assert_met(&it, "result 1-0");
    take_both(it.game, other.game, "+1 arbiter revoke 5", &said); /* then no flag has fallen */
    case_game_assert_met(&other, "result *");
    assert_non_null(strstr(arb_buf_text(&said), "#6 |||!"));
    take_both(it.game, other.game, "+1 arbiter revoke 3", &said); /* nor does this change it */
    case_game_assert_met(&other, "result *");
    assert_null(strstr(arb_buf_text(&said), "#6"));
    take_both(it.game, other.game, "+1 black play e5\n+1 arbiter revoke 7", &said); /* it has */
    case_game_assert_met(&other, "result 1-0");
    assert_non_null(strstr(arb_buf_text(&said), "#6 |"));
    assert_null(strstr(arb_buf_text(&said), "#6 |||!"));
    assert_non_null(strstr(arb_buf_text(&said), "#9 |||!"));
    event = read_line(it.game, "+1 arbiter revoke 10"); /* judged, and not committed */
    assert_int_equal(arb_game_judge(&verdict, it.game, &event), ARB_OK);
    take_both(it.game, other.game, "+1 arbiter revoke 2", &said); /* changes nothing else */
    case_game_assert_met(&other, "result 1-0");
    assert_null(strstr(arb_buf_text(&said), "#6"));
    assert_null(strstr(arb_buf_text(&said), "#9"));
    take_both(it.game, other.game, "+1 arbiter revoke 10\n+1 white play d4", &said);
    case_game_assert_met(&other, "moves e4 e5 d4");
    arb_buf_clear(&said);
    case_game_free(&it);
    case_game_free(&other);
}

/* Laws 0.2, 6.8: the flag that falls in the game without the event is told as number 0. */
static void test_transcript__a_revocation_tells_what_time_brings(void **state)
{
    static const char text[] = "case a\ntime 60\noption play standard\noption flags automatic\n";
    case_game it = case_game_of(text), other = case_game_of(text);
    arb_buf said;

    (void)state;
    arb_buf_init(&said, NULL, TEXT_MAX_BYTES);
    take_both(it.game, other.game,
              "0 arbiter start\n+1 arbiter rule noted\n2:00 white move e4\n+1 arbiter revoke 2",
              &said);
    case_game_assert_met(&other, "result 0-1");
    assert_null(strstr(arb_buf_text(&said), "#0 |||"));
    arb_buf_clear(&said);
    case_game_free(&it);
    case_game_free(&other);
}

static void test_transcript__tells_what_it_cannot_read_of_a_revocation(void **state)
{
    static const char *const bad[] = { "|||#0",     "|||# |||",  "|||#x |||", "|||#1|||",
                                       "|||#1x|||", "|||#3 |||", "|||#0 ||" };
    case_game it = case_game_of("case a\ntime 300\n\n0 arbiter start\n+1 arbiter rule noted\n");
    const arb_event event = read_line(it.game, "+1 arbiter revoke 2");

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(arb_game_take(it.game, &event, bad[i], strlen(bad[i])), ARB_SYNTAX);
    /* the text ends before the blank */
    assert_int_equal(arb_game_take(it.game, &event, "|||#0 |||", 5), ARB_SYNTAX);
    assert_int_equal(arb_game_size(it.game), 2);
    case_game_free(&it);
}

static arb_err revoke(const arb_mem *mem, void *user)
{
    static const char text[] = "case revoked\ntime 300\n\n0 arbiter start\n+1 white play e4\n"
                               "+1 arbiter penalty white opponent-time 60\n+1 black play e5\n";
    case_game it;
    arb_buf transcript;
    arb_err err = case_game_new(&it, mem, text, strlen(text));

    (void)user;
    if (err)
        return err;
    const arb_event event = read_line(it.game, "+1 arbiter revoke 3");
    arb_verdict verdict;
    arb_buf_init(&transcript, mem, TEXT_MAX_BYTES);
    err = arb_game_judge(&verdict, it.game, &event);
    if (!err)
        err = arb_game_transcript(&transcript, it.game);
    if (!err)
        err = arb_game_take(it.game, &event, arb_buf_text(&transcript), arb_buf_size(&transcript));
    arb_buf_clear(&transcript);
    case_game_free(&it);
    return err;
}

static void test_transcript__survives_every_lack_of_memory(void **state)
{
    (void)state;
    assert_true(failing_mem_sweep(revoke, NULL) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_transcript__leads_to_the_same_game_without_rules_or_proofs),
        cmocka_unit_test(test_transcript__altered_does_no_harm),
        cmocka_unit_test(test_transcript__says_when_the_work_did_not_suffice),
        cmocka_unit_test(test_transcript__wins_over_the_rules),
        cmocka_unit_test(test_transcript__tells_what_it_cannot_read),
        cmocka_unit_test(test_transcript__of_the_record_is_taken),
        cmocka_unit_test(test_transcript__of_what_cannot_be_is_not_taken),
        cmocka_unit_test(test_transcript__verdicts_read_as_they_are_written),
        cmocka_unit_test(test_transcript__revocations_renew_what_was_renewed),
        cmocka_unit_test(test_transcript__a_revocation_tells_what_time_brings),
        cmocka_unit_test(test_transcript__tells_what_it_cannot_read_of_a_revocation),
        cmocka_unit_test(test_transcript__survives_every_lack_of_memory),
    };
    return cmocka_run_group_tests_name("transcript", tests, NULL, NULL);
}
