/* SPDX-License-Identifier: MIT */
/* `arbitro relay`: a published round of a hall goes to a broadcast; see relay.h. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

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
    char *from;                /* the file of games */
    char round[SHOWN_MAX + 1]; /* by which it is told */
    bool once;
    const char *to, *token_path, *state_path;
    long timeout_ms;
    const char *authorities;
    unsigned interval_s;
    arb_relay_state state;
    char tried[ARB_RELAY_PUSHES_MAX][ARB_RELAY_SUM]; /* sent and answered, taken or in part */
    int64_t sent_s[ARB_RELAY_PUSHES_MAX];            /* when that was; 0: not yet */
    arb_buf file;
    char tag[128];
    unsigned failures; /* one after the other */
    unsigned wait_s;   /* before the next round */
} relay;

/* What became of one round of questions. */
typedef enum outcome { UNCHANGED, DONE, REFUSED, FAILED } outcome;

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

/* When, and of which round: several of them may write into one log. */
static void begin_line(const relay *r)
{
    char text[32] = "";
    const time_t now = time(NULL);
    struct tm day;

    if (localtime_r(&now, &day))
        (void)strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S ", &day);
    printf("%s%s: ", text, r->round);
}

/* Whether it is tried again is known to whoever does it once. */
static void end_failure(const relay *r)
{
    if (!r->once)
        arb_text_print(stdout, r->cli->lang, ARB_TEXT_RELAY_AGAIN, r->wait_s);
    (void)putchar('\n');
    (void)fflush(stdout);
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
    begin_line(r);
    if (reply->too_large)
        arb_text_print(stdout, lang, ARB_TEXT_RELAY_TOO_LARGE, who);
    else if (reply->status == 0)
        arb_text_print(stdout, lang, ARB_TEXT_RELAY_NO_ANSWER, who, reply->trouble);
    else if (reply->elsewhere[0])
        arb_text_print(stdout, lang, ARB_TEXT_RELAY_ELSEWHERE, who, reply->status,
                       show(&room, reply->elsewhere));
    else if (reply->status == 200)
        arb_text_print(stdout, lang, ARB_TEXT_RELAY_NO_LIST, who,
                       said && *said ? show(&room, said) : "-");
    else
        arb_text_print(stdout, lang, ARB_TEXT_RELAY_ANSWERED, who, reply->status,
                       said && *said ? show(&room, said) : "-");
    end_failure(r);
}

/* What the broadcast says in words. */
static const char *said(const json_t *answer)
{
    const json_t *error = json_object_get(answer, "error");

    return json_string_value(error);
}

/* The first line of what is no JSON: a proxy on the way, or a page. */
static const char *first_line(char out[SHOWN_MAX + 1], const arb_buf *body)
{
    const char *text = arb_buf_text(body);
    size_t size = arb_buf_size(body);

    while (size > 0 && strchr(" \t\r\n", *text)) {
        text++;
        size--;
    }
    const char *end = size > 0 ? memchr(text, '\n', size) : NULL;
    size = end ? (size_t)(end - text) : size;
    (void)snprintf(out, SHOWN_MAX + 1, "%.*s", (int)(size < SHOWN_MAX ? size : SHOWN_MAX),
                   size > 0 ? text : "");
    return out;
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
            begin_line(r);
            arb_text_line(stdout, r->cli->lang, ARB_TEXT_RELAY_GAME_REFUSED,
                          show(&room[0], tag_of(one, "Round")),
                          show(&room[1], tag_of(one, "White")),
                          show(&room[2], tag_of(one, "Black")), show(&room[3], error));
        }
    }
    return taken;
}

