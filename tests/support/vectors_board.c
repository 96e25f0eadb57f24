/* SPDX-License-Identifier: MIT */
/* Positions and moves of tests/vectors; see vectors.h. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arbitro/fen.h"
#include "arbitro/notation.h"
#include "arbitro/perft.h"
#include "arbitro/proof.h"
#include "support/vectors.h"

void vector_add(char out[VECTOR_TEXT_MAX], const char *text)
{
    size_t used = strlen(out);

    if (used > 0 && used + 1 < VECTOR_TEXT_MAX)
        out[used++] = ' ';
    for (; *text && used + 1 < VECTOR_TEXT_MAX; text++)
        out[used++] = *text;
    out[used] = '\0';
}

static void say(char out[VECTOR_TEXT_MAX], const char *text)
{
    (void)snprintf(out, VECTOR_TEXT_MAX, "%s", text);
}

/* The position of a FEN; false, and "refused", when there is none. */
static bool position_of(arb_pos *pos, char out[VECTOR_TEXT_MAX], const char *fen)
{
    if (arb_pos_from_fen(pos, NULL, NULL, fen, strlen(fen)) == ARB_OK)
        return true;
    say(out, "refused");
    return false;
}

static void judge_perft(char out[VECTOR_TEXT_MAX], const char *given, const char *further)
{
    const arb_perft_options options = { .threads = 1 };
    uint64_t nodes = 0;
    arb_pos pos;

    if (!position_of(&pos, out, given))
        return;
    if (arb_perft(&nodes, &pos, (unsigned)strtoul(further, NULL, 10), &options) != ARB_OK)
        return;
    (void)snprintf(out, VECTOR_TEXT_MAX, "%" PRIu64, nodes);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void list_moves(char out[VECTOR_TEXT_MAX], const char *given, const char *further, bool san)
{
    const arb_variant variant = strcmp(further, "960") == 0 ? ARB_CHESS960 : ARB_STANDARD;
    char texts[ARB_MOVES_MAX][16];
    arb_move moves[ARB_MOVES_MAX];
    arb_pos pos;

    if (!position_of(&pos, out, given))
        return;
    const size_t count = arb_pos_moves(moves, &pos);
    for (size_t i = 0; i < count; i++) {
        if (san)
            arb_san_write(texts[i], sizeof texts[i], &pos, moves[i]);
        else
            arb_uci_write(texts[i], sizeof texts[i], moves[i], variant);
    }
    qsort(texts, count, sizeof *texts, by_text);
    for (size_t i = 0; i < count; i++)
        vector_add(out, texts[i]);
}

static void judge_moves(char out[VECTOR_TEXT_MAX], const char *given, const char *further)
{
    list_moves(out, given, further, true);
}

static void judge_ucis(char out[VECTOR_TEXT_MAX], const char *given, const char *further)
{
    list_moves(out, given, further, false);
}

static void read_move(char out[VECTOR_TEXT_MAX], const char *given, const char *further,
                      arb_variant variant)
{
    arb_written written;
    arb_pos pos;

    if (!position_of(&pos, out, given))
        return;
    if (arb_written_read(&written, NULL, further, strlen(further), NULL) != ARB_OK) {
        say(out, "unreadable");
        return;
    }
    const arb_reading reading = arb_written_in(&written, &pos, variant);
    if (reading.kind == ARB_READING_LEGAL)
        arb_uci_write(out, VECTOR_TEXT_MAX, reading.move, variant);
    else
        say(out, reading.kind == ARB_READING_ILLEGAL ? "illegal" : "ambiguous");
}

static void judge_san(char out[VECTOR_TEXT_MAX], const char *given, const char *further)
{
    read_move(out, given, further, ARB_STANDARD);
}

static void judge_san960(char out[VECTOR_TEXT_MAX], const char *given, const char *further)
{
    read_move(out, given, further, ARB_CHESS960);
}

static void judge_write(char out[VECTOR_TEXT_MAX], const char *given, const char *further)
{
    arb_move move;
    arb_pos pos;

    if (!position_of(&pos, out, given))
        return;
    if (arb_uci_read(&move, NULL, &pos, further, strlen(further)) == ARB_OK)
        arb_san_write(out, VECTOR_TEXT_MAX, &pos, move);
    else
        say(out, "illegal");
}

static void judge_fen(char out[VECTOR_TEXT_MAX], const char *given, const char *further)
{
    arb_pos pos;

    if (!position_of(&pos, out, given))
        return;
    arb_setup setup = arb_pos_setup(&pos);
    if (strcmp(further, "always") == 0)
        setup.en_passant = pos.passed;
    arb_fen_write(out, VECTOR_TEXT_MAX, &setup, ARB_FEN_X, NULL);
}

static void judge_fenlegal(char out[VECTOR_TEXT_MAX], const char *given, const char *further)
{
    uint32_t faults;
    arb_pos pos;

    (void)further;
    const arb_err err = arb_pos_from_fen(&pos, NULL, &faults, given, strlen(given));
    say(out, err || faults ? "bad" : "ok");
}

static void judge_end(char out[VECTOR_TEXT_MAX], const char *given, const char *further)
{
    arb_pos pos;

    (void)further;
    if (position_of(&pos, out, given))
        say(out, arb_pos_is_checkmate(&pos)                       ? "checkmate"
                 : arb_pos_is_stalemate(&pos)                     ? "stalemate"
                 : arb_proof_is_dead(&pos, NULL) == ARB_PROOF_YES ? "dead"
                                                                  : "none");
}

static void judge_check(char out[VECTOR_TEXT_MAX], const char *given, const char *further)
{
    arb_pos pos;

    (void)further;
    if (position_of(&pos, out, given))
        say(out, !arb_pos_is_check(&pos) ? "none" : arb_colour_word((arb_colour)pos.turn));
}

static void judge_canwin(char out[VECTOR_TEXT_MAX], const char *given, const char *further)
{
    const arb_colour side = strcmp(further, "white") == 0 ? ARB_WHITE : ARB_BLACK;
    static const char *const words[] = { "no", "yes", "unknown" };
    arb_pos pos;

    if (position_of(&pos, out, given))
        say(out, words[arb_proof_can_mate(&pos, side, NULL)]);
}

static void judge_dead(char out[VECTOR_TEXT_MAX], const char *given, const char *further)
{
    static const char *const words[] = { "alive", "dead", "unknown" };
    arb_pos pos;

    (void)further;
    if (position_of(&pos, out, given))
        say(out, words[arb_proof_is_dead(&pos, NULL)]);
}

static void judge_after(char out[VECTOR_TEXT_MAX], const char *given, const char *further)
{
    arb_pos pos;

    if (!position_of(&pos, out, given))
        return;
    for (const char *at = further; *at; at += strspn(at, " ")) {
        const size_t size = strcspn(at, " ");
        arb_move move;
        if (arb_uci_read(&move, NULL, &pos, at, size) != ARB_OK) {
            say(out, "refused");
            return;
        }
        arb_pos_play(&pos, &pos, move);
        at += size;
    }
    arb_pos_fen(out, VECTOR_TEXT_MAX, &pos);
}

vector_judge *vector_judge_of(const char *kind)
{
    static const struct {
        const char *kind;
        vector_judge *judge;
    } judges[] = {
        { "perft", judge_perft },    { "moves", judge_moves },   { "ucis", judge_ucis },
        { "san", judge_san },        { "san960", judge_san960 }, { "write", judge_write },
        { "write960", judge_write }, { "fen", judge_fen },       { "fenlegal", judge_fenlegal },
        { "end", judge_end },        { "check", judge_check },   { "canwin", judge_canwin },
        { "dead", judge_dead },      { "after", judge_after },   { "pgn", vector_pgn },
        { "pgnsum", vector_pgnsum }, { "told", vector_told },    { "report", vector_report },
    };

    for (size_t i = 0; i < sizeof judges / sizeof *judges; i++)
        if (strcmp(judges[i].kind, kind) == 0)
            return judges[i].judge;
    return NULL;
}
