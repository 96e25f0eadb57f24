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
#include "common/interrupt.h"
#include "common/quote.h"
#include "server/hall/beat.h"
#include "store/lease.h"

enum { PAGE = 4096, PATH_ROOM = 4096, TEXT_MAX = 1 << 21 };

/* A game that is copied: in which language its moves are, and whether something goes from it. */
typedef struct copied {
    const arb_language *language;
    bool changed;
    unsigned char head[ARB_STORE_HASH_SIZE]; /* as it was */
} copied;

typedef struct erasing {
    const arb_cli *cli;
    arb_store *from, *to; /* `to` NULL: it is only told what would be done */
    arb_erase_names names;
    arb_buf line[3]; /* texts of the row at hand */
    copied *games;
    size_t game_count, game_room;
    uint64_t *gone; /* people, who are there until all have sat down */
    size_t gone_count, gone_room;
    uint64_t after, given;
    unsigned long long people, places; /* that go */
    arb_store_err err;                 /* of the database that is written */
    bool failed;                       /* no memory */
    bool unreadable;                   /* an event without the name would be none: it was told */
} erasing;

/* ---- texts ---- */

/* The text without names, in line `n`; `count` grows by how many there were. */
static arb_store_bytes cleaned(erasing *it, unsigned n, arb_store_bytes text, size_t *count)
{
    arb_buf *line = &it->line[n];

    arb_buf_cut(line, 0);
    const size_t found = arb_erase_replace(line, &it->names, text, &it->failed);
    *count += found;
    return found ? (arb_store_bytes){ arb_buf_text(line), arb_buf_size(line) } : text;
}

/* The same of what the hall keeps for itself. */
static arb_store_bytes cleaned_json(erasing *it, unsigned n, arb_store_bytes text, size_t *count)
{
    arb_buf *line = &it->line[n];

    arb_buf_cut(line, 0);
    const size_t found = arb_erase_replace_json(line, &it->names, text, &it->failed);
    *count += found;
    return found ? (arb_store_bytes){ arb_buf_text(line), arb_buf_size(line) } : text;
}

static bool goes_on(const erasing *it)
{
    return !it->err && !it->failed && !it->unreadable && !arb_interrupt_pending();
}

/* Says where a name stands: what a text says without it, and nothing of the name. */
static void tell_place(erasing *it, uint64_t game, uint32_t number, arb_store_bytes text)
{
    const arb_cli *cli = it->cli;

    it->places++;
    if (cli->json) {
        (void)arb_cli_json(cli, json_pack("{sI sI ss%}", "game", (json_int_t)game, "number",
                                          (json_int_t)number, "text", text.text, text.size));
        return;
    }
    if (game > 0 && number > 0)
        arb_text_print(stdout, cli->lang, ARB_TEXT_STORE_EVENT, (unsigned long long)game,
                       (unsigned long)number);
    else if (game > 0)
        arb_text_print(stdout, cli->lang, ARB_TEXT_STORE_GAME, (unsigned long long)game);
    else
        arb_text_print(stdout, cli->lang, ARB_TEXT_ERASE_HALL);
    printf(": %s\n", arb_quote_bytes(text.text, text.size).text);
}

/* ---- people and seats ---- */

static bool keep_gone(erasing *it, uint64_t person)
{
    if (it->gone_count == it->gone_room) {
        const size_t room = it->gone_room ? 2 * it->gone_room : 64;
        uint64_t *list = realloc(it->gone, room * sizeof *list);
        if (!list)
            return false;
        it->gone = list;
        it->gone_room = room;
    }
    it->gone[it->gone_count++] = person;
    return true;
}

static bool take_person(void *user, const arb_store_person *person)
{
    erasing *it = user;
    arb_store_person kept = *person;
    size_t count = 0;

    it->after = person->id;
    if (arb_erase_is(&it->names, person->name)) {
        it->people++;
        kept.name = kept.contact = (arb_store_bytes){ "", 0 };
        it->failed = it->failed || !keep_gone(it, person->id);
    } else {
        kept.name = cleaned(it, 0, person->name, &count);
        kept.contact = cleaned(it, 1, person->contact, &count);
        if (count > 0)
            tell_place(it, 0, 0, kept.name);
    }
    if (it->to && !it->failed)
        it->err = arb_store_person_put(it->to, &kept);
    return goes_on(it);
}

