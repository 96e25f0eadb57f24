/* SPDX-License-Identifier: MIT */
/*
 * Writes the sentences of the pages, those of the one table of texts whose names begin with WEB_,
 * as a module of theirs. It is printed; the build keeps it as js/sentences.js. With an argument
 * only those are printed whose names go on with it: what the smallest pages need.
 */
#include <stdio.h>
#include <string.h>

static void print_text(const char *text)
{
    putchar('"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            putchar('\\');
        if (*text == '\n')
            fputs("\\n", stdout);
        else
            putchar(*text);
    }
    putchar('"');
}

static void print_sentence(const char *wanted, const char *id, const char *en, const char *it)
{
    static const char prefix[] = "WEB_";

    if (strncmp(id, prefix, sizeof prefix - 1) != 0 ||
        strncmp(id + sizeof prefix - 1, wanted, strlen(wanted)) != 0)
        return;
    printf("    %s: [", id + sizeof prefix - 1);
    print_text(en);
    fputs(", ", stdout);
    print_text(it);
    puts("],");
}

int main(int argc, char **argv)
{
    const char *wanted = argc > 1 ? argv[1] : "";

    puts("/* SPDX-License-Identifier: MIT */\n"
         "/* Made by tools/embed from apps/common/texts.def. */\n\n"
         "/** English and Italian. @type {Record<string, [string, string]>} */\n"
         "export const SENTENCES = {");
#define TEXT(id, en, it) print_sentence(wanted, #id, en, it);
#include "common/texts.def"
#undef TEXT
    puts("};");
    return ferror(stdout) != 0;
}
