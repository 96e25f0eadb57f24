/* SPDX-License-Identifier: MIT */
/* The chess clock: worked examples, and a second clock that ticks millisecond by millisecond. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/clock.h"
#include "support/random_positions.h"

static arb_clock_setting setting_of(const char *control)
{
    arb_clock_setting setting = { .freeze = false };

    assert_int_equal(arb_time_control_read(&setting.control[0], NULL, control, strlen(control)),
                     ARB_OK);
    setting.control[1] = setting.control[0];
    return setting;
}

/* Asserts the displays at `now`. */
static void assert_left(const arb_clock *clock, const arb_clock_setting *setting, arb_ms now,
                        arb_ms white, arb_ms black)
{
    assert_int_equal(arb_clock_left(clock, setting, ARB_WHITE, now), white);
    assert_int_equal(arb_clock_left(clock, setting, ARB_BLACK, now), black);
}

/* Laws 6.3.2 */
static void test_clock__delay_is_used_before_the_main_time(void **state)
{
    const arb_clock_setting setting = setting_of("300d10");
    arb_clock clock = arb_clock_set_up(&setting, 0);

    (void)state;
    arb_clock_start(&clock, &setting, ARB_WHITE, 0);
    arb_clock_press(&clock, &setting, ARB_WHITE, 7000);
    assert_left(&clock, &setting, 7000, 300000, 300000);
    assert_left(&clock, &setting, 17000, 300000, 300000);
    assert_left(&clock, &setting, 17001, 300000, 299999);
    arb_clock_press(&clock, &setting, ARB_BLACK, 21000);
    assert_left(&clock, &setting, 21000, 300000, 296000);
}

/* Laws 8.6: the next period begins with its time and a flag that is up. */
static void test_clock__the_next_period_is_begun(void **state)
{
    const arb_clock_setting setting = setting_of("40/60d5:30d10"), none = setting_of("none");
    arb_clock clock = arb_clock_set_up(&setting, 0), untimed = arb_clock_set_up(&none, 0);

    (void)state;
    arb_clock_start(&clock, &setting, ARB_WHITE, 0);
    arb_clock_next_period(&clock, &setting, ARB_WHITE, 40, 70000); /* the flag is down by then */
    assert_int_equal(arb_clock_flag(&clock, &setting, ARB_WHITE), 70000 + 10000 + 30000);
    assert_left(&clock, &setting, 70000, 30000, 60000);
    assert_left(&clock, &setting, 80000, 30000, 60000);
    assert_left(&clock, &setting, 81000, 29000, 60000);
    assert_int_equal(clock.moves[ARB_WHITE], 40);
    assert_int_equal(clock.moves[ARB_BLACK], 0);
    arb_clock_press(&clock, &setting, ARB_WHITE, 81000);
    assert_int_equal(clock.moves[ARB_WHITE], 41);
    assert_left(&clock, &setting, 81000, 29000, 60000); /* the period is not given twice */
    arb_clock_next_period(&untimed, &none, ARB_BLACK, 7, 10);
    assert_int_equal(untimed.moves[ARB_BLACK], 7);
}

/* Laws 6.3.2 */
static void test_clock__increment_comes_before_every_move(void **state)
{
    arb_clock_setting setting = setting_of("300+10");
    arb_clock clock = arb_clock_set_up(&setting, 0);

    (void)state;
    assert_left(&clock, &setting, 0, 310000, 310000);
    arb_clock_start(&clock, &setting, ARB_WHITE, 0);
    arb_clock_press(&clock, &setting, ARB_WHITE, 7000);
    arb_clock_press(&clock, &setting, ARB_BLACK, 21000);
    assert_left(&clock, &setting, 21000, 313000, 306000);
    /* the rules of 2001 credit it only afterwards */
    setting.increment_after = true;
    clock = arb_clock_set_up(&setting, 0);
    assert_left(&clock, &setting, 0, 300000, 300000);
}

