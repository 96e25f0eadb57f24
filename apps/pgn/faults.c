/* SPDX-License-Identifier: MIT */
/* A finding of the PGN reader for people and as JSON: the move, what is wrong, the article. */
#include <string.h>

#include "common/quote.h"
#include "pgn/pgn.h"

/* What a finding is about. */
typedef enum about { ABOUT_GAME, ABOUT_MOVE, ABOUT_LAST_MOVE } about;

/* The move in question, and the article where the finding itself names none. */
static const struct {
    about about;
    arb_article article;
} faults[ARB_PGN_FAULT_COUNT] = {
    [ARB_PGN_ILLEGAL] = { ABOUT_MOVE, ARB_ART_3_10_2 },
    [ARB_PGN_AMBIGUOUS] = { ABOUT_MOVE, ARB_ART_C_10 },
    [ARB_PGN_UNREADABLE] = { ABOUT_MOVE, ARB_ART_NONE },
    [ARB_PGN_COMMENT_OPEN] = { ABOUT_LAST_MOVE, ARB_ART_NONE },
    [ARB_PGN_VARIATION_OPEN] = { ABOUT_LAST_MOVE, ARB_ART_NONE },
    [ARB_PGN_VARIATION_CLOSED] = { ABOUT_LAST_MOVE, ARB_ART_NONE },
    [ARB_PGN_COMMENT_BRACE] = { ABOUT_LAST_MOVE, ARB_ART_NONE },
    [ARB_PGN_COMMENT_LATE] = { ABOUT_LAST_MOVE, ARB_ART_NONE },
    [ARB_PGN_STRAY] = { ABOUT_LAST_MOVE, ARB_ART_NONE },
    [ARB_PGN_VARIATION_FIRST] = { ABOUT_LAST_MOVE, ARB_ART_NONE },
    [ARB_PGN_VARIATION_DEPTH] = { ABOUT_LAST_MOVE, ARB_ART_NONE },
    [ARB_PGN_TOO_LONG] = { ABOUT_LAST_MOVE, ARB_ART_NONE },
    [ARB_PGN_NUMBER_WRONG] = { ABOUT_MOVE, ARB_ART_NONE },
    [ARB_PGN_NUMBER_MISSING] = { ABOUT_MOVE, ARB_ART_NONE },
    [ARB_PGN_CHECK_MISSING] = { ABOUT_MOVE, ARB_ART_C_13_4 },
    [ARB_PGN_CHECK_WRONG] = { ABOUT_MOVE, ARB_ART_C_13_4 },
    [ARB_PGN_MATE_MISSING] = { ABOUT_MOVE, ARB_ART_C_13_5 },
    [ARB_PGN_MATE_WRONG] = { ABOUT_MOVE, ARB_ART_C_13_5 },
    [ARB_PGN_ORIGIN_NEEDLESS] = { ABOUT_MOVE, ARB_ART_C_10 },
    [ARB_PGN_ORIGIN_MISSING] = { ABOUT_MOVE, ARB_ART_C_9_3 },
    [ARB_PGN_CAPTURE_MISSING] = { ABOUT_MOVE, ARB_ART_C_13_3 },
    [ARB_PGN_CAPTURE_WRONG] = { ABOUT_MOVE, ARB_ART_C_13_3 },
    [ARB_PGN_FORM] = { ABOUT_MOVE, ARB_ART_NONE },
    [ARB_PGN_NULL_MOVE] = { ABOUT_MOVE, ARB_ART_NONE },
    [ARB_PGN_STOOD] = { ABOUT_MOVE, ARB_ART_A_5_2 },
    [ARB_PGN_NAG] = { ABOUT_LAST_MOVE, ARB_ART_NONE },
    [ARB_PGN_ENCODING] = { ABOUT_LAST_MOVE, ARB_ART_NONE },
    [ARB_PGN_START_FAULTS] = { ABOUT_GAME, ARB_ART_3_10_3 },
};

/* A finding, and where it stands on the board. */
typedef struct found {
    const arb_pgn_finding *finding;
    arb_pos pos;  /* before the move in question, or at the end */
    unsigned ply; /* of that move, from 1; 0 when there is none */
    size_t size;  /* of the words in question that stand on its line */
    arb_article article;
} found;

static found look(const arb_pgn *pgn, const arb_pgn_finding *finding)
{
    const about what = faults[finding->fault].about;
    found f = { .finding = finding, .article = finding->article };

    while (f.size < finding->size && finding->text[f.size] != '\n' && finding->text[f.size] != '\r')
        f.size++;
    if (what == ABOUT_LAST_MOVE && finding->place.ply > 0) {
        arb_pgn_before(&f.pos, pgn);
        f.ply = finding->place.ply;
    } else {
        arb_pgn_position(&f.pos, pgn);
        f.ply = what == ABOUT_MOVE ? finding->place.ply + 1 : 0;
    }
    if (finding->fault == ARB_PGN_RESULT_BOARD)
        f.article = arb_pos_is_check(&f.pos) ? ARB_ART_5_1_1 : ARB_ART_5_2_1;
    else if (f.article == ARB_ART_NONE)
        f.article = faults[finding->fault].article;
    return f;
}

