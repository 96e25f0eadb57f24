/* SPDX-License-Identifier: MIT */
/* Finding what is said in a language; the words themselves are in spoken_words.c. */
#include "notation/spoken.h"

#include <assert.h>
#include <string.h>

#include "notation/spoken_words.h"

const arb_language *arb_spoken_language(const arb_language *language)
{
    return language ? language : arb_language_find("de", 2);
}

const arb_spoken *arb_spoken_of(const arb_language *language)
{
    const arb_spoken *spoken = arb_spoken_words;

    while (spoken->code && strcmp(spoken->code, language->code) != 0)
        spoken++;
    assert(spoken->code && "every language has its numbers");
    return spoken;
}

/* Laws D.2.1 */
const char *arb_spoken_files(const arb_language *language, arb_file_names files)
{
    const arb_spoken *spoken = arb_spoken_of(language);

    switch (files) {
    case ARB_FILE_NAMES:
        return spoken->names ? spoken->names : arb_spoken_names;
    case ARB_FILE_LETTERS:
        return "a b c d e f g h";
    case ARB_FILE_NATO:
        return arb_spoken_nato;
    case ARB_FILE_CITIES:
        return spoken->cities ? spoken->cities : arb_spoken_cities;
    case ARB_FILE_NAMES_COUNT:
        break;
    }
    assert(false && "files have names");
    return "";
}

const char *arb_spoken_entry(const char *list, unsigned place, size_t *size)
{
    for (; place > 0; place--)
        list += strcspn(list, " ") + 1;
    *size = strcspn(list, " ");
    return list;
}

static bool is_noun(arb_meaning meaning)
{
    return meaning <= ARB_MEANING_KING || meaning == ARB_MEANING_KINGSIDE ||
           meaning == ARB_MEANING_QUEENSIDE || meaning == ARB_MEANING_CHECK ||
           meaning == ARB_MEANING_MATE;
}

/* Laws D.2.1: castling has its German names where a language has none. */
const char *arb_spoken_word(const arb_language *language, arb_meaning meaning, bool *capitals)
{
    if (!*arb_language_word(language, meaning) &&
        (meaning == ARB_MEANING_KINGSIDE || meaning == ARB_MEANING_QUEENSIDE))
        language = arb_spoken_language(NULL);
    *capitals = language->capital_names && is_noun(meaning);
    return arb_language_word(language, meaning);
}
