/* SPDX-License-Identifier: MIT */
/* What a table knows and enters of an adjournment (Guidelines I); see envelopes.h. */
#include <stdlib.h>
#include <string.h>

#include "arbitro/fen.h"
#include "server/hall/envelopes.h"

/* ---- what may be kept */

static bool is_cipher(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
           c == '_';
}

bool arb_seal_may_be_kept(const char *text, size_t size)
{
    enum { HEAD = sizeof "blob:" - 1 + 64 + 1 };

    return size == 0 || (size == HEAD + ARB_CIPHER_TEXT && arb_blob_is_whole(text, size));
}

bool arb_table_is_sealing(const arb_table *t, arb_colour colour)
{
    const arb_state *state = arb_game_state(t->game);
    const arb_envelope envelope = arb_state_envelope(state);

    if (arb_state_is_over(state))
        return false;
    return arb_state_must_seal(state) == colour ||
           (arb_state_sealer(state) == colour &&
            (envelope == ARB_ENVELOPE_OPEN || envelope == ARB_ENVELOPE_SEALED));
}

/* ---- devices of the arbiter */

bool arb_devices_add(arb_table *t, const char *key)
{
    const size_t size = key ? strlen(key) : 0;
    unsigned at = 0;

    if (size != ARB_DEVICE_KEY)
        return false;
    for (size_t i = 0; i < size; i++)
        if (!is_cipher(key[i]))
            return false;
    while (at < ARB_DEVICES && strcmp(t->devices[at], key) != 0)
        at++;
    if (at == ARB_DEVICES) /* the one that was named longest ago gives way */
        at = ARB_DEVICES - 1;
    memmove(t->devices[1], t->devices[0], at * sizeof t->devices[0]);
    memcpy(t->devices[0], key, size + 1);
    return true;
}

/* ---- who is there */

/* Who waits until what was entered is in the journal. */
typedef struct entering {
    arb_hall *hall;
    arb_http_exchange *exchange;
    unsigned open; /* events of which nothing is known yet */
} entering;

static void entered(entering *e)
{
    if (--e->open > 0)
        return;
    if (e->hall->http)
        arb_api_give(e->exchange, 200, json_pack("{sb}", "entered", 1));
    free(e);
}

static void one_entered(arb_submission *s)
{
    entered(s->listener);
}

/* Enters an event in the player's place; he has not sent it. `e` may be NULL. */
static void enter(arb_table *t, arb_colour colour, const char *text, entering *e)
{
    arb_submission *s = arb_submission_new(t, (arb_seat)colour, text, strlen(text));

    if (!s)
        return;
    s->by_hall = true;
    if (e) {
        s->ended = one_entered;
        s->listener = e;
        e->open++;
    }
    arb_table_submit(t, s);
}

static void note_absent(arb_table *t, unsigned absent, entering *e)
{
    const unsigned present = arb_state_present(arb_game_state(t->game));

    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++) {
        if (absent >> c & present >> c & 1u)
            enter(t, c, "leave venue", e);
        else if (!(absent >> c & 1u) && !(present >> c & 1u))
            enter(t, c, "arrive", e);
    }
}

void arb_table_note_absent(arb_table *t, unsigned absent)
{
    if (t->game && !t->is_judging)
        note_absent(t, absent, NULL);
}

/* ---- names */

/* As a tag has it. */
static arb_err name_one(arb_table *t, arb_colour colour, const char *name)
{
    arb_buf text;
    arb_err err = ARB_OK;

    arb_buf_init(&text, NULL, 4096);
    for (; *name && !err; name++) {
        if (*name == '"' || *name == '\\')
            err = arb_buf_add_char(&text, '\\');
        if (!err)
            err = arb_buf_add_char(&text, *name);
    }
    if (!err)
        err = arb_game_name(t->game, colour, arb_buf_text(&text), arb_buf_size(&text));
    arb_buf_clear(&text);
    return err;
}

void arb_table_name_players(arb_table *t)
{
    const char *const names[] = { [ARB_WHITE] = t->names.white, [ARB_BLACK] = t->names.black };
    arb_err err = ARB_OK;

    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK && !err && t->game; c++)
        if (names[c] && *names[c])
            err = name_one(t, c, names[c]);
    if (err) /* the envelope will lack them (I.2.1) */
        arb_hall_log(t->hall, "warning", "names", "{sI}", "game", (json_int_t)t->id);
}

/* ---- how it stands */

