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
    X(EXHAUSTED, "all lines were followed to their end", "tutte le linee sono state esaurite")     \
    X(WORK, "the work allowed did not suffice", "il lavoro concesso non è bastato")

typedef enum arb_proof_reason {
#define X(name, en, it) ARB_REASON_##name,
    ARB_PROOF_REASON_MAP(X)
#undef X
        ARB_REASON_COUNT
} arb_proof_reason;

/** How much work a question may cost. */
typedef struct arb_effort {
    const arb_mem *mem; /* NULL means malloc; used during the call only */
    uint64_t nodes;     /* how many positions may be gone through; 0: a default that suffices */
} arb_effort;

/** Room for a line of moves in an answer. */
enum { ARB_PROOF_LINE_MAX = 1024 };

/** An answer with all that is known about it. */
typedef struct arb_proof_answer {
    arb_proof verdict;
    arb_proof_reason reason;
    uint64_t nodes; /* positions gone through for it */
    /**
     * Where a mate was found, the legal moves that lead to it, the last one mating; empty when it
     * stands on the board already. A line longer than the room is told in full by `count` and cut
     * off in `line`.
     */
    arb_colour mates; /* who mates in that line */
    size_t count;
    arb_move line[ARB_PROOF_LINE_MAX];
} arb_proof_answer;

/** Room for each of the lines that a memory keeps; longer ones are forgotten. */
enum { ARB_PROOF_KEPT_MAX = 96 };

/**
 * What the answers about earlier positions of a game left behind: a line to a mate for each side,
 * and a position from which there is one. All zeros knows nothing. It may be copied, thrown away,
 * and used with any position: it makes answers quicker, never different, unless its `effort` is
 * set.
 */
typedef struct arb_proof_memory {
    struct {
        uint16_t count;
        arb_move line[ARB_PROOF_KEPT_MAX];
    } kept[ARB_COLOUR_COUNT];
    bool is_alive;
    arb_pos alive;     /* if so: the last position that was asked about, and is not dead */
    arb_effort effort; /* for whoever asks with none; all zeros: the default */
    bool fell_short;   /* a question was left open */
} arb_proof_memory;

/**
 * Can `side` checkmate by any series of legal moves (5.1.2, 6.9, 7.5.5)? A side that has just
 * checkmated can; after stalemate nobody can. `effort` NULL allows a default that most positions
 * of real games need little of.
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
