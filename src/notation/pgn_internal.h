/* SPDX-License-Identifier: MIT */
#ifndef ARB_NOTATION_PGN_INTERNAL_H
#define ARB_NOTATION_PGN_INTERNAL_H
/* What the parts of the PGN reader share. */
#include "arbitro/pgn.h"
#include "board/step.h"

enum {
    ARB_PGN_MARGIN = 128,    /* bytes that are in the buffer when something odd is looked at */
    ARB_PGN_NAMES = 64,      /* tags among which one that is repeated is found */
    ARB_PGN_TOKEN = 32,      /* and when it may be a plain move or a number */
    ARB_PGN_CHUNK = 1 << 16, /* bytes asked for at a time: they stay in the nearer caches */
    ARB_PGN_ROOM = ARB_PGN_TEXT_MAX + 2 * ARB_PGN_CHUNK,
    ARB_PGN_PADDING = 32 /* zeros behind the text, and a line end before it */
};

/* What the reader is doing. */
typedef enum arb_pgn_doing {
    ARB_PGN_READING,
    ARB_PGN_LEAVING,  /* it passes over the rest of a variation */
    ARB_PGN_SKIPPING, /* it passes over the rest of the game */
    ARB_PGN_STOPPED
} arb_pgn_doing;

/* One line of play, and the positions at its end. They have no key and no en passant square; only
 * arb_pgn_position() fills them in. */
typedef struct arb_pgn_line {
    arb_pos pos[2];
    uint8_t kings[2]; /* which are attacked there: STEP_..._KING */
    unsigned now;     /* which of them is the present one; the other is the one before */
    unsigned plies;
    bool begun; /* it has a move of its own, on which there can be a variation */
} arb_pgn_line;

struct arb_pgn {
    const arb_mem *mem;
    arb_pgn_options options;
    bool english;       /* are the letters of the moves */
    uint8_t roles[256]; /* by the letter of the language; pawns by their file */
    arb_pos initial;
    arb_step_fn *step;

    arb_pgn_source *source;
    void *source_user;
    arb_err failure; /* of the source, or of memory */
    bool at_end;     /* the source has no more */
    char *buffer;    /* ARB_PGN_PADDING, ARB_PGN_ROOM, ARB_PGN_PADDING */
    char *token;     /* what is being read; everything from here on is kept */
    char *at, *end;
    char *mark;          /* a byte whose place is known */
    arb_pgn_place place; /* that place */
    arb_pgn_place from;  /* where the next text begins */
    bool high_bytes;     /* there are bytes that are not ASCII in the buffer */

    const arb_pgn_handler *handler;
    void *user;
    arb_pgn_doing doing;
    bool unentered;  /* the variation that it passes over has no line on the stack */
    bool in_comment; /* passing over begins inside a comment */

    bool in_game, started, event_seen, variant_known, setup_announced, fen_seen, tags_seen;
    arb_pgn_place setup_place;     /* of the tag SetUp */
    uint64_t names[ARB_PGN_NAMES]; /* of the tags so far */
    unsigned name_count;
    bool fen_empty;     /* the FEN tag says nothing */
    bool behind_tag;    /* and on its line */
    bool bare;          /* the game is nothing but a result */
    bool closing;       /* the result of the game has been read */
    bool whole;         /* and then the text has ended, */
    bool peered;        /* on which it depended how something before it is read */
    bool same_line;     /* and since then no line has ended */
    unsigned commented; /* 1 plus the plies before the last comment in braces; 0: none */
    bool encoding_told, number_told, quote_told;
    int number_offset;
    bool numbered; /* a number stands before the move that comes */
    arb_variant variant;
    arb_pgn_summary game;
    arb_pgn_line line;
    arb_pgn_line *stack; /* the lines around a variation */
    size_t depth, stack_room;
};

/* A text in memory, and the source that reads it. */
typedef struct arb_pgn_memory {
    const char *at;
    size_t left;
} arb_pgn_memory;

arb_pgn_source arb_pgn_read_memory;

/* pgn_read.c: begins with a text; then reads a game at a time. `ended` is false when none is left.
 */
/* Blanks of any kind between games; false when something else comes. */
bool arb_pgn_skip_blank(arb_pgn *pgn);
void arb_pgn_open(arb_pgn *pgn, arb_pgn_source *source, void *source_user,
                  const arb_pgn_handler *handler, void *user);
ARB_MUST_USE arb_err arb_pgn_read_game(arb_pgn *pgn, bool *ended);

/* pgn_input.c: reads on; false when nothing could be added. `token` and what follows is kept. */
bool arb_pgn_fill(arb_pgn *pgn);

/* Is there a whole margin at `at`, as far as the text goes? Call it before looking at a token. */
static inline void arb_pgn_look(arb_pgn *pgn)
{
    if (__builtin_expect(pgn->end - pgn->at < ARB_PGN_MARGIN, 0) && !pgn->at_end) {
        pgn->token = pgn->at;
        while (pgn->end - pgn->at < ARB_PGN_MARGIN && arb_pgn_fill(pgn))
            continue;
    }
}

/* The place of a byte in the buffer, not before the mark, which moves there. */
arb_pgn_place arb_pgn_place_at(arb_pgn *pgn, const char *at);

/*
 * The first `wanted` at or after `token` plus `from`, as a distance from `token`. False when there
 * is none before the end of the text or within what a token may have; `token` then is kept.
 */
bool arb_pgn_find(size_t *out, arb_pgn *pgn, size_t from, char wanted);

