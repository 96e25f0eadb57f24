/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_STATE_H
#define ARBITRO_STATE_H
/**
 * @file state.h
 * What a game is at one instant, as the Laws look at it. Opaque; the questions are below.
 *
 * A state belongs to its game (game.h) and holds until the next commit or judgement.
 */
#include "arbitro/article.h"
#include "arbitro/clock.h"
#include "arbitro/hand.h"
#include "arbitro/result.h"
#include "arbitro/ruling.h"

ARB_BEGIN_DECLS

typedef struct arb_state arb_state;

typedef enum arb_phase {
    ARB_PHASE_WAITING, /* before the start */
    ARB_PHASE_PLAYING,
    ARB_PHASE_STOPPED,  /* the clocks stand still (6.11) */
    ARB_PHASE_CLAIM,    /* a claim waits for the arbiter */
    ARB_PHASE_UPDATING, /* scoresheets are brought up to date (8.5); the clocks may run (8.5.2) */
    ARB_PHASE_ADJOURNED,
    ARB_PHASE_FINISHED,
    ARB_PHASE_VOID, /* annulled */
    ARB_PHASE_COUNT
} arb_phase;

enum { ARB_RESULT_ARTICLES_MAX = 4 };

/** When the state is: the time of the last event. */
ARB_API arb_ms arb_state_now(const arb_state *state);

/**
 * The next instant at which something happens without an event: a flag falls that is called at once
 * (arb_flags_are_called()), or the default time of an absent player is over (6.7.1, 6.8).
 * ARB_MS_NEVER when nothing does. What follows is told by arb_game_elapse().
 */
ARB_API arb_ms arb_state_wakeup(const arb_state *state);

/** The players who have not arrived at the board, as bits by arb_colour (6.7). */
ARB_API unsigned arb_state_absent(const arb_state *state);

/** The instant at which those of them lose whose lateness was not waived (6.7.1); ARB_MS_NEVER when
 *  there are none, or the game is not being played. */
ARB_API arb_ms arb_state_late_at(const arb_state *state);

ARB_API arb_phase arb_state_phase(const arb_state *state);
ARB_API const char *arb_phase_word(arb_phase phase);

/** Is the game over: finished, or annulled? */
ARB_API bool arb_state_is_over(const arb_state *state);

/** Who has the move (1.3). */
ARB_API arb_colour arb_state_turn(const arb_state *state);

ARB_API arb_result arb_state_result(const arb_state *state);

/** The articles that decided the result, room for ARB_RESULT_ARTICLES_MAX; returns how many. */
ARB_API size_t arb_state_result_articles(arb_article *out, const arb_state *state);

/** Why the game ended, as a code; ARB_CODE_COUNT while it goes on. */
ARB_API arb_code arb_state_reason(const arb_state *state);

/** The score of `colour` in half points; ARB_SCORE_NONE when there is none (10.1). */
ARB_API int arb_state_score(const arb_state *state, arb_colour colour);

/** The game's position: an illegal move that is not completed is not in it. */
ARB_API const arb_pos *arb_state_position(const arb_state *state);

/** What stands on the board, an illegal move that is not completed included. */
ARB_API arb_setup arb_state_board(const arb_state *state);

/**
 * What stands on the board of `player`, where each of them has one (D.1): the opponent's last move
 * is missing there until he has executed it. Otherwise the same for both.
 */
ARB_API arb_setup arb_state_board_of(const arb_state *state, arb_colour player);

/**
 * The board as those see it who look on: where each player has one (D.1) the position of the game,
 * with what its player has made and nobody has found to be no move (7.5.1).
 */
ARB_API arb_setup arb_state_board_taken(const arb_state *state);

/** For whose coming or last move something was announced; ARB_COLOUR_COUNT for nobody's. Has the
 *  opponent repeated it as it was said (D.2.1)? */
ARB_API arb_colour arb_state_announced(const arb_state *state);
ARB_API bool arb_state_is_repeated(const arb_state *state);

/** The legal move that was announced for that player; false when nothing was, or no such move. */
ARB_API bool arb_state_announced_move(arb_move *out, const arb_state *state);

/** The legal move that who cannot see has placed on his board, and not announced yet (D.2.3). */
ARB_API bool arb_state_placed_move(arb_move *out, const arb_state *state);

/** What is to be done next where moves are announced (D.2.1). */
typedef enum arb_due {
    ARB_DUE_NONE,     /* nothing: moves are not announced, or the game is not being played */
    ARB_DUE_MOVE,     /* to make a move, perhaps one that was announced already */
    ARB_DUE_ANNOUNCE, /* to announce the move that was made */
    ARB_DUE_REPEAT,   /* to say what the opponent announced */
    ARB_DUE_EXECUTE,  /* to make that on the own board */
    ARB_DUE_COUNT
} arb_due;

