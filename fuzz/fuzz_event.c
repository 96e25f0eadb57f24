/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as the line of an event, as a time, a result, points, and the value of every option.
 * The first byte chooses the language, the rest is the line. What cannot be read stops inside the
 * line and touches nothing. What can be read is written, and read back to the same event.
 */
#include <string.h>

#include "arbitro/event.h"
#include "arbitro/regulations.h"
#include "fuzz.h"

/* A text as it stands on a line: plain, and with blanks for control characters. */
static char *plain_text(const arb_event *event, size_t *size)
{
    char *text = malloc(event->size + 1);

    require(text != NULL, "there is memory");
    *size = arb_event_text(text, event->size + 1, event);
    require(*size <= event->size, "the plain text is not longer");
    for (size_t i = 0; i < *size; i++)
        if (text[i] == '\t')
            text[i] = ' ';
    return text;
}

/* A position is written with single blanks, and is the same. */
static bool same_position(const arb_event *a, const arb_event *b)
{
    arb_setup setups[2];

    memset(setups, 0, sizeof setups);
    require(arb_fen_read(&setups[0], NULL, a->text, a->size, NULL) == ARB_OK &&
                arb_fen_read(&setups[1], NULL, b->text, b->size, NULL) == ARB_OK,
            "a position can be read");
    return memcmp(&setups[0], &setups[1], sizeof setups[0]) == 0;
}

static bool same_text(const arb_event *a, const arb_event *b)
{
    if (a->move.form != ARB_FORM_NONE)
        return true; /* the move has been compared */
    if (a->verb == ARB_VERB_SET_POSITION)
        return same_position(a, b);
    size_t sizes[2];
    char *texts[] = { plain_text(a, &sizes[0]), plain_text(b, &sizes[1]) };
    const bool same = sizes[0] == sizes[1] && memcmp(texts[0], texts[1], sizes[0]) == 0;

    free(texts[0]);
    free(texts[1]);
    return same;
}

static bool same_squares(const arb_event *a, const arb_event *b)
{
    return a->square_count == b->square_count && memcmp(a->square, b->square, a->square_count) == 0;
}

static bool same_fields(const arb_event *a, const arb_event *b)
{
    const unsigned escaped = ARB_EVENT_ESCAPED;

    return a->time == b->time && a->actor == b->actor && a->verb == b->verb &&
           (a->flags | escaped) == (b->flags | escaped) && a->colours == b->colours &&
           a->role == b->role && a->tasks == b->tasks && a->penalty == b->penalty &&
           a->result == b->result && a->place == b->place && a->decision == b->decision &&
           a->consent == b->consent && a->appeal == b->appeal && same_squares(a, b) &&
           a->article == b->article && a->number == b->number && a->ms == b->ms &&
           a->points == b->points && memcmp(&a->move, &b->move, sizeof a->move) == 0;
}

static void check_written(const arb_event *event, const arb_language *language)
{
    const size_t size = arb_event_write(NULL, 0, event);
    char *line = malloc(size + 1), *again = malloc(size + 1);
    arb_event twice;

    require(line != NULL && again != NULL, "there is memory");
    require(arb_event_write(line, size + 1, event) == size, "the length is always the same");
    require(arb_event_read(&twice, NULL, line, size, 0, language) == ARB_OK,
            "what is written is read");
    require(same_fields(event, &twice), "and is the same event");
    require(same_text(event, &twice), "with the same text");
    require(arb_event_write(again, size + 1, &twice) == size && memcmp(line, again, size) == 0,
            "which is written the same again");
    free(line);
    free(again);
}

static void check_line(const char *text, size_t size, const arb_language *language)
{
    arb_event event, before;
    arb_where where = { 0, 0, ARB_WANTED_COUNT };

    memset(&before, 0xa5, sizeof before);
    memcpy(&event, &before, sizeof event);
    const arb_err err = arb_event_read(&event, &where, text, size, 0, language);
    if (err == ARB_OK) {
        check_written(&event, language);
        return;
    }
    require(err == ARB_SYNTAX, "text is refused as text");
    require(memcmp(&event, &before, sizeof event) == 0, "an error leaves all untouched");
    require(where.line >= 1 && where.column >= 1 && where.column <= size + 1,
            "reading stops inside the line");
    require(where.wanted < ARB_WANTED_COUNT, "something was expected");
}

static void check_values(const char *text, size_t size)
{
    arb_regulations regulations;
    arb_ms time, time_again;
    char out[64];

    arb_regulations_init(&regulations, &arb_fide_2023);
    for (int i = 0; i < ARB_OPTION_COUNT; i++) {
        if (arb_regulations_set(&regulations, (arb_option)i, text, size) != ARB_OK)
            continue;
        const size_t length = arb_regulations_get(out, sizeof out, &regulations, (arb_option)i);
        require(length < sizeof out, "a value is short");
        require(arb_regulations_set(&regulations, (arb_option)i, out, length) == ARB_OK,
                "a value that is written is read");
    }
    if (arb_time_read(&time, NULL, text, size) == ARB_OK) {
        const size_t length = arb_time_write(out, sizeof out, time);
        require(arb_time_read(&time_again, NULL, out, length) == ARB_OK && time == time_again,
                "a time is read as it is written");
    }
    require(arb_result_read(text, size) <= ARB_RESULT_COUNT, "a result is one of the list");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    const arb_language *language = arb_language_at(data[0] % arb_language_count());
    /* A copy of its own size, so that a byte too far is noticed. */
    char *text = malloc(size > 1 ? size - 1 : 1);

    if (text == NULL)
        return 0;
    memcpy(text, data + 1, size - 1);
    check_line(text, size - 1, language);
    check_values(text, size - 1);
    free(text);
    return 0;
}
