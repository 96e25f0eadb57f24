/* SPDX-License-Identifier: MIT */
/* The small parts of the hall: keys, the sign of life, QR codes, the committer. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "server/hall/api.h"
#include "server/hall/beat.h"
#include "server/hall/committer.h"
#include "server/hall/keys.h"
#include "support/hall/hall.h"
#include "support/random_positions.h"

/* ---- keys */

static void test_keys__many_are_found_again(void **state)
{
    enum { MANY = 5000 };
    static char tokens[MANY][ARB_TOKEN_SIZE];
    arb_keys keys = { 0 };
    arb_key key = { 0 };
    arb_hash hash;

    (void)state;
    assert_true(arb_keys_begin());
    for (unsigned i = 0; i < MANY; i++) {
        arb_token_make(tokens[i]);
        assert_true(arb_token_hash(&key.hash, tokens[i], 22));
        key.game = i + 1;
        assert_int_equal(arb_keys_add(&keys, &key), ARB_OK);
    }
    for (unsigned i = 0; i < MANY; i++) {
        assert_true(arb_token_hash(&hash, tokens[i], 22));
        assert_int_equal(arb_keys_find(&keys, &hash)->game, i + 1);
    }
    arb_token_make(tokens[0]);
    assert_true(arb_token_hash(&hash, tokens[0], 22));
    assert_null(arb_keys_find(&keys, &hash));
    arb_keys_clear(&keys);
}

/* Against a list: many are added and removed, and just those that are left are found. */
static void test_keys__removed_ones_are_gone(void **state)
{
    enum { MANY = 2000 };
    static bool there[MANY];
    arb_keys keys = { 0 };
    uint32_t seed = 5;
    const unsigned many = scaled(MANY), moves = 10 * many; /* each comes and goes about as often */

    (void)state;
    for (unsigned i = 0; i < moves; i++) {
        arb_key key = { 0 };
        seed = seed * 1664525u + 1013904223u;
        const unsigned which = (seed >> 8) % many;
        /* half of the bits alike, so that many meet in one place */
        key.hash.bytes[0] = (unsigned char)(which % 8);
        memcpy(key.hash.bytes + 8, &which, sizeof which);
        key.game = which + 1;
        if (there[which])
            arb_keys_remove(&keys, &key.hash);
        else
            assert_int_equal(arb_keys_add(&keys, &key), ARB_OK);
        there[which] = !there[which];
        const arb_key *found = arb_keys_find(&keys, &key.hash);
        assert_int_equal(found != NULL, there[which]);
    }
    size_t count = 0;
    for (unsigned i = 0; i < many; i++) {
        arb_hash hash = { { (unsigned char)(i % 8) } };
        memcpy(hash.bytes + 8, &i, sizeof i);
        const arb_key *found = arb_keys_find(&keys, &hash);
        assert_int_equal(found ? found->game : 0, there[i] ? i + 1 : 0);
        count += there[i];
    }
    assert_int_equal(keys.count, count);
    arb_keys_clear(&keys);
}

static arb_key numbered(unsigned number)
{
    arb_key key = { .game = 1 };

    memcpy(key.hash.bytes, &number, sizeof number);
    return key;
}

/* What was read before a link was replaced, or removed, or given, is older than that. */
static void test_keys__what_was_read_may_be_older(void **state)
{
    arb_keys keys = { 0 };
    arb_key given = numbered(1), replaced = numbered(2), removed = numbered(3);
    const arb_key unheard = numbered(4), other = numbered(5);

    (void)state;
    assert_int_equal(arb_keys_add(&keys, &given), ARB_OK);
    assert_int_equal(arb_keys_add_read(&keys, &replaced, keys.changes), ARB_OK);
    assert_int_equal(arb_keys_add(&keys, &removed), ARB_OK);
    const uint64_t asked = keys.changes;
    given.game = 2;
    assert_int_equal(arb_keys_add(&keys, &given), ARB_OK);
    given.game = 1;
    replaced.is_gone = true; /* as another hall has told meanwhile */
    assert_int_equal(arb_keys_add_read(&keys, &replaced, keys.changes), ARB_OK);
    replaced.is_gone = false;
    arb_keys_remove(&keys, &removed.hash);
    arb_keys_remove(&keys, &unheard.hash); /* of one that was not known here, too */

    assert_int_equal(arb_keys_add_read(&keys, &given, asked), ARB_OK);
    assert_int_equal(arb_keys_add_read(&keys, &replaced, asked), ARB_OK);
    assert_int_equal(arb_keys_add_read(&keys, &removed, asked), ARB_OK);
    assert_int_equal(arb_keys_add_read(&keys, &unheard, asked), ARB_OK);
    assert_int_equal(arb_keys_add_read(&keys, &other, asked), ARB_OK);
    assert_int_equal(arb_keys_find(&keys, &given.hash)->game, 2);
    assert_true(arb_keys_find(&keys, &replaced.hash)->is_gone);
    assert_null(arb_keys_find(&keys, &removed.hash));
    assert_null(arb_keys_find(&keys, &unheard.hash));
    assert_non_null(arb_keys_find(&keys, &other.hash));
    /* a code may come again by chance */
    assert_int_equal(arb_keys_add_read(&keys, &removed, keys.changes), ARB_OK);
    assert_non_null(arb_keys_find(&keys, &removed.hash));
    arb_keys_clear(&keys);
}

