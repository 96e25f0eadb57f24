/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_API_H
#define ARBITRO_SERVER_API_H
/*
 * The hall's interface for pages: JSON in, JSON out (docs/SERVER.md).
 *
 * Functions that make JSON return NULL without memory; arb_api_give() then says so.
 */
#include <jansson.h>

#include "arbitro/fen.h"
#include "arbitro/pgn.h"
#include "arbitro/silence.h"
#include "common/laws_json.h"
#include "server/hall/callers.h"
#include "server/hall/house.h"
#include "server/hall/json_text.h"
#include "server/hall/table.h"

typedef enum arb_api_error {
#define API_ERROR(id, status, code, en, it) ARB_API_##id,
#include "server/hall/api_errors.def"
#undef API_ERROR
    ARB_API_ERROR_COUNT
} arb_api_error;

/* A request whose sender is known. */
typedef struct arb_api_call arb_api_call;
struct arb_api_call {
    arb_hall *hall;
    arb_http_exchange *exchange;
    const arb_http_request *request;
    arb_caller caller;
    bool known;         /* there was a good token */
    arb_hash link;      /* when known, its hash */
    arb_seat seat;      /* when known */
    arb_table *table;   /* when known, awake; NULL for the desk where no game is named */
    bool relayed;       /* another hall of the house has handed it on: */
    arb_forwarded from; /* who asked there */
};

typedef void arb_api_handler(const arb_api_call *call);

/* The handlers, in api_*.c; routes.c says when each is called. */
arb_api_handler arb_api_games, arb_api_join, arb_api_watch, arb_api_hall, arb_api_game,
    arb_api_events, arb_api_stream, arb_api_case, arb_api_pgn, arb_api_explain, arb_api_qr,
    arb_api_ping, arb_api_health, arb_api_metrics, arb_api_editions, arb_api_regulations,
    arb_api_again, arb_api_assistant, arb_api_seat, arb_api_preview, arb_api_pairings,
    arb_api_rounds, arb_api_slip, arb_api_round_do, arb_api_results, arb_api_round_pgn,
    arb_api_desk, arb_api_desk_stream, arb_api_sheet, arb_api_print_sheet, arb_api_print_report,
    arb_api_envelope, arb_api_envelope_key, arb_api_envelope_absent, arb_api_solve, arb_api_hear,
    arb_api_table, arb_api_checklist, arb_api_check, arb_api_publications, arb_api_publish,
    arb_api_unpublish, arb_api_boards, arb_api_boards_stream, arb_api_boards_moves, arb_api_door,
    arb_api_door_set, arb_api_hall_proof, arb_api_hall_take;

/* ---- routes.c */

/* Who may ask, a bit each. ANYONE needs no token, and is known by one that is sent all the same. */
enum {
    ARB_WHO_WHITE = 1u << ARB_SEAT_WHITE,
    ARB_WHO_BLACK = 1u << ARB_SEAT_BLACK,
    ARB_WHO_ARBITER = 1u << ARB_SEAT_ARBITER,
    ARB_WHO_SPECTATOR = 1u << ARB_SEAT_SPECTATOR,
    ARB_WHO_DESK = 1u << ARB_SEAT_DESK,
    ARB_WHO_ASSISTANT = 1u << ARB_SEAT_ASSISTANT,
    ARB_WHO_SERVANTS = 1u << ARB_SEAT_WHITE_ASSISTANT | 1u << ARB_SEAT_BLACK_ASSISTANT,
    ARB_WHO_ANYONE = 1u << ARB_SEAT_COUNT
};

typedef struct arb_api_route {
    const char *path;
    arb_http_method method;
    unsigned who;
    bool of_game; /* the desk must name the game: ?game=7 */
    bool queues;  /* the game need not be at hand: whatever comes waits its turn there */
    size_t body_max;
    arb_api_handler *handler;
} arb_api_route;

/* The table of routes: what is asked how, by whom. */
const arb_api_route *arb_routes_all(size_t *count);

