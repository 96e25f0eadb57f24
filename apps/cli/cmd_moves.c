/* SPDX-License-Identifier: MIT */
/* `arbitro moves`: the legal moves of a position (3.10.1). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/arguments.h"
#include "cli/batch.h"
#include "cli/text_arg.h"

/* A move in the notation asked for, by which it is sorted, and in coordinates. */
typedef struct written {
    char text[ARB_MOVE_TEXT_SIZE], uci[ARB_MOVE_TEXT_SIZE];
} written;

static int compare(const void *a, const void *b)
{
    return strcmp(((const written *)a)->text, ((const written *)b)->text);
}

static size_t write_moves(written out[ARB_MOVES_MAX], const arb_pos *pos, const arb_style *style)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t count = arb_pos_moves(moves, pos);

    for (size_t i = 0; i < count; i++) {
        arb_uci_write(out[i].uci, sizeof out[i].uci, moves[i], style->variant);
        arb_move_write(out[i].text, sizeof out[i].text, pos, moves[i], style);
    }
    qsort(out, count, sizeof out[0], compare);
    return count;
}

/* What the options say. */
typedef struct job {
    const arb_cli *cli;
    arb_style style;
    bool chess960;
} job;

static arb_style style_in(const job *j, const arb_pos *pos)
{
    arb_style style = j->style;

    style.variant = j->chess960 ? ARB_CHESS960 : arb_pos_variant(pos);
    return style;
}

static arb_exit list_moves(const job *j, const arb_pos *pos)
{
    const arb_style style = style_in(j, pos);
    written moves[ARB_MOVES_MAX];
    const size_t count = write_moves(moves, pos, &style);

    /* an empty list is an answer, but not one that explains itself */
    if (count == 0)
        arb_cli_complain(j->cli, arb_pos_is_check(pos) ? ARB_TEXT_MOVES_CHECKMATE
                                                       : ARB_TEXT_MOVES_STALEMATE);
    for (size_t i = 0; i < count; i++) {
        if (j->cli->json)
            arb_cli_json(j->cli, json_pack("{ss ss}", "move", moves[i].text, "uci", moves[i].uci));
        else
            puts(moves[i].text);
    }
    return ARB_EXIT_YES;
}

/* ---- many positions ---- */

static json_t *to_json(const arb_pos *pos, const written *moves, size_t count)
{
    json_t *texts = json_array(), *ucis = json_array();
    char fen[ARB_FEN_SIZE];

    arb_pos_fen(fen, sizeof fen, pos);
    for (size_t i = 0; i < count; i++) {
        texts = arb_json_add(texts, json_string(moves[i].text));
        ucis = arb_json_add(ucis, json_string(moves[i].uci));
    }
    return json_pack("{ss so so}", "fen", fen, "moves", texts, "uci", ucis);
}

/* On one line; where moves have blanks themselves, tabs keep them apart. */
static void answer_line(const arb_batch *batch, arb_batch_line *line)
{
    const job *j = batch->user;
    written moves[ARB_MOVES_MAX];
    arb_pos pos;

    if (!arb_batch_position(&pos, NULL, batch, line))
        return;
    const arb_style style = style_in(j, &pos);
    const bool blanks = style.form == ARB_FORM_WORDS || style.en_passant;
    const size_t count = write_moves(moves, &pos, &style);
    if (j->cli->json) {
        arb_answer_json(&line->reply, to_json(&pos, moves, count));
        return;
    }
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            arb_answer_add(&line->reply, blanks ? "\t" : " ");
        arb_answer_add(&line->reply, moves[i].text);
    }
    arb_answer_add(&line->reply, "\n");
}

arb_exit arb_cmd_moves(const arb_cli *cli, const arb_args *args)
{
    const char *path = args->value[ARB_OPT_BATCH], *fen = args->value[ARB_OPT_FEN];
    job j = { .cli = cli, .chess960 = args->value[ARB_OPT_CHESS960] };
    arb_batch batch = { .cli = cli, .threads = 1, .answer = answer_line, .user = &j };
    arb_pos pos;

    /* without a word about it, the initial position is meant */
    if (!arb_batch_arg(&batch, args, fen || !path))
        return ARB_EXIT_BAD;
    batch.letters = arb_letters_arg(cli, args->value[ARB_OPT_LETTERS]);
    if (!batch.letters || !arb_notation_arg(&j.style, cli, args->value[ARB_OPT_NOTATION]))
        return ARB_EXIT_BAD;
    if (path)
        return arb_batch_run(&batch, path);
    if (!arb_fen_arg_position(&pos, cli, fen, batch.letters))
        return ARB_EXIT_BAD;
    return list_moves(&j, &pos);
}
