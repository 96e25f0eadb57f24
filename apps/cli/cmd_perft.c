/* SPDX-License-Identifier: MIT */
/* `arbitro perft`: counts the sequences of legal moves of a given length. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arbitro/notation.h"
#include "cli/arguments.h"
#include "cli/perft.h"
#include "cli/text_arg.h"
#include "common/interrupt.h"
#include "common/progress.h"
#include "common/stopwatch.h"

/* What the user asked for. */
typedef struct job {
    arb_pos pos;
    unsigned depth, threads;
    arb_kernel kernel;
    bool divide, json;
    arb_variant variant;
} job;

/* A first move and what follows it. */
typedef struct part {
    char uci[ARB_MOVE_TEXT_SIZE];
    arb_move move;
    uint64_t nodes;
} part;

/* What was counted. */
typedef struct count {
    uint64_t nodes;
    double seconds;
    part parts[ARB_MOVES_MAX];
    size_t part_count;
} count;

/* Where the bar stands: in divided counts, each first move has its share of it. */
typedef struct reporter {
    arb_progress bar;
    size_t share, shares;
} reporter;

static bool on_progress(void *user, size_t done, size_t total)
{
    reporter *r = user;
    const double inside = total ? (double)done / (double)total : 0;

    arb_progress_show(&r->bar, ((double)r->share + inside) / (double)r->shares);
    return !arb_interrupt_pending();
}

static int compare(const void *a, const void *b)
{
    return strcmp(((const part *)a)->uci, ((const part *)b)->uci);
}

static void list_parts(count *c, const job *j)
{
    arb_move moves[ARB_MOVES_MAX];

    c->part_count = arb_pos_moves(moves, &j->pos);
    for (size_t i = 0; i < c->part_count; i++) {
        c->parts[i].move = moves[i];
        arb_uci_write(c->parts[i].uci, sizeof c->parts[i].uci, moves[i], j->variant);
    }
    qsort(c->parts, c->part_count, sizeof c->parts[0], compare);
}

/* Whoever reads along sees every count when it is made. */
static void print_part(const part *p)
{
    arb_progress_hide();
    printf("%s: %" PRIu64 "\n", p->uci, p->nodes);
    (void)fflush(stdout); /* a failure shows when standard output is closed */
}

static arb_err count_parts(count *c, const job *j, const arb_perft_options *how, reporter *r)
{
    list_parts(c, j);
    r->shares = c->part_count;
    for (r->share = 0; r->share < c->part_count; r->share++) {
        part *p = &c->parts[r->share];
        arb_pos after;

        arb_pos_play(&after, &j->pos, p->move);
        const arb_err err = arb_perft(&p->nodes, &after, j->depth - 1, how);
        if (err != ARB_OK)
            return err;
        if (arb_interrupt_pending())
            return ARB_STOPPED;
        c->nodes += p->nodes;
        if (!j->json)
            print_part(p);
        if (ferror(stdout))
            return ARB_STOPPED;
    }
    return ARB_OK;
}

static arb_err count_all(count *c, const job *j)
{
    reporter r = { .bar = arb_progress_begin(), .shares = 1 };
    const arb_perft_options how = {
        .threads = j->threads, .kernel = j->kernel, .progress = on_progress, .user = &r
    };
    const double start = arb_stopwatch_wall();

    /* of no moves there is no first one */
    const arb_err err = j->divide && j->depth > 0 ? count_parts(c, j, &how, &r)
                                                  : arb_perft(&c->nodes, &j->pos, j->depth, &how);
    c->seconds = arb_stopwatch_wall() - start;
    arb_progress_clear(&r.bar);
    return err;
}

static void print_plain(const count *c)
{
    printf("nodes %" PRIu64 "\n", c->nodes);
    printf("time %.3f s  %.1f Mnps\n", c->seconds,
           arb_stopwatch_mnps((double)c->nodes, c->seconds));
}

