/* SPDX-License-Identifier: MIT */
/* `arbitro checklist`: what organiser and arbiter should not forget. The list is checklist.def. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/page.h"
#include "common/nearest.h"

enum { INDENT = 5 };

/* When an item is due. */
typedef enum part { PART_EVENT, PART_ROUND, PART_PLAY, PART_COUNT } part;

static const struct {
    const char *word;
    arb_text_id heading;
} parts[PART_COUNT] = {
    [PART_EVENT] = { "event", ARB_TEXT_CHECKLIST_EVENT },
    [PART_ROUND] = { "round", ARB_TEXT_CHECKLIST_ROUND },
    [PART_PLAY] = { "play", ARB_TEXT_CHECKLIST_PLAY },
};

static const struct {
    part part;
    const char *articles, *text[ARB_LANG_COUNT];
} items[] = {
#define ITEM(when, numbers, en, it)                                                                \
    { .part = PART_##when,                                                                         \
      .articles = numbers,                                                                         \
      .text = { [ARB_LANG_EN] = en, [ARB_LANG_IT] = it } },
#include "checklist.def"
#undef ITEM
};
enum { ITEM_COUNT = sizeof items / sizeof *items };

static void print_items(const arb_cli *cli)
{
    arb_page_print(0, arb_text(ARB_TEXT_CHECKLIST_APP_D, cli->lang));
    for (size_t i = 0; i < ITEM_COUNT; i++) {
        if (i == 0 || items[i].part != items[i - 1].part)
            printf("\n%s\n", arb_text(parts[items[i].part].heading, cli->lang));
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
    for (size_t i = 0; i < ITEM_COUNT; i++)
        arb_cli_json(cli, json_pack("{sI ss ss so}", "number", (json_int_t)(i + 1), "part",
                                    parts[items[i].part].word, "text", items[i].text[cli->lang],
                                    "articles", arb_json_words(items[i].articles)));
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
