/* SPDX-License-Identifier: MIT */
/* Scoresheets and reports of games in case files; see sheet.h. The moot court judges them. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/sheet.h"
#include "paper/incidents.h"

/* The court, and what is made of each of its games. */
typedef struct office {
    arb_judge judge; /* first, so that the one is known from the other */
    const arb_sheet_cmd *cmd;
    uint64_t made;
    arb_pgn_tag tags[ARB_CASE_TAGS_MAX]; /* of the case at hand */
    size_t tag_count;
} office;

/* ---- the tags of a case ---- */

static void free_tags(office *o)
{
    for (size_t i = 0; i < o->tag_count; i++)
        free((char *)o->tags[i].value);
    o->tag_count = 0;
}

/* The values without the backslashes before quotation marks and backslashes. */
static bool read_tags(office *o)
{
    const arb_case_header *header = o->judge.header;

    for (size_t i = 0; i < header->tag_count; i++) {
        const arb_case_tag *tag = &header->tag[i];
        char *value = malloc(tag->value_size + 1);
        size_t size = 0;
        if (!value)
            return false;
        for (size_t at = 0; at < tag->value_size; at++) {
            at += tag->value[at] == '\\' && at + 1 < tag->value_size;
            value[size++] = tag->value[at];
        }
        o->tags[o->tag_count++] = (arb_pgn_tag){ tag->name, value, tag->name_size, size };
    }
    return true;
}

/* ---- what is made ---- */

static arb_err add_json(const office *o, const arb_scoresheet *sheet)
{
    json_t *json = json_pack("{s:o s:I}", "file", arb_json_argument(o->judge.source), "game",
                             (json_int_t)o->judge.cases_here);

    (void)arb_cli_json(o->cmd->cli, arb_json_join(json, arb_sheet_json(sheet)));
    return ARB_OK;
}

static arb_err add_sheet(void *user, arb_scoresheet_owner owner)
{
    const office *o = user;
    arb_scoresheet sheet;
    arb_buf text;
    arb_ink ink = { .out = &text };

    arb_scoresheet_init(&sheet, &o->cmd->style, o->cmd->paper.lang);
    sheet.owner = owner;
    sheet.blank = o->cmd->blank;
    arb_scoresheet_fill(&sheet, o->judge.game, o->tags, o->tag_count);
    arb_buf_init(&text, NULL, SIZE_MAX / 2);
    if (sheet.err)
        ink.err = sheet.err;
    else if (o->cmd->cli->json)
        ink.err = add_json(o, &sheet);
    else
        arb_scoresheet_write(&ink, &sheet, &o->cmd->paper);
    (void)fwrite(arb_buf_text(&text), 1, ink.err ? 0 : arb_buf_size(&text), stdout);
    arb_buf_clear(&text);
    arb_scoresheet_clear(&sheet);
    return ink.err;
}

static arb_err add_report(const office *o)
{
    arb_buf text;
    arb_ink ink = { .out = &text };

    arb_buf_init(&text, NULL, SIZE_MAX / 2);
    arb_incidents_write(&ink, o->judge.game, o->tags, o->tag_count, &o->cmd->paper);
    (void)fwrite(arb_buf_text(&text), 1, ink.err ? 0 : arb_buf_size(&text), stdout);
    arb_buf_clear(&text);
    return ink.err;
}

static bool is_wanted(const office *o)
{
    const arb_pgn_choice *choice = &o->cmd->pgn.choice;
    const uint64_t number = o->judge.cases_here;

    if (choice->at_most > 0 && o->made >= choice->at_most)
        return false;
    for (size_t i = 0; i < choice->number_count; i++)
        if (number >= choice->numbers[i][0] && number <= choice->numbers[i][1])
            return true;
    return choice->number_count == 0;
}

static arb_exit end(arb_judge *judge)
{
    office *o = (office *)judge;
    arb_err err = ARB_OK;

    if (!is_wanted(o))
        return ARB_EXIT_YES;
    o->made++;
    if (!read_tags(o))
        err = ARB_NOMEM;
    else
        err = o->cmd->report ? add_report(o) : arb_sheet_each(o->cmd, add_sheet, o);
    free_tags(o);
    return err ? arb_cli_failed(judge->cli, err) : ARB_EXIT_YES;
}

static const arb_judge_speaker speaker = { .end = end };

arb_exit arb_sheet_cases(const arb_sheet_cmd *cmd)
{
    office *o = calloc(1, sizeof *o);

    if (!o)
        return arb_cli_failed(cmd->cli, ARB_NOMEM);
    o->cmd = cmd;
    o->judge = (arb_judge){ .cli = cmd->cli, .speaker = &speaker, .bar = arb_progress_begin() };
    if (isatty(STDOUT_FILENO))
        o->judge.bar.terminal = false;
    arb_buf_init(&o->judge.items, NULL, SIZE_MAX / 2);
    arb_buf_init(&o->judge.notes, NULL, SIZE_MAX / 2);
    for (size_t i = 0; i < cmd->operands && o->judge.status != ARB_EXIT_INTERRUPTED; i++)
        arb_judge_path(&o->judge, cmd->operand[i]);
    arb_progress_clear(&o->judge.bar);
    arb_buf_clear(&o->judge.items);
    arb_buf_clear(&o->judge.notes);
    const arb_exit status = o->judge.status;
    free(o);
    return status;
}
