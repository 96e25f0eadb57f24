/* SPDX-License-Identifier: MIT */
/* How a game stands, and the articles that were cited; see incidents.h. */
#include "arbitro/explain.h"
#include "paper/incidents_internal.h"

static void write_result(const report *r, const arb_state *state)
{
    arb_article article[ARB_RESULT_ARTICLES_MAX];
    const size_t count = arb_state_result_articles(article, state);
    char number[NUMBER_SIZE];
    arb_draft value;

    arb_draft_begin(&value);
    if (arb_state_result(state) == ARB_RESULT_NONE)
        arb_ink_add(&value.ink, words(r, ARB_TEXT_PAPER_OPEN));
    else
        arb_ink_add(&value.ink, arb_result_text(arb_state_result(state)));
    for (size_t i = 0; i < count; i++)
        arb_ink_format(&value.ink, "%s%s%s", i == 0 ? " (" : ", ", number_of(number, r, article[i]),
                       i + 1 == count ? ")" : "");
    arb_document_fact(&r->document, ARB_TEXT_PAPER_RESULT, &value);
    arb_buf_clear(&value.text);
}

/* "White 1, Black 0" */
static void write_pair(const report *r, arb_text_id label, const char *white, const char *black)
{
    arb_draft value;

    arb_draft_begin(&value);
    arb_ink_format(&value.ink, "%s %s, ", words(r, ARB_TEXT_PAPER_WHITE), white);
    arb_ink_format(&value.ink, "%s %s", words(r, ARB_TEXT_PAPER_BLACK), black);
    arb_document_fact(&r->document, label, &value);
    arb_buf_clear(&value.text);
}

static void write_figures(const report *r, const arb_state *state)
{
    char text[3][2][64] = { { "-", "-" } };

    for (unsigned i = 0; i < ARB_COLOUR_COUNT; i++) {
        const arb_colour c = (arb_colour)i;
        const int half = arb_state_score(state, c);
        if (half != ARB_SCORE_NONE)
            (void)arb_score_write(text[0][i], sizeof text[0][i], half);
        arb_paper_time(text[1][i], arb_state_clock(state, c));
        (void)snprintf(text[2][i], sizeof text[2][i], "%u", arb_state_illegal(state, c));
    }
    write_pair(r, ARB_TEXT_PAPER_POINTS, text[0][0], text[0][1]);
    if (r->timed)
        write_pair(r, ARB_TEXT_PAPER_CLOCKS_END, text[1][0], text[1][1]);
    write_pair(r, ARB_TEXT_PAPER_ILLEGAL, text[2][0], text[2][1]);
}

/* All events of one kind that stand, as a list in words. */
static void write_all(const report *r, arb_text_id label, arb_verb verb, arb_verb other,
                      arb_text_id none)
{
    arb_draft value;

    arb_draft_begin(&value);
    for (size_t i = 0; i < arb_game_size(r->game); i++) {
        bool refused;
        const arb_event *event = arb_game_event(r->game, i, &refused);
        if (refused || (event->verb != (unsigned)verb && event->verb != (unsigned)other) ||
            r->revoked[i])
            continue;
        arb_ink_format(&value.ink, "%s%s: ", arb_buf_size(&value.text) > 0 ? "; " : "",
                       words(r, arb_deed_actor((arb_actor)event->actor)));
        arb_deed_write(&value.ink, event, r->book, r->lang);
    }
    if (arb_buf_size(&value.text) == 0)
        arb_ink_add(&value.ink, words(r, none));
    arb_document_fact(&r->document, label, &value);
    arb_buf_clear(&value.text);
}

void arb_incidents_state(const report *r)
{
    const arb_state *state = arb_game_state(r->game);

    arb_document_section(&r->document, ARB_TEXT_PAPER_STATE, NULL);
    arb_document_facts(&r->document, true);
    write_result(r, state);
    write_figures(r, state);
    write_all(r, ARB_TEXT_PAPER_PENALTIES, ARB_VERB_PENALTY, ARB_VERB_PENALTY, ARB_TEXT_PAPER_NONE);
    write_all(r, ARB_TEXT_PAPER_APPEALS, ARB_VERB_APPEAL, ARB_VERB_DECIDE_APPEAL,
              ARB_TEXT_PAPER_APPEALS_NONE);
    arb_document_facts(&r->document, false);
    arb_document_section_end(&r->document);
}

/* ---- the articles ---- */

static void write_article(const report *r, arb_article article)
{
    const char *says = arb_article_says(article, r->lang);
    const char *note = arb_edition_note(article, r->book, r->lang);
    char number[NUMBER_SIZE];
    arb_draft text;

    arb_draft_begin(&text);
    arb_ink_add(&text.ink, "(");
    arb_ink_add(&text.ink, arb_article_title_in(article, r->lang));
    arb_ink_add(&text.ink, ") ");
    arb_ink_add(&text.ink, says);
    if (*note) {
        arb_ink_format(&text.ink, " %s ", words(r, ARB_TEXT_PAPER_IN_EDITION));
        arb_ink_add(&text.ink, note);
    }
    arb_document_paragraph(&r->document, number_of(number, r, article), &text);
    arb_buf_clear(&text.text);
}

void arb_incidents_articles(report *r)
{
    arb_article deciding[ARB_RESULT_ARTICLES_MAX];
    const size_t count = arb_state_result_articles(deciding, arb_game_state(r->game));

    for (size_t i = 0; i < count; i++)
        r->cited[deciding[i]] = true;
    arb_document_section(&r->document, ARB_TEXT_PAPER_ARTICLES, NULL);
    for (unsigned i = 0; i < ARB_ART_COUNT; i++)
        if (r->cited[i] && i != ARB_ART_NONE)
            write_article(r, (arb_article)i);
    arb_document_section_end(&r->document);
}
