/* SPDX-License-Identifier: MIT */
/* What is known of a player beside the name; see facts.h. */
#define _GNU_SOURCE
#include "server/hall/particulars.h"

#include <stdlib.h>
#include <string.h>

enum { RATING_MAX = 4000, ID_DIGITS = 11, HEADING_ROOM = 48 };

static const char *const words[ARB_PARTICULAR_COUNT] = { "title", "rating", "fide_id", "federation",
                                                         "team" };
static const char *const tags[ARB_PARTICULAR_COUNT] = { "Title", "Elo", "FideId", "Fed", "Team" };

const char *arb_particular_word(arb_particular fact)
{
    return words[fact];
}

void arb_particulars_clear(arb_particulars *f)
{
    for (unsigned i = 0; i < ARB_PARTICULAR_COUNT; i++)
        free(f->text[i]);
    *f = (arb_particulars){ { NULL } };
}

/* ---- values */

static char upper(char c)
{
    return (char)(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
}

static char lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

static bool is(const char *text, size_t size, const char *word)
{
    return strlen(word) == size && memcmp(text, word, size) == 0;
}

/* Titles as FIDE writes them, and in the letters of its reports. */
static const char *title_of(const char *text, size_t size)
{
    static const struct {
        const char *written, *is;
    } titles[] = {
        { "GM", "GM" },   { "IM", "IM" },   { "FM", "FM" },   { "CM", "CM" },  { "WGM", "WGM" },
        { "WIM", "WIM" }, { "WFM", "WFM" }, { "WCM", "WCM" }, { "G", "GM" },   { "M", "IM" },
        { "F", "FM" },    { "C", "CM" },    { "WG", "WGM" },  { "WM", "WIM" }, { "WF", "WFM" },
        { "WC", "WCM" },  { "MI", "IM" },   { "MF", "FM" },   { "LM", "LM" },
    };
    char capital[4];

    if (size == 0 || size >= sizeof capital)
        return NULL;
    for (size_t i = 0; i < size; i++)
        capital[i] = upper(text[i]);
    for (size_t i = 0; i < sizeof titles / sizeof titles[0]; i++)
        if (is(capital, size, titles[i].written))
            return titles[i].is;
    return NULL;
}

static bool is_number(const char *text, size_t size, size_t digits, unsigned long long most)
{
    unsigned long long number = 0;

    for (size_t i = 0; i < size; i++) {
        if (text[i] < '0' || text[i] > '9' || size > digits)
            return false;
        number = 10 * number + (unsigned long long)(text[i] - '0');
    }
    return number > 0 && number <= most;
}

static bool is_federation(const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (upper(text[i]) < 'A' || upper(text[i]) > 'Z')
            return false;
    return size == 3;
}

arb_err arb_particulars_take(arb_particulars *f, arb_particular fact, const char *text, size_t size)
{
    const char *title = fact == ARB_PARTICULAR_TITLE ? title_of(text, size) : NULL;
    const bool good =
        fact == ARB_PARTICULAR_TITLE        ? title != NULL
        : fact == ARB_PARTICULAR_RATING     ? is_number(text, size, 4, RATING_MAX)
        : fact == ARB_PARTICULAR_FIDE_ID    ? is_number(text, size, ID_DIGITS, UINT64_MAX)
        : fact == ARB_PARTICULAR_FEDERATION ? is_federation(text, size)
                                            : size > 0 && size <= ARB_PARTICULAR_TEXT_MAX;

    if (!good)
        return ARB_OK;
    char *copy = title ? strdup(title) : strndup(text, size);
    if (!copy)
        return ARB_NOMEM;
    for (char *c = copy; *c && fact == ARB_PARTICULAR_FEDERATION; c++)
        *c = upper(*c);
    free(f->text[fact]);
    f->text[fact] = copy;
    return ARB_OK;
}

/* ---- headings */

static const struct {
    const char *word;
    arb_particular fact;
} headings[] = {
    { "title", ARB_PARTICULAR_TITLE },
    { "titolo", ARB_PARTICULAR_TITLE },
    { "tit.", ARB_PARTICULAR_TITLE },
    { "tit", ARB_PARTICULAR_TITLE },
    { "rating", ARB_PARTICULAR_RATING },
    { "elo", ARB_PARTICULAR_RATING },
    { "rtg", ARB_PARTICULAR_RATING },
    { "rtg.", ARB_PARTICULAR_RATING },
    { "elo fide", ARB_PARTICULAR_RATING },
    { "fide elo", ARB_PARTICULAR_RATING },
    { "fide id", ARB_PARTICULAR_FIDE_ID },
    { "fide-id", ARB_PARTICULAR_FIDE_ID },
    { "fideid", ARB_PARTICULAR_FIDE_ID },
    { "id fide", ARB_PARTICULAR_FIDE_ID },
    { "federation", ARB_PARTICULAR_FEDERATION },
    { "federazione", ARB_PARTICULAR_FEDERATION },
    { "fed", ARB_PARTICULAR_FEDERATION },
    { "fed.", ARB_PARTICULAR_FEDERATION },
    { "team", ARB_PARTICULAR_TEAM },
    { "squadra", ARB_PARTICULAR_TEAM },
};

/* Takes the word for a colour off either end. */
static arb_colour take_colour(const char **text, size_t *size)
{
    static const struct {
        const char *word;
        arb_colour colour;
    } colours[] = { { "white", ARB_WHITE },
                    { "bianco", ARB_WHITE },
                    { "black", ARB_BLACK },
                    { "nero", ARB_BLACK } };

    for (size_t i = 0; i < sizeof colours / sizeof colours[0]; i++) {
        const size_t length = strlen(colours[i].word);
        if (*size <= length + 1)
            continue;
        if (memcmp(*text, colours[i].word, length) == 0 && strchr(" -_", (*text)[length])) {
            *text += length + 1;
            *size -= length + 1;
            return colours[i].colour;
        }
        const size_t before = *size - length;
        if (memcmp(*text + before, colours[i].word, length) == 0 &&
            strchr(" -_", (*text)[before - 1])) {
            *size = before - 1;
            return colours[i].colour;
        }
    }
    return ARB_COLOUR_COUNT;
}

bool arb_particulars_heading(arb_particular *fact, arb_colour *player, const char *heading,
                             size_t size)
{
    char small[HEADING_ROOM];
    const char *text = small;

    if (size >= sizeof small)
        return false;
    for (size_t i = 0; i < size; i++)
        small[i] = lower(heading[i]);
    *player = take_colour(&text, &size);
    for (size_t i = 0; i < sizeof headings / sizeof headings[0]; i++) {
        if (!is(text, size, headings[i].word))
            continue;
        *fact = headings[i].fact;
        return true;
    }
    return false;
}

/* ---- tags */

arb_err arb_particulars_write(arb_buf *out, const arb_particulars *f, arb_colour player)
{
    arb_err err = ARB_OK;

    for (unsigned i = 0; i < ARB_PARTICULAR_COUNT && !err; i++) {
        if (!f->text[i])
            continue;
        err = arb_buf_add_format(out, "tag       %s%s \"", player == ARB_WHITE ? "White" : "Black",
                                 tags[i]);
        for (const char *c = f->text[i]; *c && !err; c++) {
            if (*c == '"' || *c == '\\')
                err = arb_buf_add_char(out, '\\');
            if (!err)
                err = arb_buf_add_char(out, *c);
        }
        if (!err)
            err = arb_buf_add_text(out, "\"\n");
    }
    return err;
}

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && *at == ' ')
        at++;
    return at;
}