static bool is_gone(const erasing *it, uint64_t person)
{
    for (size_t i = 0; i < it->gone_count; i++)
        if (it->gone[i] == person)
            return true;
    return false;
}

static bool take_seat(void *user, const arb_store_seat *seat)
{
    erasing *it = user;
    arb_store_seat kept = *seat;
    size_t count = 0;

    if (is_gone(it, seat->person))
        kept.tags = (arb_store_bytes){ "", 0 };
    else
        kept.tags = cleaned(it, 0, seat->tags, &count);
    if (count > 0)
        tell_place(it, seat->game, 0, kept.tags);
    if (it->to && !it->failed)
        it->err = arb_store_seat_set(it->to, &kept);
    if (it->err == ARB_STORE_UNKNOWN) { /* one who was erased before */
        const arb_store_person nobody = { .id = seat->person };
        it->err = arb_store_person_put(it->to, &nobody);
        if (!it->err)
            it->err = arb_store_seat_set(it->to, &kept);
        it->failed = it->failed || !keep_gone(it, seat->person);
    }
    return goes_on(it);
}

/* ---- games ---- */

static bool keep_game(erasing *it, const copied *game)
{
    if (it->game_count == it->game_room) {
        const size_t room = it->game_room ? 2 * it->game_room : 256;
        copied *list = realloc(it->games, room * sizeof *list);
        if (!list)
            return false;
        it->games = list;
        it->game_room = room;
    }
    it->games[it->game_count++] = *game;
    return true;
}

/* In a header only titles and values of tags are words of people; the rest is the Laws' own. */
static arb_store_bytes clean_header(erasing *it, arb_store_bytes header, size_t *count)
{
    arb_buf *out = &it->line[0];
    arb_err err = ARB_OK;

    arb_buf_cut(out, 0);
    for (size_t at = 0; at < header.size && !err;) {
        const char *line = header.text + at;
        const char *end = memchr(line, '\n', header.size - at);
        const size_t size = end ? (size_t)(end - line) + 1 : header.size - at;
        const bool words =
            size > 5 && (strncmp(line, "case ", 5) == 0 || strncmp(line, "tag ", 4) == 0);
        if (words)
            *count +=
                arb_erase_replace(out, &it->names, (arb_store_bytes){ line, size }, &it->failed);
        else
            err = arb_buf_add(out, line, size);
        at += size;
    }
    it->failed = it->failed || err;
    return (arb_store_bytes){ arb_buf_text(out), arb_buf_size(out) };
}

static const arb_language *language_of(arb_store_bytes header)
{
    arb_case_header read;
    arb_case_reader reader;
    arb_case_item item;

    arb_case_reader_init(&reader, header.text, header.size);
    return arb_case_next(&item, &read, &reader, NULL) ? NULL : read.regulations.language;
}

static bool take_game(void *user, const arb_store_game *game)
{
    erasing *it = user;
    copied kept = { .language = language_of(game->header) };
    size_t count = 0;
    uint64_t id = 0;

    it->after = game->id;
    if (game->damaged || game->id != it->game_count + 1) {
        it->err = ARB_STORE_CORRUPT;
        return false;
    }
    memcpy(kept.head, game->chain.text, game->chain.size);
    const arb_store_bytes header = clean_header(it, game->header, &count);
    kept.changed = count > 0;
    if (count > 0)
        tell_place(it, game->id, 0, header);
    it->failed = it->failed || !keep_game(it, &kept);
    if (it->to && !it->failed)
        it->err = arb_store_game_new(&id, it->to, header, game->created_ms, game->summary);
    if (it->to && !it->err && game->closed)
        it->err = arb_store_game_close(it->to, id, true);
    return goes_on(it);
}

/* ---- events ---- */