/* Laws 6.3.1, I.2.3: the times of the periods that were entered, with their increments. */
static void test_clock__what_the_control_gives(void **state)
{
    arb_clock_setting setting = setting_of("2/300+10:60+5");

    (void)state;
    assert_int_equal(arb_clock_given(&setting, ARB_WHITE, 0), 310000);
    assert_int_equal(arb_clock_given(&setting, ARB_WHITE, 1), 320000);
    assert_int_equal(arb_clock_given(&setting, ARB_WHITE, 2), 385000);
    assert_int_equal(arb_clock_given(&setting, ARB_WHITE, 3), 390000);
    setting.increment_after = true; /* none before the first move */
    assert_int_equal(arb_clock_given(&setting, ARB_WHITE, 0), 300000);
    assert_int_equal(arb_clock_given(&setting, ARB_WHITE, 1), 310000);
    assert_int_equal(arb_clock_given(&setting, ARB_WHITE, 2), 375000);
}

/* Laws 7.5.1 */
static void test_clock__a_credit_that_is_used_up_leaves_nothing(void **state)
{
    const arb_clock_setting setting = setting_of("300+30");
    arb_clock clock = arb_clock_set_up(&setting, 0);

    (void)state;
    arb_clock_correct(&clock, &setting, ARB_WHITE, 5000, 0);
    arb_clock_start(&clock, &setting, ARB_WHITE, 0);
    arb_clock_press(&clock, &setting, ARB_WHITE, 3000);
    arb_clock_press(&clock, &setting, ARB_BLACK, 4000);
    assert_left(&clock, &setting, 24000, 12000, 359000);
    arb_clock_take_back(&clock, &setting, ARB_WHITE, 0, 30000, 24000);
    assert_left(&clock, &setting, 24000, 0, 359000);
    /* and the flag falls now, not before */
    assert_int_equal(arb_clock_flag(&clock, &setting, ARB_WHITE), 24000);
}

/* Laws III.4 */
static void test_clock__a_granted_increment_comes_with_every_press(void **state)
{
    const arb_clock_setting setting = setting_of("300");
    arb_clock clock = arb_clock_set_up(&setting, 0);

    (void)state;
    arb_clock_start(&clock, &setting, ARB_WHITE, 0);
    arb_clock_grant(&clock, 5000);
    assert_left(&clock, &setting, 10000, 290000, 300000); /* not before the next press */
    arb_clock_press(&clock, &setting, ARB_WHITE, 10000);
    assert_left(&clock, &setting, 10000, 295000, 300000);
    arb_clock_press(&clock, &setting, ARB_BLACK, 30000);
    assert_left(&clock, &setting, 30000, 295000, 285000);
    /* it is taken back with the press, and comes with nothing else */
    arb_clock_unpress(&clock, &setting, ARB_BLACK, 30000);
    assert_left(&clock, &setting, 30000, 295000, 280000);
    arb_clock_complete(&clock, &setting, ARB_BLACK, 30000);
    assert_left(&clock, &setting, 30000, 295000, 280000);
    /* and nothing comes to a fallen clock */
    arb_clock_press(&clock, &setting, ARB_BLACK, 310000);
    assert_left(&clock, &setting, 310000, 295000, 0);
}

/* Laws 6.3.2: in 2001 nothing was carried over in delay mode. */
static void test_clock__a_period_with_delay_may_save_nothing(void **state)
{
    arb_clock_setting setting = setting_of("1/60d10:300d10");

    (void)state;
    for (int saves = 1; saves >= 0; saves--) {
        setting.delay_saves_nothing = !saves;
        arb_clock clock = arb_clock_set_up(&setting, 0);
        arb_clock_start(&clock, &setting, ARB_WHITE, 0);
        arb_clock_press(&clock, &setting, ARB_WHITE, 20000);
        assert_left(&clock, &setting, 20000, saves ? 350000 : 300000, 60000);
        arb_clock_unpress(&clock, &setting, ARB_WHITE, 20000);
        assert_left(&clock, &setting, 20000, 50000, 60000);
    }
}

