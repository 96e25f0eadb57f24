/* SPDX-License-Identifier: MIT */
/* A whole hall into a folder; see store_whole.h. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arbitro/game_pgn.h"
#include "cli/secrets.h"
#include "cli/store_whole.h"
#include "common/interrupt.h"
#include "common/quote.h"
#include "common/system_text.h"
#include "store/lease.h"

enum { GAME_MAX = 1 << 30, PAGE = 4096, SEATS_MAX = 64, SHOW_EVERY = 256 };

/* Of the work, before the games are written. */
static const double JOURNAL_PART = 0.3;

typedef struct exporting {
    const arb_cli *cli;
    arb_store *store;
    const char *path, *folder;
    arb_folder_file hall, journal, sums;
    arb_folder_counts counts;
    uint64_t after; /* the last row of a list that was read in part */
    bool failed;    /* no memory for a line */
    bool damaged;   /* a row that cannot be read */
    bool doubtful;  /* a game seems to be marked wrongly: the check of the database knows */
    arb_progress progress;
} exporting;

/* ---- lines ---- */

/* Writes an object as a line, and gives it up. */
static bool put(exporting *it, arb_folder_file *file, json_t *object)
{
    char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;

    json_decref(object);
    it->failed = it->failed || !text;
    if (text) {
        arb_folder_write(file, text, strlen(text));
        arb_folder_write(file, "\n", 1);
    }
    free(text);
    return !it->failed && !file->failed && !arb_interrupt_pending();
}

static json_t *text_of(arb_store_bytes bytes)
{
    return json_stringn(bytes.size > 0 ? bytes.text : "", bytes.size);
}

static json_t *hex_of(arb_store_bytes bytes)
{
    char *text = malloc(2 * bytes.size + 1);

    if (!text)
        return NULL;
    (void)sodium_bin2hex(text, 2 * bytes.size + 1, (const unsigned char *)bytes.text, bytes.size);
    json_t *json = json_string(text);
    free(text);
    return json;
}

/* ---- hall.jsonl ---- */

static bool put_person(void *user, const arb_store_person *person)
{
    exporting *it = user;
    it->counts.people++;
    it->after = person->id;
    return put(it, &it->hall,
               json_pack("{sI so so}", "person", (json_int_t)person->id, "name",
                         text_of(person->name), "contact", text_of(person->contact)));
}

static bool put_game(void *user, const arb_store_game *game)
{
    exporting *it = user;

    it->after = game->id;
    it->damaged = it->damaged || game->damaged || game->id != it->counts.games + 1;
    if (it->damaged)
        return false;
    it->counts.games++;
    return put(it, &it->hall,
               json_pack("{sI sI sb sI so so so}", "game", (json_int_t)game->id, "created_ms",
                         (json_int_t)game->created_ms, "closed", game->closed, "events",
                         (json_int_t)game->events, "chain", hex_of(game->chain), "header",
                         text_of(game->header), "summary", text_of(game->summary)));
}

static bool put_lease(void *user, const arb_store_lease *lease)
{
    exporting *it = user;

    it->after = lease->game;
    it->counts.leases++;
    return put(
        it, &it->hall,
        json_pack("{sI sI}", "lease", (json_int_t)lease->game, "epoch", (json_int_t)lease->epoch));
}

static bool put_token(void *user, const arb_store_token *token)
{
    exporting *it = user;

    it->damaged = it->damaged || token->damaged;
    if (it->damaged)
        return false;
    it->counts.tokens++;
    return put(it, &it->hall,
               json_pack("{so sI sI sI}", "token", hex_of(token->hash), "game",
                         (json_int_t)token->game, "role", (json_int_t)token->role, "expires_ms",
                         (json_int_t)token->expires_ms));
}

static bool put_setting(void *user, arb_store_bytes name, arb_store_bytes value)
{
    exporting *it = user;

    it->counts.settings++;
    return put(it, &it->hall,
               json_pack("{so so}", "setting", text_of(name), "value", hex_of(value)));
}

/* The seats of one game, as objects: who was erased must be asked when they have been read. */
typedef struct seats {
    json_t *object[SEATS_MAX];
    uint64_t person[SEATS_MAX];
    size_t count;
    bool failed;
} seats;

