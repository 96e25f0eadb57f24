/* SPDX-License-Identifier: MIT */
/* `arbitro checklist`: what organiser and arbiter should not forget. The list is that of
 * common/checklist.def. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/page.h"
#include "common/checklist.h"
#include "common/laws_json.h"
#include "common/nearest.h"

enum { INDENT = 5 };

static void print_items(const arb_cli *cli)
{
    size_t count;
    const arb_checklist_point *items = arb_checklist(&count);

    arb_page_print(0, arb_text(ARB_TEXT_CHECKLIST_APP_D, cli->lang));
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || items[i].part != items[i - 1].part)
            printf("\n%s\n", arb_text(arb_checklist_heading(items[i].part), cli->lang));
        char articles[64];
        arb_page page = arb_page_begin(INDENT, (size_t)printf("%*zu.", INDENT - 2, i + 1));
        arb_page_words(&page, items[i].text[cli->lang]);
        snprintf(articles, sizeof articles, "[%s]", items[i].articles);
        arb_page_words(&page, articles);
        arb_page_end(&page);
    }
}

static void json_items(const arb_cli *cli)
{
    size_t count;
    const arb_checklist_point *items = arb_checklist(&count);

    for (size_t i = 0; i < count; i++)
        arb_cli_json(cli, json_pack("{sI ss ss so}", "number", (json_int_t)(i + 1), "part",
                                    arb_checklist_part_word(items[i].part), "text",
                                    items[i].text[cli->lang], "articles",
                                    arb_json_words(items[i].articles)));
}

arb_exit arb_cmd_checklist(const arb_cli *cli, const arb_args *args)
{
    static const char app_d[] = "app-d";
    arb_nearest nearest = arb_nearest_begin(args->operand[0]);

    if (strcmp(args->operand[0], app_d) != 0) {
        arb_nearest_try(&nearest, app_d);
        return arb_cli_unknown(cli, ARB_TEXT_CHECKLIST_UNKNOWN, args->operand[0], "", nearest.best);
    }
    (cli->json ? json_items : print_items)(cli);
    return ARB_EXIT_YES;
}
