/* SPDX-License-Identifier: MIT */
/* `arbitro pgn report`: games followed move by move, and what came out of each; see pgn_report.h.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/interrupt.h"
#include "common/quote.h"
#include "pgn/pgn_report.h"

/* No game gets so far without being over, unless pieces are put on the board in between. */
enum { PLIES_MAX = 1 << 16 };

static void clear_report(void *own)
{
    arb_report *report = own;

    arb_history_free(report->history);
    if (report->begun) {
        arb_pgn_notes_clear(&report->notes);
        arb_buf_clear(&report->broken);
    }
}

static arb_pgn_next go_on(arb_report *report)
{
    if (report->err)
        report->desk->out->err = report->err;
    return report->err || arb_interrupt_pending() ? ARB_PGN_STOP : ARB_PGN_GO_ON;
}

static arb_pgn_next on_begin(void *user, const arb_pgn *pgn)
{
    arb_pgn_desk *desk = user;
    arb_report *report = desk->own;

    clear_report(report);
    *report = (arb_report){ .desk = desk, .began = arb_pgn_where(pgn), .begun = true };
    arb_pgn_notes_init(&report->notes);
    arb_buf_init(&report->broken, NULL, SIZE_MAX / 2);
    return ARB_PGN_GO_ON;
}

static arb_pgn_next on_tag(void *user, const arb_pgn *pgn, const arb_pgn_tag *tag)
{
    arb_report *report = ((arb_pgn_desk *)user)->own;
    const struct {
        const char *name;
        arb_report_tag *tag;
    } wanted[] = { { "White", &report->white },
                   { "Black", &report->black },
                   { "Termination", &report->termination } };

    (void)pgn;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        if (strlen(wanted[i].name) != tag->name_size ||
            memcmp(wanted[i].name, tag->name, tag->name_size) != 0)
            continue;
        arb_report_tag *to = wanted[i].tag;
        to->size = tag->value_size < sizeof to->text ? tag->value_size : sizeof to->text;
        memcpy(to->text, tag->value, to->size);
    }
    return ARB_PGN_GO_ON;
}

static arb_pgn_next on_start(void *user, const arb_pgn *pgn)
{
    arb_report *report = ((arb_pgn_desk *)user)->own;
    arb_pos pos;

    arb_pgn_position(&pos, pgn);
    const arb_setup setup = arb_pos_setup(&pos);
    report->err = arb_history_new(&report->history, NULL, &setup);
    if (!report->err) {
        report->followed = true;
        arb_report_go_to(report, 0);
        report->end = arb_report_find_end(report);
    }
    return go_on(report);
}

/* Adds the move to the history. */
static arb_err add_move(arb_report *report, const arb_pgn *pgn, const arb_pgn_move *move)
{
    arb_pos after;

    if (move->kind == ARB_PGN_MOVE_LEGAL)
        return arb_history_play(&report->last, report->history, report->last, move->move, NULL);
    arb_pgn_position(&after, pgn);
    const arb_setup setup = arb_pos_setup(&after);
    report->loose = true;
    return arb_history_stand(&report->last, report->history, report->last,
                             move->hand.from < ARB_SQUARE_COUNT ? &move->hand : NULL, &setup, NULL);
}

static arb_pgn_next on_move(void *user, const arb_pgn *pgn, const arb_pgn_move *move)
{
    arb_report *report = ((arb_pgn_desk *)user)->own;

    report->plies++;
    if (report->end != ARB_REPORT_END_NONE || !report->followed)
        return go_on(report);
    if (report->last >= PLIES_MAX) {
        report->followed = false;
        return go_on(report);
    }
    report->err = add_move(report, pgn, move);
    if (!report->err) {
        arb_report_go_to(report, report->last);
        report->end = arb_report_find_end(report);
    }
    return go_on(report);
}

/* Remembers the first time that a player's clock shows nothing after his move. */
static arb_pgn_next on_comment(void *user, const arb_pgn *pgn, const char *text, size_t size)
{
    arb_report *report = ((arb_pgn_desk *)user)->own;
    arb_pgn_command command;
    size_t at = 0;

    (void)pgn;
    if (!report->history || report->plies != report->last)
        return ARB_PGN_GO_ON;
    arb_ply *flag = &report->flag[report->spot.colour];
    while (arb_pgn_command_next(&command, &at, text, size)) {
        if (command.kind == ARB_PGN_COMMAND_CLK && command.ms <= 0 && *flag == 0)
            *flag = report->last;
    }
    return ARB_PGN_GO_ON;
}

/* Only the error that ended the game will be told. */
static arb_pgn_next on_finding(void *user, const arb_pgn *pgn, const arb_pgn_finding *finding)
{
    arb_pgn_desk *desk = user;
    arb_report *report = desk->own;
    const arb_cli *cli = desk->task->cmd->cli;

    if (arb_pgn_desk_cut(desk, finding) || arb_pgn_fault_weight(finding->fault) != ARB_PGN_ERROR ||
        !report->begun)
        return ARB_PGN_GO_ON;
    arb_buf_cut(&report->broken, 0);
    if (!arb_pgn_finding_text(&report->broken, pgn, finding, cli->json ? ARB_LANG_EN : cli->lang))
        report->err = ARB_NOMEM;
    return go_on(report);
}

