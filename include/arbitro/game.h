/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_GAME_H
#define ARBITRO_GAME_H
/**
 * @file game.h
 * A game under the Laws: a fold over its events.
 *
 * Judging is apart from committing. arb_game_judge() looks at one event and says what follows; the
 * game is as before. arb_game_commit() then takes the step, once the caller has stored the event.
 * No clock is asked and nothing is read or written: time comes in with every event, and
 * arb_state_wakeup() tells when something happens without one. The same events give the same game.
 *
 * A game belongs to one owner at a time; there are no locks inside.
 */
#include "arbitro/buf.h"
#include "arbitro/event.h"
#include "arbitro/proof.h"
#include "arbitro/regulations.h"
#include "arbitro/ruling.h"
#include "arbitro/state.h"

ARB_BEGIN_DECLS

typedef struct arb_game arb_game;

/** What happened before the first event that the program sees. */
typedef struct arb_given {
    arb_setup setup;    /* arb_setup_initial() for a whole game */
    arb_ms clock[2];    /* the reading when the clock starts; negative: as the control says */
    int64_t counter[2]; /* completed moves; negative: none */
    uint8_t illegal[2]; /* completed illegal moves */
    uint8_t sheet_requests[2]; /* how often each has asked to see the record (A.4.3) */
    uint8_t offer;             /* arb_colour whose offer stands, or ARB_COLOUR_COUNT */
    /* what an envelope needs (I.2): the players' names, and when and where play is resumed, as tags
     * have them, with \" and \\; NULL: nobody has said */
    const char *name[2];
    size_t name_size[2];
    const char *resumption;
    size_t resumption_size;
} arb_given;

/** Nothing happened before: the initial position. */
ARB_API arb_given arb_given_nothing(void);

/**
 * Begins a game under settled regulations, of which it keeps a copy, and of what was given.
 * ARB_STATE when no position can be made of the setup; ARB_NOMEM. The caller owns `out`; `mem` NULL
 * means malloc.
 */
ARB_API ARB_MUST_USE arb_err arb_game_new(arb_game **out, const arb_mem *mem,
                                          const arb_regulations *regulations,
                                          const arb_given *given);
ARB_API void arb_game_free(arb_game *game);

/**
 * Judges an event: what the Laws say, and which state would follow. The game is unchanged until
 * arb_game_commit(), until when the text of the event must live. ARB_RANGE when its time goes back,
 * ARB_STATE when its actor has no such verb or it lacks what the verb asks for, ARB_STOPPED as
 * arb_game_effort() says; then nothing was judged. An event that the Laws do not allow is no error:
 * the verdict says that it is refused.
 */
ARB_API ARB_MUST_USE arb_err arb_game_judge(arb_verdict *out, arb_game *game,
                                            const arb_event *event);

/**
 * Judges what time has brought by itself up to `now`: a flag that is seen as it falls, a default
 * time that is over. It is an event of its own, "TIME hall elapse", and is committed like any
 * other.
 */
ARB_API ARB_MUST_USE arb_err arb_game_elapse(arb_verdict *out, arb_game *game, arb_ms now);

/**
 * Takes the step that the last judgement described: the event enters the journal, refused
 * or not, and the next state is the state. ARB_NOMEM leaves the game unchanged, to be tried again.
 * ARB_STATE when nothing was judged since the last commit. What was said stays in the journal.
 */
ARB_API ARB_MUST_USE arb_err arb_game_commit(arb_game *game);

/**
 * Forgets what was judged last and not committed, for whoever only wanted to know: the text of that
 * event may go.
 */
ARB_API void arb_game_forget(arb_game *game);

