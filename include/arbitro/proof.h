/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_PROOF_H
#define ARBITRO_PROOF_H
/**
 * @file proof.h
 * Can a player still checkmate, and is the position dead (Laws, 1.5, 5.1.2, 5.2.2, 6.9, 7.5.5)?
 *
 * Both questions are about "any possible series of legal moves", with the opponent helping as much
 * as he can. They look at the board alone: the counters of 9.3 and 9.6 play no part. A position
 * that no legal game reaches is taken as it stands.
 *
 * YES and NO are proofs, never guesses: a "can mate" comes with the moves, a "cannot" with the kind
 * of its proof. UNKNOWN says that the work allowed, or the memory, did not suffice for either; it
 * promises nothing about the position.
 *
 * All types are plain values: copy with `=`, nothing to free.
 */
#include "arbitro/mem.h"
#include "arbitro/position.h"

ARB_BEGIN_DECLS

typedef enum arb_proof { ARB_PROOF_NO, ARB_PROOF_YES, ARB_PROOF_UNKNOWN } arb_proof;

/** How an answer is known: name, English, Italian. */
#define ARB_PROOF_REASON_MAP(X)                                                                    \
    X(CHECKMATE, "checkmate is on the board", "lo scacco matto è sulla scacchiera")                \
    X(STALEMATE, "stalemate is on the board", "lo stallo è sulla scacchiera")                      \
    X(LINE, "a line of legal moves ends in checkmate", "una serie di mosse legali porta al matto") \
    X(MATERIAL, "too few pieces, wherever they stand", "troppo poco materiale, ovunque si trovi")  \
    X(FORCED, "the only moves lead to the end", "le uniche mosse portano alla fine")               \
    X(WALLS, "the walls never open", "le barriere non si aprono mai")                              \
    X(REGIONS, "no mate fits the regions that the pieces keep to",                                 \
      "nessun matto entra nelle regioni in cui i pezzi restano")                                   \
    X(EXHAUSTED, "all lines were followed to their end", "tutte le linee sono state esaurite")     \
    X(WORK, "the work allowed did not suffice", "il lavoro concesso non è bastato")

typedef enum arb_proof_reason {
#define X(name, en, it) ARB_REASON_##name,
    ARB_PROOF_REASON_MAP(X)
#undef X
        ARB_REASON_COUNT
} arb_proof_reason;

/**
 * How much work a question may cost.
 *
 * With all zeros a question about a position is followed until it is decided or ARB_PROOF_BYTES of
 * memory are used up; a game (arb_proof_memory) stops at ARB_PROOF_GAME_NODES.
 */
typedef struct arb_effort {
    const arb_mem *mem; /* NULL means malloc; used during the call only */
    /**
     * How many positions, and states of closures, all stages together may go through for one
     * question about one side; 0: no limit but the memory. What is asked for on the way, regions
     * after a capture, ends by itself: it may be a few ten thousand more.
     */
    uint64_t nodes;
    size_t bytes; /* how much memory may be held at any time; 0: ARB_PROOF_BYTES */
    /** Asked now and then, with how many positions were gone through; false ends it: UNKNOWN. */
    bool (*goes_on)(void *user, uint64_t nodes); /* may be NULL */
    void *user;
} arb_effort;

#define ARB_PROOF_BYTES      ((size_t)1024 << 20)
#define ARB_PROOF_GAME_NODES 2000000u

/** Room for a line of moves in an answer. */
enum { ARB_PROOF_LINE_MAX = 1024 };

/** An answer with all that is known about it. */
typedef struct arb_proof_answer {
    arb_proof verdict;
    arb_proof_reason reason;
    uint64_t nodes; /* positions gone through for it */
    /**
     * Where there is no mate: of the certificate below, how many positions are gone on from at
     * most, and how many parts end its lines. When a position is dead, the sums of both sides.
     */
    uint64_t expanded, parts;
    /**
     * Where a mate was found, the legal moves that lead to it, the last one mating; empty when it
     * stands on the board already. A line longer than the room is told in full by `count` and cut
     * off in `line`.
     */
    arb_colour mates; /* who mates in that line */
    size_t count;
    arb_move line[ARB_PROOF_LINE_MAX];
} arb_proof_answer;

