/* SPDX-License-Identifier: MIT */
/* `arbitro announce --read`: what was said becomes moves again (Laws D.2.1). */
#include <stdio.h>
#include <string.h>

#include "cli/announce.h"
#include "common/interrupt.h"
#include "common/quote.h"

/* An announcement among others: a line of a text. */
typedef struct spoken {
    arb_announce *announce;
    const char *source; /* for complaints */
    const char *text;
    size_t size, line, ply;
    arb_pos pos;
} spoken;

/* The word that begins at a column, for people. */
static arb_quoted word_at(const spoken *s, size_t column)
{
    const char *at = s->text, *end = s->text + s->size;

    for (size_t i = 1; i < column && at < end; i++)
        for (at++; at < end && ((unsigned char)*at & 0xc0) == 0x80;)
            at++;
    const char *stop = at;
    while (stop < end && !strchr(" \t,.;!", *stop))
        stop++;
    return arb_quote_bytes(at, (size_t)(stop - at));
}

static arb_exit unreadable(const spoken *s, const arb_where *where)
{
    const arb_cli *cli = s->announce->cli;
    const arb_quoted word = word_at(s, where->column);
    const char *wanted = arb_wanted_text(where->wanted, cli->lang);

    arb_cli_complain_at(cli, s->source, s->line, where->column, ARB_TEXT_ANNOUNCE_WORD, word.text,
                        wanted);
    if (cli->json)
        arb_cli_json(cli, json_pack("{ss sI sI ss ss%}", "error", "unreadable", "line",
                                    (json_int_t)s->line, "column", (json_int_t)where->column,
                                    "expected", wanted, "written", s->text, s->size));
    return ARB_EXIT_BAD;
}

/* The candidates as they would be announced. */
static json_t *candidates_json(const spoken *s, const arb_reading *reading)
{
    json_t *names = json_array();
    char text[ARB_ANNOUNCEMENT_SIZE];

    for (unsigned i = 0; i < reading->count && i < ARB_CANDIDATES_MAX; i++) {
        arb_announcement_write(text, sizeof text, &s->pos, reading->candidates[i],
                               &s->announce->saying);
        names = arb_json_add(names, json_string(text));
    }
    return names;
}

static void candidates_text(arb_answer *out, const spoken *s, const arb_reading *reading)
{
    char text[ARB_ANNOUNCEMENT_SIZE];

    for (unsigned i = 0; i < reading->count && i < ARB_CANDIDATES_MAX; i++) {
        arb_announcement_write(text, sizeof text, &s->pos, reading->candidates[i],
                               &s->announce->saying);
        arb_answer_format(out, "%s%s", i ? "; " : "", text);
    }
    if (reading->count > ARB_CANDIDATES_MAX)
        arb_answer_add(out, "; ...");
}

/* It fits several moves, or none. */
static arb_exit unplayable(const spoken *s, const arb_reading *reading)
{
    const arb_cli *cli = s->announce->cli;
    const bool ambiguous = reading->kind == ARB_READING_AMBIGUOUS;
    const char *dots = s->pos.turn == ARB_WHITE ? "" : "...";
    const arb_quoted move = arb_quote_bytes(s->text, s->size);
    arb_answer words;

    arb_answer_init(&words);
    if (ambiguous)
        candidates_text(&words, s, reading);
    else
        arb_answer_add(&words, arb_article_number(reading->article));
    arb_cli_complain_at(cli, s->source, s->line, 1,
                        ambiguous ? ARB_TEXT_MOVE_AMBIGUOUS : ARB_TEXT_MOVE_ILLEGAL,
                        (unsigned)s->pos.move_number, dots, move.text, arb_buf_text(&words.text));
    arb_answer_clear(&words);
    if (cli->json && ambiguous)
        arb_cli_json(cli, json_pack("{sI ss% ss so}", "ply", (json_int_t)s->ply, "written", s->text,
                                    s->size, "error", "ambiguous", "candidates",
                                    candidates_json(s, reading)));
    else if (cli->json)
        arb_cli_json(cli, json_pack("{sI ss% ss ss}", "ply", (json_int_t)s->ply, "written", s->text,
                                    s->size, "error", "illegal", "article",
                                    arb_article_number(reading->article)));
    return ARB_EXIT_NO;
}

static void print_move(const spoken *s, arb_move move)
{
    const arb_announce *announce = s->announce;
    char text[ARB_MOVE_TEXT_SIZE], uci[ARB_MOVE_TEXT_SIZE], said[ARB_ANNOUNCEMENT_SIZE];

    arb_move_write(text, sizeof text, &s->pos, move, &announce->style);
    if (!announce->cli->json) {
        puts(text);
        return;
    }
    arb_uci_write(uci, sizeof uci, move, announce->variant);
    arb_announcement_write(said, sizeof said, &s->pos, move, &announce->saying);
    arb_cli_json(announce->cli,
                 json_pack("{sI ss% ss ss ss}", "ply", (json_int_t)s->ply, "written", s->text,
                           s->size, "move", text, "uci", uci, "text", said));
}

static arb_exit read_line(spoken *s)
{
    arb_reading reading;
    arb_where where;

    s->ply++;
    if (arb_announcement_read(&reading, &where, &s->pos, s->text, s->size,
                              s->announce->saying.language) != ARB_OK)
        return unreadable(s, &where);
    if (reading.kind != ARB_READING_LEGAL)
        return unplayable(s, &reading);
    print_move(s, reading.move);
    arb_pos_play(&s->pos, &s->pos, reading.move);
    return ARB_EXIT_YES;
}

static bool is_blank(const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (!strchr(" \t\r", text[i]))
            return false;
    return true;
}

static arb_exit read_lines(arb_announce *announce, const arb_text_arg *arg)
{
    const char *text = arb_buf_text(&arg->text), *end = text + arb_buf_size(&arg->text);
    spoken s = { .announce = announce, .source = arg->source, .pos = announce->start };
    arb_exit status = ARB_EXIT_YES;

    for (const char *at = text; status == ARB_EXIT_YES && at < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        s.text = at;
        s.size = (size_t)((stop ? stop : end) - at);
        s.line++;
        at += s.size + 1;
        if (arb_interrupt_pending())
            return arb_cli_interrupted(announce->cli);
        if (!is_blank(s.text, s.size))
            status = read_line(&s);
    }
    if (status == ARB_EXIT_YES && s.ply == 0) {
        const arb_where where = { .line = 1, .column = 1, .wanted = ARB_WANTED_ANNOUNCEMENT };
        return arb_cli_unreadable(announce->cli, arg->source, &where);
    }
    return status;
}

/* Every argument is an announcement, as every line of standard input is. */
arb_exit arb_announce_read(arb_announce *announce, const arb_args *args)
{
    arb_text_arg arg;
    arb_err err = ARB_OK;

    if (args->operands == 1 && strcmp(args->operand[0], "-") == 0) {
        if (!arb_text_arg_read(&arg, announce->cli, args->operand, 1, NULL))
            return ARB_EXIT_BAD;
    } else {
        arg.source = NULL;
        arb_buf_init(&arg.text, NULL, SIZE_MAX / 2);
        for (size_t i = 0; !err && i < args->operands; i++) {
            err = i ? arb_buf_add_char(&arg.text, '\n') : ARB_OK;
            if (!err)
                err = arb_buf_add_text(&arg.text, args->operand[i]);
        }
    }
    const arb_exit status = err ? arb_cli_failed(announce->cli, err) : read_lines(announce, &arg);
    arb_buf_clear(&arg.text);
    return status;
}
