/* SPDX-License-Identifier: MIT */
/* What is read of a database, cleaned of a person's name and written to another; see store_erase.h.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "cli/store_erase.h"
#include "common/interrupt.h"
#include "common/quote.h"
#include "store/lease.h"

enum { PAGE = 4096, TEXT_MAX = 1 << 21, SHOW_EVERY = 256 };

void arb_erasing_begin(arb_erasing *it, const arb_cli *cli)
{
    *it = (arb_erasing){ .cli = cli };
    for (size_t i = 0; i < sizeof it->line / sizeof it->line[0]; i++)
        arb_buf_init(&it->line[i], NULL, TEXT_MAX);
    arb_buf_init(&it->around, NULL, SIZE_MAX / 2);
}

void arb_erasing_end(arb_erasing *it)
{
    for (size_t i = 0; i < sizeof it->line / sizeof it->line[0]; i++)
        arb_buf_clear(&it->line[i]);
    for (size_t i = 0; i < it->gone_count; i++)
        arb_buf_clear(&it->gone[i].seats);
    arb_buf_clear(&it->around);
    arb_erase_names_free(&it->names);
    free(it->games);
    free(it->gone);
    free(it->erased);
    json_decref(it->called);
}

bool arb_erasing_goes_on(const arb_erasing *it)
{
    return !it->err && !it->failed && !it->unreadable && !arb_interrupt_pending();
}

void arb_erasing_note(arb_erasing *it, arb_store_err err)
{
    it->err = it->err ? it->err : err;
}

void arb_erasing_pages(arb_erasing *it, arb_erasing_page_fn *page)
{
    uint64_t before = UINT64_MAX;

    it->after = 0;
    while (arb_erasing_goes_on(it) && it->after != before) {
        before = it->after;
        arb_erasing_note(it, page(it));
    }
}

/* ---- texts ---- */

arb_store_bytes arb_erasing_clean(arb_erasing *it, unsigned n, arb_store_bytes text, size_t *count)
{
    arb_buf *line = &it->line[n];

    arb_buf_cut(line, 0);
    const size_t found = arb_erase_replace(line, &it->names, text, &it->around, &it->failed);
    *count += found;
    return found ? (arb_store_bytes){ arb_buf_text(line), arb_buf_size(line) } : text;
}

/* The same of what the hall keeps for itself. */
static arb_store_bytes clean_json(arb_erasing *it, unsigned n, arb_store_bytes text, size_t *count)
{
    arb_buf *line = &it->line[n];

    arb_buf_cut(line, 0);
    const size_t found = arb_erase_replace_json(line, &it->names, text, &it->around, &it->failed);
    *count += found;
    return found ? (arb_store_bytes){ arb_buf_text(line), arb_buf_size(line) } : text;
}

/* Where it is; the words around it have the place of the name, and nothing of it. */
static void tell_place(const arb_cli *cli, uint64_t game, uint32_t number, const char *setting,
                       const char *around)
{
    const size_t size = strlen(around);

    if (cli->json) {
        json_t *place = json_pack("{sI sI ss%}", "game", (json_int_t)game, "number",
                                  (json_int_t)number, "text", around, size);
        (void)arb_cli_json(cli,
                           setting ? arb_json_put(place, "setting", json_string(setting)) : place);
        return;
    }
    if (game > 0 && number > 0)
        arb_text_print(stdout, cli->lang, ARB_TEXT_STORE_EVENT, (unsigned long long)game,
                       (unsigned long)number);
    else if (game > 0)
        arb_text_print(stdout, cli->lang, ARB_TEXT_STORE_GAME, (unsigned long long)game);
    else
        arb_text_print(stdout, cli->lang, ARB_TEXT_ERASE_HALL);
    if (setting)
        printf(" (%s)", setting);
    printf(": %s\n", arb_quote_bytes(around, size).text);
}

void arb_erasing_tell(arb_erasing *it, uint64_t game, uint32_t number, const char *setting)
{
    const char *at = arb_buf_text(&it->around), *end = at + arb_buf_size(&it->around);

    if (at < end)
        arb_progress_clear(&it->progress);
    for (; at < end && !it->failed; at += strlen(at) + 1) {
        it->places++;
        tell_place(it->cli, game, number, setting, at);
    }
    arb_buf_cut(&it->around, 0);
}

/* ---- games ---- */

static bool keep_game(arb_erasing *it, const arb_erased_game *game)
{
    if (it->game_count == it->game_room) {
        const size_t room = it->game_room ? 2 * it->game_room : 256;
        arb_erased_game *list = realloc(it->games, room * sizeof *list);
        if (!list)
            return false;
        it->games = list;
        it->game_room = room;
    }
    it->games[it->game_count++] = *game;
    return true;
}

