/* SPDX-License-Identifier: MIT */
/* An announcement parted into folded words; see hearing.h. */
#include <string.h>

#include "arbitro/utf8.h"
#include "notation/hearing.h"
#include "notation/hearing_words.h"
#include "notation/select_internal.h"

unsigned arb_heard_fold(uint16_t out[ARB_HEARD_LETTERS_MAX], const char *text, size_t size,
                        bool doubled)
{
    char folded[4 * ARB_HEARD_LETTERS_MAX];
    unsigned count = 0;
    uint32_t code;

    const size_t length = arb_fold(folded, sizeof folded, text, size);
    if (length == sizeof folded)
        return ARB_HEARD_LETTERS_MAX + 1;
    for (size_t at = 0, step; at < length; at += step) {
        step = arb_utf8_decode(&code, folded + at, length - at);
        if (step == 0)
            return ARB_HEARD_LETTERS_MAX + 1;
        const uint16_t last = count > 0 ? out[count - 1] : 0;
        if ((code == last && !doubled) || code == '\'' || code == 0x2019 || code > UINT16_MAX ||
            (code == 'e' && (last == 'a' || last == 'o' || last == 'u')))
            continue;
        if (count == ARB_HEARD_LETTERS_MAX)
            return ARB_HEARD_LETTERS_MAX + 1;
        out[count++] = (uint16_t)code;
    }
    return count;
}

/* What kind of character this is: words hold letters alone. */
typedef enum shape { SHAPE_LETTER, SHAPE_DIGIT, SHAPE_SIGN, SHAPE_BLANK } shape;

static bool is_ascii_letter(uint32_t code)
{
    return (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z') || code == '\'';
}

/* Quotation marks, dashes and blanks beyond ASCII; the apostrophe there is part of a word. */
static bool is_far_blank(uint32_t code)
{
    return code == 0xa0 || code == 0xab || code == 0xbb ||
           (code >= 0x2000 && code <= 0x206f && code != 0x2019);
}

static shape shape_of(uint32_t code)
{
    if (code >= '0' && code <= '9')
        return SHAPE_DIGIT;
    if (code == ':' || code == '=' || code == '+' || code == '#' || code == 0xd7)
        return SHAPE_SIGN;
    if (code < 0x80)
        return is_ascii_letter(code) ? SHAPE_LETTER : SHAPE_BLANK;
    return is_far_blank(code) ? SHAPE_BLANK : SHAPE_LETTER;
}

/* The character at a place; what is not UTF-8 is a letter that no word has. */
static size_t look(uint32_t *code, const char *text, size_t size)
{
    const size_t step = arb_utf8_decode(code, text, size);

    if (step > 0)
        return step;
    *code = 0xfffd;
    return 1;
}

bool arb_heard_split(arb_heard_text *out, size_t *at, const char *text, size_t size)
{
    uint32_t code;

    out->count = 0;
    for (size_t i = 0; i < size;) {
        const size_t begin = i, first = look(&code, text + i, size - i);
        const shape kind = shape_of(code);
        i += first;
        if (kind == SHAPE_BLANK) {
            if (out->count > 0)
                out->word[out->count - 1].glued = false;
            continue;
        }
        while (kind == SHAPE_LETTER && i < size) {
            const size_t step = look(&code, text + i, size - i);
            if (shape_of(code) != SHAPE_LETTER)
                break;
            i += step;
        }
        if (out->count == ARB_HEARD_WORDS_MAX) {
            *at = begin;
            return false;
        }
        arb_heard_word *word = &out->word[out->count++];
        word->at = begin;
        word->count = arb_heard_fold(word->letters, text + begin, i - begin, false);
        word->written = arb_heard_fold(word->doubled, text + begin, i - begin, true);
        word->glued = i < size;
    }
    return true;
}
