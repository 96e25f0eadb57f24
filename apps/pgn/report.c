/* SPDX-License-Identifier: MIT */
/* `arbitro pgn report`: games followed move by move (arbitro/review.h), and what came out of each;
 * see pgn.h. */
#include <inttypes.h>
#include <string.h>
#include <strings.h>

#include "arbitro/review.h"
#include "common/interrupt.h"
#include "common/quote.h"
#include "pgn/pgn.h"

/* What is counted: games with at least one finding of the kind. */
enum {
    COUNT_GAMES = ARB_PGN_GAMES,
    COUNT_NOTED,
    COUNT_CLAIMS,
    COUNT_OVER,
    COUNT_RESULTS,
    COUNT_FLAGS,
    COUNT_BROKEN
};

enum { NAME_SIZE = 120 };

/* A tag of the game, as far as it is needed. */
typedef struct tag {
    char text[NAME_SIZE];
    size_t size;
} tag;

/* The game at hand. */
typedef struct report {
    arb_pgn_worker *worker;
    arb_review *review;
    arb_pgn_place began;
    tag white, black, termination;
    bool started;       /* the review follows this game */
    arb_buf broken;     /* why it cannot be followed any more */
    const char *result; /* that it tells */
    unsigned seen;      /* bits of COUNT_... */
    arb_buf words;      /* of the finding that is being told */
    json_t *findings;   /* for JSON: all of them */
    arb_err err;
} report;

static const arb_pgn_cmd *cmd_of(const report *r)
{
    return r->worker->task->cmd;
}

/* JSON is always in English. */
static arb_lang lang_of(const report *r)
{
    return cmd_of(r)->cli->json ? ARB_LANG_EN : cmd_of(r)->cli->lang;
}

static void clear_report(void *own)
{
    report *r = own;

    arb_review_free(r->review);
    arb_buf_clear(&r->broken);
    arb_buf_clear(&r->words);
}

static arb_pgn_next go_on(report *r)
{
    if (r->err)
        r->worker->out->err = r->err;
    return r->err || arb_interrupt_pending() ? ARB_PGN_STOP : ARB_PGN_GO_ON;
}

static arb_pgn_next on_begin(void *user, const arb_pgn *pgn)
{
    arb_pgn_worker *worker = user;
    report *r = worker->own;

    if (!r->worker) {
        arb_buf_init(&r->broken, NULL, SIZE_MAX / 2);
        arb_buf_init(&r->words, NULL, SIZE_MAX / 2);
        r->err = arb_review_new(&r->review, NULL, worker->task->cmd->book);
    }
    r->worker = worker;
    r->began = arb_pgn_where(pgn);
    r->white.size = r->black.size = r->termination.size = 0;
    r->started = false;
    r->seen = 0;
    arb_buf_cut(&r->broken, 0);
    return go_on(r);
}

static arb_pgn_next on_tag(void *user, const arb_pgn *pgn, const arb_pgn_tag *given)
{
    report *r = ((arb_pgn_worker *)user)->own;
    const struct {
        const char *name;
        tag *tag;
    } wanted[] = { { "White", &r->white },
                   { "Black", &r->black },
                   { "Termination", &r->termination } };

    (void)pgn;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        if (strlen(wanted[i].name) != given->name_size ||
            memcmp(wanted[i].name, given->name, given->name_size) != 0)
            continue;
        tag *to = wanted[i].tag;
        to->size = given->value_size < sizeof to->text ? given->value_size : sizeof to->text;
        memcpy(to->text, given->value, to->size);
    }
    return ARB_PGN_GO_ON;
}

static arb_pgn_next on_start(void *user, const arb_pgn *pgn)
{
    report *r = ((arb_pgn_worker *)user)->own;
    arb_pos pos;

    arb_pgn_position(&pos, pgn);
    arb_review_begin(r->review, &pos);
    r->started = true;
    return go_on(r);
}

