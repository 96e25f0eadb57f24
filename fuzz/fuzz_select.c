/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as conditions on games, and as a file of games. Conditions are read or refused with a
 * place in them; a game begins at the same byte whether the games before it are read or passed
 * over; and what passing over chooses, reading chooses, of games that can be followed to their end.
 */
#include <string.h>

#include "arbitro/pgn_select.h"
#include "fuzz.h"

enum { GAMES_MAX = 4096 };

/* Where games begin, and which are chosen. */
typedef struct watcher {
    const arb_pgn_select *select;
    bool skips;
    arb_pgn_seen seen;
    arb_pgn_fits fits;
    uint64_t begins[GAMES_MAX];
    bool chosen[GAMES_MAX], broken[GAMES_MAX];
    bool error; /* in the present game */
    size_t games;
} watcher;

static arb_pgn_next on_begin(void *user, const arb_pgn *pgn)
{
    watcher *w = user;

    w->error = false;
    arb_pgn_seen_begin(&w->seen);
    w->fits = ARB_PGN_FITS_UNKNOWN;
    if (w->games < GAMES_MAX)
        w->begins[w->games] = arb_pgn_where(pgn).offset;
    return ARB_PGN_GO_ON;
}

static arb_pgn_next on_tag(void *user, const arb_pgn *pgn, const arb_pgn_tag *tag)
{
    watcher *w = user;

    (void)pgn;
    arb_pgn_seen_tag(&w->seen, w->select, tag);
    return ARB_PGN_GO_ON;
}

static arb_pgn_next take(watcher *w, arb_pgn_fits fits)
{
    w->fits = fits;
    return w->skips && (fits != ARB_PGN_FITS_UNKNOWN || !arb_pgn_select_needs_moves(w->select))
               ? ARB_PGN_SKIP
               : ARB_PGN_GO_ON;
}

static arb_pgn_next on_start(void *user, const arb_pgn *pgn)
{
    watcher *w = user;

    return take(w, arb_pgn_seen_start(&w->seen, w->select, pgn));
}

static arb_pgn_next on_move(void *user, const arb_pgn *pgn, const arb_pgn_move *move)
{
    watcher *w = user;

    (void)move;
    if (w->fits != ARB_PGN_FITS_UNKNOWN)
        return ARB_PGN_GO_ON;
    return take(w, arb_pgn_seen_move(&w->seen, w->select, pgn));
}

static arb_pgn_next on_end(void *user, const arb_pgn *pgn, const arb_pgn_summary *summary)
{
    watcher *w = user;

    (void)pgn;
    const arb_pgn_fits last =
        w->fits != ARB_PGN_FITS_UNKNOWN ? w->fits : arb_pgn_seen_end(&w->seen, w->select, summary);
    require(last != ARB_PGN_FITS_UNKNOWN, "the end knows");
    if (w->games < GAMES_MAX) {
        w->chosen[w->games] = last == ARB_PGN_FITS;
        w->broken[w->games] = w->error;
    }
    w->games++;
    return ARB_PGN_GO_ON;
}

static arb_pgn_next on_finding(void *user, const arb_pgn *pgn, const arb_pgn_finding *finding)
{
    watcher *w = user;

    (void)pgn;
    w->error = w->error || arb_pgn_fault_weight(finding->fault) == ARB_PGN_ERROR;
    return ARB_PGN_GO_ON;
}

static void watch(watcher *w, const arb_pgn_select *select, bool skips, const char *text,
                  size_t size)
{
    static const arb_pgn_handler handler = { .begin = on_begin,
                                             .tag = on_tag,
                                             .start = on_start,
                                             .move = on_move,
                                             .end = on_end,
                                             .finding = on_finding };
    static arb_pgn *readers[2];
    const arb_pgn_options options = { .skip_variations = skips };

    if (!readers[skips])
        require(arb_pgn_new(&readers[skips], NULL, &options) == ARB_OK, "there is memory");
    w->select = select;
    w->skips = skips;
    w->games = 0;
    require(arb_pgn_read_text(readers[skips], text, size, &handler, w) == ARB_OK,
            "any bytes are read");
}

/* Adds the first line of the text as a condition, if it is one; tells where the next line begins.
 */
static size_t add(arb_pgn_select *select, unsigned criterion, const char *text, size_t size)
{
    const char *end = size > 0 ? memchr(text, '\n', size) : NULL;
    const size_t length = end ? (size_t)(end - text) : size;
    arb_where where = { 0 };
    const arb_err err =
        arb_pgn_select_add(select, (arb_pgn_criterion)criterion, text, length, &where);

    require(err == ARB_OK || err == ARB_SYNTAX, "a condition is read or refused");
    if (err == ARB_SYNTAX)
        require(where.line == 1 && where.column >= 1 && where.column <= length + 1,
                "it is refused at a place");
    return length + (end != NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static watcher read, skipped;
    const char *text = (const char *)data + 1;
    arb_pgn_select *select;
    size_t at = 0;

    if (size == 0)
        return 0;
    size--;
    require(arb_pgn_select_new(&select, NULL) == ARB_OK, "there is memory");
    /* the first byte tells by what the first line chooses; with a high bit there is none */
    if (data[0] < ARB_PGN_BY_COUNT)
        at = add(select, data[0], text, size);
    watch(&read, select, false, text + at, size - at);
    watch(&skipped, select, true, text + at, size - at);
    require(read.games == skipped.games, "as many games are passed over as are read");
    for (size_t i = 0; i < read.games && i < GAMES_MAX; i++) {
        require(read.begins[i] == skipped.begins[i], "which begin where they begin");
        require(read.broken[i] || read.chosen[i] == skipped.chosen[i], "and fit what they fit");
    }
    arb_pgn_select_free(select);
    return 0;
}
