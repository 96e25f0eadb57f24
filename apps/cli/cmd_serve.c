/* SPDX-License-Identifier: MIT */
/* `arbitro serve`: opens the hall, where people play on their screens (docs/SERVER.md). */
#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/secrets.h"
#include "cli/serve_access.h"
#include "cli/serve_address.h"
#include "cli/serve_limits.h"
#include "cli/serve_notify.h"
#include "cli/store.h"
#include "common/quote.h"
#include "common/system_text.h"
#include "server/hall/hall.h"

enum { PATH_ROOM = 4096 };

/* So long closing may take, in seconds, whatever is under way. */
enum { CLOSING_S = 4 };

/* The hall that a signal closes; there is one in a process. */
static arb_hall *volatile open_hall;

static void on_signal(int number)
{
    (void)number;
    if (!open_hall)
        return;
    arb_notify("STOPPING=1");
    arb_hall_stop(open_hall);
    (void)alarm(CLOSING_S);
}

/* Somebody closes the hall before it is open. */
static volatile sig_atomic_t gives_up;

static void on_giving_up(int number)
{
    (void)number;
    gives_up = 1;
}

/* Something, a disk perhaps, does not let go. What was acknowledged is durable; nothing else is
 * waited for. */
static void on_alarm(int number)
{
    static const char text[] = "arbitro serve: not everything could be ended\n";
    const ssize_t written = write(STDERR_FILENO, text, sizeof text - 1);

    (void)number;
    (void)written;
    _exit(ARB_EXIT_BAD);
}

/* The limits are to be read again, as soon as there is a hall. */
static volatile sig_atomic_t reads_again;

static void on_hangup(int number)
{
    (void)number;
    reads_again = 1;
    if (open_hall)
        arb_hall_reload(open_hall);
}

/*
 * To a service the signal says that its limits are to be read again, also when it has none: it must
 * not end by that. To a hall that somebody has started by hand, that his terminal is closed.
 */
static bool is_at_terminal(const arb_hall_config *config)
{
    return !config->limits_file && (isatty(STDIN_FILENO) || isatty(STDOUT_FILENO));
}

static void prepare_hangup(const arb_hall_config *config)
{
    const struct sigaction reading = { .sa_handler = on_hangup, .sa_flags = SA_RESTART };

    if (!is_at_terminal(config))
        (void)sigaction(SIGHUP, &reading, NULL);
}

static void catch_signals(const arb_hall_config *config, arb_hall *hall)
{
    const struct sigaction closing = { .sa_handler = on_signal };
    struct sigaction before;

    open_hall = hall;
    (void)sigaction(SIGINT, &closing, NULL);
    (void)sigaction(SIGTERM, &closing, NULL);
    /* ignored: it is to outlive the terminal */
    if (is_at_terminal(config) && sigaction(SIGHUP, NULL, &before) == 0 &&
        before.sa_handler != SIG_IGN)
        (void)sigaction(SIGHUP, &closing, NULL);
    if (reads_again)
        arb_hall_reload(hall);
    (void)signal(SIGALRM, on_alarm);
    (void)signal(SIGPIPE, SIG_IGN); /* a visitor who goes away is nobody's concern */
    (void)signal(SIGXFSZ, SIG_IGN); /* a file at its limit is answered like a full disk */
}

/* ---- where the database is */

static bool make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        (void)mkdir(path, 0700);
        *slash = '/';
    }
    return true;
}

/* The place that the system has for the data of programs; false when it has none. */
static bool default_database(char out[PATH_ROOM])
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int size = -1;

    if (data && data[0] == '/')
        size = snprintf(out, PATH_ROOM, "%s/arbitro/hall.arbitro", data);
    else if (home && home[0] == '/')
        size = snprintf(out, PATH_ROOM, "%s/.local/share/arbitro/hall.arbitro", home);
    return size > 0 && size < PATH_ROOM && make_folders(out);
}

/* ---- the computer */

static const char *find_engine(void)
{
    static const char *const places[] = { "/usr/games/stockfish", "/usr/bin/stockfish",
                                          "/usr/local/bin/stockfish" };

    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        if (access(places[i], X_OK) == 0)
            return places[i];
    }
    return NULL;
}

static bool choose_engine(arb_hall_config *config, const arb_cli *cli, const arb_args *args)
{
    const char *wanted = args->value[ARB_OPT_SERVE_ENGINE];

    config->engine = wanted ? wanted : find_engine();
    if (wanted && strcmp(wanted, "none") == 0)
        config->engine = NULL;
    return arb_cli_number(&config->engine_elo, cli, args->value[ARB_OPT_SERVE_ELO], 0, 4000,
                          ARB_TEXT_NAME_ELO) &&
           arb_cli_number(&config->engines_max, cli, args->value[ARB_OPT_SERVE_ENGINES], 1, 64,
                          ARB_TEXT_NAME_ENGINES);
}

