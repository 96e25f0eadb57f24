/* SPDX-License-Identifier: MIT */
/* `arbitro bench pgn` for people and as JSON; see bench.h. */
#include "cli/bench.h"

#include <stdio.h>

static const char *const names[ARB_BENCH_PGN_COUNT] = { "check", "convert", "report" };

/* The time of the peer for the same, or for the check of which a report is more; 0 without one. */
static double peer_of(const arb_bench_pgn_row *row, arb_bench_pgn_action a)
{
    return row->peer_seconds[a < ARB_BENCH_PGN_PEERS ? a : ARB_BENCH_PGN_CHECK];
}

static double times_of(const arb_bench_pgn_row *row, arb_bench_pgn_action a)
{
    return row->seconds[a] / row->seconds[ARB_BENCH_PGN_CHECK];
}

static bool is_within(const arb_bench_pgn_row *row, arb_bench_pgn_action a)
{
    return (arb_bench_pgn_limit[a] == 0 || times_of(row, a) <= arb_bench_pgn_limit[a]) &&
           (peer_of(row, a) == 0 || row->seconds[a] < peer_of(row, a));
}

/* How many times as fast as the peer games are selected; 0 without one. */
static double ratio_of(const arb_bench_pgn_row *row, unsigned by)
{
    return row->select_peer_seconds[by] / row->select_seconds[by];
}

static void show_select_json(const arb_cli *cli, const arb_bench_pgn_row *row, double mega)
{
    for (unsigned by = 0; by < ARB_BENCH_BY_COUNT; by++)
        arb_cli_json(cli,
                     json_pack("{ss ss sf sf sf sf sI sI}", "select", arb_bench_pgn_choices[by][0],
                               "value", arb_bench_pgn_choices[by][1], "seconds",
                               row->select_seconds[by], "mb_s", mega / row->select_seconds[by],
                               "peer_seconds", row->select_peer_seconds[by], "ratio",
                               ratio_of(row, by), "goal", (json_int_t)ARB_BENCH_SELECT_GOAL,
                               "whole_kb", (json_int_t)row->select_kb[by]));
}

static void show_select(const arb_cli *cli, const arb_bench_pgn_row *row, double mega)
{
    printf("\n%s\n", arb_text(ARB_TEXT_BENCH_PGN_SELECT, cli->lang));
    for (unsigned by = 0; by < ARB_BENCH_BY_COUNT; by++) {
        printf("%-12s %8.2f %8.1f %6u", arb_bench_pgn_choices[by][0], row->select_seconds[by],
               mega / row->select_seconds[by], ARB_BENCH_SELECT_GOAL);
        if (row->select_peer_seconds[by] > 0)
            printf(" %12.2f %7.1f", row->select_peer_seconds[by], ratio_of(row, by));
        else
            printf(" %12s %7s", "", "");
        printf(" %11.1f\n", (double)row->select_kb[by] / 1024);
    }
}

static void show_json(const arb_cli *cli, const arb_bench_pgn_row *row, double mega)
{
    for (arb_bench_pgn_action a = ARB_BENCH_PGN_CHECK; a < ARB_BENCH_PGN_COUNT; a++)
        arb_cli_json(cli, json_pack("{ss sf sf sf sI sI sf sI sI}", "action", names[a], "seconds",
                                    row->seconds[a], "mb_s", mega / row->seconds[a], "times",
                                    times_of(row, a), "limit", (json_int_t)arb_bench_pgn_limit[a],
                                    "goal", (json_int_t)arb_bench_pgn_goal[a], "peer_seconds",
                                    peer_of(row, a), "quarter_kb", (json_int_t)row->quarter_kb[a],
                                    "whole_kb", (json_int_t)row->whole_kb[a]));
    arb_cli_json(cli, json_pack("{sI sI sI sI sI sI sf}", "bytes", (json_int_t)row->bytes, "games",
                                (json_int_t)row->games, "plies", (json_int_t)row->plies, "errors",
                                (json_int_t)row->errors, "remarks", (json_int_t)row->remarks,
                                "threads", (json_int_t)row->threads, "threads_ratio",
                                row->threads > 1 ? row->one_s / row->threads_s : 0.0));
}

static void show_action(const arb_bench_pgn_row *row, arb_bench_pgn_action a, double mega)
{
    printf("%-8s %8.2f %8.1f", names[a], row->seconds[a], mega / row->seconds[a]);
    if (arb_bench_pgn_limit[a] > 0)
        printf(" %7.2f %8u %6u", times_of(row, a), arb_bench_pgn_limit[a], arb_bench_pgn_goal[a]);
    else
        printf(" %7s %8s %6s", "", "", "");
    if (peer_of(row, a) > 0)
        printf(" %12.2f %7.1f", peer_of(row, a), peer_of(row, a) / row->seconds[a]);
    else
        printf(" %12s %7s", "", "");
    printf(" %10.1f %11.1f\n", (double)row->quarter_kb[a] / 1024, (double)row->whole_kb[a] / 1024);
}

arb_exit arb_bench_pgn_show(const arb_cli *cli, const arb_bench_pgn_row *row, unsigned runs)
{
    const double mega = (double)row->bytes / 1e6;
    bool within = true;

    for (arb_bench_pgn_action a = ARB_BENCH_PGN_CHECK; a < ARB_BENCH_PGN_COUNT; a++)
        within = within && is_within(row, a);
    for (unsigned by = 0; by < ARB_BENCH_BY_COUNT; by++)
        within = within && (row->select_peer_seconds[by] == 0 ||
                            row->select_peer_seconds[by] > row->select_seconds[by]);
    if (cli->json) {
        show_json(cli, row, mega);
        show_select_json(cli, row, mega);
        return within ? ARB_EXIT_YES : ARB_EXIT_NO;
    }
    arb_text_print(stdout, cli->lang, ARB_TEXT_BENCH_PGN, mega, (unsigned long long)row->games,
                   (unsigned long long)row->plies, (unsigned long long)row->errors,
                   (unsigned long long)row->remarks, runs);
    printf("\n\n%s\n", arb_text(ARB_TEXT_BENCH_PGN_HEAD, cli->lang));
    for (arb_bench_pgn_action a = ARB_BENCH_PGN_CHECK; a < ARB_BENCH_PGN_COUNT; a++)
        show_action(row, a, mega);
    show_select(cli, row, mega);
    if (row->threads > 1) {
        putchar('\n');
        arb_text_line(stdout, cli->lang, ARB_TEXT_BENCH_PGN_THREADS, row->threads,
                      row->one_s / row->threads_s);
    }
    return within ? ARB_EXIT_YES : ARB_EXIT_NO;
}
