/* SPDX-License-Identifier: MIT */
/*
 * The envelope of an adjourned game (Guidelines I): what is in it is told to nobody but its author
 * before it is opened, in whatever form a game is told; what is written on it; encrypted texts.
 */
#define _GNU_SOURCE /* memmem */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/arbitro.h"

enum { TEXT_MAX = 1 << 20 };

/* Nothing else that is ever printed holds these words. */
#define SECRET "Qzz7 xyzzy"
#define WRONG  "Kww3 plugh"

static arb_game *begin(const char *options)
{
    char text[1024];
    arb_case_header header;
    arb_case_reader reader;
    arb_case_item item;
    arb_game *game;

    snprintf(text, sizeof text,
             "case a game\ntag White \"Anna \\\"A\\\"\"\ntag Black \"Bruno\"\n"
             "tag Resumption \"Sunday\"\ntime 7200\noption default-time 3600\n%s",
             options);
    arb_case_reader_init(&reader, text, strlen(text));
    assert_int_equal(arb_case_next(&item, &header, &reader, NULL), ARB_OK);
    assert_int_equal(arb_game_new(&game, NULL, &header.regulations, &header.given), ARB_OK);
    return game;
}

/* Everything that was said so far, and to whom. */
static void tell_rulings(arb_buf *out, const arb_verdict *verdict, arb_ms time)
{
    char text[4096];

    for (size_t i = 0; i < verdict->count; i++)
        for (arb_lang lang = 0; lang < ARB_LANG_COUNT; lang++) {
            (void)arb_ruling_write(text, sizeof text, &verdict->ruling[i], lang);
            assert_int_equal(arb_buf_add_text(out, text), ARB_OK);
        }
    if (verdict->refused)
        (void)arb_ruling_write(text, sizeof text, &verdict->refusal, ARB_LANG_EN);
    (void)arb_verdict_write(text, sizeof text, verdict, time);
    assert_int_equal(arb_buf_add_text(out, text), ARB_OK);
}

static void tell_moves(arb_buf *out, const arb_game *game)
{
    arb_ply plies[64];
    char text[4096];
    const size_t count = arb_game_plies(plies, 64, game);

    for (size_t i = 0; i < count; i++) {
        (void)arb_game_ply_write(text, sizeof text, game, plies[i]);
        assert_int_equal(arb_buf_add_text(out, text), ARB_OK);
    }
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++)
        for (size_t i = 0; i < arb_game_sheet_size(game, c); i++) {
            size_t size;
            const char *entry = arb_game_sheet(game, c, i, &size);
            assert_int_equal(arb_buf_add(out, entry, size), ARB_OK);
        }
}

static void tell_envelope(arb_buf *out, const arb_game *game)
{
    arb_envelope_face face;
    char fen[ARB_FEN_SIZE];

    if (!arb_game_envelope(&face, game))
        return;
    (void)arb_pos_fen(fen, sizeof fen, &face.position);
    assert_int_equal(arb_buf_add_text(out, fen), ARB_OK);
    assert_int_equal(arb_buf_add(out, face.resumption, face.resumption_size), ARB_OK);
}

static arb_err collect_pgn(void *user, const char *bytes, size_t size)
{
    return arb_buf_add(user, bytes, size);
}

/* All that `actor` is told of the game, in every form. */
static void tell(arb_buf *out, const arb_game *game, arb_actor actor)
{
    char line[4096];

    arb_buf_cut(out, 0);
    for (size_t i = 0; i < arb_game_size(game); i++) {
        arb_event event;
        arb_verdict verdict;
        (void)arb_game_told(&event, game, i, actor);
        (void)arb_event_write(line, sizeof line, &event);
        assert_int_equal(arb_buf_add_text(out, line), ARB_OK);
        arb_game_verdict(&verdict, game, i);
        tell_rulings(out, &verdict, event.time);
    }
    tell_moves(out, game);
    tell_envelope(out, game);
    assert_int_equal(arb_case_write(out, "a game", game), ARB_OK);
    arb_pgn_writer *writer;
    assert_int_equal(arb_pgn_writer_new(&writer, NULL, NULL, collect_pgn, out), ARB_OK);
    assert_int_equal(arb_game_pgn_write(writer, game, NULL, 0), ARB_OK);
    arb_pgn_writer_free(writer);
}

static bool is_told(const arb_game *game, arb_actor actor, const char *words)
{
    arb_buf out;

    arb_buf_init(&out, NULL, TEXT_MAX);
    tell(&out, game, actor);
    const bool found = memmem(arb_buf_text(&out), arb_buf_size(&out), words, strlen(words)) != NULL;
    arb_buf_clear(&out);
    return found;
}

