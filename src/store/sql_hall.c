/* SPDX-License-Identifier: MIT */
/* Tokens, people, seats, settings and the heartbeat in SQL. */
#include <string.h>

#include "store/sql.h"
#include "store/store_internal.h"

/* ---- tokens ---- */

arb_store_err arb_sql_token_add(void *opaque, const arb_store_token *token)
{
    arb_sql_call call = arb_sql_start(opaque, ARB_SQL_TOKEN_ADD);

    arb_sql_blob(&call, token->hash);
    arb_sql_count(&call, token->game);
    arb_sql_int(&call, token->role);
    arb_sql_int(&call, token->expires_ms);
    const arb_store_err err = arb_sql_finish_found(&call);
    if (err != ARB_STORE_UNKNOWN)
        return err;
    call = arb_sql_start(opaque, ARB_SQL_TOKEN_FIND); /* no such game, or the hash is taken? */
    arb_sql_blob(&call, token->hash);
    (void)arb_sql_row(&call);
    const arb_store_err taken = arb_sql_end_found(&call);
    return taken == ARB_STORE_OK ? ARB_STORE_EXISTS : taken;
}

arb_store_err arb_sql_token_remove(void *opaque, arb_store_bytes hash)
{
    arb_sql_call call = arb_sql_start(opaque, ARB_SQL_TOKEN_REMOVE);

    arb_sql_blob(&call, hash);
    return arb_sql_finish_found(&call);
}

static arb_store_err read_tokens(arb_sql_call *call, arb_store_token_fn *fn, void *user)
{
    bool more = true;

    while (more && arb_sql_row(call)) {
        arb_store_token token = {
            .hash = arb_sql_get_bytes(call, 0, ARB_STORE_WORD_MAX),
            .game = arb_sql_get_id(call, 1),
            .role = (uint32_t)arb_sql_get_within(call, 2, 0, UINT32_MAX),
            .expires_ms = arb_sql_get_int(call, 3),
        };
        if (call->damaged) /* one that cannot be read does not keep the others from being read */
            token = (arb_store_token){ .damaged = true };
        call->damaged = false;
        more = fn(user, &token);
    }
    return arb_sql_end_found(call);
}

arb_store_err arb_sql_token_find(void *opaque, arb_store_bytes hash, arb_store_token_fn *fn,
                                 void *user)
{
    arb_sql_call call = arb_sql_start(opaque, ARB_SQL_TOKEN_FIND);

    arb_sql_blob(&call, hash);
    return read_tokens(&call, fn, user);
}

arb_store_err arb_sql_tokens(void *opaque, uint64_t game, arb_store_token_fn *fn, void *user)
{
    arb_sql_call call = arb_sql_start(opaque, game > 0 ? ARB_SQL_TOKENS_OF : ARB_SQL_TOKENS);

    if (game > 0)
        arb_sql_count(&call, game);
    return read_tokens(&call, fn, user);
}

arb_store_err arb_sql_tokens_in(void *opaque, arb_store_bytes games, arb_store_token_fn *fn,
                                void *user)
{
    arb_sql_call call = arb_sql_start(opaque, ARB_SQL_TOKENS_IN);

    arb_sql_text(&call, games);
    const arb_store_err err = read_tokens(&call, fn, user);
    return err == ARB_STORE_UNKNOWN ? ARB_STORE_OK : err;
}

/* ---- people ---- */

arb_store_err arb_sql_person_new(uint64_t *out, void *opaque, const arb_store_person *person)
{
    arb_sql_call call = arb_sql_start(opaque, ARB_SQL_PERSON_NEW);

    arb_sql_text(&call, person->name);
    arb_sql_text(&call, person->contact);
    if (arb_sql_row(&call))
        *out = arb_sql_get_id(&call, 0);
    return arb_sql_finish(&call);
}

arb_store_err arb_sql_person_put(void *opaque, const arb_store_person *person)
{
    arb_sql_call call = arb_sql_start(opaque, ARB_SQL_PERSON_PUT);

    arb_sql_count(&call, person->id);
    arb_sql_text(&call, person->name);
    arb_sql_text(&call, person->contact);
    const arb_store_err err = arb_sql_finish_found(&call);
    return err == ARB_STORE_UNKNOWN ? ARB_STORE_EXISTS : err;
}

arb_store_err arb_sql_people_given(uint64_t *out, void *opaque)
{
    arb_sql_call call = arb_sql_start(opaque, ARB_SQL_PEOPLE_GIVEN);

    if (arb_sql_row(&call))
        *out = (uint64_t)arb_sql_get_within(&call, 0, 0, INT64_MAX);
    return arb_sql_end_found(&call);
}

