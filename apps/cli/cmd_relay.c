/* SPDX-License-Identifier: MIT */
/* `arbitro relay`: a published round of a hall goes to a broadcast; see relay.h. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/relay.h"
#include "common/quote.h"

enum {
    INTERVAL_S = 5,
    INTERVAL_MIN = 2,
    INTERVAL_MAX = 60,
    TIMEOUT_MS = 5000,
    AGAIN_S = 60,       /* what has not changed is sent again after so long */
    LIMITED_S = 60,     /* a broadcast that has too much of us, and does not say for how long */
    LIMITED_MAX = 3600, /* however long it says */
    BACKOFF_MAX = 60,
    SHOWN_MAX = 300
};

typedef struct relay {
    const arb_cli *cli;
    char *from; /* the file of games */
    const char *to, *token_path, *state_path;
    long timeout_ms;
    unsigned interval_s;
    arb_relay_state state;
    int64_t sent_s[ARB_RELAY_PUSHES_MAX]; /* when a part was taken last; 0: not yet */
    arb_buf file;
    char tag[128];
    unsigned failures; /* one after the other */
    unsigned wait_s;   /* before the next round */
} relay;

/* What became of one round of questions. */
typedef enum outcome { DONE, UNCHANGED, FAILED } outcome;

static volatile int stopped;

static void on_signal(int signal_)
{
    (void)signal_;
    stopped = 1;
}

static int64_t now_s(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_BOOTTIME, &now);
    return (int64_t)now.tv_sec;
}

/* ---- speaking */

static void say_json(const relay *r, json_t *object)
{
    char text[32];
    const time_t now = time(NULL);
    struct tm day;

    if (gmtime_r(&now, &day) && strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &day) > 0)
        object = arb_json_put(object, "time", json_string(text));
    (void)arb_cli_json(r->cli, object);
    (void)fflush(stdout);
}

/* What somebody else has written, not too much of it, fit for a terminal. */
typedef struct shown {
    arb_quoted quoted;
    char text[SHOWN_MAX + 1];
} shown;

static const char *show(shown *room, const char *text)
{
    size_t size = strlen(text);

    if (size > SHOWN_MAX)
        for (size = SHOWN_MAX; size > 0 && ((unsigned char)text[size] & 0xC0) == 0x80;)
            size--;
    memcpy(room->text, text, size);
    room->text[size] = '\0';
    return arb_quote_path(&room->quoted, room->text);
}

/* Who did not answer as hoped, and how. */
static void say_failure(const relay *r, const char *who, const arb_relay_reply *reply,
                        const char *said)
{
    const arb_lang lang = r->cli->lang;
    shown room;

    if (r->cli->json) {
        say_json(r,
                 json_pack("{ss sI ss? ss? sI}", "failed", who, "status", (json_int_t)reply->status,
                           "answer", said, "trouble", reply->trouble[0] ? reply->trouble : NULL,
                           "wait", (json_int_t)r->wait_s));
        return;
    }
    if (reply->too_large)
        arb_text_line(stdout, lang, ARB_TEXT_RELAY_TOO_LARGE, who, r->wait_s);
    else if (reply->status == 0)
        arb_text_line(stdout, lang, ARB_TEXT_RELAY_NO_ANSWER, who, reply->trouble, r->wait_s);
    else if (reply->elsewhere[0])
        arb_text_line(stdout, lang, ARB_TEXT_RELAY_ELSEWHERE, who, reply->status,
                      show(&room, reply->elsewhere), r->wait_s);
    else
        arb_text_line(stdout, lang, ARB_TEXT_RELAY_ANSWERED, who, reply->status,
                      said && *said ? show(&room, said) : "-", r->wait_s);
    (void)fflush(stdout);
}

/* What the broadcast says in words. */
static const char *said(const json_t *answer)
{
    const json_t *error = json_object_get(answer, "error");

    return json_string_value(error);
}

static const char *tag_of(const json_t *game, const char *name)
{
    const char *value = json_string_value(json_object_get(json_object_get(game, "tags"), name));

    return value ? value : "?";
}

/* Counts what was taken, and tells of every game that was not. */
static unsigned count_taken(const relay *r, const json_t *games, json_int_t *moves)
{
    unsigned taken = 0;
    const json_t *one;
    size_t i;

    *moves = 0;
    json_array_foreach(games, i, one)
    {
        const char *error = said(one);
        if (!error) {
            taken++;
            *moves += json_integer_value(json_object_get(one, "moves"));
        } else if (!r->cli->json) {
            shown room[4];
            arb_text_line(stdout, r->cli->lang, ARB_TEXT_RELAY_GAME_REFUSED,
                          show(&room[0], tag_of(one, "Round")),
                          show(&room[1], tag_of(one, "White")),
                          show(&room[2], tag_of(one, "Black")), show(&room[3], error));
        }
    }
    return taken;
}