/* Laws III.3.1.1 */
static void test_clock__a_forgiven_flag_rises_with_the_next_period(void **state)
{
    const arb_clock_setting setting = setting_of("2/60:300");
    arb_clock clock = arb_clock_set_up(&setting, 0);

    (void)state;
    arb_clock_start(&clock, &setting, ARB_WHITE, 0);
    arb_clock_press(&clock, &setting, ARB_WHITE, 70000);
    assert_int_equal(arb_clock_flag(&clock, &setting, ARB_WHITE), 60000);
    arb_clock_forgive(&clock, &setting, 70000);
    assert_true(arb_clock_flag(&clock, &setting, ARB_WHITE) == ARB_MS_NEVER);
    arb_clock_press(&clock, &setting, ARB_BLACK, 80000);
    assert_left(&clock, &setting, 90000, 0, 50000);
    arb_clock_press(&clock, &setting, ARB_WHITE, 90000);
    assert_left(&clock, &setting, 90000, 300000, 50000);
    assert_true(arb_clock_flag(&clock, &setting, ARB_WHITE) == ARB_MS_NEVER);
}

/* Laws 6.3.2, 6.4 */
static void test_clock__saved_time_goes_into_the_next_period(void **state)
{
    const arb_clock_setting setting = setting_of("40/5400+30:1800+30");
    arb_clock clock = arb_clock_set_up(&setting, 0);

    (void)state;
    arb_clock_correct(&clock, &setting, ARB_WHITE, 100000, 0);
    arb_clock_recount(&clock, &setting, ARB_WHITE, 39);
    assert_int_equal(clock.period[ARB_WHITE], 0);
    arb_clock_start(&clock, &setting, ARB_WHITE, 0);
    arb_clock_press(&clock, &setting, ARB_WHITE, 20000);
    assert_int_equal(arb_clock_left(&clock, &setting, ARB_WHITE, 20000), 1910000);
    assert_int_equal(clock.period[ARB_WHITE], 1);
    assert_int_equal(clock.moves[ARB_WHITE], 40);
    /* and taken back with everything that it credited */
    arb_clock_unpress(&clock, &setting, ARB_WHITE, 25000);
    assert_int_equal(arb_clock_left(&clock, &setting, ARB_WHITE, 25000), 80000);
    assert_int_equal(clock.period[ARB_WHITE], 0);
    assert_int_equal(arb_clock_running(&clock, &setting, 25000), ARB_WHITE);
}

/* Laws 6.1, 6.8 */
static void test_clock__a_flag_falls_at_zero_and_stays_fallen(void **state)
{
    const arb_clock_setting setting = setting_of("10+5");
    arb_clock clock = arb_clock_set_up(&setting, 0);

    (void)state;
    assert_true(arb_clock_flag(&clock, &setting, ARB_WHITE) == ARB_MS_NEVER);
    arb_clock_start(&clock, &setting, ARB_WHITE, 1000);
    assert_int_equal(arb_clock_flag(&clock, &setting, ARB_WHITE), 16000);
    assert_int_equal(arb_clock_left(&clock, &setting, ARB_WHITE, 15999), 1);
    arb_clock_press(&clock, &setting, ARB_WHITE, 16000); /* one millisecond too late */
    assert_int_equal(arb_clock_flag(&clock, &setting, ARB_WHITE), 16000);
    assert_left(&clock, &setting, 17000, 0, 14000);
    arb_clock_add(&clock, &setting, ARB_WHITE, 60000, 17000);
    assert_left(&clock, &setting, 17000, 0, 14000);
    arb_clock_correct(&clock, &setting, ARB_WHITE, 5000, 17000);
    assert_true(arb_clock_flag(&clock, &setting, ARB_WHITE) == ARB_MS_NEVER);
    assert_left(&clock, &setting, 17000, 5000, 14000);
}

