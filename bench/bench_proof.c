/* SPDX-License-Identifier: MIT */
/* Measuring proofs; see bench_proof.h. */
#include "bench/bench_proof.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arbitro/fen.h"
#include "arbitro/pgn.h"
#include "arbitro/proof.h"
#include "common/stopwatch.h"

/* A position of the file. */
typedef struct item {
    arb_pos pos;
    bool can_mate[ARB_COLOUR_COUNT]; /* what the file says */
    bool first;                      /* of a game */
} item;

typedef struct subject {
    item *items;
    size_t count, room;
    double *seconds; /* of each question, in the best run */
    bool first, full;
    size_t held, most; /* memory of the question that is asked, and of all */
} subject;

/* Memory that is counted. */
static void *resize(void *user, void *old, size_t old_size, size_t new_size)
{
    subject *s = user;
    void *block = NULL;

    if (new_size == 0)
        free(old);
    else if (!(block = realloc(old, new_size)))
        return NULL;
    s->held += new_size - old_size;
    s->most = s->held > s->most ? s->held : s->most;
    return block;
}

static item *add(subject *s)
{
    if (s->count == s->room) {
        const size_t room = s->room ? 2 * s->room : 4096;
        item *items = realloc(s->items, room * sizeof *items);
        if (!items) {
            s->full = true;
            return NULL;
        }
        s->items = items;
        s->room = room;
    }
    return &s->items[s->count++];
}

static arb_err read_positions(subject *s, FILE *file)
{
    char line[512];

    while (fgets(line, sizeof line, file)) {
        const size_t size = strcspn(line, "\r\n");
        if (size == 0 || line[0] == '#')
            continue;
        if (size < 4 || !strchr("W-", line[0]) || !strchr("B-", line[1]) || line[2] != ' ')
            return ARB_SYNTAX;
        item *it = add(s);
        if (!it)
            return ARB_NOMEM;
        if (arb_pos_from_fen(&it->pos, NULL, NULL, line + 3, size - 3) != ARB_OK)
            return ARB_SYNTAX;
        it->can_mate[ARB_WHITE] = line[0] == 'W';
        it->can_mate[ARB_BLACK] = line[1] == 'B';
    }
    return ferror(file) ? ARB_STATE : ARB_OK;
}

static arb_pgn_next on_start(void *user, const arb_pgn *pgn)
{
    (void)pgn;
    ((subject *)user)->first = true;
    return ARB_PGN_GO_ON;
}

static arb_pgn_next on_move(void *user, const arb_pgn *pgn, const arb_pgn_move *move)
{
    subject *s = user;
    item *it = add(s);

    (void)move;
    if (!it)
        return ARB_PGN_STOP;
    arb_pgn_position(&it->pos, pgn);
    it->first = s->first;
    s->first = false;
    return ARB_PGN_GO_ON;
}

static arb_err from_file(void *user, char *out, size_t room, size_t *got)
{
    *got = fread(out, 1, room, user);
    return ferror((FILE *)user) ? ARB_IO : ARB_OK;
}

static arb_err read_games(subject *s, FILE *file)
{
    const arb_pgn_handler handler = { .start = on_start, .move = on_move };
    const arb_pgn_options options = { .skip_variations = true };
    arb_pgn *pgn;
    arb_err err = arb_pgn_new(&pgn, NULL, &options);

    if (err != ARB_OK)
        return err;
    err = arb_pgn_read(pgn, from_file, file, &handler, s);
    arb_pgn_free(pgn);
    if (s->full)
        return ARB_NOMEM;
    return err == ARB_IO ? ARB_STATE : err;
}

/* Keeps what the question took, if no run was better. */
static void keep_time(arb_bench_proof_row *out, const subject *s, double seconds)
{
    double *best = &s->seconds[out->questions++];

    *best = seconds < *best ? seconds : *best;
}

/* Asks about both sides of one position. */
static void ask_position(arb_bench_proof_row *out, subject *s, size_t at, const arb_effort *effort)
{
    for (int side = 0; side < ARB_COLOUR_COUNT; side++) {
        const item *it = &s->items[at];
        const double start = arb_stopwatch_cpu();
        const arb_proof found = arb_proof_can_mate(&it->pos, (arb_colour)side, effort);
        keep_time(out, s, arb_stopwatch_cpu() - start);
        if (found == ARB_PROOF_UNKNOWN)
            out->undecided++;
        else
            out->wrong += (found == ARB_PROOF_YES) != it->can_mate[side];
    }
}

