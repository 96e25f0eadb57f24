/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_KEYS_H
#define ARBITRO_SERVER_KEYS_H
/*
 * What opens a game: tokens of links and short codes.
 *
 * A token is 128 random bits, written as 22 characters of base64url. Neither the memory nor the
 * database holds it, only its hash, by which it is looked up: whoever can measure time learns
 * nothing about tokens, whoever can read the database cannot make links of it. A code is eight
 * characters in two groups that can be read aloud, KX4P-7RMT; it is exchanged for a token, and a
 * player's or an arbiter's is good until his seat is taken (codes.c).
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arbitro/event.h"
#include "server/hall/hall.h"

/* Who somebody is in a game. The first two are an arb_colour. */
typedef enum arb_seat {
    ARB_SEAT_WHITE,
    ARB_SEAT_BLACK,
    ARB_SEAT_ARBITER,
    ARB_SEAT_SPECTATOR,
    ARB_SEAT_DESK,      /* the arbiter of the whole hall */
    ARB_SEAT_ASSISTANT, /* of the arbiter (12.4); behind the others, whose numbers are stored */
    ARB_SEAT_WHITE_ASSISTANT, /* of a player (4.9, 6.2.6, 8.1.6, D.2.10, D.2.11) */
    ARB_SEAT_BLACK_ASSISTANT,
    ARB_SEAT_COUNT
} arb_seat;

const char *arb_seat_word(arb_seat seat);

/* The player whose assistant sits there; ARB_COLOUR_COUNT for any other seat. */
arb_colour arb_seat_served(arb_seat seat);

/* And his seat. */
arb_seat arb_seat_assisting(arb_colour player);

/* As whom somebody there acts: the desk is an arbiter. */
arb_actor arb_seat_actor(arb_seat seat);

enum {
    ARB_HASH_SIZE = 32,
    ARB_CODE_LETTERS = 22, /* of which each character of a code is one */
    ARB_CODE_LENGTH = 8,
    ARB_CODE_SIZE = ARB_CODE_LENGTH + 2, /* as it is shown: with a hyphen and a NUL */
    ARB_SECRET_SIZE = 32,
    ARB_REMOVED_KEPT = 256
};

typedef struct arb_hash {
    unsigned char bytes[ARB_HASH_SIZE];
} arb_hash;

typedef struct arb_key {
    arb_hash hash;
    uint64_t game;
    arb_seat seat;
    bool is_code;
    bool is_gone;       /* a link that was replaced: it opens nothing, and says so */
    int64_t expires_ms; /* wall clock; 0: never */
    uint64_t changed;   /* the count of changes when it was added here; 0: it was read */
} arb_key;

/* Seat and kind as the store keeps them, in one number; and back, false when it is none. */
uint32_t arb_key_role(const arb_key *key);
bool arb_key_of_role(arb_key *out, uint32_t role);

typedef struct arb_keys {
    arb_key *slots;
    bool *used;
    size_t count, mask;
    uint64_t changes; /* how often one was added or removed, other than by reading it */
    struct {
        arb_hash hash;
        uint64_t changes;        /* with this one */
    } removed[ARB_REMOVED_KEPT]; /* the last ones, in a ring */
    unsigned removed_next;
} arb_keys;

/* Makes the library of secrets ready. False: the system has no randomness. */
bool arb_keys_begin(void);

void arb_keys_clear(arb_keys *keys);

/* Adds a key, in the place of one with the same hash. ARB_NOMEM. */
ARB_MUST_USE arb_err arb_keys_add(arb_keys *keys, const arb_key *key);

/* The same for one that was read, when there had been so many changes: what has changed here since
 * then is newer, also that it was removed, and what is gone never comes back. */
ARB_MUST_USE arb_err arb_keys_add_read(arb_keys *keys, const arb_key *key, uint64_t changes);

/* The key with this hash; NULL when there is none. Good until the next one is added. */
const arb_key *arb_keys_find(const arb_keys *keys, const arb_hash *hash);

/* Removes the key with this hash, if there is one. */
void arb_keys_remove(arb_keys *keys, const arb_hash *hash);

/* Makes a token or a code, with a NUL. */
void arb_token_make(char out[ARB_TOKEN_SIZE]);
void arb_join_code_make(char out[ARB_CODE_SIZE]);

/* The token that belongs to a purpose and a number under the hall's secret: always the same. */
void arb_token_derive(char out[ARB_TOKEN_SIZE], const unsigned char secret[ARB_SECRET_SIZE],
                      const char *purpose, uint64_t number);

/*
 * The token of whoever joined with the code that has this hash under an id of his own: the same
 * again for the same two, so that an answer that was lost can be asked for once more.
 */
void arb_token_of_joining(char out[ARB_TOKEN_SIZE], const unsigned char secret[ARB_SECRET_SIZE],
                          const arb_hash *code, const char *id, size_t size);

/* A number for a lot. */
uint32_t arb_seed_make(void);

/* Fills the secret with randomness. */
void arb_hall_secret_make(unsigned char out[ARB_SECRET_SIZE]);

/* Reads a token; false when it cannot be one. */
bool arb_token_hash(arb_hash *out, const char *text, size_t size);

/* Reads a code: small letters are as good as capitals, blanks and hyphens are passed over. */
bool arb_join_code_hash(arb_hash *out, const char *text, size_t size);

#endif
