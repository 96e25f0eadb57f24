/* SPDX-License-Identifier: MIT */
/* `arbitro explain`: an article in plain words, what the program does, the cases that show it. */
#include <stdio.h>
#include <string.h>

#include "arbitro/explain.h"
#include "base/utf8.h"
#include "cli/cli.h"
#include "common/nearest.h"
#include "common/quote.h"

enum { WIDTH = 80, INDENT = 2, SUGGESTIONS = 6 };

static const arb_example examples[] = {
    { "explain 7.5.2", ARB_TEXT_EX_EXPLAIN },
    { "explain 9.2.1 9.5.2", ARB_TEXT_EX_EXPLAIN_TWO },
    { "explain 4.4", ARB_TEXT_EX_EXPLAIN_BELOW },
};

/* The cases of the corpus and the articles that they show; tools/caselist writes the table. */
static const struct {
    const char *article, *file, *title;
} shown_by[] = {
#define SHOWN_BY(article, file, title) { article, file, title },
#include "case_list.def"
#undef SHOWN_BY
    { "", "", "" },
};
enum { SHOWN_BY_COUNT = sizeof shown_by / sizeof shown_by[0] - 1 };

/* Prints a text in lines that fit a page. */
static void print_wrapped(const char *text)
{
    size_t column = 0;

    while (*text) {
        const size_t size = strcspn(text, " "), width = arb_utf8_count(text, size);
        if (column > INDENT && column + 1 + width > WIDTH) {
            putchar('\n');
            column = 0;
        }
        if (column == 0)
            column = (size_t)printf("%*s", INDENT, "");
        else
            column += (size_t)printf(" ");
        fwrite(text, 1, size, stdout);
        column += width;
        text += size;
        text += strspn(text, " ");
    }
    putchar('\n');
}

static void print_cases(const arb_cli *cli, const char *number)
{
    const char *file = "";

    printf("\n%s\n", arb_text(ARB_TEXT_EXPLAIN_CASES, cli->lang));
    for (size_t i = 0; i < SHOWN_BY_COUNT; i++) {
        if (strcmp(shown_by[i].article, number) != 0)
            continue;
        if (strcmp(file, shown_by[i].file) != 0) {
            file = shown_by[i].file;
            printf("%*s%s\n", INDENT, "", file);
        }
        printf("%*s%s\n", 2 * INDENT, "", shown_by[i].title);
    }
    if (*file == '\0')
        printf("%*s%s\n", INDENT, "", arb_text(ARB_TEXT_EXPLAIN_NO_CASES, cli->lang));
}

/* The articles under a number, by number and title. */
static void print_below(const arb_cli *cli, const char *number)
{
    const size_t size = strlen(number);
    const arb_article self = arb_article_find(number, size);
    bool any = false;

    for (int i = ARB_ART_NONE + 1; i < ARB_ART_COUNT; i++) {
        const arb_article article = (arb_article)i;
        if (article == self || !arb_article_is_within(article, number, size))
            continue;
        if (!any)
            printf("%s%s\n", self == ARB_ART_NONE ? "" : "\n",
                   arb_text(ARB_TEXT_EXPLAIN_BELOW, cli->lang));
        any = true;
        printf("%*s%-9s  %s\n", INDENT, "", arb_article_number(article),
               arb_article_title_in(article, cli->lang));
    }
}

static void print_article(const arb_cli *cli, arb_article article)
{
    const char *says = arb_article_says(article, cli->lang);
    const char *does = arb_article_does(article, cli->lang);

    printf("%s  %s\n\n", arb_article_number(article), arb_article_title_in(article, cli->lang));
    print_wrapped(*says ? says : arb_text(ARB_TEXT_EXPLAIN_NO_TEXT, cli->lang));
    if (*does) {
        printf("\n%s\n", arb_text(ARB_TEXT_EXPLAIN_DOES, cli->lang));
        print_wrapped(does);
    }
    print_cases(cli, arb_article_number(article));
    print_below(cli, arb_article_number(article));
}

