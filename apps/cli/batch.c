/* SPDX-License-Identifier: MIT */
/* Many lines, an answer for each; see batch.h. */
#define _POSIX_C_SOURCE 200809L
#include "cli/batch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arbitro/jobs.h"
#include "cli/arguments.h"
#include "cli/line_input.h"
#include "common/interrupt.h"
#include "common/output.h"
#include "common/progress.h"
#include "common/quote.h"
#include "common/stopwatch.h"
#include "common/system_text.h"

/* Lines handed out at a time for each of several threads, so that slow ones even out. */
enum { SHARE = 64 };

/* Answers wait no longer than this for others to be written with them. */
static const double patience_s = 0.05;

typedef struct work {
    const arb_batch *batch;
    const char *source;
    arb_lines lines;
    arb_jobs *jobs;
    arb_progress bar;
    arb_exit status;
    arb_err err;      /* no answer for lack of memory */
    double delivered; /* when the answers were last written */
    size_t room, count;
    arb_batch_line *line;
} work;

/* ---- one line, in any thread ---- */

void arb_batch_unreadable(arb_batch_line *line, arb_where where)
{
    line->fault = ARB_BATCH_UNREADABLE;
    line->where = where;
    line->where.line = line->number;
}

bool arb_batch_read(arb_epd *out, const arb_batch *batch, arb_batch_line *line)
{
    arb_where where = { .line = 1, .column = 1 };
    const bool readable =
        arb_epd_read(out, &where, line->text, line->size, batch->letters) == ARB_OK;

    if (line->cut && (readable || where.column > ARB_LINES_MAX))
        where =
            (arb_where){ .column = (size_t)ARB_LINES_MAX + 1, .wanted = ARB_WANTED_LINE_LENGTH };
    if (readable && !line->cut)
        return true;
    arb_batch_unreadable(line, where);
    return false;
}

bool arb_batch_position(arb_pos *out, arb_epd *epd, const arb_batch *batch, arb_batch_line *line)
{
    arb_epd own;

    if (!arb_batch_read(epd ? epd : &own, batch, line))
        return false;
    line->faults = arb_pos_from_setup(out, epd ? &epd->setup : &own.setup);
    if (arb_faults_hard(line->faults))
        line->fault = ARB_BATCH_IMPOSSIBLE;
    return line->fault == ARB_BATCH_FINE;
}

static void answer_line(void *user, size_t index, unsigned worker)
{
    const work *w = user;

    (void)worker;
    if (!arb_interrupt_pending())
        w->batch->answer(w->batch, &w->line[index]);
}

/* ---- gathering ---- */

/* Nothing but blanks, or a comment. A line that is cut off is neither: who knows what follows. */
static bool says_nothing(const arb_lines *lines)
{
    size_t i = 0;

    while (i < lines->size && memchr(" \t\r", lines->text[i], 3))
        i++;
    return !lines->cut && (i == lines->size || lines->text[i] == '#');
}

/* Makes the present line of the input ready to be answered. */
static arb_err take_line(arb_batch_line *out, const arb_lines *lines, bool kept)
{
    out->number = lines->number;
    out->cut = lines->cut;
    out->fault = ARB_BATCH_FINE;
    out->none = false;
    out->faults = 0;
    out->status = ARB_EXIT_YES;
    out->alone = !kept;
    arb_answer_reset(&out->reply);
    arb_answer_reset(&out->complaint);
    out->text = lines->text;
    out->size = lines->size;
    if (!kept)
        return ARB_OK;
    arb_buf_cut(&out->held, 0);
    const arb_err err = arb_buf_add(&out->held, lines->text, lines->size);
    out->text = arb_buf_text(&out->held);
    return err;
}

