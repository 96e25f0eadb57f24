/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as a file of games, and as a file of cases. Every scoresheet, and every report of a
 * game that can be judged, is written to its end in both languages, on both sizes of paper: as
 * markup that is well-formed and has no element of anybody else, and as plain text without control
 * characters.
 */
#include <string.h>

#include "arbitro/case.h"
#include "fuzz.h"
#include "paper/incidents.h"
#include "paper/sheet.h"
#include "support/well_formed.h"

/* Long games cost more than they teach. */
enum { EVENTS_MAX = 200, CASES_MAX = 8, GAMES_MAX = 8, TEXT_MAX = 1 << 24 };

/* Two and two go together. */
static const arb_paper papers[] = {
    { .lang = ARB_LANG_EN, .size = ARB_PAPER_A4, .html = true, .styles = "/css/paper.css" },
    { .lang = ARB_LANG_IT, .size = ARB_PAPER_A5, .html = true, .styles = "/css/paper.css?\"<&" },
    { .lang = ARB_LANG_EN, .size = ARB_PAPER_A5 },
    { .lang = ARB_LANG_IT, .size = ARB_PAPER_A4 },
};
enum { PAPERS = sizeof papers / sizeof papers[0] };

/* Which of them is the first for these bytes: all four cost more than they teach. */
static size_t first_paper;

static void check(const arb_buf *text, const arb_ink *ink, const arb_paper *paper)
{
    const char *fault = paper->html ? markup_fault(arb_buf_text(text), arb_buf_size(text))
                                    : plain_fault(arb_buf_text(text), arb_buf_size(text));

    require(!ink->err, "it can be written");
    require(!fault, fault ? fault : "");
}

static void check_sheet(const arb_scoresheet *sheet)
{
    for (size_t i = first_paper; i < PAPERS; i += 2) {
        arb_buf text;
        arb_ink ink = { .out = &text };
        arb_buf_init(&text, NULL, TEXT_MAX);
        arb_paper_begin(&ink, &papers[i], ARB_TEXT_PAPER_SHEETS);
        arb_scoresheet_write(&ink, sheet, &papers[i]);
        arb_paper_end(&ink, &papers[i]);
        check(&text, &ink, &papers[i]);
        arb_buf_clear(&text);
    }
}

/* ---- games ---- */

static arb_pgn_next on_begin(void *user, const arb_pgn *pgn)
{
    arb_scoresheet_reset(user);
    return arb_pgn_where(pgn).game > GAMES_MAX ? ARB_PGN_STOP : ARB_PGN_GO_ON;
}

static arb_pgn_next on_end(void *user, const arb_pgn *pgn, const arb_pgn_summary *summary)
{
    const arb_pgn_next next = arb_scoresheet_reader.end(user, pgn, summary);

    check_sheet(user);
    return next;
}

static void check_games(const char *text, size_t size)
{
    arb_pgn_handler handler = arb_scoresheet_reader;
    arb_scoresheet sheet;
    arb_pgn *pgn;

    handler.begin = on_begin;
    handler.end = on_end;
    arb_scoresheet_init(&sheet, NULL, ARB_LANG_IT);
    require(arb_pgn_new(&pgn, NULL, NULL) == ARB_OK, "a reader");
    const arb_err err = arb_pgn_read_text(pgn, text, size, &handler, &sheet);
    require(!err || err == ARB_STOPPED, "games are read to their end");
    arb_pgn_free(pgn);
    arb_scoresheet_clear(&sheet);
}

/* ---- cases ---- */

static void check_game(const arb_game *game, const arb_case_header *header)
{
    arb_pgn_tag tags[ARB_CASE_TAGS_MAX];

    for (size_t i = 0; i < header->tag_count; i++)
        tags[i] = (arb_pgn_tag){ header->tag[i].name, header->tag[i].value,
                                 header->tag[i].name_size, header->tag[i].value_size };
    for (int owner = ARB_OWNER_WHITE; owner <= ARB_OWNER_GAME; owner++) {
        arb_scoresheet sheet;
        arb_scoresheet_init(&sheet, NULL, ARB_LANG_EN);
        sheet.owner = (arb_scoresheet_owner)owner;
        arb_scoresheet_fill(&sheet, game, tags, header->tag_count);
        check_sheet(&sheet);
        arb_scoresheet_clear(&sheet);
    }
    for (size_t i = first_paper; i < PAPERS; i += 2) {
        arb_buf text;
        arb_ink ink = { .out = &text };
        arb_buf_init(&text, NULL, TEXT_MAX);
        arb_paper_begin(&ink, &papers[i], ARB_TEXT_PAPER_REPORTS);
        arb_incidents_write(&ink, game, tags, header->tag_count, &papers[i]);
        arb_paper_end(&ink, &papers[i]);
        check(&text, &ink, &papers[i]);
        arb_buf_clear(&text);
    }
}

static void check_cases(const char *text, size_t size)
{
    arb_case_reader reader;
    arb_case_header header, next;
    arb_case_item item;
    arb_game *game = NULL;
    size_t cases = 0, events = 0;

    arb_case_reader_init(&reader, text, size);
    while (cases <= CASES_MAX && arb_case_next(&item, &next, &reader, NULL) == ARB_OK &&
           item.kind != ARB_CASE_END) {
        if (item.kind == ARB_CASE_BEGIN) {
            if (game)
                check_game(game, &header);
            arb_game_free(game);
            game = NULL;
            header = next;
            events = 0;
            cases++;
            if (arb_game_new(&game, NULL, &header.regulations, &header.given) != ARB_OK)
                break;
            arb_game_effort(game, &(arb_effort){ .nodes = 2000 });
        } else if (item.kind == ARB_CASE_EVENT && game && events++ < EVENTS_MAX) {
            const arb_err err = arb_game_submit(NULL, game, &item.event);
            require(!err || err == ARB_STOPPED, "every event can be judged");
        }
    }
    if (game)
        check_game(game, &header);
    arb_game_free(game);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 1 << 14)
        return 0;
    first_paper = size % 2;
    check_games((const char *)data, size);
    check_cases((const char *)data, size);
    return 0;
}
