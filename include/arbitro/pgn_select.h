/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_PGN_SELECT_H
#define ARBITRO_PGN_SELECT_H
/**
 * @file pgn_select.h
 * Games of a PGN file chosen by who played, when, with which result, and what stood on the board.
 *
 * A selection is a list of conditions, each written as a text. Conditions of different kinds must
 * all hold; of several of one kind one must hold. Only the game itself is looked at, never its
 * variations; what cannot be read of a broken game does not count.
 *
 * - PLAYER, WHITE, BLACK: words of the name, in any order; capitals and accents make no difference.
 *   A word is a whole one ("Li" is not in "Khismatullin"), but a single letter, a word with a dot
 *   behind it or one that ends in * stands for all words that begin so: "Carlsen, M", "Carls*".
 *   "=Carlsen, Magnus" is the whole name. PLAYER is either of the two.
 * - TAG: NAME: the tag is there. NAME=TEXT as for names; NAME==TEXT the whole value, NAME!=TEXT any
 *   other one, capitals and accents apart; NAME<TEXT, <=, >, >= by number, date, or else alphabet.
 *   Those with = and == for one tag are alternatives, everything else must hold.
 * - ECO: B90, B9, B20-B99, several with commas, from A00 to E99; by the tag.
 * - SINCE, UNTIL: 2010, 2010.05, 2010.05.31: by the tag Date, without one by UTCDate. A game whose
 *   day or month is unknown counts when it can have been played then; one without a year never
 * does.
 * - RESULT: 1-0, 0-1, 1/2-1/2, *, or white, black, draw, unknown; by the tag, without a readable
 * one by the end of the moves.
 * - ELO_MIN, ELO_MAX: by the tags WhiteElo and BlackElo, of both players or as ELO_OF says: both,
 *   one, white, black. A rating that is missing is none.
 * - MOVES_MIN ...: how long the game is: a move of White with or without one of Black is one move.
 * - START: standard, chess960 (as it is played, or as its castling rights say), setup (any other
 * than the initial position), or a position as in REACHES.
 * - REACHES: a position of the game, the first one included. Of a FEN that part counts which is
 *   written: the placement alone; with the turn; with the castling rights; with the en passant
 * square by 9.2.3. In the placement ? is any square, ! any piece, A and a any piece of White and of
 * Black,
 *   * any number of squares; then only the turn may follow.
 * - MATERIAL: KRP/KR: rook and pawn against rook, either side having the more; KRP/kr: White and
 *   Black as written. P* is any number of pawns, P+ at least one. KRP/KR:4 must stand for four
 *   positions on end (otherwise one).
 *
 * @code
 * const char *text = "[White \"Polgár, Judit\"]\n\n1. e4 e5 1-0\n\n[White \"Anna\"]\n\n1. d4 *";
 * arb_pgn_select *select;
 * uint64_t chosen;
 * assert(arb_pgn_select_new(&select, NULL) == ARB_OK);
 * assert(arb_pgn_select_add(select, ARB_PGN_BY_PLAYER, "judit polgar", 12, NULL) == ARB_OK);
 * assert(arb_pgn_select_count(&chosen, select, text, strlen(text)) == ARB_OK && chosen == 1);
 * arb_pgn_select_free(select);
 * @endcode
 */
#include "arbitro/pgn.h"

ARB_BEGIN_DECLS

typedef enum arb_pgn_criterion {
#define CRITERION(id) ARB_PGN_BY_##id,
#include "arbitro/pgn_criteria.def"
#undef CRITERION
    ARB_PGN_BY_COUNT
} arb_pgn_criterion;

/** At most so many that must all hold, and of MATERIAL so many; of alternatives any number. */
enum { ARB_PGN_CONDITIONS_MAX = 64 };

/** Conditions. Once they are all there, several threads may use them at the same time. */
typedef struct arb_pgn_select arb_pgn_select;

