/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_PROBLEM_H
#define ARBITRO_PROBLEM_H
/**
 * @file problem.h
 * Chess problems: what a stipulation asks for, and the whole solution as a tree that anybody can
 * walk: keys, threats, variations, set play, tries with their refutations.
 *
 * Play follows the Laws, Article 3. The answers are exact: a move is called a key when the aim is
 * forced against every reply, and a try when a reply prevents it. What was not decided within the
 * limits is said to be undecided, never guessed.
 *
 * "Attacker" is the side that the stipulation speaks of: in direct play, selfmates and reflex mates
 * the side that moves first; in help play the one that reaches the aim with the last move. The
 * other side is the defender, also where it helps.
 *
 * @code
 * const char *fen = "8/8/8/N7/8/7P/p1K5/k1n5";
 * arb_stipulation two;
 * arb_setup setup;
 * arb_pos pos;
 * arb_problem *problem;
 * assert(arb_stipulation_read(&two, NULL, "#2", 2) == ARB_OK);
 * assert(arb_fen_read(&setup, NULL, fen, strlen(fen), NULL) == ARB_OK);
 * const unsigned fields = arb_problem_fields(fen, strlen(fen));
 * assert(arb_problem_position(&pos, &setup, &two, fields) == 0);
 * assert(arb_problem_new(&problem, &pos, &two, NULL) == ARB_OK);
 * const arb_problem_facts *facts = arb_problem_facts_of(problem);
 * assert(facts->verdict == ARB_PROBLEM_SOUND && facts->keys == 1);
 * arb_problem_free(problem);
 * @endcode
 */
#include "arbitro/fen.h"
#include "arbitro/mem.h"
#include "arbitro/perft.h"
#include "arbitro/position.h"
#include "arbitro/retro.h"

ARB_BEGIN_DECLS

/* ---- what is asked for ---- */

/** How the two sides play. */
typedef enum arb_problem_play {
    ARB_PROBLEM_DIRECT, /* the attacker forces the aim against the defender */
    ARB_PROBLEM_SELF,   /* the attacker forces the defender to reach the aim against him */
    ARB_PROBLEM_REFLEX, /* the same, but whoever can reach the aim at once must */
    ARB_PROBLEM_HELP,   /* both work together */
    ARB_PROBLEM_PLAY_COUNT
} arb_problem_play;

/** What ends the play. */
typedef enum arb_problem_aim { ARB_AIM_MATE, ARB_AIM_STALEMATE, ARB_AIM_COUNT } arb_problem_aim;

enum { ARB_STIPULATION_MOVES_MAX = 99, ARB_STIPULATION_SIZE = 16 };

/** What a problem asks for: #2, s#3, r#2, h#2.5, =4, h=3. */
typedef struct arb_stipulation {
    uint8_t play;  /* arb_problem_play */
    uint8_t aim;   /* arb_problem_aim */
    uint8_t moves; /* 1 to ARB_STIPULATION_MOVES_MAX; 0 only with `half` */
    bool half;     /* half a move more, in help play only: n.5 */
    bool set;      /* a star: set play is asked for as well */
} arb_stipulation;

/**
 * Reads a stipulation such as "#2", "s#3", "r#2", "h#2.5", "=4", "h=3", with a star before or
 * behind when set play is asked for. On an error `out` is untouched.
 */
ARB_API ARB_MUST_USE arb_err arb_stipulation_read(arb_stipulation *out, arb_where *where,
                                                  const char *text, size_t size);

/** Writes it, cut off at `size` bytes with a NUL; returns the length of the whole, like snprintf.
 */
ARB_API size_t arb_stipulation_write(char *out, size_t size, const arb_stipulation *stipulation);

/** How many plies a solution of full length has. */
ARB_API unsigned arb_stipulation_plies(const arb_stipulation *stipulation);

/** Who moves first by convention: Black in h#n, White in everything else. */
ARB_API arb_colour arb_stipulation_begins(const arb_stipulation *stipulation);

/* ---- the position ---- */