/* Laws 6.11, 6.11.1, 6.11.3 */
static void test_clock__stopped_it_keeps_time_and_delay(void **state)
{
    const arb_clock_setting setting = setting_of("60d5");
    arb_clock clock = arb_clock_set_up(&setting, 0);

    (void)state;
    arb_clock_start(&clock, &setting, ARB_WHITE, 0);
    arb_clock_stop(&clock, &setting, 3000);
    assert_int_equal(arb_clock_running(&clock, &setting, 3000), ARB_COLOUR_COUNT);
    assert_left(&clock, &setting, 900000, 60000, 60000);
    arb_clock_start(&clock, &setting, ARB_WHITE, 900000);
    assert_left(&clock, &setting, 902000, 60000, 60000); /* two seconds of delay were left */
    assert_left(&clock, &setting, 902500, 59500, 60000);
}

/* Laws 6.2.1.2, 6.2.2 */
static void test_clock__a_forgotten_press_brings_no_bonus(void **state)
{
    const arb_clock_setting setting = setting_of("60+5");
    arb_clock clock = arb_clock_set_up(&setting, 0);

    (void)state;
    arb_clock_start(&clock, &setting, ARB_WHITE, 0);
    arb_clock_complete(&clock, &setting, ARB_WHITE, 10000);
    assert_int_equal(arb_clock_running(&clock, &setting, 10000), ARB_WHITE);
    assert_left(&clock, &setting, 10000, 55000, 65000);
    assert_int_equal(clock.moves[ARB_WHITE], 1);
    /* a press by the side whose time does not run starts and stops nothing */
    arb_clock_press(&clock, &setting, ARB_BLACK, 11000);
    assert_int_equal(arb_clock_running(&clock, &setting, 11000), ARB_WHITE);
    assert_left(&clock, &setting, 11000, 54000, 70000);
}

/* Laws 6.10.2 */
static void test_clock__a_corrected_bonus_counts_from_then_on(void **state)
{
    const arb_clock_setting none = setting_of("60"), delay = setting_of("60d5");
    arb_clock clock = arb_clock_set_up(&none, 0);

    (void)state;
    arb_clock_start(&clock, &none, ARB_WHITE, 0);
    arb_clock_press(&clock, &none, ARB_WHITE, 1000);
    assert_int_equal(arb_clock_bonus(&clock, &none, ARB_WHITE), 0);
    arb_clock_set_bonus(&clock, &none, 3000, 2000);
    assert_int_equal(arb_clock_bonus(&clock, &none, ARB_BLACK), 3000);
    assert_left(&clock, &none, 2000, 59000, 59000);
    arb_clock_press(&clock, &none, ARB_BLACK, 3000);
    assert_left(&clock, &none, 3000, 59000, 61000);
    /* a delay stays one: what has begun goes on, what has not is the new one */
    clock = arb_clock_set_up(&delay, 0);
    arb_clock_start(&clock, &delay, ARB_WHITE, 0);
    arb_clock_set_bonus(&clock, &delay, 0, 1000);
    arb_clock_press(&clock, &delay, ARB_WHITE, 5000);
    assert_left(&clock, &delay, 5000, 60000, 60000);
    arb_clock_press(&clock, &delay, ARB_BLACK, 6000);
    arb_clock_press(&clock, &delay, ARB_WHITE, 8000);
    assert_left(&clock, &delay, 8000, 58000, 59000);
}

/* Laws 6.3.2 */
static void test_clock__a_press_taken_back_restores_the_delay_of_both(void **state)
{
    const arb_clock_setting setting = setting_of("300d10");
    arb_clock clock = arb_clock_set_up(&setting, 0);

    (void)state;
    arb_clock_start(&clock, &setting, ARB_WHITE, 0);
    arb_clock_press(&clock, &setting, ARB_WHITE, 1000);
    arb_clock_unpress(&clock, &setting, ARB_WHITE, 9000);
    arb_clock_press(&clock, &setting, ARB_WHITE, 10000);
    assert_left(&clock, &setting, 20000, 300000, 300000);
}

