/* SPDX-License-Identifier: MIT */
/*
 * A case becomes a stored game: it is read and judged to its end before anything is written, and
 * then written in one batch.
 */
#include "arbitro/mem.h"
#include "store/store_internal.h"

/* What a case says, ready to be stored. */
typedef struct imported {
    arb_case_header header; /* its texts are the reader's */
    arb_game *game;
    arb_buf text; /* the header to be stored */
    arb_buf said; /* to its events, a line each */
    arb_buf line; /* for the text at hand */
} imported;

/* Tags that say that nobody knows. */
static bool is_known(const arb_case_tag *tag)
{
    return tag->value_size > 0 && !(tag->value_size == 1 && strchr("?-", *tag->value));
}

static bool names_somebody(const arb_case_tag *tag)
{
    return arb_store_tag_seat(tag) && is_known(tag);
}

static arb_err write_tag(arb_buf *out, const arb_case_tag *tag)
{
    return arb_buf_add_format(out, "tag       %.*s \"%.*s\"\n", (int)tag->name_size, tag->name,
                              (int)tag->value_size, tag->value);
}

/* The header in canonical form, with those of its tags that name nobody. */
static arb_err write_header(imported *it)
{
    arb_err err = arb_buf_add(&it->line, it->header.title, it->header.title_size);

    if (!err)
        err = arb_case_write(&it->text, arb_buf_text(&it->line), it->game);
    if (!err)
        arb_buf_cut(&it->text, arb_buf_size(&it->text) - 1); /* its last line is empty */
    for (size_t i = 0; i < it->header.tag_count && !err; i++) {
        if (!arb_store_tag_seat(&it->header.tag[i]) && !arb_store_is_checklist(&it->header.tag[i]))
            err = write_tag(&it->text, &it->header.tag[i]);
    }
    return err;
}

/* Reads on; whatever a reader has against the text, it is the text that cannot be read. */
static arb_err read_item(arb_case_item *out, imported *it, arb_case_reader *reader,
                         arb_where *where)
{
    const arb_err err = arb_case_next(out, &it->header, reader, where);

    return err == ARB_RANGE ? ARB_SYNTAX : err;
}

/* Judges the event, and keeps what was said to it. */
static arb_err judge(imported *it, const arb_event *event)
{
    arb_verdict verdict;
    arb_err err = arb_game_judge(&verdict, it->game, event);

    if (!err)
        err = arb_game_transcript(&it->said, it->game);
    if (!err)
        err = arb_buf_add_char(&it->said, '\n');
    return err ? err : arb_game_commit(it->game);
}

static arb_err read_case(imported *it, const arb_mem *mem, arb_case_reader *reader,
                         arb_where *where)
{
    arb_case_item item;
    arb_err err = read_item(&item, it, reader, where);

    if (err)
        return err;
    if (item.kind != ARB_CASE_BEGIN) {
        if (where)
            *where = (arb_where){ reader->line, 1, ARB_WANTED_CASE };
        return ARB_SYNTAX;
    }
    err = arb_game_new(&it->game, mem, &it->header.regulations, &it->header.given);
    if (!err)
        err = write_header(it);
    while (!err && !arb_case_ends(reader)) {
        err = read_item(&item, it, reader, where);
        if (!err && item.kind == ARB_CASE_EVENT)
            err = judge(it, &item.event);
    }
    return err;
}

/* A value without its backslashes, put into `line`. */
static arb_err unescape(imported *it, const arb_case_tag *tag)
{
    arb_err err = ARB_OK;

    arb_buf_cut(&it->line, 0);
    for (size_t i = 0; i < tag->value_size && !err; i++) {
        if (tag->value[i] == '\\' && i + 1 < tag->value_size)
            i++;
        err = arb_buf_add_char(&it->line, tag->value[i]);
    }
    return err;
}

static arb_store_bytes bytes_of(const arb_buf *buf)
{
    return (arb_store_bytes){ arb_buf_text(buf), arb_buf_size(buf) };
}

/* Makes a person of the tags about one seat; nobody when there are none. */
static arb_store_err store_seat(arb_store *store, imported *it, uint64_t game, const char *seat)
{
    const arb_store_bytes where = { seat, strlen(seat) };
    const char *name = arb_store_seat_tag(where);
    arb_store_person person = { .id = 0 };
    bool any = false;
    arb_err err = ARB_OK;

    arb_buf_cut(&it->line, 0);
    for (size_t i = 0; i < it->header.tag_count; i++) {
        const arb_case_tag *tag = &it->header.tag[i];
        if (!names_somebody(tag) || strcmp(arb_store_tag_seat(tag), seat) != 0)
            continue;
        any = true;
        if (tag->name_size == strlen(name))
            err = unescape(it, tag);
        if (err)
            return arb_store_err_of(err);
    }
    if (!any)
        return ARB_STORE_OK;
    person.name = bytes_of(&it->line);
    arb_store_err failed = arb_store_person_new(&person.id, store, &person);
    if (failed)
        return failed;
    arb_buf_cut(&it->line, 0);
    for (size_t i = 0; i < it->header.tag_count && !err; i++) {
        const arb_case_tag *tag = &it->header.tag[i];
        if (names_somebody(tag) && strcmp(arb_store_tag_seat(tag), seat) == 0 &&
            tag->name_size > strlen(name))
            err = write_tag(&it->line, tag);
    }
    if (err)
        return arb_store_err_of(err);
    const arb_store_seat taken = { game, where, person.id, bytes_of(&it->line) };
    return arb_store_seat_set(store, &taken);
}

