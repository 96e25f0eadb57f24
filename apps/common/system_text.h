/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_COMMON_SYSTEM_TEXT_H
#define ARBITRO_COMMON_SYSTEM_TEXT_H
/* What the system answers, in words. */
#include "arbitro/error.h"

/* The reason for which a number of errno stands, as a phrase; those that nobody meets in English
 * alone. */
const char *arb_system_text(int number, arb_lang lang);

#endif
