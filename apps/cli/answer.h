/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_ANSWER_H
#define ARBITRO_CLI_ANSWER_H
/*
 * An answer that is being put together, by any thread, and told later. Whoever adds to it need not
 * look at errors: the first one stays, and is told in the place of the answer.
 */
#include "arbitro/buf.h"
#include "cli/cli.h"

typedef struct arb_answer {
    arb_buf text;
    arb_err err;
} arb_answer;

void arb_answer_init(arb_answer *answer);
void arb_answer_clear(arb_answer *answer);

/* Empty again, with the memory kept. */
void arb_answer_reset(arb_answer *answer);

void arb_answer_add(arb_answer *answer, const char *text);
void arb_answer_add_bytes(arb_answer *answer, const char *bytes, size_t size);
void arb_answer_format(arb_answer *answer, const char *format, ...) ARB_FORMAT(2, 3);

/* Adds a text of texts.def with its arguments. */
void arb_answer_sentence(arb_answer *answer, arb_lang lang, arb_text_id id, ...);

/* Adds a line of JSON and gives `object` up; NULL says that there was no memory for it. */
void arb_answer_json(arb_answer *answer, json_t *object);

/* Prints it on standard output; tells why not, and returns the exit status for that. */
arb_exit arb_answer_print(const arb_answer *answer, const arb_cli *cli);

#endif
