/* SPDX-License-Identifier: MIT */
/*
 * A page that names its module and its styles one by one is made to name one script and one style,
 * whose names have the hash of what is in them: whoever has them need not ask again, and other
 * bytes have another name. A line with the tag of all files is put before the script, so that the
 * page knows which version it is of.
 */
#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "embed.h"

/* The module by which a page notices that the hall has other pages, and loads itself anew. */
static const char renewing[] = "/js/renew.js";

static const char style_tag[] = "<link rel=\"stylesheet\" href=\"", style_end[] = "\">\n",
                  script_tag[] = "<script type=\"module\" src=\"", script_end[] = "\"></script>\n",
                  /* runs before the page stands there whole */
    early_tag[] = "<script type=\"module\" async src=\"",
                  licence[] = "/* SPDX-License-Identifier: MIT */\n";

/* One page while it is rewritten. */
typedef struct page {
    folder *folder;
    input *file;
    const char *rest; /* what is not yet copied */
    FILE *out;
} page;

static bool has_ending(const char *text, const char *ending)
{
    const size_t size = strlen(text), length = strlen(ending);

    return size >= length && strcmp(text + size - length, ending) == 0;
}

/* ---- a joined file and its name */

/* Takes the bytes. `name` is the url without hash and ending. What two pages share is added once.
 */
static const input *add_hashed(folder *f, const input *first, const char *name, const char *ending,
                               char *body, size_t size)
{
    char url[URL_SIZE];

    if (snprintf(url, sizeof url, "%s.%016" PRIx64 "%s", name, tag_of(0, body, size), ending) >=
        (int)sizeof url) {
        complain(first->path, "its name is too long");
        free(body);
        return NULL;
    }
    input *file = folder_find(f, url);
    if (file != NULL) {
        free(body);
        return file;
    }
    file = folder_add(f, first->path, url, body, size);
    if (file != NULL)
        file->is_named_by_hash = true;
    return file;
}

/* ---- tags */

/* How the page names its module; the other way when it has none. */
static const char *script_of(const char *text)
{
    return strstr(text, early_tag) != NULL ? early_tag : script_tag;
}

/* Copies what stands before the tag, and finds the file that it names; NULL when there is no tag.
 */
static input *take_tag(page *p, const char *tag, const char *end)
{
    const char *found = strstr(p->rest, tag);
    char url[URL_SIZE];

    if (found == NULL)
        return NULL;
    fwrite(p->rest, 1, (size_t)(found - p->rest), p->out);
    p->rest = found + strlen(tag);
    const size_t size = strcspn(p->rest, "\"");
    if (size >= sizeof url || strncmp(p->rest + size, end, strlen(end)) != 0)
        return NULL;
    snprintf(url, sizeof url, "%.*s", (int)size, p->rest);
    p->rest += size + strlen(end);
    return folder_find(p->folder, url);
}

/* All styles of the page, of which there is at least one, in their order. */
static bool take_styles(page *p)
{
    char *body = NULL, name[URL_SIZE] = "";
    size_t size, length = 0;
    FILE *joined = open_memstream(&body, &size);
    input *first = NULL;
    bool good = joined != NULL && fputs(licence, joined) >= 0;

    while (good && strstr(p->rest, style_tag) != NULL) {
        input *style = take_tag(p, style_tag, style_end);
        good = (style != NULL || complain(p->file->path, "a style is not there")) &&
               style_write(joined, style);
        if (!good)
            break;
        const char *begin = first ? strrchr(style->url, '/') + 1 : style->url;
        length += (size_t)snprintf(name + length, sizeof name - length, "%s%.*s", first ? "-" : "",
                                   (int)strcspn(begin, "."), begin);
        good = length < sizeof name;
        style->is_part = true;
        first = first ? first : style;
    }
    good = joined != NULL && fclose(joined) == 0 && good;
    const input *file = good ? add_hashed(p->folder, first, name, ".css", body, size) : NULL;
    if (file == NULL) {
        if (!good)
            free(body);
        return false;
    }
    fprintf(p->out, "%s%s%s", style_tag, file->url, style_end);
    return true;
}

static bool take_script(page *p)
{
    char *body = NULL, name[URL_SIZE];
    size_t size;
    const char *tag = script_of(p->rest);
    input *entry = take_tag(p, tag, script_end);
    FILE *joined = open_memstream(&body, &size);

    if (entry == NULL)
        complain(p->file->path, "its module is not there");
    bool good = entry != NULL && joined != NULL && fputs(licence, joined) >= 0 &&
                modules_write(joined, p->folder, entry);
    good = joined != NULL && fclose(joined) == 0 && good;
    if (!good) {
        free(body);
        return false;
    }
    snprintf(name, sizeof name, "%.*s", (int)strcspn(entry->url, "."), entry->url);
    const input *file = add_hashed(p->folder, entry, name, ".js", body, size);
    if (file == NULL)
        return false;
    fprintf(p->out, "<meta name=\"pages\" content=\"%016" PRIx64 "\">\n", p->folder->tag);
    fprintf(p->out, "%s%s%s", tag, file->url, script_end);
    const input *renews = folder_find(p->folder, renewing);
    p->file->renews_itself = renews != NULL && renews->joined_for == entry;
    return true;
}

/* ---- the whole */

static size_t count(const char *text, const char *part)
{
    size_t times = 0;

    for (; (text = strstr(text, part)) != NULL; text++)
        times++;
    return times;
}

/* Has the page its styles and its one module as they are looked for here, and no other? */
static bool is_plain(const char *text)
{
    const char *script = strstr(text, script_of(text));

    return count(text, "<script") == (script != NULL ? 1 : 0) &&
           count(text, "\"stylesheet\"") == count(text, style_tag) &&
           (script == NULL || strstr(script, style_tag) == NULL);
}

static bool join_page(folder *f, input *file)
{
    char *body = NULL;
    size_t size;
    page p = { .folder = f, .file = file, .rest = file->body };

    if (!is_plain(file->body))
        return complain(file->path, "one module after all styles can be joined, each on its line");
    p.out = open_memstream(&body, &size);
    bool good = p.out != NULL;
    if (good && strstr(p.rest, style_tag) != NULL)
        good = take_styles(&p);
    if (good && strstr(p.rest, script_of(p.rest)) != NULL)
        good = take_script(&p);
    if (good)
        fputs(p.rest, p.out);
    good = p.out != NULL && fclose(p.out) == 0 && good;
    if (!good) {
        free(body);
        return false;
    }
    free(file->body);
    file->body = body;
    file->size = size;
    return true;
}

bool pages_join(folder *f)
{
    const size_t count = f->count; /* joined files come behind */

    for (size_t i = 0; i < count; i++)
        if (has_ending(f->file[i]->url, ".html") && !join_page(f, f->file[i]))
            return false;
    /* What no page has joined is of no use to one either. */
    for (size_t i = 0; i < count; i++)
        if (strncmp(f->file[i]->url, "/js/", 4) == 0 || strncmp(f->file[i]->url, "/css/", 5) == 0)
            f->file[i]->is_part = true;
    return true;
}
