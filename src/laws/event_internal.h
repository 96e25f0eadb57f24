/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_LAWS_EVENT_INTERNAL_H
#define ARBITRO_LAWS_EVENT_INTERNAL_H
/*
 * What the files that read and write events share: the words of the lists, and a line that is
 * being read, word by word and slot by slot.
 */
#include "arbitro/event.h"
#include "base/cursor.h"

enum { ARB_VERB_SLOTS = 3 };

/* Points of an event are counted in thousandths; more than this is nobody's score. */
enum { ARB_HALF_POINT = 500, ARB_POINTS_MAX = 255 * ARB_HALF_POINT };

/* What stands after the word of a penalty: the words are those of penalties.def. */
typedef enum arb_follows {
    ARB_FOLLOWS_NOTHING,
    ARB_FOLLOWS_SECONDS,
    ARB_FOLLOWS_POINTS,
    ARB_FOLLOWS_POINTS_OPT,
    ARB_FOLLOWS_TEXT,
    ARB_FOLLOWS_ROUNDS
} arb_follows;

arb_follows arb_penalty_follows(arb_penalty penalty);

/* The word that may stand there, or the words of which one does, in the order of their enumeration;
 * NULL when the slot has none. */
const char *arb_slot_words(arb_slot slot);

/* The flag that says that the word of the slot stands there; 0 for other slots. */
uint16_t arb_slot_flag(arb_slot slot);

/*
 * An event line that is being read. The cursor stands at the beginning of a word or at the end:
 * there are no blanks before it, and none at the end of the line.
 */
typedef struct arb_event_reader {
    arb_cursor cur;
    arb_where *where;
    const arb_language *language;
    const arb_verb_info *verb;
    int slot; /* the one that is being read */
    arb_event event;
} arb_event_reader;

/* Other words for the tasks from ARB_TASK_CLOCK on. */
#define ARB_OTHER_TASKS "press write"

/* Takes the next word; it is empty at the end of the line. */
arb_cursor arb_reader_take(arb_event_reader *r);

/* Is the next word this one? */
bool arb_reader_at_word(const arb_event_reader *r, const char *word);

/* Is the next word one with which a later slot of the verb begins? */
bool arb_reader_at_later_slot(const arb_event_reader *r);

/* Reads one slot of the verb into the event. */
typedef arb_err arb_slot_reader(arb_event_reader *r);

/* The slots that hold text, in event_texts.c; the others are in event_slots.c. */
arb_slot_reader arb_slot_read_move, arb_slot_read_text, arb_slot_read_fen, arb_slot_read_assistant;

/* Reads the slot of the verb at which the reader stands. */
ARB_MUST_USE arb_err arb_slot_read(arb_event_reader *r);

#endif