/** What is due next, and of whom: `player`, ARB_COLOUR_COUNT for ARB_DUE_NONE. It says nothing of
 *  clocks that were not pressed (12.6), nor of whether what stands on a board is a move. */
ARB_API arb_due arb_state_due(arb_colour *player, const arb_state *state);

/** "none", "move", "announce", "repeat", "execute". */
ARB_API const char *arb_due_word(arb_due due);

/** What the assistant of `player` was named for, bits by arb_task (4.9, 6.2.6, 8.1.6, D.2.10,
 *  D.2.11); 0: he has none. */
ARB_API unsigned arb_state_tasks(const arb_state *state, arb_colour player);

/** Has the arbiter accepted him since he was named last? He acts until he is refused. */
ARB_API bool arb_state_assistant_accepted(const arb_state *state, arb_colour player);

/** What the clock of `colour` shows; its period, from 1; completed moves; is its flag down? */
ARB_API arb_ms arb_state_clock(const arb_state *state, arb_colour colour);
ARB_API unsigned arb_state_period(const arb_state *state, arb_colour colour);
ARB_API uint32_t arb_state_counter(const arb_state *state, arb_colour colour);
ARB_API bool arb_state_flag(const arb_state *state, arb_colour colour);

/** What the clock of `colour` would show at `now`, not before the state, if nothing happened. */
ARB_API arb_ms arb_state_clock_at(const arb_state *state, arb_colour colour, arb_ms now);

/** Would its flag be down at `now`, whether or not anybody has seen it? */
ARB_API bool arb_state_flag_at(const arb_state *state, arb_colour colour, arb_ms now);

/** What is left at `now` of the delay of the move: so long the clock that runs shows the same
 *  (6.3.2). */
ARB_API arb_ms arb_state_delay_left(const arb_state *state, arb_ms now);

/** Whose time runs; ARB_COLOUR_COUNT for nobody's. */
ARB_API arb_colour arb_state_running(const arb_state *state);

/** Completed illegal moves that count against `colour` (7.5.5). */
ARB_API unsigned arb_state_illegal(const arb_state *state, arb_colour colour);

/** Whose offer of a draw stands; ARB_COLOUR_COUNT for nobody's (9.1.2.1). */
ARB_API arb_colour arb_state_offer(const arb_state *state);

ARB_API arb_pending arb_state_pending(const arb_state *state);
ARB_API const char *arb_pending_word(arb_pending pending);

/** What people wait for the arbiter to answer. */
typedef enum arb_wait_kind {
    ARB_WAIT_QUICKPLAY, /* a claim (III.5, III.6) */
    ARB_WAIT_INCREMENT, /* a request (III.4) */
    ARB_WAIT_DEFERRED,  /* a claim on which he has put his decision off (III.5.2) */
    ARB_WAIT_DRAW,      /* an offer to which he must consent (9.1.1) */
    ARB_WAIT_LEAVE,     /* a player who asks to go (11.2.3) */
    ARB_WAIT_ENTER,     /* somebody else who asks to come in (11.2.3.3) */
    ARB_WAIT_APPEAL,    /* an appeal (11.10) */
    ARB_WAIT_COUNT
} arb_wait_kind;

typedef struct arb_wait {
    arb_wait_kind kind;
    arb_colour player; /* ARB_COLOUR_COUNT for ARB_WAIT_ENTER */
} arb_wait;

/** All that waits, the most urgent first, room for ARB_WAITS_MAX; returns how many. */
enum { ARB_WAITS_MAX = 7 };
ARB_API size_t arb_state_waits(arb_wait *out, const arb_state *state);

/** "quickplay", "increment", "deferred", "draw", "leave", "enter", "appeal". */
ARB_API const char *arb_wait_word(arb_wait_kind kind);

/** The players who have left (11.2.3), and those who agree to correct an illegal move (A.5.2), as
 *  bits by arb_colour. */
ARB_API unsigned arb_state_away(const arb_state *state);
ARB_API unsigned arb_state_agreed(const arb_state *state);

/** In a game among friends: who asks the opponent to let him take a move back, or to give the game
 * up; ARB_COLOUR_COUNT for nobody. */
ARB_API arb_colour arb_state_takeback(const arb_state *state);
ARB_API arb_colour arb_state_abort(const arb_state *state);

/** Whose appeal waits longest to be decided (11.10); ARB_COLOUR_COUNT when none does. */
ARB_API arb_colour arb_state_appeal(const arb_state *state);

/** What penalties beyond this game hit `colour` (12.9.7 to 12.9.9): was he fined, from how many
 * rounds is he excluded, was he expelled? */
