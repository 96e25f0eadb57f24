/* SPDX-License-Identifier: MIT */
/* Counting for every line of a file; see perft.h. */
#include <inttypes.h>

#include "cli/perft.h"
#include "common/interrupt.h"

/* A count that was made, and the one that the line states. */
typedef struct count {
    unsigned depth;
    bool stated;
    uint64_t expected, nodes;
} count;

/* What is counted for one line. */
typedef struct answer {
    count counts[ARB_PERFT_DEPTH_MAX];
    size_t size;
} answer;

static bool on_progress(void *user, size_t done, size_t total)
{
    (void)user;
    (void)done;
    (void)total;
    return !arb_interrupt_pending();
}

/* Is this D and a number, whatever its operands are? */
static bool is_depth(const arb_epd_op *op)
{
    size_t digits = 1;

    while (digits < op->opcode_size && op->opcode[digits] >= '0' && op->opcode[digits] <= '9')
        digits++;
    return op->opcode[0] == 'D' && op->opcode_size > 1 && digits == op->opcode_size;
}

/* The depths that the line states, as far as they are wanted. False when one cannot be read. */
static bool take_stated(answer *out, const arb_perft_suite *suite, const arb_epd *epd,
                        arb_batch_line *line)
{
    arb_epd_op op;
    size_t at = 0;

    out->size = 0;
    while (arb_epd_next(&op, epd, &at)) {
        count c = { .stated = true };
        if (!is_depth(&op))
            continue;
        c.depth = arb_epd_depth(&c.expected, &op);
        if (c.depth == 0 || out->size == ARB_PERFT_DEPTH_MAX) {
            arb_batch_unreadable(line, arb_where_at(line->text, line->size,
                                                    (size_t)(op.operands - line->text),
                                                    ARB_WANTED_NUMBER));
            return false;
        }
        if (!suite->depth_given || c.depth <= suite->depth)
            out->counts[out->size++] = c;
    }
    return true;
}

/* Nothing is stated and nothing asked for. */
static void refuse(const arb_cli *cli, arb_batch_line *line)
{
    line->fault = ARB_BATCH_REFUSED;
    line->status = ARB_EXIT_BAD;
    line->where = arb_where_at(line->text, line->size, line->size, ARB_WANTED_NUMBER);
    line->where.line = line->number;
    arb_answer_add(&line->complaint, arb_text(ARB_TEXT_PERFT_NO_DEPTH, cli->lang));
    if (cli->json)
        arb_answer_json(&line->reply, json_pack("{ss sI sI}", "error", "no-depth", "line",
                                                (json_int_t)line->where.line, "column",
                                                (json_int_t)line->where.column));
}

static bool is_right(const count *c)
{
    return !c->stated || c->expected == c->nodes;
}

static bool is_all_right(const answer *a)
{
    for (size_t i = 0; i < a->size; i++)
        if (!is_right(&a->counts[i]))
            return false;
    return true;
}

static void tell_json(arb_answer *to, const answer *a, const arb_pos *pos)
{
    json_t *counts = json_array();
    char fen[ARB_FEN_SIZE];

    for (size_t i = 0; i < a->size; i++) {
        const count *c = &a->counts[i];
        json_t *expected = c->stated ? json_integer((json_int_t)c->expected) : json_null();
        counts =
            arb_json_add(counts, json_pack("{sI sI so}", "depth", (json_int_t)c->depth, "nodes",
                                           (json_int_t)c->nodes, "expected", expected));
    }
    json_t *ok = a->counts[0].stated ? json_boolean(is_all_right(a)) : json_null();
    arb_pos_fen(fen, sizeof fen, pos);
    arb_answer_json(to, json_pack("{ss so so}", "fen", fen, "ok", ok, "counts", counts));
}

/* The count alone; or ok, or not ok, and every depth behind a tab. */
static void tell_plain(arb_answer *to, const answer *a)
{
    if (!a->counts[0].stated) {
        arb_answer_format(to, "%" PRIu64 "\n", a->counts[0].nodes);
        return;
    }
    arb_answer_add(to, is_all_right(a) ? "ok" : "not ok");
    for (size_t i = 0; i < a->size; i++) {
        const count *c = &a->counts[i];
        if (is_right(c))
            arb_answer_format(to, "\tD%u %" PRIu64, c->depth, c->nodes);
        else
            arb_answer_format(to, "\tD%u expected %" PRIu64 " found %" PRIu64, c->depth,
                              c->expected, c->nodes);
    }
    arb_answer_add(to, "\n");
}

void arb_perft_answer(const arb_batch *batch, arb_batch_line *line)
{
    const arb_perft_suite *suite = batch->user;
    const arb_perft_options how = { .threads = line->alone ? suite->threads : 1,
                                    .kernel = suite->kernel,
                                    .progress = on_progress };
    arb_epd epd;
    arb_pos pos;
    answer a;

    if (!arb_batch_position(&pos, &epd, batch, line) || !take_stated(&a, suite, &epd, line))
        return;
    if (a.size == 0 && !suite->depth_given) {
        refuse(batch->cli, line);
        return;
    }
    if (a.size == 0)
        a.counts[a.size++] = (count){ .depth = suite->depth };
    for (size_t i = 0; i < a.size && !line->reply.err; i++)
        line->reply.err = arb_perft(&a.counts[i].nodes, &pos, a.counts[i].depth, &how);
    if (!is_all_right(&a))
        line->status = ARB_EXIT_NO;
    if (batch->cli->json)
        tell_json(&line->reply, &a, &pos);
    else
        tell_plain(&line->reply, &a);
}