/* Returns whether all were taken. */
static bool say_taken(const relay *r, const arb_relay_part *part, const json_t *answer)
{
    const json_t *games = json_object_get(answer, "games");
    json_int_t moves;
    const unsigned taken = count_taken(r, games, &moves);

    if (r->cli->json)
        say_json(r,
                 json_pack("{sI sI sI sO}", "sent", (json_int_t)part->games, "taken",
                           (json_int_t)taken, "moves", moves, "games", (json_t *)(uintptr_t)games));
    else if (!r->cli->quiet) {
        begin_line(r);
        arb_text_line(stdout, r->cli->lang, ARB_TEXT_RELAY_TAKEN, part->games, taken,
                      (long long)moves);
    }
    (void)fflush(stdout);
    return taken >= part->games;
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
                                .authorities = r->authorities,
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

/* What became of it: only a list of games says that any was taken. */
static outcome heard(relay *r, const arb_relay_part *part, const arb_relay_reply *reply)
{
    json_t *answer = json_loadb(arb_buf_text(&reply->body), arb_buf_size(&reply->body), 0, NULL);
    outcome out = FAILED;

    if (reply->status == 200 && json_is_array(json_object_get(answer, "games"))) {
        out = say_taken(r, part, answer) ? DONE : REFUSED;
    } else if (!stopped) {
        char line[SHOWN_MAX + 1];
        const char *words = said(answer);
        back_off(r, reply);
        say_failure(r, arb_text(ARB_TEXT_RELAY_BROADCAST, r->cli->lang), reply,
                    words ? words : first_line(line, &reply->body));
    }
    json_decref(answer);
    return out;
}

static outcome push(relay *r, const arb_relay_part *part)
{
    char token[ARB_RELAY_TOKEN_MAX + 1];
    arb_relay_reply reply = { .status = 0 };
    const arb_relay_ask ask = { .url = r->to,
                                .token = token,
                                .body = part->at,
                                .size = part->size,
                                .answer_max = ARB_RELAY_ANSWER_MAX,
                                .timeout_ms = r->timeout_ms,
                                .authorities = r->authorities,
                                .stop = &stopped };

    /* read anew every time: a token can be replaced while games go on */
    if (!arb_relay_token(token, r->token_path)) {
        (void)arb_cli_complain(r->cli, ARB_TEXT_RELAY_NO_TOKEN);
        back_off(r, &reply);
        return FAILED;
    }
    arb_relay_send(&reply, &ask);
    memset(token, 0, sizeof token);
    const outcome out = heard(r, part, &reply);
    arb_relay_reply_clear(&reply);
    return out;
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

/* What was refused, be it one game, is not remembered as taken: the next run sends it again. */
static void remember(relay *r, size_t part, const char *sum)
{
    char *kept = r->state.sum[part];

    if (strcmp(kept, sum) == 0)
        return;
    (void)snprintf(kept, ARB_RELAY_SUM, "%s", sum);
    keep_state(r);
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
        const bool same = strcmp(parts[i].sum, r->tried[i]) == 0;
        if (same && r->sent_s[i] == 0)
            r->sent_s[i] = now_s(); /* an earlier run sent it */
        if (same && now_s() - r->sent_s[i] < AGAIN_S)
            continue;
        const outcome one = push(r, &parts[i]);
        if (one == FAILED)
            return FAILED;
        memcpy(r->tried[i], parts[i].sum, ARB_RELAY_SUM);
        r->sent_s[i] = now_s();
        remember(r, i, one == DONE ? parts[i].sum : "");
        out = one > out ? one : out;
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

/* EVENT/round-R of the address, or all of it. */
static void name_round(relay *r)
{
    static const char before[] = "/live/", after[] = "/games.pgn";
    const char *name = strstr(r->from, before);
    shown room;

    name = name ? name + sizeof before - 1 : r->from;
    (void)snprintf(r->round, sizeof r->round, "%s", show(&room, name));
    const size_t size = strlen(r->round);
    if (size > sizeof after - 1 && strcmp(r->round + size - (sizeof after - 1), after) == 0)
        r->round[size - (sizeof after - 1)] = '\0';
}

/* Of the file in which the token should be, or that there is none anywhere. */
static void complain_token(const arb_cli *cli, const char *path)
{
    if (path && access(path, R_OK) != 0)
        (void)arb_cli_complain_at(cli, path, 0, 0, ARB_TEXT_FILE_FAILED, strerror(errno));
    else
        (void)arb_cli_complain(cli, ARB_TEXT_RELAY_NO_TOKEN);
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
                    .authorities = args->value[ARB_OPT_RELAY_CA],
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
        complain_token(cli, out->token_path);
        return false;
    }
    out->once = args->value[ARB_OPT_RELAY_ONCE] != NULL;
    out->from = file_of(args->operand[0]);
    if (out->from)
        name_round(out);
    return out->from != NULL;
}

arb_exit arb_cmd_relay(const arb_cli *cli, const arb_args *args)
{
    const struct sigaction stopping = { .sa_handler = on_signal };
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
    memcpy(r.tried, r.state.sum, sizeof r.tried);
    while (!stopped) {
        last = go_round(&r);
        if (r.once)
            break;
        pause_for(r.wait_s);
    }
    arb_relay_end();
    arb_buf_clear(&r.file);
    free(r.from);
    return r.once && last >= REFUSED ? ARB_EXIT_NO : ARB_EXIT_YES;
}
