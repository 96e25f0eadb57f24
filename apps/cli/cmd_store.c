/* SPDX-License-Identifier: MIT */
/* `arbitro store`: checks and copies the database of a hall, and takes games out and in. */
#include <string.h>
#include <unistd.h>

#include "cli/secrets.h"
#include "cli/store.h"
#include "common/interrupt.h"
#include "common/quote.h"

bool arb_store_arg_open(arb_store **out, const arb_cli *cli, const char *path)
{
    const arb_store_options options = { .read_only = true };
    const arb_store_err err = arb_store_open(out, path, &options);

    if (err)
        (void)arb_store_failed(cli, path, err);
    return err == ARB_STORE_OK;
}

const char *arb_store_said(const arb_cli *cli, const char *path, arb_store_err err)
{
    if (err == ARB_STORE_AWAY) /* that of a hall that goes on promises too much here */
        return arb_text(ARB_TEXT_STORE_NO_SERVER, cli->lang);
    if (err == ARB_STORE_READ_ONLY && arb_store_is_postgres(path))
        return arb_text(ARB_TEXT_STORE_NO_WRITING, cli->lang);
    return arb_store_err_text(err, cli->lang);
}

arb_exit arb_store_failed(const arb_cli *cli, const char *path, arb_store_err err)
{
    arb_quoted room;

    return arb_cli_complain(cli, ARB_TEXT_STORE_FAILED,
                            arb_quote_path(&room, arb_secrets_shown(path)),
                            arb_store_said(cli, path, err));
}

bool arb_store_is_itself(const arb_cli *cli, const char *source, const char *target,
                         arb_store_err err)
{
    arb_quoted room;

    if ((arb_store_is_postgres(target) && err != ARB_STORE_LOCKED) ||
        !arb_store_are_same(source, target))
        return false;
    (void)arb_cli_complain(cli, ARB_TEXT_STORE_ITSELF,
                           arb_quote_path(&room, arb_secrets_shown(target)));
    return true;
}

bool arb_store_show(void *user, double done)
{
    arb_progress_show(user, done);
    return !arb_interrupt_heeded();
}

/* ---- backup ---- */

/* The file is there already, or a log that would be read into it. */
static arb_exit complain_there(const arb_cli *cli, const char *to)
{
    static const char *const endings[] = { "-wal", "-shm", "-journal" };
    char name[4096 + 16];
    arb_quoted room;

    for (size_t i = 0; access(to, F_OK) != 0 && i < sizeof endings / sizeof endings[0]; i++) {
        (void)snprintf(name, sizeof name, "%s%s", to, endings[i]);
        if (access(name, F_OK) == 0)
            return arb_cli_complain(cli, ARB_TEXT_STORE_LOG_THERE, arb_quote_path(&room, name));
    }
    return arb_cli_complain(cli, ARB_TEXT_STORE_COPY_EXISTS, arb_quote_path(&room, to));
}

static arb_exit copy(const arb_cli *cli, arb_store *store, const char *path, const char *to)
{
    arb_progress progress = arb_progress_begin();
    arb_quoted room[2];
    const arb_store_err err = arb_store_backup(store, to, arb_store_show, &progress);

    arb_progress_clear(&progress);
    if (err == ARB_STORE_EXISTS)
        return complain_there(cli, to);
    if (err == ARB_STORE_STOPPED)
        return arb_cli_interrupted(cli);
    if (err)
        return arb_store_failed(cli, err == ARB_STORE_CORRUPT ? path : to, err);
    if (cli->json)
        return arb_cli_json(cli, json_pack("{so so sI}", "database",
                                           arb_json_argument(arb_secrets_shown(path)), "copy",
                                           arb_json_argument(to), "events",
                                           (json_int_t)arb_store_last(store)));
    arb_text_line(stdout, cli->lang, ARB_TEXT_STORE_COPIED,
                  arb_quote_path(&room[0], arb_secrets_shown(path)),
                  (unsigned long long)arb_store_last(store), arb_quote_path(&room[1], to));
    return ARB_EXIT_YES;
}

static arb_exit run_backup(const arb_cli *cli, const arb_args *args)
{
    arb_store *store = NULL;

    if (args->operands != 3)
        return arb_cli_misused(cli, ARB_TEXT_STORE_ONE_COPY);
    if (arb_store_is_postgres(args->operand[2]))
        return arb_cli_misused(cli, ARB_TEXT_STORE_BACKUP_FILE);
    if (!arb_store_arg_open(&store, cli, args->operand[1]))
        return ARB_EXIT_BAD;
    const arb_exit status = copy(cli, store, args->operand[1], args->operand[2]);
    arb_store_close(store);
    return status;
}

/* ---- copy ---- */

static arb_exit tell_same(const arb_cli *cli, const arb_args *args, unsigned long long events)
{
    const char *source = args->operand[1], *target = args->operand[2];
    arb_quoted room[2];

    if (cli->json)
        return arb_cli_json(cli, json_pack("{so so sI}", "database",
                                           arb_json_argument(arb_secrets_shown(source)), "copy",
                                           arb_json_argument(arb_secrets_shown(target)), "events",
                                           (json_int_t)events));
    arb_text_line(stdout, cli->lang, ARB_TEXT_STORE_SAME,
                  arb_quote_path(&room[0], arb_secrets_shown(source)), events,
                  arb_quote_path(&room[1], arb_secrets_shown(target)));
    return ARB_EXIT_YES;
}

