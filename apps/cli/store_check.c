/* SPDX-License-Identifier: MIT */
/* `arbitro store check`: everything that is wrong with a database, one line each. */
#include <stdio.h>
#include <string.h>

#include "cli/store.h"
#include "common/interrupt.h"
#include "server/hall/beat.h"
#include "server/hall/broadcasts.h"

typedef struct checking {
    const arb_cli *cli;
    arb_progress progress;
} checking;

/* ---- one finding ---- */

/* The word of the language for what is said to an event; what is longer than a word stays. */
static arb_store_bytes word_of(const arb_cli *cli, arb_store_bytes said)
{
    const char *word = NULL;

    if (said.size == 7 && memcmp(said.text, "refused", 7) == 0)
        word = arb_text(ARB_TEXT_STORE_REFUSED, cli->lang);
    else if (said.size == 8 && memcmp(said.text, "accepted", 8) == 0)
        word = arb_text(ARB_TEXT_STORE_ACCEPTED, cli->lang);
    return word ? (arb_store_bytes){ word, strlen(word) } : said;
}

static bool print_place(const arb_cli *cli, const arb_store_finding *f)
{
    if (f->game > 0 && f->number > 0)
        arb_text_print(stdout, cli->lang, ARB_TEXT_STORE_EVENT, (unsigned long long)f->game,
                       (unsigned long)f->number);
    else if (f->game > 0)
        arb_text_print(stdout, cli->lang, ARB_TEXT_STORE_GAME, (unsigned long long)f->game);
    else if (f->sequence > 0 && f->detail.size == 0)
        arb_text_print(stdout, cli->lang, ARB_TEXT_STORE_SEQUENCE, (unsigned long long)f->sequence);
    else
        return false;
    return true;
}

static void print_text(const arb_cli *cli, const arb_store_finding *f)
{
    if (print_place(cli, f))
        printf(": ");
    printf("%s", arb_store_fault_text(f->fault, cli->lang));
    if (f->count > 0) {
        printf(" (");
        arb_text_print(stdout, cli->lang, ARB_TEXT_STORE_MISSING, (unsigned long long)f->count);
        putchar(')');
    }
    if (f->detail.size > 0)
        printf(": %.*s", (int)f->detail.size, f->detail.text);
    if (f->text.size > 0) {
        const arb_store_bytes then = word_of(cli, f->then), now = word_of(cli, f->now);
        printf(": ");
        arb_text_print(stdout, cli->lang, ARB_TEXT_STORE_OTHERWISE, (int)f->text.size, f->text.text,
                       (int)then.size, then.text, (int)now.size, now.text);
    }
    putchar('\n');
}

/* A number that is told only where it says something. */
static json_t *number_or_null(uint64_t number)
{
    return number > 0 ? json_integer((json_int_t)number) : json_null();
}

static json_t *text_or_null(arb_store_bytes text)
{
    return text.size > 0 ? json_stringn(text.text, text.size) : json_null();
}

static void print_json(const arb_cli *cli, const arb_store_finding *f)
{
    (void)arb_cli_json(
        cli, json_pack("{ss ss so so so so so so so so}", "fault", arb_store_fault_code(f->fault),
                       "what", arb_store_fault_text(f->fault, cli->lang), "game",
                       number_or_null(f->game), "number", number_or_null(f->number), "sequence",
                       number_or_null(f->sequence), "missing", number_or_null(f->count), "detail",
                       text_or_null(f->detail), "text", text_or_null(f->text), "then",
                       text_or_null(f->then), "now", text_or_null(f->now)));
}

static bool on_finding(void *user, const arb_store_finding *finding)
{
    checking *it = user;

    arb_progress_clear(&it->progress);
    (it->cli->json ? print_json : print_text)(it->cli, finding);
    return !arb_interrupt_pending();
}

static bool on_progress(void *user, double done)
{
    checking *it = user;

    return arb_store_show(&it->progress, done);
}

