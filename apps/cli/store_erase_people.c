/* SPDX-License-Identifier: MIT */
/* Who goes, and where they sit; see store_erase.h. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "cli/store_erase.h"
#include "common/quote.h"

enum { PAGE = 4096 };

/* ---- who goes */

static int by_id(const void *a, const void *b)
{
    const arb_erased_person *x = a, *y = b;

    return x->id < y->id ? -1 : x->id > y->id;
}

static arb_erased_person *find_gone(const arb_erasing *it, uint64_t person)
{
    const arb_erased_person wanted = { .id = person };

    return it->gone_count > 0 ? bsearch(&wanted, it->gone, it->gone_count, sizeof wanted, by_id)
                              : NULL;
}

bool arb_erasing_add(arb_erasing *it, uint64_t person)
{
    if (find_gone(it, person))
        return true;
    if (it->gone_count == it->gone_room) {
        const size_t room = it->gone_room ? 2 * it->gone_room : 64;
        arb_erased_person *list = realloc(it->gone, room * sizeof *list);
        if (!list)
            return false;
        it->gone = list;
        it->gone_room = room;
    }
    arb_erased_person *one = &it->gone[it->gone_count++];
    *one = (arb_erased_person){ .id = person };
    arb_buf_init(&one->seats, NULL, SIZE_MAX / 2);
    /* they come in order but for those who are named by number */
    if (it->gone_count > 1 && one->id < one[-1].id)
        qsort(it->gone, it->gone_count, sizeof *it->gone, by_id);
    return true;
}

static bool find_person(void *user, const arb_store_person *person)
{
    arb_erasing *it = user;
    const bool goes = it->by_number ? find_gone(it, person->id) != NULL
                                    : it->nameless || arb_erase_is(&it->names, person->name);

    it->after = person->id;
    if (!goes)
        return arb_erasing_goes_on(it);
    it->failed = it->failed || !arb_erasing_add(it, person->id);
    if (it->failed)
        return false;
    find_gone(it, person->id)->found = true;
    it->people++;
    if (it->by_number) /* under that name he may stand elsewhere in his games */
        it->failed = !arb_erase_names_add(&it->names, person->name.text, person->name.size);
    if (it->by_number && !it->failed && !arb_erase_is_name(it->names.name[it->names.count - 1]))
        free(it->names.name[--it->names.count]);
    return arb_erasing_goes_on(it);
}

static arb_store_err read_people(arb_erasing *it)
{
    return arb_store_people(it->from, it->after, PAGE, find_person, it);
}

/* ---- where they sit */

static bool find_seat(void *user, const arb_store_seat *seat)
{
    arb_erasing *it = user;
    arb_erased_person *person = find_gone(it, seat->person);

    if (!person)
        return true;
    it->games[seat->game - 1].concerned = true;
    if (it->nameless)
        return true;
    arb_err err = arb_buf_add_format(&person->seats, "%llu\n%.*s\n", (unsigned long long)seat->game,
                                     (int)seat->seat.size, seat->seat.text);
    if (!err)
        err = arb_buf_add(&person->seats, seat->tags.text, seat->tags.size);
    if (!err)
        err = arb_buf_add_char(&person->seats, '\0');
    it->failed = it->failed || err;
    return !it->failed;
}

/* ---- told */

/* The tags of a seat, a line each, as members. */
static json_t *tags_of(const char *lines)
{
    json_t *tags = json_object();
    arb_case_header header = { .tag_count = 0 };
    arb_case_reader reader;
    arb_case_item item;
    arb_buf text;

    arb_buf_init(&text, NULL, ARB_STORE_TAGS_MAX + 64);
    if (arb_buf_add_format(&text, "case tags\n%s", lines) == ARB_OK) {
        arb_case_reader_init(&reader, arb_buf_text(&text), arb_buf_size(&text));
        if (arb_case_next(&item, &header, &reader, NULL) != ARB_OK)
            header.tag_count = 0;
    }
    for (size_t i = 0; i < header.tag_count; i++) {
        const arb_case_tag *tag = &header.tag[i];
        char name[64];
        (void)snprintf(name, sizeof name, "%.*s", (int)tag->name_size, tag->name);
        (void)json_object_set_new(tags, name, json_stringn(tag->value, tag->value_size));
    }
    arb_buf_clear(&text);
    return tags;
}

/* A seat as it was kept: game, seat, tags, an end. Returns what follows. */
static const char *take_seat_apart(const char *at, json_t **out)
{
    char *rest = NULL;
    const unsigned long long game = strtoull(at, &rest, 10);
    const char *seat = rest + 1, *lines = strchr(seat, '\n') + 1;

    *out = json_pack("{sI ss% so}", "game", (json_int_t)game, "seat", seat,
                     (size_t)(lines - seat) - 1, "tags", tags_of(lines));
    return lines + strlen(lines) + 1;
}

static json_t *seats_of(const arb_erased_person *person)
{
    const char *at = arb_buf_text(&person->seats), *end = at + arb_buf_size(&person->seats);
    json_t *all = json_array(), *one;

    while (at < end) {
        at = take_seat_apart(at, &one);
        (void)json_array_append_new(all, one);
    }
    return all;
}

static void print_seat(const arb_cli *cli, const json_t *seat)
{
    const char *key;
    json_t *value;
    bool first = true;

    printf(", ");
    arb_text_print(stdout, cli->lang, ARB_TEXT_STORE_GAME,
                   (unsigned long long)json_integer_value(json_object_get(seat, "game")));
    printf(" %s", json_string_value(json_object_get(seat, "seat")));
    json_object_foreach(json_object_get(seat, "tags"), key, value)
    {
        printf("%s%s %s", first ? " (" : ", ", key,
               arb_quote_bytes(json_string_value(value), json_string_length(value)).text);
        first = false;
    }
    printf("%s", first ? "" : ")");
}

