/* SPDX-License-Identifier: MIT */
/* Measuring the detectors; see bench_terms.h. */
#include "bench/bench_terms.h"

#include <string.h>

#include "arbitro/pgn_pull.h"
#include "arbitro/terms.h"
#include "common/stopwatch.h"

enum { PLIES_MAX = 128, GAME_PLIES = 80, REPEATS = 10 };

/* New York 1956, Wijk aan Zee 1999. */
static const char games[] =
    "1. Nf3 Nf6 2. c4 g6 3. Nc3 Bg7 4. d4 O-O 5. Bf4 d5 6. Qb3 dxc4 7. Qxc4 c6 8. e4 Nbd7 9. Rd1 "
    "Nb6 10. Qc5 Bg4 11. Bg5 Na4 12. Qa3 Nxc3 13. bxc3 Nxe4 14. Bxe7 Qb6 15. Bc4 Nxc3 16. Bc5 "
    "Rfe8+ 17. Kf1 Be6 18. Bxb6 Bxc4+ 19. Kg1 Ne2+ 20. Kf1 Nxd4+ 21. Kg1 Ne2+ 22. Kf1 Nc3+ 23. Kg1 "
    "axb6 24. Qb4 Ra4 25. Qxb6 Nxd1 26. h3 Rxa2 27. Kh2 Nxf2 28. Re1 Rxe1 29. Qd8+ Bf8 30. Nxe1 "
    "Bd5 31. Nf3 Ne4 32. Qb8 b5 33. h4 h5 34. Ne5 Kg7 35. Kg1 Bc5+ 36. Kf1 Ng3+ 37. Ke1 Bb4+ "
    "38. Kd1 Bb3+ 39. Kc1 Ne2+ 40. Kb1 Nc3+ 41. Kc1 Rc2# 0-1\n\n"
    "1. e4 d6 2. d4 Nf6 3. Nc3 g6 4. Be3 Bg7 5. Qd2 c6 6. f3 b5 7. Nge2 Nbd7 8. Bh6 Bxh6 9. Qxh6 "
    "Bb7 10. a3 e5 11. O-O-O Qe7 12. Kb1 a6 13. Nc1 O-O-O 14. Nb3 exd4 15. Rxd4 c5 16. Rd1 Nb6 "
    "17. g3 Kb8 18. Na5 Ba8 19. Bh3 d5 20. Qf4+ Ka7 21. Rhe1 d4 22. Nd5 Nbxd5 23. exd5 Qd6 24. "
    "Rxd4 "
    "cxd4 25. Re7+ Kb6 26. Qxd4+ Kxa5 27. b4+ Ka4 28. Qc3 Qxd5 29. Ra7 Bb7 30. Rxb7 Qc4 31. Qxf6 "
    "Kxa3 32. Qxa6+ Kxb4 33. c3+ Kxc3 34. Qa1+ Kd2 35. Qb2+ Kd1 36. Bf1 Rd2 37. Rd7 Rxd7 38. Bxc4 "
    "bxc4 39. Qxh8 Rd3 40. Qa8 c3 41. Qa4+ Ke1 42. f4 f5 43. Kc1 Rd2 44. Qa7 1-0\n";

/* A game as the detectors want it. */
typedef struct line {
    arb_pos pos[PLIES_MAX + 1];
    arb_move move[PLIES_MAX];
    size_t plies;
} line;

static unsigned look(arb_terms *terms, const line *game)
{
    arb_sighting seen[ARB_SIGHTINGS_MAX];
    unsigned count = 0;

    for (size_t plies = 0; plies <= game->plies; plies++)
        count += (unsigned)arb_terms_follow(seen, terms,
                                            &(arb_sequence){ game->pos, game->move, plies }, NULL);
    return count;
}

static void take(line *out, const arb_pgn_game *game)
{
    out->plies = game->ply_count < PLIES_MAX ? game->ply_count : PLIES_MAX;
    out->pos[0] = game->start;
    for (size_t i = 0; i < out->plies; i++) {
        out->move[i] = game->plies[i].move;
        out->pos[i + 1] = game->plies[i].pos;
    }
}

/* One game; the best of the runs counts. */
static arb_err measure(arb_bench_terms_row *row, double *seconds, arb_terms *terms,
                       const line *game, const arb_bench_options *o)
{
    double best = 0;
    unsigned seen = 0;

    for (unsigned run = 0; run < o->runs; run++) {
        const double begin = arb_stopwatch_cpu();
        for (unsigned i = 0; i < REPEATS; i++)
            seen = look(terms, game);
        const double took = (arb_stopwatch_cpu() - begin) / REPEATS;
        if (run == 0 || took < best)
            best = took;
        if (!o->progress(o->user, (double)run / o->runs))
            return ARB_STOPPED;
    }
    row->games++;
    row->plies += (unsigned)game->plies;
    row->seen += seen;
    *seconds += best;
    return ARB_OK;
}

arb_err arb_bench_terms(arb_bench_terms_row *out, const arb_bench_options *o)
{
    const arb_pgn_game *game = NULL;
    arb_pgn_pull *pull;
    arb_terms *terms;
    double seconds = 0;
    line one;

    *out = (arb_bench_terms_row){ .games = 0 };
    arb_err err = arb_terms_new(&terms, NULL);
    if (err)
        return err;
    err = arb_pgn_pull_text(&pull, NULL, NULL, games, strlen(games));
    if (err) {
        arb_terms_free(terms);
        return err;
    }
    while (!err && !(err = arb_pgn_pull_next(&game, pull)) && game) {
        take(&one, game);
        err = measure(out, &seconds, terms, &one, o);
    }
    arb_pgn_pull_free(pull);
    arb_terms_free(terms);
    out->ply_us = seconds * 1e6 / out->plies;
    out->game_ms = out->ply_us * GAME_PLIES / 1e3;
    return err;
}
