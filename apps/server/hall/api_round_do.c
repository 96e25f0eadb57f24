/* SPDX-License-Identifier: MIT */
/*
 * POST /api/rounds/do: the same word of the desk at many boards: start, resume, stop; adjourn and
 * continue (Guidelines I). It is answered when all of it is durable, with what could not be. Games
 * that live in other halls are named there, in one request to each: who is absent and whose device
 * is to have the key of an envelope is known, or to be known, where the game lives.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hall/envelopes.h"
#include "server/hall/rounds.h"

/* What the desk says, and in which phase a game needs it. */
static const struct {
    const char *word;
    arb_phase from;
} words[] = {
    { "start", ARB_PHASE_WAITING },      { "resume", ARB_PHASE_STOPPED },
    { "stop", ARB_PHASE_PLAYING },       { "adjourn", ARB_PHASE_PLAYING },
    { "continue", ARB_PHASE_ADJOURNED },
};
enum { ADJOURN = 3, CONTINUE = 4 };

/* When and where play is resumed: so many bytes, and what the event has around and within. */
enum { RESUME_MAX = 200, TEXT_ROOM = 2 * RESUME_MAX + 32 };

/* So many games are named in one request to another hall. Those whose hall does not answer are
 * named again to whoever has them then, for so long. */
enum { THERE_MAX = 1000, AGAIN_MS = 200, PATIENCE_MS = 9000 };

typedef struct arb_acting acting;

/* Games that another hall has. */
typedef struct there {
    struct there *next;
    acting *of;
    uint64_t member;
    json_t *games;
} there;

/* A word on its way to many boards. */
struct arb_acting {
    acting *next; /* of those with games that wait */
    arb_hall *hall;
    arb_http_exchange *exchange;
    unsigned what;        /* of the words */
    char text[TEXT_ROOM]; /* with its arguments */
    json_t *body;         /* as it was asked for: */
    const char *id, *key; /* of the request; of the arbiter's device (I) */
    bool relayed;         /* another hall has named the games */
    there *elsewhere;
    json_t *waiting; /* games of which it is not known where they are */
    arb_timer again;
    int64_t until;
    size_t open; /* boards, and halls, of which nothing is known yet */
    json_t *done, *already, *failed;
};

/* ---- the end */

static void finish(acting *a)
{
    if (--a->open > 0)
        return;
    if (a->hall->http)
        arb_api_give(
            a->exchange, 200,
            json_pack("{sO sO sO}", "done", a->done, "already", a->already, "failed", a->failed));
    json_decref(a->done);
    json_decref(a->already);
    json_decref(a->failed);
    json_decref(a->body);
    json_decref(a->waiting);
    free(a);
}

static void fail(acting *a, const arb_table *t, arb_api_error error)
{
    json_t *board = arb_round_board_json(t);

    board = arb_json_put(board, "error", json_string(arb_api_error_code(error)));
    (void)json_array_append_new(a->failed, arb_json_put(board, "text", arb_api_error_text(error)));
}

/* Somebody else has done it, as the hall of the game says. */
static bool is_past(const acting *a, const arb_submission *s)
{
    const char *needed = arb_phase_word(words[a->what].from);
    const json_t *state = json_object_get(s->elsewhere, "state");
    const char *phase = json_string_value(json_object_get(state, "phase"));

    if (s->elsewhere)
        return phase && strcmp(phase, needed) != 0;
    return s->table->game && s->table->phase != words[a->what].from;
}

static json_t *rulings_of(const arb_submission *s)
{
    return s->elsewhere ? json_incref(json_object_get(s->elsewhere, "rulings"))
                        : arb_api_verdict(s->table, &s->verdict, ARB_SEAT_DESK);
}

static void ended(arb_submission *s)
{
    acting *a = s->listener;
    const arb_table *t = s->table;

    if (s->is_taken && !s->verdict.refused)
        (void)json_array_append_new(a->done, json_integer((json_int_t)t->id));
    else if (s->is_taken && is_past(a, s))
        (void)json_array_append_new(a->already, json_integer((json_int_t)t->id));
    else if (s->is_taken && (t->game || s->elsewhere))
        (void)json_array_append_new(
            a->failed, arb_json_put(arb_round_board_json(t), "rulings", rulings_of(s)));
    else
        fail(a, t,
             a->hall->stopping  ? ARB_API_SHUTTING
             : t->damaged       ? ARB_API_DAMAGED
             : a->hall->trouble ? ARB_API_STORE
                                : ARB_API_BUSY);
    finish(a);
}

/* ---- the beginning */

/* Laws I.9: who has no page open is not there, where coming late is allowed for a while. */
static void note_absent(arb_table *t)
{
    unsigned absent = 0;

    if (!t->game || t->is_judging || arb_game_regulations(t->game)->default_time == 0)
        return;
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++)
        absent |= (arb_table_is_present(t, c) ? 0u : 1u) << c;
    arb_table_note_absent(t, absent);
}

