/* SPDX-License-Identifier: MIT */
/* `arbitro store erase`: a database without a person's name; see store_erase.h. */
#define _GNU_SOURCE
#include "cli/store_erase.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/secrets.h"
#include "common/quote.h"
#include "common/system_text.h"
#include "store/lease.h"

/* ---- the record of what was done ---- */

static bool take_head(void *user, const arb_store_game *game)
{
    memcpy(user, game->chain.text, game->chain.size);
    return false;
}

static void write_hex(char out[2 * ARB_STORE_HASH_SIZE + 1], const unsigned char *hash)
{
    for (size_t i = 0; i < ARB_STORE_HASH_SIZE; i++)
        (void)snprintf(out + 2 * i, 3, "%02x", hash[i]);
}

/* For a game whose chain is another now: when, its last hash before, and after. */
static arb_store_err record(arb_erasing *it, uint64_t game, int64_t now_ms)
{
    unsigned char head[ARB_STORE_HASH_SIZE];
    char name[40], before[2 * ARB_STORE_HASH_SIZE + 1], after[2 * ARB_STORE_HASH_SIZE + 1];
    arb_buf lines;

    (void)snprintf(name, sizeof name, "erasure.%llu", (unsigned long long)game);
    arb_buf_init(&lines, NULL, ARB_STORE_VALUE_MAX);
    arb_store_err err = arb_store_game_get(it->to, game, take_head, head);
    if (!err)
        err = arb_store_setting_get(&lines, it->to, name);
    if (err == ARB_STORE_UNKNOWN)
        err = ARB_STORE_OK;
    write_hex(before, it->games[game - 1].head);
    write_hex(after, head);
    if (!err &&
        arb_buf_add_format(&lines, "%lld %s %s\n", (long long)now_ms, before, after) != ARB_OK)
        err = ARB_STORE_TOO_LARGE;
    if (!err)
        err = arb_store_setting_set(
            it->to, name, (arb_store_bytes){ arb_buf_text(&lines), arb_buf_size(&lines) });
    arb_buf_clear(&lines);
    return err;
}

static void record_all(arb_erasing *it)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_REALTIME, &now);
    for (uint64_t game = 1; game <= it->game_count && arb_erasing_goes_on(it); game++)
        if (it->games[game - 1].changed)
            arb_erasing_note(it, record(it, game, (int64_t)now.tv_sec * 1000));
}

/* ---- the other database ---- */

static bool found_any(const arb_erasing *it)
{
    return it->people + it->places > 0;
}

/* Writes the other database, and what was done. */
static void write_made(arb_erasing *it)
{
    const bool written = arb_erasing_write(it);

    if (written)
        record_all(it);
    if (!written || arb_erasing_goes_on(it)) /* what nothing was written to is empty again */
        arb_erasing_note(it, arb_store_unfinished(it->to, false));
}

/* The name of the new database; where there is something already it is not written to. */
static arb_exit open_made(arb_erasing *it, char made[ARB_ERASE_PATH], const char *path,
                          const char *to)
{
    const arb_store_options options = { .create = true };
    arb_quoted room;

    if (snprintf(made, ARB_ERASE_PATH, to ? "%s" : "%s-erasing", to ? to : path) >= ARB_ERASE_PATH)
        return arb_store_failed(it->cli, path, ARB_STORE_CANNOT_OPEN);
    if (!to) /* what an erasing left that was cut off: nobody else has the lock */
        arb_erased_remove(made);
    if (arb_store_is_itself(it->cli, path, made, ARB_STORE_OK))
        return ARB_EXIT_BAD;
    if (access(made, F_OK) == 0)
        return arb_cli_complain(it->cli, ARB_TEXT_STORE_COPY_EXISTS, arb_quote_path(&room, made));
    arb_store_err err = arb_store_open(&it->to, made, &options);
    if (arb_store_is_itself(it->cli, path, made, err))
        return ARB_EXIT_BAD;
    if (!err)
        err = arb_store_is_empty(it->to);
    if (err == ARB_STORE_EXISTS)
        return arb_cli_complain(it->cli, ARB_TEXT_STORE_NOT_EMPTY,
                                arb_quote_path(&room, arb_secrets_shown(made)));
    return err ? arb_store_failed(it->cli, made, err) : ARB_EXIT_YES;
}