/* Is the game of the call there to be looked at, or, where what comes `queues`, does it take that?
 * Otherwise the request waits for it, or is answered. */
bool arb_routes_has_game(const arb_api_call *call, bool queues);

void arb_routes_handle(void *user, arb_http_exchange *exchange, const arb_http_request *request);
size_t arb_routes_body_limit(void *user, const arb_http_request *request);

/* ---- rights.c */

/* The verb with which this text begins; ARB_VERB_COUNT when there is none. */
arb_verb arb_rights_verb(const char *text, size_t size);

/* May somebody in this seat send an event that begins with this verb? */
bool arb_rights_may_send(arb_seat seat, arb_verb verb);

/* May whoever sits here be told this, as the game stands now? The arbiter may always, and his
 * assistant all but what is for the arbiter alone (12.7). */
bool arb_rights_may_know(arb_seat seat, arb_secret secret, const arb_game *game);

/* Does somebody in this seat assist a player, now: was he named and not refused, and goes the game
 * on (4.9, 6.2.6, 8.1.6, D.2.10)? */
bool arb_rights_assists(arb_seat seat, const arb_game *game);

/* May an arbiter enter for a player that he has done or said this? Where moves are announced
 * players have no pages, at such boards; anywhere it is whom he named as his assistant. What comes
 * of it the Laws say to the player. */
bool arb_rights_may_enter(const arb_table *table, arb_seat seat, arb_verb verb);

/* Does somebody in this seat watch the game as its arbiter, or for him (12.4)? */
bool arb_rights_watches(arb_seat seat, const arb_game *game);

/* Is the position shown to this seat? Where the board is elsewhere it is what both scoresheets
 * agree on: to a player that would tell whether his entries are right. */
bool arb_rights_sees_board(arb_seat seat, const arb_game *game);

/* Is there somebody who could warn a player? Friends have none, nor has who plays a program. */
bool arb_rights_has_arbiter(const arb_table *table);

/* Would a player ask for an arbiter where there is none? */
bool arb_rights_calls_nobody(const arb_table *table, arb_seat seat, arb_verb verb);

/* Of what the seat can do, from when on (can.h), takes away what would mean nothing at this table.
 */
void arb_rights_offer(arb_ms from[ARB_VERB_COUNT], const arb_table *table, arb_seat seat);

/* ---- api.c */

/* Answers with JSON, which is given up. */
void arb_api_give(arb_http_exchange *exchange, unsigned status, json_t *body);

/* Answers with JSON that is text already. */
void arb_api_give_text(arb_http_exchange *exchange, unsigned status, const arb_buf *body);

/* What is told to somebody who was not granted this. */
arb_api_error arb_api_error_of(arb_budget_answer answer);

/* What is said then, in both languages, and its code. */
json_t *arb_api_error_text(arb_api_error error);
const char *arb_api_error_code(arb_api_error error);

/* Answers with an error. */
void arb_api_fail(arb_http_exchange *exchange, arb_api_error error);

/* The same, and says how long to wait before asking again. */
void arb_api_fail_until(arb_http_exchange *exchange, arb_api_error error, int64_t wait_ms);

/* The same with further members, which are given up. */
void arb_api_fail_with(arb_http_exchange *exchange, arb_api_error error, json_t *more);

/* The same with a text of its own, see arb_json_texts(). */
void arb_api_fail_as(arb_http_exchange *exchange, arb_api_error error, json_t *text, json_t *more);

/* Answers that the store cannot do it, in its own phrase. */
void arb_api_fail_store(arb_http_exchange *exchange, arb_store_err err);

/* Answers that a field of the request cannot be used. */
void arb_api_fail_field(arb_http_exchange *exchange, const char *field);

/* Does it say that its body is JSON? A form of another site cannot without asking first. */
bool arb_api_is_json(const arb_http_request *request);

/* The body of the request as an object; NULL, after an answer, when it is none. */
json_t *arb_api_body(const arb_api_call *call);

