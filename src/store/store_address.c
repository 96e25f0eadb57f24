/* SPDX-License-Identifier: MIT */
/* Which database an address means, and how it may be shown: its passwords are nobody's business. */
#define _POSIX_C_SOURCE 200809L

#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "store/store_internal.h"

static const char *const schemes[] = { "postgres://", "postgresql://" };

/* Words with which a connection is described without a scheme. */
static const char *const words[] = { "host",     "hostaddr", "port",    "dbname", "user",
                                     "password", "service",  "options", "sslmode" };

/* Where the address goes on after its scheme; NULL: it has none. */
static const char *after_scheme(const char *path)
{
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++)
        if (strncmp(path, schemes[i], strlen(schemes[i])) == 0)
            return path + strlen(schemes[i]);
    return NULL;
}

/* Does it begin with one of the words, and "="? */
static bool begins_with_word(const char *path)
{
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const size_t size = strlen(words[i]);
        if (strncmp(path, words[i], size) == 0 && path[size + strspn(path + size, " ")] == '=')
            return true;
    }
    return false;
}

bool arb_store_is_postgres(const char *path)
{
    return after_scheme(path) != NULL || begins_with_word(path + strspn(path, " "));
}

/* Letters, and "://". */
bool arb_store_has_scheme(const char *path)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+.-";
    const size_t size = strspn(path, letters);

    return size > 0 && strncmp(path + size, "://", 3) == 0;
}

/* ---- what is secret in it ---- */

/* Is the word before `at`, which stands at "=", one whose value is secret? */
static bool is_secret(const char *from, const char *at)
{
    static const char secret[] = "password"; /* and sslpassword */

    while (at > from && at[-1] == ' ')
        at--;
    return (size_t)(at - from) >= sizeof secret - 1 &&
           strncasecmp(at - (sizeof secret - 1), secret, sizeof secret - 1) == 0;
}

/* The end of a value in words: it may be in quotation marks, and have backslashes. */
static const char *end_of_value(const char *at)
{
    const bool quoted = *at == '\'';

    for (at += quoted; *at && (quoted ? *at != '\'' : *at != ' '); at++)
        at += at[0] == '\\' && at[1];
    return at + (quoted && *at);
}

static bool find_in_words(arb_store_span *out, const char *path, const char *from)
{
    for (const char *at = from; *at;) {
        if (*at++ != '=')
            continue;
        const char *begin = at + strspn(at, " "), *end = end_of_value(begin);
        if (is_secret(path, at - 1)) {
            *out = (arb_store_span){ (size_t)(begin - path), (size_t)(end - path) };
            return true;
        }
        at = end;
    }
    return false;
}

/* USER:PASSWORD@ before the host. It may have "@" and "/" in it although it should not: it ends at
 * the last "@". */
static bool find_in_place(arb_store_span *out, const char *path, const char *from)
{
    const size_t size = strcspn(from, "?");
    const char *at = NULL;

    for (size_t i = 0; i < size; i++)
        at = from[i] == '@' ? from + i : at;
    const char *colon = at ? memchr(from, ':', (size_t)(at - from)) : NULL;
    if (!colon)
        return false;
    *out = (arb_store_span){ (size_t)(colon + 1 - path), (size_t)(at - path) };
    return true;
}

/* password= behind the question mark. */
static bool find_in_query(arb_store_span *out, const char *path, const char *from)
{
    for (const char *word = from + strcspn(from, "?&"); *word; word += strcspn(word, "?&")) {
        const size_t size = strcspn(++word, "&");
        const char *equals = memchr(word, '=', size);
        if (equals && is_secret(word, equals)) {
            *out = (arb_store_span){ (size_t)(equals + 1 - path), (size_t)(word + size - path) };
            return true;
        }
    }
    return false;
}

bool arb_store_secret(arb_store_span *out, const char *path, size_t after)
{
    const char *from = after_scheme(path);

    if (!arb_store_is_postgres(path))
        return false;
    if (!from)
        return find_in_words(out, path, path + after);
    if (after == 0 && find_in_place(out, path, from))
        return true;
    return find_in_query(out, path, path + after > from ? path + after : from);
}

size_t arb_store_shown(char *out, size_t size, const char *path)
{
    static const char hidden[] = "***";
    const size_t whole = strlen(path);
    arb_store_span secret = { 0, 0 };
    size_t used = 0, at = 0;

    for (bool more = true; more; at = secret.end) {
        more = arb_store_secret(&secret, path, at);
        for (; at < (more ? secret.begin : whole); at++, used++)
            if (used + 1 < size)
                out[used] = path[at];
        for (const char *c = hidden; more && *c; c++, used++)
            if (used + 1 < size)
                out[used] = *c;
    }
    if (size > 0)
        out[used < size ? used : size - 1] = '\0';
    return used;
}

/* ---- which database it means ---- */

static bool are_one_file(const char *one, const char *other)
{
    struct stat a, b;

    return stat(one, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino;
}

/* An address says little: hosts have several names, and a port may lead to another machine. */
static bool identify(arb_store_identity *out, const char *address)
{
    const arb_store_options options = { .read_only = true };
    arb_store *store = NULL;

    if (arb_store_open(&store, address, &options) != ARB_STORE_OK)
        return false;
    const arb_store_err err = store->ops->identity(out, store->db);
    arb_store_close(store);
    return err == ARB_STORE_OK;
}

bool arb_store_are_same(const char *one, const char *other)
{
    arb_store_identity a = { 0 }, b = { 0 };

    if (!arb_store_is_postgres(one) && !arb_store_is_postgres(other))
        return are_one_file(one, other);
    return arb_store_is_postgres(one) && arb_store_is_postgres(other) && identify(&a, one) &&
           identify(&b, other) && a.server == b.server && a.number == b.number;
}