/**
 * A certificate: why `side` never mates from a position, so that anybody can see for himself.
 *
 * It is a set of parts, each about one position. Claimed: start with the position asked about and
 * go on from every position met, each once, by all its legal moves, but not from
 *   - a position that a part speaks about,
 *   - a position in which the material rules below say that `side` never mates.
 * Then this comes to an end after at most `expanded` positions gone on from (those without legal
 * moves and the first one included; a stage may have come by a position that another one had
 * already counted, or where the material rules hold), every part is met, and none of the positions
 * gone on from is checkmate by `side`. Two positions are the same as arb_pos_same() says. Where
 * only moves are forced, where a closure was exhausted, and where the first moves were tried one
 * after the other, it is all the same; the argument that most of it rests on is the `reason` of the
 * answer.
 *
 * Material rules, good for a position in which the king of the opponent of `side` is not in check
 * while `side` has the move, and pawns of `side` on its last rank not counted: `side` never mates
 *   - with its king alone,
 *   - with king and one knight, where the opponent has nothing but king and queens,
 *   - with king and bishops that all stand on squares of one colour, where the opponent has
 *     neither knights, nor bishops on squares of the other colour, nor pawns, but perhaps some that
 *     stand on their last rank on squares of the first colour.
 * (Where that king is in check out of turn, they are good if no move of `side` mates at once.)
 *
 * A part says of its position `pos`, in which the king of the opponent of `side` is not in check
 * while `side` has the move, why `side` never mates from there.
 *
 * WALLS. `unit` tells for each of the `units` on the board where it may get to. Claimed, for every
 * position P to which legal moves from `pos` lead:
 *   a. a unit that is still on the board stands on a square of its `at`;
 *   b. a unit that is not `loose` stands on `home`, and was not captured;
 *   c. a pawn that is not `promotes` is a pawn; one that is may be anything, with all squares in
 *      `at` (no pawn of `side` is);
 *   d. a pawn that has captured on its way stands on a square of `strayed`.
 * That holds if no move leads out of these sets, each unit taken for itself, whoever has the move,
 * kings in check or not. Let "clear" be the squares that are vacant in `pos` or the home of a loose
 * unit, and "guests" of a colour all squares in the `at` of its units but the king.
 *   - A piece goes from any square of `at` through clear squares to one that is clear or where the
 *     other colour has guests; it must be in `at`.
 *   - So does a king, but not to squares that an enemy unit which is not loose attacks from home: a
 *     pawn its two, a knight and a king theirs, a line piece only those next to it. Castling leads
 *     king and rook to their squares if `pos` has the right, whatever stands between.
 *   - A pawn steps forward to clear squares, two from its second rank, and captures where the other
 *     colour has guests or where a pawn of the other colour may have been passed over: the square
 *     `passed` of `pos`, and any square between its second and fourth rank where `at` has both. A
 *     capture leads to `strayed`, and steps from there stay in it. From squares of `at` that are
 *     not `strayed` it does not step to where an enemy pawn ahead of it on its file stands at home,
 *     nor beyond, if that pawn is bound: it does not promote, has nothing `strayed`, and no square
 *     of its `at`, nor any on its file where it may be passed over, is one where the colour of the
 *     first pawn may capture (below).
 *   - A unit that has more in `at` than `home` is loose; so is one whose home is a square where the
 *     other colour may capture: squares attacked by its pawns from all of their `at`, and all of
 *     `at` of its other units that are loose. So is the pawn that has just passed over `passed`.
 * And no such P is mate by `side`. In a mate the king stands on a square k of its `at`, and
 *   - some unit of `side` may give check on k: a pawn from a square other than home; a knight that
 *     may move; a line piece from any square of `at`, through clear squares and the king's home;
 *   - every square beside k is attacked by a unit of `side` from its `at`, as before; or by its
 *     king on some square q of its `at` that is not beside k; or a unit of the king's own stands on
 *     it, each square having another unit.
 * If the only unit of `side`, beside the king, that may move or give check is one that moves, it
 * gives that check from one square of its `at`; it attacks from there alone and q is another
 * square, nor is it one where a unit of the king's own must stand. No k passes.
 *
 * REGIONS. `states` is the number of states in a closure in which kings and pawns stand on their
 * squares and each other unit somewhere in a region: src/proof/README.md tells the moves
 * between states, among which are none that mate `side` for certain; a check from a known square
 * beside the king is answered by the next move. None of the states could be mate by `side`. It
 * claims that as well for every P.
 */
typedef enum arb_proof_argument { ARB_ARGUMENT_WALLS, ARB_ARGUMENT_REGIONS } arb_proof_argument;