/* The event with its text, which is the part that people write, without the name. */
static arb_store_bytes clean_event(erasing *it, const arb_store_event *stored, size_t *count)
{
    const arb_language *language = it->games[stored->game - 1].language;
    arb_buf *out = &it->line[1];
    arb_event event;

    arb_buf_cut(&it->line[0], 0);
    if (arb_erase_replace(&it->line[0], &it->names, stored->text, &it->failed) == 0)
        return stored->text;
    if (arb_event_read(&event, NULL, stored->text.text, stored->text.size, 0, language) == ARB_OK &&
        event.size > 0) {
        const arb_store_bytes text =
            cleaned(it, 0, (arb_store_bytes){ event.text, event.size }, count);
        event.text = text.text;
        event.size = text.size;
        char *whole = malloc(ARB_STORE_EVENT_MAX);
        const size_t size = whole ? arb_event_write(whole, ARB_STORE_EVENT_MAX, &event) : 0;
        arb_buf_cut(out, 0);
        it->failed = it->failed || !whole || size >= ARB_STORE_EVENT_MAX ||
                     arb_buf_add(out, whole, size) != ARB_OK;
        free(whole);
        return (arb_store_bytes){ arb_buf_text(out), arb_buf_size(out) };
    }
    return cleaned(it, 1, stored->text, count);
}

/* Without the name it must still be an event: a name that is a move, say, cannot be taken out. */
static void check_event(erasing *it, const arb_store_event *event)
{
    arb_event read;
    size_t left = 0;

    (void)cleaned(it, 0, event->text, &left);
    if (left == 0 && arb_event_read(&read, NULL, event->text.text, event->text.size, 0,
                                    it->games[event->game - 1].language) == ARB_OK)
        return;
    it->unreadable = true;
    (void)arb_cli_complain(it->cli, ARB_TEXT_ERASE_PLAYED, (unsigned long long)event->game,
                           (unsigned long)event->number);
}

static bool take_event(void *user, const arb_store_event *stored)
{
    erasing *it = user;
    arb_store_event event = *stored;
    arb_store_receipt receipt;
    size_t in_text = 0, in_client = 0, others = 0;

    it->after = stored->sequence;
    if (stored->damaged || stored->game > it->game_count) {
        it->err = ARB_STORE_CORRUPT;
        return false;
    }
    (void)cleaned(it, 0, stored->client, &in_client);
    if (in_client > 0)
        event.client = (arb_store_bytes){ 0 };
    event.text = clean_event(it, stored, &in_text);
    event.meta = cleaned_json(it, 2, stored->meta, &others);
    /* the verdict is made of the program's words alone, and may have one that somebody is called */
    if (in_text + in_client + others > 0) {
        check_event(it, &event);
        tell_place(it, stored->game, stored->number, event.text);
        it->games[stored->game - 1].changed = true;
    }
    if (it->to && goes_on(it))
        it->err = arb_store_append(&receipt, it->to, &event);
    return goes_on(it);
}

/* ---- the rest of the hall ---- */

static bool take_token(void *user, const arb_store_token *token)
{
    erasing *it = user;

    if (token->damaged)
        it->err = ARB_STORE_CORRUPT;
    else if (it->to)
        it->err = arb_store_token_add(it->to, token);
    return goes_on(it);
}

/* Events keep the epochs that they had, and games go on with further ones. */
static bool take_lease(void *user, const arb_store_lease *lease)
{
    erasing *it = user;

    it->after = lease->game;
    if (it->to)
        it->err = arb_store_lease_put(it->to, lease->game, lease->epoch);
    return goes_on(it);
}

static bool take_setting(void *user, arb_store_bytes name, arb_store_bytes value)
{
    static const char secret[] = "hall.secret"; /* bytes that are no text */
    erasing *it = user;
    size_t count = 0;
    char key[ARB_STORE_WORD_MAX + 1];

    (void)snprintf(key, sizeof key, "%.*s", (int)name.size, name.text);
    const arb_store_bytes kept =
        strcmp(key, secret) == 0 ? value : cleaned_json(it, 0, value, &count);
    if (count > 0)
        tell_place(it, 0, 0, kept);
    if (it->to && !it->failed)
        it->err = arb_store_setting_set(it->to, key, kept);
    return goes_on(it);
}

/* ---- all of it ---- */

/* Reads a list page by page; what went wrong on either side. */
#define PAGES(it, call)                                                                            \
    do {                                                                                           \
        uint64_t before = UINT64_MAX;                                                              \
        (it)->after = 0;                                                                           \
        while (goes_on(it) && (it)->after != before) {                                             \
            before = (it)->after;                                                                  \
            const arb_store_err read = (call);                                                     \
            (it)->err = (it)->err ? (it)->err : read;                                              \
        }                                                                                          \
    } while (0)

