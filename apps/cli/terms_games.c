/* SPDX-License-Identifier: MIT */
/*
 * The words of players in the games of files: the moves at which something appears, as lines, as
 * JSON, or as comments of the games; see terms.h.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/arguments.h"
#include "cli/terms.h"
#include "common/interrupt.h"
#include "pgn/pgn.h"

enum { OUTPUT_ROOM = 1 << 16, FIRST_ROOM = 256, COUNT_BROKEN = ARB_PGN_GAMES + 1 };

/* The game at hand. */
typedef struct reader {
    arb_pgn_worker *worker;
    arb_terms *terms;
    bool doubted;           /* a position may be dead; nobody is told of a doubt in a game */
    arb_pgn_writer *writer; /* with --pgn */
    arb_style style;
    arb_pos *pos; /* from the last move on that was not legal; room for one more than moves */
    arb_move *move;
    size_t plies, room;
    arb_answer words;
    bool waits; /* words are a comment that is not written yet: glyphs of the move come first */
    arb_err err;
} reader;

static const arb_terms_cmd *cmd_of(const reader *r)
{
    return r->worker->task->user;
}

static bool writes_pgn(const reader *r)
{
    return cmd_of(r)->args->value[ARB_OPT_TERMS_PGN] != NULL;
}

static void clear_reader(void *own)
{
    reader *r = own;

    arb_terms_free(r->terms);
    arb_pgn_writer_free(r->writer);
    free(r->pos);
    free(r->move);
    if (r->worker)
        arb_answer_clear(&r->words);
}

static arb_pgn_next go_on(reader *r)
{
    if (!r->err && r->writer) {
        r->err = arb_pgn_writer_error(r->writer);
        if (r->err == ARB_IO) /* told when the output is closed */
            return ARB_PGN_STOP;
    }
    if (r->err)
        r->worker->out->err = r->err;
    return r->err || arb_interrupt_pending() ? ARB_PGN_STOP : ARB_PGN_GO_ON;
}

/* Goes on as the copier wishes; what stopped it is told. */
static arb_pgn_next copied(reader *r, arb_pgn_next next)
{
    return next == ARB_PGN_STOP ? go_on(r) : next;
}

static arb_err write_out(void *user, const char *text, size_t size)
{
    (void)user;
    return fwrite(text, 1, size, stdout) == size ? ARB_OK : ARB_IO;
}

static bool make_room(reader *r)
{
    if (r->plies + 1 < r->room)
        return true;
    const size_t room = r->room ? 2 * r->room : FIRST_ROOM;
    arb_pos *pos = realloc(r->pos, room * sizeof *pos);
    if (pos)
        r->pos = pos;
    arb_move *move = realloc(r->move, room * sizeof *move);
    if (move)
        r->move = move;
    if (pos && move)
        r->room = room;
    return pos && move;
}

static arb_pgn_next on_begin(void *user, const arb_pgn *pgn)
{
    arb_pgn_worker *worker = user;
    reader *r = worker->own;

    (void)pgn;
    if (!r->worker) {
        r->worker = worker;
        r->style = arb_style_san;
        arb_answer_init(&r->words);
        r->err = arb_terms_begin(&r->terms, &r->doubted);
        if (!r->err && writes_pgn(r))
            r->err = arb_pgn_writer_new(&r->writer, NULL, &(arb_pgn_format){ .style = &r->style },
                                        write_out, r);
        if (!r->err && !make_room(r))
            r->err = ARB_NOMEM;
    }
    return go_on(r);
}

/* Begins anew with what stands on the board. */
static void start(reader *r, const arb_pgn *pgn)
{
    arb_sighting seen[ARB_SIGHTINGS_MAX];

    arb_pgn_position(&r->pos[0], pgn);
    r->plies = 0;
    (void)arb_terms_follow(seen, r->terms, &(arb_sequence){ .pos = r->pos }, cmd_of(r)->wanted);
}

static arb_pgn_next on_start(void *user, const arb_pgn *pgn)
{
    reader *r = ((arb_pgn_worker *)user)->own;

    r->style.variant = arb_pgn_variant(pgn);
    start(r, pgn);
    return go_on(r);
}

/* A line, or an object, for each that the move has brought. */
static void tell(reader *r, const arb_pgn *pgn, const arb_sequence *sequence,
                 const arb_sighting *seen)
{
    const arb_cli *cli = cmd_of(r)->cli;
    const arb_pgn_place place = arb_pgn_where(pgn);
    const arb_pos *before = &sequence->pos[sequence->plies - 1];
    arb_finding line = { .line = place.line,
                         .column = place.column,
                         .game = place.game,
                         .number = before->move_number,
                         .colour = (arb_colour)before->turn };

    arb_answer_reset(&r->words);
    arb_terms_add_text(&r->words, seen, &sequence->pos[sequence->plies], cli->lang);
    if (cli->json) {
        line.json = arb_terms_json(seen, &sequence->pos[sequence->plies], sequence, cli->lang);
        line.json = arb_json_put(line.json, "number", json_integer(line.number));
        line.json = arb_json_put(line.json, "colour", json_string(arb_colour_word(line.colour)));
    }
    r->err = cli->json && !line.json ? ARB_NOMEM : r->words.err;
    if (!r->err)
        r->err = arb_findings_add(&r->worker->out->findings, &line, arb_buf_text(&r->words.text));
    else
        json_decref(line.json);
}