static bool take_seat(void *user, const arb_store_seat *seat)
{
    seats *all = user;

    if (all->count == SEATS_MAX) {
        all->failed = true;
        return false;
    }
    all->person[all->count] = seat->person;
    all->object[all->count++] =
        json_pack("{so sI sI so}", "seat", text_of(seat->seat), "game", (json_int_t)seat->game,
                  "person", (json_int_t)seat->person, "tags", text_of(seat->tags));
    return true;
}

static bool ignore_person(void *user, const arb_store_person *person)
{
    (void)user, (void)person;
    return false;
}

static arb_store_err put_seats(exporting *it, uint64_t game)
{
    seats all = { .count = 0 };
    arb_store_err err = arb_store_seats(it->store, game, take_seat, &all);

    it->damaged = it->damaged || all.failed;
    for (size_t i = 0; i < all.count; i++) {
        json_t *object = all.object[i];
        arb_store_err found =
            err ? err : arb_store_person_get(it->store, all.person[i], ignore_person, NULL);
        if (found == ARB_STORE_UNKNOWN) {
            object = arb_json_put(object, "erased", json_true());
            found = ARB_STORE_OK;
        }
        err = err ? err : found;
        it->counts.seats++;
        (void)put(it, &it->hall, object);
    }
    return err;
}

static bool goes_on(const exporting *it, arb_store_err err)
{
    return !err && !it->failed && !it->damaged && !it->hall.failed && !it->journal.failed &&
           !it->sums.failed && !arb_interrupt_pending();
}

static arb_store_err put_people(exporting *it)
{
    uint64_t given = 0, before = UINT64_MAX;
    arb_store_err err = arb_store_people_given(&given, it->store);

    (void)put(it, &it->hall, json_pack("{sI}", "people", (json_int_t)given));
    it->after = 0;
    while (goes_on(it, err) && it->after != before) {
        before = it->after;
        err = arb_store_people(it->store, it->after, PAGE, put_person, it);
    }
    return err;
}

static arb_store_err put_games(exporting *it)
{
    uint64_t before = UINT64_MAX;
    arb_store_err err = ARB_STORE_OK;

    it->after = 0;
    while (goes_on(it, err) && it->after != before) {
        before = it->after;
        err = arb_store_games(it->store, it->after, false, PAGE, put_game, it);
    }
    for (uint64_t game = 1; game <= it->counts.games && goes_on(it, err); game++)
        err = put_seats(it, game);
    return err;
}

static arb_store_err put_leases(exporting *it)
{
    uint64_t before = UINT64_MAX;
    arb_store_err err = ARB_STORE_OK;

    it->after = 0;
    while (goes_on(it, err) && it->after != before) {
        before = it->after;
        err = arb_store_leases(it->store, it->after, PAGE, put_lease, it);
    }
    return err;
}

static arb_store_err put_heartbeat(exporting *it)
{
    arb_store_heartbeat beat;
    const arb_store_err err = arb_store_heartbeat_get(&beat, it->store);

    if (!err)
        (void)put(it, &it->hall,
                  json_pack("{ss sI sI}", "heartbeat", beat.boot, "monotonic_ms",
                            (json_int_t)beat.stamp.monotonic_ms, "wall_ms",
                            (json_int_t)beat.stamp.wall_ms));
    return err == ARB_STORE_UNKNOWN ? ARB_STORE_OK : err;
}

/* What a file is, in its first line. */
static json_t *head(const char *what)
{
    return json_pack("{ss si ss}", "arbitro", what, "version", ARB_FOLDER_VERSION, "program",
                     arb_version());
}

static arb_store_err put_hall(exporting *it)
{
    (void)put(it, &it->hall, head("hall"));
    arb_store_err err = put_people(it);
    if (goes_on(it, err))
        err = put_games(it);
    if (goes_on(it, err))
        err = put_leases(it);
    if (goes_on(it, err))
        err = arb_store_tokens(it->store, 0, put_token, it);
    if (goes_on(it, err))
        err = arb_store_settings(it->store, put_setting, it);
    if (goes_on(it, err))
        err = put_heartbeat(it);
    (void)put(it, &it->hall,
              json_pack("{s{sI sI sI sI sI sI sI}}", "end", "people", (json_int_t)it->counts.people,
                        "games", (json_int_t)it->counts.games, "seats",
                        (json_int_t)it->counts.seats, "leases", (json_int_t)it->counts.leases,
                        "tokens", (json_int_t)it->counts.tokens, "settings",
                        (json_int_t)it->counts.settings, "events",
                        (json_int_t)arb_store_last(it->store)));
    return err;
}

