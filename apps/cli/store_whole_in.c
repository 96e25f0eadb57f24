/* SPDX-License-Identifier: MIT */
/*
 * A whole hall out of a folder; see store_whole.h. Everything is written in one batch, which is
 * forgotten at the first line that does not fit: a database gets all of it or nothing.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/secrets.h"
#include "cli/store_whole.h"
#include "common/interrupt.h"
#include "common/quote.h"

enum { LOOK_EVERY = 256 };

typedef struct importing {
    const arb_cli *cli;
    arb_store *store; /* NULL: it is only looked whether it could be taken in */
    const char *database;
    char path[ARB_FOLDER_PATH]; /* of the file that is read */
    size_t number;              /* of its line */
    arb_progress progress;
    uint64_t read, all; /* bytes of the files of lines, before this one and together */
    double part;        /* of the work, that reading them is */
    json_t *object;     /* in that line */
    const char *wanted; /* the member that is missing, or is not what it must be */
    arb_store_chains *chains;
    uint64_t *erased; /* people who sit somewhere and have no name any more */
    size_t erased_count, erased_room;
    uint64_t given; /* the last number of a person */
    uint64_t last;  /* event, as the hall says */
    bool ended;     /* the hall's last line was there */
    int64_t version;
    arb_folder_counts counts;
} importing;

/* ---- members of a line ---- */

static void want(importing *it, const char *key)
{
    if (!it->wanted)
        it->wanted = key;
}

static arb_store_bytes get_text(importing *it, const char *key)
{
    const json_t *value = json_object_get(it->object, key);

    if (!json_is_string(value))
        want(it, key);
    return (arb_store_bytes){ json_is_string(value) ? json_string_value(value) : "",
                              json_string_length(value) };
}

static int64_t get_number(importing *it, const char *key, int64_t least)
{
    const json_t *value = json_object_get(it->object, key);

    if (!json_is_integer(value) || json_integer_value(value) < least)
        want(it, key);
    return json_integer_value(value);
}

/* The number of a lease; 0 where there was none. */
static uint64_t get_epoch(importing *it)
{
    return json_object_get(it->object, "epoch") ? (uint64_t)get_number(it, "epoch", 1) : 0;
}

static uint32_t get_count(importing *it, const char *key)
{
    const int64_t value = get_number(it, key, 0);

    if (value > UINT32_MAX)
        want(it, key);
    return (uint32_t)value;
}

static bool get_bool(importing *it, const char *key)
{
    const json_t *value = json_object_get(it->object, key);

    if (!json_is_boolean(value))
        want(it, key);
    return json_is_true(value);
}

/* Bytes in hexadecimal digits, into room of the caller's. */
static arb_store_bytes get_hex(importing *it, const char *key, char *room, size_t max)
{
    const arb_store_bytes text = get_text(it, key);
    size_t size = 0;
    const char *end = NULL;

    if (sodium_hex2bin((unsigned char *)room, max, text.text, text.size, NULL, &size, &end) != 0 ||
        end != text.text + text.size)
        want(it, key);
    return (arb_store_bytes){ room, size };
}

static arb_store_bytes get_hash(importing *it, const char *key, char room[ARB_STORE_HASH_SIZE])
{
    const arb_store_bytes hash = get_hex(it, key, room, ARB_STORE_HASH_SIZE);

    if (hash.size != ARB_STORE_HASH_SIZE)
        want(it, key);
    return hash;
}

/* ---- complaints ---- */

static arb_exit complain_line(const importing *it, arb_text_id id)
{
    return arb_cli_complain_at(it->cli, it->path, it->number, 1, id);
}

/* What the store has against a line is told with that line, when it lies in the line. */
static arb_exit answer(const importing *it, arb_store_err err)
{
    if (it->wanted)
        return arb_cli_complain_at(it->cli, it->path, it->number, 1, ARB_TEXT_WHOLE_MEMBER,
                                   it->wanted);
    if (!err)
        return ARB_EXIT_YES;
    if (err < ARB_STORE_TOO_LARGE)
        return arb_store_failed(it->cli, it->database, err);
    return arb_cli_complain_at(it->cli, it->path, it->number, 1, ARB_TEXT_WHOLE_LINE,
                               arb_store_err_text(err, it->cli->lang));
}

/* Is there nothing to be written: because something is wrong, or because it is only read? */
static bool is_only_read(const importing *it)
{
    return it->wanted || !it->store;
}

/* ---- the lines of the hall ---- */

static arb_exit take_people(importing *it)
{
    it->given = (uint64_t)get_number(it, "people", 0);
    return answer(it, ARB_STORE_OK);
}

