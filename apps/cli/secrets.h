/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_SECRETS_H
#define ARBITRO_CLI_SECRETS_H
/*
 * Passwords in the addresses of databases: they are taken out of the command line, where everybody
 * on the machine could read them, and out of whatever is shown.
 */
#include <stddef.h>

/* Puts copies in the place of all words of the command line, the name of the program first, when
 * one has a password in it, and leaves no trace of that there: not even how long it was. */
void arb_secrets_hide(char **words, size_t count);

/* A word as it may be shown. */
const char *arb_secrets_shown(const char *word);

#endif
