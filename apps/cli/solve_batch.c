/* SPDX-License-Identifier: MIT */
/* Many problems from one file; see solve.h. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arbitro/popeye.h"
#include "cli/batch.h"
#include "cli/line_input.h"
#include "cli/solve.h"
#include "common/interrupt.h"
#include "common/progress.h"
#include "common/quote.h"
#include "common/system_text.h"

enum { NAME_SIZE = 256, STIPULATION_DIGITS = 8 };

/* ---- a line of FEN or EPD */

typedef struct lines_job {
    arb_solve solve;
    const arb_stipulation *stipulation; /* for lines that have none; may be NULL */
} lines_job;

static void refuse(const arb_cli *cli, arb_batch_line *line)
{
    line->fault = ARB_BATCH_REFUSED;
    line->status = ARB_EXIT_BAD;
    line->where = arb_where_at(line->text, line->size, line->size, ARB_WANTED_STIPULATION);
    line->where.line = line->number;
    arb_answer_add(&line->complaint, arb_text(ARB_TEXT_SOLVE_NO_STIPULATION, cli->lang));
    if (cli->json)
        arb_answer_json(&line->reply, json_pack("{ss sI sI}", "error", "no-stipulation", "line",
                                                (json_int_t)line->where.line, "column",
                                                (json_int_t)line->where.column));
}

/* dm 2; is a direct mate, stip h#3; any stipulation. False: it cannot be read. */
static bool read_operation(arb_stipulation *out, const arb_epd_op *op, arb_batch_line *line)
{
    char text[STIPULATION_DIGITS + 2];
    arb_epd_operand operand;
    arb_where where;
    size_t at = 0;

    if (!arb_epd_operand_next(&operand, op, &at) || operand.size > STIPULATION_DIGITS) {
        arb_batch_unreadable(line,
                             arb_where_at(line->text, line->size, (size_t)(op->opcode - line->text),
                                          ARB_WANTED_STIPULATION));
        return false;
    }
    const bool direct = arb_epd_op_is(op, "dm");
    const int size =
        snprintf(text, sizeof text, "%s%.*s", direct ? "#" : "", (int)operand.size, operand.text);
    if (arb_stipulation_read(out, &where, text, (size_t)size) == ARB_OK)
        return true;
    arb_batch_unreadable(line, arb_where_at(line->text, line->size,
                                            (size_t)(operand.text - line->text), where.wanted));
    return false;
}

/* What the line itself says: stipulation and name. False: it cannot be read. */
static bool read_operations(arb_solve_item *item, bool *stipulated, char name[NAME_SIZE],
                            const arb_epd *epd, arb_batch_line *line)
{
    arb_epd_op op;
    size_t at = 0;

    while (arb_epd_next(&op, epd, &at)) {
        arb_epd_operand operand;
        size_t first = 0;
        if (arb_epd_op_is(&op, "dm") || arb_epd_op_is(&op, "stip")) {
            if (!read_operation(&item->stipulation, &op, line))
                return false;
            *stipulated = true;
        } else if (arb_epd_op_is(&op, "id") && arb_epd_operand_next(&operand, &op, &first)) {
            snprintf(name, NAME_SIZE, "%.*s", (int)(operand.size < NAME_SIZE ? operand.size : 0),
                     operand.text);
        }
    }
    return true;
}

static void answer_line(const arb_batch *batch, arb_batch_line *line)
{
    const lines_job *job = batch->user;
    arb_solve_item item = { .problem = NULL };
    bool stipulated = job->stipulation != NULL;
    char name[NAME_SIZE] = "";
    arb_epd epd;

    if (!arb_batch_read(&epd, batch, line))
        return;
    if (stipulated)
        item.stipulation = *job->stipulation;
    if (!read_operations(&item, &stipulated, name, &epd, line))
        return;
    if (!stipulated) {
        refuse(batch->cli, line);
        return;
    }
    item.name = name;
    item.setup = epd.setup;
    item.fields = arb_problem_fields(
        line->text, epd.operations_size ? (size_t)(epd.operations - line->text) : line->size);
    const arb_err err = arb_solve_item_run(&item, &job->solve);
    if (err)
        line->reply.err = err;
    else if (arb_faults_hard(item.faults)) {
        line->fault = ARB_BATCH_IMPOSSIBLE;
        line->faults = item.faults;
    } else {
        arb_solve_tell(&line->reply, &job->solve, &item);
        line->status = arb_solve_status(&item);
    }
    arb_problem_free(item.problem);
}

static arb_exit solve_lines(const arb_solve *solve, const arb_stipulation *stipulation,
                            const char *path, unsigned threads)
{
    lines_job job = { .solve = *solve, .stipulation = stipulation };
    const arb_batch batch = { .cli = solve->cli,
                              .letters = solve->letters,
                              .threads = threads,
                              .answer = answer_line,
                              .user = &job };

    job.solve.options.threads = 1; /* threads share the lines */
    return arb_batch_run(&batch, path);
}

/* ---- Popeye */

