/* SPDX-License-Identifier: MIT */
/*
 * Modules become one script: each a function that gives what the module exports, in the order in
 * which they need one another.
 *
 *     import { make } from "./dom.js";         const $page = (() => {
 *     export function head() { ... }           const { make } = $dom;
 *                                              function head() { ... }
 *                                              return { head };
 *                                              })();
 *
 * So no name of one module can clash with one of another. What this cannot carry stops the build:
 * import(), import.meta, `export let` (whose value others see change), default and renamed exports,
 * modules in a circle, `await` outside functions. Comments and indents are left out; lines stay
 * lines, so that a place in the script can be found.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <string.h>

#include "embed.h"
#include "script.h"

typedef struct joining {
    FILE *out;
    const folder *folder;
    const input *entry; /* what is written belongs to its script */
} joining;

/* One module while it is read. */
typedef struct reading {
    joining *joining;
    input *file;
    script words;
    FILE *body, *exports;
    size_t export_count;
} reading;

static bool write_module(joining *j, input *file);

static bool refuse(const reading *r, const char *what)
{
    char where[URL_SIZE + 32];

    snprintf(where, sizeof where, "%s:%zu", r->file->path,
             script_line(&r->words, r->words.last.at));
    return complain(where, what);
}

static bool next(reading *r)
{
    const char *why;

    return script_next(&r->words, &why) || refuse(r, why);
}

static bool now_is(const reading *r, const char *text)
{
    return word_is(&r->words.last, text);
}

static bool expect(reading *r, const char *text, const char *what)
{
    return next(r) && (now_is(r, text) || refuse(r, what));
}

/* A word as it stands there, with at most one blank or line end before it. */
static void copy(const reading *r)
{
    const word *w = &r->words.last;

    if (w->is_apart)
        fputc(w->is_below ? '\n' : ' ', r->body);
    fwrite(w->at, 1, w->size, r->body);
}

/* ---- imports */

/* The module's own name in the script: $dom for /js/dom.js. */
static void write_name(FILE *out, const input *file)
{
    const char *name = strrchr(file->url, '/') + 1;

    fputc('$', out);
    for (; *name != '.'; name++)
        fputc(*name == '-' ? '_' : *name, out);
}

/* The module that a text such as "./dom.js" names, which is written first. */
static input *import_from(reading *r)
{
    const word *w = &r->words.last;
    const char *folder_end = strrchr(r->file->url, '/') + 1;
    char url[URL_SIZE];

    if (w->kind != WORD_TEXT || w->size < 6 || memcmp(w->at + 1, "./", 2) != 0 ||
        memchr(w->at + 3, '/', w->size - 4) != NULL) {
        refuse(r, "only modules of the same folder, \"./name.js\", can be imported");
        return NULL;
    }
    snprintf(url, sizeof url, "%.*s%.*s", (int)(folder_end - r->file->url), r->file->url,
             (int)(w->size - 4), w->at + 3);
    input *file = folder_find(r->joining->folder, url);
    if (file == NULL) {
        refuse(r, "there is no such module");
        return NULL;
    }
    if (file->is_open) {
        refuse(r, "modules import one another in a circle");
        return NULL;
    }
    return write_module(r->joining, file) ? file : NULL;
}

/* The names between the braces: `a as b` is `a: b` when it is taken out of an object. */
static bool copy_names(reading *r)
{
    while (next(r) && !now_is(r, "}")) {
        if (now_is(r, "as"))
            fputs(": ", r->body);
        else if (now_is(r, ","))
            fputs(", ", r->body);
        else if (r->words.last.kind == WORD_NAME)
            fwrite(r->words.last.at, 1, r->words.last.size, r->body);
        else
            return refuse(r, "a name was expected");
    }
    return now_is(r, "}");
}

static bool take_import(reading *r)
{
    if (!next(r))
        return false;
    const bool has_names = now_is(r, "{");
    if (has_names) {
        fputs("\nconst { ", r->body);
        if (!copy_names(r) || !expect(r, "from", "\"from\" was expected") || !next(r))
            return false;
    } else if (r->words.last.kind != WORD_TEXT) {
        return refuse(r, "only `import { names } from` and `import \"./name.js\"` can be joined");
    }
    const input *file = import_from(r);
    if (file == NULL)
        return false;
    if (has_names) {
        fputs(" } = ", r->body);
        write_name(r->body, file);
        fputc(';', r->body);
    }
    return expect(r, ";", "a semicolon was expected");
}

/* ---- exports */

static bool take_export(reading *r)
{
    if (!next(r))
        return false;
    if (now_is(r, "{")) /* which says only that the file is a module */
        return expect(r, "}", "only what is declared with its export can be joined") &&
               expect(r, ";", "a semicolon was expected");
    r->words.last.is_apart = r->words.last.is_below = true;
    if (now_is(r, "async")) {
        copy(r);
        if (!next(r))
            return false;
    }
    if (!now_is(r, "function") && !now_is(r, "class") && !now_is(r, "const"))
        return refuse(r, "only functions, classes and constants can be exported");
    copy(r);
    if (!next(r))
        return false;
    if (r->words.last.kind != WORD_NAME)
        return refuse(r, "a name was expected");
    copy(r);
    fprintf(r->exports, "%s%.*s", r->export_count++ > 0 ? ", " : "", (int)r->words.last.size,
            r->words.last.at);
    return true;
}

/* ---- the whole */

static bool take_words(reading *r)
{
    while (next(r)) {
        const word *w = &r->words.last;
        const bool is_name = w->kind == WORD_NAME;
        bool good = true;

        if (w->kind == WORD_END)
            return true;
        /* Also a property of that name would be refused; none is called so. */
        if (is_name && word_is(w, "import"))
            good = w->depth == 0 ? take_import(r) : refuse(r, "import() cannot be joined");
        else if (is_name && w->depth == 0 && word_is(w, "export"))
            good = take_export(r);
        else if (is_name && w->depth == 0 && word_is(w, "await"))
            good = refuse(r, "await outside a function cannot be joined");
        else
            copy(r);
        if (!good)
            return false;
    }
    return false;
}

static void write_wrapped(FILE *out, const input *file, const char *body, const char *exports)
{
    if (*exports) {
        fputs("const ", out);
        write_name(out, file);
        fputs(" = ", out);
    }
    fprintf(out, "(() => {%s%s\n", *body == '\n' ? "" : "\n", body);
    if (*exports)
        fprintf(out, "return { %s };\n", exports);
    fputs("})();\n", out);
}

/* Once for every script. */
static bool write_module(joining *j, input *file)
{
    char *body = NULL, *exports = NULL;
    size_t body_size, exports_size;

    if (file->joined_for == j->entry)
        return true;
    reading r = { .joining = j, .file = file, .words = script_of(file->body, file->size) };
    r.body = open_memstream(&body, &body_size);
    r.exports = open_memstream(&exports, &exports_size);
    file->is_open = true;
    bool good = r.body != NULL && r.exports != NULL && take_words(&r);
    file->is_open = false;
    file->joined_for = j->entry;
    file->is_part = true;
    good = r.body != NULL && fclose(r.body) == 0 && good;
    good = r.exports != NULL && fclose(r.exports) == 0 && good;
    if (good)
        write_wrapped(j->out, file, body, exports);
    free(body);
    free(exports);
    return good;
}

bool modules_write(FILE *out, const folder *f, input *entry)
{
    joining j = { .out = out, .folder = f, .entry = entry };

    return write_module(&j, entry);
}
