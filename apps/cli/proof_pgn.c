/* SPDX-License-Identifier: MIT */
/* An answer of the prover as a game, for every program that replays games; see proof.h. */
#include <string.h>

#include "arbitro/hand.h"
#include "arbitro/pgn_write.h"
#include "cli/proof.h"

static arb_err add(void *user, const char *text, size_t size)
{
    arb_answer *to = user;

    arb_answer_add_bytes(to, text, size);
    return to->err;
}

static arb_err put_tag(arb_pgn_writer *writer, const char *name, const char *value)
{
    return arb_pgn_write_tag(writer, &(arb_pgn_tag){ name, value, strlen(name), strlen(value) });
}

static arb_err put_tags(arb_pgn_writer *writer, const arb_question *question, const arb_pos *pos)
{
    char fen[ARB_FEN_SIZE];
    const char *event = question->dead                ? "arbitro dead"
                        : question->side == ARB_WHITE ? "arbitro canwin white"
                                                      : "arbitro canwin black";
    arb_err err = put_tag(writer, "Event", event);

    arb_pos_fen(fen, sizeof fen, pos);
    if (err == ARB_OK && arb_pos_variant(pos) == ARB_CHESS960)
        err = put_tag(writer, "Variant", "Chess960");
    if (err == ARB_OK)
        err = put_tag(writer, "SetUp", "1");
    return err == ARB_OK ? put_tag(writer, "FEN", fen) : err;
}

static arb_err put_moves(arb_pgn_writer *writer, const arb_pos *pos, const arb_proof_answer *answer)
{
    arb_pos now = *pos;
    arb_err err = ARB_OK;

    for (size_t i = 0; i < arb_proof_line_size(answer) && err == ARB_OK; i++) {
        err = arb_pgn_write_move(writer, &now, answer->line[i]);
        arb_pos_play(&now, &now, answer->line[i]);
    }
    return err;
}

/* Where no mate was found, a game without moves says why. */
static arb_err put_game(arb_pgn_writer *writer, const arb_question *question, const arb_pos *pos,
                        const arb_proof_answer *answer)
{
    const char *reason = arb_proof_reason_text(answer->reason, question->cli->lang);
    const bool mate = arb_question_has_mate(question, answer);
    const bool whole = mate && answer->count == arb_proof_line_size(answer);
    arb_err err = put_tags(writer, question, pos);

    if (err == ARB_OK)
        err = mate && answer->count ? put_moves(writer, pos, answer)
                                    : arb_pgn_write_comment(writer, reason, strlen(reason));
    if (err != ARB_OK)
        return err;
    return arb_pgn_write_end(writer, !whole                       ? ARB_PGN_RESULT_OPEN
                                     : answer->mates == ARB_WHITE ? ARB_PGN_RESULT_WHITE
                                                                  : ARB_PGN_RESULT_BLACK);
}

void arb_proof_pgn(arb_answer *to, const arb_question *question, const arb_pos *pos,
                   const arb_proof_answer *answer)
{
    arb_pgn_writer *writer;
    arb_err err = arb_pgn_writer_new(&writer, NULL, NULL, add, to);

    if (err == ARB_OK) {
        err = put_game(writer, question, pos, answer);
        arb_pgn_writer_free(writer);
    }
    if (err != ARB_OK && to->err == ARB_OK)
        to->err = err;
}