/** Where one unit may get to. */
typedef struct arb_proof_unit {
    uint64_t at;      /* squares as bits, a1 the lowest */
    uint64_t strayed; /* of a pawn */
    arb_square home;
    uint8_t role, colour;
    bool loose, promotes;
} arb_proof_unit;

enum { ARB_PROOF_UNITS_MAX = 32 };

typedef struct arb_proof_part {
    arb_pos pos;
    arb_proof_argument argument;
    uint64_t states;
    unsigned units;
    arb_proof_unit unit[ARB_PROOF_UNITS_MAX];
} arb_proof_part;

/** Is told the parts of a certificate one after the other; false stops. */
typedef bool arb_proof_part_fn(void *user, const arb_proof_part *part);

/** Room for each of the lines that a memory keeps; longer ones are forgotten. */
enum { ARB_PROOF_KEPT_MAX = 96 };

/** Moves of one side that end in mate, while the other goes to and fro with `wait`. */
enum { ARB_PROOF_SOLO_MAX = 6 };
typedef struct arb_proof_solo {
    uint8_t count;
    arb_move moves[ARB_PROOF_SOLO_MAX];
    arb_move wait;
} arb_proof_solo;

/**
 * What the answers about earlier positions of a game left behind: lines to a mate for each side,
 * and a position from which there is one. All zeros knows nothing. It may be copied, thrown away,
 * and used with any position: it makes answers quicker, never different, unless its `effort` is
 * set.
 */
typedef struct arb_proof_memory {
    struct {
        uint16_t count;
        arb_move line[ARB_PROOF_KEPT_MAX];
    } kept[ARB_COLOUR_COUNT];
    arb_proof_solo solo[ARB_COLOUR_COUNT];
    arb_move wait[ARB_COLOUR_COUNT]; /* with which each side waited last */
    bool is_alive;
    arb_pos alive;     /* if so: the last position that was asked about, and is not dead */
    arb_effort effort; /* for whoever asks with none; all zeros: the default */
    bool fell_short;   /* a question was left open */
} arb_proof_memory;

/**
 * Can `side` checkmate by any series of legal moves (5.1.2, 6.9, 7.5.5)? A side that has just
 * checkmated can; after stalemate nobody can. `effort` NULL allows the default, of which
 * most positions of real games need little.
 */
ARB_API arb_proof arb_proof_can_mate(const arb_pos *pos, arb_colour side, const arb_effort *effort);

/**
 * Is the position dead, so that neither side can checkmate by any series of legal moves (5.2.2)?
 * A position that is checkmate is not dead; stalemate is.
 */
ARB_API arb_proof arb_proof_is_dead(const arb_pos *pos, const arb_effort *effort);

/** As arb_proof_can_mate(), and fills `out` with the reason and the line. Returns the verdict. */
ARB_API arb_proof arb_proof_explain_mate(arb_proof_answer *out, const arb_pos *pos, arb_colour side,
                                         const arb_effort *effort);

/**
 * As arb_proof_is_dead(), and fills `out`: with the reason, and where the position is not dead with
 * a line in which one of the sides mates. Returns the verdict.
 */
ARB_API arb_proof arb_proof_explain_dead(arb_proof_answer *out, const arb_pos *pos,
                                         const arb_effort *effort);

/**
 * As arb_proof_explain_mate(), and where the answer is NO tells all parts of its certificate, of
 * which `out->parts` is the number. `out` is the same as there.
 */
ARB_API arb_proof arb_proof_certify(arb_proof_answer *out, const arb_pos *pos, arb_colour side,
                                    const arb_effort *effort, arb_proof_part_fn *tell, void *user);

/** As arb_proof_can_mate(), for a game that keeps `memory` from one question to the next. */
ARB_API arb_proof arb_proof_can_mate_now(arb_proof_memory *memory, const arb_pos *pos,
                                         arb_colour side, const arb_effort *effort);

/**
 * As arb_proof_is_dead(), for a game that keeps `memory` and asks after every move: where
 * the last move can be taken back by playing on, or a line that was found before goes on, no search
 * is needed.
 */
ARB_API arb_proof arb_proof_is_dead_now(arb_proof_memory *memory, const arb_pos *pos,
                                        const arb_effort *effort);

/** The reason as a phrase. */
ARB_API const char *arb_proof_reason_text(arb_proof_reason reason, arb_lang lang);

ARB_END_DECLS

#endif
