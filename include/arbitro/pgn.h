/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_PGN_H
#define ARBITRO_PGN_H
/**
 * @file pgn.h
 * Games as text, in the Portable Game Notation: read, and checked move by move against Article 3.
 *
 * A file of any size streams through one reader of constant memory, which calls a handler for
 * everything it meets. Every move is played on a board; what is said about it is checked too. The
 * reader is strict in law and kind in form. What is only written oddly is a remark, and reading
 * goes on. What cannot be played is an error, and the reader goes on with the next game, or after
 * an error in a variation with what follows that variation: it never reads on into a game that was
 * not played. Writing is in pgn_write.h.
 *
 * Read are UTF-8 and Latin-1, every kind of line end, a byte order mark, escape lines (%), tags in
 * any order and layout, comments before them, games without tags, moves or result, moves in any
 * form of Appendix C and in any language that is named beforehand, wrong and missing move numbers,
 * and `--` for a move that was not made. A tag that cannot be read costs itself and not the game.
 * A comment behind a result belongs to the game before it, and is told before that game ends; one
 * at the beginning of the text belongs to the first game.
 */
#include "arbitro/mem.h"
#include "arbitro/notation.h"

ARB_BEGIN_DECLS

/** A tag or a comment may have so many bytes; variations may be nested so deeply. */
enum { ARB_PGN_TEXT_MAX = 1 << 20, ARB_PGN_DEPTH_MAX = 16384 };

/** A reader. It can read one text after the other, and belongs to one thread at a time. */
typedef struct arb_pgn arb_pgn;

/** What can be wrong: see pgn_findings.def for the list. */
typedef enum arb_pgn_fault {
#define FINDING(id, weight, en, it) ARB_PGN_##id,
#include "arbitro/pgn_findings.def"
#undef FINDING
    ARB_PGN_FAULT_COUNT
} arb_pgn_fault;

typedef enum arb_pgn_weight { ARB_PGN_REMARK, ARB_PGN_ERROR } arb_pgn_weight;

/** The result of a game as PGN knows it. */
typedef enum arb_pgn_result {
    ARB_PGN_RESULT_NONE, /* not written, or not readable */
    ARB_PGN_RESULT_OPEN, /* the game goes on, or nobody knows: * */
    ARB_PGN_RESULT_WHITE,
    ARB_PGN_RESULT_BLACK,
    ARB_PGN_RESULT_DRAW,
    ARB_PGN_RESULT_COUNT
} arb_pgn_result;

/** A place in the text. Lines, columns and games count from 1, columns in characters. */
typedef struct arb_pgn_place {
    uint64_t offset; /* in bytes */
    uint64_t line, column;
    uint64_t game;
    unsigned ply;   /* moves before this place in its own line of play */
    unsigned depth; /* of variations; 0 is the game itself */
} arb_pgn_place;

/** What was found. The texts are the reader's and hold during the call. */
typedef struct arb_pgn_finding {
    arb_pgn_fault fault;
    arb_pgn_place place;
    const char *text; /* the words in question, perhaps cut off */
    size_t size;
    arb_article article;        /* of an illegal move: what it breaks */
    arb_wanted wanted;          /* of what cannot be read; ARB_WANTED_NOTHING otherwise */
    const arb_reading *reading; /* of an ambiguous move: its candidates; NULL otherwise */
} arb_pgn_finding;

/**
 * A pair of name and value. Escapes in the value have been resolved, line ends and other control
 * characters are blanks; a result that is understood is told as PGN writes it, and what decides on
 * the game (Result, SetUp, Variant) without blanks around it.
 */
typedef struct arb_pgn_tag {
    const char *name, *value;
    size_t name_size, value_size;
} arb_pgn_tag;

/** How a move came about. */
typedef enum arb_pgn_move_kind {
    ARB_PGN_MOVE_LEGAL,
    ARB_PGN_MOVE_NULL, /* --: only the turn passes */
    ARB_PGN_MOVE_STOOD /* an illegal displacement that stood (A.5.2); see arb_pgn_command */
} arb_pgn_move_kind;

