/* SPDX-License-Identifier: MIT */
/* A theme of problems, with a two-mover that shows it; see explain.h. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "arbitro/themes.h"
#include "cli/arguments.h"
#include "cli/drawing.h"
#include "cli/explain.h"
#include "cli/page.h"
#include "cli/solve.h"

enum { INDENT = 2, WORD_SIZE = 160, LINE_SIZE = 2048 };

/* ---- is a word of the glossary named, or only begun? */

static bool is_name(const char *list, const char *word)
{
    const size_t size = strlen(word);

    while (*list) {
        const size_t length = strcspn(list, ";");
        if (length == size && strncasecmp(list, word, size) == 0)
            return true;
        list += length + (list[length] == ';');
    }
    return false;
}

bool arb_explain_is_term(const arb_term *term, const char *word)
{
    return strcasecmp(term->word[ARB_LANG_EN], word) == 0 ||
           strcasecmp(term->word[ARB_LANG_IT], word) == 0 || is_name(term->also, word);
}

/* ---- the example */

static const arb_stipulation two = { .moves = 2 };

static bool read_example(arb_solve_item *out, arb_theme theme)
{
    const char *fen = arb_theme_example(theme);

    *out = (arb_solve_item){ .stipulation = two, .fields = arb_problem_fields(fen, strlen(fen)) };
    return arb_fen_read(&out->setup, NULL, fen, strlen(fen), NULL) == ARB_OK;
}

static void draw(const arb_explaining *how, const arb_setup *setup)
{
    const arb_drawing drawing = { .setup = setup,
                                  .letters = arb_letters_arg(
                                      how->cli, how->cli->lang == ARB_LANG_IT ? "it" : "en"),
                                  .unicode = how->unicode };

    if ((size_t)arb_drawing_width(&drawing) + INDENT <= arb_page_columns())
        arb_drawing_print_all(how->cli, &drawing, 1, INDENT);
}

/* Lines of moves, broken where the page ends. */
static arb_exit print_lines(const char *text)
{
    while (*text) {
        const size_t size = strcspn(text, "\n");
        char line[LINE_SIZE];
        snprintf(line, sizeof line, "%.*s", (int)size, text);
        arb_page_print(INDENT, line);
        text += size + (text[size] == '\n');
    }
    return ARB_EXIT_YES;
}

/* The board, the position as a FEN, and the moves that show the theme. */
static arb_exit print_example(const arb_explaining *how, arb_theme theme)
{
    arb_solve solve = { .cli = how->cli, .set = true, .options = { .set = true, .tries = true } };
    arb_answer answer;
    arb_solve_item item;

    if (!read_example(&item, theme) ||
        !arb_notation_arg(&solve.style, how->cli, how->cli->lang == ARB_LANG_IT ? "it" : "san"))
        return ARB_EXIT_BAD;
    solve.letters = arb_letters_arg(how->cli, NULL);
    putchar('\n');
    arb_page_print(0, arb_text(ARB_TEXT_THEME_EXAMPLE, how->cli->lang));
    draw(how, &item.setup);
    arb_page_print(INDENT, "#2");
    arb_page_print(INDENT, arb_theme_example(theme));
    const arb_err err = arb_solve_item_run(&item, &solve);
    if (err)
        return arb_cli_failed(how->cli, err);
    arb_answer_init(&answer);
    arb_solve_one_theme(&answer, &solve, &item, theme);
    const arb_exit status =
        answer.err ? arb_cli_failed(how->cli, answer.err) : print_lines(arb_buf_text(&answer.text));
    arb_answer_clear(&answer);
    arb_problem_free(item.problem);
    return status;
}

/* ---- the theme */

/* "half-pin (seminchiodatura), element of problems" */
static void print_head(const arb_cli *cli, arb_theme theme)
{
    const char *own = arb_theme_name(theme, cli->lang);
    const char *foreign =
        arb_theme_name(theme, cli->lang == ARB_LANG_EN ? ARB_LANG_IT : ARB_LANG_EN);
    const bool same = strcasecmp(own, foreign) == 0;
    char word[WORD_SIZE];

    snprintf(word, sizeof word, "%s%s%s%s", own, same ? "" : " (", same ? "" : foreign,
             same ? "" : ")");
    arb_page_hang(INDENT, word);
    putchar('\n');
}

static void print_group(const arb_cli *cli, arb_theme theme)
{
    char words[WORD_SIZE];

    snprintf(words, sizeof words, arb_text(ARB_TEXT_THEME_GROUP, cli->lang),
             arb_theme_group_text(arb_theme_group_of(theme), cli->lang));
    arb_page_print(INDENT, words);
}

arb_exit arb_explain_theme(const arb_explaining *how, arb_theme theme, bool head)
{
    const arb_cli *cli = how->cli;

    if (cli->json)
        return arb_cli_json(cli, json_pack("{ss ss ss ss ss s{ss ss}}", "english",
                                           arb_theme_name(theme, ARB_LANG_EN), "italian",
                                           arb_theme_name(theme, ARB_LANG_IT), "theme",
                                           arb_theme_word(theme), "group",
                                           arb_theme_group_word(arb_theme_group_of(theme)), "says",
                                           arb_theme_text(theme, cli->lang), "example",
                                           "stipulation", "#2", "fen", arb_theme_example(theme)));
    if (head)
        print_head(cli, theme);
    else
        putchar('\n');
    print_group(cli, theme);
    arb_page_print(INDENT, arb_theme_text(theme, cli->lang));
    return print_example(how, theme);
}
