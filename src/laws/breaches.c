/* SPDX-License-Identifier: MIT */
/*
 * Breaches that the arbiter records: of which articles there can be one, and what follows from it
 * (Laws, 11.6, 12.3, 12.9). The list is breaches.def.
 */
#include "arbitro/edition.h"
#include "arbitro/explain.h"
#include "laws/rules.h"

typedef enum consequence {
    CONSEQUENCE_NONE, /* nobody can break that article */
    CONSEQUENCE_JUDGED,
    CONSEQUENCE_PENALISED,
    CONSEQUENCE_CONDUCT,
    CONSEQUENCE_REFUSAL
} consequence;

static const uint8_t consequences[ARB_ART_COUNT] = {
#define BREACH(id, follows) [ARB_ART_##id] = CONSEQUENCE_##follows,
#include "laws/breaches.def"
#undef BREACH
};

/* 11.6 is about 11.1, too, but not in every edition: then the arbiter judges (12.3). */
static bool leads_to(const arb_look *look, consequence follows)
{
    const arb_article article = (arb_article)look->event->article;
    const bool judged = article == ARB_ART_11_1 && !look->book->disrepute_penalised;

    return (judged ? CONSEQUENCE_JUDGED : consequences[article]) == follows;
}

bool arb_article_is_breakable(arb_article article)
{
    return consequences[article] != CONSEQUENCE_NONE;
}

/* 12.3  An article that asks nothing of a player cannot be broken by one, nor one that the edition
 * does not have. */
void arb_art_12_3_nothing_to_break(arb_verdict *v, const arb_look *look)
{
    const arb_article article = (arb_article)look->event->article;

    if (!arb_article_is_breakable(article))
        arb_refuse(v, look, ARB_ART_12_3, ARB_CODE_NOTHING_TO_BREAK, ARB_EFFECT_NONE);
    else if (!*arb_article_cited(article, look->book))
        arb_refuse(v, look, ARB_ART_12_3, ARB_CODE_NO_SUCH_RULE, ARB_EFFECT_NONE);
}

/* 12.3  A breach is recorded: a penalty is due. */
void arb_art_12_3_infringement(arb_verdict *v, const arb_look *look)
{
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++)
        if (arb_has_colour(look->event->colours, c))
            arb_say(v, look, (arb_article)look->event->article, ARB_CODE_INFRINGEMENT, c,
                    ARB_EFFECT_WARNING);
}

/* 12.3  Which one, and whether any, the article leaves to him. */
void arb_art_12_3_left_to_judgement(arb_verdict *v, const arb_look *look)
{
    if (leads_to(look, CONSEQUENCE_JUDGED))
        arb_say(v, look, ARB_ART_12_3, ARB_CODE_PENALTY_JUDGED, NOBODY, ARB_EFFECT_NONE);
}

/* 12.9  Or it asks for one itself. */
void arb_art_12_9_penalty_demanded(arb_verdict *v, const arb_look *look)
{
    if (leads_to(look, CONSEQUENCE_PENALISED))
        arb_say(v, look, ARB_ART_12_9, ARB_CODE_PENALTY_DEMANDED, NOBODY, ARB_EFFECT_NONE);
}

/* 11.6  A breach of 11.1 to 11.5 leads to penalties. */
void arb_art_11_6_breach_of_conduct(arb_verdict *v, const arb_look *look)
{
    if (leads_to(look, CONSEQUENCE_CONDUCT))
        arb_say(v, look, ARB_ART_11_6, ARB_CODE_PENALTY_DUE, NOBODY, ARB_EFFECT_NONE);
}
