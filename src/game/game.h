/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_GAME_GAME_H
#define ARBITRO_GAME_GAME_H
/*
 * The inside of a game: its state, its journal, its scoresheets.
 */
#include "arbitro/game.h"
#include "laws/laws.h"

/* One event of the journal, with what was said to it. Text and rulings are the game's. */
typedef struct arb_journal_entry {
    arb_event event;
    arb_ruling *said; /* the rulings, and behind them the refusal when it was refused */
    uint8_t count;    /* of the rulings */
    uint8_t by_time;
    bool refused, revoked;
    arb_ply ply;      /* where the game stood after it */
    arb_ply replayed; /* the same in the game as a revocation, not yet committed, leaves it */
} arb_journal_entry;

struct arb_game {
    const arb_mem *mem;
    arb_regulations regulations;
    arb_given given;
    arb_history *history;
    arb_state begin, state, next;
    arb_proof_memory proof;
    arb_journal_entry *journal;
    size_t journal_count, journal_room;
    arb_entry *entries; /* of both scoresheets; there is always room for one more */
    size_t entry_count, entry_room;
    unsigned revocations;
    arb_ply plies_kept; /* judging a revocation adds plies and entries; these are committed */
    size_t entries_kept;
    arb_hearing hearing;
    arb_event judged;    /* the event that the next commit takes */
    arb_verdict verdict; /* and what was said to it */
    bool has_judged;
    size_t without; /* a rule that is left out, to see who notices; SIZE_MAX for none */
};

/* journal.c: puts what was judged last at the end, or takes it off again; makes room for one more
 * entry of the scoresheets. */
ARB_MUST_USE arb_err arb_journal_add(arb_game *game);
void arb_journal_drop(arb_game *game);
ARB_MUST_USE arb_err arb_entries_reserve(arb_game *game);
void arb_journal_free(arb_game *game);

/* Leaves rule number `rule` out from now on. For tests only. */
void arb_game_without(arb_game *game, size_t rule);

#endif
