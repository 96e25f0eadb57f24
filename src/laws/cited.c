/* SPDX-License-Identifier: MIT */
/* The numbers of the editions; see edition.h. The tables are cited_*.def. */
#include "arbitro/edition.h"

#include <assert.h>
#include <string.h>

#include "base/sink.h"

/* The lines of the lists, in their order. */
typedef struct entry {
    const char *number;
    arb_article article;
    bool first; /* the number by which the edition cites it */
} entry;

#define CITED(id, number) { number, ARB_ART_##id, true },
#define ALSO(id, number)  { number, ARB_ART_##id, false },
static const entry entries_2023[] = {
#include "cited_2023.def"
};
static const entry entries_2018[] = {
#include "cited_2018.def"
};
static const entry entries_2001[] = {
#include "cited_2001.def"
};
static const entry entries_edisu[] = {
#include "cited_edisu.def"
};
#undef CITED
#undef ALSO

/* An edition has the numbers of 2023 except for those of its list, or only those of its list. */
static const struct {
    const entry *entry;
    size_t count;
    bool keeps_2023;
} lists[ARB_EDITION_COUNT] = {
    [ARB_EDITION_FIDE_2023] = { entries_2023, sizeof entries_2023 / sizeof *entries_2023, true },
    [ARB_EDITION_FIDE_2018] = { entries_2018, sizeof entries_2018 / sizeof *entries_2018, true },
    [ARB_EDITION_FIDE_2001] = { entries_2001, sizeof entries_2001 / sizeof *entries_2001, false },
    [ARB_EDITION_EDISU_2024] = { entries_edisu, sizeof entries_edisu / sizeof *entries_edisu,
                                 false },
};

/* "2001:C3" is the name of an article that the Laws of 2023 do not have. */
static bool is_of_2023(arb_article article)
{
    return strchr(arb_article_number(article), ':') == NULL;
}

/* What the edition's own list calls the article; NULL when it does not name it. */
static const char *listed(const arb_rulebook *book, arb_article article)
{
    const entry *list = lists[book->edition].entry;

    for (size_t i = 0; i < lists[book->edition].count; i++)
        if (list[i].article == article && list[i].first)
            return list[i].number;
    return NULL;
}

const char *arb_article_cited(arb_article article, const arb_rulebook *book)
{
    assert(article < ARB_ART_COUNT && book->edition < ARB_EDITION_COUNT);
    const char *number = listed(book, article);

    if (number)
        return number;
    return lists[book->edition].keeps_2023 && is_of_2023(article) ? arb_article_number(article)
                                                                  : "";
}

size_t arb_article_write(char *out, size_t size, arb_article article, const arb_rulebook *book)
{
    const char *cited = arb_article_cited(article, book), *number = arb_article_number(article);
    arb_sink sink = { out, size, 0 };

    if (!*cited && article != ARB_ART_NONE && is_of_2023(article)) {
        arb_sink_text(&sink, arb_fide_2023.prefix);
        arb_sink_char(&sink, ':');
    }
    arb_sink_text(&sink, *cited ? cited : number);
    return arb_sink_end(&sink);
}

static char lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

static bool is_letter(char c)
{
    return lower(c) >= 'a' && lower(c) <= 'z';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Brackets and blanks are ways of printing, not parts of a number. */
static bool is_frame(char c)
{
    return c == '(' || c == ')' || c == ' ';
}

/* What follows the text in `cited`; NULL when `cited` does not begin with it. */
static const char *after_text(const char *cited, const char *text, size_t size)
{
    bool any = false;

    for (size_t i = 0; i < size; i++) {
        if (is_frame(text[i]))
            continue;
        while (is_frame(*cited))
            cited++;
        if (*cited == '\0' || lower(*cited) != lower(text[i]))
            return NULL;
        cited++;
        any = true;
    }
    while (*cited == ')')
        cited++;
    return any ? cited : NULL;
}

bool arb_cited_is_within(const char *cited, const char *text, size_t size)
{
    const char *rest = after_text(cited, text, size);

    if (!rest)
        return false;
    /* a section begins with a full stop, a bracket, or where letters and figures meet: 7.4b, B6 */
    return *rest == '\0' || *rest == '.' || *rest == '(' ||
           (is_letter(*rest) && is_digit(rest[-1])) || (is_digit(*rest) && is_letter(rest[-1]));
}

static bool equals(const char *cited, const char *text, size_t size)
{
    const char *rest = after_text(cited, text, size);

    return rest && *rest == '\0';
}

/* The size of "2001:" in "2001:C3"; 0 when the text does not begin with this edition. */
static size_t prefix_size(const arb_rulebook *book, const char *text, size_t size)
{
    const size_t prefix = strlen(book->prefix);
    const bool has = size > prefix + 1 && memcmp(text, book->prefix, prefix) == 0;

    return has && text[prefix] == ':' ? prefix + 1 : 0;
}

arb_article arb_article_find_cited(const arb_rulebook *book, const char *text, size_t size)
{
    assert(book->edition < ARB_EDITION_COUNT);
    const entry *list = lists[book->edition].entry;
    const size_t prefix = prefix_size(book, text, size);

    text += prefix;
    size -= prefix;
    for (size_t i = 0; i < lists[book->edition].count; i++)
        if (equals(list[i].number, text, size))
            return list[i].article;
    if (!lists[book->edition].keeps_2023)
        return ARB_ART_NONE;
    for (int i = ARB_ART_NONE + 1; i < ARB_ART_COUNT; i++)
        if (is_of_2023((arb_article)i) && equals(arb_article_number((arb_article)i), text, size) &&
            !listed(book, (arb_article)i))
            return (arb_article)i;
    return ARB_ART_NONE;
}

bool arb_article_is_cited(arb_article article, const arb_rulebook *book, const char *text,
                          size_t size)
{
    const size_t prefix = prefix_size(book, text, size);

    return arb_cited_is_within(arb_article_cited(article, book), text + prefix, size - prefix) ||
           arb_article_find_cited(book, text, size) == article;
}

/* The article after `left` others of the list; `left` counts down to it. */
static arb_article take(const entry *list, size_t count, size_t *left)
{
    for (size_t i = 0; i < count; i++)
        if (list[i].first && (*left)-- == 0)
            return list[i].article;
    return ARB_ART_NONE;
}

/*
 * An edition with numbers of its own has the order of its list. Otherwise the order is that of
 * 2023, except that the articles of the list stand together, where the first of them would.
 */
arb_article arb_edition_article(const arb_rulebook *book, size_t index)
{
    assert(book->edition < ARB_EDITION_COUNT);
    const entry *list = lists[book->edition].entry;
    const size_t count = lists[book->edition].count;
    bool taken = false;

    if (!lists[book->edition].keeps_2023)
        return take(list, count, &index);
    for (int i = ARB_ART_NONE + 1; i < ARB_ART_COUNT; i++) {
        const bool in_list = listed(book, (arb_article)i) != NULL;
        if (in_list && !taken) {
            const arb_article found = take(list, count, &index);
            if (found != ARB_ART_NONE)
                return found;
            taken = true;
        }
        if (in_list || !is_of_2023((arb_article)i))
            continue;
        if (index-- == 0)
            return (arb_article)i;
    }
    return ARB_ART_NONE;
}
