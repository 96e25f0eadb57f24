/* SPDX-License-Identifier: MIT */
/*
 * The database that is written without a person's name takes the place of the former in everything:
 * where links lead, whose it is, and who may read it.
 */
#define _GNU_SOURCE
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/hall/fixture.h"
#include "support/hall/program.h"
#include "support/hall/traces.h"

enum { ROOM = 700, SOMEBODY = 4321, THEIRS = 5432 };

static void play(void)
{
    const seats s = hall_game(&h, "{\"mode\":\"tournament\",\"names\":{\"white\":\"" TRACES_NAME
                                  "\",\"black\":\"Bo\"}}");

    assert_true(hall_do(&h, s.arbiter, "start"));
    assert_int_equal(hall_stop(&h), 0);
}

static const char *beside(char out[ROOM], const char *path, const char *ending)
{
    assert_in_range(snprintf(out, ROOM, "%s%s", path, ending), 1, ROOM - 1);
    return out;
}

static int erase(const char *path)
{
    return RUN("erase", "--yes", path, TRACES_NAME, TRACES_LAST, TRACES_FIRST);
}

/* What the name leads to is erased, and it still leads there. */
static void test_hall__a_person_is_erased_through_a_link(void **state)
{
    char link[ROOM], again[ROOM], name[ROOM];
    struct stat info;

    (void)state;
    traces_make();
    play();
    beside(link, h.folder, "/link.arbitro");
    beside(again, h.folder, "/again.arbitro");
    assert_int_equal(symlink("hall.arbitro", link), 0);
    assert_int_equal(symlink(link, again), 0);
    if (erase(again) != 0)
        fail_msg("%s", said);
    (void)traces_search(h.folder, NULL, false);
    assert_int_equal(lstat(link, &info), 0);
    assert_true(S_ISLNK(info.st_mode));
    assert_int_equal(lstat(again, &info), 0);
    assert_true(S_ISLNK(info.st_mode));
    assert_int_equal(lstat(h.database, &info), 0);
    assert_true(S_ISREG(info.st_mode));
    assert_int_not_equal(access(beside(name, again, "-lock"), F_OK), 0);
    assert_int_not_equal(access(beside(name, again, "-beat"), F_OK), 0);
    hall_start(&h, no_engine); /* nothing is missed */
}

/* A hall that was opened by a link has one sign of life, and is erased by any name. */
static void test_hall__a_hall_by_a_link_is_the_same_hall(void **state)
{
    char link[ROOM], path[ROOM], name[ROOM];

    (void)state;
    traces_make();
    play();
    (void)snprintf(path, sizeof path, "%s", h.database);
    beside(link, h.folder, "/link.arbitro");
    assert_int_equal(symlink(path, link), 0);
    assert_true(strlen(link) < sizeof h.database);
    memcpy(h.database, link, strlen(link) + 1);
    hall_start(&h, no_engine);
    assert_int_not_equal(access(beside(name, link, "-beat"), F_OK), 0);
    assert_int_equal(erase(path), 2);
    assert_non_null(strstr(said, "open"));
    assert_int_equal(hall_stop(&h), 0);
    if (erase(path) != 0)
        fail_msg("%s", said);
    hall_start(&h, no_engine);
}

static void assert_owner(const char *path, const char *ending, mode_t mode)
{
    struct stat info;
    char name[ROOM];

    if (stat(beside(name, path, ending), &info) != 0)
        fail_msg("%s is not there", name);
    if (info.st_uid != SOMEBODY || info.st_gid != THEIRS)
        fail_msg("%s belongs to %u, %u", name, info.st_uid, info.st_gid);
    if ((info.st_mode & 07777) != mode)
        fail_msg("%s has the mode %o", name, info.st_mode & 07777);
}

/* As root, of a service that has a user of its own: it opens it afterwards as before. */
static void test_hall__what_is_erased_as_root_belongs_to_whom_it_belonged(void **state)
{
    char name[ROOM];

    (void)state;
    if (geteuid() != 0)
        skip();
    play();
    assert_int_equal(chown(h.folder, SOMEBODY, THEIRS), 0);
    assert_int_equal(chown(h.database, SOMEBODY, THEIRS), 0);
    assert_int_equal(chmod(h.database, 0640), 0);
    assert_int_equal(chown(beside(name, h.database, "-beat"), SOMEBODY, THEIRS), 0);
    assert_int_equal(unlink(beside(name, h.database, "-lock")), 0);
    if (erase(h.database) != 0)
        fail_msg("%s", said);
    assert_owner(h.database, "", 0640);
    assert_owner(h.database, "-beat", 0600);
    assert_owner(h.database, "-lock", 0600);
    if (RUN("check", h.database) != 0)
        fail_msg("%s", said);
}

/* Who may write it and cannot give it to its owner does not take it from him. */
static void test_hall__a_database_is_not_taken_from_its_owner(void **state)
{
    char name[ROOM];
    int status = 0;

    (void)state;
    if (geteuid() != 0)
        skip();
    traces_make();
    play();
    assert_int_equal(chmod(h.folder, 0777), 0);
    assert_int_equal(chmod(h.database, 0666), 0);
    assert_int_equal(chmod(beside(name, h.database, "-lock"), 0666), 0);
    const pid_t child = fork();
    if (child == 0) {
        if (setgid(THEIRS) != 0 || setuid(SOMEBODY) != 0)
            _exit(3);
        _exit(erase(h.database) == 2 ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_non_null(traces_in_file(h.database));
    assert_int_not_equal(access(beside(name, h.database, "-erasing"), F_OK), 0);
    hall_start(&h, no_engine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_hall__a_person_is_erased_through_a_link, fixture_program),
        FIXTURE_TEST(test_hall__a_hall_by_a_link_is_the_same_hall, fixture_program),
        FIXTURE_TEST(test_hall__what_is_erased_as_root_belongs_to_whom_it_belonged,
                     fixture_program),
        FIXTURE_TEST(test_hall__a_database_is_not_taken_from_its_owner, fixture_program),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
