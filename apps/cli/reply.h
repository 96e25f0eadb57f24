/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_REPLY_H
#define ARBITRO_CLI_REPLY_H
/*
 * An answer that is being put together, by any thread, and told later. Whoever adds to it need not
 * look at errors: the first one stays, and is told in the place of the answer.
 */
#include "arbitro/buf.h"
#include "cli/cli.h"

typedef struct arb_reply {
    arb_buf text;
    arb_err err;
} arb_reply;

void arb_reply_init(arb_reply *reply);
void arb_reply_clear(arb_reply *reply);

/* Empty again, with the memory kept. */
void arb_reply_reset(arb_reply *reply);

void arb_reply_add(arb_reply *reply, const char *text);
void arb_reply_add_bytes(arb_reply *reply, const char *bytes, size_t size);
void arb_reply_format(arb_reply *reply, const char *format, ...) ARB_FORMAT(2, 3);

/* Adds a text of texts.def with its arguments. */
void arb_reply_sentence(arb_reply *reply, arb_lang lang, arb_text_id id, ...);

/* Adds a line of JSON and gives `object` up; NULL says that there was no memory for it. */
void arb_reply_json(arb_reply *reply, json_t *object);

/* Prints it on standard output; tells why not, and returns the exit status for that. */
arb_exit arb_reply_print(const arb_reply *reply, const arb_cli *cli);

#endif
