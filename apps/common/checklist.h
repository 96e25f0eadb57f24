/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_COMMON_CHECKLIST_H
#define ARBITRO_COMMON_CHECKLIST_H
/*
 * What organiser and arbiter should not forget when visually impaired players take part: one list,
 * for the command line and for the desk of a hall. The points are those of checklist.def.
 */
#include "common/text.h"

/* When a point is due. */
typedef enum arb_checklist_part {
    ARB_CHECKLIST_EVENT,
    ARB_CHECKLIST_ROUND,
    ARB_CHECKLIST_PLAY,
    ARB_CHECKLIST_PARTS
} arb_checklist_part;

typedef struct arb_checklist_point {
    arb_checklist_part part;
    const char *id;       /* a word that stays the same */
    const char *articles; /* parted by blanks */
    const char *text[ARB_LANG_COUNT];
} arb_checklist_point;

/* All of them, in the order of an event. */
const arb_checklist_point *arb_checklist(size_t *count);

/* The point with this id, of `size` bytes; NULL when there is none. */
const arb_checklist_point *arb_checklist_find(const char *id, size_t size);

/* "event", "round", "play"; and its heading. */
const char *arb_checklist_part_word(arb_checklist_part part);
arb_text_id arb_checklist_heading(arb_checklist_part part);

#endif
