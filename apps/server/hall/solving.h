/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_SOLVING_H
#define ARBITRO_SERVER_SOLVING_H
/*
 * Problems that visitors let the hall solve (docs/SERVER.md).
 *
 * Each is a stream from the visitor's page: it waits its turn, is worked on by one of the threads
 * for problems within a limit of time and memory, and its solution goes out as the page takes it.
 * When the page has gone, nobody works on it any more.
 */
#include <stdatomic.h>

#include "arbitro/problem.h"
#include "arbitro/themes.h"
#include "server/hall/api.h"

/* What somebody asks for. */
typedef struct arb_solving_wish {
    arb_stipulation stipulation;
    arb_setup setup;
    unsigned fields; /* of the FEN that were written */
    bool set, tries;
} arb_solving_wish;

/* What ended the work. */
typedef enum arb_solving_end {
    ARB_SOLVING_WHOLE, /* nothing: it was done */
    ARB_SOLVING_TIME,
    ARB_SOLVING_MEMORY,
    ARB_SOLVING_GIVEN_UP
} arb_solving_end;

/* What was found. */
typedef struct arb_solved {
    const arb_solving_wish *wish;
    uint32_t faults;
    arb_pos pos;       /* unless it is unplayable */
    bool cannot_arise; /* no game leads to it */
    arb_retro_reason why;
    arb_problem *problem; /* NULL: unplayable, or there was not memory enough */
    arb_solving_end end;
    bool left_out;   /* tries and set play that were asked for, with which it was too much */
    bool keys_alone; /* the variations, too */
    int64_t took_ms;
} arb_solved;

/* What the loop and the thread that works share; and, last, what is the thread's alone. */
typedef struct arb_solving_work {
    const arb_judges *judges;
    int64_t alone_ms, shared_ms; /* the limits of time: when nobody waits, and when others do */
    size_t memory_max;
    atomic_bool given_up, others_wait;
    atomic_llong began_ms; /* 0: not yet */
    atomic_uint done;      /* thousandths */

    arb_mem mem; /* within its limit */
    size_t used;
    arb_solving_end end;
} arb_solving_work;

enum {
    ARB_SOLVING_MEMORY_MAX = 96 << 20,
    ARB_SOLVING_ANSWER_MAX = 512 << 10,
    ARB_SOLVING_PART_MAX = 12 << 10 /* of an answer: an event of the stream */
};

/* Reads what is asked for; NULL, or the name of the field that cannot be read, with the place. */
const char *arb_solving_read(arb_solving_wish *out, arb_where *where, const char *stipulation,
                             const char *fen);

/* Lets a problem be solved and tells the page of it: POST /api/solve. The call is answered. */
void arb_solving_begin(const arb_api_call *call, const arb_solving_wish *wish);

/* How many problems wait, and are worked on; loop's thread. */
void arb_solving_count(unsigned *waiting, unsigned *working, const arb_hall *hall);

/* ---- solver.c, in a thread for problems: solves within the limits. `problem` is the caller's, and
 * must be freed before `work` goes. And whether what comes behind it may still be done: somebody
 * waits for it, and the time is not up. */
void arb_solver_run(arb_solved *out, const arb_solving_wish *wish, arb_solving_work *work);
bool arb_solver_goes_on(void *work, double done);

/* ---- solved_json.c, solved_themes.c: the answer as events of a stream, those of nodes about a
 * part long; one event, of JSON that is given up; and those of the themes. A tree that is too large
 * is not looked through, nor one for which time or memory did not suffice: then there are no
 * themes, NULL. */
ARB_MUST_USE arb_err arb_solved_write(arb_buf *out, const arb_solved *solved,
                                      arb_solving_work *work);
ARB_MUST_USE arb_err arb_solved_write_event(arb_buf *out, arb_buf *scratch, const char *name,
                                            json_t *data);
ARB_MUST_USE arb_err arb_solved_find_themes(arb_themes **out, const arb_solved *solved,
                                            arb_solving_work *work);
ARB_MUST_USE arb_err arb_solved_write_themes(arb_buf *out, arb_buf *scratch, const arb_themes *all);

/* Is a theme shown with what follows this reply? */
bool arb_solved_shows_theme(const arb_themes *all, const arb_problem *problem, uint32_t reply);

#endif