static arb_exit print_json(const arb_cli *cli, arb_article article)
{
    static const char *const duties[] = {
        [ARB_DUTY_CODE] = "code",
        [ARB_DUTY_EVENT] = "event",
        [ARB_DUTY_CONFIG] = "config",
        [ARB_DUTY_TEXT] = "text",
    };
    const char *number = arb_article_number(article);
    json_t *cases = json_array();

    for (size_t i = 0; cases && i < SHOWN_BY_COUNT; i++) {
        if (strcmp(shown_by[i].article, number) != 0)
            continue;
        json_t *one = json_pack("{ss ss}", "file", shown_by[i].file, "case", shown_by[i].title);
        if (json_array_append_new(cases, one) != 0) {
            json_decref(cases);
            cases = NULL;
        }
    }
    return arb_cli_json(cli, json_pack("{ss ss ss ss ss so}", "article", number, "title",
                                       arb_article_title_in(article, cli->lang), "duty",
                                       duties[arb_article_duty(article)], "says",
                                       arb_article_says(article, cli->lang), "does",
                                       arb_article_does(article, cli->lang), "cases", cases));
}

/* The longest beginning of `number`, cut at a full stop, that some article has. */
static size_t known_part(const char *number)
{
    size_t size = strlen(number);

    while (size > 0 && !arb_article_is_number(number, size)) {
        while (size > 0 && number[size - 1] != '.')
            size--;
        size -= size > 0;
    }
    return size;
}

/* Says that there is no such article, and which ones there are near it. */
static arb_exit complain(const arb_cli *cli, const char *number)
{
    const size_t known = known_part(number);
    arb_nearest nearest = arb_nearest_begin(number);
    unsigned told = 0;

    arb_cli_complain(cli, ARB_TEXT_EXPLAIN_UNKNOWN, arb_quote(number).text);
    for (int i = ARB_ART_NONE + 1; i < ARB_ART_COUNT; i++) {
        const char *candidate = arb_article_number((arb_article)i);
        arb_nearest_try(&nearest, candidate);
        if (!arb_article_is_within((arb_article)i, number, known) || told == SUGGESTIONS)
            continue;
        fprintf(stderr, "%s%s", told == 0 ? arb_text(ARB_TEXT_EXPLAIN_NEAR, cli->lang) : " ",
                candidate);
        told++;
    }
    if (told == 0 && nearest.best) {
        fprintf(stderr, "%s%s", arb_text(ARB_TEXT_EXPLAIN_NEAR, cli->lang), nearest.best);
        told++;
    }
    if (told > 0)
        fputc('\n', stderr);
    return ARB_EXIT_BAD;
}

static arb_exit explain(const arb_cli *cli, const char *number)
{
    const arb_article article = arb_article_find(number, strlen(number));

    if (article == ARB_ART_NONE && !arb_article_is_number(number, strlen(number)))
        return complain(cli, number);
    if (article != ARB_ART_NONE && cli->json)
        return print_json(cli, article);
    if (article != ARB_ART_NONE)
        print_article(cli, article);
    else if (!cli->json)
        print_below(cli, number);
    else
        for (int i = ARB_ART_NONE + 1; i < ARB_ART_COUNT; i++)
            if (arb_article_is_within((arb_article)i, number, strlen(number)) &&
                print_json(cli, (arb_article)i) != ARB_EXIT_YES)
                return ARB_EXIT_BAD;
    return ARB_EXIT_YES;
}

static arb_exit run(const arb_cli *cli, const arb_args *args)
{
    arb_exit status = ARB_EXIT_YES;

    for (size_t i = 0; i < args->operands; i++) {
        if (i > 0 && !cli->json)
            putchar('\n');
        if (explain(cli, args->operand[i]) != ARB_EXIT_YES)
            status = ARB_EXIT_BAD;
    }
    return status;
}

const arb_cmd arb_cmd_explain = {
    .name = "explain",
    .summary = ARB_TEXT_CMD_EXPLAIN,
    .about = ARB_TEXT_ABOUT_EXPLAIN,
    .operands = ARB_TEXT_OPERANDS_EXPLAIN,
    .operands_min = 1,
    .operands_max = ARB_OPERANDS_MAX,
    .examples = examples,
    .example_count = sizeof examples / sizeof examples[0],
    .run = run,
};
