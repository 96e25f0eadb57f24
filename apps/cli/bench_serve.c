/* SPDX-License-Identifier: MIT */
#include "cli/bench.h"

#include "bench/bench_postgres.h"
#include "bench/bench_serve.h"
#include "cli/secrets.h"
#include "common/quote.h"

enum {
    GAMES = 512,
    GAMES_MAX = 512, /* what this machine may create at once, those of the crowd included */
    STREAMS = 7000,
    STREAMS_MAX = 8500,
    SECONDS = 1,
    SECONDS_MAX = 10,
    RUNS = 4,
    RUNS_MAX = ARB_BENCH_RUNS_MAX
};

/* How the goals are called: in JSON, and in words. */
static const struct {
    const char *key;
    arb_text_id text;
    int digits;
} goals[ARB_BENCH_GOAL_COUNT] = {
    [ARB_BENCH_GOAL_CALM] = { "push_calm", ARB_TEXT_BENCH_GOAL_CALM, 2 },
    [ARB_BENCH_GOAL_BUSY] = { "push_busy", ARB_TEXT_BENCH_GOAL_BUSY, 2 },
    [ARB_BENCH_GOAL_CROWD] = { "push_crowded", ARB_TEXT_BENCH_GOAL_CROWD, 2 },
    [ARB_BENCH_GOAL_DURABLE] = { "durable", ARB_TEXT_BENCH_GOAL_DURABLE, 2 },
    [ARB_BENCH_GOAL_CONNECTIONS] = { "connections", ARB_TEXT_BENCH_GOAL_CONNECTIONS, 2 },
    [ARB_BENCH_GOAL_STORE] = { "store", ARB_TEXT_BENCH_GOAL_STORE, 2 },
    [ARB_BENCH_GOAL_MEMORY] = { "stream_bytes", ARB_TEXT_BENCH_GOAL_MEMORY, 0 },
    [ARB_BENCH_GOAL_CUT] = { "cut_heartbeats", ARB_TEXT_BENCH_GOAL_CUT, 2 },
    [ARB_BENCH_GOAL_POSTGRES] = { "postgres", ARB_TEXT_BENCH_GOAL_POSTGRES, 2 },
    [ARB_BENCH_GOAL_COMMITS] = { "postgres_commits", ARB_TEXT_BENCH_GOAL_COMMITS, 2 },
    [ARB_BENCH_GOAL_TAIL] = { "postgres_tail", ARB_TEXT_BENCH_GOAL_TAIL, 2 },
    [ARB_BENCH_GOAL_HALLS] = { "postgres_halls", ARB_TEXT_BENCH_GOAL_HALLS, 2 },
};

/* Those of PostgreSQL are told when it was asked for. */
static unsigned goal_count(const arb_bench_serve_row *row)
{
    return row->postgres.asked ? ARB_BENCH_GOAL_COUNT : ARB_BENCH_GOAL_POSTGRES;
}

/* ---- JSON */

static json_t *pushes_json(const arb_bench_serve_row *row)
{
    json_t *list = json_array();

    for (unsigned i = 0; i < ARB_BENCH_PUSH_COUNT; i++) {
        const arb_bench_push *p = &row->push[i];
        list = arb_json_add(list, json_pack("{sI sf sI sf sf sf}", "asked", (json_int_t)p->asked,
                                            "reached", p->reached, "streams",
                                            (json_int_t)p->streams, "p50_us", p->p50_us, "p99_us",
                                            p->p99_us, "fsync_us", p->fsync_us));
    }
    return list;
}

static json_t *scan_json(const arb_bench_serve_row *row)
{
    json_t *list = json_array();

    for (unsigned i = 0; i < ARB_BENCH_SCAN; i++) {
        const arb_bench_scan *s = &row->scan[i];
        list = arb_json_add(list, json_pack("{sI sf sf}", "connections", (json_int_t)s->connections,
                                            "events", s->events, "echo", s->echo));
    }
    return list;
}

static json_t *goals_json(const arb_bench_serve_row *row)
{
    json_t *object = json_object();

    for (unsigned i = 0; i < goal_count(row); i++) {
        const arb_bench_verdict v = arb_bench_serve_judge(row, (arb_bench_goal)i);
        object = arb_json_put(object, goals[i].key,
                              v.measured ? json_pack("{sf sf sb}", "value", v.value,
                                                     v.at_most ? "at_most" : "at_least", v.limit,
                                                     "reached", v.reached)
                                         : json_null());
    }
    return object;
}

