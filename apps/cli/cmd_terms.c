/* SPDX-License-Identifier: MIT */
/*
 * `arbitro terms`: the words of players that can be seen in a position, or that appear in the games
 * of files (terms_games.c).
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "cli/arguments.h"
#include "cli/batch.h"
#include "cli/page.h"
#include "cli/terms.h"
#include "cli/text_arg.h"
#include "common/nearest.h"
#include "common/quote.h"

enum { NAME_INDENT = 2, NAME_WIDTH = 36, WORD_SIZE = 80, FEN_SIZE = 128 };

void arb_terms_help(arb_lang lang)
{
    const arb_sighting_info *info;

    arb_page_print(0, arb_text(ARB_TEXT_TERMS_HEAD, lang));
    for (size_t i = 0; (info = arb_sighting_get(i)); i++)
        arb_page_row(NAME_INDENT, NAME_WIDTH, info->name[ARB_LANG_EN], info->name[ARB_LANG_IT]);
}

/* ---- --only ---- */

/* Is it the head-word of the term? Then all that belongs to it is meant. */
static bool is_head_word(const arb_term *term, const char *word)
{
    return strcasecmp(term->word[ARB_LANG_EN], word) == 0 ||
           strcasecmp(term->word[ARB_LANG_IT], word) == 0;
}

static bool want_named(bool wanted[ARB_SIGHTING_COUNT], const char *word)
{
    bool any = false;

    for (size_t i = 0; i < ARB_SIGHTING_COUNT; i++)
        for (int lang = 0; lang < ARB_LANG_COUNT; lang++)
            if (strcasecmp(arb_sighting_get(i)->name[lang], word) == 0 ||
                is_head_word(arb_glossary_get(arb_sighting_get(i)->term), word))
                any = wanted[i] = true;
    return any;
}

/* Any name of a term, as `explain` knows them. */
static bool want_term(bool wanted[ARB_SIGHTING_COUNT], const char *word)
{
    const arb_term *term;
    bool any = false;

    if (arb_glossary_find(&term, 1, word, strlen(word)) != 1)
        return false;
    for (size_t i = 0; i < ARB_SIGHTING_COUNT; i++)
        if (arb_sighting_get(i)->term == arb_glossary_id(term))
            any = wanted[i] = true;
    return any;
}

static arb_exit complain_of_term(const arb_cli *cli, const char *word)
{
    arb_nearest nearest = arb_nearest_begin(word);
    const arb_term *term;

    for (size_t i = 0; i < ARB_SIGHTING_COUNT; i++)
        for (int lang = 0; lang < ARB_LANG_COUNT; lang++) {
            arb_nearest_try(&nearest, arb_sighting_get(i)->name[lang]);
            arb_nearest_try(&nearest, arb_glossary_get(arb_sighting_get(i)->term)->word[lang]);
        }
    if (arb_glossary_find(&term, 1, word, strlen(word)) == 1)
        return arb_cli_complain(cli, ARB_TEXT_TERMS_UNSEEN, arb_quote(word).text);
    return arb_cli_unknown(cli, ARB_TEXT_TERMS_UNKNOWN, word, "", nearest.best);
}

/* The words of --only, with commas between them; false after a complaint. */
static bool read_only(bool wanted[ARB_SIGHTING_COUNT], const arb_cli *cli, const char *list)
{
    for (bool more = true; more;) {
        char word[WORD_SIZE];
        const size_t size = strcspn(list, ",");
        snprintf(word, sizeof word, "%.*s", (int)(size < WORD_SIZE ? size : WORD_SIZE - 1), list);
        if (!want_named(wanted, word) && !want_term(wanted, word)) {
            (void)complain_of_term(cli, word);
            return false;
        }
        more = list[size] == ',';
        list += size + more;
    }
    return true;
}

/* What is wanted of a position where nothing is said: everything, for it is only one. */
static void want_all(bool wanted[ARB_SIGHTING_COUNT])
{
    for (size_t i = 0; i < ARB_SIGHTING_COUNT; i++)
        wanted[i] = true;
}

/* ---- positions ---- */

