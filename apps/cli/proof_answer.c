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

bool arb_question_has_mate(const arb_question *question, const arb_proof_answer *answer)
{
    return answer->verdict == (question->dead ? ARB_PROOF_NO : ARB_PROOF_YES);
}

size_t arb_proof_line_size(const arb_proof_answer *answer)
{
    return answer->count < ARB_PROOF_LINE_MAX ? answer->count : ARB_PROOF_LINE_MAX;
}

/* Was it proved that there is no mate? Then there is a certificate. */
static bool proves_no(const arb_question *question, const arb_proof_answer *answer)
{
    return answer->verdict == (question->dead ? ARB_PROOF_YES : ARB_PROOF_NO);
}

/* The line with its move numbers, as a game has them. */
static void add_line(arb_answer *to, const arb_pos *pos, const arb_proof_answer *answer)
{
    char text[ARB_MOVE_TEXT_SIZE];
    arb_pos now = *pos;

    for (size_t i = 0; i < arb_proof_line_size(answer); i++) {
        if (i > 0)
            arb_answer_add(to, " ");
        if (now.turn == ARB_WHITE || i == 0)
            arb_answer_format(to, "%u%s ", (unsigned)now.move_number,
                              now.turn == ARB_WHITE ? "." : "...");
        arb_san_write(text, sizeof text, &now, answer->line[i]);
        arb_answer_add(to, text);
        arb_pos_play(&now, &now, answer->line[i]);
    }
    if (answer->count > arb_proof_line_size(answer))
        arb_answer_add(to, " ...");
}

/* NULL when there is no memory for it. */
static json_t *line_json(const arb_pos *pos, const arb_proof_answer *answer)
{
    char text[ARB_MOVE_TEXT_SIZE];
    json_t *line = json_array();
    arb_pos now = *pos;

    for (size_t i = 0; i < arb_proof_line_size(answer); i++) {
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
    const bool mate = arb_question_has_mate(question, answer);
    json_t *line = mate ? line_json(pos, answer) : json_array();
    json_t *plies = mate ? json_integer((json_int_t)answer->count) : json_null();
    json_t *mates = mate ? json_string(arb_colour_word(answer->mates)) : json_null();

    object = arb_json_put(arb_json_put(object, "witness", line), "plies", plies);
    object = arb_json_put(object, "mates", mates);
    return proves_no(question, answer)
               ? arb_json_join(object,
                               json_pack("{sI sI}", "expanded", (json_int_t)answer->expanded,
                                         "parts", (json_int_t)answer->parts))
               : object;
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
    if (question->certificate)
        object =
            arb_json_put(object, "certificates",
                         proves_no(question, answer) ? arb_proof_certificates_json(question, pos)
                                                     : json_array());
    arb_answer_json(to, object);
}

/* Why there is no mate, and how much that rests on. */
static void add_reason(arb_answer *to, const arb_question *question, const arb_proof_answer *answer)
{
    const arb_lang lang = question->cli->lang;

    arb_answer_add(to, arb_proof_reason_text(answer->reason, lang));
    if (proves_no(question, answer) && (answer->expanded > 1 || answer->parts > 0))
        arb_answer_sentence(to, lang, ARB_TEXT_PROOF_RESTS_ON, (unsigned long long)answer->expanded,
                            (unsigned long long)answer->parts);
}

static void tell_plain(arb_answer *to, const arb_question *question, const arb_pos *pos,
                       const arb_proof_answer *answer, const char *separator)
{
    arb_answer_add(to, question->dead ? words[answer->verdict].dead : words[answer->verdict].mate);
    if (question->witness) {
        arb_answer_add(to, separator);
        if (arb_question_has_mate(question, answer) && answer->count > 0)
            add_line(to, pos, answer);
        else
            add_reason(to, question, answer);
    }
    arb_answer_add(to, "\n");
    if (question->certificate && proves_no(question, answer))
        arb_proof_certificates(to, question, pos);
}

arb_exit arb_question_answer(arb_answer *to, const arb_question *question, const arb_pos *pos,
                             const char *separator)
{
    arb_proof_answer answer;

    if (question->dead)
        (void)arb_proof_explain_dead(&answer, pos, &question->effort);
    else
        (void)arb_proof_explain_mate(&answer, pos, question->side, &question->effort);
    if (question->pgn)
        arb_proof_pgn(to, question, pos, &answer);
    else if (question->cli->json)
        tell_json(to, question, pos, &answer);
    else
        tell_plain(to, question, pos, &answer, separator);
    return answer.verdict == ARB_PROOF_YES ? ARB_EXIT_YES : ARB_EXIT_NO;
}
