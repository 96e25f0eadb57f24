/* SPDX-License-Identifier: MIT */
/*
 * What halls tell each other through the database: whatever anybody else sends there is no notice,
 * any text is read to its end, nothing that is told is heard late, and a queue that others have
 * filled keeps nobody from writing.
 */
#define _GNU_SOURCE
#include "test_store_house.h"

#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "store/notice.h"
#include "support/random_positions.h"

typedef struct heard {
    char text[400];
    unsigned count;
} heard;

static bool hear(void *user, uint64_t game, uint64_t sequence)
{
    heard *it = user;

    it->count++;
    (void)snprintf(it->text + strlen(it->text), sizeof it->text - strlen(it->text), "%llu@%llu ",
                   (unsigned long long)game, (unsigned long long)sequence);
    return true;
}

/* ---- reading them */

static void test_notice__what_is_told_is_read(void **state)
{
    static const struct {
        const char *text, *told;
    } all[] = {
        { "7 1", "1@7 " },
        { "7 1 2 33", "1@7 2@7 33@7 " },
        { "7 0", "0@7 " },
        { "7 1;2 3", NULL }, /* a space stands before each game */
        { "7 1; 2 3", "1@7 2@0 3@0 " },
        { "0; 5", "5@0 " },
        { "9223372036854775807 9223372036854775807", "9223372036854775807@9223372036854775807 " },
        { "", NULL },
        { "7", NULL },
        { "7 ", NULL },
        { "1 x", NULL },
        { "1 2x", NULL },
        { "x", NULL },
        { "0 1", NULL },
        { "1 -1", NULL },
        { "1 +1", NULL },
        { "1  1", NULL },
        { "1 9223372036854775808", NULL },
        { "1 99999999999999999999999999", NULL },
        { "1 2;", NULL },
        { "1 2; ", NULL },
        { "1 2; 3; 4", NULL },
        { " 1 2", NULL },
        { "1 2 ", NULL },
    };

    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        heard it = { .count = 0 };
        assert_true(arb_store_notice_read(all[i].text, hear, &it));
        if (strcmp(it.text, all[i].told ? all[i].told : "0@1 0@0 ") != 0)
            fail_msg("\"%s\": %s", all[i].text, it.text);
    }
}

/* Whatever it is: reading it ends, tells no more than stands there, and any game when it is none.
 */
static void test_notice__any_text_is_read_to_its_end(void **state)
{
    static const char letters[] = "0123456789 ;x-+\t\xff";
    chance luck = chance_begin(5);

    (void)state;
    for (unsigned i = 0; i < 20000; i++) {
        char text[64];
        heard it = { .count = 0 };
        const size_t size = chance_below(&luck, sizeof text - 1);
        for (size_t k = 0; k < size; k++)
            text[k] = i % 2 ? letters[chance_below(&luck, sizeof letters - 1)]
                            : (char)(1 + chance_below(&luck, 255));
        text[size] = '\0';
        assert_true(arb_store_notice_read(text, hear, &it));
        assert_in_range(it.count, 1, size < 2 ? 2 : size);
    }
}

/* Enough is enough. */
static bool hear_one(void *user, uint64_t game, uint64_t sequence)
{
    (void)game, (void)sequence;
    ++*(unsigned *)user;
    return false;
}

static void test_notice__whoever_has_heard_enough_hears_no_more(void **state)
{
    unsigned count = 0;

    (void)state;
    assert_false(arb_store_notice_read("3 1 2; 4", hear_one, &count));
    assert_false(arb_store_notice_read("none", hear_one, &count));
    assert_int_equal(count, 2);
}

/* ---- what comes from others */

/* Looks at what is heard, for so long; or until something is. */
static void listen_for(heard *it, arb_store *store, int ms)
{
    int fd = -1;

    *it = (heard){ .count = 0 };
    for (int i = 0; i < ms / 20 && !it->count; i++) {
        assert_fine(arb_store_heard(store, hear, it));
        assert_fine(arb_store_listen(&fd, store));
        struct pollfd one = { .fd = fd, .events = POLLIN };
        (void)poll(&one, 1, 20);
    }
}

