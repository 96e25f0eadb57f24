/* SPDX-License-Identifier: MIT */
/* One round on its way from the hall to a broadcast; see relay.h. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/relay.h"
#include "common/quote.h"

enum {
    AGAIN_S = 60,      /* what has not changed is sent again after so long */
    AWAITED_TIMES = 3, /* a round that is not there yet is looked for so many times less often */
    OVER_S = 60,       /* and one that is over and was taken: somebody may correct a result */
    LIMITED_S = 60,    /* a broadcast that has too much of us, and does not say for how long */
    BACKOFF_MAX = 60,
};

int64_t arb_relay_now_s(void)
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

arb_relay_way arb_relay_round_way(const arb_relay_round *r)
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
    r->begun_s = arb_relay_now_s();
    r->last = ARB_RELAY_FAILED;
    arb_buf_init(&r->file, NULL, ARB_RELAY_FILE_MAX);
    give_name(r);
    const arb_relay_way way = arb_relay_round_way(r);
    arb_relay_state_find(&r->kept, &relay->state, &way);
    for (size_t i = 0; i < ARB_RELAY_PUSHES_MAX; i++)
        memcpy(r->sent[i].sum, r->kept.sum[i], ARB_RELAY_SUM);
    memcpy(r->tag, r->kept.tag, sizeof r->tag);
    return r;
}

void arb_relay_round_free(arb_relay_round *r)
{
    arb_buf_clear(&r->file);
    free(r->from);
    free(r);
}

bool arb_relay_round_is_stopped(const arb_relay_round *r)
{
    return r->relay->stopped || r->gone;
}

/* ---- waiting */

/* The longer nothing works, the less often we ask; what the broadcast asks for is heeded. */
unsigned arb_relay_pause(const arb_relay *relay, unsigned failures, const arb_relay_reply *reply)
{
    unsigned wait = relay->interval_s;

    for (unsigned i = 0; i < failures && wait < BACKOFF_MAX; i++)
        wait *= 2;
    if (wait > BACKOFF_MAX)
        wait = BACKOFF_MAX;
    if (reply->status == 429 && reply->retry_s <= 0)
        return LIMITED_S;
    if ((reply->status == 429 || reply->status == 503) && reply->retry_s > (long)wait)
        return (unsigned)reply->retry_s;
    return wait;
}

void arb_relay_back_off(arb_relay_round *r, const arb_relay_reply *reply)
{
    r->wait_s = arb_relay_pause(r->relay, r->failures, reply);
    r->failures++;
}

static void pause_for(const arb_relay_round *r)
{
    const struct timespec tenth = { 0, 100000000 };

    for (unsigned i = 0; i < 10 * r->wait_s && !arb_relay_round_is_stopped(r); i++)
        (void)nanosleep(&tenth, NULL);
}

/* ---- the hall */

typedef enum fetched { HAS_IT, IS_AS_TAKEN, IS_NOT_THERE, HAS_FAILED } fetched;

/* What a hall says of why it has nothing, in the language at hand. */
static void say_hall(arb_relay_round *r, const arb_relay_reply *reply)
{
    json_t *answer = json_loadb(arb_buf_text(&reply->body), arb_buf_size(&reply->body), 0, NULL);
    const json_t *text = json_object_get(json_object_get(answer, "text"),
                                         r->relay->cli->lang == ARB_LANG_IT ? "it" : "en");

    arb_relay_back_off(r, reply);
    const arb_relay_failure what = { .who = ARB_TEXT_RELAY_HALL,
                                     .said = json_string_value(text),
                                     .wait_s = r->wait_s };
    arb_relay_say_failure(r, &what, reply);
    json_decref(answer);
}

/* A page, nothing, or more boards than are published. */
static void say_no_games(arb_relay_round *r, const arb_relay_reply *reply)
{
    char line[ARB_RELAY_NAME_MAX + 1];

    arb_relay_back_off(r, reply);
    const arb_relay_failure what = { .who = ARB_TEXT_RELAY_HALL,
                                     .sentence = ARB_TEXT_RELAY_NO_GAMES,
                                     .said = arb_relay_first_line(line, &reply->body),
                                     .wait_s = r->wait_s };
    arb_relay_say_failure(r, &what, reply);
}

/* Takes the file from the hall, unless it is what we have. Of several rounds one may come later. */
static fetched fetch(arb_relay_round *r)
{
    const arb_relay_ask ask = { .url = r->from,
                                .known = r->tag,
                                .answer_max = ARB_RELAY_FILE_MAX,
                                .timeout_ms = r->relay->timeout_ms,
                                .authorities = r->relay->authorities,
                                .stop = { &r->relay->stopped, &r->gone } };
    arb_relay_reply reply;
    fetched out = HAS_FAILED;

    arb_relay_send(&reply, &ask);
    if (reply.status == 200 &&
        arb_relay_games_read(r->games, arb_buf_text(&reply.body), arb_buf_size(&reply.body)) == 0) {
        say_no_games(r, &reply);
    } else if (reply.status == 200) {
        arb_buf_clear(&r->file);
        r->file = reply.body;
        arb_buf_init(&reply.body, NULL, 1);
        memcpy(r->tag, reply.tag, sizeof r->tag);
        out = HAS_IT;
    } else if (reply.status == 304 && r->tag[0]) {
        out = arb_buf_size(&r->file) == 0 ? IS_AS_TAKEN : HAS_IT;
    } else if (reply.status == 404 && r->relay->several) {
        out = IS_NOT_THERE;
    } else if (!arb_relay_round_is_stopped(r)) {
        say_hall(r, &reply);
    }
    arb_relay_reply_clear(&reply);
    return out;
}

/* ---- a turn */

/* An earlier run has sent all of what the hall still has, so it was not loaded again: it is, when
 * it is time to send it once more. */
static arb_relay_outcome stay(arb_relay_round *r)
{
    if (r->kept.is_over && !r->is_over)
        arb_relay_say_over(r);
    r->is_over = r->kept.is_over;
    if (!r->is_over && arb_relay_now_s() - r->begun_s >= AGAIN_S)
        r->tag[0] = '\0';
    return ARB_RELAY_UNCHANGED;
}

static arb_relay_outcome take_turn(arb_relay_round *r)
{
    const fetched is = fetch(r);
    const arb_relay_outcome out = is == HAS_FAILED     ? ARB_RELAY_FAILED
                                  : is == IS_NOT_THERE ? ARB_RELAY_AWAITED
                                  : is == IS_AS_TAKEN  ? stay(r)
                                                       : arb_relay_push_all(r);

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

    while (!arb_relay_round_is_stopped(r)) {
        r->last = take_turn(r);
        if (r->relay->once)
            break;
        pause_for(r);
    }
    return NULL;
}
