/* SPDX-License-Identifier: MIT */
/* Tokens and codes; see keys.h. */
#include "server/hall/keys.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "server/http/secret.h"

enum { TOKEN_BYTES = 16, KEYS_FIRST = 256, CODE_BIT = 0x100, GONE_BIT = 0x200 };

/* No 0 and O, 1 and I and L, 5 and S, 2 and Z, 8 and B, U and V: what looks or sounds alike. */
static const char alphabet[] = "3467ACDEFGHJKMNPQRTWXY";
_Static_assert(sizeof alphabet - 1 == ARB_CODE_LETTERS, "docs/SERVER.md computes with it");

const char *arb_seat_word(arb_seat seat)
{
    static const char *const words[ARB_SEAT_COUNT] = {
        "white", "black",     "arbiter",         "spectator",
        "desk",  "assistant", "white-assistant", "black-assistant"
    };
    return words[seat];
}

arb_actor arb_seat_actor(arb_seat seat)
{
    static const arb_actor actors[ARB_SEAT_COUNT] = {
        ARB_ACTOR_WHITE,           ARB_ACTOR_BLACK,          ARB_ACTOR_ARBITER,
        ARB_ACTOR_SPECTATOR,       ARB_ACTOR_ARBITER,        ARB_ACTOR_ARBITER_ASSISTANT,
        ARB_ACTOR_WHITE_ASSISTANT, ARB_ACTOR_BLACK_ASSISTANT
    };
    return actors[seat];
}

arb_colour arb_seat_served(arb_seat seat)
{
    return seat == ARB_SEAT_WHITE_ASSISTANT   ? ARB_WHITE
           : seat == ARB_SEAT_BLACK_ASSISTANT ? ARB_BLACK
                                              : ARB_COLOUR_COUNT;
}

arb_seat arb_seat_assisting(arb_colour player)
{
    return player == ARB_WHITE ? ARB_SEAT_WHITE_ASSISTANT : ARB_SEAT_BLACK_ASSISTANT;
}

uint32_t arb_key_role(const arb_key *key)
{
    return (uint32_t)key->seat | (key->is_code ? CODE_BIT : 0u) | (key->is_gone ? GONE_BIT : 0u);
}

bool arb_key_of_role(arb_key *out, uint32_t role)
{
    const uint32_t seat = role & ~(uint32_t)(CODE_BIT | GONE_BIT);

    if (seat >= ARB_SEAT_COUNT || seat == ARB_SEAT_DESK)
        return false;
    out->seat = (arb_seat)seat;
    out->is_code = (role & CODE_BIT) != 0;
    out->is_gone = (role & GONE_BIT) != 0;
    return true;
}

bool arb_keys_begin(void)
{
    return sodium_init() >= 0;
}

void arb_keys_clear(arb_keys *keys)
{
    free(keys->slots);
    free(keys->used);
    *keys = (arb_keys){ 0 };
}

/* The hash is as good as random, so its first bytes serve as the place. */
static size_t place(const arb_hash *hash)
{
    size_t first;

    memcpy(&first, hash->bytes, sizeof first);
    return first;
}

static size_t look(const arb_keys *keys, const arb_hash *hash)
{
    size_t i = place(hash) & keys->mask;

    while (keys->used[i] &&
           !arb_bytes_equal_secretly(keys->slots[i].hash.bytes, hash->bytes, sizeof hash->bytes))
        i = (i + 1) & keys->mask;
    return i;
}

static arb_err grow(arb_keys *keys)
{
    const size_t size = keys->slots ? 2 * (keys->mask + 1) : KEYS_FIRST;
    arb_keys larger = { .slots = calloc(size, sizeof(arb_key)),
                        .used = calloc(size, sizeof(bool)),
                        .mask = size - 1,
                        .changes = keys->changes,
                        .removed_next = keys->removed_next };

    if (!larger.slots || !larger.used) {
        arb_keys_clear(&larger);
        return ARB_NOMEM;
    }
    memcpy(larger.removed, keys->removed, sizeof larger.removed);
    for (size_t i = 0; keys->slots && i <= keys->mask; i++) {
        if (keys->used[i]) {
            const size_t to = look(&larger, &keys->slots[i].hash);
            larger.slots[to] = keys->slots[i];
            larger.used[to] = true;
            larger.count++;
        }
    }
    arb_keys_clear(keys);
    *keys = larger;
    return ARB_OK;
}

static arb_err make_room(arb_keys *keys)
{
    return !keys->slots || 2 * (keys->count + 1) > keys->mask ? grow(keys) : ARB_OK;
}

static void put(arb_keys *keys, size_t i, const arb_key *key, uint64_t changed)
{
    keys->count += !keys->used[i];
    keys->slots[i] = *key;
    keys->slots[i].changed = changed;
    keys->used[i] = true;
}

/* Of too many that were removed since then it may have been one. */
static bool is_removed(const arb_keys *keys, const arb_hash *hash, uint64_t changes)
{
    unsigned since = 0;

    for (unsigned i = 0; i < ARB_REMOVED_KEPT; i++) {
        if (keys->removed[i].changes <= changes)
            continue;
        if (memcmp(&keys->removed[i].hash, hash, sizeof *hash) == 0)
            return true;
        since++;
    }
    return since == ARB_REMOVED_KEPT;
}

static void note_removed(arb_keys *keys, const arb_hash *hash)
{
    keys->removed[keys->removed_next].hash = *hash;
    keys->removed[keys->removed_next].changes = ++keys->changes;
    keys->removed_next = (keys->removed_next + 1) % ARB_REMOVED_KEPT;
}

