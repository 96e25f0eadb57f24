/* SPDX-License-Identifier: MIT */
/* The position after the moves of every line; see after.h. */
#include <string.h>

#include "arbitro/utf8.h"
#include "cli/after.h"

enum { FEN_FIELDS = 6 };

/* Behind the first `fields` fields of the line, or at its end. */
static size_t behind_fields(const arb_batch_line *line, int fields)
{
    size_t at = 0;

    for (int field = 0; field < fields && at < line->size; field++) {
        while (at < line->size && memchr(" \t", line->text[at], 2))
            at++;
        while (at < line->size && !memchr(" \t", line->text[at], 2))
            at++;
    }
    return at;
}

/* A line of EPD is a position without moves: its operations, which end with a semicolon, say none.
 */
static bool is_epd(arb_setup *out, const arb_batch *batch, const arb_batch_line *line)
{
    size_t end = line->size, at = 0;
    arb_epd_op op;
    arb_epd epd;

    while (end > 0 && memchr(" \t", line->text[end - 1], 2))
        end--;
    if (end == 0 || line->text[end - 1] != ';' ||
        arb_epd_read(&epd, NULL, line->text, line->size, batch->letters) != ARB_OK ||
        !arb_epd_next(&op, &epd, &at))
        return false;
    *out = epd.setup;
    return true;
}

/* The position at the beginning of a line, and where the moves behind it begin. */
static bool read_start(arb_setup *out, size_t *moves, arb_where *where, const arb_batch *batch,
                       const arb_batch_line *line)
{
    *moves = line->size;
    if (is_epd(out, batch, line))
        return true;
    for (int fields = FEN_FIELDS; fields > 0; fields--) {
        *moves = behind_fields(line, fields);
        if (arb_fen_read(out, where, line->text, *moves, batch->letters) == ARB_OK)
            return true;
    }
    return false;
}

/*
 * A line may begin with the position from which its moves are played: as many fields as are a FEN.
 * Tells where the moves begin; false when there is no position, which the line then knows.
 */
static bool take_start(arb_pos *start, size_t *moves, const arb_batch *batch, arb_batch_line *line)
{
    arb_where where = { .line = 1, .column = 1 };
    arb_setup setup;

    *moves = 0;
    if (!arb_forsyth_is(line->text, line->size))
        return true;
    if (!read_start(&setup, moves, &where, batch, line)) {
        arb_batch_unreadable(line, where);
        return false;
    }
    line->faults = arb_pos_from_setup(start, &setup);
    if (arb_faults_hard(line->faults))
        line->fault = ARB_BATCH_IMPOSSIBLE;
    return line->fault == ARB_BATCH_FINE;
}

/* As the protocol of engines has it: position fen FEN moves e2e4 e7e5. */
static void skip_word(size_t *at, const arb_batch_line *line)
{
    static const char word[] = "moves";
    const size_t size = sizeof word - 1;
    size_t from = *at;

    while (from < line->size && memchr(" \t", line->text[from], 2))
        from++;
    if (line->size - from >= size && memcmp(line->text + from, word, size) == 0 &&
        (line->size - from == size || memchr(" \t", line->text[from + size], 2)))
        *at = from + size;
}

static void refuse(arb_batch_line *line, arb_exit status, size_t column)
{
    line->fault = ARB_BATCH_REFUSED;
    line->status = status;
    line->where = (arb_where){ .line = line->number, .column = column };
}

static json_t *error_json(const char *error, const arb_batch_line *line)
{
    return json_pack("{ss sI sI}", "error", error, "line", (json_int_t)line->number, "column",
                     (json_int_t)line->where.column);
}

/* The language of the moves; false when nobody can tell. */
static bool take_style(arb_style *style, const arb_after *after, arb_batch_line *line, size_t at,
                       const arb_pos *start)
{
    const arb_cli *cli = after->cli;

    if (after->guess) {
        const arb_guess guess =
            arb_sheet_guess(line->text + at, line->size - at, start, style->variant);
        if (guess.certainty == ARB_CERTAINTY_NONE) {
            refuse(line, ARB_EXIT_NO, 1);
            if (guess.language)
                arb_answer_sentence(&line->complaint, cli->lang, ARB_TEXT_GUESS_UNSURE,
                                    guess.fitting);
            else
                arb_answer_add(&line->complaint, arb_text(ARB_TEXT_GUESS_NOTHING, cli->lang));
            if (cli->json)
                arb_answer_json(&line->reply, error_json("language", line));
            return false;
        }
        style->language = guess.language;
    }
    return true;
}

static void tell_fault(const arb_after *after, arb_batch_line *line, const arb_playthrough *replay,
                       arb_playthrough_step step)
{
    if (step == ARB_PLAYTHROUGH_UNREADABLE) {
        arb_batch_unreadable(line, replay->where);
        return;
    }
    refuse(line, ARB_EXIT_NO, 1);
    arb_playthrough_words(&line->complaint, &line->where, replay, step, after->cli->lang);
    line->where.line = line->number;
    if (after->cli->json) {
        json_t *place = json_pack("{sI sI}", "line", (json_int_t)line->number, "column",
                                  (json_int_t)line->where.column);
        arb_answer_json(&line->reply, arb_json_join(place, arb_playthrough_json(replay, step)));
    }
}

void arb_after_answer(const arb_batch *batch, arb_batch_line *line)
{
    const arb_after *after = batch->user;
    arb_written_sheet sheet = { .style = after->guess ? arb_style_fide : after->style };
    arb_playthrough_step step;
    arb_pos start = after->start;
    size_t at;

    const size_t valid = arb_utf8_valid_size(line->text, line->size);
    if (valid < line->size || line->cut) {
        arb_batch_unreadable(line,
                             arb_where_at(line->text, line->size, valid,
                                          line->cut ? ARB_WANTED_LINE_LENGTH : ARB_WANTED_UTF8));
        return;
    }
    if (!take_start(&start, &at, batch, line))
        return;
    skip_word(&at, line);
    sheet.style.variant = after->chess960 ? ARB_CHESS960 : arb_pos_variant(&start);
    if (!take_style(&sheet.style, after, line, at, &start))
        return;
    arb_playthrough replay = arb_playthrough_of(&sheet, line->text, line->size, &start);
    replay.sheet.at = at;
    switch (arb_after_play(&line->reply, after, &replay, &step, false)) {
    case ARB_AFTER_TOLD:
        return;
    case ARB_AFTER_SHORT:
        refuse(line, ARB_EXIT_NO, 1);
        line->none = true;
        arb_after_short(&line->complaint, after, replay.ply);
        arb_answer_reset(&line->reply);
        if (after->cli->json)
            arb_answer_json(&line->reply, error_json("short", line));
        return;
    case ARB_AFTER_FAULT:
        arb_answer_reset(&line->reply);
        tell_fault(after, line, &replay, step);
    }
}