static bool find_game(void *user, const arb_store_game *game)
{
    arb_erasing *it = user;
    arb_erased_game kept = { .language = arb_erase_language(game->header) };

    it->after = game->id;
    if (game->damaged || game->id != it->game_count + 1) {
        it->err = ARB_STORE_CORRUPT;
        return false;
    }
    memcpy(kept.head, game->chain.text, game->chain.size);
    it->failed = it->failed || !keep_game(it, &kept);
    arb_erasing_hear(it, game->header);
    return arb_erasing_goes_on(it);
}

static arb_store_err find_games(arb_erasing *it)
{
    return arb_store_games(it->from, it->after, false, PAGE, find_game, it);
}

/* A part of a text that people have written, in the game at hand. */
static arb_store_bytes clean_words(void *user, arb_store_bytes text)
{
    arb_erasing *it = user;
    size_t count = 0;

    return arb_erasing_clean(it, 0, text, &count);
}

static bool take_game(void *user, const arb_store_game *game)
{
    arb_erasing *it = user;
    arb_buf *header = &it->line[1];
    uint64_t id = 0;

    it->after = game->id;
    arb_buf_cut(header, 0);
    const arb_err err = it->nameless ? arb_nameless_header(header, game->header)
                        : it->games[game->id - 1].concerned
                            ? arb_erase_header(header, game->header, clean_words, it)
                            : arb_buf_add(header, game->header.text, game->header.size);
    it->failed = it->failed || err;
    it->games[game->id - 1].changed = arb_buf_size(&it->around) > 0;
    arb_erasing_tell(it, game->id, 0, NULL);
    if (it->to && !it->failed)
        it->err = arb_store_game_new(
            &id, it->to, (arb_store_bytes){ arb_buf_text(header), arb_buf_size(header) },
            game->created_ms, game->summary);
    if (it->to && !it->err && game->closed)
        it->err = arb_store_game_close(it->to, id, true);
    return arb_erasing_goes_on(it);
}

static arb_store_err copy_games(arb_erasing *it)
{
    return arb_store_games(it->from, it->after, false, PAGE, take_game, it);
}

/* ---- events ---- */

/* An event that cannot be read, or could not be without the name, has it in what was played. */
static void complain_played(arb_erasing *it, const arb_store_event *event)
{
    it->unreadable = true;
    (void)arb_cli_complain(it->cli, ARB_TEXT_ERASE_PLAYED, (unsigned long long)event->game,
                           (unsigned long)event->number);
}

/* The text of the event without what people have written, or without the name in that. */
static arb_store_bytes clean_event(arb_erasing *it, const arb_store_event *stored)
{
    const arb_language *language = it->games[stored->game - 1].language;
    arb_buf *out = &it->line[1];
    size_t count = 0;

    arb_buf_cut(out, 0);
    const arb_err err = it->nameless
                            ? arb_nameless_event(out, stored->text, language)
                            : arb_erase_event(out, stored->text, language, clean_words, it);
    if (err == ARB_SYNTAX && !it->nameless) {
        (void)arb_erasing_clean(it, 0, stored->text, &count);
        if (count == 0)
            return stored->text;
    }
    if (err == ARB_SYNTAX || err == ARB_RANGE)
        complain_played(it, stored);
    it->failed = it->failed || err == ARB_NOMEM;
    return (arb_store_bytes){ arb_buf_text(out), arb_buf_size(out) };
}

/* Ids that a client has made up may have a name; without one it is nobody's again. */
static void clean_row(arb_erasing *it, arb_store_event *event, const arb_store_event *stored)
{
    size_t in_client = 0, in_meta = 0;

    event->text = clean_event(it, stored);
    (void)arb_erasing_clean(it, 0, stored->client, &in_client);
    if (in_client > 0 || it->nameless)
        event->client = (arb_store_bytes){ 0 };
    event->meta = clean_json(it, 2, stored->meta, &in_meta);
}

static bool take_event(void *user, const arb_store_event *stored)
{
    arb_erasing *it = user;
    arb_store_event event = *stored;
    arb_store_receipt receipt;

    it->after = stored->sequence;
    if (stored->sequence % SHOW_EVERY == 0)
        arb_progress_show(&it->progress,
                          (double)stored->sequence / (double)arb_store_last(it->from));
    if (stored->damaged || stored->game > it->game_count) {
        it->err = ARB_STORE_CORRUPT;
        return false;
    }
    arb_erased_game *game = &it->games[stored->game - 1];
    /* the verdict is made of the program's words alone, and may have one that somebody is called */
    if (game->concerned)
        clean_row(it, &event, stored);
    game->changed = game->changed || arb_buf_size(&it->around) > 0;
    arb_erasing_tell(it, stored->game, stored->number, NULL);
    if (it->to && arb_erasing_goes_on(it))
        it->err = arb_store_append(&receipt, it->to, &event);
    return arb_erasing_goes_on(it);
}