/** Makes a selection that every game fits. The caller owns `out`. ARB_NOMEM. */
ARB_API ARB_MUST_USE arb_err arb_pgn_select_new(arb_pgn_select **out, const arb_mem *mem);
ARB_API void arb_pgn_select_free(arb_pgn_select *select);

/**
 * Adds a condition, of which the text is copied. ARB_SYNTAX when it cannot be read; `where`, unless
 * it is NULL, then tells the column and what was expected. ARB_RANGE when there are too many,
 * ARB_NOMEM. On an error nothing changes.
 */
ARB_API ARB_MUST_USE arb_err arb_pgn_select_add(arb_pgn_select *select, arb_pgn_criterion criterion,
                                                const char *text, size_t size, arb_where *where);

/** Must moves be played to know? Otherwise the rest of every game can be skipped. */
ARB_API bool arb_pgn_select_needs_moves(const arb_pgn_select *select);

/** What is known of the game so far. */
typedef enum arb_pgn_fits { ARB_PGN_FITS_UNKNOWN, ARB_PGN_FITS, ARB_PGN_FITS_NOT } arb_pgn_fits;

/** What has been seen of a game. Plain value; the fields are the library's. */
typedef struct arb_pgn_seen {
    uint64_t met;      /* groups of alternatives of which one holds */
    uint64_t asked[2]; /* groups whose tag has been seen, for PLAYER of each colour */
    unsigned elo[2];   /* 0: none */
    uint32_t date[2];  /* of the tags Date and UTCDate: year, month, day; 0: unknown */
    uint8_t noted;     /* which tags of limits have been seen */
    uint8_t result;    /* arb_pgn_result of the tag */
    bool black_first;
    uint16_t lasted[ARB_PGN_CONDITIONS_MAX][2]; /* MATERIAL: for so many positions on end */
} arb_pgn_seen;

/**
 * What a reader tells about a game, in this order, from the callbacks of the same names. Each of
 * the last three says what is known by then; the last one always knows. After an answer nothing
 * more need be told.
 */
ARB_API void arb_pgn_seen_begin(arb_pgn_seen *seen);
ARB_API void arb_pgn_seen_tag(arb_pgn_seen *seen, const arb_pgn_select *select,
                              const arb_pgn_tag *tag);
ARB_API arb_pgn_fits arb_pgn_seen_start(arb_pgn_seen *seen, const arb_pgn_select *select,
                                        const arb_pgn *pgn);
ARB_API arb_pgn_fits arb_pgn_seen_move(arb_pgn_seen *seen, const arb_pgn_select *select,
                                       const arb_pgn *pgn);
ARB_API arb_pgn_fits arb_pgn_seen_end(arb_pgn_seen *seen, const arb_pgn_select *select,
                                      const arb_pgn_summary *summary);

/** How many games of a text fit. ARB_NOMEM. */
ARB_API ARB_MUST_USE arb_err arb_pgn_select_count(uint64_t *out, const arb_pgn_select *select,
                                                  const char *text, size_t size);

/**
 * The fingerprint of a game: equal for games with the same starting position and the same moves,
 * however they are written. It is SipHash with 128 bits of output, so that who does not know the
 * key cannot make two games that share one.
 */
typedef struct arb_pgn_print {
    uint64_t half[2];
} arb_pgn_print;

/** A fingerprint that is being taken. Plain value; the fields are the library's. */
typedef struct arb_pgn_ink {
    uint64_t v[4], word, words;
    unsigned filled;
} arb_pgn_ink;

/** At the callback `start`, at every `move` of the game itself, and at its `end`. */
ARB_API void arb_pgn_ink_start(arb_pgn_ink *ink, const uint64_t key[2], const arb_pgn *pgn);
ARB_API void arb_pgn_ink_move(arb_pgn_ink *ink, const arb_pgn *pgn, const arb_pgn_move *move);
ARB_API arb_pgn_print arb_pgn_ink_end(const arb_pgn_ink *ink);

ARB_END_DECLS

#endif