static void note(erasing *it, arb_store_err err)
{
    it->err = it->err ? it->err : err;
}

static void copy_heartbeat(erasing *it)
{
    arb_store_heartbeat beat;
    const arb_store_err err = arb_store_heartbeat_get(&beat, it->from);

    if (err != ARB_STORE_UNKNOWN)
        note(it, err);
    if (!err && it->to && goes_on(it))
        note(it, arb_store_beat(it->to, &beat));
}

static void copy_all(erasing *it)
{
    PAGES(it, arb_store_people(it->from, it->after, PAGE, take_person, it));
    PAGES(it, arb_store_games(it->from, it->after, false, PAGE, take_game, it));
    for (uint64_t game = 1; game <= it->game_count && goes_on(it); game++)
        note(it, arb_store_seats(it->from, game, take_seat, it));
    if (goes_on(it))
        note(it, arb_store_tokens(it->from, 0, take_token, it));
    if (goes_on(it))
        note(it, arb_store_settings(it->from, take_setting, it));
    PAGES(it, arb_store_events(it->from, it->after, PAGE, take_event, it));
    PAGES(it, arb_store_leases(it->from, it->after, PAGE, take_lease, it));
    if (goes_on(it))
        copy_heartbeat(it);
    for (size_t i = 0; i < it->gone_count && it->to && goes_on(it); i++)
        note(it, arb_store_person_erase(it->to, it->gone[i]));
    if (it->to && goes_on(it))
        note(it, arb_store_people_give(it->to, it->given));
}

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
static arb_store_err record(erasing *it, uint64_t game, int64_t now_ms)
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

static void record_all(erasing *it)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_REALTIME, &now);
    for (uint64_t game = 1; game <= it->game_count && goes_on(it); game++)
        if (it->games[game - 1].changed)
            note(it, record(it, game, (int64_t)now.tv_sec * 1000));
}

/* ---- one database in the place of another ---- */

/* The lock of the former is held until it is closed, and its log goes with it. */
static int take_place(const char *path, const char *made, const arb_store_mark *mark)
{
    char beat[PATH_ROOM + 8];
    arb_store_mark former;
    const bool beats = arb_beat_mark_read(&former, path);

    (void)snprintf(beat, sizeof beat, "%s-beat", path);
    if (beats && unlink(beat) != 0) /* between the two no mark is better than a wrong one */
        return errno;
    if (rename(made, path) != 0)
        return errno;
    if (beats) {
        arb_beat page = { .path = NULL };
        arb_beat_open(&page, path);
        arb_beat_durable(&page, mark);
        arb_beat_close(&page);
    }
    return 0;
}

static void remove_made(const char *made)
{
    static const char *const endings[] = { "", "-wal", "-shm", "-lock" };
    char name[PATH_ROOM + 8];

    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        (void)snprintf(name, sizeof name, "%s%s", made, endings[i]);
        (void)unlink(name);
    }
}

static arb_exit complain(const erasing *it, const char *path)
{
    if (it->unreadable)
        return ARB_EXIT_BAD;
    if (arb_interrupt_pending())
        return arb_cli_interrupted(it->cli);
    if (it->failed)
        return arb_cli_failed(it->cli, ARB_NOMEM);
    return arb_store_failed(it->cli, path, it->err);
}

static bool found_any(const erasing *it)
{
    return it->people + it->places > 0;
}

/* Writes the other database. Until it has everything it says so, and nobody opens it. */
static void write_made(erasing *it)
{
    bool written = false;

    arb_store_copying(it->to, true);
    note(it, arb_store_unfinished(it->to, true));
    if (goes_on(it))
        note(it, arb_store_begin(it->to));
    if (goes_on(it))
        copy_all(it);
    if (goes_on(it) && found_any(it)) {
        note(it, arb_store_commit(it->to));
        written = !it->err;
    }
    arb_store_rollback(it->to);
    if (written)
        record_all(it);
    if (!written || goes_on(it)) /* what nothing was written to is empty again */
        note(it, arb_store_unfinished(it->to, false));
}

