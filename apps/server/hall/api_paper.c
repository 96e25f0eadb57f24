/* SPDX-License-Identifier: MIT */
/*
 * GET /sheet, GET /report: what is printed of a game. A player has his own scoresheet, and when the
 * game is over anybody has any of them; the report for an appeal (11.10) is for arbiters.
 */
#include "paper/incidents.h"
#include "paper/sheet.h"
#include "server/hall/hall_internal.h"
#include "server/hall/rendition.h"

/* An answer on paper. */
typedef struct print {
    arb_rendition rendition; /* first */
    arb_paper paper;
    arb_scoresheet_owner owner;
    bool blank, reports;
} print;

/* One of some words, 0 where nothing is said; false, after an answer, when it is another. */
static bool read_word(unsigned *out, const arb_api_call *call, const char *field,
                      const char *const *words)
{
    const arb_http_text said = arb_http_query_get(call->request, field);

    *out = 0;
    if (!said.at)
        return true;
    for (; words[*out]; ++*out)
        if (arb_http_text_is(said, words[*out]))
            return true;
    arb_api_fail_field(call->exchange, field);
    return false;
}

static bool read_paper(arb_paper *out, const arb_api_call *call)
{
    static const char *const sizes[] = { "a4", "a5", NULL }, *const langs[] = { "en", "it", NULL };
    unsigned size, lang;

    if (!read_word(&size, call, "paper", sizes) || !read_word(&lang, call, "lang", langs))
        return false;
    *out = (arb_paper){ .size = (arb_paper_size)size, .lang = (arb_lang)lang, .html = true };
    return true;
}

/* Whose sheet, and whether it is blank; a player who names none means his own. */
static bool read_owner(print *p, const arb_api_call *call)
{
    static const char *const owners[] = { "white", "black", "arbiter", "game", NULL };
    static const char *const blank[] = { "no", "yes", NULL };
    const bool named = arb_http_query_get(call->request, "of").at != NULL;
    unsigned owner, is_blank;

    if (!read_word(&owner, call, "of", owners) || !read_word(&is_blank, call, "blank", blank))
        return false;
    if (!named)
        owner = call->seat <= ARB_SEAT_BLACK ? (unsigned)call->seat : ARB_OWNER_GAME;
    p->owner = (arb_scoresheet_owner)owner;
    p->blank = is_blank;
    return true;
}

/* ---- writing */

static void write_sheet(arb_ink *ink, const print *p, const arb_pgn_head *head)
{
    arb_scoresheet sheet;

    arb_scoresheet_init(&sheet, NULL, p->paper.lang);
    sheet.owner = p->owner;
    sheet.blank = p->blank;
    sheet.translates = true; /* the pages write with the letters of the game, and show others */
    arb_scoresheet_fill(&sheet, p->rendition.table->game, head->tags, head->count);
    arb_paper_begin(ink, &p->paper, ARB_TEXT_PAPER_SHEETS);
    arb_scoresheet_write(ink, &sheet, &p->paper);
    arb_paper_end(ink, &p->paper);
    arb_scoresheet_clear(&sheet);
}

static void write_report(arb_ink *ink, const print *p, const arb_pgn_head *head)
{
    arb_paper_begin(ink, &p->paper, ARB_TEXT_PAPER_REPORTS);
    arb_incidents_write(ink, p->rendition.table->game, head->tags, head->count, &p->paper);
    arb_paper_end(ink, &p->paper);
}

static arb_err write_print(arb_rendition *r)
{
    const print *p = (const print *)r;
    arb_ink ink = { .out = &r->out };
    arb_pgn_head head;

    arb_pgn_head_of(&head, r->table);
    (p->reports ? write_report : write_sheet)(&ink, p, &head);
    return ink.err;
}

static void give_print(const arb_rendition *r)
{
    arb_http_answer_give(r->exchange, &(arb_http_answer){ .status = 200,
                                                          .type = "text/html; charset=utf-8",
                                                          .body = arb_buf_text(&r->out),
                                                          .size = arb_buf_size(&r->out) });
}

static void begin(const arb_api_call *call, const print *wanted)
{
    print *p = (print *)arb_rendition_sized(call, sizeof *p);

    if (!p)
        return;
    p->paper = wanted->paper;
    p->owner = wanted->owner;
    p->blank = wanted->blank;
    p->reports = wanted->reports;
    p->rendition.write = write_print;
    p->rendition.give = give_print;
    arb_rendition_begin(&p->rendition);
}

/* ---- who may */

/*
 * A sheet on which only the names stand is for all. A filled one tells what its writer keeps for
 * himself and the arbiter, that of the game what PGN tells: until the end only they have it.
 */
static bool may_have(const arb_api_call *call, const print *wanted)
{
    const arb_game *game = call->table->game;

    return wanted->blank || arb_state_is_over(arb_game_state(game)) ||
           arb_rights_watches(call->seat, game) ||
           (call->seat <= ARB_SEAT_BLACK && (unsigned)wanted->owner == (unsigned)call->seat);
}

void arb_api_print_sheet(const arb_api_call *call)
{
    print wanted = { .reports = false };

    if (!arb_hall_allows(call, ARB_LIMIT_READ) || !read_paper(&wanted.paper, call) ||
        !read_owner(&wanted, call))
        return;
    if (may_have(call, &wanted))
        begin(call, &wanted);
    else
        arb_api_fail(call->exchange, ARB_API_NOT_OVER);
}

void arb_api_print_report(const arb_api_call *call)
{
    print wanted = { .reports = true };

    if (arb_hall_allows(call, ARB_LIMIT_READ) && read_paper(&wanted.paper, call))
        begin(call, &wanted);
}