/* Writes the other database, and puts it into its place. */
static arb_exit write_anew(arb_erasing *it, const char *path, const char *to)
{
    char made[ARB_ERASE_PATH];
    const arb_store_err err = to ? ARB_STORE_OK : arb_store_join_log(it->from);
    arb_exit status = err ? arb_store_failed(it->cli, path, err) : open_made(it, made, path, to);

    if (status != ARB_EXIT_YES) {
        arb_store_close(it->to);
        return status;
    }
    write_made(it);
    const arb_store_mark mark = arb_store_mark_get(it->to);
    arb_store_close(it->to);
    it->to = NULL;
    status = arb_erasing_goes_on(it) ? ARB_EXIT_YES : arb_erasing_complain(it, path);
    const bool takes_place = status == ARB_EXIT_YES && !to && found_any(it);
    const int failed = takes_place ? arb_erased_take_place(path, made, &mark) : 0;
    if (failed)
        status = arb_cli_complain_at(it->cli, path, 0, 0, ARB_TEXT_PGN_NOT_WRITTEN,
                                     arb_system_text(failed, it->cli->lang));
    if (status != ARB_EXIT_YES || !to || !found_any(it))
        arb_erased_remove(made);
    return status;
}

/* 0 when the person is named, or was and is not any more; 1 when there was no such name. */
static arb_exit tell_end(const arb_erasing *it, bool done)
{
    const bool any = found_any(it);

    if (it->cli->json)
        (void)arb_cli_json(it->cli,
                           json_pack("{sI sI sb}", "people", (json_int_t)it->people, "places",
                                     (json_int_t)it->places, "erased", done && any));
    else
        arb_text_line(stdout, it->cli->lang,
                      !any   ? ARB_TEXT_ERASE_NOBODY
                      : done ? ARB_TEXT_ERASE_DONE
                             : ARB_TEXT_ERASE_WOULD,
                      it->people, it->places);
    return any ? ARB_EXIT_YES : ARB_EXIT_NO;
}

/* First it is only told; with --yes it is done. */
static arb_exit erase(arb_erasing *it, const arb_args *args, const char *path)
{
    const char *to = args->value[ARB_OPT_STORE_TO];

    if (args->value[ARB_OPT_STORE_YES]) {
        const arb_exit status = write_anew(it, path, to);
        return status == ARB_EXIT_YES ? tell_end(it, true) : status;
    }
    arb_erasing_copy(it);
    return arb_erasing_goes_on(it) ? tell_end(it, false) : arb_erasing_complain(it, path);
}

/* The names that were given, as they are looked for. */
static arb_exit take_names(arb_erasing *it, const arb_args *args)
{
    for (size_t i = 2; i < args->operands; i++) {
        const char *name = args->operand[i];
        if (!arb_erase_names_add(&it->names, name, strlen(name)))
            return arb_cli_failed(it->cli, ARB_NOMEM);
        if (!arb_erase_is_name(it->names.name[it->names.count - 1]))
            return arb_cli_misused(it->cli, ARB_TEXT_ERASE_SHORT, arb_quote(name).text);
    }
    return ARB_EXIT_YES;
}

/* People by their numbers; then nobody else goes. */
static arb_exit take_people(arb_erasing *it, const arb_args *args)
{
    for (size_t i = 0; i < args->repeats; i++) {
        const char *value = args->repeated[i].value;
        char *end = NULL;
        if (args->repeated[i].option != ARB_OPT_STORE_PERSON)
            continue;
        errno = 0;
        const unsigned long long person = strtoull(value, &end, 10);
        if (value[0] < '0' || value[0] > '9' || *end || errno || person == 0)
            return arb_cli_misused(it->cli, ARB_TEXT_ERASE_NUMBER, arb_quote(value).text);
        it->by_number = true;
        if (!arb_erasing_add(it, person))
            return arb_cli_failed(it->cli, ARB_NOMEM);
    }
    return ARB_EXIT_YES;
}

static arb_exit open_and_erase(arb_erasing *it, const arb_args *args)
{
    /* nobody else may write while it is read: what was acknowledged then would not be in the other
     */
    const arb_store_options options = { .read_only = !args->value[ARB_OPT_STORE_YES] };
    /* what takes the place of a link would leave the file */
    char *file = arb_store_is_postgres(args->operand[1]) ? NULL : realpath(args->operand[1], NULL);
    const char *path = file ? file : args->operand[1];
    const arb_store_err err = arb_store_open(&it->from, path, &options);
    const arb_exit status =
        err ? arb_store_failed(it->cli, args->operand[1], err) : erase(it, args, path);

    arb_store_close(it->from);
    free(file);
    return status;
}

arb_exit arb_store_erase_run(const arb_cli *cli, const arb_args *args)
{
    arb_erasing it;

    if (args->operands < (args->value[ARB_OPT_STORE_PERSON] ? 2u : 3u))
        return arb_cli_misused(cli, ARB_TEXT_ERASE_WHOM);
    if (args->value[ARB_OPT_STORE_YES] && !args->value[ARB_OPT_STORE_TO] &&
        arb_store_is_postgres(args->operand[1]))
        return arb_cli_misused(cli, ARB_TEXT_ERASE_TO);
    arb_erasing_begin(&it, cli);
    arb_exit status = take_names(&it, args);
    if (status == ARB_EXIT_YES)
        status = take_people(&it, args);
    if (status == ARB_EXIT_YES)
        status = open_and_erase(&it, args);
    arb_erasing_end(&it);
    return status;
}