/* ---- journal.jsonl ---- */

/* The number of the lease enters the chain where there was one. */
static json_t *with_epoch(json_t *object, uint64_t epoch)
{
    return epoch > 0 ? arb_json_put(object, "epoch", json_integer((json_int_t)epoch)) : object;
}

static bool put_event(void *user, const arb_store_event *event)
{
    exporting *it = user;

    it->after = event->sequence;
    it->damaged = it->damaged || event->damaged || event->erased.size > 0 ||
                  event->sequence != it->counts.events + 1;
    if (it->damaged)
        return false;
    it->counts.events++;
    json_t *object = json_pack(
        "{sI sI sI sb so so so so sI sI so so}", "event", (json_int_t)event->sequence, "game",
        (json_int_t)event->game, "number", (json_int_t)event->number, "refused", event->refused,
        "client", hex_of(event->client), "actor", text_of(event->actor), "text",
        text_of(event->text), "meta", text_of(event->meta), "monotonic_ms",
        (json_int_t)event->stamp.monotonic_ms, "wall_ms", (json_int_t)event->stamp.wall_ms,
        "verdict", text_of(event->verdict), "chain", hex_of(event->chain));
    if (it->counts.events % SHOW_EVERY == 0)
        arb_progress_show(&it->progress, JOURNAL_PART * (double)it->counts.events /
                                             (double)arb_store_last(it->store));
    return put(it, &it->journal, with_epoch(object, event->epoch));
}

static arb_store_err put_journal(exporting *it)
{
    uint64_t before = UINT64_MAX;
    arb_store_err err = ARB_STORE_OK;

    (void)put(it, &it->journal, head("journal"));
    it->after = 0;
    while (goes_on(it, err) && it->after != before) {
        before = it->after;
        err = arb_store_events(it->store, it->after, PAGE, put_event, it);
    }
    return err;
}

/* ---- games ---- */

static arb_err add(void *user, const char *text, size_t size)
{
    return arb_buf_add(user, text, size);
}

/* A value without the escapes of a case; the writer makes those of PGN. */
static arb_err add_value(arb_buf *out, const arb_case_tag *tag)
{
    arb_err err = ARB_OK;

    for (size_t i = 0; i < tag->value_size && !err; i++) {
        if (tag->value[i] == '\\' && i + 1 < tag->value_size)
            i++;
        err = arb_buf_add_char(out, tag->value[i]);
    }
    return err;
}

/* The tags of the case for PGN; the texts of their values stand in `values`. */
static arb_err take_tags(arb_pgn_tag *out, size_t *count, arb_buf *values,
                         const arb_case_header *header)
{
    size_t begin[ARB_CASE_TAGS_MAX];
    arb_err err = ARB_OK;

    *count = 0;
    for (size_t i = 0; i < header->tag_count && !err; i++) {
        const arb_case_tag *tag = &header->tag[i];
        if (tag->name_size == 9 && memcmp(tag->name, "Checklist", 9) == 0)
            continue;
        begin[*count] = arb_buf_size(values);
        err = add_value(values, tag);
        out[*count] =
            (arb_pgn_tag){ tag->name, NULL, tag->name_size, arb_buf_size(values) - begin[*count] };
        ++*count;
    }
    for (size_t i = 0; i < *count; i++)
        out[i].value = arb_buf_text(values) + begin[i];
    return err;
}

