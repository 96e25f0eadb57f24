/* SPDX-License-Identifier: MIT */
/* What a relay prints; see relay.h. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/relay.h"
#include "common/quote.h"

const char *arb_relay_show(arb_relay_shown *room, const char *text)
{
    size_t size = strlen(text);
    arb_quoted quoted;

    if (size > ARB_RELAY_NAME_MAX)
        for (size = ARB_RELAY_NAME_MAX; size > 0 && ((unsigned char)text[size] & 0xC0) == 0x80;)
            size--;
    memcpy(room->text, text, size);
    room->text[size] = '\0';
    const char *fit = arb_quote_path(&quoted, room->text);
    if (fit == room->text)
        return fit;
    (void)snprintf(room->quoted, sizeof room->quoted, "%s", fit);
    return room->quoted;
}

const char *arb_relay_error(const json_t *answer)
{
    return json_string_value(json_object_get(answer, "error"));
}

/* ---- one line, or one object */

static void say_json(const arb_relay_round *r, json_t *object)
{
    char text[32];
    const time_t now = time(NULL);
    struct tm day;

    object = arb_json_put(object, "round", json_string(r->name));
    if (gmtime_r(&now, &day) && strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &day) > 0)
        object = arb_json_put(object, "time", json_string(text));
    flockfile(stdout);
    (void)arb_cli_json(r->relay->cli, object);
    (void)fflush(stdout);
    funlockfile(stdout);
}

/* When, and of which round: several of them write into one log. Nobody else speaks before its end.
 */
static void begin_line(const arb_relay_round *r)
{
    char text[32] = "";
    const time_t now = time(NULL);
    struct tm day;

    if (localtime_r(&now, &day))
        (void)strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S ", &day);
    flockfile(stdout);
    printf("%s%s: ", text, r->name);
}

static void end_line(void)
{
    (void)putchar('\n');
    (void)fflush(stdout);
    funlockfile(stdout);
}

static void say(const arb_relay_round *r, arb_text_id id)
{
    begin_line(r);
    arb_text_print(stdout, r->relay->cli->lang, id);
    end_line();
}

/* ---- how it stands with a round */

/* Who looks once does not wait, and wants to know why nothing was sent. */
void arb_relay_say_awaited(const arb_relay_round *r)
{
    const bool once = r->relay->once;

    if (r->relay->cli->json)
        say_json(r, json_pack("{sb}", once ? "nothing" : "awaited", 1));
    else if (once || !r->relay->cli->quiet)
        say(r, once ? ARB_TEXT_RELAY_NOTHING : ARB_TEXT_RELAY_AWAITED);
}

void arb_relay_say_over(const arb_relay_round *r)
{
    if (r->relay->cli->json)
        say_json(r, json_pack("{sb}", "over", 1));
    else if (!r->relay->cli->quiet)
        say(r, ARB_TEXT_RELAY_OVER);
}

/* ---- what went wrong */

const char *arb_relay_first_line(char out[ARB_RELAY_NAME_MAX + 1], const arb_buf *body)
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

/* Any bytes may have been answered; JSON takes no others than UTF-8. */
static json_t *json_of(const char *said)
{
    json_t *out = said ? json_string(said) : json_null();
    arb_relay_shown room;

    return out ? out : json_string(arb_relay_show(&room, said));
}

static void say_failure_json(const arb_relay_round *r, const arb_relay_failure *what,
                             const arb_relay_reply *reply)
{
    const arb_lang lang = r->relay->cli->lang;
    const char *trouble = what->sentence      ? arb_text(what->sentence, lang)
                          : reply->trouble[0] ? reply->trouble
                                              : NULL;
    char boards[32];

    (void)snprintf(boards, sizeof boards, "%u-%u", what->first, what->last);
    say_json(r, json_pack("{ss sI so ss? ss* sI}", "failed", arb_text(what->who, lang), "status",
                          (json_int_t)reply->status, "answer", json_of(what->said), "trouble",
                          trouble, "boards", what->first > 0 ? boards : NULL, "wait",
                          (json_int_t)what->wait_s));
}

