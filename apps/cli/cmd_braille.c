/* SPDX-License-Identifier: MIT */
/* `arbitro braille`: scoresheets, positions, articles and texts in Braille, and back (Laws D.2.7).
 */
#include <stdio.h>
#include <string.h>

#include "arbitro/braille.h"
#include "arbitro/explain.h"
#include "cli/answer.h"
#include "cli/braille.h"
#include "cli/helper.h"
#include "cli/text_arg.h"
#include "common/nearest.h"
#include "common/quote.h"
#include "pgn/pgn.h"

enum { FILE_MAX = 1 << 26 };

/* What the options say, and what is printed. */
typedef struct job {
    const arb_cli *cli;
    arb_braille form;
    const char *table; /* of liblouis, or NULL */
    const char *const *words;
    size_t count;
    arb_buf out;
} job;

static arb_exit failed(const job *j, const char *source, arb_err err, const arb_where *where)
{
    return err == ARB_SYNTAX ? arb_cli_unreadable(j->cli, source, where)
                             : arb_cli_failed(j->cli, err);
}

/* A whole file, packed or not; the caller clears it. */
static arb_exit read_file(arb_buf *out, const job *j, const char *path)
{
    arb_pgn_bar bar = { 0 };
    arb_pgn_input *input = arb_pgn_input_open(j->cli, path, &bar);
    char bytes[16384];
    size_t got = 1;
    arb_err err = ARB_OK;

    if (!input)
        return ARB_EXIT_BAD;
    while (!err && got > 0) {
        err = arb_pgn_input_read(input, bytes, sizeof bytes, &got);
        if (!err)
            err = arb_buf_add(out, bytes, got);
    }
    const arb_exit status = err ? arb_pgn_input_complain(input, j->cli, err) : ARB_EXIT_YES;
    arb_pgn_input_close(input);
    return status;
}

static const char *source_of(const char *path)
{
    return strcmp(path, "-") == 0 ? "<stdin>" : path;
}

/* ---- into Braille ---- */

static arb_exit write_games(job *j)
{
    arb_where where = { 0 };
    arb_buf pgn;

    arb_buf_init(&pgn, NULL, FILE_MAX);
    arb_exit status = read_file(&pgn, j, j->words[0]);
    if (status == ARB_EXIT_YES) {
        const arb_err err = arb_braille_games_write(&j->out, &where, NULL, arb_buf_text(&pgn),
                                                    arb_buf_size(&pgn), &j->form);
        if (err)
            status = failed(j, source_of(j->words[0]), err, &where);
    }
    arb_buf_clear(&pgn);
    return status;
}

static arb_exit write_position(job *j)
{
    arb_setup setup;

    if (!arb_fen_arg_setup(&setup, j->cli, j->words[0], &arb_letters_en))
        return ARB_EXIT_BAD;
    const arb_err err = arb_braille_position_write(&j->out, &setup, &j->form);
    return err ? arb_cli_failed(j->cli, err) : ARB_EXIT_YES;
}

/* Ordinary text, by our own table or by one of liblouis. */
static arb_exit write_text(job *j, const char *text, size_t size)
{
    if (j->table)
        return arb_braille_louis(&j->out, j->cli, j->table, text, size, &j->form);
    const arb_err err = arb_braille_text_write(&j->out, text, size, &j->form);
    return err ? arb_cli_failed(j->cli, err) : ARB_EXIT_YES;
}

static arb_exit write_words(job *j)
{
    arb_text_arg text;

    if (!arb_text_arg_read(&text, j->cli, j->words, j->count, NULL))
        return ARB_EXIT_BAD;
    const arb_exit status = write_text(j, arb_buf_text(&text.text), arb_buf_size(&text.text));
    arb_buf_clear(&text.text);
    return status;
}

/* The number and title of an article, what it says, and what the program does about it. */
static arb_exit write_article(job *j, const char *number)
{
    const arb_article article = arb_article_find(number, strlen(number));
    const arb_lang lang = j->cli->lang;
    arb_answer text;

    if (article == ARB_ART_NONE)
        return arb_cli_complain(j->cli, ARB_TEXT_BRAILLE_ARTICLE, arb_quote(number).text);
    arb_answer_init(&text);
    arb_answer_format(&text, "%s %s\n", arb_article_number(article),
                      arb_article_title_in(article, lang));
    if (*arb_article_says(article, lang))
        arb_answer_format(&text, "%s\n%s\n", arb_article_says(article, lang),
                          arb_article_does(article, lang));
    const arb_exit status = text.err
                                ? arb_cli_failed(j->cli, text.err)
                                : write_text(j, arb_buf_text(&text.text), arb_buf_size(&text.text));
    arb_answer_clear(&text);
    return status;
}