/* Number, games and seats, and tags such as the number that FIDE gave: namesakes are told apart. */
static void tell(const arb_erasing *it, const arb_erased_person *person)
{
    json_t *seats = seats_of(person), *one;
    size_t i;

    if (it->cli->json) {
        (void)arb_cli_json(it->cli,
                           json_pack("{sI so}", "person", (json_int_t)person->id, "seats", seats));
        return;
    }
    arb_text_print(stdout, it->cli->lang, ARB_TEXT_ERASE_PERSON, (unsigned long long)person->id);
    json_array_foreach(seats, i, one)
    {
        print_seat(it->cli, one);
    }
    putchar('\n');
    json_decref(seats);
}

/* By number nobody goes who is not there. */
static void complain_unknown(arb_erasing *it, uint64_t person)
{
    it->unreadable = true;
    (void)arb_cli_complain(it->cli, ARB_TEXT_ERASE_NO_PERSON, (unsigned long long)person);
}

void arb_erasing_find(arb_erasing *it)
{
    arb_erasing_pages(it, read_people);
    for (uint64_t game = 1; game <= it->game_count && arb_erasing_goes_on(it); game++)
        arb_erasing_note(it, arb_store_seats(it->from, game, find_seat, it));
    for (size_t i = 0; i < it->gone_count && arb_erasing_goes_on(it); i++) {
        if (!it->gone[i].found)
            complain_unknown(it, it->gone[i].id);
        else if (!it->nameless)
            tell(it, &it->gone[i]);
    }
    for (uint64_t game = 1; game <= it->game_count && !it->by_number; game++)
        it->games[game - 1].concerned = true;
}

/* ---- written */

static bool take_person(void *user, const arb_store_person *person)
{
    arb_erasing *it = user;
    arb_store_person kept = *person;
    size_t count = 0;

    it->after = person->id;
    if (find_gone(it, person->id)) {
        kept.name = kept.contact = (arb_store_bytes){ "", 0 };
    } else if (!it->by_number) {
        kept.name = arb_erasing_clean(it, 0, person->name, &count);
        kept.contact = arb_erasing_clean(it, 1, person->contact, &count);
        arb_erasing_tell(it, 0, 0, NULL);
    }
    if (it->to && !it->failed)
        arb_erasing_note(it, arb_store_person_put(it->to, &kept));
    return arb_erasing_goes_on(it);
}

static arb_store_err copy_people(arb_erasing *it)
{
    return arb_store_people(it->from, it->after, PAGE, take_person, it);
}

void arb_erasing_people(arb_erasing *it)
{
    arb_erasing_pages(it, copy_people);
}

/* One who was erased before has a seat and no name: he is there until all have sat down. */
static arb_store_err seat_erased(arb_erasing *it, const arb_store_seat *seat)
{
    const arb_store_person nobody = { .id = seat->person };

    if (it->erased_count == it->erased_room) {
        const size_t room = it->erased_room ? 2 * it->erased_room : 64;
        uint64_t *list = realloc(it->erased, room * sizeof *list);
        if (!list)
            return ARB_STORE_NOMEM;
        it->erased = list;
        it->erased_room = room;
    }
    it->erased[it->erased_count++] = seat->person;
    const arb_store_err err = arb_store_person_put(it->to, &nobody);
    return err ? err : arb_store_seat_set(it->to, seat);
}

typedef struct words {
    arb_erasing *it;
    size_t count;
} words;

static arb_store_bytes clean_tag(void *user, arb_store_bytes text)
{
    words *w = user;

    return arb_erasing_clean(w->it, 0, text, &w->count);
}

static bool take_seat(void *user, const arb_store_seat *seat)
{
    arb_erasing *it = user;
    arb_store_seat kept = *seat;
    arb_buf *lines = &it->line[1];
    words w = { .it = it };
    arb_store_err err = ARB_STORE_OK;

    arb_buf_cut(lines, 0);
    if (find_gone(it, seat->person)) {
        kept.tags = (arb_store_bytes){ "", 0 };
    } else if (it->games[seat->game - 1].concerned) {
        it->failed = it->failed || arb_erase_header(lines, seat->tags, clean_tag, &w) != ARB_OK;
        kept.tags = (arb_store_bytes){ arb_buf_text(lines), arb_buf_size(lines) };
        arb_erasing_tell(it, seat->game, 0, NULL);
    }
    if (it->to && !it->failed)
        err = arb_store_seat_set(it->to, &kept);
    if (err == ARB_STORE_UNKNOWN)
        err = seat_erased(it, &kept);
    arb_erasing_note(it, err);
    return arb_erasing_goes_on(it);
}

void arb_erasing_seats(arb_erasing *it)
{
    for (uint64_t game = 1; game <= it->game_count && arb_erasing_goes_on(it); game++)
        arb_erasing_note(it, arb_store_seats(it->from, game, take_seat, it));
}

void arb_erasing_take_away(arb_erasing *it)
{
    for (size_t i = 0; i < it->gone_count && arb_erasing_goes_on(it); i++)
        arb_erasing_note(it, arb_store_person_erase(it->to, it->gone[i].id));
    for (size_t i = 0; i < it->erased_count && arb_erasing_goes_on(it); i++)
        arb_erasing_note(it, arb_store_person_erase(it->to, it->erased[i]));
    if (arb_erasing_goes_on(it))
        arb_erasing_note(it, arb_store_people_give(it->to, it->given));
}