/* Takes lines until there is no room, or none can be had without waiting. */
static arb_lines_step gather(work *w)
{
    arb_lines_step step = ARB_LINES_READ;

    w->count = 0;
    while (w->count < w->room && !w->err && (w->count == 0 || arb_lines_ready(&w->lines))) {
        step = arb_interrupt_pending() ? ARB_LINES_FAILED : arb_lines_next(&w->lines);
        if (step != ARB_LINES_READ)
            break;
        if (says_nothing(&w->lines))
            continue;
        w->err = take_line(&w->line[w->count], &w->lines, w->room > 1);
        w->count += !w->err;
    }
    if (w->count == 1)
        w->line[0].alone = true;
    return step;
}

/* ---- telling ---- */

/* Every fault on standard error; with --json also in the place of the answer. */
static void tell_impossible(const work *w, const arb_batch_line *line)
{
    const arb_cli *cli = w->batch->cli;

    for (uint32_t bit = 1; bit != 0; bit <<= 1)
        if (line->faults & bit)
            arb_cli_complain_at(cli, w->source, line->number, 1, ARB_TEXT_FAULT,
                                arb_fault_text((arb_fault)bit, cli->lang));
    if (cli->json)
        arb_cli_json(cli, json_pack("{ss sI sI so}", "error", "impossible", "line",
                                    (json_int_t)line->number, "column", (json_int_t)1, "faults",
                                    arb_json_faults(line->faults)));
}

static void tell_fault(work *w, const arb_batch_line *line)
{
    const arb_cli *cli = w->batch->cli;

    if (!cli->json)
        puts(line->none ? "none" : w->batch->refusal ? w->batch->refusal : "error");
    switch (line->fault) {
    case ARB_BATCH_UNREADABLE:
        (void)arb_cli_unreadable(cli, w->source, &line->where);
        w->status = ARB_EXIT_BAD;
        return;
    case ARB_BATCH_IMPOSSIBLE:
        tell_impossible(w, line);
        w->status = ARB_EXIT_BAD;
        return;
    case ARB_BATCH_REFUSED:
        if (cli->json)
            (void)arb_answer_print(&line->reply, cli);
        return;
    case ARB_BATCH_FINE:
        return;
    }
}

/* False when it is time to stop. */
static bool tell_line(work *w, const arb_batch_line *line)
{
    const arb_cli *cli = w->batch->cli;

    const arb_err err = line->reply.err ? line->reply.err : line->complaint.err;
    if (err) {
        w->err = err;
        return false;
    }
    w->status = arb_exit_worse(w->status, line->status);
    if (line->fault == ARB_BATCH_FINE)
        (void)arb_answer_print(&line->reply, cli);
    if (line->fault != ARB_BATCH_FINE)
        tell_fault(w, line);
    const bool remark = line->fault == ARB_BATCH_FINE;
    if (arb_buf_size(&line->complaint.text) > 0 && !(remark && cli->quiet))
        arb_cli_complain_at(cli, w->source, line->where.line, line->where.column,
                            remark ? ARB_TEXT_WARNING : ARB_TEXT_AS_IT_IS,
                            arb_buf_text(&line->complaint.text));
    return true;
}

/*
 * Somebody may be waiting for just this line, if none follows it; otherwise answers are written
 * together. False after a complaint, when nobody can read them.
 */
static bool deliver(work *w)
{
    const arb_cli *cli = w->batch->cli;
    const double now = arb_stopwatch_wall();

    if (!ferror(stdout) && arb_lines_ready(&w->lines) && now - w->delivered < patience_s)
        return true;
    w->delivered = now;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return true;
    if (arb_interrupt_is_unread())
        return false;
    const arb_text_id reason = arb_output_reason(errno);
    w->status = arb_cli_complain(cli, ARB_TEXT_WRITE_FAILED, arb_text(reason, cli->lang));
    clearerr(stdout); /* it is told; at the end of the program nobody would know why */
    return false;
}