/* What those may do who come without the desk's key. */
static bool choose_quotas(arb_hall_config *config, const arb_cli *cli, const arb_args *args)
{
    unsigned megabytes = (unsigned)(config->guests_max >> 20);
    const struct {
        unsigned *value;
        arb_opt option;
        arb_text_id name;
    } wanted[] = {
        { &config->games_per_address, ARB_OPT_SERVE_PER_ADDRESS, ARB_TEXT_NAME_GAMES_MAX },
        { &config->games_per_day, ARB_OPT_SERVE_PER_DAY, ARB_TEXT_NAME_GAMES_MAX },
        { &config->games_max, ARB_OPT_SERVE_GAMES_MAX, ARB_TEXT_NAME_GAMES_MAX },
        { &megabytes, ARB_OPT_SERVE_GUESTS_MAX, ARB_TEXT_NAME_DB_MAX },
    };

    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        if (!arb_cli_number(wanted[i].value, cli, args->value[wanted[i].option], 0, 1u << 20,
                            wanted[i].name))
            return false;
    }
    config->guests_max = (uint64_t)megabytes << 20;
    return true;
}

static bool choose_size(arb_hall_config *config, const arb_cli *cli, const arb_args *args)
{
    unsigned megabytes = 0;

    if (!arb_cli_number(&megabytes, cli, args->value[ARB_OPT_SERVE_DB_MAX], 1, 1u << 20,
                        ARB_TEXT_NAME_DB_MAX))
        return false;
    config->database_max = (uint64_t)megabytes << 20;
    return true;
}

/* Where other halls find this one: only where there can be others, and not "everywhere". */
static bool choose_reach(arb_hall_config *config, const arb_cli *cli, const arb_args *args)
{
    static const char *const nowhere[] = { "0.0.0.0:", "[::]:" };
    const char *reach = args->value[ARB_OPT_SERVE_REACH];
    arb_text_id fault = ARB_TEXT_COUNT;

    config->reach = reach;
    if (!reach)
        return true;
    if (!arb_house_can_reach(reach))
        fault = ARB_TEXT_SERVE_REACH;
    else if (!config->database || !arb_store_is_postgres(config->database))
        fault = ARB_TEXT_SERVE_REACH_ALONE;
    for (size_t i = 0; i < sizeof nowhere / sizeof nowhere[0]; i++)
        if (strncmp(reach, nowhere[i], strlen(nowhere[i])) == 0)
            fault = ARB_TEXT_SERVE_REACH_ALL;
    if (fault != ARB_TEXT_COUNT)
        (void)arb_cli_misused_of(cli, reach, fault, arb_quote(reach).text);
    return fault == ARB_TEXT_COUNT;
}

/* ---- what went wrong */

static arb_exit complain_loss(const arb_cli *cli, const char *database, const arb_store_loss *loss)
{
    const time_t last = (time_t)(loss->last_wall_ms / 1000);
    struct tm parts;
    char when[64];
    arb_quoted room;

    if (loss->last_wall_ms == 0 || !localtime_r(&last, &parts) ||
        strftime(when, sizeof when, "%Y-%m-%d %H:%M:%S", &parts) == 0)
        (void)snprintf(when, sizeof when, "%s", arb_text(ARB_TEXT_SERVE_NEVER, cli->lang));
    if (loss->events == 0)
        return arb_cli_complain(cli, ARB_TEXT_SERVE_LOSS_OTHER,
                                arb_quote_path(&room, arb_secrets_shown(database)), when);
    if (arb_store_is_postgres(database))
        return arb_cli_complain(cli, ARB_TEXT_SERVE_LOSS_POSTGRES,
                                arb_quote_path(&room, arb_secrets_shown(database)),
                                (unsigned long long)loss->events, when);
    return arb_cli_complain(
        cli, ARB_TEXT_SERVE_LOSS, arb_quote_path(&room, arb_secrets_shown(database)),
        (unsigned long long)loss->events, when, arb_quote_path(&room, arb_secrets_shown(database)));
}

