/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_RELAY_H
#define ARBITRO_CLI_RELAY_H
/*
 * `arbitro relay`: takes the games of published rounds from a hall and gives them to a broadcast.
 * Both sides are asked again and again; whatever one of them does, the other goes on. Each round
 * has a thread of its own, so that none waits for another.
 */
#include <pthread.h>
#include <stdatomic.h>

#include "arbitro/buf.h"
#include "cli/cli.h"
#include "cli/relay_list.h"

enum {
    ARB_RELAY_FILE_MAX = 32 << 20,  /* bytes of a round */
    ARB_RELAY_ANSWER_MAX = 1 << 20, /* bytes of what the broadcast answers */
    ARB_RELAY_GAMES_MAX = 100,      /* in one push */
    ARB_RELAY_PUSHES_MAX = 41,      /* for one round: more boards are not published */
    ARB_RELAY_FILE_GAMES = ARB_RELAY_GAMES_MAX * ARB_RELAY_PUSHES_MAX,
    ARB_RELAY_TOKEN_MAX = 512,
    ARB_RELAY_NAME_MAX = 300,
    ARB_RELAY_TAG_ROOM = 128,
    ARB_RELAY_RETRY_MAX = 3600, /* seconds that a broadcast is left alone, however long it says */
    ARB_RELAY_SUM = 65
};

/* ---- relay_wire.c: one question and its answer */

typedef struct arb_relay_reply {
    long status; /* 0: there was no answer */
    arb_buf body;
    char tag[ARB_RELAY_TAG_ROOM]; /* its ETag; "": none */
    long retry_s;                 /* how long to wait, by Retry-After, within reason; 0: not said */
    char trouble[256];            /* why there was no answer, in the words of the library */
    char elsewhere[256];          /* where it sends us, which is not followed */
    bool too_large;
    bool is_no_http; /* something was answered that no hall and no broadcast says */
} arb_relay_reply;

/* What a question needs beside its address. */
typedef struct arb_relay_ask {
    const char *url;
    const char *known; /* the ETag of what is there already; NULL or "": none */
    const char *token; /* NULL: none */
    const char *body;  /* NULL: it is a GET */
    size_t size, answer_max;
    long timeout_ms;
    const char *authorities;   /* a file of certificates that are believed; NULL: the system's */
    const atomic_int *stop[2]; /* when one of them is not 0, the question is given up */
} arb_relay_ask;

/* Can this program ask at all? It was built with libcurl, or not. */
bool arb_relay_is_built(void);

bool arb_relay_begin(void);
void arb_relay_end(void);

/* Asks; the reply is to be cleared in any case. */
void arb_relay_send(arb_relay_reply *out, const arb_relay_ask *ask);
void arb_relay_reply_clear(arb_relay_reply *reply);

/* What is wrong with an address, as a text, or ARB_TEXT_COUNT: plain HTTP goes to this machine
 * alone, unless it is allowed; names and passwords do not belong there. */
arb_text_id arb_relay_url_fault(const char *url, bool plain_allowed);

/* ---- relay_address.c: where games are */

/* The file of games of FROM, which may name the round or a file of it; NULL without memory. */
char *arb_relay_games_of(const char *from);

/* The same of a round of an event. */
char *arb_relay_games_of_round(const char *event, unsigned round);

/* Does an address end as that of one round, where that of its event is wanted? */
bool arb_relay_is_round(const char *from);

/* Does something stand behind the path, to which no name of a file can be added? */
bool arb_relay_has_query(const char *from);

/* ---- relay_games.c: the games of a file */

/* A game of the file, with the empty line behind it. */
typedef struct arb_relay_game {
    const char *at;
    size_t size;
    unsigned board; /* as its tag Board says, else the end of Round, else its place in the file */
} arb_relay_game;

/* Games that are one push. */
typedef struct arb_relay_part {
    const arb_relay_game *games;
    size_t count;
    unsigned first, last;    /* its boards, which may have holes; 0: it is all of them */
    char sum[ARB_RELAY_SUM]; /* of its bytes */
} arb_relay_part;

