/* SPDX-License-Identifier: MIT */
/* The languages as a list: finding one, and the words that it writes. The data are next door. */
#include "notation/languages.h"

#include <assert.h>
#include <string.h>

/* A word for a piece is read as its role. */
_Static_assert((int)ARB_MEANING_PAWN == (int)ARB_PAWN, "meanings begin with the roles");
_Static_assert((int)ARB_MEANING_KING == (int)ARB_KING, "meanings begin with the roles");

static const arb_language *const languages[] = {
#define X(code) &arb_language_##code,
    ARB_LANGUAGE_MAP(X)
#undef X
};

enum { LANGUAGE_COUNT = sizeof languages / sizeof *languages };

size_t arb_language_count(void)
{
    return LANGUAGE_COUNT;
}

const arb_language *arb_language_at(size_t index)
{
    assert(index < LANGUAGE_COUNT);
    return languages[index];
}

const arb_language *arb_language_find(const char *code, size_t size)
{
    for (size_t i = 0; i < LANGUAGE_COUNT; i++) {
        const char *own = languages[i]->code;
        if (strlen(own) == size && memcmp(own, code, size) == 0)
            return languages[i];
    }
    return NULL;
}

/* Laws C.3 */
bool arb_language_has_letters(const arb_language *language)
{
    return language->letters.white[ARB_KING] != NULL;
}

const char *arb_language_word(const arb_language *language, arb_meaning meaning)
{
    assert((unsigned)meaning < ARB_MEANING_COUNT);
    return language->words[meaning] ? language->words[meaning][0] : "";
}
