/* SPDX-License-Identifier: MIT */
#ifndef ARB_NOTATION_PGN_WRITER_H
#define ARB_NOTATION_PGN_WRITER_H
/* What the parts of the PGN writer share. */
#include "arbitro/buf.h"
#include "arbitro/pgn_write.h"

enum {
    ARB_PGN_COLUMNS = 79,
    ARB_PGN_BODY_SIZE = 4 << 20,
    ARB_PGN_RECENT = 1024,
    ARB_PGN_BODY_ENOUGH = 1 << 20 /* then the text goes to the sink before the game ends */
};

/* A tag, written as a line that lies among the others. */
typedef struct arb_pgn_line_of_tag {
    size_t at, size, name_size;
} arb_pgn_line_of_tag;

struct arb_pgn_writer {
    const arb_mem *mem;
    arb_pgn_format format;
    arb_pgn_sink *sink;
    void *user;
    arb_err failure;
    arb_buf tags;                /* the lines of the tags */
    arb_buf body;                /* the text behind the tags */
    char recent[ARB_PGN_RECENT]; /* and behind that */
    size_t recent_size;
    arb_buf scratch; /* for texts that must be made UTF-8 */
    arb_pgn_line_of_tag *tag;
    size_t tag_count, tag_room;
    size_t depth;  /* variations that are open */
    size_t column; /* characters on the last line of the body */
    char open[4];  /* signs that wait for the next word */
    size_t open_count;
    bool san;    /* moves are written as arb_san_write() writes them */
    bool tight;  /* the next word follows without a blank */
    bool header; /* the tags have been written */
    bool number; /* the next move needs its number, whoever makes it */
    /* of the copier */
    bool left_out;          /* the variation that is being read */
    arb_buf rest;           /* of a comment */
    char fen[ARB_FEN_SIZE]; /* that is still to be written; "" for none */
};

/* Adds a move that is a word by now. */
void arb_pgn_write_word(arb_pgn_writer *writer, const arb_pos *before, const char *text,
                        size_t size);

/* Adds a comment that is never broken into lines. */
void arb_pgn_write_unbroken(arb_pgn_writer *writer, const char *text, size_t size);

/* pgn_write_tags.c: writes the tags to the sink, with `result` if no tag tells it; forgets them. */
ARB_MUST_USE arb_err arb_pgn_tags_write(arb_pgn_writer *writer, arb_pgn_result result);

/* Points `out` at the same text in UTF-8, which the writer's scratch may hold. */
ARB_MUST_USE arb_err arb_pgn_utf8(const char **out, size_t *size, arb_pgn_writer *writer);

#endif