/* What is not said to be there or not, and why. */
typedef struct unproved {
    arb_terms_proof zugzwang, dead;
} unproved;

/* What was asked for by name. */
static void add_unproved(const arb_terms_cmd *cmd, arb_answer *reply, arb_sighting_kind kind,
                         arb_terms_proof proof, bool line)
{
    if (proof == ARB_TERMS_PROVED || !cmd->args->value[ARB_OPT_TERMS_ONLY])
        return;
    arb_answer_format(
        reply, "%s%s: %s%s", line ? "\t" : "", arb_sighting_get(kind)->name[cmd->cli->lang],
        arb_text(proof == ARB_TERMS_TOO_MANY ? ARB_TEXT_TERMS_TOO_MANY : ARB_TEXT_TERMS_UNPROVED,
                 cmd->cli->lang),
        line ? "" : "\n");
}

static json_t *json_unproved(json_t *object, unproved doubt)
{
    json_t *list = json_array();

    if (doubt.zugzwang != ARB_TERMS_PROVED)
        list = arb_json_add(list, json_string("zugzwang"));
    if (doubt.dead != ARB_TERMS_PROVED)
        list = arb_json_add(list, json_string("dead position"));
    if (json_array_size(list) > 0)
        return arb_json_put(object, "unproved", list);
    json_decref(list);
    return object;
}

/* `none`: whether nothing was seen. */
static void answer(const arb_terms_cmd *cmd, arb_answer *reply, const arb_pos *pos, bool line,
                   bool *none)
{
    const arb_sequence alone = { .pos = pos };
    const arb_setup setup = arb_pos_setup(pos);
    arb_sighting seen[ARB_SIGHTINGS_MAX];
    arb_terms *terms;
    char fen[FEN_SIZE];
    bool doubted;

    reply->err = arb_terms_begin(&terms, &doubted);
    if (reply->err)
        return;
    const size_t count = arb_terms_find(seen, terms, &alone, cmd->wanted);
    const unproved doubt = { arb_terms_proved(terms),
                             doubted ? ARB_TERMS_UNPROVED : ARB_TERMS_PROVED };
    (void)arb_fen_write(fen, sizeof fen, &setup, ARB_FEN_X, NULL);
    if (cmd->cli->json) {
        json_t *list = json_array();
        for (size_t i = 0; i < count; i++)
            list = arb_json_add(list, arb_terms_json(&seen[i], pos, NULL, cmd->cli->lang));
        json_t *object = json_pack("{ss so}", "fen", fen, "terms", list);
        arb_answer_json(reply, json_unproved(object, doubt));
    } else {
        if (line)
            arb_answer_add(reply, fen);
        for (size_t i = 0; i < count; i++) {
            arb_answer_add(reply, line ? "\t" : "");
            arb_terms_add_text(reply, &seen[i], pos, cmd->cli->lang);
            arb_answer_add(reply, line ? "" : "\n");
        }
        add_unproved(cmd, reply, ARB_SIGHTING_ZUGZWANG_LOSES, doubt.zugzwang, line);
        add_unproved(cmd, reply, ARB_SIGHTING_DEAD_POSITION, doubt.dead, line);
        arb_answer_add(reply, line ? "\n" : "");
    }
    *none = count == 0;
    arb_terms_free(terms);
}

static void answer_line(const arb_batch *batch, arb_batch_line *line)
{
    arb_pos pos;
    bool none;

    if (arb_batch_position(&pos, NULL, batch, line))
        answer(batch->user, &line->reply, &pos, true, &none);
}

static arb_exit run_one(const arb_terms_cmd *cmd, const char *text, const arb_letters *letters)
{
    arb_answer reply;
    arb_pos pos;
    bool none = false;

    if (!arb_fen_arg_position(&pos, cmd->cli, text, letters))
        return ARB_EXIT_BAD;
    arb_answer_init(&reply);
    answer(cmd, &reply, &pos, false, &none);
    none = none && !cmd->cli->json && !reply.err;
    if (none && arb_buf_size(&reply.text) == 0)
        arb_answer_sentence(&reply, cmd->cli->lang, ARB_TEXT_TERMS_NOTHING);
    const arb_exit printed = arb_answer_print(&reply, cmd->cli);
    arb_answer_clear(&reply);
    return printed == ARB_EXIT_YES && none ? ARB_EXIT_NO : printed;
}