static void test_clock__a_correction_to_zero_is_a_fall(void **state)
{
    arb_clock_setting setting = setting_of("10");
    arb_clock clock = arb_clock_set_up(&setting, 0);

    (void)state;
    setting.freeze = true;
    arb_clock_start(&clock, &setting, ARB_WHITE, 0);
    arb_clock_correct(&clock, &setting, ARB_BLACK, 0, 4000);
    assert_int_equal(arb_clock_flag(&clock, &setting, ARB_BLACK), 4000);
    assert_int_equal(arb_clock_running(&clock, &setting, 4000), ARB_COLOUR_COUNT);
    assert_left(&clock, &setting, 9000, 6000, 0);
}

static void test_clock__freezes_both_when_asked(void **state)
{
    arb_clock_setting setting = setting_of("10");
    arb_clock clock = arb_clock_set_up(&setting, 0);

    (void)state;
    setting.freeze = true;
    arb_clock_start(&clock, &setting, ARB_WHITE, 0);
    assert_int_equal(arb_clock_running(&clock, &setting, 9999), ARB_WHITE);
    assert_int_equal(arb_clock_running(&clock, &setting, 10000), ARB_COLOUR_COUNT);
    arb_clock_press(&clock, &setting, ARB_WHITE, 12000);
    assert_left(&clock, &setting, 99000, 0, 10000);
}

static void test_clock__deductions_can_make_the_flag_fall(void **state)
{
    const arb_clock_setting setting = setting_of("100");
    arb_clock clock = arb_clock_set_up(&setting, 0);

    (void)state;
    arb_clock_add(&clock, &setting, ARB_BLACK, 120000, 0);
    arb_clock_add(&clock, &setting, ARB_WHITE, -99999, 0);
    assert_left(&clock, &setting, 0, 1, 220000);
    arb_clock_add(&clock, &setting, ARB_WHITE, -1, 5);
    assert_int_equal(arb_clock_flag(&clock, &setting, ARB_WHITE), 5);
}

static void test_clock__without_a_control_no_time_passes(void **state)
{
    const arb_clock_setting setting = setting_of("none");
    arb_clock clock = arb_clock_set_up(&setting, 0);

    (void)state;
    arb_clock_start(&clock, &setting, ARB_WHITE, 0);
    arb_clock_press(&clock, &setting, ARB_WHITE, 1000);
    assert_int_equal(clock.moves[ARB_WHITE], 1);
    assert_true(arb_clock_flag(&clock, &setting, ARB_BLACK) == ARB_MS_NEVER);
    assert_left(&clock, &setting, 99999999, 0, 0);
}

static void test_clock__a_million_presses_do_not_drift(void **state)
{
    const arb_clock_setting setting = setting_of("3600+0.001");
    arb_clock clock = arb_clock_set_up(&setting, 0);
    arb_ms now = 0;

    (void)state;
    arb_clock_start(&clock, &setting, ARB_WHITE, now);
    for (unsigned i = 0; i < 1000000; i++) {
        now += 3;
        arb_clock_press(&clock, &setting, i % 2 == 0 ? ARB_WHITE : ARB_BLACK, now);
    }
    /* 500,000 moves each, of three milliseconds, with one millisecond for each and the first */
    assert_left(&clock, &setting, now, 3600000 + 1 - 1000000, 3600000 + 1 - 1000000);
}

/* ---- a clock that ticks ---- */

typedef struct ticking {
    arb_ms left[2], delay[2], now;
    bool down[2];
    unsigned moves[2], period[2];
    int running;
} ticking;

