/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_SHADOW_H
#define ARBITRO_SERVER_SHADOW_H
/*
 * The shadow of a table: the same game as it stood a while ago, for those who look on. It is a
 * table of its own with its own game, its own log and its own pages; nobody sits there and nothing
 * is judged there. What happens at the table waits until it is old enough, and is then taken as it
 * was judged.
 */
#include "server/hall/publish.h"

/* An event that is not to be seen yet, with its texts behind it. */
typedef struct arb_withheld arb_withheld;
struct arb_withheld {
    arb_withheld *next;
    uint64_t sequence;
    int64_t due_ms;  /* boot time at which it is to be seen */
    int64_t wall_ms; /* when it happened, by the clock on the wall */
    bool by_hall;
    size_t text, verdict, client; /* sizes */
    char bytes[];                 /* text, verdict, client */
};

/* Events in their order. */
typedef struct arb_withholding {
    arb_withheld *first, **end;
    bool failed; /* without memory: not all are there */
} arb_withholding;

/* Who was at the board at an instant that is not to be known yet. */
enum { ARB_PRESENCES = 32 };
typedef struct arb_presence {
    int64_t due_ms;
    unsigned there; /* a bit for each colour */
} arb_presence;

struct arb_shadow {
    arb_table *of; /* whose shadow it is */
    int64_t delay_ms;
    arb_withholding waits;
    arb_presence presence[ARB_PRESENCES]; /* the next first */
    unsigned presences;
    unsigned spectators; /* as its pages were told last */
    bool led_on;         /* its pages were told of the game in its place */
    bool ended;          /* nobody is led here any more */
    arb_table *next;     /* of those that have ended */
};

void arb_withholding_init(arb_withholding *out);
void arb_withholding_clear(arb_withholding *w);

/* An event of the store that is too young to be seen is kept here; false when it is old enough.
 * What became old enough within the last `lag_ms` is kept, too. */
bool arb_withholding_add(arb_withholding *w, const arb_store_event *event, int64_t delay_ms,
                         int64_t lag_ms);

/* The shadow takes over what was read: its game has the events that may be seen, and `w` the
 * others. `stored` is the stamp of the last that may. */
void arb_shadow_begin(arb_table *shadow, arb_withholding *w, arb_store_stamp stored);

/* The table has taken this event. */
void arb_shadow_hear(const arb_table *table, const arb_submission *s);

/* The last event that it has, or that waits there. */
uint64_t arb_shadow_last(const arb_table *shadow);

/* The same event of a game that lives in another hall, read from the journal. */
void arb_shadow_follow(arb_table *shadow, const arb_store_event *event);

/* Somebody has come to the table or gone. */
void arb_shadow_presence(const arb_table *table);

/* Takes what may be seen by now, and waits for the next. */
void arb_shadow_attend(arb_table *shadow);

/* The time of its game now. */
arb_ms arb_shadow_now(const arb_table *shadow);

/* The pages of the table and of its shadow who look on. */
unsigned arb_table_spectators(const arb_table *table);

/* Another delay may hold from now on, or none: shadows that show another one end, with their
 * streams. */
void arb_shadows_review(arb_hall *hall);

/* The game comes to this hall or leaves it: whoever looks reads it again. */
void arb_shadow_forget(arb_table *table);

/* Frees those that nobody needs any more, and, when the hall ends, all. */
void arb_shadows_sweep(arb_hall *hall, int64_t now_ms, int64_t patience_ms);
void arb_shadows_free(arb_hall *hall);

#endif