static json_t *present(const arb_state *state)
{
    const unsigned there = arb_state_present(state);

    return json_pack("{sb sb}", "white", there & 1u, "black", there >> 1 & 1u);
}

/* A text of a tag, without the backslashes before quotation marks; null when there is none. */
static json_t *tag_text(const char *text, size_t size)
{
    char *plain = text ? malloc(size + 1) : NULL;
    size_t length = 0;

    if (!plain)
        return json_null();
    for (size_t i = 0; i < size; i++) {
        if (text[i] == '\\' && i + 1 < size)
            i++;
        plain[length++] = text[i];
    }
    json_t *json = json_stringn(plain, length);
    free(plain);
    return json ? json : json_null();
}

json_t *arb_api_adjourned(const arb_table *t)
{
    const arb_state *state = arb_game_state(t->game);
    const arb_envelope envelope = arb_state_envelope(state);
    const arb_colour must = arb_state_must_seal(state);
    const arb_ms late = arb_state_late_from(state);
    arb_envelope_face face = { .resumption = NULL };

    if (arb_state_phase(state) != ARB_PHASE_ADJOURNED && envelope == ARB_ENVELOPE_NONE &&
        must == ARB_COLOUR_COUNT && !arb_state_is_continued(state))
        return json_null();
    (void)arb_game_envelope(&face, t->game);
    return json_pack(
        "{ss so so sb sb so so so}", "envelope", arb_envelope_word(envelope), "must_seal",
        arb_json_colour(must), "sealer", arb_json_colour(arb_state_sealer(state)), "verified",
        arb_state_is_verified(state), "continued", arb_state_is_continued(state), "present",
        present(state), "resumption", tag_text(face.resumption, face.resumption_size), "late_at",
        late == ARB_MS_NEVER ? json_null() : json_integer(t->origin + late));
}

/* ---- what is on it, and in it */

static json_t *seconds(arb_ms ms)
{
    return json_integer((json_int_t)(ms / 1000));
}

/* Laws I.2: the seven items; null when nothing is sealed. */
static json_t *face_json(const arb_table *t)
{
    char fen[ARB_FEN_SIZE];
    arb_envelope_face face;

    if (!arb_game_envelope(&face, t->game))
        return json_null();
    (void)arb_pos_fen(fen, sizeof fen, &face.position);
    const unsigned lacks = arb_envelope_lacks(&face);
    return json_pack("{so so ss so so so sI so so sb}", "white",
                     tag_text(face.name[ARB_WHITE], face.name_size[ARB_WHITE]), "black",
                     tag_text(face.name[ARB_BLACK], face.name_size[ARB_BLACK]), "fen", fen,
                     "white_used", seconds(face.used[ARB_WHITE]), "black_used",
                     seconds(face.used[ARB_BLACK]), "sealer", arb_json_colour(face.sealer),
                     "number", (json_int_t)face.number, "offer", arb_json_colour(face.offer),
                     "resumption", tag_text(face.resumption, face.resumption_size), "complete",
                     lacks == 0);
}

/* What was sealed last, encrypted; NULL when nothing is, or it is on paper. */
static const arb_event *sealed_blob(size_t *index, const arb_table *t)
{
    for (size_t i = t->log_count; i-- > 0;) {
        bool refused;
        const arb_event *event = arb_game_event(t->game, i, &refused);
        if (event->verb != ARB_VERB_SEAL || refused)
            continue;
        *index = i;
        return event->size > 0 && arb_blob_is_whole(event->text, event->size) ? event : NULL;
    }
    return NULL;
}

/* Has the arbiter said, since event `from`, that he opens the envelope? The Laws then ask him what
 * stands there (I.7), and the journal has both. */
static bool is_being_opened(const arb_table *t, size_t from)
{
    for (size_t i = t->log_count; i-- > from + 1;) {
        bool refused;
        arb_verdict verdict;
        if (arb_game_event(t->game, i, &refused)->verb != ARB_VERB_OPEN_ENVELOPE || !refused)
            continue;
        arb_game_verdict(&verdict, t->game, i);
        if (verdict.refusal.code == ARB_CODE_CONTENT_NOT_SAID)
            return true;
    }
    return false;
}

/* Laws I.7, I.10: is the player there who has to reply? When somebody has lost by lateness it may
 * still come out that the sealed move had ended the game. */
