/* SPDX-License-Identifier: MIT */
/*
 * All verbs at once are what each of them is by itself: in the games of all cases, after every
 * event, for everybody. Rules that answer for all of their verbs at once, and verbs that are left
 * out before any rule is asked, would show here.
 */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/can.h"
#include "arbitro/case.h"

enum { PATH_ROOM = 1024, TEXT_MAX = 1 << 20 };

typedef struct tally {
    unsigned states, offered, awaited;
} tally;

static void compare(tally *counted, const arb_game *game, arb_actor actor, const char *name)
{
    const arb_state *s = arb_game_state(game);
    const arb_history *history = arb_game_history(game);
    const arb_ms now = arb_state_now(s);
    arb_ms from[ARB_VERB_COUNT];

    arb_state_can_all(from, s, history, actor, now);
    for (int i = 0; i < ARB_VERB_COUNT; i++) {
        const arb_verb verb = (arb_verb)i;
        const bool later = from[i] != now && from[i] != ARB_MS_NEVER;

        counted->offered += from[i] == now;
        counted->awaited += later;
        if (arb_state_can(s, history, actor, verb, now) != (from[i] == now) ||
            (later && (!arb_state_can(s, history, actor, verb, from[i]) ||
                       arb_state_can(s, history, actor, verb, from[i] - 1))))
            fail_msg("%s: %s %s", name, arb_actor_word(actor), arb_verb_get(verb)->words);
    }
}

static void look(tally *counted, const arb_game *game, const char *name)
{
    counted->states++;
    for (int actor = 0; actor < ARB_ACTOR_COUNT; actor++)
        compare(counted, game, (arb_actor)actor, name);
}

static void play(tally *counted, const char *text, size_t size, const char *name)
{
    arb_case_header header;
    arb_case_reader reader;
    arb_case_item item = { .kind = ARB_CASE_BEGIN };
    arb_game *game = NULL;

    arb_case_reader_init(&reader, text, size);
    while (item.kind != ARB_CASE_END) {
        assert_int_equal(arb_case_next(&item, &header, &reader, NULL), ARB_OK);
        if (item.kind == ARB_CASE_BEGIN) {
            arb_game_free(game);
            assert_int_equal(arb_game_new(&game, NULL, &header.regulations, &header.given), ARB_OK);
            look(counted, game, name);
        } else if (item.kind == ARB_CASE_EVENT) {
            assert_int_equal(arb_game_submit(NULL, game, &item.event), ARB_OK);
            look(counted, game, name);
        }
    }
    arb_game_free(game);
}

static void play_file(tally *counted, const char *path)
{
    FILE *file = fopen(path, "rbe");
    char *text = malloc(TEXT_MAX);

    assert_non_null(file);
    assert_non_null(text);
    play(counted, text, fread(text, 1, TEXT_MAX, file), path);
    free(text);
    assert_int_equal(fclose(file), 0);
}

/* Folders within the folder, and files of cases. */
static void play_folder(tally *counted, const char *folder, bool files)
{
    DIR *all = opendir(folder);

    assert_non_null(all);
    for (const struct dirent *entry = readdir(all); entry; entry = readdir(all)) {
        char path[PATH_ROOM];

        assert_true(snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) < PATH_ROOM);
        if (files && strstr(entry->d_name, ".case"))
            play_file(counted, path);
        else if (!files && entry->d_name[0] != '.')
            play_folder(counted, path, true);
    }
    assert_int_equal(closedir(all), 0);
}

static void test_can_all__is_what_each_verb_is_alone(void **state)
{
    const char *data = getenv("ARB_TEST_DATA");
    char folder[PATH_ROOM];
    tally counted = { 0 };

    (void)state;
    (void)snprintf(folder, sizeof folder, "%s/cases", data ? data : "tests");
    play_folder(&counted, folder, false);
    print_message("%u states, %u offered, %u awaited\n", counted.states, counted.offered,
                  counted.awaited);
    assert_true(counted.states > 1000 && counted.offered > 10000 && counted.awaited > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_can_all__is_what_each_verb_is_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
