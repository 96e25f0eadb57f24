/* SPDX-License-Identifier: MIT */
/* The report of a game; see incidents.h. */
#include <stdlib.h>

#include "paper/incidents_internal.h"

enum { STATEMENT_LINES = 4 };

/* ---- the head ---- */

static void write_field(const report *r, arb_scoresheet_field field)
{
    arb_draft value;

    arb_draft_begin(&value);
    arb_scoresheet_value(&value.ink, &r->sheet, field, r->lang);
    arb_document_fact(&r->document, arb_scoresheet_label(field), &value);
    arb_buf_clear(&value.text);
}

static void write_fact(const report *r, arb_text_id label, const char *text)
{
    arb_draft value;

    arb_draft_begin(&value);
    arb_ink_add(&value.ink, text);
    arb_document_fact(&r->document, label, &value);
    arb_buf_clear(&value.text);
}

/* The options that the event has named, as a case names them. */
static void write_options(const report *r)
{
    const arb_regulations *regulations = arb_game_regulations(r->game);
    arb_draft value;

    arb_draft_begin(&value);
    for (unsigned i = 0; i < ARB_OPTION_COUNT; i++) {
        char text[512];
        if (!(regulations->named >> i & 1u))
            continue;
        (void)arb_regulations_get(text, sizeof text, regulations, (arb_option)i);
        arb_ink_format(&value.ink, "%s%s: ", arb_buf_size(&value.text) > 0 ? "; " : "",
                       arb_option_key((arb_option)i));
        arb_ink_add(&value.ink, text);
    }
    if (arb_buf_size(&value.text) > 0 || value.ink.err)
        arb_document_fact(&r->document, ARB_TEXT_PAPER_OPTIONS, &value);
    arb_buf_clear(&value.text);
}

static void write_head(const report *r)
{
    static const arb_text_id plays[] = { ARB_TEXT_PAPER_PLAY_STANDARD, ARB_TEXT_PAPER_PLAY_RAPID,
                                         ARB_TEXT_PAPER_PLAY_BLITZ };

    arb_document_facts(&r->document, true);
    for (unsigned i = 0; i < ARB_FIELD_COUNT; i++)
        write_field(r, (arb_scoresheet_field)i);
    write_fact(r, ARB_TEXT_PAPER_EDITION, arb_edition_title(r->book, r->lang));
    write_fact(r, ARB_TEXT_PAPER_PLAY, words(r, plays[arb_game_regulations(r->game)->play]));
    write_options(r);
    arb_document_facts(&r->document, false);
}

/* ---- the moves and the board ---- */

static void write_moves(const report *r)
{
    const size_t moves = arb_scoresheet_moves(&r->sheet);
    arb_draft text;

    arb_document_section(&r->document, ARB_TEXT_PAPER_MOVES, NULL);
    arb_draft_begin(&text);
    for (size_t row = 0; row < moves; row++) {
        arb_ink_format(&text.ink, "%s%zu.", row > 0 ? " " : "", r->sheet.first + row);
        for (unsigned c = 0; c < ARB_COLOUR_COUNT; c++) {
            const arb_cell *cell = arb_scoresheet_cell(&r->sheet, row, (arb_colour)c);
            if (cell)
                arb_ink_format(&text.ink, " %s", arb_scoresheet_text(&r->sheet, cell->move));
            if (cell && cell->offer)
                arb_ink_add(&text.ink, " (=)");
        }
    }
    if (moves == 0)
        arb_ink_add(&text.ink, words(r, ARB_TEXT_PAPER_NONE));
    arb_document_paragraph(&r->document, NULL, &text);
    arb_buf_clear(&text.text);
    arb_document_section_end(&r->document);
}

static void write_board(const report *r)
{
    const arb_setup board = arb_state_board(arb_game_state(r->game));
    char fen[ARB_FEN_SIZE];
    arb_draft text;

    arb_document_section(&r->document, ARB_TEXT_PAPER_POSITION_END, "room");
    arb_document_board(&r->document, &board);
    (void)arb_fen_write(fen, sizeof fen, &board, ARB_FEN_X, NULL);
    arb_draft_begin(&text);
    arb_ink_add(&text.ink, fen);
    arb_document_paragraph(&r->document, NULL, &text);
    arb_buf_clear(&text.text);
    arb_document_section_end(&r->document);
}

/* ---- what is written by hand ---- */

static void write_room(const report *r, arb_text_id heading, unsigned lines)
{
    arb_document_section(&r->document, heading, "room");
    arb_document_lines(&r->document, lines);
    arb_document_section_end(&r->document);
}

static void write_signatures(const report *r)
{
    static const arb_text_id people[] = { ARB_TEXT_PAPER_SIGN_WHITE,   ARB_TEXT_PAPER_SIGN_BLACK,
                                          ARB_TEXT_PAPER_SIGN_ARBITER, ARB_TEXT_PAPER_SIGN_CHAIR,
                                          ARB_TEXT_PAPER_SIGN_MEMBER,  ARB_TEXT_PAPER_SIGN_MEMBER,
                                          ARB_TEXT_PAPER_SIGN_DATE };

    write_room(r, ARB_TEXT_PAPER_STATEMENT_WHITE, STATEMENT_LINES);
    write_room(r, ARB_TEXT_PAPER_STATEMENT_BLACK, STATEMENT_LINES);
    write_room(r, ARB_TEXT_PAPER_STATEMENT_ARBITER, STATEMENT_LINES);
    write_room(r, ARB_TEXT_PAPER_DECISION, STATEMENT_LINES);
    arb_document_section(&r->document, ARB_TEXT_PAPER_SIGNATURES, "room signatures");
    for (size_t i = 0; i < sizeof people / sizeof people[0]; i++)
        arb_document_signature(&r->document, people[i]);
    arb_document_section_end(&r->document);
}

/* A revocation may be revoked itself: the last word goes first. To be freed; NULL: no memory. */
static bool *find_revoked(const arb_game *game)
{
    const size_t count = arb_game_size(game);
    bool *gone = calloc(count + 1, sizeof *gone);

    for (size_t i = count; gone && i-- > 0;) {
        bool refused;
        const arb_event *event = arb_game_event(game, i, &refused);
        if (event->verb == ARB_VERB_REVOKE && !refused && !gone[i] && event->number > 0 &&
            event->number <= i)
            gone[event->number - 1] = true;
    }
    return gone;
}

void arb_incidents_write(arb_ink *ink, const arb_game *game, const arb_pgn_tag *tags, size_t count,
                         const arb_paper *paper)
{
    const arb_regulations *regulations = arb_game_regulations(game);
    report r = { .document = { ink, paper },
                 .game = game,
                 .book = regulations->book,
                 .lang = paper->lang,
                 .timed = arb_regulations_timed(regulations) };

    arb_scoresheet_init(&r.sheet, NULL, paper->lang);
    arb_scoresheet_fill(&r.sheet, game, tags, count);
    r.revoked = find_revoked(game);
    arb_err err = r.revoked ? r.sheet.err : ARB_NOMEM;
    if (!err)
        err = arb_game_new(&r.again, NULL, regulations, arb_game_given(game));
    if (err && !ink->err) {
        ink->err = err;
    } else if (!err) {
        arb_document_begin(&r.document, ARB_TEXT_PAPER_REPORT);
        write_head(&r);
        arb_incidents_events(&r);
        arb_incidents_state(&r);
        write_board(&r);
        write_moves(&r);
        arb_incidents_articles(&r);
        write_signatures(&r);
        arb_document_end(&r.document);
        arb_game_free(r.again);
    }
    free(r.revoked);
    arb_scoresheet_clear(&r.sheet);
}
