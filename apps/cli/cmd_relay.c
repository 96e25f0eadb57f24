/* SPDX-License-Identifier: MIT */
/* `arbitro relay`: published rounds of a hall go to a broadcast; see relay.h. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/relay.h"
#include "common/quote.h"
#include "common/system_text.h"

enum { INTERVAL_S = 5, INTERVAL_MIN = 2, INTERVAL_MAX = 60, TIMEOUT_MS = 5000 };

/* The rounds at hand. */
typedef struct rounds {
    arb_relay relay;
    const char *from, *list_path; /* NULL: one round alone */
    bool plain;
    struct stat list_is; /* as it was read last */
    arb_relay_round *all[ARB_RELAY_LINES_MAX];
    size_t count;
} rounds;

static atomic_int *stop_at; /* of the relay that runs */

static void on_signal(int signal_)
{
    (void)signal_;
    *stop_at = 1;
}

/* ---- addresses */

static bool is_good_url(const arb_cli *cli, const char *url, bool plain)
{
    const arb_text_id fault = arb_relay_url_fault(url, plain);
    arb_relay_shown room;

    if (fault != ARB_TEXT_COUNT)
        (void)arb_cli_misused(cli, fault, arb_relay_show(&room, url));
    return fault == ARB_TEXT_COUNT;
}

/* ---- the list */

static arb_text_id text_of(arb_relay_list_fault fault)
{
    switch (fault) {
    case ARB_RELAY_LIST_LINE:
        return ARB_TEXT_RELAY_LIST_LINE;
    case ARB_RELAY_LIST_TWICE:
        return ARB_TEXT_RELAY_LIST_TWICE;
    case ARB_RELAY_LIST_SITE:
        return ARB_TEXT_RELAY_LIST_SITE;
    case ARB_RELAY_LIST_MANY:
        return ARB_TEXT_RELAY_LIST_MANY;
    case ARB_RELAY_LIST_EMPTY:
        return ARB_TEXT_RELAY_LIST_EMPTY;
    case ARB_RELAY_LIST_GOOD:
        break;
    }
    return ARB_TEXT_COUNT;
}

static bool are_good_urls(const rounds *all, const arb_relay_line *lines, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!is_good_url(all->relay.cli, lines[i].to, all->plain))
            return false;
    return true;
}

/* Reads the list, or complains of it and returns false. */
static bool read_list(arb_relay_line lines[ARB_RELAY_LINES_MAX], size_t *count, const rounds *all)
{
    const arb_cli *cli = all->relay.cli;
    char *text = malloc(ARB_RELAY_LIST_MAX);
    FILE *file = text ? fopen(all->list_path, "re") : NULL;
    unsigned at = 0;

    if (!file) {
        (void)arb_cli_complain_at(cli, all->list_path, 0, 0, ARB_TEXT_FILE_FAILED,
                                  arb_system_text(errno, cli->lang));
        free(text);
        return false;
    }
    const size_t size = fread(text, 1, ARB_RELAY_LIST_MAX, file);
    (void)fclose(file);
    const arb_relay_list_fault fault = size == ARB_RELAY_LIST_MAX
                                           ? ARB_RELAY_LIST_MANY
                                           : arb_relay_list_read(lines, count, &at, text, size);
    free(text);
    if (fault)
        (void)arb_cli_complain_at(cli, all->list_path, fault == ARB_RELAY_LIST_EMPTY ? 0 : at, 1,
                                  text_of(fault));
    return !fault && are_good_urls(all, lines, *count);
}

/* ---- rounds come and go */

static bool add_round(rounds *to, char *from, const arb_relay_line *line)
{
    arb_relay_round *r = from ? arb_relay_round_new(&to->relay, from, line) : NULL;

    if (!r)
        return false;
    if (pthread_create(&r->thread, NULL, arb_relay_round_run, r) != 0) {
        arb_relay_round_free(r);
        return false;
    }
    to->all[to->count++] = r;
    return true;
}

static void remove_round(rounds *from, size_t at)
{
    arb_relay_round *r = from->all[at];

    (void)pthread_join(r->thread, NULL);
    arb_relay_round_free(r);
    from->all[at] = from->all[--from->count];
}

static bool is_listed(const arb_relay_line *line, const arb_relay_line *lines, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (arb_relay_line_equal(line, &lines[i]))
            return true;
    return false;
}

