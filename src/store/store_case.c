/* SPDX-License-Identifier: MIT */
/*
 * A stored game as a case. The header is stored as a case has it, except for
 * the tags that name people: those are made of the seats when the case is written.
 */
#include "arbitro/mem.h"
#include "store/chain.h"
#include "store/store_internal.h"

/* The tags that name people, and where those sit. White and Black have further tags: WhiteElo. */
static const struct {
    const char *tag, *seat;
    bool family;
} seats[] = { { "White", "white", true },
              { "Black", "black", true },
              { "Annotator", "annotator", false } };
enum { SEAT_COUNT = sizeof seats / sizeof seats[0] };

const char *arb_store_tag_seat(const arb_case_tag *tag)
{
    for (size_t i = 0; i < SEAT_COUNT; i++) {
        const size_t size = strlen(seats[i].tag);
        if ((tag->name_size == size || (tag->name_size > size && seats[i].family)) &&
            memcmp(tag->name, seats[i].tag, size) == 0)
            return seats[i].seat;
    }
    return NULL;
}

const char *arb_store_seat_tag(arb_store_bytes seat)
{
    for (size_t i = 0; i < SEAT_COUNT; i++) {
        if (strlen(seats[i].seat) == seat.size && memcmp(seats[i].seat, seat.text, seat.size) == 0)
            return seats[i].tag;
    }
    return NULL;
}

/* Reads the header with which `text` begins, and leaves the reader after it. */
static arb_err read_header(arb_case_header *out, arb_case_reader *reader, const char *text,
                           size_t size)
{
    arb_case_item item;

    arb_case_reader_init(reader, text, size);
    return arb_case_next(&item, out, reader, NULL);
}

arb_err arb_store_header_read(arb_case_header *out, arb_store_bytes header)
{
    arb_case_reader reader;

    return read_header(out, &reader, header.text, header.size);
}

arb_store_err arb_store_header_check(arb_store_bytes header)
{
    arb_case_header read;
    arb_case_reader reader;
    arb_case_item item;

    if (read_header(&read, &reader, header.text, header.size) ||
        arb_case_next(&item, &read, &reader, NULL) || item.kind != ARB_CASE_END)
        return ARB_STORE_SYNTAX;
    for (size_t i = 0; i < read.tag_count; i++) {
        if (arb_store_tag_seat(&read.tag[i]))
            return ARB_STORE_NAMES;
    }
    return ARB_STORE_OK;
}

/* Are all the lines tags about whoever sits there? The name itself is not among them. */
static bool are_tags_of(const arb_case_header *header, arb_store_bytes seat)
{
    const char *name = arb_store_seat_tag(seat);

    for (size_t i = 0; i < header->tag_count; i++) {
        const arb_case_tag *tag = &header->tag[i];
        const char *about = arb_store_tag_seat(tag);
        if (!name || !about || tag->name_size == strlen(name) || strlen(about) != seat.size ||
            memcmp(about, seat.text, seat.size) != 0)
            return false;
    }
    return true;
}

arb_store_err arb_store_tags_check(arb_store *store, arb_store_bytes seat, arb_store_bytes tags)
{
    arb_case_header header;
    arb_case_reader reader;
    arb_case_item item;
    arb_buf text;

    if (tags.size == 0)
        return ARB_STORE_OK;
    arb_buf_init(&text, store->mem, ARB_STORE_TAGS_MAX + 64);
    arb_err err = arb_buf_add_text(&text, "case tags\n");
    if (!err)
        err = arb_buf_add(&text, tags.text, tags.size);
    if (!err)
        err = read_header(&header, &reader, arb_buf_text(&text), arb_buf_size(&text));
    if (!err)
        err = arb_case_next(&item, &header, &reader, NULL);
    if (!err && (item.kind != ARB_CASE_END || tags.text[tags.size - 1] != '\n' ||
                 !are_tags_of(&header, seat)))
        err = ARB_SYNTAX;
    arb_buf_clear(&text);
    return arb_store_err_of(err);
}

/* ---- the events of a game, however many ---- */

enum { PAGE = 4096 }; /* a database that has to sort them holds no more than these */

typedef struct page {
    arb_store_event_fn *fn;
    void *user;
    uint64_t after;
    size_t count;
    bool more;
} page;

static bool on_event(void *user, const arb_store_event *event)
{
    page *it = user;

    it->after = event->sequence;
    it->count++;
    it->more = it->fn(it->user, event);
    return it->more;
}

arb_store_err arb_store_each_event(arb_store *store, uint64_t game, arb_store_event_fn *fn,
                                   void *user)
{
    page it = { .fn = fn, .user = user, .more = true };
    arb_store_err err;

    do {
        it.count = 0;
        err = arb_store_events_of(store, game, it.after, PAGE, on_event, &it);
    } while (!err && it.more && it.count == PAGE);
    return err;
}