static arb_err write_pgn(arb_buf *out, const arb_buf *text, const arb_game *game)
{
    arb_pgn_tag tags[ARB_CASE_TAGS_MAX];
    arb_pgn_writer *writer = NULL;
    arb_case_header header;
    arb_case_reader reader;
    arb_case_item item;
    arb_buf values;
    size_t count = 0;

    arb_buf_init(&values, NULL, GAME_MAX);
    arb_case_reader_init(&reader, arb_buf_text(text), arb_buf_size(text));
    arb_err err = arb_case_next(&item, &header, &reader, NULL);
    if (!err)
        err = take_tags(tags, &count, &values, &header);
    if (!err)
        err = arb_pgn_writer_new(&writer, NULL, NULL, add, out);
    if (!err)
        err = arb_game_pgn_write(writer, game, tags, count);
    arb_pgn_writer_free(writer);
    arb_buf_clear(&values);
    return err;
}

static int put_file(exporting *it, uint64_t game, const char *ending, const arb_buf *text)
{
    arb_folder_file file;
    char name[64];

    (void)snprintf(name, sizeof name, ARB_FOLDER_GAMES "/game-%llu.%s", (unsigned long long)game,
                   ending);
    arb_folder_open(&file, it->folder, name);
    arb_folder_write(&file, arb_buf_text(text), arb_buf_size(text));
    return arb_folder_close(&file, &it->sums);
}

static bool note_closed(void *user, const arb_store_game *game)
{
    *(bool *)user = game->closed;
    return false;
}

/* Is a game marked as over that is not, or the other way round? Nobody could import it. */
static arb_store_err compare_mark(exporting *it, uint64_t id, const arb_game *game)
{
    bool closed = false;
    const arb_store_err err = arb_store_game_get(it->store, id, note_closed, &closed);

    it->doubtful = it->doubtful || closed != arb_state_is_over(arb_game_state(game));
    return err;
}

static arb_exit put_game_files(exporting *it, uint64_t id)
{
    arb_game *game = NULL;
    arb_buf text, pgn;
    arb_quoted room;
    int failed = 0;

    arb_buf_init(&text, NULL, GAME_MAX);
    arb_buf_init(&pgn, NULL, GAME_MAX);
    arb_store_err err = arb_store_export(&text, it->store, id, true);
    if (!err)
        err = arb_store_game_load(&game, NULL, it->store, id, NULL);
    if (!err)
        err = compare_mark(it, id, game);
    if (!err && write_pgn(&pgn, &text, game) != ARB_OK)
        err = ARB_STORE_NOMEM;
    if (!err)
        failed = put_file(it, id, "case", &text);
    if (!err && !failed)
        failed = put_file(it, id, "pgn", &pgn);
    arb_game_free(game);
    arb_buf_clear(&text);
    arb_buf_clear(&pgn);
    if (err)
        return arb_cli_complain(it->cli, ARB_TEXT_STORE_GAME_FAILED,
                                arb_quote_path(&room, it->path), (unsigned long long)id,
                                arb_store_err_text(err, it->cli->lang));
    return failed ? arb_cli_complain_at(it->cli, it->folder, 0, 0, ARB_TEXT_PGN_NOT_WRITTEN,
                                        arb_system_text(failed, it->cli->lang))
                  : ARB_EXIT_YES;
}

static arb_exit put_all_games(exporting *it)
{
    arb_exit status = ARB_EXIT_YES;
    arb_quoted room;

    for (uint64_t game = 1;
         game <= it->counts.games && status == ARB_EXIT_YES && !arb_interrupt_pending(); game++) {
        arb_progress_show(&it->progress, JOURNAL_PART + (1 - JOURNAL_PART) * (double)game /
                                                            (double)it->counts.games);
        status = put_game_files(it, game);
    }
    if (status == ARB_EXIT_YES && it->doubtful && arb_store_check(it->store) != ARB_STORE_OK)
        status = arb_cli_complain(it->cli, ARB_TEXT_WHOLE_NOT_WHOLE,
                                  arb_quote_path(&room, arb_secrets_shown(it->path)));
    arb_progress_clear(&it->progress);
    return status;
}

/* ---- all of it ---- */

