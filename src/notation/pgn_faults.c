/* SPDX-License-Identifier: MIT */
/* What the PGN reader finds fault with: told to the handler, and what follows from an error. */
#include <assert.h>
#include <string.h>

#include "arbitro/utf8.h"
#include "notation/pgn_internal.h"

static const struct {
    arb_pgn_weight weight;
    const char *id, *text[ARB_LANG_COUNT];
} faults[ARB_PGN_FAULT_COUNT] = {
#define FINDING(id, weight, en, it) [ARB_PGN_##id] = { ARB_PGN_##weight, #id, { en, it } },
#include "arbitro/pgn_findings.def"
#undef FINDING
};

arb_pgn_weight arb_pgn_fault_weight(arb_pgn_fault fault)
{
    assert(fault < ARB_PGN_FAULT_COUNT);
    return faults[fault].weight;
}

const char *arb_pgn_fault_name(arb_pgn_fault fault)
{
    assert(fault < ARB_PGN_FAULT_COUNT);
    return faults[fault].id;
}

const char *arb_pgn_fault_text(arb_pgn_fault fault, arb_lang lang)
{
    assert(fault < ARB_PGN_FAULT_COUNT && lang < ARB_LANG_COUNT);
    return faults[fault].text[lang];
}

/* Is the game itself out of question, although the error stands in a variation? */
static bool breaks_game(arb_pgn_fault fault)
{
    return fault == ARB_PGN_COMMENT_OPEN || fault == ARB_PGN_TOO_LONG;
}

/* The tag can be read, only no game be played from it: its fellows are told all the same. */
static bool waits_for_moves(arb_pgn_fault fault)
{
    return fault == ARB_PGN_FEN || fault == ARB_PGN_SETUP || fault == ARB_PGN_VARIANT;
}

/* An error ends the variation in which it stands, or the game; not if that has ended anyway. */
static void react(arb_pgn *pgn, arb_pgn_fault fault)
{
    const bool in_variation =
        pgn->depth > 0 || fault == ARB_PGN_VARIATION_FIRST || fault == ARB_PGN_VARIATION_DEPTH;

    if (pgn->doing == ARB_PGN_STOPPED || fault == ARB_PGN_VARIATION_OPEN)
        return;
    if (in_variation && !breaks_game(fault)) {
        if (pgn->doing == ARB_PGN_READING)
            pgn->doing = ARB_PGN_LEAVING;
        return;
    }
    pgn->game.broken |= !pgn->closing; /* a game that has its result is whole */
    if (!waits_for_moves(fault))
        pgn->doing = ARB_PGN_SKIPPING;
}

void arb_pgn_tell(arb_pgn *pgn, arb_pgn_finding *finding)
{
    const bool error = arb_pgn_fault_weight(finding->fault) == ARB_PGN_ERROR;

    if (error)
        pgn->game.errors++;
    else
        pgn->game.remarks++;
    if (pgn->handler->finding) {
        if (finding->place.line == 0)
            finding->place = arb_pgn_place_at(pgn, finding->text);
        arb_pgn_follow(pgn, pgn->handler->finding(pgn->user, pgn, finding));
    }
    if (error)
        react(pgn, finding->fault);
}

void arb_pgn_fault_at(arb_pgn *pgn, arb_pgn_fault fault, const char *text, size_t size)
{
    const size_t rest = (size_t)(pgn->end - text);
    arb_pgn_finding finding = { .fault = fault,
                                .text = text,
                                .size = size < rest ? size : rest,
                                .wanted = ARB_WANTED_NOTHING };

    arb_pgn_tell(pgn, &finding);
}

void arb_pgn_check_encoding(arb_pgn *pgn, const char *text, size_t size)
{
    if (pgn->high_bytes && !pgn->encoding_told && arb_utf8_valid_size(text, size) < size) {
        pgn->encoding_told = true;
        arb_pgn_fault_at(pgn, ARB_PGN_ENCODING, text, size);
    }
}