arb_store_err arb_sql_people_give(void *opaque, uint64_t last)
{
    arb_sql_call call = arb_sql_start(opaque, ARB_SQL_PEOPLE_GIVE);

    arb_sql_count(&call, last);
    const arb_store_err err = arb_sql_finish_found(&call);
    if (err != ARB_STORE_UNKNOWN)
        return err;
    call = arb_sql_start(opaque, ARB_SQL_PEOPLE_GIVE_FIRST);
    arb_sql_count(&call, last);
    return arb_sql_finish(&call);
}

arb_store_err arb_sql_person_set(void *opaque, const arb_store_person *person)
{
    arb_sql_call call = arb_sql_start(opaque, ARB_SQL_PERSON_SET);

    arb_sql_count(&call, person->id);
    arb_sql_text(&call, person->name);
    arb_sql_text(&call, person->contact);
    const arb_store_err err = arb_sql_finish_found(&call);
    call.db->scrub = call.db->scrub || !err; /* the former name is to be forgotten too */
    return err;
}

arb_store_err arb_sql_person_erase(void *opaque, uint64_t person)
{
    arb_sql *self = opaque;
    arb_sql_call call = arb_sql_start(self, ARB_SQL_PERSON_ERASE);

    arb_sql_count(&call, person);
    const arb_store_err err = arb_sql_finish_found(&call);
    if (err)
        return err;
    self->scrub = true;
    call = arb_sql_start(self, ARB_SQL_PERSON_TAGS);
    arb_sql_count(&call, person);
    return arb_sql_finish(&call);
}

static void read_people(arb_sql_call *call, arb_store_person_fn *fn, void *user)
{
    bool more = true;

    while (more && arb_sql_row(call)) {
        const arb_store_person person = {
            .id = arb_sql_get_id(call, 0),
            .name = arb_sql_get_line(call, 1, ARB_STORE_NAME_MAX),
            .contact = arb_sql_get_lines(call, 2, ARB_STORE_CONTACT_MAX),
        };
        more = !call->damaged && fn(user, &person);
    }
}

arb_store_err arb_sql_people(void *opaque, uint64_t after, uint64_t last, size_t limit,
                             arb_store_person_fn *fn, void *user)
{
    arb_sql_call call = arb_sql_start(opaque, ARB_SQL_PEOPLE);

    arb_sql_count(&call, after);
    arb_sql_count(&call, last);
    arb_sql_count(&call, limit);
    read_people(&call, fn, user);
    return arb_sql_end_found(&call);
}

arb_store_err arb_sql_people_in(void *opaque, arb_store_bytes people, arb_store_person_fn *fn,
                                void *user)
{
    arb_sql_call call = arb_sql_start(opaque, ARB_SQL_PEOPLE_IN);

    arb_sql_text(&call, people);
    read_people(&call, fn, user);
    return arb_sql_end(&call);
}

/* ---- seats ---- */

static arb_store_err person_is(arb_sql *self, uint64_t person)
{
    arb_sql_call call = arb_sql_start(self, ARB_SQL_PERSON_IS);

    arb_sql_count(&call, person);
    (void)arb_sql_row(&call);
    return arb_sql_end_found(&call);
}

arb_store_err arb_sql_seat_put(void *opaque, const arb_store_seat *seat)
{
    arb_sql_call call = arb_sql_start(opaque, ARB_SQL_SEAT_SET);

    arb_sql_count(&call, seat->game);
    arb_sql_text(&call, seat->seat);
    arb_sql_count(&call, seat->person);
    arb_sql_text(&call, seat->tags);
    return arb_sql_finish_found(&call);
}

static arb_store_err seat_clear(arb_sql *self, const arb_store_seat *seat)
{
    arb_sql_call call = arb_sql_start(self, ARB_SQL_SEAT_CLEAR);

    arb_sql_count(&call, seat->game);
    arb_sql_text(&call, seat->seat);
    return arb_sql_finish(&call);
}

arb_store_err arb_sql_seat_set(void *opaque, const arb_store_seat *seat)
{
    if (seat->person == 0)
        return seat_clear(opaque, seat);
    const arb_store_err err = person_is(opaque, seat->person);
    return err ? err : arb_sql_seat_put(opaque, seat);
}