/* Reads a file; returns how many games it has, 0 when there is none or too many are. */
size_t arb_relay_games_read(arb_relay_game out[ARB_RELAY_FILE_GAMES], const char *text,
                            size_t size);

/* Keeps the games of boards `first` to `last`, 0 being the end; returns how many. */
size_t arb_relay_choose(arb_relay_game *games, size_t count, unsigned first, unsigned last);

/* Cuts them into parts; returns how many. */
size_t arb_relay_cut(arb_relay_part out[ARB_RELAY_PUSHES_MAX], const arb_relay_game *games,
                     size_t count);

/* Is every game of them decided? So is one that was annulled, and has no result. */
bool arb_relay_is_over(const arb_relay_game *games, size_t count);

/* What a tag of the game says, up to a quotation mark; NULL when it has none of this name. */
const char *arb_relay_tag(size_t *size, const arb_relay_game *game, const char *name);

/* ---- relay_state.c: what survives a restart */

/* What goes where. */
typedef struct arb_relay_way {
    const char *from, *to;
    unsigned first, last; /* boards; 0 is the end */
} arb_relay_way;

/* What is remembered of it. */
typedef struct arb_relay_kept {
    char sum[ARB_RELAY_PUSHES_MAX][ARB_RELAY_SUM]; /* of what the broadcast took last; "" */
    char tag[ARB_RELAY_TAG_ROOM];                  /* of the file of which it took everything; "" */
    bool is_over;                                  /* and every game of that was decided */
} arb_relay_kept;

/* The file, which all rounds share. */
typedef struct arb_relay_state {
    pthread_mutex_t lock;
    const char *path; /* NULL: nothing is remembered */
    json_t *rounds;
    json_t *limit; /* of which site, and until when; NULL: none */
} arb_relay_state;

/* Reads the file; one that is damaged is put aside. False when it is none of ours or cannot be
 * read, which is said, and there is nothing to close. */
bool arb_relay_state_open(arb_relay_state *out, const arb_cli *cli, const char *path);
void arb_relay_state_close(arb_relay_state *state);

/* What is remembered of this way, or nothing. */
void arb_relay_state_find(arb_relay_kept *out, arb_relay_state *state, const arb_relay_way *way);

/* Remembers it, in a file that takes the place of the one before; returns 0 or an errno. */
int arb_relay_state_keep(arb_relay_state *state, const arb_relay_way *way,
                         const arb_relay_kept *kept);

/* The site of this address is left alone for so many seconds from now, or longer if that was
 * so. Returns 0 or an errno. */
int arb_relay_state_limit(arb_relay_state *state, const char *to, unsigned seconds);

/* For how many seconds more; 0: it is not. */
unsigned arb_relay_state_limited(arb_relay_state *state, const char *to);

/* ---- relay_token.c */

/* The token of a file, or of the environment when `path` is NULL; false when there is none. */
bool arb_relay_token(char out[ARB_RELAY_TOKEN_MAX + 1], const char *path);

/* ---- relay_round.c: one round on its way */

/* What all rounds have in common. */
typedef struct arb_relay {
    const arb_cli *cli;
    bool once, several;
    const char *token_path;
    long timeout_ms;
    const char *authorities;
    unsigned interval_s;
    arb_relay_state state;
    _Atomic int64_t limited_until_s; /* the broadcast has too much of us, in whichever round */
    atomic_int limit_is_told;
    atomic_int stopped;
} arb_relay;

/* What became of one turn. */
typedef enum arb_relay_outcome {
    ARB_RELAY_UNCHANGED,
    ARB_RELAY_DONE,
    ARB_RELAY_AWAITED,      /* the hall has no such round or boards yet */
    ARB_RELAY_REFUSED,      /* the broadcast did not take every game */
    ARB_RELAY_PUSH_REFUSED, /* nor one push as a whole, which waits by itself */
    ARB_RELAY_FAILED
} arb_relay_outcome;

/* How it stands with one push of a round. */
typedef struct arb_relay_sent {
    char sum[ARB_RELAY_SUM]; /* of what was sent and answered, taken or in part */
    int64_t at_s;            /* when that was; 0: not yet */
    unsigned failures;       /* refused as a whole, one time after the other */
    int64_t next_s;          /* and not to be sent again before then */
} arb_relay_sent;

