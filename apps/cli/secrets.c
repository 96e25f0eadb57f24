/* SPDX-License-Identifier: MIT */
/* Passwords on the command line; see secrets.h. */
#define _GNU_SOURCE

#include "cli/secrets.h"

#include <errno.h>
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
static char **copies; /* of every word, when there was a password in one */

/* Where the address begins: behind --db=, perhaps. */
static char *address_in(char *word)
{
    char *equals = word[0] == '-' ? strchr(word, '=') : NULL;

    return equals ? equals + 1 : word;
}

static bool has_secret(char *word)
{
    const char *address = address_in(word);
    arb_store_span secret;

    for (size_t at = 0; arb_store_secret(&secret, address, at); at = secret.end)
        if (secret.end > secret.begin)
            return true;
    return false;
}

static char *shown_of(const char *address)
{
    const size_t size = arb_store_shown(NULL, 0, address) + 1;
    char *shown = malloc(size);

    if (shown)
        (void)arb_store_shown(shown, size, address);
    return shown;
}

static void remember(char *word)
{
    hidden *one = calloc(1, sizeof *one);

    if (!one)
        return;
    one->word = address_in(word);
    one->shown = shown_of(one->word);
    one->next = all;
    all = one;
}

/* Copies of all words; false without memory. */
static bool copy_words(char *const *words, size_t count)
{
    copies = calloc(count + 1, sizeof *copies);
    for (size_t i = 0; copies && i < count; i++) {
        copies[i] = strdup(words[i]);
        if (!copies[i])
            return false;
    }
    return copies != NULL;
}

/* Do the words stand one behind the other, as the system puts them? */
static bool is_one_piece(char *const *words, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (words[i] != words[i - 1] + strlen(words[i - 1]) + 1)
            return false;
    return true;
}

/* The word without its passwords; returns where it ends. */
static char *put_without(char *to, char *word)
{
    const char *address = address_in(word);
    size_t at = 0;
    arb_store_span secret;

    for (; word < address; word++)
        *to++ = *word;
    while (arb_store_secret(&secret, address, at)) {
        to = mempcpy(to, address + at, secret.begin - at);
        at = secret.end;
    }
    return mempcpy(to, address + at, strlen(address + at));
}

/*
 * The list of processes shows the place of the words up to its end, so that what is left free there
 * would tell how long the passwords were. When the last byte is not 0, the system takes all of it
 * for one text, which ends at the first 0: the way of setproctitle(3).
 */
static void rewrite(char *begin, char *end, size_t count)
{
    char *to = begin;

    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            *to++ = ' ';
        to = put_without(to, copies[i]);
    }
    memset(to, 0, (size_t)(end - to));
    end[-1] = '.';
}

void arb_secrets_hide(char **words, size_t count)
{
    bool any = false;

    for (size_t i = 0; i < count; i++)
        any = any || has_secret(words[i]);
    if (!any || !copy_words(words, count))
        return;
    char *const end = words[count - 1] + strlen(words[count - 1]) + 1;
    if (is_one_piece(words, count)) {
        rewrite(words[0], end, count);
    } else {
        for (size_t i = 0; i < count; i++)
            if (has_secret(copies[i]))
                memset(words[i], 0, strlen(words[i]));
    }
    for (size_t i = 0; i < count; i++) {
        words[i] = copies[i];
        if (has_secret(copies[i]))
            remember(copies[i]);
    }
    program_invocation_name = program_invocation_short_name = copies[0];
}

const char *arb_secrets_shown(const char *word)
{
    for (const hidden *one = all; one; one = one->next)
        if (one->word == word || strcmp(one->word, word) == 0)
            return one->shown ? one->shown : "postgres";
    return word;
}
