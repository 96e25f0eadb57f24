/* SPDX-License-Identifier: MIT */
/* The glossary of the Laws; see glossary.h. The list is glossary.def. */
#include "arbitro/glossary.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "arbitro/utf8.h"

static const arb_term terms[] = {
#define TERM(it, en, names, numbers, misprint, text_en, text_it)                                   \
    { .word = { [ARB_LANG_EN] = en, [ARB_LANG_IT] = it },                                          \
      .text = { [ARB_LANG_EN] = text_en, [ARB_LANG_IT] = text_it },                                \
      .also = names,                                                                               \
      .articles = numbers,                                                                         \
      .printed = misprint },
#include "glossary.def"
#undef TERM
};
enum { TERM_COUNT = sizeof terms / sizeof *terms };

const arb_term *arb_glossary_get(size_t index)
{
    return index < TERM_COUNT ? &terms[index] : NULL;
}

/* A name as it is compared: small letters without accents, and single blanks. */
enum { PLAIN_SIZE = 64 };
typedef struct plain {
    char text[PLAIN_SIZE];
    size_t size;
} plain;

/* The letter without its accent, for those that Italian and borrowed names use. */
static uint32_t bare(uint32_t letter)
{
    static const char *const accented[] = { "aàáâä", "eèéêë", "iìíîï", "oòóôö", "uùúûü" };

    for (size_t i = 0; i < sizeof accented / sizeof *accented; i++) {
        const char *list = accented[i];
        uint32_t one;
        for (size_t n; (n = arb_utf8_decode(&one, list, strlen(list))) > 0; list += n)
            if (one == letter)
                return (uint32_t)(unsigned char)accented[i][0];
    }
    return letter;
}

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
        letter = bare(arb_utf8_lower(letter));
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
    for (size_t i = 0; i < TERM_COUNT; i++) {
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
