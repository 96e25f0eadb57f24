/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as events with the transcripts of their hearings, "EVENT<TAB>TRANSCRIPT" a line. Each
 * is taken, or the game stays as it was; what was taken can be looked at, written down and gone on
 * with. A transcript that is written from there is taken by another game that came the same way.
 */
#include <string.h>

#include "arbitro/case.h"
#include "fuzz.h"

enum { EVENTS_MAX = 200, TEXT_MAX = 1 << 20 };

static const char *const headers[] = {
    "case a game\ntime 5400+30\n",
    "case a game\ntime 300+2\noption flags automatic\n",
    "case a game\ntime none\nedition edisu-2024\n",
    "case a game\ntime 40/7200:3600\nedition fide-2001\noption board written\n",
};

static arb_game *begin(unsigned which)
{
    const char *text = headers[which % (sizeof headers / sizeof *headers)];
    arb_case_header header;
    arb_case_reader reader;
    arb_case_item item;
    arb_game *game;

    arb_case_reader_init(&reader, text, strlen(text));
    require(arb_case_next(&item, &header, &reader, NULL) == ARB_OK, "the header is one");
    require(arb_game_new(&game, NULL, &header.regulations, &header.given) == ARB_OK, "it begins");
    return game;
}

/* Judges the event in one game, and lets the other take it by what was said. */
static void follow(arb_game *first, arb_game *second, const arb_event *event)
{
    arb_verdict verdict;
    arb_buf text;

    arb_buf_init(&text, NULL, TEXT_MAX);
    require(arb_game_judge(&verdict, first, event) == ARB_OK, "every event can be judged");
    require(arb_game_transcript(&text, first) == ARB_OK, "what was said is written");
    require(arb_game_commit(first) == ARB_OK, "and committed");
    require(arb_game_take(second, event, arb_buf_text(&text), arb_buf_size(&text)) == ARB_OK,
            "it is taken by what was said");
    require(arb_state_result(arb_game_state(first)) == arb_state_result(arb_game_state(second)) &&
                arb_game_plies(NULL, 0, first) == arb_game_plies(NULL, 0, second),
            "both are where they were");
    arb_buf_clear(&text);
}

/* One line: taken as it says, or judged where it cannot be. */
static void hear(arb_game *first, arb_game *second, const char *line, size_t size)
{
    const char *tab = memchr(line, '\t', size);
    const size_t words = tab ? (size_t)(tab - line) : size;
    const size_t count = arb_game_size(first);
    arb_event event;

    if (arb_event_read(&event, NULL, line, words, arb_state_now(arb_game_state(first)),
                       arb_game_regulations(first)->language) != ARB_OK)
        return;
    const arb_err err = tab ? arb_game_take(first, &event, tab + 1, size - words - 1) : ARB_SYNTAX;
    require(err == ARB_OK || arb_game_size(first) == count, "what is not taken changes nothing");
    if (err == ARB_OK)
        require(arb_game_take(second, &event, tab + 1, size - words - 1) == ARB_OK,
                "the same game takes the same");
    else
        follow(first, second, &event);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *at = (const char *)data, *end = at + size;
    const unsigned which = size > 0 ? data[0] : 0;
    arb_game *first = begin(which), *second = begin(which);
    arb_buf text;

    for (unsigned i = 0; i < EVENTS_MAX && at < end; i++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        const size_t length = (size_t)((stop ? stop : end) - at);
        hear(first, second, at, length);
        at += length + (stop != NULL);
    }
    arb_buf_init(&text, NULL, TEXT_MAX);
    require(arb_case_write(&text, "title", first) == ARB_OK, "the game can be written down");
    arb_buf_clear(&text);
    arb_game_free(first);
    arb_game_free(second);
    return 0;
}