/* All of them in one comment, which waits. */
static void make_comment(reader *r, const arb_pos *pos, const arb_sighting *seen, size_t count)
{
    arb_answer_reset(&r->words);
    for (size_t i = 0; i < count; i++) {
        arb_answer_add(&r->words, i == 0 ? "" : " ");
        arb_terms_add_text(&r->words, &seen[i], pos, cmd_of(r)->cli->lang);
    }
    r->err = r->words.err;
    r->waits = !r->err && count > 0;
}

/* Writes it where it belongs. */
static void write_waiting(reader *r)
{
    if (r->waits && !r->err)
        r->err = arb_pgn_write_comment(r->writer, arb_buf_text(&r->words.text),
                                       arb_buf_size(&r->words.text));
    r->waits = false;
}

static void follow(reader *r, const arb_pgn *pgn, arb_move move)
{
    arb_sighting seen[ARB_SIGHTINGS_MAX];

    if (!make_room(r)) {
        r->err = ARB_NOMEM;
        return;
    }
    r->move[r->plies++] = move;
    arb_pgn_position(&r->pos[r->plies], pgn);
    const arb_sequence sequence = { r->pos, r->move, r->plies };
    const size_t count = arb_terms_follow(seen, r->terms, &sequence, cmd_of(r)->wanted);
    if (r->writer)
        make_comment(r, &r->pos[r->plies], seen, count);
    for (size_t i = 0; !r->writer && !r->err && i < count; i++)
        tell(r, pgn, &sequence, &seen[i]);
}

static arb_pgn_next on_move(void *user, const arb_pgn *pgn, const arb_pgn_move *move)
{
    reader *r = ((arb_pgn_worker *)user)->own;

    write_waiting(r);
    if (r->writer && arb_pgn_copier.move(r->writer, pgn, move) == ARB_PGN_STOP)
        return go_on(r);
    if (arb_pgn_where(pgn).depth > 0)
        return ARB_PGN_GO_ON;
    if (move->kind == ARB_PGN_MOVE_LEGAL)
        follow(r, pgn, move->move);
    else
        start(r, pgn);
    return go_on(r);
}

static arb_pgn_next on_tag(void *user, const arb_pgn *pgn, const arb_pgn_tag *tag)
{
    reader *r = ((arb_pgn_worker *)user)->own;

    return copied(r, r->writer ? arb_pgn_copier.tag(r->writer, pgn, tag) : ARB_PGN_GO_ON);
}

static arb_pgn_next on_comment(void *user, const arb_pgn *pgn, const char *text, size_t size)
{
    reader *r = ((arb_pgn_worker *)user)->own;

    write_waiting(r);
    return copied(r,
                  r->writer ? arb_pgn_copier.comment(r->writer, pgn, text, size) : ARB_PGN_GO_ON);
}

static arb_pgn_next on_nag(void *user, const arb_pgn *pgn, unsigned nag)
{
    reader *r = ((arb_pgn_worker *)user)->own;

    return copied(r, r->writer ? arb_pgn_copier.nag(r->writer, pgn, nag) : ARB_PGN_GO_ON);
}

static arb_pgn_next on_enter(void *user, const arb_pgn *pgn)
{
    reader *r = ((arb_pgn_worker *)user)->own;

    write_waiting(r);
    return copied(r, r->writer ? arb_pgn_copier.enter(r->writer, pgn) : ARB_PGN_GO_ON);
}

static arb_pgn_next on_leave(void *user, const arb_pgn *pgn)
{
    reader *r = ((arb_pgn_worker *)user)->own;

    write_waiting(r);
    return copied(r, r->writer ? arb_pgn_copier.leave(r->writer, pgn) : ARB_PGN_GO_ON);
}

static arb_pgn_next on_end(void *user, const arb_pgn *pgn, const arb_pgn_summary *summary)
{
    arb_pgn_worker *worker = user;
    reader *r = worker->own;

    write_waiting(r);
    if (r->writer && arb_pgn_copier.end(r->writer, pgn, summary) == ARB_PGN_STOP)
        return go_on(r);
    worker->out->count[ARB_PGN_GAMES]++;
    worker->out->count[COUNT_BROKEN] += summary->errors > 0;
    arb_pgn_worker_tell(worker);
    return ferror(stdout) ? ARB_PGN_STOP : go_on(r);
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
    .finding = arb_pgn_worker_error,
};

arb_exit arb_terms_games(const arb_terms_cmd *cmd)
{
    const arb_args *args = cmd->args;
    const char *language = args->value[ARB_OPT_PGN_LANGUAGE];
    const arb_pgn_cmd pgn = { .cli = cmd->cli,
                              .operand = args->operand,
                              .operands = args->operands,
                              .threads = 1,
                              .book = arb_edition_arg(cmd->cli, NULL),
                              .style = &arb_style_san,
                              .language =
                                  language ? arb_language_find(language, strlen(language)) : NULL };
    const bool copies = args->value[ARB_OPT_TERMS_PGN] != NULL;
    const arb_pgn_task task = { .cmd = &pgn,
                                .handler = &listener,
                                .user = (void *)cmd,
                                .skip_variations = !copies,
                                .aside = copies,
                                .own_size = sizeof(reader),
                                .own_clear = clear_reader };
    uint64_t count[ARB_PGN_COUNTS] = { 0 };

    if (!arb_letters_arg(cmd->cli, language))
        return ARB_EXIT_BAD;
    if (!isatty(STDOUT_FILENO))
        (void)setvbuf(stdout, NULL, _IOFBF, OUTPUT_ROOM);
    const arb_exit status = arb_pgn_run(&task, count);
    return arb_exit_worse(status, count[COUNT_BROKEN] > 0 ? ARB_EXIT_NO : ARB_EXIT_YES);
}
