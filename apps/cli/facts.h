/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_FACTS_H
#define ARBITRO_CLI_FACTS_H
/*
 * What is said of a position, fact by fact: as lines `key: value`, as fields `key=value` behind
 * tabs on one line, or as members of an object. The keys are the same in all forms and languages; a
 * word is English except in lines, which are for people.
 */
#include "arbitro/position.h"
#include "arbitro/proof.h"
#include "cli/answer.h"

typedef enum arb_facts_form { ARB_FACTS_LINES, ARB_FACTS_FIELDS, ARB_FACTS_JSON } arb_facts_form;

typedef struct arb_facts {
    arb_answer *to;
    arb_facts_form form;
    arb_lang lang;
    json_t *object; /* of JSON */
} arb_facts;

arb_facts arb_facts_begin(arb_answer *to, arb_facts_form form, arb_lang lang);

/* Ends the line of fields, or the object. */
void arb_facts_finish(arb_facts *facts);

void arb_facts_words(arb_facts *facts, const char *key, const char *const words[ARB_LANG_COUNT]);
void arb_facts_text(arb_facts *facts, const char *key, arb_text_id id);
void arb_facts_number(arb_facts *facts, const char *key, unsigned number);

/* What is no word of any language. */
void arb_facts_name(arb_facts *facts, const char *key, const char *name);

/* A member that only JSON has; `value` is given up. */
void arb_facts_json(arb_facts *facts, const char *key, json_t *value);

/* ---- the words for facts of a position */

arb_text_id arb_facts_colour(arb_colour colour);

/* The sides that are in check. */
arb_text_id arb_facts_check(const arb_pos *pos);

/* The end that stands on the board, before anybody has said so (5.1.1, 5.2.1, 5.2.2). */
arb_text_id arb_facts_end(const arb_pos *pos, arb_proof dead);

#endif
