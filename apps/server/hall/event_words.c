/* SPDX-License-Identifier: MIT */
/*
 * An event as people say it, in both languages: "plays e2e4", "gioca e2e4". It is made of the words
 * of the case language that a seat may know, so that it tells nothing more.
 */
#include <string.h>

#include "server/hall/api.h"

enum { WORDS_MAX = 16384 };

static const struct {
    unsigned terms; /* so many words behind the verb are of the case language */
    const char *text[ARB_LANG_COUNT];
} phrases[ARB_VERB_COUNT] = {
#define EVENT_WORDS(verb, terms, en, it) [ARB_VERB_##verb] = { terms, { en, it } },
#include "server/hall/event_words.def"
#undef EVENT_WORDS
};

static const struct {
    const char *word, *text[ARB_LANG_COUNT];
} terms[] = {
#define EVENT_TERM(word, en, it) { word, { en, it } },
#include "server/hall/event_terms.def"
#undef EVENT_TERM
};

/* A word as it is said; itself when it is no term. */
static arb_err add_term(arb_buf *out, const char *word, size_t size, arb_lang lang)
{
    for (size_t i = 0; i < sizeof terms / sizeof terms[0]; i++) {
        if (strlen(terms[i].word) == size && memcmp(terms[i].word, word, size) == 0)
            return arb_buf_add_text(out, terms[i].text[lang]);
    }
    return arb_buf_add(out, word, size);
}

/* What follows the verb: the first words are terms, the rest is said as it stands. */
static arb_err add_rest(arb_buf *out, const char *rest, unsigned count, arb_lang lang)
{
    arb_err err = ARB_OK;

    for (; count > 0 && *rest && !err; count--) {
        const size_t size = strcspn(rest, " ");
        err = add_term(out, rest, size, lang);
        rest += size;
        if (!err && *rest)
            err = arb_buf_add_char(out, *rest++);
    }
    return err ? err : arb_buf_add_text(out, rest);
}

static arb_err say(arb_buf *out, arb_verb verb, const char *rest, arb_lang lang)
{
    arb_err err = ARB_OK;
    bool skips = false;

    for (const char *c = phrases[verb].text[lang]; *c && !err; c++) {
        if (*c == '[')
            skips = *rest == '\0';
        else if (*c == ']')
            skips = false;
        else if (*c == '%' && !skips)
            err = add_rest(out, rest, phrases[verb].terms, lang);
        else if (!skips)
            err = arb_buf_add_char(out, *c);
    }
    return err;
}

json_t *arb_api_event_words(arb_verb verb, const char *told)
{
    const size_t size = strlen(arb_verb_get(verb)->words);
    const char *rest = strlen(told) > size ? told + size + 1 : "";
    json_t *texts = NULL;
    arb_buf text[ARB_LANG_COUNT];

    for (unsigned i = 0; i < ARB_LANG_COUNT; i++)
        arb_buf_init(&text[i], NULL, WORDS_MAX);
    if (say(&text[ARB_LANG_EN], verb, rest, ARB_LANG_EN) == ARB_OK &&
        say(&text[ARB_LANG_IT], verb, rest, ARB_LANG_IT) == ARB_OK)
        texts = arb_json_texts(arb_buf_text(&text[ARB_LANG_EN]), arb_buf_text(&text[ARB_LANG_IT]));
    for (unsigned i = 0; i < ARB_LANG_COUNT; i++)
        arb_buf_clear(&text[i]);
    return texts;
}
