/* SPDX-License-Identifier: MIT */
/* Tokens, people, seats, settings and the heartbeat on SQLite. */
#include <string.h>

#include "store/sqlite_internal.h"
#include "store/store_internal.h"

/* Ends a write that must have found its row. */
static arb_store_err finish_found(arb_sqlite_call *call)
{
    const arb_store_err err = arb_sqlite_finish(call);

    return err || sqlite3_changes(call->db->db) > 0 ? err : ARB_STORE_UNKNOWN;
}

/* Ends a write whose game may not exist, or whose key may be taken. */
static arb_store_err finish_bound(arb_sqlite_call *call)
{
    (void)arb_sqlite_row(call);
    const int result = call->result;
    const arb_store_err err = arb_sqlite_end(call);

    if (result == SQLITE_CONSTRAINT_FOREIGNKEY)
        return ARB_STORE_UNKNOWN;
    return (result & 0xff) == SQLITE_CONSTRAINT ? ARB_STORE_EXISTS : err;
}

/* ---- tokens ---- */

arb_store_err arb_sqlite_token_add(void *opaque, const arb_store_token *token)
{
    arb_sqlite_call call = arb_sqlite_start(opaque, ARB_SQLITE_TOKEN_ADD);

    arb_sqlite_blob(&call, token->hash);
    arb_sqlite_count(&call, token->game);
    arb_sqlite_int(&call, token->role);
    arb_sqlite_int(&call, token->expires_ms);
    return finish_bound(&call);
}

arb_store_err arb_sqlite_token_remove(void *opaque, arb_store_bytes hash)
{
    arb_sqlite_call call = arb_sqlite_start(opaque, ARB_SQLITE_TOKEN_REMOVE);

    arb_sqlite_blob(&call, hash);
    return finish_found(&call);
}

static arb_store_err read_tokens(arb_sqlite_call *call, arb_store_token_fn *fn, void *user)
{
    bool more = true;

    while (more && arb_sqlite_row(call)) {
        arb_store_token token = {
            .hash = arb_sqlite_get_bytes(call, 0, ARB_STORE_WORD_MAX),
            .game = arb_sqlite_get_id(call, 1),
            .role = (uint32_t)arb_sqlite_get_within(call, 2, 0, UINT32_MAX),
            .expires_ms = arb_sqlite_get_int(call, 3),
        };
        if (call->damaged) /* one that cannot be read does not keep the others from being read */
            token = (arb_store_token){ .damaged = true };
        call->damaged = false;
        more = fn(user, &token);
    }
    return arb_sqlite_end_found(call);
}

arb_store_err arb_sqlite_token_find(void *opaque, arb_store_bytes hash, arb_store_token_fn *fn,
                                    void *user)
{
    arb_sqlite_call call = arb_sqlite_start(opaque, ARB_SQLITE_TOKEN_FIND);

    arb_sqlite_blob(&call, hash);
    return read_tokens(&call, fn, user);
}

arb_store_err arb_sqlite_tokens(void *opaque, uint64_t game, arb_store_token_fn *fn, void *user)
{
    arb_sqlite_call call =
        arb_sqlite_start(opaque, game > 0 ? ARB_SQLITE_TOKENS_OF : ARB_SQLITE_TOKENS);

    if (game > 0)
        arb_sqlite_count(&call, game);
    return read_tokens(&call, fn, user);
}

/* ---- people ---- */

arb_store_err arb_sqlite_person_new(uint64_t *out, void *opaque, const arb_store_person *person)
{
    arb_sqlite *self = opaque;
    arb_sqlite_call call = arb_sqlite_start(self, ARB_SQLITE_PERSON_NEW);

    arb_sqlite_text(&call, person->name);
    arb_sqlite_text(&call, person->contact);
    const arb_store_err err = arb_sqlite_finish(&call);
    if (!err)
        *out = (uint64_t)sqlite3_last_insert_rowid(self->db);
    return err;
}

arb_store_err arb_sqlite_person_set(void *opaque, const arb_store_person *person)
{
    arb_sqlite_call call = arb_sqlite_start(opaque, ARB_SQLITE_PERSON_SET);

    arb_sqlite_count(&call, person->id);
    arb_sqlite_text(&call, person->name);
    arb_sqlite_text(&call, person->contact);
    const arb_store_err err = finish_found(&call);
    call.db->scrub = call.db->scrub || !err; /* the former name is to be forgotten too */
    return err;
}

arb_store_err arb_sqlite_person_erase(void *opaque, uint64_t person)
{
    arb_sqlite *self = opaque;
    arb_sqlite_call call = arb_sqlite_start(self, ARB_SQLITE_PERSON_ERASE);

    arb_sqlite_count(&call, person);
    const arb_store_err err = finish_found(&call);
    if (err)
        return err;
    self->scrub = true;
    call = arb_sqlite_start(self, ARB_SQLITE_PERSON_TAGS);
    arb_sqlite_count(&call, person);
    return arb_sqlite_finish(&call);
}