/* Writes JSON into the buffer and gives it up. ARB_NOMEM also when there is none. */
ARB_MUST_USE arb_err arb_api_write(arb_buf *out, json_t *value);

/* ---- api_state.c, api_seen.c, api_own.c, api_log.c */
json_t *arb_api_state(const arb_table *table, arb_seat seat);

/* Parts of it: who has not arrived and until when he may ("absent", "late_at"); the clock; the
 * position with whose move it is; what waits for the arbiter. */
json_t *arb_api_late(const arb_table *table);
json_t *arb_api_clock(const arb_table *table);
json_t *arb_api_position(const arb_table *table, arb_seat seat);
json_t *arb_api_waits(const arb_state *state);
/* Whose king is in check: of who has the move, or also of `either`. */
arb_colour arb_api_checked(const arb_pos *pos, bool either);
/* How it stands with what is written to a claim (III.6.1). */
const char *arb_api_papers(const arb_state *state);
/* The diagram that was written last, and its FEN: what is told of one event shows the same one
 * three times. Begins as { 0 }. */
typedef struct arb_fen_kept {
    arb_setup setup;
    size_t size, board; /* of the text, 0: there is none yet; and of its first field */
    char text[ARB_FEN_SIZE];
} arb_fen_kept;
void arb_fen_keep(arb_fen_kept *kept, const arb_setup *setup);

/* What stands on the board, as this seat sees it; what stood there first, to whom it is not shown.
 * Where there are two, a player's own, and the game's position for others. */
arb_setup arb_api_diagram(const arb_table *table, arb_seat seat);
/* The same, as the first field of FEN. */
void arb_api_board(char out[ARB_FEN_SIZE], const arb_table *table, arb_seat seat);
/* What a trained eye would see on the board, for the arbiter. */
json_t *arb_api_observable(const arb_table *t);

/*
 * Its two parts: what everybody sees except the arbiter's secrets, and what depends on the seat
 * itself. A seat that may not know that a displacement on the board is illegal is shown it as a
 * move.
 */
json_t *arb_api_state_seen(const arb_table *table, arb_seat seat);
enum { ARB_OWN_MAX = 1 << 16 };
/* The same text as that of the tree. ARB_NOMEM, ARB_RANGE. */
ARB_MUST_USE arb_err arb_api_write_seen(arb_buf *out, const arb_table *table, arb_seat seat,
                                        arb_fen_kept *kept);
ARB_MUST_USE arb_err arb_api_write_own(arb_buf *out, const arb_table *table, arb_seat seat);

/* Was event `index` refused, or anything ruled on it that this seat may know? */
bool arb_api_is_ruled(const arb_table *table, size_t index, arb_seat seat);

/* What was ruled on event `index`, and the event with it, as this seat may know them. */
void arb_api_put_rulings(arb_json_text *text, const arb_table *table, size_t index, arb_seat seat);
json_t *arb_api_verdict(const arb_table *table, const arb_verdict *verdict, arb_seat seat);
ARB_MUST_USE arb_err arb_api_write_entry(arb_buf *out, const arb_table *table, size_t index,
                                         arb_seat seat);
json_t *arb_api_log_entry(const arb_table *table, size_t index, arb_seat seat);
ARB_MUST_USE arb_err arb_api_write_log(arb_buf *out, const arb_table *table, arb_seat seat);

/* The moves as this seat may know them, or the last one alone; null when there is none. */
json_t *arb_api_moves(const arb_table *table, arb_seat seat);
ARB_MUST_USE arb_err arb_api_write_moves(arb_buf *out, const arb_table *table, arb_seat seat);
json_t *arb_api_last_move(const arb_table *table, arb_seat seat);
ARB_MUST_USE arb_err arb_api_write_last_move(arb_buf *out, const arb_table *table, arb_seat seat,
                                             arb_fen_kept *kept);
json_t *arb_api_names(const arb_names *names);