/* ---- all of them ---- */

/* Is all there that a hall had stored? The mark was read before the database was opened. */
static arb_store_err check_mark(checking *it, arb_store *store, const arb_store_mark *mark,
                                arb_store_figures *figures)
{
    arb_store_loss loss = { 0 };
    const arb_store_err err = mark ? arb_store_mark_check(&loss, store, mark) : ARB_STORE_OK;

    if (err != ARB_STORE_LOSS)
        return err;
    figures->findings++;
    (void)on_finding(it,
                     &(arb_store_finding){ .fault = ARB_STORE_FAULT_LOSS, .count = loss.events });
    return ARB_STORE_OK;
}

static bool has_name(const arb_broadcast *all, size_t count, const char *slug)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(all[i].slug, slug) == 0)
            return true;
    return false;
}

/* Only one of two that are called alike is found, and its delay may be the shorter one. */
static arb_store_err check_publications(checking *it, arb_store *store, arb_store_figures *figures)
{
    arb_broadcast *all = NULL;
    bool damaged = false;
    const arb_store_err err = arb_broadcasts_read(&all, &damaged, store);

    for (size_t i = 0; i < ARB_BROADCASTS_MAX && !err; i++) {
        const char *slug = all[i].slug;
        if (!*slug || !has_name(all, i, slug))
            continue;
        figures->findings++;
        (void)on_finding(it, &(arb_store_finding){ .fault = ARB_STORE_FAULT_PUBLICATION,
                                                   .detail = { slug, strlen(slug) } });
    }
    arb_broadcasts_free(all);
    return err == ARB_STORE_CORRUPT ? ARB_STORE_OK : err; /* that was told */
}

static void summarise(const arb_cli *cli, const arb_store_figures *figures)
{
    const unsigned long long games = figures->games, events = figures->events;

    if (cli->json)
        (void)arb_cli_json(cli, json_pack("{sI sI sI}", "games", (json_int_t)games, "events",
                                          (json_int_t)events, "findings",
                                          (json_int_t)figures->findings));
    else if (figures->findings == 0)
        arb_text_line(stdout, cli->lang, ARB_TEXT_STORE_WELL, games, events);
    else
        arb_text_line(stdout, cli->lang, ARB_TEXT_STORE_WRONG, games, events,
                      (unsigned long long)figures->findings);
}

static arb_exit check(const arb_cli *cli, const arb_args *args, arb_store *store,
                      const arb_store_mark *mark)
{
    checking it = { .cli = cli, .progress = arb_progress_begin() };
    const arb_store_inspector inspector = { .judge = args->value[ARB_OPT_STORE_JUDGE] != NULL,
                                            .finding = on_finding,
                                            .progress = on_progress,
                                            .user = &it };
    arb_store_figures figures = { 0 };
    arb_store_err err = arb_store_inspect(&figures, store, &inspector);

    if (!err)
        err = check_mark(&it, store, mark, &figures);
    if (!err)
        err = check_publications(&it, store, &figures);
    arb_progress_clear(&it.progress);
    if (arb_interrupt_pending())
        return arb_cli_interrupted(cli);
    if (err)
        return arb_store_failed(cli, args->operand[1], err);
    summarise(cli, &figures);
    return figures.findings > 0 ? ARB_EXIT_NO : ARB_EXIT_YES;
}

arb_exit arb_store_check_run(const arb_cli *cli, const arb_args *args)
{
    arb_store *store = NULL;
    arb_store_mark mark;

    if (args->operands != 2)
        return arb_cli_misused(cli, ARB_TEXT_STORE_ONE_DATABASE);
    const bool known = arb_beat_mark_read(&mark, args->operand[1]);
    if (!arb_store_arg_open(&store, cli, args->operand[1]))
        return ARB_EXIT_BAD;
    const arb_exit status = check(cli, args, store, known ? &mark : NULL);
    arb_store_close(store);
    return status;
}
