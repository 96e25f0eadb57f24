/* SPDX-License-Identifier: MIT */
/* One round on its way from the hall to a broadcast; see relay.h. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/relay.h"
#include "common/quote.h"
#include "common/system_text.h"

enum {
    AGAIN_S = 60,       /* what has not changed is sent again after so long */
    AWAITED_TIMES = 3,  /* a round that is not there yet is looked for so many times less often */
    OVER_S = 60,        /* and one that is over and was taken: somebody may correct a result */
    LIMITED_S = 60,     /* a broadcast that has too much of us, and does not say for how long */
    LIMITED_MAX = 3600, /* however long it says */
    BACKOFF_MAX = 60,
};

static int64_t now_s(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_BOOTTIME, &now);
    return (int64_t)now.tv_sec;
}

/* ---- life */

/* EVENT/round-R of the address, or all of it; and which boards, if not all. */
static void give_name(arb_relay_round *r)
{
    static const char before[] = "/live/", after[] = "/games.pgn";
    const char *name = strstr(r->from, before);
    arb_relay_shown room;

    name = name ? name + sizeof before - 1 : r->from;
    (void)snprintf(r->name, sizeof r->name, "%s", arb_relay_show(&room, name));
    size_t size = strlen(r->name);
    if (size > sizeof after - 1 && strcmp(r->name + size - (sizeof after - 1), after) == 0)
        r->name[size -= sizeof after - 1] = '\0';
    if (r->line.last > 0)
        (void)snprintf(r->name + size, sizeof r->name - size, " (%u-%u)", r->line.first,
                       r->line.last);
    else if (r->line.first > 0)
        (void)snprintf(r->name + size, sizeof r->name - size, " (%u-)", r->line.first);
}

static arb_relay_way way_of(const arb_relay_round *r)
{
    return (arb_relay_way){ r->from, r->line.to, r->line.first, r->line.last };
}

arb_relay_round *arb_relay_round_new(arb_relay *relay, char *from, const arb_relay_line *line)
{
    arb_relay_round *r = calloc(1, sizeof *r);

    if (!r) {
        free(from);
        return NULL;
    }
    r->relay = relay;
    r->line = *line;
    r->from = from;
    r->begun_s = now_s();
    r->last = ARB_RELAY_FAILED;
    arb_buf_init(&r->file, NULL, ARB_RELAY_FILE_MAX);
    give_name(r);
    const arb_relay_way way = way_of(r);
    arb_relay_state_find(&r->kept, &relay->state, &way);
    memcpy(r->tried, r->kept.sum, sizeof r->tried);
    memcpy(r->tag, r->kept.tag, sizeof r->tag);
    return r;
}

void arb_relay_round_free(arb_relay_round *r)
{
    arb_buf_clear(&r->file);
    free(r->from);
    free(r);
}

static bool is_stopped(const arb_relay_round *r)
{
    return r->relay->stopped || r->gone;
}

/* ---- waiting */

