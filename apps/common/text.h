/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_COMMON_TEXT_H
#define ARBITRO_COMMON_TEXT_H
/*
 * Every sentence that the programs print, in every language: texts.def is the one list. The
 * language is chosen per call, never from the system's locale, because a fresh machine has none.
 */
#include <stdarg.h>
#include <stdio.h>

#include "arbitro/error.h"

typedef enum arb_text_id {
#define TEXT(id, en, it) ARB_TEXT_##id,
#include "common/texts.def"
#undef TEXT
    ARB_TEXT_COUNT
} arb_text_id;

/* The text itself; those with arguments are formats of printf. */
const char *arb_text(arb_text_id id, arb_lang lang);

/* Prints the text with its arguments: alone, or as a line. */
void arb_text_print(FILE *to, arb_lang lang, arb_text_id id, ...);
void arb_text_line(FILE *to, arb_lang lang, arb_text_id id, ...);
void arb_text_vline(FILE *to, arb_lang lang, arb_text_id id, va_list list);

#endif
