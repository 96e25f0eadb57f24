/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_EVENT_H
#define ARBITRO_EVENT_H
/**
 * @file event.h
 * What happens in a game as the Laws see it: who did what, when.
 *
 * events.def is the one list from which reading, writing and documentation come. An event is a
 * plain value; which of its fields mean something is told by the slots of its verb. Its text is
 * the caller's, in UTF-8, and must live as long as the event is used.
 *
 * On a line a text stands as it is, or in quotation marks, in which \" and \\ are a quotation mark
 * and a backslash. Such a text is kept as it stood there, with its backslashes, and marked as
 * ARB_EVENT_ESCAPED; arb_event_text() gives the plain one. A text without escapes is not marked.
 */
#include "arbitro/article.h"
#include "arbitro/clock.h"
#include "arbitro/language.h"
#include "arbitro/result.h"
#include "arbitro/written.h"

ARB_BEGIN_DECLS

/** Who acts. The first two are an arb_colour. */
typedef enum arb_actor {
    ARB_ACTOR_WHITE,
    ARB_ACTOR_BLACK,
    ARB_ACTOR_ARBITER,
    ARB_ACTOR_WHITE_ASSISTANT,
    ARB_ACTOR_BLACK_ASSISTANT,
    ARB_ACTOR_SPECTATOR,
    ARB_ACTOR_ARBITER_ASSISTANT, /* 12.4 */
    ARB_ACTOR_HALL,              /* where time brings something by itself, and nobody has said so */
    ARB_ACTOR_COUNT
} arb_actor;

typedef enum arb_verb {
#define EVENT(id, words, actors, first, second, third, articles) ARB_VERB_##id,
#include "arbitro/events.def"
#undef EVENT
    ARB_VERB_COUNT
} arb_verb;

/** What an argument of an event is. */
typedef enum arb_slot {
    ARB_SLOT_NONE,
    ARB_SLOT_SQUARE,      /* square[0] */
    ARB_SLOT_SQUARES,     /* one or more, in their order */
    ARB_SLOT_SQUARES_OPT, /* any number */
    ARB_SLOT_PIECE,       /* role of a promotion piece, or none */
    ARB_SLOT_MOVE,        /* text, and what it says in `move` */
    ARB_SLOT_MOVE_OPT,    /* the same, or form ARB_FORM_NONE */
    ARB_SLOT_TEXT,        /* not empty */
    ARB_SLOT_TEXT_OPT,
    ARB_SLOT_COLOUR,     /* one bit in `colours` */
    ARB_SLOT_COLOURS,    /* one or both */
    ARB_SLOT_NUMBER,     /* number */
    ARB_SLOT_NUMBER_OPT, /* number, 0 for none */
    ARB_SLOT_PLY,        /* number, or "unknown" */
    ARB_SLOT_TIME,       /* ms, as a clock shows it, not negative */
    ARB_SLOT_TIME_OPT,   /* the same, or none */
    ARB_SLOT_SECONDS,    /* ms, may be negative */
    ARB_SLOT_MOVES_OPT,  /* "moves" and number */
    ARB_SLOT_ARTICLE,    /* article */
    ARB_SLOT_PENALTY,    /* penalty, and ms, points, number or text by its kind */
    ARB_SLOT_RESULT,     /* result */
    ARB_SLOT_FEN,        /* text */
    ARB_SLOT_ASSISTANT,  /* text is the name, tasks what he does */
    ARB_SLOT_PLACE,      /* place */
    ARB_SLOT_DECISION,   /* decision; a deferment may have ms */
    ARB_SLOT_APPEAL,     /* appeal: what became of one */
    ARB_SLOT_CONSENT,    /* consent, with colours and perhaps a place, or a text */
    ARB_SLOT_RESUME,     /* "resume" and a text: when and where play is resumed (I.2.7) */
    ARB_SLOT_TOGETHER,   /* these are words that may stand there or not */
    ARB_SLOT_ACCIDENTAL,
    ARB_SLOT_TWO_HANDS,
    ARB_SLOT_SILENT,
    ARB_SLOT_OTHER_HAND,
    ARB_SLOT_DISPLAY,
    ARB_SLOT_IN_BAG
} arb_slot;

/** Words of an event that stand there or not. */
typedef enum arb_event_flag {
    ARB_EVENT_TOGETHER = 1u << 0,
    ARB_EVENT_ACCIDENTAL = 1u << 1,
    ARB_EVENT_TWO_HANDS = 1u << 2,
    ARB_EVENT_OTHER_HAND = 1u << 3,
    ARB_EVENT_UNKNOWN = 1u << 4, /* "unknown" in place of a number */
    ARB_EVENT_MOVES = 1u << 5,   /* "moves" and a number */
    ARB_EVENT_AMOUNT = 1u << 6,  /* ms or points that may be left out are there */
    ARB_EVENT_ESCAPED = 1u << 7, /* the text has backslashes before " and backslash */
    ARB_EVENT_PLACE = 1u << 8,   /* a place that may be left out is there */
    ARB_EVENT_DISPLAY = 1u << 9, /* the claim rests on a screen alone (6.12.2) */
    ARB_EVENT_IN_BAG = 1u << 10, /* a device, switched off in a bag (11.3.2.1) */
    ARB_EVENT_RESUME = 1u << 11, /* "resume" and a text (I.2.7) */
    ARB_EVENT_SILENT = 1u << 12  /* a move that is not announced (D.2.1) */
} arb_event_flag;

/** What an assistant is for: tasks.def. */
typedef enum arb_task {
#define TASK(id, word, games, article) ARB_TASK_##id,
#include "arbitro/tasks.def"
#undef TASK
    ARB_TASK_COUNT
} arb_task;