/* The longer nothing works, the less often we ask; what the broadcast asks for is heeded. */
static void back_off(arb_relay_round *r, const arb_relay_reply *reply)
{
    unsigned wait = r->relay->interval_s;

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

static void pause_for(const arb_relay_round *r)
{
    const struct timespec tenth = { 0, 100000000 };

    for (unsigned i = 0; i < 10 * r->wait_s && !is_stopped(r); i++)
        (void)nanosleep(&tenth, NULL);
}

/* ---- the hall */

typedef enum fetched { HAS_IT, IS_NOT_THERE, HAS_FAILED } fetched;

/* What a hall says of why it has nothing, in the language at hand. */
static void say_hall(arb_relay_round *r, const arb_relay_reply *reply)
{
    json_t *answer = json_loadb(arb_buf_text(&reply->body), arb_buf_size(&reply->body), 0, NULL);
    const json_t *text = json_object_get(json_object_get(answer, "text"),
                                         r->relay->cli->lang == ARB_LANG_IT ? "it" : "en");

    back_off(r, reply);
    arb_relay_say_failure(r, ARB_TEXT_RELAY_HALL, reply, json_string_value(text));
    json_decref(answer);
}

/* Takes the file from the hall, unless it is what we have. Of several rounds one may come later. */
static fetched fetch(arb_relay_round *r)
{
    const arb_relay_ask ask = { .url = r->from,
                                .known = r->tag,
                                .answer_max = ARB_RELAY_FILE_MAX,
                                .timeout_ms = r->relay->timeout_ms,
                                .authorities = r->relay->authorities,
                                .stop = &r->relay->stopped };
    arb_relay_reply reply;
    fetched out = HAS_FAILED;

    arb_relay_send(&reply, &ask);
    if (reply.status == 200) {
        arb_buf_clear(&r->file);
        r->file = reply.body;
        arb_buf_init(&reply.body, NULL, 1);
        memcpy(r->tag, reply.tag, sizeof r->tag);
        out = HAS_IT;
    } else if (reply.status == 304 && r->tag[0]) {
        out = HAS_IT;
    } else if (reply.status == 404 && r->relay->several) {
        out = IS_NOT_THERE;
    } else if (!is_stopped(r)) {
        say_hall(r, &reply);
    }
    arb_relay_reply_clear(&reply);
    return out;
}

/* ---- the broadcast */

/* The first line of what is no JSON: a proxy on the way, or a page. */
static const char *first_line(char out[ARB_RELAY_NAME_MAX + 1], const arb_buf *body)
{
    const char *text = arb_buf_text(body);
    size_t size = arb_buf_size(body);

    while (size > 0 && strchr(" \t\r\n", *text)) {
        text++;
        size--;
    }
    const char *end = size > 0 ? memchr(text, '\n', size) : NULL;
    size = end ? (size_t)(end - text) : size;
    (void)snprintf(out, ARB_RELAY_NAME_MAX + 1, "%.*s",
                   (int)(size < ARB_RELAY_NAME_MAX ? size : ARB_RELAY_NAME_MAX),
                   size > 0 ? text : "");
    return out;
}

/* What became of it: only a list of games says that any was taken. A limit is one for all rounds:
 * it is the same broadcast, and the same token. */
static arb_relay_outcome heard(arb_relay_round *r, const arb_relay_part *part,
                               const arb_relay_reply *reply)
{
    json_t *answer = json_loadb(arb_buf_text(&reply->body), arb_buf_size(&reply->body), 0, NULL);
    arb_relay_outcome out = ARB_RELAY_FAILED;

    if (reply->status == 200 && json_is_array(json_object_get(answer, "games"))) {
        out = arb_relay_say_taken(r, part, answer) ? ARB_RELAY_DONE : ARB_RELAY_REFUSED;
    } else if (!is_stopped(r)) {
        char line[ARB_RELAY_NAME_MAX + 1];
        const char *words = arb_relay_error(answer);
        back_off(r, reply);
        if (reply->status == 429)
            r->relay->limited_until_s = now_s() + r->wait_s;
        arb_relay_say_failure(r, ARB_TEXT_RELAY_BROADCAST, reply,
                              words ? words : first_line(line, &reply->body));
    }
    json_decref(answer);
    return out;
}

static arb_relay_outcome push(arb_relay_round *r, const arb_relay_part *part)
{
    char token[ARB_RELAY_TOKEN_MAX + 1];
    arb_relay_reply reply = { .status = 0 };
    const arb_relay_ask ask = { .url = r->line.to,
                                .token = token,
                                .body = part->at,
                                .size = part->size,
                                .answer_max = ARB_RELAY_ANSWER_MAX,
                                .timeout_ms = r->relay->timeout_ms,
                                .authorities = r->relay->authorities,
                                .stop = &r->relay->stopped };

    const int64_t left = r->relay->limited_until_s - now_s();
    if (left > 0) { /* whoever met the limit has told it */
        r->wait_s = (unsigned)left;
        return ARB_RELAY_FAILED;
    }
    /* read anew every time: a token can be replaced while games go on */
    if (!arb_relay_token(token, r->relay->token_path)) {
        (void)arb_cli_complain(r->relay->cli, ARB_TEXT_RELAY_NO_TOKEN);
        back_off(r, &reply);
        return ARB_RELAY_FAILED;
    }
    arb_relay_send(&reply, &ask);
    memset(token, 0, sizeof token);
    const arb_relay_outcome out = heard(r, part, &reply);
    arb_relay_reply_clear(&reply);
    return out;
}

/* ---- what is remembered */

static void keep_state(arb_relay_round *r)
{
    const arb_relay_way way = way_of(r);
    const int err = arb_relay_state_keep(&r->relay->state, &way, &r->kept);
    arb_quoted room;

    if (err)
        (void)arb_cli_complain(r->relay->cli, ARB_TEXT_RELAY_STATE,
                               arb_quote_path(&room, r->relay->state.path),
                               arb_system_text(err, r->relay->cli->lang));
}

/* What was refused, be it one game, is not remembered as taken: the next run sends it again. */
static void remember(arb_relay_round *r, size_t part, const char *sum)
{
    char *kept = r->kept.sum[part];

    if (strcmp(kept, sum) == 0)
        return;
    (void)snprintf(kept, ARB_RELAY_SUM, "%s", sum);
    r->kept.tag[0] = '\0'; /* until all of it was taken */
    r->kept.is_over = false;
    keep_state(r);
}

/* All of the file was taken: the next run need not even load it. */
static void remember_whole(arb_relay_round *r, const arb_relay_part *parts, size_t count,
                           bool is_over)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(parts[i].sum, r->kept.sum[i]) != 0)
            return;
    if (is_over && !r->is_over)
        arb_relay_say_over(r);
    r->is_over = is_over;
    if (strcmp(r->kept.tag, r->tag) == 0 && r->kept.is_over == is_over)
        return;
    memcpy(r->kept.tag, r->tag, sizeof r->kept.tag);
    r->kept.is_over = is_over;
    keep_state(r);
}

