/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLOCK_H
#define ARBITRO_CLOCK_H
/**
 * @file clock.h
 * The chess clock (Laws, Article 6): time controls, two displays of which at most one runs, move
 * counters, flags that stay fallen.
 *
 * The clock never asks the machine what time it is: every call takes `now`, in milliseconds of one
 * scale that does not go back. The same calls therefore give the same clock in a test, in a replay
 * and in the hall, exact to the millisecond. All types are plain values; nothing is allocated.
 */
#include "arbitro/error.h"
#include "arbitro/square.h"

ARB_BEGIN_DECLS

/** Milliseconds. */
typedef int64_t arb_ms;

/** "Never", as an instant. */
#define ARB_MS_NEVER INT64_MAX

/** Writes an instant, which is not negative, as h:mm:ss or h:mm:ss.mmm; returns the length. */
ARB_API size_t arb_time_write(char *out, size_t size, arb_ms time);

/**
 * Reads h:mm:ss[.mmm], m:ss[.mmm] or seconds, the whole text, at most 1000000000 seconds. On an
 * error, ARB_SYNTAX, `out` is untouched and `where`, unless it is NULL, tells the column.
 */
ARB_API ARB_MUST_USE arb_err arb_time_read(arb_ms *out, arb_where *where, const char *text,
                                           size_t size);

/** What a player gets for each move beside the time of the period (6.3.2). */
typedef enum arb_bonus {
    ARB_BONUS_NONE,
    ARB_BONUS_INCREMENT, /* added to what is left */
    ARB_BONUS_DELAY      /* used up first, never saved */
} arb_bonus;

typedef struct arb_period {
    uint16_t moves; /* to be completed within it; 0: all the rest */
    uint8_t kind;   /* arb_bonus */
    arb_ms time;
    arb_ms bonus;
} arb_period;

enum { ARB_PERIODS_MAX = 8 };

/**
 * The time of one player (6.3.1). A last period with a number of moves is played again and again.
 * Without any period there is no clock.
 */
typedef struct arb_time_control {
    uint8_t count;
    arb_period period[ARB_PERIODS_MAX];
} arb_time_control;

/**
 * Reads a control such as "40/5400+30:1800+30", "900+10", "300d3" (or "300+3d"), "7200", all in
 * seconds with up to three decimals, or "none" or "-". On an error `out` is untouched and `where`,
 * unless it is NULL, tells the column.
 */
ARB_API ARB_MUST_USE arb_err arb_time_control_read(arb_time_control *out, arb_where *where,
                                                   const char *text, size_t size);

/** Writes a control, cut off at `size` bytes with a NUL; returns the length of the whole text. */
ARB_API size_t arb_time_control_write(char *out, size_t size, const arb_time_control *control);

/** The period, from 0, of a player who has completed so many moves. */
ARB_API uint8_t arb_time_control_period(const arb_time_control *control, uint32_t moves);

/** With how many completed moves the period ends of a player who has completed `moves`; 0 when all
 * moves must be made in it (6.3). */
ARB_API uint32_t arb_time_control_end(const arb_time_control *control, uint32_t moves);

/**
 * What the categories of play go by: the times of all periods, each once, and the bonus of sixty
 * moves (A.1).
 */
ARB_API arb_ms arb_time_control_total(const arb_time_control *control);

/** How a clock is set: what does not change during a game. */
typedef struct arb_clock_setting {
    arb_time_control control[2]; /* by arb_colour */
    bool increment_after;        /* credited only after a move, none before the first (2001) */
    bool delay_saves_nothing;    /* in delay mode nothing is carried to the next period (2001) */
    bool freeze;                 /* both stop when the first flag falls (III.3) */
} arb_clock_setting;

/** The clock at one instant. Read it with the functions below. */
typedef struct arb_clock {
    arb_ms left[2];     /* at the instant `since` */
    arb_ms delay[2];    /* of the present move, not yet used */
    arb_ms credited[2]; /* by the last press, what arb_clock_unpress() takes back */
    arb_ms fell_at[2];  /* when the flag fell; ARB_MS_NEVER while it is up */
    arb_ms since;
    uint32_t moves[2];   /* completed */
    uint32_t granted[2]; /* the move up to which the times of periods have been given */
    uint8_t period[2];   /* from 0 */
    uint8_t running;     /* arb_colour, or ARB_COLOUR_COUNT when both stand still */
    arb_ms extra;        /* an increment that the arbiter has granted to both (III.4) */
    arb_ms bonus; /* where it was `corrected`, what every move brings from then on (6.10.2) */
    bool corrected;
    bool forgiven[2]; /* the flag is down and does not count */
    arb_ms used[2];   /* what has been thought away, at the instant `since` (I.2.3) */
} arb_clock;

/** The clock before the game, standing still at `now`. */
ARB_API arb_clock arb_clock_set_up(const arb_clock_setting *setting, arb_ms now);

/**
 * Starts the time of `side`, and stops the other's (6.6, 6.11.3). A clock that a fallen flag has
 * frozen starts only when the flag is up again.
 */
