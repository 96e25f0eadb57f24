/* SPDX-License-Identifier: MIT */
/* Many positions, one a line; see proof.h. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arbitro/jobs.h"
#include "cli/line_input.h"
#include "cli/proof.h"
#include "common/interrupt.h"
#include "common/output.h"
#include "common/progress.h"
#include "common/quote.h"

/* Positions handed out at a time for each of several threads, so that slow ones even out. */
enum { SHARE = 16 };

/* What a line holds. */
typedef enum entry_kind { ENTRY_POSITION, ENTRY_UNREADABLE, ENTRY_IMPOSSIBLE } entry_kind;

/* A line that gets an answer, and that answer. */
typedef struct entry {
    entry_kind kind;
    size_t line;
    arb_where where; /* when it is unreadable */
    uint32_t faults; /* when it is impossible */
    arb_pos pos;
    arb_proof_answer answer;
} entry;

typedef struct batch {
    const arb_question *question;
    const char *source;
    arb_lines lines;
    arb_jobs *jobs;
    arb_progress bar;
    arb_exit status;
    size_t room, count;
    entry *entries;
} batch;

/* Nothing but blanks, or a comment. A line that is cut off is neither: who knows what follows. */
static bool says_nothing(const arb_lines *lines)
{
    size_t i = 0;

    while (i < lines->size && memchr(" \t\r", lines->text[i], 3))
        i++;
    return !lines->cut && (i == lines->size || lines->text[i] == '#');
}

static void read_entry(entry *out, const arb_lines *lines, const arb_letters *letters)
{
    arb_setup setup;

    out->line = lines->number;
    out->kind = ENTRY_UNREADABLE;
    const bool readable =
        arb_fen_read(&setup, &out->where, lines->text, lines->size, letters) == ARB_OK;
    if (lines->cut && (readable || out->where.column > ARB_LINES_MAX))
        out->where =
            (arb_where){ .column = (size_t)ARB_LINES_MAX + 1, .wanted = ARB_WANTED_LINE_LENGTH };
    out->where.line = lines->number;
    if (!readable || lines->cut)
        return;
    out->faults = arb_pos_from_setup(&out->pos, &setup);
    out->kind = arb_faults_hard(out->faults) ? ENTRY_IMPOSSIBLE : ENTRY_POSITION;
}

/* Takes lines until there is no room, or none can be had without waiting. */
static arb_lines_step gather(batch *b)
{
    arb_lines_step step = ARB_LINES_READ;

    b->count = 0;
    while (b->count < b->room && (b->count == 0 || arb_lines_ready(&b->lines))) {
        step = arb_interrupt_pending() ? ARB_LINES_FAILED : arb_lines_next(&b->lines);
        if (step != ARB_LINES_READ)
            break;
        if (!says_nothing(&b->lines))
            read_entry(&b->entries[b->count++], &b->lines, b->question->letters);
    }
    return step;
}

static void answer_entry(void *user, size_t index, unsigned worker)
{
    const batch *b = user;
    entry *e = &b->entries[index];

    (void)worker;
    if (e->kind == ENTRY_POSITION && !arb_interrupt_pending())
        arb_question_ask(&e->answer, b->question, &e->pos);
}

/* Every fault on standard error; with --json also in the place of the answer. */
static void tell_impossible(const batch *b, const entry *e)
{
    const arb_cli *cli = b->question->cli;

    for (uint32_t bit = 1; bit != 0; bit <<= 1)
        if (e->faults & bit)
            arb_cli_complain_at(cli, b->source, e->line, 1, ARB_TEXT_FAULT,
                                arb_fault_text((arb_fault)bit, cli->lang));
    if (cli->json)
        arb_cli_json(cli,
                     json_pack("{ss sI sI so}", "error", "impossible", "line", (json_int_t)e->line,
                               "column", (json_int_t)1, "faults", arb_json_faults(e->faults)));
}

static void tell_entry(batch *b, const entry *e)
{
    const arb_cli *cli = b->question->cli;

    if (e->kind == ENTRY_POSITION) {
        arb_question_tell(b->question, &e->pos, &e->answer, '\t');
        return;
    }
    b->status = ARB_EXIT_BAD;
    if (!cli->json)
        puts("error");
    if (e->kind == ENTRY_UNREADABLE)
        (void)arb_cli_unreadable(cli, b->source, &e->where);
    else
        tell_impossible(b, e);
}

/* Somebody may be waiting for just this line. False after a complaint, when nobody can read it. */
static bool deliver(batch *b)
{
    const arb_cli *cli = b->question->cli;

    if (fflush(stdout) == 0)
        return true;
    const arb_text_id reason = arb_output_reason(errno);
    if (arb_interrupt_is_unread())
        return false;
    b->status = arb_cli_complain(cli, ARB_TEXT_WRITE_FAILED, arb_text(reason, cli->lang));
    clearerr(stdout); /* it is told; at the end of the program nobody would know why */
    return false;
}

/* Answers what was gathered. False when it is time to stop. */
static bool answer_all(batch *b)
{
    if (arb_jobs_run(b->jobs, b->count, answer_entry, b) != ARB_OK || arb_interrupt_pending())
        return false;
    for (size_t i = 0; i < b->count; i++)
        tell_entry(b, &b->entries[i]);
    if (!deliver(b))
        return false;
    if (arb_lines_done(&b->lines) < 0)
        arb_progress_count(&b->bar, b->lines.number,
                           arb_text(ARB_TEXT_BAR_LINES, b->question->cli->lang));
    else
        arb_progress_show(&b->bar, arb_lines_done(&b->lines));
    return true;
}

static arb_exit complain_file(const batch *b, int error)
{
    return arb_cli_complain_of(b->question->cli, b->source, ARB_TEXT_FILE_UNREAD,
                               arb_quote(b->source).text, strerror(error));
}

static arb_exit run_batch(batch *b)
{
    arb_lines_step step;
    int error;

    b->bar = arb_progress_begin();
    /* on a terminal the answers themselves show how far it is */
    if (isatty(STDOUT_FILENO))
        b->bar.terminal = false;
    do {
        errno = 0;
        step = gather(b);
        error = errno;
    } while (answer_all(b) && step == ARB_LINES_READ);
    arb_progress_clear(&b->bar);
    if (arb_interrupt_pending())
        return arb_cli_interrupted(b->question->cli);
    if (step == ARB_LINES_FAILED)
        return complain_file(b, error);
    if (step == ARB_LINES_END && !ferror(stdout))
        arb_cli_say_all(); /* a line that is no position has its answer, too */
    return b->status;
}

arb_exit arb_proof_batch(const arb_question *question, const char *path, unsigned threads)
{
    batch b = { .question = question, .source = path, .status = ARB_EXIT_YES };
    arb_err err = arb_lines_open(&b.lines, path);

    if (err == ARB_IO)
        return complain_file(&b, errno);
    if (err)
        return arb_cli_failed(question->cli, err);
    err = arb_jobs_new(&b.jobs, NULL, threads);
    if (!err) {
        /* alone there is nobody to share with, and every answer is told when it is found */
        b.room = threads > 1 ? (size_t)arb_jobs_threads(b.jobs) * SHARE : 1;
        b.entries = calloc(b.room, sizeof *b.entries);
        if (!b.entries)
            err = ARB_NOMEM;
    }
    const arb_exit status = err ? arb_cli_failed(question->cli, err) : run_batch(&b);
    free(b.entries);
    arb_jobs_free(b.jobs);
    arb_lines_close(&b.lines);
    return status;
}