/* Where more were removed than are remembered, whoever is not known may be one of them. */
static void test_keys__many_are_removed_meanwhile(void **state)
{
    arb_keys keys = { 0 };
    const arb_key first = numbered(0), other = numbered(100000);
    const uint64_t asked = keys.changes;

    (void)state;
    for (unsigned i = 0; i <= ARB_REMOVED_KEPT; i++) {
        const arb_key key = numbered(i);
        assert_int_equal(arb_keys_add(&keys, &key), ARB_OK);
        arb_keys_remove(&keys, &key.hash);
    }
    assert_int_equal(arb_keys_add_read(&keys, &first, asked), ARB_OK);
    assert_null(arb_keys_find(&keys, &first.hash));
    assert_int_equal(arb_keys_add_read(&keys, &other, keys.changes), ARB_OK);
    assert_non_null(arb_keys_find(&keys, &other.hash));
    arb_keys_clear(&keys);
}

static void test_keys__texts_that_are_none(void **state)
{
    static const char *const bad[] = { "",
                                       "AAAAAAAAAAAAAAAAAAAAA",
                                       "AAAAAAAAAAAAAAAAAAAAAAA",
                                       "AAAAAAAAAAA+AAAAAAAAAA",
                                       "AAAAAAAAAAAAAAAAAAAAA=",
                                       "AAAAAAAAAAAAAAAAAAAAAB" /* bits that mean nothing */ };
    arb_hash hash;

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(arb_token_hash(&hash, bad[i], strlen(bad[i])));
    assert_false(arb_join_code_hash(&hash, "ABC", 3));
    assert_false(arb_join_code_hash(&hash, "KX4P7RM", 7));
    assert_false(arb_join_code_hash(&hash, "KX4P7RMTT", 9));
    assert_false(arb_join_code_hash(&hash, "KX4P0RMT", 8));
}

static void test_keys__codes_are_read_as_people_write_them(void **state)
{
    arb_hash a, b;
    char code[ARB_CODE_SIZE];

    (void)state;
    assert_true(arb_join_code_hash(&a, "KX4P7RMT", 8));
    assert_true(arb_join_code_hash(&b, "kx4-p7 rmt", 10));
    assert_memory_equal(&a, &b, sizeof a);
    arb_join_code_make(code);
    assert_int_equal(strlen(code), 9);
    assert_int_equal(code[4], '-');
    assert_true(arb_join_code_hash(&b, code, 9));
}

static void test_keys__derived_tokens_stay(void **state)
{
    unsigned char secret[ARB_SECRET_SIZE] = { 1 };
    char a[ARB_TOKEN_SIZE], b[ARB_TOKEN_SIZE];

    (void)state;
    arb_token_derive(a, secret, "watch", 7);
    arb_token_derive(b, secret, "watch", 7);
    assert_string_equal(a, b);
    arb_token_derive(b, secret, "watch", 8);
    assert_string_not_equal(a, b);
    arb_token_derive(b, secret, "desk", 7);
    assert_string_not_equal(a, b);
    secret[0] = 2;
    arb_token_derive(b, secret, "watch", 7);
    assert_string_not_equal(a, b);
}

