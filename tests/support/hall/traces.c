/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "support/hall/traces.h"

#include <glob.h>
#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

enum { FILE_MAX = 1 << 24 };

typedef struct form {
    char bytes[128];
    size_t size;
    const char *what;
} form;

static form forms[64];
static size_t form_count;

static void add_form(const char *what, const void *bytes, size_t size)
{
    form *f = &forms[form_count++];

    assert_true(size <= sizeof f->bytes && form_count < sizeof forms / sizeof forms[0]);
    memcpy(f->bytes, bytes, size);
    f->size = size;
    f->what = what;
}

static void add_text(const char *what, const char *text)
{
    add_form(what, text, strlen(text));
}

/* UTF-16 of a text in Latin-1, with the larger byte first or last. */
static void add_wide(const char *what, const char *latin, bool big)
{
    char wide[128];
    const size_t size = strlen(latin);

    for (size_t i = 0; i < size; i++) {
        wide[2 * i + big] = latin[i];
        wide[2 * i + !big] = '\0';
    }
    add_form(what, wide, 2 * size);
}

/* The middle of the base64 of a text that begins at one of three places. */
static void add_base64(const char *text)
{
    for (size_t shift = 0; shift < 3; shift++) {
        unsigned char raw[64] = { 0 };
        char coded[128];
        const size_t size = strlen(text);
        memcpy(raw + shift, text, size);
        (void)sodium_bin2base64(coded, sizeof coded, raw, size + shift,
                                sodium_base64_VARIANT_ORIGINAL);
        add_form("base64", coded + 4, (size + shift) / 3 * 4 - 4);
    }
}

void traces_make(void)
{
    char hex[128];

    form_count = 0;
    add_text("UTF-8", TRACES_NAME);
    add_text("the last name", TRACES_LAST);
    add_text("small letters", "quirinetti");
    add_text("capitals", "QUIRINETTI");
    add_text("Latin-1", "Zo\xeb Quirinetti");
    add_wide("UTF-16, little", TRACES_LAST, false);
    add_wide("UTF-16, big", TRACES_LAST, true);
    add_text("JSON", "Zo\\u00eb");
    add_text("percent", "Zo%C3%AB");
    add_text("HTML", "Zo&euml;");
    (void)sodium_bin2hex(hex, sizeof hex, (const unsigned char *)TRACES_LAST, strlen(TRACES_LAST));
    add_text("hexadecimal", hex);
    for (char *c = hex; *c; c++)
        *c = (char)(*c >= 'a' ? *c - 'a' + 'A' : *c);
    add_text("hexadecimal in capitals", hex);
    add_base64(TRACES_LAST);
}

const char *traces_in(const void *bytes, size_t size)
{
    for (size_t i = 0; i < form_count; i++)
        if (memmem(bytes, size, forms[i].bytes, forms[i].size))
            return forms[i].what;
    return NULL;
}

const char *traces_in_file(const char *path)
{
    static char data[FILE_MAX];
    FILE *file = fopen(path, "rb");

    if (!file)
        return NULL;
    const size_t size = fread(data, 1, sizeof data, file);
    (void)fclose(file);
    assert_true(size < sizeof data);
    return traces_in(data, size);
}

size_t traces_search(const char *folder, const char *but, bool wanted)
{
    static const char *const depths[] = { "/*", "/*/*", "/*/*/*" };
    size_t files = 0, found = 0;

    for (size_t d = 0; d < 3; d++) {
        char pattern[400];
        glob_t all;
        (void)snprintf(pattern, sizeof pattern, "%s%s", folder, depths[d]);
        if (glob(pattern, GLOB_PERIOD, NULL, &all) != 0)
            continue;
        for (size_t i = 0; i < all.gl_pathc; i++) {
            struct stat kind;
            const char *path = all.gl_pathv[i];
            if ((but && strstr(path, but)) || stat(path, &kind) != 0 || !S_ISREG(kind.st_mode))
                continue;
            files++;
            const char *what = traces_in_file(path);
            found += what != NULL;
            if (what && !wanted)
                fail_msg("%s has the name: %s", path, what);
        }
        globfree(&all);
    }
    assert_true(files > 0);
    return found;
}
