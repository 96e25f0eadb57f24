/* SPDX-License-Identifier: MIT */
/* `arbitro pgn`: files of games checked, reported on, rewritten, and chosen from. */
#include <limits.h>
#include <string.h>

#include "cli/arguments.h"
#include "common/nearest.h"
#include "common/quote.h"
#include "pgn/pgn.h"

/* What can be done, and those of the command's own options that belong to it, beside those by which
 * games are chosen, which all of them have. */
static const struct {
    const char *name;
    arb_text_id about;
    uint8_t allowed[9];
    arb_exit (*run)(const arb_pgn_cmd *cmd);
} actions[] = {
    { "check",
      ARB_TEXT_PGN_ABOUT_CHECK,
      { ARB_OPT_PGN_ERRORS, ARB_OPT_PGN_THREADS, ARB_OPT_PGN_LANGUAGE },
      arb_pgn_check },
    { "report",
      ARB_TEXT_PGN_ABOUT_REPORT,
      { ARB_OPT_PGN_ALL, ARB_OPT_PGN_THREADS, ARB_OPT_PGN_EDITION, ARB_OPT_PGN_LANGUAGE },
      arb_pgn_report },
    { "convert",
      ARB_TEXT_PGN_ABOUT_CONVERT,
      { ARB_OPT_PGN_THREADS, ARB_OPT_PGN_LANGUAGE, ARB_OPT_PGN_NOTATION, ARB_OPT_PGN_LONG,
        ARB_OPT_PGN_STRIP, ARB_OPT_PGN_TAGS, ARB_OPT_PGN_FEN_COMMENTS },
      arb_pgn_convert },
    { "select",
      ARB_TEXT_PGN_ABOUT_SELECT,
      { ARB_OPT_PGN_THREADS, ARB_OPT_PGN_LANGUAGE, ARB_OPT_PGN_COUNT, ARB_OPT_PGN_SPLIT,
        ARB_OPT_PGN_SPLIT_BY, ARB_OPT_PGN_FOLDER, ARB_OPT_PGN_OVERWRITE },
      arb_pgn_select_games },
};

enum { ACTION_COUNT = sizeof actions / sizeof actions[0] };

/* The action of this name, or ACTION_COUNT after a complaint. */
static size_t find_action(const arb_cli *cli, const char *name)
{
    arb_nearest nearest = arb_nearest_begin(name);

    for (size_t i = 0; i < ACTION_COUNT; i++) {
        if (strcmp(actions[i].name, name) == 0)
            return i;
        arb_nearest_try(&nearest, actions[i].name);
    }
    (void)arb_cli_unknown(cli, ARB_TEXT_PGN_ACTION, name, "", nearest.best);
    return ACTION_COUNT;
}

bool arb_pgn_action(arb_pgn_action_info *out, size_t index)
{
    if (index >= ACTION_COUNT)
        return false;
    *out = (arb_pgn_action_info){ actions[index].name, actions[index].about };
    return true;
}

bool arb_pgn_action_takes(size_t index, arb_opt id)
{
    const bool of_all = id < ARB_OPT_PGN_ERRORS || id > ARB_OPT_PGN_OVERWRITE ||
                        (id >= ARB_OPT_PGN_PLAYER && id <= ARB_OPT_PGN_FIRST);

    return of_all || memchr(actions[index].allowed, (int)id, sizeof actions[index].allowed);
}

/* Complains of the first option that has no meaning for the action. */
static bool fits(const arb_cli *cli, size_t action, const arb_args *args)
{
    for (unsigned id = 0; id < ARB_OPT_COUNT; id++) {
        if (args->value[id] && !arb_pgn_action_takes(action, (arb_opt)id)) {
            arb_cli_misused(cli, ARB_TEXT_PGN_OPTION, arb_cli_options[id].name,
                            actions[action].name);
            return false;
        }
    }
    return true;
}

static bool read_style(arb_style *out, const arb_cli *cli, const arb_args *args)
{
    if (!arb_notation_arg(out, cli, args->value[ARB_OPT_PGN_NOTATION]))
        return false;
    if (!args->value[ARB_OPT_PGN_LONG])
        return true;
    if (out->form != ARB_FORM_SHORT && out->form != ARB_FORM_LONG) {
        arb_cli_complain(cli, ARB_TEXT_PGN_NO_LONG);
        return false;
    }
    out->form = ARB_FORM_LONG;
    return true;
}

/* Names of tags with commas between them, of which there may be `most`; otherwise complains. */
static bool are_tags(const arb_cli *cli, const char *names, size_t most)
{
    for (const char *name = names; most > 0; most--) {
        size_t size = 0;
        while ((unsigned char)name[size] > ' ' && !strchr(",\"[]\\\x7f", name[size]))
            size++;
        if (size > 0 && name[size] == '\0')
            return true;
        if (size == 0 || name[size] != ',')
            break;
        name += size + 1;
    }
    (void)arb_cli_misused_of(cli, names, ARB_TEXT_PGN_TAG_NAME, arb_quote(names).text);
    return false;
}