/** Which fields of a FEN were written: where one is missing, the conventions of problems hold. */
enum {
    ARB_PROBLEM_TURN = 1,
    ARB_PROBLEM_CASTLING = 2,
    ARB_PROBLEM_EN_PASSANT = 4,
    ARB_PROBLEM_ALL_FIELDS = 7
};

/** The fields that stand in a FEN, by their number alone. */
ARB_API unsigned arb_problem_fields(const char *fen, size_t size);

/**
 * Makes the position of a problem. Where a field was not written: who moves follows from the
 * stipulation; castling is possible when king and rook stand on their squares of the initial
 * position, unless one of them is shown to have moved; capturing en passant is possible only when
 * the double step must have been the last move. Returns all faults (setup.h) of the diagram so
 * completed; with a hard one, or when the side that is not to move stands in check or the kings
 * touch, `out` is untouched and nothing can be solved: see arb_problem_unplayable().
 */
ARB_API uint32_t arb_problem_position(arb_pos *out, const arb_setup *setup,
                                      const arb_stipulation *stipulation, unsigned fields);

/**
 * Is it shown, with little work, that no game leads to the position (retro.h)? `reason` then says
 * why. A problem can be solved all the same, but is illegal. Castling rights that were not written
 * do not count against it.
 */
ARB_API bool arb_problem_cannot_arise(arb_retro_reason *reason, const arb_pos *pos,
                                      unsigned fields);

/** Those of the faults with which no problem can be solved. */
ARB_API uint32_t arb_problem_unplayable(uint32_t faults);

/* ---- solving ---- */

/** How much to find, and how much it may cost. All zeros: keys and variations, one thread. */
typedef struct arb_problem_options {
    const arb_mem *mem; /* NULL means malloc */
    unsigned threads;   /* 0 and 1: the calling thread alone */
    arb_kernel kernel;
    size_t memory;        /* bytes for what is remembered of positions; 0: 64 MB */
    uint64_t nodes;       /* positions gone through; 0: no limit. With a limit one thread works. */
    unsigned refutations; /* a try has at most so many; 0: one */
    size_t tree_most;     /* nodes of the tree; 0: a million */
    bool set;             /* set play, also without a star */
    bool tries;           /* and the checks that fail */
    bool every_try;       /* every first move that fails, with all its refutations */
    bool keys_only;       /* no variations */
    bool unique_only;     /* ends with the second key: only whether the problem is sound */
    bool longer;          /* where there is no solution: is there one in a move more? */
    /**
     * Told now and then, from one thread at a time, which share is done, 0 to 1; NULL when nobody
     * asks. Answering false stops the work: what is known by then is told as not finished.
     */
    bool (*progress)(void *user, double done);
    void *user;
} arb_problem_options;

/** What a problem turns out to be: name, word for programs, English, Italian. */
#define ARB_PROBLEM_VERDICT_MAP(X)                                                                 \
    X(SOUND, "sound", "sound", "corretto")                                                         \
    X(COOKED, "cooked", "cooked: more than one key", "demolito: più di una chiave")                \
    X(INSOLUBLE, "insoluble", "no solution", "insolubile")                                         \
    X(SHORT, "short", "short solution", "soluzione più breve")                                     \
    X(ENDED, "ended", "the play is over in the diagram", "nel diagramma il gioco è già finito")    \
    X(UNFINISHED, "unfinished", "not finished", "non finito")

typedef enum arb_problem_verdict {
#define X(name, word, en, it) ARB_PROBLEM_##name,
    ARB_PROBLEM_VERDICT_MAP(X)
#undef X
        ARB_PROBLEM_VERDICT_COUNT
} arb_problem_verdict;

/** How a direct problem works: name, word for programs, English, Italian. */
#define ARB_PROBLEM_MANNER_MAP(X)                                                                  \
    X(NONE, "none", "", "")                                                                        \
    X(CHECK, "check", "the key gives check", "la chiave dà scacco")                                \
    X(THREAT, "threat", "threat", "a minaccia")                                                    \
    X(COMPLETE_BLOCK, "complete-block", "complete block", "blocco completo")                       \
    X(INCOMPLETE_BLOCK, "incomplete-block", "incomplete block", "blocco incompleto")               \
    X(BLOCK_THREAT, "block-threat", "block-threat", "blocco-minaccia")                             \
    X(BLOCK, "block", "zugzwang", "zugzwang")

