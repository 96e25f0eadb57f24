/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TESTS_HALL_H
#define ARBITRO_TESTS_HALL_H
/*
 * The program `arbitro serve` as the tests of the hall see it: a process with a database of its
 * own, asked over HTTP. ARB_PROGRAM names the program.
 */
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "server/hall/hall.h"
#include "support/http/client.h"

typedef struct hall {
    char folder[128];
    char database[512]; /* a path, or an address with the folders of two servers */
    pid_t pid;
    uint16_t port;
    char key[32]; /* of the desk */
} hall;

/* Tokens of a game. */
typedef struct seats {
    int game;
    char white[32], black[32], arbiter[32], spectator[32];
    char code[16]; /* Black's */
} seats;

/* Makes a folder for the database, and removes it with everything in it. */
void hall_init(hall *h);

/* The same where no disk is, if there is such a place: for what is measured and must not depend on
 * how long a disk takes that others write to. */
void hall_init_in_memory(hall *h);
void hall_clear(hall *h);

/* Starts the program; `more` are further arguments up to NULL, or NULL. Asserts that it answers. */
void hall_start(hall *h, const char *const *more);

/*
 * Starts the program where it cannot open a hall: returns its exit status, and what it said in
 * `out`. Asserts that it ends. `user` is whose rights it has; 0 is our own.
 */
int hall_try(char *out, size_t room, const hall *h, uid_t user);

/*
 * The same hall without the program around it, in a process of its own, so that deadlines, limits
 * and rates can be others. Address, database and log are set here.
 */
void hall_start_with(hall *h, const arb_hall_config *config);

/* The same for several at once. */
void hall_start_together(hall h[], unsigned count, const arb_hall_config *config);

/* Ends it: with SIGTERM, and returns its exit status, 0 when it does not run; or with SIGKILL. */
int hall_stop(hall *h);
void hall_kill(hall *h);

/*
 * Asks over a connection of its own; `token` and `body` may be NULL. Returns the status, 0 when
 * there was no answer, and in `out`, unless it is NULL, the JSON of the answer or NULL.
 */
unsigned hall_ask(json_t **out, const hall *h, const char *method, const char *path,
                  const char *token, const char *body);

/* The same over a connection that stays. */
unsigned hall_ask_on(json_t **out, client *c, const char *method, const char *path,
                     const char *token, const char *body);

/* The same with these further lines of the head, among which may be another Host. */
unsigned hall_ask_with(json_t **out, client *c, const char *method, const char *path,
                       const char *lines, const char *body);

/* Makes a game of this JSON. */
seats hall_game(const hall *h, const char *body);

/* Sends an event under this id; false when it was not acknowledged. `out` may be NULL. */
bool hall_event(json_t **out, const hall *h, const char *token, const char *id, const char *event);

/* The same with a new id; asserts that it was acknowledged, and returns whether the Laws took it.
 */
bool hall_do(const hall *h, const char *token, const char *event);

/* Opens a stream; `last` < 0: none. The client stays open. */
client hall_stream(const hall *h, const char *token, long long last);

/* The game as this token sees it; asserts that it is there. */
json_t *hall_look(const hall *h, const char *token);

/* A figure of /metrics, "events_total"; asserts that it is there. */
long hall_metric(const hall *h, const char *name);

/* Waits until the figure has this value. */
bool hall_metric_becomes(const hall *h, const char *name, long value, int64_t patience_ms);

/* What the process holds in memory, in kB. */
long hall_memory(const hall *h);

/* A member by its path, "state.clock.white"; NULL when it is not there. */
json_t *at(json_t *json, const char *path);
const char *text_at(json_t *json, const char *path);
long long number_at(json_t *json, const char *path);

/* How many times a test does what it does `whole` times: fewer under sanitizers, more in a soak. */
unsigned hall_volume(unsigned whole, unsigned soak);

/* Whether the sanitizers are watching: they make everything slower and larger. */
bool hall_is_sanitized(void);

#endif