arb_err arb_keys_add_read(arb_keys *keys, const arb_key *key, uint64_t changes)
{
    const arb_err err = make_room(keys);

    if (err)
        return err;
    const size_t i = look(keys, &key->hash);
    const arb_key *known = keys->used[i] ? &keys->slots[i] : NULL;
    const bool is_old = known ? known->changed > changes || (known->is_gone && !key->is_gone)
                              : is_removed(keys, &key->hash, changes);
    if (!is_old)
        put(keys, i, key, known ? known->changed : 0);
    return ARB_OK;
}

arb_err arb_keys_add(arb_keys *keys, const arb_key *key)
{
    const arb_err err = make_room(keys);

    if (!err)
        put(keys, look(keys, &key->hash), key, ++keys->changes);
    return err;
}

const arb_key *arb_keys_find(const arb_keys *keys, const arb_hash *hash)
{
    if (!keys->slots)
        return NULL;
    const size_t i = look(keys, hash);
    return keys->used[i] ? &keys->slots[i] : NULL;
}

void arb_keys_remove(arb_keys *keys, const arb_hash *hash)
{
    size_t hole = keys->slots ? look(keys, hash) : 0;

    note_removed(keys, hash); /* also one that is not there: it may just be read */
    if (!keys->slots || !keys->used[hole])
        return;
    /* those behind that came past it on the way from their place move up */
    for (size_t i = (hole + 1) & keys->mask; keys->used[i]; i = (i + 1) & keys->mask) {
        const size_t home = place(&keys->slots[i].hash) & keys->mask;
        if (((i - home) & keys->mask) >= ((i - hole) & keys->mask)) {
            keys->slots[hole] = keys->slots[i];
            hole = i;
        }
    }
    keys->used[hole] = false;
    keys->count--;
}

static void write_token(char out[ARB_TOKEN_SIZE], const unsigned char *bytes)
{
    sodium_bin2base64(out, ARB_TOKEN_SIZE, bytes, TOKEN_BYTES,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

void arb_token_make(char out[ARB_TOKEN_SIZE])
{
    unsigned char bytes[TOKEN_BYTES];

    randombytes_buf(bytes, sizeof bytes);
    write_token(out, bytes);
}

void arb_join_code_make(char out[ARB_CODE_SIZE])
{
    for (unsigned i = 0; i + 1 < ARB_CODE_SIZE; i++)
        out[i] = alphabet[randombytes_uniform(ARB_CODE_LETTERS)];
    out[ARB_CODE_LENGTH / 2] = '-';
    out[ARB_CODE_SIZE - 1] = '\0';
}

uint32_t arb_seed_make(void)
{
    return randombytes_random();
}

void arb_hall_secret_make(unsigned char out[ARB_SECRET_SIZE])
{
    randombytes_buf(out, ARB_SECRET_SIZE);
}

void arb_token_derive(char out[ARB_TOKEN_SIZE], const unsigned char secret[ARB_SECRET_SIZE],
                      const char *purpose, uint64_t number)
{
    unsigned char bytes[TOKEN_BYTES];
    crypto_generichash_state state;

    crypto_generichash_init(&state, secret, ARB_SECRET_SIZE, sizeof bytes);
    crypto_generichash_update(&state, (const unsigned char *)purpose, strlen(purpose) + 1);
    crypto_generichash_update(&state, (const unsigned char *)&number, sizeof number);
    crypto_generichash_final(&state, bytes, sizeof bytes);
    write_token(out, bytes);
}

void arb_token_of_joining(char out[ARB_TOKEN_SIZE], const unsigned char secret[ARB_SECRET_SIZE],
                          const arb_hash *code, const char *id, size_t size)
{
    static const unsigned char purpose[] = "join";
    unsigned char bytes[TOKEN_BYTES];
    crypto_generichash_state state;

    crypto_generichash_init(&state, secret, ARB_SECRET_SIZE, sizeof bytes);
    crypto_generichash_update(&state, purpose, sizeof purpose);
    crypto_generichash_update(&state, code->bytes, sizeof code->bytes);
    crypto_generichash_update(&state, (const unsigned char *)id, size);
    crypto_generichash_final(&state, bytes, sizeof bytes);
    write_token(out, bytes);
}

/* Tokens and codes do not share a space: a code is no token that happens to be short. */
static void hash(arb_hash *out, char kind, const void *bytes, size_t size)
{
    crypto_generichash_state state;

    crypto_generichash_init(&state, NULL, 0, sizeof out->bytes);
    crypto_generichash_update(&state, (const unsigned char *)&kind, 1);
    crypto_generichash_update(&state, bytes, size);
    crypto_generichash_final(&state, out->bytes, sizeof out->bytes);
}

bool arb_token_hash(arb_hash *out, const char *text, size_t size)
{
    unsigned char bytes[TOKEN_BYTES];
    size_t got = 0;

    if (size != ARB_TOKEN_SIZE - 1 ||
        sodium_base642bin(bytes, sizeof bytes, text, size, NULL, &got, NULL,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0 ||
        got != sizeof bytes)
        return false;
    hash(out, 't', bytes, sizeof bytes);
    return true;
}

bool arb_join_code_hash(arb_hash *out, const char *text, size_t size)
{
    char code[ARB_CODE_LENGTH];
    size_t count = 0;

    for (size_t i = 0; i < size; i++) {
        const char c = (char)(text[i] >= 'a' && text[i] <= 'z' ? text[i] - 'a' + 'A' : text[i]);
        if (c == ' ' || c == '-')
            continue;
        if (count == sizeof code || c == '\0' || !strchr(alphabet, c))
            return false;
        code[count++] = c;
    }
    if (count != sizeof code)
        return false;
    hash(out, 'c', code, sizeof code);
    return true;
}