static void tick_to(ticking *t, arb_ms now)
{
    for (; t->now < now; t->now++) {
        const int s = t->running;
        if (s > 1)
            continue;
        if (t->delay[s] > 0)
            t->delay[s]--;
        else if (t->left[s] > 0)
            t->left[s]--;
        t->down[s] = t->down[s] || (t->delay[s] == 0 && t->left[s] == 0);
    }
}

static void tick_press(ticking *t, const arb_time_control *control, int s)
{
    const arb_period *period = &control->period[t->period[s]];

    t->moves[s]++;
    if (period->moves > 0 && t->moves[s] == period->moves) {
        t->moves[s] = 0;
        if (t->period[s] + 1 < control->count)
            t->period[s]++;
        period = &control->period[t->period[s]];
        t->left[s] += period->time;
    }
    if (!t->down[s] && period->kind == ARB_BONUS_INCREMENT)
        t->left[s] += period->bonus;
    t->delay[s] = !t->down[s] && period->kind == ARB_BONUS_DELAY ? period->bonus : 0;
    if (t->running == s)
        t->running = 1 - s;
}

/* Laws 6.1, 6.2.1, 6.3.2 */
static void test_clock__agrees_with_one_that_ticks(void **state)
{
    static const char *const controls[] = { "0.3+0.02", "0.3d0.02", "3/0.2+0.01:0.1d0.03",
                                            "2/0.15",   "0.4",      "2/0.1:2/0.1+0.02:0.05" };
    chance luck = chance_begin(61);

    (void)state;
    for (unsigned game = 0; game < scaled(3000); game++) {
        const arb_clock_setting setting = setting_of(controls[game % 6]);
        const arb_period *first = &setting.control[0].period[0];
        const arb_ms increment = first->kind == ARB_BONUS_INCREMENT ? first->bonus : 0;
        const arb_ms delay = first->kind == ARB_BONUS_DELAY ? first->bonus : 0;
        ticking t = { .left = { first->time + increment, first->time + increment },
                      .delay = { delay, delay },
                      .running = 2 };
        arb_clock clock = arb_clock_set_up(&setting, 0);
        arb_ms now = 0;

        for (unsigned i = 0; i < 40; i++) {
            const arb_colour side = chance_below(&luck, 2) ? ARB_BLACK : ARB_WHITE;
            now += chance_below(&luck, 60);
            tick_to(&t, now);
            switch (chance_below(&luck, 8)) {
            case 0:
                arb_clock_stop(&clock, &setting, now);
                t.running = 2;
                break;
            case 1:
                arb_clock_start(&clock, &setting, side, now);
                t.running = (int)side;
                break;
            default:
                arb_clock_press(&clock, &setting, side, now);
                tick_press(&t, &setting.control[side], (int)side);
            }
            assert_left(&clock, &setting, now, t.left[0], t.left[1]);
            assert_int_equal(clock.running, t.running);
            for (arb_colour s = ARB_WHITE; s <= ARB_BLACK; s++)
                assert_int_equal(clock.fell_at[s] != ARB_MS_NEVER, t.down[s]);
        }
    }
}

/* Laws 7.5.1 */
static void test_clock__what_was_credited_is_taken_back_once(void **state)
{
    const arb_clock_setting setting = setting_of("60+30");
    arb_clock clock = arb_clock_set_up(&setting, 0);

    (void)state;
    arb_clock_start(&clock, &setting, ARB_WHITE, 0);
    arb_clock_press(&clock, &setting, ARB_WHITE, 10000);
    arb_clock_press(&clock, &setting, ARB_BLACK, 11000);
    arb_clock_press(&clock, &setting, ARB_WHITE, 12000);
    assert_left(&clock, &setting, 12000, 139000, 119000);
    arb_clock_unpress(&clock, &setting, ARB_WHITE, 12000);
    assert_left(&clock, &setting, 12000, 109000, 119000);
    arb_clock_unpress(&clock, &setting, ARB_WHITE,
                      12000); /* of that one nothing is known any more */
    assert_left(&clock, &setting, 12000, 109000, 119000);
    arb_clock_press(&clock, &setting, ARB_WHITE, 12000);
    arb_clock_add(&clock, &setting, ARB_WHITE, -120000, 12000);
    assert_left(&clock, &setting, 12000, 19000, 119000);
    arb_clock_unpress(&clock, &setting, ARB_WHITE, 12000); /* a clock shows no less than nothing */
    assert_left(&clock, &setting, 12000, 0, 119000);
}

