/* SPDX-License-Identifier: MIT */
/* Texts in PGN of tests/vectors; see vectors.h. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arbitro/edition.h"
#include "arbitro/pgn.h"
#include "arbitro/review.h"
#include "support/vectors.h"

/* A text with its escapes resolved, in memory of just its size. */
typedef struct passage {
    char *text;
    size_t size;
} passage;

static passage passage_of(const char *given)
{
    char plain[VECTOR_TEXT_MAX];
    passage p = { NULL, 0 };

    for (const char *at = given; *at; at++) {
        char c = *at;
        if (c == '\\' && at[1] == 'x') {
            const char digits[] = { at[2], at[3], '\0' };
            c = (char)strtoul(digits, NULL, 16);
            at += 3;
        } else if (c == '\\') {
            at++;
            c = (char)(*at == 'n' ? '\n' : *at == 't' ? '\t' : *at == 'r' ? '\r' : *at);
        }
        plain[p.size++] = c;
    }
    p.text = malloc(p.size > 0 ? p.size : 1);
    assert(p.text);
    memcpy(p.text, plain, p.size);
    return p;
}

/* What is gathered from a text. */
typedef struct gathered {
    char *out;
    bool in_first; /* the first game is being read */
    unsigned games, plies, illegal, unreadable, variants;
    arb_review *review;
    arb_pgn_result result;
} gathered;

static void gather(gathered *g, const char *given, const arb_pgn_handler *handler)
{
    const passage p = passage_of(given);
    arb_pgn *pgn = NULL;

    arb_err err = arb_pgn_new(&pgn, NULL, NULL);
    assert(!err);
    err = arb_pgn_read_text(pgn, p.text, p.size, handler, g);
    assert(!err);
    (void)err;
    arb_pgn_free(pgn);
    free(p.text);
}

static arb_pgn_next on_begin(void *user, const arb_pgn *pgn)
{
    gathered *g = user;

    (void)pgn;
    if (g->games++ > 0)
        vector_add(g->out, "|");
    g->in_first = g->games == 1;
    return ARB_PGN_GO_ON;
}

static arb_pgn_next on_move(void *user, const arb_pgn *pgn, const arb_pgn_move *move)
{
    gathered *g = user;
    char text[16] = "--";

    if (arb_pgn_where(pgn).depth > 0)
        return ARB_PGN_GO_ON;
    if (move->kind == ARB_PGN_MOVE_LEGAL)
        arb_uci_write(text, sizeof text, move->move, arb_pgn_variant(pgn));
    vector_add(g->out, text);
    return ARB_PGN_GO_ON;
}

static arb_pgn_next on_end(void *user, const arb_pgn *pgn, const arb_pgn_summary *summary)
{
    gathered *g = user;

    (void)pgn;
    if (summary->plies == 0)
        vector_add(g->out, "-");
    return ARB_PGN_GO_ON;
}

void vector_pgn(char out[VECTOR_TEXT_MAX], const char *given, const char *further)
{
    static const arb_pgn_handler handler = { .begin = on_begin, .move = on_move, .end = on_end };
    gathered g = { .out = out };

    (void)further;
    gather(&g, given, &handler);
}

static arb_pgn_next count_fault(void *user, const arb_pgn *pgn, const arb_pgn_finding *finding)
{
    gathered *g = user;

    (void)pgn;
    if (finding->fault == ARB_PGN_ILLEGAL)
        g->illegal++;
    else if (finding->fault == ARB_PGN_VARIANT)
        g->variants++;
    else
        g->unreadable += arb_pgn_fault_weight(finding->fault) == ARB_PGN_ERROR;
    return ARB_PGN_GO_ON;
}

static arb_pgn_next count_game(void *user, const arb_pgn *pgn, const arb_pgn_summary *summary)
{
    gathered *g = user;

    (void)pgn;
    g->games++;
    g->plies += summary->plies;
    return ARB_PGN_GO_ON;
}

void vector_pgnsum(char out[VECTOR_TEXT_MAX], const char *given, const char *further)
{
    static const arb_pgn_handler handler = { .finding = count_fault, .end = count_game };
    gathered g = { .out = out };

    (void)further;
    gather(&g, given, &handler);
    (void)snprintf(out, VECTOR_TEXT_MAX, "%u %u %u %u %u", g.games, g.plies, g.illegal,
                   g.unreadable, g.variants);
}

