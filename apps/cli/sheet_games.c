/* SPDX-License-Identifier: MIT */
/* Scoresheets of the games in files of PGN; see sheet.h. */
#define _POSIX_C_SOURCE 200809L
#include <unistd.h>

#include "cli/sheet.h"
#include "common/interrupt.h"

enum { OUTPUT_ROOM = 1 << 16, COUNT_BROKEN = ARB_PGN_GAMES + 1 };

/* What each worker has. */
typedef struct desk {
    bool ready;
    arb_scoresheet sheet;
    arb_pgn_worker *worker;
    arb_pgn_place began;
} desk;

static const arb_sheet_cmd *cmd_of(const arb_pgn_worker *worker)
{
    return worker->task->user;
}

static void clear_desk(void *own)
{
    desk *d = own;

    if (d->ready)
        arb_scoresheet_clear(&d->sheet);
}

static arb_pgn_next stop(arb_pgn_worker *worker, arb_err err)
{
    worker->out->err = err;
    return ARB_PGN_STOP;
}

/* Goes on as the sheet wishes. */
static arb_pgn_next follow(arb_pgn_worker *worker, arb_pgn_next next)
{
    const desk *d = worker->own;

    if (arb_interrupt_pending())
        return ARB_PGN_STOP;
    return d->sheet.err ? stop(worker, d->sheet.err) : next;
}

static arb_pgn_next on_begin(void *user, const arb_pgn *pgn)
{
    arb_pgn_worker *worker = user;
    const arb_sheet_cmd *cmd = cmd_of(worker);
    desk *d = worker->own;

    if (!d->ready) {
        arb_scoresheet_init(&d->sheet, &cmd->style, cmd->paper.lang);
        d->sheet.blank = cmd->blank;
        d->worker = worker;
        d->ready = true;
    }
    arb_scoresheet_reset(&d->sheet);
    d->sheet.style = cmd->style;
    d->began = arb_pgn_where(pgn);
    return ARB_PGN_GO_ON;
}

static arb_pgn_next on_tag(void *user, const arb_pgn *pgn, const arb_pgn_tag *tag)
{
    desk *d = ((arb_pgn_worker *)user)->own;

    return follow(user, arb_scoresheet_reader.tag(&d->sheet, pgn, tag));
}

static arb_pgn_next on_start(void *user, const arb_pgn *pgn)
{
    desk *d = ((arb_pgn_worker *)user)->own;

    return follow(user, arb_scoresheet_reader.start(&d->sheet, pgn));
}

static arb_pgn_next on_move(void *user, const arb_pgn *pgn, const arb_pgn_move *move)
{
    desk *d = ((arb_pgn_worker *)user)->own;

    return follow(user, arb_scoresheet_reader.move(&d->sheet, pgn, move));
}

static arb_pgn_next on_comment(void *user, const arb_pgn *pgn, const char *text, size_t size)
{
    desk *d = ((arb_pgn_worker *)user)->own;

    return follow(user, arb_scoresheet_reader.comment(&d->sheet, pgn, text, size));
}

/* One object a sheet. */
static arb_err add_json(desk *d)
{
    arb_finding line = { .line = d->began.line, .column = d->began.column, .game = d->began.game };

    line.json = arb_sheet_json(&d->sheet);
    return line.json ? arb_findings_add(&d->worker->out->findings, &line, "") : ARB_NOMEM;
}

/* Several workers keep what they write until its turn comes. */
static arb_err add_sheet(void *user, arb_scoresheet_owner owner)
{
    desk *d = user;
    const arb_sheet_cmd *cmd = cmd_of(d->worker);
    arb_buf text;
    arb_ink ink = { .out = &text };

    d->sheet.owner = owner;
    if (cmd->cli->json)
        return add_json(d);
    arb_buf_init(&text, NULL, SIZE_MAX / 2);
    arb_scoresheet_write(&ink, &d->sheet, &cmd->paper);
    if (!ink.err && d->worker->live)
        (void)fwrite(arb_buf_text(&text), 1, arb_buf_size(&text), stdout);
    else if (!ink.err)
        ink.err = arb_buf_add(&d->worker->out->text, arb_buf_text(&text), arb_buf_size(&text));
    arb_buf_clear(&text);
    return ink.err;
}

static arb_pgn_next on_end(void *user, const arb_pgn *pgn, const arb_pgn_summary *summary)
{
    arb_pgn_worker *worker = user;
    desk *d = worker->own;
    const arb_pgn_next next = follow(worker, arb_scoresheet_reader.end(&d->sheet, pgn, summary));

    if (next == ARB_PGN_STOP)
        return next;
    worker->out->count[ARB_PGN_GAMES]++;
    worker->out->count[COUNT_BROKEN] += summary->errors > 0;
    const arb_err err = arb_sheet_each(cmd_of(worker), add_sheet, d);
    arb_pgn_worker_tell(worker);
    return err ? stop(worker, err) : ferror(stdout) ? ARB_PGN_STOP : ARB_PGN_GO_ON;
}

static const arb_pgn_handler listener = {
    .begin = on_begin,
    .tag = on_tag,
    .start = on_start,
    .move = on_move,
    .comment = on_comment,
    .end = on_end,
    .finding = arb_pgn_worker_error,
};

arb_exit arb_sheet_games(const arb_sheet_cmd *cmd)
{
    const arb_pgn_task task = { .cmd = &cmd->pgn,
                                .handler = &listener,
                                .user = (void *)cmd,
                                .skip_variations = true,
                                .aside = true,
                                .own_size = sizeof(desk),
                                .own_clear = clear_desk };
    uint64_t count[ARB_PGN_COUNTS] = { 0 };

    if (!isatty(STDOUT_FILENO))
        (void)setvbuf(stdout, NULL, _IOFBF, OUTPUT_ROOM);
    const arb_exit status = arb_pgn_run(&task, count);
    return arb_exit_worse(status, count[COUNT_BROKEN] > 0 ? ARB_EXIT_NO : ARB_EXIT_YES);
}