static void say(arb_game *game, const char *line)
{
    const arb_language *language = arb_game_regulations(game)->language;
    arb_verdict verdict;
    arb_event event, kept;
    arb_buf transcript;

    assert_int_equal(arb_event_read(&event, NULL, line, strlen(line),
                                    arb_state_now(arb_game_state(game)), language),
                     ARB_OK);
    assert_int_equal(arb_game_judge(&verdict, game, &event), ARB_OK);
    arb_buf_init(&transcript, NULL, TEXT_MAX);
    assert_int_equal(arb_game_transcript(&transcript, game), ARB_OK);
    assert_null(strstr(arb_buf_text(&transcript), "xyzzy"));
    arb_buf_clear(&transcript);
    arb_game_kept(&kept, game);
    assert_int_equal(arb_game_commit(game), ARB_OK);
    const arb_event *journalled = arb_game_event(game, arb_game_size(game) - 1, NULL);
    assert_int_equal(kept.size, journalled->size);
    const bool in_vain = event.verb == ARB_VERB_OPEN_ENVELOPE && verdict.refused;
    assert_int_equal(kept.size, in_vain && event.size > 0 ? 3 : event.size);
    assert_true(!in_vain || event.size == 0 || !memcmp(kept.text, "…", 3)); /* it is not kept */
    assert_int_equal(kept.flags, in_vain ? 0 : event.flags);
}

/* Is the secret with nobody but `author`? */
static void expect_secret(const arb_game *game, arb_actor author, const char *words)
{
    for (arb_actor actor = 0; actor < ARB_ACTOR_COUNT; actor++)
        if (actor != author && is_told(game, actor, words))
            fail_msg("%s is told %s after %zu events", arb_actor_word(actor), words,
                     arb_game_size(game));
}

static void expect_open(const arb_game *game, const char *words)
{
    for (arb_actor actor = 0; actor < ARB_ACTOR_COUNT; actor++)
        assert_true(is_told(game, actor, words));
}

/* Laws I.1.1, I.7 */
static void test_envelope__what_is_sealed_is_told_to_nobody_before_the_opening(void **state)
{
    static const char *const lines[] = {
        "0 arbiter start",
        "+1 arbiter adjourn",
        "+1 white seal " SECRET,
        "+1 white stop",
        "+1 white seal " SECRET,
        "+1 arbiter verify",
        "+1 black offer",
        "+1 white decline",
        "+1 black leave venue",
        "+9 arbiter continue",
        "+1 arbiter open-envelope " WRONG,
        "+1 arbiter open-envelope " SECRET,
        "+1 arbiter open-envelope \"" SECRET " \\\"!\\\"\"",
        "+1 black arrive",
        "+1 arbiter open-envelope " WRONG,
    };
    arb_game *game = begin("");

    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        say(game, lines[i]);
        expect_secret(game, ARB_ACTOR_WHITE, "xyzzy");
    }
    assert_true(is_told(game, ARB_ACTOR_WHITE, SECRET));
    say(game, "+1 arbiter open-envelope");
    assert_int_equal(arb_state_envelope(arb_game_state(game)), ARB_ENVELOPE_OPENED);
    expect_open(game, SECRET);
    arb_game_free(game);
}

/* Laws I.1.1 */
static void test_envelope__what_was_written_over_stays_its_authors(void **state)
{
    arb_game *game = begin("");
    arb_event told;

    (void)state;
    say(game, "0 arbiter start");
    say(game, "+1 arbiter adjourn");
    say(game, "+1 white seal \"" WRONG " \\\"?\\\"\"");
    say(game, "+1 white seal e4");
    say(game, "+1 white stop");
    say(game, "+1 arbiter continue");
    say(game, "+1 arbiter open-envelope");
    expect_secret(game, ARB_ACTOR_WHITE, WRONG);
    assert_true(is_told(game, ARB_ACTOR_WHITE, WRONG));
    assert_true(arb_game_told(&told, game, 2, ARB_ACTOR_BLACK));
    assert_int_equal(told.size, 0);
    assert_int_equal(told.flags, 0);
    assert_false(arb_game_told(&told, game, 2, ARB_ACTOR_WHITE));
    assert_int_equal(told.flags, ARB_EVENT_ESCAPED);
    assert_true(is_told(game, ARB_ACTOR_SPECTATOR, "seal e4"));
    arb_game_free(game);
}