static void add_broken(arb_report *report)
{
    const arb_report_item item = { .kind = "broken",
                                   .articles = "",
                                   .counts_as = ARB_REPORT_BROKEN,
                                   .spot = report->spot,
                                   .beyond = -1 };

    arb_report_add(report, &item, ARB_TEXT_PGN_BROKEN, arb_buf_text(&report->broken));
}

static int by_order(const void *a, const void *b)
{
    const arb_pgn_note *one = a, *other = b;

    if (one->order != other->order)
        return one->order < other->order ? -1 : 1;
    return one->text < other->text ? -1 : one->text > other->text;
}

static json_t *findings(arb_report *report)
{
    json_t *list = json_array();

    for (size_t i = 0; i < report->notes.count; i++) {
        json_t *json = report->notes.note[i].json;
        report->notes.note[i].json = NULL; /* the list has it now */
        if (list)
            (void)json_array_append_new(list, json);
        else
            json_decref(json);
    }
    return list;
}

static json_t *name_of(const arb_report_tag *tag)
{
    return tag->size > 0 ? arb_pgn_json_text(tag->text, tag->size) : json_null();
}

static arb_err tell_game(arb_report *report, const arb_pgn_summary *summary)
{
    arb_pgn_notes *out = &report->desk->out->notes;
    arb_pgn_note head = { .kind = ARB_PGN_NOTE_PLACE,
                          .line = report->began.line,
                          .column = report->began.column,
                          .game = report->began.game };
    const char *result = arb_pgn_result_text(
        summary->marker == ARB_PGN_RESULT_NONE ? summary->tag : summary->marker);
    char names[512];

    if (report->notes.count > 1)
        qsort(report->notes.note, report->notes.count, sizeof *report->notes.note, by_order);
    if (report->desk->task->cmd->cli->json) {
        head.json = json_pack("{so so ss sI so}", "white", name_of(&report->white), "black",
                              name_of(&report->black), "result", result, "plies",
                              (json_int_t)summary->plies, "findings", findings(report));
        return head.json ? arb_pgn_notes_add(out, &head, "") : ARB_NOMEM;
    }
    snprintf(names, sizeof names, "%s - %s, %s",
             arb_quote_bytes(report->white.text, report->white.size).text,
             arb_quote_bytes(report->black.text, report->black.size).text, result);
    arb_err err = arb_pgn_notes_add(out, &head, names);
    for (size_t i = 0; i < report->notes.count && !err; i++) {
        const arb_pgn_note *note = &report->notes.note[i];
        err = arb_pgn_notes_add(out, note, arb_buf_text(&report->notes.texts) + note->text);
    }
    return err;
}

/* The game has been read: now it is looked at. */
static void examine(arb_report *report, const arb_pgn_summary *summary)
{
    if (report->history) {
        arb_report_find_dead(report);
        arb_report_claims(report);
        arb_report_flags(report);
        arb_report_go_to(report, report->last);
        arb_report_result(report, summary);
    }
    if (summary->broken)
        add_broken(report);
    if (report->seen)
        report->seen |= 1u << ARB_REPORT_NOTED;
}

static arb_pgn_next on_end(void *user, const arb_pgn *pgn, const arb_pgn_summary *summary)
{
    arb_pgn_desk *desk = user;
    arb_report *report = desk->own;
    const arb_pgn_cmd *cmd = desk->task->cmd;

    (void)pgn;
    examine(report, summary);
    for (unsigned i = ARB_REPORT_NOTED; i <= ARB_REPORT_BROKEN; i++)
        desk->out->count[i] += report->seen >> i & 1u;
    desk->out->count[ARB_REPORT_GAMES]++;
    if (!cmd->quiet && (report->seen || cmd->all) && !report->err)
        report->err = tell_game(report, summary);
    arb_pgn_desk_tell(desk);
    return desk->live && ferror(stdout) ? ARB_PGN_STOP : go_on(report);
}

static const arb_pgn_handler listener = {
    .begin = on_begin,
    .tag = on_tag,
    .start = on_start,
    .move = on_move,
    .comment = on_comment,
    .end = on_end,
    .finding = on_finding,
};

static void print_summary(const arb_cli *cli, const uint64_t count[ARB_PGN_COUNTS])
{
    static const char *const names[] = { "games",   "noted", "claims", "over",
                                         "results", "flags", "broken" };
    enum { NAMES = sizeof names / sizeof *names };
    json_t *object = cli->json ? json_object() : NULL;

    for (size_t i = 0; i < NAMES; i++) {
        if (!cli->json)
            printf("%s%s %" PRIu64, i > 0 ? ", " : "", names[i], count[i]);
        else if (object)
            (void)json_object_set_new(object, names[i], json_integer((json_int_t)count[i]));
    }
    if (cli->json)
        (void)arb_cli_json(cli, object);
    else
        putchar('\n');
}

arb_exit arb_pgn_report(const arb_pgn_cmd *cmd)
{
    const arb_pgn_task task = { .cmd = cmd,
                                .handler = &listener,
                                .skip_variations = true,
                                .own_size = sizeof(arb_report),
                                .own_clear = clear_report };
    uint64_t count[ARB_PGN_COUNTS] = { 0 };
    const arb_exit status = arb_pgn_run(&task, count);

    if (status == ARB_EXIT_INTERRUPTED)
        return status;
    print_summary(cmd->cli, count);
    return arb_pgn_worse(status, count[ARB_REPORT_NOTED] > 0 ? ARB_EXIT_NO : ARB_EXIT_YES);
}