/* Asks whether the position is dead, with the memory of its game. */
static void ask_game(arb_bench_proof_row *out, subject *s, size_t at, arb_proof_memory *memory,
                     const arb_effort *effort)
{
    if (s->items[at].first)
        *memory = (arb_proof_memory){ 0 };
    const double start = arb_stopwatch_cpu();
    const arb_proof dead = arb_proof_is_dead_now(memory, &s->items[at].pos, effort);
    keep_time(out, s, arb_stopwatch_cpu() - start);
    out->dead += dead == ARB_PROOF_YES;
    out->undecided += dead == ARB_PROOF_UNKNOWN;
}

static int by_time(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return x < y ? -1 : x > y;
}

/* What looking at the stopwatch itself takes. */
static double stopwatch_s(void)
{
    enum { LOOKS = 10000 };
    const double start = arb_stopwatch_cpu();

    for (int i = 0; i < LOOKS; i++)
        arb_stopwatch_cpu();
    return (arb_stopwatch_cpu() - start) / LOOKS;
}

/* What it takes to list the legal moves of one of the positions. */
static double moves_s(const subject *s)
{
    arb_move moves[ARB_MOVES_MAX];
    const double start = arb_stopwatch_cpu();
    size_t listed = 0;

    for (size_t i = 0; i < s->count; i++)
        listed += arb_pos_moves(moves, &s->items[i].pos);
    (void)listed;
    return (arb_stopwatch_cpu() - start) / (double)s->count;
}

static void sum_up(arb_bench_proof_row *out, const subject *s)
{
    const double own = stopwatch_s();
    double sum = 0;

    qsort(s->seconds, out->questions, sizeof *s->seconds, by_time);
    for (uint64_t i = 0; i < out->questions; i++) {
        s->seconds[i] = s->seconds[i] > own ? s->seconds[i] - own : 0;
        sum += s->seconds[i];
    }
    out->mean_s = sum / (double)out->questions;
    out->p99_s = s->seconds[out->questions * 99 / 100];
    out->worst_s = s->seconds[out->questions - 1];
    out->memory = s->most;
}

/* Who is told how far it is. */
typedef struct listener {
    bool (*progress)(void *user, double done);
    void *user;
    double before, share; /* of all runs, and of this one */
} listener;

/* Asks every question once; the counts of `out` begin anew. */
static arb_err run(arb_bench_proof_row *out, subject *s, const listener *l)
{
    const arb_mem mem = { resize, s };
    const arb_effort effort = { .mem = &mem };
    arb_proof_memory memory = { 0 };

    out->questions = out->wrong = out->undecided = out->dead = 0;
    for (size_t i = 0; i < s->count; i++) {
        const double done = l->before + l->share * (double)i / (double)s->count;
        if (l->progress && i % 64 == 0 && !l->progress(l->user, done))
            return ARB_STOPPED;
        if (out->games)
            ask_game(out, s, i, &memory, &effort);
        else
            ask_position(out, s, i, &effort);
    }
    return ARB_OK;
}

static arb_err measure(arb_bench_proof_row *out, subject *s, unsigned runs, listener l)
{
    arb_err err = ARB_OK;

    s->seconds = malloc(2 * s->count * sizeof *s->seconds);
    if (!s->seconds)
        return ARB_NOMEM;
    for (size_t i = 0; i < 2 * s->count; i++)
        s->seconds[i] = INFINITY;
    l.share = 1.0 / runs;
    out->moves_s = INFINITY;
    for (unsigned i = 0; i < runs && err == ARB_OK; i++) {
        l.before = i * l.share;
        err = run(out, s, &l);
        const double listing = moves_s(s);
        out->moves_s = listing < out->moves_s ? listing : out->moves_s;
    }
    if (err == ARB_OK)
        sum_up(out, s);
    return err;
}

arb_err arb_bench_proof(arb_bench_proof_row *out, const char *path, unsigned runs,
                        bool (*progress)(void *user, double done), void *user)
{
    const char *end = strrchr(path, '.');
    arb_bench_proof_row row = { .games = end && strcmp(end, ".pgn") == 0 };
    subject s = { 0 };
    FILE *file = fopen(path, "rb");

    if (!file)
        return ARB_STATE;
    arb_err err = row.games ? read_games(&s, file) : read_positions(&s, file);
    fclose(file);
    if (err == ARB_OK)
        err = s.count ? measure(&row, &s, runs, (listener){ .progress = progress, .user = user })
                      : ARB_STATE;
    free(s.items);
    free(s.seconds);
    if (err == ARB_OK)
        *out = row;
    return err;
}
