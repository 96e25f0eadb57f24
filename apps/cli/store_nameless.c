/* SPDX-License-Identifier: MIT */
/*
 * A whole hall without names, for people who look at games and not at players. It is a copy in
 * which everybody is erased, and whatever people have written; without links, codes and secrets, so
 * that it opens nothing. It is written where no other program looks, and goes when it was exported.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/store_erase.h"
#include "common/quote.h"
#include "common/system_text.h"

#define DATABASE "/hall.arbitro"

enum { NAME_ROOM = ARB_ERASE_PATH + sizeof DATABASE };

static bool begins(const char *name, const char *with)
{
    return strncmp(name, with, strlen(with)) == 0;
}

/* What its games cannot do without, all of it in the program's own words. */
bool arb_nameless_has(const char *setting)
{
    return begins(setting, "game.") || begins(setting, "verdicts.") ||
           begins(setting, "checklist.") || strcmp(setting, "rounds") == 0;
}

/* How a game is played goes without the group, which somebody has named. */
arb_store_bytes arb_nameless_setting(arb_buf *room, const char *setting, arb_store_bytes value,
                                     bool *failed)
{
    if (!begins(setting, "game."))
        return value;
    json_t *manner = json_loadb(value.text, value.size, 0, NULL);
    (void)json_object_del(manner, "group");
    char *text = json_is_object(manner) ? json_dumps(manner, JSON_COMPACT) : NULL;
    arb_buf_cut(room, 0);
    *failed = *failed || arb_buf_add_text(room, text ? text : "{}") != ARB_OK;
    free(text);
    json_decref(manner);
    return (arb_store_bytes){ arb_buf_text(room), arb_buf_size(room) };
}

static const char *database_in(char out[NAME_ROOM], const char *made)
{
    (void)snprintf(out, NAME_ROOM, "%s" DATABASE, made);
    return out;
}

void arb_nameless_remove(const char *made)
{
    char name[NAME_ROOM];

    arb_erased_remove(database_in(name, made));
    (void)rmdir(made);
}

static arb_exit make_folder(char made[ARB_ERASE_PATH], const arb_cli *cli)
{
    const char *parent = getenv("TMPDIR");

    errno = ENAMETOOLONG;
    if (snprintf(made, ARB_ERASE_PATH, "%s/arbitro-XXXXXX", parent && *parent ? parent : "/tmp") <
            ARB_ERASE_PATH &&
        mkdtemp(made))
        return ARB_EXIT_YES;
    return arb_cli_complain_of(cli, made, ARB_TEXT_OUTPUT_FAILED, arb_quote(made).text,
                               arb_system_text(errno, cli->lang));
}

static arb_exit write_copy(arb_erasing *it, const char *name, const char *path)
{
    const arb_store_options create = { .create = true };

    arb_erasing_note(it, arb_store_open(&it->to, name, &create));
    if (!it->err && arb_erasing_write(it))
        arb_erasing_note(it, arb_store_unfinished(it->to, false));
    arb_store_close(it->to);
    return arb_erasing_goes_on(it) ? ARB_EXIT_YES : arb_erasing_complain(it, path);
}

arb_exit arb_nameless_open(arb_store **out, char made[ARB_ERASE_PATH], const arb_cli *cli,
                           arb_store *from, const char *path)
{
    const arb_store_options read = { .read_only = true };
    char name[NAME_ROOM];
    arb_erasing it;
    arb_exit status = make_folder(made, cli);

    if (status != ARB_EXIT_YES)
        return status;
    arb_erasing_begin(&it, cli);
    it.from = from;
    it.nameless = true;
    status = write_copy(&it, database_in(name, made), path);
    arb_erasing_end(&it);
    if (status == ARB_EXIT_YES) {
        const arb_store_err err = arb_store_open(out, name, &read);
        status = err ? arb_store_failed(cli, name, err) : ARB_EXIT_YES;
    }
    if (status != ARB_EXIT_YES)
        arb_nameless_remove(made);
    return status;
}
