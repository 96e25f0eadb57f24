/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_RULING_H
#define ARBITRO_RULING_H
/**
 * @file ruling.h
 * What the Laws answer to an event: rulings, each with its article, or a refusal.
 *
 * rulings.def is the one list of what can be said, with a sentence in each language. Rulings are
 * data; nothing here changes a game.
 */
#include "arbitro/article.h"
#include "arbitro/clock.h"
#include "arbitro/history.h"
#include "arbitro/result.h"

ARB_BEGIN_DECLS

/** What is said: see rulings.def. */
typedef enum arb_code {
#define RULING(id, word, en, it) ARB_CODE_##id,
#include "arbitro/rulings.def"
#undef RULING
    ARB_CODE_COUNT
} arb_code;

/** What waits for the arbiter's decision. */
typedef enum arb_pending {
    ARB_PENDING_NONE,
    ARB_PENDING_CONSENT,   /* to a draw by agreement, or to leaving (9.1.1, 11.2.3) */
    ARB_PENDING_QUICKPLAY, /* a claim (III.5, III.6) */
    ARB_PENDING_INCREMENT, /* a request for an increment (III.4) */
    ARB_PENDING_COUNT
} arb_pending;

/** What was put on paper with a claim that has ended the game, as bits (III.6.1). */
enum {
    ARB_PAPER_POSITION = 1u << 0,       /* the claimant has written the final position down, */
    ARB_PAPER_POSITION_RIGHT = 1u << 1, /* and the opponent has verified it */
    ARB_PAPER_SHEET_RIGHT = 1u << 2,    /* he has verified the claimant's scoresheet */
    ARB_PAPER_CONTESTED = 1u << 3       /* he says that something there is wrong */
};

/** What follows from a ruling: see effects.def. */
typedef enum arb_effect {
#define EFFECT(id, word, detail) ARB_EFFECT_##id,
#include "arbitro/effects.def"
#undef EFFECT
    ARB_EFFECT_COUNT
} arb_effect;

typedef struct arb_ruling {
    arb_article article;
    arb_code code;
    arb_colour player; /* whom it concerns, or ARB_COLOUR_COUNT */
    arb_effect effect;
    union { /* one of them, by the effect; where there is none, what the sentence of the code shows
             */
        arb_ms ms;
        arb_ply ply;
        uint32_t half_move;
        arb_result result;
        int score;        /* half points */
        unsigned players; /* bits by arb_colour, and one more for an outsider */
        unsigned papers;  /* bits */
        arb_pending pending;
        uint32_t number;
        arb_article about;
    };
    arb_ms at; /* when: a flag may have fallen before the event */
} arb_ruling;

enum { ARB_RULINGS_MAX = 16 };

typedef struct arb_verdict {
    bool refused;       /* the event did not take place: `refusal` says why */
    arb_ruling refusal; /* its effect is ARB_EFFECT_WARNING when a warning is due as well */
    size_t by_time;     /* of the rulings, those that time brought before the event came */
    size_t by_reply;    /* those, and what was said to what a reply has completed (0.2) */
    size_t by_hand;     /* those, and what was said before the press of a `play` */
    size_t by_event;    /* those, and all others except what time brought after the event */
    size_t count;
    arb_ruling ruling[ARB_RULINGS_MAX];
} arb_verdict;

/** "promotion-missing": the code as a word for programs. */
ARB_API const char *arb_code_word(arb_code code);

/** Is a warning due to `player` by this verdict? */
ARB_API bool arb_verdict_warns(const arb_verdict *verdict, arb_colour player);

/**
 * Writes a ruling as one sentence, cut off at `size` bytes with a NUL; returns the length of the
 * whole text.
 */
ARB_API size_t arb_ruling_write(char *out, size_t size, const arb_ruling *ruling, arb_lang lang);

/**
 * Writes all that was said as one line of text that names everything by its word, so that it can be
 * kept and read again by other versions of the program; cut off at `size` bytes with a NUL. `time`
 * is that of the event. Returns the length of the whole text, which is never empty.
 */
ARB_API size_t arb_verdict_write(char *out, size_t size, const arb_verdict *verdict, arb_ms time);

/**
 * Reads such a text. False, with `out` untouched, when it is none. What it says need not fit any
 * game.
 */
ARB_API bool arb_verdict_read(arb_verdict *out, const char *text, size_t size, arb_ms time);

ARB_END_DECLS

#endif
