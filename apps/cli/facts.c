/* SPDX-License-Identifier: MIT */
/* Facts of a position; see facts.h. */
#include "cli/facts.h"

arb_facts arb_facts_begin(arb_answer *to, arb_facts_form form, arb_lang lang)
{
    return (arb_facts){ .to = to,
                        .form = form,
                        .lang = lang,
                        .object = form == ARB_FACTS_JSON ? json_object() : NULL };
}

void arb_facts_finish(arb_facts *facts)
{
    if (facts->form == ARB_FACTS_JSON)
        arb_answer_json(facts->to, facts->object);
    if (facts->form == ARB_FACTS_FIELDS)
        arb_answer_add(facts->to, "\n");
}

void arb_facts_json(arb_facts *facts, const char *key, json_t *value)
{
    if (facts->form == ARB_FACTS_JSON)
        facts->object = arb_json_put(facts->object, key, value);
    else
        json_decref(value);
}

void arb_facts_words(arb_facts *facts, const char *key, const char *const words[ARB_LANG_COUNT])
{
    switch (facts->form) {
    case ARB_FACTS_LINES:
        arb_answer_format(facts->to, "%s: %s\n", key, words[facts->lang]);
        return;
    case ARB_FACTS_FIELDS:
        arb_answer_format(facts->to, "\t%s=%s", key, words[ARB_LANG_EN]);
        return;
    case ARB_FACTS_JSON:
        arb_facts_json(facts, key, json_string(words[ARB_LANG_EN]));
    }
}

void arb_facts_text(arb_facts *facts, const char *key, arb_text_id id)
{
    arb_facts_words(
        facts, key,
        (const char *const[]){
            [ARB_LANG_EN] = arb_text(id, ARB_LANG_EN), [ARB_LANG_IT] = arb_text(id, ARB_LANG_IT) });
}

void arb_facts_name(arb_facts *facts, const char *key, const char *name)
{
    arb_facts_words(facts, key, (const char *const[]){ name, name });
}

void arb_facts_number(arb_facts *facts, const char *key, unsigned number)
{
    if (facts->form == ARB_FACTS_JSON)
        arb_facts_json(facts, key, json_integer((json_int_t)number));
    else
        arb_answer_format(facts->to, facts->form == ARB_FACTS_LINES ? "%s: %u\n" : "\t%s=%u", key,
                          number);
}

arb_text_id arb_facts_colour(arb_colour colour)
{
    return colour == ARB_WHITE ? ARB_TEXT_VALUE_WHITE : ARB_TEXT_VALUE_BLACK;
}

arb_text_id arb_facts_check(const arb_pos *pos)
{
    const bool white = arb_pos_checkers(pos, ARB_WHITE) != 0;
    const bool black = arb_pos_checkers(pos, ARB_BLACK) != 0;

    if (white && black)
        return ARB_TEXT_VALUE_BOTH;
    return white || black ? arb_facts_colour(white ? ARB_WHITE : ARB_BLACK)
                          : ARB_TEXT_VALUE_NO_CHECK;
}

arb_text_id arb_facts_end(const arb_pos *pos, arb_proof dead)
{
    if (arb_pos_is_checkmate(pos))
        return ARB_TEXT_VALUE_CHECKMATE;
    if (arb_pos_is_stalemate(pos))
        return ARB_TEXT_VALUE_STALEMATE;
    switch (dead) {
    case ARB_PROOF_NO:
        return ARB_TEXT_VALUE_NO_END;
    case ARB_PROOF_YES:
        return ARB_TEXT_VALUE_DEAD;
    case ARB_PROOF_UNKNOWN:
        break;
    }
    return ARB_TEXT_VALUE_UNKNOWN;
}
