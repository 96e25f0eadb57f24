/* SPDX-License-Identifier: MIT */
/* A game as a case file: its header and its journal, which read back to the same game. */
#include <string.h>

#include "arbitro/game_envelope.h"
#include "game/case_internal.h"

enum { WORD_SIZE = 512 };

/* Room for a time control of eight periods, each of any number of seconds. */
enum { TIME_SIZE = 512 };

static arb_err add_line(arb_buf *out, const char *word, const char *rest)
{
    return arb_buf_add_format(out, "%-9s %s\n", word, rest);
}

/* A title is one line of plain text; a # after a blank would begin a comment. */
static arb_err add_title(arb_buf *out, const char *title)
{
    bool blank = true, any = false;
    arb_err err = arb_buf_add_text(out, "case      ");

    for (; *title && !err; title++) {
        const unsigned char c = (unsigned char)*title;
        const bool is_blank = c <= ' ' || c == 0x7f;
        if (!(blank && (is_blank || c == '#'))) {
            err = arb_buf_add_char(out, is_blank ? ' ' : *title);
            any = true;
            blank = is_blank;
        }
    }
    if (!err && !any)
        err = arb_buf_add_text(out, "a game");
    return err ? err : arb_buf_add_char(out, '\n');
}

static bool same_control(const arb_time_control *a, const arb_time_control *b)
{
    char one[TIME_SIZE], other[TIME_SIZE];

    (void)arb_time_control_write(one, sizeof one, a);
    (void)arb_time_control_write(other, sizeof other, b);
    return strcmp(one, other) == 0;
}

static arb_err add_time(arb_buf *out, const arb_regulations *regulations)
{
    static const char *const word[] = { "time white", "time black" };
    const arb_time_control *control = regulations->clock.control;
    char text[TIME_SIZE];

    (void)arb_time_control_write(text, sizeof text, &control[ARB_WHITE]);
    if (control[ARB_WHITE].count == 0)
        return add_line(out, "time", "none");
    if (same_control(&control[ARB_WHITE], &control[ARB_BLACK]))
        return add_line(out, "time", text);
    const arb_err err = add_line(out, word[ARB_WHITE], text);
    if (err)
        return err;
    (void)arb_time_control_write(text, sizeof text, &control[ARB_BLACK]);
    return add_line(out, word[ARB_BLACK], text);
}

static arb_err add_position(arb_buf *out, const arb_setup *setup)
{
    const arb_setup initial = arb_setup_initial();
    char fen[ARB_FEN_SIZE];

    if (arb_setup_equal(setup, &initial))
        return ARB_OK;
    (void)arb_fen_write(fen, sizeof fen, setup, ARB_FEN_X, NULL);
    return add_line(out, "position", fen);
}

/* The options that somebody named; the others follow from edition and time. */
static arb_err add_options(arb_buf *out, const arb_regulations *regulations)
{
    arb_err err = ARB_OK;

    for (unsigned i = 0; i < ARB_OPTION_COUNT && !err; i++) {
        char value[WORD_SIZE];
        if (!(regulations->named >> i & 1))
            continue;
        (void)arb_regulations_get(value, sizeof value, regulations, (arb_option)i);
        err = arb_buf_add_format(out, "option    %s %s\n", arb_option_key((arb_option)i), value);
    }
    return err;
}

static arb_err add_given_of(arb_buf *out, const arb_given *given, arb_colour colour)
{
    const char *name = arb_colour_word(colour);
    char time[WORD_SIZE];
    arb_err err = ARB_OK;

    (void)arb_time_write(time, sizeof time, given->clock[colour] < 0 ? 0 : given->clock[colour]);
    if (given->clock[colour] >= 0)
        err = arb_buf_add_format(out, "given     clock %s %s\n", name, time);
    if (!err && given->counter[colour] >= 0)
        err = arb_buf_add_format(out, "given     counter %s %lld\n", name,
                                 (long long)given->counter[colour]);
    if (!err && given->illegal[colour] > 0)
        err = arb_buf_add_format(out, "given     illegal %s %u\n", name,
                                 (unsigned)given->illegal[colour]);
    if (!err && given->sheet_requests[colour] > 0)
        err = arb_buf_add_format(out, "given     sheet-requests %s %u\n", name,
                                 (unsigned)given->sheet_requests[colour]);
    if (!err && given->offer == (uint8_t)colour)
        err = arb_buf_add_format(out, "given     offer %s\n", name);
    return err;
}

static arb_err add_header(arb_buf *out, const char *title, const arb_game *game)
{
    const arb_regulations *regulations = arb_game_regulations(game);
    const arb_given *given = arb_game_given(game);
    arb_err err = add_title(out, title);

    if (!err)
        err = add_line(out, "edition", regulations->book->name);
    if (!err)
        err = add_time(out, regulations);
    if (!err)
        err = add_position(out, &given->setup);
    if (!err)
        err = add_options(out, regulations);
    if (!err)
        err = add_given_of(out, given, ARB_WHITE);
    if (!err)
        err = add_given_of(out, given, ARB_BLACK);
    return err ? err : arb_buf_add_char(out, '\n');
}

/* An event has any length, so the buffer grows until the line fits. */
static arb_err add_event(arb_buf *out, const arb_event *event)
{
    char line[1024];
    const size_t size = arb_event_write(line, sizeof line, event);

    if (size < sizeof line)
        return arb_buf_add_format(out, "%s\n", line);

    arb_buf scratch;
    arb_buf_init(&scratch, out->mem, size + 1);
    arb_err err = arb_buf_add_format(&scratch, "%*s", (int)size + 1, "");
    if (!err) {
        (void)arb_event_write(scratch.data, size + 1, event);
        err = arb_buf_add(out, scratch.data, size);
    }
    if (!err)
        err = arb_buf_add_char(out, '\n');
    arb_buf_clear(&scratch);
    return err;
}

arb_err arb_case_write(arb_buf *out, const char *title, const arb_game *game)
{
    const size_t before = arb_buf_size(out), count = arb_game_size(game);
    arb_err err = add_header(out, title, game);

    for (size_t i = 0; i < count && !err; i++) {
        arb_event event;
        (void)arb_game_told(&event, game, i, ARB_ACTOR_SPECTATOR);
        err = add_event(out, &event);
    }
    if (err)
        arb_buf_cut(out, before);
    return err;
}
