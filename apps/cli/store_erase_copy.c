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

enum { PAGE = 4096, SHOW_EVERY = 256 };

/* ---- texts ---- */

/* The text without names, in line `n`; `count` grows by how many there were. */
static arb_store_bytes cleaned(arb_erasing *it, unsigned n, arb_store_bytes text, size_t *count)
{
    arb_buf *line = &it->line[n];

    arb_buf_cut(line, 0);
    const size_t found = arb_erase_replace(line, &it->names, text, &it->failed);
    *count += found;
    return found ? (arb_store_bytes){ arb_buf_text(line), arb_buf_size(line) } : text;
}

/* The same of what the hall keeps for itself. */
static arb_store_bytes cleaned_json(arb_erasing *it, unsigned n, arb_store_bytes text,
                                    size_t *count)
{
    arb_buf *line = &it->line[n];

    arb_buf_cut(line, 0);
    const size_t found = arb_erase_replace_json(line, &it->names, text, &it->failed);
    *count += found;
    return found ? (arb_store_bytes){ arb_buf_text(line), arb_buf_size(line) } : text;
}

bool arb_erasing_goes_on(const arb_erasing *it)
{
    return !it->err && !it->failed && !it->unreadable && !arb_interrupt_pending();
}

/* Says where a name stands: what a text says without it, and nothing of the name. */
static void tell_place(arb_erasing *it, uint64_t game, uint32_t number, arb_store_bytes text)
{
    const arb_cli *cli = it->cli;

    it->places++;
    arb_progress_clear(&it->progress);
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

static bool keep_gone(arb_erasing *it, uint64_t person)
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
    arb_erasing *it = user;
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
    return arb_erasing_goes_on(it);
}

static bool is_gone(const arb_erasing *it, uint64_t person)
{
    for (size_t i = 0; i < it->gone_count; i++)
        if (it->gone[i] == person)
            return true;
    return false;
}

static bool take_seat(void *user, const arb_store_seat *seat)
{
    arb_erasing *it = user;
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
    return arb_erasing_goes_on(it);
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

/* In a header only titles and values of tags are words of people; the rest is the Laws' own. */
static arb_store_bytes clean_header(arb_erasing *it, arb_store_bytes header, size_t *count)
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
    arb_erasing *it = user;
    arb_erased_game kept = { .language = language_of(game->header) };
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
    return arb_erasing_goes_on(it);
}

/* ---- events ---- */

/* The event with its text, which is the part that people write, without the name. */
static arb_store_bytes clean_event(arb_erasing *it, const arb_store_event *stored, size_t *count)
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
static void check_event(arb_erasing *it, const arb_store_event *event)
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
    arb_erasing *it = user;
    arb_store_event event = *stored;
    arb_store_receipt receipt;
    size_t in_text = 0, in_client = 0, others = 0;

    it->after = stored->sequence;
    if (stored->sequence % SHOW_EVERY == 0)
        arb_progress_show(&it->progress,
                          (double)stored->sequence / (double)arb_store_last(it->from));
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
    if (it->to && arb_erasing_goes_on(it))
        it->err = arb_store_append(&receipt, it->to, &event);
    return arb_erasing_goes_on(it);
}

/* ---- the rest of the hall ---- */

static bool take_token(void *user, const arb_store_token *token)
{
    arb_erasing *it = user;

    if (token->damaged)
        it->err = ARB_STORE_CORRUPT;
    else if (it->to)
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

static bool take_setting(void *user, arb_store_bytes name, arb_store_bytes value)
{
    static const char secret[] = "hall.secret"; /* bytes that are no text */
    arb_erasing *it = user;
    size_t count = 0;
    char key[ARB_STORE_WORD_MAX + 1];

    (void)snprintf(key, sizeof key, "%.*s", (int)name.size, name.text);
    const arb_store_bytes kept =
        strcmp(key, secret) == 0 ? value : cleaned_json(it, 0, value, &count);
    if (count > 0)
        tell_place(it, 0, 0, kept);
    if (it->to && !it->failed)
        it->err = arb_store_setting_set(it->to, key, kept);
    return arb_erasing_goes_on(it);
}

/* ---- all of it ---- */

/* Reads a list page by page; what went wrong on either side. */
#define PAGES(it, call)                                                                            \
    do {                                                                                           \
        uint64_t before = UINT64_MAX;                                                              \
        (it)->after = 0;                                                                           \
        while (arb_erasing_goes_on(it) && (it)->after != before) {                                 \
            before = (it)->after;                                                                  \
            const arb_store_err read = (call);                                                     \
            (it)->err = (it)->err ? (it)->err : read;                                              \
        }                                                                                          \
    } while (0)

void arb_erasing_note(arb_erasing *it, arb_store_err err)
{
    it->err = it->err ? it->err : err;
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

void arb_erasing_copy(arb_erasing *it)
{
    it->progress = arb_progress_begin();
    PAGES(it, arb_store_people(it->from, it->after, PAGE, take_person, it));
    PAGES(it, arb_store_games(it->from, it->after, false, PAGE, take_game, it));
    for (uint64_t game = 1; game <= it->game_count && arb_erasing_goes_on(it); game++)
        arb_erasing_note(it, arb_store_seats(it->from, game, take_seat, it));
    if (arb_erasing_goes_on(it))
        arb_erasing_note(it, arb_store_tokens(it->from, 0, take_token, it));
    if (arb_erasing_goes_on(it))
        arb_erasing_note(it, arb_store_settings(it->from, take_setting, it));
    PAGES(it, arb_store_events(it->from, it->after, PAGE, take_event, it));
    PAGES(it, arb_store_leases(it->from, it->after, PAGE, take_lease, it));
    if (arb_erasing_goes_on(it))
        copy_heartbeat(it);
    for (size_t i = 0; i < it->gone_count && it->to && arb_erasing_goes_on(it); i++)
        arb_erasing_note(it, arb_store_person_erase(it->to, it->gone[i]));
    if (it->to && arb_erasing_goes_on(it))
        arb_erasing_note(it, arb_store_people_give(it->to, it->given));
    arb_progress_clear(&it->progress);
}
