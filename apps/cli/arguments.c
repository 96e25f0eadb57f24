/* SPDX-License-Identifier: MIT */
/* What words of the command line stand for; see arguments.h. */
#include "cli/arguments.h"

#include <string.h>

#include "arbitro/edition.h"
#include "arbitro/jobs.h"
#include "cli/help.h"
#include "cli/page.h"
#include "common/nearest.h"

enum { NAME_WIDTH = 18, EDITION_WIDTH = 14, CODE_WIDTH = 8, LANGUAGE_WIDTH = 18 };

/* ---- editions ---- */

const arb_rulebook *arb_edition_arg(const arb_cli *cli, const char *value)
{
    const arb_rulebook *found =
        value ? arb_rulebook_find(value, strlen(value)) : arb_rulebook_get(0);

    if (found)
        return found;
    arb_nearest nearest = arb_nearest_begin(value);
    for (size_t i = 0; arb_rulebook_get(i); i++)
        arb_nearest_try(&nearest, arb_rulebook_get(i)->name);
    arb_cli_unknown(cli, ARB_TEXT_EDITION_UNKNOWN, value, "", nearest.best);
    return NULL;
}

void arb_editions_help(arb_lang lang)
{
    arb_page_print(0, arb_text(ARB_TEXT_HEAD_EDITIONS, lang));
    for (size_t i = 0; arb_rulebook_get(i); i++)
        arb_help_row(EDITION_WIDTH, arb_rulebook_get(i)->name,
                     arb_edition_title(arb_rulebook_get(i), lang));
}

/* ---- kernels and threads ---- */

bool arb_kernel_arg(arb_kernel *out, const arb_cli *cli, const arb_args *args)
{
    static const arb_kernel kernels[] = { ARB_KERNEL_PORTABLE, ARB_KERNEL_AVX2, ARB_KERNEL_AVX512 };
    const int place = arb_args_chosen(args, ARB_OPT_KERNEL);

    *out = place >= 0 ? kernels[place] : ARB_KERNEL_BEST;
    if (arb_kernel_available(*out))
        return true;
    arb_cli_complain_of(cli, args->value[ARB_OPT_KERNEL], ARB_TEXT_KERNEL_MISSING,
                        arb_kernel_name(*out));
    return false;
}

bool arb_threads_arg(unsigned *out, const arb_cli *cli, const char *value)
{
    return arb_cli_number(out, cli, value, 1, ARB_JOBS_THREADS_MAX, ARB_TEXT_NAME_THREADS);
}

/* ---- languages ---- */

const arb_letters *arb_letters_arg(const arb_cli *cli, const char *value)
{
    const arb_language *found = value ? arb_language_find(value, strlen(value)) : NULL;

    if (!value)
        return &arb_letters_en;
    if (found && arb_language_has_letters(found))
        return &found->letters;
    if (found) {
        arb_cli_complain_of(cli, value, ARB_TEXT_LETTERS_NONE, found->code, found->name[cli->lang]);
        return NULL;
    }
    arb_nearest nearest = arb_nearest_begin(value);
    for (size_t i = 0; i < arb_language_count(); i++) {
        if (arb_language_has_letters(arb_language_at(i)))
            arb_nearest_try(&nearest, arb_language_at(i)->code);
    }
    arb_cli_unknown(cli, ARB_TEXT_LETTERS_UNKNOWN, value, "", nearest.best);
    return NULL;
}

const arb_letters *arb_letters_of(const arb_cli *cli, const arb_language *language)
{
    if (arb_language_has_letters(language))
        return &language->letters;
    arb_cli_complain(cli, ARB_TEXT_LETTERS_NONE, language->code, language->name[cli->lang]);
    return NULL;
}

/* King first and pawn last, as chess books list the pieces. */
static void print_letters(arb_page *page, const arb_letters *letters)
{
    for (int role = ARB_KING; role >= ARB_PAWN; role--)
        arb_page_words(page, letters->white[role]);
}

void arb_languages_help(arb_lang lang)
{
    arb_page_print(0, arb_text(ARB_TEXT_HEAD_LANGUAGES, lang));
    for (size_t i = 0; i < arb_language_count(); i++) {
        const arb_language *language = arb_language_at(i);
        arb_page page = arb_page_begin(2, 0);
        arb_page_cell(&page, CODE_WIDTH, language->code);
        arb_page_cell(&page, LANGUAGE_WIDTH, language->name[lang]);
        if (arb_language_has_letters(language))
            print_letters(&page, &language->letters);
        else
            arb_page_words(&page, arb_text(ARB_TEXT_LANGUAGE_NAMES_ONLY, lang));
        arb_page_end(&page);
    }
}

/* ---- notations ---- */

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
    MANNER_COUNT = sizeof manners / sizeof manners[0]
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

bool arb_notation_name(char out[ARB_NOTATION_NAME_SIZE], size_t index)
{
    const size_t rest = index - NAMED_COUNT;

    if (index < NAMED_COUNT) {
        snprintf(out, ARB_NOTATION_NAME_SIZE, "%s", named[index].name);
        return true;
    }
    if (rest / MANNER_COUNT >= arb_language_count())
        return false;
    const arb_language *language = arb_language_at(rest / MANNER_COUNT);
    const bool words = manners[rest % MANNER_COUNT].style == &arb_style_words;
    snprintf(out, ARB_NOTATION_NAME_SIZE, "%s%s", language->code,
             words || arb_language_has_letters(language) ? manners[rest % MANNER_COUNT].suffix
                                                         : "-words");
    return true;
}

static void complain_unknown(const arb_cli *cli, const char *name)
{
    arb_nearest nearest = arb_nearest_begin(name);
    char candidate[ARB_NOTATION_NAME_SIZE];

    for (size_t i = 0; arb_notation_name(candidate, i); i++)
        arb_nearest_try(&nearest, candidate);
    arb_cli_unknown(cli, ARB_TEXT_NOTATION_UNKNOWN, name, "", nearest.best);
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
        arb_cli_complain_of(cli, name, ARB_TEXT_NOTATION_NO_LETTERS, language->code,
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

void arb_notations_help(arb_lang lang)
{
    char name[ARB_NOTATION_NAME_SIZE];

    puts(arb_text(ARB_TEXT_HEAD_NOTATIONS, lang));
    for (size_t i = 0; i < NAMED_COUNT; i++)
        arb_help_row(NAME_WIDTH, named[i].name, arb_text(named[i].help, lang));
    for (size_t i = 0; i < MANNER_COUNT; i++) {
        snprintf(name, sizeof name, "LANG%s", manners[i].suffix);
        arb_help_row(NAME_WIDTH, name, arb_text(manners[i].help, lang));
    }
    putchar('\n');
    arb_page_print(0, arb_text(ARB_TEXT_SEE_LANGUAGES, lang));
}