static void say(acting *a, arb_table *t)
{
    arb_submission *s = arb_submission_new(t, ARB_SEAT_DESK, a->text, strlen(a->text));

    if (s && a->what == CONTINUE)
        note_absent(t);
    if (a->key)
        (void)arb_devices_add(t, a->key);
    if (!s) {
        fail(a, t, ARB_API_MEMORY);
        return;
    }
    if (a->id)
        (void)snprintf(s->client, sizeof s->client, "d.%s", a->id);
    s->ended = ended;
    s->listener = a;
    a->open++;
    arb_table_submit(t, s);
    arb_table_wake(t, 0); /* what waits there is heard when the game has been read */
}

/* ---- games that live elsewhere */

static void on_again(void *user);

static void wait_again(acting *a)
{
    if (json_array_size(a->waiting) == 0 || a->again.set)
        return;
    a->again = (arb_timer){ .due = on_again, .user = a };
    arb_loop_set(a->hall->loop, &a->again, arb_boottime_ms() + AGAIN_MS);
    a->open++;
    a->next = a->hall->house.orders;
    a->hall->house.orders = a;
}

static void answered(void *user, unsigned status, const char *body, size_t size)
{
    there *it = user;
    acting *a = it->of;
    json_t *answer = status == 200 ? json_loadb(body, size, 0, NULL) : NULL;

    if (answer) {
        (void)json_array_extend(a->done, json_object_get(answer, "done"));
        (void)json_array_extend(a->already, json_object_get(answer, "already"));
        (void)json_array_extend(a->failed, json_object_get(answer, "failed"));
    }
    if (!answer) /* whoever has them by then; what was done before is done once */
        (void)json_array_extend(a->waiting, it->games);
    json_decref(answer);
    json_decref(it->games);
    free(it);
    wait_again(a);
    finish(a);
}

/* Each other hall hears of its games at once. */
static void ask_others(acting *a)
{
    char key[ARB_TOKEN_SIZE];

    arb_hall_key(key, a->hall);
    for (there *it; (it = a->elsewhere);) {
        const arb_member *to = arb_house_member(a->hall, it->member);
        json_t *body = json_copy(a->body);
        (void)json_object_del(body, "round");
        (void)json_object_del(body, "boards");
        (void)json_object_set(body, "games", it->games);
        char *text = body ? json_dumps(body, JSON_COMPACT) : NULL;
        a->elsewhere = it->next;
        a->open++;
        if (to && text)
            arb_forward_ask(a->hall, to, "/api/rounds/do", key, text, answered, it);
        else
            answered(it, 0, NULL, 0);
        free(text);
        json_decref(body);
    }
}

/* Is it named to its hall? That is asked when all are. */
static bool put_there(acting *a, const arb_table *t)
{
    there *it = a->elsewhere;

    if (a->relayed || arb_house_has(t) || !arb_house_member(a->hall, t->lives_at))
        return false;
    while (it && (it->member != t->lives_at || json_array_size(it->games) == THERE_MAX))
        it = it->next;
    if (!it && (it = calloc(1, sizeof *it))) {
        *it = (there){ a->elsewhere, a, t->lives_at, json_array() };
        a->elsewhere = it;
    }
    return it && json_array_append_new(it->games, json_integer((json_int_t)t->id)) == 0;
}

/* Where it is known by now, where it can be known yet, or nowhere. */
static void act_again(acting *a, arb_table *t)
{
    if (a->hall->stopping)
        fail(a, t, ARB_API_SHUTTING);
    else if (arb_house_has(t))
        say(a, t);
    else if (put_there(a, t))
        return;
    else if (arb_boottime_ms() < a->until)
        (void)json_array_append_new(a->waiting, json_integer((json_int_t)t->id));
    else
        fail(a, t, ARB_API_BUSY);
}

static void on_again(void *user)
{
    acting *a = user, **link = &a->hall->house.orders;
    json_t *games = a->waiting, *one;
    size_t i;

    while (*link != a)
        link = &(*link)->next;
    *link = a->next;
    a->waiting = json_array();
    json_array_foreach(games, i, one)
    {
        arb_table *t = arb_hall_table(a->hall, (uint64_t)json_integer_value(one));
        if (t)
            act_again(a, t);
    }
    json_decref(games);
    ask_others(a);
    wait_again(a);
    finish(a);
}

void arb_orders_close(arb_hall *hall)
{
    while (hall->house.orders) {
        arb_loop_unset(hall->loop, &hall->house.orders->again);
        on_again(hall->house.orders);
    }
}

/* ---- every board */

/* What could not be read is for the hall of the game to say. */
static bool is_past_already(const acting *a, const arb_table *t)
{
    const bool is_known = arb_house_has(t) || !a->hall->house.lists_old;

    return is_known && (t->is_over || t->phase != words[a->what].from);
}