static json_t *machine_json(const arb_bench_serve_row *row)
{
    return json_pack("{ss sI sf sf}", "processor", row->machine.processor, "cores",
                     (json_int_t)row->machine.cores, "load_before", row->machine.load, "load_after",
                     row->load_after);
}

static json_t *postgres_json(const arb_bench_serve_row *row)
{
    return json_pack("{sf sf sf sf sf sf sf sf sf sf sf sf sf}", "events", row->postgres.events,
                     "batch", row->postgres.batch, "flat_p50_us", row->postgres.flat_p50_us,
                     "flat_p99_us", row->postgres.flat_p99_us, "calm_p50_us",
                     row->postgres.calm_p50_us, "calm_p99_us", row->postgres.calm_p99_us, "store",
                     row->postgres.store, "bare", row->postgres.bare, "commit_us",
                     row->postgres.commit_us, "commit_p99_us", row->postgres.commit_p99_us,
                     "hall_us", row->postgres.hall_us, "one_hall", row->postgres.one, "two_halls",
                     row->postgres.two);
}

static void print_json(const arb_cli *cli, const arb_bench_serve_row *row)
{
    json_t *all = json_pack(
        "{sI sI sI sI sI sI sI so so s{sf sf sf} sf s{sf sf} sf sf sf sf sf sf so}", "games",
        (json_int_t)row->games, "streams", (json_int_t)row->streams, "descriptors",
        (json_int_t)row->descriptors, "events", (json_int_t)row->events, "lost",
        (json_int_t)row->lost, "disorder", (json_int_t)row->disorder, "limited",
        (json_int_t)row->limited, "push", pushes_json(row), "scan", scan_json(row), "flat_out",
        "p50_us", row->flat_p50_us, "p99_us", row->flat_p99_us, "hall_us", row->hall_us,
        "in_memory", row->fleeting, "echo", "p50_us", row->echo_p50_us, "p99_us", row->echo_p99_us,
        "batch", row->batch, "store", row->store, "sqlite", row->bare, "closed_s", row->closed_s,
        "cut_s", row->cut_s, "heartbeat_s", row->heartbeat_s, "goals", goals_json(row));

    all = arb_json_put(all, "machine", machine_json(row));
    if (row->postgres.asked)
        all = arb_json_put(all, "postgres", postgres_json(row));
    arb_cli_json(cli, all);
}

/* ---- words */

static void print_figures(const arb_cli *cli, const arb_bench_serve_row *row, unsigned runs)
{
    arb_text_print(stdout, cli->lang, ARB_TEXT_BENCH_SERVE_TITLE, row->games, 2 * row->games,
                   row->streams, runs, (unsigned long long)row->descriptors);
    putchar('\n');
    arb_text_print(stdout, cli->lang, ARB_TEXT_BENCH_MACHINE, row->machine.processor,
                   row->machine.cores, row->machine.load, row->load_after);
    printf("\n\n%s\n", arb_text(ARB_TEXT_BENCH_SERVE_PUSH, cli->lang));
    for (unsigned i = 0; i < ARB_BENCH_PUSH_COUNT; i++) {
        const arb_bench_push *p = &row->push[i];
        printf("%12u %12.0f %12u %12.0f %12.0f %12.0f\n", p->asked, p->reached, p->streams,
               p->p50_us, p->p99_us, p->fsync_us);
    }
    printf("\n%s\n", arb_text(ARB_TEXT_BENCH_SERVE_SCAN, cli->lang));
    for (unsigned i = 0; i < ARB_BENCH_SCAN; i++) {
        const arb_bench_scan *s = &row->scan[i];
        printf("%12u %12.0f %12.0f\n", s->connections, s->events, s->echo);
    }
    putchar('\n');
    arb_text_line(stdout, cli->lang, ARB_TEXT_BENCH_SERVE_BESIDE, row->flat_p50_us,
                  row->flat_p99_us, row->hall_us, row->echo_p50_us, row->echo_p99_us, row->batch,
                  row->store, row->bare, row->fleeting);
    if (row->postgres.asked)
        arb_text_line(stdout, cli->lang, ARB_TEXT_BENCH_SERVE_POSTGRES, row->postgres.events,
                      row->postgres.flat_p50_us, row->postgres.flat_p99_us, row->postgres.hall_us,
                      row->postgres.batch, row->postgres.store, row->postgres.bare,
                      row->postgres.calm_p50_us, row->postgres.calm_p99_us, row->postgres.commit_us,
                      row->postgres.commit_p99_us, row->postgres.one, row->postgres.two,
                      row->machine.cores);
    arb_text_line(stdout, cli->lang, ARB_TEXT_BENCH_SERVE_DEAD, row->closed_s * 1e3, row->cut_s);
    arb_text_print(stdout, cli->lang, ARB_TEXT_BENCH_SERVE_EVENTS, (unsigned long long)row->events,
                   (unsigned long long)row->lost, (unsigned long long)row->disorder);
    printf("\n\n");
}