/** What stands in the place of an assistant's name where names are kept apart from the events. */
#define ARB_NAMELESS "assistant"

/** Its word in an event: "move", "clock". */
ARB_API const char *arb_task_word(arb_task task);

/** Where a player goes (11.2.1, 11.2.2). */
typedef enum arb_place { ARB_PLACE_AREA, ARB_PLACE_VENUE, ARB_PLACE_COUNT } arb_place;

/** What the arbiter allows or denies (9.1.1, 11.2.3). */
typedef enum arb_consent {
    ARB_CONSENT_OTHER, /* in words: it is recorded and grants nothing (0.2) */
    ARB_CONSENT_DRAW,
    ARB_CONSENT_LEAVE,    /* by the players of `colours`; both: all who ask */
    ARB_CONSENT_ENTER,    /* by somebody who is neither player nor arbiter */
    ARB_CONSENT_TAKEBACK, /* these two are for the opponent, in a casual game */
    ARB_CONSENT_ABORT,
    ARB_CONSENT_ADJOURN, /* before the session ends, at a player's wish (I.1.2) */
    ARB_CONSENT_COUNT
} arb_consent;

/** What the arbiter says to a claim or a request that waits for him (III.4, III.5, III.6.2). */
typedef enum arb_decision {
    ARB_DECISION_ACCEPT,
    ARB_DECISION_REJECT,
    ARB_DECISION_DEFER,
    ARB_DECISION_COUNT
} arb_decision;

/** What became of an appeal (11.10). */
typedef enum arb_appeal { ARB_APPEAL_UPHELD, ARB_APPEAL_DISMISSED, ARB_APPEAL_COUNT } arb_appeal;

typedef enum arb_penalty {
#define PENALTY(id, word, follows, article) ARB_PENALTY_##id,
#include "arbitro/penalties.def"
#undef PENALTY
    ARB_PENALTY_COUNT
} arb_penalty;

enum { ARB_EVENT_SQUARES_MAX = 32 };

typedef struct arb_event {
    arb_ms time;
    uint8_t actor;    /* arb_actor */
    uint8_t verb;     /* arb_verb */
    uint8_t colours;  /* bit 0 White, bit 1 Black */
    uint8_t role;     /* arb_role, or ARB_ROLE_NONE */
    uint8_t tasks;    /* bits by arb_task */
    uint8_t penalty;  /* arb_penalty */
    uint8_t result;   /* arb_result */
    uint8_t place;    /* arb_place */
    uint8_t decision; /* arb_decision */
    uint8_t appeal;   /* arb_appeal */
    uint8_t consent;  /* arb_consent */
    uint8_t square_count;
    arb_square square[ARB_EVENT_SQUARES_MAX];
    uint16_t flags;   /* arb_event_flag bits */
    uint16_t article; /* arb_article */
    uint32_t number;
    int32_t points; /* thousandths of a point */
    arb_ms ms;      /* an amount of time */
    arb_written move;
    const char *text; /* `size` bytes, no NUL needed */
    size_t size;
} arb_event;

/** What is known of a verb. */
typedef struct arb_verb_info {
    const char *words;
    const char *articles; /* separated by blanks */
    arb_slot slot[3];
    bool by_players, by_arbiter, by_spectators, by_hall;
} arb_verb_info;

ARB_API const arb_verb_info *arb_verb_get(arb_verb verb);

/** "white", "arbiter", "black-assistant". */
ARB_API const char *arb_actor_word(arb_actor actor);

/** Has `actor` this verb? */
ARB_API bool arb_actor_has_verb(arb_actor actor, arb_verb verb);

/** The player for whom `actor` acts; ARB_COLOUR_COUNT for the arbiter, his assistants and
 *  spectators. */
ARB_API arb_colour arb_actor_colour(arb_actor actor);

/** "warning", "own-time". */
ARB_API const char *arb_penalty_word(arb_penalty penalty);

/**
 * Reads one event line, without comment and line end: "0:10 white move e4". A time "+S" counts
 * from `previous`. Moves are read in `language` (NULL is English), and so is the capital letter of
 * a piece; q, r, b and n are English in every language. On an error `out` is untouched and `where`,
 * unless it is NULL, tells the column and what was expected: ARB_SYNTAX when the line cannot be
 * read, ARB_RANGE when its time goes back. The text of `out` points into `line`.
 */
ARB_API ARB_MUST_USE arb_err arb_event_read(arb_event *out, arb_where *where, const char *line,
                                            size_t size, arb_ms previous,
                                            const arb_language *language);

/**
 * Reads the words of an event alone, verb and arguments, when somebody else has told who acts and
 * at what time: "move e4". Otherwise the same.
 */
ARB_API ARB_MUST_USE arb_err arb_event_read_words(arb_event *out, arb_where *where,
                                                  const char *words, size_t size, arb_actor actor,
                                                  arb_ms time, const arb_language *language);

/**
 * Writes an event in canonical form, cut off at `size` bytes with a NUL: the time as h:mm:ss or
 * h:mm:ss.mmm, single blanks, texts in quotation marks where they need them, control characters as
 * blanks. What is written can stand in a case file, and reads back to the same event in the same
 * language: its plain text is the same, control characters apart; a move or a position has single
 * blanks. Returns the length of the whole text.
 */
ARB_API size_t arb_event_write(char *out, size_t size, const arb_event *event);

/** The same without time and actor: what arb_event_read_words() reads. */
ARB_API size_t arb_event_write_words(char *out, size_t size, const arb_event *event);

/**
 * Writes the plain text of an event, without quotation marks and escapes, cut off at `size` bytes
 * with a NUL. Returns the length of the whole text, which is never longer than `event->size`.
 */
ARB_API size_t arb_event_text(char *out, size_t size, const arb_event *event);

ARB_END_DECLS

#endif