/* One of the moves that are written so, from 0; false after the last. */
static bool write_candidate(char out[static ARB_MOVE_TEXT_SIZE], const found *f, unsigned index)
{
    const arb_reading *reading = f->finding->reading;

    if (!reading || index >= reading->count || index >= ARB_CANDIDATES_MAX)
        return false;
    arb_san_write(out, ARB_MOVE_TEXT_SIZE, &f->pos, reading->candidates[index]);
    return true;
}

/* The name of a fault as JSON has it: "check-missing". */
static void fault_name(char *out, size_t size, arb_pgn_fault fault)
{
    const char *name = arb_pgn_fault_name(fault);
    size_t i = 0;

    for (; name[i] != '\0' && i + 1 < size; i++)
        out[i] = (char)(name[i] == '_'                     ? '-'
                        : name[i] >= 'A' && name[i] <= 'Z' ? name[i] - 'A' + 'a'
                                                           : name[i]);
    out[i] = '\0';
}

static json_t *as_json(const found *f)
{
    const arb_pgn_finding *finding = f->finding;
    const bool error = arb_pgn_fault_weight(finding->fault) == ARB_PGN_ERROR;
    const char *colour = arb_colour_word((arb_colour)f->pos.turn);
    const char *expected = finding->wanted == ARB_WANTED_NOTHING
                               ? NULL
                               : arb_wanted_text(finding->wanted, ARB_LANG_EN);
    const char *article = f->article == ARB_ART_NONE ? NULL : arb_article_number(f->article);
    json_t *candidates = json_array();
    char name[64], move[ARB_MOVE_TEXT_SIZE];

    fault_name(name, sizeof name, finding->fault);
    for (unsigned i = 0; write_candidate(move, f, i); i++)
        candidates = arb_json_add(candidates, json_string(move));
    json_t *ply = f->ply ? json_integer((json_int_t)f->ply) : json_null();
    json_t *number = f->ply ? json_integer((json_int_t)f->pos.move_number) : json_null();
    return json_pack("{so so ss? sI ss ss so ss? ss ss? so}", "ply", ply, "number", number,
                     "colour", f->ply ? colour : NULL, "variation",
                     (json_int_t)finding->place.depth, "kind", error ? "error" : "warning", "fault",
                     name, "text", arb_pgn_json_text(finding->text, f->size), "article", article,
                     "what", arb_pgn_fault_text(finding->fault, ARB_LANG_EN), "expected", expected,
                     "candidates", candidates);
}

/* "Nd2": more than one legal move is written so (Nbd2, Nfd2) [C.10] */
static bool as_text(arb_buf *out, const found *f, arb_lang lang)
{
    const arb_pgn_finding *finding = f->finding;
    char move[ARB_MOVE_TEXT_SIZE];
    bool whole = true;
    unsigned moves = 0;

    if (f->size > 0)
        whole = !arb_buf_add_format(out, "%s: ", arb_quote_bytes(finding->text, f->size).text);
    whole = whole && !arb_buf_add_text(out, arb_pgn_fault_text(finding->fault, lang));
    if (finding->wanted != ARB_WANTED_NOTHING)
        whole = whole && !arb_buf_add_format(out, arb_text(ARB_TEXT_PGN_EXPECTED, lang),
                                             arb_wanted_text(finding->wanted, lang));
    for (; whole && write_candidate(move, f, moves); moves++)
        whole = !arb_buf_add_format(out, "%s%s", moves == 0 ? " (" : ", ", move);
    if (moves > 0)
        whole = whole && !arb_buf_add_char(out, ')');
    if (f->article != ARB_ART_NONE)
        whole = whole && !arb_buf_add_format(out, " [%s]", arb_article_number(f->article));
    return whole;
}

bool arb_pgn_finding_words(arb_buf *out, const arb_pgn *pgn, const arb_pgn_finding *finding,
                           arb_lang lang)
{
    const found f = look(pgn, finding);

    return as_text(out, &f, lang);
}

arb_err arb_findings_add_fault(arb_findings *findings, const arb_pgn *pgn,
                               const arb_pgn_finding *finding, const arb_cli *cli)
{
    const found f = look(pgn, finding);
    arb_finding line = { .line = finding->place.line,
                         .column = finding->place.column,
                         .game = finding->place.game,
                         .depth = finding->place.depth,
                         .number = f.ply ? f.pos.move_number : 0,
                         .colour = (arb_colour)f.pos.turn };
    arb_err err = ARB_OK;
    arb_buf text;

    arb_buf_init(&text, NULL, SIZE_MAX / 2);
    if (cli->json)
        line.json = as_json(&f);
    if (cli->json ? !line.json : !as_text(&text, &f, cli->lang))
        err = ARB_NOMEM;
    else
        err = arb_findings_add(findings, &line, arb_buf_text(&text));
    arb_buf_clear(&text);
    return err;
}

arb_pgn_next arb_pgn_worker_error(void *user, const arb_pgn *pgn, const arb_pgn_finding *finding)
{
    arb_pgn_worker *worker = user;

    if (arb_pgn_worker_broke_off(worker, finding) ||
        arb_pgn_fault_weight(finding->fault) != ARB_PGN_ERROR)
        return ARB_PGN_GO_ON;
    const arb_err err =
        arb_findings_add_fault(&worker->out->findings, pgn, finding, worker->task->cmd->cli);
    if (!err)
        return ARB_PGN_GO_ON;
    worker->out->err = err;
    return ARB_PGN_STOP;
}
