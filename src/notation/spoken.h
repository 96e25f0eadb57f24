/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_NOTATION_SPOKEN_H
#define ARBITRO_NOTATION_SPOKEN_H
/*
 * What is said beside the words of a language (languages.h) when moves are announced (D.2.1).
 *
 * A list holds words with a blank between them; a word may have several forms with a slash between
 * them: the first is said, all are read. The forms are those of grammar, of regions and of spelling
 * alphabets; what differs in capitals, accents, doubled letters or ae for ä only is one form.
 */
#include "arbitro/announce.h"

typedef struct arb_spoken {
    const char *code;    /* of the language; the last entry has NULL */
    const char *names;   /* of the files, by D.2.1; NULL: as D.2.1 prints them */
    const char *letters; /* how the letters a to h are called; NULL: only the letters themselves */
    const char *cities;  /* NULL: those that all languages share */
    const char *ranks;   /* one to eight */
    const char *pieces;  /* further names, in the order of arb_role, - for none; NULL: none */
    const char *castles; /* forms of "castles" without a side; NULL: none */
    const char *sides;   /* short, long; with `castles` */
    const char *fillers; /* further words that are passed over, one form each; NULL: none */
    bool says_a;         /* "a" is a word, too: "torre a d1" goes there, or stands on the a-file */
    const char *colours[2]; /* as a heading over the pieces of one side */
    const char *turns[2];   /* "White to move" */
} arb_spoken;

/* Those of all languages: the names of D.2.1, the alphabet of radio, cities. */
extern const char arb_spoken_names[], arb_spoken_nato[], arb_spoken_cities[];

/* What is said in this language. */
const arb_spoken *arb_spoken_of(const arb_language *language);

/* The language of an announcement: NULL is German (D.2.1). */
const arb_language *arb_spoken_language(const arb_language *language);

/* The names of the files in this manner. */
const char *arb_spoken_files(const arb_language *language, arb_file_names files);

/* The word that is said for a meaning, "" where there is none; are the words of it written with
 * capitals, as German writes nouns? */
const char *arb_spoken_word(const arb_language *language, arb_meaning meaning, bool *capitals);

/* The forms of the word with this place in a list, with their size: "zwei/zwo". */
const char *arb_spoken_entry(const char *list, unsigned place, size_t *size);

/* arb_announcement_read() of announce.h; `written` is what was heard, without a form when it
 * names what it captures or leaves out a side, and empty when it is a text as on a sheet. */
arb_err arb_announcement_hear(arb_written *written, arb_reading *out, arb_where *where,
                              const arb_pos *pos, const char *text, size_t size,
                              const arb_language *language);

/* What was said, before anybody has looked whether it can be played. */
typedef struct arb_announced {
    arb_written written;
    uint8_t victim; /* the role of what is said to be captured, or ARB_ROLE_NONE */
    bool castles;   /* without a side */
} arb_announced;

/* The ways in which it can be heard, one or two: single letters as files, or passed over, as in
 * "cavallo a f3". None in a text as on a sheet. */
arb_err arb_announcement_said(arb_announced out[2], unsigned *ways, arb_where *where,
                              const arb_pos *pos, const char *text, size_t size,
                              const arb_language *language);

/* Writes down what was heard, in the letters of English; "" for what nobody would write. */
void arb_announced_note(char *out, size_t room, const arb_written *written);

/*
 * Laws D.2.7: a row of a scoresheet in longhand, or as a recorder has it: the words of an
 * announcement, with the number of the move perhaps. False when it cannot be read so; otherwise
 * what it means in `pos`, and what is written.
 */
bool arb_longhand_read(arb_reading *out, arb_written *written, const arb_pos *pos, const char *text,
                       size_t size, const arb_language *language);

#endif