static void act(acting *a, arb_table *t)
{
    if (t->damaged || !t->known)
        fail(a, t, t->damaged ? ARB_API_DAMAGED : ARB_API_BUSY);
    else if (is_past_already(a, t))
        (void)json_array_append_new(a->already, json_integer((json_int_t)t->id));
    else if (a->relayed || arb_house_has(t))
        say(a, t);
    else if (!put_there(a, t))
        (void)json_array_append_new(a->waiting, json_integer((json_int_t)t->id));
}

/* Friends, and who plays against the computer, begin by themselves; a round is led by somebody. */
static bool has_arbiter(const arb_table *t)
{
    return !t->is_over && (!t->casual || t->round) && t->computer == ARB_COLOUR_COUNT;
}

static void act_on_all(acting *a)
{
    for (size_t i = 0; i < a->hall->table_count; i++) {
        arb_table *t = a->hall->tables[i];
        if (t && has_arbiter(t))
            act(a, t);
    }
}

static void act_on_games(acting *a, const json_t *games)
{
    const json_t *one;
    size_t i;

    json_array_foreach(games, i, one)
    {
        const json_int_t id = json_integer_value(one);
        arb_table *t = id > 0 ? arb_hall_table(a->hall, (uint64_t)id) : NULL;
        if (t)
            act(a, t);
    }
}

/* The word, and what is said with it when a session is adjourned (I.2.7). */
static void write_text(acting *a, const char *resume)
{
    size_t at = (size_t)snprintf(a->text, sizeof a->text, "%s", words[a->what].word);

    if (a->what != ADJOURN || !resume || !*resume)
        return;
    at += (size_t)snprintf(a->text + at, sizeof a->text - at, " resume \"");
    for (; *resume; resume++) {
        if (*resume == '"' || *resume == '\\')
            a->text[at++] = '\\';
        a->text[at++] = *resume;
    }
    memcpy(a->text + at, "\"", sizeof "\"");
}

static void begin(const arb_api_call *call, const json_t *body, unsigned what, const arb_round *r)
{
    const json_t *games = json_object_get(body, "games");
    acting *a = calloc(1, sizeof *a);

    if (!a) {
        arb_api_fail(call->exchange, ARB_API_MEMORY);
        return;
    }
    *a = (acting){ .hall = call->hall,
                   .exchange = call->exchange,
                   .what = what,
                   .body = json_incref((json_t *)(uintptr_t)body),
                   .relayed = call->relayed,
                   .id = json_string_value(json_object_get(body, "id")),
                   .key = json_string_value(json_object_get(body, "key")),
                   .waiting = json_array(),
                   .until = arb_boottime_ms() + PATIENCE_MS,
                   .open = 1,
                   .done = json_array(),
                   .already = json_array(),
                   .failed = json_array() };
    write_text(a, json_string_value(json_object_get(body, "resume")));
    for (size_t i = 0; r && i < r->count; i++) {
        arb_table *t = arb_round_table(call->hall, r, i);
        if (t && arb_round_is_named(body, t->board))
            act(a, t);
    }
    if (games)
        act_on_games(a, games);
    else if (!r)
        act_on_all(a);
    ask_others(a);
    wait_again(a);
    finish(a);
}

/* The word; the number of words when there is none such. */
static unsigned read_word(const json_t *body)
{
    const char *text = json_string_value(json_object_get(body, "do"));
    unsigned i = 0;

    while (i < sizeof words / sizeof words[0] && (!text || strcmp(text, words[i].word) != 0))
        i++;
    return i;
}

static bool is_usable(const json_t *value, json_type type)
{
    return !value || json_is_null(value) || json_typeof(value) == type;
}

/* A text of one line that is not too long, or none. */
static bool is_line(const json_t *value)
{
    const char *text = json_string_value(value);

    if (!is_usable(value, JSON_STRING) || json_string_length(value) > RESUME_MAX)
        return false;
    for (; text && *text; text++)
        if ((unsigned char)*text < 32 || *text == 127)
            return false;
    return true;
}

void arb_api_round_do(const arb_api_call *call)
{
    json_t *body;

    if (!arb_hall_allows(call, ARB_LIMIT_EVENT) || !(body = arb_api_body(call)))
        return;
    const json_t *id = json_object_get(body, "id"), *round = json_object_get(body, "round");
    const unsigned what = read_word(body);
    const char *wrong = what == sizeof words / sizeof words[0]                    ? "do"
                        : !is_usable(id, JSON_STRING)                             ? "id"
                        : json_string_length(id) > ARB_CLIENT_MAX                 ? "id"
                        : !is_line(json_object_get(body, "resume"))               ? "resume"
                        : !is_usable(json_object_get(body, "key"), JSON_STRING)   ? "key"
                        : !is_usable(json_object_get(body, "games"), JSON_ARRAY)  ? "games"
                        : !is_usable(json_object_get(body, "boards"), JSON_ARRAY) ? "boards"
                                                                                  : NULL;
    const arb_round *r = NULL;
    if (wrong)
        arb_api_fail_field(call->exchange, wrong);
    else if (!round || json_is_null(round) || (r = arb_round_asked(call, body)))
        begin(call, body, what, r);
    json_decref(body);
}
