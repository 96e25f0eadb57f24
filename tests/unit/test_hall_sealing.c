/* SPDX-License-Identifier: MIT */
/*
 * tests/vectors/sealing.txt is what libsodium says. The pages, which seal moves without it, are
 * compared with the same file (tests/web/sealing.js).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <sodium.h>

enum { LINE_MAX_BYTES = 2048, FIELDS = 4, ROOM = 512 };

typedef struct line {
    char *name;
    unsigned char field[FIELDS][ROOM];
    size_t size[FIELDS], count;
    const char *words[FIELDS];
} line;

static bool read_line(line *out, char *text)
{
    char *save, *word = strtok_r(text, " \n", &save);

    *out = (line){ .name = word };
    if (!word || *word == '#')
        return false;
    while ((word = strtok_r(NULL, " \n", &save)) && out->count < FIELDS) {
        size_t *size = &out->size[out->count];
        out->words[out->count] = word;
        (void)sodium_hex2bin(out->field[out->count], ROOM, word, strlen(word), NULL, size, NULL);
        out->count++;
    }
    return true;
}

/* Boxes of messages that are made by a rule, each hashed with those before. */
static void many(unsigned char out[32], unsigned count)
{
    unsigned char key[32], nonce[32], message[300], joined[32 + 16 + 300];
    char text[32];

    memset(out, 0, 32);
    for (unsigned i = 0; i < count; i++) {
        const size_t size = (size_t)i * 7 % 300;
        (void)snprintf(text, sizeof text, "key %u", i);
        crypto_hash_sha256(key, (const unsigned char *)text, strlen(text));
        (void)snprintf(text, sizeof text, "nonce %u", i);
        crypto_hash_sha256(nonce, (const unsigned char *)text, strlen(text));
        for (size_t k = 0; k < size; k++)
            message[k] = (unsigned char)(key[k % 32] + nonce[k % 24] + k);
        memcpy(joined, out, 32);
        assert_int_equal(crypto_secretbox_easy(joined + 32, message, size, nonce, key), 0);
        crypto_hash_sha256(out, joined, 32 + 16 + size);
    }
}

/* What libsodium makes of the line, its last field left out; returns its size. */
static size_t compute(unsigned char out[ROOM], const line *l)
{
    const unsigned char *a = l->field[0], *b = l->field[1], *c = l->field[2];

    if (strcmp(l->name, "sha256") == 0) {
        crypto_hash_sha256(out, a, l->size[0]);
        return 32;
    }
    if (strcmp(l->name, "poly1305") == 0) {
        crypto_onetimeauth(out, b, l->size[1], a);
        return 16;
    }
    if (strcmp(l->name, "hsalsa20") == 0) {
        crypto_core_hsalsa20(out, b, a, NULL);
        return 32;
    }
    if (strcmp(l->name, "xsalsa20") == 0) {
        crypto_stream_xsalsa20(out, l->size[2], b, a);
        return l->size[2];
    }
    if (strcmp(l->name, "secretbox") == 0) {
        (void)crypto_secretbox_easy(out, c, l->size[2], b, a);
        return l->size[2] + 16;
    }
    if (strcmp(l->name, "x25519") == 0) { /* of a point of small order nothing is left */
        memset(out, 0, 32);
        if (crypto_scalarmult(out, a, b) != 0)
            memset(out, 0, 32);
        return 32;
    }
    if (strcmp(l->name, "commonkey") == 0)
        return crypto_box_beforenm(out, b, a) == 0 ? 32 : 0;
    assert_string_equal(l->name, "many");
    many(out, (unsigned)strtoul(l->words[0], NULL, 10));
    return 32;
}

static void test_sealing__vectors_are_those_of_libsodium(void **state)
{
    static char text[LINE_MAX_BYTES];
    static line l;
    unsigned char out[ROOM];
    char path[1024];
    unsigned count = 0;

    (void)state;
    assert_true(sodium_init() >= 0);
    (void)snprintf(path, sizeof path, "%s/vectors/sealing.txt", getenv("ARB_TEST_DATA"));
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(text, sizeof text, file)) {
        if (!read_line(&l, text))
            continue;
        const size_t last = l.count - 1, size = compute(out, &l);
        assert_int_equal(size, l.size[last]);
        assert_memory_equal(out, l.field[last], size);
        count++;
    }
    (void)fclose(file);
    assert_true(count > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sealing__vectors_are_those_of_libsodium),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