static arb_exit take_person(importing *it)
{
    const arb_store_person person = { .id = (uint64_t)get_number(it, "person", 1),
                                      .name = get_text(it, "name"),
                                      .contact = get_text(it, "contact") };

    it->counts.people++;
    return answer(it, is_only_read(it) ? ARB_STORE_OK : arb_store_person_put(it->store, &person));
}

static arb_exit take_game(importing *it)
{
    char hash[ARB_STORE_HASH_SIZE];
    const arb_store_game game = { .id = (uint64_t)get_number(it, "game", 1),
                                  .created_ms = get_number(it, "created_ms", INT64_MIN),
                                  .closed = get_bool(it, "closed"),
                                  .events = get_count(it, "events"),
                                  .header = get_text(it, "header"),
                                  .summary = get_text(it, "summary"),
                                  .chain = get_hash(it, "chain", hash) };
    uint64_t given = 0;

    if (game.id != it->counts.games + 1)
        want(it, "game");
    if (it->wanted)
        return answer(it, ARB_STORE_OK);
    it->counts.games++;
    arb_store_err err = arb_store_chains_game(it->chains, &game);
    if (!err && it->store)
        err = arb_store_game_new(&given, it->store, game.header, game.created_ms, game.summary);
    if (!err && it->store && game.closed)
        err = arb_store_game_close(it->store, game.id, true);
    return answer(it, err);
}

static bool keep_erased(importing *it, uint64_t person)
{
    if (it->erased_count == it->erased_room) {
        const size_t room = it->erased_room ? 2 * it->erased_room : 64;
        uint64_t *list = realloc(it->erased, room * sizeof *list);
        if (!list)
            return false;
        it->erased = list;
        it->erased_room = room;
    }
    it->erased[it->erased_count++] = person;
    return true;
}

/* One whom nobody knows any more sits there by number: he is there until all have sat down. */
static arb_store_err put_erased(importing *it, uint64_t person)
{
    const arb_store_person nobody = { .id = person };
    const arb_store_err err = arb_store_person_put(it->store, &nobody);

    if (err) /* he sits at several boards */
        return err == ARB_STORE_EXISTS ? ARB_STORE_OK : err;
    return keep_erased(it, person) ? ARB_STORE_OK : ARB_STORE_NOMEM;
}

static arb_exit take_seat(importing *it)
{
    const arb_store_seat seat = { .game = (uint64_t)get_number(it, "game", 1),
                                  .seat = get_text(it, "seat"),
                                  .person = (uint64_t)get_number(it, "person", 1),
                                  .tags = get_text(it, "tags") };
    arb_store_err err = ARB_STORE_OK;

    it->counts.seats++;
    if (is_only_read(it))
        return answer(it, err);
    if (json_is_true(json_object_get(it->object, "erased")))
        err = put_erased(it, seat.person);
    return answer(it, err ? err : arb_store_seat_set(it->store, &seat));
}

static arb_exit take_lease(importing *it)
{
    const uint64_t game = (uint64_t)get_number(it, "lease", 1);
    const uint64_t epoch = (uint64_t)get_number(it, "epoch", 1);

    if (game > it->counts.games)
        want(it, "lease");
    it->counts.leases++;
    return answer(it,
                  is_only_read(it) ? ARB_STORE_OK : arb_store_lease_put(it->store, game, epoch));
}

static arb_exit take_token(importing *it)
{
    char hash[ARB_STORE_WORD_MAX];
    const arb_store_token token = { .hash = get_hex(it, "token", hash, sizeof hash),
                                    .game = (uint64_t)get_number(it, "game", 1),
                                    .role = get_count(it, "role"),
                                    .expires_ms = get_number(it, "expires_ms", INT64_MIN) };

    it->counts.tokens++;
    return answer(it, is_only_read(it) ? ARB_STORE_OK : arb_store_token_add(it->store, &token));
}

static arb_exit take_setting(importing *it)
{
    static char room[ARB_STORE_VALUE_MAX];
    const arb_store_bytes name = get_text(it, "setting");
    const arb_store_bytes value = get_hex(it, "value", room, sizeof room);

    it->counts.settings++;
    return answer(it, is_only_read(it) ? ARB_STORE_OK
                                       : arb_store_setting_set(it->store, name.text, value));
}

static arb_exit take_heartbeat(importing *it)
{
    const arb_store_bytes boot = get_text(it, "heartbeat");
    arb_store_heartbeat beat = { .stamp = { get_number(it, "monotonic_ms", INT64_MIN),
                                            get_number(it, "wall_ms", INT64_MIN) } };

    if (boot.size >= sizeof beat.boot)
        want(it, "heartbeat");
    else
        memcpy(beat.boot, boot.text, boot.size);
    return answer(it, is_only_read(it) ? ARB_STORE_OK : arb_store_beat(it->store, &beat));
}