/* Those that are no longer listed end, new ones begin, the others notice nothing. */
static bool follow_list(rounds *all, const arb_relay_line *lines, size_t count)
{
    for (size_t i = 0; i < all->count; i++) /* all at once, whatever they are in the middle of */
        all->all[i]->gone = !is_listed(&all->all[i]->line, lines, count);
    for (size_t i = all->count; i > 0; i--)
        if (all->all[i - 1]->gone)
            remove_round(all, i - 1);
    for (size_t i = 0; i < count; i++) {
        bool runs = false;
        for (size_t at = 0; at < all->count; at++)
            runs = runs || arb_relay_line_equal(&all->all[at]->line, &lines[i]);
        if (!runs &&
            !add_round(all, arb_relay_games_of_round(all->from, lines[i].round), &lines[i]))
            return false;
    }
    return true;
}

static bool has_changed(const rounds *all, const struct stat *is)
{
    const struct stat *was = &all->list_is;

    return is->st_ino != was->st_ino || is->st_size != was->st_size ||
           is->st_mtim.tv_sec != was->st_mtim.tv_sec || is->st_mtim.tv_nsec != was->st_mtim.tv_nsec;
}

/* The list may be written anew while games go on; one with a mistake changes nothing. */
static void watch_list(rounds *all)
{
    const struct timespec second = { 1, 0 };

    while (!all->relay.stopped) {
        struct stat is;
        (void)nanosleep(&second, NULL);
        if (all->relay.stopped || stat(all->list_path, &is) != 0 || !has_changed(all, &is))
            continue;
        arb_relay_line *lines = calloc(ARB_RELAY_LINES_MAX, sizeof *lines);
        size_t count = 0;
        all->list_is = is;
        if (lines && read_list(lines, &count, all))
            (void)follow_list(all, lines, count);
        free(lines);
    }
}

/* ---- the command */

/* Of the file in which the token should be, or that there is none anywhere. */
static bool has_token(const arb_cli *cli, const char *path)
{
    char token[ARB_RELAY_TOKEN_MAX + 1];
    const bool good = arb_relay_token(token, path);

    memset(token, 0, sizeof token);
    if (!good && path && access(path, R_OK) != 0)
        (void)arb_cli_complain_at(cli, path, 0, 0, ARB_TEXT_FILE_FAILED,
                                  arb_system_text(errno, cli->lang));
    else if (!good)
        (void)arb_cli_complain(cli, ARB_TEXT_RELAY_NO_TOKEN);
    return good;
}

/* Files can be added to it, and with a list rounds. */
static bool is_good_from(const rounds *all)
{
    const arb_cli *cli = all->relay.cli;
    arb_relay_shown room;

    if (arb_relay_has_query(all->from))
        (void)arb_cli_misused(cli, ARB_TEXT_RELAY_QUERY, arb_relay_show(&room, all->from));
    else if (all->list_path && arb_relay_is_round(all->from))
        (void)arb_cli_misused(cli, ARB_TEXT_RELAY_EVENT);
    else
        return true;
    return false;
}

/* One address and a list, or two addresses. */
static bool are_good_operands(const rounds *all, const arb_args *args)
{
    const arb_cli *cli = all->relay.cli;

    if (!all->list_path && args->operands < 2) {
        (void)arb_cli_misused(cli, ARB_TEXT_RELAY_NO_TO);
        return false;
    }
    if (all->list_path && args->operands > 1) {
        (void)arb_cli_misused(cli, ARB_TEXT_RELAY_EVENT);
        return false;
    }
    return is_good_url(cli, all->from, all->plain) && is_good_from(all) &&
           (all->list_path || is_good_url(cli, args->operand[1], all->plain));
}

/* A state of its own; not the file of another option, under whatever name. */
static bool is_good_state(const arb_cli *cli, const arb_args *args)
{
    static const struct {
        arb_opt option;
        const char *name;
    } others[] = { { ARB_OPT_RELAY_TOKEN, "--token-file" },
                   { ARB_OPT_RELAY_ROUNDS, "--rounds" },
                   { ARB_OPT_RELAY_CA, "--ca-file" } };
    const char *path = args->value[ARB_OPT_RELAY_STATE];
    struct stat is, other;

    if (!path || stat(path, &is) != 0)
        return true;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        const char *one = args->value[others[i].option];
        if (one && stat(one, &other) == 0 && is.st_dev == other.st_dev &&
            is.st_ino == other.st_ino) {
            (void)arb_cli_complain_at(cli, path, 0, 0, ARB_TEXT_RELAY_STATE_SAME, others[i].name);
            return false;
        }
    }
    return true;
}

