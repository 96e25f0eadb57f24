/* SPDX-License-Identifier: MIT */
/* An event as its line, in canonical form: one small writer for each kind of slot. */
#include <assert.h>
#include <string.h>

#include "clock/time_text.h"
#include "laws/event_internal.h"

/* Writes one slot with the blank before it, or nothing when it is left out. */
typedef void slot_writer(arb_sink *sink, const arb_event *event);

static void put_word(arb_sink *sink, const char *word)
{
    arb_sink_char(sink, ' ');
    arb_sink_text(sink, word);
}

/* ---- texts ---- */

/* The next byte of the plain text, from place `*at` of the text; ARB_CURSOR_END after the last. */
static int next_plain(const arb_event *event, size_t *at)
{
    if (*at >= event->size)
        return ARB_CURSOR_END;
    if ((event->flags & ARB_EVENT_ESCAPED) && event->text[*at] == '\\' && *at + 1 < event->size)
        ++*at;
    return (unsigned char)event->text[(*at)++];
}

/* The same, as it stands on a line: a control character is a blank. */
static int next_printable(const arb_event *event, size_t *at)
{
    const int c = next_plain(event, at);

    if (c == ARB_CURSOR_END)
        return c;
    if (c == 0xc2 && *at < event->size && arb_is_control((unsigned char)event->text[*at])) {
        ++*at; /* of those two bytes long in UTF-8, U+0080 to U+009F */
        return ' ';
    }
    return c < 0x80 && arb_is_control((uint32_t)c) ? ' ' : c;
}

/* Would the text be read as something else, or cut, if it stood there as it is? */
static bool needs_quotes(const arb_event *event)
{
    size_t at = 0;
    int before = ' ';

    for (int c = next_printable(event, &at), first = 1; c != ARB_CURSOR_END;
         c = next_printable(event, &at), first = 0) {
        if (first && (c == ' ' || c == '"'))
            return true;
        if (c == '#' && before == ' ')
            return true; /* a comment */
        before = c;
    }
    return before == ' '; /* at the end, or there was nothing at all */
}

static void put_quoted(arb_sink *sink, const arb_event *event, bool quotes)
{
    size_t at = 0;

    arb_sink_char(sink, ' ');
    if (quotes)
        arb_sink_char(sink, '"');
    for (int c = next_printable(event, &at); c != ARB_CURSOR_END; c = next_printable(event, &at)) {
        if (quotes && (c == '"' || c == '\\'))
            arb_sink_char(sink, '\\');
        arb_sink_char(sink, (char)c);
    }
    if (quotes)
        arb_sink_char(sink, '"');
}

static void put_text(arb_sink *sink, const arb_event *event)
{
    put_quoted(sink, event, needs_quotes(event));
}

static void put_text_opt(arb_sink *sink, const arb_event *event)
{
    if (event->size > 0)
        put_text(sink, event);
}

/* One of the words of a slot. */
static void put_choice(arb_sink *sink, arb_slot slot, unsigned place)
{
    arb_sink_char(sink, ' ');
    arb_sink_choice(sink, arb_slot_words(slot), place);
}

/* The words of the text with single blanks; none before a mark of mate, which would be a comment.
 */
static void put_words(arb_sink *sink, const arb_event *event)
{
    bool blank = false;

    for (size_t i = 0; i < event->size; i++) {
        const char c = event->text[i];
        const bool is_blank = c == ' ' || c == '\t';
        if (!is_blank && (i == 0 || (blank && c != '#')))
            arb_sink_char(sink, ' ');
        if (!is_blank)
            arb_sink_char(sink, c);
        blank = is_blank;
    }
}

/* Could a last word of the name be taken for a task? */
static bool ends_like_task(const arb_event *event)
{
    size_t from = event->size;
    arb_cursor word;

    while (from > 0 && event->text[from - 1] != ' ')
        from--;
    if (from == 0)
        return false; /* the first word is always of the name */
    arb_cursor_init(&word, event->text + from, event->size - from);
    return arb_cursor_choose(word, arb_slot_words(ARB_SLOT_ASSISTANT)) >= 0 ||
           arb_cursor_choose(word, ARB_OTHER_TASKS) >= 0;
}