typedef enum arb_problem_manner {
#define X(name, word, en, it) ARB_PROBLEM_MANNER_##name,
    ARB_PROBLEM_MANNER_MAP(X)
#undef X
        ARB_PROBLEM_MANNER_COUNT
} arb_problem_manner;

/** What a first move does: name, bit, word for programs, English, Italian. */
#define ARB_PROBLEM_KEY_MAP(X)                                                                     \
    X(CHECKS, 0, "checks", "gives check", "dà scacco")                                             \
    X(TAKES_PIECE, 1, "takes-piece", "takes a piece", "cattura un pezzo")                          \
    X(TAKES_PAWN, 2, "takes-pawn", "takes a pawn", "cattura un pedone")                            \
    X(PARRIES, 3, "parries-set-check", "parries a check that is possible in the diagram",          \
      "para uno scacco possibile nel diagramma")                                                   \
    X(TAKES_FLIGHT, 4, "takes-flight", "takes a flight", "toglie una casa di fuga")                \
    X(GIVES_FLIGHT, 5, "gives-flight", "gives a flight", "concede una casa di fuga")               \
    X(PROMOTES, 6, "promotes", "promotes", "promuove")                                             \
    X(CASTLES, 7, "castles", "castles", "arrocca")                                                 \
    X(EN_PASSANT, 8, "en-passant", "captures en passant", "prende en passant")                     \
    X(SACRIFICES, 9, "sacrifices", "offers a piece", "offre un pezzo")                             \
    X(PINS, 10, "pins", "pins a piece", "inchioda un pezzo")                                       \
    X(UNPINS, 11, "unpins", "unpins a piece of the defender", "schioda un pezzo avversario")       \
    X(SELF_PINS, 12, "self-pins", "pins a piece of its own side", "autoinchioda un proprio pezzo") \
    X(SELF_UNPINS, 13, "self-unpins", "unpins a piece of its own side",                            \
      "schioda un proprio pezzo")                                                                  \
    X(EXPOSES, 14, "exposes-king", "exposes its king to checks", "espone il proprio re a scacchi") \
    X(WAITS, 15, "waits", "waits", "è d'attesa")                                                   \
    X(THREATENS, 16, "threatens", "threatens", "minaccia")

typedef enum arb_problem_key_mark {
#define X(name, bit, word, en, it) ARB_PROBLEM_KEY_##name = 1 << (bit),
    ARB_PROBLEM_KEY_MAP(X)
#undef X
    /** None of these is admitted in a key. */
    ARB_PROBLEM_KEY_REFUSED = ARB_PROBLEM_KEY_TAKES_PIECE | ARB_PROBLEM_KEY_PARRIES,
    /** These are tolerated where the theme, and not the solution alone, asks for them. */
    ARB_PROBLEM_KEY_TOLERATED = ARB_PROBLEM_KEY_CHECKS | ARB_PROBLEM_KEY_TAKES_PAWN
} arb_problem_key_mark;

/** What may be in a key: name, word for programs, English, Italian. */
#define ARB_PROBLEM_ADMISSION_MAP(X)                                                               \
    X(ADMITTED, "admitted", "", "")                                                                \
    X(TOLERATED, "tolerated", "admitted only if the theme needs it",                               \
      "ammessa solo se serve al tema")                                                             \
    X(REFUSED, "refused", "not admitted in a key", "non ammessa in una chiave")

typedef enum arb_problem_admission {
#define X(name, word, en, it) ARB_PROBLEM_ADMISSION_##name,
    ARB_PROBLEM_ADMISSION_MAP(X)
#undef X
        ARB_PROBLEM_ADMISSION_COUNT
} arb_problem_admission;

