/* SPDX-License-Identifier: MIT */
/* What a broadcast is sent of a round, and what it answers; see relay.h. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "cli/relay.h"
#include "common/quote.h"
#include "common/system_text.h"

enum { AGAIN_S = 60 }; /* what has not changed is sent again after so long */

/* ---- what is remembered */

static void say_state(const arb_relay_round *r, int err)
{
    arb_quoted room;

    if (err)
        (void)arb_cli_complain(r->relay->cli, ARB_TEXT_RELAY_STATE,
                               arb_quote_path(&room, r->relay->state.path),
                               arb_system_text(err, r->relay->cli->lang));
}

static void keep_state(arb_relay_round *r)
{
    const arb_relay_way way = arb_relay_round_way(r);

    say_state(r, arb_relay_state_keep(&r->relay->state, &way, &r->kept));
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

/* ---- limits: one for all rounds, because it is the same broadcast and the same token */

static unsigned limited_s(const arb_relay *relay)
{
    const int64_t left = relay->limited_until_s - arb_relay_now_s();

    return left > 0 ? (unsigned)left : 0;
}

/* Of two limits the one that ends later holds, whichever was heard first. */
static void limit(arb_relay_round *r)
{
    arb_relay *relay = r->relay;
    const int64_t until = arb_relay_now_s() + r->wait_s;
    int64_t was = relay->limited_until_s;

    while (was < until && !atomic_compare_exchange_weak(&relay->limited_until_s, &was, until)) {
    }
    relay->limit_is_told = 1;
    if (r->wait_s < limited_s(relay))
        r->wait_s = limited_s(relay);
    say_state(r, arb_relay_state_limit(&relay->state, r->line.to, r->wait_s));
}

/* Does one keep us from sending? Whoever met it has told it, unless that was an earlier run. */
static bool is_limited(arb_relay_round *r)
{
    const unsigned left = limited_s(r->relay);
    const arb_relay_reply reply = { .status = 429, .retry_s = (long)left };
    const arb_relay_failure what = { .who = ARB_TEXT_RELAY_BROADCAST,
                                     .sentence = ARB_TEXT_RELAY_LIMITED,
                                     .wait_s = left };

    if (left == 0)
        return false;
    r->wait_s = left;
    if (atomic_exchange(&r->relay->limit_is_told, 1) == 0)
        arb_relay_say_failure(r, &what, &reply);
    return true;
}

/* ---- one push */

/* Is it this push that is refused? Who we are, where it goes and how often concerns them all. */
static bool is_of_one_push(long status)
{
    static const long of_all[] = { 401, 403, 404, 405, 407, 408, 410, 429 };

    for (size_t i = 0; i < sizeof of_all / sizeof of_all[0]; i++)
        if (status == of_all[i])
            return false;
    return status >= 400 && status < 500;
}

/* How long it waits, alone or with the others. */
static arb_relay_outcome fail(arb_relay_round *r, arb_relay_sent *sent,
                              const arb_relay_reply *reply, unsigned *wait_s)
{
    if (is_of_one_push(reply->status)) {
        *wait_s = arb_relay_pause(r->relay, sent->failures++, reply);
        sent->next_s = arb_relay_now_s() + *wait_s;
        return ARB_RELAY_PUSH_REFUSED;
    }
    arb_relay_back_off(r, reply);
    if (reply->status == 429)
        limit(r);
    *wait_s = r->wait_s;
    return ARB_RELAY_FAILED;
}

/* What became of it: only a list of games says that any was taken. */
static arb_relay_outcome heard(arb_relay_round *r, arb_relay_sent *sent, const arb_relay_part *part,
                               const arb_relay_reply *reply)
{
    json_t *answer = json_loadb(arb_buf_text(&reply->body), arb_buf_size(&reply->body), 0, NULL);
    arb_relay_outcome out = ARB_RELAY_FAILED;

    if (reply->status == 200 && json_is_array(json_object_get(answer, "games"))) {
        out = arb_relay_say_taken(r, part, answer) ? ARB_RELAY_DONE : ARB_RELAY_REFUSED;
    } else if (!arb_relay_round_is_stopped(r)) {
        char line[ARB_RELAY_NAME_MAX + 1];
        const char *words = arb_relay_error(answer);
        arb_relay_failure what = { .who = ARB_TEXT_RELAY_BROADCAST,
                                   .said = words ? words : arb_relay_first_line(line, &reply->body),
                                   .first = part->first,
                                   .last = part->last };
        out = fail(r, sent, reply, &what.wait_s);
        arb_relay_say_failure(r, &what, reply);
    }
    json_decref(answer);
    return out;
}

static void say_no_token(arb_relay_round *r)
{
    const arb_relay_reply reply = { .status = 0 };

    arb_relay_back_off(r, &reply);
    const arb_relay_failure what = { .who = ARB_TEXT_RELAY_BROADCAST,
                                     .sentence = ARB_TEXT_RELAY_NO_TOKEN,
                                     .wait_s = r->wait_s };
    arb_relay_say_failure(r, &what, &reply);
}

/* Its games as one file. */
static arb_err join(arb_buf *out, const arb_relay_part *part)
{
    arb_err err = ARB_OK;

    for (size_t i = 0; i < part->count && !err; i++)
        err = arb_buf_add(out, part->games[i].at, part->games[i].size);
    return err;
}

static void send_part(arb_relay_reply *out, const arb_relay_round *r, const arb_relay_part *part,
                      const char *token)
{
    arb_buf body;

    arb_buf_init(&body, NULL, ARB_RELAY_FILE_MAX);
    const arb_err err = join(&body, part);
    const arb_relay_ask ask = { .url = r->line.to,
                                .token = token,
                                .body = arb_buf_text(&body),
                                .size = arb_buf_size(&body),
                                .answer_max = ARB_RELAY_ANSWER_MAX,
                                .timeout_ms = r->relay->timeout_ms,
                                .authorities = r->relay->authorities,
                                .stop = { &r->relay->stopped, &r->gone } };
    if (err) {
        *out = (arb_relay_reply){ .status = 0 };
        arb_buf_init(&out->body, NULL, 1);
        (void)snprintf(out->trouble, sizeof out->trouble, "%s",
                       arb_err_text(err, r->relay->cli->lang));
    } else {
        arb_relay_send(out, &ask);
    }
    arb_buf_clear(&body);
}

static arb_relay_outcome push(arb_relay_round *r, arb_relay_sent *sent, const arb_relay_part *part)
{
    char token[ARB_RELAY_TOKEN_MAX + 1];
    arb_relay_reply reply;

    if (is_limited(r))
        return ARB_RELAY_FAILED;
    /* read anew every time: a token can be replaced while games go on */
    if (!arb_relay_token(token, r->relay->token_path)) {
        say_no_token(r);
        return ARB_RELAY_FAILED;
    }
    send_part(&reply, r, part, token);
    memset(token, 0, sizeof token);
    const arb_relay_outcome out = heard(r, sent, part, &reply);
    arb_relay_reply_clear(&reply);
    return out;
}

/* ---- all of them */

/* Sends a part if it is time. */
static arb_relay_outcome push_part(arb_relay_round *r, size_t at, const arb_relay_part *part,
                                   bool is_over)
{
    arb_relay_sent *sent = &r->sent[at];
    const int64_t now = arb_relay_now_s();
    const bool same = strcmp(part->sum, sent->sum) == 0;
    const bool taken = strcmp(part->sum, r->kept.sum[at]) == 0;

    if (same && sent->at_s == 0)
        sent->at_s = now; /* an earlier run sent it */
    if (same && ((taken && is_over) || now - sent->at_s < AGAIN_S))
        return ARB_RELAY_UNCHANGED;
    if (now < sent->next_s)
        return ARB_RELAY_PUSH_REFUSED;
    const arb_relay_outcome out = push(r, sent, part);
    if (out >= ARB_RELAY_PUSH_REFUSED)
        return out;
    *sent = (arb_relay_sent){ .at_s = now };
    memcpy(sent->sum, part->sum, ARB_RELAY_SUM);
    remember(r, at, out == ARB_RELAY_DONE ? part->sum : "");
    return out;
}

/* One after the other. When something concerns them all, the next turn begins with the next of
 * them: whatever is wrong with one, it holds up no other for ever. */
static arb_relay_outcome push_parts(arb_relay_round *r, const arb_relay_part *parts, size_t count,
                                    bool is_over)
{
    arb_relay_outcome out = ARB_RELAY_UNCHANGED;
    const size_t first = r->first_push;

    r->first_push = 0;
    for (size_t i = 0; i < count && !arb_relay_round_is_stopped(r); i++) {
        const size_t at = (first + i) % count;
        const arb_relay_outcome one = push_part(r, at, &parts[at], is_over);
        if (one == ARB_RELAY_FAILED) {
            r->first_push = at + 1;
            return one;
        }
        out = one > out ? one : out;
    }
    return out;
}

arb_relay_outcome arb_relay_push_all(arb_relay_round *r)
{
    arb_relay_part parts[ARB_RELAY_PUSHES_MAX];
    size_t games = arb_relay_games_read(r->games, arb_buf_text(&r->file), arb_buf_size(&r->file));

    if (r->line.first > 0)
        games = arb_relay_choose(r->games, games, r->line.first, r->line.last);
    if (games == 0)
        return ARB_RELAY_AWAITED; /* boards that it has not yet */
    const size_t count = arb_relay_cut(parts, r->games, games);
    const bool is_over = arb_relay_is_over(r->games, games);
    r->is_over = r->is_over && is_over; /* a result was taken back, or a game begun in its place */
    const arb_relay_outcome out = push_parts(r, parts, count, is_over);
    if (out != ARB_RELAY_FAILED && !arb_relay_round_is_stopped(r))
        remember_whole(r, parts, count, is_over);
    return out;
}
