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

/** What follows from a ruling, and in brackets the detail of the ruling that says how much. */
typedef enum arb_effect {
    ARB_EFFECT_NONE,             /* it is only said */
    ARB_EFFECT_WARNING,          /* a warning is due to the player */
    ARB_EFFECT_COMPLETE,         /* the player's last move counts as completed */
    ARB_EFFECT_RESTORE,          /* the position after a ply comes back [ply] */
    ARB_EFFECT_TAKE_BACK,        /* the same, and the player's last press with it [ply] */
    ARB_EFFECT_RESTORE_SHEETS,   /* the same two where only the sheets are seen: [half_move] */
    ARB_EFFECT_TAKE_BACK_SHEETS, /* so many half-moves stay [half_move] */
    ARB_EFFECT_QUEEN,            /* the pawn that a ply left on the last rank is a queen [ply] */
    ARB_EFFECT_COUNT_ILLEGAL, /* one more illegal move of the player; the ply, if it stands [ply] */
    ARB_EFFECT_TIME,          /* added to the player's time [ms] */
    ARB_EFFECT_OFFER,         /* an offer of the player stands */
    ARB_EFFECT_NO_OFFER,      /* no offer stands any more */
    ARB_EFFECT_CONSENT,       /* the arbiter consents to a draw by agreement */
    ARB_EFFECT_STOP,          /* both clocks stand still */
    ARB_EFFECT_RUN,           /* the player's time runs */
    ARB_EFFECT_BIND,          /* the written move must be played */
    ARB_EFFECT_FORGIVE_FLAGS, /* the flags that are down do not count any more */
    ARB_EFFECT_PERMIT,        /* those who asked may go, or enter [players] */
    ARB_EFFECT_DENY,          /* they may not [players] */
    ARB_EFFECT_PENDING,       /* the player's claim or request waits [pending] */
    ARB_EFFECT_DECIDED,       /* nothing waits any more; the claim of the player was deferred */
    ARB_EFFECT_INCREMENT,     /* both get so much more for every move from now on [ms] */
    ARB_EFFECT_RESULT,        /* the game ends [result] */
    ARB_EFFECT_CITE,          /* the article has decided the result, too */
    ARB_EFFECT_AWARD,         /* the game ends, also where it has ended before [result] */
    ARB_EFFECT_REOPEN,        /* a game that was over goes on */
    ARB_EFFECT_SCORE          /* the player's score in half points [score] */
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

ARB_END_DECLS

#endif