static void name_item(char out[NAME_SIZE], const arb_popeye_item *it, size_t number)
{
    const char twin[3] = { it->twin, it->twin ? ')' : 0, 0 };
    const size_t room = NAME_SIZE / 3;

    snprintf(out, NAME_SIZE, "%zu%s%s%.*s%s%.*s", number, twin,
             it->author_size || it->title_size ? " " : "",
             (int)(it->author_size < room ? it->author_size : room),
             it->author_size ? it->author : "", it->author_size && it->title_size ? ": " : "",
             (int)(it->title_size < room ? it->title_size : room), it->title_size ? it->title : "");
}

/* What cannot be read has an answer in its place, too. */
static arb_exit tell_unreadable(const arb_solve *solve, const char *path, size_t number,
                                const arb_popeye_item *it)
{
    const arb_cli *cli = solve->cli;

    arb_cli_complain_at(cli, path, it->where.line, it->where.column, ARB_TEXT_EXPECTED,
                        arb_wanted_text(it->where.wanted, cli->lang));
    if (cli->json)
        (void)arb_cli_json(cli, json_pack("{ss sI sI sI}", "error", "unreadable", "number",
                                          (json_int_t)number, "line", (json_int_t)it->where.line,
                                          "column", (json_int_t)it->where.column));
    else
        printf("error\t%zu\n", number);
    return ARB_EXIT_BAD;
}

static arb_exit solve_item(const arb_solve *solve, const char *path, size_t number,
                           const arb_popeye_item *it)
{
    arb_solve_item item = { .stipulation = it->stipulation,
                            .setup = it->setup,
                            .fields = it->fields };
    arb_solve how = *solve;
    char name[NAME_SIZE];
    arb_answer answer;

    if (it->err)
        return tell_unreadable(solve, path, number, it);
    how.set |= it->set || it->stipulation.set;
    how.options.set = how.set;
    how.options.tries |= it->tries;
    if (it->refutations)
        how.options.refutations = it->refutations;
    name_item(name, it, number);
    item.name = name;
    const arb_err err = arb_solve_item_run(&item, &how);
    if (err)
        return arb_cli_failed(solve->cli, err);
    arb_answer_init(&answer);
    arb_solve_tell(&answer, &how, &item);
    const arb_exit printed = arb_answer_print(&answer, solve->cli);
    const arb_exit status = arb_solve_status(&item);
    arb_answer_clear(&answer);
    arb_problem_free(item.problem);
    return printed == ARB_EXIT_YES ? status : printed;
}

static arb_exit solve_popeye(const arb_solve *solve, const char *path, const arb_buf *text)
{
    arb_progress bar = arb_progress_begin();
    arb_exit status = ARB_EXIT_YES;
    arb_popeye reader;
    arb_popeye_item it;
    size_t number = 0;

    arb_popeye_init(&reader, arb_buf_text(text), arb_buf_size(text));
    while (status < ARB_EXIT_INTERRUPTED && arb_popeye_next(&it, &reader)) {
        number += it.twin <= 'a';
        status = arb_exit_worse(status, solve_item(solve, path, number, &it));
        arb_progress_show(&bar, (double)reader.at / (double)(reader.size + 1));
        if (arb_interrupt_pending())
            status = arb_cli_interrupted(solve->cli);
    }
    arb_progress_clear(&bar);
    arb_cli_say_all();
    return status;
}

/* The whole of a file or of standard input, as lines. */
static arb_err read_all(arb_buf *out, arb_lines *lines)
{
    arb_lines_step step;
    arb_err err = ARB_OK;

    while (!err && (step = arb_lines_next(lines)) == ARB_LINES_READ) {
        err = arb_buf_add(out, lines->text, lines->size);
        if (!err)
            err = arb_buf_add(out, "\n", 1);
    }
    return err ? err : step == ARB_LINES_FAILED ? ARB_IO : ARB_OK;
}

static arb_exit solve_input(const arb_solve *solve, const char *path)
{
    const arb_cli *cli = solve->cli;
    arb_lines lines;
    arb_buf text;

    arb_err err = arb_lines_open(&lines, path);
    if (err == ARB_IO)
        return arb_cli_complain_of(cli, path, ARB_TEXT_FILE_UNREAD, arb_quote(path).text,
                                   arb_system_text(errno, cli->lang));
    if (err)
        return arb_cli_failed(cli, err);
    arb_buf_init(&text, NULL, (size_t)1 << 28);
    err = read_all(&text, &lines);
    arb_lines_close(&lines);
    arb_exit status = err ? arb_cli_failed(cli, arb_interrupt_pending() ? ARB_STOPPED : err)
                          : solve_popeye(solve, path, &text);
    arb_buf_clear(&text);
    return status;
}

/* Does the file begin as Popeye's input does? Standard input cannot be looked at beforehand. */
static bool looks(const char *path)
{
    char head[512];
    FILE *file = strcmp(path, "-") == 0 ? NULL : fopen(path, "rb");

    if (!file)
        return false;
    const size_t size = fread(head, 1, sizeof head, file);
    (void)fclose(file);
    return arb_popeye_looks(head, size);
}

arb_exit arb_solve_batch(const arb_solve *solve, const arb_stipulation *stipulation,
                         const char *path, unsigned threads)
{
    arb_solve how = *solve;

    if (!how.layout_given)
        how.layout = ARB_SOLVE_SUMMARY;
    if (solve->popeye || looks(path))
        return solve_input(&how, path);
    return solve_lines(&how, stipulation, path, threads);
}