static arb_pgn_next on_finding(void *user, const arb_pgn *pgn, const arb_pgn_finding *finding)
{
    gathered *g = user;
    char text[64];

    (void)pgn;
    (void)snprintf(text, sizeof text, "%s@%u:%u", arb_pgn_fault_name(finding->fault),
                   (unsigned)finding->place.line, (unsigned)finding->place.column);
    if (finding->fault != ARB_PGN_RESULT_MISSING)
        vector_add(g->out, text);
    return ARB_PGN_GO_ON;
}

void vector_told(char out[VECTOR_TEXT_MAX], const char *given, const char *further)
{
    static const arb_pgn_handler handler = { .finding = on_finding };
    gathered g = { .out = out };

    (void)further;
    gather(&g, given, &handler);
}

static arb_pgn_next review_start(void *user, const arb_pgn *pgn)
{
    gathered *g = user;
    arb_pos pos;

    g->in_first = arb_pgn_where(pgn).game == 1;
    arb_pgn_position(&pos, pgn);
    if (g->in_first)
        arb_review_begin(g->review, &pos);
    return ARB_PGN_GO_ON;
}

static arb_pgn_next review_move(void *user, const arb_pgn *pgn, const arb_pgn_move *move)
{
    gathered *g = user;

    (void)pgn;
    const arb_err err = g->in_first ? arb_review_play(g->review, move->move) : ARB_OK;
    assert(!err);
    (void)err;
    return ARB_PGN_GO_ON;
}

static arb_pgn_next review_comment(void *user, const arb_pgn *pgn, const char *text, size_t size)
{
    gathered *g = user;
    arb_pgn_command command;
    size_t at = 0;

    (void)pgn;
    while (g->in_first && arb_pgn_command_next(&command, &at, text, size))
        if (command.kind == ARB_PGN_COMMAND_CLK)
            arb_review_clock(g->review, command.ms, command.fraction);
    return ARB_PGN_GO_ON;
}

static arb_pgn_next review_end(void *user, const arb_pgn *pgn, const arb_pgn_summary *summary)
{
    gathered *g = user;

    (void)pgn;
    if (g->in_first)
        g->result = summary->marker;
    return ARB_PGN_GO_ON;
}

/* Which kinds are asked for, and where what was found goes. */
typedef struct asked {
    const char *kinds;
    char *out;
} asked;

static bool is_asked(const char *kinds, const char *kind)
{
    const size_t size = strlen(kind);

    for (const char *at = kinds; *at; at += strcspn(at, ",") + (at[strcspn(at, ",")] == ','))
        if (strcspn(at, ",") == size && memcmp(at, kind, size) == 0)
            return true;
    return false;
}

static arb_err on_review(void *user, const arb_review *review, const arb_review_finding *finding)
{
    static const char *const names[ARB_REVIEW_KIND_COUNT] = {
        [ARB_REVIEW_REPETITION] = "repetition",
        [ARB_REVIEW_REPETITION_WITH] = "repetition-with",
        [ARB_REVIEW_FIFTY] = "fifty",
        [ARB_REVIEW_FIFTY_WITH] = "fifty-with",
        [ARB_REVIEW_FLAG] = "flag",
        [ARB_REVIEW_END] = "end",
        [ARB_REVIEW_RESULT] = "result",
        [ARB_REVIEW_HELPLESS] = "helpless",
        [ARB_REVIEW_TIME_DRAW] = "time-draw",
    };
    const asked *a = user;
    char text[64];

    (void)review;
    (void)snprintf(text, sizeof text, "%s@%u", names[finding->kind], (unsigned)finding->ply);
    if (is_asked(a->kinds, names[finding->kind]))
        vector_add(a->out, text);
    return ARB_OK;
}

void vector_report(char out[VECTOR_TEXT_MAX], const char *given, const char *further)
{
    static const arb_pgn_handler handler = {
        .start = review_start, .move = review_move, .comment = review_comment, .end = review_end
    };
    static const arb_result results[ARB_PGN_RESULT_COUNT] = {
        [ARB_PGN_RESULT_WHITE] = ARB_RESULT_WHITE_WINS,
        [ARB_PGN_RESULT_BLACK] = ARB_RESULT_BLACK_WINS,
        [ARB_PGN_RESULT_DRAW] = ARB_RESULT_DRAW
    };
    gathered g = { .out = out };
    asked a = { further, out };

    arb_err err = arb_review_new(&g.review, NULL, &arb_fide_2023);
    assert(!err);
    gather(&g, given, &handler);
    const arb_review_told told = { .known = g.result > ARB_PGN_RESULT_OPEN,
                                   .result = results[g.result] };
    err = arb_review_tell(g.review, &told, on_review, &a);
    assert(!err);
    (void)err;
    arb_review_free(g.review);
}
