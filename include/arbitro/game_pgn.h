/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_GAME_PGN_H
#define ARBITRO_GAME_PGN_H
/**
 * @file game_pgn.h
 * A game under the Laws, written in PGN: its moves, what the clocks showed, offers of a draw, and
 * moves that were illegal and stood (A.5.2).
 */
#include "arbitro/game.h"
#include "arbitro/pgn_write.h"

ARB_BEGIN_DECLS

/**
 * Writes the game as it is now. `tags` are the caller's, such as Event and the names of the
 * players; Result, TimeControl, Termination, Variant, SetUp and FEN are the game's own and added
 * where they are due. Fails as the writer does, or with ARB_NOMEM.
 */
ARB_API ARB_MUST_USE arb_err arb_game_pgn_write(arb_pgn_writer *writer, const arb_game *game,
                                                const arb_pgn_tag *tags, size_t count);

/**
 * The same for broadcasts, whose readers take legal moves and nothing else: the moves up to the
 * first displacement that was none, the first position that was set, or a last move that is not yet
 * completed; what the clocks showed, no other comment; and the result in points, in the tag also
 * where PGN has no sign for it ("1/2-0").
 */
ARB_API ARB_MUST_USE arb_err arb_game_pgn_relay(arb_pgn_writer *writer, const arb_game *game,
                                                const arb_pgn_tag *tags, size_t count);

/**
 * Is this, in a game that goes on, the last move, and not completed, or one that it would complete?
 * Whoever is told of it before the press could tell it from one that is illegal (7.5.1).
 */
ARB_API bool arb_game_ply_waits(const arb_game *game, arb_ply ply);

/**
 * What the clock of `mover` showed once his move `ply` was completed: what it showed when the next
 * was made, even if that was taken back since (7.1), or shows now when none was; without time that
 * he was given or that was taken from him in between (7.5.5), which belongs to no move. `at` begins
 * with 0 and serves from move to move.
 */
ARB_API arb_ms arb_game_clock_after(const arb_game *game, arb_ply ply, arb_colour mover,
                                    size_t *at);

/**
 * What both clocks showed, by arb_colour, as those are told who hear of no move before it is
 * completed (7.5.1), nor of the illegal one that nobody has found and made `hidden` (A.5.2);
 * ARB_PLY_NONE: there is none. It is what they showed with the last event before that which was not
 * of the hands alone. Returns when that was, in the time of the game.
 */
ARB_API arb_ms arb_game_clocks_told(arb_ms out[2], const arb_game *game, arb_ply hidden);

ARB_END_DECLS

#endif
