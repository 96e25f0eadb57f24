/* SPDX-License-Identifier: MIT */
/* Asking whether a side can mate, and telling the answer; see proof.h. */
#include <ctype.h>
#include <stdio.h>

#include "arbitro/notation.h"
#include "cli/proof.h"

enum { REASON_SIZE = 32 };

/* The verdicts are for programs, too: the same words in every language. */
static const struct {
    const char *dead, *mate;
} words[] = {
    [ARB_PROOF_NO] = { "alive", "no" },
    [ARB_PROOF_YES] = { "dead", "yes" },
    [ARB_PROOF_UNKNOWN] = { "unknown", "unknown" },
};

static const char *const reason_names[ARB_REASON_COUNT] = {
#define X(name, en, it) [ARB_REASON_##name] = #name,
    ARB_PROOF_REASON_MAP(X)
#undef X
};

/* Was a mate found? Then the position is not dead, or the side can win. */
static bool has_mate(const arb_question *question, const arb_proof_answer *answer)
{
    return answer->verdict == (question->dead ? ARB_PROOF_NO : ARB_PROOF_YES);
}

static size_t line_size(const arb_proof_answer *answer)
{
    return answer->count < ARB_PROOF_LINE_MAX ? answer->count : ARB_PROOF_LINE_MAX;
}

/* The line with its move numbers, as a game has them. */
static void add_line(arb_answer *to, const arb_pos *pos, const arb_proof_answer *answer)
{
    char text[ARB_MOVE_TEXT_SIZE];
    arb_pos now = *pos;

    for (size_t i = 0; i < line_size(answer); i++) {
        if (i > 0)
            arb_answer_add(to, " ");
        if (now.turn == ARB_WHITE || i == 0)
            arb_answer_format(to, "%u%s ", (unsigned)now.move_number,
                              now.turn == ARB_WHITE ? "." : "...");
        arb_san_write(text, sizeof text, &now, answer->line[i]);
        arb_answer_add(to, text);
        arb_pos_play(&now, &now, answer->line[i]);
    }
    if (answer->count > line_size(answer))
        arb_answer_add(to, " ...");
}

/* NULL when there is no memory for it. */
static json_t *line_json(const arb_pos *pos, const arb_proof_answer *answer)
{
    char text[ARB_MOVE_TEXT_SIZE];
    json_t *line = json_array();
    arb_pos now = *pos;

    for (size_t i = 0; i < line_size(answer); i++) {
        arb_san_write(text, sizeof text, &now, answer->line[i]);
        arb_pos_play(&now, &now, answer->line[i]);
        line = arb_json_add(line, json_string(text));
    }
    return line;
}

static json_t *verdict_json(arb_proof verdict)
{
    return verdict == ARB_PROOF_UNKNOWN ? json_null() : json_boolean(verdict == ARB_PROOF_YES);
}

/* What --witness adds to an object. */
static json_t *add_witness(json_t *object, const arb_question *question, const arb_pos *pos,
                           const arb_proof_answer *answer)
{
    const bool mate = has_mate(question, answer);
    json_t *line = mate ? line_json(pos, answer) : json_array();
    json_t *plies = mate ? json_integer((json_int_t)answer->count) : json_null();
    json_t *mates = mate ? json_string(arb_colour_word(answer->mates)) : json_null();

    object = arb_json_put(arb_json_put(object, "witness", line), "plies", plies);
    return arb_json_put(object, "mates", mates);
}

static void tell_json(arb_answer *to, const arb_question *question, const arb_pos *pos,
                      const arb_proof_answer *answer)
{
    char fen[ARB_FEN_SIZE], reason[REASON_SIZE];
    json_t *object;

    arb_pos_fen(fen, sizeof fen, pos); /* programs read one language */
    snprintf(reason, sizeof reason, "%s", reason_names[answer->reason]);
    for (char *c = reason; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    object = json_pack("{ss}", "fen", fen);
    if (!question->dead)
        object = arb_json_put(object, "side", json_string(arb_colour_word(question->side)));
    object = arb_json_join(object, json_pack("{so ss sI}", question->dead ? "dead" : "canwin",
                                             verdict_json(answer->verdict), "reason", reason,
                                             "nodes", (json_int_t)answer->nodes));
    if (question->witness)
        object = add_witness(object, question, pos, answer);
    arb_answer_json(to, object);
}

static void tell_plain(arb_answer *to, const arb_question *question, const arb_pos *pos,
                       const arb_proof_answer *answer, const char *separator)
{
    arb_answer_add(to, question->dead ? words[answer->verdict].dead : words[answer->verdict].mate);
    if (question->witness) {
        arb_answer_add(to, separator);
        if (has_mate(question, answer) && answer->count > 0)
            add_line(to, pos, answer);
        else
            arb_answer_add(to, arb_proof_reason_text(answer->reason, question->cli->lang));
    }
    arb_answer_add(to, "\n");
}

arb_exit arb_question_answer(arb_answer *to, const arb_question *question, const arb_pos *pos,
                             const char *separator)
{
    arb_proof_answer answer;

    if (question->dead)
        (void)arb_proof_explain_dead(&answer, pos, &question->effort);
    else
        (void)arb_proof_explain_mate(&answer, pos, question->side, &question->effort);
    if (question->cli->json)
        tell_json(to, question, pos, &answer);
    else
        tell_plain(to, question, pos, &answer, separator);
    return answer.verdict == ARB_PROOF_YES ? ARB_EXIT_YES : ARB_EXIT_NO;
}