static arb_exit complain(const arb_cli *cli, const arb_hall_config *config, arb_err err,
                         const arb_hall_trouble *trouble)
{
    const char *wish = cli->args->value[ARB_OPT_SERVE_LISTEN];
    arb_quoted room;

    if (trouble->store == ARB_STORE_LOSS)
        return complain_loss(cli, config->database, &trouble->loss);
    if (trouble->store)
        return arb_cli_complain_of(cli, config->database, ARB_TEXT_SERVE_STORE,
                                   arb_quote_path(&room, arb_secrets_shown(config->database)),
                                   arb_store_said(cli, config->database, trouble->store));
    if (trouble->http.what) {
        const arb_http_listen *at = &config->listen[trouble->http.listen];
        return arb_cli_complain_of(
            cli, wish, ARB_TEXT_SERVE_LISTEN, arb_quote_path(&room, at->host), (unsigned)at->port,
            trouble->http.what, arb_system_text(trouble->http.code, cli->lang));
    }
    return arb_cli_failed(cli, err);
}

/* ---- what is told at the beginning */

static void tell_others(const arb_cli *cli, const arb_hall *hall)
{
    char others[1024];

    if (*arb_hall_reach(hall))
        printf("  %-18s %s\n", arb_text(ARB_TEXT_SERVE_REACHED, cli->lang), arb_hall_reach(hall));
    if (arb_hall_others(others, sizeof others, hall) > 0)
        printf("  %-18s %s\n", arb_text(ARB_TEXT_SERVE_OTHERS, cli->lang), others);
}

static void tell_text(const arb_cli *cli, const arb_hall_config *config, const arb_hall *hall,
                      const arb_addresses *at)
{
    const arb_http_capacity capacity = arb_hall_capacity(hall);
    char key[ARB_TOKEN_SIZE];
    arb_quoted room[2];

    arb_hall_key(key, hall);
    printf("%s\n\n", arb_text(ARB_TEXT_SERVE_OPEN, cli->lang));
    for (size_t i = 0; i < at->count; i++)
        printf("  %-18s %s/\n", arb_text(ARB_TEXT_SERVE_PLAY, cli->lang), at->url[i]);
    printf("  %-18s %s/desk#%s\n", arb_text(ARB_TEXT_SERVE_DESK, cli->lang), at->url[0], key);
    printf("  %-18s %s\n", arb_text(ARB_TEXT_SERVE_DATABASE, cli->lang),
           arb_quote_path(&room[0], arb_secrets_shown(config->database)));
    tell_others(cli, hall);
    printf("  %-18s %s\n", arb_text(ARB_TEXT_SERVE_COMPUTER, cli->lang),
           config->engine ? arb_quote_path(&room[1], config->engine)
                          : arb_text(ARB_TEXT_SERVE_NO_COMPUTER, cli->lang));
    printf("  %-18s ", arb_text(ARB_TEXT_SERVE_ROOM, cli->lang));
    arb_text_print(stdout, cli->lang, ARB_TEXT_SERVE_CONNECTIONS, capacity.connections,
                   (unsigned long long)capacity.descriptors);
    printf("\n\n%s\n", arb_text(ARB_TEXT_SERVE_CLOSE, cli->lang));
    fflush(stdout);
}

static void tell_json(const arb_cli *cli, const arb_hall_config *config, const arb_hall *hall,
                      const arb_addresses *at)
{
    const arb_http_capacity capacity = arb_hall_capacity(hall);
    json_t *urls = json_array();
    char key[ARB_TOKEN_SIZE];

    arb_hall_key(key, hall);
    for (size_t i = 0; i < at->count; i++)
        urls = arb_json_add(urls, json_string(at->url[i]));
    (void)arb_cli_json(cli,
                       json_pack("{so sI ss so so? sI sI ss*}", "addresses", urls, "port",
                                 (json_int_t)arb_hall_port(hall, 0), "key", key, "database",
                                 arb_json_argument(arb_secrets_shown(config->database)), "engine",
                                 config->engine ? arb_json_argument(config->engine) : NULL,
                                 "connections", (json_int_t)capacity.connections, "descriptors",
                                 (json_int_t)capacity.descriptors, "reach",
                                 *arb_hall_reach(hall) ? arb_hall_reach(hall) : NULL));
    fflush(stdout);
}

/*
 * Opens the hall. A database on a server may come later than the hall, when both begin with the
 * machine: that is said, and waited for. Not open without an error: a signal came meanwhile.
 */
static arb_err open_when_there(arb_hall **out, arb_hall_trouble *trouble, const arb_cli *cli,
                               const arb_hall_config *config)
{
    const struct sigaction giving_up = { .sa_handler = on_giving_up };
    const struct timespec pause = { .tv_sec = 1 };
    arb_err err = arb_hall_new(out, trouble, config);
    bool told = false;

    while (err && trouble->store == ARB_STORE_AWAY && !gives_up) {
        if (!told) {
            arb_quoted room;
            (void)sigaction(SIGINT, &giving_up, NULL);
            (void)sigaction(SIGTERM, &giving_up, NULL);
            (void)arb_cli_complain_of(cli, config->database, ARB_TEXT_SERVE_WAITS,
                                      arb_quote_path(&room, arb_secrets_shown(config->database)));
            (void)fflush(stderr);
            told = true;
        }
        arb_notify("STATUS=waiting for the database\nEXTEND_TIMEOUT_USEC=30000000");
        (void)nanosleep(&pause, NULL);
        if (!gives_up)
            err = arb_hall_new(out, trouble, config);
    }
    if (!err && gives_up) {
        arb_hall_free(*out);
        *out = NULL;
    }
    return gives_up ? ARB_OK : err;
}