/* ---- the command line ---- */

static bool ends_in(const char *text, const char *ending)
{
    const size_t size = strlen(text), last = strlen(ending);

    return size >= last && strcmp(text + size - last, ending) == 0;
}

/* A file or folder that is there, or a name that none but a file has; everything else is a FEN. */
static bool is_file(const char *text)
{
    return ends_in(text, ".pgn") || ends_in(text, ".pgn.gz") || ends_in(text, ".pgn.zst") ||
           (strcmp(text, "-") != 0 && access(text, F_OK) == 0);
}

/* Does it read as a position, so that a file was not meant? */
static bool is_fen(const char *text)
{
    arb_pos pos;

    return !is_file(text) && arb_pos_from_fen(&pos, NULL, NULL, text, strlen(text)) == ARB_OK;
}

static bool are_games(const arb_args *args)
{
    return args->value[ARB_OPT_TERMS_PGN] || (args->operands > 0 && is_file(args->operand[0]));
}

/* Options that have no meaning for what is asked for; false after a complaint. */
static bool fits(const arb_cli *cli, const arb_args *args, bool games)
{
    static const arb_opt of_positions[] = { ARB_OPT_LETTERS, ARB_OPT_BATCH_THREADS };

    for (size_t i = 0; games && i < sizeof of_positions / sizeof *of_positions; i++)
        if (args->value[of_positions[i]]) {
            (void)arb_cli_misused(cli, ARB_TEXT_PGN_OPTION, arb_cli_options[of_positions[i]].name,
                                  "PGN");
            return false;
        }
    if (!games && args->value[ARB_OPT_PGN_LANGUAGE])
        (void)arb_cli_misused(cli, ARB_TEXT_PGN_OPTION, "language", "FEN");
    return games || !args->value[ARB_OPT_PGN_LANGUAGE];
}

arb_exit arb_cmd_terms(const arb_cli *cli, const arb_args *args)
{
    const char *path = args->value[ARB_OPT_BATCH];
    const arb_letters *letters = arb_letters_arg(cli, args->value[ARB_OPT_LETTERS]);
    bool wanted[ARB_SIGHTING_COUNT] = { false };
    arb_terms_cmd cmd = { .cli = cli, .wanted = wanted, .args = args };
    arb_batch batch = {
        .cli = cli, .letters = letters, .threads = 1, .answer = answer_line, .user = &cmd
    };
    const char *word;
    size_t at = 0;

    if (!letters || !fits(cli, args, are_games(args)))
        return ARB_EXIT_BAD;
    while ((word = arb_args_each(args, ARB_OPT_TERMS_ONLY, &at)))
        if (!read_only(wanted, cli, word))
            return ARB_EXIT_BAD;
    if (are_games(args)) {
        if (path)
            return arb_cli_misused(cli, ARB_TEXT_TERMS_BATCH_GAMES);
        if (args->operands == 0)
            return arb_cli_misused(cli, ARB_TEXT_TERMS_NO_GAMES);
        if (is_fen(args->operand[0]))
            return arb_cli_misused(cli, ARB_TEXT_TERMS_PGN_OF_FEN);
        if (args->value[ARB_OPT_TERMS_PGN] && cli->json)
            return arb_cli_misused(cli, ARB_TEXT_OPTIONS_EXCLUDE, "pgn", "json");
        cmd.wanted = args->value[ARB_OPT_TERMS_ONLY] ? wanted : NULL;
        return arb_terms_games(&cmd);
    }
    if (args->operands > 1)
        return arb_cli_misused(cli, ARB_TEXT_TERMS_ONE_POSITION);
    if (!args->value[ARB_OPT_TERMS_ONLY])
        want_all(wanted);
    if (!arb_batch_arg(&batch, args, args->operands > 0))
        return ARB_EXIT_BAD;
    return path ? arb_batch_run(&batch, path) : run_one(&cmd, args->operand[0], letters);
}