static void print_goals(const arb_cli *cli, const arb_bench_serve_row *row)
{
    for (unsigned i = 0; i < goal_count(row); i++) {
        const arb_bench_verdict v = arb_bench_serve_judge(row, (arb_bench_goal)i);
        const arb_text_id said = !v.measured ? ARB_TEXT_BENCH_GOAL_UNKNOWN
                                 : v.reached ? ARB_TEXT_BENCH_GOAL_REACHED
                                             : ARB_TEXT_BENCH_GOAL_MISSED;
        arb_text_print(stdout, cli->lang, goals[i].text);
        printf(" %9.*f  %s %-6g %s\n", goals[i].digits, v.value, v.at_most ? "<=" : ">=", v.limit,
               arb_text(said, cli->lang));
    }
}

/* ---- the whole */

static bool read_options(arb_bench_serve_options *o, const arb_cli *cli, const arb_args *args)
{
    const char *const *value = args->value;

    *o = (arb_bench_serve_options){
        .games = GAMES, .streams = STREAMS, .seconds = SECONDS, .runs = RUNS
    };
    if (value[ARB_OPT_QUICK])
        o->runs = 1;
    else if (!arb_cli_number(&o->runs, cli, value[ARB_OPT_RUNS], 1, RUNS_MAX, ARB_TEXT_NAME_RUNS))
        return false;
    return arb_cli_number(&o->games, cli, value[ARB_OPT_BENCH_GAMES], 1, GAMES_MAX,
                          ARB_TEXT_NAME_GAMES) &&
           arb_cli_number(&o->streams, cli, value[ARB_OPT_BENCH_STREAMS], 0, STREAMS_MAX,
                          ARB_TEXT_NAME_STREAMS) &&
           arb_cli_number(&o->seconds, cli, value[ARB_OPT_BENCH_SECONDS], 1, SECONDS_MAX,
                          ARB_TEXT_NAME_SECONDS);
}

/* Nobody's hall is measured: the database must be empty. */
static bool find_postgres(arb_bench_serve_options *o, const arb_cli *cli, const arb_args *args)
{
    const char *address = args->value[ARB_OPT_BENCH_DB];
    bool empty = false;
    arb_quoted room;

    if (!address)
        return true;
    const arb_store_err err = arb_store_is_postgres(address)
                                  ? arb_bench_postgres_is_empty(&empty, address)
                                  : ARB_STORE_ADDRESS;
    if (err || !empty) {
        (void)arb_cli_complain(cli, ARB_TEXT_STORE_FAILED,
                               arb_quote_path(&room, arb_secrets_shown(address)),
                               arb_store_err_text(err ? err : ARB_STORE_EXISTS, cli->lang));
        return false;
    }
    o->postgres = address;
    return true;
}

static bool all_is_well(const arb_bench_serve_row *row)
{
    bool well = row->lost == 0 && row->disorder == 0;

    for (unsigned i = 0; i < goal_count(row); i++) {
        const arb_bench_verdict v = arb_bench_serve_judge(row, (arb_bench_goal)i);
        well = well && (v.reached || !v.measured);
    }
    return well;
}

arb_exit arb_bench_serve_run(const arb_cli *cli, const arb_args *args, arb_progress *bar,
                             bool (*progress)(void *user, double done), void *user)
{
    arb_bench_serve_options options;
    arb_bench_serve_row row;

    if (!read_options(&options, cli, args) || !find_postgres(&options, cli, args))
        return ARB_EXIT_BAD;
    options.progress = progress;
    options.user = user;
    const arb_err err = arb_bench_serve(&row, &options);
    arb_progress_clear(bar);
    if (err == ARB_IO)
        return arb_cli_complain(cli, ARB_TEXT_BENCH_SERVE_FAILED);
    if (err)
        return arb_cli_failed(cli, err);
    if (row.streams < options.streams)
        arb_cli_complain(cli, ARB_TEXT_BENCH_SERVE_FEWER, (unsigned long long)row.descriptors,
                         row.streams, options.streams);
    if (cli->json) {
        print_json(cli, &row);
    } else {
        print_figures(cli, &row, options.runs);
        print_goals(cli, &row);
    }
    return all_is_well(&row) ? ARB_EXIT_YES : ARB_EXIT_NO;
}
