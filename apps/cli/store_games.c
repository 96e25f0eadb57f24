/* SPDX-License-Identifier: MIT */
/* `arbitro store export` and `import`: games of a database as case files, and back. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/secrets.h"
#include "cli/store_erase.h"
#include "cli/store_whole.h"
#include "common/interrupt.h"
#include "common/quote.h"
#include "common/system_text.h"

enum { PATH_ROOM = 4096, CHUNK = 65536, FILE_MAX = 1 << 30 };

/* ---- export ---- */

typedef struct exporting {
    const arb_cli *cli;
    arb_store *store;
    const char *path, *folder; /* NULL: to standard output */
    bool names;
    unsigned long long written;
} exporting;

/* Writes one file whole or not at all: it is of no use in part. */
static arb_exit write_file(const exporting *it, uint64_t game, const arb_buf *text)
{
    char path[PATH_ROOM];
    const int size =
        snprintf(path, sizeof path, "%s/game-%llu.case", it->folder, (unsigned long long)game);

    errno = ENAMETOOLONG;
    const int fd = size > 0 && size < PATH_ROOM
                       ? open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)
                       : -1;
    if (fd < 0)
        return arb_cli_complain_at(it->cli, path, 0, 0, ARB_TEXT_PGN_NOT_WRITTEN,
                                   arb_system_text(errno, it->cli->lang));
    const ssize_t written = write(fd, arb_buf_text(text), arb_buf_size(text));
    const int reason = written < 0 ? errno : ENOSPC;
    if (close(fd) == 0 && written == (ssize_t)arb_buf_size(text))
        return ARB_EXIT_YES;
    (void)unlink(path);
    return arb_cli_complain_at(it->cli, path, 0, 0, ARB_TEXT_PGN_NOT_WRITTEN,
                               arb_system_text(reason, it->cli->lang));
}

static arb_exit give(exporting *it, uint64_t game, const arb_buf *text)
{
    const arb_cli *cli = it->cli;

    if (it->folder)
        return write_file(it, game, text);
    if (cli->json)
        return arb_cli_json(cli, json_pack("{sI ss%}", "game", (json_int_t)game, "case",
                                           arb_buf_text(text), arb_buf_size(text)));
    if (it->written > 0)
        putchar('\n');
    return fwrite(arb_buf_text(text), 1, arb_buf_size(text), stdout) == arb_buf_size(text)
               ? ARB_EXIT_YES
               : ARB_EXIT_BAD; /* the end of the program says why */
}

/* The game as a case; without names also without whatever people have written. */
static arb_store_err write_case(arb_buf *out, const exporting *it, uint64_t game)
{
    arb_store_err err;
    arb_buf named;

    if (it->names)
        return arb_store_export(out, it->store, game, true);
    arb_buf_init(&named, NULL, FILE_MAX);
    err = arb_store_export(&named, it->store, game, false);
    if (!err) {
        const arb_err failed =
            arb_nameless_case(out, (arb_store_bytes){ arb_buf_text(&named), arb_buf_size(&named) });
        err = failed == ARB_NOMEM ? ARB_STORE_NOMEM : failed ? ARB_STORE_CORRUPT : ARB_STORE_OK;
    }
    arb_buf_clear(&named);
    return err;
}

/* A game that is not whole is told, and the others are written. */
static arb_exit export_game(exporting *it, uint64_t game)
{
    arb_quoted room;
    arb_buf text;
    arb_exit status;

    arb_buf_init(&text, NULL, FILE_MAX);
    const arb_store_err err = write_case(&text, it, game);
    if (err == ARB_STORE_CORRUPT) {
        (void)arb_cli_complain(it->cli, ARB_TEXT_STORE_NOT_WHOLE,
                               arb_quote_path(&room, arb_secrets_shown(it->path)),
                               (unsigned long long)game);
        status = ARB_EXIT_NO;
    } else if (err) {
        status = arb_cli_complain(it->cli, ARB_TEXT_STORE_GAME_FAILED,
                                  arb_quote_path(&room, arb_secrets_shown(it->path)),
                                  (unsigned long long)game, arb_store_err_text(err, it->cli->lang));
    } else {
        status = give(it, game, &text);
        it->written += status == ARB_EXIT_YES;
    }
    arb_buf_clear(&text);
    return status;
}

static bool take_id(void *user, const arb_store_game *game)
{
    *(uint64_t *)user = game->id;
    return false;
}