static arb_exit write_articles(job *j)
{
    arb_exit status = ARB_EXIT_YES;

    for (size_t i = 0; status == ARB_EXIT_YES && i < j->count; i++)
        status = write_article(j, j->words[i]);
    return status;
}

/* ---- back ---- */

static arb_err read_position(arb_buf *out, arb_where *where, const char *text, size_t size)
{
    char fen[ARB_FEN_SIZE];
    arb_setup setup;

    arb_err err = arb_braille_position_read(&setup, where, text, size);
    if (err)
        return err;
    arb_fen_write(fen, sizeof fen, &setup, ARB_FEN_X, NULL);
    err = arb_buf_add_text(out, fen);
    return err ? err : arb_buf_add_char(out, '\n');
}

/* Reads one of the three; a file does not tell which it is. */
static arb_exit read_back(job *j, int kind)
{
    arb_where where = { 0 };
    arb_buf text;

    arb_buf_init(&text, NULL, FILE_MAX);
    arb_exit status = read_file(&text, j, j->words[0]);
    if (status == ARB_EXIT_YES) {
        const char *cells = arb_buf_text(&text);
        const size_t size = arb_buf_size(&text);
        const arb_err err = kind == 1 ? read_position(&j->out, &where, cells, size)
                            : kind == 2
                                ? arb_braille_text_read(&j->out, &where, cells, size)
                                : arb_braille_games_read(&j->out, &where, NULL, cells, size);
        if (err)
            status = failed(j, source_of(j->words[0]), err, &where);
    }
    arb_buf_clear(&text);
    return status;
}

/* ---- the words of the command line ---- */

typedef enum task { GAME, POSITION, ARTICLE, TEXT, READ, TASKS } task;

static const char *const tasks[TASKS] = { "game", "position", "article", "text", "read" };

static bool task_arg(task *out, const arb_cli *cli, const char *word)
{
    arb_nearest nearest = arb_nearest_begin(word);

    for (int i = 0; i < TASKS; i++) {
        arb_nearest_try(&nearest, tasks[i]);
        if (strcmp(word, tasks[i]) == 0) {
            *out = (task)i;
            return true;
        }
    }
    arb_cli_unknown(cli, ARB_TEXT_BRAILLE_TASK, word, "", nearest.best);
    return false;
}

static arb_exit run(job *j, task what, const arb_args *args)
{
    switch (what) {
    case GAME:
        return write_games(j);
    case POSITION:
        return write_position(j);
    case ARTICLE:
        return write_articles(j);
    case TEXT:
        return write_words(j);
    case READ:
        return read_back(j, arb_args_chosen(args, ARB_OPT_BRAILLE_AS));
    case TASKS:
        break;
    }
    return ARB_EXIT_BAD;
}

/* What was written, as it is, or as lines of JSON. */
static arb_exit print(const job *j)
{
    const char *text = arb_buf_text(&j->out);
    json_t *lines = json_array();

    if (!j->cli->json) {
        json_decref(lines);
        fwrite(text, 1, arb_buf_size(&j->out), stdout);
        return ARB_EXIT_YES;
    }
    while (*text) {
        const size_t size = strcspn(text, "\n");
        lines = arb_json_add(lines, json_stringn(text, size));
        text += size + (text[size] == '\n');
    }
    return arb_cli_json(j->cli, json_pack("{so}", "lines", lines));
}

arb_exit arb_cmd_braille(const arb_cli *cli, const arb_args *args)
{
    job j = { .cli = cli,
              .form.brf = args->value[ARB_OPT_BRAILLE_BRF] != NULL,
              .table = args->value[ARB_OPT_BRAILLE_LOUIS],
              .words = args->operand + 1,
              .count = args->operands - 1 };
    task what;

    if (!task_arg(&what, cli, args->operand[0]) ||
        !arb_cli_number(&j.form.cells, cli, args->value[ARB_OPT_BRAILLE_CELLS],
                        ARB_BRAILLE_CELLS_MIN, ARB_BRAILLE_CELLS_MAX, ARB_TEXT_NAME_CELLS))
        return ARB_EXIT_BAD;
    if (j.count > 1 && what != ARTICLE && what != TEXT)
        return arb_cli_misused(cli, ARB_TEXT_ARGUMENT_EXTRA, arb_quote(j.words[1]).text);
    if (j.table && what != ARTICLE && what != TEXT)
        return arb_cli_misused(cli, ARB_TEXT_BRAILLE_TABLE, tasks[what]);
    arb_buf_init(&j.out, NULL, SIZE_MAX / 2);
    arb_exit status = run(&j, what, args);
    if (status == ARB_EXIT_YES)
        status = print(&j);
    arb_buf_clear(&j.out);
    return status;
}