/* Laws 6.10.1, III.3.1.1 */
static void test_clock__a_corrected_clock_may_fall_again(void **state)
{
    const arb_clock_setting setting = setting_of("2/60:300");
    arb_clock clock = arb_clock_set_up(&setting, 0);

    (void)state;
    arb_clock_start(&clock, &setting, ARB_WHITE, 0);
    arb_clock_forgive(&clock, &setting, 70000);
    arb_clock_correct(&clock, &setting, ARB_WHITE, 10000, 70000);
    assert_int_equal(arb_clock_flag(&clock, &setting, ARB_WHITE), 80000);
    arb_clock_stop(&clock, &setting, 90000);
    assert_int_equal(arb_clock_flag(&clock, &setting, ARB_WHITE), 80000);
}

/* Laws 6.10.2 */
static void test_clock__a_recount_forgets_the_last_credit(void **state)
{
    const arb_clock_setting setting = setting_of("60+30");
    arb_clock clock = arb_clock_set_up(&setting, 0);

    (void)state;
    arb_clock_start(&clock, &setting, ARB_WHITE, 0);
    arb_clock_press(&clock, &setting, ARB_WHITE, 10000);
    arb_clock_recount(&clock, &setting, ARB_WHITE, 5);
    arb_clock_unpress(&clock, &setting, ARB_WHITE, 10000);
    assert_left(&clock, &setting, 10000, 110000, 90000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clock__delay_is_used_before_the_main_time),
        cmocka_unit_test(test_clock__the_next_period_is_begun),
        cmocka_unit_test(test_clock__increment_comes_before_every_move),
        cmocka_unit_test(test_clock__what_the_control_gives),
        cmocka_unit_test(test_clock__a_credit_that_is_used_up_leaves_nothing),
        cmocka_unit_test(test_clock__a_granted_increment_comes_with_every_press),
        cmocka_unit_test(test_clock__a_period_with_delay_may_save_nothing),
        cmocka_unit_test(test_clock__a_forgiven_flag_rises_with_the_next_period),
        cmocka_unit_test(test_clock__saved_time_goes_into_the_next_period),
        cmocka_unit_test(test_clock__a_flag_falls_at_zero_and_stays_fallen),
        cmocka_unit_test(test_clock__stopped_it_keeps_time_and_delay),
        cmocka_unit_test(test_clock__a_forgotten_press_brings_no_bonus),
        cmocka_unit_test(test_clock__a_corrected_bonus_counts_from_then_on),
        cmocka_unit_test(test_clock__a_press_taken_back_restores_the_delay_of_both),
        cmocka_unit_test(test_clock__a_correction_to_zero_is_a_fall),
        cmocka_unit_test(test_clock__freezes_both_when_asked),
        cmocka_unit_test(test_clock__deductions_can_make_the_flag_fall),
        cmocka_unit_test(test_clock__without_a_control_no_time_passes),
        cmocka_unit_test(test_clock__a_million_presses_do_not_drift),
        cmocka_unit_test(test_clock__agrees_with_one_that_ticks),
        cmocka_unit_test(test_clock__what_was_credited_is_taken_back_once),
        cmocka_unit_test(test_clock__a_corrected_clock_may_fall_again),
        cmocka_unit_test(test_clock__a_recount_forgets_the_last_credit),
    };
    return cmocka_run_group_tests_name("clock", tests, NULL, NULL);
}