/* ---- a case file ---- */

/* A file that is being written; errors are kept until the store has ended its reading. */
typedef struct case_file {
    arb_buf *out;
    arb_err err;
    arb_store_walk walk;
    bool broken; /* an event is missing, or is not what it was */
    bool named;  /* the person at hand has a name */
} case_file;

static bool write_header(void *user, const arb_store_game *game)
{
    case_file *file = user;
    size_t size = game->header.size;

    file->broken = !arb_store_walk_begin(&file->walk, game);
    while (size > 0 && strchr("\r\n \t", game->header.text[size - 1]))
        size--;
    file->err = arb_buf_add_format(file->out, "%.*s\n", (int)size, game->header.text);
    return false;
}

static bool write_event(void *user, const arb_store_event *event)
{
    case_file *file = user;

    file->broken = !arb_store_walk_next(&file->walk, event);
    file->err = arb_buf_add_format(file->out, "%.*s\n", (int)event->text.size, event->text.text);
    return file->err == ARB_OK && !file->broken;
}

/* The seats of the players, to be looked up one by one. */
typedef struct players {
    struct {
        const char *tag;
        uint64_t person;
    } seat[SEAT_COUNT];
    size_t count;
    arb_buf tags; /* the further tags of all */
    arb_err err;
} players;

static bool take_seat(void *user, const arb_store_seat *seat)
{
    players *all = user;
    const char *tag = arb_store_seat_tag(seat->seat);

    if (!tag || all->count == SEAT_COUNT)
        return true;
    all->seat[all->count].tag = tag;
    all->seat[all->count].person = seat->person;
    all->count++;
    all->err = arb_buf_add(&all->tags, seat->tags.text, seat->tags.size);
    return all->err == ARB_OK;
}

/* A name as the value of a tag. */
static bool write_name(void *user, const arb_store_person *person)
{
    case_file *file = user;

    file->named = person->name.size > 0;
    file->err = arb_buf_add_char(file->out, '"');
    for (size_t i = 0; i < person->name.size && !file->err; i++) {
        const char c = person->name.text[i];
        if (c == '"' || c == '\\')
            file->err = arb_buf_add_char(file->out, '\\');
        if (!file->err)
            file->err = arb_buf_add_char(file->out, c);
    }
    if (!file->err)
        file->err = arb_buf_add_text(file->out, "\"\n");
    return false;
}

static arb_store_err write_player(case_file *file, arb_store *store, const char *tag,
                                  uint64_t person)
{
    const size_t before = arb_buf_size(file->out);

    file->named = false;
    file->err = arb_buf_add_format(file->out, "tag       %s ", tag);
    if (file->err)
        return arb_store_err_of(file->err);
    arb_store_err err = arb_store_person_get(store, person, write_name, file);
    if (err == ARB_STORE_UNKNOWN) /* erased: the game stays, without the name */
        err = ARB_STORE_OK;
    if (!file->named)
        arb_buf_cut(file->out, before);
    return err ? err : arb_store_err_of(file->err);
}

static arb_store_err write_players(case_file *file, arb_store *store, uint64_t game)
{
    players all = { .count = 0 };

    arb_buf_init(&all.tags, store->mem, SEAT_COUNT * (size_t)ARB_STORE_TAGS_MAX);
    arb_store_err err = arb_store_seats(store, game, take_seat, &all);
    if (!err)
        err = arb_store_err_of(all.err);
    for (size_t i = 0; i < all.count && !err; i++)
        err = write_player(file, store, all.seat[i].tag, all.seat[i].person);
    if (!err)
        err = arb_store_err_of(
            arb_buf_add(file->out, arb_buf_text(&all.tags), arb_buf_size(&all.tags)));
    arb_buf_clear(&all.tags);
    return err;
}

arb_store_err arb_store_export(arb_buf *out, arb_store *store, uint64_t game, bool with_names)
{
    const size_t before = arb_buf_size(out);
    case_file file = { .out = out };
    arb_store_err err = arb_store_game_get(store, game, write_header, &file);

    if (!err)
        err = arb_store_err_of(file.err);
    if (!err && with_names)
        err = write_players(&file, store, game);
    if (!err)
        err = arb_store_checklist_export(out, store, game);
    if (!err)
        err = arb_store_err_of(arb_buf_add_char(out, '\n'));
    if (!err)
        err = arb_store_each_event(store, game, write_event, &file);
    if (!err)
        err = arb_store_err_of(file.err);
    if (!err && (file.broken || !arb_store_walk_ends(&file.walk)))
        err = ARB_STORE_CORRUPT;
    if (err)
        arb_buf_cut(out, before);
    return err;
}
