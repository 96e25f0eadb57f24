/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_PARTICULARS_H
#define ARBITRO_SERVER_PARTICULARS_H
/*
 * What is known of a player beside the name: title, rating, FIDE's number, federation, team. Lists
 * of pairings tell it, the store keeps it as tags of the seat, and broadcasts match players by it.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arbitro/buf.h"
#include "arbitro/square.h"

typedef enum arb_particular {
    ARB_PARTICULAR_TITLE,
    ARB_PARTICULAR_RATING,
    ARB_PARTICULAR_FIDE_ID,
    ARB_PARTICULAR_FEDERATION,
    ARB_PARTICULAR_TEAM,
    ARB_PARTICULAR_COUNT
} arb_particular;

enum { ARB_PARTICULAR_TEXT_MAX = 200 };

typedef struct arb_particulars {
    char *text[ARB_PARTICULAR_COUNT]; /* allocated; NULL: not known */
} arb_particulars;

void arb_particulars_clear(arb_particulars *facts);

/* Takes one, as people write it: "GM", "g", "2415", "ITA". What cannot be such a thing, such as the
 * rating 0 of a player who has none, is passed over. ARB_NOMEM. */
ARB_MUST_USE arb_err arb_particulars_take(arb_particulars *facts, arb_particular fact,
                                          const char *text, size_t size);

/* What a column with this heading, in small letters, tells, and of whom: ARB_COLOUR_COUNT when it
 * does not say. False: something else. */
bool arb_particulars_heading(arb_particular *fact, arb_colour *player, const char *heading,
                             size_t size);

/* Its name for programs: "fide_id". */
const char *arb_particular_word(arb_particular fact);

/* Appends them as lines of tags: WhiteTitle, WhiteElo, WhiteFideId, WhiteFed, WhiteTeam. */
ARB_MUST_USE arb_err arb_particulars_write(arb_buf *out, const arb_particulars *facts,
                                           arb_colour player);

/* ---- lines of tags, as the store has them: tag       WhiteElo "2500" */

enum { ARB_SEAT_TAG_NAME = 32, ARB_SEAT_TAG_VALUE = 256 };
typedef struct arb_seat_tag {
    char name[ARB_SEAT_TAG_NAME], value[ARB_SEAT_TAG_VALUE];
} arb_seat_tag;

/* Takes the next one off `lines`, which may be NULL; others are passed over. False at the end. */
bool arb_seat_tag_next(arb_seat_tag *out, const char **lines);

/* Those whose names begin so, allocated; NULL when there are none, or without memory. */
char *arb_seat_tags_of(const char *lines, const char *beginning);

#endif