/* The last line of the hall counts what stood before it. */
static arb_exit take_end(importing *it)
{
    json_t *line = it->object;
    const struct {
        const char *key;
        uint64_t count;
    } all[] = { { "people", it->counts.people },
                { "games", it->counts.games },
                { "seats", it->counts.seats },
                { "tokens", it->counts.tokens },
                { "settings", it->counts.settings } };

    it->object = json_object_get(line, "end");
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if ((uint64_t)get_number(it, all[i].key, 0) != all[i].count)
            want(it, all[i].key);
    if (it->version >= ARB_FOLDER_LEASES &&
        (uint64_t)get_number(it, "leases", 0) != it->counts.leases)
        want(it, "leases");
    it->last = (uint64_t)get_number(it, "events", 0);
    it->object = line;
    it->ended = true;
    return answer(it, ARB_STORE_OK);
}

static arb_exit take_hall_line(importing *it)
{
    static const struct {
        const char *key;
        arb_exit (*take)(importing *it);
    } kinds[] = { { "person", take_person }, /* what a seat has too comes after it */
                  { "game", take_game },           { "people", take_people },
                  { "lease", take_lease },         { "setting", take_setting },
                  { "heartbeat", take_heartbeat }, { "end", take_end } };

    if (it->ended)
        return complain_line(it, ARB_TEXT_WHOLE_AFTER);
    if (json_object_get(it->object, "seat"))
        return take_seat(it);
    if (json_object_get(it->object, "token"))
        return take_token(it);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (json_object_get(it->object, kinds[i].key))
            return kinds[i].take(it);
    return complain_line(it, ARB_TEXT_WHOLE_KIND);
}

/* ---- the lines of the journal ---- */

static arb_exit take_event(importing *it)
{
    char client[ARB_STORE_WORD_MAX], hash[ARB_STORE_HASH_SIZE];
    arb_store_receipt receipt = { 0 };
    const arb_store_event event = { .sequence = (uint64_t)get_number(it, "event", 1),
                                    .game = (uint64_t)get_number(it, "game", 1),
                                    .number = get_count(it, "number"),
                                    .refused = get_bool(it, "refused"),
                                    .client = get_hex(it, "client", client, sizeof client),
                                    .actor = get_text(it, "actor"),
                                    .text = get_text(it, "text"),
                                    .meta = get_text(it, "meta"),
                                    .stamp = { get_number(it, "monotonic_ms", INT64_MIN),
                                               get_number(it, "wall_ms", INT64_MIN) },
                                    .verdict = get_text(it, "verdict"),
                                    .chain = get_hash(it, "chain", hash),
                                    .epoch = get_epoch(it) };

    if (event.sequence != it->counts.events + 1)
        want(it, "event");
    if (event.game > it->counts.games)
        want(it, "game");
    if (it->wanted)
        return answer(it, ARB_STORE_OK);
    it->counts.events++;
    if (arb_store_chains_event(it->chains, &event) != ARB_STORE_OK)
        return complain_line(it, ARB_TEXT_WHOLE_CHAIN);
    if (!it->store)
        return ARB_EXIT_YES;
    const arb_store_err err = arb_store_append(&receipt, it->store, &event);
    if (!err && (receipt.again || receipt.sequence != event.sequence))
        return complain_line(it, ARB_TEXT_WHOLE_CHAIN);
    return answer(it, err);
}

/* Has every game the events, and the last hash, that the hall says? */
static arb_exit check_ends(importing *it, const char *folder)
{
    if (it->counts.events != it->last)
        return complain_line(it, ARB_TEXT_WHOLE_SHORT);
    const uint64_t game = arb_store_chains_unfinished(it->chains);
    if (game == 0)
        return ARB_EXIT_YES;
    (void)arb_folder_path(it->path, folder, ARB_FOLDER_HALL);
    return arb_cli_complain_at(it->cli, it->path, 0, 0, ARB_TEXT_WHOLE_GAME,
                               (unsigned long long)game);
}

/* ---- files of lines ---- */

/* The first line says what the file is. */
static arb_exit take_head(importing *it, const char *what)
{
    const json_t *is = json_object_get(it->object, "arbitro");
    const json_t *version = json_object_get(it->object, "version");

    if (!json_is_string(is) || strcmp(json_string_value(is), what) != 0)
        return complain_line(it, ARB_TEXT_WHOLE_HEAD);
    it->version = json_integer_value(version);
    return it->version >= 1 && it->version <= ARB_FOLDER_VERSION
               ? ARB_EXIT_YES
               : complain_line(it, ARB_TEXT_WHOLE_NEWER);
}