/* What is left out, and what is added. */
static bool read_format(arb_pgn_format *out, const arb_cli *cli, const arb_args *args)
{
    static const struct {
        const char *name;
        unsigned what;
    } parts[] = { { "comments", ARB_PGN_NO_COMMENTS },
                  { "commands", ARB_PGN_NO_COMMANDS },
                  { "marks", ARB_PGN_NO_MARKS },
                  { "variations", ARB_PGN_NO_VARIATIONS } };
    const char *tags = args->value[ARB_OPT_PGN_TAGS], *text;
    size_t at = 0;

    if (tags && !are_tags(cli, tags, SIZE_MAX))
        return false;
    if (tags)
        out->leave_out |= ARB_PGN_NO_TAGS;
    out->tags = tags && strcmp(tags, "seven") != 0 ? tags : NULL;
    out->fens = (arb_pgn_fens)(arb_args_chosen(args, ARB_OPT_PGN_FEN_COMMENTS) + 1);
    while ((text = arb_args_each(args, ARB_OPT_PGN_STRIP, &at)) != NULL) {
        for (const char *word = text; word;
             word = strchr(word, ',') ? strchr(word, ',') + 1 : NULL) {
            const size_t size = strcspn(word, ",");
            size_t i = 0;
            while (i < sizeof parts / sizeof *parts &&
                   (strlen(parts[i].name) != size || memcmp(parts[i].name, word, size) != 0))
                i++;
            if (i == sizeof parts / sizeof *parts) {
                (void)arb_cli_complain_at(cli, "--strip", 1, (size_t)(word - text) + 1,
                                          ARB_TEXT_PGN_STRIP, arb_quote_bytes(word, size).text);
                return false;
            }
            out->leave_out |= parts[i].what;
        }
    }
    return true;
}

static bool read_parcelling(arb_pgn_parcelling *out, const arb_cli *cli, const arb_args *args)
{
    const char *folder = args->value[ARB_OPT_PGN_FOLDER];

    *out = (arb_pgn_parcelling){ .tag = args->value[ARB_OPT_PGN_SPLIT_BY],
                                 .folder = folder ? folder : ".",
                                 .overwrite = args->value[ARB_OPT_PGN_OVERWRITE] != NULL };
    if ((folder || out->overwrite) && !out->tag && !args->value[ARB_OPT_PGN_SPLIT]) {
        (void)arb_cli_misused(cli, ARB_TEXT_PGN_FOLDER_ALONE);
        return false;
    }
    if (out->tag && !are_tags(cli, out->tag, 1))
        return false;
    return arb_cli_number(&out->games, cli, args->value[ARB_OPT_PGN_SPLIT], 1, UINT_MAX,
                          ARB_TEXT_NAME_SPLIT);
}

/* Everything but the choice of games. */
static bool read_options(arb_pgn_cmd *cmd, const arb_cli *cli, const arb_args *args,
                         arb_style *style)
{
    const char *language = args->value[ARB_OPT_PGN_LANGUAGE];

    if (!arb_letters_arg(cli, language) || !read_style(style, cli, args))
        return false;
    cmd->book = arb_edition_arg(cli, args->value[ARB_OPT_PGN_EDITION]);
    if (language)
        cmd->language = arb_language_find(language, strlen(language));
    return cmd->book && arb_threads_arg(&cmd->threads, cli, args->value[ARB_OPT_PGN_THREADS]) &&
           read_format(&cmd->format, cli, args) && read_parcelling(&cmd->parcelling, cli, args);
}

arb_exit arb_cmd_pgn(const arb_cli *cli, const arb_args *args)
{
    const size_t action = find_action(cli, args->operand[0]);
    arb_style style;
    arb_pgn_cmd cmd = { .cli = cli,
                        .operand = args->operand + 1,
                        .operands = args->operands - 1,
                        .errors = args->value[ARB_OPT_PGN_ERRORS] != NULL,
                        .all = args->value[ARB_OPT_PGN_ALL] != NULL,
                        .threads = 1,
                        .edition_given = args->value[ARB_OPT_PGN_EDITION] != NULL,
                        .style = &style,
                        .count = args->value[ARB_OPT_PGN_COUNT] != NULL };

    if (action == ACTION_COUNT || !fits(cli, action, args) ||
        !read_options(&cmd, cli, args, &style))
        return ARB_EXIT_BAD;
    const arb_exit status =
        arb_pgn_choice_read(&cmd.choice, cli, args) ? actions[action].run(&cmd) : ARB_EXIT_BAD;
    arb_pgn_choice_clear(&cmd.choice);
    return status;
}
