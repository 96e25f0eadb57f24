/* SPDX-License-Identifier: MIT */
/* All files that were asked for, one after the other, through one reader or several; see pgn.h. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/interrupt.h"
#include "pgn/pgn.h"

/* What is left of a text in memory, and then an input. */
typedef struct joined {
    const char *at;
    size_t left;
    arb_pgn_input *input; /* NULL: nothing follows */
    arb_pgn_worker *worker;
} joined;

static arb_err read_joined(void *user, char *out, size_t room, size_t *got)
{
    joined *j = user;
    arb_err err = ARB_OK;

    *got = j->left < room ? j->left : room;
    if (*got > 0) {
        memcpy(out, j->at, *got);
        j->at += *got;
        j->left -= *got;
    } else if (j->input) {
        err = arb_pgn_input_read(j->input, out, room, got);
    }
    j->worker->given += err ? 0 : *got;
    j->worker->cut = err != ARB_OK;
    return err;
}

arb_err arb_pgn_worker_read(arb_pgn_worker *worker, const char *text, size_t size,
                            arb_pgn_input *input, const arb_pgn_place *begin)
{
    joined j = { text, size, input, worker };

    worker->cut = false;
    worker->given = begin ? begin->offset : 0;
    if (begin)
        arb_pgn_begin_at(worker->pgn, begin);
    const arb_err err = arb_pgn_read(worker->pgn, read_joined, &j, worker->task->handler, worker);
    /* a listener who stops does so for a reason of his own */
    return err == ARB_STOPPED && worker->out->err ? worker->out->err : err;
}

arb_err arb_pgn_worker_take(arb_pgn_worker *worker, const arb_pgn_pick *pick)
{
    if (worker->task->copy)
        return worker->task->copy(worker, pick);
    return pick->no_game ? ARB_OK
                         : arb_pgn_worker_read(worker, pick->text, pick->size, NULL, &pick->place);
}

/* A worker that takes the games one after the other, until there are enough. */
typedef struct taker {
    arb_pgn_worker *worker;
    bool enough;
} taker;

static arb_err take(void *user, const arb_pgn_pick *pick)
{
    taker *t = user;
    arb_pgn_gate *gate = t->worker->task->gate;
    bool wanted;
    arb_err err = arb_pgn_gate_ask(&wanted, gate, pick, pick->place.game);

    if (!err && wanted)
        err = arb_pgn_worker_take(t->worker, pick);
    t->enough =
        arb_pgn_gate_shut(gate) || arb_pgn_choice_beyond(gate->choice, pick->place.game + 1);
    return err || !t->enough ? err : ARB_STOPPED;
}

arb_err arb_pgn_worker_follow(arb_pgn_worker *worker, const char *text, size_t size,
                              arb_pgn_input *input, const arb_pgn_place *begin)
{
    taker t = { .worker = worker };

    if (!worker->picker)
        return arb_pgn_worker_read(worker, text, size, input, begin);
    const arb_err err = arb_pgn_picker_input(worker->picker, text, size, input, begin, take, &t);
    return err == ARB_STOPPED && t.enough && !arb_interrupt_pending() ? ARB_OK : err;
}

bool arb_pgn_worker_broke_off(const arb_pgn_worker *worker, const arb_pgn_finding *finding)
{
    return worker->cut &&
           (finding->fault == ARB_PGN_COMMENT_OPEN || finding->fault == ARB_PGN_TAG ||
            finding->place.offset + finding->size >= worker->given);
}

void arb_pgn_worker_tell(arb_pgn_worker *worker)
{
    const arb_pgn_task *task = worker->task;
    const arb_findings_file file = { .cli = task->cmd->cli,
                                     .to = task->aside ? stderr : stdout,
                                     .path = worker->live };

    if (!worker->live || worker->out->findings.count == 0)
        return;
    arb_progress_clear(&worker->bar->bar);
    arb_findings_tell(&worker->out->findings, &file);
}

void arb_pgn_outcome_init(arb_pgn_outcome *out)
{
    *out = (arb_pgn_outcome){ .lines = 0 };
    arb_findings_init(&out->findings);
    arb_buf_init(&out->text, NULL, SIZE_MAX / 2);
}

void arb_pgn_outcome_clear(arb_pgn_outcome *out)
{
    arb_findings_clear(&out->findings);
    arb_buf_clear(&out->text);
}

void arb_pgn_add_counts(uint64_t to[ARB_PGN_COUNTS], const uint64_t more[ARB_PGN_COUNTS])
{
    for (size_t i = 0; i < ARB_PGN_COUNTS; i++)
        to[i] += more[i];
}