/* Answers what was gathered. False when it is time to stop. */
static bool answer_all(work *w)
{
    if (arb_jobs_run(w->jobs, w->count, answer_line, w) != ARB_OK || arb_interrupt_pending())
        return false;
    for (size_t i = 0; i < w->count; i++)
        if (!tell_line(w, &w->line[i]))
            return false;
    if (w->err || !deliver(w))
        return false;
    if (arb_lines_done(&w->lines) < 0)
        arb_progress_count(&w->bar, w->lines.number,
                           arb_text(ARB_TEXT_BAR_LINES, w->batch->cli->lang));
    else
        arb_progress_show(&w->bar, arb_lines_done(&w->lines));
    return true;
}

/* ---- the whole ---- */

static arb_exit complain_file(const work *w, int error)
{
    return arb_cli_complain_of(w->batch->cli, w->source, ARB_TEXT_FILE_UNREAD,
                               arb_quote(w->source).text,
                               arb_system_text(error, w->batch->cli->lang));
}

static arb_exit run_all(work *w)
{
    arb_lines_step step;
    int error;

    w->bar = arb_progress_begin();
    /* on a terminal the answers themselves show how far it is */
    if (isatty(STDOUT_FILENO))
        w->bar.terminal = false;
    do {
        errno = 0;
        step = gather(w);
        error = errno;
    } while (answer_all(w) && step == ARB_LINES_READ);
    arb_progress_clear(&w->bar);
    if (arb_interrupt_pending())
        return arb_cli_interrupted(w->batch->cli);
    if (w->err)
        return arb_cli_failed(w->batch->cli, w->err);
    if (step == ARB_LINES_FAILED)
        return complain_file(w, error);
    if (step == ARB_LINES_END && !ferror(stdout))
        arb_cli_say_all(); /* a line that cannot be read has its answer, too */
    return w->status;
}

static arb_err make_room(work *w)
{
    const arb_err err = arb_jobs_new(&w->jobs, NULL, w->batch->threads);

    if (err)
        return err;
    /* alone there is nobody to share with, and every answer is told when it is found */
    w->room = w->batch->threads > 1 ? (size_t)arb_jobs_threads(w->jobs) * SHARE : 1;
    w->line = calloc(w->room, sizeof *w->line);
    if (!w->line)
        return ARB_NOMEM;
    for (size_t i = 0; i < w->room; i++) {
        arb_answer_init(&w->line[i].reply);
        arb_answer_init(&w->line[i].complaint);
        arb_buf_init(&w->line[i].held, NULL, ARB_LINES_MAX);
    }
    return ARB_OK;
}

static void free_room(work *w)
{
    for (size_t i = 0; w->line && i < w->room; i++) {
        arb_answer_clear(&w->line[i].reply);
        arb_answer_clear(&w->line[i].complaint);
        arb_buf_clear(&w->line[i].held);
    }
    free(w->line);
    arb_jobs_free(w->jobs);
}

bool arb_batch_arg(arb_batch *out, const arb_args *args, bool given)
{
    const char *threads = args->value[ARB_OPT_BATCH_THREADS];
    const bool batch = args->value[ARB_OPT_BATCH] != NULL;

    if (given == batch || (threads && !batch)) {
        arb_cli_misused(out->cli, given == batch ? ARB_TEXT_PROOF_ONE : ARB_TEXT_THREADS_ALONE);
        return false;
    }
    return arb_threads_arg(&out->threads, out->cli, threads);
}

arb_exit arb_batch_run(const arb_batch *batch, const char *path)
{
    work w = { .batch = batch, .source = path, .status = ARB_EXIT_YES };
    arb_err err = arb_lines_open(&w.lines, path);

    if (err == ARB_IO)
        return complain_file(&w, errno);
    if (err)
        return arb_cli_failed(batch->cli, err);
    err = make_room(&w);
    const arb_exit status = err ? arb_cli_failed(batch->cli, err) : run_all(&w);
    free_room(&w);
    arb_lines_close(&w.lines);
    return status;
}