/* Why there is no copy. What was written is taken away, unless that fails, too. */
static arb_exit give_up(const arb_cli *cli, arb_store *to, const arb_args *args, arb_store_err err)
{
    const char *source = args->operand[1], *target = args->operand[2];
    arb_quoted room;
    arb_exit status = ARB_EXIT_BAD;
    const arb_store_err left = arb_store_give_up(to, target);

    if (err == ARB_STORE_STOPPED)
        status = arb_cli_interrupted(cli);
    else if (err == ARB_STORE_EXISTS)
        status = arb_cli_complain(cli, ARB_TEXT_STORE_NOT_EMPTY,
                                  arb_quote_path(&room, arb_secrets_shown(target)));
    else
        status = arb_store_failed(cli, err == ARB_STORE_CORRUPT ? source : target, err);
    if (left)
        (void)arb_cli_complain(cli, ARB_TEXT_STORE_LEFT,
                               arb_quote_path(&room, arb_secrets_shown(target)));
    return status;
}

static arb_exit transfer(const arb_cli *cli, arb_store *to, arb_store *from, const arb_args *args)
{
    arb_progress progress = arb_progress_begin();
    const arb_store_err err = arb_store_transfer(to, from, arb_store_show, &progress);

    arb_progress_clear(&progress);
    if (err)
        return give_up(cli, to, args, err);
    arb_store_close(to);
    return tell_same(cli, args, arb_store_last(from));
}

/* What a hall acknowledges while it is copied would not be in the copy, with which another is then
 * opened. */
static arb_exit open_source(arb_store **out, const arb_cli *cli, const char *path)
{
    const arb_store_options options = { .read_only = true, .alone = true };
    arb_quoted room;
    const arb_store_err err = arb_store_open(out, path, &options);

    if (err == ARB_STORE_LOCKED)
        return arb_cli_complain(cli, ARB_TEXT_STORE_COPY_OPEN,
                                arb_quote_path(&room, arb_secrets_shown(path)));
    return err ? arb_store_failed(cli, path, err) : ARB_EXIT_YES;
}

/* Opens the other one, and copies into it. */
static arb_exit copy_to(const arb_cli *cli, arb_store *from, const arb_args *args)
{
    const arb_store_options options = { .create = true, .anew = true };
    const char *source = args->operand[1], *target = args->operand[2];
    arb_store *to = NULL;

    if (arb_store_is_itself(cli, source, target, ARB_STORE_OK))
        return ARB_EXIT_BAD;
    const arb_store_err err = arb_store_open(&to, target, &options);
    if (!err)
        return transfer(cli, to, from, args);
    return arb_store_is_itself(cli, source, target, err) ? ARB_EXIT_BAD
                                                         : arb_store_failed(cli, target, err);
}

static arb_exit run_copy(const arb_cli *cli, const arb_args *args)
{
    arb_store *from = NULL;

    if (args->operands != 3)
        return arb_cli_misused(cli, ARB_TEXT_STORE_TWO_DATABASES);
    arb_exit status = open_source(&from, cli, args->operand[1]);
    if (status != ARB_EXIT_YES)
        return status;
    status = copy_to(cli, from, args);
    arb_store_close(from);
    return status;
}

/* ---- which of them ---- */

/* An option that belongs to another one of them is a mistake, not a wish. */
static const arb_cli_option *find_foreign(const arb_args *args, const char *what, const char **of)
{
    static const struct {
        arb_opt option;
        const char *of; /* as it is told; one or several words */
    } options[] = { { ARB_OPT_STORE_JUDGE, "check" },
                    { ARB_OPT_STORE_OUT, "export" },
                    { ARB_OPT_STORE_WHOLE, "export, import" },
                    { ARB_OPT_STORE_ANONYMOUS, "export" },
                    { ARB_OPT_STORE_YES, "erase" },
                    { ARB_OPT_STORE_TO, "erase" },
                    { ARB_OPT_STORE_PERSON, "erase" } };

    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        if (args->value[options[i].option] && !strstr(options[i].of, what)) {
            *of = options[i].of;
            return &arb_cli_options[options[i].option];
        }
    }
    return NULL;
}

arb_exit arb_cmd_store(const arb_cli *cli, const arb_args *args)
{
    static const struct {
        const char *name;
        arb_exit (*run)(const arb_cli *cli, const arb_args *args);
    } all[] = { { "check", arb_store_check_run },
                { "backup", run_backup },
                { "copy", run_copy },
                { "export", arb_store_export_run },
                { "import", arb_store_import_run },
                { "erase", arb_store_erase_run } };
    const char *what = args->operand[0], *of = NULL;

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (strcmp(what, all[i].name) != 0)
            continue;
        const arb_cli_option *foreign = find_foreign(args, what, &of);
        return foreign ? arb_cli_misused(cli, ARB_TEXT_STORE_OPTION, foreign->name, of)
                       : all[i].run(cli, args);
    }
    return arb_cli_misused(cli, ARB_TEXT_STORE_WHAT, arb_quote(what).text);
}