static bool may_be_opened(const arb_state *state)
{
    const arb_colour sealer = arb_state_sealer(state);

    if (arb_state_is_over(state))
        return arb_state_reason(state) == ARB_CODE_LATE_AGAIN;
    return sealer != ARB_COLOUR_COUNT &&
           (arb_state_present(state) >> arb_opponent(sealer) & 1u) != 0;
}

/* What the arbiter gets of it: the hash and the lock, and the box when he opens it. */
static json_t *put_lock(json_t *object, const arb_table *t)
{
    enum { HASH = sizeof "blob:" - 1, CIPHER = HASH + 64 + 1 };
    const arb_state *state = arb_game_state(t->game);
    size_t index = 0;
    const arb_event *blob = sealed_blob(&index, t);

    if (!blob || blob->size != CIPHER + ARB_CIPHER_TEXT)
        return object;
    object = arb_json_put(object, "hash", json_stringn(blob->text + HASH, 64));
    object = arb_json_put(object, "lock", json_stringn(blob->text + CIPHER, ARB_LOCK_TEXT));
    if (arb_state_envelope(state) == ARB_ENVELOPE_SEALED && arb_state_is_continued(state) &&
        is_being_opened(t, index) && may_be_opened(state))
        object = arb_json_put(
            object, "box",
            json_stringn(blob->text + CIPHER + ARB_LOCK_TEXT, ARB_CIPHER_TEXT - ARB_LOCK_TEXT));
    return object;
}

static json_t *devices(const arb_table *t)
{
    json_t *list = json_array();

    for (unsigned i = 0; i < ARB_DEVICES && t->devices[i][0]; i++)
        list = arb_json_add(list, json_string(t->devices[i]));
    return list;
}

void arb_api_envelope(const arb_api_call *call)
{
    const arb_table *t = call->table;
    size_t index = 0;

    if (!arb_hall_allows(call, ARB_LIMIT_READ))
        return;
    const bool sealed = arb_state_envelope(arb_game_state(t->game)) != ARB_ENVELOPE_NONE;
    json_t *body =
        json_pack("{so so so so}", "adjourned", arb_api_adjourned(t), "face", face_json(t),
                  "devices", devices(t), "kept",
                  !sealed ? json_null() : json_string(sealed_blob(&index, t) ? "page" : "paper"));
    if (call->seat == ARB_SEAT_ARBITER || call->seat == ARB_SEAT_DESK)
        body = put_lock(body, t);
    arb_api_give(call->exchange, 200, body);
}

void arb_api_envelope_key(const arb_api_call *call)
{
    json_t *body;

    if (!arb_hall_allows(call, ARB_LIMIT_EVENT) || !(body = arb_api_body(call)))
        return;
    if (arb_devices_add(call->table, json_string_value(json_object_get(body, "key"))))
        arb_api_give(call->exchange, 200, json_pack("{so}", "devices", devices(call->table)));
    else
        arb_api_fail_field(call->exchange, "key");
    json_decref(body);
}

/* The players whom a request names, as bits; false when it names anybody else. */
static bool read_players(unsigned *players, const json_t *list)
{
    const json_t *one;
    size_t i;

    *players = 0;
    json_array_foreach(list, i, one)
    {
        const char *word = json_string_value(one);
        const bool white = word && strcmp(word, arb_seat_word(ARB_SEAT_WHITE)) == 0;
        if (!white && (!word || strcmp(word, arb_seat_word(ARB_SEAT_BLACK)) != 0))
            return false;
        *players |= white ? 1u << ARB_WHITE : 1u << ARB_BLACK;
    }
    return json_is_array(list);
}

void arb_api_envelope_absent(const arb_api_call *call)
{
    json_t *body;
    unsigned absent;

    if (!arb_hall_allows(call, ARB_LIMIT_EVENT) || !(body = arb_api_body(call)))
        return;
    entering *e = calloc(1, sizeof *e);
    if (!e) {
        arb_api_fail(call->exchange, ARB_API_MEMORY);
    } else if (arb_state_phase(arb_game_state(call->table->game)) != ARB_PHASE_ADJOURNED) {
        arb_api_fail(call->exchange, ARB_API_NOT_ADJOURNED);
    } else if (!read_players(&absent, json_object_get(body, "absent"))) {
        arb_api_fail_field(call->exchange, "absent");
    } else {
        *e = (entering){ .hall = call->hall, .exchange = call->exchange, .open = 1 };
        note_absent(call->table, absent, e);
        entered(e);
        e = NULL;
    }
    free(e);
    json_decref(body);
}