static void test_notice__what_others_send_is_not_heard(void **state)
{
    const arb_store_options follow = { .follow = true };
    const folder *where = *state;
    uint64_t first = 0, second = 0;
    arb_store *one = join(where->file, "one", LONG_MS, &first),
              *two = join(where->file, "two", LONG_MS, &second), *listener = NULL;
    const uint64_t game = game_of(one);
    char stranger[400];
    heard it;
    int fd = -1;

    assert_fine(arb_store_open(&listener, where->file, &follow));
    assert_fine(arb_store_listen(&fd, listener));
    postgres_sql(where->file, "DO $$ BEGIN CREATE ROLE stranger LOGIN; EXCEPTION WHEN"
                              " duplicate_object THEN NULL; END $$");
    (void)snprintf(stranger, sizeof stranger, "host=%s user=stranger dbname=postgres",
                   strstr(where->file, "?host=") + 6);
    postgres_sql(stranger, "NOTIFY arbitro, '1 x'; NOTIFY arbitro, '1 0'; NOTIFY arbitro_0, '1 0'");
    listen_for(&it, listener, 300);
    assert_string_equal(it.text, "");
    assert_fine(append(one, game, 0));
    listen_for(&it, listener, 10000);
    assert_string_equal(it.text, "1@1 ");
    /* and what comes from who may know the name, and is none, stands for any game */
    postgres_sql(where->file, "SELECT pg_notify('arbitro_' || channel, '1 x') FROM turn");
    listen_for(&it, listener, 10000);
    assert_string_equal(it.text, "0@1 0@0 ");
    arb_store_close(listener);
    arb_store_close(two);
    arb_store_close(one);
}

/* Two databases, or the same made anew, have another word each. */
static void test_notice__the_word_is_another_one_each_time(void **state)
{
    const folder *where = *state;

    arb_store_close(store_open(where->file));
    const long long first = postgres_ask(where->file, "SELECT channel FROM turn");
    postgres_empty();
    arb_store_close(store_open(where->file));
    const long long second = postgres_ask(where->file, "SELECT channel FROM turn");
    assert_true(first > 0 && second > 0 && first != second);
}

/* ---- when it is heard */

enum { PAIRS = 80, LATE_MS = 100, LATE_MAX = 8 };

typedef struct timing {
    arb_store *store;
    _Atomic unsigned heard, late;
    atomic_bool stop;
} timing;

/* The sequence number is the time at which it was sent, in us. */
static bool note(void *user, uint64_t game, uint64_t sequence)
{
    timing *it = user;
    struct timespec now;

    (void)clock_gettime(CLOCK_REALTIME, &now);
    if (game == 0)
        return true;
    it->heard++;
    it->late += now.tv_sec * 1000000 + now.tv_nsec / 1000 - (int64_t)sequence > LATE_MS * 1000;
    return true;
}

/* As a hall listens. */
static void *listen_on(void *user)
{
    timing *it = user;
    int fd = -1;

    while (!it->stop) {
        if (arb_store_heard(it->store, note, it) != ARB_STORE_OK ||
            arb_store_listen(&fd, it->store) != ARB_STORE_OK)
            return NULL;
        struct pollfd one = { .fd = fd, .events = POLLIN };
        (void)poll(&one, 1, 200);
    }
    return it;
}

/* Two come together, with a little more between them each time: the second is heard as soon as the
 * first. */
static void test_notice__nothing_is_heard_late(void **state)
{
    static const char send[] =
        "DO $$ BEGIN FOR i IN 1..%d LOOP"
        " PERFORM pg_notify('arbitro_' || channel, floor(extract(epoch FROM clock_timestamp())"
        " * 1000000)::bigint || ' 1') FROM arbitro.turn; COMMIT;"
        " PERFORM count(*) FROM generate_series(1, i * 50);"
        " PERFORM pg_notify('arbitro_' || channel, floor(extract(epoch FROM clock_timestamp())"
        " * 1000000)::bigint || ' 1') FROM arbitro.turn; COMMIT;"
        " PERFORM pg_sleep(0.04); END LOOP; END $$";
    const arb_store_options follow = { .follow = true };
    const folder *where = *state;
    static timing it;
    pthread_t thread;
    void *well = NULL;
    char text[1000];
    int fd = -1;

    it.stop = false;
    arb_store_close(store_open(where->file));
    assert_fine(arb_store_open(&it.store, where->file, &follow));
    assert_fine(arb_store_listen(&fd, it.store));
    assert_int_equal(pthread_create(&thread, NULL, listen_on, &it), 0);
    (void)snprintf(text, sizeof text, send, PAIRS);
    postgres_sql(where->file, text);
    (void)usleep(300000);
    it.stop = true;
    assert_int_equal(pthread_join(thread, &well), 0);
    assert_non_null(well);
    print_message("# of %u notices %u came later than %d ms\n", it.heard, it.late, LATE_MS);
    assert_int_equal(it.heard, 2 * PAIRS);
    assert_in_range(it.late, 0, LATE_MAX);
    arb_store_close(it.store);
}

