/* SPDX-License-Identifier: MIT */
/* A style without its comments and indents. */
#include <ctype.h>
#include <string.h>

#include "embed.h"

/* The sign after a text in quotation marks. */
static const char *after_text(const char *at, const char *end)
{
    const char quote = *at++;

    while (at < end && *at != quote)
        at += *at == '\\' ? 2 : 1;
    return at < end ? at + 1 : end;
}

static const char *after_comment(const char *at, const char *end)
{
    for (at += 2; end - at >= 2 && memcmp(at, "*/", 2) != 0;)
        at++;
    return end - at >= 2 ? at + 2 : end;
}

/* Other files would have to be found from where the joined style stands. */
static bool names_file(const char *at, const char *end)
{
    static const char import[] = "@import", url[] = "url(";
    const size_t left = (size_t)(end - at);

    if (left >= sizeof import - 1 && memcmp(at, import, sizeof import - 1) == 0)
        return true;
    if (left < sizeof url - 1 || memcmp(at, url, sizeof url - 1) != 0)
        return false;
    at += sizeof url - 1;
    at += at < end && (*at == '"' || *at == '\'');
    return end - at < 5 || memcmp(at, "data:", 5) != 0;
}

bool style_write(FILE *out, const input *style)
{
    const char *at = style->body, *end = at + style->size;

    for (char between = '\0'; at < end;) {
        if (isspace((unsigned char)*at)) {
            between = between == '\n' || *at == '\n' ? '\n' : ' ';
            at++;
            continue;
        }
        if (end - at >= 2 && memcmp(at, "/*", 2) == 0) {
            at = after_comment(at, end);
            between = between ? between : ' ';
            continue;
        }
        if (names_file(at, end))
            return complain(style->path, "a style that names another file cannot be joined");
        if (between)
            fputc(between, out);
        between = '\0';
        const char *next = *at == '"' || *at == '\'' ? after_text(at, end) : at + 1;
        fwrite(at, 1, (size_t)(next - at), out);
        at = next;
    }
    fputc('\n', out);
    return true;
}