/* Writes the canonical text of an event into `line`. */
static arb_err write_event(imported *it, const arb_event *event)
{
    char text[1024];
    const size_t size = arb_event_write(text, sizeof text, event);

    arb_buf_cut(&it->line, 0);
    if (size < sizeof text)
        return arb_buf_add(&it->line, text, size);
    char *whole = arb_mem_new_array(it->line.mem, size + 1, 1);
    if (!whole)
        return ARB_NOMEM;
    (void)arb_event_write(whole, size + 1, event);
    const arb_err err = arb_buf_add(&it->line, whole, size);
    arb_mem_free(it->line.mem, whole, size + 1);
    return err;
}

static arb_store_err store_events(arb_store *store, imported *it, uint64_t game,
                                  arb_store_stamp stamp)
{
    const char *said = arb_buf_text(&it->said);
    arb_store_err err = ARB_STORE_OK;

    for (size_t i = 0; i < arb_game_size(it->game) && !err; i++) {
        arb_store_event row = { .game = game, .number = (uint32_t)(i + 1), .stamp = stamp };
        arb_store_receipt receipt;
        const arb_event *event = arb_game_event(it->game, i, &row.refused);
        const char *actor = arb_actor_word((arb_actor)event->actor);
        row.actor = (arb_store_bytes){ actor, strlen(actor) };
        err = arb_store_err_of(write_event(it, event));
        row.text = bytes_of(&it->line);
        row.verdict = (arb_store_bytes){ said, strcspn(said, "\n") };
        said += row.verdict.size + 1;
        if (!err)
            err = arb_store_append(&receipt, store, &row);
    }
    return err;
}

/* What was seen to is no part of the header; what this store would not have written is none. */
static arb_store_err store_checklist(arb_store *store, const imported *it, uint64_t game)
{
    arb_store_err err = ARB_STORE_OK;

    for (size_t i = 0; i < it->header.tag_count && !err; i++) {
        const arb_case_tag *tag = &it->header.tag[i];
        if (arb_store_is_checklist(tag))
            err = arb_store_checklist_set(store, game,
                                          (arb_store_bytes){ tag->value, tag->value_size });
    }
    return err == ARB_STORE_SYNTAX || err == ARB_STORE_TOO_LARGE ? ARB_STORE_OK : err;
}

static arb_store_err store_game(uint64_t *out, arb_store *store, imported *it,
                                arb_store_stamp stamp)
{
    static const char *const seats[] = { "white", "black", "annotator" };
    const arb_phase phase = arb_state_phase(arb_game_state(it->game));
    arb_store_err err =
        arb_store_game_new(out, store, bytes_of(&it->text), stamp.wall_ms, (arb_store_bytes){ 0 });

    for (size_t i = 0; i < sizeof seats / sizeof seats[0] && !err; i++)
        err = store_seat(store, it, *out, seats[i]);
    if (!err)
        err = store_checklist(store, it, *out);
    if (!err)
        err = store_events(store, it, *out, stamp);
    if (!err && (phase == ARB_PHASE_FINISHED || phase == ARB_PHASE_VOID))
        err = arb_store_game_close(store, *out, true);
    return err;
}

arb_store_err arb_store_import(uint64_t *out, arb_store *store, arb_case_reader *reader,
                               arb_store_stamp stamp, arb_where *where)
{
    const arb_case_reader begin = *reader;
    imported it = { .game = NULL };
    uint64_t game = 0;

    if (store->in_batch)
        return ARB_STORE_STATE;
    arb_buf_init(&it.text, store->mem, ARB_STORE_HEADER_MAX);
    arb_buf_init(&it.line, store->mem, ARB_STORE_HEADER_MAX);
    arb_buf_init(&it.said, store->mem, SIZE_MAX / 2);
    arb_store_err err = arb_store_err_of(read_case(&it, store->mem, reader, where));
    if (!err) {
        err = arb_store_begin(store);
        if (!err)
            err = store_game(&game, store, &it, stamp);
        if (!err)
            err = arb_store_commit(store);
        arb_store_rollback(store);
        if (err)
            *reader = begin;
    }
    arb_game_free(it.game);
    arb_buf_clear(&it.text);
    arb_buf_clear(&it.line);
    arb_buf_clear(&it.said);
    if (!err)
        *out = game;
    return err;
}
