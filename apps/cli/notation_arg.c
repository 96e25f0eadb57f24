/* SPDX-License-Identifier: MIT */
/* Notations on the command line; see notation_arg.h. */
#include "cli/notation_arg.h"

#include <string.h>

#include "cli/language_arg.h"
#include "common/nearest.h"

/* The notations that have names of their own. */
static const struct {
    const char *name;
    const arb_style *style;
    arb_naming naming;
    arb_text_id help;
} named[] = {
    { "san", &arb_style_san, ARB_NAMING_LETTERS, ARB_TEXT_NOTATION_SAN },
    { "lan", &arb_style_long, ARB_NAMING_LETTERS, ARB_TEXT_NOTATION_LAN },
    { "uci", &arb_style_uci, ARB_NAMING_LETTERS, ARB_TEXT_NOTATION_UCI },
    { "iccf", &arb_style_numeric, ARB_NAMING_LETTERS, ARB_TEXT_NOTATION_ICCF },
    { "figurine", &arb_style_fide, ARB_NAMING_FIGURINES, ARB_TEXT_NOTATION_FIGURINE },
    { "figurine-white", &arb_style_fide, ARB_NAMING_WHITE_FIGURINES,
      ARB_TEXT_NOTATION_FIGURINE_WHITE },
};

/* What may follow the code of a language, and how the moves are then written. */
static const struct {
    const char *suffix;
    const arb_style *style;
    arb_text_id help;
} manners[] = {
    { "", &arb_style_fide, ARB_TEXT_NOTATION_LANG },
    { "-long", &arb_style_long, ARB_TEXT_NOTATION_LANG_LONG },
    { "-words", &arb_style_words, ARB_TEXT_NOTATION_LANG_WORDS },
};

enum {
    NAMED_COUNT = sizeof named / sizeof named[0],
    MANNER_COUNT = sizeof manners / sizeof manners[0],
    NAME_SIZE = 24,
    NAME_WIDTH = 16
};

static bool find_named(arb_style *out, const char *name)
{
    for (size_t i = 0; i < NAMED_COUNT; i++) {
        if (strcmp(named[i].name, name) != 0)
            continue;
        *out = *named[i].style;
        out->naming = named[i].naming;
        out->language = arb_language_at(0);
        return true;
    }
    return false;
}

static bool find_language(arb_style *out, const char *name)
{
    const size_t length = strlen(name);

    for (size_t i = 0; i < MANNER_COUNT; i++) {
        const size_t suffix = strlen(manners[i].suffix);
        if (length < suffix || strcmp(name + length - suffix, manners[i].suffix) != 0)
            continue;
        const arb_language *language = arb_language_find(name, length - suffix);
        if (language) {
            *out = *manners[i].style;
            out->language = language;
            return true;
        }
    }
    return false;
}

static void complain_unknown(const arb_cli *cli, const char *name)
{
    arb_nearest nearest = arb_nearest_begin(name);
    char best[NAME_SIZE] = "", candidate[NAME_SIZE];

    for (size_t i = 0; i < NAMED_COUNT; i++)
        arb_nearest_try(&nearest, named[i].name);
    if (nearest.best)
        snprintf(best, sizeof best, "%s", nearest.best);
    for (size_t i = 0; i < arb_language_count() * MANNER_COUNT; i++) {
        snprintf(candidate, sizeof candidate, "%s%s", arb_language_at(i / MANNER_COUNT)->code,
                 manners[i % MANNER_COUNT].suffix);
        const size_t before = nearest.distance;
        arb_nearest_try(&nearest, candidate);
        if (nearest.distance < before) /* the candidate will be overwritten */
            snprintf(best, sizeof best, "%s", candidate);
    }
    arb_cli_unknown(cli, ARB_TEXT_NOTATION_UNKNOWN, name, "", *best ? best : NULL);
}

bool arb_notation_arg(arb_style *out, const arb_cli *cli, const char *name)
{
    arb_style style;

    if (!name)
        name = "san";
    if (!find_named(&style, name) && !find_language(&style, name)) {
        complain_unknown(cli, name);
        return false;
    }
    const arb_language *language = style.language;
    if (!arb_language_has_letters(language) && style.form != ARB_FORM_WORDS) {
        arb_cli_complain(cli, ARB_TEXT_NOTATION_NO_LETTERS, language->code,
                         language->name[cli->lang], language->code);
        return false;
    }
    *out = style;
    return true;
}

arb_style arb_notation_brief(const arb_style *style)
{
    arb_style brief = *style;

    if (brief.form == ARB_FORM_LONG)
        brief.form = ARB_FORM_SHORT;
    brief.check = false;
    brief.en_passant = false;
    return brief;
}

void arb_notation_arg_help(FILE *to, arb_lang lang)
{
    char name[NAME_SIZE];

    fprintf(to, "%s\n", arb_text(ARB_TEXT_HEAD_NOTATIONS, lang));
    for (size_t i = 0; i < NAMED_COUNT; i++)
        fprintf(to, "  %-*s%s\n", NAME_WIDTH, named[i].name, arb_text(named[i].help, lang));
    for (size_t i = 0; i < MANNER_COUNT; i++) {
        snprintf(name, sizeof name, "%s%s", ARB_LANGUAGE_ARG, manners[i].suffix);
        fprintf(to, "  %-*s%s\n", NAME_WIDTH, name, arb_text(manners[i].help, lang));
    }
    fputc('\n', to);
    arb_language_arg_help(to, lang);
}
