/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as FEN. What is read is written and read back identically, in both styles and with
 * any letters; what is not read leaves the setup untouched and stops at a column inside the text.
 */
#include <string.h>

#include "arbitro/fen.h"
#include "arbitro/position.h"
#include "fuzz.h"

static void check_written(const arb_setup *setup, arb_fen_style style, const arb_letters *letters)
{
    char text[ARB_FEN_SIZE];
    arb_setup again;
    const size_t size = arb_fen_write(text, sizeof text, setup, style, letters);

    require(size < sizeof text, "a FEN fits its room");
    require(size == strlen(text), "the length is that of the text");
    require(arb_fen_read(&again, NULL, text, size, letters) == ARB_OK, "what is written is read");
    require(arb_setup_equal(&again, setup), "writing and reading are inverse");
}

static void check_position(const arb_setup *setup)
{
    arb_pos pos, again;
    const uint32_t faults = arb_pos_from_setup(&pos, setup);

    require(faults == arb_setup_faults(setup), "the faults are those of the setup");
    if (arb_faults_hard(faults))
        return;
    require(arb_pos_ok(&pos), "the position is consistent");
    const arb_setup seen = arb_pos_setup(&pos);
    require(!arb_faults_hard(arb_pos_from_setup(&again, &seen)), "its setup makes a position");
    require(again.key == pos.key && arb_pos_same(&pos, &again), "and the same one");
}

static void check_text(const char *text, size_t size, const arb_letters *letters)
{
    arb_setup setup, before;
    arb_where where = { 0, 0, ARB_WANTED_COUNT };

    memset(&before, 0xa5, sizeof before);
    setup = before;
    const arb_err err = arb_fen_read(&setup, &where, text, size, letters);
    if (err != ARB_OK) {
        require(err == ARB_SYNTAX, "text is refused as text");
        require(memcmp(&setup, &before, sizeof setup) == 0, "an error leaves the setup untouched");
        require(where.line >= 1 && where.column >= 1 && where.column <= size + 1,
                "reading stops inside the text");
        require(where.wanted < ARB_WANTED_COUNT, "something was expected");
        require(arb_fen_read(&setup, NULL, text, size, letters) == err, "and nobody has to ask");
        return;
    }
    check_written(&setup, ARB_FEN_X, letters);
    check_written(&setup, ARB_FEN_SHREDDER, letters);
    check_written(&setup, ARB_FEN_X, letters == NULL ? &arb_letters_it : NULL);
    check_position(&setup);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* A copy of its own size, so that a byte too far is noticed. */
    char *text = malloc(size > 0 ? size : 1);

    if (text == NULL)
        return 0;
    if (size > 0)
        memcpy(text, data, size);
    check_text(text, size, NULL);
    check_text(text, size, &arb_letters_it);
    free(text);
    return 0;
}