static arb_pgn_next on_move(void *user, const arb_pgn *pgn, const arb_pgn_move *move)
{
    report *r = ((arb_pgn_worker *)user)->own;
    arb_pos after;

    if (move->kind == ARB_PGN_MOVE_LEGAL) {
        r->err = arb_review_play(r->review, move->move);
    } else {
        arb_pgn_position(&after, pgn);
        r->err = arb_review_stand(r->review,
                                  move->hand.from < ARB_SQUARE_COUNT ? &move->hand : NULL, &after);
    }
    return r->err ? go_on(r) : ARB_PGN_GO_ON;
}

/* What a clock shows after the move of its player. */
static arb_pgn_next on_comment(void *user, const arb_pgn *pgn, const char *text, size_t size)
{
    report *r = ((arb_pgn_worker *)user)->own;
    arb_pgn_command command;
    size_t at = 0;

    (void)pgn;
    while (r->started && arb_pgn_command_next(&command, &at, text, size))
        if (command.kind == ARB_PGN_COMMAND_CLK)
            arb_review_clock(r->review, command.ms, command.fraction);
    return ARB_PGN_GO_ON;
}

/* Only the error that ended the game will be told. */
static arb_pgn_next on_finding(void *user, const arb_pgn *pgn, const arb_pgn_finding *finding)
{
    arb_pgn_worker *worker = user;
    report *r = worker->own;

    if (arb_pgn_worker_broke_off(worker, finding) || !r->worker ||
        arb_pgn_fault_weight(finding->fault) != ARB_PGN_ERROR)
        return ARB_PGN_GO_ON;
    arb_buf_cut(&r->broken, 0);
    if (!arb_pgn_finding_words(&r->broken, pgn, finding, lang_of(r)))
        r->err = ARB_NOMEM;
    return go_on(r);
}

static json_t *name_of(const tag *name)
{
    return name->size > 0 ? arb_pgn_json_text(name->text, name->size) : json_null();
}

/* The line of the game, below which its findings stand; in JSON they stand in it. */
static arb_err add_game(report *r, const arb_pgn_summary *summary)
{
    arb_finding head = { .line = r->began.line, .column = r->began.column, .game = r->began.game };
    char names[512] = "";

    if (summary) {
        head.json = json_pack("{so so ss sI sO}", "white", name_of(&r->white), "black",
                              name_of(&r->black), "result", r->result, "plies",
                              (json_int_t)summary->plies, "findings", r->findings);
        if (!head.json)
            return ARB_NOMEM;
    } else {
        snprintf(names, sizeof names, "%s - %s, %s",
                 arb_quote_bytes(r->white.text, r->white.size).text,
                 arb_quote_bytes(r->black.text, r->black.size).text, r->result);
    }
    return arb_findings_add(&r->worker->out->findings, &head, names);
}

/* Adds what `words` say, the first time below the line of the game; the JSON is taken. */
static arb_err add_finding(report *r, unsigned counts_as, arb_spot spot, json_t *json)
{
    const bool first = r->seen == 0;
    const arb_finding finding = { .below = true, .number = spot.number, .colour = spot.colour };

    r->seen |= 1u << counts_as | 1u << COUNT_NOTED;
    if (cmd_of(r)->cli->quiet)
        return ARB_OK;
    if (r->findings)
        return json_array_append_new(r->findings, json) == 0 ? ARB_OK : ARB_NOMEM;
    const arb_err err = first ? add_game(r, NULL) : ARB_OK;
    return err ? err
               : arb_findings_add(&r->worker->out->findings, &finding, arb_buf_text(&r->words));
}