static arb_exit take_line(importing *it, const char *text, size_t size, const char *what,
                          arb_exit (*take)(importing *it))
{
    json_error_t error;

    it->number++;
    it->wanted = NULL;
    it->object = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
    if (!json_is_object(it->object)) {
        json_decref(it->object);
        return arb_cli_complain_at(it->cli, it->path, it->number,
                                   error.column > 0 ? (size_t)error.column : 1,
                                   ARB_TEXT_WHOLE_JSON);
    }
    const arb_exit status = it->number == 1 ? take_head(it, what) : take(it);
    json_decref(it->object);
    return status;
}

/* Shows how far it has come; false, and it was told, when it is to end. */
static bool goes_on(importing *it, FILE *file)
{
    const long place = ftell(file);
    const double done = (double)it->read + (double)(place > 0 ? place : 0);

    arb_progress_show(&it->progress, it->all ? it->part * done / (double)it->all : 0);
    return !arb_interrupt_heeded();
}

static arb_exit read_lines(importing *it, const char *folder, const char *name, const char *what,
                           arb_exit (*take)(importing *it))
{
    char *line = NULL;
    size_t room = 0;
    ssize_t size;
    arb_exit status = ARB_EXIT_YES;
    FILE *file = arb_folder_path(it->path, folder, name) ? arb_folder_read(it->path) : NULL;

    if (!file)
        return arb_folder_unreadable(it->cli, it->path, errno);
    it->number = 0;
    while (status == ARB_EXIT_YES && (size = getline(&line, &room, file)) >= 0) {
        status = take_line(it, line, (size_t)size, what, take);
        if (status == ARB_EXIT_YES && it->number % LOOK_EVERY == 0 && !goes_on(it, file))
            status = arb_cli_interrupted(it->cli);
    }
    if (status == ARB_EXIT_YES && ferror(file))
        status = arb_folder_unreadable(it->cli, it->path, errno);
    it->read += (uint64_t)(ftell(file) > 0 ? ftell(file) : 0);
    free(line);
    (void)fclose(file);
    if (status == ARB_EXIT_YES && it->number == 0)
        status = complain_line(it, ARB_TEXT_WHOLE_HEAD);
    return status;
}

/* ---- all of it ---- */

static arb_store_err erase_again(importing *it)
{
    arb_store_err err = ARB_STORE_OK;

    for (size_t i = 0; i < it->erased_count && !err; i++)
        err = arb_store_person_erase(it->store, it->erased[i]);
    return err ? err : arb_store_people_give(it->store, it->given);
}

static uint64_t size_of(const char *folder, const char *name)
{
    char path[ARB_FOLDER_PATH];
    struct stat info;

    return arb_folder_path(path, folder, name) && stat(path, &info) == 0 ? (uint64_t)info.st_size
                                                                         : 0;
}

static arb_exit read_all(importing *it, const char *folder)
{
    it->all = size_of(folder, ARB_FOLDER_HALL) + size_of(folder, ARB_FOLDER_JOURNAL);
    it->progress = arb_progress_begin();
    arb_exit status = read_lines(it, folder, ARB_FOLDER_HALL, "hall", take_hall_line);

    if (status == ARB_EXIT_YES && !it->ended)
        status = complain_line(it, ARB_TEXT_WHOLE_SHORT);
    if (status == ARB_EXIT_YES)
        status = read_lines(it, folder, ARB_FOLDER_JOURNAL, "journal", take_event);
    if (status == ARB_EXIT_YES)
        status = check_ends(it, folder);
    arb_progress_clear(&it->progress);
    return status;
}

/* ---- what the chains do not say ---- */

typedef struct checking {
    importing *it;
    arb_exit status;
} checking;

static bool on_finding(void *user, const arb_store_finding *finding)
{
    checking *c = user;

    if (finding->fault == ARB_STORE_FAULT_TEXT || finding->fault == ARB_STORE_FAULT_TIME ||
        finding->fault == ARB_STORE_FAULT_HEADER)
        return true; /* as it was: the chain says so; only this version cannot read it */
    arb_progress_hide();
    c->status = arb_cli_complain_at(c->it->cli, c->it->path, 0, 0, ARB_TEXT_WHOLE_WRONG,
                                    (unsigned long long)finding->game,
                                    arb_store_fault_text(finding->fault, c->it->cli->lang));
    return true;
}

