/* SPDX-License-Identifier: MIT */
/* Expectations checked, as TAP: one result a case; see judge.h. */
#include "cli/judge.h"

static void report(arb_judge *judge, bool ok, const char *title, size_t size)
{
    printf("%s %zu - %.*s\n", ok ? "ok" : "not ok", judge->cases, (int)size, title);
}

/* What was not met is kept until the line of the result stands above it. */
static void expectation(arb_judge *judge, const arb_case_item *item, const char *found)
{
    static const char *const words[ARB_EXPECTATION_COUNT] = {
#define EXPECTATION(id, word) [ARB_EXPECTATION_##id] = word,
#include "arbitro/expectations.def"
#undef EXPECTATION
    };
    const arb_expectation *expected = &item->expectation;
    const char *format = arb_text(ARB_TEXT_JUDGE_UNMET, judge->cli->lang);
    char words_shown[256];

    snprintf(words_shown, sizeof words_shown, "%s%s%.*s", words[expected->kind],
             expected->size > 0 ? " " : "", (int)(expected->size < 240 ? expected->size : 240),
             expected->words);
    if (arb_buf_add_format(&judge->notes, "# %s:%zu: ", judge->source, item->line) ||
        arb_buf_add_format(&judge->notes, format, words_shown, found) ||
        arb_buf_add_char(&judge->notes, '\n'))
        (void)arb_cli_failed(judge->cli, ARB_NOMEM);
}

static arb_exit end(arb_judge *judge)
{
    const bool ok = arb_buf_size(&judge->notes) == 0;

    report(judge, ok, judge->header->title, judge->header->title_size);
    fputs(arb_buf_text(&judge->notes), stdout);
    return ok ? ARB_EXIT_YES : ARB_EXIT_NO;
}

/* A case that cannot be read is a result, too, so that nobody takes its silence for success. */
static arb_exit unreadable(arb_judge *judge, const arb_where *where)
{
    char place[32];

    judge->cases++;
    snprintf(place, sizeof place, ":%zu:%zu", where->line, where->column);
    printf("not ok %zu - %s%s\n", judge->cases, judge->source, place);
    return arb_cli_unreadable(judge->cli, judge->source, where);
}

static void finish(arb_judge *judge)
{
    printf("1..%zu\n", judge->cases);
}

const arb_judge_speaker arb_judge_check = {
    .expectation = expectation,
    .end = end,
    .unreadable = unreadable,
    .finish = finish,
};