/* What the review found. */
static arb_err on_review(void *user, const arb_review *review, const arb_review_finding *finding)
{
    static const unsigned counts_as[ARB_REVIEW_KIND_COUNT] = {
        [ARB_REVIEW_REPETITION] = COUNT_CLAIMS, [ARB_REVIEW_REPETITION_WITH] = COUNT_CLAIMS,
        [ARB_REVIEW_FIFTY] = COUNT_CLAIMS,      [ARB_REVIEW_FIFTY_WITH] = COUNT_CLAIMS,
        [ARB_REVIEW_FLAG] = COUNT_FLAGS,        [ARB_REVIEW_END] = COUNT_OVER,
        [ARB_REVIEW_RESULT] = COUNT_RESULTS,    [ARB_REVIEW_HELPLESS] = COUNT_RESULTS,
        [ARB_REVIEW_TIME_DRAW] = COUNT_RESULTS,
    };
    report *r = user;
    const arb_pgn_cmd *cmd = cmd_of(r);
    json_t *json = NULL;

    arb_buf_cut(&r->words, 0);
    if (!cmd->cli->quiet) {
        const arb_err err = arb_report_words(&r->words, review, finding, cmd->book, lang_of(r));
        if (err)
            return err;
    }
    if (r->findings)
        json = arb_report_json(review, finding, cmd->edition_given ? cmd->book : NULL,
                               arb_buf_text(&r->words));
    return add_finding(r, counts_as[finding->kind], arb_report_spot(review, finding), json);
}

static arb_err add_broken(report *r)
{
    const arb_spot spot =
        r->started ? arb_report_spot_after(r->review, arb_review_last(r->review)) : (arb_spot){ 0 };

    arb_buf_cut(&r->words, 0);
    const arb_err err = arb_buf_add_format(&r->words, arb_text(ARB_TEXT_PGN_BROKEN, lang_of(r)),
                                           arb_buf_text(&r->broken));
    if (err)
        return err;
    return add_finding(r, COUNT_BROKEN, spot,
                       r->findings ? arb_report_entry("broken", "", spot, arb_buf_text(&r->words))
                                   : NULL);
}

/* How the game says that it ended; nobody knows of one that an error broke off. */
static arb_review_told told_by(const report *r, const arb_pgn_summary *summary)
{
    static const char forfeit[] = "time forfeit";

    return (arb_review_told){ .known = (summary->marker || summary->tag) && !summary->broken,
                              .result = arb_result_read(r->result, strlen(r->result)),
                              .on_time = r->termination.size == sizeof forfeit - 1 &&
                                         strncasecmp(r->termination.text, forfeit,
                                                     sizeof forfeit - 1) == 0 };
}

/* The game has been read: now it is looked at. */
static arb_err examine(report *r, const arb_pgn_summary *summary)
{
    const arb_pgn_cmd *cmd = cmd_of(r);
    arb_err err = ARB_OK;

    r->result = arb_pgn_result_text(summary->marker ? summary->marker : summary->tag);
    const arb_review_told told = told_by(r, summary);
    if (r->started)
        err = arb_review_tell(r->review, &told, on_review, r);
    if (!err && summary->broken)
        err = add_broken(r);
    /* in text the line of the game has been told with its first finding */
    const bool alone = !r->findings && !r->seen && !cmd->cli->quiet && cmd->all;
    if (!err && (alone || (r->findings && (r->seen || cmd->all))))
        err = add_game(r, r->findings ? summary : NULL);
    return err;
}

static arb_pgn_next on_end(void *user, const arb_pgn *pgn, const arb_pgn_summary *summary)
{
    arb_pgn_worker *worker = user;
    report *r = worker->own;
    const bool json = worker->task->cmd->cli->json && !worker->task->cmd->cli->quiet;

    (void)pgn;
    r->findings = json ? json_array() : NULL;
    r->err = json && !r->findings ? ARB_NOMEM : examine(r, summary);
    json_decref(r->findings);
    for (unsigned i = COUNT_NOTED; i <= COUNT_BROKEN; i++)
        worker->out->count[i] += r->seen >> i & 1u;
    worker->out->count[COUNT_GAMES]++;
    arb_pgn_worker_tell(worker);
    return worker->live && ferror(stdout) ? ARB_PGN_STOP : go_on(r);
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
        else
            object = arb_json_put(object, names[i], json_integer((json_int_t)count[i]));
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
                                .own_size = sizeof(report),
                                .own_clear = clear_report };
    uint64_t count[ARB_PGN_COUNTS] = { 0 };
    const arb_exit status = arb_pgn_run(&task, count);

    if (status == ARB_EXIT_INTERRUPTED)
        return status;
    print_summary(cmd->cli, count);
    return arb_exit_worse(status, count[COUNT_NOTED] > 0 ? ARB_EXIT_NO : ARB_EXIT_YES);
}