arb_store_err arb_sqlite_people(void *opaque, uint64_t after, uint64_t last, size_t limit,
                                arb_store_person_fn *fn, void *user)
{
    arb_sqlite_call call = arb_sqlite_start(opaque, ARB_SQLITE_PEOPLE);
    bool more = true;

    arb_sqlite_count(&call, after);
    arb_sqlite_count(&call, last);
    arb_sqlite_count(&call, limit);
    while (more && arb_sqlite_row(&call)) {
        const arb_store_person person = {
            .id = arb_sqlite_get_id(&call, 0),
            .name = arb_sqlite_get_line(&call, 1, ARB_STORE_NAME_MAX),
            .contact = arb_sqlite_get_lines(&call, 2, ARB_STORE_CONTACT_MAX),
        };
        more = !call.damaged && fn(user, &person);
    }
    return arb_sqlite_end_found(&call);
}

/* ---- seats ---- */

static arb_store_err person_is(arb_sqlite *self, uint64_t person)
{
    arb_sqlite_call call = arb_sqlite_start(self, ARB_SQLITE_PERSON_IS);

    arb_sqlite_count(&call, person);
    (void)arb_sqlite_row(&call);
    return arb_sqlite_end_found(&call);
}

arb_store_err arb_sqlite_seat_set(void *opaque, const arb_store_seat *seat)
{
    arb_sqlite *self = opaque;
    const bool clear = seat->person == 0;
    const arb_store_err err = clear ? ARB_STORE_OK : person_is(self, seat->person);

    if (err)
        return err;
    arb_sqlite_call call =
        arb_sqlite_start(self, clear ? ARB_SQLITE_SEAT_CLEAR : ARB_SQLITE_SEAT_SET);
    arb_sqlite_count(&call, seat->game);
    arb_sqlite_text(&call, seat->seat);
    if (!clear) {
        arb_sqlite_count(&call, seat->person);
        arb_sqlite_text(&call, seat->tags);
    }
    return finish_bound(&call);
}

arb_store_err arb_sqlite_seats(void *opaque, uint64_t game, arb_store_seat_fn *fn, void *user)
{
    arb_sqlite_call call = arb_sqlite_start(opaque, ARB_SQLITE_SEATS);
    bool more = true;

    arb_sqlite_count(&call, game);
    while (more && arb_sqlite_row(&call)) {
        const arb_store_seat seat = {
            .game = arb_sqlite_get_id(&call, 0),
            .seat = arb_sqlite_get_line(&call, 1, ARB_STORE_WORD_MAX),
            .person = arb_sqlite_get_id(&call, 2),
            .tags = arb_sqlite_get_lines(&call, 3, ARB_STORE_TAGS_MAX),
        };
        more = !call.damaged && fn(user, &seat);
    }
    return arb_sqlite_end(&call);
}

/* ---- settings and the heartbeat ---- */

arb_store_err arb_sqlite_setting_set(void *opaque, arb_store_bytes name, arb_store_bytes value)
{
    arb_sqlite_call call = arb_sqlite_start(opaque, ARB_SQLITE_SETTING_SET);

    arb_sqlite_text(&call, name);
    arb_sqlite_blob(&call, value);
    return arb_sqlite_finish(&call);
}

arb_store_err arb_sqlite_setting_get(arb_buf *out, void *opaque, arb_store_bytes name)
{
    arb_sqlite_call call = arb_sqlite_start(opaque, ARB_SQLITE_SETTING_GET);
    arb_store_err taken = ARB_STORE_OK;

    arb_sqlite_text(&call, name);
    if (arb_sqlite_row(&call)) {
        const arb_store_bytes value = arb_sqlite_get_bytes(&call, 0, ARB_STORE_VALUE_MAX);
        taken = arb_store_err_of(arb_buf_add(out, value.text, value.size));
    }
    const arb_store_err err = arb_sqlite_end_found(&call);
    return err ? err : taken;
}

arb_store_err arb_sqlite_beat(void *opaque, const arb_store_heartbeat *beat)
{
    arb_sqlite_call call = arb_sqlite_start(opaque, ARB_SQLITE_BEAT);

    arb_sqlite_text(&call, (arb_store_bytes){ beat->boot, strlen(beat->boot) });
    arb_sqlite_int(&call, beat->stamp.monotonic_ms);
    arb_sqlite_int(&call, beat->stamp.wall_ms);
    return arb_sqlite_finish(&call);
}

arb_store_err arb_sqlite_heartbeat_get(arb_store_heartbeat *out, void *opaque)
{
    arb_sqlite_call call = arb_sqlite_start(opaque, ARB_SQLITE_HEARTBEAT);

    if (arb_sqlite_row(&call)) {
        const arb_store_bytes boot = arb_sqlite_get_line(&call, 0, ARB_STORE_WORD_MAX);
        arb_store_heartbeat beat = { .stamp = { arb_sqlite_get_int(&call, 1),
                                                arb_sqlite_get_int(&call, 2) } };
        memcpy(beat.boot, boot.text, boot.size);
        *out = beat;
    }
    return arb_sqlite_end_found(&call);
}