static void test_keys__the_token_of_a_join_needs_code_and_id(void **state)
{
    static const char id[] = "0123456789abcdef";
    unsigned char secret[ARB_SECRET_SIZE] = { 1 };
    char a[ARB_TOKEN_SIZE], b[ARB_TOKEN_SIZE];
    arb_hash code = { { 7 } };

    (void)state;
    arb_token_of_joining(a, secret, &code, id, 16);
    arb_token_of_joining(b, secret, &code, id, 16);
    assert_string_equal(a, b);
    arb_token_of_joining(b, secret, &code, id, 15);
    assert_string_not_equal(a, b);
    code.bytes[31] = 1;
    arb_token_of_joining(b, secret, &code, id, 16);
    assert_string_not_equal(a, b);
    code.bytes[31] = 0;
    secret[31] = 1;
    arb_token_of_joining(b, secret, &code, id, 16);
    assert_string_not_equal(a, b);
}

/* ---- the sign of life */

static void test_beat__is_read_by_the_next_server(void **state)
{
    arb_beat beat = { 0 };
    char boot[ARB_BOOT_SIZE];
    int64_t last = 0;
    hall h;

    (void)state;
    hall_init(&h);
    arb_beat_boot(boot);
    assert_false(arb_beat_read(&last, h.database, boot));
    arb_beat_open(&beat, h.database);
    assert_false(arb_beat_read(&last, h.database, boot)); /* nothing was said yet */
    arb_beat_set(&beat, 1234);
    arb_beat_set(&beat, 1274);
    assert_true(arb_beat_read(&last, h.database, boot));
    assert_int_equal(last, 1274);
    assert_false(arb_beat_read(&last, h.database, "another start"));
    arb_beat_close(&beat);
    hall_clear(&h);
}

static void test_beat__says_which_event_was_the_last(void **state)
{
    const arb_store_mark one = { .sequence = 7, .chain = { 1, 2, 3 } };
    arb_store_mark found = { 0 };
    arb_beat beat = { 0 };
    int64_t last = 0;
    char boot[ARB_BOOT_SIZE], path[600];
    hall h;

    (void)state;
    hall_init(&h);
    arb_beat_boot(boot);
    assert_false(arb_beat_mark_read(&found, h.database));
    arb_beat_open(&beat, h.database);
    arb_beat_set(&beat, 1000);
    arb_beat_close(&beat);
    beat = (arb_beat){ 0 };
    arb_beat_open(&beat, h.database);
    arb_beat_durable(&beat, &one);
    assert_true(arb_beat_mark_read(&found, h.database));
    assert_int_equal(found.sequence, 7);
    assert_memory_equal(found.chain, one.chain, sizeof one.chain);
    assert_true(arb_beat_read(&last, h.database, boot)); /* life is as the former server said */
    assert_int_equal(last, 1000);
    (void)snprintf(path, sizeof path, "%s-beat", h.database);
    assert_int_equal(truncate(path, 0), 0);
    assert_false(arb_beat_mark_read(&found, h.database));
    arb_beat_set(&beat, 2000); /* and is made anew */
    assert_true(arb_beat_mark_read(&found, h.database));
    assert_int_equal(found.sequence, 7);
    arb_beat_close(&beat);
    hall_clear(&h);
}