typedef struct arb_pgn_move {
    arb_pgn_move_kind kind;
    arb_move move;    /* when legal */
    arb_hand hand;    /* when it stood; from ARB_SQUARE_NONE when only the position is known */
    bool check, mate; /* what the move gives */
    bool san;         /* `text` is what arb_san_write() writes */
    const char *text; /* as it was written, without number and judgement */
    size_t size;
} arb_pgn_move;

/** The end of a game. */
typedef struct arb_pgn_summary {
    unsigned plies; /* of the game itself */
    arb_pgn_result tag, marker;
    bool broken;          /* an error ended it */
    bool skipped;         /* the handler wished so */
    bool mate, stalemate; /* what the last position is, unless broken or skipped */
    uint32_t errors, remarks;
} arb_pgn_summary;

/** How to go on after a call. */
typedef enum arb_pgn_next {
    ARB_PGN_GO_ON,
    ARB_PGN_SKIP, /* the variation that has just begun, or else the rest of the game */
    ARB_PGN_STOP  /* arb_pgn_read() returns ARB_STOPPED */
} arb_pgn_next;

/**
 * Who is told. Every function may be NULL. A game is `begin`, tags and perhaps comments, `start`,
 * then moves, glyphs, comments and variations, and `end`, also after an error. The last comments
 * may have stood behind the result; the game ends when the next one begins, or the text. `user` is
 * what arb_pgn_read() was given; the reader answers questions about place and position meanwhile.
 */
typedef struct arb_pgn_handler {
    arb_pgn_next (*begin)(void *user, const arb_pgn *pgn);
    arb_pgn_next (*tag)(void *user, const arb_pgn *pgn, const arb_pgn_tag *tag);
    /** The tags have been read, and the position is the one from which the game starts. */
    arb_pgn_next (*start)(void *user, const arb_pgn *pgn);
    arb_pgn_next (*move)(void *user, const arb_pgn *pgn, const arb_pgn_move *move);
    /** A comment without its braces or semicolon, otherwise verbatim. */
    arb_pgn_next (*comment)(void *user, const arb_pgn *pgn, const char *text, size_t size);
    /** $1 to $255; "!" and its like are told as their numbers. */
    arb_pgn_next (*nag)(void *user, const arb_pgn *pgn, unsigned nag);
    /** A variation on the last move; the position is the one before that move. */
    arb_pgn_next (*enter)(void *user, const arb_pgn *pgn);
    arb_pgn_next (*leave)(void *user, const arb_pgn *pgn);
    arb_pgn_next (*end)(void *user, const arb_pgn *pgn, const arb_pgn_summary *summary);
    arb_pgn_next (*finding)(void *user, const arb_pgn *pgn, const arb_pgn_finding *finding);
} arb_pgn_handler;

typedef struct arb_pgn_options {
    const arb_language *language; /* of the moves; NULL is English */
    bool skip_variations;         /* none is played or told */
} arb_pgn_options;

/** Fills at most `room` bytes of `out` and tells how many in `got`; none are the end of the text.
 */
typedef arb_err arb_pgn_source(void *user, char *out, size_t room, size_t *got);

/** Makes a reader; `options` NULL stands for zeros. The caller owns `out`. ARB_NOMEM. */
ARB_API ARB_MUST_USE arb_err arb_pgn_new(arb_pgn **out, const arb_mem *mem,
                                         const arb_pgn_options *options);
ARB_API void arb_pgn_free(arb_pgn *pgn);

/**
 * Reads a text to its end. Faults of the text are told to the handler and are no errors of this
 * call: it fails with what `source` answered, with ARB_STOPPED when the handler wished so, or with
 * ARB_NOMEM when variations are too deep for the memory. Memory is then free for the next text.
 */
ARB_API ARB_MUST_USE arb_err arb_pgn_read(arb_pgn *pgn, arb_pgn_source *source, void *source_user,
                                          const arb_pgn_handler *handler, void *user);

/** The same for a text in memory. */
ARB_API ARB_MUST_USE arb_err arb_pgn_read_text(arb_pgn *pgn, const char *text, size_t size,
                                               const arb_pgn_handler *handler, void *user);

/**
 * Places are counted on from here in the next text that is read: for a part of a larger one. Line,
 * column and game count from 1.
 */
ARB_API void arb_pgn_begin_at(arb_pgn *pgn, const arb_pgn_place *place);

