/* SPDX-License-Identifier: MIT */
/* `arbitro sheet`: scoresheets, blank and filled, and reports of games, to be printed. */
#include <stdio.h>
#include <string.h>

#include "cli/arguments.h"
#include "cli/sheet.h"

enum { COPIES_MAX = 1000 };

/* ---- what the parts share ---- */

arb_err arb_sheet_each(const arb_sheet_cmd *cmd, arb_sheet_make *make, void *user)
{
    static const arb_scoresheet_owner owners[][2] = {
        [ARB_OF_GAME] = { ARB_OWNER_GAME, ARB_OWNER_GAME },
        [ARB_OF_WHITE] = { ARB_OWNER_WHITE, ARB_OWNER_WHITE },
        [ARB_OF_BLACK] = { ARB_OWNER_BLACK, ARB_OWNER_BLACK },
        [ARB_OF_BOTH] = { ARB_OWNER_WHITE, ARB_OWNER_BLACK },
        [ARB_OF_ARBITER] = { ARB_OWNER_ARBITER, ARB_OWNER_ARBITER },
    };
    arb_err err = ARB_OK;

    for (unsigned i = 0; i < cmd->copies && !err; i++) {
        err = make(user, owners[cmd->of][0]);
        if (!err && cmd->of == ARB_OF_BOTH)
            err = make(user, owners[cmd->of][1]);
    }
    return err;
}

static json_t *cell_json(const arb_scoresheet *sheet, const arb_cell *cell)
{
    if (!cell)
        return json_null();
    json_t *json = json_pack("{ss ss sb}", "move", arb_scoresheet_text(sheet, cell->move), "time",
                             arb_scoresheet_text(sheet, cell->time), "offer", (int)cell->offer);
    return cell->struck
               ? arb_json_put(json, "struck", json_string(arb_scoresheet_text(sheet, cell->struck)))
               : json;
}

static json_t *rows_json(const arb_scoresheet *sheet)
{
    json_t *rows = json_array();

    for (size_t row = 0; row < arb_scoresheet_moves(sheet); row++) {
        json_t *one = json_pack("{sI}", "number", (json_int_t)(sheet->first + row));
        const bool black_only = row == 0 && sheet->black_first;
        one = arb_json_put(
            one, "white",
            cell_json(sheet, black_only ? NULL : arb_scoresheet_cell(sheet, row, ARB_WHITE)));
        one = arb_json_put(one, "black",
                           cell_json(sheet, arb_scoresheet_cell(sheet, row, ARB_BLACK)));
        rows = arb_json_add(rows, one);
    }
    return rows;
}

json_t *arb_sheet_json(const arb_scoresheet *sheet)
{
    static const char *const owners[] = { "white", "black", "arbiter", "game" };
    static const char *const names[ARB_FIELD_COUNT] = {
#define FIELD(id, tag, most) tag,
#include "paper/fields.def"
#undef FIELD
    };
    json_t *head = json_object();

    for (unsigned i = 0; i < ARB_FIELD_COUNT; i++)
        if (sheet->field[i] > 0)
            head = arb_json_put(head, names[i],
                                json_string(arb_scoresheet_text(sheet, sheet->field[i])));
    json_t *json = json_pack("{ss so}", "of", owners[sheet->owner], "head", head);
    json = arb_json_put(json, "rows", rows_json(sheet));
    json = arb_json_put(json, "notes",
                        json_stringn(arb_buf_text(&sheet->notes), arb_buf_size(&sheet->notes)));
    json = arb_json_put(json, "result",
                        json_string(sheet->blank ? "" : arb_scoresheet_text(sheet, sheet->result)));
    return arb_json_put(json, "broken", json_boolean(sheet->broken));
}

arb_exit arb_sheet_print(const arb_sheet_cmd *cmd, const arb_ink *ink)
{
    if (ink->err)
        return arb_cli_failed(cmd->cli, ink->err);
    (void)fwrite(arb_buf_text(ink->out), 1, arb_buf_size(ink->out), stdout);
    return ARB_EXIT_YES;
}

/* ---- sheets of no game ---- */

static arb_err add_blank(void *user, arb_scoresheet_owner owner)
{
    const arb_sheet_cmd *cmd = user;
    arb_scoresheet sheet;
    arb_buf text;
    arb_ink ink = { .out = &text };

    arb_buf_init(&text, NULL, SIZE_MAX / 2);
    arb_scoresheet_init(&sheet, &cmd->style, cmd->paper.lang);
    sheet.owner = owner;
    sheet.blank = true;
    if (cmd->cli->json)
        (void)arb_cli_json(cmd->cli, arb_sheet_json(&sheet));
    else
        arb_scoresheet_write(&ink, &sheet, &cmd->paper);
    (void)fwrite(arb_buf_text(&text), 1, ink.err ? 0 : arb_buf_size(&text), stdout);
    arb_scoresheet_clear(&sheet);
    arb_buf_clear(&text);
    return ink.err;
}

static arb_exit print_blank(const arb_sheet_cmd *cmd)
{
    const arb_err err = arb_sheet_each(cmd, add_blank, (void *)cmd);

    return err ? arb_cli_failed(cmd->cli, err) : ARB_EXIT_YES;
}

/* ---- the command line ---- */

static bool ends_in(const char *text, const char *ending)
{
    const size_t size = strlen(text), last = strlen(ending);

    return size >= last && strcmp(text + size - last, ending) == 0;
}