/* What went wrong, by the reply. */
static void print_reply(arb_lang lang, const arb_relay_failure *what, const arb_relay_reply *reply)
{
    const char *who = arb_text(what->who, lang), *said = what->said;
    arb_relay_shown room;

    if (reply->too_large)
        arb_text_print(stdout, lang, ARB_TEXT_RELAY_TOO_LARGE, who);
    else if (reply->is_no_http)
        arb_text_print(stdout, lang, ARB_TEXT_RELAY_NO_HTTP, who);
    else if (reply->status == 0)
        arb_text_print(stdout, lang, ARB_TEXT_RELAY_NO_ANSWER, who, reply->trouble);
    else if (reply->elsewhere[0])
        arb_text_print(stdout, lang, ARB_TEXT_RELAY_ELSEWHERE, who, reply->status,
                       arb_relay_show(&room, reply->elsewhere));
    else if (reply->status != 200 && (!said || !*said))
        arb_text_print(stdout, lang, ARB_TEXT_RELAY_ANSWERED_BARELY, who, reply->status);
    else
        arb_text_print(stdout, lang,
                       reply->status == 200 ? ARB_TEXT_RELAY_NO_LIST : ARB_TEXT_RELAY_ANSWERED, who,
                       reply->status, said && *said ? arb_relay_show(&room, said) : "-");
}

/* Whether it is tried again is known to whoever does it once. */
void arb_relay_say_failure(const arb_relay_round *r, const arb_relay_failure *what,
                           const arb_relay_reply *reply)
{
    const arb_lang lang = r->relay->cli->lang;
    arb_relay_shown room;

    if (r->relay->cli->json) {
        say_failure_json(r, what, reply);
        return;
    }
    begin_line(r);
    if (!what->sentence)
        print_reply(lang, what, reply);
    else {
        arb_text_print(stdout, lang, what->sentence);
        if (what->said && *what->said)
            printf(": %s", arb_relay_show(&room, what->said));
    }
    if (what->first > 0)
        arb_text_print(stdout, lang, ARB_TEXT_RELAY_BOARDS, what->first, what->last);
    if (!r->relay->once)
        arb_text_print(stdout, lang, ARB_TEXT_RELAY_AGAIN, what->wait_s);
    else if (reply->retry_s > 0)
        arb_text_print(stdout, lang, ARB_TEXT_RELAY_PATIENCE, reply->retry_s);
    end_line();
}

/* ---- what was taken */

static const char *tag_of(const json_t *game, const char *name)
{
    const char *value = json_string_value(json_object_get(json_object_get(game, "tags"), name));

    return value ? value : "?";
}

static void say_refused(const arb_relay_round *r, const json_t *game)
{
    arb_relay_shown room[4];

    begin_line(r);
    arb_text_print(stdout, r->relay->cli->lang, ARB_TEXT_RELAY_GAME_REFUSED,
                   arb_relay_show(&room[0], tag_of(game, "Round")),
                   arb_relay_show(&room[1], tag_of(game, "White")),
                   arb_relay_show(&room[2], tag_of(game, "Black")),
                   arb_relay_show(&room[3], arb_relay_error(game)));
    end_line();
}

static void say_count(const arb_relay_round *r, arb_text_id id, unsigned count)
{
    if (count == 0)
        return;
    begin_line(r);
    arb_text_print(stdout, r->relay->cli->lang, id, count);
    end_line();
}

/* Of everything that was not taken. */
static void say_rest(const arb_relay_round *r, const arb_relay_taken *of, const json_t *games)
{
    const json_t *one;
    size_t i;

    json_array_foreach(games, i, one)
    {
        if (arb_relay_error(one))
            say_refused(r, one);
    }
    say_count(r, ARB_TEXT_RELAY_ODD, of->odd);
    say_count(r, ARB_TEXT_RELAY_EXTRA, of->extra);
    say_count(r, ARB_TEXT_RELAY_SILENT, of->silent);
}

bool arb_relay_say_taken(const arb_relay_round *r, const arb_relay_part *part, const json_t *answer)
{
    json_t *games = json_object_get(answer, "games");
    const unsigned sent = (unsigned)part->count;
    arb_relay_taken of;

    arb_relay_taken_count(&of, part, games);
    if (r->relay->cli->json) {
        say_json(r, json_pack("{sI sI sI sI sO}", "sent", (json_int_t)sent, "taken",
                              (json_int_t)of.taken, "extra", (json_int_t)of.extra, "moves",
                              of.moves, "games", games));
        return of.taken == sent;
    }
    say_rest(r, &of, games);
    if (!r->relay->cli->quiet) {
        begin_line(r);
        arb_text_print(stdout, r->relay->cli->lang, ARB_TEXT_RELAY_TAKEN, sent, of.taken,
                       (long long)of.moves);
        end_line();
    }
    return of.taken == sent;
}
