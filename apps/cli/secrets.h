/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_SECRETS_H
#define ARBITRO_CLI_SECRETS_H
/*
 * Passwords in the addresses of databases: they are taken out of the command line, where everybody
 * on the machine could read them, and out of whatever is shown.
 */
#include <stddef.h>

/* Puts copies in the place of words that have a password in them, and makes it illegible there. */
void arb_secrets_hide(char **words, size_t count);

/* A word as it may be shown. */
const char *arb_secrets_shown(const char *word);

#endif