static arb_exit print_json(const arb_cli *cli, const count *c, const job *j)
{
    char fen[ARB_FEN_SIZE];

    arb_pos_fen(fen, sizeof fen, &j->pos);
    json_t *line = json_pack("{ss sI sI sf sf ss sI}", "fen", fen, "depth", (json_int_t)j->depth,
                             "nodes", (json_int_t)c->nodes, "seconds", c->seconds, "mnps",
                             arb_stopwatch_mnps((double)c->nodes, c->seconds), "kernel",
                             arb_kernel_name(j->kernel), "threads", (json_int_t)j->threads);
    if (j->divide) {
        json_t *divide = json_object();
        for (size_t i = 0; i < c->part_count; i++)
            divide =
                arb_json_put(divide, c->parts[i].uci, json_integer((json_int_t)c->parts[i].nodes));
        line = arb_json_put(line, "divide", divide);
    }
    return arb_cli_json(cli, line);
}

static arb_exit count_one(const arb_cli *cli, const job *j)
{
    count c = { 0 };
    const arb_err err = count_all(&c, j);

    if (err == ARB_STOPPED && !arb_interrupt_pending())
        return ARB_EXIT_BAD; /* it cannot be written: told at the end of the program */
    if (err != ARB_OK)
        return arb_cli_failed(cli, err);
    if (cli->json)
        return print_json(cli, &c, j);
    print_plain(&c);
    return ARB_EXIT_YES;
}

/* Threads share the lines of a batch among them. */
static arb_exit count_lines(const arb_cli *cli, const arb_args *args, const job *j,
                            const arb_letters *letters)
{
    const arb_perft_suite suite = { .depth = j->depth,
                                    .depth_given = args->operands > 0,
                                    .threads = j->threads,
                                    .kernel = j->kernel };
    const arb_batch batch = { .cli = cli,
                              .letters = letters,
                              .threads = j->threads,
                              .answer = arb_perft_answer,
                              .user = &suite };

    return arb_batch_run(&batch, args->value[ARB_OPT_BATCH]);
}

/* False after a complaint about options that do not go together. */
static bool check_options(const arb_cli *cli, const arb_args *args)
{
    const bool batch = args->value[ARB_OPT_BATCH] != NULL;

    if (!batch && args->operands == 0)
        arb_cli_misused(cli, ARB_TEXT_ARGUMENT_MISSING, "D");
    else if (batch && args->value[ARB_OPT_FEN])
        arb_cli_misused(cli, ARB_TEXT_OPTIONS_EXCLUDE, "batch", "fen");
    else if (batch && args->value[ARB_OPT_DIVIDE])
        arb_cli_misused(cli, ARB_TEXT_OPTIONS_EXCLUDE, "batch", "divide");
    else
        return true;
    return false;
}

arb_exit arb_cmd_perft(const arb_cli *cli, const arb_args *args)
{
    const arb_letters *letters = arb_letters_arg(cli, args->value[ARB_OPT_LETTERS]);
    job j = { .threads = 1, .divide = args->value[ARB_OPT_DIVIDE] != NULL, .json = cli->json };

    if (!check_options(cli, args))
        return ARB_EXIT_BAD;
    if (args->operands > 0 && !arb_cli_number(&j.depth, cli, args->operand[0], 0,
                                              ARB_PERFT_DEPTH_MAX, ARB_TEXT_NAME_DEPTH))
        return ARB_EXIT_BAD;
    if (!arb_threads_arg(&j.threads, cli, args->value[ARB_OPT_THREADS]) || !letters ||
        !arb_kernel_arg(&j.kernel, cli, args))
        return ARB_EXIT_BAD;
    if (args->value[ARB_OPT_BATCH])
        return count_lines(cli, args, &j, letters);
    if (!arb_fen_arg_position(&j.pos, cli, args->value[ARB_OPT_FEN], letters))
        return ARB_EXIT_BAD;
    j.variant = args->value[ARB_OPT_CHESS960] ? ARB_CHESS960 : arb_pos_variant(&j.pos);
    return count_one(cli, &j);
}
