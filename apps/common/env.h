/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_COMMON_ENV_H
#define ARBITRO_COMMON_ENV_H
/*
 * What the environment says about its user. Only the variables are read: the locales they name
 * need not be installed.
 */
#include <stdbool.h>

#include "arbitro/error.h"

/* The language of messages: Italian when LC_ALL, LC_MESSAGES or LANG says so, else English. */
arb_lang arb_env_lang(void);

/* Does the terminal understand UTF-8, as far as LC_ALL, LC_CTYPE or LANG tell? */
bool arb_env_is_utf8(void);

#endif