ARB_API bool arb_state_fined(const arb_state *state, arb_colour colour);
ARB_API unsigned arb_state_excluded(const arb_state *state, arb_colour colour);
ARB_API bool arb_state_expelled(const arb_state *state, arb_colour colour);

/** How many assistants of the arbiter were named for this game (12.4). */
ARB_API unsigned arb_state_assistants(const arb_state *state);

/** Were spectators sent out of the playing area (12.7)? */
ARB_API bool arb_state_spectators_out(const arb_state *state);

/** Is the ground of the claim in a quickplay finish that the opponent makes no effort (III.5,
 * III.6.1.2)? Otherwise that he cannot win. */
ARB_API bool arb_state_claims_no_effort(const arb_state *state);

/** How it stands with what was put on paper with a claim that has ended the game (III.6.1). */
typedef enum arb_papers {
    ARB_PAPERS_NONE,
    ARB_PAPERS_WRITTEN,   /* the opponent has not verified all of it */
    ARB_PAPERS_CONFIRMED, /* he has */
    ARB_PAPERS_CONTESTED, /* he says that something is wrong */
    ARB_PAPERS_COUNT
} arb_papers;

ARB_API arb_papers arb_state_papers_stand(const arb_state *state);

/** What a claim that waits for its arbiter still lacks of that, bits ARB_PAPER_... */
ARB_API unsigned arb_state_papers_missing(const arb_state *state);

/** Must `colour` record the moves (8.4, A.2)? */
ARB_API bool arb_state_must_record(const arb_state *state, arb_colour colour);

/** What the arbiter notes before a game is reconstructed on a second board (8.5.3). */
typedef struct arb_reconstruction {
    arb_ply ply;         /* after which the position was reached, in the history */
    arb_ms clock[2];     /* what the clocks showed */
    uint8_t running;     /* arb_colour whose clock ran; ARB_COLOUR_COUNT */
    uint32_t half_moves; /* made */
    uint32_t completed[2];
} arb_reconstruction;

/** What was noted last; false when nothing was. */
ARB_API bool arb_state_reconstruction(arb_reconstruction *out, const arb_state *state);

/** While scoresheets are brought up to date: whose flag is down, and who was free from recording,
 *  as bits (8.5). ARB_COLOUR_COUNT and none otherwise. */
ARB_API arb_colour arb_state_overdue(const arb_state *state);
ARB_API unsigned arb_state_was_free(const arb_state *state);

/** Has `colour` made a move that is not yet completed (6.2.1)? */
ARB_API bool arb_state_is_uncompleted(const arb_state *state, arb_colour colour);

/** The squares of the pieces that the player who has the move has touched, in their order, room for
 *  ARB_TOUCHED_MAX; returns how many. */
enum { ARB_TOUCHED_MAX = 32 };
ARB_API size_t arb_state_touched(arb_square *out, const arb_state *state);

/** One thing that a hand did with a piece. */
typedef enum arb_deed_kind {
    ARB_DEED_MOVED,   /* from one square to another */
    ARB_DEED_REMOVED, /* off the board, `from` a square */
    ARB_DEED_PUT      /* a new one from the box, `to` a square */
} arb_deed_kind;

typedef struct arb_deed {
    uint8_t kind;        /* arb_deed_kind */
    arb_square from, to; /* ARB_SQUARE_NONE where there is none */
    arb_piece piece;
    uint8_t by;   /* arb_colour of the hand */
    uint8_t man;  /* which piece it is: the square on which it stood, or a number from the box */
    bool implied; /* a captured piece, which a `move` takes off without saying so */
} arb_deed;

/** What the hands have done since the last completed move, in the order of time, room for
 *  ARB_DEEDS_MAX; returns how many (4.7). A piece that is only touched or held is not in it. */
enum { ARB_DEEDS_MAX = 32 };
ARB_API size_t arb_state_deeds(arb_deed *out, const arb_state *state);

/** Does a displacement stand on the board that is no legal move and not completed? `out` is it, and
 *  `clock_ms`, unless it is NULL, what the clocks showed when it was made, by arb_colour. */
ARB_API bool arb_state_displacement(arb_hand *out, int64_t clock_ms[2], const arb_state *state);

/**
 * The legal moves that the touched pieces leave to the player who has the move, room for
 * ARB_MOVES_MAX; returns how many (4.3 to 4.5, 4.7, 9.5.3). `why`, unless it is NULL, is the
 * article that binds him, ARB_ART_NONE when he is free.
 */
ARB_API size_t arb_state_allowed(arb_move *out, arb_article *why, const arb_state *state);

ARB_END_DECLS

#endif