/* What is said to the server while nobody waits may bring a notice with it, which then lies there
 * until the next one comes: so it is told once that somebody listens. */
static void test_notice__who_listens_says_so_once(void **state)
{
    static const char said[] = "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'LISTEN %'";
    const arb_store_options follow = { .follow = true };
    const folder *where = *state;
    arb_store *store = store_open(where->file), *listener = NULL;
    uint64_t counted = 0;
    int fd = -1, again = -1;

    assert_fine(arb_store_open(&listener, where->file, &follow));
    assert_fine(arb_store_listen(&fd, listener));
    assert_fine(arb_store_counted(&counted, listener));
    assert_fine(arb_store_listen(&again, listener));
    assert_int_equal(again, fd);
    assert_int_equal(postgres_ask(where->file, said), 0);
    arb_store_close(listener);
    arb_store_close(store);
}

/* ---- a queue that is full */

/* As the server says it: at the commit of whoever notifies, until somebody else has come to an end.
 */
static void fill_queue(const char *file, bool full)
{
    static const char fill[] =
        "CREATE FUNCTION arbitro.queue() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        " IF (SELECT unheard FROM arbitro.turn) = TG_ARGV[0]::bigint THEN"
        " RAISE EXCEPTION 'too many notifications in the NOTIFY queue' USING ERRCODE = '54000';"
        " END IF; RETURN NULL; END $$;"
        "CREATE CONSTRAINT TRIGGER queue AFTER INSERT ON arbitro.events"
        " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION arbitro.queue(0)";

    postgres_sql(file, full ? fill : "DROP FUNCTION arbitro.queue() CASCADE");
}

static void test_notice__a_full_queue_keeps_nobody_from_writing(void **state)
{
    const arb_store_options follow = { .follow = true };
    const folder *where = *state;
    uint64_t first = 0, second = 0;
    arb_store *one = join(where->file, "one", LONG_MS, &first),
              *two = join(where->file, "two", LONG_MS, &second), *listener = NULL;
    const uint64_t game = game_of(one);
    heard it;
    int fd = -1;

    assert_fine(arb_store_open(&listener, where->file, &follow));
    assert_fine(arb_store_listen(&fd, listener));
    listen_for(&it, listener, 100);
    fill_queue(where->file, true);
    assert_fine(batch_ahead(one, game, 1));
    fill_queue(where->file, false);
    assert_fine(batch_ahead(one, game, 1)); /* not tried again at once */
    assert_int_equal(store_count_all(one), 2);
    assert_int_equal(postgres_ask(where->file, "SELECT unheard FROM turn"), 2);
    listen_for(&it, listener, 10000); /* others hear of it nevertheless, of events and of links */
    assert_memory_equal(it.text, "0@", 2);
    assert_non_null(strstr(it.text, " 0@0 "));
    assert_fine(append(two, game, 0));
    listen_for(&it, listener, 10000);
    assert_string_equal(it.text, "1@3 ");
    assert_fine(arb_store_check(one));
    arb_store_close(listener);
    arb_store_close(two);
    arb_store_close(one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_notice__what_is_told_is_read),
        cmocka_unit_test(test_notice__any_text_is_read_to_its_end),
        cmocka_unit_test(test_notice__whoever_has_heard_enough_hears_no_more),
        POSTGRES_TEST(test_notice__what_others_send_is_not_heard),
        POSTGRES_TEST(test_notice__the_word_is_another_one_each_time),
        POSTGRES_TEST(test_notice__nothing_is_heard_late),
        POSTGRES_TEST(test_notice__who_listens_says_so_once),
        POSTGRES_TEST(test_notice__a_full_queue_keeps_nobody_from_writing),
    };

    return STORE_RUN(tests);
}
