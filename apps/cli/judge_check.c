/* SPDX-License-Identifier: MIT */
/* Expectations checked, as TAP: one result a case; see judge.h. */
#include "cli/judge.h"

#include "common/quote.h"

enum { WORDS_SHOWN = 240 };

/* Kept until the line of the result has been printed, below which it belongs. */
static void unmet(arb_judge *judge, const arb_case_item *item, const char *found)
{
    const arb_expectation *expectation = &item->expectation;
    const char *format = arb_text(ARB_TEXT_JUDGE_UNMET, judge->cli->lang);
    const int size = expectation->size < WORDS_SHOWN ? (int)expectation->size : WORDS_SHOWN;
    char words[WORDS_SHOWN + 32];
    arb_quoted room;

    snprintf(words, sizeof words, "%s%s%.*s", arb_expectation_word(expectation->kind),
             size > 0 ? " " : "", size, expectation->words);
    if (arb_buf_add_format(&judge->notes, "# %s:%zu: ", arb_quote_path(&room, judge->source),
                           item->line) ||
        arb_buf_add_format(&judge->notes, format, words, found) ||
        arb_buf_add_char(&judge->notes, '\n'))
        (void)arb_cli_unsaid(judge->cli);
}

static arb_exit end(arb_judge *judge)
{
    const bool ok = arb_buf_size(&judge->notes) == 0;

    if (ok && judge->cli->quiet)
        return ARB_EXIT_YES;
    printf("%s %zu - %.*s\n", ok ? "ok" : "not ok", judge->cases, (int)judge->header->title_size,
           judge->header->title);
    fputs(arb_buf_text(&judge->notes), stdout);
    return ok ? ARB_EXIT_YES : ARB_EXIT_NO;
}

/* A case that cannot be read is a result, too, so that nobody takes its silence for success. */
static void unreadable(arb_judge *judge, const arb_where *where)
{
    arb_quoted room;

    printf("not ok %zu - %s:%zu:%zu\n", ++judge->cases, arb_quote_path(&room, judge->source),
           where->line, where->column);
}

static void finish(arb_judge *judge)
{
    printf("1..%zu\n", judge->cases);
}

const arb_judge_speaker arb_judge_check = {
    .expectation = unmet,
    .end = end,
    .unreadable = unreadable,
    .finish = finish,
};
