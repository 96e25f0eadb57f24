/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_LOOP_H
#define ARBITRO_SERVER_LOOP_H
/*
 * The server's one thread of events: descriptors that are ready, timers, and tasks for later.
 *
 * A round of the loop waits, calls `ready` of every watch that has something, then `due` of every
 * timer whose instant has come, then `run` of the tasks that were put off. Whoever ends something
 * that the system may still report in this round puts the end off with a task: then nothing is
 * freed under the hands of a caller.
 *
 * Everything here belongs to the thread that runs the loop, except arb_wake_signal(). Watches,
 * timers and tasks are the caller's memory and must stay where they are while they are in use.
 */
#include <stdbool.h>
#include <stdint.h>

#include "arbitro/error.h"
#include "arbitro/mem.h"
#include "server/http/timers.h"

typedef struct arb_loop arb_loop;

/* A descriptor and what to call when it is ready; the events are those of epoll. */
typedef struct arb_loop_fd {
    void (*ready)(void *user, uint32_t events);
    void *user;
    int fd;
    uint32_t events; /* what is waited for */
} arb_loop_fd;

/* Something to do at the end of the round. */
typedef struct arb_loop_task {
    void (*run)(void *user);
    void *user;
    struct arb_loop_task *next;
    bool queued;
} arb_loop_task;

/* A bell that any thread may ring. */
typedef struct arb_wake {
    arb_loop_fd watch;
    void (*woken)(void *user);
    void *user;
} arb_wake;

/*
 * Milliseconds of a clock that never goes back and that counts also while the machine sleeps
 * (CLOCK_BOOTTIME). For every thread.
 */
int64_t arb_boottime_ms(void);
int64_t arb_boottime_us(void);

/* Makes a loop. ARB_NOMEM, or ARB_IO when the system has no descriptor left. */
ARB_MUST_USE arb_err arb_loop_new(arb_loop **out, const arb_mem *mem);

/* Frees the loop; nothing may be watched any more. NULL is no loop. */
void arb_loop_free(arb_loop *loop);

/* Runs rounds until arb_loop_stop(). ARB_IO when the system refuses to wait. */
ARB_MUST_USE arb_err arb_loop_run(arb_loop *loop);

/* Lets arb_loop_run() return at the end of this round, or of the next one if none is running. */
void arb_loop_stop(arb_loop *loop);

/* Rounds that took so long that people could notice: 50 ms or more. */
typedef struct arb_loop_stalls {
    uint64_t count;
    int64_t longest_ms; /* of all rounds */
    int64_t last_ms;    /* of the last that took so long; 0: none has */
} arb_loop_stalls;

arb_loop_stalls arb_loop_stalls_get(const arb_loop *loop);

/* The instant at which this round began to work. */
int64_t arb_loop_now(const arb_loop *loop);

/* Begins to wait for the events of the watch. ARB_IO when the system refuses. */
ARB_MUST_USE arb_err arb_loop_watch(arb_loop *loop, arb_loop_fd *watch, uint32_t events);

/* Waits for other events from now on. */
void arb_loop_await(arb_loop *loop, arb_loop_fd *watch, uint32_t events);

/*
 * Ends the watch. Its descriptor is still open, and `ready` may still be called in this round.
 * Closing the descriptor is not enough: a process that was forked a moment ago still has it.
 */
void arb_loop_unwatch(arb_loop *loop, arb_loop_fd *watch);

/* Sets the timer to an instant, and calls it once when that has come. */
void arb_loop_set(arb_loop *loop, arb_timer *timer, int64_t at);

/* Takes the timer out; one that is not set is left alone. */
void arb_loop_unset(arb_loop *loop, arb_timer *timer);

/*
 * Puts the task off to the end of the round; one that is queued already stays where it is. A task
 * that is put off by a task runs in the next round, which then does not wait.
 */
void arb_loop_later(arb_loop *loop, arb_loop_task *task);

/* Takes a task back before it has run; one that is not queued is left alone. */
void arb_loop_forget(arb_loop *loop, arb_loop_task *task);

/* Makes a bell that calls `woken` in the loop's thread. ARB_IO when the system refuses. */
ARB_MUST_USE arb_err arb_wake_open(arb_wake *wake, arb_loop *loop, void (*woken)(void *user),
                                   void *user);

/*
 * Rings the bell, from any thread or from a signal handler. `woken` is called at least once after
 * that; several rings may come as one. What was written before the ring is seen by `woken`.
 */
void arb_wake_signal(arb_wake *wake);

/* Takes the bell away. No other thread may ring it any more. */
void arb_wake_close(arb_wake *wake, arb_loop *loop);

#endif