ARB_API void arb_clock_start(arb_clock *clock, const arb_clock_setting *setting, arb_colour side,
                             arb_ms now);

/** Stops both (6.11). */
ARB_API void arb_clock_stop(arb_clock *clock, const arb_clock_setting *setting, arb_ms now);

/**
 * `side` presses (6.2.1): the move is counted, time is credited, and if this player's time was
 * running the opponent's runs now. Otherwise no display is started or stopped (6.2.2).
 */
ARB_API void arb_clock_press(arb_clock *clock, const arb_clock_setting *setting, arb_colour side,
                             arb_ms now);

/** The move of `side` counts as completed without a press, and so without a bonus (6.2.1.2). */
ARB_API void arb_clock_complete(arb_clock *clock, const arb_clock_setting *setting, arb_colour side,
                                arb_ms now);

/**
 * Takes the last press of `side` back: its count and what it credited; displayed times otherwise
 * stand (7.5.1). The time of `side` runs from `now`.
 */
ARB_API void arb_clock_unpress(arb_clock *clock, const arb_clock_setting *setting, arb_colour side,
                               arb_ms now);

/**
 * Takes back the moves of `side` after the first `moves`, and `credited`, which the press of the
 * first of them had brought; displayed times otherwise stand (7.1, 7.5.1). Time that was given for
 * a later period is not given again when its moves are completed once more.
 */
ARB_API void arb_clock_take_back(arb_clock *clock, const arb_clock_setting *setting,
                                 arb_colour side, uint32_t moves, arb_ms credited, arb_ms now);

/**
 * Adds time to `side`, or deducts it when negative (7.5.5, 9.5.3, 12.9). A fallen clock gets
 * nothing any more; a deduction that reaches zero makes the flag fall.
 */
ARB_API void arb_clock_add(arb_clock *clock, const arb_clock_setting *setting, arb_colour side,
                           arb_ms amount, arb_ms now);

/**
 * Flags that are down do not count any more (III.3.1.1); they are up again when the time of the
 * next period comes.
 */
ARB_API void arb_clock_forgive(arb_clock *clock, const arb_clock_setting *setting, arb_ms now);

/** From now on every press brings `extra` to both, besides what the control says (III.4). */
ARB_API void arb_clock_grant(arb_clock *clock, arb_ms extra);

/** The increment or delay was set wrongly: from now on every move brings `bonus`, as a delay where
 * the period has one, else as an increment (6.10.2). */
ARB_API void arb_clock_set_bonus(arb_clock *clock, const arb_clock_setting *setting, arb_ms bonus,
                                 arb_ms now);

/** What a move of `side` brings in its present period, as an increment or a delay. */
ARB_API arb_ms arb_clock_bonus(const arb_clock *clock, const arb_clock_setting *setting,
                               arb_colour side);

/** Corrects what `side` has left; more than zero puts a fallen flag up again (6.10). */
ARB_API void arb_clock_correct(arb_clock *clock, const arb_clock_setting *setting, arb_colour side,
                               arb_ms left, arb_ms now);

/**
 * Charges `side` with the time from `now` to `until`, at which its move counts as sealed (I.1.2).
 * Nothing runs meanwhile. When that is more than is left the flag falls, now.
 */
ARB_API void arb_clock_charge(arb_clock *clock, const arb_clock_setting *setting, arb_colour side,
                              arb_ms until, arb_ms now);

/** The time that `side` has used by `now`, whatever it was given (I.2.3). */
ARB_API arb_ms arb_clock_used(const arb_clock *clock, const arb_clock_setting *setting,
                              arb_colour side, arb_ms now);

/**
 * What the control gives a player who has completed so many moves: the times of the periods that
 * he has entered, and the increments with them.
 */
ARB_API arb_ms arb_clock_given(const arb_clock_setting *setting, arb_colour side, uint32_t moves);

/** Corrects the counter of `side`; the period follows from it, displayed times stand (6.10.2). */
ARB_API void arb_clock_recount(arb_clock *clock, const arb_clock_setting *setting, arb_colour side,
                               uint32_t moves);

/**
 * `side` counts as having completed `moves`, with which a period ended: the time of the next is
 * added, and its flag is up (8.6). No bonus is credited.
 */
ARB_API void arb_clock_next_period(arb_clock *clock, const arb_clock_setting *setting,
                                   arb_colour side, uint32_t moves, arb_ms now);

/** What the display of `side` shows at `now`: never less than zero. */
ARB_API arb_ms arb_clock_left(const arb_clock *clock, const arb_clock_setting *setting,
                              arb_colour side, arb_ms now);

/** Whose time runs at `now`; ARB_COLOUR_COUNT when both stand still. */
ARB_API arb_colour arb_clock_running(const arb_clock *clock, const arb_clock_setting *setting,
                                     arb_ms now);

/** When the flag of `side` fell, or falls if nothing happens; ARB_MS_NEVER (6.1). */
ARB_API arb_ms arb_clock_flag(const arb_clock *clock, const arb_clock_setting *setting,
                              arb_colour side);

ARB_END_DECLS

#endif