static void put_assistant(arb_sink *sink, const arb_event *event)
{
    put_quoted(sink, event, needs_quotes(event) || ends_like_task(event));
    for (unsigned task = 0; task < ARB_TASK_COUNT; task++)
        if ((unsigned)event->tasks >> task & 1u)
            put_choice(sink, ARB_SLOT_ASSISTANT, task);
}

/* ---- everything else ---- */

static void put_squares(arb_sink *sink, const arb_event *event)
{
    for (unsigned i = 0; i < event->square_count && i < ARB_EVENT_SQUARES_MAX; i++) {
        char name[3];
        arb_square_write(name, sizeof name, event->square[i]);
        put_word(sink, name);
    }
}

/* In small letters, which are the same in every language. */
static void put_piece(arb_sink *sink, const arb_event *event)
{
    if (event->role >= ARB_ROLE_COUNT)
        return;
    put_word(sink, event->colours ? arb_colours_word(event->colours) : "");
    if (event->colours)
        arb_sink_char(sink, ':');
    arb_sink_text(sink, arb_letters_en.black[event->role]);
}

static void put_colours(arb_sink *sink, const arb_event *event)
{
    assert(event->colours >= 1);
    put_word(sink, arb_colours_word(event->colours));
}

static void put_number(arb_sink *sink, const arb_event *event)
{
    arb_sink_char(sink, ' ');
    arb_sink_number(sink, event->number);
}

static void put_number_opt(arb_sink *sink, const arb_event *event)
{
    if (event->number > 0)
        put_number(sink, event);
}

static void put_ply(arb_sink *sink, const arb_event *event)
{
    if (event->flags & ARB_EVENT_UNKNOWN)
        put_word(sink, "unknown");
    else
        put_number(sink, event);
}

static void put_time(arb_sink *sink, const arb_event *event)
{
    arb_sink_char(sink, ' ');
    arb_time_put(sink, event->ms);
}

static void put_time_opt(arb_sink *sink, const arb_event *event)
{
    if (event->flags & ARB_EVENT_AMOUNT)
        put_time(sink, event);
}

static void put_seconds(arb_sink *sink, const arb_event *event)
{
    arb_sink_char(sink, ' ');
    arb_seconds_put(sink, event->ms, '.');
}

static void put_article(arb_sink *sink, const arb_event *event)
{
    put_word(sink, arb_article_number((arb_article)event->article));
}

static void put_points(arb_sink *sink, const arb_event *event)
{
    char score[16];

    if (event->points % ARB_HALF_POINT != 0) {
        arb_sink_char(sink, ' ');
        arb_seconds_put(sink, event->points, '.'); /* also a number with three decimals */
        return;
    }
    arb_score_write(score, sizeof score, event->points / ARB_HALF_POINT);
    put_word(sink, score);
}

static void put_points_opt(arb_sink *sink, const arb_event *event)
{
    if (event->flags & ARB_EVENT_AMOUNT)
        put_points(sink, event);
}

static void put_penalty(arb_sink *sink, const arb_event *event)
{
    static slot_writer *const followers[] = {
        [ARB_FOLLOWS_SECONDS] = put_seconds,       [ARB_FOLLOWS_POINTS] = put_points,
        [ARB_FOLLOWS_POINTS_OPT] = put_points_opt, [ARB_FOLLOWS_TEXT] = put_text,
        [ARB_FOLLOWS_ROUNDS] = put_number,
    };
    const arb_follows follows = arb_penalty_follows((arb_penalty)event->penalty);

    put_choice(sink, ARB_SLOT_PENALTY, event->penalty);
    if (follows != ARB_FOLLOWS_NOTHING)
        followers[follows](sink, event);
}

static void put_result(arb_sink *sink, const arb_event *event)
{
    put_word(sink, arb_result_text((arb_result)event->result));
}

static void put_place(arb_sink *sink, const arb_event *event)
{
    put_choice(sink, ARB_SLOT_PLACE, event->place);
}

static void put_decision(arb_sink *sink, const arb_event *event)
{
    put_choice(sink, ARB_SLOT_DECISION, event->decision);
    if (event->flags & ARB_EVENT_AMOUNT)
        put_time(sink, event);
}

static void put_appeal(arb_sink *sink, const arb_event *event)
{
    put_choice(sink, ARB_SLOT_APPEAL, event->appeal);
}

