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

ARB_BEGIN_DECLS

/** What is said: see rulings.def. */
typedef enum arb_code {
#define RULING(id, word, en, it) ARB_CODE_##id,
#include "arbitro/rulings.def"
#undef RULING
    ARB_CODE_COUNT
} arb_code;

/** What follows from a ruling. */
typedef enum arb_effect {
    ARB_EFFECT_NONE,          /* it is only said */
    ARB_EFFECT_WARNING,       /* a warning is due to the player */
    ARB_EFFECT_COMPLETE,      /* the player's last move counts as completed */
    ARB_EFFECT_RESTORE,       /* the position after ply `amount` comes back */
    ARB_EFFECT_TAKE_BACK,     /* the same, and the player's last press with it */
    ARB_EFFECT_QUEEN,         /* the pawn that ply `amount` left on the last rank becomes a queen */
    ARB_EFFECT_COUNT_ILLEGAL, /* one more illegal move of the player */
    ARB_EFFECT_TIME,          /* `amount` is added to the player's time */
    ARB_EFFECT_OFFER,         /* an offer of the player stands */
    ARB_EFFECT_NO_OFFER,      /* no offer stands any more */
    ARB_EFFECT_CONSENT,       /* the arbiter consents to a draw by agreement */
    ARB_EFFECT_STOP,          /* both clocks stand still */
    ARB_EFFECT_RUN,           /* the player's time runs */
    ARB_EFFECT_BIND,          /* the written move must be played */
    ARB_EFFECT_FORGIVE_FLAGS, /* the flags that are down do not count any more */
    ARB_EFFECT_PERMIT,        /* those who ask, bits in `amount`, may go */
    ARB_EFFECT_DENY,          /* they may not */
    ARB_EFFECT_PENDING,       /* the player's claim or request, an arb_pending, waits */
    ARB_EFFECT_DECIDED,       /* nothing waits any more; the claim of the player was deferred */
    ARB_EFFECT_INCREMENT,     /* both get `amount` more for every move from now on */
    ARB_EFFECT_RESULT,        /* the game ends with result `amount` */
    ARB_EFFECT_AWARD,         /* the same, also where a game has ended before */
    ARB_EFFECT_REOPEN,        /* a game that was over goes on */
    ARB_EFFECT_SCORE          /* the player's score becomes `amount` half points */
} arb_effect;

typedef struct arb_ruling {
    uint16_t article; /* arb_article */
    uint8_t code;     /* arb_code */
    uint8_t effect;   /* arb_effect */
    uint8_t player;   /* arb_colour whom it concerns, or ARB_COLOUR_COUNT */
    int64_t amount;   /* milliseconds, a ply, a result, half points: by the effect */
    arb_ms time;      /* when: a flag may have fallen before the event */
} arb_ruling;

enum { ARB_RULINGS_MAX = 16 };

typedef struct arb_verdict {
    bool refused;       /* the event did not take place: `refusal` says why */
    arb_ruling refusal; /* its effect is ARB_EFFECT_WARNING when a warning is due as well */
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