static void say_taken(const relay *r, const arb_relay_part *part, const json_t *answer)
{
    const json_t *games = json_object_get(answer, "games");
    json_int_t moves;
    const unsigned taken = count_taken(r, games, &moves);

    if (r->cli->json)
        say_json(r, json_pack("{sI sI sI sO}", "sent", (json_int_t)part->games, "taken",
                              (json_int_t)taken, "moves", moves, "games",
                              games ? (json_t *)games : json_null()));
    else if (!r->cli->quiet)
        arb_text_line(stdout, r->cli->lang, ARB_TEXT_RELAY_TAKEN, part->games, taken,
                      (long long)moves);
    (void)fflush(stdout);
}

/* ---- waiting */

/* The longer nothing works, the less often we ask; what the broadcast asks for is heeded. */
static void back_off(relay *r, const arb_relay_reply *reply)
{
    unsigned wait = r->interval_s;

    for (unsigned i = 0; i < r->failures && wait < BACKOFF_MAX; i++)
        wait *= 2;
    r->failures++;
    if (wait > BACKOFF_MAX)
        wait = BACKOFF_MAX;
    if (reply->status == 429 && reply->retry_s <= 0)
        wait = LIMITED_S;
    else if ((reply->status == 429 || reply->status == 503) && reply->retry_s > (long)wait)
        wait = reply->retry_s > LIMITED_MAX ? LIMITED_MAX : (unsigned)reply->retry_s;
    r->wait_s = wait;
}

static void pause_for(unsigned seconds)
{
    const struct timespec tenth = { 0, 100000000 };

    for (unsigned i = 0; i < 10 * seconds && !stopped; i++)
        (void)nanosleep(&tenth, NULL);
}

/* ---- both sides */

/* Takes the file from the hall, unless it is what we have. */
static bool fetch(relay *r)
{
    const arb_relay_ask ask = { .url = r->from,
                                .known = r->tag,
                                .answer_max = ARB_RELAY_FILE_MAX,
                                .timeout_ms = r->timeout_ms,
                                .stop = &stopped };
    arb_relay_reply reply;

    arb_relay_send(&reply, &ask);
    const bool good = reply.status == 200 || (reply.status == 304 && r->tag[0]);
    if (reply.status == 200) {
        arb_buf_clear(&r->file);
        r->file = reply.body;
        arb_buf_init(&reply.body, NULL, 1);
        memcpy(r->tag, reply.tag, sizeof r->tag);
    } else if (!good && !stopped) {
        json_t *answer = json_loadb(arb_buf_text(&reply.body), arb_buf_size(&reply.body), 0, NULL);
        const json_t *text = json_object_get(json_object_get(answer, "text"),
                                             r->cli->lang == ARB_LANG_IT ? "it" : "en");
        back_off(r, &reply);
        say_failure(r, arb_text(ARB_TEXT_RELAY_HALL, r->cli->lang), &reply,
                    json_string_value(text));
        json_decref(answer);
    }
    arb_relay_reply_clear(&reply);
    return good;
}

static bool push(relay *r, const arb_relay_part *part)
{
    char token[ARB_RELAY_TOKEN_MAX + 1];
    arb_relay_reply reply = { .status = 0 };
    const arb_relay_ask ask = { .url = r->to,
                                .token = token,
                                .body = part->at,
                                .size = part->size,
                                .answer_max = ARB_RELAY_ANSWER_MAX,
                                .timeout_ms = r->timeout_ms,
                                .stop = &stopped };

    /* read anew every time: a token can be replaced while games go on */
    if (!arb_relay_token(token, r->token_path)) {
        (void)arb_cli_complain(r->cli, ARB_TEXT_RELAY_NO_TOKEN);
        back_off(r, &reply);
        return false;
    }
    arb_relay_send(&reply, &ask);
    memset(token, 0, sizeof token);
    json_t *answer = json_loadb(arb_buf_text(&reply.body), arb_buf_size(&reply.body), 0, NULL);
    const bool good = reply.status == 200;
    if (good) {
        say_taken(r, part, answer);
    } else if (!stopped) {
        back_off(r, &reply);
        say_failure(r, arb_text(ARB_TEXT_RELAY_BROADCAST, r->cli->lang), &reply, said(answer));
    }
    json_decref(answer);
    arb_relay_reply_clear(&reply);
    return good;
}

static void keep_state(const relay *r)
{
    const int err =
        r->state_path ? arb_relay_state_write(&r->state, r->state_path, r->from, r->to) : 0;
    arb_quoted room;

    if (err)
        (void)arb_cli_complain(r->cli, ARB_TEXT_RELAY_STATE, arb_quote_path(&room, r->state_path),
                               strerror(err));
}

