/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as what is found in an envelope (Guidelines I.8). The first byte chooses the position,
 * the second the language of the event, the rest is the text. What is clear is one legal move, and
 * the same whoever reads it; what says one legal move in the language of the event is clear; in the
 * descriptive notation only legal and different moves fit. Encrypted texts hold what they hold, and
 * nothing else.
 */
#include <string.h>

#include "arbitro/sheet.h"
#include "fuzz.h"
#include "laws/adjourned.h"
#include "notation/descriptive.h"

/* Every language is tried: long texts take too long to be worth it. */
enum { TEXT_MAX = 2048 };

static const struct {
    const char *fen;
    arb_variant variant;
} boards[] = {
    { "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", ARB_STANDARD },
    { "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", ARB_STANDARD },
    { "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", ARB_STANDARD },
    { "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 b kq - 0 1", ARB_STANDARD },
    { "n3r2k/1P1P4/8/3pP3/4Q2Q/8/8/K2N1N1Q w - d6 0 2", ARB_STANDARD },
    { "8/8/8/8/8/5k2/5p2/5K2 w - - 0 90", ARB_STANDARD },
    { "1rk1r3/8/8/8/8/8/8/1R3KR1 w GBeb - 0 1", ARB_CHESS960 },
};

static arb_pos position_of(const char *fen)
{
    arb_setup setup;
    arb_pos pos;

    require(arb_fen_read(&setup, NULL, fen, strlen(fen), NULL) == ARB_OK, "the FEN is right");
    require(!arb_faults_hard(arb_pos_from_setup(&pos, &setup)), "and makes a position");
    return pos;
}

static void check_descriptive(const char *text, size_t size, const arb_pos *pos)
{
    arb_move moves[ARB_MOVES_MAX];
    bool readable = false;
    const size_t count = arb_descriptive_moves(moves, &readable, text, size, pos);

    require(readable || count == 0, "what cannot be read fits nothing");
    for (size_t i = 0; i < count; i++) {
        require(arb_pos_is_legal(pos, moves[i]), "what fits is legal");
        for (size_t j = 0; j < i; j++)
            require(!arb_move_equal(moves[i], moves[j]), "and is there once");
    }
}

/* Is it one move in that language, and legal? Then it is what was meant. */
static bool says_one(arb_move *out, const char *text, size_t size, const arb_pos *pos,
                     arb_variant variant, const arb_language *language)
{
    arb_written written;

    if (arb_written_read(&written, NULL, text, size, language) != ARB_OK)
        return false;
    const arb_reading reading = arb_written_in(&written, pos, variant);
    *out = reading.move;
    return reading.kind == ARB_READING_LEGAL;
}

static void check_meaning(const char *text, size_t size, const arb_pos *pos, arb_variant variant,
                          const arb_language *language)
{
    const arb_sealed sealed = arb_sealed_text(text, size, pos, language, variant);
    const arb_sealed again = arb_sealed_text(text, size, pos, language, variant);
    arb_move move;

    require(sealed.kind != ARB_SEALED_UNKNOWN, "a text is known");
    require(sealed.kind == again.kind, "it means the same again");
    if (sealed.kind == ARB_SEALED_CLEAR) {
        require(arb_pos_is_legal(pos, sealed.move), "a clear move is legal");
        require(arb_move_equal(sealed.move, again.move), "and the same again");
    }
    if (says_one(&move, text, size, pos, variant, language))
        require(sealed.kind == ARB_SEALED_CLEAR && arb_move_equal(sealed.move, move),
                "what says a legal move is that move");
}

static void check_blob(const char *text, size_t size)
{
    if (!arb_blob_is_whole(text, size))
        require(!arb_blob_holds(text, size, "e4", 2), "what is not whole holds nothing");
    else
        require(!(arb_blob_holds(text, size, "e4", 2) && arb_blob_holds(text, size, "d4", 2)),
                "it does not hold two things");
    (void)arb_blob_holds(text, size, text, size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2 || size > TEXT_MAX)
        return 0;
    const arb_language *language = arb_language_at(data[1] % arb_language_count());
    const size_t board = data[0] % (sizeof boards / sizeof *boards);
    const arb_pos pos = position_of(boards[board].fen);
    /* A copy of its own size, so that a byte too far is noticed. */
    char *text = malloc(size > 2 ? size - 2 : 1);

    if (text == NULL)
        return 0;
    memcpy(text, data + 2, size - 2);
    check_descriptive(text, size - 2, &pos);
    check_meaning(text, size - 2, &pos, boards[board].variant, language);
    check_blob(text, size - 2);
    free(text);
    return 0;
}
