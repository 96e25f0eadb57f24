/* SPDX-License-Identifier: MIT */
/* `arbitro laws`: the articles of an edition, and what changed between two. */
#include <stdio.h>

#include "arbitro/edition.h"
#include "arbitro/explain.h"
#include "cli/arguments.h"
#include "cli/laws.h"
#include "cli/page.h"
#include "common/laws_json.h"

enum { NUMBER_WIDTH = 13, DUTY_WIDTH = 15 };

void arb_edition_heading(const arb_cli *cli, const arb_rulebook *book)
{
    arb_page page = arb_page_begin(2, (size_t)printf("%s", book->name));

    page.gap = 2;
    arb_page_words(&page, arb_edition_title(book, cli->lang));
    arb_page_end(&page);
    arb_page_words(&page, arb_text(ARB_TEXT_LAWS_SOURCE, cli->lang));
    arb_page_words(&page, arb_edition_source(book, cli->lang));
    arb_page_end(&page);
}

static arb_text_id duty_text(arb_article article)
{
    static const arb_text_id texts[] = {
        [ARB_DUTY_CODE] = ARB_TEXT_DUTY_CODE,
        [ARB_DUTY_EVENT] = ARB_TEXT_DUTY_EVENT,
        [ARB_DUTY_CONFIG] = ARB_TEXT_DUTY_CONFIG,
        [ARB_DUTY_TEXT] = ARB_TEXT_DUTY_TEXT,
    };

    return arb_article_is_built(article) ? texts[arb_article_duty(article)] : ARB_TEXT_DUTY_UNBUILT;
}

static void print_line(const arb_cli *cli, const arb_rulebook *book, arb_article article)
{
    arb_page page = arb_page_begin(0, 0);

    page.endless = !arb_page_is_told(); /* who searches it by a program finds an article a line */
    arb_page_cell(&page, NUMBER_WIDTH, arb_article_cited(article, book));
    if (book != arb_rulebook_get(0))
        arb_page_cell(&page, NUMBER_WIDTH, arb_article_number(article));
    arb_page_cell(&page, DUTY_WIDTH, arb_text(duty_text(article), cli->lang));
    arb_page_words(&page, arb_article_title_in(article, cli->lang));
    arb_page_end(&page);
}

static void print_json(const arb_cli *cli, const arb_rulebook *book, arb_article article)
{
    arb_cli_json(cli,
                 json_pack("{ss ss ss ss ss sb}", "edition", book->name, "cited",
                           arb_article_cited(article, book), "article", arb_article_number(article),
                           "title", arb_article_title_in(article, cli->lang), "duty",
                           arb_json_duty(article), "built", arb_article_is_built(article)));
}

static arb_exit list(const arb_cli *cli, const arb_rulebook *book)
{
    arb_article article;

    if (!cli->json) {
        arb_edition_heading(cli, book);
        if (book != arb_rulebook_get(0))
            arb_page_print(2, arb_text(ARB_TEXT_LAWS_COLUMNS, cli->lang));
        putchar('\n');
    }
    for (size_t i = 0; (article = arb_edition_article(book, i)) != ARB_ART_NONE; i++)
        (cli->json ? print_json : print_line)(cli, book, article);
    return ARB_EXIT_YES;
}

arb_exit arb_cmd_laws(const arb_cli *cli, const arb_args *args)
{
    const bool diff = args->value[ARB_OPT_LAWS_DIFF] != NULL;

    if (args->operands != (diff ? 2 : 0) || (diff && args->value[ARB_OPT_LAWS_EDITION]))
        return arb_cli_misused(cli, diff ? ARB_TEXT_LAWS_TWO : ARB_TEXT_LAWS_NONE);
    if (!diff) {
        const arb_rulebook *book = arb_edition_arg(cli, args->value[ARB_OPT_LAWS_EDITION]);
        return book ? list(cli, book) : ARB_EXIT_BAD;
    }
    const arb_rulebook *from = arb_edition_arg(cli, args->operand[0]);
    const arb_rulebook *to = from ? arb_edition_arg(cli, args->operand[1]) : NULL;
    return to ? arb_edition_diff(cli, from, to) : ARB_EXIT_BAD;
}