/* What stands in quotes from `at` on; false when it does not end, or is too long. */
static bool read_value(char out[ARB_SEAT_TAG_VALUE], const char *at, const char *end)
{
    size_t size = 0;

    for (; at < end && *at != '"' && size + 1 < ARB_SEAT_TAG_VALUE; at++) {
        if (*at == '\\' && at + 1 < end)
            at++;
        out[size++] = *at;
    }
    out[size] = '\0';
    return at < end && *at == '"';
}

/* One line; false when it is no tag, or one that is too long. */
static bool read_line(arb_seat_tag *out, const char *line, size_t size)
{
    const char *end = line + size, *at = line + 4;
    size_t name = 0;

    if (size < 4 || memcmp(line, "tag ", 4) != 0)
        return false;
    at = skip_blanks(at, end);
    while (at < end && *at != ' ' && name + 1 < sizeof out->name)
        out->name[name++] = *at++;
    out->name[name] = '\0';
    at = skip_blanks(at, end);
    return name > 0 && at < end && *at == '"' && read_value(out->value, at + 1, end);
}

bool arb_seat_tag_next(arb_seat_tag *out, const char **lines)
{
    while (*lines && **lines) {
        const char *line = *lines;
        const size_t size = strcspn(line, "\n");
        *lines = line + size + (line[size] == '\n');
        if (read_line(out, line, size))
            return true;
    }
    return false;
}

char *arb_seat_tags_of(const char *lines, const char *beginning)
{
    char *out = lines ? malloc(strlen(lines) + 1) : NULL, *to = out;
    arb_seat_tag one;

    while (out && *lines) {
        const char *line = lines;
        const size_t size = strcspn(line, "\n") + (strchr(line, '\n') != NULL);
        lines += size;
        if (read_line(&one, line, strcspn(line, "\n")) &&
            strncmp(one.name, beginning, strlen(beginning)) == 0) {
            memcpy(to, line, size);
            to += size;
        }
    }
    if (out)
        *to = '\0';
    if (to == out) {
        free(out);
        return NULL;
    }
    return out;
}