/**
 * Judges and commits in one step, for whoever stores nothing in between. `out` may be NULL.
 *
 * @code
 * const arb_given given = arb_given_nothing();
 * arb_regulations regulations;
 * arb_game *game;
 * arb_verdict verdict;
 * arb_event event = arb_event_simple(0, ARB_ACTOR_ARBITER, ARB_VERB_START);
 * arb_regulations_init(&regulations, &arb_fide_2023);
 * assert(arb_regulations_time(&regulations, NULL, ARB_COLOUR_COUNT, "5400+30", 7) == ARB_OK);
 * assert(arb_regulations_settle(&regulations, NULL) == ARB_OK);
 * assert(arb_game_new(&game, NULL, &regulations, &given) == ARB_OK);
 * assert(arb_game_submit(NULL, game, &event) == ARB_OK);
 * arb_err err =
 *     arb_event_written(&event, NULL, 9000, ARB_ACTOR_WHITE, ARB_VERB_PLAY, "e4", 2, NULL);
 * assert(err == ARB_OK && arb_game_submit(&verdict, game, &event) == ARB_OK && !verdict.refused);
 * assert(arb_state_turn(arb_game_state(game)) == ARB_BLACK);
 * event = arb_event_simple(12000, ARB_ACTOR_BLACK, ARB_VERB_CLAIM_FIFTY);
 * assert(arb_game_submit(&verdict, game, &event) == ARB_OK);
 * assert(verdict.ruling[2].code == ARB_CODE_CLAIM_WRONG);
 * arb_game_free(game);
 * @endcode
 */
ARB_API ARB_MUST_USE arb_err arb_game_submit(arb_verdict *out, arb_game *game,
                                             const arb_event *event);

/**
 * How much work the proofs of each judgement from now on may cost; NULL allows the default. Where
 * `nodes` are named and do not suffice, arb_game_judge() answers ARB_STOPPED and nothing was
 * judged: so that whoever must not wait can let another thread judge. `mem` must live until the
 * next call.
 */
ARB_API void arb_game_effort(arb_game *game, const arb_effort *effort);

/**
 * Appends the transcript of what was judged last: one line of text, never empty, to be kept with
 * the event. ARB_STATE when nothing was judged since the last commit, ARB_NOMEM, ARB_RANGE.
 */
ARB_API ARB_MUST_USE arb_err arb_game_transcript(arb_buf *out, const arb_game *game);

/**
 * Takes an event as it was judged when its transcript was written, and commits it. No rule is asked
 * and nothing is proved. ARB_SYNTAX when that cannot be read, ARB_STATE when it does not fit
 * this game, otherwise as arb_game_judge(); then the game is unchanged.
 */
ARB_API ARB_MUST_USE arb_err arb_game_take(arb_game *game, const arb_event *event,
                                           const char *transcript, size_t size);

/** The state as it is, and the state that follows from what was judged last. Both are the game's.
 */
ARB_API const arb_state *arb_game_state(const arb_game *game);
ARB_API const arb_state *arb_game_next(const arb_game *game);

ARB_API const arb_regulations *arb_game_regulations(const arb_game *game);
ARB_API const arb_history *arb_game_history(const arb_game *game);

/** What had happened before the first event. */
ARB_API const arb_given *arb_game_given(const arb_game *game);

/** How many events the journal holds. */
ARB_API size_t arb_game_size(const arb_game *game);

/** Event number `index`, from 0, with text that belongs to the game; `refused` unless NULL. */
ARB_API const arb_event *arb_game_event(const arb_game *game, size_t index, bool *refused);

/** What the Laws said to that event when it was judged. */
ARB_API void arb_game_verdict(arb_verdict *out, const arb_game *game, size_t index);

/** How many entries the scoresheet of `colour` has; the text of one, from 0 (8.1). */
ARB_API size_t arb_game_sheet_size(const arb_game *game, arb_colour colour);
ARB_API const char *arb_game_sheet(const arb_game *game, arb_colour colour, size_t index,
                                   size_t *size);

/**
 * The moves so far, oldest first, as plies of the history: writes at most `room` of them and
 * returns how many there are.
 */
ARB_API size_t arb_game_plies(arb_ply *out, size_t room, const arb_game *game);

/** The last of them; false, and `out` untouched, when there is none. */
ARB_API bool arb_game_last_ply(arb_ply *out, const arb_game *game);

/** How many moves there would be after what was judged last. */
ARB_API size_t arb_game_next_plies(const arb_game *game);

/** How many of the moves so far would still be the first ones after what was judged last. */
ARB_API size_t arb_game_next_kept(const arb_game *game);

/** Writes ply `ply` of the game: SAN, coordinates for a displacement that stands, or "--". */
ARB_API size_t arb_game_ply_write(char *out, size_t size, const arb_game *game, arb_ply ply);

ARB_END_DECLS

#endif