/* The name of the new database; where there is something already it is not written to. */
static arb_exit open_made(erasing *it, char made[PATH_ROOM], const char *path, const char *to)
{
    const arb_store_options options = { .create = true };
    arb_quoted room;

    if (snprintf(made, PATH_ROOM, to ? "%s" : "%s-erasing", to ? to : path) >= PATH_ROOM)
        return arb_store_failed(it->cli, path, ARB_STORE_CANNOT_OPEN);
    if (access(made, F_OK) == 0)
        return arb_cli_complain(it->cli, ARB_TEXT_STORE_COPY_EXISTS, arb_quote_path(&room, made));
    arb_store_err err = arb_store_open(&it->to, made, &options);
    if (!err)
        err = arb_store_is_empty(it->to);
    if (err == ARB_STORE_EXISTS)
        return arb_cli_complain(it->cli, ARB_TEXT_STORE_NOT_EMPTY,
                                arb_quote_path(&room, arb_secrets_shown(made)));
    return err ? arb_store_failed(it->cli, made, err) : ARB_EXIT_YES;
}

/* Writes the other database, and puts it into its place. */
static arb_exit write_anew(erasing *it, const char *path, const char *to)
{
    char made[PATH_ROOM];
    arb_exit status = open_made(it, made, path, to);

    if (status != ARB_EXIT_YES) {
        arb_store_close(it->to);
        return status;
    }
    note(it, arb_store_people_given(&it->given, it->from));
    if (goes_on(it))
        write_made(it);
    const arb_store_mark mark = arb_store_mark_get(it->to);
    arb_store_close(it->to);
    it->to = NULL;
    status = goes_on(it) ? ARB_EXIT_YES : complain(it, path);
    const bool takes_place = status == ARB_EXIT_YES && !to && found_any(it);
    const int failed = takes_place ? take_place(path, made, &mark) : 0;
    if (failed)
        status =
            arb_cli_complain_at(it->cli, path, 0, 0, ARB_TEXT_PGN_NOT_WRITTEN, strerror(failed));
    if (status != ARB_EXIT_YES || !to || !found_any(it))
        remove_made(made);
    return status;
}

/* 0 when the person is named, or was and is not any more; 1 when there was no such name. */
static arb_exit tell_end(const erasing *it, bool done)
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
static arb_exit erase(erasing *it, const arb_args *args)
{
    const char *path = args->operand[1], *to = args->value[ARB_OPT_STORE_TO];

    if (args->value[ARB_OPT_STORE_YES]) {
        const arb_exit status = write_anew(it, path, to);
        return status == ARB_EXIT_YES ? tell_end(it, true) : status;
    }
    copy_all(it);
    return goes_on(it) ? tell_end(it, false) : complain(it, path);
}

arb_exit arb_store_erase_run(const arb_cli *cli, const arb_args *args)
{
    const bool done = args->value[ARB_OPT_STORE_YES];
    /* nobody else may write while it is read: what was acknowledged then would not be in the other
     */
    const arb_store_options options = { .read_only = !done };
    erasing it = { .cli = cli, .names = { args->operand + 2, args->operands - 2 } };

    if (args->operands < 3)
        return arb_cli_misused(cli, ARB_TEXT_ERASE_WHOM);
    for (size_t i = 2; i < args->operands; i++)
        if (!arb_erase_is_name(args->operand[i]))
            return arb_cli_misused(cli, ARB_TEXT_ERASE_SHORT, arb_quote(args->operand[i]).text);
    if (done && !args->value[ARB_OPT_STORE_TO] && arb_store_is_postgres(args->operand[1]))
        return arb_cli_misused(cli, ARB_TEXT_ERASE_TO);
    const arb_store_err err = arb_store_open(&it.from, args->operand[1], &options);
    if (err)
        return arb_store_failed(cli, args->operand[1], err);
    for (size_t i = 0; i < sizeof it.line / sizeof it.line[0]; i++)
        arb_buf_init(&it.line[i], NULL, TEXT_MAX);
    const arb_exit status = erase(&it, args);
    arb_store_close(it.from);
    for (size_t i = 0; i < sizeof it.line / sizeof it.line[0]; i++)
        arb_buf_clear(&it.line[i]);
    free(it.games);
    free(it.gone);
    return status;
}