/* Laws I.9.3 */
static void test_envelope__a_sealed_reply_is_a_secret_of_its_own(void **state)
{
    arb_game *game = begin("");

    (void)state;
    say(game, "0 arbiter start");
    say(game, "+1 arbiter adjourn");
    say(game, "+1 white seal e4");
    say(game, "+1 white stop");
    say(game, "+1 white leave area");
    say(game, "+1 arbiter continue");
    say(game, "+1 arbiter open-envelope");
    say(game, "+1 black seal " SECRET);
    expect_secret(game, ARB_ACTOR_BLACK, SECRET);
    say(game, "+1 black press");
    expect_secret(game, ARB_ACTOR_BLACK, SECRET);
    assert_true(is_told(game, ARB_ACTOR_WHITE, "seal e4"));
    say(game, "+1 white arrive");
    say(game, "+1 arbiter open-envelope");
    expect_open(game, SECRET);
    arb_game_free(game);
}

/* Laws I.6 */
static void test_envelope__a_game_that_ends_otherwise_opens_nothing(void **state)
{
    static const char *const ends[] = { "+1 black resign", "+1 white resign",
                                        "+1 arbiter award 1-0", "+1 arbiter annul" };

    (void)state;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        arb_game *game = begin("");
        say(game, "0 arbiter start");
        say(game, "+1 arbiter adjourn");
        say(game, "+1 white seal " SECRET);
        say(game, "+1 white stop");
        say(game, ends[i]);
        assert_true(arb_state_is_over(arb_game_state(game)));
        expect_secret(game, ARB_ACTOR_WHITE, SECRET);
        arb_game_free(game);
    }
}

/* Laws I.1.1 */
static void test_envelope__what_anybody_can_do_tells_nothing(void **state)
{
    arb_game *mate = begin("position 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 41\n");
    arb_game *quiet = begin("position 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 41\n");

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        arb_game *game = i ? mate : quiet;
        say(game, "0 arbiter start");
        say(game, "+1 arbiter adjourn");
        say(game, i ? "+1 white seal Ra8" : "+1 white seal ???");
        say(game, "+1 white stop");
        say(game, "+1 black leave area");
        say(game, "+1 arbiter continue");
    }
    for (arb_actor actor = 0; actor < ARB_ACTOR_COUNT; actor++)
        for (int verb = 0; verb < ARB_VERB_COUNT; verb++)
            assert_int_equal(arb_state_can(arb_game_state(mate), arb_game_history(mate), actor,
                                           (arb_verb)verb, 20000),
                             arb_state_can(arb_game_state(quiet), arb_game_history(quiet), actor,
                                           (arb_verb)verb, 20000));
    arb_game_free(mate);
    arb_game_free(quiet);
}

/* Laws I.2, I.2.1 */
static void test_envelope__players_may_be_named_later(void **state)
{
    arb_envelope_face face;
    arb_game *game = begin("");

    (void)state;
    assert_false(arb_game_envelope(&face, game));
    say(game, "0 arbiter start");
    say(game, "+1 arbiter adjourn");
    say(game, "+1 white seal e4");
    assert_false(arb_game_envelope(&face, game));
    say(game, "+1 white stop");
    assert_true(arb_game_envelope(&face, game));
    assert_int_equal(arb_envelope_lacks(&face), 0);
    assert_int_equal(arb_game_name(game, ARB_BLACK, "Carla", 5), ARB_OK);
    assert_true(arb_game_envelope(&face, game));
    assert_memory_equal(face.name[ARB_BLACK], "Carla", 5);
    assert_int_equal(arb_game_name(game, ARB_BLACK, "", 0), ARB_OK);
    assert_true(arb_game_envelope(&face, game));
    assert_int_equal(arb_envelope_lacks(&face), ARB_ENVELOPE_LACKS_BLACK);
    assert_int_equal(arb_game_name(game, ARB_WHITE, "?", 1), ARB_OK);
    assert_true(arb_game_envelope(&face, game));
    assert_int_equal(arb_envelope_lacks(&face),
                     ARB_ENVELOPE_LACKS_BLACK | ARB_ENVELOPE_LACKS_WHITE);
    arb_game_free(game);
}