typedef struct arb_relay_round {
    arb_relay *relay;
    arb_relay_line line;
    char *from;                        /* the file of games */
    char name[ARB_RELAY_NAME_MAX + 1]; /* by which it is told */
    arb_relay_kept kept;
    arb_relay_sent sent[ARB_RELAY_PUSHES_MAX];
    size_t first_push; /* with which the next turn begins */
    int64_t begun_s;
    arb_buf file;
    arb_relay_game games[ARB_RELAY_FILE_GAMES]; /* of the file, those that it sends */
    char tag[ARB_RELAY_TAG_ROOM];
    unsigned failures; /* one after the other */
    unsigned wait_s;   /* before the next turn */
    bool is_awaited;   /* and that was said */
    bool is_over;      /* and all of it was taken */
    arb_relay_outcome last;
    pthread_t thread;
    atomic_int gone; /* nobody wants it any more */
} arb_relay_round;

/* A round on its way from this file of games; `from` is given up. */
arb_relay_round *arb_relay_round_new(arb_relay *relay, char *from, const arb_relay_line *line);
void arb_relay_round_free(arb_relay_round *round);

/* Goes on until it is over: after one turn, when it is stopped, or gone. A thread of its own. */
void *arb_relay_round_run(void *round);

arb_relay_way arb_relay_round_way(const arb_relay_round *round);
bool arb_relay_round_is_stopped(const arb_relay_round *round);

/* Seconds that go on while the machine sleeps. */
int64_t arb_relay_now_s(void);

/* How long to wait after so many failures and this reply. */
unsigned arb_relay_pause(const arb_relay *relay, unsigned failures, const arb_relay_reply *reply);

/* One more failure of the round; the next turn waits. */
void arb_relay_back_off(arb_relay_round *round, const arb_relay_reply *reply);

/* ---- relay_push.c: what the broadcast is sent */

/* Sends what is new of the file at hand, and now and then what is not. */
arb_relay_outcome arb_relay_push_all(arb_relay_round *round);

/* ---- relay_say.c: what is printed, a line at a time whoever speaks */

/* What is told of a failure beside the reply. */
typedef struct arb_relay_failure {
    arb_text_id who;      /* the hall, or the broadcast */
    arb_text_id sentence; /* what is wrong; 0: that is seen by the reply */
    const char *said;     /* in words of theirs; may be NULL */
    unsigned wait_s;      /* before the next time */
    unsigned first, last; /* boards; 0: all that the round sends */
} arb_relay_failure;

void arb_relay_say_failure(const arb_relay_round *round, const arb_relay_failure *what,
                           const arb_relay_reply *reply);
void arb_relay_say_awaited(const arb_relay_round *round);
void arb_relay_say_over(const arb_relay_round *round);

/* ---- relay_taken.c: what was taken */

typedef struct arb_relay_taken {
    unsigned taken, silent; /* games of the push; of which nothing is said */
    unsigned extra;         /* entries of other games, or of one that was told already */
    unsigned odd;           /* entries that are no games */
    json_int_t moves;
} arb_relay_taken;

/* Which games of a part are taken by this list; each counts once. */
void arb_relay_taken_count(arb_relay_taken *out, const arb_relay_part *part, const json_t *games);

/* ---- relay_say.c again */

/* What the broadcast answered to a part; returns whether all its games were taken. */
bool arb_relay_say_taken(const arb_relay_round *round, const arb_relay_part *part,
                         const json_t *answer);

/* The first line of what is no JSON: a proxy on the way, or a page. */
const char *arb_relay_first_line(char out[ARB_RELAY_NAME_MAX + 1], const arb_buf *body);

/* What the broadcast says in words of itself, or of a game; NULL when it says nothing. */
const char *arb_relay_error(const json_t *answer);

/* Text of others, not too much of it, fit for a terminal. */
typedef struct arb_relay_shown {
    char quoted[208], text[ARB_RELAY_NAME_MAX + 1];
} arb_relay_shown;
const char *arb_relay_show(arb_relay_shown *room, const char *text);

#endif