/* ---- calls.c: what an event is to the arbiter, the most urgent last */
typedef enum arb_call {
    ARB_CALL_NOTHING,
    ARB_CALL_LOOKS,  /* somebody should come and look */
    ARB_CALL_WAITS,  /* a decision is awaited, which the state has among its waits */
    ARB_CALL_ANSWERS /* what called before is answered by it */
} arb_call;
arb_call arb_call_of(const arb_table *table, size_t index);
const char *arb_call_word(arb_call call);

/* Event `index` has become the last one: does it call, or answer? And the same for a game that was
 * read. */
void arb_call_note(arb_table *table, size_t index);
void arb_call_find(arb_table *table);

/* ---- api_desk.c: a game as the desk shows it; what a spectator told last (api_views.c), or null
 */
json_t *arb_api_tile(const arb_table *table);
/* Below so many ms a clock is in time trouble; null without one. */
json_t *arb_api_low(const arb_regulations *regulations);
json_t *arb_api_last_report(const arb_table *table);

/* ---- api_regulations.c */

/* The faults of a position, in sentences. */
json_t *arb_api_faults(uint32_t faults);

/* Reads what a game is to be; NULL, after an answer, when that cannot be used. `drawn` is what was
 * left to a lot. */
struct arb_drawn;
arb_game *arb_api_game_of(const arb_api_call *call, const json_t *body, bool casual,
                          struct arb_drawn *drawn);

/* ---- api_again.c: the game that follows an annulled one, with the link of this seat; null */
json_t *arb_api_next(const arb_table *table, arb_seat seat);

/* ---- api_assistant.c: the name that a request has, NULL when it can be none; has the arbiter
 * named such an assistant here; what his link is made of */
enum { ARB_NAME_MAX = 200, ARB_ASSISTANT_PURPOSE = 232 };
const char *arb_assistant_name(const json_t *body);
bool arb_assistant_is_named(const arb_table *table, const char *name);
void arb_assistant_purpose(char out[ARB_ASSISTANT_PURPOSE], const char *name);

/* ---- api_laws.c */

/* Every option with its value. */
json_t *arb_api_options(const arb_regulations *regulations);

/* The edition, what it is called, and the penalties that it knows. */
json_t *arb_api_laws(const arb_regulations *regulations);

/* The articles whose breach an arbiter records most, by the edition's own numbers. */
json_t *arb_api_breaches(const arb_rulebook *book);

/* ---- pgn.c */

/* What the tags of a game say; the texts may be NULL. */
typedef struct arb_pgn_about {
    char *event, *white, *black;
    char *tags;                  /* what is known of the players, as lines of tags */
    int64_t dated_ms;            /* when play began, or the game was made */
    char round[ARB_ROUND_LABEL]; /* with the board, "3.12" */
    unsigned board;              /* 0: it is played in no round */
} arb_pgn_about;

/* The tags themselves. */
enum { ARB_PGN_HEAD_TAGS = 7 };
typedef struct arb_pgn_head {
    arb_pgn_tag tags[ARB_PGN_HEAD_TAGS];
    size_t count;
    arb_pgn_about about;
    char date[16], board[12];
} arb_pgn_head;

/* Fills them from a table, which must stay, and so must the head. */
void arb_pgn_head_of(arb_pgn_head *out, const arb_table *table);

/* Appends a game. */
ARB_MUST_USE arb_err arb_pgn_add(arb_buf *out, const arb_game *game, const arb_pgn_about *about);

/* Copies what a table knows; false without memory. The texts are the caller's. */
bool arb_pgn_about_table(arb_pgn_about *out, const arb_table *table);

ARB_MUST_USE arb_err arb_table_pgn(arb_buf *out, const arb_table *table);

/* ---- qr.c: a text as a picture in SVG. ARB_RANGE when it is too long. */
ARB_MUST_USE arb_err arb_qr_write(arb_buf *out, const char *text);

#endif
