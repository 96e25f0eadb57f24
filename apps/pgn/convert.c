/* SPDX-License-Identifier: MIT */
/* `arbitro pgn convert`: games rewritten in the export format of PGN; see pgn.h. */
#define _POSIX_C_SOURCE 200809L
#include <unistd.h>

#include "common/interrupt.h"
#include "pgn/pgn.h"

/* A game that is given as JSON must fit into memory. */
enum { GAME_MAX = 1 << 28, OUTPUT_ROOM = 1 << 16, COUNT_BROKEN = ARB_PGN_GAMES + 1 };

/* What each worker has. */
typedef struct conversion {
    arb_pgn_worker *worker;
    arb_style style; /* the variant is that of the game at hand */
    arb_pgn_writer *writer;
    arb_buf text; /* of the game at hand, for JSON */
    bool in_game;
    arb_pgn_place began;
} conversion;

/* Several workers keep what they write until its turn comes. */
static arb_err write_file(void *user, const char *text, size_t size)
{
    arb_pgn_worker *worker = ((conversion *)user)->worker;

    if (!worker->live)
        return arb_buf_add(&worker->out->text, text, size);
    return fwrite(text, 1, size, stdout) == size ? ARB_OK : ARB_IO;
}

static arb_err write_text(void *user, const char *text, size_t size)
{
    conversion *c = user;

    return arb_buf_add(&c->text, text, size);
}

static arb_err renew_writer(conversion *c, arb_pgn_worker *worker)
{
    const arb_pgn_cmd *cmd = worker->task->cmd;
    arb_pgn_format format = cmd->format;

    if (!c->worker) {
        c->worker = worker;
        c->style = *cmd->style;
        arb_buf_init(&c->text, NULL, GAME_MAX);
    }
    format.style = &c->style;
    arb_pgn_writer_free(c->writer);
    c->writer = NULL;
    arb_buf_cut(&c->text, 0);
    return arb_pgn_writer_new(&c->writer, NULL, &format, cmd->cli->json ? write_text : write_file,
                              c);
}

static void clear_conversion(void *own)
{
    conversion *c = own;

    arb_pgn_writer_free(c->writer);
    if (c->worker)
        arb_buf_clear(&c->text);
}

static arb_pgn_next stop(arb_pgn_worker *worker, arb_err err)
{
    worker->out->err = err;
    return ARB_PGN_STOP;
}

/* Goes on as the copier wishes. A write that fails is told when the output is closed. */
static arb_pgn_next follow(arb_pgn_worker *worker, arb_pgn_next next)
{
    const conversion *c = worker->own;

    if (next == ARB_PGN_STOP) {
        const arb_err err = arb_pgn_writer_error(c->writer);
        return stop(worker, err == ARB_IO ? ARB_OK : err);
    }
    return next;
}

static arb_pgn_next on_begin(void *user, const arb_pgn *pgn)
{
    arb_pgn_worker *worker = user;
    conversion *c = worker->own;

    /* what is left of a game whose file broke off belongs to no other */
    const arb_err err = c->in_game || !c->writer ? renew_writer(c, worker) : ARB_OK;
    c->in_game = true;
    if (worker->task->cmd->cli->json)
        c->began = arb_pgn_where(pgn);
    return err ? stop(worker, err) : ARB_PGN_GO_ON;
}

static arb_pgn_next on_tag(void *user, const arb_pgn *pgn, const arb_pgn_tag *tag)
{
    conversion *c = ((arb_pgn_worker *)user)->own;

    return follow(user, arb_pgn_copier.tag(c->writer, pgn, tag));
}

static arb_pgn_next on_start(void *user, const arb_pgn *pgn)
{
    conversion *c = ((arb_pgn_worker *)user)->own;

    c->style.variant = arb_pgn_variant(pgn);
    return arb_interrupt_pending() ? ARB_PGN_STOP : ARB_PGN_GO_ON;
}

static arb_pgn_next on_move(void *user, const arb_pgn *pgn, const arb_pgn_move *move)
{
    conversion *c = ((arb_pgn_worker *)user)->own;

    return follow(user, arb_pgn_copier.move(c->writer, pgn, move));
}

static arb_pgn_next on_comment(void *user, const arb_pgn *pgn, const char *text, size_t size)
{
    conversion *c = ((arb_pgn_worker *)user)->own;

    return follow(user, arb_pgn_copier.comment(c->writer, pgn, text, size));
}

static arb_pgn_next on_nag(void *user, const arb_pgn *pgn, unsigned nag)
{
    conversion *c = ((arb_pgn_worker *)user)->own;

    return follow(user, arb_pgn_copier.nag(c->writer, pgn, nag));
}

static arb_pgn_next on_enter(void *user, const arb_pgn *pgn)
{
    conversion *c = ((arb_pgn_worker *)user)->own;

    return follow(user, arb_pgn_copier.enter(c->writer, pgn));
}

static arb_pgn_next on_leave(void *user, const arb_pgn *pgn)
{
    conversion *c = ((arb_pgn_worker *)user)->own;

    return follow(user, arb_pgn_copier.leave(c->writer, pgn));
}

/* One object a game, with its text. */
static arb_err add_game(arb_pgn_worker *worker, const arb_pgn_summary *summary)
{
    conversion *c = worker->own;
    arb_finding line = { .line = c->began.line, .column = c->began.column, .game = c->began.game };

    line.json =
        json_pack("{sI sb so}", "plies", (json_int_t)summary->plies, "broken", summary->broken,
                  "pgn", json_stringn(arb_buf_text(&c->text), arb_buf_size(&c->text)));
    arb_buf_cut(&c->text, 0);
    return line.json ? arb_findings_add(&worker->out->findings, &line, "") : ARB_NOMEM;
}

static arb_pgn_next on_end(void *user, const arb_pgn *pgn, const arb_pgn_summary *summary)
{
    arb_pgn_worker *worker = user;
    conversion *c = worker->own;
    arb_pgn_next next = follow(worker, arb_pgn_copier.end(c->writer, pgn, summary));

    c->in_game = false;
    worker->out->count[ARB_PGN_GAMES]++;
    worker->out->count[COUNT_BROKEN] += summary->errors > 0;
    if (next != ARB_PGN_STOP && worker->task->cmd->cli->json) {
        const arb_err err = add_game(worker, summary);
        if (err)
            next = stop(worker, err);
    }
    arb_pgn_worker_tell(worker);
    return next;
}

static const arb_pgn_handler listener = {
    .begin = on_begin,
    .tag = on_tag,
    .start = on_start,
    .move = on_move,
    .comment = on_comment,
    .nag = on_nag,
    .enter = on_enter,
    .leave = on_leave,
    .end = on_end,
    .finding = arb_pgn_worker_error, /* what is only written oddly is written as it should be */
};

arb_exit arb_pgn_convert(const arb_pgn_cmd *cmd)
{
    const arb_pgn_task task = { .cmd = cmd,
                                .handler = &listener,
                                .skip_variations =
                                    (cmd->format.leave_out & ARB_PGN_NO_VARIATIONS) != 0,
                                .aside = true,
                                .own_size = sizeof(conversion),
                                .own_clear = clear_conversion };
    uint64_t count[ARB_PGN_COUNTS] = { 0 };

    if (!isatty(STDOUT_FILENO))
        (void)setvbuf(stdout, NULL, _IOFBF, OUTPUT_ROOM);
    const arb_exit status = arb_pgn_run(&task, count);
    return arb_exit_worse(status, count[COUNT_BROKEN] > 0 ? ARB_EXIT_NO : ARB_EXIT_YES);
}