/**
 * Where a game begins at or after `from` in a text in memory: a line with an Event tag after one
 * that is no tag. `size` when there is none. For dividing a text among several readers.
 */
ARB_API size_t arb_pgn_boundary(const char *text, size_t size, size_t from);

/**
 * Did the last text end behind the result of a game, with nothing left open? Then a line with an
 * Event tag behind it begins another game, and can be read without what stands before.
 */
ARB_API bool arb_pgn_whole(const arb_pgn *pgn);

/** Where the reader stands: at what the handler is being told. */
ARB_API arb_pgn_place arb_pgn_where(const arb_pgn *pgn);

/** The position after the last move, with its key; before the last move; both in any callback. */
ARB_API void arb_pgn_position(arb_pos *out, const arb_pgn *pgn);
ARB_API void arb_pgn_before(arb_pos *out, const arb_pgn *pgn);

/** The game that is played: Chess960 when its Variant tag or its castling rights say so. */
ARB_API arb_variant arb_pgn_variant(const arb_pgn *pgn);

/** Is it an error or a remark; its name such as "illegal"; what it says. */
ARB_API arb_pgn_weight arb_pgn_fault_weight(arb_pgn_fault fault);
ARB_API const char *arb_pgn_fault_name(arb_pgn_fault fault);
ARB_API const char *arb_pgn_fault_text(arb_pgn_fault fault, arb_lang lang);

/** The result as PGN writes it; "*" also for ARB_PGN_RESULT_NONE. */
ARB_API const char *arb_pgn_result_text(arb_pgn_result result);

/**
 * Reads a result, the whole text, also "1/2", "½-½" and with any dash for the hyphen;
 * ARB_PGN_RESULT_NONE when it is none.
 */
ARB_API arb_pgn_result arb_pgn_result_read(const char *text, size_t size);

/** What a command in a comment is about, such as [%clk 1:30:00]. */
typedef enum arb_pgn_command_kind {
    ARB_PGN_COMMAND_CLK,     /* what the clock shows after the move */
    ARB_PGN_COMMAND_EMT,     /* time used for the move */
    ARB_PGN_COMMAND_EGT,     /* time used for the game */
    ARB_PGN_COMMAND_EVAL,    /* an evaluation, seen from White's side */
    ARB_PGN_COMMAND_CSL,     /* marked squares */
    ARB_PGN_COMMAND_CAL,     /* arrows */
    ARB_PGN_COMMAND_OFFER,   /* [%arb offer]: a draw was offered with this move (9.1.2.1) */
    ARB_PGN_COMMAND_ILLEGAL, /* [%arb illegal e2e5]: behind `--`, the displacement that stood
                                (A.5.2) */
    ARB_PGN_COMMAND_SET,  /* [%arb set FEN]: behind `--`, what then stood on the board (7.1, A.5.2)
                           */
    ARB_PGN_COMMAND_OTHER /* another command, or one whose value cannot be read */
} arb_pgn_command_kind;

/** A marked square, or an arrow; `from` equals `to` for a square. */
typedef struct arb_pgn_mark {
    char tint; /* G, R, Y, B or another letter */
    arb_square from, to;
} arb_pgn_mark;

enum { ARB_PGN_MARKS_MAX = 64 };

typedef struct arb_pgn_command {
    arb_pgn_command_kind kind;
    const char *name, *value; /* verbatim, in the comment */
    size_t name_size, value_size;
    int64_t ms;         /* CLK, EMT, EGT */
    bool fraction;      /* and parts of a second are told, too: 0:00:09.8 */
    int32_t centipawns; /* EVAL, unless `mate_in` is not 0 */
    int32_t mate_in;    /* EVAL: moves, negative when Black mates */
    uint32_t depth;     /* EVAL, 0 when not told */
    arb_hand hand;      /* ILLEGAL */
    arb_setup setup;    /* SET */
    unsigned count;     /* CSL, CAL */
    arb_pgn_mark marks[ARB_PGN_MARKS_MAX];
} arb_pgn_command;

/**
 * The next command of a comment at or after `*at`, which moves behind it; begin with 0. False when
 * there is none.
 */
ARB_API bool arb_pgn_command_next(arb_pgn_command *out, size_t *at, const char *text, size_t size);

ARB_END_DECLS

#endif