/** How large a problem is: name, word for programs, English, Italian. */
#define ARB_PROBLEM_SIZE_MAP(X)                                                                    \
    X(MINIATURE, "miniature", "miniature", "miniatura")                                            \
    X(MEREDITH, "meredith", "Meredith", "Meredith")                                                \
    X(HEAVY, "heavy", "", "")

typedef enum arb_problem_size {
#define X(name, word, en, it) ARB_PROBLEM_SIZE_##name,
    ARB_PROBLEM_SIZE_MAP(X)
#undef X
        ARB_PROBLEM_SIZE_COUNT
} arb_problem_size;

/* ---- the tree ---- */

/** What a node of the tree is. */
typedef enum arb_problem_kind {
    ARB_NODE_ROOT,
    ARB_NODE_SET,        /* set play: no move; the defender's moves in the diagram follow */
    ARB_NODE_KEY,        /* a first move that solves */
    ARB_NODE_TRY,        /* a first move that does not; its refutations are among the children */
    ARB_NODE_CHECK,      /* a check that fails and has too many refutations for a try: only they */
    ARB_NODE_THREAT,     /* what the attacker plays if the defender passes */
    ARB_NODE_DEFENCE,    /* a move of the defender that parries the threats, or with none */
    ARB_NODE_REPLY,      /* one that leaves a threat standing; the threat is not repeated */
    ARB_NODE_REFUTATION, /* one after which the attacker fails; in set play, not provided for */
    ARB_NODE_CONTINUATION, /* a move of the attacker; several beside one another are duals */
    ARB_NODE_HELP,         /* a ply of a line of help play */
    ARB_NODE_COUNT
} arb_problem_kind;

/** A node of the tree. Indices lead from one to another; 0 is the root, and means "none" here. */
typedef struct arb_problem_node {
    arb_move move; /* meaningless for ROOT and SET */
    uint8_t kind;  /* arb_problem_kind */
    uint8_t
        length;  /* attacker's moves to the aim, this one counted; of a defender's move, from it */
    bool ends;   /* the move reaches the aim */
    bool checks; /* the move gives check */
    uint32_t parent, child, next;
} arb_problem_node;

/** What is known of the whole. */
typedef struct arb_problem_facts {
    arb_problem_verdict verdict;
    arb_problem_manner manner; /* of a direct problem, by its first key */
    arb_problem_size size;
    unsigned men;
    unsigned keys;     /* or, in help play, solutions */
    unsigned shortest; /* attacker's moves of the shortest solution; 0 when there is none */
    unsigned longer;   /* where there is no solution: the length of one, if looked for and found */
    unsigned tries;
    unsigned duals;    /* replies to the key with two or more continuations; threats not counted */
    bool set_complete; /* every move of the defender in the diagram has a set continuation */
    bool truncated;    /* there is more than the tree could hold */
    /** As far as was asked: `unique_only` ends with two keys. */
    bool every_first_move_decided;
    uint64_t nodes; /* positions gone through */
    size_t memory;  /* bytes that were used to remember positions */
} arb_problem_facts;

typedef struct arb_problem arb_problem;

/**
 * Solves the problem. ARB_RANGE when the stipulation or the options make no sense, ARB_NOMEM; `out`
 * is then untouched. What limits or `progress` cut short is no error: the facts then say that it is
 * not finished.
 */
ARB_API ARB_MUST_USE arb_err arb_problem_new(arb_problem **out, const arb_pos *pos,
                                             const arb_stipulation *stipulation,
                                             const arb_problem_options *options);

/** Accepts NULL. */
ARB_API void arb_problem_free(arb_problem *problem);

ARB_API const arb_problem_facts *arb_problem_facts_of(const arb_problem *problem);
ARB_API const arb_stipulation *arb_problem_stipulation(const arb_problem *problem);

/** The node with this index, below arb_problem_node_count(). */
ARB_API const arb_problem_node *arb_problem_node_at(const arb_problem *problem, uint32_t index);
ARB_API uint32_t arb_problem_node_count(const arb_problem *problem);