/* Closes the files of lines, and says what went wrong with them, if anything did. */
static arb_exit close_lines(exporting *it, arb_store_err err)
{
    const int failed =
        arb_folder_close(&it->hall, &it->sums) | arb_folder_close(&it->journal, &it->sums);
    const int reason = it->hall.failed ? it->hall.failed : it->journal.failed;
    arb_quoted room;

    if (arb_interrupt_pending())
        return arb_cli_interrupted(it->cli);
    if (!err && it->failed)
        return arb_cli_failed(it->cli, ARB_NOMEM);
    if (!err && it->damaged)
        return arb_cli_complain(it->cli, ARB_TEXT_WHOLE_NOT_WHOLE, arb_quote_path(&room, it->path));
    if (err)
        return arb_store_failed(it->cli, it->path, err);
    return failed ? arb_cli_complain_at(it->cli, it->folder, 0, 0, ARB_TEXT_PGN_NOT_WRITTEN,
                                        arb_system_text(reason, it->cli->lang))
                  : ARB_EXIT_YES;
}

/* Everything is on the disk, at once: thousands of small files one by one would take minutes. */
static int sync_folder(const char *folder)
{
    const int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const int failed = fd < 0 || syncfs(fd) != 0 ? errno : 0;

    if (fd >= 0)
        (void)close(fd);
    return failed;
}

static void remove_sums(const exporting *it)
{
    char path[ARB_FOLDER_PATH];

    if (arb_folder_path(path, it->folder, ARB_FOLDER_SUMS))
        (void)remove(path); /* without it nobody takes a part for the whole */
}

static arb_exit end_sums(exporting *it, arb_exit status)
{
    int failed = arb_folder_close(&it->sums, NULL);

    if (arb_interrupt_pending() && status != ARB_EXIT_INTERRUPTED) /* else it was told */
        status = arb_exit_worse(status, arb_cli_interrupted(it->cli));
    if (!failed && status == ARB_EXIT_YES)
        failed = sync_folder(it->folder);
    if (failed && status == ARB_EXIT_YES)
        status = arb_cli_complain_at(it->cli, it->folder, 0, 0, ARB_TEXT_PGN_NOT_WRITTEN,
                                     arb_system_text(failed, it->cli->lang));
    if (status != ARB_EXIT_YES)
        remove_sums(it);
    return status;
}

/* What cannot be read back is no copy: that is to be known now, not when it is needed. */
static arb_exit check(const exporting *it)
{
    const arb_exit status = arb_folder_check(it->cli, it->folder);

    if (status != ARB_EXIT_YES)
        remove_sums(it);
    return status;
}

static void tell(const exporting *it)
{
    const arb_folder_counts *all = &it->counts;
    arb_quoted room;

    if (it->cli->json)
        (void)arb_cli_json(it->cli,
                           json_pack("{so sI sI sI}", "folder", arb_json_argument(it->folder),
                                     "games", (json_int_t)all->games, "events",
                                     (json_int_t)all->events, "people", (json_int_t)all->people));
    else
        arb_text_line(stdout, it->cli->lang, ARB_TEXT_WHOLE_EXPORTED,
                      arb_quote_path(&room, it->folder), (unsigned long long)all->games,
                      (unsigned long long)all->events, (unsigned long long)all->people);
}

arb_exit arb_folder_export(const arb_cli *cli, arb_store *store, const char *path,
                           const char *folder)
{
    exporting it = {
        .cli = cli, .store = store, .path = path, .folder = folder, .progress = arb_progress_begin()
    };
    char games[ARB_FOLDER_PATH];

    if (!arb_folder_path(games, folder, ARB_FOLDER_GAMES) ||
        (mkdir(folder, 0700) != 0 && errno != EEXIST) || mkdir(games, 0700) != 0)
        return arb_cli_complain_of(cli, folder, ARB_TEXT_OUTPUT_FAILED, arb_quote(folder).text,
                                   arb_system_text(errno, cli->lang));
    arb_folder_open(&it.sums, folder, ARB_FOLDER_SUMS);
    arb_folder_open(&it.hall, folder, ARB_FOLDER_HALL);
    arb_folder_open(&it.journal, folder, ARB_FOLDER_JOURNAL);
    arb_store_err err = put_hall(&it);
    if (goes_on(&it, err))
        err = put_journal(&it);
    arb_exit status = close_lines(&it, err);
    if (status == ARB_EXIT_YES)
        status = put_all_games(&it);
    status = end_sums(&it, status);
    if (status == ARB_EXIT_YES)
        status = check(&it);
    if (status == ARB_EXIT_YES)
        tell(&it);
    return status;
}