/* Laws I.1.1, I.10 */
static void test_envelope__the_state_tells_who_and_when(void **state)
{
    arb_game *game = begin("");
    const arb_state *s = arb_game_state(game);

    (void)state;
    assert_int_equal(arb_state_must_seal(s), ARB_COLOUR_COUNT);
    assert_int_equal(arb_state_sealer(s), ARB_COLOUR_COUNT);
    say(game, "0 arbiter start");
    say(game, "+1 arbiter adjourn");
    assert_int_equal(arb_state_must_seal(s), ARB_WHITE);
    assert_int_equal(arb_state_sealer(s), ARB_COLOUR_COUNT);
    say(game, "+1 white seal e4");
    assert_int_equal(arb_state_sealer(s), ARB_WHITE);
    say(game, "+1 white stop");
    assert_int_equal(arb_state_must_seal(s), ARB_COLOUR_COUNT);
    assert_false(arb_state_is_verified(s));
    say(game, "+1 arbiter verify");
    assert_true(arb_state_is_verified(s));
    assert_false(arb_state_is_continued(s));
    assert_int_equal(arb_state_present(s), 3);
    say(game, "+1 black leave venue");
    assert_int_equal(arb_state_present(s), 1);
    assert_true(arb_state_late_from(s) == ARB_MS_NEVER);
    say(game, "100 arbiter continue");
    assert_true(arb_state_is_continued(s));
    assert_true(arb_state_late_from(s) == 100000 + 3600000 + 1);
    assert_true(arb_state_wakeup(s) == 100000 + 3600000 + 1);
    say(game, "+1 arbiter waive black");
    assert_true(arb_state_late_from(s) == ARB_MS_NEVER);
    say(game, "+1 black resign");
    say(game, "+1 white resign");
    assert_true(arb_state_is_over(s));
    assert_int_equal(arb_state_must_seal(s), ARB_COLOUR_COUNT);
    arb_game_free(game);
}

/* Laws I.9.3 */
static void test_envelope__a_reply_that_is_not_sealed_is_nobodys(void **state)
{
    arb_game *game = begin("");
    const arb_state *s = arb_game_state(game);

    (void)state;
    say(game, "0 arbiter start");
    say(game, "+1 arbiter adjourn");
    say(game, "+1 white seal e4");
    say(game, "+1 white stop");
    say(game, "+1 white leave area");
    say(game, "+1 arbiter continue");
    say(game, "+1 arbiter open-envelope");
    assert_int_equal(arb_state_sealer(s), ARB_WHITE);
    say(game, "+1 black seal e5");
    assert_int_equal(arb_state_sealer(s), ARB_BLACK);
    say(game, "+1 white arrive");
    assert_int_equal(arb_state_envelope(s), ARB_ENVELOPE_OPENED);
    assert_int_equal(arb_state_sealer(s), ARB_WHITE);
    arb_game_free(game);
}

/* Laws I.1.1 */
static void test_envelope__encrypted_texts(void **state)
{
    /* of "00112233445566778899aabbccddeeff e4", by sha256sum */
    static const char hash[] = "5159f42506335aa885bd988d75ac04b03f9fa6a6aaa12dc13feb3e4ac52b7eed";
    static const char content[] = "00112233445566778899aabbccddeeff e4";
    char blob[256];

    (void)state;
    snprintf(blob, sizeof blob, "blob:%s:AZaz09-_", hash);
    assert_true(arb_blob_is_whole(blob, strlen(blob)));
    assert_true(arb_blob_holds(blob, strlen(blob), content, strlen(content)));
    assert_false(arb_blob_holds(blob, strlen(blob), content, strlen(content) - 1));
    assert_false(arb_blob_holds(blob, strlen(blob), "e4", 2));
    for (size_t size = 0; size <= 5 + 64 + 1; size++)
        assert_false(arb_blob_is_whole(blob, size));
    for (size_t i = 0; i < 5 + 64 + 1; i++) {
        char other[256];
        memcpy(other, blob, sizeof other);
        other[i] = other[i] == 'g' ? 'h' : 'g';
        assert_false(arb_blob_is_whole(other, strlen(other)));
        other[i] = 'A';
        assert_false(arb_blob_is_whole(other, strlen(other)));
    }
    for (size_t i = 5; i < 5 + 64; i++) {
        char other[256];
        memcpy(other, blob, sizeof other);
        other[i] = other[i] == '0' ? '1' : '0';
        assert_true(arb_blob_is_whole(other, strlen(other)));
        assert_false(arb_blob_holds(other, strlen(other), content, strlen(content)));
    }
    blob[strlen(blob) - 1] = '+';
    assert_false(arb_blob_is_whole(blob, strlen(blob)));
    assert_false(arb_blob_holds(blob, strlen(blob), content, strlen(content)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_envelope__what_is_sealed_is_told_to_nobody_before_the_opening),
        cmocka_unit_test(test_envelope__what_was_written_over_stays_its_authors),
        cmocka_unit_test(test_envelope__a_sealed_reply_is_a_secret_of_its_own),
        cmocka_unit_test(test_envelope__a_game_that_ends_otherwise_opens_nothing),
        cmocka_unit_test(test_envelope__what_anybody_can_do_tells_nothing),
        cmocka_unit_test(test_envelope__players_may_be_named_later),
        cmocka_unit_test(test_envelope__the_state_tells_who_and_when),
        cmocka_unit_test(test_envelope__a_reply_that_is_not_sealed_is_nobodys),
        cmocka_unit_test(test_envelope__encrypted_texts),
    };

    return cmocka_run_group_tests_name("envelope", tests, NULL, NULL);
}