/* Could the text be taken for one of the words that grant something? */
static bool begins_like_consent(const arb_event *event)
{
    const char *word = arb_slot_words(ARB_SLOT_CONSENT);

    for (size_t size; (size = strcspn(word, " ")) > 0; word += size + (word[size] == ' '))
        if (event->size >= size && memcmp(event->text, word, size) == 0)
            return true;
    return false;
}

static void put_consent(arb_sink *sink, const arb_event *event)
{
    if (event->consent == ARB_CONSENT_OTHER) {
        put_quoted(sink, event, needs_quotes(event) || begins_like_consent(event));
        return;
    }
    put_choice(sink, ARB_SLOT_CONSENT, event->consent - (unsigned)ARB_CONSENT_DRAW);
    if (event->consent == ARB_CONSENT_LEAVE && event->colours != 3u)
        put_colours(sink, event);
    if (event->flags & ARB_EVENT_PLACE)
        put_place(sink, event);
}

static slot_writer *const writers[] = {
    [ARB_SLOT_SQUARE] = put_squares,
    [ARB_SLOT_SQUARES] = put_squares,
    [ARB_SLOT_SQUARES_OPT] = put_squares,
    [ARB_SLOT_PIECE] = put_piece,
    [ARB_SLOT_MOVE] = put_words,
    [ARB_SLOT_MOVE_OPT] = put_words,
    [ARB_SLOT_TEXT] = put_text,
    [ARB_SLOT_TEXT_OPT] = put_text_opt,
    [ARB_SLOT_COLOUR] = put_colours,
    [ARB_SLOT_COLOURS] = put_colours,
    [ARB_SLOT_NUMBER] = put_number,
    [ARB_SLOT_NUMBER_OPT] = put_number_opt,
    [ARB_SLOT_PLY] = put_ply,
    [ARB_SLOT_TIME] = put_time,
    [ARB_SLOT_TIME_OPT] = put_time_opt,
    [ARB_SLOT_SECONDS] = put_seconds,
    [ARB_SLOT_MOVES_OPT] = put_number, /* behind its word */
    [ARB_SLOT_ARTICLE] = put_article,
    [ARB_SLOT_PENALTY] = put_penalty,
    [ARB_SLOT_RESULT] = put_result,
    [ARB_SLOT_FEN] = put_words,
    [ARB_SLOT_ASSISTANT] = put_assistant,
    [ARB_SLOT_PLACE] = put_place,
    [ARB_SLOT_DECISION] = put_decision,
    [ARB_SLOT_APPEAL] = put_appeal,
    [ARB_SLOT_CONSENT] = put_consent,
    [ARB_SLOT_RESUME] = put_text, /* behind its word */
    [ARB_SLOT_SILENT] = NULL,
    [ARB_SLOT_OTHER_HAND] = NULL, /* this and others are words alone */
    [ARB_SLOT_DISPLAY] = NULL,
    [ARB_SLOT_IN_BAG] = NULL,
};

/* The verb and its arguments. */
static void put_verb(arb_sink *sink, const arb_event *event)
{
    const arb_verb_info *verb = arb_verb_get((arb_verb)event->verb);

    arb_sink_text(sink, verb->words);
    for (int i = 0; i < ARB_VERB_SLOTS; i++) {
        const arb_slot slot = verb->slot[i];
        const uint16_t flag = arb_slot_flag(slot);
        if (flag && !(event->flags & flag))
            continue;
        if (flag)
            put_word(sink, arb_slot_words(slot));
        if (writers[slot])
            writers[slot](sink, event);
    }
}

size_t arb_event_write(char *out, size_t size, const arb_event *event)
{
    arb_sink sink = { out, size, 0 };

    arb_time_put(&sink, event->time);
    put_word(&sink, arb_actor_word((arb_actor)event->actor));
    arb_sink_char(&sink, ' ');
    put_verb(&sink, event);
    return arb_sink_end(&sink);
}

size_t arb_event_write_words(char *out, size_t size, const arb_event *event)
{
    arb_sink sink = { out, size, 0 };

    put_verb(&sink, event);
    return arb_sink_end(&sink);
}

size_t arb_event_text(char *out, size_t size, const arb_event *event)
{
    arb_sink sink = { out, size, 0 };
    size_t at = 0;

    for (int c = next_plain(event, &at); c != ARB_CURSOR_END; c = next_plain(event, &at))
        arb_sink_char(&sink, (char)c);
    return arb_sink_end(&sink);
}