/* pgn_faults.c: tells a finding about `size` bytes at `text`, and reacts to an error. */
void arb_pgn_fault_at(arb_pgn *pgn, arb_pgn_fault fault, const char *text, size_t size);
void arb_pgn_tell(arb_pgn *pgn, arb_pgn_finding *finding);

/* Tells of the first text of a game that is not UTF-8. */
void arb_pgn_check_encoding(arb_pgn *pgn, const char *text, size_t size);

/* Goes on as a callback wished. */
static inline void arb_pgn_follow(arb_pgn *pgn, arb_pgn_next next)
{
    if (next == ARB_PGN_STOP)
        pgn->doing = ARB_PGN_STOPPED;
    else if (next == ARB_PGN_SKIP && pgn->doing != ARB_PGN_STOPPED) {
        pgn->doing = ARB_PGN_SKIPPING;
        pgn->game.skipped = true;
    }
}

/* pgn_tag_scan.c: does a tag begin here: a bracket, a name, and a value in quotes? */
bool arb_pgn_is_tag(const char *at);
bool arb_pgn_is_event(const char *at);

/* pgn_tags.c; is the value "", "?" or blanks? */
bool arb_pgn_says_nothing(const arb_pgn_tag *tag);
void arb_pgn_take_tag(arb_pgn *pgn);

/* pgn_game.c: a game begins, its moves begin, they end; with a result there may be more to come
 * before the game is closed. */
void arb_pgn_begin_game(arb_pgn *pgn);
void arb_pgn_start_moves(arb_pgn *pgn);
void arb_pgn_end_game(arb_pgn *pgn, arb_pgn_result marker);
void arb_pgn_close_game(arb_pgn *pgn);

/* pgn_close.c: what stands behind the result. */
void arb_pgn_take_closing(arb_pgn *pgn);

/* pgn_stray.c: what does not belong here is remarked on and passed over; false when it is not so.
 */
void arb_pgn_take_stray(arb_pgn *pgn, size_t size);
void arb_pgn_take_brace(arb_pgn *pgn);
bool arb_pgn_take_scrap(arb_pgn *pgn);
bool arb_pgn_is_bad_tag(arb_pgn *pgn);
bool arb_pgn_take_rest(arb_pgn *pgn);
bool arb_pgn_take_quote(arb_pgn *pgn);
bool arb_pgn_take_late_line(arb_pgn *pgn);
bool arb_pgn_find_variation(size_t *size, arb_pgn *pgn);
bool arb_pgn_take_stray_line(arb_pgn *pgn);
bool arb_pgn_take_tail(arb_pgn *pgn);
bool arb_pgn_take_prose(arb_pgn *pgn);
bool arb_pgn_take_sign(arb_pgn *pgn);
bool arb_pgn_is_utf16(const char *at);

/* pgn_moves.c: the text of a game, as far as the buffer or the game goes. */
void arb_pgn_take_moves(arb_pgn *pgn);
void arb_pgn_number_missing(arb_pgn *pgn);

/* pgn_comment.c: a comment, whose brace, semicolon or percent sign stands at `at`. */
void arb_pgn_take_comment(arb_pgn *pgn);
void arb_pgn_take_line(arb_pgn *pgn);
void arb_pgn_tell_comment(arb_pgn *pgn, const char *text, size_t size);

/* Does another game begin in this text? */
bool arb_pgn_holds_game(const char *text, size_t size);

/* How far from the token its line ends; false when that is too far to be found. */
bool arb_pgn_line_end(size_t *out, arb_pgn *pgn);

static inline bool arb_pgn_line_begins(const char *at)
{
    return at[-1] == '\n' || at[-1] == '\r';
}

/* Reads the comment in braces that comes next, without taking it: its text; false when none. */
bool arb_pgn_peek_comment(const char **text, size_t *size, arb_pgn *pgn);

/* pgn_token.c: everything in the text of a game but numbers and ordinary moves. */
void arb_pgn_take_odd(arb_pgn *pgn);
bool arb_pgn_take_glyph(arb_pgn *pgn);

/* pgn_result.c: the result with which the text begins, and its size; ARB_PGN_RESULT_NONE when it is
 * none. Is it written as PGN writes it? */
arb_pgn_result arb_pgn_marker(const char *at, size_t *size);
bool arb_pgn_result_plain(arb_pgn_result result, const char *text, size_t size);

/* pgn_variation.c */
void arb_pgn_enter(arb_pgn *pgn);
void arb_pgn_leave(arb_pgn *pgn);

/* pgn_skip.c: passes over what the reader does not wish to read. */
void arb_pgn_skip(arb_pgn *pgn);

/* pgn_written.c: a move that the short way did not understand. */
void arb_pgn_take_written(arb_pgn *pgn);
/* A move that was not made, or stood although illegal. `size` is that of the token. */
void arb_pgn_take_null(arb_pgn *pgn, size_t size);

/* Laws A.5.2: the position after a displacement that stands; false when there is none. */
bool arb_pgn_displace(arb_pos *out, const arb_pos *pos, arb_hand hand);

/* What is to be said of a move that has been played, beside its legality. */
void arb_pgn_check_marks(arb_pgn *pgn, arb_check_mark mark, bool check, bool *mate);
void arb_pgn_tell_move(arb_pgn *pgn, const arb_pgn_move *move);

/* The offer of a draw, as its comment in PGN. */
void arb_pgn_tell_offer(arb_pgn *pgn);

#endif