static bool on_checked(void *user, double done)
{
    const checking *c = user;

    arb_progress_show(&c->it->progress, c->it->part + (1 - c->it->part) * done);
    return !arb_interrupt_heeded();
}

/* What `store check` would find is told now, and nothing is taken in: which games are over, say. */
static arb_exit check_made(importing *it, const char *folder)
{
    checking c = { it, ARB_EXIT_YES };
    const arb_store_inspector inspector = { .finding = on_finding,
                                            .progress = on_checked,
                                            .user = &c };
    arb_store_figures figures = { 0 };

    (void)arb_folder_path(it->path, folder, ARB_FOLDER_HALL);
    const arb_store_err err = arb_store_inspect(&figures, it->store, &inspector);
    arb_progress_clear(&it->progress);
    if (arb_interrupt_pending())
        return arb_cli_interrupted(it->cli);
    return err ? arb_store_failed(it->cli, it->database, err) : c.status;
}

/* Only a database in which there is nothing can become the same hall. */
static arb_exit fill(importing *it, const char *folder)
{
    arb_quoted room;
    arb_store_err err = arb_store_is_empty(it->store);

    if (err == ARB_STORE_EXISTS)
        return arb_cli_complain(it->cli, ARB_TEXT_WHOLE_NOT_EMPTY,
                                arb_quote_path(&room, arb_secrets_shown(it->database)));
    if (!err)
        err = arb_store_unfinished(it->store, true);
    if (!err)
        err = arb_store_begin(it->store);
    if (err)
        return arb_store_failed(it->cli, it->database, err);
    arb_store_copying(it->store, true);
    arb_exit status = read_all(it, folder);
    if (status == ARB_EXIT_YES)
        err = erase_again(it);
    if (status == ARB_EXIT_YES && !err)
        err = arb_store_commit(it->store);
    arb_store_rollback(it->store);
    arb_store_copying(it->store, false);
    if (status == ARB_EXIT_YES && !err)
        status = check_made(it, folder);
    if (status == ARB_EXIT_YES && !err)
        err = arb_store_unfinished(it->store, false);
    return err ? arb_store_failed(it->cli, it->database, err) : status;
}

/* What was made for this, and did not become the hall, goes again. */
static void end_store(importing *it, arb_exit status)
{
    arb_quoted room;

    if (status == ARB_EXIT_YES)
        arb_store_close(it->store);
    else if (it->store && arb_store_give_up(it->store, it->database) != ARB_STORE_OK)
        (void)arb_cli_complain(it->cli, ARB_TEXT_STORE_LEFT,
                               arb_quote_path(&room, arb_secrets_shown(it->database)));
}

static void tell(const importing *it, const char *folder)
{
    const arb_folder_counts *all = &it->counts;
    arb_quoted room;

    if (it->cli->json)
        (void)arb_cli_json(it->cli,
                           json_pack("{so sI sI sI}", "folder", arb_json_argument(folder), "games",
                                     (json_int_t)all->games, "events", (json_int_t)all->events,
                                     "people", (json_int_t)all->people));
    else
        arb_text_line(stdout, it->cli->lang, ARB_TEXT_WHOLE_IMPORTED,
                      arb_quote_path(&room, arb_secrets_shown(it->database)),
                      (unsigned long long)all->games, (unsigned long long)all->events,
                      (unsigned long long)all->people);
}

arb_exit arb_folder_import(const arb_cli *cli, const char *path, const char *folder)
{
    const arb_store_options options = { .create = true, .anew = true };
    importing it = { .cli = cli, .database = path, .part = 0.6 };

    arb_exit status = arb_folder_sums_check(cli, folder);
    if (status != ARB_EXIT_YES)
        return status;
    arb_store_err err = arb_store_open(&it.store, path, &options);
    if (!err)
        err = arb_store_chains_new(&it.chains);
    status = err ? arb_store_failed(cli, path, err) : fill(&it, folder);
    end_store(&it, status);
    arb_store_chains_free(it.chains);
    free(it.erased);
    if (status == ARB_EXIT_YES)
        tell(&it, folder);
    return status;
}

arb_exit arb_folder_check(const arb_cli *cli, const char *folder)
{
    importing it = { .cli = cli, .part = 1 };

    arb_exit status = arb_folder_sums_check(cli, folder);
    if (status != ARB_EXIT_YES)
        return status;
    const arb_store_err err = arb_store_chains_new(&it.chains);
    status = err ? arb_store_failed(cli, folder, err) : read_all(&it, folder);
    arb_store_chains_free(it.chains);
    return status;
}
