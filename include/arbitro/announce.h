/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_ANNOUNCE_H
#define ARBITRO_ANNOUNCE_H
/**
 * @file announce.h
 * Moves as they are announced to a player who cannot see the board, and read back (Laws D.2.1).
 *
 * D.2.1 proposes German: the files are Anna to Hector, the ranks eins to acht, and the arbiter may
 * agree on other words. Every language of language.h has its own here. What is said in any manner
 * is read back to the same move in the same language; the reader also understands the names Anna
 * to Hector, the alphabet of radio, bare letters, digits, and the German words of D.2.1 whatever
 * the language, and forgives capitals, accents and small misspellings. It never guesses: a word
 * that is as near to one meaning as to another cannot be read.
 *
 * Plain values, nothing allocated.
 */
#include "arbitro/notation.h"

ARB_BEGIN_DECLS

/** How the files are named. */
typedef enum arb_file_names {
    ARB_FILE_NAMES,   /* Anna, Bella, Cesar, David, Eva, Felix, Gustav, Hector (D.2.1) */
    ARB_FILE_LETTERS, /* a, b, c */
    ARB_FILE_NATO,    /* Alfa, Bravo, Charlie: the alphabet of radio */
    ARB_FILE_CITIES,  /* of the language, such as Ancona, Bologna, Catania */
    ARB_FILE_NAMES_COUNT
} arb_file_names;

/** The manner of an announcement; zeros are that of D.2.1. */
typedef struct arb_saying {
    const arb_language *language; /* NULL is German, the language of D.2.1 */
    arb_file_names files;
    bool digits; /* ranks as 1 to 8, not in words */
    bool whole;  /* the square of departure is always said */
    bool brief;  /* captures, en passant and check, which D.2.1 does not ask for, are not said */
    bool bare_pawns; /* the name of the pawn is left out */
} arb_saying;

/** Room enough for any move in any manner, with its final NUL. */
enum { ARB_ANNOUNCEMENT_SIZE = 192 };

/** Room enough for any position, and for any entry of a card, with its final NUL. */
enum { ARB_ANNOUNCED_POSITION_SIZE = 4096 };

/**
 * Says `move`, legal in `pos`, cut off at `size` bytes with a NUL; returns the length of the whole
 * text, like snprintf. A promotion names its piece (D.2.1); other pieces of the kind that could go
 * to the same square are told apart as C.10 has it.
 *
 * @code
 * const arb_pos pos = arb_pos_initial();
 * const arb_saying german = { 0 };
 * arb_reading reading;
 * char text[ARB_ANNOUNCEMENT_SIZE];
 * assert(arb_announcement_read(&reading, NULL, &pos, "Springer Felix drei", 19, NULL) == ARB_OK);
 * arb_announcement_write(text, sizeof text, &pos, reading.move, &german);
 * assert(strcmp(text, "Springer Felix drei") == 0);
 * @endcode
 */
ARB_API size_t arb_announcement_write(char *out, size_t size, const arb_pos *pos, arb_move move,
                                      const arb_saying *saying);

/**
 * Says a displacement that is no legal move in the same form, as its player would; "" when nothing
 * was displaced. `before` is the position, `after` what stands on the board then.
 */
ARB_API size_t arb_announced_hand_write(char *out, size_t size, const arb_pos *before,
                                        arb_hand hand, const arb_setup *after,
                                        const arb_saying *saying);

/**
 * Says the whole position in the same way: the pieces of the side that has the move first, kind by
 * kind, which castlings are not lost, a square of capture en passant, and whose move it is.
 */
ARB_API size_t arb_announced_position_write(char *out, size_t size, const arb_pos *pos,
                                            const arb_saying *saying);

/**
 * Says a square in this manner: "Eva vier".
 */
ARB_API size_t arb_announced_square_write(char *out, size_t size, arb_square square,
                                          const arb_saying *saying);

/**
 * Reads an announcement, the whole text, in `pos`. `language` NULL means German. ARB_SYNTAX when it
 * cannot be read: `out` is untouched and `where`, unless it is NULL, tells the beginning of the
 * word at which it ends and what was expected there. Otherwise `out` is what was meant: a legal
 * move; several, with the candidates; or none, with the article that is broken.
 *
 * Two announcements agree when both are legal and their moves are equal. A move in letters ("Sf3")
 * is read too, as arb_move_read() does.
 */
ARB_API ARB_MUST_USE arb_err arb_announcement_read(arb_reading *out, arb_where *where,
                                                   const arb_pos *pos, const char *text,
                                                   size_t size, const arb_language *language);

/** A move that an announcement can mean. */
typedef struct arb_choice {
    arb_square from, to;
    char text[ARB_MOVE_TEXT_SIZE]; /* told apart by its origin (C.10) */
} arb_choice;

/** What was said, and what it can mean. */
typedef struct arb_note {
    /**
     * As a player would write it, in the letters of English, whether or not it can be played:
     * "Nd5". "" where only a choice tells it, as castling without its side, and for a text in
     * letters.
     */
    char text[ARB_MOVE_TEXT_SIZE];
    size_t count; /* 0 where the text says all: castling with its side, a pawn's advance */
    arb_choice choice[ARB_CANDIDATES_MAX]; /* the first of them, if there are more */
} arb_note;

/**
 * What was said, and the moves that it can mean, by where pieces stand and how they would go over
 * an empty board: what stands between, pins, checks and rights to castle do not count, so that it
 * can be handed on without telling anybody what can be played (11.3.1). Where several pieces,
 * squares or sides can be meant, who said it can be asked. ARB_SYNTAX as arb_announcement_read();
 * `out` is then untouched.
 */
ARB_API ARB_MUST_USE arb_err arb_announcement_note(arb_note *out, arb_where *where,
                                                   const arb_pos *pos, const char *text,
                                                   size_t size, const arb_language *language);

/** What a card for the sighted player tells of one language; each writes like snprintf. */
ARB_API size_t arb_announced_file_write(char *out, size_t size, unsigned file,
                                        const arb_saying *saying);
ARB_API size_t arb_announced_rank_write(char *out, size_t size, unsigned rank,
                                        const arb_saying *saying);
/** A piece, a castling, "takes", "check": "" for what the language has no word for. */
ARB_API size_t arb_announced_word_write(char *out, size_t size, arb_meaning meaning,
                                        const arb_saying *saying);

ARB_END_DECLS

#endif