static arb_store_err copy_events(arb_erasing *it)
{
    return arb_store_events(it->from, it->after, PAGE, take_event, it);
}

/* ---- the rest of the hall ---- */

static bool take_token(void *user, const arb_store_token *token)
{
    arb_erasing *it = user;

    if (token->damaged)
        it->err = ARB_STORE_CORRUPT;
    else if (it->to && !it->nameless)
        it->err = arb_store_token_add(it->to, token);
    return arb_erasing_goes_on(it);
}

/* Events keep the epochs that they had, and games go on with further ones. */
static bool take_lease(void *user, const arb_store_lease *lease)
{
    arb_erasing *it = user;

    it->after = lease->game;
    if (it->to)
        it->err = arb_store_lease_put(it->to, lease->game, lease->epoch);
    return arb_erasing_goes_on(it);
}

static arb_store_err copy_leases(arb_erasing *it)
{
    return arb_store_leases(it->from, it->after, PAGE, take_lease, it);
}

/* What the program alone has written: bytes that are no text, numbers, hashes, its own words. */
static bool is_ours(const char *name)
{
    static const char *const ours[] = { "hall.secret", "hall.stalls", "verdicts.", "checklist.",
                                        "erasure." };

    for (size_t i = 0; i < sizeof ours / sizeof ours[0]; i++)
        if (strncmp(name, ours[i], strlen(ours[i])) == 0)
            return true;
    return strcmp(name, "rounds") == 0;
}

static bool take_setting(void *user, arb_store_bytes name, arb_store_bytes value)
{
    arb_erasing *it = user;
    size_t count = 0;
    char key[ARB_STORE_WORD_MAX + 1];

    (void)snprintf(key, sizeof key, "%.*s", (int)name.size, name.text);
    if (it->nameless && !arb_nameless_has(key))
        return true;
    if (it->nameless)
        value = arb_nameless_setting(&it->line[0], key, value, &it->failed);
    else if (!it->by_number && !is_ours(key))
        value = clean_json(it, 0, value, &count);
    arb_erasing_tell(it, 0, 0, key);
    if (it->to && !it->failed)
        it->err = arb_store_setting_set(it->to, key, value);
    return arb_erasing_goes_on(it);
}

static void copy_heartbeat(arb_erasing *it)
{
    arb_store_heartbeat beat;
    const arb_store_err err = arb_store_heartbeat_get(&beat, it->from);

    if (err != ARB_STORE_UNKNOWN)
        arb_erasing_note(it, err);
    if (!err && it->to && arb_erasing_goes_on(it))
        arb_erasing_note(it, arb_store_beat(it->to, &beat));
}

/* ---- all of it ---- */

void arb_erasing_copy(arb_erasing *it)
{
    it->progress = arb_progress_begin();
    arb_erasing_pages(it, find_games);
    arb_erasing_find(it);
    arb_erasing_keep_apart(it);
    arb_erasing_people(it);
    arb_erasing_pages(it, copy_games);
    arb_erasing_seats(it);
    if (arb_erasing_goes_on(it))
        arb_erasing_note(it, arb_store_tokens(it->from, 0, take_token, it));
    if (arb_erasing_goes_on(it))
        arb_erasing_note(it, arb_store_settings(it->from, take_setting, it));
    arb_erasing_pages(it, copy_events);
    arb_erasing_pages(it, copy_leases);
    if (arb_erasing_goes_on(it))
        copy_heartbeat(it);
    if (it->to)
        arb_erasing_take_away(it);
    arb_progress_clear(&it->progress);
}

bool arb_erasing_write(arb_erasing *it)
{
    bool written = false;

    arb_store_copying(it->to, true);
    if (arb_erasing_goes_on(it))
        arb_erasing_note(it, arb_store_people_given(&it->given, it->from));
    if (arb_erasing_goes_on(it))
        arb_erasing_note(it, arb_store_unfinished(it->to, true));
    if (arb_erasing_goes_on(it))
        arb_erasing_note(it, arb_store_begin(it->to));
    if (arb_erasing_goes_on(it))
        arb_erasing_copy(it);
    if (arb_erasing_goes_on(it) && (it->nameless || it->people + it->places > 0)) {
        arb_erasing_note(it, arb_store_commit(it->to));
        written = !it->err;
    }
    arb_store_rollback(it->to);
    return written;
}

arb_exit arb_erasing_complain(const arb_erasing *it, const char *path)
{
    if (it->unreadable)
        return ARB_EXIT_BAD;
    if (arb_interrupt_pending())
        return arb_cli_interrupted(it->cli);
    if (it->failed)
        return arb_cli_failed(it->cli, ARB_NOMEM);
    return arb_store_failed(it->cli, path, it->err);
}
