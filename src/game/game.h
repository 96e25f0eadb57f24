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
    uint8_t by_time, by_reply, by_hand, by_event;
    bool refused, revoked;
    bool gone;     /* a revocation that is being judged leaves it out */
    char *holds;   /* what a revocation has made of the verdict, as text; NULL: it holds as said */
    char *renewed; /* what one that is not yet committed would make of it; NULL: nothing else */
    arb_ply ply;   /* where the game stood after it */
    arb_ply replayed; /* the same in the game as such a revocation leaves it */
} arb_journal_entry;

struct arb_game {
    const arb_mem *mem;
    arb_regulations regulations;
    arb_given given;
    unsigned unsaid; /* ARB_ENVELOPE_LACKS_... of what was given (I.2) */
    arb_history *history;
    arb_state begin, state, next;
    arb_proof_memory proof;
    arb_journal_entry *journal;
    size_t journal_count, journal_room;
    arb_entry *entries; /* of all scoresheets */
    size_t entry_count, entry_room;
    unsigned revocations;
    arb_ply plies_kept; /* judging a revocation adds plies and entries; these are committed */
    size_t entries_kept;
    arb_hearing hearing;
    arb_event judged;    /* the event that the next commit takes */
    arb_verdict verdict; /* and what was said to it */
    bool has_judged;
    bool renews;        /* a revocation was judged last */
    arb_verdict passed; /* and what time brought in the game without the event */
    arb_effort effort;  /* what proofs may cost; all zeros: the default */
    size_t without;     /* a rule that is left out, to see who notices; SIZE_MAX for none */
};

/* journal.c: puts what was judged last at the end, or takes it off again; makes room for so many
 * more entries of the scoresheets. */
ARB_MUST_USE arb_err arb_journal_add(arb_game *game);
void arb_journal_drop(arb_game *game);

/* What holds of an event now, as text: what was said, which is written into `room`, or what a
 * revocation has made of it, which the entry keeps. Fits into ARB_VERDICT_TEXT_MAX. */
enum { ARB_VERDICT_TEXT_MAX = 4096 };
const char *arb_journal_holds(char room[ARB_VERDICT_TEXT_MAX], const arb_game *game, size_t index);

/* Replaces a text of an entry, which may be NULL, by a copy of `text`. */
ARB_MUST_USE arb_err arb_journal_replace(arb_game *game, char **held, const char *text);

/* What a revocation that was judged would make of the verdicts holds from now on, or is forgotten.
 */
void arb_journal_renew(arb_game *game);
void arb_journal_forget(arb_game *game);
ARB_MUST_USE arb_err arb_entries_reserve(arb_game *game, size_t more);
void arb_journal_free(arb_game *game);

/* Makes ready for an event that is to be judged or recalled: forgets what was judged before and not
 * committed. ARB_RANGE when its time goes back, ARB_STATE when it is not whole. */
ARB_MUST_USE arb_err arb_game_admit(arb_game *game, const arb_event *event);

/* After that: takes it as it was judged before. What a revocation made of other verdicts stands in
 * their entries and in `passed`. ARB_STATE when what was said does not fit. */
ARB_MUST_USE arb_err arb_game_recall(arb_game *game, const arb_event *event,
                                     const arb_verdict *said);

/* envelope.c: keeps copies of the names and the place that were given, or lets them go. */
ARB_MUST_USE arb_err arb_given_keep(arb_game *game, const arb_given *given);
void arb_given_forget(arb_game *game);

/* sheets.c: the entries that an event would make on `s`: there, but not counted until they are
 * committed. What is sealed and where play is resumed are kept with them. */
ARB_MUST_USE arb_err arb_sheets_prepare(arb_new_entries *out, arb_game *game, const arb_state *s,
                                        const arb_event *event);

/* What was prepared is on the sheet; the text of its event `was` there, and now `is` here. */
void arb_sheets_commit(arb_game *game, const char *was, const char *is);

/* Leaves rule number `rule` out from now on. For tests only. */
void arb_game_without(arb_game *game, size_t rule);

#endif