/* Runs the hall until a signal closes it. */
static arb_exit serve(const arb_cli *cli, const arb_hall_config *config, const arb_addresses *at)
{
    arb_hall_trouble trouble;
    arb_addresses told = *at;
    arb_hall *hall = NULL;

    prepare_hangup(config);
    arb_err err = open_when_there(&hall, &trouble, cli, config);

    if (err)
        return complain(cli, config, err, &trouble);
    if (!hall)
        return ARB_EXIT_YES;
    if (arb_hall_is_hidden(hall)) {
        const arb_exit status = arb_cli_complain(cli, ARB_TEXT_SERVE_HIDDEN, arb_hall_reach(hall));
        arb_hall_free(hall);
        return status;
    }
    catch_signals(config, hall);
    arb_addresses_find(&told, arb_hall_port(hall, 0));
    (cli->json ? tell_json : tell_text)(cli, config, hall, &told);
    arb_notify("READY=1");
    err = arb_hall_run(hall);
    open_hall = NULL;
    arb_hall_free(hall);
    if (!err && !cli->json)
        printf("%s\n", arb_text(ARB_TEXT_SERVE_CLOSED, cli->lang));
    if (err == ARB_STATE)
        return arb_cli_complain(cli, ARB_TEXT_SERVE_FORGOTTEN);
    return err ? arb_cli_failed(cli, err) : ARB_EXIT_YES;
}

static FILE *open_log(const arb_cli *cli, const char *path, bool *wrong)
{
    FILE *log = NULL;

    if (path && strcmp(path, "-") != 0) {
        log = fopen(path, "ae");
        *wrong = !log;
        if (!log)
            arb_cli_complain_of(cli, path, ARB_TEXT_SERVE_LOG, arb_quote(path).text);
    } else if (path || !isatty(STDERR_FILENO)) {
        log = stderr;
    }
    return log;
}

arb_exit arb_cmd_serve(const arb_cli *cli, const arb_args *args)
{
    arb_hall_config config = arb_hall_defaults();
    char database[PATH_ROOM], outer[ARB_HOST_ROOM];
    arb_addresses at;
    arb_access names;
    bool wrong = false;

    if (!arb_addresses_read(&at, args->value[ARB_OPT_SERVE_LISTEN],
                            args->value[ARB_OPT_SERVE_LAN] != NULL))
        return arb_cli_misused_of(cli, args->value[ARB_OPT_SERVE_LISTEN], ARB_TEXT_SERVE_ADDRESS,
                                  arb_quote(args->value[ARB_OPT_SERVE_LISTEN]).text);
    config.database = args->value[ARB_OPT_SERVE_DB];
    if (!choose_reach(&config, cli, args))
        return ARB_EXIT_BAD;
    if (at.everywhere && arb_addresses_outer(outer, &at))
        config.reach_host = outer;
    if (!config.database && !default_database(database))
        return arb_cli_complain(cli, ARB_TEXT_SERVE_NO_PLACE);
    if (!config.database)
        config.database = database;
    config.limits_file = args->value[ARB_OPT_SERVE_LIMITS];
    if (!arb_limits_arg(&config, cli) || !choose_engine(&config, cli, args) ||
        !choose_size(&config, cli, args) || !choose_quotas(&config, cli, args) ||
        !arb_access_read(&names, &config, cli, args))
        return ARB_EXIT_BAD;
    arb_notify_begin();
    config.alive = arb_notify_alive;
    config.listen = at.listen;
    config.listen_count = at.listen_count;
    config.accept_loss = args->value[ARB_OPT_SERVE_ACCEPT_LOSS] != NULL;
    config.metrics_all = args->value[ARB_OPT_SERVE_METRICS] != NULL;
    config.log = open_log(cli, args->value[ARB_OPT_SERVE_LOG], &wrong);
    if (wrong)
        return ARB_EXIT_BAD;
    /* whoever can read the database can take every seat */
    (void)umask(077);
    const arb_exit status = serve(cli, &config, &at);
    if (config.log && config.log != stderr)
        (void)fclose(config.log);
    return status;
}
