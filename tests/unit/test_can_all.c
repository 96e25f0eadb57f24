/* SPDX-License-Identifier: MIT */
/*
 * All verbs at once are what each of them is by itself: in the games of all cases, after every
 * event, for everybody. Rules that answer for all of their verbs at once, and verbs that are left
 * out before any rule is asked, would show here.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "arbitro/can.h"
#include "support/case_files.h"

typedef struct tally {
    unsigned states, offered, awaited;
} tally;

static void compare(tally *counted, const arb_game *game, arb_actor actor, const char *name)
{
    const arb_state *s = arb_game_state(game);
    const arb_history *history = arb_game_history(game);
    const arb_ms now = arb_state_now(s);
    const arb_colour running = arb_state_running(s);
    /* the last instant before a flag falls: only the clock differs */
    const arb_ms last = running < ARB_COLOUR_COUNT && arb_state_wakeup(s) != ARB_MS_NEVER
                            ? arb_state_wakeup(s) - 1
                            : now;
    arb_ms from[ARB_VERB_COUNT];

    arb_state_can_all(from, s, history, actor, now);
    for (int i = 0; i < ARB_VERB_COUNT; i++) {
        const arb_verb verb = (arb_verb)i;
        const bool later = from[i] != now && from[i] != ARB_MS_NEVER;

        if (from[i] == ARB_MS_NEVER && last > now && arb_state_can(s, history, actor, verb, last))
            fail_msg("%s: %s %s becomes possible", name, arb_actor_word(actor),
                     arb_verb_get(verb)->words);
        counted->offered += from[i] == now;
        counted->awaited += later;
        if (arb_state_can(s, history, actor, verb, now) != (from[i] == now) ||
            (later && (!arb_state_can(s, history, actor, verb, from[i]) ||
                       arb_state_can(s, history, actor, verb, from[i] - 1))))
            fail_msg("%s: %s %s", name, arb_actor_word(actor), arb_verb_get(verb)->words);
    }
}

static void look(void *user, arb_game *game, const char *name)
{
    tally *counted = user;

    counted->states++;
    for (int actor = 0; actor < ARB_ACTOR_COUNT; actor++)
        compare(counted, game, (arb_actor)actor, name);
}

static void test_can_all__is_what_each_verb_is_alone(void **state)
{
    tally counted = { 0 };

    (void)state;
    case_files_play(&(case_files_calls){ .after = look, .user = &counted });
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
