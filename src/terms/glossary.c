/* SPDX-License-Identifier: MIT */
/* The glossaries; see glossary.h. The lists are glossary.def and glossary_play.def. */
#include "arbitro/glossary.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "arbitro/utf8.h"

static const arb_term terms[] = {
#define TERM(id, it, en, names, numbers, misprint, links, text_en, text_it)                        \
    [ARB_TERM_##id] = { .word = { [ARB_LANG_EN] = en, [ARB_LANG_IT] = it },                        \
                        .text = { [ARB_LANG_EN] = text_en, [ARB_LANG_IT] = text_it },              \
                        .also = names,                                                             \
                        .articles = numbers,                                                       \
                        .printed = misprint,                                                       \
                        .see = links },
#include "arbitro/glossary.def"
#include "arbitro/glossary_play.def"
#undef TERM
};

const arb_term *arb_glossary_get(size_t index)
{
    return index < ARB_TERM_COUNT ? &terms[index] : NULL;
}

arb_term_id arb_glossary_id(const arb_term *term)
{
    return (arb_term_id)(term - terms);
}

const arb_term *arb_glossary_see(const arb_term *term, size_t index)
{
    const char *list = term->see;

    for (; index > 0 && *list; index--) {
        list += strcspn(list, ";");
        list += *list == ';';
    }
    const arb_term *found = NULL;
    return *list && arb_glossary_find(&found, 1, list, strcspn(list, ";")) == 1 ? found : NULL;
}

/* A name as it is compared: small letters without accents, and single blanks. */
enum { PLAIN_SIZE = 64 };
typedef struct plain {
    char text[PLAIN_SIZE];
    size_t size;
} plain;

static bool is_plain(uint32_t letter)
{
    return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9');
}

/* False when the text is no name: too long, or nothing is left of it. */
static bool make_plain(plain *out, const char *text, size_t size)
{
    bool gap = false;

    out->size = 0;
    for (size_t at = 0; at < size;) {
        uint32_t letter = 0;
        const size_t step = arb_utf8_decode(&letter, text + at, size - at);
        if (step == 0)
            return false;
        at += step;
        letter = arb_utf8_unaccented(arb_utf8_lower(letter));
        if (!is_plain(letter)) {
            gap = out->size > 0;
            continue;
        }
        if (out->size + 2 > PLAIN_SIZE)
            return false;
        if (gap)
            out->text[out->size++] = ' ';
        gap = false;
        out->text[out->size++] = (char)letter;
    }
    return out->size > 0;
}

typedef enum likeness { UNLIKE, INSIDE, BEGINS, SAME } likeness;

static likeness compare(const plain *wanted, const char *name, size_t size)
{
    plain other;

    if (!make_plain(&other, name, size) || other.size < wanted->size)
        return UNLIKE;
    if (memcmp(other.text, wanted->text, wanted->size) == 0)
        return other.size == wanted->size ? SAME : BEGINS;
    for (size_t at = 1; at + wanted->size <= other.size; at++)
        if (other.text[at - 1] == ' ' && memcmp(other.text + at, wanted->text, wanted->size) == 0)
            return INSIDE;
    return UNLIKE;
}

static likeness best(likeness a, likeness b)
{
    return a > b ? a : b;
}

/* How well the best of a term's names fits. */
static likeness compare_term(const plain *wanted, const arb_term *term)
{
    likeness found = UNLIKE;

    for (int lang = 0; lang < ARB_LANG_COUNT; lang++)
        found = best(found, compare(wanted, term->word[lang], strlen(term->word[lang])));
    for (const char *name = term->also; *name != '\0';) {
        const size_t size = strcspn(name, ";");
        found = best(found, compare(wanted, name, size));
        name += size + (name[size] == ';');
    }
    return found;
}

size_t arb_glossary_find(const arb_term **out, size_t max, const char *text, size_t size)
{
    likeness so_far = INSIDE;
    size_t count = 0;
    plain wanted;

    if (!make_plain(&wanted, text, size))
        return 0;
    for (size_t i = 0; i < ARB_TERM_COUNT; i++) {
        const likeness found = compare_term(&wanted, &terms[i]);
        if (found == SAME) {
            if (max > 0)
                out[0] = &terms[i];
            return 1;
        }
        if (found > so_far) {
            so_far = found;
            count = 0;
        }
        if (found == so_far && count < max)
            out[count] = &terms[i];
        count += found == so_far;
    }
    return count;
}