/* A file through a single reader: what is found is told at once. */
static arb_err read_whole(arb_pgn_worker *worker, arb_pgn_input *input, const char *path,
                          uint64_t count[ARB_PGN_COUNTS])
{
    arb_pgn_outcome out;

    arb_pgn_outcome_init(&out);
    worker->out = &out;
    worker->live = path;
    const arb_err err = arb_pgn_worker_follow(worker, NULL, 0, input, NULL);
    arb_pgn_worker_tell(worker);
    arb_pgn_outcome_clear(&out);
    arb_pgn_add_counts(count, out.count);
    worker->live = NULL;
    return err;
}

static arb_exit run_file(const arb_pgn_task *task, arb_pgn_worker *workers, const char *path,
                         arb_pgn_bar *bar, uint64_t count[ARB_PGN_COUNTS])
{
    const unsigned threads = task->cmd->threads;
    arb_pgn_input *input = arb_pgn_input_open(task->cmd->cli, path, bar);

    if (!input)
        return ARB_EXIT_BAD;
    workers->bar = bar;
    task->gate->file++;
    const arb_err err = threads > 1 ? arb_pgn_split(workers, threads, input, path, count)
                                    : read_whole(workers, input, path, count);
    arb_exit status = ARB_EXIT_YES;
    if (err == ARB_STOPPED && !arb_interrupt_pending())
        status = ARB_EXIT_BAD; /* nobody reads the results: told at the end of the program */
    else if (err)
        status = arb_pgn_input_complain(input, task->cmd->cli, err);
    arb_pgn_input_close(input);
    return status;
}

static arb_err make_worker(arb_pgn_worker *worker, const arb_pgn_task *task)
{
    const arb_pgn_options options = { .language = task->cmd->language,
                                      .skip_variations = task->skip_variations };

    worker->task = task;
    if (task->own_size > 0) {
        worker->own = calloc(1, task->own_size);
        if (!worker->own)
            return ARB_NOMEM;
    }
    const arb_err err =
        task->copy || task->cmd->choice.asked
            ? arb_pgn_picker_new(&worker->picker, &task->cmd->choice, task->cmd->language)
            : ARB_OK;
    return err || task->copy ? err : arb_pgn_new(&worker->pgn, NULL, &options);
}

static void free_workers(arb_pgn_worker *workers, const arb_pgn_task *task)
{
    for (unsigned i = 0; workers && i < task->cmd->threads; i++) {
        if (workers[i].own && task->own_clear)
            task->own_clear(workers[i].own);
        free(workers[i].own);
        arb_pgn_free(workers[i].pgn);
        arb_pgn_picker_free(workers[i].picker);
    }
    free(workers);
}

static arb_exit run_files(const arb_pgn_task *task, arb_pgn_worker *workers,
                          const arb_pgn_files *files, uint64_t count[ARB_PGN_COUNTS])
{
    arb_pgn_bar bar = { .bar = arb_progress_begin(), .bytes = files->sized ? files->bytes : 0 };
    arb_exit status = ARB_EXIT_YES;

    /* where the games themselves appear, they show by themselves how far it is */
    if (task->aside && isatty(STDOUT_FILENO))
        bar.bar.terminal = false;
    for (size_t i = 0; i < files->count && status != ARB_EXIT_INTERRUPTED && !ferror(stdout) &&
                       !arb_pgn_gate_shut(task->gate);
         i++)
        status = arb_exit_worse(status, run_file(task, workers, files->path[i], &bar, count));
    arb_progress_clear(&bar.bar);
    return status;
}

arb_exit arb_pgn_run(const arb_pgn_task *given, uint64_t count[ARB_PGN_COUNTS])
{
    arb_pgn_gate gate = { .choice = &given->cmd->choice };
    arb_pgn_task task = *given;
    arb_pgn_worker *workers = calloc(task.cmd->threads, sizeof *workers);
    arb_err err = workers ? ARB_OK : ARB_NOMEM;
    arb_pgn_files files;

    task.gate = &gate;
    for (unsigned i = 0; i < task.cmd->threads && !err; i++)
        err = make_worker(&workers[i], &task);
    arb_exit status = arb_pgn_files_find(&files, task.cmd);
    if (err)
        status = arb_exit_worse(status, arb_cli_failed(task.cmd->cli, err));
    else if (!files.refused)
        status = arb_exit_worse(status, run_files(&task, workers, &files, count));
    free_workers(workers, &task);
    arb_pgn_files_free(&files);
    arb_pgn_gate_clear(&gate);
    return status;
}