/* ---- a turn */

/* Sends what is new to the broadcast, and now and then what is not. */
static arb_relay_outcome push_parts(arb_relay_round *r, const arb_relay_part *parts, size_t count,
                                    bool is_over)
{
    arb_relay_outcome out = ARB_RELAY_UNCHANGED;

    for (size_t i = 0; i < count && !is_stopped(r); i++) {
        const bool same = strcmp(parts[i].sum, r->tried[i]) == 0;
        const bool taken = strcmp(parts[i].sum, r->kept.sum[i]) == 0;
        if (same && r->sent_s[i] == 0)
            r->sent_s[i] = now_s(); /* an earlier run sent it */
        if (same && ((taken && is_over) || now_s() - r->sent_s[i] < AGAIN_S))
            continue;
        const arb_relay_outcome one = push(r, &parts[i]);
        if (one == ARB_RELAY_FAILED)
            return one;
        memcpy(r->tried[i], parts[i].sum, ARB_RELAY_SUM);
        r->sent_s[i] = now_s();
        remember(r, i, one == ARB_RELAY_DONE ? parts[i].sum : "");
        out = one > out ? one : out;
    }
    return out;
}

static arb_relay_outcome push_all(arb_relay_round *r)
{
    arb_relay_part parts[ARB_RELAY_PUSHES_MAX];
    const char *text = arb_buf_text(&r->file);
    size_t size = arb_buf_size(&r->file);
    const arb_relay_reply nothing = { .status = 0 };

    if (r->line.first > 0 && !arb_relay_choose(&text, &size, r->line.first, r->line.last))
        return ARB_RELAY_AWAITED; /* boards that it has not yet */
    const size_t count = arb_relay_cut(parts, text, size);
    if (count == 0) {
        r->tag[0] = '\0';
        back_off(r, &nothing);
        (void)arb_cli_complain(r->relay->cli, ARB_TEXT_RELAY_NO_GAMES);
        return ARB_RELAY_FAILED;
    }
    const bool is_over = arb_relay_is_over(text, size);
    const arb_relay_outcome out = push_parts(r, parts, count, is_over);
    if (out != ARB_RELAY_FAILED && !is_stopped(r))
        remember_whole(r, parts, count, is_over);
    return out;
}

/* An earlier run has sent all of what the hall still has, so it was not loaded again: it is, when
 * it is time to send it once more. */
static arb_relay_outcome stay(arb_relay_round *r)
{
    if (r->kept.is_over && !r->is_over)
        arb_relay_say_over(r);
    r->is_over = r->kept.is_over;
    if (!r->is_over && now_s() - r->begun_s >= AGAIN_S)
        r->tag[0] = '\0';
    return ARB_RELAY_UNCHANGED;
}

static arb_relay_outcome take_turn(arb_relay_round *r)
{
    const fetched is = fetch(r);
    arb_relay_outcome out = is == HAS_FAILED              ? ARB_RELAY_FAILED
                            : is == IS_NOT_THERE          ? ARB_RELAY_AWAITED
                            : arb_buf_size(&r->file) == 0 ? stay(r)
                                                          : push_all(r);

    if (out == ARB_RELAY_FAILED)
        return out;
    r->failures = 0;
    r->wait_s = r->relay->interval_s;
    if (out == ARB_RELAY_AWAITED)
        r->wait_s *= AWAITED_TIMES;
    if (r->is_over && out <= ARB_RELAY_DONE)
        r->wait_s = OVER_S;
    if (out == ARB_RELAY_AWAITED && !r->is_awaited)
        arb_relay_say_awaited(r);
    r->is_awaited = out == ARB_RELAY_AWAITED;
    return out;
}

void *arb_relay_round_run(void *user)
{
    arb_relay_round *r = user;

    while (!is_stopped(r)) {
        r->last = take_turn(r);
        if (r->relay->once)
            break;
        pause_for(r);
    }
    return NULL;
}