static bool read_options(rounds *out, const arb_cli *cli, const arb_args *args)
{
    unsigned timeout = TIMEOUT_MS;

    *out = (rounds){ .from = args->operand[0],
                     .list_path = args->value[ARB_OPT_RELAY_ROUNDS],
                     .plain = args->value[ARB_OPT_RELAY_PLAIN] != NULL };
    arb_relay *r = &out->relay;
    r->cli = cli;
    r->once = args->value[ARB_OPT_RELAY_ONCE] != NULL;
    r->several = out->list_path != NULL;
    r->token_path = args->value[ARB_OPT_RELAY_TOKEN];
    r->authorities = args->value[ARB_OPT_RELAY_CA];
    r->interval_s = INTERVAL_S;
    if (!are_good_operands(out, args) ||
        !arb_cli_number(&r->interval_s, cli, args->value[ARB_OPT_RELAY_INTERVAL], INTERVAL_MIN,
                        INTERVAL_MAX, ARB_TEXT_NAME_SECONDS) ||
        !arb_cli_number(&timeout, cli, args->value[ARB_OPT_RELAY_TIMEOUT], 100, 60000,
                        ARB_TEXT_NAME_MILLISECONDS))
        return false;
    r->timeout_ms = (long)timeout;
    return has_token(cli, r->token_path) && is_good_state(cli, args);
}

/* One line for two addresses; false when it does not fit. */
static bool line_of(arb_relay_line *out, const char *to)
{
    *out = (arb_relay_line){ .round = 1 };
    return snprintf(out->to, sizeof out->to, "%s", to) < (int)sizeof out->to;
}

/* Ends them; whether all went well, in the last turn of each. */
static bool end_all(rounds *all)
{
    bool good = true;

    while (all->count > 0) {
        arb_relay_round *r = all->all[--all->count];
        (void)pthread_join(r->thread, NULL);
        good = good && r->last <= ARB_RELAY_DONE;
        arb_relay_round_free(r);
    }
    return good;
}

/* A limit that was met before a restart is still in force. */
static void open_limit(arb_relay *r, const char *to)
{
    r->limited_until_s = arb_relay_now_s() + arb_relay_state_limited(&r->state, to);
}

static arb_exit run(rounds *all, const arb_relay_line *lines, size_t count)
{
    const struct sigaction stopping = { .sa_handler = on_signal };

    stop_at = &all->relay.stopped;
    (void)sigaction(SIGINT, &stopping, NULL);
    (void)sigaction(SIGTERM, &stopping, NULL);
    (void)signal(SIGPIPE, SIG_IGN);
    open_limit(&all->relay, lines[0].to);
    const bool begun = all->list_path ? follow_list(all, lines, count)
                                      : add_round(all, arb_relay_games_of(all->from), &lines[0]);
    if (!begun)
        all->relay.stopped = 1;
    else if (all->list_path && !all->relay.once)
        watch_list(all);
    const bool good = end_all(all);
    arb_relay_end();
    if (!begun)
        return arb_cli_failed(all->relay.cli, ARB_NOMEM);
    return all->relay.once && !good ? ARB_EXIT_NO : ARB_EXIT_YES;
}

arb_exit arb_cmd_relay(const arb_cli *cli, const arb_args *args)
{
    arb_relay_line *lines = calloc(ARB_RELAY_LINES_MAX, sizeof *lines);
    rounds *all = calloc(1, sizeof *all);
    arb_exit out = ARB_EXIT_BAD;
    size_t count = 1;

    if (!lines || !all)
        out = arb_cli_failed(cli, ARB_NOMEM);
    else if (!arb_relay_is_built())
        out = arb_cli_complain(cli, ARB_TEXT_RELAY_NOT_BUILT);
    else if (read_options(all, cli, args)) {
        if (all->list_path && stat(all->list_path, &all->list_is) != 0)
            memset(&all->list_is, 0, sizeof all->list_is);
        const bool good =
            all->list_path ? read_list(lines, &count, all) : line_of(&lines[0], args->operand[1]);
        if (good &&
            arb_relay_state_open(&all->relay.state, cli, args->value[ARB_OPT_RELAY_STATE])) {
            out = arb_relay_begin() ? run(all, lines, count) : arb_cli_failed(cli, ARB_NOMEM);
            arb_relay_state_close(&all->relay.state);
        }
    }
    free(lines);
    free(all);
    return out;
}