/* Sends what is new to the broadcast, and now and then what is not. */
static outcome push_all(relay *r)
{
    arb_relay_part parts[ARB_RELAY_PUSHES_MAX];
    const size_t count = arb_relay_cut(parts, arb_buf_text(&r->file), arb_buf_size(&r->file));
    const arb_relay_reply nothing = { .status = 0 };
    outcome out = UNCHANGED;

    if (count == 0) {
        r->tag[0] = '\0';
        back_off(r, &nothing);
        (void)arb_cli_complain(r->cli, ARB_TEXT_RELAY_NO_GAMES);
        return FAILED;
    }
    for (size_t i = 0; i < count && !stopped; i++) {
        const bool same = strcmp(parts[i].sum, r->state.sum[i]) == 0;
        if (same && r->sent_s[i] == 0)
            r->sent_s[i] = now_s(); /* an earlier run sent it */
        if (same && now_s() - r->sent_s[i] < AGAIN_S)
            continue;
        if (!push(r, &parts[i]))
            return FAILED;
        memcpy(r->state.sum[i], parts[i].sum, ARB_RELAY_SUM);
        r->sent_s[i] = now_s();
        if (!same)
            keep_state(r);
        out = DONE;
    }
    return out;
}

static outcome go_round(relay *r)
{
    const outcome out = fetch(r) ? push_all(r) : FAILED;

    if (out != FAILED) {
        r->failures = 0;
        r->wait_s = r->interval_s;
    }
    return out;
}

/* ---- the command */

/* The file of games, of an address that may name the round alone; NULL without memory. */
static char *file_of(const char *from)
{
    const size_t size = strlen(from);
    const bool is_file = size > 4 && strcmp(from + size - 4, ".pgn") == 0;
    char *out = NULL;

    if (asprintf(&out, "%s%s", from,
                 is_file                             ? ""
                 : size > 0 && from[size - 1] == '/' ? "games.pgn"
                                                     : "/games.pgn") < 0)
        return NULL;
    return out;
}

static bool is_good_url(const arb_cli *cli, const char *url, bool plain)
{
    const arb_text_id fault = arb_relay_url_fault(url, plain);
    shown room;

    if (fault != ARB_TEXT_COUNT)
        (void)arb_cli_misused(cli, fault, show(&room, url));
    return fault == ARB_TEXT_COUNT;
}

static bool read_options(relay *out, const arb_cli *cli, const arb_args *args)
{
    const bool plain = args->value[ARB_OPT_RELAY_PLAIN] != NULL;
    unsigned timeout = TIMEOUT_MS;
    char token[ARB_RELAY_TOKEN_MAX + 1];

    *out = (relay){ .cli = cli,
                    .to = args->operand[1],
                    .token_path = args->value[ARB_OPT_RELAY_TOKEN],
                    .state_path = args->value[ARB_OPT_RELAY_STATE],
                    .interval_s = INTERVAL_S };
    if (!is_good_url(cli, args->operand[0], plain) || !is_good_url(cli, args->operand[1], plain) ||
        !arb_cli_number(&out->interval_s, cli, args->value[ARB_OPT_RELAY_INTERVAL], INTERVAL_MIN,
                        INTERVAL_MAX, ARB_TEXT_NAME_SECONDS) ||
        !arb_cli_number(&timeout, cli, args->value[ARB_OPT_RELAY_TIMEOUT], 100, 60000,
                        ARB_TEXT_NAME_MILLISECONDS))
        return false;
    out->timeout_ms = (long)timeout;
    const bool has_token = arb_relay_token(token, out->token_path);
    memset(token, 0, sizeof token);
    if (!has_token) {
        (void)arb_cli_complain(cli, ARB_TEXT_RELAY_NO_TOKEN);
        return false;
    }
    out->from = file_of(args->operand[0]);
    return out->from != NULL;
}

arb_exit arb_cmd_relay(const arb_cli *cli, const arb_args *args)
{
    const struct sigaction stopping = { .sa_handler = on_signal };
    const bool once = args->value[ARB_OPT_RELAY_ONCE] != NULL;
    outcome last = FAILED;
    relay r;

    if (!arb_relay_is_built())
        return arb_cli_complain(cli, ARB_TEXT_RELAY_NOT_BUILT);
    if (!read_options(&r, cli, args))
        return ARB_EXIT_BAD;
    arb_buf_init(&r.file, NULL, ARB_RELAY_FILE_MAX);
    if (!arb_relay_begin()) {
        free(r.from);
        return arb_cli_failed(cli, ARB_NOMEM);
    }
    (void)sigaction(SIGINT, &stopping, NULL);
    (void)sigaction(SIGTERM, &stopping, NULL);
    (void)signal(SIGPIPE, SIG_IGN);
    arb_relay_state_read(&r.state, r.state_path, r.from, r.to);
    while (!stopped) {
        last = go_round(&r);
        if (once)
            break;
        pause_for(r.wait_s);
    }
    arb_relay_end();
    arb_buf_clear(&r.file);
    free(r.from);
    return once && last == FAILED ? ARB_EXIT_NO : ARB_EXIT_YES;
}
