/* SPDX-License-Identifier: MIT */
/* Passwords on the command line; see secrets.h. */
#define _POSIX_C_SOURCE 200809L

#include "cli/secrets.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "store/store.h"

/* The words that were hidden, until the program ends. */
typedef struct hidden {
    struct hidden *next;
    char *word, *shown;
} hidden;

static hidden *all;

/* Where the address begins: behind --db=, perhaps. */
static char *address_in(char *word)
{
    char *equals = word[0] == '-' ? strchr(word, '=') : NULL;

    return equals ? equals + 1 : word;
}

static char *shown_of(const char *address)
{
    const size_t size = arb_store_shown(NULL, 0, address) + 1;
    char *shown = malloc(size);

    if (shown)
        (void)arb_store_shown(shown, size, address);
    return shown;
}

/* Stars in the place of every password. */
static void overwrite(char *address)
{
    arb_store_span secret;

    for (size_t after = 0; arb_store_secret(&secret, address, after); after = secret.end)
        memset(address + secret.begin, '*', secret.end - secret.begin);
}

void arb_secrets_hide(char **words, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *address = address_in(words[i]);
        arb_store_span secret;
        hidden *one = arb_store_secret(&secret, address, 0) ? calloc(1, sizeof *one) : NULL;
        char *word = one ? strdup(words[i]) : NULL;
        if (!word) {
            free(one);
            continue;
        }
        one->word = address_in(word);
        one->shown = shown_of(address);
        one->next = all;
        all = one;
        overwrite(address);
        words[i] = word;
    }
}

const char *arb_secrets_shown(const char *word)
{
    for (const hidden *one = all; one; one = one->next)
        if (one->word == word || strcmp(one->word, word) == 0)
            return one->shown ? one->shown : "postgres";
    return word;
}
