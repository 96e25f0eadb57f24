/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_PAPER_INCIDENTS_INTERNAL_H
#define ARBITRO_PAPER_INCIDENTS_INTERNAL_H
/* What the parts of the report of a game share. */
#include "arbitro/edition.h"
#include "common/deeds.h"
#include "paper/document.h"
#include "paper/incidents.h"
#include "paper/sheet.h"

enum { NUMBER_SIZE = 32, TAIL_MAX = 16 };

/* After an event. */
typedef struct moment {
    size_t index; /* of the event */
    arb_ms clock[2];
} moment;

typedef struct report {
    arb_document document;
    const arb_game *game; /* as it is now */
    const arb_rulebook *book;
    arb_lang lang;
    arb_scoresheet sheet; /* its head and its moves */
    bool timed;
    bool *revoked;   /* those that a later event took back, by the number of the event, from 0 */
    arb_game *again; /* the game as it was after each event */
    size_t quiet, quiet_plies; /* events in a row of which nothing is to be said */
    arb_ms quiet_since;        /* the time of the first of them */
    size_t grown;              /* how many moves there were after the last of them, */
    moment grown_at;           /* and when that was */
    moment tail[TAIL_MAX];     /* what the hands did since, on no move yet */
    size_t tail_count;
    arb_setup shown; /* the position that was told last */
    bool cited[ARB_ART_COUNT];
} report;

static inline const char *words(const report *r, arb_text_id id)
{
    return arb_text(id, r->lang);
}

/* The number of an article in the edition of the game. */
static inline const char *number_of(char out[NUMBER_SIZE], const report *r, arb_article article)
{
    (void)arb_article_write(out, NUMBER_SIZE, article, r->book);
    return out;
}

/* What happened and what was ruled. */
void arb_incidents_events(report *r);

/* How the game stands; the articles that were cited, in words. */
void arb_incidents_state(const report *r);
void arb_incidents_articles(report *r);

#endif