/* Are the files cases? All of them or none. */
static bool find_kind(bool *cases, const arb_cli *cli, const arb_args *args)
{
    size_t count = 0;

    for (size_t i = 0; i < args->operands; i++)
        count += ends_in(args->operand[i], ".case");
    *cases = count > 0 || args->value[ARB_OPT_SHEET_CASES] || args->value[ARB_OPT_SHEET_REPORT];
    if (count == 0 || count == args->operands || args->value[ARB_OPT_SHEET_CASES] ||
        args->value[ARB_OPT_SHEET_REPORT])
        return true;
    (void)arb_cli_misused(cli, ARB_TEXT_SHEET_MIXED);
    return false;
}

/* Options that have no meaning for what is asked for. */
static bool fits(const arb_cli *cli, const arb_args *args, bool cases)
{
    const bool blank = args->value[ARB_OPT_SHEET_BLANK] != NULL;

    for (unsigned id = ARB_OPT_PGN_PLAYER; id <= ARB_OPT_PGN_FIRST; id++) {
        if (!args->value[id] || (!cases && args->operands > 0) ||
            (cases && (id == ARB_OPT_PGN_GAMES || id == ARB_OPT_PGN_FIRST)))
            continue;
        (void)arb_cli_misused(cli, ARB_TEXT_SHEET_PGN_ONLY, arb_cli_options[id].name);
        return false;
    }
    if (args->operands == 0 && !blank)
        (void)arb_cli_misused(cli, ARB_TEXT_SHEET_NOTHING);
    else if (args->value[ARB_OPT_SHEET_REPORT] && (blank || args->value[ARB_OPT_SHEET_OF]))
        (void)arb_cli_misused(cli, ARB_TEXT_OPTIONS_EXCLUDE, "report", blank ? "blank" : "of");
    else if (args->value[ARB_OPT_SHEET_REPORT] && cli->json)
        (void)arb_cli_misused(cli, ARB_TEXT_SHEET_REPORT_JSON);
    else if (args->value[ARB_OPT_SHEET_OF] && !cases && !blank)
        (void)arb_cli_misused(cli, ARB_TEXT_SHEET_OF_GAMES);
    else
        return true;
    return false;
}

static bool read_options(arb_sheet_cmd *cmd, const arb_args *args)
{
    const arb_cli *cli = cmd->cli;
    const char *language = args->value[ARB_OPT_PGN_LANGUAGE];
    const char *notation = args->value[ARB_OPT_SHEET_NOTATION];
    const int of = arb_args_chosen(args, ARB_OPT_SHEET_OF);

    cmd->paper.size = arb_args_chosen(args, ARB_OPT_SHEET_PAPER) == 1 ? ARB_PAPER_A5 : ARB_PAPER_A4;
    cmd->of = of < 0 ? ARB_OF_GAME : of;
    if (!arb_notation_arg(&cmd->style, cli,
                          notation                   ? notation
                          : cli->lang == ARB_LANG_IT ? "it"
                                                     : "en") ||
        !arb_letters_arg(cli, language) ||
        !arb_cli_number(&cmd->copies, cli, args->value[ARB_OPT_SHEET_COPIES], 1, COPIES_MAX,
                        ARB_TEXT_NAME_COPIES))
        return false;
    cmd->pgn = (arb_pgn_cmd){ .cli = cli,
                              .operand = cmd->operand,
                              .operands = cmd->operands,
                              .threads = 1,
                              .book = arb_edition_arg(cli, NULL),
                              .style = &cmd->style };
    if (language)
        cmd->pgn.language = arb_language_find(language, strlen(language));
    return true;
}

/* What stands around the sheets. */
static arb_exit print_frame(const arb_sheet_cmd *cmd, bool begin)
{
    arb_buf text;
    arb_ink ink = { .out = &text };

    if (cmd->cli->json)
        return ARB_EXIT_YES;
    arb_buf_init(&text, NULL, SIZE_MAX / 2);
    if (begin)
        arb_paper_begin(&ink, &cmd->paper,
                        cmd->report ? ARB_TEXT_PAPER_REPORTS : ARB_TEXT_PAPER_SHEETS);
    else
        arb_paper_end(&ink, &cmd->paper);
    const arb_exit status = arb_sheet_print(cmd, &ink);
    arb_buf_clear(&text);
    return status;
}

static arb_exit run(const arb_sheet_cmd *cmd, bool cases)
{
    arb_exit status = print_frame(cmd, true);

    if (status != ARB_EXIT_YES)
        return status;
    if (cmd->operands == 0)
        status = print_blank(cmd);
    else
        status = cases ? arb_sheet_cases(cmd) : arb_sheet_games(cmd);
    return arb_exit_worse(status, print_frame(cmd, false));
}

arb_exit arb_cmd_sheet(const arb_cli *cli, const arb_args *args)
{
    arb_sheet_cmd cmd = { .cli = cli,
                          .paper = { .lang = cli->lang, .html = args->value[ARB_OPT_HTML] != NULL },
                          .copies = 1,
                          .blank = args->value[ARB_OPT_SHEET_BLANK] != NULL,
                          .report = args->value[ARB_OPT_SHEET_REPORT] != NULL,
                          .operand = args->operand,
                          .operands = args->operands };
    bool cases;

    if (!find_kind(&cases, cli, args) || !fits(cli, args, cases) || !read_options(&cmd, args))
        return ARB_EXIT_BAD;
    const arb_exit status =
        arb_pgn_choice_read(&cmd.pgn.choice, cli, args) ? run(&cmd, cases) : ARB_EXIT_BAD;
    arb_pgn_choice_clear(&cmd.pgn.choice);
    return status;
}
