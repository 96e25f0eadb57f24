/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_LIVE_ROUND_H
#define ARBITRO_SERVER_LIVE_ROUND_H
/* The files of one published round, and who waits for them; see live.h. */
#include "server/hall/live_file.h"
#include "server/hall/live_path.h"
#include "server/hall/live_text.h"
#include "server/hall/publish.h"

enum { ARB_LIVE_FRESH_MS = 250 }; /* so long the same bytes are given without a look at the games */

/* What somebody wants. */
typedef struct arb_live_wish {
    arb_live_kind kind;
    unsigned board;
    bool faithful;
    char *known; /* tags of what he has; allocated, NULL: nothing */
} arb_live_wish;

/* One board. */
typedef struct arb_live_piece {
    unsigned board;          /* its number */
    uint64_t game, sequence; /* as of which event it is written */
    uint64_t head;           /* and with which names */
    bool is_written, is_being_written;
    bool is_usable; /* and may be given, if not the latest: nobody has published anything since */
    arb_live_text text;
} arb_live_piece;

typedef struct arb_live_wait arb_live_wait;

typedef struct arb_live_round {
    struct arb_live_round *next;
    arb_hall *hall;
    char slug[ARB_SLUG_MAX + 1];
    unsigned round;
    arb_live_piece *pieces;
    size_t count;
    arb_live_file *relay, *faithful, *index; /* all of them; NULL: not made yet */
    bool is_made;                            /* these are there */
    bool is_changed;                         /* and are no longer what the pieces say */
    int64_t made_ms, asked_ms, begun_ms;
    bool is_making;
    bool is_dead;  /* nobody finds it any more */
    unsigned jobs; /* of the clerks */
    arb_live_wait *waits, *last_wait;
    unsigned wait_count;
    arb_timer timer;
} arb_live_round;

/* Answers with a file of the round, at once or when it is made. The wish is given up. */
void arb_live_round_ask(const arb_api_call *call, const arb_broadcast *broadcast, unsigned round,
                        arb_live_wish *wish);

/* live.c: is there something that may be given for it, if not the latest? */
bool arb_live_has(const arb_live_round *round, const arb_live_wish *wish);

/* Answers with what is there; returns how many bytes of a file go out. */
size_t arb_live_give(const arb_live_round *round, const arb_live_wish *wish,
                     arb_http_exchange *exchange);

void arb_live_piece_init(arb_live_piece *piece);
void arb_live_round_free(arb_live_round *round);

/* ---- live_board.c */

/* How it stands with a board. */
typedef enum arb_live_standing {
    ARB_LIVE_FRESH,
    ARB_LIVE_WRITTEN,
    ARB_LIVE_AWAITED
} arb_live_standing;

/* Writes the board of this table if it is not written as it is to be seen now. When its game is not
 * at hand, or is a long one, that is begun, and it is awaited. */
arb_live_standing arb_live_look(arb_live_round *round, size_t index, arb_table *table);

/* ---- live_waits.c */

/* One more, whose wish is given up; false when there is no room, and the wish stays. */
bool arb_live_waits_add(arb_live_round *round, arb_http_exchange *exchange,
                        const arb_live_wish *wish, int64_t now);

/* Tells all of them that it comes to nothing. */
void arb_live_waits_dismiss(arb_live_round *round, arb_api_error reason);

/* Boards are still being read. Answers those who cannot wait longer: with what was made before, if
 * there is that, or that they are to come back. */
void arb_live_waits_hurry(arb_live_round *round, int64_t now);

/* Answers some of those who wait for what has been made, and sets the timer when there are more.
 * Whether the next one came so late that it is to be made anew. */
bool arb_live_waits_serve(arb_live_round *round);

#endif
