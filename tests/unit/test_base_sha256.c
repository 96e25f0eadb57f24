/* SPDX-License-Identifier: MIT */
/* SHA-256 against the examples of its standard, and at every length around a block against what
 * coreutils say. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/sha256.h"

static void expect_hash(const char *bytes, size_t size, const char *expected)
{
    uint8_t hash[ARB_SHA256_SIZE];
    char text[2 * ARB_SHA256_SIZE + 1];

    arb_sha256(hash, bytes, size);
    for (unsigned i = 0; i < ARB_SHA256_SIZE; i++)
        snprintf(text + 2 * i, 3, "%02x", hash[i]);
    assert_string_equal(text, expected);
}

static void test_base_sha256__examples_of_the_standard(void **state)
{
    (void)state;
    expect_hash("", 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect_hash("abc", 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect_hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56,
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

static void test_base_sha256__around_a_block(void **state)
{
    static const struct {
        size_t size;
        const char *hash;
    } rows[] = {
        { 1, "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb" },
        { 54, "a3f01b6939256127582ac8ae9fb47a382a244680806a3f613a118851c1ca1d47" },
        { 55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318" },
        { 56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a" },
        { 57, "f13b2d724659eb3bf47f2dd6af1accc87b81f09f59f2b75e5c0bed6589dfe8c6" },
        { 63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34" },
        { 64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb" },
        { 65, "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0" },
        { 119, "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb" },
        { 120, "2f3d335432c70b580af0e8e1b3674a7c020d683aa5f73aaaedfdc55af904c21c" },
        { 128, "6836cf13bac400e9105071cd6af47084dfacad4e5e302c94bfed24e013afb73e" },
        { 183, "a88d44a2940a3a2fc363304926d263bf271afb562bab5640cb0e81f5e84320a3" },
        { 184, "8b1b7967cef5b2f2036b25c6a393e37bd774a7cbde7be79bb443d26bf0a90c86" },
        { 200, "c2a908d98f5df987ade41b5fce213067efbcc21ef2240212a41e54b5e7c28ae5" },
    };
    char text[200];

    (void)state;
    memset(text, 'a', sizeof text);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        expect_hash(text, rows[i].size, rows[i].hash);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_base_sha256__examples_of_the_standard),
        cmocka_unit_test(test_base_sha256__around_a_block),
    };

    return cmocka_run_group_tests_name("base_sha256", tests, NULL, NULL);
}
