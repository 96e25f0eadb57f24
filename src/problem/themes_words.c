/* SPDX-License-Identifier: MIT */
/* The list of themes as words for programs and phrases for people. */
#include <string.h>

#include "arbitro/themes.h"

typedef struct entry {
    const char *word, *name[ARB_LANG_COUNT], *text[ARB_LANG_COUNT], *also, *example;
    arb_theme_group group;
} entry;

static const entry entries[] = {
#define THEME(id, word_, group_, of_variation, of_phase, en, it, names, fen, text_en, text_it)     \
    [ARB_THEME_##id] = { .word = word_,                                                            \
                         .name = { [ARB_LANG_EN] = en, [ARB_LANG_IT] = it },                       \
                         .text = { [ARB_LANG_EN] = text_en, [ARB_LANG_IT] = text_it },             \
                         .also = names,                                                            \
                         .example = fen,                                                           \
                         .group = ARB_THEME_GROUP_##group_ },
#include "arbitro/themes.def"
#undef THEME
};

typedef struct phrase {
    const char *word, *text[ARB_LANG_COUNT];
} phrase;

static const phrase groups[] = {
#define X(name, word, en, it) [ARB_THEME_GROUP_##name] = { word, { en, it } },
    ARB_THEME_GROUP_MAP(X)
#undef X
};

static const phrase uses[] = {
#define X(name, word, en, it) [ARB_THEME_USE_##name] = { word, { en, it } },
    ARB_THEME_USE_MAP(X)
#undef X
};

const char *arb_theme_word(arb_theme theme)
{
    return entries[theme].word;
}

const char *arb_theme_name(arb_theme theme, arb_lang lang)
{
    return entries[theme].name[lang];
}

const char *arb_theme_text(arb_theme theme, arb_lang lang)
{
    return entries[theme].text[lang];
}

const char *arb_theme_also(arb_theme theme)
{
    return entries[theme].also;
}

const char *arb_theme_example(arb_theme theme)
{
    return entries[theme].example;
}

arb_theme_group arb_theme_group_of(arb_theme theme)
{
    return entries[theme].group;
}

const char *arb_theme_group_word(arb_theme_group group)
{
    return groups[group].word;
}

const char *arb_theme_group_text(arb_theme_group group, arb_lang lang)
{
    return groups[group].text[lang];
}

const char *arb_theme_use_word(arb_theme_use use)
{
    return uses[use].word;
}

const char *arb_theme_use_text(arb_theme_use use, arb_lang lang)
{
    return uses[use].text[lang];
}

/* ---- by name */

static char small(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c == '-' ? ' ' : c;
}

static bool is_name(const char *name, size_t name_size, const char *text, size_t size)
{
    if (name_size != size)
        return false;
    for (size_t i = 0; i < size; i++)
        if (small(name[i]) != small(text[i]))
            return false;
    return true;
}

static bool has_name(const entry *e, const char *text, size_t size)
{
    if (is_name(e->word, strlen(e->word), text, size))
        return true;
    for (int lang = 0; lang < ARB_LANG_COUNT; lang++)
        if (is_name(e->name[lang], strlen(e->name[lang]), text, size))
            return true;
    for (const char *name = e->also; *name;) {
        const size_t length = strcspn(name, ";");
        if (is_name(name, length, text, size))
            return true;
        name += length + (name[length] == ';');
    }
    return false;
}

arb_theme arb_theme_find(const char *text, size_t size)
{
    arb_theme theme = 0;

    while (theme < ARB_THEME_COUNT && !has_name(&entries[theme], text, size))
        theme++;
    return theme;
}