static bool count_game(void *user, const arb_store_game *game)
{
    (void)game;
    ++*(uint64_t *)user;
    return true;
}

static arb_exit export_all(exporting *it)
{
    arb_progress progress = arb_progress_begin();
    arb_exit status = ARB_EXIT_YES;
    uint64_t games = 0, after = 0;
    arb_store_err err = arb_store_games(it->store, 0, false, SIZE_MAX, count_game, &games);

    for (uint64_t done = 0; !err && status < ARB_EXIT_BAD && !arb_interrupt_pending(); done++) {
        uint64_t game = 0;
        err = arb_store_games(it->store, after, false, 1, take_id, &game);
        if (err || game == 0)
            break;
        if (it->folder)
            arb_progress_show(&progress, (double)done / (double)games);
        status = arb_exit_worse(status, export_game(it, game));
        after = game;
    }
    arb_progress_clear(&progress);
    if (arb_interrupt_pending())
        return arb_cli_interrupted(it->cli);
    return err ? arb_store_failed(it->cli, it->path, err) : status;
}

static arb_exit export_named(exporting *it, const char *name)
{
    char *end = NULL;
    uint64_t found = 0;
    arb_quoted room;

    errno = 0;
    const unsigned long long game = name[0] >= '0' && name[0] <= '9' ? strtoull(name, &end, 10) : 0;
    const bool number = game > 0 && errno == 0 && *end == '\0';
    if (!number || arb_store_game_get(it->store, game, take_id, &found) != ARB_STORE_OK)
        return arb_cli_complain(it->cli, ARB_TEXT_STORE_NO_GAME,
                                arb_quote_path(&room, arb_secrets_shown(it->path)),
                                arb_quote(name).text);
    return export_game(it, found);
}

/* A whole hall without names is another hall, which is made for that. */
static arb_exit export_whole(const exporting *it, const char *folder)
{
    char made[ARB_ERASE_PATH];
    arb_store *nameless = NULL;

    if (it->names)
        return arb_folder_export(it->cli, it->store, it->path, folder);
    arb_exit status = arb_nameless_open(&nameless, made, it->cli, it->store, it->path);
    if (status != ARB_EXIT_YES)
        return status;
    status = arb_folder_export(it->cli, nameless, it->path, folder);
    arb_store_close(nameless);
    arb_nameless_remove(made);
    if (status == ARB_EXIT_YES && !it->cli->json)
        arb_text_line(stdout, it->cli->lang, ARB_TEXT_WHOLE_NAMELESS);
    return status;
}

arb_exit arb_store_export_run(const arb_cli *cli, const arb_args *args)
{
    exporting it = { .cli = cli,
                     .path = args->operand[1],
                     .folder = args->value[ARB_OPT_STORE_OUT],
                     .names = args->value[ARB_OPT_STORE_ANONYMOUS] == NULL };
    const char *whole = args->value[ARB_OPT_STORE_WHOLE];
    arb_exit status = ARB_EXIT_YES;

    if (whole && (args->operands != 2 || it.folder))
        return arb_cli_misused(cli, ARB_TEXT_WHOLE_ALONE);
    if (!arb_store_arg_open(&it.store, cli, it.path))
        return ARB_EXIT_BAD;
    if (whole) {
        status = export_whole(&it, whole);
        arb_store_close(it.store);
        return status;
    }
    if (it.folder && mkdir(it.folder, 0700) != 0 && errno != EEXIST)
        status = arb_cli_complain_of(cli, it.folder, ARB_TEXT_OUTPUT_FAILED,
                                     arb_quote(it.folder).text, arb_system_text(errno, cli->lang));
    else if (args->operands == 2)
        status = export_all(&it);
    for (size_t i = 2; i < args->operands && status < ARB_EXIT_INTERRUPTED; i++)
        status = arb_exit_worse(status, export_named(&it, args->operand[i]));
    if (it.folder && status < ARB_EXIT_BAD) {
        if (cli->json)
            (void)arb_cli_json(
                cli, json_pack("{sI ss}", "games", (json_int_t)it.written, "folder", it.folder));
        else
            arb_text_line(stdout, cli->lang, ARB_TEXT_STORE_EXPORTED, it.written, it.folder);
    }
    arb_store_close(it.store);
    return status;
}

/* ---- import ---- */

