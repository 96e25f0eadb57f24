/* SPDX-License-Identifier: MIT */
/* What a case proves; see caselist.h. */
#include <stdlib.h>
#include <string.h>

#include "caselist.h"
#include "game/game.h"

/* The article of a rule: "7_5_2 name" is of 7.5.2, "E2001_C3 name" of 2001:C3. */
static arb_article article_of(size_t rule)
{
    const char *name = arb_rules_name(rule);
    const bool older = name[0] == 'E';
    char number[64];
    size_t used = 0;

    for (name += older; *name != ' ' && used + 1 < sizeof number; name++)
        number[used++] = *name == '_' ? '.' : *name;
    number[used] = '\0';
    if (older && strchr(number, '.'))
        *strchr(number, '.') = ':';
    return arb_article_find(number, used);
}

/* Does the rule only repeat the number that the arbiter typed? Then it proves nothing for it. */
static bool is_echo(size_t rule)
{
    return strcmp(arb_rules_name(rule), "12_3 infringement") == 0;
}

static bool names(const arb_case_header *header, const arb_expectation *expectation,
                  arb_article article)
{
    bool shown[ARB_ART_COUNT] = { false };

    arb_case_mark(shown, header, expectation);
    return shown[article];
}

/*
 * Does the case fail when the rule is left out, in an expectation that names the article; or in
 * any, when the title names it?
 */
static bool fails_without(const arb_case_text *it, size_t rule, arb_article article, bool by_title)
{
    arb_case_header header;
    arb_case_reader reader;
    arb_case_item item;
    arb_verdict verdict;
    arb_game *game;
    bool failed = false;
    char found[256];

    arb_case_reader_init(&reader, it->text, it->size);
    if (arb_case_next(&item, &header, &reader, NULL) ||
        arb_game_new(&game, NULL, &header.regulations, &header.given))
        return false;
    arb_game_without(game, rule);
    while (!failed && !arb_case_ends(&reader) && !arb_case_next(&item, &header, &reader, NULL)) {
        if (item.kind == ARB_CASE_EVENT)
            failed = arb_game_judge(&verdict, game, &item.event) || arb_game_commit(game);
        else if (by_title || names(&header, &item.expectation, article))
            failed = !arb_expectation_is_met(found, sizeof found, &item.expectation, game,
                                             arb_game_size(game) > 0 ? &verdict : NULL);
    }
    arb_game_free(game);
    return failed;
}

/* The verbs of its events, and of what follows from these: play is a move and a press, a piece let
 * go may be a move, and time passes. */
static arb_verb_set verbs_in(const arb_case_text *it)
{
    const arb_verb_set one = 1;
    arb_verb_set verbs = one << ARB_VERB_ELAPSE | one << ARB_VERB_FLAG | one << ARB_VERB_MOVE |
                         one << ARB_VERB_PRESS;
    arb_case_header header;
    arb_case_reader reader;
    arb_case_item item;

    arb_case_reader_init(&reader, it->text, it->size);
    while (!arb_case_next(&item, &header, &reader, NULL) && item.kind != ARB_CASE_END)
        if (item.kind == ARB_CASE_EVENT)
            verbs |= one << item.event.verb;
    return verbs;
}

bool arb_article_has_rule(arb_article article)
{
    for (size_t rule = 0; rule < arb_rules_count(); rule++)
        if (article_of(rule) == article)
            return true;
    return false;
}

bool arb_case_proves(const arb_case_text *it, arb_article article, bool by_title)
{
    const bool ruled = arb_article_has_rule(article);
    const arb_verb_set verbs = verbs_in(it);

    for (size_t rule = 0; rule < arb_rules_count(); rule++)
        if ((arb_rules_verbs(rule) & verbs) != 0 &&
            (ruled ? article_of(rule) == article : !is_echo(rule)) &&
            fails_without(it, rule, article, ruled && by_title))
            return true;
    return false;
}