static arb_store_err read_seats(arb_sql_call *call, arb_store_seat_fn *fn, void *user)
{
    bool more = true;

    while (more && arb_sql_row(call)) {
        const arb_store_seat seat = {
            .game = arb_sql_get_id(call, 0),
            .seat = arb_sql_get_line(call, 1, ARB_STORE_WORD_MAX),
            .person = arb_sql_get_id(call, 2),
            .tags = arb_sql_get_lines(call, 3, ARB_STORE_TAGS_MAX),
        };
        more = !call->damaged && fn(user, &seat);
    }
    return arb_sql_end(call);
}

arb_store_err arb_sql_seats(void *opaque, uint64_t game, arb_store_seat_fn *fn, void *user)
{
    arb_sql_call call = arb_sql_start(opaque, ARB_SQL_SEATS);

    arb_sql_count(&call, game);
    return read_seats(&call, fn, user);
}

arb_store_err arb_sql_seats_in(void *opaque, arb_store_bytes games, arb_store_seat_fn *fn,
                               void *user)
{
    arb_sql_call call = arb_sql_start(opaque, ARB_SQL_SEATS_IN);

    arb_sql_text(&call, games);
    return read_seats(&call, fn, user);
}

/* ---- settings and the heartbeat ---- */

arb_store_err arb_sql_setting_set(void *opaque, arb_store_bytes name, arb_store_bytes value)
{
    arb_sql_call call = arb_sql_start(opaque, ARB_SQL_SETTING_SET);

    arb_sql_text(&call, name);
    arb_sql_blob(&call, value);
    return arb_sql_finish(&call);
}

arb_store_err arb_sql_setting_get(arb_buf *out, void *opaque, arb_store_bytes name)
{
    arb_sql_call call = arb_sql_start(opaque, ARB_SQL_SETTING_GET);
    arb_store_err taken = ARB_STORE_OK;

    arb_sql_text(&call, name);
    if (arb_sql_row(&call)) {
        const arb_store_bytes value = arb_sql_get_bytes(&call, 0, ARB_STORE_VALUE_MAX);
        taken = arb_store_err_of(arb_buf_add(out, value.text, value.size));
    }
    const arb_store_err err = arb_sql_end_found(&call);
    return err ? err : taken;
}

arb_store_err arb_sql_setting_remove(void *opaque, arb_store_bytes name)
{
    arb_sql_call call = arb_sql_start(opaque, ARB_SQL_SETTING_REMOVE);

    arb_sql_text(&call, name);
    return arb_sql_finish(&call);
}

static arb_store_err read_settings(arb_sql_call *call, arb_store_setting_fn *fn, void *user)
{
    bool more = true;

    while (more && arb_sql_row(call)) {
        const arb_store_bytes name = arb_sql_get_line(call, 0, ARB_STORE_WORD_MAX),
                              value = arb_sql_get_bytes(call, 1, ARB_STORE_VALUE_MAX);
        more = !call->damaged && fn(user, name, value);
    }
    return arb_sql_end(call);
}

arb_store_err arb_sql_settings(void *opaque, arb_store_setting_fn *fn, void *user)
{
    arb_sql_call call = arb_sql_start(opaque, ARB_SQL_SETTINGS);

    return read_settings(&call, fn, user);
}

arb_store_err arb_sql_settings_in(void *opaque, arb_store_bytes names, arb_store_setting_fn *fn,
                                  void *user)
{
    arb_sql_call call = arb_sql_start(opaque, ARB_SQL_SETTINGS_IN);

    arb_sql_text(&call, names);
    return read_settings(&call, fn, user);
}

arb_store_err arb_sql_beat(void *opaque, const arb_store_heartbeat *beat)
{
    arb_sql_call call = arb_sql_start(opaque, ARB_SQL_BEAT);

    arb_sql_text(&call, (arb_store_bytes){ beat->boot, strlen(beat->boot) });
    arb_sql_int(&call, beat->stamp.monotonic_ms);
    arb_sql_int(&call, beat->stamp.wall_ms);
    return arb_sql_finish(&call);
}

arb_store_err arb_sql_heartbeat_get(arb_store_heartbeat *out, void *opaque)
{
    arb_sql_call call = arb_sql_start(opaque, ARB_SQL_HEARTBEAT);

    if (arb_sql_row(&call)) {
        const arb_store_bytes boot = arb_sql_get_line(&call, 0, ARB_STORE_WORD_MAX);
        arb_store_heartbeat beat = { .stamp = { arb_sql_get_int(&call, 1),
                                                arb_sql_get_int(&call, 2) } };
        memcpy(beat.boot, boot.text, boot.size);
        *out = beat;
    }
    return arb_sql_end_found(&call);
}