static void test_beat__believes_no_contradiction(void **state)
{
    static const struct {
        arb_store_stamp sign, event;
        int64_t wall, lived;
    } all[] = {
        { { 5000, 105000 }, { 4000, 104000 }, 106000, 1000 },
        { { 5000, 105000 }, { 5000, 105000 }, 106000, 0 },
        { { 3000, 103000 }, { 4000, 104000 }, 106000, 0 },    /* before the event */
        { { 9000000, 105000 }, { 4000, 104000 }, 106000, 0 }, /* the clocks say otherwise */
        { { 5000, 9000000 }, { 4000, 104000 }, 106000, 0 },   /* in the future */
        { { INT64_MAX, INT64_MAX }, { INT64_MIN, INT64_MIN }, 106000, 0 },
        { { INT64_MIN, INT64_MIN }, { INT64_MAX, INT64_MAX }, 106000, 0 },
        { { INT64_MAX, 105000 }, { 0, INT64_MIN }, 106000, 0 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        assert_int_equal(arb_beat_lived(all[i].sign, all[i].event, all[i].wall), all[i].lived);
}

/* ---- QR codes */

static void test_qr__is_a_square_with_a_margin(void **state)
{
    static char longest[4096];
    arb_buf svg;

    (void)state;
    arb_buf_init(&svg, NULL, 1 << 20);
    assert_int_equal(arb_qr_write(&svg, "http://a.test/game#x"), ARB_OK);
    assert_non_null(strstr(arb_buf_text(&svg), "viewBox=\"0 0 33 33\"")); /* version 2 */
    assert_non_null(strstr(arb_buf_text(&svg), "M4 4h7v1h-7z"));          /* its first corner */
    memset(longest, 'a', sizeof longest - 1);
    assert_int_equal(arb_qr_write(&svg, longest), ARB_RANGE);
    arb_buf_clear(&svg);
}

/* ---- the committer */

typedef struct setting_job {
    arb_committer_job job;
    arb_loop *loop;
    const char *name;
    unsigned *left;
} setting_job;

static arb_store_err work(arb_committer_job *job, arb_store *store)
{
    const setting_job *it = (const setting_job *)job;
    const arb_store_err err =
        arb_store_setting_set(store, it->name, (arb_store_bytes){ "value", 5 });

    return err ? err : strcmp(it->name, "bad") == 0 ? ARB_STORE_EXISTS : ARB_STORE_OK;
}

static void done(arb_committer_job *job, arb_store_err err)
{
    setting_job *it = (setting_job *)job;

    (void)err;
    if (--*it->left == 0)
        arb_loop_stop(it->loop);
}

static arb_store_err read_setting(arb_store *store, const char *name)
{
    arb_buf value;

    arb_buf_init(&value, NULL, 100);
    const arb_store_err err = arb_store_setting_get(&value, store, name);
    arb_buf_clear(&value);
    return err;
}

/* One job that fails takes nobody with it, and leaves nothing behind. */
static void test_committer__one_that_fails_fails_alone(void **state)
{
    static const char *const names[] = { "one", "bad", "two", "three" };
    const arb_store_options options = { .create = true };
    unsigned left = 4;
    setting_job jobs[4];
    arb_committer *committer;
    arb_store *store;
    arb_loop *loop;
    hall h;

    (void)state;
    hall_init(&h);
    assert_int_equal(arb_store_open(&store, h.database, &options), ARB_STORE_OK);
    assert_int_equal(arb_loop_new(&loop, NULL), ARB_OK);
    assert_int_equal(arb_committer_new(&committer, loop, store), ARB_OK);
    for (unsigned i = 0; i < 4; i++) {
        jobs[i] = (setting_job){
            .job = { .work = work, .done = done }, .loop = loop, .name = names[i], .left = &left
        };
        arb_committer_push(committer, &jobs[i].job);
    }
    assert_int_equal(arb_loop_run(loop), ARB_OK);
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(jobs[i].job.err, i == 1 ? ARB_STORE_EXISTS : ARB_STORE_OK);
    }
    assert_int_equal(arb_committer_counts_get(committer).failures, 1);
    assert_false(arb_committer_busy(committer));
    arb_committer_free(committer);
    arb_loop_free(loop);
    assert_int_equal(arb_store_open(&store, h.database, &options), ARB_STORE_OK);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(read_setting(store, names[i]), i == 1 ? ARB_STORE_UNKNOWN : ARB_STORE_OK);
    arb_store_close(store);
    hall_clear(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keys__many_are_found_again),
        cmocka_unit_test(test_keys__removed_ones_are_gone),
        cmocka_unit_test(test_keys__what_was_read_may_be_older),
        cmocka_unit_test(test_keys__many_are_removed_meanwhile),
        cmocka_unit_test(test_keys__texts_that_are_none),
        cmocka_unit_test(test_keys__codes_are_read_as_people_write_them),
        cmocka_unit_test(test_keys__derived_tokens_stay),
        cmocka_unit_test(test_keys__the_token_of_a_join_needs_code_and_id),
        cmocka_unit_test(test_beat__is_read_by_the_next_server),
        cmocka_unit_test(test_beat__says_which_event_was_the_last),
        cmocka_unit_test(test_beat__believes_no_contradiction),
        cmocka_unit_test(test_qr__is_a_square_with_a_margin),
        cmocka_unit_test(test_committer__one_that_fails_fails_alone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