static int64_t now_ms(clockid_t clock)
{
    struct timespec now;

    (void)clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void tell_imported(const arb_cli *cli, const char *source, uint64_t game)
{
    arb_quoted room;

    if (cli->json)
        (void)arb_cli_json(
            cli, json_pack("{so sI}", "file", arb_json_argument(source), "game", (json_int_t)game));
    else
        arb_text_line(stdout, cli->lang, ARB_TEXT_STORE_IMPORTED, arb_quote_path(&room, source),
                      (unsigned long long)game);
}

/* Is there no further case? */
static bool is_at_end(const arb_case_reader *reader)
{
    arb_case_reader ahead = *reader;
    arb_case_header header;
    arb_case_item item;

    return arb_case_next(&item, &header, &ahead, NULL) == ARB_OK && item.kind == ARB_CASE_END;
}

/* Cases up to the first that cannot be read; those before it are games by then, and were told. */
static arb_exit import_cases(const arb_cli *cli, arb_store *store, const char *path,
                             const char *source, const arb_buf *text)
{
    arb_case_reader reader;
    uint64_t game = 0;

    arb_case_reader_init(&reader, arb_buf_text(text), arb_buf_size(text));
    do {
        const arb_store_stamp stamp = { now_ms(CLOCK_BOOTTIME), now_ms(CLOCK_REALTIME) };
        arb_where where = { 0 };
        const arb_store_err err = arb_store_import(&game, store, &reader, stamp, &where);
        if (err == ARB_STORE_SYNTAX)
            return arb_cli_unreadable(cli, source, &where);
        if (err)
            return arb_store_failed(cli, path, err);
        tell_imported(cli, source, game);
        if (arb_interrupt_pending())
            return arb_cli_interrupted(cli);
    } while (!is_at_end(&reader));
    return ARB_EXIT_YES;
}

/* Reads a file to its end. */
static arb_err read_all(arb_buf *out, int fd, int *reason)
{
    char chunk[CHUNK];
    arb_err err = ARB_OK;
    ssize_t got;

    do {
        got = read(fd, chunk, sizeof chunk);
        if (got > 0)
            err = arb_buf_add(out, chunk, (size_t)got);
    } while (!err && (got > 0 || (got < 0 && errno == EINTR && !arb_interrupt_pending())));
    *reason = got < 0 ? errno : 0;
    return err;
}

static arb_exit import_file(const arb_cli *cli, arb_store *store, const char *path,
                            const char *source)
{
    const bool input = strcmp(source, "-") == 0;
    const int fd = input ? STDIN_FILENO : open(source, O_RDONLY | O_CLOEXEC);
    int reason = errno;
    arb_buf text;
    arb_exit status;

    if (fd < 0)
        return arb_cli_complain_at(cli, source, 0, 0, ARB_TEXT_FILE_FAILED,
                                   arb_system_text(reason, cli->lang));
    arb_buf_init(&text, NULL, FILE_MAX);
    const arb_err err = read_all(&text, fd, &reason);
    if (!input)
        close(fd);
    if (err)
        status = arb_cli_failed(cli, err);
    else if (reason)
        status = arb_cli_complain_at(cli, source, 0, 0, ARB_TEXT_FILE_FAILED,
                                     arb_system_text(reason, cli->lang));
    else
        status = import_cases(cli, store, path, source, &text);
    arb_buf_clear(&text);
    return status;
}

arb_exit arb_store_import_run(const arb_cli *cli, const arb_args *args)
{
    const arb_store_options options = { .create = true };
    const char *path = args->operand[1];
    arb_exit status = ARB_EXIT_YES;
    arb_store *store = NULL;

    if (args->value[ARB_OPT_STORE_WHOLE])
        return args->operands == 2 ? arb_folder_import(cli, path, args->value[ARB_OPT_STORE_WHOLE])
                                   : arb_cli_misused(cli, ARB_TEXT_WHOLE_ALONE);
    if (args->operands < 3)
        return arb_cli_misused(cli, ARB_TEXT_STORE_FILES);
    const arb_store_err err = arb_store_open(&store, path, &options);
    if (err)
        return arb_store_failed(cli, path, err);
    for (size_t i = 2; i < args->operands && status < ARB_EXIT_INTERRUPTED; i++)
        status = arb_exit_worse(status, import_file(cli, store, path, args->operand[i]));
    arb_store_close(store);
    return status;
}
