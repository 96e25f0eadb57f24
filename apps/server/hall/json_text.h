/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_JSON_TEXT_H
#define ARBITRO_SERVER_JSON_TEXT_H
/* JSON as text, as jansson writes it without spaces. */
#include <jansson.h>

#include "arbitro/buf.h"

/* Adds the text of the value, which is a tree. ARB_NOMEM, ARB_RANGE when the text gets too long. */
ARB_MUST_USE arb_err arb_json_text_write(arb_buf *out, json_t *value);

#endif