/** The first child of that kind, or the next one after a node of the same parent; 0: none. */
ARB_API uint32_t arb_problem_first(const arb_problem *problem, uint32_t parent,
                                   arb_problem_kind kind);
ARB_API uint32_t arb_problem_next(const arb_problem *problem, uint32_t node, arb_problem_kind kind);

/**
 * Does this reply part the threats: of several that mate at once it leaves exactly one? It does not
 * parry all, and so is no DEFENCE in the tree, but it is a variation with a mate of its own.
 */
ARB_API bool arb_problem_parts_threats(const arb_problem *problem, uint32_t node);

/** How many children of that kind there are. */
ARB_API unsigned arb_problem_count(const arb_problem *problem, uint32_t parent,
                                   arb_problem_kind kind);

/** The position in which the move of a node is played; of the root and set play, the diagram. */
ARB_API arb_pos arb_problem_before(const arb_problem *problem, uint32_t node);

/** The position after it; of the root, the diagram. */
ARB_API arb_pos arb_problem_after(const arb_problem *problem, uint32_t node);

/** What a first move does, as a set of arb_problem_key_mark. */
ARB_API uint32_t arb_problem_key_marks(const arb_problem *problem, uint32_t node);

/** May a key do what these marks say? The strictest of them decides. */
ARB_API arb_problem_admission arb_problem_admission_of(uint32_t marks);

/**
 * The duals that a defence avoids: mates which the piece that defends would allow by merely leaving
 * its square, or by merely filling the other one, together with the one that does follow; what else
 * the defence does prevents them. Mates that are threatened are not counted, nor those that cannot
 * even be played. Returns how many; 0 where the next move does not mate, or where several do.
 */
ARB_API size_t arb_problem_avoided(arb_move out[ARB_MOVES_MAX], const arb_problem *problem,
                                   uint32_t defence);

/* ---- phases: set play, tries, the solution ---- */

/** What becomes of the defender's move in two phases. */
typedef enum arb_problem_change {
    ARB_CHANGE_NONE,       /* the same continuation */
    ARB_CHANGE_MATE,       /* the same defence, another continuation: a changed mate */
    ARB_CHANGE_TRANSFERRED /* the continuation of another defence */
} arb_problem_change;

/** A change between two phases, from nodes of defences. */
typedef struct arb_problem_changed {
    arb_problem_change change;
    uint32_t phase[2];   /* nodes of kind SET, TRY or KEY */
    uint32_t defence[2]; /* in each of them */
} arb_problem_changed;

/**
 * Goes through the changes between set play, tries and keys of a two-mover, or of the first
 * continuations of a longer problem: `out` begins with all zeros, and each call leads to the next
 * one. False: no more.
 */
ARB_API bool arb_problem_changes(arb_problem_changed *out, const arb_problem *problem);

/**
 * Three phases with changed mates after the same two or more defences (Zagoruiko): how many
 * defences, at best; 0 when there is none. `phases`, unless it is NULL, become those phases.
 */
ARB_API unsigned arb_problem_zagoruiko(const arb_problem *problem, uint32_t phases[3]);

/** Words for programs and phrases of the lists above. */
ARB_API const char *arb_problem_verdict_word(arb_problem_verdict verdict);
ARB_API const char *arb_problem_verdict_text(arb_problem_verdict verdict, arb_lang lang);
ARB_API const char *arb_problem_manner_word(arb_problem_manner manner);
ARB_API const char *arb_problem_manner_text(arb_problem_manner manner, arb_lang lang);
ARB_API const char *arb_problem_size_word(arb_problem_size size);
ARB_API const char *arb_problem_size_text(arb_problem_size size, arb_lang lang);
ARB_API const char *arb_problem_key_word(arb_problem_key_mark mark);
ARB_API const char *arb_problem_key_text(arb_problem_key_mark mark, arb_lang lang);
ARB_API const char *arb_problem_admission_word(arb_problem_admission admission);
ARB_API const char *arb_problem_admission_text(arb_problem_admission admission, arb_lang lang);

ARB_END_DECLS

#endif
